//! What a scenario expects.

use super::event::event;
use super::name::{cell, pair, token};
use super::node::{Mark, Node};
use super::snapshot;
use super::value::{self, Holds};
use crate::board::{Cell, CellSet};
use crate::game::{Action, Intent, Match, Offer, Stage, Way};
use crate::rules::{Ruleset, Series};
use crate::{Side, Token};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// An expectation, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    pub(super) what: Expectation,
    pub(super) at: Mark,
}

/// An expectation that does not hold: what was expected, what there is instead, and where it stands.
#[derive(Debug)]
pub(super) struct Unmet<'e> {
    pub(super) expected: String,
    pub(super) got: String,
    pub(super) at: &'e Mark,
}

/// One expectation.
#[derive(Clone, Debug)]
pub(super) enum Expectation {
    /// There is such an event, after the one named before it.
    Event(Json),
    /// There is no such event.
    NoEvent(Json),
    /// The state has these values.
    State(Json),
    /// Exactly these kinds of action are on offer to a side.
    Legal(Side, Vec<String>),
    /// None of these kinds is on offer to a side.
    Illegal(Side, Vec<String>),
    /// Where a token may move or be placed.
    Moves(Token, Moves),
    /// Exactly these tokens and cells may be picked.
    Picks(Vec<Pick>),
    /// Where the ball may be sent in one way.
    Sends(Way, Moves),
    /// Exactly these tokens may rob the carrier.
    Steals(Vec<Token>),
    /// How many legal actions of each kind there are.
    Counts(Vec<(String, usize)>),
    /// A squad was refused, with a complaint that contains this text.
    SquadRefused(Side, Option<String>),
    /// After so many matches won, home first, this match follows in a series (or in a tie of a tournament).
    Series { won: [u8; 2], next: Option<u8>, tie: bool },
}

/// Where a token may move.
#[derive(Clone, Debug)]
pub(super) enum Moves {
    /// The farthest legal cell is this far away (0 = it may not move).
    Farthest(u8),
    /// Exactly these cells.
    Exactly(BTreeSet<Cell>),
    /// Among others these, and not those.
    Some { can: Vec<Cell>, cannot: Vec<Cell> },
}

/// Something to pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pick {
    Token(Token),
    Cell(Cell),
}

const KINDS: [&str; 12] = [
    "event",
    "no_event",
    "state",
    "legal",
    "illegal",
    "moves",
    "picks",
    "squad_refused",
    "sends",
    "steals",
    "counts",
    "series",
];
/// Kinds of action that are neither an offer nor an intent.
const OTHER_KINDS: [&str; 15] = [
    "throw",
    "aim",
    "move",
    "shift",
    "pick",
    "cell",
    "keeper",
    "substitute",
    "formation",
    "wall",
    "kick",
    "over",
    "chain",
    "steal",
    "number",
];

pub(super) fn expectations(node: &Node<'_>, rules: &Ruleset) -> Vec<Expected> {
    let mut all = Vec::new();
    for item in node.items() {
        for (index, field) in item.fields(&KINDS) {
            let mut found = Vec::new();
            match index {
                0 => found.extend(event(&field, rules).map(Expectation::Event)),
                1 => found.extend(event(&field, rules).map(Expectation::NoEvent)),
                2 => found.extend(state(&field, rules).map(Expectation::State)),
                3 | 4 => kinds(&field, index == 3, &mut found),
                5 => moves(&field, rules, &mut found),
                6 => {
                    let picks = field.one_or_more().iter().filter_map(|n| pick(n, rules)).collect();
                    found.push(Expectation::Picks(picks));
                }
                7 => found.extend(squad(&field)),
                8 => {
                    for (way, cells) in field.entries() {
                        match Way::from_word(&way) {
                            Some(way) => found.extend(reach(&cells, rules).map(|m| Expectation::Sends(way, m))),
                            None => field.unknown_key(&way, Way::WORDS),
                        }
                    }
                }
                9 => found.push(Expectation::Steals(field.items().iter().filter_map(token).collect())),
                10 => {
                    let counts = field.entries();
                    let known: Vec<&str> = Way::WORDS.iter().copied().chain(["move", "steal", "all"]).collect();
                    for (kind, _) in counts.iter().filter(|(kind, _)| !known.contains(&kind.as_str())) {
                        field.unknown_key(kind, &known);
                    }
                    let each = counts.iter().filter_map(|(k, n)| Some((k.clone(), n.int(0, 9999)? as usize)));
                    found.push(Expectation::Counts(each.collect()));
                }
                _ => found.extend(series(&field)),
            }
            let at = item.mark(Some(KINDS[index]));
            all.extend(found.into_iter().map(|what| Expected { what, at: at.clone() }));
        }
    }
    all
}

