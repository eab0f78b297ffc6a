//! The approach to a throw-in: a player goes to the ball in place of a set-up.

use super::{Flow, Machine};
use crate::board::Cell;
use crate::game::state::Stage;
use crate::plugin::{BallSource, Hook, How, PhaseWord, Ruling};
use crate::record::Event;
use crate::{Side, Token};

impl Machine<'_> {
    /// Asks who goes to the ball: those who can reach it.
    pub(super) fn offer_approach(&mut self, side: Side) {
        let state = self.state();
        let spot = state.stoppage.spot;
        let near = |slot: usize| {
            let token = state.slot(side, slot)?;
            let cell = state.piece(token).cell.filter(|_| state.piece(token).on_pitch())?;
            let cells = state.permits().iter().filter(|p| p.is_for(slot)).map(|p| p.cells).max()?;
            (self.board().distance(cell, spot) <= cells.min(state.piece(token).limit)).then_some(())
        };
        let tokens = (0..11).filter(|s| near(*s).is_some()).fold(0, |mask, s| mask | 1 << s);
        self.decide(side, Stage::Approach).tokens = tokens;
    }

    /// The thrower goes to the spot; his approach stands for P1 of a turn of its own.
    pub(super) fn approach(&mut self, slot: usize) -> Flow {
        let side = self.state().to_act;
        let Some(token) = self.state().slot(side, slot) else { return Ok(()) };
        let spot = self.state().stoppage.spot;
        let Some(from) = self.state().piece(token).cell else { return Ok(()) };
        let cells = self.board().distance(from, spot);
        if let Some(ruling) = self.state().permits().iter().find(|p| p.pushes()).map(|p| p.ruling) {
            self.clear_out(spot, token, ruling);
        }
        self.begin_turn(side, false);
        let question = self.setup_question();
        if cells > 0 {
            self.settle_in(token, spot);
        }
        let state = self.state_mut();
        state.piece_mut(token).moved = cells;
        state.piece_mut(token).set_spent(cells > 0);
        state.turn.longest = cells;
        state.turn.total = cells;
        state.turn.movers = u8::from(cells > 0);
        self.ball_with(token);
        let state = self.state_mut();
        state.stoppage.step = 0;
        state.stoppage.approached = true;
        state.ball.source = BallSource::Restart;
        state.kick.how = How::Done;
        if self.recording() {
            let ruled = self.ask(question, &[])?;
            self.log_ruled(&ruled, |m| Event::Approach { token, from: m.name(from), to: m.name(spot), cells });
        }
        self.offer_place_of(token)
    }

    /// The thrower stands where he throws from: his approach is over.
    pub(super) fn approached(&mut self) -> Flow {
        self.phase_end(PhaseWord::P1, true, false, false)
    }

    /// Everybody else leaves a cell, each to an empty neighbour.
    fn clear_out(&mut self, cell: Cell, stays: Token, ruling: Ruling) {
        for side in Side::BOTH {
            for slot in 0..11 {
                let Some(token) = self.state().slot(side, slot).filter(|t| *t != stays) else { continue };
                if self.state().piece(token).cell != Some(cell) || !self.state().piece(token).on_pitch() {
                    continue;
                }
                let state = self.state();
                let taken = state.occupied(Side::Home) | state.occupied(Side::Away);
                let to = self.nearest_of(side, cell, self.board().all() - taken);
                let Some(to) = to else { continue };
                self.settle_in(token, to);
                self.log_clause(Hook::OnSetup, Some(ruling), |m| m.moved(token, cell, to, true));
            }
        }
    }
}
