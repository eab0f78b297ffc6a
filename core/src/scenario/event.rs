//! Events that a scenario expects, or rules out: every field must be one that such an event can have, or the scenario
//! would wait for what cannot come, and `no_event` would hold whatever happens.

use super::node::Node;
use super::snapshot::event_types;
use super::value;
use crate::plugin::{
    AnswerKind, ClockAt, FactKind, FlightAnswer, Hook, Moment, MoveAnswer, OFFERS, OffsideAnswer, PhaseWord,
    WhistleAnswer,
};
use crate::record::Event;
use crate::record::field::FieldKind;
use crate::rules::Ruleset;
use serde_json::Value as Json;

/// When an event happened.
pub(super) const WHEN: [&str; 4] = ["half", "tick", "turn", "phase"];
/// Who ruled it.
pub(super) const RULING: [&str; 7] = ["hook", "answer", "clause", "plugin", "layer", "facts", "changed"];

/// Texts that are always one of a list of words.
const TEXTS: [(&str, &str, &[&str]); 6] = [
    ("flight", "outcome", FlightAnswer::WORDS),
    ("offside", "verdict", OffsideAnswer::WORDS),
    ("entry", "verdict", MoveAnswer::WORDS),
    ("whistle", "at", ClockAt::WORDS),
    ("whistle", "verdict", WhistleAnswer::WORDS),
    ("phase_end", "ended", PhaseWord::WORDS),
];

/// An expected event as it would stand in the log; problems are noted at its nodes.
pub(super) fn event(node: &Node<'_>, rules: &Ruleset) -> Option<Json> {
    let event = value::json(node)?;
    let Some(kind) = node.get("type") else {
        node.wrong("an event needs a `type`");
        return None;
    };
    let types = event_types();
    let types: Vec<&str> = types.iter().map(String::as_str).collect();
    let Some(index) = kind.word("type of event", &types) else { return Some(event) };
    let own = Event::FIELDS.get(index).copied().unwrap_or_default();
    let known: Vec<&str> = own.iter().map(|(name, _)| *name).chain(["type"]).chain(WHEN).chain(RULING).collect();
    for (key, field) in node.entries() {
        let kind = own.iter().find(|(name, _)| *name == key).map(|(_, kind)| *kind);
        match (key.as_str(), kind) {
            _ if field.yaml().is_null() => {
                if !known.contains(&key.as_str()) {
                    node.unknown_key(&key, &known);
                }
            }
            ("clause", _) => value::clause(&field, rules),
            ("plugin", _) => {
                let layers: Vec<&str> = rules.stack.layers.iter().map(|l| l.name.as_str()).collect();
                field.word("plugin of this ruleset", &layers);
            }
            ("hook", _) => {
                field.word("hook", &hooks());
            }
            ("card", Some(_)) => {
                let cards: Vec<&str> = rules.vocabulary.cards.iter().map(String::as_str).collect();
                field.word("card of this ruleset", &cards);
            }
            ("moment", Some(_)) => {
                // Beside the moments of abilities, the one at which a keeper may be prepared.
                let moments: Vec<&str> = Moment::WORDS.iter().copied().chain(["save"]).collect();
                field.word("moment", &moments);
            }
            ("offers", Some(_)) => {
                let offers: Vec<&str> = OFFERS.iter().copied().chain(["keeper"]).collect();
                for offer in field.items() {
                    offer.word("offer", &offers);
                }
            }
            ("facts", _) => facts(&field, node, rules),
            ("changed", _) => changed(&field, rules),
            ("answer", None) => value::check(&field, &key, FieldKind::Text, rules),
            ("type", _) => {}
            (_, Some(kind)) => {
                let words = TEXTS.iter().find(|(of, name, _)| *of == types[index] && *name == key);
                value::check(&field, &key, words.map_or(kind, |(.., words)| FieldKind::Word(words)), rules);
            }
            (name, None) if WHEN.contains(&name) || name == "layer" => {
                value::check(&field, &key, FieldKind::Number, rules);
            }
            (_, None) => node.unknown_key(&key, &known),
        }
    }
    Some(event)
}

fn hooks() -> Vec<&'static str> {
    Hook::ALL.iter().map(|hook| hook.info().name).collect()
}

/// The facts that were put to a hook; without `hook` those of any.
fn facts(table: &Node<'_>, event: &Node<'_>, rules: &Ruleset) {
    let hook = event.get("hook").and_then(|n| n.text()).and_then(|name| Hook::from_name(&name));
    let asked = || Hook::ALL.iter().filter(|h| hook.is_none_or(|hook| hook == **h)).flat_map(|h| h.info().facts);
    for (key, field) in table.entries() {
        let kinds: Vec<FactKind> = asked().filter(|fact| fact.name == key).map(|fact| fact.kind).collect();
        if kinds.is_empty() {
            let known: Vec<&str> = asked().map(|fact| fact.name).collect();
            table.unknown_key(&key, &known);
        } else if !field.yaml().is_null() {
            fact(&field, &key, &kinds, rules);
        }
    }
}

/// The value of a fact that hooks declare in these ways.
fn fact(node: &Node<'_>, key: &str, kinds: &[FactKind], rules: &Ruleset) {
    let words: Option<Vec<&str>> = kinds
        .iter()
        .map(|k| if let FactKind::Word(w) = k { Some(*w) } else { None })
        .try_fold(Vec::new(), |mut all, words| {
            all.extend(words?);
            Some(all)
        });
    let all = |wanted: &[FactKind]| kinds.iter().all(|k| wanted.contains(k));
    if let Some(words) = words {
        node.word(&format!("value of `{key}`"), &words);
    } else if all(&[FactKind::Bool]) {
        node.flag();
    } else if all(&[FactKind::Int, FactKind::MaybeInt, FactKind::Number]) {
        value::check(node, key, FieldKind::Number, rules);
    } else if all(&[FactKind::Token]) {
        value::check(node, key, FieldKind::Token, rules);
    }
}

/// Which layers changed a value: field or fact, and the clause.
fn changed(table: &Node<'_>, rules: &Ruleset) {
    let mut known: Vec<&str> = Vec::new();
    for info in Hook::ALL.iter().map(|hook| hook.info()) {
        known.extend(info.facts.iter().map(|fact| fact.name));
        if let AnswerKind::Value { record, .. } = info.answer {
            known.extend(record.iter().map(|field| field.name));
        }
    }
    for (key, field) in table.entries() {
        if !known.contains(&key.as_str()) {
            table.unknown_key(&key, &known);
        } else if !field.yaml().is_null() {
            value::clause(&field, rules);
        }
    }
}
