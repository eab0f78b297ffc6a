//! The one table of hooks: its examples load.

use super::support::{load, raw_source};
use touchline_core::plugin::{
    GRANT_FIELDS, HOOKS, Hook, MAX_FACTS, MAX_FIELDS, METHODS, describe, lua_definitions, markdown_reference,
};
use touchline_core::rules::ClauseIndex;

#[test]
fn every_example_loads_as_a_plugin() {
    for hook in HOOKS {
        let clauses: Vec<String> =
            hook.example.split('"').filter(|s| s.starts_with("MY-")).map(|s| format!("\"{s}\"")).collect();
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

#[test]
fn definitions_and_reference_tell_everything() {
    let (definitions, reference) =
        (lua_definitions(&super::support::vocabulary()), markdown_reference(&ClauseIndex::default()));
    for hook in HOOKS {
        assert!(
            definitions.contains(&format!("---@field {}? fun(ev: {}_ev, m: m", hook.name, hook.name)),
            "{}",
            hook.name
        );
        assert!(reference.contains(&format!("\n## {}\n", hook.name)), "{}", hook.name);
        for fact in hook.facts {
            assert!(definitions.contains(&format!("---@field {} ", fact.name)), "{} {}", hook.name, fact.name);
        }
    }
    for method in METHODS {
        assert!(definitions.contains(&format!("function m:{}(", method.name)));
        assert!(reference.contains(&format!("| `m:{}(", method.name)));
    }
    for field in GRANT_FIELDS {
        assert!(definitions.contains(&format!("---@field {}? ", field.name)));
    }
    for word in ["yellow", "penalty_area", "own_penalty_area", "expulsion"] {
        assert!(definitions.contains(&format!("\"{word}\"")), "{word}");
    }
    assert!(describe(Hook::OnCodTie, &ClauseIndex::default()).contains("ev.short_limit"));
}

#[test]
fn definitions_are_plain_lua() {
    let text = lua_definitions(&super::support::vocabulary());
    assert!(text.starts_with("---@meta"));
    let outside: Vec<&str> = text.lines().filter(|l| !l.starts_with("--") && !l.is_empty()).collect();
    assert!(outside.iter().all(|l| l.starts_with("function ") || *l == "local m = {}"), "{outside:?}");
}
