//! Squads of one's own: the pool, the squads we ship, and those that a style composes.

use std::collections::BTreeSet;
use std::sync::Arc;
use touchline_core::rules::{Content, Kind, Options, Origin, Ruleset, Source, Squad, Style, Terms, Value};

fn ruleset(name: &str) -> Arc<Ruleset> {
    Ruleset::load(&Content::embedded(), name, &Options::default()).unwrap()
}

fn complete() -> Arc<Ruleset> {
    ruleset("complete")
}

fn source(text: &str) -> Source {
    Source {
        kind: Kind::Squad,
        name: "test".into(),
        origin: Origin::File("test.yaml".into()),
        text: text.to_owned().into(),
    }
}

fn compose(rules: &Arc<Ruleset>, style: &str, seed: u64) -> Squad {
    let source = Content::embedded().read(Kind::Style, style).unwrap();
    let style = Style::parse(&source.text, style, &rules.catalogue).unwrap();
    let Some(Value::Int(budget)) = rules.params.get("budget").map(|p| &p.value) else { panic!("no budget") };
    let terms = Terms { keeper: rules.keeper_skill(), size: 16, budget: *budget as usize };
    style.compose(rules.pool.as_ref().unwrap(), terms, seed).unwrap()
}

#[test]
fn the_pool_has_112_types_that_may_all_play() {
    let rules = complete();
    let types = rules.pool.as_ref().unwrap().types();
    assert_eq!(types.len(), 112);
    let values: Vec<usize> = (1..=4).map(|v| types.iter().filter(|t| t.len() == v).count()).collect();
    assert_eq!(values, [7, 26, 45, 34]);
    // Each type in the place of one of its own value and kind: nothing about the type itself may be wrong.
    for sections in types {
        let mut squad = rules.squad.clone();
        let keeps = sections[0].skill == "purple";
        let place = if keeps { 0 } else { 15 };
        squad.players[place].sections = sections.clone();
        squad.players[place].value = sections.len() as u8;
        let found = rules.admit(&source(&squad.to_yaml("")));
        let found = found.err().map(|e| e.to_string()).unwrap_or_default();
        assert!(!found.contains("COMP-SQUAD-06") && !found.contains("COMP-SQUAD-02"), "{sections:?}: {found}");
    }
}

#[test]
fn at_least_eight_squads_are_ready_to_play_the_complete_game() {
    let rules = complete();
    let content = Content::embedded();
    let legal: Vec<String> = content
        .list(Kind::Squad)
        .into_iter()
        .filter(|name| rules.admit(&content.read(Kind::Squad, name).unwrap()).is_ok())
        .collect();
    assert!(legal.len() >= 8, "{legal:?}");
    assert!(!legal.contains(&"base".to_owned()));
    let published = Options {
        params: vec![("player_pool".into(), Value::Word("published".into()), "test".into())],
        ..Options::default()
    };
    let published = Ruleset::load(&content, "complete", &published).unwrap();
    for name in legal {
        published.admit(&content.read(Kind::Squad, &name).unwrap()).unwrap();
    }
}

#[test]
fn every_style_composes_legal_squads_that_follow_from_the_seed() {
    let editions = [complete(), ruleset("classic")];
    for style in Content::embedded().list(Kind::Style) {
        // The stickers of the older edition have styles of their own.
        let rules = &editions[usize::from(style.starts_with("classic"))];
        let mut seen = BTreeSet::new();
        for seed in 0..8 {
            let squad = compose(rules, &style, seed);
            assert_eq!(squad, compose(rules, &style, seed), "{style} {seed}");
            rules.admit(&source(&squad.to_yaml("built"))).unwrap_or_else(|e| panic!("{style} {seed}: {e}"));
            seen.insert(squad.to_yaml(""));
        }
        assert!(seen.len() > 4, "{style} is nearly the same whatever the seed");
    }
}

#[test]
fn a_style_shows_in_the_squad() {
    let rules = complete();
    let count = |style: &str, colour: &str| {
        let squad = compose(&rules, style, 3);
        squad.players.iter().flat_map(|p| &p.sections).filter(|s| s.colour == colour).count()
    };
    assert!(count("wall", "blue") > count("dribblers", "blue") + 4);
    assert!(count("tiki-taka", "yellow") > count("wall", "yellow") + 4);
    assert!(count("wide-crosses", "green") > count("counter", "green"));
}

