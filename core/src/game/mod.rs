//! The match: a pure state machine.

mod action;
mod code;
pub mod dice;
mod error;
mod expand;
mod grid;
#[cfg(feature = "lua")]
mod history;
mod kick;
mod legal;
#[cfg(feature = "lua")]
mod machine;
#[cfg(feature = "lua")]
mod r#match;
mod occasion;
mod permit;
mod piece;
#[cfg(feature = "lua")]
mod pitch;
mod play;
pub(crate) mod save;
mod script;
mod shootout;
mod state;
mod tally;
#[cfg(feature = "lua")]
mod view;

pub(crate) use action::with_article;
pub use action::{
    Action, AimPoint, GOAL_COLUMNS, GOAL_ROWS, Intent, KeeperPose, Layout, NUMBERS, Offer, SHAPES, Slot, WALLS, Way,
};
pub use dice::Hand;
pub use error::MatchError;
pub use grid::GridState;
pub use kick::{DuelState, KickState, MAX_BLOCKERS, MAX_TOUCHES};
pub use legal::{AimAt, Legal};
#[cfg(feature = "lua")]
pub use r#match::{Decision, Match, Resume, Teams};
pub use occasion::Occasion;
#[cfg(feature = "lua")]
pub use occasion::carried_out;
pub use permit::{Flags, MAX_PERMITS, Permit};
pub use piece::{Piece, Status};
pub use play::Play;
pub use save::{SaveError, decode, encode, state_hash};
pub use script::{Script, ScriptedDie, ScriptedEnd, ScriptedKick};
pub use shootout::Shootout;
pub use state::{Ball, Clock, Ending, NOBODY, Own, SLOT_BYTES, Stage, State, Stoppage, Turn};
pub use tally::{Pair, Tally};
