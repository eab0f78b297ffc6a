//! `touchline play`: one match, told as it happens.

use crate::args::{self, Players, Rules, SearchPath, Squads};
use crate::command::{report, telling};
use crate::failure::{Failure, remark};
use crate::file::NewFile;
use crate::interrupt;
use crate::kind::FileKind;
use crate::out::Out;
use crate::style::{DIM, NAME, STRONG, WARN};
use crate::table::{Align, Cell, Table};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use touchline_core::Side;
use touchline_core::game::{Ending, Match, MatchError};
use touchline_core::record::{Detail, Entry, Header, Line, Names, Replay, Sheet};
use touchline_core::rules::GameKind;
use touchline_core::sim::Simulation;

/// Play one match between two bots, tell it, and keep a replay
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline play                                 two coaches, the base rules
  touchline play --seed 7 --away random --full   every pass and every move
  touchline play --ruleset complete --home-squad high-press --away-squad my.yaml
  touchline play --plugin golden.lua --set short_limit=5
  touchline play --out final.jsonl.zst           a compressed replay")]
pub(super) struct Play {
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    players: Players,
    #[command(flatten)]
    squads: Squads,
    /// The seed; the same seed gives the same match [default: a new one, which is printed]
    #[arg(long, value_name = "N", value_parser = args::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// The replay to write; `.zst` at the end compresses it [default: match-RULESET-SEED.jsonl, with the first letters of
    /// the rules' hash where plugins or parameters change them]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite the file even if it is no replay
    #[arg(long)]
    force: bool,
    /// Tell every pass and move, not only goals, cards, shots and set pieces
    #[arg(long, conflicts_with = "json")]
    full: bool,
    /// Print the result and the statistics as JSON
    #[arg(long)]
    json: bool,
}

/// Why a match did not come to its end.
enum Halt {
    Error(MatchError),
    Interrupted,
}

impl std::fmt::Display for Halt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Halt::Error(error) => error.fmt(f),
            Halt::Interrupted => f.write_str("interrupted with Ctrl-C"),
        }
    }
}

impl Play {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let bots = self.players.names()?;
        let content = path.content()?;
        let rules = self.rules.load(&content)?;
        let teams = self.squads.teams(&content, &rules)?;
        let seed = self.seed.unwrap_or_else(args::any_seed);
        let file = self.out.clone().unwrap_or_else(|| self.rules.file_name(&rules, seed).into());
        if file == Path::new("-") {
            return Err(Failure::Usage("--out -: a replay goes into a file, name one".to_owned()));
        }
        // Before there is a draft to be removed.
        interrupt::watch();
        let draft = NewFile::replacing(&file, FileKind::Replay, self.force)?;
        let table = Simulation { bots, teams, ..Simulation::new(rules) };
        let wrong = |error: MatchError| Failure::Wrong(error.to_string());
        let mut game = Match::logged(&table.rules, Arc::clone(&table.teams), seed).map_err(wrong)?;
        let names = [table.bots[0].as_str(), table.bots[1].as_str()];
        if !self.json {
            report::title(&table.rules, &table.bots, &format!("seed {seed}"), out)?;
            writeln!(out)?;
        }
        if let Err(halt) = self.play_out(&mut game, &table, seed, out)? {
            out.flush()?;
            let replay = Replay::of_stopped(&game, names, &halt).map_err(wrong)?;
            let kept = filled(draft, &replay, &file)?.finish_stopped()?;
            let kept = args::quoted(&kept.display().to_string());
            let rest = format!("match up to there is in {kept}: touchline replay show {kept}");
            return Err(match halt {
                Halt::Error(error) => Failure::Wrong(format!("{error}\n  The {rest}")),
                Halt::Interrupted => {
                    remark(&format!("{WARN}stopped{WARN:#}, the {rest}"));
                    Failure::Interrupted
                }
            });
        }
        let replay = Replay::of(&game, names).map_err(wrong)?;
        filled(draft, &replay, &file)?.finish()?;
        if self.json {
            out.json(&as_json(&table, &game, seed, &file))?;
        } else {
            let needed = [self.rules.needed(), path.needed()].concat();
            print_end(&replay, &file, &needed, out)?;
        }
        let most = table.rules.mechanics.max_decisions;
        if game.ending() == Some(Ending::Abandoned) && game.state().decisions >= most {
            out.flush()?;
            let told = table.rules.timekeepers().join("\n  ");
            return Err(Failure::Wrong(format!(
                "the match did not end within {most} decisions and was given up\n  {told}"
            )));
        }
        Ok(())
    }

    /// Plays the match and tells it; the inner error is that of a match which did not come to its end.
    fn play_out(
        &self,
        game: &mut Match,
        table: &Simulation,
        seed: u64,
        out: &mut Out,
    ) -> Result<Result<(), Halt>, Failure> {
        let stop = interrupt::watch();
        let names = Names::of(&Header::of(game, ["", ""]));
        let detail = if self.full { Detail::Full } else { Detail::Highlights };
        let mut bots = table.bots(seed)?;
        let mut told = 0;
        loop {
            if !self.json {
                for entry in new_events(game, &mut told) {
                    telling::tell(entry, &names, detail, out)?;
                }
            }
            let Some(decision) = game.decision() else { return Ok(Ok(())) };
            if stop.load(Ordering::Relaxed) {
                return Ok(Err(Halt::Interrupted));
            }
            let action = touchline_core::bot::ask(bots[decision.side.index()].as_mut(), game);
            if let Err(error) = game.apply(action) {
                return Ok(Err(Halt::Error(error)));
            }
        }
    }
}

