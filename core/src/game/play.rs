//! A state with what goes along with it while actions are played: statistics, the log, a scenario's script.

use super::script::Script;
use super::state::State;
use super::tally::Tally;
use crate::record::Recorder;
use crate::rules::Squad;
use std::sync::Arc;

/// A state being played.
#[derive(Clone, Debug)]
pub struct Play {
    /// The state.
    pub state: State,
    /// Statistics so far.
    pub tally: Tally,
    /// The event log, if one is kept.
    pub recorder: Option<Box<Recorder>>,
    /// What replaces dice and physics in a scenario.
    pub script: Option<Box<Script>>,
    /// The team sheets.
    pub sheets: Option<Arc<[Squad; 2]>>,
}
