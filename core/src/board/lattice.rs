//! The lattice: rows, names, distances and neighbours, before anything is painted on it.

use super::error::nearest;
use super::{Cell, CellSet};
use crate::End;

/// What the cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Rows of hexagons, odd rows whole, even rows shifted by half a cell and ending in half cells.
    Hex,
    /// Squares that touch at sides and corners; the outline may have holes. A row runs from goal to goal here too, so
    /// that lengths and widths mean the same: it is a file of the map, and its letters are the ranks.
    Square,
}

/// Cells in rows parallel to the touchlines.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lattice {
    shape: Shape,
    /// Squares only: the cell of each rank and file, if there is one.
    squares: Vec<Option<Cell>>,
    /// Squares only: the number of the first rank.
    first: usize,
    rows: usize,
    columns: usize,
    /// Name, row (from 0) and letter (from 0) of each cell.
    names: Vec<String>,
    places: Vec<(usize, usize)>,
    distances: Vec<u8>,
    reaches: usize,
    within: Vec<CellSet>,
    /// Per direction: the shift of the index, and the cells from which that shift leads to a neighbour.
    steps: [(usize, CellSet, CellSet); 3],
    /// By cell, then by end: the neighbours nearer to it.
    nearer: Vec<[CellSet; 2]>,
    /// By end.
    halves: [CellSet; 2],
}

impl Lattice {
    /// Cells of such a board: every second row has one more.
    pub(super) fn count(rows: usize, columns: usize) -> usize {
        rows * columns + rows / 2
    }

    /// The lattice; the caller has checked that it has at most 128 cells and at most 25 columns.
    pub(super) fn new(rows: usize, columns: usize) -> Lattice {
        let places: Vec<(usize, usize)> =
            (0..rows).flat_map(|row| (0..columns + row % 2).map(move |letter| (row, letter))).collect();
        let names =
            places.iter().map(|&(row, letter)| format!("{}{}", char::from(b'A' + letter as u8), row + 1)).collect();
        Lattice::build(Shape::Hex, rows, columns, places, names)
    }

    /// Squares at (file, rank) in the order of their indices, the first rank called `first`. The caller has checked that
    /// there are at most 128, and that half a turn maps the outline onto itself.
    pub(super) fn squares(files: usize, ranks: usize, first: usize, places: Vec<(usize, usize)>) -> Lattice {
        let name = |&(file, rank): &(usize, usize)| format!("{}{}", char::from(b'a' + file as u8), rank + first);
        let names = places.iter().map(name).collect();
        let mut squares = vec![None; files * ranks];
        for (index, (file, rank)) in places.iter().enumerate() {
            squares[rank * files + file] = Some(Cell::known(index));
        }
        let mut lattice = Lattice::build(Shape::Square, files, ranks, places, names);
        (lattice.squares, lattice.first) = (squares, first);
        lattice
    }

    fn build(shape: Shape, rows: usize, columns: usize, places: Vec<(usize, usize)>, names: Vec<String>) -> Lattice {
        let mut lattice = Lattice {
            shape,
            squares: Vec::new(),
            first: 0,
            rows,
            columns,
            names,
            places,
            distances: Vec::new(),
            reaches: 0,
            within: Vec::new(),
            steps: [(0, CellSet::EMPTY, CellSet::EMPTY); 3],
            nearer: Vec::new(),
            halves: [CellSet::EMPTY; 2],
        };
        lattice.measure();
        if shape == Shape::Hex {
            lattice.direct();
        }
        lattice.divide();
        lattice
    }

    fn measure(&mut self) {
        let cells = self.all();
        self.distances =
            cells.iter().flat_map(|a| cells.iter().map(move |b| (a, b))).map(|(a, b)| self.formula(a, b)).collect();
        self.reaches = self.distances.iter().copied().max().unwrap_or(0) as usize + 1;
        self.within = cells
            .iter()
            .flat_map(|a| (0..self.reaches).map(move |d| (a, d)))
            .map(|(a, d)| cells.iter().filter(|&b| self.distance(a, b) as usize <= d).collect())
            .collect();
    }

    /// Numbered row by row, each neighbour is always 1, `columns` or `columns + 1` further or back.
    fn direct(&mut self) {
        for (slot, shift) in [1, self.columns, self.columns + 1].into_iter().enumerate() {
            let leads = |cell: &Cell| {
                let next = cell.index() + shift;
                next < self.len() && self.distance(*cell, Cell::known(next)) == 1
            };
            let up: CellSet = self.all().iter().filter(leads).collect();
            self.steps[slot] = (shift, up, CellSet(up.0 << shift));
        }
    }

    /// What lies towards which end: of each cell, and of the halfway line.
    fn divide(&mut self) {
        let towards = |set: CellSet, x: usize| {
            let left = set.iter().filter(|&cell| self.half_columns(cell) <= x).collect();
            let right = set.iter().filter(|&cell| self.half_columns(cell) >= x).collect();
            [left, right]
        };
        let nearer = self
            .all()
            .iter()
            .map(|cell| {
                let x = self.half_columns(cell);
                let beside = |next: &Cell| self.half_columns(*next) == x; // only squares have such neighbours
                let around = self.around(CellSet::single(cell));
                towards(around - around.iter().filter(beside).collect(), x)
            })
            .collect();
        let halves = towards(self.all(), self.columns);
        (self.nearer, self.halves) = (nearer, halves);
    }

