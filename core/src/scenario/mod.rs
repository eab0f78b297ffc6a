//! Scenarios: rules as executable files. `docs/scenarios.md` describes the format.
//!
//! A scenario sets up a position, plays steps with scripted kicks and dice, and checks events and state. It names the
//! clauses it tests; switched off one by one, each of them must make it fail.

mod coverage;
mod event;
mod expect;
mod file;
mod name;
mod node;
mod outcome;
mod position;
mod report;
mod run;
mod snapshot;
mod step;
#[cfg(test)]
mod tests;
mod value;

pub use coverage::{ClauseCoverage, coverage, coverage_of};
pub use file::Scenario;
pub use report::{Noticed, Report, ScenarioResult};
pub use run::Fault;

use crate::bytes::read_text;
use crate::rules::{Carrier, ClauseIndex, Content, DataError, MAX_TEXT, Ruleset};
use file::{Case, Shelf};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Whether clauses are switched off one by one to see if their scenarios notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutate {
    /// Play each scenario once.
    No,
    /// Play it again without each of its clauses.
    Yes,
}

/// Runs the scenarios of files and of all `.yaml` files below folders.
#[must_use]
pub fn run(paths: &[PathBuf], content: &Content, mutate: Mutate) -> Report {
    let mut problems = Vec::new();
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files, &mut problems);
    }
    let mut texts = Vec::new();
    for file in files {
        let name = file.display().to_string();
        match read_text(&file, MAX_TEXT) {
            Ok(text) => texts.push((name, text)),
            Err(error) => problems.push(DataError::new(&name, error)),
        }
    }
    let mut report = run_texts(&texts, content, mutate);
    report.problems.splice(0..0, problems);
    report
}

/// Runs the scenarios in the text of a file.
#[must_use]
pub fn run_text(text: &str, file: &str, content: &Content, mutate: Mutate) -> Report {
    run_texts(&[(file.to_owned(), text.to_owned())], content, mutate)
}

fn run_texts(texts: &[(String, String)], content: &Content, mutate: Mutate) -> Report {
    let mut report = Report::default();
    let mut shelf = match Shelf::new(content) {
        Ok(shelf) => shelf,
        Err(error) => {
            report.problems.push(DataError::new("clauses", error));
            return report;
        }
    };
    let mut scenarios = Vec::new();
    for (file, text) in texts {
        match file::read(text, file, &mut shelf) {
            Ok(found) => scenarios.extend(found),
            Err(found) => report.problems.extend(found),
        }
    }
    report.results = in_parallel(&scenarios, shelf.index(), mutate);
    report
}

/// The `.yaml` files at and below a path, in the order of their names.
fn collect(path: &Path, files: &mut Vec<PathBuf>, problems: &mut Vec<DataError>) {
    if !path.is_dir() {
        return files.push(path.to_path_buf());
    }
    let mut entries: Vec<PathBuf> = match std::fs::read_dir(path) {
        Ok(entries) => entries.flatten().map(|e| e.path()).collect(),
        Err(error) => {
            problems.push(DataError::new(&path.display().to_string(), format!("cannot be listed: {error}")));
            return;
        }
    };
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            collect(&entry, files, problems);
        } else if entry.extension().is_some_and(|e| e == "yaml") {
            files.push(entry);
        }
    }
}

/// Threads share the scenarios; results stay in order.
fn in_parallel(scenarios: &[Scenario], index: &ClauseIndex, mutate: Mutate) -> Vec<ScenarioResult> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, ScenarioResult)>> = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(scenarios.len().max(1));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut muted = Muted::default();
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(scenario) = scenarios.get(n) else { break };
                    let result = scenario.run(index, mutate, &mut muted);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((n, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(n, _)| *n);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Rulesets with a clause switched off, by the full ruleset's hash.
#[derive(Default)]
struct Muted(BTreeMap<(String, String), Option<Arc<Ruleset>>>);

impl Muted {
    /// `None` when the mechanics cannot even be set up without the clause.
    fn get(&mut self, rules: &Ruleset, clause: &str) -> Option<Arc<Ruleset>> {
        let key = (rules.hash.clone(), clause.to_owned());
        self.0.entry(key).or_insert_with(|| rules.muting(clause).ok()).clone()
    }
}

impl Scenario {
    fn run(&self, index: &ClauseIndex, mutate: Mutate, muted: &mut Muted) -> ScenarioResult {
        let mut faults = Vec::new();
        for case in &self.cases {
            if let Err(fault) = case.run(None) {
                faults.push((case.label.clone(), fault));
            }
        }
        if let Some(counter) = &self.counter {
            let case = &counter.case;
            let usual = case.plan.run_expecting(&case.table.rules, &case.table.teams, &counter.usual);
            let fault = match (case.run(None), usual) {
                (Err(fault), _) if !case.plan.expect.is_empty() => Some(fault),
                (_, Ok(())) => Some(Fault {
                    line: None,
                    column: None,
                    step: "the end".to_owned(),
                    expected: "another outcome than the scenario's".to_owned(),
                    got: "the same".to_owned(),
                    events: Vec::new(),
                }),
                _ => None,
            };
            faults.extend(fault.map(|f| (case.label.clone(), f)));
        }
        let try_without = mutate == Mutate::Yes && faults.is_empty();
        let clauses = self.clauses.iter().map(|clause| {
            let noticed = if try_without { self.notices(clause, index, muted) } else { Noticed::NotTried };
            (clause.clone(), noticed)
        });
        ScenarioResult {
            name: self.name.clone(),
            file: self.file.clone(),
            line: self.line,
            ruleset: self.ruleset.clone(),
            cases: self.cases.len(),
            clauses: clauses.collect(),
            faults,
        }
    }

    /// Whether a case fails without a clause.
    fn notices(&self, clause: &str, index: &ClauseIndex, muted: &mut Muted) -> Noticed {
        let fails = |case: &Case, muted: &mut Muted| match muted.get(&case.table.rules, clause) {
            Some(rules) => case.run(Some(&rules)).is_err(),
            None => true,
        };
        if self.cases.iter().any(|case| fails(case, muted)) {
            return Noticed::Fails;
        }
        // What a board file or the engine itself carries has no switch: there a counter-case may speak.
        let switch = index.get(clause).is_none_or(|c| matches!(c.carrier, Carrier::Hook | Carrier::Parameter));
        if self.counter.is_some() && !switch { Noticed::CounterCase } else { Noticed::No }
    }
}

impl Case {
    fn run(&self, rules: Option<&Arc<Ruleset>>) -> Result<(), Fault> {
        self.plan.run(rules.unwrap_or(&self.table.rules), &self.table.teams)
    }
}
