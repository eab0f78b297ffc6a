//! Documents and data say what the code does.

use crate::support::{PITCH, play_out, teams};
use std::collections::BTreeSet;
use touchline_core::game::Match;
use touchline_core::plugin::markdown_reference;
use touchline_core::rules::{ClauseIndex, Content, Options, Ruleset};

#[test]
fn the_hook_reference_is_up_to_date() {
    let index = ClauseIndex::load(&Content::embedded()).unwrap();
    let kept = include_str!("../../../docs/hooks.md").replace("\r\n", "\n");
    assert!(
        kept.trim_end() == markdown_reference(&index).trim_end(),
        "docs/hooks.md is out of date: run `touchline hooks --markdown > docs/hooks.md`"
    );
}

#[test]
fn a_clause_is_cited_only_by_hooks_that_the_index_names() {
    let index = ClauseIndex::load(&Content::embedded()).unwrap();
    let mut strangers = BTreeSet::new();
    for name in PITCH.into_iter().chain(["seven", "tomy"]) {
        let rules = Ruleset::load(&Content::embedded(), name, &Options::default()).unwrap();
        for bot in ["coach", "random"] {
            let mut game = Match::logged(&rules, teams(&rules), 11).unwrap();
            play_out(&mut game, [bot, bot], |_| {});
            for note in game.recorder().unwrap().events().filter_map(|entry| entry.ruling.as_ref()) {
                for id in note.changed.values().chain([&note.clause]) {
                    let clause = index.get(id).filter(|c| !c.hook.is_empty());
                    if clause.is_some_and(|c| c.hook.iter().all(|h| *h != *note.hook)) {
                        strangers.insert(format!("{id} by {} ({name})", note.hook));
                    }
                }
            }
        }
    }
    assert!(strangers.is_empty(), "not in rulesets/clauses: {strangers:#?}");
}
