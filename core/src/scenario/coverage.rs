//! Which clause is carried by what, and which scenario would notice if it were gone.

use super::report::{Noticed, Report};
use super::{Mutate, run};
use crate::plugin::Hook;
use crate::rules::{Carrier, ClauseIndex, Content, Options, Ruleset, RulesetError};
use serde::Serialize;
use std::path::PathBuf;

/// What is known about one clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseCoverage {
    /// Its id.
    pub clause: String,
    /// What carries it, by the clause index.
    pub carrier: Carrier,
    /// Plugins that declare it, parameters that carry it, or the engine.
    pub implemented_in: Vec<String>,
    /// Scenarios that fail without it.
    pub tested_by: Vec<String>,
    /// What is missing, in a sentence.
    pub problem: Option<String>,
}

/// Runs the scenarios, each clause switched off in turn, and tells for every clause of a ruleset and of those it
/// extends what carries and what tests it.
///
/// # Errors
/// When the ruleset or the clause index cannot be loaded.
pub fn coverage(ruleset: &str, content: &Content, scenarios: &[PathBuf]) -> Result<Vec<ClauseCoverage>, RulesetError> {
    let report = run(scenarios, content, Mutate::Yes);
    coverage_of(ruleset, content, &report)
}

/// The same from scenarios that have been run with [`Mutate::Yes`].
///
/// # Errors
/// As [`coverage`].
pub fn coverage_of(ruleset: &str, content: &Content, report: &Report) -> Result<Vec<ClauseCoverage>, RulesetError> {
    let rules = Ruleset::load(content, ruleset, &Options::default())?;
    let index = ClauseIndex::load(content)?;
    let mut covered = Vec::new();
    for family in rules.family.iter().rev() {
        for (_, clause) in index.of(family) {
            covered.push(cover(&clause.id, clause.carrier, &rules, report));
        }
    }
    Ok(covered)
}

fn cover(clause: &str, carrier: Carrier, rules: &Ruleset, report: &Report) -> ClauseCoverage {
    let mut implemented_in: Vec<String> = Vec::new();
    for layer in rules.stack.layers.iter().filter(|l| l.clauses.iter().any(|c| c == clause)) {
        let hooks: Vec<&str> = layer.hooks.iter().map(|h: &Hook| h.info().name).collect();
        implemented_in.push(format!("{} ({})", layer.name, hooks.join(", ")));
    }
    for param in rules.params.iter().filter(|p| p.decl.clauses.iter().any(|c| c == clause)) {
        implemented_in.push(format!("parameter {}", param.decl.name));
    }
    match carrier {
        Carrier::Mechanism => implemented_in.push("engine".to_owned()),
        Carrier::Data => implemented_in.push("data files".to_owned()),
        Carrier::Hook | Carrier::Parameter | Carrier::Advice => {}
    }
    let (mut tested_by, mut unnoticed, mut failing) = (Vec::new(), Vec::new(), Vec::new());
    for result in &report.results {
        for (_, noticed) in result.clauses.iter().filter(|(c, _)| c == clause) {
            match noticed {
                _ if !result.faults.is_empty() => failing.push(result.name.as_str()),
                Noticed::Fails | Noticed::CounterCase => tested_by.push(result.name.clone()),
                Noticed::No | Noticed::NotTried => unnoticed.push(result.name.as_str()),
            }
        }
    }
    let problem = if carrier == Carrier::Advice {
        None
    } else if implemented_in.is_empty() {
        Some("no plugin declares it".to_owned())
    } else if !tested_by.is_empty() {
        None
    } else if !failing.is_empty() {
        Some(format!("its scenario fails: {}", failing.join("; ")))
    } else if !unnoticed.is_empty() {
        Some(format!("its scenario passes without it: {}", unnoticed.join("; ")))
    } else {
        Some("no scenario tests it".to_owned())
    };
    ClauseCoverage { clause: clause.to_owned(), carrier, implemented_in, tested_by, problem }
}
