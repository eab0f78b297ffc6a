//! Every scenario of the repository holds and notices when one of its clauses is switched off, and every clause of a
//! finished ruleset has such a scenario.
#![cfg(feature = "lua")]
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use touchline_core::rules::{ClauseIndex, Content};
use touchline_core::scenario::{Mutate, Noticed, coverage_of, run};

/// Rulesets whose clauses must all be carried and tested.
const FINISHED: [&str; 7] = ["base", "complete", "tournament", "classic", "classic-pro", "seven", "tomy"];

#[test]
fn every_scenario_notices_its_clauses_and_every_clause_of_a_finished_ruleset_has_one() {
    let scenarios = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/scenarios");
    let content = Content::embedded();
    let report = run(&[scenarios], &content, Mutate::Yes);
    assert!(!report.results.is_empty(), "no scenario was found");
    let mut missing = Vec::new();
    for ruleset in FINISHED {
        for clause in coverage_of(ruleset, &content, &report).unwrap() {
            missing.extend(clause.problem.map(|problem| format!("{}: {problem}", clause.clause)));
        }
    }
    assert!(report.passed() && missing.is_empty(), "\n{report}\n{}", missing.join("\n"));
}

#[test]
fn every_clause_of_competitions_has_a_scenario() {
    let content = Content::embedded();
    let scenarios = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/scenarios/competition");
    let report = run(&[scenarios], &content, Mutate::Yes);
    assert!(report.passed(), "\n{report}");
    let index = ClauseIndex::load(&content).unwrap();
    for (_, clause) in index.of("competition") {
        let noticed = |(id, noticed): &(String, Noticed)| *id == clause.id && *noticed == Noticed::Fails;
        assert!(report.results.iter().any(|r| r.clauses.iter().any(noticed)), "{}", clause.id);
    }
}
