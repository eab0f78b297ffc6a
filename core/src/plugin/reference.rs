//! The hook reference in words: `docs/hooks.md` and `touchline hooks`.

use super::check::arguments;
use super::facade::METHODS;
use super::grant_field::{GRANT_FIELDS, GrantKind, TECHNIQUES};
use super::{AnswerKind, FactInfo, FactKind, FieldInfo, GrantNames, HOOKS, Hook, HookInfo, MOST_TICKS, Mode};
use crate::rules::ClauseIndex;
use std::fmt::Write;

fn kind(kind: FactKind) -> String {
    match kind {
        FactKind::Int => "whole number".to_owned(),
        FactKind::Number => "number".to_owned(),
        FactKind::Bool => "true or false".to_owned(),
        FactKind::Word(words) => words.join(", "),
        FactKind::MaybeInt => "whole number or nil".to_owned(),
        FactKind::Skills => "skills, read with `has`".to_owned(),
        FactKind::Token => "token 1–32 or nil".to_owned(),
        FactKind::Zone => "zone of the board or `none`".to_owned(),
        FactKind::Card => "card or nil".to_owned(),
        FactKind::Text => "text".to_owned(),
        FactKind::Combination => "combination of the ruleset or `none`".to_owned(),
        FactKind::Faces => "faces in the order of the die, separated by spaces".to_owned(),
    }
}

/// How a field of a value reads.
fn field_kind(field: &FieldInfo) -> String {
    match field.bounds {
        Some((min, max)) => format!("{} from {min} to {max}", kind(field.kind)),
        None => kind(field.kind),
    }
}

fn grant_kind(kind: GrantKind) -> String {
    match kind {
        GrantKind::Word(words) => words.join(", "),
        GrantKind::Bool => "true or false".to_owned(),
        GrantKind::Count => "0–255".to_owned(),
        GrantKind::Token => "token 1–32".to_owned(),
        GrantKind::Skills => "skill names".to_owned(),
        GrantKind::Zone => "zone, `own_` in front for the own end".to_owned(),
        GrantKind::Techniques => TECHNIQUES.join(", "),
    }
}

fn grants(names: GrantNames) -> Option<String> {
    match names {
        GrantNames::None => None,
        GrantNames::Free => Some("grants under any name".to_owned()),
        GrantNames::Of(list) => Some(format!("grants named {}", list.join(", "))),
    }
}

/// What a hook answers, in one line.
fn answer(info: &HookInfo) -> String {
    match info.answer {
        AnswerKind::Words(words) => format!("one of {}, and the clause", words.join(", ")),
        AnswerKind::WordsOrInt(words) => {
            format!("a whole number from 0 to {MOST_TICKS} or one of {}, and the clause", words.join(", "))
        },
        AnswerKind::WordsOrCombination(words) => {
            format!("one of {} or a combination of the ruleset, and the clause", words.join(", "))
        }
        AnswerKind::Offers(names) => {
            format!("a table from offer to `true` or a grant, and the clause; offers are {}", names.join(", "))
        }
        AnswerKind::Value { record, grants: names } => {
            let mut parts: Vec<String> = Vec::new();
            if !record.is_empty() {
                parts.push(format!("fields {}", record.iter().map(|f| f.name).collect::<Vec<_>>().join(", ")));
            }
            parts.extend(grants(names));
            format!(
                "changes `value` in place ({}) and returns the clause, or a table from field to clause",
                parts.join("; ")
            )
        }
        AnswerKind::Complaints => {
            "adds to the list texts, or tables { text, token, clause, warning }, and returns the clause of those that name none"
                .to_owned()
        }
        AnswerKind::Nothing => "nothing".to_owned(),
    }
}

