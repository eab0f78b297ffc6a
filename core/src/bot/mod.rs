//! Players made of code: they look at a match and choose.

mod random;

pub use random::Random;

use crate::Side;
use crate::game::{Action, Match};

/// Somebody who plays one side.
pub trait Bot: Send {
    /// A legal action for the pending decision. The match must not be over.
    fn choose(&mut self, m: &Match) -> Action;
}

/// The names that [`by_name`] knows.
pub const NAMES: &[&str] = &["random", "coach"];

/// The bot of that name, or `None`; [`nearest`] says what may have been meant.
#[must_use]
pub fn by_name(name: &str, seed: u64) -> Option<Box<dyn Bot>> {
    match name {
        "random" | "coach" => Some(Box::new(Random::new(seed))),
        _ => None,
    }
}

/// The bots whose names are most like `name`, the nearest first.
#[must_use]
pub fn nearest(name: &str) -> Vec<&'static str> {
    crate::rules::nearest(name, NAMES.iter().copied())
}

/// The seed for the bot of one side of a match: the same match is played the same way again.
#[must_use]
pub fn seed(match_seed: u64, side: Side) -> u64 {
    match_seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ side.index() as u64
}
