//! What is told of an event is so.

use crate::support::{all, coached_by, events, why};
use std::sync::OnceLock;
use touchline_core::plugin::Kind;
use touchline_core::record::{Detail, Entry, Event, Fact, Names, Replay, Word, commentary, sentence};
use touchline_core::{Side, Token};

/// Matches of the base regulation.
fn base() -> &'static [Replay] {
    static BASE: OnceLock<Vec<Replay>> = OnceLock::new();
    BASE.get_or_init(|| (11..17).map(|seed| coached_by("base", seed)).collect())
}

/// Matches with skills, dribbles and tackles.
fn complete() -> &'static [Replay] {
    static COMPLETE: OnceLock<Vec<Replay>> = OnceLock::new();
    COMPLETE.get_or_init(|| (6..16).map(|seed| coached_by("complete", seed)).collect())
}

/// A text without its line breaks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn why_flat(replay: &Replay, event: usize) -> String {
    flat(&why(replay, event))
}

fn fact<'a>(entry: &'a Entry, name: &str) -> Option<&'a Fact> {
    entry.ruling.as_ref()?.facts.get(name)
}

fn is(entry: &Entry, name: &str, word: &str) -> bool {
    fact(entry, name).and_then(Fact::as_str) == Some(word)
}

/// The last kick before an event.
fn kick<'a>(entries: &[&'a Entry], event: usize) -> Option<&'a Event> {
    entries[..event].iter().rev().map(|e| &e.event).find(|e| matches!(e, Event::Kick { .. }))
}

/// Every event of some matches, with its place.
fn each(matches: &[Replay]) -> impl Iterator<Item = (&Replay, usize, &Entry)> {
    matches.iter().flat_map(|replay| replay.events().enumerate().map(move |(n, entry)| (replay, n, entry)))
}

#[test]
fn a_goal_names_every_die_and_every_slide_since_its_declaration() {
    let (mut dice, mut slides) = (0, 0);
    for (replay, goal, _) in each(complete()).filter(|(_, _, e)| matches!(e.event, Event::Goal { .. })) {
        let (entries, text) = (events(replay), why(replay, goal));
        let declared = (0..goal).rev().find(|n| matches!(entries[*n].event, Event::Declared { .. })).unwrap();
        for (n, entry) in entries.iter().enumerate().take(goal).skip(declared) {
            match &entry.event {
                Event::Die { label, face, sides, .. } => {
                    dice += 1;
                    assert!(flat(&text).contains(&format!("{label} {face} of {sides} (")), "{text}");
                }
                Event::Ability { offer, .. } => {
                    slides += 1;
                    assert!(text.contains(&format!(". {offer} (event {n}): ")), "{text}");
                }
                _ => {}
            }
        }
        let rolled = (declared..goal).any(|n| matches!(entries[n].event, Event::Die { .. }));
        assert_eq!(text.contains("No die was rolled on the way to it."), !rolled, "{text}");
    }
    assert!(dice > 0 && slides > 0, "{dice} {slides}");
}

#[test]
fn only_whoever_kicked_got_the_ball_from_his_own_kick() {
    let (mut his, mut others) = (0, 0);
    for (replay, n, entry) in each(complete()).filter(|(_, _, e)| is(e, "source", "own")) {
        let Event::Offered { token, .. } = entry.event else { continue };
        let kicker = match kick(&events(replay), n) {
            Some(Event::Kick { token, .. }) => *token,
            _ => continue,
        };
        let told = why_flat(replay, n).contains("the ball came from his own kick");
        assert!(!told || kicker == token, "event {n}: {}", why(replay, n));
        his += usize::from(told);
        others += usize::from(!told);
    }
    assert!(his > 0 && others > 0, "{his} {others}");
}

