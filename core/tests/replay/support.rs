//! A recorded match to test on.

use std::sync::{Arc, OnceLock};
use touchline_core::game::{Action, Intent, Match};
use touchline_core::record::{Event, Replay};
use touchline_core::rules::{Content, Options, Ruleset};

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
