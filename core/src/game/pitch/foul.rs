//! Offences and their price.

use super::{Flow, Machine};
use crate::Token;
use crate::board::Cell;
use crate::game::piece::Status;
use crate::plugin::{Cause, ClockAt, DuelKind, FoulSpot, FoulValue, Knocked, OnFoul, Restart, Where};
use crate::record::Event;

impl Machine<'_> {
    /// An offence: the referee prices it, the engine does just that.
    pub(super) fn foul(
        &mut self,
        cause: Cause,
        kind: DuelKind,
        place: Where,
        offender: Token,
        victim: Option<Token>,
    ) -> Flow {
        let usual = match cause {
            Cause::Entry => FoulSpot::Carrier,
            Cause::Knock => FoulSpot::Victim,
            _ => FoulSpot::Offender,
        };
        let spot = self.foul_cell(usual, offender, victim);
        let side = offender.side();
        let own_area = self.rules.area(self.state().attacks(side).other());
        let question = OnFoul {
            cause,
            technique: self.state().kick.technique,
            kind,
            place,
            face: if matches!(cause, Cause::Entry | Cause::Duel) { self.state().face.into() } else { 0 },
            side: self.role(side),
            offender: Some(offender),
            victim,
            in_area: own_area.contains(spot),
            stands_in_area: self.state().piece(offender).cell.is_some_and(|c| own_area.contains(c)),
            cautions: self.state().piece(offender).cautions.into(),
        };
        let ruled = self.ask(question, &[Some(offender), victim])?;
        let price: FoulValue = ruled.answer.value();
        let spot = self.foul_cell(price.spot, offender, victim);
        let cautions = price.cautions.clamp(0, 9) as u8;
        let card = if price.void { None } else { price.card };
        let sent_off = price.send_off && !price.void;
        let tally = &mut self.play.tally;
        if cause == Cause::Offside {
            tally.offsides[side.index()] += 1;
        } else {
            tally.fouls[side.index()] += u32::from(!price.void);
        }
        tally.cards[side.index()] += u32::from(card.is_some());
        tally.sent_off[side.index()] += u32::from(sent_off);
        self.log_ruled(&ruled, |m| Event::Foul {
            offender: Some(offender),
            victim,
            cause,
            restart: price.restart,
            spot: m.name(spot),
            card: card.and_then(|c| m.rules.vocabulary.cards.get(usize::from(c.0)).cloned()),
            cautions,
            sent_off,
        });
        if !price.void {
            self.state_mut().piece_mut(offender).cautions += cautions;
        }
        if sent_off {
            self.send_off(offender);
            if self.whistle_blown(ClockAt::SentOff, Restart::None)? {
                return Ok(());
            }
        }
        let at = self.board().centre(spot);
        self.state_mut().stoppage.exit = at;
        self.stop_play(price.restart, if price.own { side } else { side.other() }, at, ClockAt::Foul)
    }

    fn foul_cell(&self, spot: FoulSpot, offender: Token, victim: Option<Token>) -> Cell {
        let state = self.state();
        let token = match spot {
            FoulSpot::Offender => Some(offender),
            FoulSpot::Victim => victim,
            FoulSpot::Carrier => state.ball.carrier,
        };
        token.and_then(|t| state.piece(t).cell).unwrap_or(state.ball.cell)
    }

    pub(super) fn foul_offside(&mut self, token: Token) -> Flow {
        self.foul(Cause::Offside, DuelKind::Entry, Where::None, token, None)
    }

    /// The flick itself was an offence.
    pub(super) fn foul_by_kicker(&mut self, kicker: Token, cause: Cause) -> Flow {
        let victim = match self.state().kick.knocked {
            Knocked::Opponent | Knocked::Keeper => self.state().kick.shared,
            Knocked::None | Knocked::Tumble => None,
        };
        self.foul(cause, DuelKind::Entry, Where::None, kicker, victim)
    }

    fn send_off(&mut self, token: Token) {
        let state = self.state_mut();
        state.stoppage.sent_off += 1;
        let piece = state.piece_mut(token);
        piece.status = Status::SentOff;
        piece.cell = None;
    }
}
