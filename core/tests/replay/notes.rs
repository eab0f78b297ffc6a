//! Remarks of plugins name the player and the clause.

use crate::support::{all, coached, events, why};
use touchline_core::record::{Event, Names, Replay, sentence};
use touchline_core::rules::{Content, Options, Ruleset, Value};

/// A match in which every foul hurts.
fn rough() -> Replay {
    let params = vec![("injury_max".to_owned(), Value::Int(6), "--set".to_owned())];
    let options = Options { params, ..Options::default() };
    coached(&Ruleset::load(&Content::embedded(), "tournament", &options).unwrap(), 11)
}

#[test]
fn an_injury_names_the_player_and_the_clause_and_is_read_back() {
    let replay = rough();
    let names = Names::of(&replay.header);
    let injured = |e: &Event| matches!(e, Event::Note { text, .. } if text == "the fouled player is injured");
    for note in all(&replay, injured) {
        let entries = events(&replay);
        let foul = entries[note..].iter().find_map(|e| match &e.event {
            Event::Foul { victim, .. } => *victim,
            _ => None,
        });
        let told = sentence(entries[note], &names);
        assert_eq!(told, format!("The fouled player is injured: {}.", names.player(foul.unwrap())));
        let text = why(&replay, note);
        assert!(text.contains("Clause TOUR-INJ-01, in plugin tournament/injuries"), "{text}");
        let die = (0..note).rev().find(|n| matches!(&entries[*n].event, Event::Die { label, .. } if label == "injury"));
        assert_eq!(replay.trail(die.unwrap()), [note], "the die belongs to what it brought");
    }
    let read = Replay::parse(&replay.to_bytes()).unwrap();
    assert!(read.events().eq(replay.events()));
    assert_eq!(read.to_bytes(), replay.to_bytes());
}
