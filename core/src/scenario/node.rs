//! YAML values that know where they stand, and the list of everything wrong with a file.

use crate::rules::findings::Findings;
use crate::rules::place::{Step, locate};
use crate::rules::{DataError, nearest};
use serde_yaml::Value as Yaml;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A file being read, and the problems found in it so far.
#[derive(Debug)]
pub(super) struct Sheet<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    shared: Arc<str>,
    problems: RefCell<Findings>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Sheet<'a> {
        Sheet { file, text, shared: text.into(), problems: RefCell::default() }
    }

    pub(super) fn problems(self) -> Vec<DataError> {
        self.problems.into_inner().placed(self.text, self.file)
    }
}

/// Where something stands in a file, to be looked up when it is asked for: each look reads the file anew.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    text: Arc<str>,
    places: Vec<Vec<Step>>,
}

impl Mark {
    /// Line and column.
    pub(super) fn place(&self) -> Option<(u32, u32)> {
        self.places.iter().find_map(|path| locate(&self.text, path))
    }
}

/// A YAML value of a sheet. A case lies over the scenario it varies, so a value may stand in one of two places.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    sheet: &'a Sheet<'a>,
    yaml: &'a Yaml,
    roots: Rc<[Vec<Step>]>,
    path: Vec<Step>,
}

impl<'a> Node<'a> {
    pub(super) fn new(sheet: &'a Sheet<'a>, yaml: &'a Yaml, roots: Rc<[Vec<Step>]>) -> Node<'a> {
        Node { sheet, yaml, roots, path: Vec::new() }
    }

    pub(super) fn yaml(&self) -> &'a Yaml {
        self.yaml
    }

    fn below(&self, yaml: &'a Yaml, step: Step) -> Node<'a> {
        let mut path = self.path.clone();
        path.push(step);
        Node { yaml, path, roots: Rc::clone(&self.roots), sheet: self.sheet }
    }

    /// The place of this value, or of a key of it, for later.
    pub(super) fn mark(&self, key: Option<&str>) -> Mark {
        Mark { text: Arc::clone(&self.sheet.shared), places: self.places(key) }
    }

    fn places(&self, key: Option<&str>) -> Vec<Vec<Step>> {
        let with = |root: &Vec<Step>| {
            let name = key.map(|k| Step::Name(k.to_owned()));
            root.iter().chain(&self.path).cloned().chain(name).collect()
        };
        self.roots.iter().map(with).collect()
    }

    fn note(&self, key: Option<&str>, problem: impl FnOnce() -> DataError) {
        self.sheet.problems.borrow_mut().note_at(|| self.places(key), problem);
    }

    /// Notes a problem with this value.
    pub(super) fn wrong(&self, problem: impl std::fmt::Display) {
        self.note(None, || DataError::new(self.sheet.file, problem));
    }

    /// Notes that this value is none of the known ones.
    pub(super) fn unknown(&self, what: &str, given: &str, known: &[&str]) {
        let problem = format_args!("`{given}` is no {what}");
        self.note(None, || DataError::new(self.sheet.file, problem).known(given, known.iter().copied()));
    }

    /// Notes that a key is none of the known ones.
    pub(super) fn unknown_key(&self, given: &str, known: &[&str]) {
        let problem = format_args!("`{given}` means nothing here");
        self.note(Some(given), || DataError::new(self.sheet.file, problem).known(given, known.iter().copied()));
    }

    /// Notes a problem with a key.
    pub(super) fn wrong_key(&self, key: &str, problem: impl std::fmt::Display) {
        self.note(Some(key), || DataError::new(self.sheet.file, problem));
    }

    /// The known name most like a given one, for a sentence.
    pub(super) fn near<'k>(&self, given: &str, known: impl IntoIterator<Item = &'k str>) -> String {
        // It is not looked for where it would not be told.
        if self.sheet.problems.borrow().is_full() {
            return String::new();
        }
        nearest(given, known).first().map_or_else(String::new, |near| format!(": did you mean `{near}`?"))
    }

    pub(super) fn is_table(&self) -> bool {
        self.yaml.is_mapping()
    }

