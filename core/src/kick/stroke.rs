//! What the coach asks of the ball, and who is in its way.

use super::{Corridor, Pace, Pose, Technique};
use crate::{Token, board::Point};

/// One strike of the ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kick {
    /// Spot of the kicker; the ball starts there.
    pub from: Point,
    /// The token that strikes; it is no obstacle until the ball has touched another.
    pub kicker: Token,
    /// How it is struck.
    pub technique: Technique,
    /// Where it should go.
    pub aim: Aim,
    /// How hard.
    pub pace: Pace,
    /// How steady the hand is.
    pub hand: Hand,
}

/// Where a kick should go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// The ball should stop at this point.
    Spot(Point),
    /// The ball should cross the goal line at this point.
    Goal {
        /// A point of the goal line.
        at: Point,
        /// Height of the underside of the ball when it crosses; a low kick ignores it.
        height: f64,
    },
}

impl Aim {
    /// The point on the table under the aim.
    #[must_use]
    pub const fn point(self) -> Point {
        match self {
            Aim::Spot(at) | Aim::Goal { at, .. } => at,
        }
    }
}

/// The hand's errors as factors of those in the board file, and how far it can send the ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// Factor on errors of direction and height; 0 is a perfect hand.
    pub spread: f64,
    /// Factor on errors of length; 0 is a perfect hand.
    pub length: f64,
    /// The farthest a kick may be meant to go, in centimetres.
    pub reach: f64,
}

impl Hand {
    /// A hand without any error.
    pub const PERFECT: Hand = Hand { spread: 0.0, length: 0.0, reach: f64::INFINITY };
}

impl Default for Hand {
    fn default() -> Self {
        Hand { spread: 1.0, length: 1.0, reach: f64::INFINITY }
    }
}

/// A token the ball may meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle {
    /// Which token.
    pub token: Token,
    /// Where its centre is.
    pub at: Point,
    /// How it stands.
    pub pose: Pose,
    /// Whether, and how, it guards a goal.
    pub keeper: Keeper,
}

/// The tokens that a ball may meet.
pub trait Crowd {
    /// Shows all whom the ball may meet on a straight piece of its way, always in the same order: of two met at once the
    /// first counts. Who shows more only loses time.
    fn show(&self, way: &Corridor<'_>, meet: impl FnMut(Obstacle));
}

impl Crowd for [Obstacle] {
    fn show(&self, way: &Corridor<'_>, meet: impl FnMut(Obstacle)) {
        self.iter().copied().filter(|o| o.keeper == Keeper::Rod || way.passes(o.at)).for_each(meet);
    }
}

/// How a token guards the goal during this kick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keeper {
    /// It does not: an ordinary token.
    No,
    /// Put in place by hand before the shot; it covers what the board file says.
    Hands,
    /// Guided along the goal mouth by the rod while the ball is coming.
    Rod,
}
