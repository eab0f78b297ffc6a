//! Many matches in parallel, and what they came to.

mod outcome;
mod parallel;
mod seed;
mod stat;
mod summary;

pub use outcome::{Cell, Column, ColumnKind, Outcome};
pub(crate) use parallel::in_order;
pub use seed::match_seed;
pub use stat::{STATS, Stat};
pub use summary::{Comparison, Figure, Figures, Results, Summary};

use crate::Side;
use crate::bot::{self, Bot};
use crate::game::{Match, MatchError, Teams};
use crate::record::Replay;
use crate::rules::Ruleset;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The bots of a match, home first.
pub type Bots = [Box<dyn Bot>; 2];

/// A batch of matches.
///
/// ```
/// use touchline_core::rules::{Content, Options, Ruleset};
/// use touchline_core::sim::{Simulation, Summary};
/// let rules = Ruleset::load(&Content::embedded(), "base", &Options::default())?;
/// let batch = Simulation { matches: 2, bots: ["random".into(), "random".into()], ..Simulation::new(rules) };
/// let summary = batch.summary()?;
/// assert_eq!(summary.matches(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Simulation {
    /// The rules.
    pub rules: Arc<Ruleset>,
    /// The squads, home first.
    pub teams: Arc<Teams>,
    /// Names of the bots, home first.
    pub bots: [String; 2],
    /// The root seed.
    pub seed: u64,
    /// Index of the first match: a batch may be a part of a larger one, played elsewhere.
    pub first: u64,
    /// How many matches.
    pub matches: u64,
    /// On how many threads; results do not depend on it.
    pub threads: usize,
}

/// Why a batch did not run to its end.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SimError {
    /// No bot has this name.
    #[error("there is no bot `{name}`{}\n  known: {}", hint(&bot::nearest(name)), bot::NAMES.join(", "))]
    UnknownBot {
        /// The name as given.
        name: String,
    },
    /// A match failed.
    #[error("match {index} (seed {seed}) stopped: {error}")]
    Match {
        /// Its place in the batch.
        index: u64,
        /// Its seed.
        seed: u64,
        /// Why.
        error: MatchError,
    },
    /// Batches that cannot be paired.
    #[error("the two batches differ in {0}: a comparison needs the same seed, matches and bots on both sides")]
    Unpaired(&'static str),
}

fn hint(near: &[&str]) -> String {
    near.first().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default()
}

impl Simulation {
    /// One match of `coach` against `coach` with the ruleset's squad, on all cores.
    #[must_use]
    pub fn new(rules: Arc<Ruleset>) -> Simulation {
        Simulation {
            teams: Arc::new([rules.squad.clone(), rules.squad.clone()]),
            rules,
            bots: ["coach".to_owned(), "coach".to_owned()],
            seed: 0,
            first: 0,
            matches: 1,
            threads: all_cores(),
        }
    }

    /// Plays the batch and hands each outcome, in order, to `each` on this thread; a break or a set `stop` ends it
    /// early, with no gap in what was handed out.
    ///
    /// # Errors
    /// An unknown bot, or the first match in order that failed.
    pub fn run(&self, stop: &AtomicBool, mut each: impl FnMut(Outcome) -> ControlFlow<()>) -> Result<(), SimError> {
        self.bots(0)?;
        let work = |index| self.play(index, stop);
        // Matches that were cut short come last and are no results.
        let each = &mut |outcome: Option<Outcome>| outcome.map_or(ControlFlow::Break(()), &mut each);
        parallel::in_order(self.matches, parallel::CHUNK, self.threads, stop, work, each)
    }

    /// Plays the batch with a log of every match. `keep` says, on the thread that played it, what is wanted of a replay;
    /// that and the outcome are handed out as [`Simulation::run`] does.
    ///
    /// # Errors
    /// As [`Simulation::run`].
    pub fn replays<T: Send>(
        &self,
        stop: &AtomicBool,
        keep: impl Fn(&Outcome, Replay) -> T + Sync,
        mut each: impl FnMut(Outcome, T) -> ControlFlow<()>,
    ) -> Result<(), SimError> {
        self.bots(0)?;
        let work = |index| {
            let played = self.play_recorded(index, stop)?;
            Ok(played.map(|(outcome, replay)| (outcome, keep(&outcome, replay))))
        };
        let each = &mut |played: Option<(Outcome, T)>| played.map_or(ControlFlow::Break(()), |(o, kept)| each(o, kept));
        parallel::in_order(self.matches, parallel::CHUNK, self.threads, stop, work, each)
    }

