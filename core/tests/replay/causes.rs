//! "Why?" names what really decided, and the values that decided it.

use crate::support::{all, coached, coached_by, events, replay, rules, why};
use std::sync::{Arc, OnceLock};
use touchline_core::game::Offer;
use touchline_core::plugin::How;
use touchline_core::record::{Entry, Event, Fact, Line, Replay, verify};
use touchline_core::rules::{Content, Kind, Options, Origin, Ruleset, Source, Value};

/// The match of two coaches that a spectator asked about.
fn seventh() -> &'static Replay {
    static SEVENTH: OnceLock<Replay> = OnceLock::new();
    SEVENTH.get_or_init(|| coached(&rules(), 7))
}

/// A match by a ruleset with skills, dribbles and tackles.
fn complete() -> &'static Replay {
    static COMPLETE: OnceLock<Replay> = OnceLock::new();
    COMPLETE.get_or_init(|| coached_by("complete", 1))
}

#[test]
fn who_gets_the_ball_follows_from_the_tie_and_the_distances() {
    let tie = short_tie(seventh());
    let gets = (tie..).find(|n| matches!(events(seventh())[*n].event, Event::Possession { .. })).unwrap();
    assert_eq!(seventh().trail(gets), [tie, tie - 1]);
    let text = why(seventh(), gets);
    assert!(text.contains(&format!("it follows from event {tie}: Both are")), "{text}");
    assert!(text.contains("Clause BASE-COD-04") && text.contains("Clause BASE-COD-01"), "{text}");
    assert!(!text.contains("OFFSIDE"), "{text}");
}

#[test]
fn a_run_follows_from_the_distances_also_after_a_pick_of_the_coach() {
    for replay in [replay(), seventh(), complete()] {
        let entries = events(replay);
        let runs = all(replay, |e| matches!(e, Event::Run { .. } | Event::Possession { how: How::Cod, .. }));
        for run in runs {
            let trail = replay.trail(run);
            let first = trail.first().map(|n| &entries[*n].event);
            assert!(matches!(first, Some(Event::Cod { .. } | Event::CodTie { .. })), "event {run}: {first:?}");
            let kick = (0..run).rev().find(|n| matches!(entries[*n].event, Event::Kick { .. })).unwrap();
            assert!(trail.iter().all(|n| *n > kick), "event {run} follows from an earlier kick");
        }
    }
}

#[test]
fn nothing_follows_from_the_clock_or_from_a_flag_that_stayed_down() {
    for replay in [replay(), seventh(), complete()] {
        let entries = events(replay);
        for event in 0..entries.len() {
            for cause in replay.trail(event) {
                let cause = &entries[cause].event;
                let flag = matches!(cause, Event::Offside { verdict, .. } if verdict != "offside");
                assert!(!matches!(cause, Event::Tick { .. }) && !flag, "event {event}, from {cause:?}");
            }
        }
    }
}

#[test]
fn a_turn_follows_from_the_phase_before_it_or_from_what_stopped_play() {
    for replay in [replay(), seventh(), complete()] {
        let entries = events(replay);
        for turn in all(replay, |e| matches!(e, Event::Turn { .. })) {
            let trail = replay.trail(turn);
            let first = trail.first().map(|n| &entries[*n].event);
            assert!(matches!(first, Some(Event::PhaseEnd { .. } | Event::Restart { .. })), "{turn}: {first:?}");
            let last = trail.last().and_then(|n| entries[*n].ruling.as_ref()).expect("a ruling at the end of it");
            let hooks = ["on_phase_end", "on_flight", "on_foul", "on_offside", "on_duel", "on_match_start", "on_clock"];
            assert!(hooks.contains(&last.hook.as_str()), "{turn}: {}", last.hook);
        }
    }
}

#[test]
fn a_restart_follows_from_the_ball_the_foul_the_goal_or_the_half() {
    for replay in [replay(), seventh(), complete()] {
        let entries = events(replay);
        for restart in all(replay, |e| matches!(e, Event::Restart { .. })) {
            let trail = replay.trail(restart);
            let first = trail.first().map(|n| &entries[*n].event);
            let fits = matches!(
                first,
                Some(Event::Flight { .. } | Event::Foul { .. } | Event::Goal { .. } | Event::Half { .. })
            );
            assert!(fits && trail.last().is_some_and(|n| entries[*n].ruling.is_some()), "{restart}: {first:?}");
        }
    }
}

