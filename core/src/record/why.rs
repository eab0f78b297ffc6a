//! "Why did that happen?", answered from the file alone.

use super::commentary::sentence;
use super::event::{Entry, Event, RulingNote};
use super::fact::Fact;
use super::names::{Names, printable};
use super::recorder::Line;
use super::replay::Replay;
use crate::rules::ClauseIndex;
use std::fmt::Write as _;

/// A question about something that is not in the replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhyError {
    /// An event that did not happen.
    #[error("there is no event {event}: the replay has {count}, counted from 0")]
    NoEvent {
        /// The number asked for.
        event: usize,
        /// How many there are.
        count: usize,
    },
    /// A goal that was not scored.
    #[error("there is no goal {goal}: the match has {count}, counted from 1")]
    NoGoal {
        /// The number asked for.
        goal: usize,
        /// How many there are.
        count: usize,
    },
}

/// Where an explanation looks for what led to an event: events this far back belong to another story.
const MAX_CHAIN: usize = 60;

impl Replay {
    /// The number of the `n`-th goal's event, from 1.
    ///
    /// # Errors
    /// When fewer goals were scored.
    pub fn goal(&self, n: usize) -> Result<usize, WhyError> {
        let is_goal = |(event, entry): (usize, &Entry)| matches!(entry.event, Event::Goal { .. }).then_some(event);
        let goals: Vec<usize> = self.events().enumerate().filter_map(is_goal).collect();
        let found = n.checked_sub(1).and_then(|n| goals.get(n).copied());
        found.ok_or(WhyError::NoGoal { goal: n, count: goals.len() })
    }
}

/// What happened, which clause of which plugin decided it, and on what facts.
///
/// # Errors
/// When the replay has no such event.
pub fn explain(replay: &Replay, clauses: &ClauseIndex, event: usize) -> Result<String, WhyError> {
    let entries: Vec<Told<'_>> = told(replay);
    let count = entries.len();
    let Some(asked) = entries.get(event) else { return Err(WhyError::NoEvent { event, count }) };
    let names = Names::of(&replay.header);
    let mut page = Page { text: String::new(), replay, clauses, names };
    page.heading(event, asked.entry);
    match &asked.entry.event {
        Event::Goal { .. } => page.story(&entries, event),
        _ => page.ruling_of(&entries, event),
    }
    page.dice(&entries, event);
    Ok(page.text)
}

/// An event and the action it followed from.
struct Told<'a> {
    entry: &'a Entry,
    /// Actions before it.
    action: usize,
}

fn told(replay: &Replay) -> Vec<Told<'_>> {
    let mut action = 0;
    let mut told = Vec::new();
    for line in &replay.lines {
        match line {
            Line::Action { .. } => action += 1,
            Line::Event(entry) => told.push(Told { entry, action }),
            Line::Keyframe(_) => {}
        }
    }
    told
}

struct Page<'a> {
    text: String,
    replay: &'a Replay,
    clauses: &'a ClauseIndex,
    names: Names,
}

