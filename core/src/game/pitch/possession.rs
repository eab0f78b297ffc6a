//! Somebody has the ball: the run, the reception, the next turn.

use super::{Flow, Machine};
use crate::board::Cell;
use crate::game::action::Offer;
use crate::game::state::{Stage, Turn};
use crate::plugin::{
    BallSource, Dribble, FirstTime, How, Kind, Moment, OFFERS, OnAbility, PhaseWord, Restart, Role, Ruling, Skills,
};
use crate::record::Event;
use crate::{Side, Token};

impl Machine<'_> {
    /// The winner runs into the ball's cell and has the ball.
    pub(super) fn run_to(&mut self, cell: Cell) -> Flow {
        let Some(token) = self.state().kick.token else { return Ok(()) };
        let Some(from) = self.state().piece(token).cell else { return Ok(()) };
        let marked_before = self.company_skills(token);
        let cells = self.board().distance(from, cell);
        let attack = self.state().turn.attack;
        self.state_mut().kick.marked_before = marked_before;
        self.state_mut().kick.run = cells;
        if cells > 0 {
            // The ball is his: he need not keep away from it.
            self.state_mut().ball.carrier = Some(token);
            self.settle_in(token, cell);
            let spends = self.rules.mechanics.one_move;
            let state = self.state_mut();
            let piece = state.piece_mut(token);
            piece.moved = cells;
            piece.set_spent(piece.spent() || spends);
            if token.side() == attack {
                state.turn.longest = state.turn.longest.max(cells);
                state.turn.total = state.turn.total.saturating_add(cells);
                state.turn.movers += 1;
            }
            self.log(|m| Event::Run { token, from: m.name(from), to: m.name(cell), cells });
        }
        let state = self.state_mut();
        let nearest = state.kick.nearest;
        // The longest way to a ball counts, and of equal ones the longest run: on a line a run may be one cell longer.
        (state.turn.nearest, state.turn.run) = (state.turn.nearest, state.turn.run).max((nearest, cells));
        state.piece_mut(token).stand_up();
        if state.kick.dribble == Dribble::Round && state.kick.kicker == Some(token) {
            state.kick.beaten = true;
            state.kick.how = How::Dribble;
        }
        let source = self.source_for(token);
        let mate = self.state().kick.kicker.is_some_and(|k| k.side() == token.side());
        self.ball_with(token);
        let state = self.state_mut();
        state.ball.source = source;
        state.ball.from_mate = mate;
        state.ball.in_hand = false;
        let by = state.kick.placed_by;
        if cells > 0 && by != Ruling::NONE { self.offer_settle(token, Some(by)) } else { self.possession_settled() }
    }

    fn source_for(&self, token: Token) -> BallSource {
        let kick = &self.state().kick;
        match kick.kind {
            Kind::Shot => BallSource::Shot,
            Kind::Cross => BallSource::Cross,
            _ => {
                if kick.kicker == Some(token) {
                    BallSource::Own
                } else if kick.header {
                    BallSource::Header
                } else if kick.restart == Restart::ThrowIn {
                    BallSource::Restart
                } else {
                    BallSource::Pass
                }
            }
        }
    }

    /// The ball has an owner: statistics, whistle, and on.
    pub(super) fn possession_settled(&mut self) -> Flow {
        let Some(token) = self.state().ball.carrier else { return Ok(()) };
        self.count_possession(token);
        self.keepers_get_up();
        self.log(|m| Event::Possession {
            token,
            side: token.side(),
            how: m.state().kick.how,
            source: m.state().ball.source,
            cell: m.name(m.state().ball.cell),
        });
        let kept = token.side() == self.state().turn.attack;
        if kept {
            if self.whistle_blown(crate::plugin::ClockAt::Cod, Restart::None)? {
                return Ok(());
            }
            return self.phase_end(PhaseWord::P1, true, false, false);
        }
        self.possession_lost(self.state().kick.how)
    }

    fn count_possession(&mut self, token: Token) {
        let kick = self.state().kick;
        let Some(kicker) = kick.kicker else { return };
        let side = kicker.side().index();
        let kept = kicker.side() == token.side();
        let tally = &mut self.play.tally;
        if matches!(kick.kind, Kind::Pass | Kind::Advance) {
            if kicker == token {
                tally.advances[side] += 1;
            } else {
                tally.passes[side] += 1;
                tally.completed[side] += u32::from(kept);
            }
        }
        if !kept {
            tally.interceptions[token.side().index()] += 1;
        }
    }

    /// A keeper who lay down for a shot stands again once it is over, inside his cell.
    pub(super) fn keepers_get_up(&mut self) {
        if self.state().kick.kind != Kind::Shot {
            return;
        }
        for side in Side::BOTH {
            let Some(keeper) = self.keeper(side) else { continue };
            if self.state().piece(keeper).pose == crate::kick::Pose::Lying {
                self.state_mut().piece_mut(keeper).stand_up();
                self.log(|_| Event::GotUp { token: keeper });
            }
            self.leave_line(keeper);
        }
    }

    /// The other side has the ball: the rest of the turn is dropped.
    pub(super) fn possession_lost(&mut self, how: How) -> Flow {
        self.state_mut().kick.how = how;
        let phase = match self.state().turn.phase {
            3 => PhaseWord::P3,
            2 => PhaseWord::P2,
            _ => PhaseWord::P1,
        };
        self.phase_end(phase, false, false, false)
    }

    /// The question put at a reception.
    pub(super) fn ability(&self, moment: Moment, token: Token) -> OnAbility {
        let state = self.state();
        let side = token.side();
        let piece = state.piece(token);
        let cell = piece.cell.unwrap_or(state.ball.cell);
        let around = self.board().within(cell, 1);
        let free = state.on_pitch(side.other()).all(|t| state.piece(t).cell.is_none_or(|c| !around.contains(c)));
        let touches = || state.kick.touches.iter().flatten();
        let passer = if moment == Moment::Reception { self.passer(token) } else { state.kick.passer };
        // An earlier run of this turn is not the way to this ball.
        let run = if matches!(moment, Moment::Reception | Moment::FirstTime) { state.kick.run } else { piece.moved };
        OnAbility {
            moment,
            side: self.role(side),
            home: side == Side::Home,
            skills: self.skills(token),
            other_skills: self.company_skills(token),
            other_before: if moment == Moment::Reception { state.kick.marked_before } else { Skills::default() },
            zone: self.zone(cell, side),
            band: self.band(cell, side),
            run: run.into(),
            touched: touches().any(|t| *t == token),
            source: state.ball.source,
            deflected: touches().any(|t| t.side() != side),
            free,
            first: state.turn.used == 0,
            crosses: state.turn.crosses.into(),
            shots: state.turn.shots.into(),
            kicks: state.turn.kicks.into(),
            passer_skills: passer.map(|p| self.skills(p)).unwrap_or_default(),
            near_crossing: self.near_crossing(cell, side),
            first_time: state.turn.first_time,
            keeper_near: self
                .keeper(side.other())
                .is_some_and(|k| state.piece(k).standing() && state.piece(k).cell.is_some_and(|c| around.contains(c))),
            ..OnAbility::default()
        }
    }

    /// The question put to a side as a whole: no token is meant yet.
    pub(super) fn side_ability(&self, moment: Moment, side: Side) -> OnAbility {
        let state = self.state();
        let kicker = state.kick.kicker.map(Token::side);
        OnAbility {
            moment,
            side: if kicker == Some(side) { Role::Attack } else { Role::Defence },
            home: side == Side::Home,
            skills: Skills::default(),
            other_skills: Skills::default(),
            other_before: Skills::default(),
            zone: None,
            band: self.band(state.ball.cell, kicker.unwrap_or(side)),
            run: 0,
            touched: false,
            source: state.ball.source,
            deflected: false,
            free: state.kick.loose,
            first: true,
            crosses: state.turn.crosses.into(),
            shots: state.turn.shots.into(),
            kicks: state.turn.kicks.into(),
            passer_skills: Skills::default(),
            near_crossing: false,
            first_time: state.turn.first_time,
            keeper_near: false,
            ..OnAbility::default()
        }
    }

    /// Offers the receiver what the referee allows; without an offer play goes on.
    pub(super) fn offer_reception(&mut self) -> Flow {
        let Some(token) = self.state().ball.carrier else { return Ok(()) };
        let question = self.ability(Moment::Reception, token);
        let passer = self.state().kick.kicker;
        let ruled = self.ask(question, &[Some(token), self.companion(token), passer])?;
        let offers = offer_bits(&ruled.answer);
        if offers == 0 {
            // A skill that was withheld is worth a line: spectators ask why.
            if !ruled.answer.grants.is_empty() {
                self.log_ruled(&ruled, |_| offered(token, Moment::Reception, 0));
            }
            let kept = token.side() == self.state().turn.attack;
            return self.phase_end(PhaseWord::P1, kept, true, false);
        }
        self.log_ruled(&ruled, |_| offered(token, Moment::Reception, offers));
        self.decide(token.side(), Stage::Reception).offers = offers | 1 << Offer::Decline as u32;
        Ok(())
    }

    /// The receiver has taken an offer or let it pass.
    pub(super) fn reception_over(&mut self, offer: Option<Offer>) -> Flow {
        let Some(token) = self.state().ball.carrier else { return Ok(()) };
        if let Some(offer) = offer {
            let side = token.side().index();
            self.log_ability(token, offer)?;
            self.play.tally.first_touches[side] += 1;
            self.state_mut().piece_mut(token).used |= 1 << offer as u16;
            if offer == Offer::Hold {
                self.state_mut().ball.in_hand = true;
                let kept = token.side() == self.state().turn.attack;
                return self.phase_end(PhaseWord::P1, kept, true, false);
            }
            self.state_mut().turn.first_time = match offer {
                Offer::Advance => FirstTime::Advance,
                Offer::Cross => FirstTime::Cross,
                Offer::Shot => FirstTime::Shot,
                _ => FirstTime::Pass,
            };
        }
        let kept = token.side() == self.state().turn.attack;
        self.phase_end(PhaseWord::P1, kept, true, offer.is_some())
    }

    /// Logs the offer that a receiver takes, with the clause that made it.
    fn log_ability(&mut self, token: Token, offer: Offer) -> Flow {
        if self.recording() {
            let question = self.ability(Moment::Reception, token);
            let passer = self.state().kick.kicker;
            let ruled = self.ask(question, &[Some(token), self.companion(token), passer])?;
            let author = ruled.answer.grants.iter().find(|g| g.name == offer as u8).map(|g| g.grant.ruling);
            self.log_with(&ruled, author, |_| Event::Ability { token, offer });
        }
        Ok(())
    }

    /// A new turn for a side.
    pub(super) fn begin_turn(&mut self, attack: Side, counter: bool) {
        // Only a ball that was won where it lay was run to.
        let kick = &self.state().kick;
        let (nearest, run) = if kick.how == How::Cod { (kick.nearest, kick.run) } else { (0, 0) };
        let intercept_run_counts = self.rules.mechanics.intercept_run_counts;
        let ticks_per_half = self.rules.mechanics.ticks_per_half;
        let state = self.state_mut();
        for piece in &mut state.pieces {
            piece.moved = 0;
            piece.set_spent(false);
            piece.set_stepped(false);
            piece.used = 0;
        }
        state.turn = Turn { number: state.turn.number + 1, attack, phase: 1, counter, ..Turn::new(attack) };
        if counter {
            // A long ball that the opponent won stretches the moves of his own turn.
            state.turn.run = run;
            state.turn.nearest = nearest;
            if intercept_run_counts && run > 0 {
                state.turn.longest = run;
                state.turn.total = run;
                state.turn.movers = 1;
            }
        }
        state.kick.header = false;
        state.kick.headed = false;
        state.kick.beaten = false;
        state.clock.ticked = false;
        if state.clock.tick >= ticks_per_half {
            state.clock.extra = state.clock.extra.saturating_add(1);
        }
        self.rules.stack.reset_slots(&mut self.play.state, crate::plugin::Lasts::Turn);
        let index = attack.index();
        // The kicks of a shoot-out are no part of the match's figures.
        self.play.tally.turns[index] += u32::from(!self.in_shootout());
        self.play.tally.counters[index] += u32::from(counter);
        self.log(|m| Event::Turn { number: m.state().turn.number, side: attack, counter });
    }
}

/// The offers of an answer, a bit each; refused ones only say why.
pub(super) fn offer_bits(answer: &crate::plugin::Answer) -> u32 {
    answer.grants.iter().filter(|g| !g.grant.refused).fold(0, |bits, g| bits | 1 << g.name)
}

pub(super) fn offered(token: Token, moment: Moment, offers: u32) -> Event {
    let names = OFFERS.iter().enumerate().filter(|(i, _)| offers >> i & 1 == 1).map(|(_, n)| (*n).to_owned());
    Event::Offered { side: token.side(), token, moment: moment.word().to_owned(), offers: names.collect() }
}
