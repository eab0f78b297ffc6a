//! A ruling in words: the facts it rests on, what was changed for it, and which parameters were set.

use super::entry::RulingNote;
use super::fact::Fact;
use super::header::Header;
use super::names::{Names, printable};
use super::phrase;
use super::word::Word;
use crate::plugin::{Hook, Mode};

/// What was answered, in words; empty where the answer is not a word.
#[must_use]
pub fn answer_in_words(note: &RulingNote) -> String {
    phrase::answer(&note.hook, &note.answer)
}

/// The facts of a ruling in words: what was the case, and the names of what was not. A fact that a layer changed for
/// those below it is told as they saw it.
#[must_use]
pub fn facts_in_words(note: &RulingNote, names: &Names) -> (Vec<String>, Vec<String>) {
    let (mut holds, mut not) = (Vec::new(), Vec::new());
    // What a layer of a modify hook sets is a field of the answer, whose name may be that of a fact.
    let changes_facts = !is_modify(note);
    for (name, fact) in note.facts.iter().filter(|(name, _)| phrase::tells(note, names, name)) {
        let fact = match (note.set.get(name), note.changed.get(name)) {
            (Some(set), _) if changes_facts => set,
            // Older files say who changed a fact, and not to what.
            (None, Some(_)) if changes_facts => continue,
            _ => fact,
        };
        let told = phrase::fact(note, names, name, fact);
        if phrase::is_nothing(fact) {
            not.push(told.unwrap_or_else(|| named(name)));
        } else {
            holds.push(told.unwrap_or_else(|| shown(&named(name), fact)));
        }
    }
    (holds, not)
}

/// What a layer set, if there is more to it than its name: a field of the answer, or a fact for the layers below.
fn set_in_words(note: &RulingNote, names: &Names, field: &str, fact: &Fact) -> Option<String> {
    match is_modify(note) {
        true => phrase::set(&note.hook, field, fact),
        false => phrase::changed(note, names, field, fact),
    }
}

/// Whether the layers of the hook change the fields of its answer, and not the facts.
fn is_modify(note: &RulingNote) -> bool {
    Hook::from_name(&note.hook).is_some_and(|hook| hook.info().mode == Mode::Modify)
}

/// What the clause that decided set itself: whole phrases, and fields by name with their values.
pub(super) fn own_in_words(note: &RulingNote, names: &Names) -> (Vec<String>, Vec<String>) {
    let own =
        |(field, _): &(&Word, &Fact)| note.changed.get(field) == Some(&note.clause) && note.set_by.get(field).is_none();
    let (mut told, mut fields) = (Vec::new(), Vec::new());
    for (field, fact) in note.set.iter().filter(own) {
        match set_in_words(note, names, field, fact) {
            Some(phrase) => told.push(phrase),
            None => fields.push(format!("{} to {}", phrase::name(field), value(fact))),
        }
    }
    (told, fields)
}

/// A field or a fact that somebody changed on the way to a ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Which, to what, and by which plugin if it is not the one that decided: `short limit was set to 5 by plugin longer,
    /// clause LONGER-01`, or what that means: `lying players take no part, by clause BASE-COD-10`.
    pub told: String,
    /// The same in short: `short limit 5: LONGER-01`.
    pub short: String,
    /// The clause.
    pub clause: Word,
}

/// What was changed for a ruling by other clauses than the one that decided.
#[must_use]
pub fn changes_in_words(note: &RulingNote, names: &Names) -> Vec<Changed> {
    let others =
        note.changed.iter().filter(|(field, clause)| **clause != note.clause || note.set_by.get(field).is_some());
    let told = |(field, clause): (&Word, &Word)| {
        let to = note.set.get(field).map(|fact| format!(" to {}", value(fact))).unwrap_or_default();
        let by = note.set_by.get(field).map(|p| format!("plugin {}, ", printable(p))).unwrap_or_default();
        let name = phrase::name(field);
        let phrase = note.set.get(field).and_then(|fact| set_in_words(note, names, field, fact));
        let clause_name = printable(clause);
        let told = match &phrase {
            Some(phrase) => format!("{phrase}, by {by}clause {clause_name}"),
            None => format!("{name} was set{to} by {by}clause {clause_name}"),
        };
        let now = || note.set.get(field).map(|fact| format!(" {}", value(fact))).unwrap_or_default();
        let short = phrase.unwrap_or_else(|| format!("{name}{}", now()));
        Changed { told, short: format!("{short}: {clause_name}"), clause: clause.clone() }
    };
    others.map(told).collect()
}

/// The parameters behind a ruling: those that were set for this match against what the ruleset itself says, and the value
/// in force of every one that the catalogue names for its clause (`carried`).
#[must_use]
pub fn params_in_words(header: &Header, note: &RulingNote, carried: &[String]) -> Vec<String> {
    let mut told = Vec::new();
    for (name, value) in &header.changed {
        let by_clause = carried.contains(name);
        let text = match header.set.get(name) {
            Some(set) if by_clause || set.plugin == *note.plugin || set.clauses.iter().any(|c| *c == *note.clause) => {
                format!("Parameter {name} is {value} here ({} in the rules).", set.ruled)
            }
            Some(_) => continue,
            // What the ruleset itself sets, and everything in a file of an older engine.
            None if by_clause => format!("Parameter {name} is {value} here."),
            None => continue,
        };
        told.push(printable(&text));
    }
    // One that was set back to the plugin's own default.
    for (name, set) in header.set.iter().filter(|(name, _)| !header.changed.contains_key(*name)) {
        let meant =
            carried.contains(name) || set.plugin == *note.plugin || set.clauses.iter().any(|c| *c == *note.clause);
        if let (true, Some(value)) = (meant, header.params.get(name)) {
            told.push(printable(&format!("Parameter {name} is {value} here ({} in the rules).", set.ruled)));
        }
    }
    let ruled = |name: &&String| !header.changed.contains_key(*name) && !header.set.contains_key(*name);
    for name in carried.iter().filter(ruled) {
        if let Some(value) = header.params.get(name) {
            told.push(printable(&format!("Parameter {name} is {value} here.")));
        }
    }
    told
}

/// The plugin of a ruling and where it lies: `base/cod (layer 6 of 11)`, counted from the bottom and from 1.
#[must_use]
pub fn layer_in_words(header: &Header, note: &RulingNote) -> String {
    let layers = header.plugins.len();
    format!("{} (layer {} of {layers})", printable(&note.plugin), usize::from(note.layer) + 1)
}

/// A name of the log, as people write it.
pub(super) fn named(field: &str) -> String {
    printable(field).replace('_', " ")
}

fn shown(name: &str, fact: &Fact) -> String {
    match fact {
        Fact::Nothing | Fact::Flag(_) => name.to_owned(),
        Fact::Words(_) => format!("{name} {}", value(fact)),
        Fact::Word(_) => format!("{name} is {}", value(fact).replace('_', " ")),
        Fact::Number(_) | Fact::Other(_) => format!("{name} is {}", value(fact)),
    }
}

/// What a fact is, in words.
pub(super) fn value(fact: &Fact) -> String {
    match fact {
        Fact::Nothing => "nothing".to_owned(),
        Fact::Flag(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Fact::Number(number) => number.to_string(),
        Fact::Word(word) => printable(word),
        Fact::Words(words) if words.is_empty() => "none".to_owned(),
        Fact::Words(words) => words.iter().map(|word| named(word)).collect::<Vec<_>>().join("+"),
        Fact::Other(value) => printable(&value.to_string()),
    }
}
