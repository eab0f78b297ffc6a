//! Matches of a competition: what came in, extra time, penalties.

use std::sync::Arc;
use touchline_core::bot;
use touchline_core::game::{Match, Occasion, carried_out};
use touchline_core::plugin::Competition;
use touchline_core::record::{CarriedSlot, Event, MatchResult, Replay, verify};
use touchline_core::rules::{Content, Kind, Options, Ruleset};
use touchline_core::{Side, Token};

fn rules(plugins: &[&str]) -> Arc<Ruleset> {
    let content = Content::embedded();
    let plugins = plugins.iter().map(|p| content.read(Kind::Plugin, p).unwrap()).collect();
    Ruleset::load(&content, "base", &Options { plugins, ..Options::default() }).unwrap()
}

fn played(rules: &Arc<Ruleset>, seed: u64, occasion: Occasion) -> Match {
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    let mut game = Match::on_occasion(rules, teams, seed, occasion).unwrap();
    let [mut home, mut away] = Side::BOTH.map(|side| bot::by_name("random", bot::seed(seed, side)).unwrap());
    bot::play(&mut game, home.as_mut(), away.as_mut()).unwrap();
    game
}

#[test]
fn in_the_return_leg_the_other_one_begins() {
    let content = Content::embedded();
    let rules = Ruleset::load(&content, "tomy", &Options::default()).unwrap();
    let began = |side| CarriedSlot { slot: "tomy/game.began".to_owned(), who: None, side: Some(side), value: 1 };
    for (side, seed) in [(Side::Home, 1), (Side::Home, 2), (Side::Away, 1), (Side::Away, 2)] {
        let game = played(&rules, seed, Occasion { competition: Competition::Cup, leg: 2, carried: vec![began(side)] });
        assert_eq!(game.state().opener, side.other());
        let out = carried_out(&rules.stack, game.state());
        assert_eq!(out, [began(side.other())]);
    }
}

fn banned(value: i64) -> Occasion {
    let who = Some(Token::new(Side::Home, 8));
    let slot = CarriedSlot { slot: "tournament/suspensions.banned".to_owned(), who, side: None, value };
    Occasion { competition: Competition::Cup, leg: 2, carried: vec![slot] }
}

#[test]
fn what_came_in_is_in_the_header_and_verify_plays_with_it() {
    let rules = rules(&["tournament/suspensions"]);
    let game = played(&rules, 1, banned(1));
    let mut replay = Replay::of(&game, ["random", "random"]).unwrap();
    assert_eq!((replay.header.competition, replay.header.leg), (Competition::Cup, 2));
    assert_eq!(replay.header.carried, banned(1).carried);
    let absent = replay.events().find_map(|e| match &e.event {
        Event::Absent { token, reason, .. } => Some((*token, reason.clone())),
        _ => None,
    });
    assert_eq!(absent, Some((Token::new(Side::Home, 8), "red card".to_owned())));
    let bytes = replay.to_bytes();
    assert_eq!(Replay::parse(&bytes).unwrap().to_bytes(), bytes);
    assert!(verify(&replay, &Content::embedded(), &[]).unwrap().is_confirmed());
    replay.header.carried.clear();
    assert!(!verify(&replay, &Content::embedded(), &[]).unwrap().is_confirmed());
}

#[test]
fn a_ban_that_is_served_does_not_come_out_again() {
    let rules = rules(&["tournament/suspensions"]);
    let of_him = |value| {
        let game = played(&rules, 1, banned(value));
        let out = carried_out(&rules.stack, game.state());
        out.into_iter().find(|c| c.who == Some(Token::new(Side::Home, 8))).map(|c| c.value)
    };
    assert_eq!((of_him(1), of_him(2)), (None, Some(1)));
}

#[test]
fn nothing_comes_in_that_the_rules_do_not_carry() {
    let rules = rules(&[]);
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    let error = Match::on_occasion(&rules, teams, 1, banned(1)).unwrap_err().to_string();
    assert!(error.contains("tournament/suspensions.banned"), "{error}");
}

#[test]
fn a_shoot_out_is_saved_replayed_and_has_a_winner() {
    let rules = rules(&["competition/knockout"]);
    let mut seen = [false; 2];
    for seed in 0..60 {
        let game = played(&rules, seed, Occasion::default());
        let state = game.state();
        assert!(state.winner().is_some(), "seed {seed}");
        let replay = Replay::of(&game, ["random", "random"]).unwrap();
        let footer = replay.footer.as_ref().unwrap();
        let winner = if state.winner() == Some(Side::Home) { MatchResult::Home } else { MatchResult::Away };
        assert_eq!(footer.result, winner);
        match footer.shootout {
            Some([home, away]) => {
                assert_eq!(footer.score[0], footer.score[1]);
                assert_eq!(footer.score_line(), format!("{0}–{0}, {home}–{away} on penalties", footer.score[0]));
                assert_eq!(game.tally().goals, footer.score.map(u32::from), "penalties are no goals");
            }
            None if footer.extra_time => assert!(footer.score_line().ends_with(" after extra time")),
            None => continue,
        }
        assert!(verify(&replay, &Content::embedded(), &[]).unwrap().is_confirmed());
        seen[usize::from(footer.shootout.is_some())] = true;
        if seen == [true; 2] {
            return;
        }
    }
    panic!("no match went into extra time and into a shoot-out: {seen:?}");
}

#[test]
fn a_match_saved_in_the_middle_of_a_shoot_out_goes_on_alike() {
    let rules = rules(&["competition/knockout"]);
    for seed in 0..60 {
        let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
        let mut game = Match::new(&rules, teams, seed).unwrap();
        let mut bots = Side::BOTH.map(|side| bot::by_name("random", bot::seed(seed, side)).unwrap());
        while let Some(decision) = game.decision() {
            if game.state().shootout().kicks[0] > 0 {
                let loaded = Match::load(&rules, &game.save()).unwrap();
                assert_eq!(loaded.state(), game.state());
                return;
            }
            let action = bots[decision.side.index()].choose(&game);
            game.apply(action).unwrap();
        }
    }
    panic!("no match went into a shoot-out");
}
