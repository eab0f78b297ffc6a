//! The same seed gives the same bytes: in debug and release, on any number of threads, in two processes, with plugins
//! embedded or from disk. The hashes below are the same in every build; `BLESS=1 cargo test --test determinism` prints
//! new ones and rewrites the golden replays after a change of match behaviour.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use touchline_core::Side;
use touchline_core::bot;
use touchline_core::game::{Match, state_hash};
use touchline_core::record::Replay;
use touchline_core::rules::{Content, Options, Ruleset, Value};
use touchline_core::sim::Simulation;

/// Golden matches: ruleset, seed and bots.
const GOLDEN: &[(&str, u64, [&str; 2])] = &[
    ("base", 1, ["coach", "coach"]),
    ("base", 2, ["coach", "random"]),
    ("base", 3, ["random", "random"]),
    ("complete", 1, ["coach", "coach"]),
    ("complete", 2, ["coach", "random"]),
    ("complete", 3, ["random", "random"]),
    ("tournament", 1, ["coach", "coach"]),
    ("tournament", 2, ["coach", "random"]),
    ("classic", 1, ["coach", "coach"]),
    ("classic", 2, ["random", "random"]),
    ("classic-pro", 1, ["coach", "random"]),
    ("seven", 1, ["coach", "coach"]),
    ("seven", 2, ["random", "random"]),
    ("tomy", 1, ["coach", "coach"]),
    ("tomy", 2, ["coach", "random"]),
    ("tomy", 3, ["random", "random"]),
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn embedded() -> Arc<Ruleset> {
    ruleset("base")
}

fn ruleset(name: &str) -> Arc<Ruleset> {
    Ruleset::load(&Content::embedded(), name, &Options::default()).unwrap()
}

fn play(rules: &Arc<Ruleset>, seed: u64, bots: [&str; 2]) -> Match {
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    let mut m = Match::recorded(rules, teams, seed).unwrap();
    let [mut home, mut away] = [0, 1].map(|i| bot::by_name(bots[i], bot::seed(seed, Side::BOTH[i])).unwrap());
    bot::play(&mut m, home.as_mut(), away.as_mut()).unwrap();
    m
}

fn replay(rules: &Arc<Ruleset>, seed: u64, bots: [&str; 2]) -> Vec<u8> {
    Replay::of(&play(rules, seed, bots), bots).unwrap().to_bytes()
}

fn golden_file(rules: &str, seed: u64, bots: [&str; 2]) -> PathBuf {
    repository().join(format!("tests/golden/{rules}-{seed}-{}-{}.jsonl.zst", bots[0], bots[1]))
}

#[test]
fn golden_replays_come_out_byte_for_byte() {
    for (name, seed, bots) in GOLDEN {
        let rules = ruleset(name);
        let file = golden_file(name, *seed, *bots);
        let played = Replay::of(&play(&rules, *seed, *bots), *bots).unwrap();
        if std::env::var_os("BLESS").is_some() {
            played.write_to(&file).unwrap();
        }
        let kept = Replay::read(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let (kept, played) = (kept.to_bytes(), played.to_bytes());
        let line = |bytes: &[u8], n: usize| {
            String::from_utf8_lossy(bytes.split(|b| *b == b'\n').nth(n).unwrap_or(b"")).into_owned()
        };
        let lines = |bytes: &[u8]| bytes.split(|b| *b == b'\n').count();
        if let Some(n) = (0..lines(&kept).max(lines(&played))).find(|n| line(&kept, *n) != line(&played, *n)) {
            panic!(
                "{name}, seed {seed} {bots:?} plays differently from line {}:\n  kept   {:.300}\n  played {:.300}\nIf that is meant, run \
                 BLESS=1 cargo test -p touchline-core --test determinism and commit tests/golden with the change.",
                n + 1,
                line(&kept, n),
                line(&played, n)
            );
        }
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let outcomes = |name: &str, threads| {
        let batch = Simulation {
            matches: 24,
            threads,
            seed: 7,
            bots: ["coach".into(), "random".into()],
            ..Simulation::new(ruleset(name))
        };
        let mut all = Vec::new();
        batch
            .run(&std::sync::atomic::AtomicBool::new(false), |outcome| {
                all.push((outcome.seed, outcome.tally));
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();
        all
    };
    for name in ["base", "complete", "classic-pro", "seven", "tomy"] {
        let one = outcomes(name, 1);
        assert_eq!(one.len(), 24);
        assert_eq!(one, outcomes(name, 2));
        assert_eq!(one, outcomes(name, 8));
    }
}

#[test]
fn plugins_from_disk_and_embedded_play_the_same() {
    let disk = Content::with_path([repository()]).unwrap();
    let disk = Ruleset::load(&disk, "base", &Options::default()).unwrap();
    let embedded = embedded();
    assert_eq!(disk.hash, embedded.hash);
    assert_eq!(replay(&disk, 11, ["coach", "coach"]), replay(&embedded, 11, ["coach", "coach"]));
}

/// Not a test of its own: what another process prints for [`two_processes_agree`].
#[test]
#[ignore = "run by two_processes_agree in a process of its own"]
fn prints_a_hash() {
    println!("hash={}", state_hash(play(&embedded(), 21, ["coach", "coach"]).state()));
}

#[test]
fn two_processes_agree() {
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "prints_a_hash", "--ignored", "--nocapture"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let other =
        text.split("hash=").nth(1).and_then(|t| t.split_whitespace().next()).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(state_hash(play(&embedded(), 21, ["coach", "coach"]).state()), other);
}

#[test]
fn a_changed_rule_diverges_on_purpose() {
    let options =
        Options { params: vec![("short_limit".to_owned(), Value::Int(0), "test".to_owned())], ..Options::default() };
    let changed = Ruleset::load(&Content::embedded(), "base", &options).unwrap();
    let usual = embedded();
    assert_ne!(changed.hash, usual.hash);
    let ends = |rules| (0..5).map(|seed| state_hash(play(rules, seed, ["coach", "coach"]).state())).collect::<Vec<_>>();
    assert_ne!(ends(&changed), ends(&usual));
}
