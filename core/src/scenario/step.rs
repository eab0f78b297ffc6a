//! What the coaches do in a scenario, step by step.

use super::expect::{self, Expected};
use super::name::cell;
use super::node::{Mark, Node};
use super::value;
use crate::board::{Cell, Spot};
use crate::game::{GOAL_COLUMNS, GOAL_ROWS, Intent, KeeperPose, Offer, WALLS, Way};
use crate::kick::{Pace, Technique};
use crate::rules::{GameKind, MAX_DICE, Ruleset};
use crate::{Side, Token};

/// One step: what a side does, whether it must be refused, and what is expected right after it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) side: Side,
    pub(super) verbs: Vec<Verb>,
    pub(super) refused: Refused,
    pub(super) expect: Vec<Expected>,
    /// As it is written, for reports.
    pub(super) text: String,
    pub(super) at: Mark,
}

/// Whether a step must be refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    No,
    Yes,
    /// And the refusal must name this clause.
    By(String),
}

/// One thing that a side does.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Verb {
    /// Declares what to do with the ball; with an aim it also kicks, as soon as the keeper is ready.
    Declare(Intent, Option<Technique>, Option<Aimed>),
    Aim(Aimed),
    Keeper(Option<Cell>, KeeperPose),
    NoKeeper,
    Take(Offer),
    Move(Token, Cell),
    Shift(Token, Spot),
    PickToken(Token),
    PickCell(Cell),
    Pose(KeeperPose),
    Formation(u8, u8),
    Change(Token, Token),
    Send(Way, Cell),
    Steal(Token),
    Number(u8),
    /// Throws these dice, a bit each; without any, all of them.
    Throw(Option<u8>),
    /// Throws all dice but those that show these faces.
    Keep(Vec<String>),
}

/// Where and how hard a ball is struck; a scripted kick ends where the script says all the same.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Aimed {
    pub(super) at: Option<AimedAt>,
    pub(super) pace: Option<Pace>,
    /// The spot of his cell that the kicker is put back on; without one he stays where he is.
    pub(super) put_back: Option<Spot>,
    /// The spot of the ball's cell that its winner runs to; without one it is the first that is clear.
    pub(super) stands: Option<Spot>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AimedAt {
    Cell(Cell, Spot),
    Goal(u8, u8),
}

/// What a step may say.
const VERBS: [&str; 26] = [
    "kick",
    "over",
    "chain",
    "steal",
    "number",
    "pass",
    "advance",
    "dribble",
    "cross",
    "shot",
    "declare",
    "aim",
    "keeper",
    "take",
    "move",
    "shift",
    "pick",
    "place",
    "formation",
    "substitute",
    "throw",
    "keep",
    "end",
    "step",
    "slide",
    "pose",
];
/// Plain answers that need no `take`.
const PLAIN: [(&str, Offer); 9] = [
    ("end", Offer::End),
    ("tackle", Offer::Tackle),
    ("decline", Offer::Decline),
    ("report", Offer::Report),
    ("foul", Offer::Foul),
    ("bonus", Offer::Bonus),
    ("claim", Offer::Claim),
    ("double", Offer::Double),
    ("stop", Offer::Stop),
];

pub(super) fn steps(scenario: &Node<'_>, rules: &Ruleset) -> Vec<Step> {
    let items = scenario.get("do").map(|n| n.items()).unwrap_or_default();
    items.iter().filter_map(|node| step(node, rules)).collect()
}

fn step(node: &Node<'_>, rules: &Ruleset) -> Option<Step> {
    let (mut acts, mut refused, mut expect) = (Vec::new(), Refused::No, Vec::new());
    for (index, field) in node.fields(&["home", "away", "refused", "expect"]) {
        match index {
            2 => {
                refused = match field.text()?.as_str() {
                    "true" => Refused::Yes,
                    "false" => Refused::No,
                    clause => {
                        value::clause(&field, rules);
                        Refused::By(clause.to_owned())
                    }
                }
            }
            3 => expect = expect::expectations(&field, rules),
            side => acts.push((Side::BOTH[side], field)),
        }
    }
    let [(side, ref act)] = acts[..] else {
        node.wrong("a step says what one side does: `home: { pass: { to: H4 } }`");
        return None;
    };
    let mut verbs = Vec::new();
    for item in act.one_or_more() {
        verbs_of(side, &item, rules, &mut verbs);
    }
    let text = serde_json::to_string(act.yaml()).unwrap_or_default().replace('"', "");
    Some(Step { side, verbs, refused, expect, text: format!("{side}: {text}"), at: node.mark(None) })
}

