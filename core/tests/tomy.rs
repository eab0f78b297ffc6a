//! TOMY against the catalogue: the coach's odds are its fractions, and simulated turns come out as often as they must.
#![cfg(feature = "lua")]
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use std::sync::Arc;
use touchline_core::Side;
use touchline_core::bot::{self, Fraction, Odds, Want};
use touchline_core::game::{Action, Ending, Match, Offer, Stage, state_hash};
use touchline_core::record::{Detail, Names, Replay, Sheet, commentary};
use touchline_core::rules::{Content, DiceSet, Game, Kind, Options, Ruleset, Source, Value};
use touchline_core::sim::Simulation;

fn rules(params: &[(&str, Value)]) -> Arc<Ruleset> {
    let params = params.iter().map(|(name, value)| ((*name).to_owned(), value.clone(), "the test".to_owned()));
    let options = Options { params: params.collect(), ..Options::default() };
    Ruleset::load(&Content::embedded(), "tomy", &options).unwrap()
}

fn dice(rules: &Ruleset) -> Arc<DiceSet> {
    match &rules.game {
        Game::Dice(dice) => Arc::clone(dice),
        _ => panic!("tomy is a game of dice"),
    }
}

fn hand(dice: &DiceSet, faces: &str) -> usize {
    dice.hand_words().iter().position(|words| words == faces).unwrap()
}

#[test]
fn the_odds_of_the_coach_are_the_fractions_of_the_catalogue() {
    let dice = dice(&rules(&[]));
    let (any, goals) = (Odds::new(&dice, 3, Want::Combination), Odds::new(&dice, 3, Want::Goals));
    // Kept, then M1 with one and two tries left, then M2.
    let table = [
        ("BALL BOOT", (1, 2), (3, 4), (1, 4), (3, 8)),
        ("SPOT", (1, 3), (61, 108), (5, 24), (98_473, 279_936)),
        ("WHISTLE", (1, 3), (61, 108), (5, 72), (55_673, 279_936)),
        ("BALL BALL", (1, 3), (5, 9), (1, 6), (41, 144)),
        ("BALL HEAD", (1, 3), (5, 9), (1, 6), (41, 144)),
        ("BALL", (1, 4), (227, 432), (13, 108), (74_713, 279_936)),
        ("", (47, 216), (2471, 5184), (125, 1296), (97_837, 419_904)),
    ];
    for (kept, m1_one, m1_two, m2_one, m2_two) in table {
        let kept_hand = hand(&dice, kept);
        for (odds, left, (top, bottom)) in
            [(&any, 1, m1_one), (&any, 2, m1_two), (&goals, 1, m2_one), (&goals, 2, m2_two)]
        {
            assert_eq!(odds.keeping(kept_hand, left), Fraction::new(top, bottom), "{kept:?}, {left} left");
        }
    }
    assert_eq!(any.keeping(0, 3), Fraction::new(82_465, 124_416));
    assert_eq!(goals.keeping(0, 3), Fraction::new(189_346_367, 544_195_584));
}

/// The order in which a policy keeps dice, from the catalogue: the first line that applies.
fn keeps<'a>(order: &[&'a [&'a str]], faces: &[&str]) -> &'a [&'a str] {
    let fits = |kept: &&&[&str]| {
        kept.iter().all(|face| {
            let count = |list: &[&str]| list.iter().filter(|f| *f == face).count();
            count(faces) >= count(kept)
        })
    };
    order.iter().find(fits).copied().unwrap_or_default()
}

#[test]
fn the_coach_keeps_what_the_catalogue_proves_best() {
    let dice = dice(&rules(&[]));
    let m1: &[&[&str]] =
        &[&["BALL", "BOOT"], &["WHISTLE"], &["SPOT"], &["BALL", "BALL"], &["BALL", "HEAD"], &["BALL"], &[]];
    let m2: &[&[&str]] = &[&["BALL", "BOOT"], &["SPOT"], &["BALL", "BALL"], &["BALL", "HEAD"], &["BALL"], &[]];
    let words = dice.hand_words();
    for (want, order) in [(Want::Combination, m1), (Want::Goals, m2)] {
        let odds = Odds::new(&dice, 3, want);
        for (number, text) in words.iter().enumerate() {
            let faces: Vec<&str> = text.split(' ').collect();
            if faces.len() != 3 || dice.shown(number).0 > 0 {
                continue;
            }
            for left in [1, 2] {
                let best = odds.best(number, left).1;
                let listed = hand(&dice, &keeps(order, &faces).join(" "));
                assert_eq!(odds.keeping(listed, left), best, "{want:?} {text} with {left} left");
            }
        }
    }
}

/// How a side plays its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Policy {
    /// One try, whatever it shows.
    Once,
    /// Keeps for any combination (M1), or for goals (M2).
    Keeps(Want),
}

