//! Stealing the ball, and what offences cost.

use super::Machine;
use super::turn::intent;
use crate::board::Cell;
use crate::game::action::Slot;
use crate::game::error::MatchError;
use crate::game::machine::{Flow, Ruled};
use crate::game::piece::Status;
use crate::plugin::{
    ActWord, BallSource, Cause, ClockAt, Dirs, DuelAnswer, DuelKind, FoulSpot, FoulValue, Grant, How, NamedGrant,
    OnDuel, OnFoul, Restart, Where,
};
use crate::record::Event;
use crate::{Side, Token};

impl Machine<'_> {
    /// Who of a side may rob the carrier.
    pub(super) fn offer_steals(&mut self, side: Side, grants: &[NamedGrant]) -> Flow {
        let Some(carrier) = self.state().ball.carrier else { return Ok(()) };
        let cell = self.state().ball.cell;
        for slot in 0..Slot::PER_SIDE {
            let Some(thief) = self.state().slot(side, slot) else { continue };
            let Some(from) = self.state().piece(thief).cell else { continue };
            let allowed = ["steal", "lunge"]
                .iter()
                .any(|name| intent(grants, name).is_some_and(|named| self.robs(&named.grant, thief, from, cell)));
            if allowed && self.may_swap(thief, from, carrier, cell)? {
                self.state_mut().legal.tokens |= 1 << slot;
            }
        }
        Ok(())
    }

    /// Whether a grant lets a pawn rob the carrier.
    pub(super) fn robs(&self, grant: &Grant, thief: Token, from: Cell, carrier: Cell) -> bool {
        let near = self.board().distance(from, carrier) <= grant.cells;
        let fits = match grant.dirs {
            Dirs::Straight => self.board().straight(from, carrier),
            Dirs::Diagonal => !self.board().straight(from, carrier),
            _ => true,
        };
        near && fits && !grant.refused && self.is_for(grant, thief, from)
    }

    /// Whether both pawns may stand where a steal puts them.
    pub(super) fn may_swap(
        &mut self,
        thief: Token,
        from: Cell,
        carrier: Token,
        cell: Cell,
    ) -> Result<bool, MatchError> {
        Ok(self.may_enter(thief, cell, from, true)? && self.may_enter(carrier, from, cell, true)?)
    }

    /// A pawn robs the carrier.
    pub(super) fn steal(&mut self, slot: usize) -> Flow {
        let side = self.state().to_act;
        let (thief, carrier) = (self.state().slot(side, slot), self.state().ball.carrier);
        let (Some(thief), Some(carrier)) = (thief, carrier) else { return Ok(()) };
        let Some(from) = self.state().piece(thief).cell else { return Ok(()) };
        let cell = self.state().ball.cell;
        let place = if self.board().straight(from, cell) { Where::Straight } else { Where::Diagonal };
        self.play.tally.tackles[side.index()] += 1;
        let question = OnDuel {
            kind: DuelKind::Steal,
            side: self.role(side),
            by: Some(thief),
            against: Some(carrier),
            band: self.board().band(cell, self.state().attacks(carrier.side())),
            place,
            ..OnDuel::default()
        };
        let ruled = self.ask(question, &[Some(thief), Some(carrier)])?;
        let outcome = DuelAnswer::from_index(ruled.word().into()).unwrap_or(DuelAnswer::Void);
        self.log_ruled(&ruled, |_| Event::Duel {
            kind: DuelKind::Steal,
            by: thief,
            against: Some(carrier),
            outcome,
            totals: None,
        });
        match outcome {
            DuelAnswer::Won | DuelAnswer::Turnover | DuelAnswer::Foul => {}
            DuelAnswer::Lost | DuelAnswer::Void => return self.acted(ActWord::Steal),
        }
        self.rob(thief, from, carrier, cell);
        if outcome == DuelAnswer::Foul {
            return self.foul(Cause::Steal, place, Some(thief), Some(carrier), cell);
        }
        self.acted(ActWord::Steal)
    }

    /// The two exchange their spaces and the thief has the ball.
    fn rob(&mut self, thief: Token, from: Cell, robbed: Token, cell: Cell) {
        self.play.tally.tackles_won[thief.side().index()] += 1;
        self.grid_mut().victim = Some(robbed);
        self.state_mut().ball.source = BallSource::Tackle;
        let (takes, swaps) = (self.game.thief_takes_space, self.game.robbed_swaps);
        self.state_mut().ball.carrier = None;
        if takes {
            self.state_mut().piece_mut(thief).cell = None;
            let to = if swaps { from } else { self.nearest_empty(cell, robbed.side()) };
            self.stand(robbed, to);
            self.stand(thief, cell);
            self.log(|m| m.moved(thief, from, cell, false));
            self.log(|m| m.moved(robbed, cell, to, true));
        }
        self.give(thief);
        self.log(|m| m.possession(thief, How::Tackle));
    }

    /// The empty space nearest to a cell that a pawn of a side may stand on without crowding its keeper's area.
    pub(super) fn nearest_empty(&self, cell: Cell, side: Side) -> Cell {
        let free = self.board().field() - self.taken() - self.keeper_area(side);
        free.iter().min_by_key(|c| self.board().distance(cell, *c)).unwrap_or(cell)
    }

    /// Asks the price of an offence and makes the side pay it.
    fn foul(&mut self, cause: Cause, place: Where, offender: Option<Token>, victim: Option<Token>, spot: Cell) -> Flow {
        let side = self.state().turn.attack;
        let cautions = offender.map_or(0, |t| self.state().piece(t).cautions);
        let question = OnFoul {
            cause,
            kind: DuelKind::Steal,
            place,
            side: self.role(side),
            offender,
            victim,
            in_area: self.rules.area(self.state().attacks(side).other()).contains(spot),
            cautions: cautions.into(),
            ..OnFoul::default()
        };
        let ruled = self.ask(question, &[offender, victim])?;
        let price: FoulValue = ruled.answer.value();
        if price.void {
            return self.acted(ActWord::Steal);
        }
        self.play.tally.fouls[side.index()] += 1;
        if price.card.is_some() {
            self.play.tally.cards[side.index()] += 1;
        }
        if let Some(offender) = offender {
            let piece = self.state_mut().piece_mut(offender);
            piece.cautions = piece.cautions.saturating_add(price.cautions.clamp(0, 9) as u8);
        }
        self.log_foul(&ruled, &price, cause, offender, victim, spot);
        let act = if cause == Cause::Coaching { ActWord::Report } else { ActWord::Steal };
        self.grid_mut().act = act;
        if let Some(offender) = offender.filter(|_| price.send_off) {
            let keeper = self.keeper(side) == Some(offender);
            self.expel(offender, victim, price.spot, spot);
            if self.whistle(ClockAt::SentOff, price.restart)? {
                return Ok(());
            }
            if keeper && price.restart != Restart::Penalty {
                return self.restart(Restart::KeeperOut, side);
            }
        }
        if price.restart == Restart::Penalty {
            return self.award_penalty(side);
        }
        if price.lose_turn { self.end_turn() } else { self.acted(act) }
    }

    fn log_foul(
        &mut self,
        ruled: &Ruled,
        price: &FoulValue,
        cause: Cause,
        offender: Option<Token>,
        victim: Option<Token>,
        spot: Cell,
    ) {
        let author = ruled.author::<FoulValue>("restart");
        self.log_with(ruled, author, |m| Event::Foul {
            offender,
            victim,
            cause,
            restart: price.restart,
            spot: m.name(spot),
            card: price.card.and_then(|card| m.rules.vocabulary.cards.get(usize::from(card.0)).cloned()),
            cautions: offender.map_or(0, |t| m.state().piece(t).cautions),
            sent_off: price.send_off,
        });
    }

    /// A pawn leaves the game; the ball stays where it stood, or goes back to whom it was taken from.
    fn expel(&mut self, token: Token, victim: Option<Token>, to: FoulSpot, spot: Cell) {
        self.play.tally.sent_off[token.side().index()] += 1;
        let state = self.state_mut();
        let piece = state.piece_mut(token);
        (piece.status, piece.cell) = (Status::SentOff, None);
        state.stoppage.sent_off = state.stoppage.sent_off.saturating_add(1);
        match victim.filter(|_| to != FoulSpot::Offender) {
            Some(victim) => self.give(victim),
            None => self.leave(spot),
        }
    }

    /// Somebody reports that the player on turn was coached by a team mate.
    pub(super) fn report(&mut self) -> Flow {
        let spot = self.state().ball.cell;
        self.foul(Cause::Coaching, Where::None, None, None, spot)
    }

    /// The clause that lets or does not let a pawn steal.
    pub(super) fn steal_clause(&mut self, thief: Token, from: Cell, cell: Cell) -> Option<String> {
        let (question, who) = self.declaration(thief.side());
        let ruled = self.ask(question, &[who]).ok()?;
        let name = if self.board().straight(from, cell) { "steal" } else { "lunge" };
        let grant = intent(&ruled.answer.grants, name)?.grant;
        if grant.except == Some(thief) {
            return self.rules.params.get("robbed_banned").and_then(|p| p.decl.clauses.first().cloned());
        }
        self.clause(grant.ruling)
    }
}
