//! The packs of COMPLETE and the variants of TOURNAMENT, each by itself.

use crate::invariants::sound;
use crate::support::{kick_off, play_out, teams};
use std::sync::Arc;
use touchline_core::game::Match;
use touchline_core::record::{Replay, verify_bytes};
use touchline_core::rules::{Content, Kind, Options, Ruleset, RulesetError, Squad, Value};

fn on(ruleset: &str, plugins: &[&str], params: &[(&str, Value)]) -> Arc<Ruleset> {
    try_on(ruleset, plugins, params).unwrap()
}

fn try_on(ruleset: &str, plugins: &[&str], params: &[(&str, Value)]) -> Result<Arc<Ruleset>, RulesetError> {
    let content = Content::embedded();
    let plugins = plugins.iter().map(|p| content.read(Kind::Plugin, p).unwrap()).collect();
    let params = params.iter().map(|(name, value)| ((*name).to_owned(), value.clone(), "test".to_owned())).collect();
    Ruleset::load(&content, ruleset, &Options { plugins, params, ..Options::default() })
}

/// Everything that is logged in a few matches of coaches, after a match of random play that is checked throughout.
fn log(rules: &Arc<Ruleset>, squad: Option<&str>) -> String {
    let content = Content::embedded();
    let squad = squad.map(|name| {
        let source = content.read(Kind::Squad, name).unwrap();
        Squad::parse(&source.text, &source.file(), &rules.catalogue).unwrap()
    });
    let teams = squad.map_or_else(|| teams(rules), |s| Arc::new([s.clone(), s]));
    let mut m = Match::new(rules, Arc::clone(&teams), 11).unwrap();
    play_out(&mut m, ["random", "random"], sound);
    let mut text = String::new();
    for seed in 0..4 {
        let mut m = Match::recorded(rules, Arc::clone(&teams), seed).unwrap();
        play_out(&mut m, ["coach", "coach"], |_| {});
        text += &String::from_utf8(Replay::of(&m, ["coach", "coach"]).unwrap().to_bytes()).unwrap();
    }
    text
}

fn cites(log: &str, clause: &str) -> bool {
    log.contains(&format!("\"{clause}\""))
}

fn packs(rules: &Ruleset) -> String {
    rules.params.get("packs").unwrap().value.to_string()
}

#[test]
fn the_squad_pack_alone_plays_squads_of_34_points_by_the_base_rules() {
    let rules = on("base", &["complete/squad"], &[]);
    assert_eq!(packs(&rules), "[custom_squad]");
    assert_eq!(rules.squad.players.iter().map(|p| p.sections.len()).sum::<usize>(), 34);
    assert_eq!(rules.pool.as_ref().unwrap().types().len(), 112);
    let log = log(&rules, Some("wall"));
    assert!(!log.contains("\"intent\":\"dribble\"") && !log.contains("ball defence"));
    let base = on("base", &[], &[]);
    assert!(Match::new(&rules, teams(&base), 1).is_err(), "the squad of BASE is worth 16 points, not 34");
}

#[test]
fn the_dribble_pack_alone_adds_duels_to_the_base_rules() {
    let rules = on("base", &["complete/dribble"], &[]);
    assert_eq!(packs(&rules), "[dribble]");
    let log = log(&rules, None);
    assert!(cites(&log, "COMP-DRIBBLE-06") && !cites(&log, "COMP-TACKLE-06"));
}

#[test]
fn the_pack_of_tackle_and_pressing_alone_makes_tackles_duels() {
    let rules = on("base", &["complete/tackle", "complete/pressing"], &[]);
    assert_eq!(packs(&rules), "[tackle_press]");
    let log = log(&rules, None);
    assert!(cites(&log, "COMP-TACKLE-06") && !cites(&log, "COMP-DRIBBLE-06") && !cites(&log, "BASE-TACKLE-01"));
    for half in ["complete/tackle", "complete/pressing"] {
        play_out(&mut kick_off(&on("base", &[half], &[]), 3), ["coach", "random"], |_| {});
    }
}

#[test]
fn the_skills_pack_alone_lets_players_use_what_they_have() {
    let rules = on("base", &["complete/skills", "complete/skills_defence", "complete/skills_runs"], &[]);
    assert_eq!(packs(&rules), "[all_skills]");
    // The fixed squad has the five colours; skills beyond them come with squads of one's own.
    let alone = log(&rules, None);
    for clause in ["COMP-SKILL-01", "COMP-SKILL-05", "COMP-SKILL-15"] {
        assert!(cites(&alone, clause), "{clause}");
    }
    let with_squads = on("base", &["complete/squad", "complete/skills", "complete/skills_runs"], &[]);
    assert!(cites(&log(&with_squads, Some("galacticos")), "COMP-SKILL-09"));
    assert!(!cites(&alone, "COMP-DRIBBLE-06") && !cites(&alone, "COMP-TACKLE-06"));
    for part in [&["complete/skills"][..], &["complete/skills_runs"], &["complete/skills", "complete/skills_defence"]] {
        play_out(&mut kick_off(&on("base", part, &[]), 3), ["coach", "random"], |_| {});
    }
}

