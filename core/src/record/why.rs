//! "Why did that happen?", answered from the file alone.

use super::cause::trail;
use super::commentary::sentence;
use super::entry::{Entry, RulingNote};
use super::event::Event;
use super::header::{KEEPER_GETS_UP, LYING_GETS_UP};
use super::names::{Names, printable};
use super::recorder::Line;
use super::replay::Replay;
use super::ruling::{answer_in_words, changes_in_words, facts_in_words, layer_in_words, own_in_words, params_in_words};
use super::total::totals_in_words;
use crate::rules::{ClauseIndex, GameKind};
use std::borrow::Borrow;
use std::fmt::Write as _;
use std::ops::Range;

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
/// What there is to say of a clause that no catalogue has.
const UNKNOWN: &str = "(a house rule; its text is not in the clause index)";

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

    /// The events that an event follows from, the nearest first.
    #[must_use]
    pub fn trail(&self, event: usize) -> Vec<usize> {
        trail(&self.events().collect::<Vec<_>>(), event)
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
        Event::Goal { .. } => {
            let begins = beginning(&entries, event);
            page.story(&entries, begins..event);
            page.dice(&entries[begins..=event], "on the way to it");
        }
        _ => {
            page.ruling_of(&entries, event);
            let same = |told: &&Told<'_>| told.action == asked.action;
            let since = entries[..=event].iter().rev().take_while(same).count();
            page.dice(&entries[event + 1 - since..=event], "since the last decision");
        }
    }
    Ok(page.text)
}

/// An event and the action it followed from.
struct Told<'a> {
    entry: &'a Entry,
    /// Actions before it, chosen or forced.
    action: usize,
}

impl Borrow<Entry> for Told<'_> {
    fn borrow(&self) -> &Entry {
        self.entry
    }
}

