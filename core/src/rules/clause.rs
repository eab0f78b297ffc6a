//! The clause index: every rule of every game by its id, with what carries it.

use super::content::{Content, ContentError};
use super::kind::Kind;
use super::nearest::{did_you_mean, nearest};
use super::yaml::{DataError, parse};
use crate::plugin::{HOOKS, Hook};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A clause of the loaded index, two bytes small so that events can carry it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClauseId(u16);

impl ClauseId {
    /// Its place in the index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What makes a clause true in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Carrier {
    /// A plugin's answer to a hook.
    Hook,
    /// A parameter of the ruleset.
    Parameter,
    /// A board, squad, dice or competition file.
    Data,
    /// The engine.
    Mechanism,
    /// Nothing: it advises people.
    Advice,
}

/// Where the content of a clause comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The rule book says it.
    Explicit,
    /// The rule book is silent, unclear or damaged here, and the clause decides.
    Reconstructed,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// Such as `BASE-COD-04`.
    pub id: String,
    /// What the engine does.
    pub text: String,
    /// The hooks that carry it.
    #[serde(default)]
    pub hook: Vec<String>,
    /// What carries it.
    pub carrier: Carrier,
    /// Said or reconstructed.
    pub basis: Basis,
    /// The heading of the rule book it belongs to.
    pub source: String,
    /// Parameters that change it.
    #[serde(default)]
    pub params: Vec<String>,
}

/// Why the index could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum ClauseError {
    /// A clause file cannot be read.
    #[error(transparent)]
    Content(#[from] ContentError),
    /// A clause file is wrong.
    #[error(transparent)]
    Data(#[from] DataError),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClauseFile {
    clauses: Vec<Clause>,
}

/// All clauses of the search path, in the order of their files' names and then as written.
///
/// ```
/// use touchline_core::rules::{ClauseIndex, Content};
/// let index = ClauseIndex::load(&Content::embedded())?;
/// let clause = index.get("BASE-COD-09").expect("in every build");
/// assert_eq!(clause.hook, ["on_cod_tie"]);
/// # Ok::<(), touchline_core::rules::ClauseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ClauseIndex {
    clauses: Vec<Clause>,
    by_id: BTreeMap<String, ClauseId>,
    /// File name and the range of its clauses.
    files: Vec<(String, std::ops::Range<usize>)>,
}

impl ClauseIndex {
    /// Reads every clause file.
    ///
    /// # Errors
    /// If a file cannot be read or is wrong, or an id occurs twice.
    pub fn load(content: &Content) -> Result<ClauseIndex, ClauseError> {
        let mut index = ClauseIndex::default();
        for name in content.list(Kind::Clauses) {
            let source = content.read(Kind::Clauses, &name)?;
            index.add(&name, &source.text, &source.file())?;
        }
        Ok(index)
    }

    fn add(&mut self, name: &str, text: &str, file: &str) -> Result<(), DataError> {
        let start = self.clauses.len();
        for clause in parse::<ClauseFile>(text, file)?.clauses {
            let wrong = |problem: &str| {
                DataError::new(file, format_args!("clause `{}`: {problem}", clause.id)).at_words(text, &[&clause.id])
            };
            if !is_clause_id(&clause.id) {
                return Err(wrong("is not an id").hint("write capitals and a two-digit number: HOUSE-GOLDEN-01"));
            }
            if clause.text.trim().is_empty() {
                return Err(wrong("has no text").hint("say in one or two sentences what happens"));
            }
            if (clause.carrier == Carrier::Hook) == clause.hook.is_empty() {
                return Err(wrong("`hook` and `carrier` disagree")
                    .hint("`carrier: hook` goes with a list of hooks, every other carrier without"));
            }
            if let Some(name) = clause.hook.iter().find(|name| Hook::from_name(name).is_none()) {
                let near = did_you_mean(name, HOOKS.iter().map(|h| h.name));
                return Err(wrong(&format!("there is no hook `{name}`"))
                    .hint(near.unwrap_or_else(|| "`touchline hooks` lists them".to_owned())));
            }
            if self.by_id.contains_key(&clause.id) {
                return Err(wrong("occurs twice").hint("give one of the two another number"));
            }
            let Ok(id) = u16::try_from(self.clauses.len()) else {
                return Err(wrong("is one too many").hint("at most 65,536 clauses can be loaded"));
            };
            self.by_id.insert(clause.id.clone(), ClauseId(id));
            self.clauses.push(clause);
        }
        self.files.push((name.to_string(), start..self.clauses.len()));
        Ok(())
    }

    /// The clause with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Clause> {
        self.id(id).and_then(|id| self.clause(id))
    }

    /// The ids of the clauses that a hook carries.
    #[must_use]
    pub fn ids_of(&self, hook: Hook) -> Vec<&str> {
        let carried = |c: &&Clause| c.hook.iter().any(|name| *name == hook.info().name);
        self.clauses.iter().filter(carried).map(|c| c.id.as_str()).collect()
    }

    /// The small id of a clause.
    #[must_use]
    pub fn id(&self, id: &str) -> Option<ClauseId> {
        self.by_id.get(id).copied()
    }

    /// The clause behind a small id of this index.
    #[must_use]
    pub fn clause(&self, id: ClauseId) -> Option<&Clause> {
        self.clauses.get(id.index())
    }

    /// All clauses with their small ids.
    pub fn iter(&self) -> impl Iterator<Item = (ClauseId, &Clause)> {
        // The cast is exact: `add` refuses a clause whose place does not fit.
        self.clauses.iter().enumerate().map(|(at, clause)| (ClauseId(at as u16), clause))
    }

    /// How many clauses there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// The clauses of a file (`classic-pro`), or of a family (`BASE`, `BASE-COD`).
    pub fn of<'a>(&'a self, group: &'a str) -> impl Iterator<Item = (ClauseId, &'a Clause)> {
        let range = self.files.iter().find(|(name, _)| name == group).map(|(_, range)| range.clone());
        self.iter().filter(move |(id, clause)| match &range {
            Some(range) => range.contains(&id.index()),
            None => clause.id.strip_prefix(group).is_some_and(|rest| rest.starts_with('-')),
        })
    }

    /// The names of the clause files, sorted.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(name, _)| name.as_str())
    }

    /// Up to three ids that look like this one.
    #[must_use]
    pub fn nearest(&self, id: &str) -> Vec<&str> {
        nearest(id, self.clauses.iter().map(|c| c.id.as_str()))
    }
}

