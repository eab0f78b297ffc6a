use crate::support::{Draws, choose, play_on, replay, rules, started};
use std::sync::Arc;
use touchline_core::game::Match;
use touchline_core::record::{Event, Footer, Line, Outcome, Place, Replay, ReplayError, verify, verify_bytes};
use touchline_core::rules::{Content, Kind, Options, Origin, Ruleset, Source, Value};

fn check(replay: &Replay) -> touchline_core::record::Verdict {
    verify(replay, &Content::embedded(), &[]).unwrap()
}

#[test]
fn a_fresh_match_is_confirmed() {
    let verdict = check(replay());
    assert!(verdict.is_confirmed(), "{verdict}");
    assert!(verify_bytes(&replay().to_bytes(), &Content::embedded(), &[]).unwrap().is_confirmed());
}

#[test]
fn the_first_event_that_differs_is_named() {
    let mut edited = replay().clone();
    let mut number = 0;
    let mut changed = None;
    for line in &mut edited.lines {
        let Line::Event(entry) = line else { continue };
        if let (Event::Cod { travel, .. }, None) = (&mut Arc::make_mut(entry).event, changed) {
            *travel += 1;
            changed = Some(number);
        }
        number += 1;
    }
    // A file that was edited by hand, check sum and all, and one whose check sum was forgotten.
    let verdict = check(&edited);
    let Outcome::Differs(difference) = &verdict.outcome else { panic!("{verdict}") };
    assert_eq!(difference.at, Place::Event(changed.unwrap()));
    assert!(difference.minute.is_some());
    assert!(difference.recorded.starts_with("cod, travel "), "{verdict}");
    assert_ne!(difference.recorded, difference.replayed);
    let text = verdict.to_string();
    assert!(text.contains(&format!("event {} (minute ", changed.unwrap())), "{text}");
}

#[test]
fn an_edited_byte_is_caught_even_where_the_match_stays_the_same() {
    let text = String::from_utf8(replay().to_bytes()).unwrap();
    let edited = text.replacen("\"bots\":[\"chance\"", "\"bots\":[\"genius\"", 1);
    let verdict = verify_bytes(edited.as_bytes(), &Content::embedded(), &[]).unwrap();
    assert!(matches!(verdict.outcome, Outcome::Damaged(ReplayError::Altered)), "{verdict}");
    assert!(!verdict.is_confirmed());
}

#[test]
fn a_changed_byte_of_a_packed_replay_is_caught_even_where_the_text_stays_the_same() {
    let damage = |bytes: &[u8]| match verify_bytes(bytes, &Content::embedded(), &[]).unwrap().outcome {
        Outcome::Damaged(error) => error.to_string(),
        other => panic!("{other:?}"),
    };
    let packed = replay().packed().unwrap();
    assert!(verify_bytes(&packed, &Content::embedded(), &[]).unwrap().is_confirmed());
    // The unused bit of the frame's descriptor, and the window.
    for (at, bit) in [(4, 1 << 4), (5, 1 << 3)] {
        let mut edited = packed.clone();
        edited[at] ^= bit;
        assert!(damage(&edited).contains("not packed as Touchline packs it"), "byte {at}");
    }
    let skippable = [&packed[..], &[0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]].concat();
    assert!(damage(&skippable).contains("something follows its end"));
    assert!(damage(&packed.repeat(2)).contains("something follows its end"));
    // The same text in other blocks is read, and no file of ours.
    let other = zstd::encode_all(&replay().to_bytes()[..], 3).unwrap();
    assert_eq!(Replay::parse(&other).unwrap(), Replay::parse(&packed).unwrap());
    assert!(damage(&other).contains("not packed as Touchline packs it"));
}

#[test]
fn a_packed_replay_of_another_engine_may_have_other_blocks_but_no_other_frame() {
    let mut older = replay().clone();
    older.header.engine = "0.0.1".to_owned();
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 9).unwrap();
    encoder.include_checksum(true).unwrap();
    for chunk in older.to_bytes().chunks(20_000) {
        std::io::Write::write_all(&mut encoder, chunk).unwrap();
        std::io::Write::flush(&mut encoder).unwrap();
    }
    let mut packed = encoder.finish().unwrap();
    assert!(verify_bytes(&packed, &Content::embedded(), &[]).unwrap().is_confirmed());
    packed[4] ^= 1 << 4;
    let verdict = verify_bytes(&packed, &Content::embedded(), &[]).unwrap();
    assert!(matches!(verdict.outcome, Outcome::Damaged(ReplayError::Repacked)), "{verdict}");
}

