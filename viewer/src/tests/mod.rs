//! Tests over whole matches.

mod scenes;

use crate::app::{App, Outcome, Show};
use crate::geom::{Rect, pt};
use crate::keys::{Act, Key};
use crate::picture::{Picture, Shape, text_box};
use crate::playback::Command;
use crate::reel::{Reel, Stats};
use crate::source::app_of;
use crate::timeline::{Mark, MarkKind};
use std::path::PathBuf;
use touchline_core::plugin::Restart;
use touchline_core::record::{Event, Replay};
use touchline_core::{Side, Token};

/// A replay that is kept for these tests: it stays as it is when the rules change.
fn kept(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/replays").join(name).with_extension("jsonl.zst");
    std::fs::read(path).expect("a kept replay")
}

const KEPT: [&str; 7] = ["base", "complete", "tournament", "classic-pro", "seven", "tomy", "cup"];
const SIZES: [(f32, f32); 5] = [(900.0, 600.0), (1024.0, 768.0), (1280.0, 800.0), (1920.0, 1080.0), (2560.0, 1440.0)];

fn app(name: &str) -> App {
    let (mut app, result) = app_of(&kept(name));
    assert!(matches!(result, Ok(None)), "{name}");
    app.clauses = crate::clauses::all();
    app
}

fn reel(app: &App) -> &Reel {
    app.reel().expect("a match")
}

/// Two texts of a picture that lie over one another, and no box between them.
fn collision(picture: &Picture<Act>) -> Option<(String, String)> {
    let texts: Vec<(usize, &Shape, Rect)> =
        picture.shapes.iter().enumerate().filter_map(|(i, s)| text_box(s).map(|r| (i, s, r))).collect();
    for (n, (i, a, here)) in texts.iter().enumerate() {
        for (j, b, there) in &texts[n + 1..] {
            let covered = picture.covers.iter().any(|(k, place)| i < k && k <= j && place.overlaps(*here));
            if here.overlaps(*there) && !covered {
                return Some((format!("{a:?}"), format!("{b:?}")));
            }
        }
    }
    None
}

#[test]
fn no_text_lies_over_another_at_any_size_in_any_view() {
    for name in KEPT {
        let mut app = app(name);
        let events = reel(&app).timeline.events();
        for views in [&[][..], &[Act::Stats], &[Act::Help], &[Act::Offside, Act::Flip], &[Act::Detail]] {
            views.iter().for_each(|v| {
                app.act(*v);
            });
            for (width, height) in SIZES {
                for event in (0..events).step_by(events / 23).chain([events - 1]) {
                    app.act(Act::Play(Command::Show(event)));
                    let picture = app.picture(width, height);
                    assert_eq!(collision(&picture), None, "{name}, event {event}, {width}×{height}, {views:?}");
                    for shape in &picture.shapes {
                        let Some(place) = text_box(shape) else { continue };
                        assert!(place.x >= 0.0 && place.right() <= width + 0.5, "{shape:?} leaves {width}×{height}");
                        assert!(place.y >= 0.0 && place.bottom() <= height + 0.5, "{shape:?} leaves {width}×{height}");
                    }
                }
            }
            views.iter().for_each(|v| {
                app.act(*v);
            });
        }
    }
}

#[test]
fn skills_stop_counting_with_the_injury_and_not_with_the_next_keyframe() {
    let app = app("tournament");
    let reel = reel(&app);
    let hurt = |e: &Event| matches!(e, Event::Slot { slot, who: Some(_), .. } if slot == "injuries");
    let number = reel.entries().iter().position(|e| hurt(&e.event)).expect("an injury");
    let Event::Slot { who: Some(token), .. } = reel.entries()[number].event else { unreachable!() };
    let [before, after] = [number, number + 1].map(|n| reel.frame(n).man(token));
    assert!(!before.injured && before.active > 1, "{before:?}");
    assert!(after.injured && after.active == 1, "{after:?}");
}

#[test]
fn the_offside_line_is_that_of_the_rules() {
    let mut replay = Replay::parse(&kept("base")).expect("sound");
    let dashes = |replay: &Replay| {
        let (mut app, _) = app_of(&replay.to_bytes());
        app.act(Act::Play(Command::Show(200)));
        app.act(Act::Offside);
        let line = |s: &Shape| match s {
            Shape::Stroke { points, colour, .. } if *colour == crate::theme::OFFSIDE.at(220) => Some(points[0].x),
            _ => None,
        };
        scene(&mut app).shapes.iter().find_map(line).expect("a line")
    };
    let second_last = dashes(&replay);
    replay.header.params.insert("offside_ref".to_owned(), touchline_core::rules::Value::Word("last".to_owned()));
    assert_ne!(second_last, dashes(&replay));
}

