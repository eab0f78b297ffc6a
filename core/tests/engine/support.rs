//! Rulesets and matches to test on.

use std::sync::{Arc, OnceLock};
use touchline_core::bot;
use touchline_core::game::{Match, Teams};
use touchline_core::rules::{Content, Options, Ruleset};

/// The BASE ruleset, loaded once.
pub(crate) fn base() -> Arc<Ruleset> {
    static RULES: OnceLock<Arc<Ruleset>> = OnceLock::new();
    Arc::clone(RULES.get_or_init(|| load(&Options::default())))
}

/// The rulesets of the pitch that every property must hold for.
pub(crate) const PITCH: [&str; 5] = ["base", "complete", "tournament", "classic", "classic-pro"];

/// One of [`PITCH`] as it is, loaded once.
pub(crate) fn pitch(name: &str) -> Arc<Ruleset> {
    static RULES: OnceLock<Vec<Arc<Ruleset>>> = OnceLock::new();
    let all = RULES.get_or_init(|| {
        let load = |name: &&str| Ruleset::load(&Content::embedded(), name, &Options::default()).unwrap();
        PITCH.iter().map(load).collect()
    });
    Arc::clone(all.iter().find(|r| r.name == name).unwrap())
}

/// The BASE ruleset with changes.
pub(crate) fn load(options: &Options) -> Arc<Ruleset> {
    Ruleset::load(&Content::embedded(), "base", options).unwrap()
}

/// Two squads of the ruleset.
pub(crate) fn teams(rules: &Ruleset) -> Arc<Teams> {
    Arc::new([rules.squad.clone(), rules.squad.clone()])
}

/// A match at its first decision.
pub(crate) fn kick_off(rules: &Arc<Ruleset>, seed: u64) -> Match {
    Match::new(rules, teams(rules), seed).unwrap()
}

/// Plays to the end, calling back after every decision.
pub(crate) fn play_out(m: &mut Match, bots: [&str; 2], mut each: impl FnMut(&Match)) {
    let seed = m.state().seed;
    let mut bots = [0, 1].map(|i| bot::by_name(bots[i], bot::seed(seed, touchline_core::Side::BOTH[i])).unwrap());
    while let Some(decision) = m.decision() {
        let side = decision.side.index();
        let action = bot::ask(bots[side].as_mut(), m);
        m.apply(action).unwrap();
        each(m);
    }
}
