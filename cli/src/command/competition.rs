//! `touchline league`, `cup` and `series`: competitions, played into a folder.

use crate::args::SearchPath;
use crate::command::report;
use crate::failure::{Failure, remark};
use crate::interrupt;
use crate::out::Out;
use crate::style::{DIM, GOOD, NAME, STRONG, WARN};
use crate::table::{Align, Cell, Table};
use crate::text::counted;
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use touchline_core::Side;
use touchline_core::competition::{
    CompetitionError, Cup, Decided, Entry, Format, Mode, Played, Run, Standing, Standings, results_csv, results_json,
    standings_json, tournament_sheet,
};
use touchline_core::rules::GameKind;
use touchline_core::sim::all_cores;

/// What every competition takes.
#[derive(Args, Debug)]
pub(super) struct Contest {
    /// The competition file: teams, ruleset, seed (see docs/competitions.md)
    file: PathBuf,
    /// The folder for results and replays; one that was interrupted is gone on with [default: the file's name]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads to use; results do not depend on it [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = crate::args::threads)]
    threads: Option<u16>,
    /// What to print; all of it is also in the folder
    #[arg(short, long, value_enum, default_value_t = Printed::Table)]
    format: Printed,
    /// Shorthand for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Printed {
    /// Results and standings to read.
    Table,
    /// Results and standings as data.
    Json,
    /// The results, a row for each match.
    Csv,
}

/// Play a league: everybody against everybody, with a table
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline league examples/league.yaml                    results in ./league, a replay of each match
  touchline league examples/league.yaml --out season-2     in another folder
  touchline league examples/league.yaml --format csv       a row for each match
  touchline replay show league/matches/001-*.jsonl.zst     watch one of them

A run that is interrupted, even with kill -9, goes on where it stopped when the same command is given again.")]
pub(super) struct League {
    #[command(flatten)]
    contest: Contest,
}

/// Play a cup: knock-out, with extra time and penalties
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline cup examples/cup.yaml                 results in ./cup, a replay of each match
  touchline cup examples/cup.yaml --json          results and standings as data

Extra time and penalties are parameters of the competition file: `params: { extra_time: false }`.
A run that is interrupted goes on where it stopped when the same command is given again.")]
pub(super) struct CupCommand {
    #[command(flatten)]
    contest: Contest,
}

/// Play a series: two teams, until one has won often enough
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline series examples/series.yaml           first leg, return leg, and a third match if it is level

A run that is interrupted goes on where it stopped when the same command is given again.")]
pub(super) struct Series {
    #[command(flatten)]
    contest: Contest,
}

impl League {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        self.contest.run(Format::League, path, out)
    }
}

impl CupCommand {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        self.contest.run(Format::Cup, path, out)
    }
}

impl Series {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        self.contest.run(Format::Series, path, out)
    }
}

impl Contest {
    fn run(self, format: Format, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let entry = Entry::read(&self.file, format, &path.content()?)?;
        let folder = match &self.out {
            Some(folder) => folder.clone(),
            None => self.file.file_stem().map_or_else(|| format.word().into(), PathBuf::from),
        };
        let mut run = Run::open(&entry, &folder)?;
        if run.resumed() > 0 {
            let shown = folder.display();
            if entry.due(run.played()).is_empty() {
                let matches = counted(run.resumed() as u64, "match", "matches");
                remark(&format!("this {} is finished: {matches} in {shown}", format.word()));
            } else {
                let matches = counted(run.resumed() as u64, "match was", "matches were");
                remark(&format!("{matches} played before; going on in {shown}"));
            }
        }
        let bar = report::bar(entry.matches() as u64);
        bar.set_position(run.resumed() as u64);
        let stop = interrupt::watch();
        let threads = self.threads.map_or_else(all_cores, usize::from);
        let complete = run.play(threads, stop, |_| bar.inc(1));
        bar.finish_and_clear();
        if !complete? {
            remark(&format!(
                "{WARN}stopped{WARN:#} after {}; the same command goes on from there",
                counted(run.played().len() as u64, "match", "matches")
            ));
            return Err(Failure::Interrupted);
        }
        match if self.json { Printed::Json } else { self.format } {
            Printed::Json => out.json(&serde_json::json!({
                "results": results_json(&entry, run.played()), "standings": standings_json(&entry, run.played()),
            }))?,
            Printed::Csv => out.write_all(results_csv(&entry, run.played()).as_bytes())?,
            Printed::Table => print(&entry, run.played(), &folder, out)?,
        }
        Ok(())
    }
}