#[test]
fn the_parameter_of_packs_says_which_plugins_are_loaded() {
    let words = |list: &[&str]| Value::Words(list.iter().map(|w| (*w).to_owned()).collect());
    let added = |ruleset: &str, list: &[&str]| {
        let rules = on(ruleset, &[], &[("packs", words(list))]);
        let layers = rules.stack.layers.iter().map(|l| l.name.clone());
        layers.filter(|name| name.starts_with("complete/")).collect::<Vec<_>>()
    };
    assert_eq!(added("base", &["dribble"]), ["complete/dribble"]);
    assert_eq!(
        added("complete", &["custom_squad", "tackle_press"]),
        ["complete/squad", "complete/tackle", "complete/pressing"]
    );
    assert!(added("complete", &[]).is_empty());
    let wrong = try_on("base", &[], &[("packs", words(&["dribbel"]))]).unwrap_err();
    assert!(wrong.to_string().contains("dribble"), "{wrong}");
}

#[test]
fn a_match_with_chosen_packs_is_confirmed() {
    let rules = on("complete", &[], &[("packs", Value::Words(vec!["tackle_press".into(), "dribble".into()]))]);
    let mut m = Match::recorded(&rules, teams(&rules), 3).unwrap();
    play_out(&mut m, ["coach", "coach"], |_| {});
    let bytes = Replay::of(&m, ["coach", "coach"]).unwrap().to_bytes();
    let verdict = verify_bytes(&bytes, &Content::embedded(), &[]).unwrap();
    assert!(verdict.is_confirmed(), "{verdict:?}");
}

#[test]
fn only_the_squad_pack_frees_the_squad() {
    let own = teams(&on("complete", &[], &[]));
    for pack in ["complete/dribble", "complete/tackle", "complete/pressing", "complete/skills"] {
        let rules = on("base", &[pack], &[]);
        let complaints = Match::complaints(&rules, &own[0]).unwrap();
        assert!(complaints.iter().any(|c| c.clause.as_deref() == Some("BASE-TEAM-02")), "{pack}: {complaints:?}");
    }
}

#[test]
fn the_packs_together_are_the_complete_regulation() {
    let content = Content::embedded();
    let complete = on("complete", &[], &[]);
    let layers: Vec<&str> = complete.stack.layers.iter().map(|l| l.name.as_str()).collect();
    let added: Vec<&str> = layers.iter().copied().filter(|name| name.starts_with("complete/")).collect();
    let base = on("base", &added, &[]);
    assert_eq!(base.vocabulary, complete.vocabulary);
    let values =
        |rules: &Ruleset| rules.params.iter().map(|p| (p.decl.name.clone(), p.value.clone())).collect::<Vec<_>>();
    assert_eq!(values(&base), values(&complete));
    assert_eq!(base.squad, complete.squad);
    let every = content.list(Kind::Plugin).into_iter().filter(|name| name.starts_with("complete/")).count();
    assert_eq!(added.len(), every, "a plugin of the folder is not part of the ruleset");
}

#[test]
fn every_variant_of_a_tournament_can_be_played_by_itself() {
    let content = Content::embedded();
    let variants: Vec<String> =
        content.list(Kind::Plugin).into_iter().filter(|name| name.starts_with("tournament/")).collect();
    assert!(variants.len() >= 8, "{variants:?}");
    for variant in &variants {
        for ruleset in ["base", "complete"] {
            match try_on(ruleset, &[variant], &[]) {
                Ok(rules) => play_out(&mut kick_off(&rules, 5), ["random", "random"], sound),
                // Squads of one's own, and duels of dice, come with COMPLETE: those who need them say so.
                Err(error) => {
                    let needs_more = ["tournament/squad", "tournament/referee", "tournament/var"];
                    assert!(ruleset == "base" && needs_more.contains(&variant.as_str()), "{variant}: {error}");
                    assert!(error.to_string().contains("requires complete"), "{error}");
                }
            }
        }
    }
}

#[test]
fn variants_that_build_on_each_other_are_refused_in_the_wrong_order() {
    for lower in ["tournament/var", "tournament/weather"] {
        assert!(try_on("complete", &[lower, "tournament/injuries"], &[]).is_ok());
        let error = try_on("complete", &["tournament/injuries", lower], &[]).unwrap_err().to_string();
        assert!(error.contains(&format!("list {lower} before tournament/injuries")), "{error}");
    }
}

/// What shows that a variant is in play: a parameter that makes it sure, and a piece of the log.
#[test]
fn every_variant_shows_on_complete_by_itself() {
    let sure = |name, face| vec![(name, Value::Int(face))];
    for (variant, params, shows) in [
        ("tournament/home", vec![], "\"slot\":\"uses\""),
        ("tournament/clock", vec![("tour_half", Value::Word("turns".to_owned()))], "\"TOUR-TIME-02\""),
        ("tournament/weather", sure("bad_weather_max", 6), "\"TOUR-WEATHER-02\""),
        ("tournament/referee", sure("strict_max", 6), "\"TOUR-REF-02\""),
        ("tournament/var", sure("dribble_foul_face", 6), "\"label\":\"VAR\""),
        ("tournament/injuries", sure("injury_max", 6), "is injured"),
        ("tournament/fatigue", vec![], "the teams are tired"),
        ("tournament/substitutions", vec![], "\"TOUR-SUB-01\""),
    ] {
        let rules = on("complete", &[variant], &params);
        assert!(log(&rules, None).contains(shows), "{variant} leaves no {shows} in the log");
    }
}
