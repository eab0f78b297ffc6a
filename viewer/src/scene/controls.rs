//! The bottom of the window: scrubber with its markers, and buttons.

use super::layout::Layout;
use super::message;
use crate::app::App;
use crate::geom::{Pt, Rect, pt};
use crate::keys::Act;
use crate::picture::{Anchor, Picture};
use crate::playback::{Command, Stride, Way};
use crate::reel::Reel;
use crate::theme::{self, Colour};
use crate::timeline::{Mark, MarkKind};
use touchline_core::rules::GameKind;

/// Where the scrubber lies.
fn bar(layout: &Layout) -> Rect {
    let place = layout.controls;
    Rect::new(place.x + layout.px(16.0), place.y + layout.px(8.0), place.w - layout.px(32.0), layout.px(26.0))
}

pub(super) fn draw(picture: &mut Picture<Act>, app: &App, reel: &Reel, layout: &Layout) {
    let place = layout.controls;
    picture.rect(place, theme::PANEL);
    picture.line(pt(place.x, place.y), pt(place.right(), place.y), 1.0, theme::PANEL_EDGE);
    scrubber(picture, app, reel, layout);
    buttons(picture, app, reel, layout);
}

fn scrubber(picture: &mut Picture<Act>, app: &App, reel: &Reel, layout: &Layout) {
    let bar = bar(layout);
    let length = reel.timeline.length().max(1e-9);
    let x = |at: f64| bar.x + bar.w * (at / length) as f32;
    let middle = bar.y + bar.h * 0.62;
    let thick = layout.px(5.0);
    let groove = Rect::new(bar.x, middle - thick / 2.0, bar.w, thick);
    picture.rounded(groove, thick / 2.0, theme::HOVER);
    let done = (x(app.playback.at) - bar.x).max(0.0);
    picture.rounded(Rect::new(bar.x, groove.y, done, thick), thick / 2.0, theme::ACCENT);
    for mark in reel.timeline.marks() {
        marker(picture, reel, layout, mark, pt(x(mark.at), middle));
    }
    picture.disc(pt(x(app.playback.at), middle), layout.px(8.0), theme::WHITE);
    picture.ring(pt(x(app.playback.at), middle), layout.px(8.0), layout.px(2.0), theme::ACCENT);
    picture.target(bar, Act::Scrub);
}

/// A ball for a goal, a card for a card, a tick for a shot, a line for a half.
fn marker(picture: &mut Picture<Act>, reel: &Reel, layout: &Layout, mark: &Mark, at: Pt) {
    let colour = mark.side.map_or(theme::TEXT, |side| reel.strip(side).shirt);
    match mark.kind {
        MarkKind::Goal => {
            let up = pt(at.x, at.y - layout.px(10.0));
            picture.line(up, at, layout.px(1.5), colour);
            picture.disc(up, layout.px(5.5), theme::WHITE);
            picture.disc(up, layout.px(4.0), colour);
        }
        MarkKind::Card => {
            let red = matches!(
                reel.entry(mark.event).map(|e| &e.event),
                Some(touchline_core::record::Event::Foul { sent_off: true, .. })
            );
            let card = if red { theme::RED_CARD } else { theme::YELLOW_CARD };
            super::tokens::card(picture, pt(at.x, at.y - layout.px(9.0)), layout.px(10.0), card);
        }
        MarkKind::Shot => {
            picture.line(
                pt(at.x, at.y - layout.px(6.0)),
                pt(at.x, at.y + layout.px(4.0)),
                layout.px(2.0),
                colour.mix(theme::WHITE, 0.3),
            );
        }
        MarkKind::Half => {
            picture.line(
                pt(at.x, at.y - layout.px(9.0)),
                pt(at.x, at.y + layout.px(7.0)),
                layout.px(2.0),
                theme::TEXT_DIM,
            );
        }
    }
}

/// The pictures on buttons, which no font has.
#[derive(Clone, Copy)]
enum Icon {
    Play,
    Pause,
    Step(Way),
    Turn(Way),
    Goal(Way),
    Start,
    End,
    Loop,
}

/// How wide a button with a word is, and what it does.
struct Word {
    text: String,
    act: Act,
    on: bool,
}

