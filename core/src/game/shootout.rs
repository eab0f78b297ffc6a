//! The shoot-out, whatever it is played with.

use crate::Side;

/// Attempts that decide a match and are no goals of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shootout {
    /// It has begun.
    pub on: bool,
    /// Attempts made, home first.
    pub kicks: [u8; 2],
    /// Goals of these.
    pub goals: [u8; 2],
    /// Who has taken one since everybody could again, a bit for each member of the squad.
    pub taken: [u16; 2],
}

impl Shootout {
    /// None has begun.
    pub const NONE: Shootout = Shootout { on: false, kicks: [0; 2], goals: [0; 2], taken: [0; 2] };

    /// Its goals, once it has begun.
    #[must_use]
    pub fn shown(&self) -> Option<[u8; 2]> {
        self.on.then_some(self.goals)
    }

    /// An attempt of a side begins.
    pub fn count(&mut self, side: Side) {
        let kicks = &mut self.kicks[side.index()];
        *kicks = kicks.saturating_add(1);
    }

    /// It brought goals.
    pub fn score(&mut self, side: Side, goals: u8) {
        let total = &mut self.goals[side.index()];
        *total = total.saturating_add(goals);
    }
}
