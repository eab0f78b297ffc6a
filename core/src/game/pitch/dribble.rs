//! Dribbling: past whom, round the keeper, and what comes of it.

use super::{Flow, Machine};
use crate::Token;
use crate::board::{Cell, Point};
use crate::game::action::{Intent, Offer};
use crate::game::kick::MAX_BLOCKERS;
use crate::game::state::Stage;
use crate::kick::Technique;
use crate::plugin::{BallSource, Cause, Dribble, DuelAnswer, DuelKind, How, Kind, Moment, Part, Restart, Where};
use crate::record::Event;

/// Level within half a millimetre is level.
const LEVEL: f64 = 0.05;

impl Machine<'_> {
    /// The ball has come to rest on the pitch: duels of a dribble, then steps, then the distance.
    pub(super) fn ball_stopped(&mut self) -> Flow {
        let Some(kicker) = self.state().kick.kicker else { return Ok(()) };
        let blockers = self.blockers(kicker);
        let kick = &mut self.state_mut().kick;
        kick.part = Part::Duels;
        if kick.intent == Intent::Dribble {
            kick.blockers = blockers;
            return self.next_blocker();
        }
        let plain = matches!(kick.kind, Kind::Pass | Kind::Advance) && kick.restart == Restart::None && !kick.header;
        if plain && blockers[0].is_some() {
            kick.dribble = Dribble::Undeclared;
        }
        self.loose_ball()
    }

    /// The opponents whom the ball was played past, in the order in which they are to be beaten.
    fn blockers(&self, kicker: Token) -> [Option<Token>; MAX_BLOCKERS] {
        let state = self.state();
        let kick = &state.kick;
        let mut blockers = [None; MAX_BLOCKERS];
        if kick.cells.contains(kick.from) {
            return blockers;
        }
        let ahead = self.first_cell_entered(kick.from, kick.origin, kick.rest).and_then(|cell| {
            let foes = state.on_pitch(kicker.side().other());
            foes.filter(|t| state.piece(*t).standing()).find(|t| state.piece(*t).cell == Some(cell))
        });
        // Whoever goes round the keeper has to beat him wherever the ball went.
        let keeper = if kick.round { self.keeper(kicker.side().other()) } else { None };
        let mut count = 0;
        let most = if self.rules.mechanics.one_blocker && keeper.is_none() { 1 } else { MAX_BLOCKERS };
        for token in [kick.shared, ahead, keeper].into_iter().flatten() {
            if count < most && !blockers.contains(&Some(token)) {
                blockers[count] = Some(token);
                count += 1;
            }
        }
        blockers
    }

    /// The neighbour that a straight line enters when it leaves a cell: the first whose centre becomes the nearer one.
    fn first_cell_entered(&self, from: Cell, origin: Point, rest: Point) -> Option<Cell> {
        let board = self.board();
        let here = board.centre(from);
        let (dx, dy) = (rest.x - origin.x, rest.y - origin.y);
        let mut first: Option<(f64, Cell)> = None;
        for cell in board.neighbours(from) {
            let there = board.centre(cell);
            let (ex, ey) = (there.x - here.x, there.y - here.y);
            let pace = dx * ex + dy * ey;
            if pace <= 0.0 {
                continue;
            }
            let half = (here.x + there.x) / 2.0 * ex + (here.y + there.y) / 2.0 * ey;
            let share = (half - origin.x * ex - origin.y * ey) / pace;
            if share <= 1.0 && first.is_none_or(|(best, _)| share < best) {
                first = Some((share, cell));
            }
        }
        first.map(|(_, cell)| cell)
    }

    /// The next opponent of a dribble; when all are beaten the ball is to be had.
    fn next_blocker(&mut self) -> Flow {
        let Some(kicker) = self.state().kick.kicker else { return Ok(()) };
        let kick = &mut self.state_mut().kick;
        let Some(blocker) = kick.blockers.iter_mut().find_map(Option::take) else { return self.loose_ball() };
        let (round, from) = (kick.round, kick.from);
        let keeper = self.keeper(kicker.side().other()) == Some(blocker);
        let kind = if round && keeper { DuelKind::GkDribble } else { DuelKind::Dribble };
        let place = if self.state().piece(blocker).cell == Some(from) { Where::Own } else { Where::Ahead };
        self.play.tally.dribbles[kicker.side().index()] += 1;
        self.begin_duel(kind, kicker, blocker, place)
    }

    /// A dribbling duel was rolled: a foul stops play, otherwise the defender may commit one.
    pub(super) fn dribble_rolled(&mut self, outcome: DuelAnswer) -> Flow {
        let duel = self.state().duel;
        let (Some(by), Some(against)) = (duel.by, duel.against) else { return Ok(()) };
        if outcome == DuelAnswer::Foul {
            return self.foul(Cause::Duel, duel.kind, duel.place, against, Some(by));
        }
        let question = self.ability(Moment::AfterDuel, against);
        let ruled = self.ask(question, &[Some(against), Some(by), None])?;
        if super::possession::offer_bits(&ruled.answer) >> Offer::Foul as u32 & 1 == 0 {
            return self.duel_stands();
        }
        self.log_ruled(&ruled, |_| super::possession::offered(against, Moment::AfterDuel, 1 << Offer::Foul as u32));
        self.decide(against.side(), Stage::Foul).offers = 1 << Offer::Foul as u32 | 1 << Offer::Decline as u32;
        Ok(())
    }

    /// The defender brings the dribbler down.
    pub(super) fn deliberate_foul(&mut self) -> Flow {
        let duel = self.state().duel;
        let (Some(by), Some(against)) = (duel.by, duel.against) else { return Ok(()) };
        self.log(|_| Event::Ability { token: against, offer: Offer::Foul });
        self.foul(Cause::Deliberate, duel.kind, duel.place, against, Some(by))
    }

    /// A dribbling duel counts as it was rolled.
    pub(super) fn duel_stands(&mut self) -> Flow {
        let duel = self.state().duel;
        let (Some(by), Some(against)) = (duel.by, duel.against) else { return Ok(()) };
        match duel.outcome {
            DuelAnswer::Won => {
                self.play.tally.dribbles_won[by.side().index()] += 1;
                let kick = &mut self.state_mut().kick;
                if duel.kind == DuelKind::GkDribble {
                    kick.dribble = Dribble::Round;
                } else if kick.dribble == Dribble::None {
                    kick.dribble = Dribble::Won;
                }
                self.next_blocker()
            }
            DuelAnswer::Void => self.next_blocker(),
            DuelAnswer::Lost | DuelAnswer::Foul => {
                let kick = &mut self.state_mut().kick;
                kick.dribble = Dribble::Lost;
                kick.blockers = [None; MAX_BLOCKERS];
                self.loose_ball()
            }
            DuelAnswer::Turnover => {
                let kick = &mut self.state_mut().kick;
                kick.dribble = Dribble::Lost;
                kick.blockers = [None; MAX_BLOCKERS];
                self.ball_won(against, BallSource::Tackle, How::Dribble);
                self.possession_lost(How::Dribble)
            }
        }
    }

    /// A token takes the ball off an opponent, in his own cell.
    pub(super) fn ball_won(&mut self, token: Token, source: BallSource, how: How) {
        self.ball_with(token);
        let state = self.state_mut();
        state.ball.source = source;
        state.ball.from_mate = false;
        state.ball.in_hand = false;
        state.kick.how = how;
        let side = token.side();
        self.log(|m| Event::Possession { token, side, how, source, cell: m.name(m.state().ball.cell) });
    }

    /// May the shooter dribble past the keeper instead? True when he has to decide.
    pub(super) fn offer_round(&mut self, shooter: Token) -> Result<bool, super::MatchError> {
        if self.state().kick.beaten {
            return Ok(false);
        }
        let question = self.ability(Moment::KeeperReady, shooter);
        let ruled = self.ask(question, &[Some(shooter), self.companion(shooter), self.state().kick.passer])?;
        if super::possession::offer_bits(&ruled.answer) >> Offer::Dribble as u32 & 1 == 0 {
            return Ok(false);
        }
        self.log_ruled(&ruled, |_| {
            super::possession::offered(shooter, Moment::KeeperReady, 1 << Offer::Dribble as u32)
        });
        self.decide(shooter.side(), Stage::Round).offers = 1 << Offer::Dribble as u32 | 1 << Offer::Decline as u32;
        Ok(true)
    }

    /// The shooter keeps the ball and goes round the keeper.
    pub(super) fn round_keeper(&mut self) -> Flow {
        let Some(kicker) = self.state().kick.kicker else { return Ok(()) };
        self.log(|_| Event::Ability { token: kicker, offer: Offer::Dribble });
        let kick = &mut self.state_mut().kick;
        kick.intent = Intent::Dribble;
        kick.kind = Kind::Advance;
        kick.technique = Technique::Low;
        kick.round = true;
        kick.rod = false;
        self.next_part()
    }

    /// The ball passed a token on its way to the touchline nearer to him.
    pub(super) fn passed_outside(&self, token: Token) -> bool {
        let kick = &self.state().kick;
        let Some(at) = self.state().place(self.board(), token) else { return false };
        let (from, to) = (kick.origin, kick.rest);
        let way = to.x - from.x;
        let share = (at.x - from.x) / way;
        if libm::fabs(way) < LEVEL || !(0.0..=1.0).contains(&share) {
            return false;
        }
        let y = from.y + share * (to.y - from.y);
        let axis = self.board().width() / 2.0;
        if libm::fabs(at.y - axis) < LEVEL {
            return libm::fabs(y - at.y) >= LEVEL;
        }
        if at.y < axis { y < at.y - LEVEL } else { y > at.y + LEVEL }
    }
}
