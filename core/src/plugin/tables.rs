//! The hook contract as tables for the trusted code in the VM.

use super::grant_field::{GRANT_FIELDS, GrantKind, TECHNIQUES};
use super::host::HostSetup;
use super::mailbox::{self, Mailbox};
use super::sandbox;
use super::stack::{Stack, Vocabulary};
use super::{AnswerKind, FactKind, FieldInfo, GrantNames, HOOKS, Hook, MOST_TICKS, Mode};
use crate::Token;
use crate::rules::Value as ParamValue;
use mlua::{Function, Lua, Table, Value};
use std::fmt::Write;

/// Zones as plugins write them, in the order of their packed numbers: `none`, then each with and without `own_`.
pub(super) fn zone_words(vocabulary: &Vocabulary) -> Vec<String> {
    std::iter::once("none".to_owned())
        .chain(vocabulary.zones.iter().flat_map(|z| [z.clone(), format!("own_{z}")]))
        .collect()
}

/// Words, then the ruleset's combinations.
pub(super) fn combination_words<'a>(words: &[&'a str], vocabulary: &'a Vocabulary) -> Vec<&'a str> {
    words.iter().copied().chain(vocabulary.combinations()).collect()
}

pub(super) fn hand_words(vocabulary: &Vocabulary) -> Vec<String> {
    vocabulary.dice.as_ref().map(|dice| dice.hand_words().to_vec()).unwrap_or_default()
}

/// Lua text of the functions that read the facts of each hook into `ev`.
pub(super) fn fill_source() -> String {
    let mut text = String::from("local FILL = {} do local readf64 = buffer.readf64 ");
    for hook in HOOKS {
        let _ = write!(text, "FILL.{} = function(ev, box, NIL, words) ", hook.name);
        for (n, fact) in hook.facts.iter().enumerate() {
            if matches!(
                fact.kind,
                FactKind::Word(_)
                    | FactKind::Zone
                    | FactKind::Card
                    | FactKind::Text
                    | FactKind::Combination
                    | FactKind::Faces
            ) {
                let _ = write!(text, "local w{n} = words[{}] ", n + 1);
            }
        }
        text.push_str("return function() local ev, box, v = ev, box, nil ");
        for (n, fact) in hook.facts.iter().enumerate() {
            let read = format!("readf64(box, {})", n * 8);
            let _ = match fact.kind {
                FactKind::Word(_)
                | FactKind::Zone
                | FactKind::Card
                | FactKind::Text
                | FactKind::Combination
                | FactKind::Faces => {
                    write!(text, "ev.{} = w{n}[{read} + 1] ", fact.name)
                }
                FactKind::Bool => write!(text, "ev.{} = {read} ~= 0 ", fact.name),
                FactKind::MaybeInt | FactKind::Token => {
                    write!(text, "v = {read} if v == NIL then v = nil end ev.{} = v ", fact.name)
                }
                FactKind::Int | FactKind::Number | FactKind::Skills => write!(text, "ev.{} = {read} ", fact.name),
            };
        }
        text.push_str("end end ");
    }
    text.push_str("end ");
    text
}

/// What the trusted code is given once.
pub(super) fn host_table(lua: &Lua, setup: &HostSetup<'_>, mailbox: &Mailbox) -> mlua::Result<Table> {
    let host = lua.create_table()?;
    host.set("box", mailbox.buffer())?;
    host.set("at", mailbox.offsets(lua)?)?;
    host.set("none", mailbox::nil_number())?;
    host.set("suggest", sandbox::suggest(lua)?)?;
    let muted = lua.create_table()?;
    for id in setup.muted.and_then(|clause| setup.stack.clause_id(clause)).into_iter().chain([Stack::UNPRINTED]) {
        muted.set(id, true)?;
    }
    host.set("muted", muted)?;
    let clauses = lua.create_table()?;
    for (id, clause) in setup.stack.clauses().iter().enumerate() {
        clauses.set(id, clause.as_str())?;
    }
    host.set("clauses", clauses)?;
    let fields = lua.create_table()?;
    for (place, field) in GRANT_FIELDS.iter().enumerate() {
        let f = grant_field(lua, field.kind, setup.vocabulary)?;
        f.set("place", place)?;
        fields.set(field.name, f)?;
    }
    host.set("grant_fields", fields)?;
    host.set("grant_names", GRANT_FIELDS.iter().map(|f| f.name).chain(["clause"]).collect::<Vec<_>>())?;
    Ok(host)
}