fn state(node: &Node<'_>, rules: &Ruleset) -> Option<Json> {
    let expected = value::json(node)?;
    facts(node, &snapshot::STATE, rules);
    for (who, about) in node.get("player").iter().flat_map(Node::entries) {
        if let Err(problem) = who.parse::<Token>() {
            node.get("player").iter().for_each(|players| players.wrong_key(&who, &problem));
        }
        facts(&about, &snapshot::PLAYER, rules);
    }
    Some(expected)
}

/// Checks facts of the state: each must be known, and able to be what is expected.
fn facts(node: &Node<'_>, known: &[(&str, Holds)], rules: &Ruleset) {
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    for (index, field) in node.fields(&names).into_iter().filter(|(_, field)| !field.yaml().is_null()) {
        value::check_state(&field, names[index], known[index].1, rules);
    }
}

fn kinds(node: &Node<'_>, exact: bool, found: &mut Vec<Expectation>) {
    for (index, list) in node.fields(&["home", "away"]) {
        let side = Side::BOTH[index];
        let mut words = Vec::new();
        for item in list.items() {
            let Some(text) = item.text() else { continue };
            let word = text.split(' ').next().unwrap_or_default();
            let known: Vec<&str> = Offer::WORDS.iter().chain(Intent::WORDS).chain(&OTHER_KINDS).copied().collect();
            let detail = text.split_once(' ').map(|(_, d)| d);
            let details = ["low", "lifted", "head", "stand", "lie", "rod", "1", "2", "3", "4", "5"];
            if !known.contains(&word) {
                item.unknown("kind of action", word, &known);
            } else if let Some(detail) = detail.filter(|d| !details.contains(d)) {
                item.unknown("technique or pose", detail, &details);
            }
            words.push(text);
        }
        found.push(if exact { Expectation::Legal(side, words) } else { Expectation::Illegal(side, words) });
    }
}

fn moves(node: &Node<'_>, rules: &Ruleset, found: &mut Vec<Expectation>) {
    for (who, value) in node.entries() {
        match who.parse::<Token>() {
            Ok(token) => found.extend(reach(&value, rules).map(|moves| Expectation::Moves(token, moves))),
            Err(problem) => node.wrong_key(&who, problem),
        }
    }
}

/// `2`, `[d6, e6]`, or `{ can: [d6], cannot: [e6] }`.
fn reach(value: &Node<'_>, rules: &Ruleset) -> Option<Moves> {
    let list = |n: &Node<'_>| -> Vec<Cell> { n.items().iter().filter_map(|c| cell(c, rules)).collect() };
    if value.yaml().is_sequence() {
        return Some(Moves::Exactly(list(value).into_iter().collect()));
    }
    if value.is_table() {
        let (mut can, mut cannot) = (Vec::new(), Vec::new());
        for (index, field) in value.fields(&["can", "cannot"]) {
            if index == 0 { can = list(&field) } else { cannot = list(&field) }
        }
        return Some(Moves::Some { can, cannot });
    }
    value.byte().map(Moves::Farthest)
}

fn pick(node: &Node<'_>, rules: &Ruleset) -> Option<Pick> {
    if node.text()?.contains(' ') { token(node).map(Pick::Token) } else { cell(node, rules).map(Pick::Cell) }
}

fn squad(node: &Node<'_>) -> Option<Expectation> {
    let (mut side, mut says) = (None, None);
    for (index, field) in node.fields(&["side", "says"]) {
        match index {
            0 => side = field.word("side", &["home", "away"]).map(|i| Side::BOTH[i]),
            _ => says = field.text(),
        }
    }
    if side.is_none() {
        node.wrong("say whose squad is refused: `side: home`");
    }
    Some(Expectation::SquadRefused(side?, says))
}

