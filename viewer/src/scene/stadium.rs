//! The dice stadium: the tray with its dice, what they can show, and the match sheet filling in.

use super::layout::Layout;
use super::moment::Moment;
use super::{faces, tokens};
use crate::geom::{Pt, Rect, pt};
use crate::keys::Act;
use crate::picture::{Anchor, Ink, Picture};
use crate::reel::{Reel, Table, Turn};
use crate::theme::{self, Colour};
use touchline_core::Side;
use touchline_core::rules::Combination;

/// Draws the table; where its tray lies comes back.
pub(super) fn draw(picture: &mut Picture<Act>, reel: &Reel, moment: &Moment<'_>, layout: &Layout) -> Rect {
    let table = Table::of(reel, moment.event.map_or(0, |e| e + 1));
    let place = layout.board;
    let gap = layout.px(8.0);
    let (sheet, upper) = place.cut_bottom((place.h * 0.44).round());
    let (list, tray) = upper.cut_right((place.w * 0.34).min(layout.px(380.0)));
    let tray = Rect::new(tray.x, tray.y, tray.w - gap, tray.h - gap);
    draw_tray(picture, reel, moment, &table, layout, tray);
    combinations(picture, reel, &table, layout, Rect::new(list.x, list.y, list.w, list.h - gap));
    match_sheet(picture, reel, &table, layout, sheet);
    tray
}

/// The colour of a die.
fn paint(colour: &str) -> Colour {
    match colour {
        "blue" => theme::DIE_ACTION,
        "green" => theme::DIE_PENALTY,
        "red" => theme::DIE_KEEPER,
        _ => theme::DIE,
    }
}

fn draw_tray(
    picture: &mut Picture<Act>,
    reel: &Reel,
    moment: &Moment<'_>,
    table: &Table,
    layout: &Layout,
    place: Rect,
) {
    let round = place.h.min(place.w) * 0.24;
    picture.rounded(place, round, theme::TRAY_RIM);
    let inner = place.inset(layout.px(12.0));
    picture.rounded(inner, round * 0.85, theme::TRAY);
    // The stands around the pitch, and its middle.
    picture.frame(place.inset(layout.px(6.0)), round * 0.92, layout.px(2.0), theme::WHITE.at(60));
    picture.ring(inner.centre(), inner.h * 0.3, layout.px(2.0), theme::WHITE.at(50));
    picture.line(
        pt(inner.centre().x, inner.y),
        pt(inner.centre().x, inner.bottom()),
        layout.px(2.0),
        theme::WHITE.at(50),
    );
    if table.shootout() {
        return singles(picture, reel, moment, table, layout, inner);
    }
    let first = reel.header.dice.first();
    let count = first.map_or(3, |d| usize::from(d.count)).max(table.faces.len()).max(1);
    // Dice that settle a chance lie below the others.
    let alone = table.singles.is_empty();
    let size = (inner.h * if alone { 0.36 } else { 0.28 }).min(inner.w / (count as f32 * 1.5));
    let colour = first.map_or(theme::DIE, |d| paint(&d.colour));
    let y = inner.y + inner.h * if alone { 0.46 } else { 0.28 };
    let rolling = (table.thrown == moment.event && moment.progress < 0.7).then_some(moment.progress / 0.7);
    for i in 0..count {
        let x = inner.centre().x + size * 1.4 * (i as f32 - (count as f32 - 1.0) / 2.0);
        let face = table.faces.get(i).map(String::as_str);
        let fresh = table.fresh.get(i) == Some(&true);
        let tumbling = rolling.filter(|_| fresh);
        let shown = match (tumbling, first) {
            (Some(share), Some(die)) => flying(&die.faces, share, i * 2).or(face),
            _ => face,
        };
        faces::die(picture, pt(x, y), size, colour, shown, tumbling);
        if fresh && tumbling.is_none() {
            picture.frame(Rect::around(pt(x, y), size * 0.6), size * 0.2, layout.px(2.0), theme::TOUCH);
        }
    }
    singles(picture, reel, moment, table, layout, inner);
    tries(picture, table, layout, inner);
    let title = |name: &str| {
        reel.header.combinations.iter().find(|c| c.name == name).map_or(name.replace('_', " "), |c| c.title.clone())
    };
    if let (Some(name), None) = (&table.combination, rolling) {
        let ink = layout.title(theme::DARK);
        let text = title(name);
        let width = ink.width(&text) + layout.px(28.0);
        let plate = Rect::new(inner.centre().x - width / 2.0, inner.bottom() - layout.px(38.0), width, layout.px(28.0));
        picture.rounded(plate, layout.px(8.0), theme::TOUCH);
        picture.text(plate.centre(), Anchor::Centre, ink, &text);
    }
}