fn buttons(picture: &mut Picture<Act>, app: &App, reel: &Reel, layout: &Layout) {
    let place = layout.controls;
    let size = layout.px(32.0);
    let y = place.bottom() - layout.px(10.0) - size;
    let step = |stride, way| Act::Play(Command::Step(stride, way));
    let goal = |way| step(Stride::Mark(MarkKind::Goal), way);
    let toggle = if app.playback.playing { Icon::Pause } else { Icon::Play };
    let icons = [
        (Icon::Start, Act::Play(Command::ToStart), false),
        (Icon::Goal(Way::Back), goal(Way::Back), false),
        (Icon::Turn(Way::Back), step(Stride::Turn, Way::Back), false),
        (Icon::Step(Way::Back), step(Stride::Event, Way::Back), false),
        (toggle, Act::Play(Command::Toggle), true),
        (Icon::Step(Way::On), step(Stride::Event, Way::On), false),
        (Icon::Turn(Way::On), step(Stride::Turn, Way::On), false),
        (Icon::Goal(Way::On), goal(Way::On), false),
        (Icon::End, Act::Play(Command::ToEnd), app.playback.at_live_edge(&reel.timeline)),
        (Icon::Loop, Act::Play(Command::Loop), app.playback.looping),
    ];
    let mut x = place.x + layout.px(16.0);
    for (icon, act, on) in icons {
        let spot = Rect::new(x, y, size, size);
        let ink = button(picture, app, layout, spot, act, on);
        draw_icon(picture, icon, spot, ink);
        x += size + layout.px(4.0);
    }
    x += layout.px(8.0);
    let small = layout.strong(theme::TEXT);
    for (text, act) in
        [("−", Act::Play(Command::Slower)), ("", Act::Play(Command::Speed(1.0))), ("+", Act::Play(Command::Faster))]
    {
        let label = if text.is_empty() { speed(app.playback.speed) } else { text.to_owned() };
        let width = if text.is_empty() { layout.px(52.0) } else { layout.px(26.0) };
        let spot = Rect::new(x, y, width, size);
        let ink = button(picture, app, layout, spot, act, false);
        picture.text(spot.centre(), Anchor::Centre, crate::picture::Ink { colour: ink, ..small }, &label);
        x += width + layout.px(3.0);
    }
    let on = &app.switches;
    let word = |text: &str, act: Act, on: bool| Word { text: text.to_owned(), act, on };
    // A game without a board has no zones, one without offside no line.
    let game = reel.header.game;
    let has = |act: Act| match act {
        Act::Flip | Act::Zones => game != GameKind::Dice,
        Act::Offside => game == GameKind::Pitch,
        _ => true,
    };
    let mut words = vec![
        word("?", Act::Help, on.help),
        word("Full", Act::FullScreen, false),
        word("Sides", Act::Flip, on.flip),
        word("Zones", Act::Zones, on.zones),
        word("Offside", Act::Offside, on.offside),
        word("Statistics", Act::Stats, on.stats),
    ];
    words.retain(|w| has(w.act));
    let ink = layout.body(theme::TEXT);
    let width = |w: &Word| (ink.width(&w.text) + layout.px(18.0)).max(size);
    let free = place.right() - layout.px(16.0) - x - layout.px(8.0);
    let gap = layout.px(4.0);
    // The help names every key, so in a narrow window a button may give way.
    while words.len() > 2 && words.iter().map(|w| width(w) + gap).sum::<f32>() > free {
        words.remove(1);
    }
    let mut right = place.right() - layout.px(16.0);
    for word in &words {
        let spot = Rect::new(right - width(word), y, width(word), size);
        let colour = button(picture, app, layout, spot, word.act, word.on);
        picture.text(spot.centre(), Anchor::Centre, crate::picture::Ink { colour, ..ink }, &word.text);
        right -= spot.w + gap;
    }
    let times = format!("{} / {}", time(app.playback.at), time(reel.timeline.length()));
    let left = right - x - layout.px(10.0);
    let ink = layout.small(theme::TEXT_DIM);
    if ink.width(&times) + layout.px(8.0) <= left {
        picture.text(pt(x + layout.px(10.0), y + size / 2.0), Anchor::Left, ink, &times);
    }
}

/// The ground of a button; the ink for what stands on it.
fn button(picture: &mut Picture<Act>, app: &App, layout: &Layout, spot: Rect, act: Act, on: bool) -> Colour {
    let pointed = app.switches.mouse.is_some_and(|m| spot.contains(m));
    let ground = match (on, pointed) {
        (true, _) => theme::ACCENT,
        (_, true) => theme::HOVER,
        _ => theme::PANEL_RAISED,
    };
    picture.rounded(spot, layout.px(6.0), ground);
    picture.target(spot, act);
    if on { theme::DARK } else { theme::TEXT }
}