/// `{ won: [1, 1], next: 3 }`, or `next: none`.
fn series(node: &Node<'_>) -> Option<Expectation> {
    let (mut won, mut next, mut tie) = (None, None, false);
    for (index, field) in node.fields(&["won", "next", "tie"]) {
        match index {
            0 => won = pair(&field),
            1 if field.yaml().as_str() == Some("none") => next = Some(None),
            1 => next = field.byte().map(Some),
            _ => tie = field.flag().unwrap_or_default(),
        }
    }
    if won.is_none() || next.is_none() {
        node.wrong("say how many matches each side has won and which comes next: `{ won: [1, 1], next: 3 }`");
    }
    Some(Expectation::Series { won: won?, next: next?, tie })
}

/// Checks expectations against events in order and the position; the first that does not hold comes back.
pub(super) fn check<'e>(expected: &'e [Expected], events: &[Json], game: &Match) -> Result<(), Unmet<'e>> {
    let mut from = 0;
    for Expected { what, at } in expected {
        fulfil(what, events, &mut from, game).map_err(|(expected, got)| Unmet { expected, got, at })?;
    }
    Ok(())
}

/// Checks one expectation; `from` is the event after the one expected before it.
fn fulfil(expectation: &Expectation, events: &[Json], from: &mut usize, game: &Match) -> Result<(), (String, String)> {
    match expectation {
        Expectation::Event(wanted) => match events[*from..].iter().position(|e| holds(wanted, e)) {
            Some(at) => *from += at + 1,
            None => return Err((format!("an event {wanted}"), nearest_event(wanted, events, *from))),
        },
        Expectation::NoEvent(unwanted) => {
            if let Some(found) = events.iter().find(|e| holds(unwanted, e)) {
                return Err((format!("no event {unwanted}"), snapshot::line(found)));
            }
        }
        Expectation::State(wanted) => state_holds(wanted, &snapshot::state(game))?,
        Expectation::Legal(side, words) => legal(*side, words, game)?,
        Expectation::Illegal(side, words) => illegal(*side, words, game)?,
        Expectation::Moves(token, moves) => moves_hold(*token, moves, game)?,
        Expectation::Picks(picks) => picks_hold(picks, game)?,
        Expectation::Sends(way, moves) => {
            let side = game.state().to_act.word();
            cells_hold(&format!("{side} by {way}"), None, game.state().sends()[*way as usize], moves, game)?;
        }
        Expectation::Steals(tokens) => steals_hold(tokens, game)?,
        Expectation::Counts(counts) => counts_hold(counts, game)?,
        Expectation::Series { won, next, tie } => {
            let series = game.rules().series(*tie).unwrap_or(Series::first_to(1));
            let follows = series.next(*won, won[0].saturating_add(won[1]));
            let said = |n: Option<u8>| n.map_or("no match".to_owned(), |n| format!("match {n}"));
            if follows != *next {
                return Err((format!("{} after {won:?} matches won", said(*next)), said(follows)));
            }
        }
        Expectation::SquadRefused(side, _) => {
            return Err((format!("that the {side} squad is refused"), "the match began".to_owned()));
        }
    }
    Ok(())
}

/// Whether everything in `wanted` is in `found`: tables by their keys, lists and scalars as they are.
pub(super) fn holds(wanted: &Json, found: &Json) -> bool {
    match (wanted, found) {
        (Json::Object(wanted), Json::Object(found)) => wanted
            .iter()
            .all(|(k, v)| found.get(k).is_some_and(|f| holds(v, f)) || v.is_null() && !found.contains_key(k)),
        (Json::Array(wanted), Json::Array(found)) => {
            wanted.len() == found.len() && wanted.iter().zip(found).all(|(w, f)| holds(w, f))
        }
        (Json::Number(wanted), Json::Number(found)) => match (wanted.as_f64(), found.as_f64()) {
            (Some(a), Some(b)) => (a - b).abs() < 0.006,
            _ => wanted == found,
        },
        _ => wanted == found,
    }
}

fn nearest_event(wanted: &Json, events: &[Json], from: usize) -> String {
    let of_type = |e: &&Json| e.get("type") == wanted.get("type");
    let score = |e: &&Json| match wanted.as_object() {
        Some(fields) => fields.iter().filter(|(k, v)| e.get(k.as_str()).is_some_and(|f| holds(v, f))).count(),
        None => 0,
    };
    if let Some(near) = events[from..].iter().filter(of_type).max_by_key(score) {
        return format!("nearest: {}", snapshot::line(near));
    }
    match events[..from].iter().rev().find(of_type) {
        Some(earlier) => format!("only before the event expected last: {}", snapshot::line(earlier)),
        None => "no event of that type".to_owned(),
    }
}

