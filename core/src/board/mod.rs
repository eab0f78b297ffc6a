//! Boards: cells, sets of cells, zones, names and measures.

mod point;

pub use point::Point;