fn verbs_of(side: Side, node: &Node<'_>, rules: &Ruleset, verbs: &mut Vec<Verb>) {
    if !node.is_table() {
        let Some(word) = node.text() else { return };
        if let Some((_, offer)) = PLAIN.iter().find(|(plain, _)| *plain == word) {
            verbs.push(Verb::Take(*offer));
        } else if word == "throw" && rules.vocabulary.dice.is_some() {
            verbs.push(Verb::Throw(None));
        } else if let Some(intent) = Intent::from_word(&word) {
            verbs.push(Verb::Declare(intent, None, Some(Aimed::default())));
        } else {
            let known: Vec<&str> = PLAIN.iter().map(|(w, _)| *w).chain(Intent::WORDS.iter().copied()).collect();
            node.unknown("step in one word", &word, &known);
        }
        return;
    }
    for (index, field) in node.fields(&VERBS) {
        match VERBS[index] {
            "declare" => verbs.extend(declare(&field)),
            "aim" => verbs.extend(aimed(&field, rules).map(Verb::Aim)),
            "keeper" => verbs.extend(keeper(&field, rules)),
            "take" => verbs.extend(field.word("offer", Offer::WORDS).map(|i| Verb::Take(Offer::ALL[i]))),
            "pose" => verbs.extend(field.word("pose", &KeeperPose::WORDS[..2]).map(|i| Verb::Pose(KeeperPose::ALL[i]))),
            "move" | "place" | "step" | "slide" => {
                let moves = field.entries();
                let each =
                    moves.iter().filter_map(|(who, to)| Some(Verb::Move(member(side, who, &field)?, cell(to, rules)?)));
                verbs.extend(each);
            }
            "shift" => {
                for (who, to) in field.entries() {
                    let spot = to.int(0, 6).and_then(|n| Spot::from_index(n as usize));
                    verbs.extend(member(side, &who, &field).zip(spot).map(|(token, spot)| Verb::Shift(token, spot)));
                }
            }
            "pick" => {
                let Some(text) = field.text() else { continue };
                if text.parse::<u8>().is_ok() || text.contains(' ') {
                    verbs.extend(member(side, &text, &field).map(Verb::PickToken));
                } else {
                    verbs.extend(cell(&field, rules).map(Verb::PickCell));
                }
            }
            "throw" if rules.vocabulary.dice.is_some() => {
                let places = field.one_or_more();
                let places = places.iter().filter_map(|n| n.int(1, MAX_DICE as i64));
                verbs.push(Verb::Throw(Some(places.fold(0, |set, n| set | 1 << (n - 1)))));
            }
            "keep" => {
                let faces = field.one_or_more().iter().filter_map(Node::text).collect();
                verbs.push(Verb::Keep(faces));
            }
            "throw" => verbs.extend(field.text().and_then(|who| member(side, &who, &field)).map(Verb::PickToken)),
            "formation" => verbs.extend(formation(&field, rules)),
            "substitute" => verbs.extend(change(side, &field)),
            "end" => verbs.push(Verb::Take(Offer::End)),
            "steal" => verbs.extend(field.text().and_then(|who| member(side, &who, &field)).map(Verb::Steal)),
            "number" => verbs.extend(field.int(1, 9).map(|n| Verb::Number(n as u8))),
            way if rules.game.kind() == GameKind::Grid && Way::from_word(way).is_some() => {
                // `pass: d6`, or in full `pass: { to: d6 }`.
                let to = field.get("to").unwrap_or_else(|| field.clone());
                verbs.extend(Way::from_word(way).zip(cell(&to, rules)).map(|(way, cell)| Verb::Send(way, cell)));
            }
            "kick" | "over" | "chain" => field.wrong("this game has no such step: it belongs to a square board"),
            intent => {
                let intent = Intent::from_word(intent).unwrap_or(Intent::Pass);
                let technique = field.get("technique").and_then(|n| technique(&n));
                verbs.extend(aimed(&field, rules).map(|aim| Verb::Declare(intent, technique, Some(aim))));
            }
        }
    }
}

/// A token of a side by its place in the squad, or in full (`away 6`).
fn member(side: Side, who: &str, node: &Node<'_>) -> Option<Token> {
    let token = match who.parse::<u8>() {
        Ok(place @ 1..=16) => Some(Token::new(side, place - 1)),
        _ => who.parse().ok(),
    };
    if token.is_none() {
        node.wrong(format!("`{who}` is no token: write its place in the squad, 1 to 16"));
    }
    token
}

fn technique(node: &Node<'_>) -> Option<Technique> {
    let words: Vec<&str> = Technique::ALL.iter().map(|t| t.word()).collect();
    node.word("technique", &words).map(|i| Technique::ALL[i])
}

/// `pass`, or `pass lifted`.
fn declare(node: &Node<'_>) -> Option<Verb> {
    let text = node.text()?;
    let (intent, how) = text.split_once(' ').map_or((text.as_str(), None), |(i, t)| (i, Some(t)));
    let Some(found) = Intent::from_word(intent) else {
        node.unknown("intent", intent, Intent::WORDS);
        return None;
    };
    let technique = match how {
        None => None,
        Some(how) => match Technique::ALL.iter().find(|t| t.word() == how) {
            Some(technique) => Some(*technique),
            None => {
                node.unknown("technique", how, &["low", "lifted", "head"]);
                return None;
            }
        },
    };
    Some(Verb::Declare(found, technique, None))
}