/// Words and the numbers that stand for them.
fn word_map(lua: &Lua, words: &[&str]) -> mlua::Result<Table> {
    lua.create_table_from(words.iter().enumerate().map(|(n, w)| (*w, n)))
}

fn choice(lua: &Lua, words: &[&str]) -> mlua::Result<Table> {
    let f = lua.create_table()?;
    f.set("map", word_map(lua, words)?)?;
    f.set("list", words.to_vec())?;
    f.set(
        "expected",
        if words.is_empty() { "nothing: there are none".to_owned() } else { format!("one of {}", words.join(", ")) },
    )?;
    Ok(f)
}

fn bounded(lua: &Lua, whole: bool, min: f64, max: f64) -> mlua::Result<Table> {
    let f = lua.create_table()?;
    f.set("whole", whole)?;
    f.set("min", min)?;
    f.set("max", max)?;
    let number = if whole { "a whole number" } else { "a number" };
    f.set("expected", format!("{number} from {min} to {max}"))?;
    Ok(f)
}

fn sum(lua: &Lua, words: &[&str]) -> mlua::Result<Table> {
    let f = lua.create_table()?;
    f.set("weights", lua.create_table_from(words.iter().enumerate().map(|(n, w)| (*w, (1u64 << n) as f64)))?)?;
    f.set("sums", lua.create_table()?)?;
    f.set("list", words.to_vec())?;
    f.set("expected", format!("names out of {}, separated by spaces", words.join(", ")))?;
    Ok(f)
}

fn flag(lua: &Lua) -> mlua::Result<Table> {
    let f = lua.create_table()?;
    let map = lua.create_table()?;
    map.set(true, 1)?;
    map.set(false, 0)?;
    f.set("map", map)?;
    f.set("expected", "true or false")?;
    Ok(f)
}

fn grant_field(lua: &Lua, kind: GrantKind, vocabulary: &Vocabulary) -> mlua::Result<Table> {
    match kind {
        GrantKind::Word(words) => choice(lua, words),
        GrantKind::Bool => flag(lua),
        GrantKind::Count => bounded(lua, true, 0.0, 255.0),
        GrantKind::Token => bounded(lua, true, 1.0, Token::COUNT as f64),
        GrantKind::Skills => sum(lua, &refs(&vocabulary.skills)),
        GrantKind::Techniques => sum(lua, TECHNIQUES),
        GrantKind::Zone => choice(lua, &refs(&zone_words(vocabulary))),
    }
}

