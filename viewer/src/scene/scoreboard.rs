//! The top of the window: teams, score, minute, phase, whose turn it is.

use super::layout::Layout;
use super::moment::Moment;
use crate::app::App;
use crate::geom::{Pt, Rect, pt};
use crate::keys::Act;
use crate::picture::{Anchor, Picture};
use crate::reel::{Reel, Shootout};
use crate::theme;
use touchline_core::Side;
use touchline_core::plugin::Restart;
use touchline_core::rules::GameKind;

pub(super) fn draw(picture: &mut Picture<Act>, app: &App, reel: &Reel, moment: &Moment<'_>, layout: &Layout) {
    let bar = layout.scoreboard;
    picture.rect(bar, theme::PANEL);
    picture.line(pt(bar.x, bar.bottom()), pt(bar.right(), bar.bottom()), 1.0, theme::PANEL_EDGE);
    // The score counts when the goal has been seen.
    let score = if moment.progress < 0.5 { moment.before.score } else { moment.after.score };
    let huge = layout.huge(theme::TEXT);
    let text = format!("{} : {}", score[0], score[1]);
    let middle = pt(bar.centre().x, bar.y + bar.h * 0.5);
    let width = huge.width("88 : 88") + layout.px(30.0);
    let plate = Rect::new(middle.x - width / 2.0, bar.y + layout.px(6.0), width, bar.h - layout.px(12.0));
    picture.rounded(plate, layout.px(6.0), theme::SHADE);
    match moment.after.shootout {
        None => picture.text(middle, Anchor::Centre, huge, &text),
        Some(Shootout { goals: [home, away], .. }) => {
            picture.text(pt(middle.x, middle.y - layout.px(8.0)), Anchor::Centre, huge, &text);
            let small = layout.small(theme::TOUCH);
            let below = pt(middle.x, plate.bottom() - layout.px(9.0));
            picture.text(below, Anchor::Centre, small, &format!("shoot-out {home} : {away}"))
        }
    };
    let room = layout.px(250.0).min(bar.w * 0.2);
    for side in Side::BOTH {
        team(picture, reel, moment, layout, side, plate, room);
    }
    clock(picture, reel, moment, layout);
    ruleset(picture, app, reel, layout, plate.right() + room + layout.px(66.0));
}

fn team(
    picture: &mut Picture<Act>,
    reel: &Reel,
    moment: &Moment<'_>,
    layout: &Layout,
    side: Side,
    plate: Rect,
    room: f32,
) {
    let strip = reel.strip(side);
    let name = reel.names.team(side);
    let y = layout.scoreboard.centre().y;
    let gap = layout.px(12.0);
    let way = if side == Side::Home { -1.0 } else { 1.0 };
    let edge = if side == Side::Home { plate.x } else { plate.right() };
    let chip = layout.px(13.0);
    let at = pt(edge + way * (gap + chip), y);
    picture.rounded(Rect::around(at, chip), layout.px(4.0), strip.shirt);
    let inner = Rect::new(at.x - chip, at.y + chip * 0.45, 2.0 * chip, chip * 0.4);
    picture.rect(inner, strip.number);
    picture.frame(Rect::around(at, chip), layout.px(4.0), 1.0, theme::TEXT_FAINT);
    let ink = layout.title(theme::TEXT);
    let anchor = if side == Side::Home { Anchor::Right } else { Anchor::Left };
    let start = at.x + way * (chip + layout.px(10.0));
    picture.text_in(pt(start, y - layout.px(7.0)), anchor, ink, room, name);
    if let Some(shootout) = &moment.after.shootout {
        return attempts(picture, shootout, side, layout, pt(start, y + layout.px(11.0)), way, room);
    }
    let attacks = moment.after.attack == side;
    let word = match (attacks, moment.after.restart) {
        (true, Restart::None) => "has the ball",
        (true, _) => "to restart",
        (false, _) => "defends",
    };
    let small = layout.small(if attacks { theme::ACCENT } else { theme::TEXT_FAINT });
    picture.text_in(pt(start, y + layout.px(11.0)), anchor, small, room, word);
}

