//! The hexagonal lattice: rows, names, distances and neighbours, before anything is painted on it.

use super::error::nearest;
use super::{Cell, CellSet};
use crate::End;

/// Rows of hexagons, odd rows whole, even rows shifted by half a cell and ending in half cells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lattice {
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
        let mut lattice = Lattice {
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
        lattice.direct();
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
            .map(|cell| towards(self.around(CellSet::single(cell)), self.half_columns(cell)))
            .collect();
        let halves = towards(self.all(), self.columns);
        (self.nearer, self.halves) = (nearer, halves);
    }

    /// PART 7: rows apart, plus what is left of the columns after half a column a row.
    fn formula(&self, a: Cell, b: Cell) -> u8 {
        let rows = self.row(a).abs_diff(self.row(b));
        let halves = self.half_columns(a).abs_diff(self.half_columns(b));
        (rows + halves.saturating_sub(rows) / 2) as u8
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
        self.columns + row % 2
    }

    /// The cell of a row (from 0) and letter (from 0).
    #[inline]
    pub(super) fn at(&self, row: usize, letter: usize) -> Cell {
        Cell::known(row * self.columns + row / 2 + letter)
    }

    /// Distance of the centre from the left goal line in half cell widths.
    #[inline]
    pub(super) fn half_columns(&self, cell: Cell) -> usize {
        let (row, letter) = self.places[cell.index()];
        2 * letter + (row + 1) % 2
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
    pub(super) fn within(&self, cell: Cell, distance: u8) -> CellSet {
        self.within[cell.index() * self.reaches + (distance as usize).min(self.reaches - 1)]
    }

    #[inline]
    pub(super) fn around(&self, set: CellSet) -> CellSet {
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
