//! What must hold for every bot.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::game::Teams;
use crate::rules::{Content, Options, Ruleset};
use std::sync::Arc;

/// The rulesets that every bot plays.
const RULESETS: [&str; 3] = ["base", "complete", "tournament"];

fn game(name: &str) -> (Arc<Ruleset>, Arc<Teams>) {
    let rules = Ruleset::load(&Content::embedded(), name, &Options::default()).unwrap();
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
    for (rules, teams) in RULESETS.map(game) {
        for number in 0..30 {
            assert!(played(&rules, &teams, "random", "random", number).ending().is_some());
        }
    }
}

#[test]
fn coach_is_never_refused() {
    for (rules, teams) in RULESETS.map(game) {
        for number in 0..30 {
            assert!(played(&rules, &teams, "coach", "coach", number).ending().is_some());
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_match() {
    let (rules, teams) = game("complete");
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

#[test]
fn coach_beats_random() {
    RULESETS.into_iter().for_each(coach_beats_random_in);
}

fn coach_beats_random_in(name: &str) {
    let (rules, teams) = game(name);
    let (mut won, mut lost) = (0, 0);
    for number in 0..100 {
        // Each has the coach at home every other time.
        let coach = if number % 2 == 0 { Side::Home } else { Side::Away };
        let names = if coach == Side::Home { ["coach", "random"] } else { ["random", "coach"] };
        let score = played(&rules, &teams, names[0], names[1], number).state().score;
        match score[coach.index()].cmp(&score[coach.other().index()]) {
            std::cmp::Ordering::Greater => won += 1,
            std::cmp::Ordering::Less => lost += 1,
            std::cmp::Ordering::Equal => {}
        }
    }
    assert!(won > 9 * lost && won > 50, "{name}: {won} won, {lost} lost");
}

#[test]
fn coach_uses_the_whole_game() {
    #[rustfmt::skip]
    let usual = [
        "pass", "cross", "shot", "tackle", "rod", "stand", "lie", "keeper_cell", "settle", "change", "wall", "end",
        "decline",
    ];
    coach_uses("base", &usual);
    coach_uses("complete", &[&usual[..], &["dribble", "foul", "step", "slide"]].concat());
}

fn coach_uses(name: &str, all: &[&str]) {
    let (rules, teams) = game(name);
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..200 {
        let mut m = Match::new(&rules, Arc::clone(&teams), number).unwrap();
        let mut bots = Side::BOTH.map(|side| Coach::new(seed(number, side)));
        while let Some(decision) = m.decision() {
            let (side, stage) = (decision.side, decision.stage);
            let action = bots[side.index()].choose(&m);
            seen.insert(match action {
                Action::Declare(intent, _) => intent.word().to_owned(),
                Action::Take(offer) => offer.word().to_owned(),
                Action::Change(..) => "change".to_owned(),
                Action::Formation(shape, 0) => format!("shape {shape}"),
                Action::Formation(..) => "wall".to_owned(),
                Action::Pose(pose) => pose.word().to_owned(),
                _ => stage.word().to_owned(),
            });
            m.apply(action).unwrap();
        }
    }
    for wanted in all {
        assert!(seen.contains(*wanted), "{name}: no {wanted} in {seen:?}");
    }
    assert!(seen.iter().filter(|s| s.starts_with("shape")).count() >= 3, "{seen:?}");
}
