//! What must hold for every bot.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::game::Teams;
use crate::rules::{Content, Options, Ruleset};
use std::sync::Arc;

fn base() -> (Arc<Ruleset>, Arc<Teams>) {
    let rules = Ruleset::load(&Content::embedded(), "base", &Options::default()).unwrap();
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    (rules, teams)
}

fn played(rules: &Arc<Ruleset>, teams: &Arc<Teams>, home: &str, away: &str, number: u64) -> Match {
    let mut m = Match::new(rules, Arc::clone(teams), number).unwrap();
    let mut home = by_name(home, seed(number, Side::Home)).unwrap();
    let mut away = by_name(away, seed(number, Side::Away)).unwrap();
    play(&mut m, home.as_mut(), away.as_mut()).unwrap();
    m
}

#[test]
fn random_is_never_refused() {
    let (rules, teams) = base();
    for number in 0..30 {
        assert!(played(&rules, &teams, "random", "random", number).ending().is_some());
    }
}

#[test]
fn coach_is_never_refused() {
    let (rules, teams) = base();
    for number in 0..30 {
        assert!(played(&rules, &teams, "coach", "coach", number).ending().is_some());
    }
}

#[test]
fn the_same_seed_plays_the_same_match() {
    let (rules, teams) = base();
    for bot in NAMES {
        let (one, two) = (played(&rules, &teams, bot, bot, 7), played(&rules, &teams, bot, bot, 7));
        assert_eq!(one.state(), two.state());
        assert_ne!(one.tally(), played(&rules, &teams, bot, bot, 8).tally());
    }
}

#[test]
fn an_unknown_bot_is_likened_to_a_known_one() {
    assert!(by_name("couch", 1).is_none());
    assert_eq!(nearest("couch"), ["coach"]);
}
