//! Figures of a match up to a moment.

use super::Reel;
use touchline_core::game::{Intent, Way};
use touchline_core::plugin::{Cause, DuelAnswer, DuelKind, Kind, Restart};
use touchline_core::record::Event;
use touchline_core::{Side, Token};

type Pair = [u32; 2];

/// What is not known yet of the last kick.
#[derive(Default)]
struct InPlay {
    passer: Option<Token>,
    /// Who declared a shot that has not been struck yet.
    shooter: Option<Token>,
    /// The side that shot, and whether the keeper touched it.
    shot: Option<(Side, bool)>,
}

/// Figures up to a moment, home first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stats {
    pub(crate) turns: Pair,
    pub(crate) goals: Pair,
    pub(crate) shots: Pair,
    pub(crate) on_target: Pair,
    pub(crate) passes: Pair,
    pub(crate) completed: Pair,
    pub(crate) advances: Pair,
    pub(crate) crosses: Pair,
    pub(crate) tackles: Pair,
    pub(crate) throws: Pair,
    pub(crate) steals: Pair,
    pub(crate) fouls: Pair,
    pub(crate) cards: Pair,
    pub(crate) offsides: Pair,
    pub(crate) corners: Pair,
}

impl Stats {
    /// Figures of the first `events` events.
    pub(crate) fn of(reel: &Reel, events: usize) -> Stats {
        let mut stats = Stats::default();
        let mut ball = InPlay::default();
        // The penalties that decide a match are no part of it.
        let over = |event: &Event| matches!(event, Event::Whistle { verdict, .. } if verdict == "shootout");
        for entry in reel.entries().iter().take(events).take_while(|e| !over(&e.event)) {
            stats.count(reel, &entry.event, &mut ball);
        }
        stats
    }

    fn count(&mut self, reel: &Reel, event: &Event, ball: &mut InPlay) {
        match event {
            Event::Turn { side, .. } => {
                self.turns[side.index()] += 1;
                *ball = InPlay::default();
            }
            // Going round the keeper and the shot that follows are one shot.
            Event::Declared { token, intent: Intent::Shot, .. } => {
                self.shots[token.side().index()] += u32::from(ball.shooter.replace(*token) != Some(*token));
            }
            Event::Goal { side, .. } => self.goals[side.index()] += 1,
            Event::Kick { token, kind, restart, touched, .. } => {
                let side = token.side().index();
                *ball = InPlay::default();
                match kind {
                    Kind::Shot => {
                        let saved = touched.iter().any(|t| t.side() != token.side() && reel.is_keeper(*t));
                        ball.shot = Some((token.side(), saved));
                    }
                    Kind::Cross => self.crosses[side] += 1,
                    // Which of the two it was is known only when somebody has the ball.
                    _ => ball.passer = Some(*token),
                }
                self.corners[side] += u32::from(*restart == Restart::Corner);
            }
            Event::Flight { outcome } => {
                if let Some((side, saved)) = ball.shot.take() {
                    self.on_target[side.index()] += u32::from(outcome == "goal" || saved);
                }
                if !matches!(outcome.as_str(), "cod" | "header" | "claim")
                    && let Some(passer) = ball.passer.take()
                {
                    self.passes[passer.side().index()] += 1;
                }
            }
            Event::Possession { token, .. } => match ball.passer.take() {
                Some(passer) if passer == *token => self.advances[passer.side().index()] += 1,
                Some(passer) => {
                    let side = passer.side();
                    self.passes[side.index()] += 1;
                    self.completed[side.index()] += u32::from(side == token.side());
                }
                None => {}
            },
            Event::Sent { token, way, receiver, .. } => {
                let side = token.side().index();
                if *way == Way::Shot {
                    self.shots[side] += 1;
                    ball.shot = Some((token.side(), false));
                } else {
                    self.passes[side] += 1;
                    self.completed[side] += u32::from(receiver.is_some_and(|r| r.side() == token.side()));
                }
            }
            // A ball lost on the way past an opponent was no pass.
            Event::Duel { kind: DuelKind::Dribble | DuelKind::GkDribble, outcome, .. }
                if *outcome != DuelAnswer::Won =>
            {
                ball.passer = None
            }
            Event::Duel { kind: DuelKind::Steal, by, .. } => self.steals[by.side().index()] += 1,
            Event::Throw { side, .. } => self.throws[side.index()] += 1,
            Event::Duel { kind: DuelKind::Tackle, by, .. } => self.tackles[by.side().index()] += 1,
            Event::Foul { offender: Some(offender), cause, card, .. } => {
                let side = offender.side().index();
                let offside = *cause == Cause::Offside;
                self.offsides[side] += u32::from(offside);
                self.fouls[side] += u32::from(!offside);
                self.cards[side] += u32::from(card.is_some());
            }
            _ => {}
        }
    }

    /// Share of turns a side had the ball, in percent.
    pub(crate) fn possession(&self, side: usize) -> u32 {
        match self.turns[0] + self.turns[1] {
            0 => 50,
            total if side == 0 => (100 * self.turns[0] + total / 2) / total,
            total => 100 - (100 * self.turns[0] + total / 2) / total,
        }
    }
}

/// How long the ball was where, by cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Heat {
    /// Seconds, by the number of the cell.
    pub(crate) cells: Vec<f32>,
}

impl Heat {
    /// Up to so many events; empty without a board.
    pub(crate) fn of(reel: &Reel, events: usize) -> Heat {
        let mut cells = vec![0.0; reel.arena.cells()];
        for event in 0..events.min(reel.entries().len()) {
            let seconds = reel.timeline.end_of(event) - reel.timeline.start_of(event);
            if let Some(cell) = reel.arena.cell_of(reel.frame(event + 1).ball.at) {
                cells[cell.index()] += seconds as f32;
            }
        }
        Heat { cells }
    }
}