fn state_holds(wanted: &Json, found: &Json) -> Result<(), (String, String)> {
    let Some(fields) = wanted.as_object() else { return Ok(()) };
    for (key, value) in fields {
        let got = found.get(key).unwrap_or(&Json::Null);
        if let ("player", Some(players)) = (key.as_str(), value.as_object()) {
            for (who, facts) in players {
                let got = got.get(who).unwrap_or(&Json::Null);
                if !holds(facts, got) {
                    return Err((format!("{who} {facts}"), got.to_string()));
                }
            }
        } else if !(holds(value, got) || key == "possession" && holds(value, &found["carrier"])) {
            return Err((format!("{key}: {value}"), format!("{key}: {got}")));
        }
    }
    Ok(())
}

/// The kinds of action on offer to a side, in words: `pass`, and with its detail `pass low`.
fn offered(side: Side, game: &Match) -> BTreeSet<String> {
    let mut kinds = BTreeSet::new();
    if game.decision().is_none_or(|d| d.side != side) {
        return kinds;
    }
    for action in game.legal_actions() {
        let word = match action {
            Action::Take(offer) => offer.word(),
            Action::Declare(intent, technique) => {
                kinds.insert(format!("{intent} {}", technique.word()));
                intent.word()
            }
            Action::Aim(..) => "aim",
            Action::Move(..) => "move",
            Action::Shift(..) => "shift",
            Action::PickToken(_) => "pick",
            Action::PickCell(_) => "cell",
            Action::Pose(pose) => {
                kinds.insert(format!("keeper {pose}"));
                "keeper"
            }
            Action::Throw(dice) => {
                kinds.insert(format!("throw {}", dice.count_ones()));
                "throw"
            }
            Action::Change(..) => "substitute",
            Action::Formation(_, wall) => {
                if wall > 0 {
                    kinds.insert("wall".to_owned());
                }
                "formation"
            }
            Action::Send(way, _) => way.word(),
            Action::Steal(_) => "steal",
            Action::Number(_) => "number",
        };
        kinds.insert(word.to_owned());
    }
    kinds
}

fn in_words(kinds: &BTreeSet<String>, game: &Match) -> String {
    let whose = game.decision().map_or("the match is over".to_owned(), |d| format!("{} decides `{}`", d.side, d.stage));
    format!("{} ({whose})", kinds.iter().map(String::as_str).collect::<Vec<_>>().join(", "))
}

fn legal(side: Side, words: &[String], game: &Match) -> Result<(), (String, String)> {
    let kinds = offered(side, game);
    let coarse: BTreeSet<&str> = kinds.iter().filter(|k| !k.contains(' ')).map(String::as_str).collect();
    let wanted: BTreeSet<&str> = words.iter().filter_map(|w| w.split(' ').next()).collect();
    let detailed = |word: &str| -> BTreeSet<&str> {
        let prefix = format!("{word} ");
        kinds.iter().filter(|k| k.starts_with(&prefix)).map(String::as_str).collect()
    };
    let details_fit = wanted.iter().all(|word| {
        let prefix = format!("{word} ");
        let asked: BTreeSet<&str> = words.iter().filter(|w| w.starts_with(&prefix)).map(String::as_str).collect();
        asked.is_empty() || asked == detailed(word)
    });
    if coarse == wanted && details_fit {
        return Ok(());
    }
    Err((format!("{side} may do exactly: {}", words.join(", ")), in_words(&kinds, game)))
}

fn illegal(side: Side, words: &[String], game: &Match) -> Result<(), (String, String)> {
    let kinds = offered(side, game);
    match words.iter().find(|w| kinds.contains(*w)) {
        Some(word) => Err((format!("{side} may not do: {word}"), in_words(&kinds, game))),
        None => Ok(()),
    }
}