/// Words of capitals and digits, at least two, then a number of two digits.
fn is_clause_id(id: &str) -> bool {
    let words: Vec<&str> = id.split('-').collect();
    let Some((number, family)) = words.split_last() else {
        return false;
    };
    id.len() <= 40
        && number.len() == 2
        && number.bytes().all(|b| b.is_ascii_digit())
        && family.len() >= 2
        && family.iter().all(|w| {
            w.starts_with(|c: char| c.is_ascii_uppercase())
                && w.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn index() -> ClauseIndex {
        ClauseIndex::load(&Content::embedded()).unwrap()
    }

    fn one(id: &str, extra: &str) -> String {
        format!("clauses:\n  - id: {id}\n    text: t\n    basis: explicit\n    source: s\n{extra}")
    }

    #[test]
    fn the_catalogues_are_complete() {
        let index = index();
        let counts: Vec<(&str, usize)> = index.files().map(|f| (f, index.of(f).count())).collect();
        assert_eq!(
            counts,
            [
                ("base", 150),
                ("classic", 155),
                ("classic-pro", 21),
                ("competition", 10),
                ("complete", 63),
                ("seven", 135),
                ("tomy", 75),
                ("tournament", 37)
            ]
        );
        assert_eq!(index.len(), 646);
    }

    #[test]
    fn every_clause_reads_as_a_sentence_without_markup() {
        for (_, clause) in index().iter() {
            assert!(clause.text.ends_with('.') && clause.text.len() > 15, "{}: {}", clause.id, clause.text);
            assert!(!clause.text.contains(['`', '*', '|', '\n']), "{}: {}", clause.id, clause.text);
            assert!(!clause.source.is_empty(), "{}", clause.id);
        }
    }

    #[test]
    fn every_clause_named_in_a_text_exists() {
        let index = index();
        for (_, clause) in index.iter() {
            for word in clause.text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')) {
                if is_clause_id(word) {
                    assert!(index.get(word).is_some(), "{} names {word}", clause.id);
                }
            }
        }
    }

    #[test]
    fn small_ids_lead_back_to_their_clauses() {
        let index = index();
        for (id, clause) in index.iter() {
            assert_eq!(index.id(&clause.id), Some(id));
            assert_eq!(index.clause(id), Some(clause));
        }
        assert_eq!(index.id("BASE-COD-99"), None);
    }

    #[test]
    fn a_group_is_a_file_or_a_family() {
        let index = index();
        assert_eq!(index.of("BASE-COD").count(), 12);
        assert_eq!(index.of("PRO").count(), index.of("classic-pro").count());
        assert_eq!(index.of("BASE-C").count(), 0);
        assert!(index.of("classic").all(|(_, c)| c.id.starts_with("CLAS-")));
    }

    #[test]
    fn a_mistyped_id_finds_its_neighbours() {
        assert!(index().nearest("BASE-CDO-04").contains(&"BASE-COD-04"));
    }

    #[test]
    fn a_clause_may_stand_under_two_hooks() {
        assert_eq!(index().get("BASE-KICK-10").unwrap().hook, ["on_kick", "on_foul"]);
    }

    #[test]
    fn an_id_that_occurs_twice_is_refused_where_it_stands() {
        let mut index = ClauseIndex::default();
        let text = one("HOUSE-A-01", "    carrier: data\n");
        index.add("one", &text, "one.yaml").unwrap();
        let error = index.add("two", &text, "two.yaml").unwrap_err();
        assert_eq!((error.line, error.column), (Some(2), Some(9)));
        assert!(error.problem.contains("occurs twice"));
    }

    #[test]
    fn hook_and_carrier_must_agree() {
        let add = |extra: &str| ClauseIndex::default().add("x", &one("HOUSE-A-01", extra), "x.yaml");
        assert!(add("    carrier: hook\n    hook: [on_kick]\n").is_ok());
        assert!(add("    carrier: hook\n").is_err());
        assert!(add("    carrier: data\n    hook: [on_kick]\n").is_err());
        assert!(add("    carrier: magic\n").is_err());
    }

    #[test]
    fn an_id_has_capitals_and_two_digits() {
        for id in ["HOUSE-GOLDEN-01", "BASE-COD-12", "A-B2-C-00"] {
            assert!(is_clause_id(id), "{id}");
        }
        for id in ["", "01", "BASE-01", "BASE-COD-1", "base-cod-01", "BASE-COD-012", "BASE--01", "BASE-COD", "B-2A-01"]
        {
            assert!(!is_clause_id(id), "{id}");
        }
    }
}
