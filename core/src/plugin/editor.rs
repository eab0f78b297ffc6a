//! Definitions for editors: LuaLS `---@meta` text made from the hook contract.

use super::facade::METHODS;
use super::grant_field::{GRANT_FIELDS, GrantKind, TECHNIQUES};
use super::stack::Vocabulary;
use super::{AnswerKind, FactKind, FieldInfo, GrantNames, HOOKS, HookInfo, Mode};
use std::fmt::Write;

/// A union of literal texts.
fn literals<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let list: Vec<String> = words.into_iter().map(|w| format!("\"{w}\"")).collect();
    if list.is_empty() { "string".to_owned() } else { list.join("|") }
}

fn lua_type(kind: FactKind) -> String {
    match kind {
        FactKind::Int => "integer".to_owned(),
        FactKind::Number => "number".to_owned(),
        FactKind::Bool => "boolean".to_owned(),
        FactKind::Word(words) => literals(words.iter().copied()),
        FactKind::MaybeInt => "integer?".to_owned(),
        FactKind::Skills => "skills".to_owned(),
        FactKind::Token => "token?".to_owned(),
        FactKind::Zone => "zone".to_owned(),
        FactKind::Card => "card?".to_owned(),
        FactKind::Combination => "combination".to_owned(),
        FactKind::Text | FactKind::Faces => "string".to_owned(),
    }
}

fn grant_type(kind: GrantKind) -> String {
    match kind {
        GrantKind::Word(words) => literals(words.iter().copied()),
        GrantKind::Bool => "boolean".to_owned(),
        GrantKind::Count => "integer".to_owned(),
        GrantKind::Token => "token".to_owned(),
        GrantKind::Skills => "string".to_owned(),
        GrantKind::Zone => "zone".to_owned(),
        GrantKind::Techniques => format!("string # out of {}", TECHNIQUES.join(" ")),
    }
}

/// The definition file: save it beside your plugins and point LuaLS at it (`workspace.library`).
#[must_use]
pub fn lua_definitions(vocabulary: &Vocabulary) -> String {
    let mut text = String::from(
        "---@meta touchline\n-- Made from the hook contract of the engine; do not edit.\n\n---@alias token integer\n---@alias skills integer\n---@alias side \"home\"|\"away\"|\"attack\"|\"defence\"\n---@alias band \"defence\"|\"midfield\"|\"attack\"\n",
    );
    let zones: Vec<String> = vocabulary.zones.iter().flat_map(|z| [z.clone(), format!("own_{z}")]).collect();
    let _ = writeln!(text, "---@alias skill {}", literals(vocabulary.skills.iter().map(String::as_str)));
    let _ = writeln!(text, "---@alias card {}", literals(vocabulary.cards.iter().map(String::as_str)));
    let _ =
        writeln!(text, "---@alias combination {}", literals(std::iter::once("none").chain(vocabulary.combinations())));
    let _ = writeln!(text, "---@alias zone \"none\"|{}\n", literals(zones.iter().map(String::as_str)));
    text.push_str("---Whether a skill is among active skills.\n---@param skills skills\n---@param skill skill\n---@return boolean\nfunction has(skills, skill) end\n\n");
    text.push_str("---What is wrong with a squad.\n---@class complaint\n---@field text string what is wrong\n---@field token? token whom it is about\n---@field clause? string the clause it rests on\n---@field warning? boolean the squad may play all the same\n\n");
    text.push_str("---One permission, which the engine turns into sets of cells.\n---@class grant\n");
    for field in GRANT_FIELDS {
        let (kind, note) = grant_type(field.kind).split_once(" # ").map_or_else(
            || (grant_type(field.kind), String::new()),
            |(kind, note)| (kind.to_owned(), format!(" ({note})")),
        );
        let _ = writeln!(text, "---@field {}? {kind} {}{note}", field.name, field.doc);
    }
    text.push_str("---@field clause? string the clause that gives it\n\n---The match.\n---@class m\nlocal m = {}\n\n");
    for method in METHODS {
        let _ = writeln!(text, "---{}{}", method.doc, if method.effect { " Act hooks only." } else { "" });
        for (name, kind) in method.args {
            let optional = kind.ends_with("|nil");
            let _ =
                writeln!(text, "---@param {name}{} {}", if optional { "?" } else { "" }, kind.trim_end_matches("|nil"));
        }
        if method.returns != "nil" {
            let _ = writeln!(text, "---@return {}", method.returns);
        }
        let names: Vec<&str> = method.args.iter().map(|(name, _)| *name).collect();
        let _ = writeln!(text, "function m:{}({}) end\n", method.name, names.join(", "));
    }
    for hook in HOOKS {
        hook_classes(&mut text, hook);
    }
    plugin_class(&mut text);
    text
}

