//! What a page tells its player before the replay: one line of JSON.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the player cannot know by itself.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Preamble {
    /// Texts of the clauses that the replay names.
    pub(crate) clauses: BTreeMap<String, String>,
    /// What the spectator should know about the replay.
    pub(crate) notes: Vec<String>,
    pub(crate) opening: Opening,
}

/// How a page begins.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub(crate) struct Opening {
    /// Seconds of the film.
    pub(crate) at: f64,
    pub(crate) speed: f64,
}

impl Default for Opening {
    fn default() -> Self {
        Opening { at: 0.0, speed: 1.0 }
    }
}
