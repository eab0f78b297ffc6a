//! From a board file with a map of squares to a board, refusing what cannot be played on.

use super::error::{Axis, BoardFault, Source, nearest};
use super::file::{BallFile, Ordered, TokenFile, ZoneFile};
use super::lattice::Lattice;
use super::paint::paint_drawn;
use super::{Board, BoardError, Cell, CellSet, Goal, SPOTS};
use crate::End;

/// A board of squares as it is written.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct SquareFile {
    board: String,
    #[serde(rename = "lattice")]
    _lattice: String,
    cell: f64,
    token: TokenFile,
    ball: BallFile,
    bench: u8,
    marks: MarksFile,
    zones: Ordered<ZoneFile>,
    legend: Ordered<Vec<String>, char>,
    map: String,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct MarksFile {
    centre: String,
    penalty_spot: String,
}

/// A letter of the map where there is no space at all.
const HOLE: char = '#';
/// A letter of the map for a space in no zone.
const BLANK: char = '.';
/// The zone that holds the goal spaces, behind each end.
const GOAL: &str = "goal";
const MOST_FILES: usize = 26;
const LARGEST_CELL: f64 = 1000.0;
/// Places beside the board for tokens that are not on it.
const MOST_BENCH: u8 = 5;

/// The letters of the map with their places in the file.
struct Drawing<'a> {
    source: Source<'a>,
    files: usize,
    /// The number of the lowest rank.
    first: usize,
    /// Lowest rank first: its line of the file from 1, and its letters with their columns from 1.
    ranks: Vec<(usize, Vec<(usize, char)>)>,
}

pub(super) fn load(source: Source<'_>) -> Result<Board, BoardError> {
    let raw: SquareFile = source.read()?;
    check_measures(source, &raw)?;
    let drawing = Drawing::read(source, &raw.map)?;
    let lattice = drawing.lattice()?;
    let drawn = drawing.zones(&lattice, &raw)?;
    let zones = paint_drawn(source, &lattice, &raw.zones, drawn).map_err(|e| drawing.place_mirror(e, &lattice))?;
    let size = lattice.len();
    let width = raw.cell * lattice.rows() as f64;
    let mut board = Board {
        bench: raw.bench,
        token_diameter: raw.token.diameter,
        token_height: raw.token.height,
        ball_diameter: raw.ball.diameter,
        ..Board::unmarked(raw.board, lattice, zones, (raw.cell, raw.cell))
    };
    set_marks(source, &mut board, &raw.marks)?;
    let Some(goal) = board.zone(GOAL) else {
        return Err(source.error(BoardFault::MissingGoal, &["zones"]));
    };
    board.goals = End::BOTH.map(|end| board.zone_cells(goal, end));
    let posts = board.goals[0].len() as f64 * raw.cell;
    board.goal = Goal { width: posts, height: raw.cell, y_low: (width - posts) / 2.0, y_high: (width + posts) / 2.0 };
    let flanks = [0, board.lattice.rows() - 1];
    board.touchline = board.all().iter().filter(|c| flanks.contains(&board.lattice.row(*c))).collect();
    let field = board.all() - board.goals[0] - board.goals[1];
    let corner = |end: End, file: usize| {
        let along = |cell: &Cell| board.lattice.letter(*cell);
        let cells = field.iter().filter(|c| board.lattice.row(*c) == file);
        let found = if end == End::Left { cells.min_by_key(along) } else { cells.max_by_key(along) };
        found.unwrap_or(Cell::FIRST)
    };
    board.corners = End::BOTH.map(|end| flanks.map(|file| corner(end, file)));
    board.spots = (0..size).map(|n| [board.centre(Cell::known(n)); SPOTS]).collect();
    Ok(board)
}