    /// Plays the batch to its end.
    ///
    /// # Errors
    /// As [`Simulation::run`].
    pub fn summary(&self) -> Result<Summary, SimError> {
        let mut summary = Summary::default();
        self.run(&AtomicBool::new(false), |outcome| {
            summary.add(&outcome);
            ControlFlow::Continue(())
        })?;
        Ok(summary)
    }

    /// Plays this batch and another of the same seeds and hands out the pairs, as [`Simulation::run`] does.
    ///
    /// # Errors
    /// When the two are no pair, or as [`Simulation::run`].
    pub fn compare(
        &self,
        other: &Simulation,
        stop: &AtomicBool,
        mut each: impl FnMut(Outcome, Outcome) -> ControlFlow<()>,
    ) -> Result<(), SimError> {
        for (differs, what) in [
            (self.seed != other.seed, "their seed"),
            (self.matches != other.matches, "how many matches they have"),
            (self.bots != other.bots, "their bots"),
        ] {
            if differs {
                return Err(SimError::Unpaired(what));
            }
        }
        self.bots(0)?;
        let work = |index| Ok(self.play(index, stop)?.zip(other.play(index, stop)?));
        let each = &mut |pair: Option<(Outcome, Outcome)>| pair.map_or(ControlFlow::Break(()), |(a, b)| each(a, b));
        parallel::in_order(self.matches, parallel::CHUNK, self.threads, stop, work, each)
    }

    /// The bots of the match with this seed.
    ///
    /// # Errors
    /// When one is unknown.
    pub fn bots(&self, match_seed: u64) -> Result<Bots, SimError> {
        let make = |side: Side| {
            let name = &self.bots[side.index()];
            bot::by_name(name, bot::seed(match_seed, side)).ok_or_else(|| SimError::UnknownBot { name: name.clone() })
        };
        Ok([make(Side::Home)?, make(Side::Away)?])
    }

    /// Plays match `index`; `None` when it was stopped half-way.
    fn play(&self, index: u64, stop: &AtomicBool) -> Result<Option<Outcome>, SimError> {
        let begin = |seed| Match::new(&self.rules, Arc::clone(&self.teams), seed);
        Ok(self.finish(index, stop, begin)?.map(|(outcome, _)| outcome))
    }

    /// The same with its replay.
    fn play_recorded(&self, index: u64, stop: &AtomicBool) -> Result<Option<(Outcome, Replay)>, SimError> {
        let begin = |seed| Match::logged(&self.rules, Arc::clone(&self.teams), seed);
        let bots = [self.bots[0].as_str(), self.bots[1].as_str()];
        let Some((outcome, game)) = self.finish(index, stop, begin)? else { return Ok(None) };
        let failed = |error| SimError::Match { index: outcome.index, seed: outcome.seed, error };
        let replay = Replay::of(&game, bots).map_err(failed)?;
        Ok(Some((outcome, replay)))
    }

    /// Begins match `index` of the batch and plays it to its end.
    fn finish(
        &self,
        index: u64,
        stop: &AtomicBool,
        begin: impl FnOnce(u64) -> Result<Match, MatchError>,
    ) -> Result<Option<(Outcome, Match)>, SimError> {
        let index = self.first + index;
        let seed = match_seed(self.seed, index);
        let failed = |error| SimError::Match { index, seed, error };
        let mut bots = self.bots(seed)?;
        let mut game = begin(seed).map_err(failed)?;
        let played = self.rules.with_referee(|referee| {
            while let Some(decision) = game.decision() {
                if stop.load(Ordering::Relaxed) {
                    return Ok(false);
                }
                let action = bot::ask(bots[decision.side.index()].as_mut(), &game);
                game.advance(referee, action)?;
            }
            Ok(true)
        });
        let over = played.and_then(|played| played).map_err(failed)?;
        Ok(over.then(|| (Outcome::of(index, &game), game)))
    }
}

/// As many threads as the machine runs at once.
#[must_use]
pub fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
