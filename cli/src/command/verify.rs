//! `touchline verify`: does a replay follow from its seed and actions?

use crate::args::{SearchPath, plugin_source};
use crate::failure::Failure;
use crate::out::Out;
use crate::style::{BAD, GOOD, WARN};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use touchline_core::record::{Difference, Outcome, Verdict, VerifyError, verify_bytes};

/// Play a replay again and name the first event that differs
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline verify match-base-7.jsonl
  touchline verify final.jsonl.zst --plugin golden.lua     it was played with a house rule

Exit code 0: the rules at hand give the same match, event by event. If they are not the rules that the replay
was played by, that is said beside it.")]
pub(super) struct Verify {
    /// The replay
    file: PathBuf,
    /// A plugin file it was played with (repeatable)
    #[arg(short = 'p', long = "plugin", value_name = "FILE")]
    plugins: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let name = self.file.display();
        let bytes = std::fs::read(&self.file).map_err(|e| Failure::Usage(format!("{name}: {e}")))?;
        let content = path.content()?;
        let plugins = self.plugins.iter().map(|p| plugin_source(&content, p)).collect::<Result<Vec<_>, _>>()?;
        let verdict = verify_bytes(&bytes, &content, &plugins).map_err(|error| match error {
            VerifyError::Plugin { .. } => Failure::Usage(error.to_string()),
            other => Failure::Wrong(format!("{name}: {other}")),
        })?;
        if self.json {
            out.json(&as_json(&verdict))?;
        } else {
            print(&verdict, out)?;
        }
        if verdict.is_confirmed() { Ok(()) } else { Err(Failure::Reported) }
    }
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
