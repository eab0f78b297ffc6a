//! Why something happened: the ruling behind an event, ready to be set.

use super::Reel;
use std::collections::BTreeMap;
use touchline_core::record::{
    Event, RulingNote, answer_in_words, changes_in_words, facts_in_words, layer_in_words, params_in_words, trail,
};

/// The answer to "why?".
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Why {
    /// What happened.
    pub(crate) told: String,
    /// The event the ruling was made for, when it was an earlier one.
    pub(crate) follows: Option<String>,
    /// What was asked and answered.
    pub(crate) question: String,
    pub(crate) clause: String,
    pub(crate) clause_text: String,
    /// The plugin and its layer.
    pub(crate) plugin: String,
    /// What was the case.
    pub(crate) facts: Vec<String>,
    /// What was not.
    pub(crate) not: Vec<String>,
    /// Fields that other clauses set.
    pub(crate) changed: Vec<String>,
    /// Parameters that were set for the match.
    pub(crate) params: Vec<String>,
    /// Dice of the turn's running phase up to here.
    pub(crate) dice: Vec<String>,
}

impl Why {
    /// The ruling behind an event, or the one it follows from.
    pub(crate) fn of(reel: &Reel, clauses: &BTreeMap<String, String>, event: usize) -> Why {
        let Some(entry) = reel.entry(event) else { return Why::default() };
        let mut why = Why { told: reel.sentence(event), dice: dice(reel, event), ..Why::default() };
        let trail = trail(reel.entries(), event);
        let ruled = |n: &usize| reel.entries()[*n].ruling.as_ref().map(|note| (*n, note));
        match &entry.ruling {
            Some(note) => {
                why.rule(note, reel, clauses);
                // The facts were put to the plugins when the question was.
                let mut asked: Vec<_> =
                    trail.iter().filter_map(ruled).filter(|(_, asked)| !asked.facts.is_empty()).collect();
                // Where several were put on the way, the one of this hook.
                asked.sort_by_key(|(_, asked)| asked.hook != note.hook);
                let asked = asked.first();
                if let (Event::Shift { .. }, Some(n)) = (&entry.event, trail.first()) {
                    why.follows = Some(reel.sentence(*n));
                }
                if let (true, Some((_, asked))) = (note.facts.is_empty(), asked) {
                    (why.facts, why.not) = facts_in_words(asked, &reel.names);
                }
            }
            None => {
                if let Some((n, note)) = trail.iter().find_map(ruled) {
                    why.follows = Some(reel.sentence(n));
                    why.rule(note, reel, clauses);
                }
            }
        }
        why
    }

    fn rule(&mut self, note: &RulingNote, reel: &Reel, clauses: &BTreeMap<String, String>) {
        self.question = match answer_in_words(note).as_str() {
            "" => format!("{} was asked", note.hook),
            answer => format!("{} answered {answer}", note.hook),
        };
        self.clause = note.clause.to_string();
        let unknown = || "The clause index at hand does not have it.".to_owned();
        self.clause_text = clauses.get(note.clause.as_str()).cloned().unwrap_or_else(unknown);
        self.plugin = layer_in_words(&reel.header, note);
        (self.facts, self.not) = facts_in_words(note, &reel.names);
        self.changed = changes_in_words(note, &reel.names).into_iter().map(|changed| changed.short).collect();
        self.params = params_in_words(&reel.header, note, &[]);
    }
}

/// The dice that were rolled shortly before, in the same phase.
fn dice(reel: &Reel, event: usize) -> Vec<String> {
    let entries = &reel.entries()[..=event];
    let Some(last) = entries.last() else { return Vec::new() };
    let when = (last.half, last.turn, last.phase);
    let recent = entries.iter().rev().take(8).take_while(|e| (e.half, e.turn, e.phase) == when);
    let mut dice: Vec<String> = recent
        .filter_map(|e| match &e.event {
            Event::Die { label, sides, face, plugin, .. } => Some(format!("{label}: {face} of {sides} ({plugin})")),
            _ => None,
        })
        .collect();
    dice.reverse();
    dice
}