#[test]
fn every_offence_of_a_squad_is_listed_with_its_line() {
    let rules = complete();
    let text = Content::embedded().read(Kind::Squad, "balanced").unwrap().text.into_owned();
    let text = text
        .replace("sections: [red] }", "sections: [blue], value: 2 }") // the same as 12, and no longer its value
        .replace("[green, green+enlarged_zone]", "[green+enlarged_zone, gren]");
    let errors = rules.admit(&source(&text)).unwrap_err();
    let found: Vec<String> = errors.0.iter().map(ToString::to_string).collect();
    let has = |line: &str, words: &str| found.iter().any(|f| f.starts_with(line) && f.contains(words));
    assert!(has("test.yaml:15:", "there is no skill `gren`"), "{found:#?}");
    assert!(has("test.yaml:22:", "is the same type as number 12: blue [COMP-SQUAD-04]"), "{found:#?}");
    assert!(has("test.yaml:22:", "is worth 1 with 1 sections, the sheet says 2 [COMP-SQUAD-02]"), "{found:#?}");
    assert!(has("test.yaml:6:", "the values add up to 35, expected 34 (1 too many) [COMP-SQUAD-03]"), "{found:#?}");
}

/// What is wrong with a changed squad: line and problem.
fn offences(ruleset: &str, squad: &str, change: impl Fn(String) -> String) -> Vec<String> {
    let text = change(Content::embedded().read(Kind::Squad, squad).unwrap().text.into_owned());
    let found = self::ruleset(ruleset).admit(&source(&text)).err().map(|e| e.0).unwrap_or_default();
    found.iter().map(|p| format!("{} {}", p.line.map_or("?".to_owned(), |l| l.to_string()), p.problem)).collect()
}

#[test]
fn a_player_too_many_is_an_offence_and_hides_none() {
    let found = offences("complete", "balanced", |t| {
        t.replace("blue, blue+recovery] }\n  - { number: 8", "blue+recovery, blue] }\n  - { number: 8")
            .replace("formations:", "  - { number: 17, name: Quill, sections: [red, black+header] }\nformations:")
    });
    assert_eq!(found.len(), 4, "{found:#?}");
    assert_eq!(found[0], "6 a squad has 16 players, this one 17 [BASE-TEAM-01]");
    assert_eq!(found[1], "6 the values add up to 36, expected 34 (2 too many) [COMP-SQUAD-03]");
    assert_eq!(found[2], "13 player 7: has recovery without blue before it [COMP-SQUAD-06]");
    assert_eq!(found[3], "23 player 17: there is no skill `black+header`");
    // Also what is wrong with the seventeenth himself: he is like the sixteenth.
    let twin = offences("complete", "balanced", |t| {
        t.replace("formations:", "  - { number: 17, name: Quill, sections: [red] }\nformations:")
    });
    assert!(twin.contains(&"23 player 17: is the same type as number 16: red [COMP-SQUAD-04]".to_owned()), "{twin:#?}");
}

#[test]
fn nobody_is_judged_by_sections_that_could_not_be_read() {
    // Without the unknown section number 2 would be like number 15, and the squad of the base game one blue short.
    let found = offences("complete", "balanced", |t| t.replace("sections: [blue, grey]", "sections: [blu, grey]"));
    assert_eq!(found, ["8 player 2: there is no skill `blu`"]);
    let base = offences("base", "base", |t| t.replacen("sections: [blue]", "sections: [blu]", 1));
    assert_eq!(base.len(), 1, "{base:#?}");
    let keeper = offences("complete", "balanced", |t| t.replace("[purple, purple+reflexes]", "7"));
    assert_eq!(keeper, ["7 player 1: `sections` is `7`"]);
}

#[test]
fn one_mistake_is_one_offence() {
    for sections in ["sections: []", "position: bench"] {
        let found = offences("complete", "balanced", |t| {
            t.replace("position: midfield, sections: [grey]", "sections: [grey]").replace("sections: [grey]", sections)
        });
        assert_eq!(found, ["21 player 15: has 0 sections, from 1 to 4 are possible [COMP-SQUAD-02]"], "{sections}");
    }
    let twice = offences("complete", "balanced", |t| t.replace("sections: [blue, grey]", "sections: [grey, grey]"));
    assert_eq!(twice.len(), 1, "{twice:#?}");
    assert!(twice[0].starts_with("8 player 2: has grey twice") && twice[0].ends_with("[COMP-SQUAD-06]"), "{twice:#?}");
    // A game whose plugins do not count sections says it all the same.
    let base = offences("base", "base", |t| t.replacen("sections: [blue]", "sections: []", 1));
    assert!(base.len() == 1 && base[0].ends_with("has no section"), "{base:#?}");
}

#[test]
fn unknown_formations_and_a_name_given_twice_are_offences() {
    let found = offences("complete", "balanced", |t| {
        t.replace("[4-4-2, 4-3-3, 4-5-1, 5-3-2]", "[4-4-3, 4-4-2]").replace("name: Cedar", "name: Birch")
    });
    assert_eq!(found, ["9 player 3: has the same name as player 2: Birch", "23 there is no formation `4-4-3`"]);
}
