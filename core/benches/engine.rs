//! How fast the engine is. Run with `cargo bench -p touchline-core --bench engine`.
//!
//! `hooks` and `no_hooks` play the same matches, once by the plugins and once from a tape of what they ruled (`tape.rs`): the
//! difference is what the hooks cost.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "engine/tape.rs"]
mod tape;

use std::sync::Arc;
use tape::{Tape, Taping};
use touchline_core::Side;
use touchline_core::bot;
use touchline_core::game::{Match, Stage, encode};
use touchline_core::plugin::Referee;
use touchline_core::record::Replay;
use touchline_core::rules::{Content, Options, Ruleset};

fn main() {
    divan::main();
}

fn rules() -> Arc<Ruleset> {
    ruleset("base")
}

fn ruleset(name: &str) -> Arc<Ruleset> {
    Ruleset::load(&Content::embedded(), name, &Options::default()).unwrap()
}

fn kick_off(rules: &Arc<Ruleset>, seed: u64) -> Match {
    Match::new(rules, Arc::new([rules.squad.clone(), rules.squad.clone()]), seed).unwrap()
}

/// Plays a match and returns its decisions.
fn play(rules: &Arc<Ruleset>, seed: u64, name: &str) -> u32 {
    let mut m = kick_off(rules, seed);
    let [mut home, mut away] = Side::BOTH.map(|s| bot::by_name(name, bot::seed(seed, s)).unwrap());
    bot::play(&mut m, home.as_mut(), away.as_mut()).unwrap();
    m.state().decisions
}

/// Plays a match of two random bots by a referee and returns its decisions.
fn play_by(rules: &Arc<Ruleset>, referee: &dyn Referee, seed: u64) -> u32 {
    let mut m = kick_off(rules, seed);
    let mut bots = Side::BOTH.map(|s| bot::by_name("random", bot::seed(seed, s)).unwrap());
    while let Some(decision) = m.decision() {
        let side = decision.side.index();
        let action = bots[side].choose(&m);
        m.advance(referee, action).unwrap();
    }
    m.state().decisions
}

/// A ruleset and the bot that plays both sides.
const GAMES: [&str; 8] = [
    "base random",
    "base coach",
    "complete random",
    "complete coach",
    "seven random",
    "seven coach",
    "tomy random",
    "tomy coach",
];

#[divan::bench(args = GAMES, sample_count = 20, sample_size = 10)]
fn matches(bencher: divan::Bencher<'_, '_>, game: &str) {
    let (name, bot) = game.split_once(' ').unwrap();
    let rules = ruleset(name);
    let mut seed = 0;
    bencher.counter(divan::counter::ItemsCount::new(1usize)).bench_local(|| {
        seed += 1;
        play(&rules, seed, bot)
    });
}

/// What a match of two coaches costs when nothing of it is kept, when it is recorded (its decisions alone), when its log
/// is made of that record, and when it is written; and with the log kept while it is played, to compare.
const RECORDS: [&str; 12] = [
    "base nothing",
    "base recorded",
    "base recorded, log made",
    "base recorded, written",
    "base logged",
    "base logged, written",
    "complete nothing",
    "complete recorded",
    "complete recorded, log made",
    "complete recorded, written",
    "complete logged",
    "complete logged, written",
];

#[divan::bench(args = RECORDS, sample_count = 40, sample_size = 10)]
fn records(bencher: divan::Bencher<'_, '_>, case: &str) {
    let (name, kept) = case.split_once(' ').unwrap();
    let (kept, then) = kept.split_once(", ").unwrap_or((kept, ""));
    let rules = ruleset(name);
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    let begin = match kept {
        "nothing" => Match::new,
        "recorded" => Match::recorded,
        _ => Match::logged,
    };
    let one = |seed: u64| {
        let mut m = begin(&rules, Arc::clone(&teams), seed).unwrap();
        let [mut home, mut away] = Side::BOTH.map(|s| bot::by_name("coach", bot::seed(seed, s)).unwrap());
        bot::play(&mut m, home.as_mut(), away.as_mut()).unwrap();
        match then {
            "" => m.state().decisions as usize,
            "log made" => m.log().unwrap().lines().len(),
            _ => Replay::of(&m, ["coach", "coach"]).unwrap().to_bytes().len(),
        }
    };
    // Every case plays the same matches, and the plugins have answered their questions before.
    (1..=400).for_each(|seed| {
        one(seed);
    });
    let mut seed = 0;
    bencher.counter(divan::counter::ItemsCount::new(1usize)).bench_local(|| {
        seed = seed % 400 + 1;
        one(seed)
    });
}

