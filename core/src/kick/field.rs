//! The measures of the pitch that the ball needs.

use crate::End;

/// Pitch, goals, token and ball in centimetres; the board fills it in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Distance between the goal lines, which are at x = 0 and x = `length`.
    pub length: f64,
    /// Distance between the touchlines, which are at y = 0 and y = `width`.
    pub width: f64,
    /// The y of the goalpost nearer to row 1.
    pub goal_low: f64,
    /// The y of the other goalpost.
    pub goal_high: f64,
    /// Height of the bar.
    pub goal_height: f64,
    /// Half the diameter of a token.
    pub token_radius: f64,
    /// Height of a standing token, which is its width when it lies.
    pub token_height: f64,
    /// Half the diameter of the ball.
    pub ball_radius: f64,
    /// How far its middle is beyond a line when it is out.
    pub over: f64,
}

impl Field {
    /// The x of the goal line at this end.
    #[must_use]
    pub const fn goal_line(&self, end: End) -> f64 {
        match end {
            End::Left => 0.0,
            End::Right => self.length,
        }
    }

    /// Whether a ball whose centre is at this y is between the posts.
    #[must_use]
    pub fn in_mouth(&self, y: f64) -> bool {
        y > self.goal_low && y < self.goal_high
    }
}