/// The attempts of a side in the shoot-out: full for a goal, a ring with a cross for a miss. The latest, where many.
fn attempts(
    picture: &mut Picture<Act>,
    shootout: &Shootout,
    side: Side,
    layout: &Layout,
    from: Pt,
    way: f32,
    room: f32,
) {
    let (radius, step) = (layout.px(4.5), layout.px(13.0));
    let most = (room / step) as usize;
    let all: Vec<bool> = shootout.attempts(side).collect();
    let shown = &all[all.len().saturating_sub(most)..];
    // The first is always at the left.
    let left = if way > 0.0 { from.x + radius } else { from.x - radius - step * shown.len().saturating_sub(1) as f32 };
    for (i, scored) in shown.iter().enumerate() {
        let at = pt(left + step * i as f32, from.y);
        if *scored {
            picture.disc(at, radius, theme::TOUCH);
        } else {
            picture.ring(at, radius, layout.px(1.5), theme::TEXT_FAINT);
            let arm = radius * 0.4;
            for slope in [1.0, -1.0] {
                let (a, b) = (pt(at.x - arm, at.y - arm * slope), pt(at.x + arm, at.y + arm * slope));
                picture.line(a, b, layout.px(1.3), theme::TEXT_FAINT);
            }
        }
    }
}

/// Minute, half, phase.
fn clock(picture: &mut Picture<Act>, reel: &Reel, moment: &Moment<'_>, layout: &Layout) {
    let bar = layout.scoreboard;
    let frame = moment.after;
    let pitch = reel.header.game == GameKind::Pitch;
    let minute = reel.header.clock.minute(frame.half, frame.tick);
    let big = if pitch { format!("{minute}’") } else { frame.turn.to_string() };
    let x = bar.x + layout.px(16.0);
    let ink = layout.huge(theme::TEXT);
    let y = bar.centre().y;
    let used = picture.text(pt(x, y), Anchor::Left, ink, &big);
    let x = x + used.max(ink.width("90’")) + layout.px(14.0);
    let half = match (reel.header.game, frame.half) {
        (GameKind::Grid, _) => "of the match",
        _ if frame.shootout.is_some() => "shoot-out",
        (_, 1) => "1st half",
        (_, 2) => "2nd half",
        (GameKind::Dice, 4..) => "shoot-out",
        _ => "extra time",
    };
    let lines =
        if pitch { [half.to_owned(), format!("turn {}", frame.turn)] } else { ["turn".to_owned(), half.to_owned()] };
    let small = layout.small(theme::TEXT_DIM);
    let wide = picture.text(pt(x, y - layout.px(8.0)), Anchor::Left, small, &lines[0]);
    let turn = picture.text(pt(x, y + layout.px(10.0)), Anchor::Left, small, &lines[1]);
    let mut x = x + wide.max(turn).max(small.width("extra time")) + layout.px(14.0);
    let (size, text) = (layout.px(24.0), layout.strong(theme::TEXT));
    for phase in (1..=3).filter(|_| pitch) {
        let on = frame.phase == phase;
        let place = Rect::new(x, y - size / 2.0, size, size);
        picture.rounded(place, layout.px(5.0), if on { theme::ACCENT } else { theme::PANEL_RAISED });
        let ink = crate::picture::Ink { colour: if on { theme::DARK } else { theme::TEXT_DIM }, ..text };
        picture.text(place.centre(), Anchor::Centre, ink, &format!("P{phase}"));
        x += size + layout.px(4.0);
    }
}

/// What is played, at the right end.
fn ruleset(picture: &mut Picture<Act>, app: &App, reel: &Reel, layout: &Layout, from: f32) {
    let bar = layout.scoreboard;
    let right = bar.right() - layout.px(14.0);
    let y = bar.centre().y;
    let room = right - from;
    if app.playback.live {
        let ink = layout.strong(theme::WHITE);
        let place = Rect::new(right - layout.px(54.0), y - layout.px(12.0), layout.px(54.0), layout.px(24.0));
        picture.rounded(place, layout.px(5.0), theme::RED_CARD);
        picture.text(place.centre(), Anchor::Centre, ink, "LIVE");
        return;
    }
    if room < layout.px(60.0) {
        return;
    }
    let ink = layout.small(theme::TEXT_DIM);
    let title = reel.header.ruleset.title.as_str();
    // Where there is no room for the whole name of a game, its edition says more.
    let short = title.split_once(" — ").map_or(title, |(_, edition)| edition);
    let title = if ink.width(title) <= room { title } else { short };
    picture.text_in(pt(right, y - layout.px(8.0)), Anchor::Right, ink, room, title);
    let seed = format!("seed {} · {} v {}", reel.header.seed, reel.header.bots[0], reel.header.bots[1]);
    picture.text_in(pt(right, y + layout.px(10.0)), Anchor::Right, ink, room, &seed);
}
