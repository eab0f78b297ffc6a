//! What is found wrong with a file: the first problems one by one, the rest as a number.

use super::nearest::did_you_mean;
use super::place::{Step, locate_all};
use super::yaml::DataError;

/// Problems of one file that are told one by one.
const MOST: usize = 100;

/// The problems of a file, in the order in which they are found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    found: Vec<Finding>,
    more: usize,
}

/// A problem, and the ways to its place: the first that leads anywhere counts.
#[derive(Debug)]
struct Finding {
    problem: DataError,
    ways: Vec<Vec<Step>>,
}

impl Findings {
    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// How many there are.
    #[cfg(all(feature = "lua", feature = "zstd"))]
    pub(crate) fn count(&self) -> usize {
        self.found.len() + self.more
    }

    /// Notes a problem at the end of a path, or where the path still exists.
    pub(crate) fn note(&mut self, path: &[Step], problem: impl FnOnce() -> DataError) {
        let ways = || (0..=path.len()).rev().map(|length| path[..length].to_vec()).collect();
        self.note_at(ways, problem);
    }

    /// Notes a problem at the end of the first of these paths that exists.
    pub(crate) fn note_at(&mut self, ways: impl FnOnce() -> Vec<Vec<Step>>, problem: impl FnOnce() -> DataError) {
        if self.is_full() {
            self.more += 1;
        } else {
            self.found.push(Finding { problem: problem(), ways: ways() });
        }
    }

    /// Notes a problem that knows its place.
    pub(crate) fn note_placed(&mut self, problem: DataError) {
        self.note_at(Vec::new, || problem);
    }

    /// Whether what is noted from now on is only counted.
    pub(crate) fn is_full(&self) -> bool {
        self.found.len() >= MOST
    }

    /// "Did you mean …?", not looked for where it would not be told.
    pub(crate) fn near<'a>(&self, given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
        if self.is_full() { None } else { did_you_mean(given, known) }
    }

    /// The problems with their places, and how many more there are.
    pub(crate) fn placed(mut self, text: &str, file: &str) -> Vec<DataError> {
        for round in 0.. {
            let open: Vec<usize> = (0..self.found.len()).filter(|at| self.found[*at].is_open(round)).collect();
            if open.is_empty() {
                break;
            }
            let ways: Vec<&[Step]> = open.iter().map(|at| self.found[*at].ways[round].as_slice()).collect();
            for (at, place) in open.into_iter().zip(locate_all(text, &ways)) {
                let problem = &mut self.found[at].problem;
                (problem.line, problem.column) = place.unzip();
            }
        }
        let mut problems: Vec<DataError> = self.found.into_iter().map(|finding| finding.problem).collect();
        problems.sort_by_key(|p| (p.line, p.column));
        problems.dedup();
        problems.extend(DataError::rest(file, self.more));
        problems
    }
}

impl Finding {
    /// Whether its place is to be looked for on this way.
    fn is_open(&self, way: usize) -> bool {
        self.problem.line.is_none() && way < self.ways.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_a_hundred_problems_are_only_counted() {
        let text: String = (0..250).map(|n| format!("k{n}: 1\n")).collect();
        let mut findings = Findings::default();
        let mut told = 0;
        for n in 0..250 {
            findings.note(&[Step::Name(format!("k{n}"))], || {
                told += 1;
                DataError::new("f", format!("wrong {n}"))
            });
        }
        let problems = findings.placed(&text, "f");
        assert_eq!((told, problems.len()), (100, 101));
        assert_eq!((problems[99].line, problems[99].problem.as_str()), (Some(100), "wrong 99"));
        assert_eq!((problems[100].line, problems[100].count()), (None, 150));
        assert_eq!(problems[100].to_string(), "f: and 150 more problems");
    }

    #[test]
    fn a_problem_stands_where_its_path_still_exists() {
        let mut findings = Findings::default();
        let path = ["a", "b", "c"].map(|key| Step::Key(key.to_owned()));
        findings.note(&path, || DataError::new("f", "none"));
        let problems = findings.placed("x: 1\na:\n  b: {}\n", "f");
        assert_eq!((problems[0].line, problems[0].column), (Some(3), Some(6)));
    }
}
