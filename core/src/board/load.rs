//! From a board file to a board, refusing what cannot be played on.

use super::error::{BoardFault, Source};
use super::file::{BoardFile, MarksFile, SpotsFile};
use super::lattice::Lattice;
use super::paint::paint;
use super::{Board, BoardError, Cell, CellSet, Goal, Point, SPOTS, Spot};

/// Names have one letter for the column, and even rows need one more than odd ones.
const MOST_COLUMNS: u32 = 25;
/// A hexagon's rows are √3/2 of its width apart; far from that, neighbours would no longer share an edge.
const ROW_TO_WIDTH: [f64; 2] = [0.8, 0.93];
/// A ball or token wider than a quarter of a cell could interrupt two opposite edges.
const SMALLEST_PER_CELL: f64 = 4.0;
const LARGEST_CELL: f64 = 1000.0;

pub(super) fn load(text: &str, file: &str) -> Result<Board, BoardError> {
    let source = Source { file, text };
    if text.lines().any(|line| line.split('#').next().is_some_and(|l| l.trim_end() == "lattice: square")) {
        return super::square::load(source);
    }
    let raw: BoardFile = source.read()?;
    check_size(source, &raw)?;
    check_measures(source, &raw)?;
    let lattice = Lattice::new(raw.rows as usize, raw.columns as usize);
    let zones = paint(source, &lattice, &raw.zones, raw.map.as_ref())?;
    let width = raw.row_pitch * f64::from(raw.rows);
    let mut board = Board {
        touchline: flank(&lattice, 0) | flank(&lattice, lattice.rows() - 1),
        goal: Goal {
            width: raw.goal.width,
            height: raw.goal.height,
            y_low: (width - raw.goal.width) / 2.0,
            y_high: (width + raw.goal.width) / 2.0,
        },
        token_diameter: raw.token.diameter,
        token_height: raw.token.height,
        ball_diameter: raw.ball.diameter,
        physics: raw.physics,
        ..Board::unmarked(raw.board, lattice, zones, (raw.cell_width, raw.row_pitch))
    };
    set_marks(source, &mut board, &raw.marks)?;
    board.spots = board.all().iter().map(|cell| spots(&board, cell, &raw.spots)).collect();
    check_spots(source, &board)?;
    Ok(board)
}

fn check_size(source: Source<'_>, raw: &BoardFile) -> Result<(), BoardError> {
    let measure = |field: &str, value: u32, expected: &str| {
        let fault =
            BoardFault::Measure { field: field.to_owned(), value: value.to_string(), expected: expected.to_owned() };
        Err(source.error(fault, &[field]))
    };
    if !(3..=127).contains(&raw.rows) || raw.rows.is_multiple_of(2) {
        return measure("rows", raw.rows, "an odd number from 3, so that both touchlines are alike");
    }
    if !(3..=MOST_COLUMNS).contains(&raw.columns) {
        return measure("columns", raw.columns, "3 to 25, one letter each");
    }
    let count = Lattice::count(raw.rows as usize, raw.columns as usize);
    if count > Cell::LIMIT {
        return Err(source.error(BoardFault::TooManyCells(count), &["rows"]));
    }
    Ok(())
}

fn check_measures(source: Source<'_>, raw: &BoardFile) -> Result<(), BoardError> {
    let within = |path: &[&str], value: f64, low: f64, high: f64| {
        if value >= low && value <= high {
            return Ok(()); // NaN fails both
        }
        let expected = format!("a number of centimetres from {low} to {high}");
        let fault = BoardFault::Measure { field: path.join("."), value: value.to_string(), expected };
        Err(source.error(fault, path))
    };
    within(&["cell_width"], raw.cell_width, 0.1, LARGEST_CELL)?;
    let [flat, steep] = ROW_TO_WIDTH;
    within(&["row_pitch"], raw.row_pitch, raw.cell_width * flat, raw.cell_width * steep)?;
    let (smallest, small) = (raw.cell_width / 1000.0, raw.cell_width / SMALLEST_PER_CELL);
    within(&["token", "diameter"], raw.token.diameter, smallest, small)?;
    within(&["token", "height"], raw.token.height, smallest, raw.cell_width)?;
    within(&["ball", "diameter"], raw.ball.diameter, smallest, small)?;
    within(&["goal", "width"], raw.goal.width, raw.ball.diameter, raw.row_pitch * f64::from(raw.rows))?;
    within(&["goal", "height"], raw.goal.height, raw.ball.diameter, LARGEST_CELL)?;
    for (kind, offsets) in [("whole", &raw.spots.whole), ("half", &raw.spots.half)] {
        for &offset in offsets.as_flattened() {
            within(&["spots", kind], offset, -raw.cell_width, raw.cell_width)?;
        }
    }
    Ok(())
}

