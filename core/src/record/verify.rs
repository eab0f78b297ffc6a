//! Is a replay what the rules make of its seed and its actions?

use super::commentary;
use super::entry::Entry;
use super::header::{Footer, Header};
use super::make;
use super::read::{ReplayError, check_packing};
use super::recorder::Line;
use super::replay::{Replay, push_line};
use crate::game::{Match, MatchError, state_hash};
use crate::rules::{Content, ContentError, Kind, Options, PACKS, Ruleset, RulesetError, Source, Value};
use std::sync::Arc;

/// What checking a replay came to.
#[derive(Debug)]
pub struct Verdict {
    /// Events in the replay.
    pub events: usize,
    /// Actions in the replay.
    pub actions: usize,
    /// In what the rules at hand differ from those recorded, in words; empty when they are the same.
    pub rules: Vec<String>,
    /// Whether the match is the same.
    pub outcome: Outcome,
}

/// Whether a match is the one recorded.
#[derive(Debug)]
pub enum Outcome {
    /// Every event and the final state are the same.
    Confirmed,
    /// Something is different; this is the first.
    Differs(Difference),
    /// As far as it can be read it is the same, but the file is damaged or was changed.
    Damaged(ReplayError),
}

/// The first thing that is different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where.
    pub at: Place,
    /// The minute of the match, where there is one.
    pub minute: Option<u16>,
    /// What the file says.
    pub recorded: String,
    /// What the rules give.
    pub replayed: String,
}

/// A place in a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Event *n*, from 0.
    Event(usize),
    /// Action *n*, from 0.
    Action(usize),
    /// The keyframe before event *n*.
    Keyframe(usize),
    /// The last line.
    Footer,
}

