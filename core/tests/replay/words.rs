use crate::support::{coached_by, replay, why};
use touchline_core::kick::Technique;
use touchline_core::plugin::{Cause, Kind, Restart};
use touchline_core::record::{
    CellName, Detail, Entry, Event, Fact, Names, Replay, WhyError, commentary, explain, sentence,
};
use touchline_core::rules::{ClauseIndex, Content};
use touchline_core::{Side, Token};

fn clauses() -> ClauseIndex {
    ClauseIndex::load(&Content::embedded()).unwrap()
}

/// A goal that its scorer's side profits from.
fn scored() -> usize {
    replay().events().position(|e| matches!(e.event, Event::Goal { own: false, .. })).unwrap()
}

#[test]
fn a_goal_is_explained_from_its_declaration_to_the_clause_that_gave_it() {
    let text = explain(replay(), &clauses(), scored()).unwrap();
    for part in
        ["1. declared", "keeper", "kick (event ", "ball (event ", "BASE-SHOT-10", "plugin base/kick", "on_flight"]
    {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    assert!(text.contains("Only a declared shot scores"), "the clause's own text\n{text}");
    assert!(text.contains("it went into the net"), "the facts\n{text}");
}

#[test]
fn goals_are_counted_from_one() {
    let goals = replay().events().filter(|e| matches!(e.event, Event::Goal { .. })).count();
    assert_eq!(
        replay().goal(1).unwrap(),
        replay().events().position(|e| matches!(e.event, Event::Goal { .. })).unwrap()
    );
    assert_eq!(replay().goal(0), Err(WhyError::NoGoal { goal: 0, count: goals }));
    assert_eq!(replay().goal(goals + 1), Err(WhyError::NoGoal { goal: goals + 1, count: goals }));
}

#[test]
fn every_event_can_be_explained_and_told() {
    let (index, names) = (clauses(), Names::of(&replay().header));
    for (n, entry) in replay().events().enumerate() {
        let text = explain(replay(), &index, n).unwrap();
        assert!(text.starts_with(&format!("Event {n}, minute ")), "{text}");
        assert!(text.contains("Clause ") || text.contains("No clause"), "{text}");
        assert!(!sentence(entry, &names).is_empty());
    }
    let count = replay().events().count();
    assert_eq!(explain(replay(), &index, count), Err(WhyError::NoEvent { event: count, count }));
}

#[test]
fn an_event_without_a_ruling_names_the_one_that_led_to_it() {
    let index = clauses();
    let run = replay().events().position(|e| matches!(e.event, Event::Possession { .. })).unwrap();
    let text = explain(replay(), &index, run).unwrap();
    assert!(text.contains("it follows from event ") && text.contains("Clause BASE-"), "{text}");
}

#[test]
fn the_toss_tells_its_die() {
    let toss = replay().events().position(|e| matches!(e.event, Event::Toss { .. })).unwrap();
    let text = explain(replay(), &clauses(), toss).unwrap();
    assert!(text.contains("Dice since the last decision: toss "), "{text}");
}

#[test]
fn highlights_are_few_and_hold_every_goal_and_both_whistles() {
    let names = Names::of(&replay().header);
    let tell = |detail| replay().events().filter_map(|e| commentary(e, &names, detail)).collect::<Vec<String>>();
    let (short, long) = (tell(Detail::Highlights), tell(Detail::Full));
    let goals = replay().events().filter(|e| matches!(e.event, Event::Goal { .. })).count();
    assert_eq!(short.iter().filter(|l| l.contains("GOAL") || l.contains("Own goal")).count(), goals);
    assert!(short.iter().any(|l| l.contains("half-time")) && short.last().unwrap().contains("It is over"));
    assert!(short.len() * 3 < long.len() && long.len() < replay().events().count());
    assert!(short.iter().all(|l| long.contains(l)));
    assert!(short[0].starts_with("0' "), "{}", short[0]);
}

#[test]
fn highlights_tell_every_set_piece_once_with_its_reason() {
    let names = Names::of(&replay().header);
    let entries: Vec<_> = replay().events().collect();
    let tell = |n: usize| commentary(entries[n], &names, Detail::Highlights);
    let mut pieces = 0;
    for (n, entry) in entries.iter().enumerate() {
        match &entry.event {
            Event::Restart { restart: Restart::Corner | Restart::GoalKick | Restart::ThrowIn, .. } => {
                let told = tell(n).expect("a set piece is told");
                assert!(["Corner for", "Goal kick for", "Throw-in for"].iter().any(|w| told.contains(w)), "{told}");
                pieces += 1;
            }
            Event::Restart { restart: Restart::FreeKick | Restart::Penalty, .. } => {
                assert_eq!(tell(n), None, "the foul tells it");
                let foul = (0..n).rev().find(|n| matches!(entries[*n].event, Event::Foul { .. })).unwrap();
                let told = tell(foul).expect("a foul is told");
                assert!(told.contains("free kick at") || told.contains(": penalty"), "{told}");
                pieces += 1;
            }
            Event::Offside { .. } => assert_eq!(tell(n), None, "the free kick tells it"),
            _ => {}
        }
    }
    assert!(pieces > 3, "{pieces}");
}

#[test]
fn a_penalty_names_the_place_of_the_foul_once() {
    let mut entry = replay().events().next().unwrap().clone();
    let (offender, victim) = ("home 2".parse().ok(), "away 9".parse().ok());
    let spot = CellName::new("L4");
    let foul = |cause, restart, card: Option<&str>| Event::Foul {
        offender,
        victim,
        cause,
        restart,
        spot,
        card: card.map(str::to_owned),
        cautions: 0,
        sent_off: false,
    };
    let names = Names::of(&replay().header);
    let mut told = |event| {
        entry.event = event;
        sentence(&entry, &names)
    };
    let penalty = told(foul(Cause::Duel, Restart::Penalty, Some("yellow")));
    assert!(penalty.ends_with("on L4: penalty, yellow card."), "{penalty}");
    let offside = told(foul(Cause::Offside, Restart::FreeKick, None));
    assert!(offside.starts_with("The flag is up: ") && offside.ends_with("is offside, free kick at L4."), "{offside}");
    let wall = told(Event::Setup { side: Side::Home, shape: "4-4-2".to_owned(), wall: 3, tokens: Vec::new() });
    assert!(wall.contains("wall of 3"), "{wall}");
    assert!(commentary(&entry, &names, Detail::Highlights).is_some(), "a wall is told");
}

#[test]
fn layers_are_counted_from_one_as_in_the_list_of_rules() {
    let header = &replay().header;
    let (number, entry) = replay().events().enumerate().find(|(_, e)| e.ruling.is_some()).unwrap();
    let note = entry.ruling.as_ref().unwrap();
    let place = header.plugins.iter().position(|p| p.name == *note.plugin).unwrap() + 1;
    let text = explain(replay(), &clauses(), number).unwrap();
    assert!(text.contains(&format!("(layer {place} of {})", header.plugins.len())), "{text}");
}

#[test]
fn players_are_called_by_number_and_name_and_twins_by_their_side() {
    let mut header = replay().header.clone();
    let token = "away 7".parse().unwrap();
    assert_eq!(Names::of(&header).player(token), "7 Grove (away)");
    header.squads[1].name = "Rovers".to_owned();
    assert_eq!(Names::of(&header).player(token), "7 Grove");
    header.squads[1].players[6].name = "Bell\u{1b}[2J".to_owned();
    assert!(!Names::of(&header).player(token).contains('\u{1b}'), "a file must not steer the terminal");
    header.squads[1].players.truncate(3);
    assert_eq!(Names::of(&header).player(token), "away 7");
}

#[test]
fn a_replay_of_unknown_clauses_is_still_explained() {
    let text = explain(replay(), &ClauseIndex::default(), scored()).unwrap();
    assert!(text.contains("BASE-SHOT-10") && text.contains("its text is not in the clause index"), "{text}");
    let read = Replay::parse(&replay().to_bytes()).unwrap();
    assert_eq!(explain(&read, &clauses(), scored()), explain(replay(), &clauses(), scored()));
}

#[test]
fn what_anybody_of_a_side_may_do_is_told_of_the_side() {
    let replay = coached_by("classic-pro", 11);
    let names = Names::of(&replay.header);
    let (mut of_side, mut of_one) = (0, 0);
    for entry in replay.events() {
        let Event::Offered { side, token, moment, offers } = &entry.event else { continue };
        let told = sentence(entry, &names);
        assert_eq!(told.ends_with("may get ready for the shot."), moment == "save", "{told}");
        if ["cross_declared", "ball_stopped", "first_time"].contains(&moment.as_str()) {
            assert_eq!(told, format!("{} may choose: {}.", names.team(*side), offers.join(", ")));
            of_side += 1;
        } else {
            assert!(told.starts_with(&names.player(*token)), "{told}");
            of_one += 1;
        }
    }
    assert!(of_side > 0 && of_one > 0);
}

#[test]
fn facts_whose_names_say_is_are_told_once() {
    let replay = coached_by("classic", 1);
    let with = |fact: &str| {
        let has = |e: &Entry| e.ruling.as_ref().and_then(|r| r.facts.get(fact)).is_some_and(Fact::holds);
        let event = replay.events().position(has).expect("such a fact");
        why(&replay, event).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let entry = replay.events().position(|e| matches!(e.event, Event::Entry { .. })).expect("an entry");
    let text = why(&replay, entry);
    assert!(text.contains("Facts: the player with the ball is in the cell, ") && !text.contains("is is"), "{text}");
    let text = with("first_is_keeper");
    assert!(text.contains("the defence touched it first in the attacked area, that was the keeper"), "{text}");
}

#[test]
fn no_sentence_has_a_name_out_of_the_file_in_it() {
    for ruleset in ["base", "complete", "classic-pro", "seven", "tomy"] {
        let replay = coached_by(ruleset, 2);
        let names = Names::of(&replay.header);
        for entry in replay.events().filter(|e| !matches!(e.event, Event::Slot { .. } | Event::Die { .. })) {
            let told = sentence(entry, &names);
            let raw = ["p1", "p2", "p3", "next: ", "(declare)"].iter().find(|raw| told.contains(**raw));
            assert!(!told.contains('_') && raw.is_none(), "{told}");
        }
    }
}

/// The first kick of a match that was made with the foot, as something else.
fn struck(change: impl Fn(&mut Event)) -> String {
    let is_pass = |e: &&Entry| matches!(&e.event, Event::Kick { kind: Kind::Pass, restart: Restart::None, .. });
    let mut entry = replay().events().find(is_pass).unwrap().clone();
    change(&mut entry.event);
    sentence(&entry, &Names::of(&replay().header))
}

#[test]
fn a_ball_that_is_neither_kicked_nor_headed_is_played_by_hand() {
    let by = |heads: bool| {
        struck(|event| {
            if let Event::Kick { technique, header, .. } = event {
                (*technique, *header) = (Technique::Head, heads);
            }
        })
    };
    assert!(by(false).contains(" by hand ") && !by(false).contains("head"), "{}", by(false));
    assert!(by(true).contains(" with his head ") && !by(true).contains("hand"), "{}", by(true));
}

#[test]
fn whom_the_ball_met_twice_is_named_once() {
    let (keeper, other) = (Token::new(Side::Away, 0), Token::new(Side::Away, 4));
    let off = |met: Vec<Token>| {
        struck(|event| {
            if let Event::Kick { touched, .. } = event {
                touched.clone_from(&met);
            }
        })
    };
    assert_eq!(off(vec![keeper, keeper]), off(vec![keeper]));
    assert_eq!(off(vec![keeper, other, keeper]), off(vec![keeper, other]));
}
