//! What the match is played on, as far as a viewer needs to know.

use crate::geom::{Pt, pt};
use touchline_core::board::{Board, Cell, Point, Spot};
use touchline_core::record::Header;
use touchline_core::rules::GameKind;

/// The board of a replay.
#[derive(Clone, Debug)]
pub(crate) enum Arena {
    /// A hex pitch.
    Hex(Box<Board>),
    /// A board of squares.
    Grid(Box<Board>),
    /// A table with dice.
    Dice,
    /// Nothing that this viewer could draw; the match is still told.
    Unknown,
}

impl Arena {
    /// The board in a header; and why it cannot be drawn, if it cannot.
    pub(crate) fn of(header: &Header) -> (Arena, Option<String>) {
        if header.game == GameKind::Dice {
            return (Arena::Dice, None);
        }
        match Board::from_yaml(&header.board.yaml, &header.board.name) {
            Ok(board) if header.game == GameKind::Grid => (Arena::Grid(Box::new(board)), None),
            Ok(board) => (Arena::Hex(Box::new(board)), None),
            Err(error) => (Arena::Unknown, Some(format!("the board cannot be drawn: {error}"))),
        }
    }

    /// Length and width.
    pub(crate) fn size(&self) -> Pt {
        match self {
            Arena::Hex(board) | Arena::Grid(board) => pt(board.length() as f32, board.width() as f32),
            Arena::Dice | Arena::Unknown => pt(100.0, 64.0),
        }
    }

    pub(crate) fn centre(&self) -> Pt {
        let size = self.size();
        pt(size.x / 2.0, size.y / 2.0)
    }

    /// The place that half a turn about the centre makes of one.
    pub(crate) fn rotated(&self, at: Pt) -> Pt {
        let size = self.size();
        pt(size.x - at.x, size.y - at.y)
    }

    /// The middle of a cell.
    pub(crate) fn place(&self, cell: &str) -> Option<Pt> {
        match self {
            Arena::Hex(board) | Arena::Grid(board) => board.cell(cell).map(|c| point(board.spot(c, Spot::MIDDLE))),
            Arena::Dice | Arena::Unknown => None,
        }
    }

    /// A place of a cell where nobody stands.
    pub(super) fn free_place(&self, cell: &str, taken: &[Pt]) -> Option<Pt> {
        match self {
            Arena::Grid(board) => board.cell(cell).map(|c| point(board.centre(c))),
            Arena::Hex(board) => {
                let cell = board.cell(cell)?;
                let spots = || Spot::all().map(|s| point(board.spot(cell, s)));
                let free = |at: &Pt| taken.iter().all(|t| t.distance(*at) >= board.token_diameter() as f32);
                spots().find(free).or_else(|| spots().next())
            }
            Arena::Dice | Arena::Unknown => None,
        }
    }

    /// The cell that a place belongs to.
    pub(super) fn cell_of(&self, at: Pt) -> Option<Cell> {
        match self {
            Arena::Hex(board) => Some(board.cell_at(Point::new(f64::from(at.x), f64::from(at.y)))),
            Arena::Grid(board) => {
                let far = |c: &Cell| point(board.centre(*c)).distance(at);
                board.all().iter().min_by(|a, b| far(a).total_cmp(&far(b)))
            }
            Arena::Dice | Arena::Unknown => None,
        }
    }

    pub(super) fn is_in(&self, at: Option<Pt>, cell: &str) -> bool {
        let found = at.and_then(|at| self.cell_of(at));
        match self {
            Arena::Hex(board) | Arena::Grid(board) => found.is_some_and(|c| board.cell_name(c) == cell),
            Arena::Dice | Arena::Unknown => false,
        }
    }

    pub(super) fn same_cell(&self, a: Pt, b: Pt) -> bool {
        self.cell_of(a).is_some_and(|c| self.cell_of(b) == Some(c))
    }

    /// How many cells there are.
    pub(super) fn cells(&self) -> usize {
        match self {
            Arena::Hex(board) | Arena::Grid(board) => board.len(),
            Arena::Dice | Arena::Unknown => 0,
        }
    }

    /// How large a token is drawn, in centimetres, and how large at least where it is crowded.
    pub(crate) fn token_radius(&self) -> (f32, f32) {
        match self {
            Arena::Grid(board) => (board.token_diameter() as f32 * 0.55, board.token_diameter() as f32 * 0.5),
            _ => (2.0, 1.3),
        }
    }
}

pub(crate) fn point(at: Point) -> Pt {
    pt(at.x as f32, at.y as f32)
}
