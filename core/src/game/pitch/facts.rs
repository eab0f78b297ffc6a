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
        let opponents = token.side().other();
        // Mostly there is none, which is told without their order.
        if !state.squad(opponents).iter().any(|p| p.cell == Some(cell)) {
            return None;
        }
        state.all_at(cell, opponents).find(|t| self.is_company(state.piece(*t)))
    }

    /// The active skills of all such opponents together.
    pub(super) fn company_skills(&self, token: Token) -> Skills {
        let state = self.state();
        let Some(cell) = state.piece(token).cell else { return Skills::default() };
        let here = state.squad(token.side().other()).iter().filter(|p| p.cell == Some(cell) && self.is_company(p));
        here.fold(Skills::default(), |skills, piece| Skills(skills.0 | piece.skills().0))
    }

    /// The tokens in a cell, a bit each.
    pub(super) fn tokens_in(&self, cell: Cell) -> u32 {
        let mut tokens = 0;
        // Eight are looked at in one go: mostly none of them is there.
        for (row, eight) in self.state().pieces.as_chunks::<8>().0.iter().enumerate() {
            if eight.iter().any(|p| p.cell == Some(cell)) {
                let here = eight.iter().enumerate().map(|(place, p)| u32::from(p.cell == Some(cell)) << place);
                tokens |= here.sum::<u32>() << (8 * row);
            }
        }
        tokens
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

    /// A standing token of a side is next to a cell.
    pub(super) fn stands_beside(&self, side: Side, cell: Cell) -> bool {
        let steps = self.board().distances(cell);
        let beside = |at: Cell| steps[at.index()] == 1;
        self.state().squad(side).iter().any(|p| p.cell.is_some_and(beside) && p.standing())
    }
}