fn moves_hold(token: Token, moves: &Moves, game: &Match) -> Result<(), (String, String)> {
    let state = game.state();
    if game.decision().is_none_or(|d| d.side != token.side()) {
        return Err((format!("moves of {token}"), in_words(&BTreeSet::new(), game)));
    }
    let cells = state.slot_of(token).map_or(CellSet::EMPTY, |s| state.legal.moves[s]);
    cells_hold(&token.to_string(), state.piece(token).cell, cells, moves, game)
}

/// Whether a set of legal cells is as expected.
fn cells_hold(
    what: &str,
    from: Option<Cell>,
    cells: CellSet,
    moves: &Moves,
    game: &Match,
) -> Result<(), (String, String)> {
    let board = &game.rules().board;
    let names =
        |cells: &mut dyn Iterator<Item = Cell>| cells.map(|c| board.cell_name(c)).collect::<Vec<_>>().join(", ");
    let cells: BTreeSet<Cell> = cells.iter().collect();
    let all = || names(&mut cells.iter().copied());
    match moves {
        Moves::Farthest(wanted) => {
            let farthest = cells.iter().filter_map(|c| from.map(|f| board.distance(f, *c))).max().unwrap_or_default();
            if farthest == *wanted {
                return Ok(());
            }
            Err((format!("{what} may move up to {wanted}"), format!("up to {farthest}: {}", all())))
        }
        Moves::Exactly(wanted) if *wanted == cells => Ok(()),
        Moves::Exactly(wanted) => Err((format!("{what} may go to {}", names(&mut wanted.iter().copied())), all())),
        Moves::Some { can, cannot } => {
            if let Some(cell) = can.iter().find(|c| !cells.contains(c)) {
                return Err((format!("{what} may go to {}", board.cell_name(*cell)), all()));
            }
            if let Some(cell) = cannot.iter().find(|c| cells.contains(c)) {
                return Err((format!("{what} may not go to {}", board.cell_name(*cell)), all()));
            }
            Ok(())
        }
    }
}

fn steals_hold(wanted: &[Token], game: &Match) -> Result<(), (String, String)> {
    let state = game.state();
    let legal = |slot: &usize| state.stage == Stage::Turn && state.legal.tokens >> slot & 1 == 1;
    let found: BTreeSet<Token> = (0..11).filter(legal).filter_map(|slot| state.slot(state.to_act, slot)).collect();
    if found == wanted.iter().copied().collect() {
        return Ok(());
    }
    let names = |tokens: &mut dyn Iterator<Item = &Token>| tokens.map(Token::to_string).collect::<Vec<_>>().join(", ");
    Err((format!("steals by {}", names(&mut wanted.iter())), names(&mut found.iter())))
}

fn counts_hold(wanted: &[(String, usize)], game: &Match) -> Result<(), (String, String)> {
    let word = |action: &Action| match action {
        Action::Move(..) => "move",
        Action::Send(way, _) => way.word(),
        Action::Steal(_) => "steal",
        _ => "other",
    };
    let actions = game.legal_actions();
    for (kind, wanted) in wanted {
        let found = actions.iter().filter(|a| word(a) == kind || kind == "all" && word(a) != "other").count();
        if found != *wanted {
            return Err((format!("{wanted} actions `{kind}`"), found.to_string()));
        }
    }
    Ok(())
}

fn picks_hold(wanted: &[Pick], game: &Match) -> Result<(), (String, String)> {
    let state = game.state();
    let side = state.to_act;
    let board = &game.rules().board;
    let found: BTreeSet<Pick> = game
        .legal_actions()
        .into_iter()
        .filter_map(|action| match action {
            Action::PickToken(slot) if slot.index() < 11 => state.slot(side, slot.index()).map(Pick::Token),
            Action::PickToken(slot) => state.slot(side.other(), slot.index() - 11).map(Pick::Token),
            Action::PickCell(cell) => Some(Pick::Cell(cell)),
            _ => None,
        })
        .collect();
    let names = |picks: &BTreeSet<Pick>| {
        let name = |p: &Pick| match p {
            Pick::Token(t) => t.to_string(),
            Pick::Cell(c) => board.cell_name(*c).to_owned(),
        };
        picks.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    let wanted: BTreeSet<Pick> = wanted.iter().copied().collect();
    if wanted == found {
        return Ok(());
    }
    Err((format!("a choice of {}", names(&wanted)), format!("{} ({side} decides `{}`)", names(&found), state.stage)))
}
