//! What a plugin's names stand for: variables, library fields, facts, methods of `m`.

use super::{Checker, Holds, line, name};
use crate::plugin::error::suggestion;
use crate::plugin::sandbox::{GLOBALS, LIBRARIES};
use crate::plugin::{AnswerKind, GrantNames, Mode};
use full_moon::ast::{Call, Index, Suffix};
use full_moon::tokenizer::TokenReference;

impl Checker<'_> {
    /// A variable is read.
    pub(super) fn used(&mut self, token: &TokenReference) {
        let (word, at) = (name(token), line(token));
        if let Some(holds) = self.find(&word).map(|l| l.holds) {
            if let Holds::Value(hook) = holds
                && hook.info().mode == Mode::Rule
                && let Some(frame) = self.frames.iter_mut().rev().find(|frame| frame.hook == Some(hook))
            {
                frame.asks += 1;
            }
            return;
        }
        if GLOBALS.contains(&word.as_str()) {
            return;
        }
        let hint = missing(&word).map_or_else(
            || {
                let locals = self.scopes.iter().flatten().map(|l| l.name.as_str());
                let known: Vec<&str> = GLOBALS.iter().copied().chain(locals).collect();
                suggestion(&word, known.iter().copied())
            },
            str::to_owned,
        );
        self.refuse(at, format!("`{word}` is not known here"), hint);
    }

    /// The first field or method taken from a name.
    pub(super) fn member(&mut self, token: &TokenReference, suffix: &Suffix) {
        let base = name(token);
        let holds = self.find(&base).map(|l| l.holds);
        match (holds, suffix) {
            (None, Suffix::Call(Call::AnonymousCall(args))) if base == "has" => self.has(args),
            (Some(Holds::Value(hook)), Suffix::Call(Call::AnonymousCall(args))) => {
                self.called(hook, &base, args, line(token));
            }
            (None, Suffix::Index(Index::Dot { name: field, .. })) => {
                let Some((_, fields)) = LIBRARIES.iter().find(|(library, _)| *library == base) else { return };
                let word = name(field);
                if !fields.contains(&word.as_str()) {
                    let hint = missing(&format!("{base}.{word}"))
                        .map_or_else(|| suggestion(&word, fields.iter().copied()), str::to_owned);
                    self.refuse(line(field), format!("`{base}.{word}` is not available to plugins"), hint);
                }
            }
            (Some(Holds::Facts(hook)), Suffix::Index(Index::Dot { name: field, .. })) => {
                let word = name(field);
                let facts = hook.info().facts;
                if facts.iter().all(|f| f.name != word) {
                    let hint = suggestion(&word, facts.iter().map(|f| f.name));
                    self.refuse(line(field), format!("{} has no fact `{word}`", hook.info().name), hint);
                }
            }
            (Some(Holds::Value(hook)), Suffix::Index(Index::Dot { name: field, .. })) => {
                let word = name(field);
                let known: Vec<&str> = match hook.info().answer {
                    AnswerKind::Value { record, grants: GrantNames::None } => record.iter().map(|f| f.name).collect(),
                    AnswerKind::Value { record, grants: GrantNames::Of(names) } => {
                        record.iter().map(|f| f.name).chain(names.iter().copied()).collect()
                    }
                    _ => return,
                };
                if !known.contains(&word.as_str()) {
                    let hint = suggestion(&word, known.iter().copied());
                    self.refuse(line(field), format!("the value of {} has no field `{word}`", hook.info().name), hint);
                }
            }
            (Some(Holds::Facade(hook)), Suffix::Call(Call::MethodCall(m))) => self.method(hook, m.name(), m.args()),
            (Some(Holds::Facade(_)), Suffix::Index(Index::Dot { name: field, .. })) => {
                let word = name(field);
                self.refuse(
                    line(field),
                    format!("`{base}.{word}` is written with a dot"),
                    format!("write `{base}:{word}(…)`"),
                );
            }
            _ => {}
        }
    }
}

/// Why a name of ordinary Lua is missing, and what to use.
fn missing(name: &str) -> Option<&'static str> {
    Some(match name {
        "math.random" | "math.randomseed" => "roll a die with m:roll(label, sides): dice are logged and replayed",
        "os" | "io" | "debug" | "package" | "require" | "dofile" | "loadfile" => {
            "a plugin sees nothing outside the match; parameters come from m:param(name)"
        }
        "load" | "loadstring" | "getfenv" | "setfenv" => "plugins cannot make code at run time",
        "pcall" | "xpcall" => "errors cannot be caught: a failed hook leaves the match as it was",
        "coroutine" => "a hook answers at once: there are no coroutines",
        "print" => "write a line into the log with m:note(text)",
        "_G" | "_VERSION" => "plugins have no globals",
        "setmetatable" | "getmetatable" | "rawget" | "rawset" | "rawequal" | "rawlen" | "newproxy" => {
            "plugins use plain tables without metatables"
        }
        "next" => {
            "only rule hooks have `next`, as their third argument; to see whether a table is empty use `#t == 0` or pairs"
        }
        "unpack" | "table.unpack" => "name the entries: `t[1], t[2]`",
        "collectgarbage" | "gcinfo" => "memory is none of a plugin's business",
        "table.move" | "table.create" | "table.clone" | "table.freeze" => "copy with a loop over ipairs or pairs",
        "bit32" => "read skills with has(ev.skills, name)",
        "string.dump" | "string.pack" | "string.unpack" | "string.split" => "use string.match and string.format",
        _ => return None,
    })
}
