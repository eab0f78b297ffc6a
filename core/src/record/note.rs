//! A ruling in words, for the log.

use super::event::RulingNote;
use crate::plugin::{Answer, AnswerKind, FactKind, Hook, MAX_FACTS, NIL, Ruling};
use crate::rules::{GameKind, Ruleset};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The note of a question and its answer; `None` when no clause was named.
pub(crate) fn of(
    rules: &Ruleset,
    hook: Hook,
    facts: &[i64; MAX_FACTS],
    answer: &Answer,
    ruling: Ruling,
) -> Option<RulingNote> {
    let mut note = clause(rules, hook, ruling)?;
    let info = hook.info();
    let game = rules.game.kind().word();
    // Most facts are those of boards: a game of dice keeps to those that say something.
    let told = |n: usize| match info.facts[n].only {
        "" => rules.game.kind() != GameKind::Dice || facts[n] > 0,
        only => only == game,
    };
    let put = info.facts.iter().zip(facts).enumerate().filter(|(n, _)| told(*n));
    note.facts = put.map(|(_, (f, n))| (f.name.to_owned(), fact(rules, f.kind, *n))).collect();
    // A layer that re-asked the ones below with other facts is named for each of them.
    if !matches!(info.answer, AnswerKind::Value { .. }) {
        for change in &answer.changes {
            if let Some(fact) = info.facts.get(usize::from(change.field)) {
                note.changed.insert(fact.name.to_owned(), rules.stack.clause(change.ruling.clause).to_owned());
            }
        }
    }
    note.answer = match info.answer {
        AnswerKind::Words(words) | AnswerKind::WordsOrInt(words) => match (answer.word, answer.number) {
            (Some(word), _) => words.get(usize::from(word)).copied().unwrap_or_default().to_owned(),
            (None, Some(number)) => number.to_string(),
            (None, None) => String::new(),
        },
        AnswerKind::WordsOrCombination(words) => {
            let mut all = words.iter().copied().chain(rules.vocabulary.combinations());
            answer.word.and_then(|n| all.nth(n.into())).unwrap_or_default().to_owned()
        }
        AnswerKind::Offers(names) => {
            let named = answer.grants.iter().filter(|g| !g.grant.refused);
            named.filter_map(|g| names.get(usize::from(g.name)).copied()).collect::<Vec<_>>().join(" ")
        }
        AnswerKind::Value { record, .. } => {
            for change in &answer.changes {
                if let Some(field) = record.get(usize::from(change.field)) {
                    let clause = rules.stack.clause(change.ruling.clause).to_owned();
                    note.changed.insert(field.name.to_owned(), clause);
                }
            }
            String::new()
        }
        AnswerKind::Complaints | AnswerKind::Nothing => String::new(),
    };
    Some(note)
}

/// A note that names the clause alone.
pub(crate) fn clause(rules: &Ruleset, hook: Hook, ruling: Ruling) -> Option<RulingNote> {
    if ruling == Ruling::NONE {
        return None;
    }
    let layer = rules.stack.layers.get(usize::from(ruling.layer))?;
    Some(RulingNote {
        hook: hook.info().name.to_owned(),
        answer: String::new(),
        clause: rules.stack.clause(ruling.clause).to_owned(),
        plugin: layer.name.clone(),
        layer: ruling.layer,
        facts: BTreeMap::new(),
        changed: BTreeMap::new(),
    })
}

/// A packed fact as a reader would write it.
fn fact(rules: &Ruleset, kind: FactKind, packed: i64) -> Value {
    if packed == NIL {
        return Value::Null;
    }
    match kind {
        FactKind::Int | FactKind::MaybeInt | FactKind::Number => json!(packed),
        FactKind::Bool => json!(packed != 0),
        FactKind::Word(words) => json!(words.get(packed as usize).copied().unwrap_or("?")),
        FactKind::Skills => {
            let named = rules.vocabulary.skills.iter().enumerate().filter(|(i, _)| packed >> i & 1 == 1);
            json!(named.map(|(_, s)| s.as_str()).collect::<Vec<_>>())
        }
        FactKind::Token => {
            crate::Token::from_index((packed - 1) as usize).map_or(Value::Null, |t| json!(t.to_string()))
        }
        FactKind::Zone => {
            let zone = (packed > 0).then(|| rules.vocabulary.zones.get(((packed - 1) / 2) as usize)).flatten();
            match zone {
                Some(zone) if (packed - 1) % 2 == 1 => json!(format!("own_{zone}")),
                Some(zone) => json!(zone),
                None => json!("none"),
            }
        }
        FactKind::Card | FactKind::Text => json!(packed),
        FactKind::Combination => {
            let named = usize::try_from(packed - 1).ok().and_then(|n| rules.vocabulary.combinations().nth(n));
            json!(named.unwrap_or("none"))
        }
        FactKind::Faces => {
            let words = rules.vocabulary.dice.as_ref().map(|d| d.hand_words()).unwrap_or_default();
            json!(words.get(packed as usize).map_or("", String::as_str))
        }
    }
}
