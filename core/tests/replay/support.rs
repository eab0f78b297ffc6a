//! A recorded match to test on.

use std::sync::{Arc, OnceLock};
use touchline_core::Side;
use touchline_core::bot;
use touchline_core::game::{Action, Intent, Match};
use touchline_core::record::{Entry, Event, Replay, explain};
use touchline_core::rules::{ClauseIndex, Content, Options, Ruleset};

pub(crate) fn rules() -> Arc<Ruleset> {
    static RULES: OnceLock<Arc<Ruleset>> = OnceLock::new();
    Arc::clone(RULES.get_or_init(|| Ruleset::load(&Content::embedded(), "base", &Options::default()).unwrap()))
}

/// Draws that differ from match to match and are the same every time.
pub(crate) struct Draws(u64);

impl Draws {
    pub(crate) fn new(seed: u64) -> Draws {
        Draws(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Any legal action, but a shot where one is possible: there must be goals to ask about.
pub(crate) fn choose(played: &Match, draws: &mut Draws) -> Action {
    let actions = played.legal_actions();
    let shot = actions.iter().find(|a| matches!(a, Action::Declare(Intent::Shot, _)));
    shot.copied().unwrap_or_else(|| actions[draws.below(actions.len())])
}

/// Plays up to `decisions` more decisions.
pub(crate) fn play_on(played: &mut Match, draws: &mut Draws, decisions: usize) {
    for _ in 0..decisions {
        if played.decision().is_none() {
            return;
        }
        let action = choose(played, draws);
        played.apply(action).unwrap();
    }
}

pub(crate) fn started(seed: u64) -> Match {
    let rules = rules();
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    Match::recorded(&rules, teams, seed).unwrap()
}

/// A whole match with at least one goal.
pub(crate) fn replay() -> &'static Replay {
    static REPLAY: OnceLock<Replay> = OnceLock::new();
    REPLAY.get_or_init(|| {
        (0..50)
            .map(|seed| {
                let mut played = started(seed);
                play_on(&mut played, &mut Draws::new(seed), usize::MAX);
                Replay::of(&played, ["chance", "chance"]).unwrap()
            })
            .find(|r| r.events().any(|e| matches!(e.event, Event::Goal { own: false, .. })))
            .expect("a goal in fifty matches")
    })
}

/// A match of two coaches.
pub(crate) fn coached(rules: &Arc<Ruleset>, seed: u64) -> Replay {
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    let mut m = Match::recorded(rules, teams, seed).unwrap();
    let [mut home, mut away] = Side::BOTH.map(|side| bot::by_name("coach", bot::seed(seed, side)).unwrap());
    bot::play(&mut m, home.as_mut(), away.as_mut()).unwrap();
    Replay::of(&m, ["coach", "coach"]).unwrap()
}

/// A match of two coaches by a ruleset that comes with the engine.
pub(crate) fn coached_by(ruleset: &str, seed: u64) -> Replay {
    coached(&Ruleset::load(&Content::embedded(), ruleset, &Options::default()).unwrap(), seed)
}

pub(crate) fn why(replay: &Replay, event: usize) -> String {
    explain(replay, &ClauseIndex::load(&Content::embedded()).unwrap(), event).unwrap()
}

pub(crate) fn events(replay: &Replay) -> Vec<&Entry> {
    replay.events().collect()
}

/// The numbers of the events of a kind.
pub(crate) fn all(replay: &Replay, is: impl Fn(&Event) -> bool) -> Vec<usize> {
    let found: Vec<usize> = replay.events().enumerate().filter(|(_, e)| is(&e.event)).map(|(n, _)| n).collect();
    assert!(!found.is_empty(), "the match has no such event");
    found
}
