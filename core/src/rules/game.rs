//! Which mechanics a ruleset is played with.

use super::DiceSet;
use crate::plugin::words;
use std::sync::Arc;

words! {
    /// The mechanics by name, as a ruleset file writes it: `mechanics: pitch`.
    GameKind { Pitch = "pitch", Grid = "grid", Dice = "dice" }
}

/// The mechanics of a ruleset with the data that only it has. The engine matches on it in one place, where a match
/// hands an action to the machine.
#[derive(Clone, Debug, PartialEq)]
pub enum Game {
    /// Turns of three phases on hexagons, and a flicked ball.
    Pitch(Pitch),
    /// Moves on a square board.
    Grid(Grid),
    /// Nothing but dice.
    Dice(Arc<DiceSet>),
}

/// The data of the pitch: none but what every ruleset has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pitch;

/// The data of the square board: switches and numbers of its mechanics, looked up once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Pawns of a side that start on the pitch.
    pub starters: u8,
    /// Actions of a turn.
    pub actions_per_turn: u8,
    /// A turn may be skipped.
    pub may_skip: bool,
    /// Turns after which a match ends without a result.
    pub max_turns: u32,
    /// Formations are fixed before the toss.
    pub toss_after_setup: bool,
    /// Expelled pawns take part in later formations.
    pub expelled_return: bool,
    /// Cards are taken back at a kick-off.
    pub goal_clears_cards: bool,
    /// A thief takes the robbed pawn's space.
    pub thief_takes_space: bool,
    /// The robbed pawn goes to the thief's former space.
    pub robbed_swaps: bool,
    /// Numbers that both sides of a penalty choose from.
    pub penalty_choices: u8,
    /// A substitute may come on for an expelled pawn.
    pub replace_expelled: bool,
    /// A substitute takes the replaced pawn's space.
    pub sub_takes_space: bool,
    /// A replaced pawn may come on again.
    pub replaced_returns: bool,
    /// Cards go on with the substitute.
    pub sub_inherits_cards: bool,
}

#[cfg(feature = "lua")]
impl Grid {
    /// Reads them out of the parameters.
    ///
    /// # Errors
    /// The name of a parameter that no plugin of the ruleset declares, or that has the wrong type.
    pub fn read(params: &super::Params) -> Result<Grid, String> {
        use super::Value;
        let find = |name: &str| {
            params.get(name).map(|p| &p.value).ok_or_else(|| {
                format!("the grid mechanics needs a parameter `{name}`: no plugin of this ruleset declares it")
            })
        };
        let flag = |name: &str| match find(name)? {
            Value::Bool(b) => Ok(*b),
            _ => Err(format!("the grid mechanics needs `{name}` to be true or false")),
        };
        let int = |name: &str, most: u32| {
            match find(name)? {
                Value::Int(n) => u32::try_from(*n).ok().filter(|n| *n <= most),
                _ => None,
            }
            .ok_or_else(|| format!("the grid mechanics needs `{name}` to be a whole number up to {most}"))
        };
        Ok(Grid {
            starters: int("starters", 11)? as u8,
            actions_per_turn: int("actions_per_turn", 100)? as u8,
            may_skip: flag("may_skip")?,
            max_turns: int("max_turns", 50_000)?,
            toss_after_setup: flag("toss_after_setup")?,
            expelled_return: flag("expelled_return")?,
            goal_clears_cards: flag("goal_clears_cards")?,
            thief_takes_space: flag("thief_takes_space")?,
            robbed_swaps: flag("robbed_swaps")?,
            penalty_choices: int("penalty_choices", 3)? as u8,
            replace_expelled: flag("replace_expelled")?,
            sub_takes_space: flag("sub_takes_space")?,
            replaced_returns: flag("replaced_returns")?,
            sub_inherits_cards: flag("sub_inherits_cards")?,
        })
    }
}

impl Game {
    /// The data of a mechanics, read out of the parameters.
    ///
    /// # Errors
    /// The parameter that is missing or wrong.
    #[cfg(feature = "lua")]
    pub fn read(kind: GameKind, params: &super::Params) -> Result<Game, String> {
        Ok(match kind {
            GameKind::Pitch => Game::Pitch(Pitch),
            GameKind::Grid => Game::Grid(Grid::read(params)?),
            GameKind::Dice => return Err("dice are listed in the ruleset, they are no parameters".to_owned()),
        })
    }

    /// Tokens of a side that start on the pitch.
    #[must_use]
    pub const fn starters(&self) -> usize {
        match self {
            Game::Pitch(_) => crate::game::Slot::PER_SIDE,
            Game::Grid(grid) => grid.starters as usize,
            // Nobody stands anywhere: all wait beside the table.
            Game::Dice(_) => 0,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Game::Pitch(_) => GameKind::Pitch,
            Game::Grid(_) => GameKind::Grid,
            Game::Dice(_) => GameKind::Dice,
        }
    }
}
