//! House rules that are not Lua, and batches in parts: what the Python module stands on.

use crate::support::base;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use touchline_core::bot::{self, Random};
use touchline_core::game::Match;
use touchline_core::plugin::mlua::{self, Function, Lua, Table};
use touchline_core::plugin::{Hook, Native};
use touchline_core::record::{Replay, VerifyError, verify};
use touchline_core::rules::{Content, Kind, Options, Origin, Ruleset, Source};
use touchline_core::sim::{Outcome, Simulation};

/// Makes every pass short, and counts how often it is asked.
#[derive(Debug, Default)]
struct Longer(Arc<AtomicU32>);

impl Native for Longer {
    fn function(&self, lua: &Lua, plugin: &str, hook: Hook) -> mlua::Result<Option<Function>> {
        if plugin != "longer" || hook != Hook::OnCodTie {
            return Ok(None);
        }
        let asked = Arc::clone(&self.0);
        let answer = move |lua: &Lua, (_ev, _m, next): (Table, Table, Function)| {
            asked.fetch_add(1, Ordering::Relaxed);
            let changed = lua.create_table()?;
            changed.set("short_limit", 9)?;
            next.call::<(String, String)>((changed, "LONGER-01"))
        };
        lua.create_function(answer).map(Some)
    }
}

const HEADER: &str = "local p = { name = 'longer', api = 1, requires = { 'base/cod' }, clauses = { 'LONGER-01' } }
function p.on_cod_tie(ev, m, next) return BODY end
return p";

fn rules(body: &str, native: Option<Arc<dyn Native>>) -> Arc<Ruleset> {
    let text = HEADER.replace("BODY", body);
    let source =
        Source { kind: Kind::Plugin, name: "longer".into(), origin: Origin::File("longer".into()), text: text.into() };
    let options = Options { plugins: vec![source], native, ..Options::default() };
    Ruleset::load(&Content::embedded(), "base", &options).unwrap()
}

fn play(rules: &Arc<Ruleset>, seed: u64) -> Match {
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    let mut m = Match::recorded(rules, teams, seed).unwrap();
    bot::play(&mut m, &mut Random::new(1), &mut Random::new(2)).unwrap();
    m
}

#[test]
fn a_native_function_rules_like_lua_and_is_asked_every_time() {
    let longer = Longer::default();
    let asked = Arc::clone(&longer.0);
    let native = rules("next()", Some(Arc::new(longer)));
    let lua = rules("next({ short_limit = 9 }, 'LONGER-01')", None);
    for seed in 0..4 {
        let (by_native, by_lua) = (play(&native, seed), play(&lua, seed));
        assert_eq!(by_native.state(), by_lua.state());
    }
    let before = asked.load(Ordering::Relaxed);
    assert!(before > 4);
    play(&native, 0);
    let once = asked.load(Ordering::Relaxed) - before;
    play(&native, 0);
    assert_eq!(asked.load(Ordering::Relaxed) - before, 2 * once, "an answer was remembered");
}

#[test]
fn a_native_function_is_not_asked_again_for_the_log() {
    let longer = Longer::default();
    let asked = Arc::clone(&longer.0);
    let played = play(&rules("next()", Some(Arc::new(longer))), 0);
    let before = asked.load(Ordering::Relaxed);
    let replay = Replay::of(&played, ["random", "random"]).unwrap();
    assert_eq!(asked.load(Ordering::Relaxed), before);
    assert!(replay.events().count() > 100);
}

#[test]
fn a_match_with_a_native_function_is_marked_as_not_verifiable() {
    let native = rules("next()", Some(Arc::new(Longer::default())));
    let replay = Replay::of(&play(&native, 1), ["random", "random"]).unwrap();
    assert!(!replay.header.verifiable);
    assert!(matches!(verify(&replay, &Content::embedded(), &[]), Err(VerifyError::Unverifiable)));
}

fn outcomes(batch: &Simulation) -> Vec<Outcome> {
    let mut all = Vec::new();
    let each = |outcome| {
        all.push(outcome);
        ControlFlow::Continue(())
    };
    batch.run(&AtomicBool::new(false), each).unwrap();
    all
}

#[test]
fn parts_of_a_batch_are_the_batch_and_replays_are_its_matches() {
    let bots = ["random".to_owned(), "random".to_owned()];
    let batch = Simulation { matches: 12, seed: 3, bots, ..Simulation::new(base()) };
    let whole = outcomes(&batch);
    let first = outcomes(&Simulation { matches: 5, ..batch.clone() });
    let rest = outcomes(&Simulation { first: 5, matches: 7, ..batch.clone() });
    assert_eq!([first, rest].concat(), whole);
    let mut seen = Vec::new();
    let keep = |outcome: &Outcome, replay: Replay| (replay.header.seed == outcome.seed, replay.footer.unwrap().score);
    let each = |outcome: Outcome, kept| {
        seen.push((outcome, kept));
        ControlFlow::Continue(())
    };
    batch.replays(&AtomicBool::new(false), keep, each).unwrap();
    assert!(seen.iter().all(|(outcome, (same, score))| *same && *score == outcome.score));
    assert_eq!(seen.iter().map(|(outcome, _)| *outcome).collect::<Vec<_>>(), whole);
}
