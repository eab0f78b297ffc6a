//! The shoot-out: penalties in turn until the referee says that it is decided.

use super::{Flow, Machine};
use crate::game::{Ending, Shootout};
use crate::plugin::{ClockAt, ClockQuestion, Restart, WhistleAnswer};
use crate::record::Event;
use crate::{Side, Token};

impl Machine<'_> {
    /// Penalties are being taken.
    pub(super) fn in_shootout(&self) -> bool {
        self.state().shootout().on
    }

    /// Penalties decide the match.
    pub(super) fn begin_shootout(&mut self) -> Flow {
        self.play.tally.shootouts.iter_mut().for_each(|n| *n += 1);
        self.set_shootout(Shootout { on: true, ..Shootout::NONE });
        self.next_kick()
    }

    fn set_shootout(&mut self, shootout: Shootout) {
        if let Some(own) = self.state_mut().shootout_mut() {
            *own = shootout;
        }
    }

    /// Asks who takes the next kick, or whether it is decided.
    fn next_kick(&mut self) -> Flow {
        let question = self.clock(ClockQuestion::Whistle, ClockAt::Shootout, false, false, Restart::Penalty);
        let ruled = self.ask(question, &[])?;
        let answer = WhistleAnswer::from_index(ruled.word().into()).unwrap_or(WhistleAnswer::Play);
        self.log_ruled(&ruled, |_| Event::Whistle {
            at: ClockAt::Shootout.word().to_owned(),
            verdict: answer.word().to_owned(),
        });
        let side = match answer {
            WhistleAnswer::Home => Side::Home,
            WhistleAnswer::Away => Side::Away,
            WhistleAnswer::CoinHome => return self.coin(Side::Home),
            WhistleAnswer::CoinAway => return self.coin(Side::Away),
            WhistleAnswer::End => {
                self.full_time();
                return Ok(());
            }
            _ => return Err(self.cannot(&ruled, answer.word())),
        };
        let spot = self.board().penalty_spot(self.state().attacks(side));
        self.restart(Restart::Penalty, side, self.board().centre(spot))
    }

    /// A coin has decided what penalties could not.
    fn coin(&mut self, side: Side) -> Flow {
        let mut shootout = self.state().shootout();
        shootout.score(side, 1);
        self.set_shootout(shootout);
        self.finish(Ending::Played, "a coin after penalties");
        Ok(())
    }

    /// A kick of the shoot-out is over: there is no rebound.
    pub(super) fn shootout_kick(&mut self, kicker: Token, scored: bool) -> Flow {
        let side = kicker.side();
        let everybody = self.state().on_pitch(side).fold(0u16, |bits, t| bits | 1 << t.member());
        let mut shootout = self.state().shootout();
        shootout.count(side);
        shootout.score(side, scored.into());
        let taken = &mut shootout.taken[side.index()];
        *taken |= 1 << kicker.member();
        if *taken & everybody == everybody {
            *taken = 0;
        }
        self.set_shootout(shootout);
        if scored {
            self.log(|_| Event::Shootout { side, total: shootout.goals });
        }
        self.state_mut().ball.carrier = None;
        self.next_kick()
    }

    /// Whether a token may take the restart: in a shoot-out everybody takes one before anybody takes a second.
    pub(super) fn may_take(&self, token: Token) -> bool {
        let shootout = self.state().shootout();
        let again = shootout.on && shootout.taken[token.side().index()] >> token.member() & 1 == 1;
        !(again && self.rules.mechanics.shootout_everybody)
    }
}
