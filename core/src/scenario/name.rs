//! What scenarios name: cells, tokens, sides, points.

use super::node::Node;
use crate::board::{Cell, Point, Spot};
use crate::rules::Ruleset;
use crate::{Side, Token};

/// A cell by name.
pub(super) fn cell(node: &Node<'_>, rules: &Ruleset) -> Option<Cell> {
    let name = node.text()?;
    let found = rules.board.cell(&name);
    if found.is_none() {
        let names = || rules.board.all().iter().map(|c| rules.board.cell_name(c));
        let mut near = node.near(&name, names());
        if near.is_empty() {
            near = format!(": {}", rows(&names().collect::<Vec<_>>()));
        }
        node.wrong(format!("the board has no cell `{name}`{near}"));
    }
    found
}

/// The cells of a board, such as `its cells are A1 to K9, in rows 2, 4, 6 and 8 also L`.
fn rows(names: &[&str]) -> String {
    let parts = |name: &str| {
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        Some((name[..digits].to_owned(), name[digits..].parse::<u16>().ok()?))
    };
    let cells: Option<Vec<(String, u16)>> = names.iter().map(|name| parts(name)).collect();
    let (Some(first), Some(last), Some(cells)) = (names.first(), names.last(), cells) else {
        return "see the board's file for its cells".to_owned();
    };
    let corner = parts(last).map(|(column, _)| column).unwrap_or_default();
    let beyond: Vec<&(String, u16)> = cells.iter().filter(|(column, _)| *column > corner).collect();
    match beyond.first() {
        None => format!("its cells are {first} to {last}"),
        Some((column, _)) => {
            let rows: Vec<String> =
                beyond.iter().filter(|(c, _)| c == column).map(|(_, row)| row.to_string()).collect();
            format!("its cells are {first} to {last}, in rows {} also {column}", listed(&rows))
        }
    }
}

/// `2, 4 and 6`.
fn listed(words: &[String]) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// A token such as `home 8`.
pub(super) fn token(node: &Node<'_>) -> Option<Token> {
    let text = node.text()?;
    let found = text.parse::<Token>();
    if let Err(problem) = &found {
        let names: Vec<String> = Token::all().map(|token| token.to_string()).collect();
        match node.near(&text, names.iter().map(String::as_str)).as_str() {
            "" => node.wrong(problem),
            near => node.wrong(format!("`{text}` is not a token{near}")),
        }
    }
    found.ok()
}

/// `home` or `away`.
pub(super) fn side_of(node: &Node<'_>) -> Option<Side> {
    node.word("side", &["home", "away"]).map(|i| Side::BOTH[i])
}

/// A cell, `[x, y]` or `{ x, y }` in centimetres, or `{ cell, dx, dy }`.
pub(super) fn point(node: &Node<'_>, rules: &Ruleset) -> Option<Point> {
    if node.yaml().is_sequence() {
        let numbers: Vec<f64> = node.items().iter().filter_map(Node::number).collect();
        if let [x, y] = numbers[..] {
            return Some(Point::new(x, y));
        }
        node.wrong("a point is written `[x, y]` in centimetres");
        return None;
    }
    if !node.is_table() {
        return cell(node, rules).map(|c| rules.board.spot(c, Spot::MIDDLE));
    }
    let (mut at, mut by) = (Point::default(), Point::default());
    for (index, field) in node.fields(&["x", "y", "cell", "dx", "dy"]) {
        match index {
            0 => at.x = field.number()?,
            1 => at.y = field.number()?,
            2 => at = rules.board.spot(cell(&field, rules)?, Spot::MIDDLE),
            3 => by.x = field.number()?,
            _ => by.y = field.number()?,
        }
    }
    Some(Point::new(at.x + by.x, at.y + by.y))
}

/// Two numbers, home first.
pub(super) fn pair(node: &Node<'_>) -> Option<[u8; 2]> {
    let numbers: Vec<u8> = node.items().iter().filter_map(Node::byte).collect();
    if let [home, away] = numbers[..] {
        return Some([home, away]);
    }
    node.wrong("two numbers are expected here, home first: `[1, 0]`");
    None
}
