//! Ticks and whistles.

use super::{Flow, Machine};
use crate::board::{Band, Spot};
use crate::game::action::Slot;
use crate::game::machine::team;
use crate::game::piece::Piece;
use crate::game::state::{Clock, Ending};
use crate::plugin::{ClockAt, ClockQuestion, OnClock, Restart, WhistleAnswer};
use crate::record::Event;
use crate::{Side, Token};

impl Machine<'_> {
    pub(super) fn clock(
        &self,
        question: ClockQuestion,
        at: ClockAt,
        moved: bool,
        cut: bool,
        restart: Restart,
    ) -> OnClock {
        let state = self.state();
        let clock = &state.clock;
        let players = Side::BOTH.map(|s| state.players(s));
        OnClock {
            question,
            at,
            moved,
            cut,
            lost: state.ball.side != state.turn.attack,
            quick: state.turn.movers == 0,
            tick: clock.tick.into(),
            half: clock.half.into(),
            ball_zone: self.ball_band(restart),
            side: team(self.owner(restart)),
            restart,
            goals: clock.goals.into(),
            subs: clock.changes.into(),
            lead: i32::from(state.score[0]) - i32::from(state.score[1]),
            players: players[0].min(players[1]) as i32,
            short_home: players[0] < players[1],
            idle: clock.idle.into(),
            extra: clock.extra.into(),
            ..OnClock::default()
        }
    }

    /// The third of the ball for the side in possession, or of the spot for the side that restarts.
    fn ball_band(&self, restart: Restart) -> Band {
        let state = self.state();
        let cell = if restart == Restart::None { state.ball.cell } else { state.stoppage.spot };
        self.band(cell, self.owner(restart))
    }

    /// The side in possession, or the one that restarts.
    fn owner(&self, restart: Restart) -> Side {
        let state = self.state();
        if restart == Restart::None { state.ball.side } else { state.stoppage.side }
    }

    /// Asks whether the clock ticks.
    pub(super) fn tick(&mut self, at: ClockAt, moved: bool, cut: bool) -> Flow {
        self.tick_for(Restart::None, at, moved, cut)
    }

    /// Asks whether the clock ticks for a restart, when it is given and again when it has been set up.
    pub(super) fn tick_for(&mut self, restart: Restart, at: ClockAt, moved: bool, cut: bool) -> Flow {
        let question = self.clock(ClockQuestion::Tick, at, moved, cut, restart);
        let ruled = self.ask(question, &[])?;
        let by = ruled.answer.number.unwrap_or_default().clamp(0, 255) as u8;
        if by == 0 && at == ClockAt::Award {
            return Ok(());
        }
        if by == 0 {
            self.log_ruled(&ruled, |m| Event::Tick { by: 0, minute: m.minute() });
            return Ok(());
        }
        let clock = &mut self.state_mut().clock;
        clock.tick = clock.tick.saturating_add(by);
        clock.idle = 0;
        clock.ticked = true;
        self.log_ruled(&ruled, |m| Event::Tick { by, minute: m.minute() });
        Ok(())
    }

    /// A turn is over: counts it when nothing moved the clock, and asks whether that makes a tick.
    pub(super) fn turn_over(&mut self) -> Flow {
        if self.state().clock.ticked {
            return Ok(());
        }
        let clock = &mut self.state_mut().clock;
        clock.idle = clock.idle.saturating_add(1);
        self.tick(ClockAt::Turn, false, false)
    }

    /// Asks, before a match in which a side is not complete, whether it is played at all; true when it is not.
    pub(super) fn called_off(&mut self) -> Result<bool, super::MatchError> {
        let complete = Side::BOTH.iter().all(|side| self.state().players(*side) == Slot::PER_SIDE);
        if complete { Ok(false) } else { self.whistle_blown(ClockAt::Start, Restart::None) }
    }

    /// Asks the whistle; true when the half or the match ended and the next decision is already set.
    pub(super) fn whistle_blown(&mut self, at: ClockAt, restart: Restart) -> Result<bool, super::MatchError> {
        let question = self.clock(ClockQuestion::Whistle, at, false, false, restart);
        let ruled = self.ask(question, &[])?;
        let answer = WhistleAnswer::from_index(ruled.word().into()).unwrap_or(WhistleAnswer::Play);
        // That a restart is still taken when time is up is worth a line.
        let time_is_up = restart != Restart::None && self.state().clock.tick >= self.rules.mechanics.ticks_per_half;
        if answer != WhistleAnswer::Play || time_is_up {
            self.log_ruled(&ruled, |_| Event::Whistle { at: at.word().to_owned(), verdict: answer.word().to_owned() });
        }
        match answer {
            WhistleAnswer::Play => return Ok(false),
            WhistleAnswer::Half | WhistleAnswer::Extra => self.begin_half(self.state().clock.half + 1)?,
            WhistleAnswer::End if at == ClockAt::Start => {
                self.finish(Ending::Forfeit, "both sides have too few players");
            }
            WhistleAnswer::End => self.full_time(),
            WhistleAnswer::Home => self.forfeit(Side::Home),
            WhistleAnswer::Away => self.forfeit(Side::Away),
            WhistleAnswer::Shootout => self.begin_shootout()?,
            WhistleAnswer::CoinHome | WhistleAnswer::CoinAway => return Err(self.cannot(&ruled, answer.word())),
        }
        Ok(true)
    }

    /// A half begins with a kick-off.
    pub(super) fn begin_half(&mut self, number: u8) -> Flow {
        let kicks_off = if number % 2 == 1 { self.state().opener } else { self.state().opener.other() };
        if number > 1 && self.rules.mechanics.change_ends {
            self.change_ends();
        }
        let start = self.rules.mechanics.first_tick(number);
        self.state_mut().clock = Clock { tick: start, ..Clock::new(number) };
        self.rules.stack.reset_slots(&mut self.play.state, crate::plugin::Lasts::Half);
        self.log(|_| Event::Half { number, kicks_off });
        let centre = self.board().centre_cell();
        self.restart(Restart::KickOff, kicks_off, self.board().centre(centre))
    }

    /// The teams change ends: seen from its own goal every token stays where it is.
    fn change_ends(&mut self) {
        let board = self.rules.board.clone();
        let state = self.state_mut();
        state.home_attacks = state.home_attacks.other();
        for piece in &mut state.pieces {
            piece.cell = piece.cell.map(|c| board.rotate(c));
            piece.dx = -piece.dx;
            piece.dy = -piece.dy;
            piece.spot =
                Spot::from_index(piece.spot.into()).map_or(Piece::NO_SPOT, |s| board.rotate_spot(s).index() as u8);
        }
    }

    /// A goal for a side.
    pub(super) fn goal(&mut self, side: Side, scorer: Option<Token>, own: bool) -> Flow {
        self.score(side, scorer, own)?;
        let centre = self.board().centre(self.board().centre_cell());
        self.stop_play(Restart::KickOff, side.other(), centre, ClockAt::Goal)
    }

    /// The ball left the pitch.
    pub(super) fn out_of_play(&mut self, restart: Restart, side: Side, exit: crate::board::Point) -> Flow {
        self.stop_play(restart, side, exit, ClockAt::Out)
    }

    /// Play stops: the turn is over, the whistle is asked, and the restart is set up.
    pub(super) fn stop_play(&mut self, restart: Restart, side: Side, at: crate::board::Point, when: ClockAt) -> Flow {
        let spot = self.spot_for(restart, side, at);
        let state = self.state_mut();
        state.stoppage.spot = spot;
        state.stoppage.side = side;
        state.ball.carrier = None;
        self.tick_for(restart, ClockAt::Award, false, false)?;
        self.turn_over()?;
        if self.whistle_blown(when, restart)? {
            return Ok(());
        }
        self.restart(restart, side, at)
    }
}
