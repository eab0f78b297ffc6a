//! The tournament regulation as a whole.

use crate::support::{kick_off, play_out};
use std::sync::Arc;
use touchline_core::game::state_hash;
use touchline_core::rules::{Content, Options, Ruleset, Value};
use touchline_core::sim::Simulation;

fn load(name: &str, options: &Options) -> Arc<Ruleset> {
    Ruleset::load(&Content::embedded(), name, options).unwrap()
}

fn end(rules: &Arc<Ruleset>, seed: u64, bots: [&str; 2]) -> String {
    let mut m = kick_off(rules, seed);
    play_out(&mut m, bots, |_| {});
    state_hash(m.state())
}

#[test]
fn the_memo_and_the_threads_change_nothing() {
    let with = load("tournament", &Options::default());
    let without = load("tournament", &Options { memo: false, ..Options::default() });
    for seed in 0..4 {
        assert_eq!(end(&with, seed, ["coach", "random"]), end(&without, seed, ["coach", "random"]), "seed {seed}");
    }
    let played = |threads| {
        let bots = ["random".to_owned(), "coach".to_owned()];
        Simulation { matches: 12, threads, bots, ..Simulation::new(Arc::clone(&with)) }.summary().unwrap()
    };
    assert_eq!(played(1), played(4));
}

#[test]
fn coaches_change_players_against_fatigue() {
    let changes = |minute: i64| {
        let params = vec![("fatigue_minute".to_owned(), Value::Int(minute), "test".to_owned())];
        let rules = load("tournament", &Options { params, ..Options::default() });
        let mut made = 0;
        for seed in 0..6 {
            let mut m = kick_off(&rules, seed);
            let mut when_tired = [0; 2];
            play_out(&mut m, ["coach", "coach"], |m| {
                if m.state().clock.half == 2 && m.state().clock.tick == 20 {
                    when_tired = m.state().changes;
                }
            });
            made += when_tired.iter().map(|n| u32::from(*n)).sum::<u32>();
        }
        made
    };
    let (tiring, never) = (changes(60), changes(999));
    assert!(tiring > never, "{tiring} changes by minute 72 when teams tire, {never} when they do not");
    assert!(tiring >= 2 * 6 * 2, "{tiring} changes in 6 matches of two sides");
}

#[test]
fn coaches_spend_their_home_bonuses() {
    let params = vec![("home_advantage".to_owned(), Value::Bool(true), "test".to_owned())];
    let rules = load("tournament", &Options { params, ..Options::default() });
    let slot = rules.stack.slot("tournament/home.uses").unwrap();
    let mut spent = Vec::new();
    for seed in 0..8 {
        let mut m = kick_off(&rules, seed);
        play_out(&mut m, ["coach", "coach"], |_| {});
        spent.push(slot.read(&m.state().slots, 0));
    }
    assert!(spent.iter().all(|n| (0..=3).contains(n)), "{spent:?}");
    assert!(spent.iter().sum::<i64>() >= 12, "half of what they had in eight matches: {spent:?}");
}
