//! Runs scenario files: `cargo run --example scenarios -- [--mutate] [--coverage RULESET] [--path DIR] FILE_OR_FOLDER…`
//!
//! With `--path .` plugins and rulesets are read from the working copy, so that nothing needs to be rebuilt.

use std::path::PathBuf;
use std::process::ExitCode;
use touchline_core::rules::Content;
use touchline_core::scenario::{Mutate, coverage_of, run};

fn main() -> ExitCode {
    let (mut mutate, mut folders, mut paths, mut covered) = (Mutate::No, Vec::new(), Vec::new(), Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--mutate" => mutate = Mutate::Yes,
            "--coverage" => {
                mutate = Mutate::Yes;
                covered.extend(args.next());
            }
            "--path" => folders.extend(args.next().map(PathBuf::from)),
            _ => paths.push(PathBuf::from(arg)),
        }
    }
    let content = match Content::with_path(folders) {
        Ok(content) => content,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let report = run(&paths, &content, mutate);
    println!("{report}");
    for ruleset in covered {
        match coverage_of(&ruleset, &content, &report) {
            Ok(clauses) => {
                let missing = clauses.iter().filter_map(|c| Some((&c.clause, c.problem.as_ref()?)));
                missing.for_each(|(clause, problem)| println!("{clause}: {problem}"));
            }
            Err(error) => eprintln!("{error}"),
        }
    }
    if report.passed() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
