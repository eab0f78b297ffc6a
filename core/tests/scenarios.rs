//! Every scenario of the repository holds, and notices when one of its clauses is switched off.
#![cfg(feature = "lua")]

use std::path::PathBuf;
use touchline_core::rules::Content;
use touchline_core::scenario::{Mutate, run};

fn scenarios() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/scenarios")
}

#[test]
fn every_scenario_holds_and_fails_without_each_of_its_clauses() {
    let report = run(&[scenarios()], &Content::embedded(), Mutate::Yes);
    assert!(!report.results.is_empty(), "no scenario was found");
    assert!(report.passed(), "\n{report}");
}
