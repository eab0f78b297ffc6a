//! A ruleset: board, vocabulary, parameters and the stack of plugins, frozen for play.

use super::mechanics::Mechanics;
use super::{Formations, Params, Squad};
use crate::board::Board;
use crate::game::Layout;
use crate::kick::{Field, Physics};
use crate::plugin::{Stack, Vocabulary};
use std::sync::Arc;

/// Everything that does not change during a match.
#[derive(Debug)]
pub struct Ruleset {
    /// Distinguishes loaded rulesets inside one process.
    pub(crate) id: u64,
    /// Its name, `base`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The rulesets it stands on, itself first.
    pub family: Vec<String>,
    /// The board.
    pub board: Arc<Board>,
    /// The board as the ball sees it.
    pub field: Field,
    /// How the ball behaves.
    pub physics: Physics,
    /// Words that plugins share: skills, cards, zones.
    pub vocabulary: Vocabulary,
    /// Parameters in force.
    pub params: Params,
    /// Numbers that the mechanics itself reads out of the parameters.
    pub mechanics: Mechanics,
    /// The plugins.
    pub stack: Stack,
    /// Named shapes for set-ups.
    pub formations: Formations,
    /// The squad that a side without one of its own plays.
    pub squad: Squad,
    /// Action ids.
    pub layout: Layout,
    /// Hash of everything that decides results.
    pub hash: String,
    /// The clause that is switched off, when a scenario is checked.
    pub muted: Option<String>,
    /// Remember answers that depend on facts alone.
    pub memo: bool,
}
