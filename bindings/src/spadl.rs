//! Events in the SPADL schema (Soccer Player Action Description Language), in metres.

use crate::table::{Column, Table, schema_of};
use arrow_array::builder::StringBuilder;
use arrow_schema::DataType;
use pyo3::prelude::*;
use touchline_core::board::{Board, Point};
use touchline_core::game::Way;
use touchline_core::kick::Technique;
use touchline_core::plugin::{DuelAnswer, DuelKind, Kind, Restart};
use touchline_core::record::{Entry, Event, Replay};
use touchline_core::{End, Side, Token};

/// Length and width of the pitch in SPADL.
const METRES: (f64, f64) = (105.0, 68.0);

const TYPES: [&str; 23] = [
    "pass",
    "cross",
    "throw_in",
    "freekick_crossed",
    "freekick_short",
    "corner_crossed",
    "corner_short",
    "take_on",
    "foul",
    "tackle",
    "interception",
    "shot",
    "shot_penalty",
    "shot_freekick",
    "keeper_save",
    "keeper_claim",
    "keeper_punch",
    "keeper_pick_up",
    "clearance",
    "bad_touch",
    "non_action",
    "dribble",
    "goalkick",
];
const RESULTS: [&str; 6] = ["fail", "success", "offside", "owngoal", "yellow_card", "red_card"];
const BODY: [&str; 4] = ["foot", "head", "other", "head/other"];

/// One SPADL action.
struct Act {
    half: u8,
    seconds: f64,
    who: Token,
    from: Point,
    to: Point,
    kind: &'static str,
    result: &'static str,
    body: &'static str,
    event: u32,
}

/// The actions of a replay.
pub(crate) fn table(replay: &Replay) -> PyResult<Table> {
    let board = crate::picture::board_of(replay).map_err(pyo3::exceptions::PyValueError::new_err)?;
    let acts = acts(replay, &board);
    let ends = ends(replay);
    let text = |values: Vec<String>| {
        let mut builder = StringBuilder::new();
        values.iter().for_each(|v| builder.append_value(v));
        Column::Word(builder)
    };
    let place = |list: &[&str], word: &str| list.iter().position(|w| *w == word).unwrap_or_default() as u32;
    let metres = |act: &Act, at: Point| {
        // Home attacks to the right in both halves, away to the left.
        let at = if ends(act.half) == End::Right { at } else { board.rotate_point(at) };
        // To the micrometre: what lies on a line lies on it.
        let round = |metres: f64| (metres * 1e6).round() / 1e6;
        (round(at.x / board.length() * METRES.0), round((1.0 - at.y / board.width()) * METRES.1))
    };
    let numbers = |get: &dyn Fn(&Act) -> f64| Column::Number(acts.iter().map(|a| Some(get(a))).collect());
    let counts = |get: &dyn Fn(&Act) -> u32| Column::Count(acts.iter().map(|a| Some(get(a))).collect());
    let squads = &replay.header.squads;
    let player = |t: Token| squads[t.side().index()].players.get(usize::from(t.member()));
    let columns = vec![
        ("game_id", Column::Whole(acts.iter().map(|_| replay.header.seed).collect())),
        ("action_id", Column::Count((0..acts.len()).map(|i| Some(i as u32)).collect())),
        ("event", counts(&|a| a.event)),
        ("period_id", counts(&|a| a.half.into())),
        ("time_seconds", numbers(&|a| a.seconds)),
        ("team_id", counts(&|a| a.who.side().index() as u32)),
        ("team_name", text(acts.iter().map(|a| squads[a.who.side().index()].name.clone()).collect())),
        ("player_id", counts(&|a| a.who.index() as u32)),
        (
            "player_name",
            text(acts.iter().map(|a| player(a.who).map_or_else(String::new, |p| p.name.clone())).collect()),
        ),
        ("start_x", numbers(&|a| metres(a, a.from).0)),
        ("start_y", numbers(&|a| metres(a, a.from).1)),
        ("end_x", numbers(&|a| metres(a, a.to).0)),
        ("end_y", numbers(&|a| metres(a, a.to).1)),
        ("type_id", counts(&|a| place(&TYPES, a.kind))),
        ("type_name", text(acts.iter().map(|a| a.kind.to_owned()).collect())),
        ("result_id", counts(&|a| place(&RESULTS, a.result))),
        ("result_name", text(acts.iter().map(|a| a.result.to_owned()).collect())),
        ("bodypart_id", counts(&|a| place(&BODY, a.body))),
        ("bodypart_name", text(acts.iter().map(|a| a.body.to_owned()).collect())),
    ];
    let schema = schema_of(columns.iter().map(|(name, c)| (*name, c.kind())).collect::<Vec<(&str, DataType)>>());
    Table::of(schema, columns.into_iter().map(|(_, c)| c).collect())
}

/// The end that home attacks in a half.
fn ends(replay: &Replay) -> impl Fn(u8) -> End + '_ {
    |half| replay.keyframes().filter(|k| k.half == half).last().map_or(End::Right, |k| k.home_attacks)
}

