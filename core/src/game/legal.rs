//! What is legal now, as sets.

use crate::board::CellSet;

/// The legal actions of the pending decision, from which [`super::Action`]s are expanded on demand. Cells are real
/// cells (not mirrored); slots are those of the deciding side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Legal {
    /// Offers and plain answers, a bit per [`super::Offer`].
    pub offers: u32,
    /// Intents × techniques, bit `3 × intent + technique`; at the stage `throw` sets of dice, bit *n* for the set *n*.
    pub declare: u32,
    /// What may be aimed at.
    pub aim: AimAt,
    /// Per slot: cells it may move to or be placed on.
    pub moves: [CellSet; 11],
    /// Per slot: spots of its own cell it may shift to, a bit each.
    pub shifts: [u8; 11],
    /// Tokens to pick from: bits 0–10 own slots, 11–21 the opponent's.
    pub tokens: u32,
    /// Cells to pick from.
    pub cells: CellSet,
    /// Poses, a bit per [`super::KeeperPose`].
    pub poses: u8,
    /// Changes of player, bit `5 × slot + bench place`.
    pub changes: u64,
    /// Formations, bit `4 × shape + wall`.
    pub formations: u32,
}

/// What the aim of a kick is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum AimAt {
    /// No aim is asked.
    Nothing,
    /// Any spot of any cell.
    Pitch,
    /// The points of the attacked goal.
    Goal,
}

impl Legal {
    /// Nothing is legal.
    pub const NOTHING: Legal = Legal {
        offers: 0,
        declare: 0,
        aim: AimAt::Nothing,
        moves: [CellSet::EMPTY; 11],
        shifts: [0; 11],
        tokens: 0,
        cells: CellSet::EMPTY,
        poses: 0,
        changes: 0,
        formations: 0,
    };
}