#[test]
fn a_duel_shows_both_dice_their_bonuses_and_totals() {
    let mut app = app("complete");
    let duel = |e: &Event| matches!(e, Event::Duel { totals: Some(_), .. });
    let number = reel(&app).entries().iter().position(|e| duel(&e.event)).expect("a duel");
    let Event::Duel { totals: Some([by, against]), .. } = reel(&app).entries()[number].event else { unreachable!() };
    app.act(Act::Play(Command::Show(number)));
    let told = texts(&scene(&mut app));
    for total in [by, against] {
        assert!(told.iter().any(|t| t.ends_with(&format!("= {total}"))), "{total}: {told:?}");
    }
    // Before it is settled only the die is known.
    app.act(Act::Play(Command::Show(number - 2)));
    assert!(!texts(&scene(&mut app)).iter().any(|t| t.ends_with(&format!("= {against}"))));
}

#[test]
fn a_shoot_out_counts_its_attempts_and_marks_its_goals() {
    let mut app = app("cup");
    let whistle = |e: &Event| matches!(e, Event::Whistle { verdict, .. } if verdict == "shootout");
    let begun = reel(&app).entries().iter().position(|e| whistle(&e.event)).expect("a shoot-out");
    let begin = reel(&app).frame(begun + 1).shootout.expect("begun");
    assert_eq!((begin.goals, begin.taken), ([0; 2], [0; 2]));
    let end = reel(&app).frame(usize::MAX).shootout.expect("over");
    let footer = reel(&app).footer.clone().expect("a footer");
    assert_eq!(Some(end.goals), footer.shootout);
    for side in Side::BOTH {
        let scored = end.attempts(side).filter(|goal| *goal).count();
        assert_eq!(scored, usize::from(end.goals[side.index()]));
        assert!(end.attempts(side).count() >= 3, "{end:?}");
    }
    let marks = reel(&app).timeline.marks();
    let goals = |m: &&Mark| m.kind == MarkKind::Goal && m.event > begun;
    assert_eq!(marks.iter().filter(goals).count(), end.goals.map(usize::from).iter().sum::<usize>());
    assert!(marks.iter().any(|m| m.kind == MarkKind::Half && m.event == begun));
    app.act(Act::Play(Command::Show(begun)));
    let told = texts(&scene(&mut app));
    assert!(told.iter().any(|t| t == "SHOOT-OUT") && told.iter().any(|t| t == "shoot-out 0 : 0"), "{told:?}");
}

#[test]
fn the_keepers_black_has_a_cross_and_black_an_edge() {
    let mut app = app("classic-pro");
    app.act(Act::Play(Command::Show(4)));
    let slices: Vec<_> = scene(&mut app)
        .shapes
        .iter()
        .filter_map(|s| match s {
            Shape::Slice { colour, .. } => Some(*colour),
            _ => None,
        })
        .collect();
    assert!(slices.contains(&crate::theme::skill("black")) && slices.contains(&crate::theme::TEXT_DIM));
    let keeper = reel(&app).player(Token::all().next().expect("a token")).expect("a player");
    assert!(keeper.sections.iter().any(|s| crate::theme::crossed(&s.colour)), "{keeper:?}");
}

#[test]
fn a_restart_follows_from_what_happened_and_not_from_the_clock() {
    for name in ["base", "tournament", "classic-pro"] {
        let app = app(name);
        let entries = reel(&app).entries();
        let dead = |e: &Event| matches!(e, Event::Restart { restart, .. } if *restart != Restart::KickOff);
        for event in (0..entries.len()).filter(|n| dead(&entries[*n].event)) {
            let why = crate::reel::Why::of(reel(&app), &app.clauses, event);
            let follows = why.follows.unwrap_or_default();
            assert!(!follows.contains("The clock"), "{name}, event {event}: {} follows from {follows}", why.told);
        }
    }
}

#[test]
fn a_penalty_of_the_seven_shows_fists_before_fingers() {
    let mut app = app("seven");
    let number = reel(&app).entries().iter().position(|e| matches!(e.event, Event::Picks { .. })).expect("a penalty");
    let start = reel(&app).timeline.start_of(number);
    app.act(Act::Play(Command::Seek(start + 0.2)));
    assert!(texts(&scene(&mut app)).iter().any(|t| t.starts_with("Both hide")));
    app.act(Act::Play(Command::Show(number)));
    assert!(texts(&scene(&mut app)).iter().any(|t| t.ends_with("number") || t.ends_with("numbers")));
}

