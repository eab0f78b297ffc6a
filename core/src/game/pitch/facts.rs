//! Facts that several questions share.

use super::Machine;
use crate::board::{Band, Cell, CellSet};
use crate::game::piece::Piece;
use crate::kick::Pose;
use crate::plugin::{Role, Skills, ZoneView};
use crate::{Side, Token};

impl Machine<'_> {
    pub(super) fn role(&self, side: Side) -> Role {
        if side == self.state().ball.side { Role::Attack } else { Role::Defence }
    }

    pub(super) fn side_of(&self, role: Role) -> Side {
        match role {
            Role::Attack => self.state().ball.side,
            Role::Defence => self.state().ball.side.other(),
        }
    }

    /// The keeper of a side: the first token on the pitch with the keeper's skill active.
    pub(super) fn keeper(&self, side: Side) -> Option<Token> {
        self.rules.keeper_of(self.state(), side)
    }

    /// Whether a token is the keeper of its side.
    pub(super) fn keeps(&self, token: Token) -> bool {
        // Hardly anybody has the skill: most are told by themselves.
        self.rules.is_keeper(self.state().piece(token)) && self.keeper(token.side()) == Some(token)
    }

    pub(super) fn band(&self, cell: Cell, side: Side) -> Band {
        self.board().band(cell, self.state().attacks(side))
    }

    /// The most special zone of a cell as a side sees it.
    pub(super) fn zone(&self, cell: Cell, side: Side) -> Option<ZoneView> {
        self.board().special_zone(cell, self.state().attacks(side)).map(|(zone, own)| ZoneView { zone, own })
    }

    /// In the area that a side attacks.
    pub(super) fn in_attacked_area(&self, cell: Cell, side: Side) -> bool {
        self.rules.area(self.state().attacks(side)).contains(cell)
    }

    pub(super) fn skills(&self, token: Token) -> Skills {
        self.state().piece(token).skills()
    }

    /// A standing opponent in the same cell (a lying one too, where lying tokens are not inert).
    pub(super) fn companion(&self, token: Token) -> Option<Token> {
        let state = self.state();
        let cell = state.piece(token).cell?;
        state.all_at(cell, token.side().other()).find(|t| self.is_company(state.piece(*t)))
    }

    /// The cells in which a token of a side is not alone.
    pub(super) fn company_for(&self, side: Side) -> CellSet {
        let state = self.state();
        let pieces = state.squad(side.other()).iter().filter(|p| self.is_company(p));
        pieces.fold(CellSet::EMPTY, |cells, piece| cells | piece.cell.into())
    }

    fn is_company(&self, piece: &Piece) -> bool {
        piece.on_pitch() && (piece.pose == Pose::Standing || !self.rules.mechanics.lying_inert)
    }

    /// A neighbour of a cell is in the crossing zone that a side attacks.
    pub(super) fn near_crossing(&self, cell: Cell, side: Side) -> bool {
        !(self.board().neighbours(cell) & self.rules.crossing(self.state().attacks(side))).is_empty()
    }

    /// A standing token of a side is in one of these cells.
    pub(super) fn stands_in(&self, side: Side, cells: CellSet) -> bool {
        let state = self.state();
        state
            .on_pitch(side)
            .any(|t| state.piece(t).standing() && state.piece(t).cell.is_some_and(|c| cells.contains(c)))
    }
}
