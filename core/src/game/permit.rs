//! Permits: grants resolved for the tokens at hand, small enough to live in the state.

use super::state::NOBODY;
use crate::board::CellSet;
use crate::plugin::{Along, Dirs, GrantPose, Into, Push, Ruling, Through};

/// Permits that one phase or set-up step can hold.
pub const MAX_PERMITS: usize = 6;

/// What some slots of one side may do in the running phase or set-up step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Permit {
    /// Where they may end.
    pub target: CellSet,
    /// Which slots, a bit each.
    pub slots: u16,
    /// At most this many steps.
    pub cells: u8,
    /// At least this many.
    pub least: u8,
    /// In these directions.
    pub dirs: Dirs,
    /// Into cells that hold this.
    pub into: Into,
    /// Through cells that hold this.
    pub through: Through,
    /// Keeping to this line, from start to end.
    pub along: Along,
    /// Where a teammate in the way goes.
    pub push: Push,
    /// Also a change of place inside the cell.
    pub shift: bool,
    /// Must be used before the phase may end.
    pub forced: bool,
    /// Does not spend the move.
    pub free: bool,
    /// On the goal line itself, not inside the cell.
    pub on_line: bool,
    /// Guided with the rod.
    pub rod: bool,
    /// Where a wall may stand.
    pub wall: bool,
    /// The pose afterwards.
    pub pose: GrantPose,
    /// Tokens that may still use it ([`NOBODY`] = any number).
    pub left: u8,
    /// Exclusive option it belongs to (0 = none).
    pub option: u8,
    /// The clause that gave it.
    pub ruling: Ruling,
}

impl Permit {
    /// Allows nothing.
    pub const NONE: Permit = Permit {
        target: CellSet::EMPTY,
        slots: 0,
        cells: 0,
        least: 0,
        dirs: Dirs::Any,
        into: Into::Free,
        through: Through::Any,
        along: Along::Nothing,
        push: Push::Nothing,
        shift: false,
        forced: false,
        free: false,
        on_line: false,
        rod: false,
        wall: false,
        pose: GrantPose::Stand,
        left: NOBODY,
        option: 0,
        ruling: Ruling::NONE,
    };

    /// Whether it is for a slot.
    #[must_use]
    pub fn is_for(&self, slot: usize) -> bool {
        self.slots >> slot & 1 == 1 && self.left > 0
    }
}
