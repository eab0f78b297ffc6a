//! The board with everything on it, whatever the board is.

use super::layout::Layout;
use super::moment::Moment;
use super::{about, bench, dice, hex, message, square, stadium, tokens};
use crate::app::App;
use crate::geom::{Pt, Rect, pt};
use crate::keys::Act;
use crate::picture::Picture;
use crate::reel::{Arena, Heat, Reel};
use crate::theme;
use touchline_core::End;
use touchline_core::board::{Board, Cell};
use touchline_core::rules::GameKind;

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
    /// Fits a board with its margins into a part of the window.
    fn fit(size: Pt, margins: &Margins, into: Rect, flip: bool) -> View {
        let &Margins { sides, top, below } = margins;
        let (w, h) = (size.x + 2.0 * sides, size.y + top + below);
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

/// Room around a board, in centimetres.
pub(super) struct Margins {
    pub(super) sides: f32,
    pub(super) top: f32,
    /// For those who stand beside it.
    pub(super) below: f32,
}

/// A board in the window, and the moment that is shown on it.
pub(super) struct Stage<'a> {
    pub(super) app: &'a App,
    pub(super) reel: &'a Reel,
    pub(super) board: &'a Board,
    pub(super) moment: &'a Moment<'a>,
    pub(super) layout: &'a Layout,
    pub(super) view: View,
}

impl<'a> Stage<'a> {
    fn new(
        app: &'a App,
        reel: &'a Reel,
        board: &'a Board,
        moment: &'a Moment<'a>,
        layout: &'a Layout,
        margins: &Margins,
    ) -> Self {
        let view = View::fit(reel.arena.size(), margins, layout.board, app.switches.flip);
        Stage { app, reel, board, moment, layout, view }
    }

    /// How long the ball was where, as cells of the given shape that are lighter for longer.
    pub(super) fn heat_map(&self, picture: &mut Picture<Act>, shape: impl Fn(Cell) -> Vec<Pt>) {
        self.app.figures(self.reel, |_, heat| {
            let most = heat.cells.iter().copied().fold(1e-6, f32::max);
            for cell in self.board.all() {
                let share = (heat.cells.get(cell.index()).copied().unwrap_or(0.0) / most).sqrt();
                if share > 0.02 {
                    picture.fill(shape(cell), theme::hot(share));
                }
            }
        });
    }

    /// The ball and its shadow; `reach` is its radius, in centimetres, `least` in pixels.
    pub(super) fn ball(&self, picture: &mut Picture<Act>, reach: f32, least: f32) {
        let (at, height) = self.moment.ball();
        let ground = self.view.at(at);
        let radius = (self.view.scale * reach).max(least);
        picture.disc(pt(ground.x + radius * 0.25, ground.y + radius * 0.35), radius, theme::SHADE.at(110));
        let up = pt(ground.x, ground.y - height * self.view.scale * 0.5);
        let radius = radius * (1.0 + height * 0.035);
        picture.disc(up, radius, theme::WHITE);
        picture.ring(up, radius, (radius * 0.18).max(1.0), theme::DARK);
        picture.fill((0..5).map(|i| up.around(radius * 0.34, i as f32 / 5.0)).collect(), theme::DARK);
    }

    /// The cell under the mouse: its outline, its name, the zones it is in.
    pub(super) fn cell_tip(&self, picture: &mut Picture<Act>, mouse: Pt, cell: Cell, outline: Vec<Pt>, plain: &[&str]) {
        let mut words = vec![self.board.cell_name(cell).to_owned()];
        for zone in self.board.zones() {
            let name = self.board.zone_name(zone);
            if !plain.contains(&name) && End::BOTH.iter().any(|end| self.board.zone_cells(zone, *end).contains(cell)) {
                words.push(name.replace('_', " "));
            }
        }
        if self.app.switches.stats {
            let heat = |h: &Heat| h.cells.get(cell.index()).copied().unwrap_or(0.0);
            words.push(format!("ball {:.0} s", self.app.figures(self.reel, |_, h| heat(h))));
        }
        picture.outline(outline, self.layout.px(2.0), theme::WHITE.at(210));
        message::tip(picture, self.layout, mouse, &[words.join(" · ")]);
    }
}

/// Draws the board of the match.
pub(crate) fn draw(picture: &mut Picture<Act>, app: &App, reel: &Reel, moment: &Moment<'_>, layout: &Layout) {
    let middle = match &reel.arena {
        Arena::Hex(board) => {
            let stage = Stage::new(app, reel, board, moment, layout, &hex::MARGINS);
            hex::draw(picture, &stage);
            dice::draw(picture, reel, moment, layout, &stage.view);
            stage.view.field()
        }
        Arena::Grid(board) => {
            let stage = Stage::new(app, reel, board, moment, layout, &square::MARGINS);
            square::draw(picture, &stage);
            dice::draw(picture, reel, moment, layout, &stage.view);
            stage.view.field()
        }
        Arena::Dice => stadium::draw(picture, reel, moment, layout),
        Arena::Unknown => return message::no_board(picture, layout, &reel.header.ruleset.title),
    };
    // Figures are read at leisure: nothing lies over the map that goes with them.
    if !app.switches.stats || reel.header.game == GameKind::Dice {
        message::event_banner(picture, reel, moment, layout, middle.centre());
    }
}

/// Draws what is under the mouse.
pub(crate) fn hover(picture: &mut Picture<Act>, app: &App, reel: &Reel, moment: &Moment<'_>, layout: &Layout) {
    let Some(mouse) = app.switches.mouse.filter(|m| layout.board.contains(*m) && !app.switches.help) else { return };
    let (board, margins) = match &reel.arena {
        Arena::Hex(board) => (board, &hex::MARGINS),
        Arena::Grid(board) => (board, &square::MARGINS),
        Arena::Dice | Arena::Unknown => return,
    };
    let stage = Stage::new(app, reel, board, moment, layout, margins);
    if let Some(token) = tokens::under(&stage, mouse).or_else(|| bench::under(&stage, mouse, margins.below)) {
        return about::draw(picture, reel, moment, layout, mouse, token);
    }
    match &reel.arena {
        Arena::Hex(_) => hex::hover(picture, &stage, mouse),
        _ => square::hover(picture, &stage, mouse),
    }
}