/// The dice that settle a chance, thrown one by one.
fn singles(picture: &mut Picture<Act>, reel: &Reel, moment: &Moment<'_>, table: &Table, layout: &Layout, inner: Rect) {
    // In the shoot-out they have the tray for themselves.
    let (size, y) = if table.shootout() { (0.36, 0.5) } else { (0.25, 0.66) };
    let (size, y) = (inner.h * size, inner.y + inner.h * y);
    let count = table.singles.len().min(4);
    let small = layout.small(theme::WHITE);
    for (i, single) in table.singles.iter().rev().take(4).rev().enumerate() {
        let x = inner.centre().x + size * 1.9 * (i as f32 - (count as f32 - 1.0) / 2.0);
        let at = pt(x, y);
        let die = reel.header.dice.iter().find(|d| d.name == single.die);
        let rolling = (moment.event == Some(single.event) && moment.progress < 0.7).then_some(moment.progress / 0.7);
        let shown = match (rolling, die) {
            (Some(share), Some(die)) => flying(&die.faces, share, 0),
            _ => None,
        };
        let shown = shown.unwrap_or(&single.face);
        faces::die(picture, at, size, die.map_or(theme::DIE, |d| paint(&d.colour)), Some(shown), rolling);
        picture.text(pt(at.x, at.y - size * 0.5 - small.size * 0.9), Anchor::Centre, small, &single.die);
    }
}

/// The face that a rolling die shows for an instant.
fn flying(faces: &[String], share: f32, shift: usize) -> Option<&str> {
    faces.get(((share * 13.0) as usize + shift) % faces.len().max(1)).map(String::as_str)
}

/// How many tries have been made.
fn tries(picture: &mut Picture<Act>, table: &Table, layout: &Layout, inner: Rect) {
    let small = layout.small(theme::WHITE);
    let at = pt(inner.x + layout.px(26.0), inner.y + layout.px(20.0));
    let word = picture.text(at, Anchor::Left, small, "tries");
    for i in 0..3 {
        let dot = pt(at.x + word + layout.px(14.0) + layout.px(16.0) * i as f32, at.y);
        match i < table.tries {
            true => picture.disc(dot, layout.px(5.0), theme::TOUCH),
            false => picture.ring(dot, layout.px(5.0), layout.px(1.5), theme::WHITE.at(150)),
        }
    }
}

/// What dice can show together.
fn combinations(picture: &mut Picture<Act>, reel: &Reel, table: &Table, layout: &Layout, place: Rect) {
    picture.rounded(place, layout.px(6.0), theme::PANEL);
    let (head, body) = place.cut_top(layout.px(28.0));
    picture.text(
        pt(head.x + layout.px(10.0), head.centre().y),
        Anchor::Left,
        layout.title(theme::TEXT),
        "Combinations",
    );
    let list = &reel.header.combinations;
    let step = ((body.h - layout.px(6.0)) / list.len().max(1) as f32).min(layout.px(46.0));
    for (i, combination) in list.iter().enumerate() {
        let row = Rect::new(
            body.x + layout.px(6.0),
            body.y + step * i as f32,
            body.w - layout.px(12.0),
            step - layout.px(3.0),
        );
        let lit = table.combination.as_deref() == Some(combination.name.as_str());
        if lit {
            picture.rounded(row, layout.px(4.0), theme::HOVER);
        }
        one(picture, reel, layout, combination, row, lit);
    }
}

fn one(picture: &mut Picture<Act>, reel: &Reel, layout: &Layout, combination: &Combination, row: Rect, lit: bool) {
    let size = (row.h * 0.74).min(layout.px(30.0));
    let action = reel.header.dice.first();
    let colour = action.map_or(theme::DIE, |d| paint(&d.colour));
    let count = action.map_or(combination.faces.len(), |d| usize::from(d.count));
    for i in 0..count {
        let at = pt(row.right() - layout.px(4.0) - size * (0.5 + 1.12 * (count - 1 - i) as f32), row.centre().y);
        match combination.faces.get(i) {
            Some(face) => faces::die(picture, at, size, colour, Some(face), None),
            None => picture.frame(Rect::around(at, size * 0.45), size * 0.15, layout.px(1.5), theme::TEXT_FAINT),
        }
    }
    let ink = if lit { layout.strong(theme::TOUCH) } else { layout.body(theme::TEXT) };
    let room = row.w - size * 1.12 * count as f32 - layout.px(14.0);
    picture.text_in(pt(row.x + layout.px(6.0), row.centre().y), Anchor::Left, ink, room, &combination.title);
}