/// What happened in the turns of a run.
#[derive(Clone, Debug, Default)]
struct Seen {
    throws: u64,
    turns: u64,
    /// First combination of the turn: none, then in the order of the list.
    first: [u64; 7],
    scored: u64,
    warned: u64,
    defender_warned: u64,
}

/// Plays matches without red cards (each turn is then like any other) until so many tries were made.
fn play(policy: Policy, throws: u64, seed: u64) -> Seen {
    let rules = rules(&[("warnings_for_red", Value::Int(9))]);
    let dice = dice(&rules);
    let odds = match policy {
        Policy::Once => None,
        Policy::Keeps(want) => Some(Odds::new(&dice, 3, want)),
    };
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    let mut seen = Seen::default();
    let mut number = 0;
    while seen.throws < throws {
        let mut m = Match::new(&rules, Arc::clone(&teams), touchline_core::sim::match_seed(seed, number)).unwrap();
        number += 1;
        let mut turn = Turn::of(&m, &dice);
        while m.decision().is_some() {
            if turn.first == 0 {
                turn.first = m.state().hand().unwrap().combo;
            }
            let action = choose(&m, policy, odds.as_ref());
            m.apply(action).unwrap();
            if m.decision().is_none() || m.state().turn.number != turn.number {
                turn.count(&m, &dice, &mut seen);
                turn = Turn::of(&m, &dice);
            }
        }
        seen.throws += u64::from(m.tally().throws[0] + m.tally().throws[1]);
    }
    seen
}

fn choose(m: &Match, policy: Policy, odds: Option<&Odds>) -> Action {
    let hand = m.state().hand().unwrap();
    match m.state().stage {
        Stage::Double => Action::Take(Offer::Decline),
        Stage::Stop => Action::Take(Offer::Stop),
        _ if hand.combo > 0 => Action::Take(Offer::Claim),
        _ if hand.tries == 0 => Action::Throw(hand.all()),
        _ if policy == Policy::Once || hand.tries == 3 => Action::Take(Offer::End),
        _ if hand.all_dice => Action::Throw(hand.all()),
        _ => Action::Throw(odds.unwrap().rethrow(hand.shown(), 3 - hand.tries)),
    }
}

/// The running turn, as it was when it began.
struct Turn {
    number: u16,
    side: Side,
    shootout: bool,
    first: u8,
    score: u8,
    fouls: [u32; 2],
}

impl Turn {
    fn of(m: &Match, dice: &DiceSet) -> Turn {
        let state = m.state();
        let side = state.turn.attack;
        Turn {
            number: state.turn.number,
            side,
            shootout: state.clock.half > 3,
            first: 0,
            score: state.score[side.index()],
            fouls: fouls_before(m, dice),
        }
    }

    /// The turn is over: what came of it?
    fn count(&self, m: &Match, dice: &DiceSet, seen: &mut Seen) {
        if self.shootout {
            return;
        }
        let (me, other) = (self.side.index(), self.side.other().index());
        seen.turns += 1;
        seen.first[usize::from(self.first)] += 1;
        seen.scored += u64::from(m.state().score[me] > self.score);
        let fouls = fouls_before(m, dice);
        seen.warned += u64::from(fouls[me] > self.fouls[me]);
        seen.defender_warned += u64::from(fouls[other] > self.fouls[other]);
    }
}

/// Warnings before the running turn. Its first try has only one answer, so the engine has thrown it already.
fn fouls_before(m: &Match, dice: &DiceSet) -> [u32; 2] {
    let (state, mut fouls) = (m.state(), m.tally().fouls);
    let hand = state.hand().unwrap();
    let cards = hand.shown().iter().filter(|f| dice.face(0, **f) == "CARD").count();
    if m.decision().is_some() && hand.tries == 1 && cards >= 2 {
        fouls[state.turn.attack.index()] -= 1;
    }
    fouls
}

/// The half-width, in standard deviations, that all of `checks` two-sided checks together exceed by chance in one run out
/// of a thousand (Bonferroni: each may fail with probability 0.001 / checks).
fn half_width(checks: usize) -> f64 {
    let wanted = 0.001 / checks as f64;
    let (mut low, mut high) = (0.0, 10.0);
    for _ in 0..100 {
        let middle: f64 = (low + high) / 2.0;
        if libm::erfc(middle / std::f64::consts::SQRT_2) > wanted { low = middle } else { high = middle }
    }
    high
}

