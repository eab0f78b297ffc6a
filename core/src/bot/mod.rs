//! Players made of code: they look at a match and choose.
//!
//! A bot draws from a stream of its own, never from the match's dice, and sees only what a person at the table sees: a
//! bot that searches does so in [`Match::fork`], whose dice are not the real ones.

mod coach;
mod random;
mod squares;
#[cfg(test)]
mod tests;

pub use coach::{Coach, Fraction, Odds, Want};
pub use random::Random;

use crate::Side;
use crate::game::{Action, Match, MatchError};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

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
        "random" => Some(Box::new(Random::new(seed))),
        "coach" => Some(Box::new(Coach::new(seed))),
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
    // An odd multiplier keeps different match seeds apart; the two sides differ in one bit of the product's key.
    match_seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ side.index() as u64
}

/// Plays a match to its end.
///
/// # Errors
/// When a bot chooses what is not legal, or a plugin fails.
pub fn play(m: &mut Match, home: &mut dyn Bot, away: &mut dyn Bot) -> Result<(), MatchError> {
    while let Some(decision) = m.decision() {
        let action = match decision.side {
            Side::Home => ask(home, m),
            Side::Away => ask(away, m),
        };
        m.apply(action)?;
    }
    Ok(())
}

/// What a bot chooses, seeing no more of the match than its side does.
pub fn ask(bot: &mut dyn Bot, m: &Match) -> Action {
    if m.has_secret() { bot.choose(&m.view(m.state().to_act)) } else { bot.choose(m) }
}

/// A bot's own stream of chance: its key cannot be that of a match's dice or kicks.
fn stream(seed: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..12].copy_from_slice(b"bot ");
    ChaCha8Rng::from_seed(key)
}
