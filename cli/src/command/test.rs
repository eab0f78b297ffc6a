//! `touchline test`: rules as executable files.

use crate::args::SearchPath;
use crate::failure::Failure;
use crate::out::Out;
use crate::style::{BAD, GOOD};
use crate::text::counted;
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use touchline_core::rules::DataError;
use touchline_core::scenario::{self, Mutate, Noticed, Report, ScenarioResult};

/// Play scenarios and report what does not hold
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline test golden.scenarios.yaml
  touchline test --mutate tests/scenarios     each clause, switched off, must make its scenario fail
  touchline --path . test tests/scenarios     with the plugins and rulesets of this folder")]
pub(super) struct Test {
    /// Scenario files, or folders of them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Play each scenario again without each clause it names: it must fail
    #[arg(long)]
    mutate: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Test {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        if let Some(missing) = self.paths.iter().find(|p| matches!(p.try_exists(), Ok(false))) {
            return Err(Failure::Usage(format!("{}: there is no such file or folder", missing.display())));
        }
        if let Some(other) = self.paths.iter().find(|p| p.exists() && !p.is_file() && !p.is_dir()) {
            return Err(Failure::Usage(format!("{}: is neither a file nor a folder", other.display())));
        }
        let mutate = if self.mutate { Mutate::Yes } else { Mutate::No };
        let report = scenario::run(&self.paths, &path.content()?, mutate);
        if report.results.is_empty() && report.problems.is_empty() {
            return Err(Failure::Usage(
                "there is no scenario: give .yaml files, or a folder that holds some".to_owned(),
            ));
        }
        if self.json {
            out.json(&as_json(&report))?;
        } else {
            print(&report, out)?;
        }
        if report.passed() { Ok(()) } else { Err(Failure::Reported) }
    }
}

fn print(report: &Report, out: &mut Out) -> std::io::Result<()> {
    for problem in &report.problems {
        writeln!(out, "{problem}\n")?;
    }
    let (passed, failed): (Vec<&ScenarioResult>, Vec<_>) = report.results.iter().partition(|r| r.passed());
    for result in &failed {
        writeln!(out, "{result}")?;
    }
    let cases: usize = report.results.iter().map(|r| r.cases).sum();
    let scenarios = counted(passed.len() as u64, "scenario", "scenarios");
    write!(out, "{GOOD}{scenarios} passed{GOOD:#} ({})", counted(cases as u64, "case", "cases"))?;
    if !failed.is_empty() {
        write!(out, ", {BAD}{} failed{BAD:#}", failed.len())?;
    }
    if !report.problems.is_empty() {
        let count: usize = report.problems.iter().map(DataError::count).sum();
        let problems = counted(count as u64, "problem", "problems");
        write!(out, ", {BAD}{problems} in files{BAD:#}")?;
    }
    writeln!(out)
}

fn as_json(report: &Report) -> Value {
    let results: Vec<Value> = report
        .results
        .iter()
        .map(|r| {
            let faults: Vec<Value> = r
                .faults
                .iter()
                .map(|(case, f)| {
                    json!({ "case": case, "line": f.line, "step": f.step, "expected": f.expected, "got": f.got })
                })
                .collect();
            let clauses: Vec<Value> = r
                .clauses
                .iter()
                .map(|(clause, noticed)| {
                    let noticed = match noticed {
                        Noticed::NotTried => Value::Null,
                        Noticed::Fails | Noticed::CounterCase => json!(true),
                        Noticed::No => json!(false),
                    };
                    json!({ "clause": clause, "noticed": noticed })
                })
                .collect();
            json!({
                "name": r.name, "file": r.file, "line": r.line, "ruleset": r.ruleset, "cases": r.cases,
                "passed": r.passed(), "faults": faults, "clauses": clauses,
            })
        })
        .collect();
    let problems: Vec<String> = report.problems.iter().map(ToString::to_string).collect();
    json!({ "passed": report.passed(), "results": results, "problems": problems })
}
