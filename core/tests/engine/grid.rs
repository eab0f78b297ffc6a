//! The 7-pawn game on its square board: the oracle, secrets, invariants, and that every match ends.

use crate::support::play_out;
use proptest::prelude::*;
use std::sync::{Arc, OnceLock};
use touchline_core::board::CellSet;
use touchline_core::bot;
use touchline_core::game::{Action, Ending, Match, Offer, Own, Slot, Stage, encode, state_hash};
use touchline_core::rules::{Content, Options, Ruleset};
use touchline_core::sim::Simulation;
use touchline_core::{Side, Token};

fn seven() -> Arc<Ruleset> {
    static RULES: OnceLock<Arc<Ruleset>> = OnceLock::new();
    let load = || Ruleset::load(&Content::embedded(), "seven", &Options::default()).unwrap();
    Arc::clone(RULES.get_or_init(load))
}

fn start(seed: u64) -> Match {
    let rules = seven();
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    Match::logged(&rules, teams, seed).unwrap()
}

/// Catalogue 1.1, scenario 2: both in the same shape, the pawn of d4 starts from the centre.
fn kick_off() -> Match {
    for seed in 0.. {
        let mut m = start(seed);
        m.apply(Action::Formation(1, 0)).unwrap();
        m.apply(Action::Formation(1, 0)).unwrap();
        if m.state().to_act == Side::Home {
            m.apply(Action::PickToken(Slot(3))).unwrap();
            return m;
        }
    }
    unreachable!("a coin shows both faces")
}

fn actions(m: &Match) -> Vec<Action> {
    let counted = |a: &Action| matches!(a, Action::Move(..) | Action::Send(..) | Action::Steal(_));
    m.legal_actions().into_iter().filter(counted).collect()
}

#[test]
fn two_plies_from_the_kick_off_have_2825_lines() {
    let m = kick_off();
    let first = actions(&m);
    assert_eq!(first.len(), 67);
    let lines: usize = first
        .iter()
        .map(|action| {
            let mut next = m.clone();
            next.apply(*action).unwrap();
            if next.state().stage == Stage::Change {
                next.apply(Action::Take(Offer::Decline)).unwrap();
            }
            assert_eq!((next.state().to_act, next.state().stage), (Side::Away, Stage::Turn));
            actions(&next).len()
        })
        .sum();
    assert_eq!(lines, 2825);
}

/// Plays a recorded match to the first hidden pick of a penalty.
fn to_a_penalty() -> Match {
    for seed in 0..500 {
        let mut m = start(seed);
        let mut bots = Side::BOTH.map(|side| bot::by_name("random", bot::seed(seed, side)).unwrap());
        while let Some(decision) = m.decision() {
            if decision.stage == Stage::Pick {
                return m;
            }
            let side = decision.side.index();
            let action = bot::ask(bots[side].as_mut(), &m);
            m.apply(action).unwrap();
        }
    }
    panic!("500 random matches without a penalty")
}

/// The same match played again, with its log.
fn again(m: &Match) -> Match {
    let mut copy = start(m.state().seed);
    let ids: Vec<u16> = m
        .recorder()
        .unwrap()
        .lines()
        .iter()
        .filter_map(|line| match line {
            touchline_core::record::Line::Action { id, .. } => Some(*id),
            _ => None,
        })
        .collect();
    for id in ids {
        let action = copy.action(id).unwrap();
        copy.apply(action).unwrap();
    }
    assert_eq!(encode(copy.state()), encode(m.state()));
    copy
}

#[test]
fn nobody_sees_a_pick_before_the_second_is_made() {
    let before = to_a_penalty();
    let picked = |number: u8| {
        let mut m = again(&before);
        m.apply(Action::Number(number)).unwrap();
        assert!(m.has_secret());
        assert!(matches!(&m.state().own, Own::Grid(grid) if grid.sealed == number));
        m
    };
    let seen = |m: &Match| {
        let log = format!("{:?}", m.recorder().unwrap().lines());
        let second = m.state().to_act;
        (encode(m.view(second).state()), encode(m.fork(m.state().seed).state()), log)
    };
    let [one, two, three] = [1, 2, 3].map(picked);
    assert_eq!(seen(&one), seen(&two));
    assert_eq!(seen(&one), seen(&three));
    let mut m = two;
    let lines = m.recorder().unwrap().lines().len();
    m.apply(Action::Number(2)).unwrap();
    let log = format!("{:?}", &m.recorder().unwrap().lines()[lines..]);
    assert!(log.contains("Picks { shot: 2, dive: 2"), "{log}");
    assert_eq!(log.matches("Action {").count(), 2);
}

