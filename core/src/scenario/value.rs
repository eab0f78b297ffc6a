//! Values that a scenario expects, checked for being possible at all.

use super::name::{cell, token};
use super::node::Node;
use crate::record::field::FieldKind;
use crate::rules::Ruleset;
use serde_json::Value as Json;

/// What a fact of the state may be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holds {
    /// Always a value of this kind.
    Is(FieldKind),
    /// A value of this kind, or `none`.
    OrNone(FieldKind),
    /// A side, or the token that has the ball.
    SideOrToken,
    /// A combination of the ruleset's dice, or `none`.
    Combination,
    /// Faces of the ruleset's dice.
    Faces,
    /// A table of players.
    Players,
}

/// A table as JSON.
pub(super) fn json(node: &Node<'_>) -> Option<Json> {
    let found = serde_json::to_value(node.yaml()).ok().filter(Json::is_object);
    if found.is_none() {
        node.wrong("a table is expected here, such as `{ type: cod_tie, side: away }`");
    }
    found
}

/// Notes a problem when the value cannot be one of this kind.
pub(super) fn check(node: &Node<'_>, key: &str, kind: FieldKind, rules: &Ruleset) {
    match kind {
        FieldKind::Flag => {
            node.flag();
        }
        FieldKind::Number => {
            if !node.yaml().is_number() {
                node.wrong(format!("`{key}` is a number"));
            }
        }
        FieldKind::Text => {
            if !node.yaml().is_string() {
                node.wrong(format!("`{key}` is a text: put it in quotes"));
            }
        }
        FieldKind::Token => {
            token(node);
        }
        FieldKind::Cell => {
            cell(node, rules);
        }
        FieldKind::Word(words) => {
            node.word(&format!("value of `{key}`"), words);
        }
        FieldKind::List(of) => {
            for item in node.items() {
                check(&item, key, *of, rules);
            }
        }
        FieldKind::Places => {}
    }
}

/// The same for a fact of the state.
pub(super) fn check_state(node: &Node<'_>, key: &str, holds: Holds, rules: &Ruleset) {
    let none = node.yaml().as_str() == Some("none");
    match holds {
        Holds::OrNone(FieldKind::Word(words)) => {
            let known: Vec<&str> = words.iter().copied().chain(["none"]).collect();
            node.word(&format!("value of `{key}`"), &known);
        }
        Holds::OrNone(_) | Holds::Combination if none => {}
        Holds::Is(kind) | Holds::OrNone(kind) => check(node, key, kind, rules),
        Holds::SideOrToken if node.yaml().as_str().is_some_and(|text| text.contains(' ')) => {
            token(node);
        }
        Holds::SideOrToken => {
            node.word("side", &["home", "away"]);
        }
        Holds::Combination => {
            let known: Vec<&str> = rules.vocabulary.combinations().collect();
            node.word("combination of this ruleset", &known);
        }
        Holds::Faces => {
            let dice = rules.vocabulary.dice.as_ref().map(|d| d.dice.as_slice()).unwrap_or_default();
            let faces: Vec<&str> = dice.iter().flat_map(|d| &d.faces).map(String::as_str).collect();
            for item in node.items() {
                item.word("face of the dice", &faces);
            }
        }
        Holds::Players => {}
    }
}

/// A clause that a plugin of the ruleset may cite.
pub(super) fn clause(node: &Node<'_>, rules: &Ruleset) {
    let Some(id) = node.text() else { return };
    let known = rules.stack.clauses();
    if !known.contains(&id) {
        let near = node.near(&id, known.iter().map(String::as_str));
        node.wrong(format!("no plugin of this ruleset cites a clause `{id}`{near}"));
    }
}
