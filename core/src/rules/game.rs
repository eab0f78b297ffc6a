//! Which mechanics a ruleset is played with.

use crate::plugin::words;

words! {
    /// The mechanics by name, as a ruleset file writes it: `mechanics: pitch`.
    GameKind { Pitch = "pitch", Grid = "grid" }
}

/// The mechanics of a ruleset with the data that only it has. The engine matches on it in one place, where a match
/// hands an action to the machine.
#[derive(Clone, Debug, PartialEq)]
pub enum Game {
    /// Turns of three phases on hexagons, and a flicked ball.
    Pitch(Pitch),
    /// Moves on a square board.
    Grid(Grid),
}

/// The data of the pitch: none but what every ruleset has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pitch;

/// The data of the square board: none yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid;

impl Game {
    /// Its name.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Game::Pitch(_) => GameKind::Pitch,
            Game::Grid(_) => GameKind::Grid,
        }
    }
}