/// The classes of a hook's facts and value.
fn hook_classes(text: &mut String, hook: &HookInfo) {
    let _ = writeln!(text, "---{}\n---@class {}_ev", hook.doc.trim(), hook.name);
    for fact in hook.facts {
        let _ = writeln!(text, "---@field {} {} {}", fact.name, lua_type(fact.kind), fact.doc);
    }
    text.push('\n');
    if let AnswerKind::Value { record, grants } = hook.answer {
        let _ = writeln!(text, "---@class {}_value", hook.name);
        fields(text, record);
        match grants {
            GrantNames::None => {}
            GrantNames::Free => text.push_str("---@field [string] grant|true\n"),
            GrantNames::Of(names) => {
                for name in names {
                    let _ = writeln!(text, "---@field {name}? grant|true");
                }
            }
        }
        text.push('\n');
    }
    if let AnswerKind::Offers(names) = hook.answer {
        let _ = writeln!(text, "---@class {}_offers", hook.name);
        for name in names {
            let _ = writeln!(text, "---@field {name}? grant|true");
        }
        text.push('\n');
    }
}

fn fields(text: &mut String, record: &[FieldInfo]) {
    for field in record {
        let _ = writeln!(text, "---@field {} {} {}", field.name, lua_type(field.kind), field.doc);
    }
}

/// The type of what a rule hook answers.
fn answer_type(hook: &HookInfo) -> String {
    match hook.answer {
        AnswerKind::Words(words) => literals(words.iter().copied()),
        AnswerKind::WordsOrCombination(words) => format!("{}|combination", literals(words.iter().copied())),
        AnswerKind::WordsOrInt(words) => format!("{}|integer", literals(words.iter().copied())),
        AnswerKind::Offers(_) => format!("{}_offers", hook.name),
        AnswerKind::Value { .. } | AnswerKind::Complaints | AnswerKind::Nothing => "nil".to_owned(),
    }
}

/// The class of the table a plugin file returns.
fn plugin_class(text: &mut String) {
    text.push_str("---A plugin: the table its file returns.\n---@class plugin\n");
    for (name, kind, doc) in [
        ("name", "string", "its name, as in the ruleset"),
        ("api", "integer", "1"),
        ("doc?", "string", "what it is for"),
        ("requires?", "string[]", "plugins it needs below it"),
        ("above?", "string[]", "plugins that lie below it where they are there at all"),
        ("brings?", "table", "what it brings to a ruleset: skills, squad, pool, params of plugins below"),
        ("talents?", "table<string, string>", "what skills are good for, for the coach: passer, shooter, …"),
        ("clauses?", "string[]", "clauses it rules by"),
        ("params?", "table<string, table>", "parameters it declares"),
        ("state?", "table<\"match\"|\"side\"|\"player\", table>", "slots it remembers things in"),
        ("carry?", "string[]", "slots that survive into the next match"),
    ] {
        let _ = writeln!(text, "---@field {name} {kind} {doc}");
    }
    for hook in HOOKS {
        let ev = format!("ev: {}_ev, m: m", hook.name);
        let signature = match (hook.mode, hook.answer) {
            (Mode::Rule, _) => {
                let answer = answer_type(hook);
                format!("fun({ev}, next: fun(changed?: table, clause?: string): {answer}, string): {answer}, string?")
            }
            (Mode::Modify, AnswerKind::Complaints) => format!("fun({ev}, complaints: (string|complaint)[]): string?"),
            (Mode::Modify, _) => format!("fun({ev}, value: {}_value): string|table<string, string>|nil", hook.name),
            (Mode::Notify, _) => format!("fun({ev})"),
        };
        let _ = writeln!(text, "---@field {}? {signature} {}", hook.name, hook.doc.trim());
    }
}
