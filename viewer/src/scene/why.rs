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
    let mut page = Page { picture, place: body.inset(layout.px(10.0)), y: body.y + layout.px(2.0) };
    page.words(layout.body(theme::TEXT), &why.told, 3);
    page.gap(layout.px(5.0));
    if why.clause.is_empty() {
        page.words(small, "No clause decided it: it follows from the choice that was made.", 3);
    } else {
        if let Some(follows) = &why.follows {
            page.words(small, &format!("It follows from: {follows}"), 2);
        }
        page.words(layout.strong(theme::ACCENT), &why.clause, 1);
        page.words(layout.body(theme::TEXT), &why.clause_text, 7);
        page.gap(layout.px(5.0));
        page.words(small, &format!("{} — {}", why.question, why.plugin), 2);
    }
    if !why.dice.is_empty() {
        page.words(layout.small(theme::TOUCH), &format!("Dice: {}", why.dice.join("; ")), 2);
    }
    if !why.changed.is_empty() {
        page.words(small, &format!("Also set: {}", why.changed.join(", ")), 2);
    }
    if !why.facts.is_empty() {
        page.words(layout.small(theme::TEXT), &why.facts.join(" · "), 5);
    }
    if !why.not.is_empty() {
        page.words(layout.small(theme::TEXT_FAINT), &format!("Not so: {}", why.not.join(", ")), 4);
    }
}

/// A column of paragraphs that ends where its room does.
struct Page<'a> {
    picture: &'a mut Picture<Act>,
    place: Rect,
    y: f32,
}

impl Page<'_> {
    fn gap(&mut self, by: f32) {
        self.y += by;
    }

    fn words(&mut self, ink: Ink, text: &str, most: usize) {
        let lines = ink.wrapped(text, self.place.w);
        let count = lines.len();
        for (i, line) in lines.into_iter().take(most).enumerate() {
            if self.y + ink.leading() > self.place.bottom() + ink.leading() * 0.3 {
                self.y = f32::INFINITY;
                return;
            }
            let at = pt(self.place.x, self.y + ink.leading() / 2.0);
            let cut = i + 1 == most && count > most;
            let text = if cut { format!("{line} …") } else { line };
            self.picture.text_in(at, Anchor::Left, ink, self.place.w, &text);
            self.y += ink.leading();
        }
        self.y += ink.size * 0.25;
    }
}
