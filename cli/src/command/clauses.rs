//! `touchline clauses`: every rule with what carries it.

use crate::args::{Rules, SearchPath};
use crate::failure::Failure;
use crate::out::Out;
use crate::style::{BAD, DIM, GOOD, NAME, STRONG};
use crate::table::{Align, Cell, Table};
use crate::text::{counted, grouped, unknown, wrapped};
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use touchline_core::rules::{Basis, Carrier, Clause, ClauseIndex, Content, Ruleset};
use touchline_core::scenario::{self, ClauseCoverage, Mutate, Report};

/// Characters of a clause's text in the list.
const SHORT: usize = 64;

/// List the clauses of a ruleset, or show one in full
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline clauses                        the clauses of base, and what carries each
  touchline clauses BASE-COD-03            one in full
  touchline clauses BASE-COD               a family
  touchline clauses --missing              only those that nothing carries or tests (exit 1 if any)
  touchline clauses --scenarios my/        count these scenarios as tests")]
pub(super) struct Clauses {
    /// A clause (BASE-COD-03) or a family of them (BASE-COD)
    id: Option<String>,
    /// The ruleset
    #[arg(short, long, value_name = "NAME", default_value = "base")]
    ruleset: String,
    /// Show only what is missing
    #[arg(long)]
    missing: bool,
    /// Scenarios that test the clauses [default: tests/scenarios, where there is such a folder]
    #[arg(long, value_name = "PATH")]
    scenarios: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Where a checkout keeps its scenarios.
const SCENARIOS: &str = "tests/scenarios";

/// What there is to say of tests where there is no such folder.
const NO_SCENARIOS: &str = "no scenarios were found in tests/scenarios; --scenarios PATH names some";

/// A clause with everything that carries and tests it.
struct Traced<'a> {
    clause: &'a Clause,
    plugins: Vec<&'a str>,
    params: Vec<&'a str>,
    /// What its scenarios say, where scenarios were run.
    coverage: Option<ClauseCoverage>,
}

impl Traced<'_> {
    /// What the clause lacks, in words.
    fn gap(&self) -> Option<&str> {
        match (&self.coverage, self.clause.carrier) {
            (Some(coverage), _) => coverage.problem.as_deref(),
            (None, Carrier::Hook) if self.plugins.is_empty() => Some("no plugin declares it"),
            (None, Carrier::Parameter) if self.plugins.is_empty() && self.params.is_empty() => {
                Some("no parameter carries it")
            }
            _ => None,
        }
    }

    fn carriers(&self) -> String {
        let names = if self.plugins.is_empty() { &self.params } else { &self.plugins };
        if names.is_empty() { "–".to_owned() } else { names.join(", ") }
    }

    fn tests(&self) -> &[String] {
        self.coverage.as_ref().map_or(&[], |c| &c.tested_by)
    }

    fn json(&self) -> Value {
        let mut value = json!(self.clause);
        value["plugins"] = json!(self.plugins);
        value["parameters"] = json!(self.params);
        value["tested_by"] = json!(self.coverage.as_ref().map(|c| &c.tested_by));
        value["gap"] = json!(self.gap());
        value
    }
}

/// What the scenarios say about the clauses of a ruleset.
struct Tests(Vec<ClauseCoverage>);

impl Tests {
    fn of(&self, clause: &str) -> Option<ClauseCoverage> {
        self.0.iter().find(|c| c.clause == clause).cloned()
    }
}

impl Clauses {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let content = path.content()?;
        let index = ClauseIndex::load(&content)?;
        if let Some(id) = self.id.as_deref().map(str::to_uppercase)
            && let Some(clause) = index.get(&id)
        {
            // A clause of another ruleset is traced through that one, if it can be played.
            let own = index.files().find(|f| index.of(f).any(|(_, c)| c.id == id)).unwrap_or(&self.ruleset);
            let rules = Rules::named(own).load(&content).or_else(|_| Rules::named(&self.ruleset).load(&content))?;
            let tests = self.tests(&rules.name, &content)?;
            let traced = trace(clause, &rules, tests.as_ref());
            return if self.json {
                Ok(out.json(&traced.json())?)
            } else {
                Ok(print_one(&traced, tests.is_some(), out)?)
            };
        }
        let rules = Rules::named(&self.ruleset).load(&content)?;
        let clauses = self.selected(&index, &rules)?;
        let tests = self.tests(&rules.name, &content)?;
        let mut traced: Vec<Traced<'_>> = clauses.into_iter().map(|c| trace(c, &rules, tests.as_ref())).collect();
        if self.missing {
            traced.retain(|t| t.gap().is_some());
        }
        if self.json {
            out.json(&traced.iter().map(Traced::json).collect::<Vec<_>>())?;
        } else {
            print_list(&traced, &rules.name, self.missing, tests.is_some(), out)?;
        }
        if self.missing && !traced.is_empty() { Err(Failure::Reported) } else { Ok(()) }
    }

    /// Runs the scenarios, if there are any.
    fn tests(&self, ruleset: &str, content: &Content) -> Result<Option<Tests>, Failure> {
        let mut paths = self.scenarios.clone();
        if let Some(missing) = paths.iter().find(|p| !p.exists()) {
            return Err(Failure::Usage(format!("{}: there is no such file or folder", missing.display())));
        }
        if paths.is_empty() && PathBuf::from(SCENARIOS).is_dir() {
            paths.push(SCENARIOS.into());
        }
        if paths.is_empty() {
            return Ok(None);
        }
        let report: Report = scenario::run(&paths, content, Mutate::Yes);
        if let Some(problem) = report.problems.first() {
            return Err(Failure::Wrong(problem.to_string()));
        }
        Ok(Some(Tests(scenario::coverage_of(ruleset, content, &report)?)))
    }

    /// The clauses of the family asked for, or of every ruleset that this one stands on, lowest first.
    fn selected<'a>(&self, index: &'a ClauseIndex, rules: &Ruleset) -> Result<Vec<&'a Clause>, Failure> {
        if let Some(id) = &self.id {
            let family = id.to_uppercase();
            let found: Vec<&Clause> = index.iter().map(|(_, c)| c).filter(|c| in_family(c, &family)).collect();
            if found.is_empty() {
                let known = index.iter().map(|(_, c)| c.id.as_str());
                return Err(Failure::Usage(unknown("clause", id, known, "touchline clauses --ruleset NAME")));
            }
            return Ok(found);
        }
        let mut clauses = Vec::new();
        for file in rules.family.iter().rev().filter_map(|name| index.files().find(|f| f == name)) {
            clauses.extend(index.of(file).map(|(_, clause)| clause));
        }
        Ok(clauses)
    }
}

