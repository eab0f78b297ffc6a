//! The header of a plugin: the table its file returns, checked field by field.

use super::check::Checked;
use super::error::{PluginError, suggestion};
use super::slot::{Lasts, Scope, SlotDecl, SlotKind};
use super::stack::Brings;
use super::{HOOKS, Hook, Talent};
use crate::rules::{ParamDecl, ParamKind, Value as ParamValue};
use mlua::{Function, Table, Value};

/// The interface that this engine speaks.
pub(super) const API: i64 = 1;

const KEYS: &[&str] =
    &["name", "api", "requires", "above", "brings", "talents", "clauses", "params", "state", "carry", "doc"];
const PARAM_KEYS: &[&str] = &["type", "default", "min", "max", "choices", "doc", "clause", "clauses", "off"];
const BRINGS_KEYS: &[&str] = &["skills", "squad", "pool", "params"];
const SLOT_KEYS: &[&str] = &["type", "default", "min", "max", "words", "lasts", "carry", "doc"];

/// A header that passed.
#[derive(Clone, Debug, Default)]
pub(super) struct Header {
    pub doc: String,
    pub clauses: Vec<String>,
    pub requires: Vec<String>,
    pub above: Vec<String>,
    pub brings: Brings,
    pub talents: Vec<(Talent, String)>,
    pub params: Vec<ParamDecl>,
    pub slots: Vec<SlotDecl>,
    pub hooks: Vec<Hook>,
    /// Keys and names about which something is wrong.
    wrong: Vec<String>,
}

impl Header {
    /// Whether something is wrong with what is declared under this key or name.
    pub(super) fn doubtful(&self, key: &str) -> bool {
        self.wrong.iter().any(|k| k == key)
    }
}

struct Reader<'a> {
    file: &'a str,
    plugin: &'a str,
    checked: &'a Checked,
    problems: Vec<PluginError>,
    wrong: Vec<String>,
}

/// Reads the table a plugin file returned: what could be read of it, and every problem.
pub(super) fn read(
    file: &str,
    plugin: &str,
    checked: &Checked,
    returned: &Value,
) -> (Option<Header>, Vec<PluginError>) {
    let mut reader = Reader { file, plugin, checked, problems: Vec::new(), wrong: Vec::new() };
    let Value::Table(table) = returned else {
        let problem = format!("the file returns {}, expected its header table", kind(returned));
        let hint = "end the file with `return p`, where `p` is the header table";
        let last = checked.code.lines().count().max(1);
        return (None, vec![PluginError::new(file, Some(last), problem).hint(hint)]);
    };
    let header = reader.header(table);
    (Some(Header { wrong: reader.wrong, ..header }), reader.problems)
}

fn kind(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".to_owned(),
        Value::String(s) => format!("the text \"{}\"", s.to_string_lossy()),
        Value::Integer(n) => format!("the number {n}"),
        Value::Number(n) => format!("the number {n}"),
        Value::Boolean(b) => b.to_string(),
        other => format!("a {}", other.type_name()),
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(s) => s.to_str().ok().map(|s| s.to_owned()),
        _ => None,
    }
}

fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(n) => Some(*n),
        Value::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => Some(*n as i64),
        _ => None,
    }
}

/// The pairs of a table with text keys, sorted by key; other keys as their description.
fn entries(table: &Table) -> (Vec<(String, Value)>, Vec<String>) {
    let (mut named, mut other) = (Vec::new(), Vec::new());
    for (key, value) in table.pairs::<Value, Value>().flatten() {
        match text(&key) {
            Some(name) => named.push((name, value)),
            None => other.push(kind(&key)),
        }
    }
    named.sort_by(|a, b| a.0.cmp(&b.0));
    other.sort();
    (named, other)
}