#[test]
fn the_match_sheet_fills_in_as_the_dice_game_goes_on() {
    let mut app = app("tomy");
    let goals = |app: &mut App, event: usize| {
        app.act(Act::Play(Command::Show(event)));
        crate::reel::Table::of(reel(app), event + 1).parts.last().map_or([0; 2], |p| p.score)
    };
    let marks = reel(&app).timeline.marks().to_vec();
    let counts = |m: &&Mark| matches!(reel(&app).entries()[m.event].event, Event::Goal { .. });
    let scored: Vec<usize> = marks.iter().filter(counts).map(|m| m.event).collect();
    for (n, event) in scored.iter().enumerate() {
        assert_eq!(goals(&mut app, *event).iter().map(|g| usize::from(*g)).sum::<usize>(), n + 1);
    }
    let end = reel(&app).timeline.events() - 1;
    app.act(Act::Play(Command::Show(end)));
    let told = texts(&scene(&mut app));
    assert!(
        told.iter().any(|t| t.starts_with("shoot-out 2 : 3")) && told.iter().any(|t| t == "extra time"),
        "{told:?}"
    );
}

#[test]
fn figures_at_the_end_are_those_the_engine_counted() {
    for name in ["base", "complete", "tournament", "classic-pro", "cup"] {
        figures_are_the_engines(&app(name));
    }
}

fn figures_are_the_engines(app: &App) {
    let tally = reel(app).footer.as_ref().expect("a footer").tally;
    let stats = Stats::of(reel(app), usize::MAX);
    assert_eq!(stats.turns, tally.turns);
    assert_eq!(stats.goals, tally.goals);
    assert_eq!(stats.shots, tally.shots);
    assert_eq!(stats.on_target, tally.on_target);
    assert_eq!((stats.passes, stats.completed), (tally.passes, tally.completed));
    assert_eq!((stats.advances, stats.crosses), (tally.advances, tally.crosses));
    assert_eq!((stats.tackles, stats.fouls, stats.cards), (tally.tackles, tally.fouls, tally.cards));
    assert_eq!((stats.offsides, stats.corners), (tally.offsides, tally.corners));
}

#[test]
fn between_keyframes_everybody_stands_where_the_next_one_has_him() {
    // Guessed without the keyframe, then compared with it.
    let replay = Replay::parse(&kept("base")).expect("sound");
    let mut guessed = Reel::new(replay.header.clone());
    let mut known = Reel::new(replay.header.clone());
    let mut far = 0;
    for line in &replay.lines {
        if let touchline_core::record::Line::Keyframe(truth) = line {
            let frame = *guessed.frame(usize::MAX);
            for token in truth.tokens.iter().filter(|_| truth.events > 0) {
                let at = token.at.map(|p| pt(p.x as f32, p.y as f32));
                match (frame.man(token.token).at, at) {
                    (Some(a), Some(b)) => far += usize::from(a.distance(b) > 4.2),
                    (a, b) => assert_eq!(a.is_some(), b.is_some(), "{} before event {}", token.token, truth.events),
                }
            }
            assert_eq!((frame.score, frame.half, frame.home_attacks), (truth.score, truth.half, truth.home_attacks));
        }
        known.push(line.clone());
        guessed.push(line.clone());
    }
    // Never in another cell.
    assert_eq!(far, 0);
}

#[test]
fn a_click_on_a_line_of_the_story_shows_that_event_and_its_ruling() {
    let mut app = app("base");
    app.act(Act::Play(Command::Show(57)));
    let picture = scene(&mut app);
    assert!(texts(&picture).iter().any(|t| t == "BASE-COD-09"), "{:?}", texts(&picture));
    assert!(texts(&picture).iter().any(|t| t.contains("base/cod (layer 6 of 11)")));
    // The line above the lit one is an earlier event.
    let place = app_target(&mut app, |act| matches!(act, Act::Play(Command::Show(e)) if *e < 57));
    app.press(place.centre());
    assert!(app.event().expect("an event") < 57 && !app.playback.playing);
}

#[test]
fn the_scrubber_can_be_dragged_and_let_go() {
    let mut app = app("base");
    let bar = app_target(&mut app, |act| *act == Act::Scrub);
    app.press(pt(bar.x + bar.w * 0.5, bar.centre().y));
    let middle = app.playback.at;
    app.hover(Some(pt(bar.x + bar.w * 0.75, bar.y - 200.0)));
    assert!(app.playback.at > middle * 1.4);
    app.release();
    app.hover(Some(pt(bar.x, bar.y)));
    assert!(app.playback.at > middle);
}

#[test]
fn keys_do_what_the_help_says() {
    let mut app = app("base");
    assert_eq!(app.key(Key::Space, false), Outcome::Nothing);
    assert!(!app.playback.playing);
    app.key(Key::Right, false);
    let first = app.event();
    app.key(Key::Right, false);
    assert!(app.event() > first);
    app.key(Key::Char('g'), false);
    let goal = reel(&app).timeline.marks().iter().find(|m| m.kind == MarkKind::Goal).copied().expect("a goal");
    assert_eq!(app.playback.at, goal.lead);
    app.key(Key::Char('t'), false);
    assert!(app.switches.stats);
    assert_eq!((app.key(Key::Escape, false), app.switches.stats), (Outcome::Nothing, false));
    assert_eq!(app.key(Key::Escape, false), Outcome::Quit);
    assert_eq!(app.key(Key::Char('f'), false), Outcome::FullScreen);
}

