//! From phase to phase and turn to turn.

use super::{Flow, Machine};
use crate::game::state::Stage;
use crate::plugin::{ClockAt, FirstTime, How, OnPhaseEnd, PhaseAnswer, PhaseWord, Restart};
use crate::record::Event;

impl Machine<'_> {
    /// A phase is complete, or possession changed: the referee says where play goes on.
    pub(super) fn phase_end(&mut self, phase: PhaseWord, kept: bool, asked: bool, replay: bool) -> Flow {
        let state = self.state();
        let carrier = state.ball.carrier;
        let restart = if state.stoppage.approached { state.stoppage.restart } else { Restart::None };
        let ruled = self.ask(
            OnPhaseEnd {
                phase,
                kept,
                how: if phase == PhaseWord::P1 || !kept { state.kick.how } else { How::Done },
                asked,
                replay,
                restart,
                in_hand: state.ball.in_hand,
                kind: state.kick.kind,
                tied: state.kick.tied,
                shared: state.kick.shared.is_some(),
                band: self.band(state.kick.from, state.turn.attack),
                ..OnPhaseEnd::default()
            },
            &[carrier],
        )?;
        let next = PhaseAnswer::from_index(ruled.word().into()).unwrap_or(PhaseAnswer::Turn);
        self.log_ruled(&ruled, |_| Event::PhaseEnd { phase: phase.word().to_owned(), next });
        match next {
            PhaseAnswer::Offer if !asked => self.offer_reception(),
            PhaseAnswer::P1 => {
                self.state_mut().turn.phase = 1;
                self.state_mut().kick.restart = Restart::None;
                self.state_mut().kick.header = false;
                self.offer_declaration()
            }
            PhaseAnswer::P2 if !kept => self.held_turn(),
            PhaseAnswer::P2 => self.begin_moves(2),
            PhaseAnswer::P3 => self.begin_moves(3),
            PhaseAnswer::Turn => self.next_turn(false),
            PhaseAnswer::Counter => self.next_turn(true),
            PhaseAnswer::Offer | PhaseAnswer::Again | PhaseAnswer::Skip => Err(self.cannot(&ruled, next.word())),
        }
    }

    /// The other side has the ball and keeps it: its turn opens with its moves.
    fn held_turn(&mut self) -> Flow {
        let Some(carrier) = self.state().ball.carrier else { return Ok(()) };
        self.turn_over()?;
        if self.whistle_blown(ClockAt::Turn, Restart::None)? {
            return Ok(());
        }
        self.begin_turn(carrier.side(), false);
        self.state_mut().kick.restart = Restart::None;
        self.begin_moves(2)
    }

    /// The turn is over; the side with the ball begins the next one.
    fn next_turn(&mut self, counter: bool) -> Flow {
        let Some(carrier) = self.state().ball.carrier else { return Ok(()) };
        self.turn_over()?;
        if self.whistle_blown(ClockAt::Turn, Restart::None)? {
            return Ok(());
        }
        let heads = self.state().kick.how == How::Header && counter;
        self.begin_turn(carrier.side(), counter);
        let throw = self.state().stoppage.approached;
        let state = self.state_mut();
        state.stoppage.approached = false;
        state.turn.first_time = FirstTime::None;
        state.kick.restart = if throw { state.stoppage.restart } else { Restart::None };
        if throw {
            self.count_restart();
        }
        if heads {
            // The header itself opens the counterattack; the caller asks for the declaration.
            self.decide(carrier.side(), Stage::Declare);
            return Ok(());
        }
        self.offer_declaration()
    }
}
