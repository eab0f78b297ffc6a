//! Boxes and pages of text: what is wrong, what is under the mouse.

use super::layout::Layout;
use super::moment::Moment;
use crate::app::App;
use crate::geom::{Pt, Rect, pt};
use crate::keys::Act;
use crate::picture::{Anchor, Ink, Picture};
use crate::reel::Reel;
use crate::theme;
use touchline_core::record::Event;
use touchline_core::rules::GameKind;

/// A page with nothing but a message.
pub(super) fn page(picture: &mut Picture<Act>, layout: &Layout, title: &str, text: &str) {
    let (huge, body) = (layout.huge(theme::TEXT), layout.body(theme::TEXT_DIM));
    let width = (layout.window.w * 0.8).min(layout.px(720.0));
    let lines: Vec<String> = text.lines().flat_map(|l| body.wrapped(l, width)).collect();
    let x = layout.window.centre().x - width / 2.0;
    let mut y = layout.window.centre().y - (huge.leading() + lines.len() as f32 * body.leading()) / 2.0;
    picture.text_in(pt(x, y), Anchor::Left, huge, width, title);
    y += huge.leading() * 1.2;
    for line in lines {
        picture.text(pt(x, y), Anchor::Left, body, &line);
        y += body.leading();
    }
}

/// What stands where a board would be.
pub(super) fn no_board(picture: &mut Picture<Act>, layout: &Layout, title: &str) {
    let place = layout.board;
    picture.rounded(place, layout.px(8.0), theme::PANEL);
    let (ink, small) = (layout.title(theme::TEXT), layout.body(theme::TEXT_DIM));
    let room = place.w - layout.px(40.0);
    picture.text_in(place.centre(), Anchor::Centre, ink, room, title);
    let below = pt(place.centre().x, place.centre().y + ink.leading() * 1.2);
    picture.text_in(
        below,
        Anchor::Centre,
        small,
        room,
        "This viewer has no picture of its board; the match is told at the right.",
    );
}

/// A strip at the top of the board that says what is wrong with the replay.
pub(super) fn banner(picture: &mut Picture<Act>, app: &App, reel: &Reel, layout: &Layout) {
    if reel.problems.is_empty() || !app.switches.banner {
        return;
    }
    let ink = layout.small(theme::DARK);
    let room = layout.board.w - layout.px(44.0);
    let text = reel.problems.join("; ");
    let lines: Vec<String> = ink.wrapped(&text, room).into_iter().take(3).collect();
    let height = lines.len() as f32 * ink.leading() + layout.px(8.0);
    let place = Rect::new(layout.board.x, layout.board.y, layout.board.w, height);
    picture.cover(place, Act::Dismiss);
    picture.rounded(place, layout.px(5.0), theme::WARNING);
    picture.text(
        pt(place.right() - layout.px(16.0), place.centre().y),
        Anchor::Centre,
        layout.strong(theme::DARK),
        "×",
    );
    for (i, line) in lines.iter().enumerate() {
        let y = place.y + layout.px(4.0) + ink.leading() * (i as f32 + 0.5);
        picture.text(pt(place.x + layout.px(12.0), y), Anchor::Left, ink, line);
    }
}

/// What everybody is to know in large: a goal, a new part of the match, its end.
pub(super) fn event_banner(picture: &mut Picture<Act>, reel: &Reel, moment: &Moment<'_>, layout: &Layout, centre: Pt) {
    let dice = reel.header.game == GameKind::Dice;
    let (text, colour) = match moment.doing {
        Some(Event::Goal { side, own, .. }) => (if *own { "OWN GOAL" } else { "GOAL" }, reel.strip(*side).shirt),
        Some(Event::Shootout { side, .. }) => ("GOAL", reel.strip(*side).shirt),
        Some(Event::Half { number: 2, .. }) => ("SECOND HALF", theme::PANEL_RAISED),
        Some(Event::Half { number: 4.., .. }) if dice => ("SHOOT-OUT", theme::PANEL_RAISED),
        Some(Event::Half { number: 3, .. }) => ("EXTRA TIME", theme::PANEL_RAISED),
        Some(Event::Half { number: 4.., .. }) => ("EXTRA TIME, 2ND HALF", theme::PANEL_RAISED),
        Some(Event::Whistle { verdict, .. }) if verdict == "shootout" && !dice => ("SHOOT-OUT", theme::PANEL_RAISED),
        Some(Event::End { .. }) => ("FULL TIME", theme::PANEL_RAISED),
        _ => return,
    };
    let ink = Ink::bold(layout.px(46.0).round(), colour.ink());
    let (w, h) = (ink.width(text) + layout.px(70.0), layout.px(84.0));
    let place = Rect::new(centre.x - w / 2.0, centre.y - h / 2.0, w, h);
    picture.cover(place, Act::Catch);
    picture.rounded(place, layout.px(12.0), colour.at(235));
    picture.frame(place, layout.px(12.0), layout.px(2.0), colour.ink().at(200));
    picture.text(place.centre(), Anchor::Centre, ink, text);
}

/// The ground of a box over everything else.
pub(super) fn sheet(picture: &mut Picture<Act>, layout: &Layout, place: Rect) {
    picture.cover(place, Act::Catch);
    let shadow = Rect::new(place.x + layout.px(2.0), place.y + layout.px(3.0), place.w, place.h);
    picture.rounded(shadow, layout.px(6.0), theme::SHADE.at(120));
    picture.rounded(place, layout.px(6.0), theme::PANEL_RAISED);
    picture.frame(place, layout.px(6.0), 1.0, theme::TEXT_FAINT);
}

/// A small box of lines beside the mouse.
pub(super) fn tip(picture: &mut Picture<Act>, layout: &Layout, mouse: Pt, lines: &[String]) {
    let ink: Ink = layout.small(theme::TEXT);
    let pad = layout.px(7.0);
    let width = lines.iter().map(|l| ink.width(l)).fold(0.0, f32::max) + 2.0 * pad;
    let height = lines.len() as f32 * ink.leading() + 2.0 * pad - layout.px(4.0);
    let place = Rect::new(mouse.x + layout.px(14.0), mouse.y - height - layout.px(8.0), width, height);
    let place = place.kept_in(layout.window.inset(4.0));
    // A tip takes no clicks: it belongs to what is under it.
    picture.covers.push((picture.shapes.len(), place));
    picture.rounded(place, layout.px(5.0), theme::PANEL_RAISED);
    picture.frame(place, layout.px(5.0), 1.0, theme::TEXT_FAINT);
    for (i, line) in lines.iter().enumerate() {
        let y = place.y + pad - layout.px(2.0) + ink.leading() * (i as f32 + 0.5);
        picture.text(pt(place.x + pad, y), Anchor::Left, ink, line);
    }
}

/// Frames a second, in the corner.
pub(super) fn rate(picture: &mut Picture<Act>, layout: &Layout, rate: u32) {
    let ink = layout.small(theme::TEXT);
    let text = format!("{rate} frames/s");
    let place = Rect::new(2.0, 2.0, ink.width(&text) + 8.0, ink.leading() + 2.0);
    picture.covers.push((picture.shapes.len(), place));
    picture.rect(place, theme::SHADE);
    picture.text(pt(6.0, place.centre().y), Anchor::Left, ink, &text);
}
