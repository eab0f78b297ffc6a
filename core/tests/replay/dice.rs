//! Dice are told as they fell, and explained by whoever rolled them.

use crate::support::{all, coached_by, events, why};
use touchline_core::record::{Event, Names, sentence};

#[test]
fn a_die_belongs_to_the_plugin_that_rolled_it() {
    let replay = coached_by("tournament", 11);
    let entries = events(&replay);
    for die in all(&replay, |e| matches!(e, Event::Die { .. })) {
        let Event::Die { plugin, hook, .. } = &entries[die].event else { unreachable!() };
        let Some(decided) = replay.trail(die).first().copied() else {
            let text = why(&replay, die);
            assert!(
                text.contains(&format!("Plugin {plugin} rolled it when {hook} was asked; no event says")),
                "{text}"
            );
            continue;
        };
        let own = match &entries[decided].event {
            Event::Slot { plugin: by, .. } | Event::Note { plugin: by, .. } => by == plugin,
            _ => {
                let note = entries[decided].ruling.as_ref().unwrap();
                note.plugin.as_str() == plugin || note.set_by.iter().any(|(_, by)| by.as_str() == plugin)
            }
        };
        assert!(own, "event {die} of {plugin} belongs to event {decided}");
    }
    let of = |label: &str| all(&replay, |e| matches!(e, Event::Die { label: l, .. } if l == label))[0];
    assert!(!why(&replay, of("weather")).contains("BASE-SETUP-02"));
    assert!(why(&replay, of("toss")).contains("BASE-SETUP-02"));
}

#[test]
fn a_die_that_brought_bad_weather_says_so() {
    let replay = (1..20).map(|seed| coached_by("tournament", seed)).find(|replay| {
        replay.events().any(|e| matches!(&e.event, Event::Note { plugin, .. } if plugin == "tournament/weather"))
    });
    let replay = replay.expect("bad weather in one match of many");
    let die = all(&replay, |e| matches!(e, Event::Die { label, .. } if label == "weather"))[0];
    let text = why(&replay, die);
    assert!(
        text.contains("Bad weather.") && text.contains("Clause TOUR-WEATHER-01, in plugin tournament/weather"),
        "{text}"
    );
}

#[test]
fn thrown_dice_are_dice_and_a_forced_throw_begins_anew() {
    let replay = coached_by("tomy", 11);
    let entries = events(&replay);
    for throw in all(&replay, |e| matches!(e, Event::Throw { .. })) {
        let Event::Throw { thrown, number, .. } = &entries[throw].event else { unreachable!() };
        let told = format!("Dice since the last decision: thrown {} (try {number}).", thrown.join(" "));
        let text = why(&replay, throw);
        assert!(text.ends_with(&format!("{told}\n")), "{text}");
    }
}

#[test]
fn dice_that_are_thrown_again_are_told_by_their_number_and_what_they_show_now() {
    let replay = coached_by("tomy", 11);
    let names = Names::of(&replay.header);
    let mut again = 0;
    for throw in replay.events() {
        let Event::Throw { thrown, faces, token, number, .. } = &throw.event else { continue };
        let (who, table) = (names.player(*token), faces.join(" "));
        let dice = match thrown.len() {
            n if n == faces.len() => {
                assert_eq!(sentence(throw, &names), format!("{who} throws, try {number}: {table}."));
                continue;
            }
            1 => "one die",
            _ => "two dice",
        };
        again += 1;
        let now = thrown.join(", ");
        assert_eq!(sentence(throw, &names), format!("{who} throws {dice} again: {now}. Try {number}: {table}."));
    }
    assert!(again > 0, "nobody threw again");
}
