//! Events, and the replay file.

mod event;
#[cfg(feature = "lua")]
pub(crate) mod note;
mod recorder;

pub use event::{CellName, Entry, Event, PathPoint, Placement, RulingNote};
pub use recorder::{Line, Recorder};
