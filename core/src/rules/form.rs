//! A YAML file read key by key: what is wrong with it is noted with its place, and the reading goes on.

use super::findings::Findings;
use super::place::Step;
use super::yaml::{DataError, parse};
use serde::de::DeserializeOwned;
use serde_yaml::Value;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A file under examination, and everything that was found wrong with it.
pub(crate) struct Form<'t> {
    file: &'t str,
    found: Findings,
}

/// A node of the file, with the way to it.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    value: Value,
    path: Vec<Step>,
    /// Whom messages about it name first, as in `player 7: `.
    who: String,
}

impl Node {
    /// The value of a key, if this is a table that has it.
    pub(crate) fn get(&self, key: &str) -> Option<Node> {
        let value = self.value.as_mapping()?.get(key)?.clone();
        Some(self.below(value, Step::Key(key.to_owned())))
    }

    /// The same, naming somebody in every message about it and what is below it.
    pub(crate) fn about(mut self, who: String) -> Node {
        self.who = who;
        self
    }

    /// The keys of a table.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.value.as_mapping().into_iter().flat_map(|table| table.keys()).filter_map(Value::as_str)
    }

    pub(crate) fn value(&self) -> &Value {
        &self.value
    }

    fn below(&self, value: Value, step: Step) -> Node {
        let mut path = self.path.clone();
        path.push(step);
        Node { value, path, who: self.who.clone() }
    }

    /// A scalar as it would be written.
    pub(crate) fn scalar(&self) -> Option<String> {
        match &self.value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(flag) => Some(flag.to_string()),
            _ => None,
        }
    }

    /// What it is called in a message.
    fn label(&self) -> String {
        match self.path.as_slice() {
            [.., Step::Key(key) | Step::Name(key)] => format!("`{key}`"),
            [.., Step::Key(key), Step::Item(at)] => format!("number {} of `{key}`", at + 1),
            _ => "the file".to_owned(),
        }
    }

    /// What it holds, in a message.
    fn shown(&self) -> String {
        match &self.value {
            Value::Null => "empty".to_owned(),
            Value::Sequence(_) => "a list".to_owned(),
            Value::Mapping(_) => "a table".to_owned(),
            Value::Tagged(_) => "tagged".to_owned(),
            _ => format!("`{}`", self.scalar().unwrap_or_default()),
        }
    }
}

impl<'t> Form<'t> {
    /// The root of a file that `T` could not be read from because of `error`.
    ///
    /// # Errors
    /// What keeps the text from being a YAML table at all.
    pub(crate) fn open(text: &'t str, file: &'t str, error: DataError) -> Result<(Form<'t>, Node), DataError> {
        let value: Value = parse(text, file)?;
        if value.is_null() {
            return Err(error);
        }
        Ok((Form { file, found: Findings::default() }, Node { value, path: Vec::new(), who: String::new() }))
    }

    /// Everything that was found; what the strict reader said where the tolerant one found nothing.
    pub(crate) fn found(mut self, strict: DataError) -> Findings {
        if self.found.is_empty() {
            self.found.note_placed(strict);
        }
        self.found
    }

    /// Notes a problem of a node.
    pub(crate) fn wrong(&mut self, node: &Node, problem: impl Display, hint: Option<String>) {
        self.found.note(&node.path, || {
            let found = DataError::new(self.file, format_args!("{}{problem}", node.who));
            match hint {
                Some(hint) => found.hint(hint),
                None => found,
            }
        });
    }

    /// Notes that a node is not of the form it should have.
    fn misshapen(&mut self, node: &Node, form: &str) {
        self.wrong(node, format!("{} is {}", node.label(), node.shown()), Some(format!("write {form}")));
    }

    /// Whether a node is a table; notes keys that are not known and those that are missing.
    pub(crate) fn table(&mut self, node: &Node, needed: &[&str], optional: &[&str]) -> bool {
        let Some(table) = node.value.as_mapping() else {
            let keys: Vec<String> = needed.iter().map(|k| format!("{k}: …")).collect();
            self.misshapen(node, &format!("a table: {{ {} }}", keys.join(", ")));
            return false;
        };
        let known = || needed.iter().chain(optional).copied();
        let mut missing: Vec<&str> = needed.to_vec();
        for key in table.keys() {
            let name = match key {
                Value::String(name) => name.clone(),
                other => Node { value: other.clone(), path: Vec::new(), who: String::new() }.shown(),
            };
            missing.retain(|k| **k != *name);
            if known().all(|k| k != name) {
                let here = node.below(Value::Null, Step::Name(name.clone()));
                let all = || Some(format!("known: {}", known().collect::<Vec<_>>().join(", ")));
                let hint = self.found.near(&name, known()).or_else(all);
                // A misspelt key is one mistake: the one that was meant is not missing as well.
                missing.retain(|k| !hint.as_ref().is_some_and(|h| h.starts_with(&format!("did you mean `{k}`"))));
                self.wrong(&here, format!("there is no key `{name}`"), hint);
            }
        }
        for key in missing {
            self.wrong(node, format!("`{key}` is missing"), Some(format!("add `{key}:` here")));
        }
        true
    }

    /// The items of a list.
    pub(crate) fn list(&mut self, node: &Node, form: &str) -> Option<Vec<Node>> {
        let Some(items) = node.value.as_sequence() else {
            self.misshapen(node, form);
            return None;
        };
        Some(items.iter().enumerate().map(|(at, item)| node.below(item.clone(), Step::Item(at))).collect())
    }

    /// The entries of a table with keys of one's own.
    pub(crate) fn entries(&mut self, node: &Node, form: &str) -> Vec<(String, Node)> {
        let Some(table) = node.value.as_mapping() else {
            self.misshapen(node, form);
            return Vec::new();
        };
        let named = |(key, value): (&Value, &Value)| {
            let name = key.as_str()?;
            Some((name.to_owned(), node.below(value.clone(), Step::Key(name.to_owned()))))
        };
        table.iter().filter_map(named).collect()
    }

    /// A text.
    pub(crate) fn text(&mut self, node: &Node) -> Option<String> {
        let text = node.scalar();
        if text.is_none() {
            self.misshapen(node, "a name");
        }
        text
    }

    /// A whole number.
    pub(crate) fn whole(&mut self, node: &Node, range: RangeInclusive<i64>) -> Option<i64> {
        let number = node.value.as_i64().filter(|n| range.contains(n));
        if number.is_none() {
            self.misshapen(node, &format!("a whole number from {} to {}", range.start(), range.end()));
        }
        number
    }

    /// Anything else that has a form.
    pub(crate) fn read<T: DeserializeOwned>(&mut self, node: &Node, form: &str) -> Option<T> {
        let read = serde_yaml::from_value(node.value.clone()).ok();
        if read.is_none() {
            self.misshapen(node, form);
        }
        read
    }

    /// One of several words.
    #[cfg(all(feature = "lua", feature = "zstd"))]
    pub(crate) fn word<T: DeserializeOwned>(&mut self, node: &Node, words: &[&str]) -> Option<T> {
        let read = serde_yaml::from_value(node.value.clone()).ok();
        if read.is_none() {
            let given = node.scalar().unwrap_or_default();
            let all = || Some(format!("write one of {}", words.join(", ")));
            let hint = self.found.near(&given, words.iter().copied()).or_else(all);
            self.wrong(node, format!("{} is {}", node.label(), node.shown()), hint);
        }
        read
    }
}