fn in_family(clause: &Clause, family: &str) -> bool {
    clause.id.strip_prefix(family).is_some_and(|rest| rest.starts_with('-'))
}

fn trace<'a>(clause: &'a Clause, rules: &'a Ruleset, tests: Option<&Tests>) -> Traced<'a> {
    let layers = rules.stack.layers.iter().filter(|l| l.clauses.contains(&clause.id));
    let params = rules.params.iter().filter(|p| p.decl.clauses.contains(&clause.id));
    Traced {
        clause,
        plugins: layers.map(|l| l.name.as_str()).collect(),
        params: params.map(|p| p.decl.name.as_str()).collect(),
        coverage: tests.and_then(|tests| tests.of(&clause.id)),
    }
}

fn carrier(clause: &Clause) -> &'static str {
    match clause.carrier {
        Carrier::Hook => "hook",
        Carrier::Parameter => "parameter",
        Carrier::Data => "data",
        Carrier::Mechanism => "mechanism",
        Carrier::Advice => "advice",
    }
}

/// The beginning of a text, up to a whole word.
fn short(text: &str, width: usize) -> String {
    let mut lines = wrapped(text, width).into_iter();
    let first = lines.next().unwrap_or_default();
    if lines.next().is_some() { format!("{first} …") } else { first }
}

fn print_list(traced: &[Traced<'_>], ruleset: &str, missing: bool, tested: bool, out: &mut Out) -> io::Result<()> {
    if traced.is_empty() {
        let how = if tested { "carried and tested" } else { "carried" };
        return writeln!(out, "{GOOD}Every clause of {ruleset} is {how}.{GOOD:#}");
    }
    let mut table = Table::new(&[Align::Left; 5]).heading(&["clause", "carrier", "in", "tested by", "text"]);
    for t in traced {
        let tests = match (t.gap(), t.tests().len() as u64) {
            (Some(gap), _) => Cell::styled(short(gap, 48), BAD),
            (None, 0) if !tested => Cell::styled("not looked at", DIM),
            (None, 0) => Cell::styled("–", DIM),
            (None, count) => Cell::styled(counted(count, "scenario", "scenarios"), GOOD),
        };
        table.row(vec![
            Cell::styled(&t.clause.id, NAME),
            carrier(t.clause).into(),
            Cell::styled(t.carriers(), DIM),
            tests,
            short(&t.clause.text, SHORT).into(),
        ]);
    }
    table.print(out)?;
    let gaps = traced.iter().filter(|t| t.gap().is_some()).count() as u64;
    if missing {
        return writeln!(out, "\n{BAD}{} missing{BAD:#}", grouped(gaps));
    }
    let total = counted(traced.len() as u64, "clause", "clauses");
    if gaps == 0 {
        writeln!(out, "\n{total}, {GOOD}none missing{GOOD:#}")?;
    } else {
        writeln!(out, "\n{total}, {BAD}{} missing{BAD:#}", grouped(gaps))?;
    }
    if !tested {
        writeln!(out, "{DIM}tested by: {NO_SCENARIOS}{DIM:#}")?;
    }
    Ok(())
}

fn print_one(traced: &Traced<'_>, tested: bool, out: &mut Out) -> io::Result<()> {
    let clause = traced.clause;
    writeln!(out, "{STRONG}{}{STRONG:#}", clause.id)?;
    for line in wrapped(&clause.text, out.width().unwrap_or(100).min(100)) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    let mut table = Table::new(&[Align::Left, Align::Left]);
    let basis = match clause.basis {
        Basis::Explicit => "said by the rule book",
        Basis::Reconstructed => "reconstructed",
    };
    let mut row = |title: &str, value: String| {
        if !value.is_empty() {
            table.row(vec![Cell::styled(title, DIM), value.into()]);
        }
    };
    row("rule book", format!("{} ({basis})", clause.source));
    row("carried by", carrier(clause).to_owned());
    row("hooks", clause.hook.join(", "));
    row("plugins", traced.plugins.join(", "));
    row("parameters", traced.params.join(", "));
    let tests = if tested { traced.tests().join("; ") } else { NO_SCENARIOS.to_owned() };
    row("tested by", tests);
    row("missing", traced.gap().unwrap_or_default().to_owned());
    table.print(out)
}