fn acts(replay: &Replay, board: &Board) -> Vec<Act> {
    let entries: Vec<&Entry> = replay.events().collect();
    let mut acts = Vec::new();
    for (n, entry) in entries.iter().enumerate() {
        let after = &entries[n + 1..];
        let here = |name: &touchline_core::record::CellName| {
            board.cell(name.as_str()).map_or(Point::default(), |c| board.centre(c))
        };
        let seconds = 60.0 * f64::from(replay.minute(entry));
        let mut add = |who: Token, from: Point, to: Point, kind, result, body| {
            acts.push(Act { half: entry.half, seconds, who, from, to, kind, result, body, event: n as u32 });
        };
        match &entry.event {
            Event::Kick { token, kind, technique, restart, header, origin, rest, path, touched, .. } => {
                let body = if *header || *technique == Technique::Head { "head" } else { "foot" };
                let outcome = outcome(*token, after);
                let (name, result) = named(*kind, *restart, *token, &outcome);
                let end = path.last().map_or(*rest, |p| Point::new(f64::from(p[0]), f64::from(p[1])));
                let end = Point::new(end.x.clamp(0.0, board.length()), end.y.clamp(0.0, board.width()));
                add(*token, *origin, end, name, result, body);
                let keeper = prepared(&entries[..n]).filter(|k| *kind == Kind::Shot && k.side() != token.side());
                if let Some(keeper) = keeper.filter(|k| outcome.goal.is_none() && touched.contains(k)) {
                    add(keeper, end, end, "keeper_save", "success", "other");
                } else if let Some((winner, cell)) = outcome.lost_to {
                    let caught = keeper == Some(winner);
                    let (name, body) = if caught { ("keeper_pick_up", "other") } else { ("interception", "foot") };
                    add(winner, here(&cell), here(&cell), name, "success", body);
                }
            }
            Event::Sent { token, way, from, at, receiver, .. } => {
                let name = if *way == Way::Shot { "shot" } else { "pass" };
                let scored = outcome(*token, after).goal.is_some_and(|(side, own)| side == token.side() && !own);
                let kept = *way != Way::Shot && receiver.is_some_and(|r| r.side() == token.side());
                let end = Point::new(at.x.clamp(0.0, board.length()), at.y.clamp(0.0, board.width()));
                add(*token, here(from), end, name, if scored || kept { "success" } else { "fail" }, "foot");
            }
            Event::Duel { kind, by, outcome, .. } => {
                let at = last_place(&entries[..n], board);
                let won = if *outcome == DuelAnswer::Won { "success" } else { "fail" };
                match kind {
                    DuelKind::Tackle | DuelKind::Steal => add(*by, at, at, "tackle", won, "foot"),
                    DuelKind::Dribble | DuelKind::GkDribble => add(*by, at, at, "take_on", won, "foot"),
                    _ => {}
                }
            }
            Event::Foul { offender: Some(who), spot, card, sent_off, .. } => {
                let result = match (card, sent_off) {
                    (_, true) => "red_card",
                    (Some(_), false) => "yellow_card",
                    (None, false) => "fail",
                };
                add(*who, here(spot), here(spot), "foul", result, "foot");
            }
            _ => {}
        }
    }
    acts
}

/// The keeper who was last prepared for a shot.
fn prepared(before: &[&Entry]) -> Option<Token> {
    before.iter().rev().find_map(|e| match &e.event {
        Event::Keeper { token, .. } => Some(*token),
        _ => None,
    })
}

/// Where the ball was last seen in somebody's possession.
fn last_place(before: &[&Entry], board: &Board) -> Point {
    let seen = before.iter().rev().find_map(|e| match &e.event {
        Event::Possession { cell, .. } => board.cell(cell.as_str()),
        _ => None,
    });
    seen.map_or(Point::default(), |c| board.centre(c))
}

/// What came of a kick.
#[derive(Default)]
struct Outcome {
    kept: bool,
    own_run: bool,
    goal: Option<(Side, bool)>,
    offside: bool,
    lost_to: Option<(Token, touchline_core::record::CellName)>,
}

fn outcome(kicker: Token, after: &[&Entry]) -> Outcome {
    let mut found = Outcome::default();
    for entry in after {
        match &entry.event {
            Event::Goal { side, own, .. } => {
                found.goal = Some((*side, *own));
                return found;
            }
            Event::Offside { verdict, .. } if verdict == "offside" => {
                found.offside = true;
                return found;
            }
            Event::Possession { token, side, cell, .. } => {
                found.kept = *side == kicker.side();
                found.own_run = *token == kicker;
                if !found.kept {
                    found.lost_to = Some((*token, *cell));
                }
                return found;
            }
            Event::Kick { token, header: true, .. } => {
                found.kept = token.side() == kicker.side();
                return found;
            }
            Event::Kick { .. } | Event::Restart { .. } | Event::Half { .. } | Event::End { .. } => return found,
            _ => {}
        }
    }
    found
}

fn named(kind: Kind, restart: Restart, kicker: Token, outcome: &Outcome) -> (&'static str, &'static str) {
    let scored = outcome.goal.is_some_and(|(side, own)| side == kicker.side() && !own);
    let own_goal = outcome.goal.is_some_and(|(side, _)| side != kicker.side());
    let result = match () {
        () if own_goal => "owngoal",
        () if outcome.offside => "offside",
        () if scored || (outcome.kept && kind != Kind::Shot) => "success",
        () => "fail",
    };
    let name = match (kind, restart) {
        (Kind::Shot, Restart::Penalty) => "shot_penalty",
        (Kind::Shot, Restart::FreeKick) => "shot_freekick",
        (Kind::Shot, _) => "shot",
        (_, Restart::ThrowIn) => "throw_in",
        (_, Restart::GoalKick) => "goalkick",
        (Kind::Cross, Restart::Corner) => "corner_crossed",
        (_, Restart::Corner) => "corner_short",
        (Kind::Cross, Restart::FreeKick) => "freekick_crossed",
        (_, Restart::FreeKick) => "freekick_short",
        (Kind::Cross, _) => "cross",
        _ if outcome.own_run => "dribble",
        _ => "pass",
    };
    (name, result)
}
