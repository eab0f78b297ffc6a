//! A place on the pitch in centimetres.

use serde::{Deserialize, Serialize};

/// Centimetres from the corner where the left goal line meets the touchline of row 1: `x` along the touchline, `y` across.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Along the touchline, 0 at the left goal line.
    pub x: f64,
    /// Across the pitch, 0 at the touchline of row 1.
    pub y: f64,
}

impl Point {
    /// The point (`x`, `y`).
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// Distance in centimetres.
    #[must_use]
    pub fn distance(self, other: Point) -> f64 {
        libm::hypot(self.x - other.x, self.y - other.y)
    }

    /// Whether the distance is at least `gap`; cheaper than to measure it, with the same answer.
    #[inline]
    #[must_use]
    pub fn is_apart(self, other: Point, gap: f64) -> bool {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        let (square, limit) = (dx * dx + dy * dy, gap * gap);
        // Only where rounding could decide is the root needed.
        if (square - limit).abs() > 1e-9 * limit { square > limit } else { self.distance(other) >= gap }
    }
}
