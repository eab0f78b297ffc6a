//! Boards: cells, sets of cells, zones, names and measures.
//!
//! ```
//! # let text = include_str!("../../../rulesets/boards/hex11x9.yaml");
//! use touchline_core::board::{Band, Board};
//! use touchline_core::End;
//!
//! let board = Board::from_yaml(text, "boards/hex11x9.yaml")?;
//! let (kicker, keeper) = (board.cell("H4").unwrap(), board.cell("L4").unwrap());
//! assert_eq!(board.distance(kicker, keeper), 4);
//! assert_eq!(board.band(kicker, End::Right), Band::Midfield);
//! # Ok::<(), touchline_core::board::BoardError>(())
//! ```

mod cell;
mod draw;
mod error;
mod file;
mod lattice;
mod load;
mod paint;
mod place;
mod point;
mod ray;
mod spot;
mod square;
mod zone;

#[cfg(test)]
mod file_tests;
#[cfg(test)]
mod square_tests;
#[cfg(test)]
mod tests;

pub use cell::{Cell, CellIter, CellList, CellOutOfRange, CellSet};
pub use error::{Axis, BoardError, BoardFault};
pub use place::Under;
pub use point::Point;
pub use ray::Ray;
pub use spot::{SPOTS, Spot, SpotOutOfRange};
pub use zone::{Band, ZoneId};

use crate::End;
use lattice::Lattice;
use zone::Zones;

/// A pitch of hexagons or squares with everything painted on it. A [`Cell`] passed in must be one of [`Board::all`].
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    name: String,
    lattice: Lattice,
    zones: Zones,
    centres: Vec<Point>,
    spots: Vec<[Point; SPOTS]>,
    cell_width: f64,
    row_pitch: f64,
    goal: Goal,
    token_diameter: f64,
    token_height: f64,
    ball_diameter: f64,
    centre: Cell,
    penalty_spots: [Cell; 2],
    corners: [[Cell; 2]; 2],
    touchline: CellSet,
    goals: [CellSet; 2],
    bench: u8,
    physics: serde_yaml::Value,
}

/// The goal, the same at both ends, in centimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// Between the posts.
    pub width: f64,
    /// Under the bar.
    pub height: f64,
    /// The `y` of the post nearer to row 1.
    pub y_low: f64,
    /// The `y` of the other post.
    pub y_high: f64,
}

/// Loading and names.
impl Board {
    /// The board that `text` describes; `file` is only named in errors.
    pub fn from_yaml(text: &str, file: &str) -> Result<Board, BoardError> {
        load::load(text, file)
    }

    /// The board of a game without one: a table of one cell.
    #[must_use]
    pub fn table() -> Board {
        let lattice = Lattice::new(1, 1);
        let cells = lattice.all();
        Board {
            spots: vec![[Point::new(0.5, 0.5); SPOTS]],
            goal: Goal { width: 0.0, height: 0.0, y_low: 0.5, y_high: 0.5 },
            touchline: cells,
            ..Board::unmarked("table".to_owned(), lattice, Zones::bare(cells), (1.0, 1.0))
        }
    }

    /// Cells of a width and a row pitch with nothing marked on them, nor anything to play with.
    fn unmarked(name: String, lattice: Lattice, zones: Zones, (cell_width, row_pitch): (f64, f64)) -> Board {
        let centre = |cell| {
            let columns = lattice.half_columns(cell) as f64;
            Point::new(columns * cell_width / 2.0, (lattice.row(cell) as f64 + 0.5) * row_pitch)
        };
        Board {
            name,
            centres: lattice.all().iter().map(centre).collect(),
            lattice,
            zones,
            spots: Vec::new(),
            cell_width,
            row_pitch,
            goal: Goal { width: 0.0, height: 0.0, y_low: 0.0, y_high: 0.0 },
            token_diameter: 0.0,
            token_height: 0.0,
            ball_diameter: 0.0,
            centre: Cell::FIRST,
            penalty_spots: [Cell::FIRST; 2],
            corners: [[Cell::FIRST; 2]; 2],
            touchline: CellSet::EMPTY,
            goals: [CellSet::EMPTY; 2],
            bench: 0,
            physics: serde_yaml::Value::Null,
        }
    }

