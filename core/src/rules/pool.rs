//! The player types that a game publishes.

use super::place::Step;
use super::yaml::{DataError, parse};
use super::{Section, Squad};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The published player types. Two types are the same when they have the same sections in any order, and the same duel
/// numbers where they have any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pool {
    types: Vec<Vec<Section>>,
    numbers: Vec<BTreeMap<String, u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PoolFile {
    types: Vec<Entry>,
}

/// A type as written: its sections alone, or with the duel numbers of its sticker.
#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    Sections(Vec<Section>),
    Sticker { sections: Vec<Section>, numbers: BTreeMap<String, u8> },
}

impl Pool {
    /// Reads a pool whose sections are all in the `catalogue` of a ruleset.
    ///
    /// # Errors
    /// At the first type that is empty, too long, listed twice or has an unknown section.
    pub fn parse(text: &str, file: &str, catalogue: &[Section]) -> Result<Pool, DataError> {
        let PoolFile { types } = parse(text, file)?;
        let parts = types.into_iter().map(|entry| match entry {
            Entry::Sections(sections) => (sections, BTreeMap::new()),
            Entry::Sticker { sections, numbers } => (sections, numbers),
        });
        let (types, numbers) = parts.unzip();
        let pool = Pool { types, numbers };
        for (at, sections) in pool.types.iter().enumerate() {
            let path = [Step::Key("types".to_owned()), Step::Item(at)];
            let wrong = |problem: String| DataError::new(file, problem).at_path(text, &path);
            if sections.is_empty() || sections.len() > Squad::MAX_SECTIONS {
                return Err(wrong(format!("a type has {} sections", sections.len()))
                    .hint(format_args!("give it 1 to {}", Squad::MAX_SECTIONS)));
            }
            for section in sections {
                if let Some(hint) = section.unknown(catalogue) {
                    let error = wrong(format!("there is no skill `{section}`"));
                    return Err(match hint {
                        Some(hint) => error.hint(hint),
                        None => error,
                    });
                }
            }
            let twice = |other: usize| same(&pool.types[other], sections) && pool.numbers[other] == pool.numbers[at];
            if (0..at).any(twice) {
                return Err(wrong("the type is listed twice".to_owned()));
            }
        }
        Ok(pool)
    }

    /// The types, each with its sections in order.
    #[must_use]
    pub fn types(&self) -> &[Vec<Section>] {
        &self.types
    }

    /// The duel numbers of a type, by its place in the list.
    #[must_use]
    pub fn numbers(&self, at: usize) -> &BTreeMap<String, u8> {
        &self.numbers[at]
    }

    /// Whether a type was published.
    #[must_use]
    pub fn has(&self, sections: &[Section]) -> bool {
        self.types.iter().any(|t| same(t, sections))
    }
}

/// The same sections, in any order.
fn same(a: &[Section], b: &[Section]) -> bool {
    let sorted = |list: &[Section]| {
        let mut words: Vec<String> = list.iter().map(ToString::to_string).collect();
        words.sort();
        words
    };
    a.len() == b.len() && sorted(a) == sorted(b)
}
