//! Grants: how a plugin answers for many tokens and cells at once.

use super::words::words;
use super::{Skills, ZoneView};
use crate::Token;

words! {
    /// Whom a grant is for.
    GrantWho {
        All = "all", Others = "others", Keeper = "keeper", Carrier = "carrier", Wall = "wall", Crowd = "crowd",
        Beaten = "beaten", Slid = "slid",
    }
}
words! {
    /// In which directions.
    Dirs { Any = "any", Front = "front", Rear = "rear", Straight = "straight", Diagonal = "diagonal" }
}
words! {
    /// What a target cell may hold.
    Into {
        Free = "free", Empty = "empty", Teammate = "teammate", Own = "own", Goal = "goal", Carrier = "carrier",
        Pawn = "pawn", Unopposed = "unopposed", Goals = "goals", Anything = "anything",
    }
}
words! {
    /// What may be passed through on the way.
    Through { Any = "any", Empty = "empty", Aligned = "aligned" }
}
words! {
    /// A line to keep to.
    Along { Nothing = "none", Touchline = "touchline" }
}
words! {
    /// The pose after a step.
    GrantPose { Stand = "stand", Lie = "lie", Either = "either" }
}
words! {
    /// Where a teammate in the way goes.
    Push { Nothing = "none", Empty = "empty" }
}

/// "Up to 3 cells, forward, into empty ones": one permission, which the engine turns into sets of cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grant {
    /// Whom it is for.
    pub who: GrantWho,
    /// Not for this token.
    pub except: Option<Token>,
    /// Only with no opponent in his cell.
    pub alone: bool,
    /// Only for tokens with all of these active skills.
    pub skill: Skills,
    /// At most this many tokens use it (0 = no bound).
    pub count: u8,
    /// At most this many steps.
    pub cells: u8,
    /// At least this many steps.
    pub least: u8,
    /// In these directions.
    pub dirs: Dirs,
    /// Into cells that hold this.
    pub into: Into,
    /// Through cells that hold this.
    pub through: Through,
    /// Keeping to this line.
    pub along: Along,
    /// Every step after the first inside this zone.
    pub within: Option<ZoneView>,
    /// Starting inside this zone.
    pub from: Option<ZoneView>,
    /// Starting outside this zone.
    pub not_from: Option<ZoneView>,
    /// On a line that crosses nothing of this zone.
    pub avoid: Option<ZoneView>,
    /// Ending inside this zone.
    pub zone: Option<ZoneView>,
    /// Ending outside this zone.
    pub not_zone: Option<ZoneView>,
    /// At least this many cells from the ball.
    pub gap: u8,
    /// Only with a clear line of sight.
    pub clear: bool,
    /// In hops over others.
    pub hops: bool,
    /// The hops may come back to a pawn.
    pub again: bool,
    /// Where a teammate already there goes.
    pub push: Push,
    /// The pose afterwards.
    pub pose: GrantPose,
    /// Also a change of place inside his own cell.
    pub shift: bool,
    /// Takes the ball along.
    pub carries: bool,
    /// Must be used before the phase may end.
    pub forced: bool,
    /// Does not spend his move.
    pub free: bool,
    /// The keeper is guided with the rod.
    pub rod: bool,
    /// On the goal line itself, not inside the cell.
    pub on_line: bool,
    /// Not allowed: names the clause that forbids it.
    pub refused: bool,
    /// One option per phase (0 = none).
    pub option: u8,
    /// Techniques, as a bit set over `Technique::ALL` (for declarations).
    pub techniques: u8,
    /// The clause that gave it and its layer.
    pub ruling: super::Ruling,
}

impl Default for Grant {
    fn default() -> Self {
        Grant {
            who: GrantWho::All,
            except: None,
            alone: false,
            skill: Skills(0),
            count: 0,
            cells: 0,
            least: 0,
            dirs: Dirs::Any,
            into: Into::Free,
            through: Through::Any,
            along: Along::Nothing,
            within: None,
            from: None,
            not_from: None,
            avoid: None,
            zone: None,
            not_zone: None,
            gap: 0,
            clear: false,
            hops: false,
            again: false,
            push: Push::Nothing,
            pose: GrantPose::Stand,
            shift: false,
            carries: false,
            forced: false,
            free: false,
            rod: false,
            on_line: false,
            refused: false,
            option: 0,
            techniques: 0,
            ruling: super::Ruling::NONE,
        }
    }
}

/// A grant under the name its plugin gave it: an offer, an intent, or a label of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedGrant {
    /// For hooks with fixed names, their index; otherwise 0.
    pub name: u8,
    /// The permission.
    pub grant: Grant,
}
