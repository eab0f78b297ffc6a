//! Moves: where a pawn may go, and what follows when it does.

use super::Machine;
use crate::board::{Cell, CellSet};
use crate::game::action::Slot;
use crate::game::error::MatchError;
use crate::game::machine::{Flow, Ruled};
use crate::plugin::{ActWord, Grant, Hook, Into, Kind, OnMoveAllowance, Through};
use crate::record::Event;
use crate::{Side, Token};

impl Machine<'_> {
    fn allowance(&mut self, side: Side) -> Result<Ruled, MatchError> {
        let question = OnMoveAllowance { phase: 1, side: self.role(side), ..OnMoveAllowance::default() };
        let carrier = self.state().ball.carrier;
        self.ask(question, &[carrier])
    }

    /// Where each pawn of a side may go.
    pub(super) fn offer_moves(&mut self, side: Side) -> Flow {
        let ruled = self.allowance(side)?;
        let taken = self.taken();
        for slot in 0..Slot::PER_SIDE {
            let Some(token) = self.state().slot(side, slot) else { continue };
            let Some(from) = self.state().piece(token).cell else { continue };
            let mut cells = CellSet::EMPTY;
            for named in ruled.answer.grants.iter().filter(|g| !g.grant.refused) {
                cells |= self.walk(&named.grant, token, from, taken);
            }
            let contested = cells & self.board().contested();
            for cell in contested {
                if !self.may_enter(token, cell, from, false)? {
                    cells.remove(cell);
                }
            }
            self.state_mut().legal.moves[slot] = cells;
        }
        Ok(())
    }

    /// The spaces a grant lets a pawn end on. Goal spaces are only ever the last step.
    pub(super) fn walk(&self, grant: &Grant, token: Token, from: Cell, taken: CellSet) -> CellSet {
        if grant.cells == 0 || !self.is_for(grant, token, from) {
            return CellSet::EMPTY;
        }
        let board = self.board();
        let zone = grant.within.map(|view| self.zone_cells(token.side(), view));
        let mut through = board.field();
        if grant.through == Through::Empty {
            through -= taken;
        }
        let reach = match zone {
            // Every space it enters lies in the zone.
            Some(zone) => {
                let mut reached = CellSet::single(from);
                let mut rim = reached;
                for _ in 0..grant.cells {
                    let fresh = (board.around(rim) & zone) - reached;
                    if fresh.is_empty() {
                        break;
                    }
                    reached |= fresh;
                    rim = fresh & through;
                }
                reached
            }
            None if grant.cells == 1 => board.neighbours(from),
            None => board.reach(from, grant.cells, through),
        };
        let mut cells = reach - CellSet::single(from) - taken;
        if grant.least > 1 {
            cells -= board.within(from, grant.least - 1);
        }
        if let Some(view) = grant.zone {
            cells &= self.zone_cells(token.side(), view);
        }
        if let Some(view) = grant.not_zone {
            cells -= self.zone_cells(token.side(), view);
        }
        if grant.into == Into::Goal { cells - board.field() } else { cells }
    }

    /// A pawn moves; with the ball into a goal it scores.
    pub(super) fn move_to(&mut self, slot: usize, cell: Cell) -> Flow {
        let side = self.state().to_act;
        let Some(token) = self.state().slot(side, slot) else { return Ok(()) };
        let Some(from) = self.state().piece(token).cell else { return Ok(()) };
        let author = if self.recording() { self.move_author(side, token, from, cell)? } else { None };
        if !self.board().field().contains(cell) {
            self.log_clause(Hook::OnMoveAllowance, author, |m| m.moved(token, from, cell, false));
            return self.carried_in(token, Kind::Advance, from, cell);
        }
        self.stand(token, cell);
        self.log_clause(Hook::OnMoveAllowance, author, |m| m.moved(token, from, cell, false));
        let state = self.state();
        if state.ball.carrier.is_none() && state.ball.cell == cell {
            self.give(token);
            self.log(|m| m.possession(token, crate::plugin::How::Done));
        }
        self.acted(ActWord::Move)
    }

    /// The clause that lets a pawn go somewhere: the plainest grant that does.
    fn move_author(
        &mut self,
        side: Side,
        token: Token,
        from: Cell,
        cell: Cell,
    ) -> Result<Option<crate::plugin::Ruling>, MatchError> {
        let ruled = self.allowance(side)?;
        let taken = self.taken();
        let allows =
            |g: &&crate::plugin::NamedGrant| !g.grant.refused && self.walk(&g.grant, token, from, taken).contains(cell);
        let grant = ruled.answer.grants.iter().filter(allows).min_by_key(|g| g.grant.cells);
        Ok(grant.map(|g| g.grant.ruling))
    }

    pub(super) fn possession(&self, token: Token, how: crate::plugin::How) -> Event {
        Event::Possession {
            token,
            side: token.side(),
            how,
            source: self.state().ball.source,
            cell: self.name(self.state().ball.cell),
        }
    }
}
