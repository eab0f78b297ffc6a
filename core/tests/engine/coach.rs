//! What coaches make of the rules.

use crate::support::{pitch, play_out};
use std::collections::BTreeSet;
use std::sync::Arc;
use touchline_core::game::Match;
use touchline_core::record::Replay;
use touchline_core::rules::{Content, Kind, Squad};

/// What only shows in a line of the log when a coach makes use of it, and the clause of that line.
const CHOICES: [(&str, &str); 24] = [
    ("\"offer\":\"pass\"", "COMP-SKILL-01"),
    ("\"short_limit\":", "COMP-SKILL-02"),
    ("\"type\":\"ability\"", "COMP-SKILL-03"),
    ("\"short_limit\":", "COMP-SKILL-04"),
    ("\"offer\":\"shot\"", "COMP-SKILL-05"),
    ("\"offer\":\"step\"", "COMP-SKILL-07"),
    ("\"offer\":\"cross\"", "COMP-SKILL-08"),
    ("\"type\":\"declared\"", "COMP-SKILL-10"),
    ("\"type\":\"flight\"", "COMP-SKILL-11"),
    ("\"offer\":\"slide\"", "COMP-SKILL-14"),
    ("\"foul_face\":", "COMP-SKILL-16"),
    ("\"offer\":\"slide\"", "COMP-SKILL-17"),
    ("\"offer\":\"shot\"", "COMP-SKILL-20"),
    ("\"offer\":\"step\"", "COMP-SKILL-21"),
    ("\"offer\":\"step\"", "COMP-SKILL-22"),
    ("\"offer\":\"step\"", "COMP-SKILL-26"),
    ("\"offer\":\"step\"", "COMP-SKILL-27"),
    ("\"type\":\"keeper\"", "COMP-SKILL-28"),
    ("\"type\":\"duel\"", "COMP-TACKLE-06"),
    ("\"type\":\"duel\"", "COMP-DRIBBLE-06"),
    ("\"type\":\"foul\"", "COMP-DRIBBLE-08"),
    ("\"type\":\"duel\"", "\"kind\":\"gk_dribble\""),
    ("\"type\":\"cod_tie\"", "COMP-PRESS-02"),
    ("\"type\":\"setup\"", "\"wall\":2"),
];

#[test]
fn coaches_use_every_skill_and_every_duel_of_the_complete_rules() {
    let rules = pitch("complete");
    let content = Content::embedded();
    let squads: Vec<Squad> = ["counter", "dribblers", "galacticos", "long-ball", "wall", "wide-crosses"]
        .iter()
        .map(|name| {
            let source = content.read(Kind::Squad, name).unwrap();
            Squad::parse(&source.text, &source.file(), &rules.catalogue).unwrap()
        })
        .collect();
    let mut missing: BTreeSet<(&str, &str)> = CHOICES.into_iter().collect();
    for seed in 0..240 {
        let [home, away] = [seed as usize, seed as usize / 6 + 1].map(|n| squads[n % squads.len()].clone());
        let mut m = Match::recorded(&rules, Arc::new([home, away]), seed).unwrap();
        play_out(&mut m, ["coach", "coach"], |_| {});
        let text = String::from_utf8(Replay::of(&m, ["coach", "coach"]).unwrap().to_bytes()).unwrap();
        missing.retain(|(what, clause)| !text.lines().any(|line| line.contains(what) && line.contains(clause)));
        if missing.is_empty() {
            return;
        }
    }
    panic!("no coach ever used {missing:?}");
}
