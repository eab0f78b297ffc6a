//! The match: a pure state machine.

mod action;
pub mod dice;
mod error;
mod expand;
mod legal;
mod r#match;
mod permit;
mod piece;
mod pitch;
mod play;
mod script;
mod state;
mod tally;
mod view;

pub use action::{Action, AimPoint, GOAL_COLUMNS, GOAL_ROWS, Intent, KeeperPose, Layout, Offer, SHAPES, Slot, WALLS};
pub use error::MatchError;
pub use legal::{AimAt, Legal};
pub use r#match::{Decision, Match, Resume, Teams};
pub use permit::{MAX_PERMITS, Permit};
pub use piece::{Piece, Status};
pub use play::Play;
pub use script::{Script, ScriptedDie, ScriptedEnd, ScriptedKick};
pub use state::{
    Ball, Clock, Ending, KickState, MAX_TOUCHES, NOBODY, SLOT_BYTES, Stage, State, Stoppage, Turn,
};
pub use tally::{Pair, Tally};
