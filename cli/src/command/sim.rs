//! `touchline sim`: many matches and what they come to.

use crate::args::{Batch, Rules, SearchPath};
use crate::command::report;
use crate::failure::{Failure, remark};
use crate::file::NewFile;
use crate::interrupt;
use crate::kind::{FileKind, TABLE_SAYS};
use crate::out::Out;
use crate::rows::{ParquetRows, csv_heading, csv_row};
use crate::style::{DIM, NAME, STRONG, WARN};
use crate::table::{Align, Cell, Table};
use crate::text::{counted, grouped};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use touchline_core::sim::{Outcome, SimError, Simulation, Summary};

/// Simulate many matches on all cores and summarise them
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline sim -n 1000                                    a table with 95 % intervals
  touchline sim -n 10k --home coach --away random --seed 7
  touchline sim -n 1000 --set short_limit=5 --format json  the same numbers as data
  touchline sim -n 100k --format parquet --out matches.parquet

A file that is there already is replaced if it is a result of sim in the same format. Ctrl-C writes what there is so far:
under the name, or beside a file that has it already (matches-stopped.parquet).")]
pub(super) struct Sim {
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    batch: Batch,
    /// What to print: a summary (table, json) or a row for each match (csv, parquet)
    #[arg(short, long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Shorthand for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write to this file instead of the screen (`-`: to the screen)
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite the file even if it is no result of sim in this format
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A summary to read.
    Table,
    /// The summary as data.
    Json,
    /// A row for each match.
    Csv,
    /// A row for each match, in a Parquet file.
    Parquet,
}

/// Where rows go while the matches are played.
enum Rows<'a> {
    None,
    Screen(&'a mut Out),
    Csv(NewFile),
    Parquet(Box<ParquetRows>),
}

impl Rows<'_> {
    fn add(&mut self, outcome: &Outcome) -> io::Result<()> {
        match self {
            Rows::None => Ok(()),
            Rows::Screen(out) => csv_row(out, outcome),
            Rows::Csv(file) => csv_row(file, outcome),
            Rows::Parquet(rows) => rows.add(outcome),
        }
    }

    fn into_file(self) -> io::Result<Option<NewFile>> {
        match self {
            Rows::None | Rows::Screen(_) => Ok(None),
            Rows::Csv(file) => Ok(Some(file)),
            Rows::Parquet(rows) => rows.into_file().map(Some),
        }
    }
}

impl Sim {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let format = if self.json { Format::Json } else { self.format };
        let named = self.out.as_deref().filter(|path| *path != Path::new("-"));
        if format == Format::Parquet && named.is_none() {
            return Err(Failure::Usage("Parquet is no text: name a file with --out matches.parquet".to_owned()));
        }
        let simulation = self.batch.simulation(&path.content()?, &self.rules)?;
        let file = named.map(|path| NewFile::replacing(path, format.file(), self.force)).transpose()?;
        let (rows, file) = match (format, file) {
            (Format::Table | Format::Json, file) => (Rows::None, file),
            (Format::Csv, None) => {
                csv_heading(simulation.rules.game.kind(), out)?;
                (Rows::Screen(out), None)
            }
            (Format::Csv, Some(mut file)) => {
                csv_heading(simulation.rules.game.kind(), &mut file)?;
                (Rows::Csv(file), None)
            }
            (Format::Parquet, Some(file)) => (
                Rows::Parquet(Box::new(ParquetRows::new(simulation.rules.game.kind(), file, &footer(&simulation))?)),
                None,
            ),
            // Refused above.
            (Format::Parquet, None) => (Rows::None, None),
        };
        let alone = [self.rules.given(), self.batch.sides(), path.needed()].concat();
        let (summary, written) = play(&simulation, rows, &alone)?;
        print(format, &simulation, &summary, file.or(written), out)
    }
}

impl Format {
    /// What a file of it is.
    fn file(self) -> FileKind {
        match self {
            Format::Table => FileKind::Table,
            Format::Json => FileKind::Json,
            Format::Csv => FileKind::Csv,
            Format::Parquet => FileKind::Parquet,
        }
    }
}

/// Prints or writes what the matches come to; a file that holds only some of them takes the place of no other.
fn print(
    format: Format,
    simulation: &Simulation,
    summary: &Summary,
    file: Option<NewFile>,
    out: &mut Out,
) -> Result<(), Failure> {
    let stopped = summary.matches() < simulation.matches;
    match (format, file) {
        (Format::Json, None) => out.json(&as_json(simulation, summary))?,
        (Format::Table, None) => print_table(simulation, summary, out)?,
        (Format::Csv | Format::Parquet, None) => {}
        (_, Some(mut file)) => {
            if format == Format::Json {
                serde_json::to_writer_pretty(&mut file, &as_json(simulation, summary)).map_err(io::Error::from)?;
                writeln!(file)?;
            } else if format == Format::Table {
                let mut page = Out::page();
                print_table(simulation, summary, &mut page)?;
                file.write_all(&page.into_page())?;
            }
            let kept = if stopped { file.finish_stopped()? } else { file.finish()? };
            remark(&format!("{} in {}", counted(summary.matches(), "match", "matches"), kept.display()));
        }
    }
    if stopped {
        let (played, wanted) = (grouped(summary.matches()), grouped(simulation.matches));
        remark(&format!("{WARN}stopped{WARN:#} after {played} of {wanted} matches; the figures are of those"));
        return Err(Failure::Interrupted);
    }
    out.flush()?;
    report::endless(summary, &simulation.rules)
}

