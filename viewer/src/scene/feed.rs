//! The story: events in words, the running one lit; a click on a line goes there.

use super::layout::Layout;
use super::moment::Moment;
use crate::app::App;
use crate::geom::{Rect, pt};
use crate::keys::Act;
use crate::picture::{Anchor, Picture};
use crate::playback::Command;
use crate::reel::Reel;
use crate::theme::{self, Colour};
use std::collections::VecDeque;
use touchline_core::record::Event;

/// A line ready to be set.
struct Line {
    event: usize,
    text: Vec<String>,
}

pub(super) fn draw(picture: &mut Picture<Act>, app: &App, reel: &Reel, moment: &Moment<'_>, layout: &Layout) {
    let panel = layout.feed;
    picture.rounded(panel, layout.px(6.0), theme::PANEL);
    let (head, body) = panel.cut_top(layout.px(28.0));
    heading(picture, reel, layout, head);
    let body = Rect::new(body.x + layout.px(4.0), body.y, body.w - layout.px(8.0), body.h - layout.px(6.0));
    let ink = layout.body(theme::TEXT);
    let minute_room = layout.small(theme::TEXT_DIM).width("120’") + layout.px(12.0);
    let room = body.w - minute_room - layout.px(10.0);
    let told: Told<'_> = Told { reel };
    let Some(current) = told.last_before(moment.event) else { return };
    let focus = told.moved(current, app.switches.scroll);
    let gap = layout.px(5.0);
    let set = |event: usize| {
        let ink = if accent(reel, event).1.is_some() { layout.strong(theme::TEXT) } else { ink };
        Line { event, text: ink.paragraph(&reel.sentence(event), room, 3) }
    };
    let height = |line: &Line| line.text.len() as f32 * ink.leading() + gap;
    // Around the line in focus: two thirds above it, the rest below, and more above where nothing follows.
    let mut lines = VecDeque::from([set(focus)]);
    let mut used = height(&lines[0]);
    let (mut first, mut last) = (told.before(focus), told.after(focus));
    for (above, room) in [(true, body.h * 0.66), (false, body.h), (true, body.h)] {
        if above && last.is_some() && room == body.h {
            break;
        }
        while let Some(event) = if above { first } else { last } {
            let line = set(event);
            if used + height(&line) > room {
                break;
            }
            used += height(&line);
            if above {
                first = told.before(event);
                lines.push_front(line);
            } else {
                last = told.after(event);
                lines.push_back(line);
            }
        }
    }
    let mut y = body.y;
    for line in &lines {
        let place = Rect::new(body.x, y, body.w, height(line));
        y += place.h;
        if place.bottom() > body.bottom() + 1.0 {
            break;
        }
        row(picture, app, reel, layout, line, place, line.event == current, minute_room);
    }
}

fn heading(picture: &mut Picture<Act>, reel: &Reel, layout: &Layout, place: Rect) {
    let y = place.centre().y + layout.px(1.0);
    picture.text(pt(place.x + layout.px(10.0), y), Anchor::Left, layout.title(theme::TEXT), "Story");
    let small = layout.small(theme::TEXT_DIM);
    let word = reel.timeline.detail.word();
    let width = small.width(word) + layout.px(14.0);
    let button =
        Rect::new(place.right() - width - layout.px(6.0), place.y + layout.px(5.0), width, place.h - layout.px(8.0));
    picture.rounded(button, layout.px(4.0), theme::PANEL_RAISED);
    picture.text(pt(button.centre().x, button.centre().y), Anchor::Centre, small, word);
    picture.target(button, Act::Detail);
}

#[allow(clippy::too_many_arguments)]
fn row(
    picture: &mut Picture<Act>,
    app: &App,
    reel: &Reel,
    layout: &Layout,
    line: &Line,
    place: Rect,
    current: bool,
    minute_room: f32,
) {
    let pointed = app.switches.mouse.is_some_and(|m| place.contains(m));
    if current || pointed {
        picture.rounded(place, layout.px(4.0), if current { theme::HOVER } else { theme::PANEL_RAISED });
    }
    let (colour, bar) = accent(reel, line.event);
    if let Some(bar) = bar {
        picture.rounded(Rect::new(place.x + 1.0, place.y + 3.0, layout.px(3.0), place.h - 6.0), 1.5, bar);
    }
    let ink = if bar.is_some() { layout.strong(colour) } else { layout.body(colour) };
    let small = layout.small(theme::TEXT_DIM);
    let first = place.y + layout.px(2.0) + ink.leading() / 2.0;
    let minute = reel.when(line.event);
    picture.text(pt(place.x + minute_room - layout.px(4.0), first), Anchor::Right, small, &minute);
    for (i, text) in line.text.iter().enumerate() {
        let room = place.right() - place.x - minute_room - layout.px(4.0);
        picture.text_in(
            pt(place.x + minute_room + layout.px(4.0), first + ink.leading() * i as f32),
            Anchor::Left,
            ink,
            room,
            text,
        );
    }
    picture.target(place, Act::Play(Command::Show(line.event)));
}

/// The ink of a line, and the colour of the bar beside one that matters.
fn accent(reel: &Reel, event: usize) -> (Colour, Option<Colour>) {
    match reel.entry(event).map(|e| &e.event) {
        Some(Event::Goal { side, .. }) => (theme::TEXT, Some(reel.strip(*side).shirt)),
        Some(Event::Foul { sent_off: true, .. }) => (theme::TEXT, Some(theme::RED_CARD)),
        Some(Event::Foul { card: Some(_), .. }) => (theme::TEXT, Some(theme::YELLOW_CARD)),
        Some(Event::Half { .. } | Event::End { .. } | Event::Whistle { .. }) => (theme::TEXT, Some(theme::TEXT_FAINT)),
        _ => (theme::TEXT, None),
    }
}

/// The events that are told at the chosen detail.
struct Told<'a> {
    reel: &'a Reel,
}

impl Told<'_> {
    fn is(&self, event: usize) -> bool {
        self.reel.timeline.is_told(event)
    }

    fn before(&self, event: usize) -> Option<usize> {
        (0..event).rev().find(|e| self.is(*e))
    }

    fn after(&self, event: usize) -> Option<usize> {
        (event + 1..self.reel.timeline.events()).find(|e| self.is(*e))
    }

    /// The last told event up to a moment, or the first of all.
    fn last_before(&self, event: Option<usize>) -> Option<usize> {
        let upto = event.map_or(0, |e| e + 1);
        self.before(upto).or_else(|| (0..self.reel.timeline.events()).find(|e| self.is(*e)))
    }

    /// So many lines further down, or up.
    fn moved(&self, mut event: usize, lines: i32) -> usize {
        for _ in 0..lines.unsigned_abs() {
            let next = if lines > 0 { self.after(event) } else { self.before(event) };
            match next {
                Some(next) => event = next,
                None => break,
            }
        }
        event
    }
}
