//! The page of keys.

use super::layout::Layout;
use crate::geom::{Rect, pt};
use crate::keys::{Act, KEYS};
use crate::picture::{Anchor, Picture};
use crate::theme;

pub(super) fn draw(picture: &mut Picture<Act>, layout: &Layout) {
    let (title, strong, body) = (layout.title(theme::TEXT), layout.strong(theme::ACCENT), layout.body(theme::TEXT));
    let shown: Vec<_> = KEYS.iter().filter(|b| !b.shown.is_empty()).collect();
    let half = shown.len().div_ceil(2);
    let pad = layout.px(22.0);
    let keys = shown.iter().map(|b| strong.width(b.shown)).fold(0.0, f32::max) + layout.px(16.0);
    let column = keys + shown.iter().map(|b| body.width(b.help)).fold(0.0, f32::max) + layout.px(26.0);
    let row = body.leading() * 1.25;
    let width = (2.0 * column + 2.0 * pad).min(layout.window.w - 8.0);
    let height = 2.0 * pad + title.leading() * 1.5 + half as f32 * row + body.leading() * 1.6;
    let centre = layout.window.centre();
    picture.cover(layout.window, Act::Help);
    picture.rect(layout.window, theme::SHADE.at(170));
    let place = Rect::new(centre.x - width / 2.0, centre.y - height / 2.0, width, height);
    picture.rounded(place, layout.px(10.0), theme::PANEL);
    picture.frame(place, layout.px(10.0), 1.0, theme::TEXT_FAINT);
    picture.text(pt(place.x + pad, place.y + pad + title.leading() / 2.0), Anchor::Left, title, "Keys");
    for (i, binding) in shown.iter().enumerate() {
        let x = place.x + pad + if i < half { 0.0 } else { column };
        let y = place.y + pad + title.leading() * 1.5 + row * ((i % half) as f32 + 0.5);
        picture.text(pt(x, y), Anchor::Left, strong, binding.shown);
        picture.text(pt(x + keys, y), Anchor::Left, body, binding.help);
    }
    let small = layout.small(theme::TEXT_DIM);
    let hint = "Drag the scrubber; click a line of the story to see why it happened; point at a token for its skills.";
    let y = place.bottom() - pad - small.leading() / 2.0;
    picture.text_in(pt(place.x + pad, y), Anchor::Left, small, place.w - 2.0 * pad, hint);
}