/// Why a replay could not be checked.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It cannot be read at all.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It does not follow from seed and actions.
    #[error("the replay cannot be verified: something outside the rules (a Python hook) took part in the match")]
    Unverifiable,
    /// A plugin it was played with is not to be found.
    #[error("the replay was played with the plugin {name}, which is not to be found: give its file with --plugin")]
    Plugin {
        /// Its name.
        name: String,
        /// Why it was not found.
        #[source]
        source: ContentError,
    },
    /// The rules do not load.
    #[error("the rules of the replay do not load: {0}")]
    Rules(#[from] RulesetError),
    /// The match does not even begin.
    #[error("the match of the replay does not begin: {0}")]
    Match(#[from] MatchError),
}

impl Verdict {
    /// The rules at hand give the same match, event by event. Whether they are those recorded, `rules` says.
    #[must_use]
    pub fn is_confirmed(&self) -> bool {
        matches!(self.outcome, Outcome::Confirmed)
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Event(n) => write!(f, "event {n}"),
            Place::Action(n) => write!(f, "action {n}"),
            Place::Keyframe(n) => write!(f, "the keyframe before event {n}"),
            Place::Footer => f.write_str("the footer"),
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.outcome {
            Outcome::Confirmed => {
                write!(f, "confirmed: {} events follow from the seed and {} actions", self.events, self.actions)?;
            }
            Outcome::Differs(Difference { at, minute, recorded, replayed }) => {
                let when = minute.map(|m| format!(" (minute {m})")).unwrap_or_default();
                write!(f, "{at}{when} is the first that differs\n  recorded: {recorded}\n  replayed: {replayed}")?;
            }
            Outcome::Damaged(error) => write!(f, "the match is the same as far as it can be read, but {error}")?,
        }
        self.rules.iter().try_for_each(|difference| write!(f, "\nby other rules than those recorded: {difference}"))
    }
}

/// Checks the bytes of a replay file, also of a damaged or changed one. `plugins` are those given by file.
///
/// # Errors
/// When the replay or its rules cannot be loaded.
pub fn verify_bytes(bytes: &[u8], content: &Content, plugins: &[Source]) -> Result<Verdict, VerifyError> {
    let (replay, damage) = Replay::parse_lenient(bytes)?;
    let mut verdict = verify(&replay, content, plugins)?;
    // What was unpacked wrongly says nothing of the rules either.
    if matches!(damage, Some(ReplayError::Unpack(_))) {
        verdict.rules.clear();
    }
    let damage = damage.or_else(|| check_packing(bytes, &replay.header).err());
    if let (Some(damage), Outcome::Confirmed | Outcome::Damaged(_)) = (damage, &verdict.outcome) {
        verdict.outcome = Outcome::Damaged(damage);
    }
    Ok(verdict)
}

/// Plays a replay's actions again from its seed and compares every line. `plugins` are those given by file; the others
/// are looked for in `content`.
///
/// # Errors
/// When its rules cannot be loaded, or its match does not begin.
pub fn verify(replay: &Replay, content: &Content, plugins: &[Source]) -> Result<Verdict, VerifyError> {
    let header = &replay.header;
    if !header.verifiable {
        return Err(VerifyError::Unverifiable);
    }
    let rules = load(header, content, plugins)?;
    let teams = Arc::new(header.squads.clone());
    let again = Match::on_occasion(&rules, teams, header.seed, header.occasion())?;
    let difference = Comparison { replay, again, line: 0, event: 0, action: 0 }.run();
    let outcome = match (difference, &replay.footer) {
        (Some(difference), _) => Outcome::Differs(difference),
        (None, None) => Outcome::Damaged(ReplayError::Truncated { line: replay.lines.len() + 1 }),
        (None, Some(_)) => Outcome::Confirmed,
    };
    Ok(Verdict {
        events: replay.events().count(),
        actions: replay.actions().count(),
        rules: differences(header, &rules),
        outcome,
    })
}

/// The ruleset with the plugins and parameters of a header.
fn load(header: &Header, content: &Content, plugins: &[Source]) -> Result<Arc<Ruleset>, VerifyError> {
    let muted = header.ruleset.muted.clone();
    let name = &header.ruleset.name;
    let replayed = |name: &str, value: &Value| (name.to_owned(), value.clone(), "replay".to_owned());
    // Packs that were chosen for the match say which plugins it needs.
    let packs = header.params.get(PACKS).filter(|_| header.set.contains_key(PACKS));
    let packs: Vec<_> = packs.map(|value| replayed(PACKS, value)).into_iter().collect();
    let options = Options { params: packs.clone(), muted, ..Options::default() };
    let own = Ruleset::load(content, name, &options)?;
    let mut extra = Vec::new();
    for plugin in header.plugins.iter().filter(|p| own.stack.layers.iter().all(|l| l.name != p.name)) {
        let given = plugins.iter().find(|s| s.name == plugin.name).cloned();
        let source = match given {
            Some(source) => source,
            None => content
                .read(Kind::Plugin, &plugin.name)
                .map_err(|source| VerifyError::Plugin { name: plugin.name.clone(), source })?,
        };
        extra.push(source);
    }
    let options = Options { plugins: extra, ..options };
    let rules = if options.plugins.is_empty() { own } else { Ruleset::load(content, name, &options)? };
    let set = |(name, value): (&String, &Value)| {
        let now = rules.params.get(name)?;
        (now.value != *value).then(|| replayed(name, value))
    };
    let params: Vec<_> = header.params.iter().filter_map(set).collect();
    if params.is_empty() {
        return Ok(rules);
    }
    let params = packs.into_iter().chain(params).collect();
    Ok(Ruleset::load(content, name, &Options { params, ..options })?)
}

/// In what the rules differ from those recorded.
fn differences(header: &Header, rules: &Ruleset) -> Vec<String> {
    let mut found = Vec::new();
    let now = make::plugins(rules);
    for plugin in &header.plugins {
        match now.iter().find(|p| p.name == plugin.name) {
            None => found.push(format!("plugin {} is no longer part of {}", plugin.name, rules.name)),
            Some(p) if p.hash != plugin.hash => found.push(format!("plugin {} has changed since", plugin.name)),
            Some(p) if p.layer != plugin.layer => found.push(format!("plugin {} lies in another layer", plugin.name)),
            Some(_) => {}
        }
    }
    let added = now.iter().filter(|p| header.plugins.iter().all(|q| q.name != p.name));
    found.extend(added.map(|p| format!("plugin {} was not there", p.name)));
    for (name, value) in &header.params {
        match rules.params.get(name) {
            None => found.push(format!("no plugin declares the parameter {name} any more")),
            Some(p) if p.value != *value => found.push(format!("{name} is {}, it was {value}", p.value)),
            Some(_) => {}
        }
    }
    let new = rules.params.iter().filter(|p| !header.params.contains_key(&p.decl.name));
    found.extend(new.map(|p| format!("the parameter {} was not there", p.decl.name)));
    if header.board.yaml.replace("\r\n", "\n") != rules.board_text.replace("\r\n", "\n") {
        found.push(format!("the board {} has changed since", header.board.name));
    }
    if header.actions != rules.layout.size() {
        found.push(format!("there are {} action ids, there were {}", rules.layout.size(), header.actions));
    }
    if found.is_empty() && header.ruleset.hash != rules.hash {
        found.push(format!("the files of ruleset {} have changed since", rules.name));
    }
    if header.engine != env!("CARGO_PKG_VERSION") && !found.is_empty() {
        found.push(format!("engine {} played it, this is {}", header.engine, env!("CARGO_PKG_VERSION")));
    }
    found
}

/// A replay and its match, played side by side.
struct Comparison<'a> {
    replay: &'a Replay,
    again: Match,
    line: usize,
    event: usize,
    action: usize,
}