#[test]
fn what_was_allowed_earlier_has_the_facts_of_its_question() {
    for replay in [replay(), seventh(), complete()] {
        let entries = events(replay);
        for event in all(replay, |e| matches!(e, Event::Move { .. } | Event::Keeper { .. } | Event::Ability { .. })) {
            let text = why(replay, event);
            assert!(text.contains("Facts: ") && text.contains("Clause "), "{text}");
            let asked = replay.trail(event).last().map(|n| &entries[*n].event);
            match &entries[event].event {
                Event::Keeper { .. } => {
                    assert!(matches!(asked, Some(Event::Offered { moment, .. }) if moment == "save"))
                }
                Event::Move { token, .. } if entries[event].phase > 1 => {
                    let own = matches!(asked, Some(Event::Allowance { side, .. }) if *side == token.side());
                    let stepped = matches!(asked, Some(Event::Offered { .. }));
                    assert!(own || stepped, "event {event}: {asked:?}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn a_kick_follows_from_what_was_declared_and_a_die_belongs_to_what_it_decided() {
    let entries = events(complete());
    for kick in all(complete(), |e| matches!(e, Event::Kick { .. })) {
        let declared = complete().trail(kick)[0];
        assert!(matches!(entries[declared].event, Event::Declared { .. }) && declared < kick);
    }
    for die in all(complete(), |e| matches!(e, Event::Die { .. })) {
        let Event::Die { hook, .. } = &entries[die].event else { unreachable!() };
        let decided = complete().trail(die)[0];
        assert_eq!(entries[decided].ruling.as_ref().unwrap().hook.as_str(), hook, "event {die}");
        assert!(why(complete(), die).contains("Clause "));
    }
}

#[test]
fn a_place_chosen_after_a_move_follows_from_that_move_and_not_from_all_that_was_allowed() {
    let replay = coached_by("classic-pro", 11);
    let entries = events(&replay);
    let free = |n: &usize| entries[*n].ruling.is_none();
    let chosen: Vec<usize> = all(&replay, |e| matches!(e, Event::Shift { .. })).into_iter().filter(free).collect();
    assert!(!chosen.is_empty(), "nobody chose his place");
    for shift in chosen {
        let Event::Shift { token: who, .. } = entries[shift].event else { unreachable!() };
        let from = replay.trail(shift)[0];
        if matches!(entries[from].event, Event::Flight { .. }) {
            continue; // a keeper who leaves his line after a penalty
        }
        assert!(matches!(entries[from].event, Event::Move { token, .. } if token == who), "event {shift} from {from}");
        let clause = entries[from].ruling.as_ref().unwrap().clause.as_str();
        let text = why(&replay, shift);
        assert_eq!(text.matches("Clause ").count(), 1, "{text}");
        assert!(text.contains(&format!("Clause {clause}, ")) && text.contains("The question was put at"), "{text}");
    }
}

/// Whether the last that laid him down was a slide of his own.
fn slid(replay: &Replay, up: usize) -> bool {
    let entries = events(replay);
    let Event::GotUp { token: who } = entries[up].event else { unreachable!() };
    let laid = |n: &usize| matches!(entries[*n].event, Event::LaidDown { token } if token == who);
    let slides = |e: &&Entry| matches!(e.event, Event::Ability { token, offer: Offer::Slide } if token == who);
    (0..up).rev().find(laid).is_some_and(|n| entries[n.saturating_sub(2)..n].iter().any(slides))
}

#[test]
fn whoever_gets_up_does_so_by_the_clause_of_the_parameter_and_not_of_the_phase() {
    for (rules, lying, sliding, shot) in [
        ("complete", "Clause COMP-DRIBBLE-16:", "Clause COMP-DRIBBLE-16:", "Clause BASE-GK-07:"),
        // The clause of the parameter speaks of the beaten alone.
        ("classic", "Clause CLAS-DRIBBLE-05:", "No clause is known for it.", "Clause CLAS-GK-06:"),
    ] {
        let mut seen = [false; 3];
        for mut replay in (1..=3).map(|seed| coached_by(rules, seed)) {
            let risen: Vec<usize> = (0..events(&replay).len())
                .filter(|n| matches!(events(&replay)[*n].event, Event::GotUp { .. }))
                .collect();
            for up in &risen {
                let text = why(&replay, *up);
                let (kind, expected) = match events(&replay)[*up].phase {
                    1 => (0, shot),
                    _ if slid(&replay, *up) => (1, sliding),
                    _ => (2, lying),
                };
                seen[kind] = true;
                assert!(text.contains(expected) && text.matches("lause ").count() == 1, "{text}");
            }
            replay.header.clauses.clear();
            let old = |up: &usize| why(&replay, *up).contains("No clause is known for it.");
            assert!(risen.iter().all(old), "a file that does not say which");
        }
        assert!(seen[0] && seen[2] && (seen[1] || rules == "complete"), "{rules}: {seen:?}");
    }
}

/// The house rule of the README, under its own name.
fn longer() -> Source {
    let text = r#"
local longer = { name = "longer", api = 1, requires = { "base/cod" }, clauses = { "LONGER-01" } }
function longer.on_cod_tie(ev, m, next) return next({ short_limit = 5 }, "LONGER-01") end
function longer.on_kick(ev, m, kick) kick.spread = kick.spread * 1.25 return "LONGER-01" end
return longer
"#;
    let origin = Origin::File("longer.lua".into());
    Source { kind: Kind::Plugin, name: "longer".to_owned(), origin, text: text.into() }
}

fn with_longer() -> Replay {
    let options = Options { plugins: vec![longer()], ..Options::default() };
    coached(&Ruleset::load(&Content::embedded(), "base", &options).unwrap(), 3)
}

/// A tie that the limit of a short pass decided.
fn short_tie(replay: &Replay) -> usize {
    let tie = |e: &Entry| {
        let note = e.ruling.as_ref();
        matches!(e.event, Event::CodTie { .. }) && note.is_some_and(|n| *n.clause == *"BASE-COD-04")
    };
    replay.events().position(tie).expect("a tie after a short pass")
}

#[test]
fn a_fact_that_a_house_rule_changed_is_told_with_its_value_and_its_plugin() {
    let replay = with_longer();
    let text = why(&replay, short_tie(&replay)).split_whitespace().collect::<Vec<_>>().join(" ");
    let told = "Short limit was set to 5 by plugin longer, clause LONGER-01 (a house rule; its text is not in the \
                clause index)";
    assert!(text.contains(told), "{text}");
    assert!(text.contains("short limit is 5") && !text.contains("short limit, "), "{text}");
    let kick = all(&replay, |e| matches!(e, Event::Kick { .. }))[0];
    let text = why(&replay, kick);
    assert!(
        text.contains("So the error of direction is 1.25 times the usual.")
            && text.contains("in plugin longer (layer 12 of 12)"),
        "{text}"
    );
    let read = Replay::parse(&replay.to_bytes()).unwrap();
    assert_eq!(read.to_bytes(), replay.to_bytes());
    assert!(verify(&read, &Content::embedded(), &[longer()]).unwrap().is_confirmed());
}

#[test]
fn a_file_that_says_who_changed_a_fact_and_not_to_what_is_read_and_confirmed() {
    let mut old = with_longer();
    for line in &mut old.lines {
        let Line::Event(entry) = line else { continue };
        if let Some(note) = &mut Arc::make_mut(entry).ruling {
            (note.set, note.set_by) = Default::default();
        }
    }
    let old = Replay::parse(&old.to_bytes()).unwrap();
    let text = why(&old, short_tie(&old));
    assert!(text.contains("Short limit was set by clause LONGER-01") && !text.contains("short limit"), "{text}");
    let verdict = verify(&old, &Content::embedded(), &[longer()]).unwrap();
    assert!(verdict.is_confirmed(), "{verdict}");
}

#[test]
fn a_parameter_that_was_set_for_the_match_is_told_beside_its_clause() {
    let params = vec![("short_limit".to_owned(), Value::Int(5), "--set".to_owned())];
    let options = Options { params, ..Options::default() };
    let replay = coached(&Ruleset::load(&Content::embedded(), "base", &options).unwrap(), 3);
    let text = why(&replay, short_tie(&replay));
    assert!(text.contains("Parameter short_limit is 5 here (4 in the rules)."), "{text}");
    let moved = all(&replay, |e| matches!(e, Event::Allowance { .. }))[0];
    assert!(!why(&replay, moved).contains("short_limit"), "it has nothing to do with moves");
    let mut older = replay;
    older.header.set.clear();
    assert!(why(&older, short_tie(&older)).contains("Parameter short_limit is 5 here."));
    assert!(why(seventh(), short_tie(seventh())).contains("Parameter short_limit is 4 here."));
}

#[test]
fn a_card_is_explained_with_the_cautions_that_were_before_it() {
    let mut found = 0;
    for replay in (1..7).map(|seed| coached_by("complete", seed)) {
        for (event, entry) in replay.events().enumerate() {
            let Event::Foul { card: Some(_), .. } = entry.event else { continue };
            let note = entry.ruling.as_ref().expect("a foul is ruled");
            let first = note.facts.get("cautions") == Some(&Fact::Number(0));
            let text = why(&replay, event).split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(text.contains("he has not been cautioned before"), first, "{text}");
            found += usize::from(first);
        }
    }
    assert!(found > 0, "no card in any of these matches");
}

#[test]
fn a_change_of_place_follows_from_the_run_the_kick_or_the_move_of_that_token() {
    let (mut runs, mut kicks, mut moves) = (0, 0, 0);
    for replay in [replay(), seventh(), complete()] {
        let entries = events(replay);
        for shift in all(replay, |e| matches!(e, Event::Shift { .. })) {
            let Event::Shift { token: who, .. } = entries[shift].event else { continue };
            let trail = replay.trail(shift);
            match trail.first().map(|n| &entries[*n].event) {
                Some(Event::Run { token, .. }) if *token == who => runs += 1,
                Some(Event::Kick { token, .. }) if *token == who => kicks += 1,
                Some(Event::Allowance { side, .. }) if *side == who.side() => moves += 1,
                Some(Event::Move { .. } | Event::Flight { .. } | Event::Ability { .. } | Event::Keeper { .. }) => {}
                Some(Event::Cod { .. } | Event::CodTie { .. } | Event::Approach { .. }) => {}
                other => panic!("event {shift} follows from {other:?}"),
            }
            let text = why(replay, shift);
            assert!(text.contains("ollows from event ") && text.contains("Facts: "), "{text}");
        }
    }
    assert!(runs > 0 && kicks > 0 && moves > 0, "{runs} {kicks} {moves}");
}
