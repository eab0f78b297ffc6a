//! A recorded match keeps its decisions; its log is made of them.

use crate::support::{Draws, choose, play_on, rules, started};
use std::sync::Arc;
use touchline_core::game::{Match, Occasion};
use touchline_core::plugin::Competition;
use touchline_core::record::{Line, Replay, verify};
use touchline_core::rules::{Content, Kind, Options, Origin, Ruleset, Source};

type Begin =
    fn(&Arc<Ruleset>, Arc<[touchline_core::rules::Squad; 2]>, u64) -> Result<Match, touchline_core::game::MatchError>;

fn begun(begin: Begin, rules: &Arc<Ruleset>, seed: u64) -> Match {
    begin(rules, Arc::new([rules.squad.clone(), rules.squad.clone()]), seed).unwrap()
}

fn load(name: &str, plugins: Vec<Source>) -> Arc<Ruleset> {
    Ruleset::load(&Content::embedded(), name, &Options { plugins, ..Options::default() }).unwrap()
}

#[test]
fn a_log_made_afterwards_is_the_one_kept_while_playing() {
    for name in ["base", "complete", "tournament", "classic", "seven", "tomy"] {
        let rules = load(name, Vec::new());
        let [mut recorded, mut logged] = [Match::recorded, Match::logged].map(|b: Begin| begun(b, &rules, 4));
        let [mut one, mut other] = [Draws::new(4), Draws::new(4)];
        let mut decisions = 0;
        // At first after every decision, so that sealed lines are among them.
        while recorded.decision().is_some() {
            let step = if decisions < 30 { 1 } else { 150 };
            play_on(&mut recorded, &mut one, step);
            play_on(&mut logged, &mut other, step);
            decisions += step;
            assert!(recorded.recorder().is_none());
            let (made, kept) = (recorded.log().unwrap(), logged.log().unwrap());
            assert_eq!(made.lines(), kept.lines(), "{name} after {decisions} decisions");
        }
        let [made, kept] = [&recorded, &logged].map(|m| Replay::of(m, ["a", "b"]).unwrap());
        assert_eq!(made.to_bytes(), kept.to_bytes(), "{name}");
        assert!(made.actions().map(|(_, id)| id).eq(recorded.actions().iter().copied()));
    }
}

#[test]
fn a_match_that_fails_in_a_plugin_has_its_log_up_to_there() {
    let text = r#"
local fails = { name = "fails", api = 1, requires = { "base" }, clauses = {} }
function fails.on_phase_end(ev, m, value)
  if ev.tick > 9 then error("enough") end
end
return fails
"#;
    let origin = Origin::File("fails.lua".into());
    let plugin = Source { kind: Kind::Plugin, name: "fails".to_owned(), origin, text: text.into() };
    let rules = load("base", vec![plugin.clone()]);
    let stopped = |begin: Begin| {
        let (mut played, mut draws) = (begun(begin, &rules, 2), Draws::new(2));
        loop {
            let action = choose(&played, &mut draws);
            if let Err(error) = played.apply(action) {
                return Replay::of_stopped(&played, ["a", "b"], &error).unwrap();
            }
        }
    };
    let (made, kept) = (stopped(Match::recorded), stopped(Match::logged));
    assert_eq!(made, kept);
    assert!(made.stopped().unwrap().contains("plugin fails"), "{:?}", made.stopped());
    assert!(made.actions().count() > 5);
    assert!(verify(&made, &Content::embedded(), &[plugin]).unwrap().is_confirmed());
}

#[test]
fn an_action_that_is_refused_is_not_recorded() {
    let mut played = started(3);
    play_on(&mut played, &mut Draws::new(3), 20);
    let ids = 0..played.rules().layout.size();
    let illegal = ids.filter_map(|id| played.action(id)).find(|a| !played.is_legal(*a)).unwrap();
    played.apply(illegal).unwrap_err();
    assert_eq!(played.actions().len(), 20);
    assert_eq!(Replay::of(&played, ["a", "b"]).unwrap().actions().count(), 20);
}

#[test]
fn a_match_goes_back_to_any_decision_and_is_recorded_from_its_start() {
    let mut played = started(5);
    let mut draws = Draws::new(5);
    play_on(&mut played, &mut draws, 30);
    let middle = played.snapshot();
    play_on(&mut played, &mut draws, 40);
    let back = played.back_to(30).unwrap();
    assert_eq!((back.state(), back.actions()), (middle.state(), middle.actions()));
    assert_eq!(back.log().unwrap().lines(), middle.log().unwrap().lines());
    // From a position there is no way back beyond it, and seed and decisions alone do not give the match.
    let mut fork = played.fork(9).recording();
    play_on(&mut fork, &mut draws, 10);
    assert!(!fork.is_whole() && played.is_whole());
    assert_eq!(fork.back_to(0).unwrap().state(), played.fork(9).state());
    let replay = Replay::of(&fork, ["a", "b"]).unwrap();
    assert!(!replay.header.verifiable);
    assert!(matches!(replay.lines[0], Line::Keyframe(_)));
    assert_eq!(replay.actions().count(), 10);
}

#[test]
fn a_clone_is_not_recorded_and_has_no_log() {
    let mut played = started(6);
    play_on(&mut played, &mut Draws::new(6), 10);
    let clone = played.clone();
    assert!(clone.actions().is_empty() && clone.log().unwrap().lines().is_empty());
    let occasion = Occasion { competition: Competition::Cup, ..Occasion::default() };
    let cup = Match::on_occasion(&rules(), Arc::clone(played.teams()), 1, occasion).unwrap();
    assert!(cup.recorder().is_some(), "a match of a competition is written in any case");
}
