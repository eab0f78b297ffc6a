//! Why something happened: the ruling behind an event, ready to be set.

use super::Reel;
use std::collections::BTreeMap;
use touchline_core::record::{Entry, Event, RulingNote, facts_in_words};

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
    /// Dice of the turn's running phase up to here.
    pub(crate) dice: Vec<String>,
}

impl Why {
    /// The ruling behind an event, or the one it follows from.
    pub(crate) fn of(reel: &Reel, clauses: &BTreeMap<String, String>, event: usize) -> Why {
        let Some(entry) = reel.entry(event) else { return Why::default() };
        let mut why = Why { told: reel.sentence(event), dice: dice(reel, event), ..Why::default() };
        if let Some(note) = &entry.ruling {
            why.rule(note, reel, clauses);
            return why;
        }
        // Within the same phase of the same turn. A kick follows from its announcement; nothing follows from the clock
        // or from what else nobody tells, unless there is nothing better.
        let when = (entry.half, entry.turn, entry.phase);
        let earlier = || {
            let back = (0..event).rev().map(|n| (n, &reel.entries()[n]));
            back.take_while(|(_, e)| (e.half, e.turn, e.phase) == when).take(12).filter(|(_, e)| e.ruling.is_some())
        };
        let kick = matches!(entry.event, Event::Kick { .. });
        let announced = |e: &Entry| kick && matches!(e.event, Event::Declared { .. });
        let found = earlier()
            .find(|(_, e)| announced(e))
            .or_else(|| earlier().find(|(n, e)| reel.timeline.is_watched(*n) || is_flight(e)))
            .or_else(|| earlier().next());
        if let Some((n, note)) = found.and_then(|(n, e)| e.ruling.as_ref().map(|note| (n, note))) {
            why.follows = Some(reel.sentence(n));
            why.rule(note, reel, clauses);
        }
        why
    }

    fn rule(&mut self, note: &RulingNote, reel: &Reel, clauses: &BTreeMap<String, String>) {
        self.question = match note.answer.as_str() {
            "" => format!("{} was asked", note.hook),
            answer => format!("{} answered {answer}", note.hook),
        };
        self.clause = note.clause.to_string();
        let unknown = || "The clause index at hand does not have it.".to_owned();
        self.clause_text = clauses.get(note.clause.as_str()).cloned().unwrap_or_else(unknown);
        let layers = reel.header.plugins.len();
        self.plugin = format!("{}, layer {} of {layers}", note.plugin, usize::from(note.layer) + 1);
        (self.facts, self.not) = facts_in_words(note);
        let changed = note.changed.iter().filter(|(_, clause)| **clause != note.clause);
        self.changed = changed.map(|(field, clause)| format!("{}: {clause}", field.replace('_', " "))).collect();
    }
}

/// Where a kick ended is told by what comes of it.
fn is_flight(entry: &Entry) -> bool {
    matches!(entry.event, Event::Flight { .. })
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