/// The sheet of paper on which the match is kept.
fn match_sheet(picture: &mut Picture<Act>, reel: &Reel, table: &Table, layout: &Layout, place: Rect) {
    picture.rounded(place, layout.px(4.0), theme::SHEET);
    let pad = layout.px(14.0);
    let (head, body) = place.inset(pad).cut_top(layout.px(24.0));
    picture.text(pt(head.x, head.y + layout.px(8.0)), Anchor::Left, layout.title(theme::SHEET_INK), "Match sheet");
    // Both halves stand on it from the start.
    let mut parts: Vec<(u8, Option<&crate::reel::Part>)> =
        [1, 2].map(|n| (n, table.parts.iter().find(|p| p.number == n))).to_vec();
    parts.extend(table.parts.iter().filter(|p| p.number > 2).map(|p| (p.number, Some(p))));
    let columns = table.parts.iter().flat_map(|p| &p.turns).map(Vec::len).max().unwrap_or(0).max(6);
    let (notes, body) = body.cut_bottom(layout.px(22.0));
    let across = if parts.len() > 2 { 2 } else { parts.len() };
    let down = parts.len().div_ceil(across);
    let block = pt((body.w - pad) / across as f32, body.h / down as f32);
    for (i, (number, part)) in parts.iter().enumerate() {
        let x = body.x + (block.x + pad) * (i % across) as f32;
        let at = Rect::new(x, body.y + block.y * (i / across) as f32, block.x - pad / 2.0, block.y - layout.px(6.0));
        half(picture, reel, layout, at, *number, *part, columns);
    }
    cards(picture, reel, table, layout, notes);
}

#[allow(clippy::too_many_arguments)]
fn half(
    picture: &mut Picture<Act>,
    reel: &Reel,
    layout: &Layout,
    place: Rect,
    number: u8,
    part: Option<&crate::reel::Part>,
    columns: usize,
) {
    let title = match number {
        1 => "1st half",
        2 => "2nd half",
        4 => "shoot-out",
        _ => "extra time",
    };
    let row = (place.h / 3.0).min(layout.px(50.0));
    let name_room = (place.w * 0.26).min(layout.px(120.0));
    let total_room = layout.px(36.0);
    let cell = (place.w - name_room - total_room) / columns as f32;
    let small = layout.small(theme::SHEET_INK.at(190));
    picture.text_in(pt(place.x, place.y + row / 2.0), Anchor::Left, small, name_room, title);
    for column in 0..columns {
        let x = place.x + name_room + cell * (column as f32 + 0.5);
        picture.text(pt(x, place.y + row / 2.0), Anchor::Centre, small, &(column + 1).to_string());
    }
    picture.text(pt(place.right() - total_room / 2.0, place.y + row / 2.0), Anchor::Centre, small, "goals");
    for side in Side::BOTH {
        let y = place.y + row * (side.index() as f32 + 1.0);
        let ink = layout.strong(theme::SHEET_INK);
        picture.rect(Rect::new(place.x, y + row * 0.25, layout.px(4.0), row * 0.5), reel.strip(side).shirt);
        picture.text_in(
            pt(place.x + layout.px(9.0), y + row / 2.0),
            Anchor::Left,
            layout.small(theme::SHEET_INK),
            name_room - layout.px(14.0),
            reel.names.team(side),
        );
        for column in 0..columns {
            let spot = Rect::new(place.x + name_room + cell * column as f32, y, cell, row);
            picture.frame(spot, 0.0, 1.0, theme::SHEET_LINE);
            match part.and_then(|p| p.turns[side.index()].get(column)) {
                Some(Turn::Goals(0)) => picture.disc(spot.centre(), layout.px(2.0), theme::SHEET_INK.at(150)),
                Some(Turn::Goals(goals)) => {
                    picture.text(spot.centre(), Anchor::Centre, ink, &goals.to_string());
                }
                Some(Turn::Lost) => cross(picture, spot.centre(), row * 0.22, layout.px(2.0)),
                None => {}
            }
        }
        if let Some(part) = part {
            let spot = pt(place.right() - total_room / 2.0, y + row / 2.0);
            picture.text(spot, Anchor::Centre, ink, &part.score[side.index()].to_string());
        }
    }
}

fn cross(picture: &mut Picture<Act>, at: Pt, reach: f32, width: f32) {
    for way in [1.0, -1.0] {
        picture.line(
            pt(at.x - reach, at.y - reach * way),
            pt(at.x + reach, at.y + reach * way),
            width,
            theme::RED_CARD,
        );
    }
}

/// The cards of both sides, in the order they were shown.
fn cards(picture: &mut Picture<Act>, reel: &Reel, table: &Table, layout: &Layout, place: Rect) {
    let ink: Ink = layout.small(theme::SHEET_INK);
    for side in Side::BOTH {
        let x = place.x + place.w * 0.5 * side.index() as f32;
        let label = format!("Cards, {}", reel.names.team(side));
        let used = picture.text_in(pt(x, place.centre().y), Anchor::Left, ink, place.w * 0.3, &label);
        for (i, card) in table.cards[side.index()].iter().enumerate().take(8) {
            let at = pt(x + used + layout.px(14.0) + layout.px(15.0) * i as f32, place.centre().y);
            let colour = if card == "red" { theme::RED_CARD } else { theme::YELLOW_CARD };
            tokens::card(picture, at, layout.px(16.0), colour);
        }
    }
}