/// Checks over all three policies: seven first combinations, goals, warnings and the defender's warnings each.
const CHECKS: usize = 3 * 10;
const THROWS: u64 = 1_000_000;
/// Written down before the first run.
const SEED: u64 = 7150;

fn frequencies(policy: Policy, first: [f64; 7], goal: f64, warned: f64, defender: f64) {
    let seen = play(policy, THROWS, SEED);
    assert!(seen.throws >= THROWS);
    let names = ["none", "lob", "lucarne", "centre_tir", "volee", "coup_franc", "penalty"];
    let mut checks: Vec<(&str, u64, f64)> = (0..7).map(|n| (names[n], seen.first[n], first[n])).collect();
    checks.extend([
        ("goal", seen.scored, goal),
        ("warned", seen.warned, warned),
        ("defender warned", seen.defender_warned, defender),
    ]);
    assert_eq!(3 * checks.len(), CHECKS);
    let turns = seen.turns as f64;
    for (what, count, exact) in checks {
        let found = count as f64 / turns;
        let bound = half_width(CHECKS) * (exact * (1.0 - exact) / turns).sqrt();
        assert!(
            (found - exact).abs() <= bound,
            "{policy:?}: {what} {found:.6}, exactly {exact:.6} ± {bound:.6} in {turns} turns"
        );
    }
}

#[test]
fn one_try_a_turn_comes_out_as_enumerated() {
    let third = |n: f64| n / 216.0;
    frequencies(
        Policy::Once,
        [169.0 / 216.0, third(3.0), third(3.0), third(6.0), third(3.0), third(16.0), third(16.0)],
        125.0 / 1296.0,
        2.0 / 27.0,
        61.0 / 3888.0,
    );
}

#[test]
fn keeping_for_a_combination_comes_out_as_enumerated() {
    frequencies(
        Policy::Keeps(Want::Combination),
        [
            41_951.0 / 124_416.0,
            18_293.0 / 373_248.0,
            11_849.0 / 373_248.0,
            13_153.0 / 186_624.0,
            16_375.0 / 373_248.0,
            50_903.0 / 186_624.0,
            36_383.0 / 186_624.0,
        ],
        40_077_203.0 / 136_048_896.0,
        1_320_023.0 / 11_337_408.0,
        20_913_625.0 / 408_146_688.0,
    );
}

#[test]
fn keeping_for_goals_comes_out_as_enumerated() {
    frequencies(
        Policy::Keeps(Want::Goals),
        [
            3671.0 / 10_368.0,
            1867.0 / 31_104.0,
            61.0 / 1152.0,
            1385.0 / 15_552.0,
            1495.0 / 31_104.0,
            1793.0 / 15_552.0,
            4363.0 / 15_552.0,
        ],
        189_346_367.0 / 544_195_584.0,
        2_633_521.0 / 22_674_816.0,
        82_642_783.0 / 1_632_586_752.0,
    );
}

fn kick_off(rules: &Arc<Ruleset>, seed: u64) -> Match {
    Match::new(rules, Arc::new([rules.squad.clone(), rules.squad.clone()]), seed).unwrap()
}

/// What is true of every state of every match.
fn sound(m: &Match) {
    let state = m.state();
    let hand = state.hand().unwrap();
    assert!(hand.tries <= 3 && hand.goals <= 2, "{hand:?}");
    assert!(hand.shown().iter().all(|f| *f <= 6) && hand.dice == 3, "{hand:?}");
    assert!(hand.lost.iter().all(|n| *n <= 1), "a side loses one turn at a time: {hand:?}");
    assert!(Side::BOTH.iter().all(|s| state.piece(touchline_core::Token::new(*s, 0)).cautions <= 2));
    assert!(state.clock.half == 4 || state.clock.tick <= 6, "{:?}", state.clock);
    assert!(state.clock.half != 3 || state.clock.tick <= 2, "{:?}", state.clock);
    assert!(state.shootout().goals == [0, 0] || state.score[0] == state.score[1]);
    if m.decision().is_some() {
        assert!(state.legal.count() > 1, "a decision without a choice: {:?}", state.stage);
    }
    let actions = m.legal_actions();
    assert!(actions.iter().all(|a| m.is_legal(*a) && m.action(m.id(*a)) == Some(*a)), "{actions:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn play_keeps_every_state_sound(seed in any::<u64>(), coach in any::<bool>()) {
        let rules = rules(&[]);
        let mut m = kick_off(&rules, seed);
        let mut bots = [if coach { "coach" } else { "random" }, "random"].map(|n| bot::by_name(n, seed).unwrap());
        sound(&m);
        while let Some(decision) = m.decision() {
            let action = bots[decision.side.index()].choose(&m);
            m.apply(action).unwrap();
            sound(&m);
        }
        let (score, shootout) = (m.state().score, m.state().shootout().goals);
        prop_assert!(score[0] != score[1] || shootout[0] != shootout[1], "nobody won");
    }

    #[test]
    fn a_saved_match_goes_on_as_it_would_have(seed in any::<u64>(), at in 0usize..60) {
        let rules = rules(&[]);
        let mut m = kick_off(&rules, seed);
        let mut one = bot::by_name("random", seed).unwrap();
        for _ in 0..at {
            if m.decision().is_none() {
                break;
            }
            let action = one.choose(&m);
            m.apply(action).unwrap();
        }
        let mut loaded = Match::load(&rules, &m.save()).unwrap();
        prop_assert_eq!(loaded.state(), m.state());
        let end = |m: &mut Match| {
            let mut bots = [0, 1].map(|n| bot::by_name("random", seed ^ n).unwrap());
            let [home, away] = &mut bots;
            bot::play(m, home.as_mut(), away.as_mut()).unwrap();
            state_hash(m.state())
        };
        prop_assert_eq!(end(&mut m), end(&mut loaded));
    }
}

