//! What the dice mechanics keeps of its own: a few bytes.

use crate::game::Shootout;
use crate::rules::MAX_DICE;

/// The dice on the table, the running turn, and who sits one out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// The face of each die, from 1; 0 before it is thrown.
    pub faces: [u8; MAX_DICE],
    /// Dice in play.
    pub dice: u8,
    /// Tries made in this turn.
    pub tries: u8,
    /// Every die must be taken in the next try.
    pub all_dice: bool,
    /// The combination on the table, from 1; 0 for none.
    pub combo: u8,
    /// The combination claimed last in this turn.
    pub claimed: u8,
    /// A double was tried for it.
    pub doubled: bool,
    /// Goals at stake in the running claim, or made by the last one.
    pub goals: u8,
    /// Turns each side is still to lose.
    pub lost: [u8; 2],
    /// Whether each side has lost its turn of this round.
    pub out: [bool; 2],
    /// The shoot-out.
    pub shootout: Shootout,
    /// Whose turn it is inside each team, by squad member.
    pub member: [u8; 2],
}

impl Hand {
    /// The number that the shoot-out has among the halves.
    pub const SHOOTOUT: u8 = 4;
    /// Nothing thrown yet.
    pub const EMPTY: Hand = Hand {
        faces: [0; MAX_DICE],
        dice: 0,
        tries: 0,
        all_dice: false,
        combo: 0,
        claimed: 0,
        doubled: false,
        goals: 0,
        lost: [0; 2],
        out: [false; 2],
        shootout: Shootout::NONE,
        member: [0; 2],
    };

    /// The faces of the dice in play.
    #[must_use]
    pub fn shown(&self) -> &[u8] {
        &self.faces[..usize::from(self.dice).min(MAX_DICE)]
    }

    /// All dice in play, a bit each.
    #[must_use]
    pub fn all(&self) -> u8 {
        (1u8 << self.dice.min(MAX_DICE as u8)) - 1
    }
}
