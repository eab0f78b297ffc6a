//! What came of running scenarios.

use super::run::Fault;
use crate::rules::DataError;
use std::fmt;

/// The result of running scenario files.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Every scenario that was run, in the order of files and lines.
    pub results: Vec<ScenarioResult>,
    /// Files that could not be read; their scenarios were not run.
    pub problems: Vec<DataError>,
}

/// What came of one scenario.
#[derive(Clone, Debug)]
pub struct ScenarioResult {
    /// Its name.
    pub name: String,
    /// Its file.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// The ruleset it was played by.
    pub ruleset: String,
    /// Cases that were run.
    pub cases: usize,
    /// What failed: the label of the case, where it has one, and what went wrong.
    pub faults: Vec<(Option<String>, Fault)>,
    /// Its clauses, and whether the scenario notices when each is switched off (when that was tried).
    pub clauses: Vec<(String, Noticed)>,
}

/// Whether a scenario notices that a clause is switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noticed {
    /// It was not tried.
    NotTried,
    /// It fails without the clause.
    Fails,
    /// The clause cannot be switched off; the counter-case shows that it matters.
    CounterCase,
    /// It passes all the same: it does not test the clause.
    No,
}

impl ScenarioResult {
    /// Everything held, and every clause was noticed.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.faults.is_empty() && self.clauses.iter().all(|(_, noticed)| *noticed != Noticed::No)
    }
}

impl Report {
    /// Every file was read and every scenario passed.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.problems.is_empty() && self.results.iter().all(ScenarioResult::passed)
    }
}

/// Events shown with a failure.
const EVENTS_SHOWN: usize = 40;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.problems {
            writeln!(f, "{problem}")?;
        }
        for result in self.results.iter().filter(|r| !r.passed()) {
            write!(f, "{result}")?;
        }
        let failed = self.results.iter().filter(|r| !r.passed()).count();
        let cases: usize = self.results.iter().map(|r| r.cases).sum();
        write!(
            f,
            "{} scenarios ({cases} cases): {} passed, {failed} failed",
            self.results.len(),
            self.results.len() - failed
        )?;
        if !self.problems.is_empty() {
            let problems: usize = self.problems.iter().map(DataError::count).sum();
            write!(f, ", {problems} problems in files")?;
        }
        Ok(())
    }
}

impl fmt::Display for ScenarioResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (label, fault) in &self.faults {
            let label = label.as_ref().map(|l| format!(" ({l})")).unwrap_or_default();
            let line = fault.line.unwrap_or(self.line);
            let column = fault.column.map(|c| format!(":{c}")).unwrap_or_default();
            writeln!(f, "{}:{line}{column}: {}{label}", self.file, self.name)?;
            writeln!(f, "  at        {}", fault.step)?;
            writeln!(f, "  expected  {}", fault.expected)?;
            writeln!(f, "  got       {}", fault.got)?;
            let skipped = fault.events.len().saturating_sub(EVENTS_SHOWN);
            if skipped > 0 {
                writeln!(f, "    … {skipped} events before")?;
            }
            for event in &fault.events[skipped..] {
                writeln!(f, "    {event}")?;
            }
        }
        for (clause, _) in self.clauses.iter().filter(|(_, n)| *n == Noticed::No) {
            writeln!(f, "{}:{}: {}", self.file, self.line, self.name)?;
            writeln!(f, "  it passes without {clause}: test what the clause changes, or take it off `clauses`")?;
        }
        Ok(())
    }
}