    /// The name given in the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of a cell: column letter and row number.
    #[must_use]
    pub fn cell_name(&self, cell: Cell) -> &str {
        self.lattice.name(cell)
    }

    /// The cell of that exact name.
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<Cell> {
        self.lattice.cell(name)
    }

    /// The cell name most like `name`, for messages.
    #[must_use]
    pub fn nearest_name(&self, name: &str) -> Option<&str> {
        self.lattice.nearest_name(name)
    }
}

/// Counting in cells.
#[allow(clippy::len_without_is_empty)] // no board is empty
impl Board {
    /// How many cells.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.lattice.len()
    }

    /// All cells.
    #[inline]
    #[must_use]
    pub fn all(&self) -> CellSet {
        self.lattice.all()
    }

    /// The row of a cell, from 1.
    #[inline]
    #[must_use]
    pub fn row(&self, cell: Cell) -> u8 {
        self.lattice.row(cell) as u8 + 1
    }

    /// Whether a goal line cuts the cell in half.
    #[must_use]
    pub fn is_half(&self, cell: Cell) -> bool {
        self.lattice.is_half(cell)
    }

    /// Steps from one cell to another on an empty board.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: Cell, b: Cell) -> u8 {
        self.lattice.distance(a, b)
    }

    /// Steps from one cell to each, by index.
    #[inline]
    #[must_use]
    pub fn distances(&self, from: Cell) -> &[u8] {
        self.lattice.distances(from)
    }

    /// The cells at most `distance` steps away, the cell itself included.
    #[inline]
    #[must_use]
    pub fn within(&self, cell: Cell, distance: u8) -> CellSet {
        self.lattice.within(cell, distance)
    }

    /// The cells exactly `distance` steps away.
    #[inline]
    #[must_use]
    pub fn ring(&self, cell: Cell, distance: u8) -> CellSet {
        match distance {
            0 => CellSet::single(cell),
            _ => self.within(cell, distance) - self.within(cell, distance - 1),
        }
    }

    /// The cells that share an edge with this one.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, cell: Cell) -> CellSet {
        self.ring(cell, 1)
    }

    /// The cells that share an edge with any of the set; cells of the set only where they touch each other.
    #[inline]
    #[must_use]
    pub fn around(&self, set: CellSet) -> CellSet {
        self.lattice.around(set)
    }

    /// The neighbours nearer to an end: three, fewer at the edges.
    #[inline]
    #[must_use]
    pub fn front(&self, cell: Cell, towards: End) -> CellSet {
        self.lattice.nearer(cell, towards)
    }

    /// Whether a shortest way from one cell to another ends through the neighbours in front of it.
    #[must_use]
    pub fn comes_through_front(&self, from: Cell, to: Cell, towards: End) -> bool {
        let cells = self.distance(from, to);
        self.front(to, towards).iter().any(|c| self.distance(from, c) < cells)
    }

    /// The neighbours farther from an end: three, fewer at the edges.
    #[inline]
    #[must_use]
    pub fn rear(&self, cell: Cell, towards: End) -> CellSet {
        self.lattice.nearer(cell, towards.other())
    }

    /// The cells reached in at most `steps`, passing only cells of `through` on the way; the start is always among them.
    #[must_use]
    pub fn reach(&self, from: Cell, steps: u8, through: CellSet) -> CellSet {
        let mut reached = CellSet::single(from);
        let mut rim = reached;
        for _ in 0..steps {
            let fresh = self.lattice.around(rim) - reached;
            if fresh.is_empty() {
                break;
            }
            reached |= fresh;
            rim = fresh & through;
        }
        reached
    }

    /// The cells whose inside the straight line between two centres crosses, both ends left out; `None` if that line
    /// leaves the board. For boards of squares.
    #[must_use]
    pub fn between(&self, a: Cell, b: Cell) -> Option<CellSet> {
        ray::between(&self.lattice, a, b)
    }

    /// Whether two cells of a board of squares lie in one file, one rank or one diagonal.
    #[must_use]
    pub fn aligned(&self, a: Cell, b: Cell) -> bool {
        let files = self.lattice.row(a).abs_diff(self.lattice.row(b));
        let ranks = self.lattice.letter(a).abs_diff(self.lattice.letter(b));
        files == 0 || ranks == 0 || files == ranks
    }

    /// Whether two cells of a board of squares lie in one file or one rank.
    #[must_use]
    pub fn straight(&self, a: Cell, b: Cell) -> bool {
        self.lattice.row(a) == self.lattice.row(b) || self.lattice.letter(a) == self.lattice.letter(b)
    }

    /// The cells on the straight line between two centres, in order and both ends included; along an edge both sides.
    #[must_use]
    pub fn ray(&self, a: Cell, b: Cell) -> Ray {
        ray::ray(&self.lattice, a, b)
    }

    /// The second cell of that line: the neighbour it enters first (along an edge one of the two), or `a` if `b` is `a`.
    #[must_use]
    pub fn first_step(&self, a: Cell, b: Cell) -> Cell {
        ray::first_step(&self.lattice, a, b)
    }
}