/// The events since the last time.
fn new_events<'a>(game: &'a Match, told: &mut usize) -> impl Iterator<Item = &'a Entry> {
    let lines = game.recorder().map_or(&[][..], |recorder| recorder.lines());
    let new = lines.get(*told..).unwrap_or_default();
    *told = lines.len();
    new.iter().filter_map(|line| match line {
        Line::Event(entry) => Some(&**entry),
        Line::Action { .. } | Line::Keyframe(_) => None,
    })
}

/// The file with the replay in it, packed if its name says so.
fn filled(mut draft: NewFile, replay: &Replay, file: &Path) -> Result<NewFile, Failure> {
    let unwritten = |error| Failure::Wrong(format!("{} is not written: {error}", file.display()));
    draft.write_all(&replay.bytes_for(file).map_err(unwritten)?)?;
    Ok(draft)
}

/// The result, and what to do with the replay; `needed` are the options that its rules need to be found again.
fn print_end(replay: &Replay, file: &Path, needed: &str, out: &mut Out) -> std::io::Result<()> {
    telling::result(replay, out)?;
    if let Some(footer) = &replay.footer {
        writeln!(out)?;
        if replay.header.game == GameKind::Dice {
            writeln!(out, "{}", Sheet::of(replay))?;
        }
        report::statistics(replay.header.game, &footer.tally, out)?;
    }
    let shown = args::quoted(&file.display().to_string());
    writeln!(out, "\n{DIM}replay{DIM:#}  {STRONG}{shown}{STRONG:#}")?;
    let goals = replay.footer.as_ref().is_some_and(|f| f.score != [0, 0]);
    let look = [
        (goals, format!("touchline replay why {shown} --goal 1"), "why it was a goal"),
        (true, format!("touchline replay show {shown} --full"), "every event"),
        (true, format!("touchline verify {shown}{needed}"), "play it again and compare"),
    ];
    let mut table = Table::new(&[Align::Left, Align::Left]).indent(2);
    for (_, command, what) in look.iter().filter(|(useful, ..)| *useful) {
        table.row(vec![Cell::styled(command, NAME), Cell::styled(*what, DIM)]);
    }
    table.print(out)
}

fn as_json(table: &Simulation, game: &Match, seed: u64, file: &Path) -> serde_json::Value {
    let state = game.state();
    json!({
        "ruleset": table.rules.name, "hash": table.rules.hash, "home": table.bots[0], "away": table.bots[1],
        "squads": table.teams.each_ref().map(|squad| squad.name.as_str()), "seed": seed, "score": state.score,
        "extra_time": state.extra_time(), "shootout": state.shootout().shown(),
        "ending": state.ending, "replay": file, "tally": game.tally(),
        "possession": Side::BOTH.map(|side| game.tally().possession(side)),
    })
}
