//! The scripted outcomes of kicks and dice.

use super::name::{cell, point, token};
use super::node::Node;
use crate::Token;
use crate::board::Point;
use crate::game::{Script, ScriptedDie, ScriptedEnd, ScriptedKick};
use crate::rules::Ruleset;

/// The script of a scenario; problems are noted at its nodes.
pub(super) fn script(scenario: &Node<'_>, rules: &Ruleset) -> Script {
    let kicks = scenario.get("kicks").map(|n| n.items()).unwrap_or_default();
    let dice = scenario.get("dice").map(|n| n.items()).unwrap_or_default();
    Script {
        kicks: kicks.iter().filter_map(|n| kick(n, rules)).collect(),
        dice: dice.iter().filter_map(|n| die(n, rules)).collect(),
    }
}

/// `4`, or `tackle 2` for a die that must be rolled under that label; `BALL` or `keeper GOAL` for a die with named faces.
fn die(node: &Node<'_>, rules: &Ruleset) -> Option<ScriptedDie> {
    let text = node.text()?;
    let (label, face) = match text.rsplit_once(' ') {
        Some((label, face)) => (Some(label.to_owned()), face),
        None => (None, text.as_str()),
    };
    if let Ok(face @ 1..) = face.parse::<u8>() {
        return Some(ScriptedDie { label, face, name: None });
    }
    let dice = rules.vocabulary.dice.as_ref().map(|d| d.dice.as_slice()).unwrap_or_default();
    if dice.iter().any(|d| d.faces.iter().any(|f| f == face)) {
        return Some(ScriptedDie { label, face: 0, name: Some(face.to_owned()) });
    }
    node.wrong(format!("`{text}` is no die: write a face such as `4`, or a label and a face such as `tackle 2`"));
    None
}

fn kick(node: &Node<'_>, rules: &Ruleset) -> Option<ScriptedKick> {
    const KEYS: [&str; 9] = ["rests", "out", "at", "net", "own_net", "touched", "pushed", "knocked", "tumbled"];
    let mut kick =
        ScriptedKick { end: ScriptedEnd::Net, touched: Vec::new(), pushed: Vec::new(), knocked: false, tumbled: false };
    let mut ends = Vec::new();
    for (index, field) in node.fields(&KEYS) {
        match KEYS[index] {
            "rests" => ends.push(ScriptedEnd::Rest(rest(&field, rules)?)),
            "out" => {
                let at = node.get("at").and_then(|n| point(&n, rules));
                if at.is_none() {
                    node.wrong("say where the ball went out: `at: E1`");
                }
                ends.push(out(&field, at?, rules)?);
            }
            "net" if field.flag() == Some(true) => ends.push(ScriptedEnd::Net),
            "own_net" if field.flag() == Some(true) => ends.push(ScriptedEnd::OwnNet),
            "touched" => kick.touched = field.one_or_more().iter().filter_map(token).collect(),
            "pushed" => kick.pushed = pushed(&field),
            "knocked" => kick.knocked = field.flag().unwrap_or_default(),
            "tumbled" => kick.tumbled = field.flag().unwrap_or_default(),
            _ => {}
        }
    }
    match ends[..] {
        [end] => Some(ScriptedKick { end, ..kick }),
        _ => {
            node.wrong("a kick ends in one way: `rests: H4`, `out: touch` with `at`, `net: true` or `own_net: true`");
            None
        }
    }
}

/// A place, or the line between two cells, or the point that three share.
fn rest(node: &Node<'_>, rules: &Ruleset) -> Option<Point> {
    if !node.yaml().is_sequence() {
        return point(node, rules);
    }
    let items = node.items();
    let centres: Vec<Point> = items.iter().filter_map(|n| cell(n, rules)).map(|c| rules.board.centre(c)).collect();
    if centres.len() != items.len() || !(2..=3).contains(&centres.len()) {
        node.wrong("a ball lies between two or three cells: `rests: [H4, I4]`");
        return None;
    }
    let count = centres.len() as f64;
    Some(Point::new(centres.iter().map(|p| p.x).sum::<f64>() / count, centres.iter().map(|p| p.y).sum::<f64>() / count))
}

/// The point of the line nearest to where the ball is said to have gone.
fn out(node: &Node<'_>, at: Point, rules: &Ruleset) -> Option<ScriptedEnd> {
    let board = &rules.board;
    let nearer = |value: f64, length: f64| if value < length / 2.0 { 0.0 } else { length };
    Some(match node.word("line", &["touch", "byline"])? {
        0 => ScriptedEnd::Touch(Point::new(at.x, nearer(at.y, board.width()))),
        _ => ScriptedEnd::Byline(Point::new(nearer(at.x, board.length()), at.y)),
    })
}

fn pushed(node: &Node<'_>) -> Vec<(Token, f64, f64)> {
    let mut pushes = Vec::new();
    for (who, by) in node.entries() {
        let Ok(token) = who.parse::<Token>() else {
            node.wrong_key(&who, format!("`{who}` is no token: write `home 9`"));
            continue;
        };
        let (mut dx, mut dy) = (0.0, 0.0);
        for (index, field) in by.fields(&["dx", "dy"]) {
            let number = field.number().unwrap_or_default();
            if index == 0 { dx = number } else { dy = number }
        }
        pushes.push((token, dx, dy));
    }
    pushes
}
