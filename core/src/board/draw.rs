//! The board as text for terminals.

use super::{Board, Cell};

impl Board {
    /// A picture of the board, three characters a cell, every second row half a cell to the left.
    #[must_use]
    pub fn draw(&self, show: impl Fn(Cell) -> [char; 3]) -> String {
        let lattice = &self.lattice;
        let mut picture = String::new();
        for row in [1, 0] {
            picture.push_str(margin(row));
            for letter in 0..lattice.row_len(row) {
                picture.extend([' ', ' ', char::from(b'A' + letter as u8), ' ']);
            }
            picture.truncate(picture.trim_end().len());
            picture.push('\n');
        }
        for row in 0..lattice.rows() {
            let label = format!("{:<2}", row + 1);
            picture.push_str(&label);
            picture.push_str(&margin(row)[label.len()..]);
            for letter in 0..lattice.row_len(row) {
                picture.push('|');
                picture.extend(show(lattice.at(row, letter)));
            }
            picture.push_str("|\n");
        }
        picture
    }
}

/// Whole rows start half a cell further in than those that begin with a half cell; room for a three-digit row.
fn margin(row: usize) -> &'static str {
    if row.is_multiple_of(2) { "      " } else { "    " }
}