#[test]
fn ten_thousand_random_matches_end_long_before_the_guard() {
    let batch = Simulation { matches: 10_000, bots: ["random".into(), "random".into()], ..Simulation::new(rules(&[])) };
    let mut most = 0;
    batch
        .run(&std::sync::atomic::AtomicBool::new(false), |outcome| {
            assert_eq!(outcome.ending, Ending::Played);
            assert!(outcome.winner().is_some());
            most = most.max(outcome.tally.decisions.iter().sum::<u32>());
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
    assert!(most < 1_000, "a match took {most} decisions");
}

#[test]
fn the_memo_changes_nothing_but_time() {
    let slow = Ruleset::load(&Content::embedded(), "tomy", &Options { memo: false, ..Options::default() }).unwrap();
    for seed in 0..20 {
        let ends = [rules(&[]), Arc::clone(&slow)].map(|rules| {
            let mut m = kick_off(&rules, seed);
            let [mut home, mut away] = ["coach", "random"].map(|n| bot::by_name(n, seed).unwrap());
            bot::play(&mut m, home.as_mut(), away.as_mut()).unwrap();
            (state_hash(m.state()), *m.tally())
        });
        assert_eq!(ends[0], ends[1], "seed {seed} went differently without the memo");
    }
}

#[test]
fn a_house_rule_can_change_the_dice_that_are_thrown() {
    let text = "local four = { name = \"four\", api = 1, requires = { \"tomy\" }, clauses = { \"MY-FOUR-01\" } }\n\
                function four.on_kick(ev, m, kick)\n\
                  if ev.tries == 0 then kick.dice = 1 return \"MY-FOUR-01\" end\n\
                end\nreturn four\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("four.lua");
    std::fs::write(&file, text).unwrap();
    let plugin = Source::open(Kind::Plugin, &file).unwrap();
    let rules =
        Ruleset::load(&Content::embedded(), "tomy", &Options { plugins: vec![plugin], ..Options::default() }).unwrap();
    let m = kick_off(&rules, 1);
    let hand = m.state().hand().unwrap();
    assert_eq!((hand.dice, hand.tries), (4, 1));
    assert!(hand.shown().iter().all(|f| (1..=6).contains(f)));
}

#[test]
fn a_replay_tells_itself_and_is_confirmed() {
    let rules = rules(&[]);
    let mut m = Match::recorded(&rules, Arc::new([rules.squad.clone(), rules.squad.clone()]), 3).unwrap();
    let [mut home, mut away] = ["coach", "coach"].map(|n| bot::by_name(n, 3).unwrap());
    bot::play(&mut m, home.as_mut(), away.as_mut()).unwrap();
    let replay = Replay::of(&m, ["coach", "coach"]).unwrap();
    let back = Replay::parse(&replay.to_bytes()).unwrap();
    assert_eq!(back.lines, replay.lines);
    assert_eq!(back.to_bytes(), replay.to_bytes());
    let sheet = Sheet::of(&back).to_string();
    let [home, away] = m.state().score;
    assert!(sheet.contains("MATCH SHEET") && sheet.contains("winner:"), "{sheet}");
    assert!(sheet.contains(&format!("│ {home}\n")) && sheet.contains(&format!("│ {away}\n")), "{sheet}");
    let names = Names::of(&back.header);
    let told: Vec<String> = back.events().filter_map(|e| commentary(e, &names, Detail::Full)).collect();
    assert!(told.iter().any(|t| t.contains("throws, try 1")), "{told:?}");
}