/// One hook in words, for a terminal, with the clauses that the index says it carries.
#[must_use]
pub fn describe(hook: Hook, index: &ClauseIndex) -> String {
    let info = hook.info();
    let mut text = format!("{} — {}, {}\n{}\n\n", info.name, info.mode.word(), info.licence.word(), info.doc.trim());
    let _ = writeln!(text, "function p.{}({})", info.name, arguments(hook));
    let width = info.facts.iter().map(|f| f.name.len()).max().unwrap_or_default() + 3;
    for fact in info.facts {
        let _ = writeln!(text, "  {:width$} {} ({})", format!("ev.{}", fact.name), meaning(fact), kind(fact.kind));
    }
    if !info.who.is_empty() {
        let _ = writeln!(text, "  m:who(role): {}", info.who.join(", "));
    }
    let _ = writeln!(text, "\nAnswer: {}", answer(info));
    if let AnswerKind::Value { record, .. } = info.answer {
        let width = record.iter().map(|f| f.name.len()).max().unwrap_or_default();
        for field in record {
            let _ = writeln!(text, "  {:width$} {} ({})", field.name, field.doc, field_kind(field));
        }
    }
    let clauses = index.ids_of(hook);
    if !clauses.is_empty() {
        let _ = writeln!(text, "\nClauses: {}", clauses.join(" "));
    }
    let _ = writeln!(text, "\nExample:\n{}", info.example);
    text
}

/// What a fact means, with the one mechanics that has it in front.
fn meaning(fact: &FactInfo) -> String {
    match fact.only {
        "" => fact.doc.to_owned(),
        game => format!("{game}: {}", fact.doc),
    }
}

/// The whole reference as Markdown, with the clauses of an index.
#[must_use]
pub fn markdown_reference(index: &ClauseIndex) -> String {
    let mut text = String::from("# Hooks\n\nMade from the hook contract of the engine; do not edit.\n\n");
    text.push_str("| Hook | Mode | When |\n|---|---|---|\n");
    for info in HOOKS {
        let _ = writeln!(
            text,
            "| [`{0}`](#{0}) | {1}, {2} | {3} |",
            info.name,
            info.mode.word(),
            info.licence.word(),
            info.doc.trim()
        );
    }
    text.push('\n');
    for hook in Hook::ALL {
        section(&mut text, *hook, index);
    }
    text.push_str("## Grants\n\nA grant is a table with any of these fields, and `clause`.\n\n| Field | Values | Meaning |\n|---|---|---|\n");
    for field in GRANT_FIELDS {
        let _ = writeln!(text, "| `{}` | {} | {} |", field.name, grant_kind(field.kind), field.doc);
    }
    text.push_str("\n## `m`\n\nA token is a number. Methods that tell or change something of one also take the name of a role of the hook, as `m:who` does: `m:skill(\"by\", \"red\")`.\n\n| Method | Returns | Meaning |\n|---|---|---|\n");
    for method in METHODS {
        let args: Vec<&str> = method.args.iter().map(|(name, _)| *name).collect();
        let act = if method.effect { " Act hooks only." } else { "" };
        let returns = method.returns.replace('|', " or ");
        let _ = writeln!(text, "| `m:{}({})` | {returns} | {}{act} |", method.name, args.join(", "), method.doc);
    }
    text
}

fn section(text: &mut String, hook: Hook, index: &ClauseIndex) {
    let info = hook.info();
    let _ =
        writeln!(text, "## {}\n\n{} *{}, {}.*\n", info.name, info.doc.trim(), info.mode.word(), info.licence.word());
    if !info.facts.is_empty() {
        text.push_str("| `ev` | Values | Meaning |\n|---|---|---|\n");
        for fact in info.facts {
            let _ = writeln!(text, "| `{}` | {} | {} |", fact.name, kind(fact.kind), meaning(fact));
        }
        text.push('\n');
    }
    if !info.who.is_empty() {
        let _ = writeln!(text, "Roles of `m:who`: {}.\n", info.who.join(", "));
    }
    if info.mode != Mode::Notify {
        let _ = writeln!(text, "Answer: {}.\n", answer(info));
    }
    if let AnswerKind::Value { record, .. } = info.answer
        && !record.is_empty()
    {
        text.push_str("| `value` | Values | Before | Meaning |\n|---|---|---|---|\n");
        for field in record {
            let before = match field.kind {
                FactKind::Word(words) => words.get(field.default as usize).copied().unwrap_or_default().to_owned(),
                FactKind::Bool => (field.default != 0.0).to_string(),
                FactKind::Card => "nil".to_owned(),
                _ => field.default.to_string(),
            };
            let _ = writeln!(text, "| `{}` | {} | {before} | {} |", field.name, field_kind(field), field.doc);
        }
        text.push('\n');
    }
    let clauses = index.ids_of(hook);
    if !clauses.is_empty() {
        let _ = writeln!(text, "Clauses: {}.\n", clauses.join(" "));
    }
    let _ = writeln!(text, "```lua\n{}\n```\n", info.example);
}