fn print(entry: &Entry, played: &[Played], folder: &Path, out: &mut Out) -> io::Result<()> {
    let (teams, matches) = (entry.teams.len() as u64, played.len() as u64);
    let hash = entry.rules.hash.get(..8).unwrap_or_default();
    writeln!(
        out,
        "{STRONG}{}{STRONG:#} · {} of {} by {} · {} · seed {} · {DIM}rules {hash}{DIM:#}",
        entry.title,
        entry.mode.format().word(),
        counted(teams, "team", "teams"),
        entry.rules.name,
        counted(matches, "match", "matches"),
        entry.seed
    )?;
    print_results(entry, played, out)?;
    // A game of dice has a sheet to fill in.
    if let Some(sheet) = tournament_sheet(entry, played).filter(|_| entry.rules.game.kind() == GameKind::Dice) {
        write!(out, "\n{sheet}")?;
    }
    print_standings(entry, played, out)?;
    if let Some(champion) = entry.champion(played) {
        writeln!(out, "\n{GOOD}{} win the {}.{GOOD:#}", entry.teams[champion].name, entry.mode.format().word())?;
    }
    let shown = folder.display();
    writeln!(
        out,
        "\n{DIM}in{DIM:#} {STRONG}{shown}{STRONG:#}{DIM}: results and standings (.json, .csv), a replay of each match in matches/{DIM:#}"
    )?;
    if let Some(first) = played.first() {
        writeln!(out, "  {NAME}touchline replay show {}{NAME:#}", folder.join(&first.replay).display())?;
    }
    Ok(())
}

/// What was played under one heading, and what there is to say about it.
struct Round {
    name: String,
    rows: Table,
    remarks: Vec<String>,
}

/// The results, a heading for each round.
fn print_results(entry: &Entry, played: &[Played], out: &mut Out) -> io::Result<()> {
    let name = |team: usize| entry.teams[team].name.clone();
    let empty = Table::new(&[Align::Right, Align::Right, Align::Left, Align::Left, Align::Left]).indent(2);
    let mut table = empty.clone();
    let mut rounds: Vec<Round> = Vec::new();
    for p in played {
        let round = entry.round_name(&p.fixture);
        // The final and the match for the third place are played in turn where a tie has several matches.
        let at = rounds.iter().position(|r| r.name == round).unwrap_or_else(|| {
            rounds.push(Round { name: round, rows: empty.clone(), remarks: Vec::new() });
            rounds.len() - 1
        });
        let missing: Vec<String> = Side::BOTH
            .into_iter()
            .filter_map(|side| {
                let who: Vec<String> = p.absent(side).map(ToString::to_string).collect();
                let team = name(p.fixture.team(side));
                (!who.is_empty()).then(|| format!("{team} misses: {}", who.join("; ")))
            })
            .collect();
        let style = |side: Side| if p.winner == Some(side) { STRONG } else { DIM };
        let row = vec![
            Cell::styled(p.fixture.number.to_string(), DIM),
            Cell::styled(name(p.fixture.home), style(Side::Home)),
            Cell::from(p.result()),
            Cell::styled(name(p.fixture.away), style(Side::Away)),
            Cell::styled(missing.join(" · "), WARN),
        ];
        table.row(row.clone());
        rounds[at].rows.row(row);
    }
    match &entry.mode {
        Mode::League(_) => note_rests(entry, played, &mut rounds),
        Mode::Cup(cup) => note_odd_ties(entry, cup, played, &mut rounds),
        Mode::Series(_) => {}
    }
    let widths = table.widths();
    for round in &rounds {
        writeln!(out, "\n{STRONG}{}{STRONG:#}", round.name)?;
        round.rows.print_as_wide_as(&widths, out)?;
        for remark in &round.remarks {
            writeln!(out, "  {remark}")?;
        }
    }
    Ok(())
}

