//! Events, and the replay file.
//!
//! A replay is JSON Lines: a header, then actions (`{"a":…}`), events (`{"e":…}`) and keyframes (`{"k":…}`) as they
//! happened, and a footer (`{"end":…}`) with a hash of the final state and of the file. Reading one needs no ruleset.

mod cause;
mod commentary;
mod entry;
mod event;
mod fact;
pub(crate) mod field;
mod file;
mod header;
mod keyframe;
#[cfg(feature = "lua")]
mod make;
mod names;
#[cfg(feature = "lua")]
pub(crate) mod note;
mod offence;
mod phrase;
mod read;
mod recorder;
mod replay;
mod ruling;
mod sheet;
mod total;
#[cfg(feature = "lua")]
mod verify;
mod why;
mod word;

pub use cause::trail;
pub use commentary::{Detail, commentary, sentence};
pub use entry::{Entry, RulingNote};
pub use event::{CellName, Event, PathPoint, Placement};
pub use fact::Fact;
pub use file::{load, write_whole};
pub use header::{
    BoardRef, CarriedSlot, ClockFace, FORMAT, Footer, Header, MatchResult, PluginRef, RulesetRef, SetParam, score_line,
};
pub use keyframe::{BallFrame, DiceFrame, Keyframe, TokenFrame};
pub use names::Names;
pub use read::{MAX_LINE, MAX_REPLAY, ReplayError};
pub use recorder::{KEYFRAME_EVERY, Line, Mark, Recorder};
pub use replay::Replay;
pub use ruling::{Changed, answer_in_words, changes_in_words, facts_in_words, layer_in_words, params_in_words};
pub use sheet::Sheet;
#[cfg(feature = "lua")]
pub use verify::{Difference, Outcome, Place, Verdict, VerifyError, verify, verify_bytes};
pub use why::{WhyError, explain};
pub use word::{Named, Word};

use crate::board::Point;

/// A place to a thousandth of a centimetre, which is what files keep.
fn rounded(at: Point) -> Point {
    let round = |n: f64| libm::round(n * 1e3) / 1e3 + 0.0;
    Point::new(round(at.x), round(at.y))
}
