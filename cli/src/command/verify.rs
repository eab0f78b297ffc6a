//! `touchline verify`: do replays follow from their seed and actions?

use crate::args::{SearchPath, plugin_source};
use crate::failure::Failure;
use crate::out::Out;
use crate::style::{BAD, GOOD, WARN};
use crate::text::counted;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use touchline_core::record::{Difference, Outcome, ReplayError, Verdict, VerifyError, load, verify_bytes};

/// Play replays again and name the first event that differs
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline verify match-base-7.jsonl
  touchline verify final.jsonl.zst --plugin golden.lua     it was played with a house rule
  touchline verify league/matches                          every replay of a folder: a line each, and a summary

Exit code 0: the rules at hand give the same match, event by event. If they are not the rules that the replay
was played by, that is said beside it.")]
pub(super) struct Verify {
    /// Replays, or folders of replays
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A plugin file it was played with (repeatable)
    #[arg(short = 'p', long = "plugin", value_name = "FILE")]
    plugins: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let content = path.content()?;
        let plugins = self.plugins.iter().map(|p| plugin_source(&content, p)).collect::<Result<Vec<_>, _>>()?;
        let one = |file: &Path| -> Result<Verdict, Failure> {
            let name = file.display();
            let bytes = load(file).map_err(|error| match error {
                ReplayError::File { .. } => Failure::Usage(error.to_string()),
                other => Failure::Wrong(format!("{name}: {other}")),
            })?;
            verify_bytes(&bytes, &content, &plugins).map_err(|error| match error {
                VerifyError::Plugin { .. } => Failure::Usage(error.to_string()),
                other => Failure::Wrong(format!("{name}: {other}")),
            })
        };
        match self.files.as_slice() {
            [file] if !file.is_dir() => {
                let verdict = one(file)?;
                if self.json {
                    out.json(&as_json(&verdict))?;
                } else {
                    print(&verdict, out)?;
                }
                if verdict.is_confirmed() { Ok(()) } else { Err(Failure::Reported) }
            }
            named => several(&replays(named)?, &one, self.json, out),
        }
    }
}

/// The replays that were named, and those in the folders that were named, a competition's `matches` included.
fn replays(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found = Vec::new();
        for folder in [path.clone(), path.join("matches")].iter().filter(|f| f.is_dir()) {
            let wrong = |e: std::io::Error| Failure::Usage(format!("{}: {e}", folder.display()));
            for entry in std::fs::read_dir(folder).map_err(wrong)? {
                let file = entry.map_err(wrong)?.path();
                let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                let replay = !name.starts_with('.') && (name.ends_with(".jsonl") || name.ends_with(".jsonl.zst"));
                found.extend((replay && file.is_file()).then_some(file));
            }
        }
        if found.is_empty() {
            let problem = format!("{}: there is no replay (.jsonl, .jsonl.zst) in this folder", path.display());
            return Err(Failure::Usage(problem));
        }
        found.sort();
        files.append(&mut found);
    }
    Ok(files)
}

/// Verifies one after another: a line each, and a summary.
fn several(
    files: &[PathBuf],
    one: &dyn Fn(&Path) -> Result<Verdict, Failure>,
    json: bool,
    out: &mut Out,
) -> Result<(), Failure> {
    let (mut confirmed, mut found) = (0, Vec::new());
    for file in files {
        let name = file.display();
        let verdict = match one(file) {
            Ok(verdict) => verdict,
            Err(Failure::Usage(problem) | Failure::Wrong(problem)) => {
                found.push(json!({ "file": name.to_string(), "confirmed": false, "error": problem }));
                if !json {
                    let problem = problem.strip_prefix(&format!("{name}: ")).unwrap_or(&problem);
                    writeln!(out, "{BAD}not read{BAD:#}   {name}: {}", problem.replace('\n', " "))?;
                }
                continue;
            }
            Err(other) => return Err(other),
        };
        confirmed += u64::from(verdict.is_confirmed());
        let mut row = as_json(&verdict);
        row["file"] = json!(name.to_string());
        found.push(row);
        if json {
            continue;
        }
        let rules = if verdict.rules.is_empty() { "" } else { " (other rules)" };
        match &verdict.outcome {
            Outcome::Confirmed => writeln!(out, "{GOOD}confirmed{GOOD:#}  {name}{WARN}{rules}{WARN:#}")?,
            Outcome::Differs(first) => {
                writeln!(out, "{BAD}different{BAD:#}  {name}: {} is the first{WARN}{rules}{WARN:#}", first.at)?;
            }
            Outcome::Damaged(error) => writeln!(out, "{BAD}damaged{BAD:#}    {name}: {error}")?,
        }
    }
    let all = files.len() as u64;
    if json {
        out.json(&found)?;
    } else {
        let rest = if confirmed == all { String::new() } else { format!(", {} not", all - confirmed) };
        writeln!(out, "\n{}: {confirmed} confirmed{rest}", counted(all, "replay", "replays"))?;
    }
    if confirmed == all { Ok(()) } else { Err(Failure::Reported) }
}

fn print(verdict: &Verdict, out: &mut Out) -> std::io::Result<()> {
    let Verdict { events, actions, .. } = verdict;
    match &verdict.outcome {
        Outcome::Confirmed => {
            writeln!(out, "{GOOD}confirmed:{GOOD:#} {events} events follow from the seed and {actions} actions")?;
        }
        Outcome::Differs(Difference { at, minute, recorded, replayed }) => {
            let when = minute.map(|m| format!(" (minute {m})")).unwrap_or_default();
            writeln!(
                out,
                "{BAD}different:{BAD:#} {at}{when} is the first\n  recorded  {recorded}\n  replayed  {replayed}"
            )?;
        }
        Outcome::Damaged(error) => {
            writeln!(out, "{BAD}damaged:{BAD:#} the same as far as it can be read, but {error}")?;
        }
    }
    for difference in &verdict.rules {
        writeln!(out, "{WARN}by other rules than those recorded:{WARN:#} {difference}")?;
    }
    Ok(())
}

fn as_json(verdict: &Verdict) -> serde_json::Value {
    let first = match &verdict.outcome {
        Outcome::Differs(d) => {
            json!({ "at": d.at.to_string(), "minute": d.minute, "recorded": d.recorded, "replayed": d.replayed })
        }
        _ => serde_json::Value::Null,
    };
    let damage = match &verdict.outcome {
        Outcome::Damaged(error) => json!(error.to_string()),
        _ => serde_json::Value::Null,
    };
    json!({
        "confirmed": verdict.is_confirmed(), "events": verdict.events, "actions": verdict.actions,
        "same_rules": verdict.rules.is_empty(), "other_rules": verdict.rules, "difference": first, "damage": damage,
    })
}
