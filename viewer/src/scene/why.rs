//! Why: the ruling behind the event that is shown.

use super::layout::Layout;
use super::moment::Moment;
use crate::app::App;
use crate::geom::{Rect, pt};
use crate::keys::Act;
use crate::picture::{Anchor, Ink, Picture};
use crate::reel::{Reel, Why};
use crate::theme;

pub(super) fn draw(picture: &mut Picture<Act>, app: &App, reel: &Reel, moment: &Moment<'_>, layout: &Layout) {
    let panel = layout.why;
    picture.rounded(panel, layout.px(6.0), theme::PANEL);
    let (head, body) = panel.cut_top(layout.px(28.0));
    let y = head.centre().y + layout.px(1.0);
    let title = layout.title(theme::TEXT);
    let wide = picture.text(pt(head.x + layout.px(10.0), y), Anchor::Left, title, "Why?");
    let Some(event) = moment.event else { return };
    let number = format!("event {event} of {}", reel.timeline.events());
    let small = layout.small(theme::TEXT_DIM);
    let room = head.w - wide - layout.px(34.0);
    picture.text_in(pt(head.right() - layout.px(10.0), y), Anchor::Right, small, room, &number);
    let why = Why::of(reel, &app.clauses, event);
    let place = body.inset(layout.px(10.0));
    let place = Rect::new(place.x, body.y + layout.px(2.0), place.w, place.bottom() - body.y - layout.px(2.0));
    let (plain, accent) = (layout.body(theme::TEXT), layout.strong(theme::ACCENT));
    let mut page = Page { picture, place, parts: Vec::new(), gap: layout.px(5.0) };
    page.add(plain, &why.told, 3);
    if why.clause.is_empty() {
        page.add(small, "No clause decided it: it follows from the choice that was made.", 3);
    } else {
        if let Some(follows) = &why.follows {
            page.add(small, &format!("It follows from: {follows}"), 2);
        }
        page.add(accent, &why.clause, 1);
        page.text(plain, &why.clause_text);
        page.add(small, &format!("{} — {}", why.question, why.plugin), 2);
    }
    if !why.dice.is_empty() {
        page.add(layout.small(theme::TOUCH), &format!("Dice: {}", why.dice.join("; ")), 2);
    }
    if !why.changed.is_empty() {
        page.add(small, &format!("Also set: {}", why.changed.join(", ")), 2);
    }
    if !why.params.is_empty() {
        page.add(small, &why.params.join(" "), 2);
    }
    if !why.facts.is_empty() {
        page.add(layout.small(theme::TEXT), &why.facts.join("; "), 5);
    }
    if !why.not.is_empty() {
        page.add(layout.small(theme::TEXT_DIM), &format!("Not so: {}", why.not.join(", ")), 4);
    }
    page.draw();
}

/// A column of paragraphs that ends where its room does.
struct Page<'a> {
    picture: &'a mut Picture<Act>,
    place: Rect,
    parts: Vec<Part>,
    gap: f32,
}

/// A paragraph, and how many lines of it there may be.
struct Part {
    ink: Ink,
    text: String,
    most: usize,
    /// The clause: what must stand after it goes first.
    long: bool,
}

/// A clause is cut to no fewer lines than these, even where little of what follows has room.
const CLAUSE: usize = 5;
/// Of the paragraphs after the clause these are to have room: who ruled, and the dice or what else was set.
const AFTER: usize = 2;

impl Page<'_> {
    fn add(&mut self, ink: Ink, text: &str, most: usize) {
        self.parts.push(Part { ink, text: text.to_owned(), most, long: false });
    }

    /// A text that may take all the room that the others leave.
    fn text(&mut self, ink: Ink, text: &str) {
        self.parts.push(Part { ink, text: text.to_owned(), most: usize::MAX, long: true });
    }

    fn draw(mut self) {
        let height = |part: &Part| {
            let lines = part.ink.wrapped(&part.text, self.place.w).len().min(part.most);
            lines as f32 * part.ink.leading() + self.gap
        };
        if let Some(at) = self.parts.iter().position(|p| p.long) {
            let others = self.parts[..at].iter().chain(self.parts[at + 1..].iter().take(AFTER));
            let left = self.place.h - others.map(height).sum::<f32>() - self.gap;
            let lines = (left / self.parts[at].ink.leading()) as usize;
            self.parts[at].most = lines.max(CLAUSE);
        }
        let mut y = self.place.y;
        for part in &self.parts {
            let ink = part.ink;
            let room = ((self.place.bottom() - y) / ink.leading() + 0.2) as usize;
            if room == 0 {
                return;
            }
            for line in ink.paragraph(&part.text, self.place.w, part.most.min(room)) {
                self.picture.text_in(pt(self.place.x, y + ink.leading() / 2.0), Anchor::Left, ink, self.place.w, &line);
                y += ink.leading();
            }
            y += self.gap;
        }
    }
}