impl Reader<'_> {
    fn line(&self, key: &str) -> Option<usize> {
        self.checked.keys.get(key).copied()
    }

    fn wrong(&mut self, key: &str, problem: impl Into<String>, hint: impl Into<String>) {
        self.wrong.push(key.to_owned());
        self.problems.push(PluginError::new(self.file, self.line(key), problem).hint(hint));
    }

    fn header(&mut self, table: &Table) -> Header {
        let mut header = Header { doc: self.checked.comment.clone(), ..Header::default() };
        let mut carry = Vec::new();
        let (fields, other) = entries(table);
        for key in other {
            self.wrong("name", format!("the header has {key} as a key"), "header keys are names such as `clauses`");
        }
        for required in ["name", "api"] {
            if fields.iter().all(|(k, _)| k != required) {
                let hint = if required == "api" {
                    "add `api = 1`".to_owned()
                } else {
                    format!("add `name = \"{}\"`", self.plugin)
                };
                let line = ["clauses", "api", "name"].iter().find_map(|key| self.line(key));
                let problem = format!("the header has no `{required}`");
                self.problems.push(PluginError::new(self.file, line, problem).hint(hint));
            }
        }
        for (key, value) in &fields {
            match key.as_str() {
                "name" => {
                    if text(value).as_deref() != Some(self.plugin) {
                        let problem = format!("`name` is {}, but the file is {}", kind(value), self.plugin);
                        self.wrong(key, problem, format!("write `name = \"{}\"`, or rename the file", self.plugin));
                    }
                }
                "api" => {
                    if whole(value) != Some(API) {
                        self.wrong(
                            key,
                            format!("`api` is {}", kind(value)),
                            format!("this engine speaks `api = {API}`"),
                        );
                    }
                }
                "doc" => match text(value) {
                    Some(doc) => header.doc = doc,
                    None => {
                        self.wrong(key, format!("`doc` is {}", kind(value)), "write a text: what the plugin is for")
                    }
                },
                "requires" => header.requires = self.words(key, value),
                "above" => header.above = self.words(key, value),
                "brings" => header.brings = self.brings(value),
                "talents" => header.talents = self.table(key, value, Self::talent),
                "clauses" => header.clauses = self.words(key, value),
                "carry" => carry = self.words(key, value),
                "params" => header.params = self.table(key, value, Self::param),
                "state" => header.slots = self.state(value),
                name if name.starts_with("on_") => {
                    if let Some(hook) = self.hook(name, value) {
                        header.hooks.push(hook);
                    }
                }
                name => {
                    let known = KEYS.iter().copied();
                    let hint = if matches!(value, Value::Function(_)) {
                        format!("make it `local function {name}`; hooks are called on_…")
                    } else {
                        suggestion(name, known)
                    };
                    self.wrong(name, format!("the header has no field `{name}`"), hint);
                }
            }
        }
        for clause in header.clauses.iter().filter(|c| !is_clause(c)) {
            let hint = "a clause is capital letters, digits and dashes, as in MY-RULE-01";
            self.wrong("clauses", format!("`{clause}` is no name for a clause"), hint);
        }
        for clause in duplicates(&header.clauses) {
            self.wrong("clauses", format!("clause {clause} is listed twice"), "list each clause once");
        }
        for name in carry {
            match header.slots.iter_mut().find(|s| s.name == name) {
                Some(slot) => slot.carry = true,
                None => {
                    let known: Vec<&str> = header.slots.iter().map(|s| s.name.as_str()).collect();
                    let hint = suggestion(&name, known.iter().copied());
                    self.wrong("carry", format!("`carry` names `{name}`, which is no slot of this plugin"), hint);
                }
            }
        }
        let undeclared: Vec<(String, String)> = header
            .params
            .iter()
            .flat_map(|p| p.clauses.iter().map(|c| (p.name.clone(), c.clone())))
            .filter(|(_, c)| !header.clauses.contains(c))
            .collect();
        for (param, clause) in undeclared {
            let hint = suggestion(&clause, header.clauses.iter().map(String::as_str));
            self.wrong(&param, format!("parameter `{param}` carries {clause}, which `clauses` does not list"), hint);
        }
        header.hooks.sort();
        header
    }

    fn hook(&mut self, name: &str, value: &Value) -> Option<Hook> {
        let hook = Hook::from_name(name);
        match (hook, value) {
            (Some(hook), Value::Function(_)) => return Some(hook),
            (Some(_), other) => {
                self.wrong(
                    name,
                    format!("`{name}` is {}, expected a function", kind(other)),
                    format!("write `function p.{name}(ev, m, …)`"),
                );
            }
            (None, _) => {
                let hint = suggestion(name, HOOKS.iter().map(|h| h.name));
                self.wrong(name, format!("there is no hook `{name}`"), hint);
            }
        }
        None
    }

    fn brings(&mut self, value: &Value) -> Brings {
        let mut brings = Brings::default();
        let Value::Table(table) = value else {
            let hint = "write `brings = { skills = { \"grey\" }, params = { packs = { \"dribble\" } } }`";
            self.wrong("brings", format!("`brings` is {}", kind(value)), hint);
            return brings;
        };
        self.known_keys("the table", "brings", table, BRINGS_KEYS);
        for (key, value) in entries(table).0 {
            match key.as_str() {
                "skills" => brings.skills = self.words(&key, &value),
                "params" => brings.params = self.table(&key, &value, Self::brought),
                "squad" | "pool" => match text(&value) {
                    Some(name) if key == "squad" => brings.squad = Some(name),
                    Some(name) => brings.pool = Some(name),
                    None => self.wrong(&key, format!("`{key}` is {}", kind(&value)), "write the name of a file"),
                },
                _ => {}
            }
        }
        brings
    }

    /// A value for a parameter of another plugin; whether it fits shows when all plugins are known.
    fn brought(&mut self, name: &str, value: &Value) -> Option<(String, ParamValue)> {
        let given = self.given(name, value);
        if given.is_none() {
            let hint = "write true, false, a number, a text or a list of texts";
            self.wrong(name, format!("`{name}` in `brings` is {}", kind(value)), hint);
        }
        Some((name.to_owned(), given?))
    }

    /// The skill that makes a player good at something; whether it is one shows when all plugins are known.
    fn talent(&mut self, name: &str, value: &Value) -> Option<(Talent, String)> {
        let talent = Talent::from_word(name);
        if talent.is_none() {
            let hint = suggestion(name, Talent::WORDS.iter().copied());
            self.wrong("talents", format!("there is no talent `{name}`"), hint);
        }
        let skill = text(value);
        if skill.is_none() {
            self.wrong("talents", format!("the talent `{name}` is {}", kind(value)), "write the name of a skill");
        }
        talent.zip(skill)
    }

    /// A list of texts.
    fn words(&mut self, key: &str, value: &Value) -> Vec<String> {
        let Value::Table(table) = value else {
            self.wrong(
                key,
                format!("`{key}` is {}", kind(value)),
                format!("write a list of texts: `{key} = {{ \"…\" }}`"),
            );
            return Vec::new();
        };
        let list: Vec<Value> = table.sequence_values::<Value>().flatten().collect();
        let words: Vec<String> = list.iter().filter_map(text).collect();
        if words.len() != list.len() || table.pairs::<Value, Value>().count() != list.len() {
            self.wrong(
                key,
                format!("`{key}` is not a plain list of texts"),
                format!("write `{key} = {{ \"…\", \"…\" }}`"),
            );
        }
        words
    }

    /// A table of declarations, read one by one.
    fn table<T>(&mut self, key: &str, value: &Value, read: impl Fn(&mut Self, &str, &Value) -> Option<T>) -> Vec<T> {
        let Value::Table(table) = value else {
            self.wrong(
                key,
                format!("`{key}` is {}", kind(value)),
                format!("write `{key} = {{ name = {{ type = \"int\", … }} }}`"),
            );
            return Vec::new();
        };
        let (named, other) = entries(table);
        if !other.is_empty() {
            self.wrong(
                key,
                format!("`{key}` has an entry without a name"),
                format!("write `{key} = {{ name = {{ … }} }}`"),
            );
        }
        named.iter().filter_map(|(name, value)| read(self, name, value)).collect()
    }

    fn known_keys(&mut self, what: &str, name: &str, table: &Table, known: &[&str]) {
        let (named, other) = entries(table);
        for (key, _) in named {
            if !known.contains(&key.as_str()) {
                let hint = suggestion(&key, known.iter().copied());
                self.wrong(name, format!("{what} `{name}` has no field `{key}`"), hint);
            }
        }
        if !other.is_empty() {
            self.wrong(
                name,
                format!("{what} `{name}` has an entry without a name"),
                format!("fields are {}", known.join(", ")),
            );
        }
    }

    fn param(&mut self, name: &str, value: &Value) -> Option<ParamDecl> {
        let Value::Table(table) = value else {
            self.wrong(
                name,
                format!("parameter `{name}` is {}", kind(value)),
                format!("write `{name} = {{ type = \"int\", default = 1, doc = \"…\" }}`"),
            );
            return None;
        };
        let before = self.problems.len();
        self.known_keys("parameter", name, table, PARAM_KEYS);
        let get = |key: &str| table.get::<Value>(key).unwrap_or(Value::Nil);
        let choices = match get("choices") {
            Value::Nil => Vec::new(),
            list => self.words("choices", &list),
        };
        let bound = |key: &str, open: f64| match get(key) {
            Value::Nil => Some(open),
            Value::Integer(n) => Some(n as f64),
            Value::Number(n) if n.is_finite() => Some(n),
            _ => None,
        };
        let (Some(min), Some(max)) = (bound("min", f64::from(i32::MIN)), bound("max", f64::from(i32::MAX))) else {
            self.wrong(
                name,
                format!("`min` and `max` of parameter `{name}` are numbers"),
                "leave them out for no bound",
            );
            return None;
        };
        if min > max {
            let problem = format!("`min` of parameter `{name}` is {min}, above its `max`, {max}");
            self.wrong(name, problem, "exchange them");
            return None;
        }
        let kind_word = text(&get("type"));
        let kind = match kind_word.as_deref() {
            Some("int") => ParamKind::Int { min: min as i64, max: max as i64 },
            Some("number") => ParamKind::Number { min, max },
            Some("bool") => ParamKind::Bool,
            Some("word") => ParamKind::Word(choices),
            Some("words") => ParamKind::Words(choices),
            _ => {
                let hint = kind_word.as_deref().map_or("known are: int, number, bool, word, words".to_owned(), |w| {
                    suggestion(w, ["int", "number", "bool", "word", "words"])
                });
                self.wrong(name, format!("parameter `{name}` has no proper `type`"), hint);
                return None;
            }
        };
        if let ParamKind::Word(choices) | ParamKind::Words(choices) = &kind
            && choices.is_empty()
        {
            self.wrong(name, format!("parameter `{name}` lists no `choices`"), "write `choices = { \"…\", \"…\" }`");
        }
        let default = self.param_value(name, "default", &kind, &get("default"))?;
        let off = match get("off") {
            Value::Nil => None,
            value => self.param_value(name, "off", &kind, &value),
        };
        let mut clauses = match get("clauses") {
            Value::Nil => Vec::new(),
            list => self.words("clauses", &list),
        };
        match get("clause") {
            Value::Nil => {}
            value => match text(&value) {
                Some(clause) => clauses.push(clause),
                None => self.wrong(
                    name,
                    format!("`clause` of parameter `{name}` is no text"),
                    "write `clause = \"MY-RULE-01\"`",
                ),
            },
        }
        let doc = match get("doc") {
            Value::Nil => String::new(),
            value => text(&value).unwrap_or_else(|| {
                self.wrong(name, format!("`doc` of parameter `{name}` is no text"), "say in a text what it means");
                String::new()
            }),
        };
        (self.problems.len() == before).then(|| ParamDecl {
            name: name.to_owned(),
            kind,
            default,
            doc,
            clauses,
            off,
            plugin: self.plugin.to_owned(),
        })
    }

    /// What a Lua value is as the value of a parameter.
    fn given(&mut self, key: &str, value: &Value) -> Option<ParamValue> {
        match value {
            Value::Boolean(b) => Some(ParamValue::Bool(*b)),
            Value::Integer(n) => Some(ParamValue::Int(*n)),
            Value::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => Some(ParamValue::Int(*n as i64)),
            Value::Number(n) => Some(ParamValue::Number(*n)),
            Value::String(_) => text(value).map(ParamValue::Word),
            Value::Table(_) => Some(ParamValue::Words(self.words(key, value))),
            _ => None,
        }
    }

    fn param_value(&mut self, name: &str, key: &str, kind: &ParamKind, value: &Value) -> Option<ParamValue> {
        let expected = match self.given(key, value).map(|v| kind.check(&v)) {
            Some(Ok(value)) => return Some(value),
            Some(Err(expected)) => expected,
            None => kind.to_string(),
        };
        let found = self::kind(value);
        self.wrong(
            name,
            format!("`{key}` of parameter `{name}` is {found}, expected {expected}"),
            format!("give it a `{key}` that fits"),
        );
        None
    }

    fn state(&mut self, value: &Value) -> Vec<SlotDecl> {
        let scopes = self.table("state", value, |reader, name, value| {
            let Some(scope) = Scope::ALL.into_iter().find(|s| s.word() == name) else {
                let hint = suggestion(name, Scope::ALL.map(Scope::word));
                let stop = if hint.ends_with('?') { "" } else { "." };
                reader.wrong(
                    name,
                    format!("`state` has no scope `{name}`"),
                    format!("{hint}{stop} Write `state = {{ match = {{ slot = {{ type = \"int\", max = 9 }} }} }}`"),
                );
                return None;
            };
            Some(reader.table(name, value, |reader, name, value| reader.slot(scope, name, value)))
        });
        let slots: Vec<SlotDecl> = scopes.into_iter().flatten().collect();
        let names: Vec<String> = slots.iter().map(|s| s.name.clone()).collect();
        for name in duplicates(&names) {
            self.wrong(&name, format!("slot `{name}` is declared in two scopes"), "give one of them another name");
        }
        slots
    }

    fn slot(&mut self, scope: Scope, name: &str, value: &Value) -> Option<SlotDecl> {
        let plain = |kind, default| SlotDecl {
            name: name.to_owned(),
            plugin: self.plugin.to_owned(),
            scope,
            kind,
            default,
            lasts: Lasts::Match,
            carry: false,
            doc: String::new(),
        };
        let table = match value {
            Value::Table(table) => table,
            Value::Boolean(b) => return Some(plain(SlotKind::Bool, i64::from(*b))),
            number if whole(number).is_some_and(|n| (0..=255).contains(&n)) => {
                return Some(plain(SlotKind::Int { min: 0, max: 255 }, whole(number)?));
            }
            other => {
                self.wrong(
                    name,
                    format!("slot `{name}` is {}", kind(other)),
                    format!("write `{name} = {{ type = \"int\", max = 99 }}`"),
                );
                return None;
            }
        };
        let mut slot = plain(SlotKind::Bool, 0);
        let before = self.problems.len();
        self.known_keys("slot", name, table, SLOT_KEYS);
        let get = |key: &str| table.get::<Value>(key).unwrap_or(Value::Nil);
        slot.kind = match text(&get("type")).as_deref() {
            Some("bool") => SlotKind::Bool,
            Some("enum") => SlotKind::Enum(self.words("words", &get("words"))),
            Some("int") => {
                let min = if get("min").is_nil() { Some(0) } else { whole(&get("min")) };
                match (min, whole(&get("max"))) {
                    (Some(min), Some(max)) if min <= max && max - min <= i64::from(u32::MAX) => {
                        SlotKind::Int { min, max }
                    }
                    _ => {
                        self.wrong(
                            name,
                            format!("slot `{name}` needs a whole number `max` (and `min`, if it may go below 0)"),
                            "write `{ type = \"int\", max = 99 }`",
                        );
                        return None;
                    }
                }
            }
            _ => {
                self.wrong(name, format!("slot `{name}` has no proper `type`"), "known are: int, bool, enum");
                return None;
            }
        };
        if matches!(&slot.kind, SlotKind::Enum(words) if words.is_empty() || words.len() > 256) {
            self.wrong(name, format!("slot `{name}` lists no `words`"), "write `words = { \"…\", \"…\" }`");
            return None;
        }
        let (min, max) = slot.bounds();
        slot.default = min.max(0).min(max);
        let default = get("default");
        if !default.is_nil() {
            let found = match (&slot.kind, &default) {
                (SlotKind::Bool, Value::Boolean(b)) => Some(i64::from(*b)),
                (SlotKind::Int { .. }, number) => whole(number).filter(|n| (min..=max).contains(n)),
                (SlotKind::Enum(words), word) => {
                    text(word).and_then(|w| words.iter().position(|x| *x == w)).map(|i| i as i64)
                }
                _ => None,
            };
            match found {
                Some(value) => slot.default = value,
                None => {
                    let problem =
                        format!("`default` of slot `{name}` is {}, expected {}", kind(&default), slot.expected());
                    self.wrong(name, problem, "give it a default that fits");
                }
            }
        }
        match get("lasts") {
            Value::Nil => {}
            value => match Lasts::ALL.into_iter().find(|l| Some(l.word()) == text(&value).as_deref()) {
                Some(lasts) => slot.lasts = lasts,
                None => self.wrong(
                    name,
                    format!("`lasts` of slot `{name}` is {}", kind(&value)),
                    "known are: turn, half, match",
                ),
            },
        }
        slot.carry = matches!(get("carry"), Value::Boolean(true));
        slot.doc = text(&get("doc")).unwrap_or_default();
        (self.problems.len() == before).then_some(slot)
    }
}

/// Whether this can be the name of a clause: capital letters and digits, with single dashes between them.
fn is_clause(name: &str) -> bool {
    let part = |p: &str| !p.is_empty() && p.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    name.len() <= 40 && name.starts_with(|c: char| c.is_ascii_uppercase()) && name.split('-').all(part)
}

/// Entries that occur twice.
fn duplicates(list: &[String]) -> Vec<String> {
    list.iter().enumerate().filter(|(i, x)| list[..*i].contains(x)).map(|(_, x)| x.clone()).collect()
}

/// The functions of the hooks a returned header defines.
pub(super) fn functions(table: &Table, hooks: &[Hook]) -> mlua::Result<Vec<(Hook, Function)>> {
    hooks.iter().map(|hook| Ok((*hook, table.get::<Function>(hook.info().name)?))).collect()
}