#[test]
fn an_edited_event_is_named_although_the_check_sum_is_wrong_too() {
    let text = String::from_utf8(replay().to_bytes()).unwrap();
    let edited = text.replacen("\"type\":\"toss\",\"side\":\"home\"", "\"type\":\"toss\",\"side\":\"away\"", 1);
    let edited = if edited == text {
        text.replacen("\"type\":\"toss\",\"side\":\"away\"", "\"type\":\"toss\",\"side\":\"home\"", 1)
    } else {
        edited
    };
    assert_ne!(edited, text);
    let verdict = verify_bytes(edited.as_bytes(), &Content::embedded(), &[]).unwrap();
    let Outcome::Differs(difference) = &verdict.outcome else { panic!("{verdict}") };
    assert_eq!(
        difference.at,
        Place::Event(replay().events().position(|e| matches!(e.event, Event::Toss { .. })).unwrap())
    );
}

#[test]
fn another_seed_action_keyframe_or_result_is_caught() {
    let differs = |edit: &dyn Fn(&mut Replay)| {
        let mut edited = replay().clone();
        edit(&mut edited);
        match check(&edited).outcome {
            Outcome::Differs(difference) => difference.at,
            other => panic!("{other:?}"),
        }
    };
    differs(&|r| r.header.seed ^= 1);
    assert!(matches!(
        differs(&|r| {
            let last = r.lines.iter_mut().rev().find_map(|l| match l {
                Line::Action { id, .. } => Some(id),
                _ => None,
            });
            *last.unwrap() = 0;
        }),
        Place::Action(_)
    ));
    assert!(matches!(
        differs(&|r| {
            let frame = r.lines.iter_mut().rev().find_map(|l| match l {
                Line::Keyframe(frame) => Some(frame),
                _ => None,
            });
            Arc::make_mut(frame.unwrap()).score[0] += 1;
        }),
        Place::Keyframe(_)
    ));
    assert_eq!(differs(&|r| r.footer.as_mut().unwrap().score[1] += 1), Place::Footer);
    assert_eq!(differs(&|r| r.footer.as_mut().unwrap().state_hash.replace_range(..1, "x")), Place::Footer);
}

#[test]
fn a_keyframe_that_differs_is_told_by_the_field_and_an_action_by_what_is_not_legal() {
    let told = |edit: &dyn Fn(&mut Replay)| {
        let mut edited = replay().clone();
        edit(&mut edited);
        match check(&edited).outcome {
            Outcome::Differs(difference) => (difference.recorded, difference.replayed),
            other => panic!("{other:?}"),
        }
    };
    let (recorded, replayed) = told(&|r| {
        let frame = r.lines.iter_mut().find_map(|l| if let Line::Keyframe(frame) = l { Some(frame) } else { None });
        Arc::make_mut(frame.unwrap()).score[0] += 1;
    });
    assert_eq!((recorded.as_str(), replayed.as_str()), ("keyframe, score.0 1", "keyframe, score.0 0"));
    let (_, replayed) = told(&|r| {
        let action =
            r.lines.iter_mut().rev().find_map(|l| if let Line::Action { id, .. } = l { Some(id) } else { None });
        *action.unwrap() = 0;
    });
    assert!(replayed.contains(" is not legal there: to be decided is "), "{replayed}");
    assert!(!replayed.contains("legal_actions"), "{replayed}");
}

#[test]
fn a_replay_that_cannot_be_unpacked_says_nothing_of_other_rules() {
    let mut packed = replay().packed().unwrap();
    // A literal of the header, which the board makes the longest part.
    let flips = (1000..packed.len().min(4000)).step_by(50);
    for at in flips {
        packed[at] ^= 1;
        if let Ok(verdict) = verify_bytes(&packed, &Content::embedded(), &[]) {
            assert!(!verdict.is_confirmed() && verdict.rules.is_empty(), "byte {at}: {verdict}");
        }
        packed[at] ^= 1;
    }
}

#[test]
fn a_footer_that_differs_is_told_by_the_field() {
    let told = |edit: &dyn Fn(&mut Footer)| {
        let mut edited = replay().clone();
        edit(edited.footer.as_mut().unwrap());
        match check(&edited).outcome {
            Outcome::Differs(difference) => (difference.recorded, difference.replayed),
            other => panic!("{other:?}"),
        }
    };
    let shots = replay().footer.as_ref().unwrap().tally.shots;
    let (recorded, replayed) = told(&|f| f.tally.shots[0] += 1);
    assert_eq!(recorded, format!("tally.shots [{},{}]", shots[0] + 1, shots[1]));
    assert_eq!(replayed, format!("tally.shots [{},{}]", shots[0], shots[1]));
    let (recorded, replayed) = told(&|f| f.extra_time = true);
    assert_eq!((recorded.as_str(), replayed.as_str()), ("extra_time true", "no extra_time"));
}

#[test]
fn a_match_with_secret_set_ups_is_confirmed() {
    let rules = Ruleset::load(&Content::embedded(), "seven", &Options::default()).unwrap();
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    let mut played = Match::recorded(&rules, teams, 1).unwrap();
    play_on(&mut played, &mut Draws::new(1), 30);
    let verdict = check(&Replay::of(&played, ["a", "b"]).unwrap());
    assert!(verdict.is_confirmed(), "{verdict}");
}