/// `{ to: H4, spot: 3, pace: firm, put_back: 2 }`, or for a shot `{ at: left-high }`.
fn aimed(node: &Node<'_>, rules: &Ruleset) -> Option<Aimed> {
    let mut aim = Aimed::default();
    let mut spot = Spot::MIDDLE;
    for (index, field) in node.fields(&["to", "at", "spot", "pace", "technique", "put_back", "stands"]) {
        match index {
            0 => aim.at = Some(AimedAt::Cell(cell(&field, rules)?, Spot::MIDDLE)),
            1 => aim.at = Some(goal_point(&field)?),
            2 => spot = Spot::from_index(field.int(0, 6)? as usize)?,
            3 => {
                let words: Vec<&str> = Pace::ALL.iter().map(|p| p.word()).collect();
                aim.pace = field.word("pace", &words).map(|i| Pace::ALL[i]);
            }
            5 => aim.put_back = Some(Spot::from_index(field.int(0, 6)? as usize)?),
            6 => aim.stands = Some(Spot::from_index(field.int(0, 6)? as usize)?),
            _ => {}
        }
    }
    if let Some(AimedAt::Cell(cell, _)) = aim.at {
        aim.at = Some(AimedAt::Cell(cell, spot));
    }
    Some(aim)
}

/// `left-low` … `right-high`: five columns, seen by the shooter, and three rows.
fn goal_point(node: &Node<'_>) -> Option<AimedAt> {
    const COLUMNS: [&str; GOAL_COLUMNS as usize] = ["left", "half-left", "centre", "half-right", "right"];
    const ROWS: [&str; GOAL_ROWS as usize] = ["low", "middle", "high"];
    let text = node.text()?;
    let found = text.rsplit_once('-').and_then(|(column, row)| {
        let column = COLUMNS.iter().position(|c| *c == column)?;
        Some(AimedAt::Goal(column as u8, ROWS.iter().position(|r| *r == row)? as u8))
    });
    if found.is_none() {
        node.wrong(format!(
            "`{text}` is no point of the goal: write one of {} and one of {}, such as `centre-low`",
            COLUMNS.join(", "),
            ROWS.join(", ")
        ));
    }
    found
}

/// `rod`, `none`, `{ cell: K4, pose: lie }`.
fn keeper(node: &Node<'_>, rules: &Ruleset) -> Option<Verb> {
    if !node.is_table() {
        return Some(match node.word("preparation of the keeper", &["rod", "none", "stand", "lie"])? {
            0 => Verb::Keeper(None, KeeperPose::Rod),
            1 => Verb::NoKeeper,
            2 => Verb::Keeper(None, KeeperPose::Stand),
            _ => Verb::Keeper(None, KeeperPose::Lie),
        });
    }
    let (mut at, mut pose) = (None, KeeperPose::Stand);
    for (index, field) in node.fields(&["cell", "pose"]) {
        match index {
            0 => at = Some(cell(&field, rules)?),
            _ => pose = KeeperPose::ALL[field.word("pose", KeeperPose::WORDS)?],
        }
    }
    Some(Verb::Keeper(at, pose))
}

/// `4-4-2`, `as they stand`, or `{ shape: …, wall: 3 }`.
fn formation(node: &Node<'_>, rules: &Ruleset) -> Option<Verb> {
    let names: Vec<&str> =
        std::iter::once("as they stand").chain(rules.formations.iter().map(crate::rules::Formation::name)).collect();
    let shape = |n: &Node<'_>| n.word("formation", &names);
    if !node.is_table() {
        return Some(Verb::Formation(shape(node)? as u8, 0));
    }
    let (mut index, mut wall) = (0, 0);
    for (field, value) in node.fields(&["shape", "wall"]) {
        match field {
            0 => index = shape(&value)? as u8,
            _ => wall = value.int(0, i64::from(WALLS) - 1)? as u8,
        }
    }
    Some(Verb::Formation(index, wall))
}

/// `{ off: 9, on: 14 }` or `none`.
fn change(side: Side, node: &Node<'_>) -> Option<Verb> {
    if !node.is_table() {
        node.word("substitution", &["none"])?;
        return Some(Verb::Take(Offer::Decline));
    }
    let (mut off, mut on) = (None, None);
    for (index, field) in node.fields(&["off", "on"]) {
        let who = field.text().and_then(|who| member(side, &who, &field));
        if index == 0 { off = who } else { on = who }
    }
    if off.is_none() || on.is_none() {
        node.wrong("say who leaves and who comes on: `{ off: 9, on: 14 }`");
    }
    Some(Verb::Change(off?, on?))
}