#[test]
fn a_page_brings_its_clauses_and_names_what_nobody_knows() {
    let mut replay = Replay::parse(&kept("base")).expect("sound");
    assert_eq!(crate::strangers::named(&replay.header), None);
    replay.header.ruleset.name = "nobody-knows-it".to_owned();
    replay.header.plugins[0].name = "martian".to_owned();
    let said = crate::strangers::named(&replay.header).expect("two strangers");
    assert!(said.contains("the ruleset `nobody-knows-it`, the plugin `martian`"), "{said}");
}

#[test]
fn pointing_at_a_token_names_the_player_and_his_skills() {
    let mut app = app("base");
    app.act(Act::Play(Command::Show(357)));
    let picture = scene(&mut app);
    let number = picture.shapes.iter().find_map(|s| match s {
        Shape::Text { text, .. } if text == "1" => text_box(s),
        _ => None,
    });
    app.hover(number.map(Rect::centre));
    let told = texts(&scene(&mut app)).join("\n");
    assert!(told.contains("1 Alder") && told.contains("purple, active"), "{told}");
}

#[test]
fn a_cut_off_replay_shows_what_there_is_and_says_so() {
    let whole = Replay::parse(&kept("base")).expect("sound").to_bytes();
    let (mut app, result) = app_of(&whole[..whole.len() / 2]);
    assert!(matches!(result, Ok(Some(_))));
    assert!(reel(&app).timeline.events() > 500);
    assert!(texts(&scene(&mut app)).iter().any(|t| t.contains("cut off after line")));
}

#[test]
fn what_is_said_about_a_replay_can_be_clicked_away() {
    let whole = Replay::parse(&kept("base")).expect("sound").to_bytes();
    let (mut app, _) = app_of(&whole[..whole.len() / 2]);
    let strip = app_target(&mut app, |act| *act == Act::Dismiss);
    app.press(strip.centre());
    assert!(!texts(&scene(&mut app)).iter().any(|t| t.contains("cut off after line")));
}

#[test]
fn what_is_no_replay_is_refused_in_words() {
    let newer = Replay::parse(&kept("base")).expect("sound").to_bytes();
    let newer = String::from_utf8(newer).expect("text").replacen("\"format\":", "\"format\":9", 1);
    for (bytes, word) in [(&b""[..], "empty"), (b"PNG\n", "no Touchline replay"), (newer.as_bytes(), "newer Touchline")]
    {
        let (mut app, result) = app_of(bytes);
        assert!(result.is_err() && matches!(app.show, Show::Problem(_)));
        assert!(texts(&scene(&mut app)).join(" ").contains(word), "{:?}", texts(&scene(&mut app)));
    }
}

#[test]
fn an_unknown_board_still_lets_the_match_be_told() {
    let mut replay = Replay::parse(&kept("base")).expect("sound");
    replay.header.board.yaml = "board: torus".to_owned();
    replay.header.ruleset.name = "nobody-knows-it".to_owned();
    let (mut app, _) = app_of(&replay.to_bytes());
    app.act(Act::Play(Command::Show(357)));
    let told = texts(&scene(&mut app)).join("\n");
    assert!(told.contains("no picture of its board") && told.contains("GOAL"), "{told}");
}

#[test]
fn the_ball_follows_its_path_and_the_score_follows_the_goals() {
    let app = app("base");
    let reel = reel(&app);
    for (event, entry) in reel.entries().iter().enumerate() {
        match &entry.event {
            Event::Kick { rest, .. } => {
                assert!(reel.frame(event + 1).ball.at.distance(pt(rest.x as f32, rest.y as f32)) < 1e-3);
            }
            Event::Goal { score, .. } => assert_eq!(reel.frame(event + 1).score, *score),
            _ => {}
        }
    }
}

fn scene(app: &mut App) -> Picture<Act> {
    app.picture(1280.0, 800.0)
}

fn texts(picture: &Picture<Act>) -> Vec<String> {
    let text = |shape: &Shape| match shape {
        Shape::Text { text, .. } => Some(text.clone()),
        _ => None,
    };
    picture.shapes.iter().filter_map(text).collect()
}

/// A place that means something.
fn app_target(app: &mut App, means: impl Fn(&Act) -> bool) -> Rect {
    let picture = crate::scene::compose(app, 1280.0, 800.0);
    let found = picture.targets.iter().find(|(_, act)| means(act)).map(|(place, _)| *place);
    scene(app);
    found.expect("a target")
}
