//! What the mechanics of a square board keeps of its own.

use crate::Token;
use crate::board::CellSet;
use crate::game::NOBODY;
use crate::plugin::ActWord;

/// What the mechanics of a square board remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridState {
    /// Per side: the member who keeps goal, or [`NOBODY`].
    pub keepers: [u8; 2],
    /// The pawn that lost the ball in the turn before.
    pub robbed: Option<Token>,
    /// The pawn that lost the ball in this turn.
    pub victim: Option<Token>,
    /// What the turn was used for.
    pub act: ActWord,
    /// The first of two hidden picks; 0 while none is sealed.
    pub sealed: u8,
    /// Sides whose formation is still hidden, a bit each.
    pub hidden: u8,
    /// Legal now, per [`crate::game::Way`]: cells the ball may be sent to.
    pub sends: [CellSet; 5],
    /// Legal now: numbers that may be chosen in secret, bit 0 for 1.
    pub numbers: u8,
}

impl GridState {
    /// Before a match.
    pub const NEW: GridState = GridState {
        keepers: [NOBODY; 2],
        robbed: None,
        victim: None,
        act: ActWord::None,
        sealed: 0,
        hidden: 0,
        sends: [CellSet::EMPTY; 5],
        numbers: 0,
    };
}