#[test]
fn a_slide_is_offered_for_what_the_kicker_did() {
    let slides = each(complete()).filter(|(_, _, e)| is(e, "moment", "first_time"));
    let told: Vec<String> = slides.map(|(replay, n, _)| why_flat(replay, n)).collect();
    assert!(!told.is_empty(), "nobody could slide");
    for text in told {
        assert!(text.contains("the kicker's skills: ") && !text.contains("Facts: skills"), "{text}");
        assert!(text.contains("the defence is asked") && !text.contains(", he "), "{text}");
    }
}

#[test]
fn a_corner_is_off_a_defender_only_if_one_touched_the_ball_last() {
    let (mut off, mut own) = (0, 0);
    for (replay, n, entry) in each(base()).chain(each(complete())) {
        if !matches!(&entry.event, Event::Flight { outcome } if outcome == "corner") {
            continue;
        }
        let entries = events(replay);
        let Some(Event::Kick { token, kind, touched, .. }) = kick(&entries, n) else { continue };
        let last = touched.last().unwrap_or(token).side();
        match sentence(entry, &Names::of(&replay.header)).as_str() {
            "Behind, off a defender." => {
                off += 1;
                assert_ne!(last, token.side(), "event {n}");
            }
            "Behind, over his own goal line." => {
                own += 1;
                assert_eq!(last, token.side(), "event {n}");
            }
            told => assert!(*kind == Kind::Shot && told == "Turned behind.", "event {n}: {told}"),
        }
    }
    assert!(off > 0 && own > 0, "{off} {own}");
}

#[test]
fn a_first_time_action_opened_phase_1_and_no_later_one() {
    let opened = |e: &Entry| ["pass", "advance"].iter().any(|word| is(e, "first_time", word));
    let mut later = 0;
    for (replay, n, entry) in each(base()).filter(|(_, _, e)| opened(e)) {
        let text = why_flat(replay, n);
        assert!(text.contains(" opened phase 1 anew") && !text.contains("opened this phase"), "{text}");
        later += usize::from(entry.phase == 3);
    }
    assert!(later > 0, "no such fact in phase 3");
}

#[test]
fn a_foul_away_from_the_ball_does_not_say_how_the_ball_was_struck() {
    let mut fouls = 0;
    for (replay, n, entry) in each(base()) {
        let Event::Foul { .. } = entry.event else { continue };
        let facts = why_flat(replay, n).split("Facts: ").nth(1).unwrap_or_default().to_owned();
        let of_kick = is(entry, "cause", "knock") || is(entry, "cause", "tumble");
        assert_eq!(facts.contains("struck "), of_kick, "{facts}");
        fouls += usize::from(!of_kick);
    }
    assert!(fouls > 0, "no foul");
}

#[test]
fn a_pass_past_an_opponent_is_no_undeclared_dribble_where_there_are_none() {
    let past = each(base()).find(|(_, _, e)| is(e, "dribble", "undeclared"));
    let (replay, n, _) = past.expect("a pass past an opponent");
    let text = why_flat(replay, n);
    assert!(text.contains("an opponent was played past without a declared dribble"), "{text}");
}

#[test]
fn a_foul_that_is_taken_back_is_told_so() {
    let (replay, n, entry) = each(base()).find(|(_, _, e)| matches!(e.event, Event::Foul { .. })).unwrap();
    let names = Names::of(&replay.header);
    let mut entry = entry.clone();
    let note = entry.ruling.as_mut().unwrap();
    note.clause = "TOUR-VAR-02".into();
    note.changed.insert("void".into(), "TOUR-VAR-02".into());
    note.set.insert("void".into(), Fact::Flag(true));
    note.set.insert(Word::from("restart"), Fact::Word("goal_kick".into()));
    let Event::Foul { restart, card, .. } = &mut entry.event else { unreachable!() };
    (*restart, *card) = (touchline_core::plugin::Restart::GoalKick, None);
    let told = sentence(&entry, &names);
    assert!(told.starts_with("The foul by ") && told.contains(" is taken back (TOUR-VAR-02)"), "{told}");
    assert!(told.ends_with(": play goes on with a goal kick.") && !told.contains(" fouls "), "{told}");
    assert!(commentary(&entry, &names, Detail::Highlights).is_some());
    let stands = sentence(events(replay)[n], &names);
    assert!(!stands.contains("taken back"), "{stands}");
}