impl Comparison<'_> {
    fn run(mut self) -> Option<Difference> {
        loop {
            if let Some(difference) = self.compare_lines() {
                return Some(difference);
            }
            match self.replay.lines.get(self.line) {
                None => return self.compare_footer(),
                Some(Line::Action { side, id }) => {
                    let (side, id) = (*side, *id);
                    if let Some(difference) = self.play(side, id) {
                        return Some(difference);
                    }
                }
                Some(line) => {
                    let recorded = in_words(line, line).0;
                    let replayed = "nothing more: a decision is due, or the match is over".to_owned();
                    return Some(Difference { at: self.place(line), minute: self.minute(), recorded, replayed });
                }
            }
        }
    }

    /// Compares all lines that the match has made and the replay has not yet been asked for.
    fn compare_lines(&mut self) -> Option<Difference> {
        // A secret set-up has been made, although nobody may read of it before the other side's.
        let made = self.again.recorder().map(|r| r.written()).unwrap_or_default();
        while let Some(new) = made.get(self.line) {
            let Some(old) = self.replay.lines.get(self.line) else {
                // A replay that was cut off inside an action is compared as far as it goes.
                self.line = self.replay.lines.len();
                return None;
            };
            if !same(old, new) {
                let (recorded, replayed) = in_words(old, new);
                return Some(Difference { at: self.place(old), minute: self.minute(), recorded, replayed });
            }
            self.event += usize::from(matches!(old, Line::Event(_)));
            self.action += usize::from(matches!(old, Line::Action { .. }));
            self.line += 1;
        }
        None
    }

    fn play(&mut self, side: crate::Side, id: u16) -> Option<Difference> {
        let differs = |replayed: String| Difference {
            at: Place::Action(self.action),
            minute: self.minute(),
            recorded: format!("{side} decides {id}"),
            replayed,
        };
        let Some(decision) = self.again.decision() else {
            return Some(differs("the match is over".to_owned()));
        };
        if decision.side != side {
            return Some(differs(format!("{} is to decide", decision.side)));
        }
        let Some(action) = self.again.action(id) else {
            return Some(differs("there is no such action".to_owned()));
        };
        let played = self.again.apply(action);
        played.err().map(|e| Difference {
            at: Place::Action(self.action),
            minute: self.minute(),
            recorded: format!("{side} decides {id}"),
            replayed: match e {
                MatchError::Illegal { stage, .. } => {
                    format!("it is not legal there: to be decided is {}", commentary::decision(stage))
                }
                other => other.to_string(),
            },
        })
    }

    fn compare_footer(&self) -> Option<Difference> {
        let footer = self.replay.footer.as_ref()?;
        // The match keeps its log, so a replay of it can be had.
        let mut real = Replay::of(&self.again, ["", ""]).ok()?.footer?;
        real.state_hash = state_hash(self.again.state());
        real.stopped.clone_from(&footer.stopped);
        real.chain.clone_from(&footer.chain);
        if real == *footer {
            return None;
        }
        let (recorded, replayed) = footers_in_words(footer, &real);
        Some(Difference { at: Place::Footer, minute: None, recorded, replayed })
    }

    fn place(&self, line: &Line) -> Place {
        match line {
            Line::Action { .. } => Place::Action(self.action),
            Line::Event(_) => Place::Event(self.event),
            Line::Keyframe(_) => Place::Keyframe(self.event),
        }
    }

    /// The minute of the match that is played again.
    fn minute(&self) -> Option<u16> {
        let entry = self.again.recorder()?.events().nth(self.event).or_else(|| self.again.recorder()?.events().last());
        entry.map(|e: &Entry| self.replay.header.clock.minute(e.half, e.tick))
    }
}