fn refs(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// How a scalar of this kind is checked and turned into a number.
fn scalar(lua: &Lua, kind: FactKind, vocabulary: &Vocabulary) -> mlua::Result<Table> {
    let wide = f64::from(i32::MAX);
    match kind {
        FactKind::Int | FactKind::MaybeInt => bounded(lua, true, -wide - 1.0, wide),
        FactKind::Number => bounded(lua, false, -1e12, 1e12),
        FactKind::Bool => flag(lua),
        FactKind::Word(words) => choice(lua, words),
        FactKind::Skills => bounded(lua, true, 0.0, ((1u64 << 53) - 1) as f64),
        FactKind::Token => bounded(lua, true, 1.0, Token::COUNT as f64),
        FactKind::Zone => choice(lua, &refs(&zone_words(vocabulary))),
        FactKind::Card | FactKind::Text => choice(lua, &refs(&vocabulary.cards)),
        FactKind::Combination => choice(lua, &combination_words(&["none"], vocabulary)),
        FactKind::Faces => choice(lua, &refs(&hand_words(vocabulary))),
    }
}

/// One table a hook that some layer defines, by hook name.
pub(super) fn hook_tables(
    lua: &Lua,
    vocabulary: &Vocabulary,
    functions: &[(usize, Hook, Function)],
) -> mlua::Result<Table> {
    let hooks = lua.create_table()?;
    for hook in Hook::ALL {
        let own: Vec<_> = functions.iter().filter(|(_, h, _)| h == hook).collect();
        if own.is_empty() {
            continue;
        }
        let layers = lua.create_table()?;
        for (layer, _, function) in own {
            let step = lua.create_table()?;
            step.set("layer", *layer)?;
            step.set("f", function)?;
            layers.push(step)?;
        }
        let table = hook_table(lua, *hook, vocabulary)?;
        table.set("layers", layers)?;
        hooks.set(hook.info().name, table)?;
    }
    Ok(hooks)
}

fn hook_table(lua: &Lua, hook: Hook, vocabulary: &Vocabulary) -> mlua::Result<Table> {
    let info = hook.info();
    let table = lua.create_table()?;
    table.set("name", info.name)?;
    table.set("mode", info.mode.word())?;
    let (facts, index, words) = (lua.create_table()?, lua.create_table()?, lua.create_table()?);
    for (n, fact) in info.facts.iter().enumerate() {
        facts.push(scalar(lua, fact.kind, vocabulary)?)?;
        index.set(fact.name, n + 1)?;
        match fact.kind {
            FactKind::Word(list) => words.set(n + 1, list.to_vec())?,
            FactKind::Zone => words.set(n + 1, zone_words(vocabulary))?,
            FactKind::Card | FactKind::Text => words.set(n + 1, vocabulary.cards.clone())?,
            FactKind::Combination => words.set(n + 1, combination_words(&["none"], vocabulary))?,
            FactKind::Faces => words.set(n + 1, hand_words(vocabulary))?,
            _ => {}
        }
    }
    table.set("facts", facts)?;
    table.set("fact_index", index)?;
    table.set("fact_names", info.facts.iter().map(|f| f.name).collect::<Vec<_>>())?;
    table.set("word_tables", words)?;
    match info.answer {
        AnswerKind::Words(list) | AnswerKind::WordsOrInt(list) => {
            table.set("answer", "words")?;
            table.set("words", word_map(lua, list)?)?;
            table.set("word_list", list.to_vec())?;
            if matches!(info.answer, AnswerKind::WordsOrInt(_)) {
                table.set("most", MOST_TICKS)?;
            }
        }
        AnswerKind::WordsOrCombination(list) => {
            let list = combination_words(list, vocabulary);
            table.set("answer", "words")?;
            table.set("words", word_map(lua, &list)?)?;
            table.set("word_list", list)?;
        }
        AnswerKind::Offers(list) => {
            table.set("answer", "offers")?;
            table.set("grant_list", list.to_vec())?;
            table.set("grant_index", word_map(lua, list)?)?;
        }
        AnswerKind::Value { record, grants } => {
            table.set("answer", "value")?;
            value_fields(lua, &table, record, vocabulary)?;
            table.set("grants", !matches!(grants, GrantNames::None))?;
            if let GrantNames::Of(list) = grants {
                table.set("grant_list", list.to_vec())?;
                table.set("grant_index", word_map(lua, list)?)?;
            }
        }
        AnswerKind::Complaints => table.set("answer", "complaints")?,
        AnswerKind::Nothing => debug_assert_eq!(info.mode, Mode::Notify),
    }
    Ok(table)
}

/// The scalar fields of a value: how each is checked, and the value before any layer has spoken.
fn value_fields(lua: &Lua, table: &Table, record: &[FieldInfo], vocabulary: &Vocabulary) -> mlua::Result<()> {
    let (fields, index, defaults) = (lua.create_table()?, lua.create_table()?, lua.create_table()?);
    for field in record {
        let f = match field.bounds {
            Some((min, max)) => bounded(lua, field.kind == FactKind::Int, min, max)?,
            None => scalar(lua, field.kind, vocabulary)?,
        };
        f.set("name", field.name)?;
        f.set("default", field.default)?;
        if field.kind == FactKind::Card {
            f.set("none", -1)?;
        }
        fields.push(f)?;
        index.set(field.name, true)?;
        let default = match field.kind {
            FactKind::Bool => Value::Boolean(field.default != 0.0),
            FactKind::Word(words) => {
                Value::String(lua.create_string(words.get(field.default as usize).copied().unwrap_or_default())?)
            }
            FactKind::Card => Value::Nil,
            _ => Value::Number(field.default),
        };
        defaults.set(field.name, default)?;
    }
    table.set("fields", fields)?;
    table.set("field_index", index)?;
    table.set("field_list", record.iter().map(|f| f.name).collect::<Vec<_>>())?;
    table.set("defaults", defaults)
}

/// A parameter as a plugin sees it; lists are frozen.
pub(super) fn param_value(lua: &Lua, value: &ParamValue) -> mlua::Result<Value> {
    Ok(match value {
        ParamValue::Bool(b) => Value::Boolean(*b),
        ParamValue::Int(n) => Value::Number(*n as f64),
        ParamValue::Number(n) => Value::Number(*n),
        ParamValue::Word(word) => Value::String(lua.create_string(word)?),
        ParamValue::Words(words) => {
            let list = lua.create_sequence_from(words.iter().map(String::as_str))?;
            list.set_readonly(true);
            Value::Table(list)
        }
    })
}
