//! The page of figures, in place of the story; the board shows where the ball has been.

use super::layout::Layout;
use crate::app::App;
use crate::geom::{Rect, pt};
use crate::keys::Act;
use crate::picture::{Anchor, Picture};
use crate::reel::{Reel, Stats};
use crate::theme;
use touchline_core::Side;
use touchline_core::rules::GameKind;

pub(super) fn draw(picture: &mut Picture<Act>, app: &App, reel: &Reel, layout: &Layout) {
    let panel = layout.side;
    picture.rounded(panel, layout.px(6.0), theme::PANEL);
    let (head, body) = panel.cut_top(layout.px(30.0));
    picture.text(pt(head.x + layout.px(10.0), head.centre().y), Anchor::Left, layout.title(theme::TEXT), "Statistics");
    let (names, body) = body.cut_top(layout.px(26.0));
    let ink = layout.strong(theme::TEXT);
    let room = names.w / 2.0 - layout.px(16.0);
    picture.text_in(
        pt(names.x + layout.px(10.0), names.centre().y),
        Anchor::Left,
        ink,
        room,
        reel.names.team(Side::Home),
    );
    picture.text_in(
        pt(names.right() - layout.px(10.0), names.centre().y),
        Anchor::Right,
        ink,
        room,
        reel.names.team(Side::Away),
    );
    let stats = app.figures(reel, |stats, _| *stats);
    // In a game that has no crosses nobody misses their row.
    let pitch = reel.header.game == GameKind::Pitch;
    let used = |row: &Row| if pitch { !matches!(row.name, "steals" | "throws") } else { row.values != [0; 2] };
    let rows: Vec<Row> = rows(&stats).into_iter().filter(used).collect();
    let note_room = layout.px(44.0);
    let step = ((body.h - note_room) / rows.len().max(1) as f32).min(layout.px(46.0));
    for (i, row) in rows.iter().enumerate() {
        let place = Rect::new(body.x + layout.px(10.0), body.y + step * i as f32, body.w - layout.px(20.0), step);
        bar(picture, reel, layout, place, row);
    }
    let small = layout.small(theme::TEXT_DIM);
    let note = match reel.header.game {
        GameKind::Dice => "Up to the moment shown.",
        _ => "Up to the moment shown. The board is lighter where the ball spent more time.",
    };
    let lines = small.wrapped(note, body.w - layout.px(20.0));
    let first = panel.bottom() - layout.px(8.0) - lines.len() as f32 * small.leading();
    for (i, line) in lines.iter().enumerate() {
        let y = first + small.leading() * (i as f32 + 0.5);
        picture.text(pt(body.x + layout.px(10.0), y), Anchor::Left, small, line);
    }
}

/// A name and a figure for each side, as text and as a share.
struct Row {
    name: &'static str,
    figures: [String; 2],
    values: [u32; 2],
}

fn rows(stats: &Stats) -> Vec<Row> {
    let count = |name, values: [u32; 2]| Row { name, figures: values.map(|v| v.to_string()), values };
    let possession = [0, 1].map(|side| stats.possession(side));
    let passes = [0, 1].map(|side: usize| format!("{}/{}", stats.completed[side], stats.passes[side]));
    vec![
        Row { name: "possession", figures: possession.map(|p| format!("{p} %")), values: possession },
        count("goals", stats.goals),
        count("shots", stats.shots),
        count("on target", stats.on_target),
        Row { name: "passes completed", figures: passes, values: stats.completed },
        count("advances", stats.advances),
        count("crosses", stats.crosses),
        count("corners", stats.corners),
        count("tackles", stats.tackles),
        count("steals", stats.steals),
        count("throws", stats.throws),
        count("fouls", stats.fouls),
        count("cards", stats.cards),
        count("offside", stats.offsides),
    ]
}

fn bar(picture: &mut Picture<Act>, reel: &Reel, layout: &Layout, place: Rect, row: &Row) {
    let (ink, small) = (layout.strong(theme::TEXT), layout.small(theme::TEXT_DIM));
    let y = place.y + place.h * 0.36;
    picture.text(pt(place.x, y), Anchor::Left, ink, &row.figures[0]);
    picture.text(pt(place.right(), y), Anchor::Right, ink, &row.figures[1]);
    picture.text(pt(place.centre().x, y), Anchor::Centre, small, row.name);
    let total = (row.values[0] + row.values[1]).max(1) as f32;
    let thick = layout.px(5.0).min(place.h * 0.2);
    let top = place.y + place.h * 0.72;
    let gap = layout.px(2.0);
    let (left, right) =
        (row.values[0] as f32 / total * (place.w - gap), row.values[1] as f32 / total * (place.w - gap));
    picture.rounded(Rect::new(place.x, top, place.w, thick), thick / 2.0, theme::PANEL_RAISED);
    if left > 0.0 {
        picture.rounded(Rect::new(place.x, top, left, thick), thick / 2.0, reel.strip(Side::Home).shirt);
    }
    if right > 0.0 {
        picture.rounded(Rect::new(place.right() - right, top, right, thick), thick / 2.0, reel.strip(Side::Away).shirt);
    }
}