/// Two lines are the same if a file has the same bytes for them.
fn same(old: &Line, new: &Line) -> bool {
    let text = |line: &Line| {
        let mut out = Vec::new();
        push_line(&mut out, line, 0);
        out
    };
    old == new || text(old) == text(new) || as_before(old, new).is_some_and(|new| text(old) == text(&new))
}

/// A new line as an engine wrote it that noted who changed a field, and not to what.
fn as_before(old: &Line, new: &Line) -> Option<Line> {
    let (Line::Event(old), Line::Event(new)) = (old, new) else { return None };
    let note = old.ruling.as_ref()?;
    if note.changed.is_empty() || !note.set.is_empty() {
        return None;
    }
    let mut new = Entry::clone(new);
    if let Some(note) = &mut new.ruling {
        (note.set, note.set_by) = Default::default();
    }
    Some(Line::Event(Arc::new(new)))
}

/// What is different in two footers, field by field.
fn footers_in_words(old: &Footer, new: &Footer) -> (String, String) {
    let (mut recorded, mut replayed) = (Vec::new(), Vec::new());
    let (old, new) = (footer_fields(old), footer_fields(new));
    let names: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names.into_iter().filter(|name| old.get(*name) != new.get(*name)) {
        let told = |fields: &Fields| match fields.get(name) {
            Some(value) => format!("{name} {value}"),
            None => format!("no {name}"),
        };
        recorded.push(told(&old));
        replayed.push(told(&new));
    }
    (recorded.join(", "), replayed.join(", "))
}

/// The fields of a footer by name, those of the tally as `tally.shots`.
fn footer_fields(footer: &Footer) -> Fields {
    let mut fields = Fields::new();
    let Ok(serde_json::Value::Object(all)) = serde_json::to_value(footer) else { return fields };
    for (name, value) in all {
        match value {
            serde_json::Value::Object(part) => {
                fields.extend(part.into_iter().map(|(key, value)| (format!("{name}.{key}"), value)));
            }
            value => {
                fields.insert(name, value);
            }
        }
    }
    fields
}

/// Two lines in short words: of two events of one type only what is different.
fn in_words(old: &Line, new: &Line) -> (String, String) {
    let (old, new) = match (old, new) {
        (Line::Keyframe(_), Line::Keyframe(_)) => (parts(fields(old)), parts(fields(new))),
        _ => (fields(old), fields(new)),
    };
    let told = |of: &Fields, other: &Fields| {
        let alike = of.get("type") == other.get("type");
        let shown = of.iter().filter(|(key, value)| *key != "type" && (!alike || other.get(*key) != Some(*value)));
        let kind = of.get("type").and_then(|t| t.as_str()).unwrap_or_default();
        let words = shown.map(|(key, value)| format!(", {key} {value}"));
        let text = kind.to_owned() + &words.collect::<String>();
        let short: String = text.chars().take(400).collect();
        if short.len() < text.len() { format!("{short}…") } else { text }
    };
    (told(&old, &new), told(&new, &old))
}

/// Fields of fields of their own, down to single values: `ball.at.x`, `tokens.3.cell`.
fn parts(fields: Fields) -> Fields {
    use serde_json::Value as Json;
    let mut parts = Fields::new();
    let mut open: Vec<(String, Json)> = fields.into_iter().collect();
    while let Some((name, value)) = open.pop() {
        let below = |key: &str| if name == "k" { key.to_owned() } else { format!("{name}.{key}") };
        match value {
            Json::Object(table) => open.extend(table.into_iter().map(|(key, value)| (below(&key), value))),
            Json::Array(list) => {
                open.extend(list.into_iter().enumerate().map(|(n, value)| (below(&n.to_string()), value)));
            }
            single => {
                parts.insert(name, single);
            }
        }
    }
    parts
}

type Fields = std::collections::BTreeMap<String, serde_json::Value>;

/// A line as names and values.
fn fields(line: &Line) -> Fields {
    let mut text = Vec::new();
    push_line(&mut text, line, 0);
    let mut fields: Fields = serde_json::from_slice(&text).unwrap_or_default();
    fields.remove("e");
    let word = match line {
        Line::Action { .. } => "decision",
        Line::Keyframe(_) => "keyframe",
        Line::Event(_) => return fields,
    };
    fields.insert("type".to_owned(), word.into());
    fields
}
