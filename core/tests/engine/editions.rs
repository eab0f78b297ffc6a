//! The older edition on the plugins of the newer: its own clauses, stickers and classes.

use crate::support::{play_out, teams};
use std::collections::BTreeMap;
use std::sync::Arc;
use touchline_core::game::Match;
use touchline_core::rules::{Content, Kind, Options, Ruleset, Style, Terms, Value};

fn load(name: &str, options: &Options) -> Arc<Ruleset> {
    Ruleset::load(&Content::embedded(), name, options).unwrap()
}

#[test]
fn every_event_of_the_older_edition_cites_a_clause_of_it() {
    for (name, own) in [("classic", &["CLAS-"][..]), ("classic-pro", &["CLAS-", "PRO-"])] {
        let rules = load(name, &Options::default());
        for seed in 0..3 {
            let mut m = Match::logged(&rules, teams(&rules), seed).unwrap();
            play_out(&mut m, ["coach", "random"], |_| {});
            let cited = m.recorder().unwrap().events().filter_map(|e| e.ruling.as_ref().map(|r| r.clause.clone()));
            let mut count = 0;
            for clause in cited {
                assert!(own.iter().any(|family| clause.starts_with(family)), "{name}, seed {seed}: {clause}");
                count += 1;
            }
            assert!(count > 100, "{name}, seed {seed}: only {count} rulings");
        }
    }
}

#[test]
fn a_clause_that_is_not_printed_switches_its_parameters_off() {
    let rules = load("classic", &Options::default());
    let value = |name: &str| rules.params.get(name).unwrap().value.clone();
    assert_eq!(value("recovery"), Value::Bool(false));
    assert_eq!(value("tackle_midfield"), Value::Int(0));
    let pro = load("classic-pro", &Options::default());
    assert_eq!(pro.params.get("recovery").unwrap().value, Value::Bool(true));
    assert_eq!(pro.stack.printed("COMP-SKILL-16"), Some("PRO-ENTER-01"));
    assert_eq!(rules.stack.printed("COMP-SKILL-16"), None);
    assert_eq!(rules.stack.printed("HOUSE-GOLDEN-01"), Some("HOUSE-GOLDEN-01"));
}

#[test]
fn a_ruleset_that_renames_clauses_renames_them_all() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("rulesets")).unwrap();
    let base = Content::embedded().read(Kind::Ruleset, "base").unwrap().text.replace("ruleset: base", "ruleset: mine");
    let load = |clauses: &str| {
        let text = format!("{base}\nclauses:\n{clauses}");
        std::fs::write(folder.path().join("rulesets/mine.yaml"), text).unwrap();
        let content = Content::with_path([folder.path().to_owned()]).unwrap();
        Ruleset::load(&content, "mine", &Options::default()).unwrap_err().to_string()
    };
    let forgotten = load("  BASE-COD-04: CLAS-COD-03\n");
    assert!(forgotten.contains("base/team carries BASE-TEAM-01, which is no clause of mine"), "{forgotten}");
    assert!(forgotten.contains("BASE-TEAM-01: []"), "{forgotten}");
    let mistyped = load("  BASE-COD-04: CLAS-CDO-03\n");
    assert!(mistyped.contains("`CLAS-CDO-03`") && mistyped.contains("CLAS-COD-03"), "{mistyped}");
}

#[test]
fn the_older_edition_has_122_stickers_and_squads_of_every_class() {
    let content = Content::embedded();
    let rules = load("classic", &Options::default());
    let pool = rules.pool.as_ref().unwrap();
    assert_eq!(pool.types().len(), 122);
    assert!((0..122).all(|at| pool.numbers(at).len() == 4 && pool.numbers(at).values().all(|n| *n <= 6)));
    let mut classes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for class in ["weak", "medium", "tournament", "strong", "very_strong"] {
        let params = vec![("squad_class".to_owned(), Value::Word(class.to_owned()), "test".to_owned())];
        let rules = load_class(&params);
        for name in content.list(Kind::Squad) {
            if rules.admit(&content.read(Kind::Squad, &name).unwrap()).is_ok() {
                classes.entry(class).or_default().push(name);
            }
        }
    }
    assert_eq!(classes.len(), 5, "{classes:?}");
    assert_eq!(classes["tournament"], ["classic", "classic-blue"]);
}

/// Only stickers of the pool, and of one class.
fn load_class(class: &[(String, Value, String)]) -> Arc<Ruleset> {
    let published = ("player_pool".to_owned(), Value::Word("published".to_owned()), "test".to_owned());
    load("classic", &Options { params: [class, &[published]].concat(), ..Options::default() })
}

#[test]
fn a_composed_squad_of_the_older_edition_shows_its_numbers() {
    let rules = load("classic", &Options::default());
    let source = Content::embedded().read(Kind::Style, "classic").unwrap();
    let style = Style::parse(&source.text, "classic", &rules.catalogue).unwrap();
    let terms = Terms { keeper: rules.keeper_skill(), size: 16, budget: 36 };
    let squad = style.compose(rules.pool.as_ref().unwrap(), terms, 7).unwrap();
    assert!(squad.players.iter().all(|p| p.numbers.len() == 4));
    assert_eq!(squad.players.iter().map(|p| u32::from(p.value)).sum::<u32>(), 36);
}
