//! Many matches: on all cores without Python, or one after another with it.

use crate::bot::{Player, Seat};
use crate::error;
use crate::events::rows_of;
use crate::game::Match;
use crate::replay::Replay;
use crate::results::{Origin, Results};
use crate::ruleset::Ruleset;
use crate::squad::Squad;
use arrow_array::RecordBatch;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;
use touchline_core::Side;
use touchline_core::record::Replay as Log;
use touchline_core::sim::{Outcome, SimError, Simulation, match_seed};

/// How long an interrupt may wait to be seen.
const GLANCE: Duration = Duration::from_millis(50);
/// Results that may wait to be fetched.
const QUEUE: usize = 4096;

/// What becomes of the matches' logs.
enum Logs {
    None,
    /// Event rows in memory.
    Rows,
    /// A replay file each.
    Files(PathBuf),
}

/// Plays a batch. The wrapper in Python checks arguments and spreads work over processes.
#[pyfunction]
#[pyo3(signature = (ruleset, n, home, away, seed, threads, first, squads, progress, rows, folder))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    ruleset: &Bound<'py, Ruleset>,
    n: u64,
    home: &Bound<'py, PyAny>,
    away: &Bound<'py, PyAny>,
    seed: u64,
    threads: usize,
    first: u64,
    squads: (Option<Bound<'py, Squad>>, Option<Bound<'py, Squad>>),
    progress: Option<Bound<'py, PyAny>>,
    rows: bool,
    folder: Option<PathBuf>,
) -> PyResult<Bound<'py, Results>> {
    crate::rule::refuse_nested()?;
    let ruleset = ruleset.get();
    let players = [Player::from_any(home)?, Player::from_any(away)?];
    let own = |squad: &Option<Bound<'_, Squad>>| Squad::checked(py, squad.as_ref().map(Bound::get), &ruleset.rules);
    let engine = players.iter().all(|p| matches!(p, Player::Engine(_)));
    let simulation = Simulation {
        teams: Arc::new([own(&squads.0)?, own(&squads.1)?]),
        bots: [players[0].name(py), players[1].name(py)],
        seed,
        first,
        matches: n,
        threads,
        ..Simulation::new(Arc::clone(&ruleset.rules))
    };
    let logs = match folder {
        Some(folder) => {
            std::fs::create_dir_all(&folder).map_err(|e| PyOSError::new_err(format!("{}: {e}", folder.display())))?;
            Logs::Files(folder)
        }
        None if rows => Logs::Rows,
        None => Logs::None,
    };
    let mut told = Told { outcomes: Vec::new(), progress, reported: 0 };
    let events = if engine && !ruleset.has_python() {
        on_all_cores(py, &simulation, &logs, &mut told)?
    } else {
        one_by_one(py, ruleset, &simulation, &players, &logs, &mut told)?
    };
    let repeatable = engine && !ruleset.has_python();
    told.report(py)?;
    Results::make(py, told.outcomes, Some(Origin { simulation, ruleset: ruleset.clone(), repeatable }), events)
}

/// What has come in so far.
struct Told<'py> {
    outcomes: Vec<Outcome>,
    progress: Option<Bound<'py, PyAny>>,
    reported: usize,
}

impl Told<'_> {
    /// Tells how far it is, and lets an interrupt through.
    fn report(&mut self, py: Python<'_>) -> PyResult<()> {
        if let Some(progress) = &self.progress
            && self.outcomes.len() > self.reported
        {
            progress.call1((self.outcomes.len() - self.reported,))?;
            self.reported = self.outcomes.len();
        }
        py.check_signals()
    }
}

fn file_of(folder: &Path, index: u64) -> PathBuf {
    folder.join(format!("match-{index:06}.jsonl.zst"))
}

/// What is kept of one match's log.
fn keep(logs: &Logs, index: u64, replay: &Log) -> Result<Option<RecordBatch>, String> {
    match logs {
        Logs::None => Ok(None),
        Logs::Rows => rows_of(index, replay).map(Some).map_err(|e| e.to_string()),
        Logs::Files(folder) => replay.write_to(&file_of(folder, index)).map(|()| None).map_err(|e| e.to_string()),
    }
}

/// A message from the threads that play.
enum News {
    Played(Box<Outcome>),
    Ended(Result<Option<Vec<RecordBatch>>, Failed>),
}

enum Failed {
    Match(SimError),
    Log(String),
}

