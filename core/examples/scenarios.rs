//! Runs scenario files: `cargo run --example scenarios -- [--mutate] [--path DIR] FILE_OR_FOLDER…`
//!
//! With `--path .` plugins and rulesets are read from the working copy, so that nothing needs to be rebuilt.

use std::path::PathBuf;
use std::process::ExitCode;
use touchline_core::rules::Content;
use touchline_core::scenario::{Mutate, run};

fn main() -> ExitCode {
    let (mut mutate, mut folders, mut paths) = (Mutate::No, Vec::new(), Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--mutate" => mutate = Mutate::Yes,
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
    if report.passed() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