#[test]
fn the_totals_of_a_duel_are_told_with_their_dice() {
    let mut duels = 0;
    for (replay, n, entry) in each(complete()) {
        let Event::Duel { by, totals: Some([first, second]), .. } = &entry.event else { continue };
        let text = why(replay, n);
        let name = Names::of(&replay.header).player(*by);
        let line = text.lines().find(|l| l.contains(&format!("{name}: {first} = die "))).expect(&text);
        let sums: Vec<i64> = line.split("; ").map(summed).collect();
        assert_eq!(sums, [i64::from(*first), i64::from(*second)], "{line}");
        duels += 1;
    }
    assert!(duels > 0, "no duel");
}

/// The parts of a total, added up: `7 Grove: 6 = die 2 + 4 added by complete/dribble`.
fn summed(told: &str) -> i64 {
    let parts = told.split_once(" = ").unwrap().1.split(" + ");
    parts.filter_map(|part| part.split(' ').find_map(|word| word.trim_end_matches('.').parse::<i64>().ok())).sum()
}

#[test]
fn a_game_without_a_clock_is_told_by_its_turns() {
    let replay = coached_by("seven", 11);
    let goal = all(&replay, |e| matches!(e, Event::Goal { .. }))[0];
    let turn = events(&replay)[goal].turn;
    let text = why(&replay, goal);
    assert!(text.starts_with(&format!("Event {goal}, turn {turn}: ")) && !text.contains("minute"), "{text}");
    assert!(!text.contains("struck"), "{text}");
}

#[test]
fn a_shot_that_a_teammate_stopped_had_power_and_who_stays_does_not_move() {
    let (replay, _, kick) = each(base()).find(|(_, _, e)| matches!(e.event, Event::Flight { .. })).unwrap();
    let names = Names::of(&replay.header);
    let mut shot = kick.clone();
    shot.event = Event::Flight { outcome: "cod".to_owned() };
    let facts = &mut shot.ruling.as_mut().unwrap().facts;
    facts.insert("kind".into(), Fact::Word("shot".into()));
    facts.insert("touched".into(), Fact::Word("mate".into()));
    assert_eq!(sentence(&shot, &names), "A teammate is in the way of the shot.");
    let moved = each(complete()).find(|(_, _, e)| matches!(e.event, Event::Move { .. })).unwrap().2;
    let mut stays = moved.clone();
    let Event::Move { from, to, forced, .. } = &mut stays.event else { unreachable!() };
    (*from, *forced) = (*to, false);
    assert!(sentence(&stays, &names).contains(" stays on "), "{}", sentence(&stays, &names));
}

#[test]
fn a_remark_cannot_turn_the_writing_of_the_terminal_round() {
    let replay = &base()[0];
    let mut entry = replay.events().next().unwrap().clone();
    let who = Some(Token::new(Side::Home, 3));
    entry.event = Event::Note { plugin: "x".to_owned(), text: "a\u{202e}b\u{2066}c".to_owned(), who };
    let told = sentence(&entry, &Names::of(&replay.header));
    assert!(!told.contains(['\u{202e}', '\u{2066}']), "{told:?}");
}

#[test]
fn what_a_plugin_keeps_of_a_side_names_the_side() {
    let replay = coached_by("classic", 11);
    let names = Names::of(&replay.header);
    let of_side = |e: &&Entry| matches!(e.event, Event::Slot { side: Some(_), .. });
    let entry = replay.events().find(of_side).unwrap();
    let Event::Slot { side: Some(side), .. } = entry.event else { unreachable!() };
    let told = sentence(entry, &names);
    assert!(told.contains(&format!(" of {} is now ", names.team(side))), "{told}");
}