/// The matches that are played with and without hooks.
const TAPED: std::ops::Range<u64> = 1..21;

/// Benches the taped matches, one after the other, each by a referee of its own; what they remember is warm.
fn taped(bencher: divan::Bencher<'_, '_>, name: &str, by: fn(&Arc<Ruleset>, &dyn Referee, &Tape, u64) -> u32) {
    let rules = ruleset(name);
    let listened = rules.with_referee(|referee| {
        let tapes: Vec<Tape> = TAPED
            .map(|seed| {
                let taping = Taping::new(referee);
                play_by(&rules, &taping, seed);
                taping.tape()
            })
            .collect();
        let mut matches = TAPED.zip(&tapes).cycle();
        bencher.counter(divan::counter::ItemsCount::new(1usize)).bench_local(|| {
            let (seed, tape) = matches.next().unwrap();
            by(&rules, referee, tape, seed)
        });
    });
    listened.unwrap();
}

#[divan::bench(args = ["base", "complete"], sample_count = 20, sample_size = 20)]
fn hooks(bencher: divan::Bencher<'_, '_>, name: &str) {
    taped(bencher, name, |rules, referee, _, seed| play_by(rules, referee, seed));
}

#[divan::bench(args = ["base", "complete"], sample_count = 20, sample_size = 20)]
fn no_hooks(bencher: divan::Bencher<'_, '_>, name: &str) {
    taped(bencher, name, |rules, _, tape, seed| {
        tape.rewind();
        play_by(rules, tape, seed)
    });
}

#[divan::bench(sample_count = 20, sample_size = 10)]
fn decisions_random(bencher: divan::Bencher<'_, '_>) {
    let rules = rules();
    let decisions = (1..=10).map(|seed| play(&rules, seed, "random")).sum::<u32>() / 10;
    let mut seed = 0;
    bencher.counter(divan::counter::ItemsCount::new(decisions)).bench_local(|| {
        seed += 1;
        play(&rules, seed, "random")
    });
}

/// A match in the middle of a phase.
fn at(stage: Stage) -> Match {
    let rules = rules();
    let mut m = kick_off(&rules, 3);
    let mut bot = bot::by_name("random", 3).unwrap();
    while m.state().stage != stage || m.state().decisions < 40 {
        let action = bot.choose(&m);
        m.apply(action).unwrap();
    }
    m
}

#[divan::bench]
fn clone(bencher: divan::Bencher<'_, '_>) {
    let m = at(Stage::Attack);
    bencher.bench_local(|| divan::black_box(m.clone()));
}

#[divan::bench]
fn save(bencher: divan::Bencher<'_, '_>) {
    let m = at(Stage::Attack);
    bencher.bench_local(|| encode(m.state()));
}

#[divan::bench]
fn legal_actions(bencher: divan::Bencher<'_, '_>) {
    let m = at(Stage::Defence);
    bencher.bench_local(|| m.legal_actions());
}

/// One action of a kind, on a fresh clone each time (see `clone` for that part).
fn one(bencher: divan::Bencher<'_, '_>, stage: Stage) {
    let m = at(stage);
    let mut bot = bot::by_name("random", 5).unwrap();
    let action = bot.choose(&m);
    bencher.bench_local(|| {
        let mut m = m.clone();
        m.apply(action).unwrap();
        m
    });
}

#[divan::bench]
fn kick_and_cod(bencher: divan::Bencher<'_, '_>) {
    one(bencher, Stage::Aim);
}

#[divan::bench]
fn move_and_legal_moves(bencher: divan::Bencher<'_, '_>) {
    one(bencher, Stage::Attack);
}

#[divan::bench]
fn declaration(bencher: divan::Bencher<'_, '_>) {
    one(bencher, Stage::Declare);
}