/// Of an odd number of teams one rests in each round.
fn note_rests(entry: &Entry, played: &[Played], rounds: &mut [Round]) {
    for round in rounds {
        let here: Vec<&Played> = played.iter().filter(|p| entry.round_name(&p.fixture) == round.name).collect();
        let rests = |team: &usize| here.iter().all(|p| p.fixture.side(*team).is_none());
        let resting = (0..entry.teams.len()).filter(rests).map(|team| &entry.teams[team].name);
        round.remarks.extend(resting.map(|name| format!("{DIM}{name} rest{DIM:#}")));
    }
}

/// Ties that were not simply won, in their round.
fn note_odd_ties(entry: &Entry, cup: &Cup, played: &[Played], rounds: &mut [Round]) {
    for tie in cup.bracket(&entry.names(), entry.seed, played).iter().flatten() {
        let Standing::Won { by, how } = tie.standing(played) else { continue };
        let name = &entry.teams[by].name;
        let remark = match how {
            Decided::Bye => format!("{DIM}{name} have a bye{DIM:#}"),
            Decided::Seed => format!("{WARN}level to the end, {name} go on as the better seed{WARN:#}"),
            Decided::Goals => format!("{DIM}{name} go on by goals{DIM:#}"),
            Decided::Wins => continue,
        };
        let third = "third place".to_owned();
        let heading = if tie.for_third { third } else { Cup::round_name(entry.teams.len(), tie.round) };
        if let Some(round) = rounds.iter_mut().find(|r| r.name == heading) {
            round.remarks.push(remark);
        }
    }
}

fn print_standings(entry: &Entry, played: &[Played], out: &mut Out) -> io::Result<()> {
    use Align::{Left, Right};
    let name = |team: usize| entry.teams[team].name.clone();
    writeln!(out)?;
    match entry.standings(played) {
        Standings::Table(rows) => {
            let mut table = Table::new(&[Right, Left, Right, Right, Right, Right, Right, Right, Right])
                .heading(&["", "team", "played", "won", "drawn", "lost", "goals", "+/−", "points"]);
            for (n, row) in rows.iter().enumerate() {
                table.row(vec![
                    Cell::styled((n + 1).to_string(), DIM),
                    name(row.team).into(),
                    row.played.to_string().into(),
                    row.won.to_string().into(),
                    row.drawn.to_string().into(),
                    row.lost.to_string().into(),
                    format!("{}:{}", row.scored, row.conceded).into(),
                    format!("{:+}", row.difference()).replace("+0", "0").into(),
                    Cell::styled(row.points.to_string(), STRONG),
                ]);
            }
            table.print(out)
        }
        Standings::Places(places) => {
            let mut table = Table::new(&[Right, Left, Left, Right, Right, Right, Right])
                .heading(&["", "team", "reached", "won", "drawn", "lost", "goals"]);
            for place in &places {
                let [won, drawn, lost] = place.record.map(|n| n.to_string());
                table.row(vec![
                    Cell::styled(place.rank.to_string(), DIM),
                    name(place.team).into(),
                    place.reached.clone().into(),
                    won.into(),
                    drawn.into(),
                    lost.into(),
                    format!("{}:{}", place.goals[0], place.goals[1]).into(),
                ]);
            }
            table.print(out)
        }
    }
}

impl From<CompetitionError> for Failure {
    fn from(error: CompetitionError) -> Self {
        match error {
            CompetitionError::Rules(error) => error.into(),
            CompetitionError::NoFile(problem) => Failure::Usage(problem),
            other => Failure::Wrong(other.to_string()),
        }
    }
}