/// Half a turn about the centre: the same position seen by the other side.
impl Board {
    /// The cell it becomes.
    #[inline]
    #[must_use]
    pub fn rotate(&self, cell: Cell) -> Cell {
        self.lattice.rotate(cell)
    }

    /// The set it becomes.
    #[inline]
    #[must_use]
    pub fn rotate_set(&self, set: CellSet) -> CellSet {
        self.lattice.rotate_set(set)
    }

    /// The spot it becomes.
    #[inline]
    #[must_use]
    pub fn rotate_spot(&self, spot: Spot) -> Spot {
        spot.opposite()
    }

    /// The point it becomes.
    #[inline]
    #[must_use]
    pub fn rotate_point(&self, point: Point) -> Point {
        Point::new(self.length() - point.x, self.width() - point.y)
    }
}

/// Zones and marks.
impl Board {
    /// The zone of that name.
    #[must_use]
    pub fn zone(&self, name: &str) -> Option<ZoneId> {
        self.zones.find(name)
    }

    /// All zones in the order of the file.
    pub fn zones(&self) -> impl Iterator<Item = ZoneId> {
        (0..self.zones.all().len()).map(|index| ZoneId(index as u8))
    }

    /// The name of a zone.
    #[must_use]
    pub fn zone_name(&self, zone: ZoneId) -> &str {
        &self.zones.all()[zone.index()].name
    }

    /// The zone name most like `name`, for messages.
    #[must_use]
    pub fn nearest_zone_name(&self, name: &str) -> Option<&str> {
        self.zones.nearest_name(name)
    }

    /// The cells of the zone that lies at `end`; a zone shared by both ends has the same cells for either.
    #[inline]
    #[must_use]
    pub fn zone_cells(&self, zone: ZoneId, end: End) -> CellSet {
        self.zones.all()[zone.index()].cells[end.index()]
    }

    /// The band of a cell for a side attacking towards `attacking`.
    #[inline]
    #[must_use]
    pub fn band(&self, cell: Cell, attacking: End) -> Band {
        if self.band_cells(Band::Attack, attacking).contains(cell) {
            Band::Attack
        } else if self.band_cells(Band::Defence, attacking).contains(cell) {
            Band::Defence
        } else {
            Band::Midfield // the loader has checked that the three divide the board
        }
    }

    /// The cells of a band for a side attacking towards `attacking`.
    #[inline]
    #[must_use]
    pub fn band_cells(&self, band: Band, attacking: End) -> CellSet {
        self.zones.band_cells(band, attacking)
    }

    /// The smallest zone around a cell (bands aside), and whether it lies at the own end of a side attacking `attacking`.
    #[inline]
    #[must_use]
    pub fn special_zone(&self, cell: Cell, attacking: End) -> Option<(ZoneId, bool)> {
        self.zones.special(cell, attacking)
    }

    /// The cells of one half; those the halfway line crosses belong to both.
    #[must_use]
    pub fn half(&self, end: End) -> CellSet {
        self.lattice.half(end)
    }

    /// The cell of the kick-off.
    #[must_use]
    pub fn centre_cell(&self) -> Cell {
        self.centre
    }

