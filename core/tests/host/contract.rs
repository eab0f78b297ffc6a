//! The one table of hooks: its examples load.

use super::support::{load, raw_source};
use touchline_core::plugin::{HOOKS, MAX_FACTS, MAX_FIELDS};

#[test]
fn every_example_loads_as_a_plugin() {
    for hook in HOOKS {
        let clauses: Vec<String> = hook
            .example
            .split('"')
            .filter(|s| s.starts_with("MY-"))
            .map(|s| format!("\"{s}\""))
            .collect();
        let text = format!(
            "local p = {{ name = \"house\", api = 1, clauses = {{ {} }}, state = {{ match = {{ wind = {{ type = \"int\", max = 6 }} }} }} }}\n{}\nreturn p\n",
            clauses.join(", "),
            hook.example
        );
        if let Err(errors) = load(&[raw_source("house", &text)]) {
            panic!("{}: {}", hook.name, errors.iter().map(|e| format!("{e}\n")).collect::<String>());
        }
    }
}

#[test]
fn the_contract_fits_its_limits() {
    for hook in HOOKS {
        assert!(hook.facts.len() <= MAX_FACTS, "{}", hook.name);
        if let touchline_core::plugin::AnswerKind::Value { record, .. } = hook.answer {
            assert!(record.len() <= MAX_FIELDS, "{}", hook.name);
        }
    }
}
