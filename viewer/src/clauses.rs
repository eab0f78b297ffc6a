//! The texts of clauses.

use std::collections::BTreeMap;
use touchline_core::record::Line;
use touchline_core::rules::{ClauseIndex, Content};

/// The texts of all clauses that a viewer can look up.
pub(crate) fn all() -> BTreeMap<String, String> {
    let Ok(index) = ClauseIndex::load(&Content::embedded()) else { return BTreeMap::new() };
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    index.iter().map(|(_, clause)| (clause.id.clone(), plain(&clause.text))).collect()
}

/// Of these clauses, the texts of those that a replay names.
pub(crate) fn named<'a>(
    clauses: &BTreeMap<String, String>,
    lines: impl Iterator<Item = &'a Line>,
) -> BTreeMap<String, String> {
    let mut named = BTreeMap::new();
    for line in lines {
        let Line::Event(entry) = line else { continue };
        let Some(note) = &entry.ruling else { continue };
        for id in note.changed.values().chain([&note.clause]) {
            if let Some(text) = clauses.get(id.as_str()) {
                named.insert(id.to_string(), text.clone());
            }
        }
    }
    named
}