impl Page<'_> {
    // Writing to a string cannot fail.
    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.text, "{:indent$}{text}", "");
    }

    fn heading(&mut self, event: usize, entry: &Entry) {
        let minute = self.replay.minute(entry);
        let told = sentence(entry, &self.names);
        self.line(0, &format!("Event {event}, minute {minute} (turn {}, phase {}): {told}", entry.turn, entry.phase));
    }

    /// The ruling of an event, or the one that led to it.
    fn ruling_of(&mut self, entries: &[Told<'_>], event: usize) {
        let asked = &entries[event];
        if let Some(note) = &asked.entry.ruling {
            self.ruling(note);
            return;
        }
        let same = entries[..event].iter().enumerate().rev().take_while(|(_, t)| t.action == asked.action);
        let earlier = same.filter_map(|(n, t)| t.entry.ruling.as_ref().map(|note| (n, t.entry, note))).next();
        match earlier {
            Some((n, entry, note)) => {
                let told = sentence(entry, &self.names);
                self.line(0, &format!("No clause decided it; it follows from event {n}: {told}"));
                self.ruling(note);
            }
            None => self.line(0, "No clause decided it: it follows from the decision alone."),
        }
    }

    fn ruling(&mut self, note: &RulingNote) {
        let hook = printable(&note.hook);
        match note.answer.as_str() {
            "" => self.line(2, &format!("{hook} was asked.")),
            answer => self.line(2, &format!("{hook} was asked and answered: {}.", printable(answer))),
        }
        let (clause, plugin) = (printable(&note.clause), printable(&note.plugin));
        self.line(2, &format!("Clause {clause}, in plugin {plugin} (layer {} from the bottom):", note.layer));
        self.clause_text(&note.clause);
        for (field, clause) in note.changed.iter().filter(|(_, c)| **c != note.clause) {
            self.line(2, &format!("{} was set by clause {}:", printable(field), printable(clause)));
            self.clause_text(clause);
        }
        self.facts(note);
    }

    fn clause_text(&mut self, id: &str) {
        let text = match self.clauses.get(id) {
            Some(clause) => clause.text.split_whitespace().collect::<Vec<_>>().join(" "),
            None => "(the clause index at hand does not have it)".to_owned(),
        };
        for line in wrapped(&text, 96) {
            self.line(4, &line);
        }
    }

    /// The facts: what was the case, then what was not.
    fn facts(&mut self, note: &RulingNote) {
        let (holds, not) = facts_in_words(note);
        if !holds.is_empty() {
            self.wrapped_list("Facts: ", &holds.join(", "));
        }
        if !not.is_empty() {
            self.wrapped_list("Not so, or none: ", &not.join(", "));
        }
    }

    fn wrapped_list(&mut self, lead: &str, list: &str) {
        for (i, line) in wrapped(&format!("{lead}{list}."), 98).iter().enumerate() {
            self.line(if i == 0 { 2 } else { 4 }, line);
        }
    }

    /// A goal from its declaration: what was declared, how the keeper was prepared, the kick, what became of it.
    fn story(&mut self, entries: &[Told<'_>], goal: usize) {
        let first = goal.saturating_sub(MAX_CHAIN);
        let begins = |n: &usize| {
            matches!(
                entries[*n].entry.event,
                Event::Declared { .. } | Event::Sent { .. } | Event::Picks { .. } | Event::Throw { number: 1, .. }
            )
        };
        let start = (first..goal).rev().find(begins);
        let steps = start.unwrap_or(first)..goal;
        let mut number = 0;
        for n in steps {
            let entry = entries[n].entry;
            let part = match &entry.event {
                Event::Declared { .. } => "declared",
                Event::Keeper { .. } | Event::NoKeeper { .. } => "keeper",
                Event::Offered { moment, .. } if moment == "save" => "keeper",
                Event::Kick { .. } => "kick",
                Event::Sent { .. } => "sent",
                Event::Picks { .. } => "picks",
                Event::Header { .. } => "header",
                Event::Flight { .. } => "ball",
                Event::Duel { .. } => "duel",
                Event::Throw { .. } => "throw",
                Event::Roll { .. } => "dice",
                Event::Offered { .. } if matches!(entries[n].entry.ruling.as_ref(), Some(r) if r.facts.get("combo").is_some()) => {
                    "offer"
                }
                _ => continue,
            };
            number += 1;
            let told = sentence(entry, &self.names);
            self.line(0, &format!("{number}. {part} (event {n}): {told}"));
            match &entry.ruling {
                Some(note) => self.ruling(note),
                None => self.line(2, "No clause decided it."),
            }
        }
    }

    /// The dice between the last decision and the event.
    fn dice(&mut self, entries: &[Told<'_>], event: usize) {
        let action = entries[event].action;
        let since = entries[..=event].iter().rev().take_while(|t| t.action == action);
        let mut dice: Vec<String> = since
            .filter_map(|t| match &t.entry.event {
                Event::Die { label, name: Some(name), plugin, .. } => {
                    Some(format!("{} {} ({})", printable(label), printable(name), printable(plugin)))
                }
                Event::Die { label, sides, face, plugin, .. } => {
                    Some(format!("{} {face} of {sides} ({})", printable(label), printable(plugin)))
                }
                _ => None,
            })
            .collect();
        dice.reverse();
        match dice.is_empty() {
            true => self.line(0, "No die was rolled since the last decision."),
            false => self.line(0, &format!("Dice since the last decision: {}.", dice.join(", "))),
        }
    }
}

/// The facts of a ruling in words: what was the case, and the names of what was not.
#[must_use]
pub fn facts_in_words(note: &RulingNote) -> (Vec<String>, Vec<String>) {
    let (holds, not): (Vec<_>, Vec<_>) = note.facts.iter().partition(|(_, value)| !is_nothing(value));
    let named = |name: &str| printable(name).replace('_', " ");
    let holds = holds.iter().map(|(name, value)| shown(&named(name), value)).collect();
    (holds, not.iter().map(|(name, _)| named(name)).collect())
}

/// A fact that says "no".
fn is_nothing(fact: &Fact) -> bool {
    match fact {
        Fact::Nothing => true,
        Fact::Flag(yes) => !yes,
        Fact::Word(word) => word.as_str() == "none",
        Fact::Words(words) => words.is_empty(),
        Fact::Number(_) | Fact::Other(_) => false,
    }
}

fn shown(name: &str, fact: &Fact) -> String {
    match fact {
        Fact::Nothing | Fact::Flag(_) => name.to_owned(),
        Fact::Number(number) => format!("{name} is {number}"),
        Fact::Word(word) => format!("{name} is {}", printable(word)),
        Fact::Words(words) => {
            let words: Vec<String> = words.iter().map(|word| printable(word)).collect();
            format!("{name} {}", words.join("+"))
        }
        Fact::Other(value) => format!("{name} is {}", printable(&value.to_string())),
    }
}

/// A text in lines of at most this many characters, cut between words.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