    /// The entries of a table, keys as text; a problem and nothing for anything else.
    pub(super) fn entries(&self) -> Vec<(String, Node<'a>)> {
        let Yaml::Mapping(map) = self.yaml else {
            self.wrong("a table is expected here, such as `{ key: value }`");
            return Vec::new();
        };
        map.iter().map(|(k, v)| (key_text(k), self.below(v, Step::Key(key_text(k))))).collect()
    }

    /// The entries of a table, each with its place in the list of known keys; a problem for every other key.
    pub(super) fn fields(&self, known: &[&str]) -> Vec<(usize, Node<'a>)> {
        let mut fields = Vec::new();
        for (key, node) in self.entries() {
            match known.iter().position(|k| *k == key) {
                Some(index) => fields.push((index, node)),
                None => self.unknown_key(&key, known),
            }
        }
        fields
    }

    /// The value of a key, if the table has it.
    pub(super) fn get(&self, key: &str) -> Option<Node<'a>> {
        let value = self.yaml.as_mapping()?.iter().find(|(k, _)| key_text(k) == key)?.1;
        (!value.is_null()).then(|| self.below(value, Step::Key(key.to_owned())))
    }

    /// The items of a list; a problem and nothing for anything else.
    pub(super) fn items(&self) -> Vec<Node<'a>> {
        match self.yaml {
            Yaml::Sequence(items) => items.iter().enumerate().map(|(i, v)| self.below(v, Step::Item(i))).collect(),
            _ => {
                self.wrong("a list is expected here, such as `[a, b]`");
                Vec::new()
            }
        }
    }

    /// The items of a list, or the value itself as the only one.
    pub(super) fn one_or_more(&self) -> Vec<Node<'a>> {
        if self.yaml.is_sequence() { self.items() } else { vec![self.clone()] }
    }

    /// A word or a number as text.
    pub(super) fn text(&self) -> Option<String> {
        match self.yaml {
            Yaml::String(_) | Yaml::Number(_) | Yaml::Bool(_) => Some(key_text(self.yaml)),
            _ => {
                self.wrong("a word is expected here");
                None
            }
        }
    }

    /// A whole number within bounds.
    pub(super) fn int(&self, min: i64, max: i64) -> Option<i64> {
        let found = self.yaml.as_i64().filter(|n| (min..=max).contains(n));
        if found.is_none() {
            self.wrong(format!("a whole number from {min} to {max} is expected here"));
        }
        found
    }

    /// A whole number from 0 to 255.
    pub(super) fn byte(&self) -> Option<u8> {
        self.int(0, 255).and_then(|n| u8::try_from(n).ok())
    }

    pub(super) fn number(&self) -> Option<f64> {
        let found = self.yaml.as_f64().filter(|n| n.abs() < 1e4);
        if found.is_none() {
            self.wrong("a number of centimetres between -10000 and 10000 is expected here");
        }
        found
    }

    pub(super) fn flag(&self) -> Option<bool> {
        let found = self.yaml.as_bool();
        if found.is_none() {
            self.wrong("`true` or `false` is expected here");
        }
        found
    }

    /// One of a list of words: its place in the list.
    pub(super) fn word(&self, what: &str, known: &[&str]) -> Option<usize> {
        let given = self.text()?;
        let found = known.iter().position(|k| *k == given);
        if found.is_none() {
            self.unknown(what, &given, known);
        }
        found
    }
}

/// A scalar as it is written.
pub(super) fn key_text(yaml: &Yaml) -> String {
    match yaml {
        Yaml::String(s) => s.clone(),
        Yaml::Number(n) => n.to_string(),
        Yaml::Bool(b) => b.to_string(),
        _ => "null".to_owned(),
    }
}

/// A case laid over its scenario: tables are merged key by key, everything else is replaced, and `null` removes.
pub(super) fn overlay(below: &Yaml, above: &Yaml) -> Yaml {
    match (below, above) {
        (Yaml::Mapping(low), Yaml::Mapping(high)) => {
            let mut merged = low.clone();
            for (key, value) in high {
                if value.is_null() {
                    merged.remove(key);
                } else {
                    let value = merged.get(key).map_or_else(|| value.clone(), |old| overlay(old, value));
                    merged.insert(key.clone(), value);
                }
            }
            Yaml::Mapping(merged)
        }
        _ => above.clone(),
    }
}