/// Plays the batch, with a bar on a terminal; `alone` are the options of `play` for a match of it.
fn play(simulation: &Simulation, mut rows: Rows<'_>, alone: &str) -> Result<(Summary, Option<NewFile>), Failure> {
    let stop = interrupt::watch();
    let bar = report::bar(simulation.matches);
    let mut summary = Summary::default();
    let mut unwritten = None;
    let played = simulation.run(stop, |outcome| {
        summary.add(&outcome);
        bar.inc(1);
        match rows.add(&outcome) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                unwritten = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    bar.finish_and_clear();
    if let Some(error) = unwritten {
        return Err(error.into());
    }
    played.map_err(|error| explained(error, alone))?;
    Ok((summary, rows.into_file()?))
}

/// A match that failed, and how to watch it fail: with these options of `play`.
pub(super) fn explained(error: SimError, alone: &str) -> Failure {
    match &error {
        SimError::Match { seed, .. } => {
            Failure::Wrong(format!("{error}\n  to watch this match alone: touchline play{alone} --seed {seed}"))
        }
        _ => error.into(),
    }
}

fn footer(simulation: &Simulation) -> Vec<(&'static str, String)> {
    vec![
        ("ruleset", simulation.rules.name.clone()),
        ("hash", simulation.rules.hash.clone()),
        ("seed", simulation.seed.to_string()),
        ("home", simulation.bots[0].clone()),
        ("away", simulation.bots[1].clone()),
        ("home_squad", simulation.teams[0].name.clone()),
        ("away_squad", simulation.teams[1].name.clone()),
    ]
}

fn as_json(simulation: &Simulation, summary: &Summary) -> serde_json::Value {
    let mut value = json!({
        "ruleset": simulation.rules.name,
        "title": simulation.rules.title,
        "hash": simulation.rules.hash,
        "plugins": simulation.rules.stack.layers.iter().map(|l| &l.name).collect::<Vec<_>>(),
        "home": simulation.bots[0],
        "away": simulation.bots[1],
        "squads": [simulation.teams[0].name, simulation.teams[1].name],
        "seed": simulation.seed,
        "complete": summary.matches() == simulation.matches,
    });
    // A summary is an object: its own serializer makes it one.
    if let (Some(whole), Ok(serde_json::Value::Object(figures))) =
        (value.as_object_mut(), serde_json::to_value(summary))
    {
        whole.extend(figures);
    }
    value
}

fn print_table(simulation: &Simulation, summary: &Summary, out: &mut Out) -> io::Result<()> {
    let matches = counted(summary.matches(), "match", "matches");
    report::title(&simulation.rules, &simulation.bots, &format!("{matches} · seed {}", simulation.seed), out)?;
    let results = summary.results();
    let ended = summary.matches() - results.abandoned;
    if ended == 0 {
        return Ok(());
    }
    report::given_up(summary, &simulation.rules, "", out)?;
    let share = |n: u64| format!("{:.1} %", 100.0 * n as f64 / ended.max(1) as f64);
    writeln!(
        out,
        "home wins {NAME}{}{NAME:#}   draws {NAME}{}{NAME:#}   away wins {NAME}{}{NAME:#}\n",
        share(results.home_wins),
        share(results.draws),
        share(results.away_wins)
    )?;
    let mut table =
        Table::new(&[Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right])
            .heading(&["per match", "home", "±", "away", "±", "both", "±"]);
    for (stat, figures) in summary.iter() {
        // What a game has not got: no row of zeros.
        if [&figures.home, &figures.away].iter().all(|figure| figure.mean().is_none_or(|mean| mean == 0.0)) {
            continue;
        }
        let mut row = vec![Cell::from(stat.title_in(summary.game()))];
        for figure in [&figures.home, &figures.away, &figures.both] {
            row.push(Cell::styled(report::number(figure.mean()), STRONG));
            row.push(Cell::styled(report::margin(figure.margin()), DIM));
        }
        table.row(row);
    }
    table.print(out)?;
    writeln!(out, "\n{DIM}{TABLE_SAYS}{DIM:#}")?;
    if results.forfeited > 0 {
        writeln!(out, "{}", counted(results.forfeited, "match was forfeited", "matches were forfeited"))?;
    }
    Ok(())
}