fn draw_icon(picture: &mut Picture<Act>, icon: Icon, spot: Rect, ink: Colour) {
    let at = spot.centre();
    let u = spot.h / 32.0;
    let triangle = |p: &mut Picture<Act>, x: f32, way: Way, size: f32| {
        let tip = if way == Way::On { size } else { -size };
        p.fill(
            vec![
                pt(at.x + x - tip * 0.5, at.y - size * 0.75),
                pt(at.x + x + tip * 0.6, at.y),
                pt(at.x + x - tip * 0.5, at.y + size * 0.75),
            ],
            ink,
        );
    };
    let stripe =
        |p: &mut Picture<Act>, x: f32, w: f32| p.rect(Rect::new(at.x + x - w / 2.0, at.y - 7.0 * u, w, 14.0 * u), ink);
    match icon {
        Icon::Play => triangle(picture, 0.0, Way::On, 11.0 * u),
        Icon::Pause => {
            stripe(picture, -4.0 * u, 4.0 * u);
            stripe(picture, 4.0 * u, 4.0 * u);
        }
        Icon::Step(way) => {
            let x = if way == Way::On { -6.0 * u } else { 6.0 * u };
            stripe(picture, x, 3.0 * u);
            triangle(picture, -x * 0.35, way, 9.0 * u);
        }
        Icon::Turn(way) => {
            triangle(picture, -4.0 * u, way, 9.0 * u);
            triangle(picture, 4.0 * u, way, 9.0 * u);
        }
        Icon::Goal(way) => {
            let x = if way == Way::On { 5.0 * u } else { -5.0 * u };
            picture.ring(pt(at.x + x, at.y), 5.5 * u, 2.0 * u, ink);
            picture.disc(pt(at.x + x, at.y), 1.8 * u, ink);
            triangle(picture, -x * 1.25, way, 8.0 * u);
        }
        Icon::Start => {
            stripe(picture, -6.0 * u, 3.0 * u);
            triangle(picture, 3.0 * u, Way::Back, 11.0 * u);
        }
        Icon::End => {
            stripe(picture, 6.0 * u, 3.0 * u);
            triangle(picture, -3.0 * u, Way::On, 11.0 * u);
        }
        Icon::Loop => {
            picture.slice(at, [5.5 * u, 7.7 * u], [0.12, 0.92], ink);
            let tip = at.around(6.6 * u, 0.92);
            picture.fill(
                vec![
                    pt(tip.x - 1.0 * u, tip.y - 4.5 * u),
                    pt(tip.x + 5.0 * u, tip.y),
                    pt(tip.x - 1.0 * u, tip.y + 4.5 * u),
                ],
                ink,
            );
        }
    }
}

fn speed(speed: f64) -> String {
    format!("{speed}×")
}

/// Minutes and seconds.
fn time(seconds: f64) -> String {
    let whole = seconds.max(0.0) as u64;
    format!("{}:{:02}", whole / 60, whole % 60)
}

/// What lies under the mouse on the scrubber, and what the buttons do.
pub(super) fn hover(picture: &mut Picture<Act>, app: &App, reel: &Reel, layout: &Layout) {
    let Some(mouse) = app.switches.mouse.filter(|m| layout.controls.contains(*m) && !app.switches.help) else { return };
    let bar = bar(layout);
    if bar.contains(mouse) {
        let length = reel.timeline.length();
        let at = f64::from((mouse.x - bar.x) / bar.w) * length;
        let near = |m: &&Mark| ((m.at - at) / length.max(1e-9)).abs() as f32 * bar.w <= layout.px(6.0);
        let mut lines: Vec<String> = reel
            .timeline
            .marks()
            .iter()
            .filter(near)
            .take(5)
            .map(|m| format!("{} {}: {}", reel.when(m.event), m.kind.word(), reel.sentence(m.event)))
            .collect();
        if lines.is_empty()
            && let Some(event) = reel.timeline.event_at(at)
        {
            lines.push(format!("{} {}", reel.when(event), reel.sentence(event)));
        }
        message::tip(picture, layout, pt(mouse.x, bar.y), &lines);
        return;
    }
    let act = picture.hit(mouse).copied();
    let bound = crate::keys::KEYS.iter().find(|b| Some(b.act) == act);
    let words = match (bound, act) {
        (Some(b), _) if !b.help.is_empty() => Some(format!("{} ({})", b.help, b.shown)),
        (_, Some(Act::Play(Command::Step(Stride::Event, Way::Back)))) => Some("step back by event (←)".to_owned()),
        (_, Some(Act::Play(Command::Step(Stride::Turn, Way::Back)))) => Some("back by turn (page up)".to_owned()),
        (_, Some(Act::Play(Command::Step(Stride::Mark(MarkKind::Goal), Way::Back)))) => {
            Some("previous goal (G)".to_owned())
        }
        (_, Some(Act::Play(Command::Slower))) => Some("slower (↓)".to_owned()),
        _ => None,
    };
    if let Some(words) = words {
        message::tip(picture, layout, pt(mouse.x, layout.controls.y + layout.px(36.0)), &[words]);
    }
}
