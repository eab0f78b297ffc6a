//! The board as text for terminals.

use super::lattice::Shape;
use super::{Board, Cell};

impl Board {
    /// A picture of the board, three characters a cell: hexagons with every second row half a cell to the left, squares
    /// with the highest rank on top.
    #[must_use]
    pub fn draw(&self, show: impl Fn(Cell) -> [char; 3]) -> String {
        if self.lattice.shape() == Shape::Square {
            return self.draw_squares(show);
        }
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

impl Board {
    fn draw_squares(&self, show: impl Fn(Cell) -> [char; 3]) -> String {
        let lattice = &self.lattice;
        let files = || (0..lattice.rows()).map(|file| char::from(b'a' + file as u8));
        let mut picture = String::from("  ");
        files().for_each(|letter| picture.extend([' ', ' ', ' ', letter]));
        picture.push('\n');
        for rank in (0..lattice.columns()).rev() {
            picture.push_str(&format!("{:>3} ", rank + lattice.first()));
            let mut open = false;
            for file in 0..lattice.rows() {
                match lattice.square(file, rank) {
                    Some(cell) => {
                        picture.push('|');
                        picture.extend(show(cell));
                        open = true;
                    }
                    None => {
                        picture.push_str(if open { "|   " } else { "    " });
                        open = false;
                    }
                }
            }
            if open {
                picture.push('|');
            }
            picture.truncate(picture.trim_end().len());
            picture.push('\n');
        }
        picture
    }
}

/// Whole rows start half a cell further in than those that begin with a half cell; room for a three-digit row.
fn margin(row: usize) -> &'static str {
    if row.is_multiple_of(2) { "      " } else { "    " }
}