#[test]
fn a_cut_off_replay_is_never_confirmed() {
    let mut cut = replay().clone();
    cut.footer = None;
    cut.lines.truncate(cut.lines.len() / 2);
    let verdict = check(&cut);
    assert!(matches!(verdict.outcome, Outcome::Damaged(ReplayError::Truncated { .. })), "{verdict}");
}

#[test]
fn a_match_stopped_half_way_is_confirmed_as_far_as_it_went() {
    let mut played = started(5);
    play_on(&mut played, &mut Draws::new(5), 60);
    let verdict = check(&Replay::of(&played, ["a", "b"]).unwrap());
    assert!(verdict.is_confirmed(), "{verdict}");
}

fn house() -> Source {
    let text = r#"
local house = { name = "note", api = 1, requires = { "base" }, clauses = {},
                params = { loud = { type = "int", default = 1, min = 0, max = 9, doc = "how loud" } } }
function house.on_goal(ev, m) end
return house
"#;
    Source { kind: Kind::Plugin, name: "note".to_owned(), origin: Origin::File("note.lua".into()), text: text.into() }
}

fn with_house() -> Replay {
    let params = vec![
        ("run_max".to_owned(), Value::Int(9), "test".to_owned()),
        ("loud".to_owned(), Value::Int(2), "test".to_owned()),
    ];
    let options = Options { plugins: vec![house()], params, ..Options::default() };
    let rules = Ruleset::load(&Content::embedded(), "base", &options).unwrap();
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    let mut played = Match::recorded(&rules, teams, 1).unwrap();
    play_on(&mut played, &mut Draws::new(1), 50);
    Replay::of(&played, ["a", "b"]).unwrap()
}

#[test]
fn recorded_parameters_and_extra_plugins_are_played_again() {
    let replay = with_house();
    assert_eq!(replay.header.changed.get("loud"), Some(&Value::Int(2)));
    assert_eq!(replay.header.plugins.last().unwrap().name, "note");
    let verdict = verify(&replay, &Content::embedded(), &[house()]).unwrap();
    assert!(verdict.is_confirmed(), "{verdict}");
    let missing = verify(&replay, &Content::embedded(), &[]).unwrap_err().to_string();
    assert!(missing.contains("note") && missing.contains("--plugin"), "{missing}");
}

#[test]
fn the_partial_replay_of_an_endless_plugin_is_kept_says_why_and_is_confirmed() {
    let text = r#"
local endless = { name = "endless", api = 1, requires = { "base" }, clauses = {} }
function endless.on_kick(ev, m, value)
  if ev.half == 2 then while true do end end
end
return endless
"#;
    let origin = Origin::File("endless.lua".into());
    let plugin = Source { kind: Kind::Plugin, name: "endless".to_owned(), origin, text: text.into() };
    let options = Options { plugins: vec![plugin.clone()], ..Options::default() };
    let rules = Ruleset::load(&Content::embedded(), "base", &options).unwrap();
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    let mut played = Match::recorded(&rules, teams, 2).unwrap();
    let mut draws = Draws::new(2);
    let error = loop {
        let action = choose(&played, &mut draws);
        if let Err(error) = played.apply(action) {
            break error;
        }
    };
    let partial = Replay::parse(&Replay::of_stopped(&played, ["a", "b"], &error).unwrap().to_bytes()).unwrap();
    let reason = partial.stopped().unwrap();
    assert!(reason.contains("plugin endless, on_kick") && reason.contains("endless.lua:4"), "{reason}");
    assert!(partial.events().any(|e| matches!(e.event, Event::Half { number: 2, .. })), "the first half is there");
    let verdict = verify(&partial, &Content::embedded(), &[plugin]).unwrap();
    assert!(verdict.is_confirmed(), "{verdict}");
}

#[test]
fn rules_that_changed_since_are_named() {
    let mut other = house();
    other.text = other.text.replace("how loud", "how very loud").into();
    let verdict = verify(&with_house(), &Content::embedded(), &[other]).unwrap();
    assert!(verdict.is_confirmed(), "the rules at hand give the same match");
    assert_eq!(verdict.rules, ["plugin note has changed since"]);
    let text = verdict.to_string();
    assert!(text.starts_with("confirmed: ") && text.ends_with("recorded: plugin note has changed since"), "{text}");
    assert!(matches!(verdict.outcome, Outcome::Confirmed), "the match itself is the same");
}

#[test]
fn a_match_with_outside_hooks_is_not_verifiable() {
    let mut outside = replay().clone();
    outside.header.verifiable = false;
    assert!(verify(&outside, &Content::embedded(), &[]).is_err());
    assert_eq!(rules().hash, replay().header.ruleset.hash);
}
