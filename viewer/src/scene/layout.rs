//! Where everything stands in a window.

use crate::geom::Rect;
use crate::picture::Ink;
use crate::theme::{self, Colour};

/// The parts of the window. All sizes grow with it, within bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Layout {
    pub(crate) window: Rect,
    pub(crate) scoreboard: Rect,
    pub(crate) board: Rect,
    pub(crate) feed: Rect,
    pub(crate) why: Rect,
    /// The feed and the ruling together.
    pub(crate) side: Rect,
    pub(crate) controls: Rect,
    /// Pixels for each pixel of a 1280×800 window.
    pub(crate) unit: f32,
}

impl Layout {
    pub(crate) fn new(width: f32, height: f32) -> Layout {
        let window = Rect::new(0.0, 0.0, width, height);
        let unit = (width / 1280.0).min(height / 800.0).clamp(0.82, 1.7);
        let (scoreboard, rest) = window.cut_top((56.0 * unit).round());
        let (controls, rest) = rest.cut_bottom((84.0 * unit).round());
        let side_width = (width * 0.29).clamp(240.0 * unit.min(1.0), 470.0 * unit).round();
        let (side, board) = rest.cut_right(side_width);
        let pad = (8.0 * unit).round();
        let board = Rect::new(board.x + pad, board.y + pad / 2.0, board.w - 1.5 * pad, board.h - pad);
        let side = Rect::new(side.x, side.y + pad / 2.0, side.w - pad, side.h - pad);
        let (feed, why) = side.cut_top((side.h * 0.5).round());
        let why = Rect::new(why.x, why.y + pad, why.w, why.h - pad);
        Layout { window, scoreboard, board, feed, why, side, controls, unit }
    }

    /// So many pixels of a 1280×800 window.
    pub(crate) fn px(&self, pixels: f32) -> f32 {
        pixels * self.unit
    }

    pub(crate) fn small(&self, colour: Colour) -> Ink {
        Ink::plain(self.font(theme::SMALL), colour)
    }

    pub(crate) fn body(&self, colour: Colour) -> Ink {
        Ink::plain(self.font(theme::BODY), colour)
    }

    pub(crate) fn strong(&self, colour: Colour) -> Ink {
        Ink::bold(self.font(theme::BODY), colour)
    }

    pub(crate) fn title(&self, colour: Colour) -> Ink {
        Ink::bold(self.font(theme::TITLE), colour)
    }

    pub(crate) fn huge(&self, colour: Colour) -> Ink {
        Ink::bold(self.font(theme::HUGE), colour)
    }

    /// Whole pixels keep text crisp; none is set too small to be read.
    fn font(&self, size: f32) -> f32 {
        (size * self.unit).round().max(10.0)
    }
}
