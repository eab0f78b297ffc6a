//! Penalties: the taker on the spot, a keeper in place, two hidden picks.

use super::Machine;
use crate::board::{Cell, CellSet};
use crate::game::machine::Flow;
use crate::game::state::Stage;
use crate::plugin::{ActWord, DuelAnswer, DuelKind, How, OnDuel, Restart};
use crate::record::Event;
use crate::{Side, Token};

impl Machine<'_> {
    /// A side has offended: the turn is over and the other side's is a penalty.
    pub(super) fn award_penalty(&mut self, offenders: Side) -> Flow {
        if !self.turn_ended(offenders)? {
            return Ok(());
        }
        let side = offenders.other();
        self.count_turn(side);
        self.play.tally.penalties[side.index()] += 1;
        self.restart(Restart::Penalty, side)
    }

    /// The taker stands on the spot with the ball; who stands there changes places with him.
    pub(super) fn take_the_spot(&mut self, taker: Token) {
        let spot = self.state().stoppage.spot;
        let Some(from) = self.state().piece(taker).cell else { return };
        self.state_mut().ball.carrier = None;
        let other = self.pawn_at(spot).filter(|t| *t != taker);
        self.state_mut().piece_mut(taker).cell = None;
        if let Some(other) = other {
            self.state_mut().piece_mut(other).cell = None;
            let area = self.keeper_area(other.side());
            let crowded = area.contains(from) && !(self.state().occupied(other.side()) & area).is_empty();
            let to = if crowded { self.nearest_outside(from, spot, other.side()) } else { from };
            self.stand(other, to);
            self.log(|m| m.moved(other, spot, to, true));
        }
        self.stand(taker, spot);
        if from != spot {
            self.log(|m| m.moved(taker, from, spot, true));
        }
        self.give(taker);
        self.log(|m| m.possession(taker, How::Foul));
    }

    /// The empty space nearest to a cell outside a side's keeper area, the spot left free.
    fn nearest_outside(&self, cell: Cell, spot: Cell, side: Side) -> Cell {
        let free = self.board().field() - self.taken() - self.keeper_area(side) - CellSet::single(spot);
        free.iter().min_by_key(|c| self.board().distance(cell, *c)).unwrap_or(cell)
    }

    /// Both sides choose a number; the first choice stays sealed until the second is made.
    pub(super) fn offer_picks(&mut self) -> Flow {
        if let Some(recorder) = &mut self.play.recorder {
            recorder.seal();
        }
        self.grid_mut().sealed = 0;
        self.offer_pick(self.state().stoppage.side);
        Ok(())
    }

    fn offer_pick(&mut self, side: Side) {
        let choices = self.game.penalty_choices;
        self.decide(side, Stage::Pick);
        self.grid_mut().numbers = (1 << choices) - 1;
    }

    /// A number is chosen.
    pub(super) fn picked(&mut self, number: u8) -> Flow {
        let taking = self.state().stoppage.side;
        if self.grid().sealed == 0 {
            self.grid_mut().sealed = number;
            self.offer_pick(taking.other());
            return Ok(());
        }
        let first = std::mem::take(&mut self.grid_mut().sealed);
        self.grid_mut().numbers = 0;
        if let Some(recorder) = &mut self.play.recorder {
            recorder.unseal();
        }
        self.shoot_out(taking, first, number)
    }

    fn shoot_out(&mut self, taking: Side, shot: u8, dive: u8) -> Flow {
        let taker = self.state().ball.carrier;
        let keeper = self.keeper(taking.other());
        let question = OnDuel {
            kind: DuelKind::Penalty,
            side: self.role(taking),
            by: taker,
            against: keeper,
            pick_by: shot.into(),
            pick_against: dive.into(),
            ..OnDuel::default()
        };
        let goal = self.board().goal_cells(self.state().attacks(taking));
        let space = goal.iter().nth(usize::from(shot.saturating_sub(1)));
        self.log(|m| Event::Picks { shot, dive, space: m.name(space.unwrap_or(m.state().ball.cell)) });
        self.play.tally.shots[taking.index()] += 1;
        self.play.tally.on_target[taking.index()] += 1;
        let ruled = self.ask(question, &[taker, keeper])?;
        let outcome = DuelAnswer::from_index(ruled.word().into()).unwrap_or(DuelAnswer::Void);
        if let Some(by) = taker {
            self.log_ruled(&ruled, |_| Event::Duel {
                kind: DuelKind::Penalty,
                by,
                against: keeper,
                outcome,
                totals: None,
            });
        }
        self.grid_mut().act = ActWord::Penalty;
        self.state_mut().stoppage.step = 0;
        if outcome == DuelAnswer::Won {
            return self.goal(taking, taker, false);
        }
        if let Some(keeper) = keeper {
            self.give(keeper);
            self.log(|m| m.possession(keeper, How::Save));
        }
        self.end_turn()
    }
}
