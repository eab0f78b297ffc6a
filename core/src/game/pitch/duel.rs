//! What two sides settle: tackles and entries.

use super::moves::bits;
use super::place::MOVER_PLACES;
use super::{Flow, Machine};
use crate::Token;
use crate::board::Spot;
use crate::game::action::{Offer, Slot};
use crate::game::kick::DuelState;
use crate::game::state::{NOBODY, Stage};
use crate::plugin::{Announced, BallSource, Cause, ClockAt, DuelAnswer, DuelKind, Hook, How, Moment, OnDuel, Where};
use crate::record::Event;

impl Machine<'_> {
    fn duel(
        &mut self,
        kind: DuelKind,
        by: Token,
        against: Token,
        place: Where,
    ) -> Result<DuelAnswer, super::MatchError> {
        let cell = self.state().piece(against).cell.unwrap_or(self.state().ball.cell);
        let question = OnDuel {
            kind,
            side: self.role(by.side()),
            by: Some(by),
            against: Some(against),
            by_skills: self.skills(by),
            against_skills: self.skills(against),
            band: self.band(cell, self.state().ball.side),
            announced: self.state().duel.announced,
            place,
            outer: kind == DuelKind::GkDribble && self.passed_outside(against),
            bonus_by: 0,
            bonus_against: 0,
            foul_face: None,
            ..OnDuel::default()
        };
        self.state_mut().duel.totals = [0; 2];
        self.state_mut().face = 0;
        let ruled = self.ask(question, &[Some(by), Some(against)])?;
        let outcome = DuelAnswer::from_index(ruled.word().into()).unwrap_or(DuelAnswer::Void);
        let totals = Some(self.state().duel.totals).filter(|t| *t != [0; 2]);
        self.log_ruled(&ruled, |_| Event::Duel { kind, by, against: Some(against), outcome, totals });
        Ok(outcome)
    }

    /// Two tokens are to settle something: each side may announce a bonus before the dice.
    pub(super) fn begin_duel(&mut self, kind: DuelKind, by: Token, against: Token, place: Where) -> Flow {
        self.state_mut().duel = DuelState { kind, by: Some(by), against: Some(against), place, ..DuelState::NONE };
        self.next_bonus()
    }

    /// Asks the sides in turn for a bonus, then rolls.
    fn next_bonus(&mut self) -> Flow {
        let duel = self.state().duel;
        let (Some(by), Some(against)) = (duel.by, duel.against) else { return Ok(()) };
        while let Some((token, other)) = [(by, against), (against, by)].get(usize::from(self.state().duel.asked)) {
            self.state_mut().duel.asked += 1;
            let question = self.ability(Moment::BeforeDuel, *token);
            let ruled = self.ask(question, &[Some(*token), Some(*other), None])?;
            if super::possession::offer_bits(&ruled.answer) >> Offer::Bonus as u32 & 1 == 1 {
                self.log_ruled(&ruled, |_| {
                    super::possession::offered(*token, Moment::BeforeDuel, 1 << Offer::Bonus as u32)
                });
                let legal = self.decide(token.side(), Stage::Bonus);
                legal.offers = 1 << Offer::Bonus as u32 | 1 << Offer::Decline as u32;
                return Ok(());
            }
        }
        let outcome = self.duel(duel.kind, by, against, duel.place)?;
        self.state_mut().duel.outcome = outcome;
        match duel.kind {
            DuelKind::Tackle => self.tackle_rolled(outcome),
            _ => self.dribble_rolled(outcome),
        }
    }

    /// A side has announced a bonus, or not.
    pub(super) fn bonus(&mut self, announced: bool) -> Flow {
        let duel = self.state().duel;
        let asked = if duel.asked == 1 { (duel.by, Announced::By) } else { (duel.against, Announced::Against) };
        if let (true, (Some(token), who)) = (announced, asked) {
            self.log(|_| Event::Ability { token, offer: Offer::Bonus });
            self.state_mut().duel.announced = who;
        }
        self.next_bonus()
    }

    /// An entry that a die decides: true when the token is let in; a foul stops play.
    pub(super) fn entry_duel(&mut self, token: Token, carrier: Token, place: Where) -> Result<bool, super::MatchError> {
        // Nobody announces anything before an entry.
        self.state_mut().duel.announced = Announced::None;
        match self.duel(DuelKind::Entry, token, carrier, place)? {
            DuelAnswer::Won => Ok(true),
            DuelAnswer::Foul => {
                self.tick(ClockAt::P3, true, true)?;
                self.foul(Cause::Entry, DuelKind::Entry, place, token, Some(carrier))?;
                Ok(false)
            }
            DuelAnswer::Lost | DuelAnswer::Void | DuelAnswer::Turnover => {
                let side = token.side();
                let state = self.state_mut();
                state.piece_mut(token).set_spent(true);
                state.turn.used += 1;
                self.refresh_moves(side)?;
                Ok(false)
            }
        }
    }

    /// A token has entered the carrier's cell: may he tackle?
    pub(super) fn offer_tackle(&mut self, token: Token) -> Flow {
        // If he is the first, the question is put as if his move, should it count as one, were part of the attempt.
        let mut question = self.ability(Moment::InBallCell, token);
        question.first = self.state().turn.used == u8::from(self.state().piece(token).moved > 0);
        let carrier = self.state().ball.carrier;
        let ruled = self.ask(question, &[Some(token), carrier, None])?;
        let offers = super::possession::offer_bits(&ruled.answer);
        if offers >> Offer::Tackle as u32 & 1 == 0 {
            return self.refresh_moves(token.side());
        }
        self.log_ruled(&ruled, |_| super::possession::offered(token, Moment::InBallCell, offers));
        self.state_mut().kick.token = Some(token);
        let last_mover = usize::from(self.state().turn.last_mover);
        let (spots, slot) = (self.spots_left(token), self.state().slot_of(token).filter(|slot| *slot == last_mover));
        let legal = self.decide(token.side(), Stage::Tackle);
        legal.offers = 1 << Offer::Tackle as u32 | 1 << Offer::Decline as u32;
        if let Some(slot) = slot {
            legal.shifts[slot] = spots;
        }
        Ok(())
    }

    /// He chooses where in the carrier's cell he stands, which ends his move; the tackle is still to come.
    pub(super) fn shift_and_tackle(&mut self, spot: Spot) -> Flow {
        let state = self.state();
        let Some((token, cell)) = state.kick.token.and_then(|t| Some((t, state.piece(t).cell?))) else { return Ok(()) };
        self.stand(token, cell, spot);
        let state = self.state_mut();
        state.turn.last_mover = NOBODY;
        state.legal.shifts = [0; Slot::PER_SIDE];
        let ruling = self.by_param(MOVER_PLACES);
        self.log_clause(Hook::OnMoveAllowance, ruling, |m| m.shifted(token));
        Ok(())
    }

    pub(super) fn no_tackle(&mut self) -> Flow {
        let side = self.state().to_act;
        self.state_mut().kick.token = None;
        self.state_mut().turn.tackled = true;
        self.refresh_moves(side)
    }

    /// The tackle is tried: by the one who has come into the cell, by the one there who was named, or the only one who may.
    pub(super) fn tackle(&mut self, named: Option<usize>) -> Flow {
        let side = self.state().to_act;
        let entered = (self.state().stage == Stage::Tackle).then_some(self.state().kick.token).flatten();
        let inside = match (entered, named) {
            (None, None) => bits(self.tacklers(side)?).next(),
            _ => named,
        };
        let Some(token) = entered.or_else(|| self.state().slot(side, inside?)) else { return Ok(()) };
        let Some(carrier) = self.state().ball.carrier else { return Ok(()) };
        if entered.is_none() {
            let question = self.ability(Moment::InBallCell, token);
            let ruled = self.ask(question, &[Some(token), Some(carrier), None])?;
            self.log_ruled(&ruled, |_| {
                super::possession::offered(token, Moment::InBallCell, 1 << Offer::Tackle as u32)
            });
            self.state_mut().turn.used += 1;
        }
        self.log(|_| Event::Ability { token, offer: Offer::Tackle });
        self.play.tally.tackles[side.index()] += 1;
        let state = self.state_mut();
        state.piece_mut(token).set_spent(true);
        state.turn.tackled = true;
        state.turn.last_mover = NOBODY;
        self.begin_duel(DuelKind::Tackle, token, carrier, Where::Own)
    }

    fn tackle_rolled(&mut self, outcome: DuelAnswer) -> Flow {
        let duel = self.state().duel;
        let (Some(token), Some(carrier)) = (duel.by, duel.against) else { return Ok(()) };
        let side = token.side();
        match outcome {
            DuelAnswer::Won | DuelAnswer::Turnover => {
                self.play.tally.tackles_won[side.index()] += 1;
                self.ball_won(token, BallSource::Tackle, How::Tackle);
                self.tick(ClockAt::P3, self.state().turn.moved, true)?;
                self.possession_lost(How::Tackle)
            }
            DuelAnswer::Foul => {
                self.tick(ClockAt::P3, self.state().turn.moved, true)?;
                self.foul(Cause::Duel, DuelKind::Tackle, Where::Own, token, Some(carrier))
            }
            DuelAnswer::Lost | DuelAnswer::Void => self.allow(side),
        }
    }
}