    /// PART 7: rows apart, plus what is left of the columns after half a column a row. King steps on squares.
    fn formula(&self, a: Cell, b: Cell) -> u8 {
        if self.shape == Shape::Square {
            let ((file, rank), (other_file, other_rank)) = (self.places[a.index()], self.places[b.index()]);
            return file.abs_diff(other_file).max(rank.abs_diff(other_rank)) as u8;
        }
        let rows = self.row(a).abs_diff(self.row(b));
        let halves = self.half_columns(a).abs_diff(self.half_columns(b));
        (rows + halves.saturating_sub(rows) / 2) as u8
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of the first rank of a square board.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// The square of a file and a rank, both from 0; `None` for a hole and off the board.
    pub(super) fn square(&self, file: usize, rank: usize) -> Option<Cell> {
        if file >= self.rows {
            return None;
        }
        self.squares.get(rank * self.rows + file).copied().flatten()
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    #[inline]
    pub(super) fn all(&self) -> CellSet {
        CellSet::first_cells(self.len())
    }

    /// Row from 0.
    #[inline]
    pub(super) fn row(&self, cell: Cell) -> usize {
        self.places[cell.index()].0
    }

    /// Letter from 0.
    #[inline]
    pub(super) fn letter(&self, cell: Cell) -> usize {
        self.places[cell.index()].1
    }

    pub(super) fn row_len(&self, row: usize) -> usize {
        match self.shape {
            Shape::Hex => self.columns + row % 2,
            Shape::Square => self.columns,
        }
    }

    /// The cell of a row (from 0) and letter (from 0); for a hole in a board of squares the nearest of that row.
    #[inline]
    pub(super) fn at(&self, row: usize, letter: usize) -> Cell {
        match self.shape {
            Shape::Hex => Cell::known(row * self.columns + row / 2 + letter),
            Shape::Square => {
                let near = |n: &(Cell, usize)| n.1.abs_diff(letter);
                let squares = (0..self.columns).filter_map(|rank| Some((self.square(row, rank)?, rank)));
                squares.min_by_key(near).map_or(Cell::FIRST, |(cell, _)| cell)
            }
        }
    }

    /// Distance of the centre from the left goal line in half cell widths.
    #[inline]
    pub(super) fn half_columns(&self, cell: Cell) -> usize {
        let (row, letter) = self.places[cell.index()];
        match self.shape {
            Shape::Hex => 2 * letter + (row + 1) % 2,
            Shape::Square => 2 * letter + 1,
        }
    }

    pub(super) fn is_half(&self, cell: Cell) -> bool {
        let x = self.half_columns(cell);
        x == 0 || x == 2 * self.columns
    }

    pub(super) fn name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    pub(super) fn cell(&self, name: &str) -> Option<Cell> {
        let cell = self.clamped(name)?;
        (self.name(cell) == name).then_some(cell)
    }

    /// A letter and a number brought onto the board: `L1` → `K1`, `f12` → `F9`.
    fn clamped(&self, name: &str) -> Option<Cell> {
        let mut letters = name.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic)?.to_ascii_uppercase();
        if self.shape == Shape::Square {
            let rank = letters.as_str().parse::<usize>().ok()?.saturating_sub(self.first).min(self.columns - 1);
            return Some(self.at((letter as usize - 'A' as usize).min(self.rows - 1), rank));
        }
        let row = letters.as_str().parse::<usize>().ok()?.clamp(1, self.rows) - 1;
        let letter = (letter as usize - 'A' as usize).min(self.row_len(row) - 1);
        Some(self.at(row, letter))
    }

    pub(super) fn nearest_name(&self, name: &str) -> Option<&str> {
        match self.clamped(name) {
            Some(cell) => Some(self.name(cell)),
            None => nearest(name, self.names.iter().map(String::as_str)),
        }
    }

    #[inline]
    pub(super) fn distance(&self, a: Cell, b: Cell) -> u8 {
        self.distances[a.index() * self.len() + b.index()]
    }

    #[inline]
    pub(super) fn distances(&self, from: Cell) -> &[u8] {
        &self.distances[from.index() * self.len()..][..self.len()]
    }

    #[inline]
    pub(super) fn within(&self, cell: Cell, distance: u8) -> CellSet {
        self.within[cell.index() * self.reaches + (distance as usize).min(self.reaches - 1)]
    }

    #[inline]
    pub(super) fn around(&self, set: CellSet) -> CellSet {
        if self.shape == Shape::Square {
            let beside = |cell: Cell| self.within(cell, 1) - CellSet::single(cell);
            return set.iter().fold(CellSet::EMPTY, |all, cell| all | beside(cell));
        }
        let mut next = 0;
        for (shift, up, down) in self.steps {
            next |= (set.0 & up.0) << shift | (set.0 & down.0) >> shift;
        }
        CellSet(next)
    }

    #[inline]
    pub(super) fn nearer(&self, cell: Cell, end: End) -> CellSet {
        self.nearer[cell.index()][end.index()]
    }

    #[inline]
    pub(super) fn half(&self, end: End) -> CellSet {
        self.halves[end.index()]
    }

    /// Half a turn about the centre: numbered row by row, the order is simply reversed.
    #[inline]
    pub(super) fn rotate(&self, cell: Cell) -> Cell {
        Cell::known(self.len() - 1 - cell.index())
    }

    #[inline]
    pub(super) fn rotate_set(&self, set: CellSet) -> CellSet {
        CellSet((set & self.all()).0.reverse_bits() >> (Cell::LIMIT - self.len()))
    }

    /// Left to right.
    pub(super) fn mirror_ends(&self, cell: Cell) -> Cell {
        let row = self.row(cell);
        self.at(row, self.row_len(row) - 1 - self.letter(cell))
    }

    /// Touchline to touchline.
    pub(super) fn mirror_flanks(&self, cell: Cell) -> Cell {
        self.at(self.rows - 1 - self.row(cell), self.letter(cell))
    }
}
