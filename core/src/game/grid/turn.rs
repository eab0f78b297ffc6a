//! Turns: what may be done, and who comes next.

use super::Machine;
use crate::Side;
use crate::board::CellSet;
use crate::game::action::Offer;
use crate::game::error::MatchError;
use crate::game::machine::{Flow, team};
use crate::game::state::{Ending, Stage, Turn};
use crate::plugin::{ActWord, ClockAt, INTENTS, NamedGrant, OnPhaseEnd, PhaseAnswer, PhaseWord, Restart, Window};
use crate::record::Event;

impl Machine<'_> {
    /// The turn of a side begins.
    pub(super) fn begin_turn(&mut self, side: Side) -> Flow {
        self.count_turn(side);
        if u32::from(self.state().turn.number) > self.game.max_turns {
            self.finish(Ending::Abandoned, "no result after the last turn allowed");
            return Ok(());
        }
        self.offer_turn()
    }

    /// Counts a turn of a side, whatever it is used for.
    pub(super) fn count_turn(&mut self, side: Side) {
        let state = self.state_mut();
        state.turn = Turn { number: state.turn.number.saturating_add(1), ..Turn::new(side) };
        let grid = self.grid_mut();
        grid.robbed = grid.victim.take();
        grid.act = ActWord::None;
        self.play.tally.turns[side.index()] += 1;
        if let Some(carrier) = self.state().ball.carrier {
            self.play.tally.held[carrier.side().index()] += 1;
        }
        self.log(|m| Event::Turn { number: m.state().turn.number, side, counter: false });
    }

    /// Everything that the side on turn may do.
    pub(super) fn offer_turn(&mut self) -> Flow {
        let side = self.state().turn.attack;
        self.decide(side, Stage::Turn);
        self.grid_mut().sends = [CellSet::EMPTY; 5];
        let (question, carrier) = self.declaration(side);
        let ruled = self.ask(question, &[carrier])?;
        self.offer_moves(side)?;
        if let Some(carrier) = carrier {
            self.offer_sends(carrier, question.zone, &ruled.answer.grants)?;
        } else {
            self.offer_steals(side, &ruled.answer.grants)?;
        }
        if self.state().turn.used == 0 {
            self.offer_changes(side, Window::Before)?;
        }
        if intent(&ruled.answer.grants, "report").is_some_and(|g| !g.grant.refused) {
            self.state_mut().legal.offers |= 1 << Offer::Report as u32;
        }
        let stuck = {
            let legal = &self.state().legal;
            legal.tokens == 0 && legal.moves.iter().chain(self.state().sends()).all(|cells| cells.is_empty())
        };
        if stuck || self.game.may_skip {
            self.state_mut().legal.offers |= 1 << Offer::End as u32;
        }
        Ok(())
    }

    /// An action is done: the same side again if it has another, else the window for changes, then the other side.
    pub(super) fn acted(&mut self, act: ActWord) -> Flow {
        self.grid_mut().act = act;
        self.state_mut().turn.used += 1;
        if self.state().turn.used < self.game.actions_per_turn {
            return self.offer_turn();
        }
        let side = self.state().turn.attack;
        self.nothing_to_send();
        let legal = self.decide(side, Stage::Change);
        legal.offers = 1 << Offer::Decline as u32;
        self.offer_changes(side, Window::After)?;
        if self.state().legal.changes == 0 {
            return self.end_turn();
        }
        Ok(())
    }

    /// The sets that only a turn has are void.
    pub(super) fn nothing_to_send(&mut self) {
        let grid = self.grid_mut();
        (grid.sends, grid.numbers) = ([CellSet::EMPTY; 5], 0);
    }

    /// A turn that is not used.
    pub(super) fn skip(&mut self) -> Flow {
        self.grid_mut().act = ActWord::None;
        self.end_turn()
    }

    /// The turn is over.
    pub(super) fn end_turn(&mut self) -> Flow {
        let side = self.state().turn.attack;
        if !self.turn_ended(side)? || self.whistle(ClockAt::Turn, Restart::None)? {
            return Ok(());
        }
        self.begin_turn(side.other())
    }

    /// Tells the plugins that the turn of a side is over: true when the other side is next.
    pub(super) fn turn_ended(&mut self, side: Side) -> Result<bool, MatchError> {
        let carrier = self.state().ball.carrier;
        let question = OnPhaseEnd {
            phase: PhaseWord::Turn,
            kept: carrier.is_some_and(|c| c.side() == side),
            act: self.grid().act,
            side: team(side),
            ..OnPhaseEnd::default()
        };
        let ruled = self.ask(question, &[carrier])?;
        let next = PhaseAnswer::from_index(ruled.word().into()).unwrap_or(PhaseAnswer::Turn);
        self.log_ruled(&ruled, |_| Event::PhaseEnd { phase: PhaseWord::Turn.word().to_owned(), next });
        match next {
            PhaseAnswer::Turn => Ok(true),
            PhaseAnswer::Again => {
                self.begin_turn(side)?;
                Ok(false)
            }
            _ => Err(self.cannot(&ruled, next.word())),
        }
    }

    /// A goal: both sides set up again, unless it ends the match.
    pub(super) fn goal(&mut self, side: Side, scorer: Option<crate::Token>, own: bool) -> Flow {
        self.score(side, scorer, own)?;
        if self.whistle(ClockAt::Goal, Restart::KickOff)? {
            return Ok(());
        }
        self.restart(Restart::KickOff, side.other())
    }
}

/// The grant of an intent.
pub(super) fn intent<'a>(grants: &'a [NamedGrant], name: &str) -> Option<&'a NamedGrant> {
    grants.iter().find(|g| INTENTS.get(usize::from(g.name)).is_some_and(|known| *known == name))
}
