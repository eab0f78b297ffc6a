//! Lines of the log: an event with the ruling behind it.

use super::event::Event;
use super::fact::Fact;
use super::word::{Named, Word};
use crate::Token;
use serde::{Deserialize, Serialize};

/// A line of the log: an event, when it happened, and who ruled it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Entry {
    /// Half of the match.
    pub half: u8,
    /// Tick of the half.
    pub tick: u8,
    /// Turn of the match.
    pub turn: u16,
    /// Phase of the turn.
    pub phase: u8,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
    /// Who ruled it, if a plugin did.
    #[serde(flatten)]
    pub ruling: Option<RulingNote>,
}

/// An entry as it is written.
#[derive(Serialize)]
struct Written<'a, E> {
    half: u8,
    tick: u8,
    turn: u16,
    phase: u8,
    #[serde(flatten)]
    event: E,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    ruling: Option<&'a RulingNote>,
}

/// A note with a ruling, which names the plugin of both: no key may be there twice.
#[derive(Serialize)]
#[serde(tag = "type", rename = "note")]
struct RuledNote<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    who: Option<Token>,
}

impl Serialize for Entry {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let Entry { half, tick, turn, phase, ref event, ref ruling } = *self;
        match (event, ruling.as_ref()) {
            (Event::Note { text, who, .. }, ruling @ Some(_)) => {
                Written { half, tick, turn, phase, event: RuledNote { text, who: *who }, ruling }.serialize(s)
            }
            (event, ruling) => Written { half, tick, turn, phase, event, ruling }.serialize(s),
        }
    }
}

/// The ruling behind an event: enough to answer "why?".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulingNote {
    /// The hook that was asked.
    pub hook: Word,
    /// What was answered.
    #[serde(default, skip_serializing_if = "Word::is_empty")]
    pub answer: Word,
    /// The clause that decided.
    pub clause: Word,
    /// The plugin it stands in.
    pub plugin: Word,
    /// Its layer from the bottom, 0 first.
    pub layer: u8,
    /// The facts that were put to it.
    #[serde(default, skip_serializing_if = "Named::is_empty")]
    pub facts: Named<Fact>,
    /// For values that several layers change: field → clause.
    #[serde(default, skip_serializing_if = "Named::is_empty")]
    pub changed: Named<Word>,
    /// What those fields were set to: field → value. A fact that is named here was put to the layers below so.
    #[serde(default, skip_serializing_if = "Named::is_empty")]
    pub set: Named<Fact>,
    /// Which of them another plugin set than the one that decided: field → plugin.
    #[serde(default, skip_serializing_if = "Named::is_empty")]
    pub set_by: Named<Word>,
}