    /// The cell of the penalty spot at an end.
    #[must_use]
    pub fn penalty_spot(&self, end: End) -> Cell {
        self.penalty_spots[end.index()]
    }

    /// The corner cells of an end: at row 1, at the last row.
    #[must_use]
    pub fn corners(&self, end: End) -> [Cell; 2] {
        self.corners[end.index()]
    }

    /// The cell of the middle row on an end's goal line.
    #[must_use]
    pub fn goal_line_cell(&self, end: End) -> Cell {
        let row = self.lattice.rows() / 2;
        match end {
            End::Left => self.lattice.at(row, 0),
            End::Right => self.lattice.at(row, self.lattice.row_len(row) - 1),
        }
    }

    /// The goal spaces behind an end; none where the goal is no part of the board.
    #[inline]
    #[must_use]
    pub fn goal_cells(&self, end: End) -> CellSet {
        self.goals[end.index()]
    }

    /// All cells but the goal spaces.
    #[inline]
    #[must_use]
    pub fn field(&self) -> CellSet {
        self.all() - self.goals[0] - self.goals[1]
    }

    /// The cells that a token needs leave to enter.
    #[inline]
    #[must_use]
    pub fn contested(&self) -> CellSet {
        self.zones.contested()
    }

    /// The contested zone of a cell, and whether it lies at the own end of a side attacking `attacking`.
    #[must_use]
    pub fn contested_zone(&self, cell: Cell, attacking: End) -> Option<(ZoneId, bool)> {
        self.zones().find_map(|zone| {
            let own = self.zone_cells(zone, attacking.other()).contains(cell);
            let inside = own || self.zone_cells(zone, attacking).contains(cell);
            (inside && self.zones.all()[zone.index()].contested).then_some((zone, own))
        })
    }

    /// Spaces beside the board for tokens of a side that are not on it.
    #[must_use]
    pub fn bench(&self) -> u8 {
        self.bench
    }

    /// The cells of the first and the last row.
    #[must_use]
    pub fn touchline(&self) -> CellSet {
        self.touchline
    }
}

/// Centimetres.
impl Board {
    /// From goal line to goal line.
    #[inline]
    #[must_use]
    pub fn length(&self) -> f64 {
        self.cell_width * self.lattice.columns() as f64
    }

    /// From touchline to touchline.
    #[inline]
    #[must_use]
    pub fn width(&self) -> f64 {
        self.row_pitch * self.lattice.rows() as f64
    }

    /// The width of a cell along its row.
    #[inline]
    #[must_use]
    pub fn cell_width(&self) -> f64 {
        self.cell_width
    }

    /// From one row to the next.
    #[inline]
    #[must_use]
    pub fn row_pitch(&self) -> f64 {
        self.row_pitch
    }

    /// The centre of the whole hexagon: on the goal line for a half cell, where no token stands (see [`Board::spot`]).
    #[inline]
    #[must_use]
    pub fn centre(&self, cell: Cell) -> Point {
        self.centres[cell.index()]
    }

    /// Where a token on this spot of the cell stands.
    #[inline]
    #[must_use]
    pub fn spot(&self, cell: Cell, spot: Spot) -> Point {
        self.spots[cell.index()][spot.index()]
    }

    /// The spots of a cell that are at least `gap` away from a point, a bit each.
    #[must_use]
    pub fn spots_apart(&self, cell: Cell, point: Point, gap: f64) -> u8 {
        let spots = self.spots[cell.index()].iter().enumerate();
        spots.fold(0, |apart, (index, spot)| apart | u8::from(spot.is_apart(point, gap)) << index)
    }

    /// The goal.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Across a standing token.
    #[must_use]
    pub fn token_diameter(&self) -> f64 {
        self.token_diameter
    }

    /// How tall a standing token is, and how long a lying one.
    #[must_use]
    pub fn token_height(&self) -> f64 {
        self.token_height
    }

    /// Across the ball.
    #[must_use]
    pub fn ball_diameter(&self) -> f64 {
        self.ball_diameter
    }

    /// The `physics` section as written, null if there is none; the kick reads it.
    #[must_use]
    pub fn physics(&self) -> &serde_yaml::Value {
        &self.physics
    }
}
