//! What became of a kick.

use super::Short;
use crate::{End, Token, board::Point};
use serde::Serialize;

/// A ball that has come to rest or left the pitch. Positions are rounded to 0.0001 cm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Flight {
    /// Tokens touched, in order; a token may come twice when another was touched between.
    pub touches: Short<Token, 8>,
    /// Where the ball lies, inside the pitch; the point of exit if it left.
    pub rest: Point,
    /// Whether and how it left the pitch.
    pub exit: Exit,
    /// Tokens that the ball pushed.
    pub moved: Short<Moved, 8>,
    /// How often the ball struck a post or the bar.
    pub woodwork: u8,
}

/// The corners of a ball's path, from the kick to the rest.
pub type Path = Short<PathPoint, 24>;

/// How a ball left the pitch; the whole ball is over the line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    /// It did not.
    None,
    /// Over a touchline, at this point of it.
    Touch(Point),
    /// Over a goal line beside or above the goal, at this point of it.
    Byline(Point),
    /// Into the goal at this end, at this point of the goal line.
    Net(Point, End),
}

/// A point of the ball's path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PathPoint {
    /// Along the touchline.
    pub x: f64,
    /// Across the pitch.
    pub y: f64,
    /// Height of the underside of the ball; 0 when it rolls.
    pub h: f64,
}

/// A token that the ball pushed, and how far in each direction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Moved {
    /// Which token.
    pub token: Token,
    /// Centimetres along the touchline.
    pub dx: f64,
    /// Centimetres across the pitch.
    pub dy: f64,
}

/// A coordinate to 0.0001 cm, so that every encoding of it is the same; never a negative zero.
pub(super) fn rounded(coordinate: f64) -> f64 {
    libm::round(coordinate * 1e4) / 1e4 + 0.0
}