/// Without Python: other threads play, this one counts and listens for an interrupt.
fn on_all_cores(
    py: Python<'_>,
    simulation: &Simulation,
    logs: &Logs,
    told: &mut Told<'_>,
) -> PyResult<Option<Vec<RecordBatch>>> {
    let stop = AtomicBool::new(false);
    let ended = std::thread::scope(|scope| {
        let (sender, mut receiver) = sync_channel(QUEUE);
        let halt = &stop;
        scope.spawn(move || {
            let played = |outcome: Outcome| {
                let gone = sender.send(News::Played(Box::new(outcome))).is_err();
                if gone { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let result = run(simulation, logs, halt, played);
            // The receiver is gone only after an interrupt.
            let _ = sender.send(News::Ended(result));
        });
        let watched = watch(py, &mut receiver, told);
        stop.store(true, Ordering::Relaxed);
        // A full queue would keep the sender waiting.
        drop(receiver);
        watched
    })?;
    ended.map_err(|failed| match failed {
        Failed::Match(e) => error::batch(py, &e),
        Failed::Log(e) => PyOSError::new_err(e),
    })
}

fn run(
    simulation: &Simulation,
    logs: &Logs,
    stop: &AtomicBool,
    mut played: impl FnMut(Outcome) -> ControlFlow<()>,
) -> Result<Option<Vec<RecordBatch>>, Failed> {
    if matches!(logs, Logs::None) {
        simulation.run(stop, played).map_err(Failed::Match)?;
        return Ok(None);
    }
    let mut rows = Vec::new();
    let mut trouble = None;
    let kept = |outcome: &Outcome, replay: Log| keep(logs, outcome.index, &replay);
    simulation
        .replays(stop, kept, |outcome, kept| match kept {
            Ok(batch) => {
                rows.extend(batch);
                played(outcome)
            }
            Err(e) => {
                trouble = Some(e);
                ControlFlow::Break(())
            }
        })
        .map_err(Failed::Match)?;
    match trouble {
        Some(trouble) => Err(Failed::Log(trouble)),
        None => Ok(matches!(logs, Logs::Rows).then_some(rows)),
    }
}

type Ended = Result<Option<Vec<RecordBatch>>, Failed>;

fn watch(py: Python<'_>, receiver: &mut Receiver<News>, told: &mut Told<'_>) -> PyResult<Ended> {
    loop {
        let waiting = &mut *receiver;
        let first = py.detach(move || waiting.recv_timeout(GLANCE));
        let mut news = match first {
            Ok(news) => Some(news),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                return Ok(Err(Failed::Log("the simulation ended without a word".to_owned())));
            }
        };
        // Everything that is there at once: the queue is looked at far less often than it is filled.
        while let Some(item) = news {
            match item {
                News::Played(outcome) => told.outcomes.push(*outcome),
                News::Ended(result) => return Ok(result),
            }
            news = receiver.try_recv().ok();
        }
        told.report(py)?;
        // Lets the queue fill a little, so that the interpreter is not entered for every match.
        py.detach(|| std::thread::sleep(Duration::from_millis(2)));
    }
}

/// With Python: this thread plays, asking callables as it goes.
fn one_by_one(
    py: Python<'_>,
    ruleset: &Ruleset,
    simulation: &Simulation,
    players: &[Player; 2],
    logs: &Logs,
    told: &mut Told<'_>,
) -> PyResult<Option<Vec<RecordBatch>>> {
    let mut rows = Vec::new();
    for index in simulation.first..simulation.first + simulation.matches {
        let seed = match_seed(simulation.seed, index);
        let played = play_one(py, ruleset, &simulation.teams, players, seed).inspect_err(|e| {
            let _ = e.value(py).call_method1("add_note", (format!("match {index} of the batch, seed {seed}"),));
        })?;
        told.outcomes.push(Outcome::of(index, &played.game));
        if !matches!(logs, Logs::None) {
            let log = log_of(py, &played, players)?;
            rows.extend(keep(logs, index, &log).map_err(PyOSError::new_err)?);
        }
        told.report(py)?;
    }
    Ok(matches!(logs, Logs::Rows).then_some(rows))
}

fn log_of(py: Python<'_>, played: &Match, players: &[Player; 2]) -> PyResult<Log> {
    let [home, away] = [players[0].name(py), players[1].name(py)];
    played.log_of(py, [&home, &away])
}

fn play_one(
    py: Python<'_>,
    ruleset: &Ruleset,
    teams: &Arc<touchline_core::game::Teams>,
    players: &[Player; 2],
    seed: u64,
) -> PyResult<Match> {
    let squads = [0, 1].map(|i| Squad { squad: Arc::new(teams[i].clone()) });
    let mut table = Match::begin(py, ruleset, [Some(&squads[0]), Some(&squads[1])], seed)?;
    let mut seats: [Seat; 2] = [players[0].seat(py, seed, Side::Home), players[1].seat(py, seed, Side::Away)];
    let mut count = 0u32;
    while table.game.decision().is_some() {
        let side = table.game.state().to_act;
        let action = seats[side.index()].choose(py, &table)?;
        table.play(py, action)?;
        count += 1;
        if count.is_multiple_of(64) {
            py.check_signals()?;
        }
    }
    Ok(table)
}

/// Plays one match and returns its replay.
///
/// ``home`` and ``away`` are bots: names or callables that take a match and return an action.
#[pyfunction]
#[pyo3(signature = (ruleset = None, *, home = None, away = None, seed = 0, home_squad = None, away_squad = None))]
pub(crate) fn play(
    py: Python<'_>,
    ruleset: Option<&Bound<'_, PyAny>>,
    home: Option<&Bound<'_, PyAny>>,
    away: Option<&Bound<'_, PyAny>>,
    seed: u64,
    home_squad: Option<&Bound<'_, Squad>>,
    away_squad: Option<&Bound<'_, Squad>>,
) -> PyResult<Replay> {
    let ruleset = match ruleset {
        Some(given) => Ruleset::from_any(given)?,
        None => crate::ruleset::ruleset(py, "base", None)?,
    };
    let player = |given: Option<&Bound<'_, PyAny>>| {
        given.map_or_else(|| Ok(Player::Engine("coach".to_owned())), Player::from_any)
    };
    let players = [player(home)?, player(away)?];
    let own = |squad: Option<&Bound<'_, Squad>>| Squad::checked(py, squad.map(Bound::get), &ruleset.rules);
    let teams = Arc::new([own(home_squad)?, own(away_squad)?]);
    let played = play_one(py, &ruleset, &teams, &players, seed)?;
    let log = log_of(py, &played, &players)?;
    Ok(Replay::new(log))
}
