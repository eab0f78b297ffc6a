//! Cells, and sets of cells as one machine word pair.

use serde::{Deserialize, Serialize};
use std::num::NonZeroU8;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// One cell of a board, numbered along the rows: row 1 first, column A first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Cell(NonZeroU8); // the index with the top bit set, so that an `Option` of it is a byte

impl Cell {
    /// The most cells a board can have: one bit each in a [`CellSet`].
    pub const LIMIT: usize = 128;
    /// The cell with index 0, which every board has.
    pub const FIRST: Cell = Cell::known(0);

    /// The cell with this index, or `None` at [`Cell::LIMIT`] and beyond.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Cell> {
        if index < Self::LIMIT { Some(Cell::known(index)) } else { None }
    }

    /// The index, for arrays.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize % Self::LIMIT
    }

    /// For indices the board has already bounded by its own size.
    #[inline]
    pub(super) const fn known(index: usize) -> Cell {
        debug_assert!(index < Self::LIMIT);
        match NonZeroU8::new(index as u8 | 0x80) {
            Some(number) => Cell(number),
            None => Cell(NonZeroU8::MAX),
        }
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Cell").field(&self.index()).finish()
    }
}

impl TryFrom<u8> for Cell {
    type Error = CellOutOfRange;

    fn try_from(index: u8) -> Result<Cell, CellOutOfRange> {
        Cell::from_index(index.into()).ok_or(CellOutOfRange(index))
    }
}

impl From<Cell> for u8 {
    fn from(cell: Cell) -> u8 {
        cell.index() as u8
    }
}

/// A number that is no cell of any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no cell: cells are numbered 0 to 127")]
pub struct CellOutOfRange(pub u8);

/// A set of cells, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CellSet(pub u128);

/// The set of one cell, by the byte of an `Option<Cell>`: looking it up takes less than shifting a pair of words.
const SINGLES: &[CellSet; 256] = &{
    let mut sets = [CellSet::EMPTY; 256];
    let mut index = 0;
    while index < Cell::LIMIT {
        sets[Cell::known(index).0.get() as usize] = CellSet(1 << index);
        index += 1;
    }
    sets
};

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet(0);

    /// Just this cell.
    #[inline]
    #[must_use]
    pub const fn single(cell: Cell) -> CellSet {
        SINGLES[cell.0.get() as usize]
    }

    /// The first `count` cells (at most 128).
    #[must_use]
    pub const fn first_cells(count: usize) -> CellSet {
        if count >= Cell::LIMIT { CellSet(u128::MAX) } else { CellSet((1 << count) - 1) }
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0 |= CellSet::single(cell).0;
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0 &= !CellSet::single(cell).0;
    }

    /// Whether the cell is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        // The half that has it: one word is shifted with less than two.
        let half = if cell.index() < 64 { self.0 as u64 } else { (self.0 >> 64) as u64 };
        half >> (cell.index() % 64) & 1 == 1
    }

    /// Whether every cell of `other` is in this set.
    #[inline]
    #[must_use]
    pub const fn contains_all(self, other: CellSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// How many cells.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cell with the lowest index.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell::known(self.0.trailing_zeros() as usize)) }
    }

    /// The cells in index order.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> CellIter {
        CellIter(self)
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitor(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    #[inline]
    fn bitand(self, other: CellSet) -> CellSet {
        CellSet(self.0 & other.0)
    }
}

impl Sub for CellSet {
    type Output = CellSet;
    #[inline]
    fn sub(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }
}

/// All 128 bits flip; `board.all() - set` is the complement on a board.
impl Not for CellSet {
    type Output = CellSet;
    #[inline]
    fn not(self) -> CellSet {
        CellSet(!self.0)
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: CellSet) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: CellSet) {
        self.0 &= other.0;
    }
}

impl SubAssign for CellSet {
    #[inline]
    fn sub_assign(&mut self, other: CellSet) {
        self.0 &= !other.0;
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        cells.into_iter().fold(CellSet::EMPTY, |set, cell| set | CellSet::single(cell))
    }
}

impl From<Cell> for CellSet {
    fn from(cell: Cell) -> CellSet {
        CellSet::single(cell)
    }
}

/// Nothing is the empty set.
impl From<Option<Cell>> for CellSet {
    #[inline]
    fn from(cell: Option<Cell>) -> CellSet {
        SINGLES[usize::from(cell.map_or(0, |c| c.0.get()))]
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = CellIter;
    #[inline]
    fn into_iter(self) -> CellIter {
        self.iter()
    }
}

/// The cells of a [`CellSet`] in index order.
#[derive(Clone, Debug)]
pub struct CellIter(CellSet);

impl Iterator for CellIter {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let cell = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(cell)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for CellIter {}

/// Up to `N` cells in an order that matters, without allocation; reads as a slice.
#[derive(Clone, Copy)]
pub struct CellList<const N: usize> {
    cells: [Cell; N],
    len: u8,
}

impl<const N: usize> CellList<N> {
    pub(super) const fn new() -> CellList<N> {
        CellList { cells: [Cell::FIRST; N], len: 0 }
    }

    /// Adds a cell at the end; a full list stays as it is.
    pub(super) fn push(&mut self, cell: Cell) {
        if let Some(free) = self.cells.get_mut(self.len as usize) {
            *free = cell;
            self.len += 1;
        }
    }

    /// The same cells without their order.
    #[must_use]
    pub fn set(&self) -> CellSet {
        self.iter().copied().collect()
    }
}

impl<const N: usize> std::ops::Deref for CellList<N> {
    type Target = [Cell];
    #[inline]
    fn deref(&self) -> &[Cell] {
        &self.cells[..self.len as usize]
    }
}

impl<const N: usize> PartialEq for CellList<N> {
    fn eq(&self, other: &CellList<N>) -> bool {
        **self == **other
    }
}

impl<const N: usize> Eq for CellList<N> {}

impl<const N: usize> std::fmt::Debug for CellList<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<const N: usize> IntoIterator for CellList<N> {
    type Item = Cell;
    type IntoIter = std::iter::Take<std::array::IntoIter<Cell, N>>;
    fn into_iter(self) -> Self::IntoIter {
        self.cells.into_iter().take(self.len as usize)
    }
}