fn flank(lattice: &Lattice, row: usize) -> CellSet {
    (0..lattice.row_len(row)).map(|letter| lattice.at(row, letter)).collect()
}

/// Marks are given at the right end; the left end's are their mirror images.
fn set_marks(source: Source<'_>, board: &mut Board, marks: &MarksFile) -> Result<(), BoardError> {
    let lattice = &board.lattice;
    let find = |mark: &'static str, name: &str| {
        lattice.cell(name).ok_or_else(|| {
            let fault = BoardFault::UnknownCell { owner: format!("mark `{mark}`"), name: name.to_owned() };
            source.error(fault, &["marks", mark, name]).hinting(lattice.nearest_name(name))
        })
    };
    let demand = |held: bool, mark: &'static str, cell: Cell, expected: &'static str| {
        let name = lattice.name(cell);
        let fault = || BoardFault::Mark { mark, cell: name.to_owned(), expected };
        if held { Ok(()) } else { Err(source.error(fault(), &["marks", mark, name])) }
    };
    let centre = find("centre", &marks.centre)?;
    demand(lattice.rotate(centre) == centre, "centre", centre, "the cell in the middle of the middle row")?;
    let spot = find("penalty_spot", &marks.penalty_spot)?;
    let on_axis = lattice.mirror_flanks(spot) == spot && lattice.half_columns(spot) > lattice.columns();
    demand(on_axis, "penalty_spot", spot, "a cell of the middle row at the right end")?;
    let near = find("corners", &marks.corners[0])?;
    demand(near == lattice.at(0, lattice.columns() - 1), "corners", near, "the last cell of row 1 first")?;
    let far = find("corners", &marks.corners[1])?;
    demand(far == lattice.mirror_flanks(near), "corners", far, "the last cell of the last row second")?;

    (board.penalty_spots, board.corners) =
        ([lattice.mirror_ends(spot), spot], [[lattice.mirror_ends(near), lattice.mirror_ends(far)], [near, far]]);
    board.centre = centre;
    Ok(())
}

fn spots(board: &Board, cell: Cell, offsets: &SpotsFile) -> [Point; SPOTS] {
    let Point { x, y } = board.centre(cell);
    let (middle, offsets) = if !board.is_half(cell) {
        (x, &offsets.whole)
    } else if x < board.length() / 2.0 {
        (board.cell_width / 4.0, &offsets.half) // PART 7: a half cell's default place is its middle, not the line
    } else {
        (board.length() - board.cell_width / 4.0, &offsets.half)
    };
    let mut places = [Point::new(middle, y); SPOTS];
    for (index, [dx, dy]) in offsets.iter().enumerate() {
        places[index + 1] = Point::new(middle + dx, y + dy);
        places[index + 4] = Point::new(middle - dx, y - dy);
    }
    places
}

/// BASE-FIELD-04: on every spot a token stands inside its cell; and two tokens of one cell have room.
fn check_spots(source: Source<'_>, board: &Board) -> Result<(), BoardError> {
    let radius = board.token_diameter / 2.0;
    for cell in board.all() {
        let kind = if board.is_half(cell) { "half" } else { "whole" };
        let name = || board.cell_name(cell).to_owned();
        for spot in Spot::all() {
            let place = board.spot(cell, spot);
            let gap = board.gap_to_line(cell, place);
            if gap < radius {
                let (gap, radius) = (format!("{gap:.2}"), format!("{radius:.2}"));
                let fault = BoardFault::SpotOnLine { spot: spot.index(), cell: name(), gap, radius };
                return Err(source.error(fault, &["spots", kind]));
            }
            for other in Spot::all().take(spot.index()) {
                let gap = place.distance(board.spot(cell, other));
                if gap < board.token_diameter {
                    let (first, second, gap) = (other.index(), spot.index(), format!("{gap:.2}"));
                    let fault = BoardFault::SpotsOverlap { first, second, cell: name(), gap };
                    return Err(source.error(fault, &["spots", kind]));
                }
            }
        }
    }
    Ok(())
}
