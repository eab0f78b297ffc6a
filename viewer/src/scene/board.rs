//! The board with everything on it, whatever the board is.

use super::layout::Layout;
use super::moment::Moment;
use super::{dice, hex, square, stadium};
use crate::app::App;
use crate::geom::{Pt, Rect, pt};
use crate::keys::Act;
use crate::picture::Picture;
use crate::reel::{Arena, Reel};

/// From centimetres of the board to the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    origin: Pt,
    size: Pt,
    /// Pixels to a centimetre.
    pub(crate) scale: f32,
    flip: bool,
}

impl View {
    /// Fits a board with margins (left and right, top, bottom) into a part of the window.
    pub(crate) fn fit(size: Pt, sides: f32, top: f32, bottom: f32, into: Rect, flip: bool) -> View {
        let (w, h) = (size.x + 2.0 * sides, size.y + top + bottom);
        let scale = (into.w / w).min(into.h / h);
        let left = into.x + (into.w - w * scale) / 2.0 + sides * scale;
        let up = into.y + (into.h - h * scale) / 2.0 + top * scale;
        View { origin: pt(left, up), size, scale, flip }
    }

    pub(crate) fn at(&self, at: Pt) -> Pt {
        let at = if self.flip { pt(self.size.x - at.x, self.size.y - at.y) } else { at };
        pt(self.origin.x + at.x * self.scale, self.origin.y + at.y * self.scale)
    }

    /// The place on the board under a place of the window.
    pub(crate) fn back(&self, at: Pt) -> Pt {
        let on = pt((at.x - self.origin.x) / self.scale, (at.y - self.origin.y) / self.scale);
        if self.flip { pt(self.size.x - on.x, self.size.y - on.y) } else { on }
    }

    /// The board itself.
    pub(crate) fn field(&self) -> Rect {
        Rect::new(self.origin.x, self.origin.y, self.size.x * self.scale, self.size.y * self.scale)
    }
}

/// Draws the board of the match.
pub(crate) fn draw(picture: &mut Picture<Act>, app: &App, reel: &Reel, moment: &Moment<'_>, layout: &Layout) {
    match &reel.arena {
        Arena::Hex(board) => {
            hex::draw(picture, app, reel, board, moment, layout);
            dice::draw(picture, reel, moment, layout);
        }
        Arena::Grid(board) => square::draw(picture, app, reel, board, moment, layout),
        Arena::Dice => stadium::draw(picture, app, reel, moment, layout),
        Arena::Unknown => super::message::no_board(picture, layout, &reel.header.ruleset.title),
    }
}

/// Draws what is under the mouse.
pub(crate) fn hover(picture: &mut Picture<Act>, app: &App, reel: &Reel, moment: &Moment<'_>, layout: &Layout) {
    let Some(mouse) = app.switches.mouse.filter(|m| layout.board.contains(*m) && !app.switches.help) else { return };
    match &reel.arena {
        Arena::Hex(board) => hex::hover(picture, app, reel, board, moment, layout, mouse),
        Arena::Grid(board) => square::hover(picture, app, reel, board, moment, layout, mouse),
        Arena::Dice | Arena::Unknown => {}
    }
}
