//! A trial: a few quick matches in which a plugin shows what it does.

use super::error::PluginError;
use super::stack::Layer;
use super::{Answer, Hook, HookError, MAX_FACTS, Referee};
use crate::game::{Ending, Match, MatchError, Play};
use crate::rules::Ruleset;
use crate::sim::{Simulation, match_seed};
use crate::{Token, bot};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// What came of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Matches that were begun.
    pub matches: u64,
    /// The seed of the last of them.
    pub seed: u64,
    /// The bot that played both sides of the last of them.
    pub bot: &'static str,
    /// What stopped the last of them.
    pub failure: Option<PluginError>,
    /// Hooks of the plugin that nothing in these matches asked.
    pub unasked: Vec<Hook>,
    /// Why no match could be played: with the plugin the ruleset's own squad is refused.
    pub refused: Option<String>,
}

/// Plays matches on fixed seeds until one fails, and looks which hooks of the plugin are asked. Random bots play them, and
/// coaches the last: whom nothing but the rules hurries may find no end where chance finds one.
#[must_use]
pub fn try_out(rules: &Arc<Ruleset>, plugin: &str, matches: u64) -> Trial {
    let mut batch = Simulation::new(Arc::clone(rules));
    // Who is on the sheet and who begins is asked in every match.
    let asked = Cell::new(bit(Hook::OnSquad) | bit(Hook::OnMatchStart));
    let layer = rules.stack.layers.iter().find(|l| l.name == plugin);
    let file = layer.map_or(plugin, |l| l.file.as_str());
    let mut trial = Trial { matches: 0, seed: 0, bot: RANDOM, failure: None, unasked: Vec::new(), refused: None };
    while trial.matches < matches && trial.failure.is_none() {
        trial.seed = match_seed(batch.seed, trial.matches);
        trial.bot = if trial.matches + 1 == matches { COACH } else { RANDOM };
        batch.bots = [trial.bot, trial.bot].map(str::to_owned);
        match play(&batch, trial.seed, &asked) {
            Ok(()) => {}
            Err(Stopped::Failed(refused @ MatchError::Squad { .. })) => {
                trial.refused = Some(refused.to_string());
                break;
            }
            Err(stopped) => trial.failure = Some(problem(&stopped, rules, layer, file)),
        }
        trial.matches += 1;
    }
    trial.unasked = layer.into_iter().flat_map(|l| &l.hooks).copied().filter(|h| asked.get() & bit(*h) == 0).collect();
    trial
}

const RANDOM: &str = "random";
const COACH: &str = "coach";

fn bit(hook: Hook) -> u32 {
    1 << hook as u32
}

/// Why a match of a trial came to nothing.
enum Stopped {
    Failed(MatchError),
    Endless,
}

fn play(batch: &Simulation, seed: u64, asked: &Cell<u32>) -> Result<(), Stopped> {
    let failed = Stopped::Failed;
    let mut game = Match::new(&batch.rules, Arc::clone(&batch.teams), seed).map_err(failed)?;
    let Ok(mut bots) = batch.bots(seed) else { return Ok(()) };
    let played = batch.rules.with_referee(|referee| {
        let watched = Watched { referee, asked };
        while let Some(decision) = game.decision() {
            let action = bot::ask(bots[decision.side.index()].as_mut(), &game);
            game.advance(&watched, action)?;
        }
        Ok(())
    });
    played.and_then(|played| played).map_err(failed)?;
    // Other games may be abandoned by their own rules.
    let tired = game.state().decisions >= batch.rules.mechanics.max_decisions;
    if tired && game.ending() == Some(Ending::Abandoned) { Err(Stopped::Endless) } else { Ok(()) }
}

/// A failure in a match as a problem of a file.
fn problem(stopped: &Stopped, rules: &Ruleset, layer: Option<&Layer>, file: &str) -> PluginError {
    match stopped {
        Stopped::Failed(MatchError::Hook(HookError::Failed { plugin, hook, place, problem })) => {
            let at = place.as_deref().and_then(|p| p.rsplit_once(':'));
            let (file, line) = match at.map(|(file, line)| (file, line.parse().ok())) {
                Some((file, Some(line))) => (file, Some(line)),
                _ => (place.as_deref().unwrap_or(file), None),
            };
            PluginError::new(file, line, format!("plugin {plugin}, {hook}: {problem}"))
        }
        Stopped::Failed(error) => PluginError::new(file, None, error.to_string()),
        Stopped::Endless => {
            // The hook of the file that is most likely to blame.
            let own = layer.map_or(&[][..], |l| &l.hooks);
            let hook = TIMEKEEPERS.iter().find(|hook| own.contains(hook)).or(own.first()).copied();
            let line = layer.zip(hook).and_then(|(layer, hook)| layer.line(hook));
            let most = rules.mechanics.max_decisions;
            let whose = hook.map(|hook| format!("{}: ", hook.info().name)).unwrap_or_default();
            let question = if hook == Some(Hook::OnClock) { ": does the clock still tick?" } else { "" };
            let problem = format!("{whose}a match does not end within {most} decisions and is abandoned{question}");
            PluginError::new(file, line, problem).hint(rules.timekeepers().join("; "))
        }
    }
}

/// The hooks that say when something is over.
const TIMEKEEPERS: [Hook; 2] = [Hook::OnClock, Hook::OnPhaseEnd];

impl Ruleset {
    /// Who may be to blame for a match that does not end: the plugins that say when something is over, each hook by
    /// itself, and those that the ruleset does not list.
    #[must_use]
    pub fn timekeepers(&self) -> Vec<String> {
        let asked = TIMEKEEPERS.iter().filter(|hook| self.stack.layers.iter().any(|l| l.hooks.contains(hook)));
        let mut told: Vec<String> =
            asked.map(|h| format!("{} is answered by {}", h.info().name, self.stack.answering(*h))).collect();
        if !self.on_top.is_empty() {
            told.push(format!("beside the plugins that {} lists: {}", self.name, self.on_top.join(", ")));
        }
        told
    }
}

/// A referee that notes which hooks are asked.
struct Watched<'a> {
    referee: &'a dyn Referee,
    asked: &'a Cell<u32>,
}

impl Referee for Watched<'_> {
    fn call(
        &self,
        hook: Hook,
        facts: &[i64; MAX_FACTS],
        who: &[Option<Token>],
        play: &mut Play,
    ) -> Result<Rc<Answer>, HookError> {
        self.asked.set(self.asked.get() | bit(hook));
        self.referee.call(hook, facts, who, play)
    }
}
