//! What the match is played on, as far as a viewer needs to know.

use crate::geom::{Pt, pt};
use touchline_core::board::{Board, Point, Spot};
use touchline_core::record::Header;

/// The board of a replay.
#[derive(Clone, Debug)]
pub(crate) enum Arena {
    /// A hex pitch.
    Hex(Box<Board>),
    /// Nothing that this viewer could draw; the match is still told.
    Unknown,
}

impl Arena {
    /// The board in a header; and why it cannot be drawn, if it cannot.
    pub(crate) fn of(header: &Header) -> (Arena, Option<String>) {
        match Board::from_yaml(&header.board.yaml, &header.board.name) {
            Ok(board) => (Arena::Hex(Box::new(board)), None),
            Err(error) => (Arena::Unknown, Some(format!("the board cannot be drawn: {error}"))),
        }
    }

    /// Length and width.
    pub(crate) fn size(&self) -> Pt {
        match self {
            Arena::Hex(board) => pt(board.length() as f32, board.width() as f32),
            Arena::Unknown => pt(100.0, 64.0),
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
            Arena::Hex(board) => board.cell(cell).map(|c| point(board.spot(c, Spot::MIDDLE))),
            Arena::Unknown => None,
        }
    }

    /// A place of a cell where nobody stands.
    pub(super) fn free_place(&self, cell: &str, taken: &[Pt]) -> Option<Pt> {
        match self {
            Arena::Hex(board) => {
                let cell = board.cell(cell)?;
                let spots = || Spot::all().map(|s| point(board.spot(cell, s)));
                let free = |at: &Pt| taken.iter().all(|t| t.distance(*at) >= board.token_diameter() as f32);
                spots().find(free).or_else(|| spots().next())
            }
            Arena::Unknown => None,
        }
    }

    pub(super) fn is_in(&self, at: Option<Pt>, cell: &str) -> bool {
        match (self, at) {
            (Arena::Hex(board), Some(at)) => board.cell_name(board.cell_at(real(at))) == cell,
            _ => false,
        }
    }

    pub(super) fn same_cell(&self, a: Pt, b: Pt) -> bool {
        match self {
            Arena::Hex(board) => board.cell_at(real(a)) == board.cell_at(real(b)),
            Arena::Unknown => false,
        }
    }
}

pub(crate) fn point(at: Point) -> Pt {
    pt(at.x as f32, at.y as f32)
}

fn real(at: Pt) -> Point {
    Point::new(f64::from(at.x), f64::from(at.y))
}