fn check_measures(source: Source<'_>, raw: &SquareFile) -> Result<(), BoardError> {
    let within = |path: &[&str], value: f64, low: f64, high: f64| {
        if value >= low && value <= high {
            return Ok(()); // NaN fails both
        }
        let expected = format!("a number of centimetres from {low} to {high}");
        let fault = BoardFault::Measure { field: path.join("."), value: value.to_string(), expected };
        Err(source.error(fault, path))
    };
    within(&["cell"], raw.cell, 0.1, LARGEST_CELL)?;
    within(&["token", "diameter"], raw.token.diameter, raw.cell / 1000.0, raw.cell)?;
    within(&["token", "height"], raw.token.height, raw.cell / 1000.0, LARGEST_CELL)?;
    within(&["ball", "diameter"], raw.ball.diameter, raw.cell / 1000.0, raw.cell)?;
    if raw.bench > MOST_BENCH {
        let expected = format!("0 to {MOST_BENCH} spaces a side");
        let fault = BoardFault::Measure { field: "bench".to_owned(), value: raw.bench.to_string(), expected };
        return Err(source.error(fault, &["bench"]));
    }
    Ok(())
}

impl<'a> Drawing<'a> {
    /// A line of column letters, then the ranks from the highest down, each with its number in front.
    fn read(source: Source<'a>, map: &str) -> Result<Drawing<'a>, BoardError> {
        let start = source.text.lines().position(|line| line.starts_with("map:")).map_or(0, |line| line + 1);
        let mut lines = map.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let raw_line = |n: usize| source.text.lines().nth(start + n).unwrap_or_default();
        let letters = |n: usize, skip: usize| -> Vec<(usize, char)> {
            let signs = raw_line(n).chars().enumerate().map(|(column, sign)| (column + 1, sign));
            signs.skip(skip).filter(|(_, sign)| !sign.is_whitespace()).collect()
        };
        let fault = |fault: BoardFault, line: usize, column: usize| {
            let mut error = source.error(fault, &["map"]);
            error.place = Some((start + line + 1, column));
            error
        };
        let header = lines.next().map(|(n, _)| (n, letters(n, 0)));
        let (_, columns) = header
            .filter(|(_, columns)| {
                let named = columns.iter().zip('a'..).all(|((_, sign), wanted)| *sign == wanted);
                named && (3..=MOST_FILES).contains(&columns.len())
            })
            .ok_or_else(|| fault(BoardFault::MapHeader, 0, 1))?;
        let files = columns.len();
        let mut ranks = Vec::new();
        let mut above: Option<usize> = None;
        for (n, _) in lines {
            let line = raw_line(n);
            let indent = line.chars().count() - line.trim_start().chars().count();
            let label: String = line.trim_start().chars().take_while(|sign| !sign.is_whitespace()).collect();
            let number = label.parse::<usize>().ok().filter(|found| above.is_none_or(|a| *found + 1 == a));
            let Some(number) = number.filter(|number| *number < 100) else {
                let expected = above.and_then(|a| a.checked_sub(1));
                return Err(fault(BoardFault::MapLabel { found: label, expected }, n, indent + 1));
            };
            let row = letters(n, indent + label.chars().count());
            if row.len() != files {
                let wrong = BoardFault::MapRow { row: number, found: row.len(), expected: files };
                return Err(fault(wrong, n, indent + 1));
            }
            above = Some(number);
            ranks.push((start + n + 1, row));
        }
        ranks.reverse();
        if ranks.len() < 3 {
            return Err(fault(BoardFault::MapRows { found: ranks.len(), expected: 3 }, 0, 1));
        }
        Ok(Drawing { source, files, first: above.unwrap_or_default(), ranks })
    }

    fn lattice(&self) -> Result<Lattice, BoardError> {
        let there = |file: usize, rank: usize| self.ranks[rank].1[file].1 != HOLE;
        let ranks = self.ranks.len();
        let squares = (0..ranks).flat_map(|rank| (0..self.files).map(move |file| (file, rank)));
        let places: Vec<(usize, usize)> = squares.filter(|(file, rank)| there(*file, *rank)).collect();
        if places.len() > Cell::LIMIT {
            return Err(self.source.error(BoardFault::TooManyCells(places.len()), &["map"]));
        }
        for &(file, rank) in &places {
            let images = [(Axis::Halfway, (file, ranks - 1 - rank)), (Axis::Lengthwise, (self.files - 1 - file, rank))];
            for (axis, image) in images {
                if !there(image.0, image.1) {
                    let fault = BoardFault::Outline { cell: self.name((file, rank)), image: self.name(image), axis };
                    return Err(self.fault(fault, (file, rank)));
                }
            }
        }
        Ok(Lattice::squares(self.files, ranks, self.first, places))
    }

    fn name(&self, (file, rank): (usize, usize)) -> String {
        format!("{}{}", char::from(b'a' + file as u8), rank + self.first)
    }

    /// An error that points at a space of the map.
    fn fault(&self, fault: BoardFault, (file, rank): (usize, usize)) -> BoardError {
        let mut error = self.source.error(fault, &["map"]);
        let (line, letters) = &self.ranks[rank];
        error.place = Some((*line, letters[file].0));
        error
    }

    /// The cells that each zone has on the map or by its ranks, in the order of the zones.
    fn zones(&self, lattice: &Lattice, raw: &SquareFile) -> Result<Vec<CellSet>, BoardError> {
        let mut drawn = vec![CellSet::EMPTY; raw.zones.0.len()];
        let mut legend: Vec<(char, Vec<usize>)> = Vec::new();
        for (letter, names) in &raw.legend.0 {
            let mut zones = Vec::new();
            for name in names {
                let known = || raw.zones.0.iter().map(|(known, _)| known.as_str());
                let Some(zone) = known().position(|known| known == name) else {
                    let owner = format!("the map's letter `{letter}`");
                    let fault = BoardFault::UnknownZone { owner, name: name.clone() };
                    return Err(self.source.error(fault, &["legend", name]).hinting(nearest(name, known())));
                };
                zones.push(zone);
            }
            legend.push((*letter, zones));
        }
        for cell in lattice.all() {
            let place = (lattice.row(cell), lattice.letter(cell));
            let letter = self.ranks[place.1].1[place.0].1;
            match legend.iter().find(|(known, _)| *known == letter) {
                Some((_, zones)) => zones.iter().for_each(|&zone| drawn[zone].insert(cell)),
                None if letter == BLANK => {}
                None => return Err(self.fault(BoardFault::MapLetter(letter), place)),
            }
        }
        for ((name, entry), drawn) in raw.zones.0.iter().zip(&mut drawn) {
            let Some([low, high]) = entry.ranks else { continue };
            let last = self.first + self.ranks.len() - 1;
            if low > high || (low as usize) < self.first || high as usize > last {
                let expected = format!("two ranks from {} to {last}, the lower first", self.first);
                let field = format!("zones.{name}.ranks");
                let fault = BoardFault::Measure { field, value: format!("[{low}, {high}]"), expected };
                return Err(self.source.error(fault, &["zones", name, "ranks"]));
            }
            let within = |cell: &Cell| (low as usize..=high as usize).contains(&(lattice.letter(*cell) + self.first));
            let cells: CellSet = lattice.all().iter().filter(within).collect();
            *drawn |= cells;
            if !entry.both {
                *drawn |= cells.iter().map(|cell| lattice.mirror_ends(cell)).collect();
            }
        }
        Ok(drawn)
    }

    /// A zone that is not its own mirror image: the map says where.
    fn place_mirror(&self, error: BoardError, lattice: &Lattice) -> BoardError {
        let BoardFault::Mirror { cell, .. } = &*error.fault else { return error };
        let Some(found) = lattice.cell(cell) else { return error };
        let place = (lattice.row(found), lattice.letter(found));
        let (line, letters) = &self.ranks[place.1];
        BoardError { place: Some((*line, letters[place.0].0)), ..error }
    }
}

/// The penalty spot is given at the higher end; the other end's is its mirror image.
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
    demand(lattice.rotate(centre) == centre, "centre", centre, "the space in the middle of the middle rank")?;
    let spot = find("penalty_spot", &marks.penalty_spot)?;
    let on_axis = lattice.mirror_flanks(spot) == spot && lattice.half_columns(spot) > lattice.columns();
    demand(on_axis, "penalty_spot", spot, "a space of the middle file in the upper half")?;
    (board.centre, board.penalty_spots) = (centre, [lattice.mirror_ends(spot), spot]);
    Ok(())
}
