//! Turns, rounds and whistles.

use super::{Hand, Machine};
use crate::game::machine::Flow;
use crate::game::piece::Status;
use crate::game::state::{Clock, Turn};
use crate::plugin::{ClockAt, ClockQuestion, How, Lasts, OnClock, OnPhaseEnd, PhaseAnswer, PhaseWord, WhistleAnswer};
use crate::record::Event;
use crate::{Side, Token};

/// The number of extra time.
const EXTRA: u8 = 3;

impl Machine<'_> {
    pub(super) fn in_shootout(&self) -> bool {
        self.hand().shootout.on
    }

    /// A half begins: the side that opened the match throws first in every round.
    pub(super) fn begin_half(&mut self, number: u8) -> Flow {
        let opener = self.state().opener;
        self.state_mut().clock = Clock { tick: 1, ..Clock::new(number) };
        self.rules.stack.reset_slots(&mut self.play.state, Lasts::Half);
        self.hand_mut().out = [false; 2];
        self.log(|_| Event::Half { number, kicks_off: opener });
        self.begin_turn(opener)
    }

    /// A turn begins, unless the side has to sit it out.
    pub(super) fn begin_turn(&mut self, side: Side) -> Flow {
        self.rules.stack.reset_slots(&mut self.play.state, Lasts::Turn);
        let dice = self.game.dice[0].count;
        let state = self.state_mut();
        state.turn = Turn { number: state.turn.number + 1, ..Turn::new(side) };
        state.ball.side = side;
        self.next_member(side);
        let hand = self.hand_mut();
        hand.faces = Default::default();
        (hand.dice, hand.tries, hand.all_dice) = (dice, 0, false);
        (hand.combo, hand.claimed, hand.doubled, hand.goals) = (0, 0, false, 0);
        self.play.tally.turns[side.index()] += 1;
        self.log(|m| Event::Turn { number: m.state().turn.number, side, counter: false });
        if self.hand().lost[side.index()] > 0 && self.sits_out(side)? {
            return self.pass_on();
        }
        if self.in_shootout() {
            self.hand_mut().shootout.count(side);
            return self.shoot(1);
        }
        self.offer_throw()
    }

    /// Whose turn it is inside a team: the next on its sheet.
    fn next_member(&mut self, side: Side) {
        let size = Token::of(side).filter(|t| self.state().piece(*t).status != Status::Absent).count().max(1);
        let turns = (self.state().turn.number - 1) / 2;
        self.hand_mut().member[side.index()] = (usize::from(turns) % size) as u8;
    }

    fn phase_end(&self, lost: bool) -> OnPhaseEnd {
        let hand = self.hand();
        let clock = self.state().clock;
        OnPhaseEnd {
            phase: PhaseWord::Turn,
            how: How::Done,
            tries: hand.tries.into(),
            combo: hand.claimed.into(),
            goals: hand.goals.into(),
            doubled: hand.doubled,
            lost,
            half: clock.half.into(),
            tick: clock.tick.into(),
            ..OnPhaseEnd::default()
        }
    }

    /// A side with a turn to lose would begin one: is this the one it loses?
    fn sits_out(&mut self, side: Side) -> Result<bool, super::MatchError> {
        let player = self.player(side);
        let ruled = self.ask(self.phase_end(true), &[Some(player)])?;
        let next = PhaseAnswer::from_index(ruled.word().into()).unwrap_or(PhaseAnswer::Turn);
        self.log_ruled(&ruled, |_| Event::PhaseEnd { phase: PhaseWord::Turn.word().to_owned(), next });
        match next {
            PhaseAnswer::Skip => {
                let hand = self.hand_mut();
                hand.out[side.index()] = true;
                hand.lost[side.index()] = hand.lost[side.index()].saturating_sub(1);
                self.play.tally.lost_turns[side.index()] += 1;
                Ok(true)
            }
            PhaseAnswer::Again => Ok(false),
            _ => Err(self.cannot(&ruled, next.word())),
        }
    }

    /// A turn is over, or goes on after a chance that came to nothing.
    pub(super) fn turn_over(&mut self) -> Flow {
        let player = self.player(self.side());
        let ruled = self.ask(self.phase_end(false), &[Some(player)])?;
        let next = PhaseAnswer::from_index(ruled.word().into()).unwrap_or(PhaseAnswer::Turn);
        self.log_ruled(&ruled, |_| Event::PhaseEnd { phase: PhaseWord::Turn.word().to_owned(), next });
        match next {
            PhaseAnswer::Again => {
                let hand = self.hand_mut();
                (hand.all_dice, hand.claimed, hand.doubled, hand.goals) = (true, 0, false, 0);
                self.offer_throw()
            }
            PhaseAnswer::Turn => self.pass_on(),
            _ => Err(self.cannot(&ruled, next.word())),
        }
    }

    fn clock(&self, question: ClockQuestion) -> OnClock {
        let state = self.state();
        let lead = |pair: [u8; 2]| i32::from(pair[0]) - i32::from(pair[1]);
        OnClock {
            question,
            at: ClockAt::Turn,
            tick: state.clock.tick.into(),
            half: state.clock.half.into(),
            goals: state.clock.goals.into(),
            lead: lead(state.score),
            last: self.side() != state.opener,
            shootout: lead(self.hand().shootout.goals),
            ..OnClock::default()
        }
    }

    /// The dice go to the other side, unless the whistle blows.
    fn pass_on(&mut self) -> Flow {
        let ruled = self.ask(self.clock(ClockQuestion::Whistle), &[])?;
        let verdict = WhistleAnswer::from_index(ruled.word().into()).unwrap_or(WhistleAnswer::Play);
        if verdict != WhistleAnswer::Play {
            self.log_ruled(&ruled, |_| Event::Whistle {
                at: ClockAt::Turn.word().to_owned(),
                verdict: verdict.word().to_owned(),
            });
        }
        match verdict {
            WhistleAnswer::Play => {}
            WhistleAnswer::Half => return self.begin_half(self.state().clock.half.saturating_add(1).min(EXTRA)),
            WhistleAnswer::Extra => return self.begin_half(EXTRA),
            WhistleAnswer::Shootout => {
                self.play.tally.shootouts.iter_mut().for_each(|n| *n += 1);
                self.hand_mut().shootout.on = true;
                return self.begin_half(Hand::SHOOTOUT);
            }
            WhistleAnswer::End => {
                self.full_time();
                return Ok(());
            }
            WhistleAnswer::CoinHome | WhistleAnswer::CoinAway => return Err(self.cannot(&ruled, verdict.word())),
            WhistleAnswer::Home | WhistleAnswer::Away => {
                self.forfeit(if verdict == WhistleAnswer::Home { Side::Home } else { Side::Away });
                return Ok(());
            }
        }
        let ruled = self.ask(self.clock(ClockQuestion::Tick), &[])?;
        let by = ruled.answer.number.unwrap_or_default().clamp(0, 255) as u8;
        if by > 0 {
            let clock = &mut self.state_mut().clock;
            clock.tick = clock.tick.saturating_add(by);
            self.hand_mut().out = [false; 2];
            self.log_ruled(&ruled, |m| Event::Tick { by, minute: m.minute() });
        }
        self.begin_turn(self.side().other())
    }
}