fn told(replay: &Replay) -> Vec<Told<'_>> {
    let mut action = 0;
    let mut told = Vec::new();
    for line in &replay.lines {
        match line {
            Line::Action { .. } => action += 1,
            Line::Event(entry) => {
                // A decision that was forced is one as well.
                action += usize::from(matches!(entry.event, Event::Auto { .. }));
                told.push(Told { entry, action });
            }
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
        let told = sentence(entry, &self.names);
        let when = match self.names.game() {
            GameKind::Grid => format!("turn {}", entry.turn),
            GameKind::Dice => format!("round {} (turn {})", self.replay.minute(entry), entry.turn),
            GameKind::Pitch => {
                format!("minute {} (turn {}, phase {})", self.replay.minute(entry), entry.turn, entry.phase)
            }
        };
        self.line(0, &format!("Event {event}, {when}: {told}"));
    }

    /// The ruling of an event, or those that led to it.
    fn ruling_of(&mut self, entries: &[Told<'_>], event: usize) {
        let asked = entries[event].entry;
        let trail = trail(entries, event);
        match &asked.ruling {
            Some(note) if note.facts.is_empty() => {
                self.ruling(note);
                if let (Event::Shift { .. }, Some(n)) = (&asked.event, trail.first()) {
                    let told = sentence(entries[*n].entry, &self.names);
                    self.line(2, &format!("It follows from event {n}: {told}"));
                }
                self.question(Some(note), entries, &trail);
            }
            Some(note) => {
                self.ruling(note);
                self.totals(entries, event);
                trail.iter().for_each(|n| self.step("It follows from", entries, *n));
            }
            None if matches!(asked.event, Event::GotUp { .. }) => self.got_up(entries, event),
            None if trail.is_empty() => self.line(0, &unruled(&asked.event)),
            None => {
                for (i, n) in trail.iter().enumerate() {
                    let lead = match (i, *n > event) {
                        (_, true) => "It belongs to",
                        (0, false) => "It has no ruling of its own; it follows from",
                        (_, false) => "That follows from",
                    };
                    self.step(lead, entries, *n);
                    // What was allowed in all is not what allowed this.
                    if entries[*n].entry.ruling.as_ref().is_some_and(|note| note.facts.is_empty()) {
                        return self.question(entries[*n].entry.ruling.as_ref(), entries, &trail[i + 1..]);
                    }
                }
                if let Some(last) = trail.last().map(|n| entries[*n].entry).filter(|last| last.ruling.is_none()) {
                    self.line(2, &unruled(&last.event));
                }
            }
        }
    }

    /// Who gets up is not asked about: a parameter says so.
    fn got_up(&mut self, entries: &[Told<'_>], event: usize) {
        let (header, clauses) = (&self.replay.header, self.clauses);
        // In P1 a keeper rises after a shot; in P2 and P3 everybody who lies does as the phase begins.
        let name = if entries[event].entry.phase == 1 { KEEPER_GETS_UP } else { LYING_GETS_UP };
        let value = header.params.get(name).map(|value| format!(" ({value})")).unwrap_or_default();
        let told = printable(&format!("No plugin was asked: it follows from parameter {name}{value}."));
        // A clause that says more than the parameter speaks of the beaten, not of those who slid.
        let general = |id: &str| clauses.get(id).is_some_and(|clause| clause.params.iter().any(|p| p == name));
        let slid = slid(entries, event);
        let clause = header.clauses.get(name).and_then(|ids| ids.first()).filter(|id| !slid || general(id));
        self.line(0, &told);
        let Some(clause) = clause else { return self.line(2, "No clause is known for it.") };
        self.line(2, &format!("Clause {}:", printable(clause)));
        self.clause_text(clauses.get(clause).map_or(UNKNOWN, |clause| &clause.text));
    }

    /// An event that led to another, with its ruling.
    fn step(&mut self, lead: &str, entries: &[Told<'_>], event: usize) {
        let entry = entries[event].entry;
        let told = sentence(entry, &self.names);
        self.line(0, &format!("{lead} event {event}: {told}"));
        if let Some(note) = &entry.ruling {
            self.ruling(note);
            self.totals(entries, event);
        }
    }

    /// What the totals of a duel are made of.
    fn totals(&mut self, entries: &[Told<'_>], event: usize) {
        if let Some(told) = totals_in_words(entries, event, &self.names) {
            self.line(2, &told);
        }
    }

    /// The facts of a ruling that was made earlier, when the question was put.
    fn question(&mut self, of: Option<&RulingNote>, entries: &[Told<'_>], trail: &[usize]) {
        let asked =
            |n: &usize| entries[*n].entry.ruling.as_ref().filter(|note| !note.facts.is_empty()).map(|r| (*n, r));
        let same = of.and_then(|of| trail.iter().filter_map(asked).find(|(_, note)| note.hook == of.hook));
        if let Some((n, note)) = same.or_else(|| trail.iter().find_map(asked)) {
            let told = sentence(entries[n].entry, &self.names);
            let lead = if same.is_some() || of.is_none() { "The question was put at" } else { "That follows from" };
            self.line(2, &format!("{lead} event {n}: {told}"));
            self.facts(note);
        }
    }

    fn ruling(&mut self, note: &RulingNote) {
        let hook = printable(&note.hook);
        match answer_in_words(note).as_str() {
            "" => self.line(2, &format!("{hook} was asked.")),
            answer => self.line(2, &format!("{hook} was asked and answered: {answer}.")),
        }
        let plugin = layer_in_words(&self.replay.header, note);
        self.line(2, &format!("Clause {}, in plugin {plugin}:", printable(&note.clause)));
        match self.clauses.get(&note.clause) {
            Some(clause) => self.clause_text(&clause.text),
            None => self.clause_text(UNKNOWN),
        }
        let (told, fields) = own_in_words(note, &self.names);
        if !told.is_empty() {
            self.wrapped_list("So ", &told.join("; "));
        }
        if !fields.is_empty() {
            self.wrapped_list("It set ", &fields.join(", "));
        }
        for changed in changes_in_words(note, &self.names) {
            match self.clauses.get(&changed.clause) {
                Some(clause) => {
                    self.line(2, &format!("{}:", capitalized(&changed.told)));
                    self.clause_text(&clause.text);
                }
                None => self.wrapped_list(&capitalized(&changed.told), &format!(" {UNKNOWN}")),
            }
        }
        let clauses = self.clauses;
        let carried = clauses.get(&note.clause).map(|c| c.params.as_slice()).unwrap_or_default();
        for told in params_in_words(&self.replay.header, note, carried) {
            self.line(2, &told);
        }
        self.facts(note);
    }

    fn clause_text(&mut self, text: &str) {
        for line in wrapped(text, 96) {
            self.line(4, &line);
        }
    }

    /// The facts: what was the case, then what was not.
    fn facts(&mut self, note: &RulingNote) {
        let (holds, not) = facts_in_words(note, &self.names);
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

    /// A goal from its declaration: what was declared, who threw himself in the way, how the keeper was prepared, the
    /// kick, what became of it.
    fn story(&mut self, entries: &[Told<'_>], steps: Range<usize>) {
        let mut number = 0;
        for n in steps {
            let entry = entries[n].entry;
            let part = match &entry.event {
                Event::Declared { .. } => "declared",
                Event::Ability { offer, .. } => offer.word(),
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
                Some(note) if note.facts.is_empty() => {
                    self.ruling(note);
                    self.question(Some(note), entries, &trail(entries, n));
                }
                Some(note) => {
                    self.ruling(note);
                    self.totals(entries, n);
                }
                None => match trail(entries, n).first() {
                    Some(offered) if matches!(entry.event, Event::Ability { .. }) => {
                        self.step("  It follows from", entries, *offered)
                    }
                    _ => self.line(2, &unruled(&entry.event)),
                },
            }
        }
    }

    /// The dice that were rolled in some events.
    fn dice(&mut self, events: &[Told<'_>], when: &str) {
        let rolled = events.iter().filter_map(|t| match &t.entry.event {
            Event::Die { label, name: Some(name), plugin, .. } => {
                Some(format!("{} {} ({})", printable(label), printable(name), printable(plugin)))
            }
            Event::Die { label, sides, face, plugin, .. } => {
                Some(format!("{} {face} of {sides} ({})", printable(label), printable(plugin)))
            }
            Event::Throw { thrown, number, .. } => {
                Some(format!("thrown {} (try {number})", printable(&thrown.join(" "))))
            }
            _ => None,
        });
        let rolled: Vec<String> = rolled.collect();
        match rolled.is_empty() {
            true => self.line(0, &format!("No die was rolled {when}.")),
            false => self.line(0, &format!("Dice {when}: {}.", rolled.join(", "))),
        }
    }
}

/// Where a goal begins: with its declaration, or the first throw of its turn.
fn beginning(entries: &[Told<'_>], goal: usize) -> usize {
    let first = goal.saturating_sub(MAX_CHAIN);
    let begins = |n: &usize| {
        matches!(
            entries[*n].entry.event,
            Event::Declared { .. } | Event::Sent { .. } | Event::Picks { .. } | Event::Throw { number: 1, .. }
        )
    };
    (first..goal).rev().find(begins).unwrap_or(first)
}

/// Whether one who gets up lay because he slid: then a ruling let him.
fn slid(entries: &[Told<'_>], event: usize) -> bool {
    let Event::GotUp { token } = entries[event].entry.event else { return false };
    let lay = |t: &&Told<'_>| matches!(t.entry.event, Event::LaidDown { token: who } if who == token);
    entries[..event].iter().rev().find(lay).is_some_and(|t| t.entry.ruling.is_some())
}

/// What there is to say of an event that no ruling in the log led to.
fn unruled(event: &Event) -> String {
    match event {
        Event::Kick { .. } => "No clause bore on how it was struck.".to_owned(),
        Event::Die { hook, plugin, .. } => {
            let (hook, plugin) = (printable(hook), printable(plugin));
            format!("Plugin {plugin} rolled it when {hook} was asked; no event says what came of that.")
        }
        Event::Slot { plugin, .. } | Event::Note { plugin, .. } => {
            format!("Plugin {} noted it; it named no clause.", printable(plugin))
        }
        Event::Absent { plugin, .. } => format!("Plugin {} says so; it named no clause.", printable(plugin)),
        _ => "No clause decided it: it follows from the decision alone.".to_owned(),
    }
}

/// A text as it begins a line. Names of clauses and plugins in it stay as they are.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
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
