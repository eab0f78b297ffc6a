//! `touchline replay`: a recorded match, told and explained.

use crate::args::{self, SearchPath};
use crate::command::{report, telling};
use crate::failure::{Failure, remark};
use crate::out::Out;
use crate::style::{DIM, STRONG, WARN};
use crate::table::{Align, Cell, Table};
use crate::text::grouped;
use clap::{ArgGroup, Args, Subcommand};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use touchline_core::record::{Detail, Entry, Names, Replay, ReplayError, WhyError, explain};
use touchline_core::rules::ClauseIndex;

/// Look into a replay: what happened, why, and what it came to
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline replay show match-base-7.jsonl
  touchline replay why match-base-7.jsonl --goal 1
  touchline replay stats match-base-7.jsonl")]
pub(super) struct ReplayCommand {
    #[command(subcommand)]
    command: Look,
}

#[derive(Debug, Subcommand)]
enum Look {
    Show(Show),
    Why(Why),
    Stats(Stats),
}

/// Tell the match
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline replay show match-base-7.jsonl
  touchline replay show match-base-7.jsonl --full             with the numbers that `why --event` takes
  touchline replay show match-base-7.jsonl --full --from 60   the last half hour")]
struct Show {
    /// The replay
    file: PathBuf,
    /// Tell every event, with its number and its clause
    #[arg(long)]
    full: bool,
    /// Begin at this minute
    #[arg(long, value_name = "MINUTE", default_value_t = 0, hide_default_value = true, value_parser = args::minute, allow_negative_numbers = true)]
    from: u16,
    /// Print JSON: every event
    #[arg(long)]
    json: bool,
}

/// Explain an event: the clause, the plugin and the facts behind it
#[derive(Args, Debug)]
#[command(
    group = ArgGroup::new("what").args(["goal", "event"]).required(true),
    after_help = "\
Examples:
  touchline replay why match-base-7.jsonl --goal 1
  touchline replay why match-base-7.jsonl --event 250     `replay show --full` has the numbers"
)]
struct Why {
    /// The replay
    file: PathBuf,
    /// The n-th goal
    #[arg(long, value_name = "N", value_parser = args::number, allow_negative_numbers = true)]
    goal: Option<usize>,
    /// The event with this number
    #[arg(long, value_name = "N", value_parser = args::number, allow_negative_numbers = true)]
    event: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Show what was played and its statistics
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline replay stats match-base-7.jsonl
  touchline replay stats match-base-7.jsonl --json")]
struct Stats {
    /// The replay
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl ReplayCommand {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        match self.command {
            Look::Show(show) => show.run(out),
            Look::Why(why) => why.run(path, out),
            Look::Stats(stats) => stats.run(out),
        }
    }
}

/// As much of a replay as is sound; what is wrong with the rest is said beside.
fn read(file: &Path) -> Result<Replay, Failure> {
    let failed = |error: ReplayError| match error {
        ReplayError::File { .. } => Failure::Usage(error.to_string()),
        other => Failure::Wrong(format!("{}: {other}", file.display())),
    };
    let (replay, damage) = Replay::read_lenient(file).map_err(failed)?;
    if let Some(damage) = damage {
        remark(&format!("{WARN}careful:{WARN:#} {damage}"));
    }
    Ok(replay)
}

impl Show {
    fn run(self, out: &mut Out) -> Result<(), Failure> {
        let replay = read(&self.file)?;
        let events = replay.events().enumerate().filter(|(_, entry)| replay.minute(entry) >= self.from);
        if self.json {
            let events: Vec<_> = events.map(|(n, entry)| json!({ "event": n, "entry": entry })).collect();
            return Ok(out.json(&events)?);
        }
        heading(&replay, out)?;
        writeln!(out)?;
        let names = Names::of(&replay.header);
        if let Some(last) = replay.events().map(|entry| replay.minute(entry)).max().filter(|last| *last < self.from) {
            writeln!(out, "Nothing happened from minute {} on: the match ended at minute {last}.", self.from)?;
        }
        for (n, entry) in events {
            if self.full {
                write!(out, "{DIM}{n:>5}{DIM:#} ")?;
                telling::tell_any(entry, &names, out)?;
            } else {
                telling::tell(entry, &names, Detail::Highlights, out)?;
            }
        }
        Ok(telling::result(&replay, out)?)
    }
}

impl Why {
    fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let replay = read(&self.file)?;
        let usage = |error: WhyError| Failure::Usage(error.to_string());
        let event = match (self.event, self.goal) {
            (Some(event), _) => event,
            (None, goal) => replay.goal(goal.unwrap_or(1)).map_err(usage)?,
        };
        let clauses = ClauseIndex::load(&path.content()?)?;
        let explained = explain(&replay, &clauses, event).map_err(usage)?;
        if self.json {
            let entry: Option<&Entry> = replay.events().nth(event);
            let follows = replay.trail(event);
            let told = json!({ "event": event, "entry": entry, "follows": follows, "explanation": explained });
            return Ok(out.json(&told)?);
        }
        Ok(out.write_all(explained.as_bytes())?)
    }
}

impl Stats {
    fn run(self, out: &mut Out) -> Result<(), Failure> {
        let replay = read(&self.file)?;
        if self.json {
            return Ok(out.json(&json!({ "header": replay.header, "footer": replay.footer }))?);
        }
        heading(&replay, out)?;
        facts(&replay).print(out)?;
        telling::result(&replay, out)?;
        if let Some(footer) = &replay.footer {
            writeln!(out)?;
            report::statistics(replay.header.game, &footer.tally, out)?;
        }
        Ok(())
    }
}

fn heading(replay: &Replay, out: &mut Out) -> std::io::Result<()> {
    let header = &replay.header;
    let [home, away] = &header.bots;
    let hash = header.ruleset.hash.get(..8).unwrap_or_default();
    let name = &header.ruleset.name;
    writeln!(out, "{STRONG}{name}{STRONG:#} · {home} v {away} · seed {} · {DIM}rules {hash}{DIM:#}", header.seed)
}

fn facts(replay: &Replay) -> Table {
    let header = &replay.header;
    let mut table = Table::new(&[Align::Left, Align::Left]).indent(2);
    let mut row = |title: &str, value: String| table.row(vec![Cell::styled(title, DIM), value.into()]);
    row("ruleset", header.ruleset.title.clone());
    row("plugins", header.plugins.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(", "));
    if !header.changed.is_empty() {
        let changed: Vec<String> = header.changed.iter().map(|(name, value)| format!("{name}={value}")).collect();
        row("set", changed.join(", "));
    }
    row("engine", header.engine.clone());
    let (events, actions) = (replay.events().count() as u64, replay.actions().count() as u64);
    row("length", format!("{} events from {} decisions", grouped(events), grouped(actions)));
    table
}