#[test]
fn formations_are_secret_until_both_are_handed_in() {
    let placed = |shape: u8| {
        let mut m = start(1);
        m.apply(Action::Formation(shape, 0)).unwrap();
        m
    };
    let (first, second) = (placed(1), placed(3));
    assert_ne!(encode(first.state()), encode(second.state()));
    assert_eq!(encode(first.view(Side::Away).state()), encode(second.view(Side::Away).state()));
    assert_ne!(encode(first.view(Side::Home).state()), encode(second.view(Side::Home).state()));
    let log = |m: &Match| format!("{:?}", m.recorder().unwrap().lines());
    assert_eq!(log(&first), log(&second));
    assert!(!log(&first).contains("Setup"));
    let mut both = first;
    both.apply(Action::Formation(1, 0)).unwrap();
    assert_eq!(log(&both).matches("Setup {").count(), 2);
    assert!(!both.has_secret());
}

/// What is true of every state of every match.
fn sound(m: &Match) {
    let state = m.state();
    let board = &m.rules().board;
    let mut taken = CellSet::EMPTY;
    for side in Side::BOTH {
        let area = m.rules().small_area(state.attacks(side).other());
        let mut in_area = 0;
        for token in Token::of(side) {
            let piece = state.piece(token);
            assert_eq!(piece.on_pitch(), piece.cell.is_some(), "{token}: {piece:?}");
            let Some(cell) = piece.cell else { continue };
            assert!(board.field().contains(cell), "{token} stands in a goal");
            assert!(!taken.contains(cell), "two pawns on {}", board.cell_name(cell));
            taken.insert(cell);
            in_area += usize::from(area.contains(cell));
        }
        assert!(in_area <= 1, "{side} has {in_area} pawns in its goal-kick area");
        assert!(state.players(side) <= 6 && state.changes[side.index()] <= 1);
    }
    if let Some(carrier) = state.ball.carrier {
        assert_eq!(state.piece(carrier).cell, Some(state.ball.cell));
        assert_eq!(carrier.side(), state.ball.side);
    } else if state.stage == Stage::Turn {
        assert!(!taken.contains(state.ball.cell), "a loose ball under a pawn");
    }
    if m.decision().is_some() {
        assert!(m.legal_actions().len() > 1, "a decision without a choice: {:?}", state.stage);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn play_keeps_every_state_sound(seed in any::<u64>(), coach in any::<bool>()) {
        let mut m = start(seed);
        play_out(&mut m, [if coach { "coach" } else { "random" }, "random"], sound);
        prop_assert!(m.ending().is_some());
    }

    #[test]
    fn clones_saves_and_ids_agree(seed in any::<u64>(), at in 1usize..120) {
        let mut m = start(seed);
        let mut bot = bot::by_name("random", seed).unwrap();
        for _ in 0..at {
            if m.decision().is_none() {
                break;
            }
            let action = bot::ask(bot.as_mut(), &m);
            m.apply(action).unwrap();
        }
        let actions = m.legal_actions();
        let mut ids: Vec<u16> = actions.iter().map(|a| m.id(*a)).collect();
        for (action, id) in actions.iter().zip(&ids) {
            prop_assert_eq!(m.action(*id), Some(*action));
            prop_assert!(m.is_legal(*action));
            prop_assert!(*id < m.rules().layout.size());
        }
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), actions.len());
        let mut copy = m.clone();
        let mut loaded = Match::load(m.rules(), &m.save()).unwrap();
        for other in [&mut m, &mut copy, &mut loaded] {
            play_out(other, ["random", "random"], |_| {});
        }
        prop_assert_eq!(state_hash(m.state()), state_hash(copy.state()));
        prop_assert_eq!(state_hash(m.state()), state_hash(loaded.state()));
    }
}

fn batch(matches: u64, bots: [&str; 2]) -> Vec<touchline_core::sim::Outcome> {
    let batch = Simulation { matches, seed: 5, bots: bots.map(str::to_owned), ..Simulation::new(seven()) };
    let mut all = Vec::new();
    batch
        .run(&std::sync::atomic::AtomicBool::new(false), |outcome| {
            all.push(outcome);
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
    all
}

#[test]
fn ten_thousand_random_matches_end() {
    // A debug build plays a twentieth of them.
    let matches = if cfg!(debug_assertions) { 500 } else { 10_000 };
    let outcomes = batch(matches, ["random", "random"]);
    assert_eq!(outcomes.len() as u64, matches);
    for outcome in &outcomes {
        assert!(outcome.tally.turns.iter().sum::<u32>() <= 401);
    }
    let decided = outcomes.iter().filter(|o| o.ending != Ending::Abandoned).count();
    assert!(decided > 0);
}

#[test]
fn the_coach_beats_random_in_more_than_95_percent_of_decided_matches() {
    let matches = if cfg!(debug_assertions) { 20 } else { 300 };
    let (mut won, mut lost) = (0, 0);
    for (bots, side) in [(["coach", "random"], 0), (["random", "coach"], 1)] {
        for outcome in batch(matches, bots) {
            won += u32::from(outcome.score[side] > outcome.score[1 - side]);
            lost += u32::from(outcome.score[side] < outcome.score[1 - side]);
        }
    }
    assert!(won > 19 * lost, "won {won}, lost {lost}");
    assert!(won + lost > matches as u32, "only {} of {} matches were decided", won + lost, 2 * matches);
}
