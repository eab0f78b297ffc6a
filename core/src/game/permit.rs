//! Permits: grants resolved for the tokens at hand, small enough to live in the state.

use super::state::NOBODY;
use crate::board::CellSet;
use crate::plugin::{Along, Dirs, Grant, GrantPose, GrantWho, Into, Push, Ruling, Through};

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
    /// What else is true of it.
    pub flags: Flags,
    /// The pose afterwards.
    pub pose: GrantPose,
    /// Tokens that may still use it ([`NOBODY`] = any number).
    pub left: u8,
    /// Exclusive option it belongs to (0 = none).
    pub option: u8,
    /// The clause that gave it.
    pub ruling: Ruling,
}

/// What is true of a permit, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags(pub(super) u8);

impl Flags {
    const SHIFT: u8 = 1;
    const FORCED: u8 = 1 << 1;
    const FREE: u8 = 1 << 2;
    const ON_LINE: u8 = 1 << 3;
    const ROD: u8 = 1 << 4;
    const WALL: u8 = 1 << 5;
    pub(super) const PUSHES: u8 = 1 << 6;

    /// The flags of a grant.
    #[must_use]
    pub fn of(grant: &Grant) -> Flags {
        let flag = |is: bool, flag: u8| if is { flag } else { 0 };
        Flags(
            flag(grant.shift, Self::SHIFT)
                | flag(grant.forced, Self::FORCED)
                | flag(grant.free, Self::FREE)
                | flag(grant.on_line, Self::ON_LINE)
                | flag(grant.rod, Self::ROD)
                | flag(grant.who == GrantWho::Wall, Self::WALL)
                | flag(grant.push == Push::Empty, Self::PUSHES),
        )
    }
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
        flags: Flags(0),
        pose: GrantPose::Stand,
        left: NOBODY,
        option: 0,
        ruling: Ruling::NONE,
    };

    /// Also a change of place inside the cell.
    #[must_use]
    pub fn shift(&self) -> bool {
        self.flags.0 & Flags::SHIFT != 0
    }

    /// Must be used before the phase may end.
    #[must_use]
    pub fn forced(&self) -> bool {
        self.flags.0 & Flags::FORCED != 0
    }

    /// Does not spend the move.
    #[must_use]
    pub fn free(&self) -> bool {
        self.flags.0 & Flags::FREE != 0
    }

    /// On the goal line itself, not inside the cell.
    #[must_use]
    pub fn on_line(&self) -> bool {
        self.flags.0 & Flags::ON_LINE != 0
    }

    /// Guided with the rod.
    #[must_use]
    pub fn rod(&self) -> bool {
        self.flags.0 & Flags::ROD != 0
    }

    /// Where a wall may stand.
    #[must_use]
    pub fn wall(&self) -> bool {
        self.flags.0 & Flags::WALL != 0
    }

    /// A teammate in the way goes to an empty neighbour.
    #[must_use]
    pub fn pushes(&self) -> bool {
        self.flags.0 & Flags::PUSHES != 0
    }

    /// Only says how far and into what, not which way.
    #[must_use]
    pub fn plain(&self) -> bool {
        let any_way = matches!((self.dirs, self.through, self.along), (Dirs::Any, Through::Any, Along::Nothing));
        any_way && self.least == 0 && !self.pushes()
    }

    /// Whether it is for a slot.
    #[must_use]
    pub fn is_for(&self, slot: usize) -> bool {
        self.slots >> slot & 1 == 1 && self.left > 0
    }
}
