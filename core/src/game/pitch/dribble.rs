//! Dribbling: past whom, round the keeper, and what comes of it.

use super::{Flow, Machine};
use crate::Token;
use crate::board::{Cell, CellSet, Point};
use crate::game::action::{Intent, Offer, Slot};
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
        if self.rules.mechanics.one_blocker && !self.state().kick.round {
            return self.past_the_named(kicker);
        }
        self.state_mut().kick.part = Part::Duels;
        let kick = &self.state().kick;
        if kick.intent == Intent::Dribble {
            self.state_mut().kick.blockers = self.blockers(kicker);
            return self.next_blocker();
        }
        let plain = matches!(kick.kind, Kind::Pass | Kind::Advance) && kick.restart == Restart::None && !kick.header;
        if plain && self.blockers(kicker)[0].is_some() {
            self.state_mut().kick.dribble = Dribble::Undeclared;
        }
        self.loose_ball()
    }

    /// Where a dribble is against one opponent: the coach names him; true when there is a choice.
    pub(super) fn offer_opponent(&mut self, kicker: Token) -> bool {
        let state = self.state();
        let (true, Some(cell)) = (self.rules.mechanics.one_blocker, state.piece(kicker).cell) else { return false };
        let near = self.board().within(cell, 1);
        let stands = |t: &Token| state.piece(*t).standing() && state.piece(*t).cell.is_some_and(|c| near.contains(c));
        let mut foes = state.on_pitch(kicker.side().other()).filter(stands);
        let first = foes.next();
        let slots = foes.chain(first).filter_map(|t| state.slot_of(t)).fold(0u32, |slots, s| slots | 1 << s);
        self.state_mut().kick.blockers = [first, None, None];
        if slots.count_ones() < 2 {
            return false;
        }
        self.decide(kicker.side(), Stage::Opponent).tokens = slots << Slot::PER_SIDE;
        true
    }

    /// The dribbler's coach has named an opponent.
    pub(super) fn opponent_named(&mut self, slot: usize) -> Flow {
        let side = self.state().to_act.other();
        let named = slot.checked_sub(Slot::PER_SIDE).and_then(|slot| self.state().slot(side, slot));
        self.state_mut().kick.blockers = [named, None, None];
        self.next_part()
    }

    /// Notes whom a kick is aimed past, the one who was named first.
    pub(super) fn note_passed(&mut self, kicker: Token, aim: Point) {
        if !self.rules.mechanics.one_blocker {
            return;
        }
        let state = self.state();
        let kick = &state.kick;
        let mut blockers = [None; MAX_BLOCKERS];
        if !kick.round {
            let named = kick.blockers[0].filter(|_| kick.intent == Intent::Dribble);
            let way = self.direction_cells(kick.from, aim);
            let stands_there = |t: &Token| {
                let piece = state.piece(*t);
                piece.standing() && piece.cell.is_some_and(|c| way.contains(c))
            };
            let ahead = || state.on_pitch(kicker.side().other()).filter(stands_there);
            blockers[0] = named.filter(|n| kick.shared == named || ahead().any(|t| t == *n));
            let others = kick.shared.into_iter().chain(ahead()).filter(|t| Some(*t) != named);
            let first = usize::from(kick.intent == Intent::Dribble);
            for (to, token) in blockers.iter_mut().skip(first).zip(others) {
                *to = Some(token);
            }
        }
        self.state_mut().kick.blockers = blockers;
    }

    /// The neighbours whose bearing is nearest to an aim: one, two when it lies between them, none in the own cell.
    fn direction_cells(&self, from: Cell, aim: Point) -> CellSet {
        let board = self.board();
        let here = board.centre(from);
        if board.cell_at(aim) == from {
            return CellSet::EMPTY;
        }
        let ahead = |cell: Cell| {
            let there = board.centre(cell);
            let (dx, dy) = (there.x - here.x, there.y - here.y);
            (dx * (aim.x - here.x) + dy * (aim.y - here.y)) / libm::hypot(dx, dy)
        };
        let most = board.neighbours(from).iter().map(ahead).fold(f64::NEG_INFINITY, f64::max);
        board.neighbours(from).iter().filter(|c| ahead(*c) > most - LEVEL).collect()
    }

    /// Where a dribble is against one opponent: the duel with him, if the ball was played past him.
    fn past_the_named(&mut self, kicker: Token) -> Flow {
        let kick = &mut self.state_mut().kick;
        kick.part = Part::Duels;
        let plain = matches!(kick.kind, Kind::Pass | Kind::Advance) && kick.restart == Restart::None && !kick.header;
        if !plain || kick.cells.contains(kick.from) {
            kick.blockers = [None; MAX_BLOCKERS];
            return self.loose_ball();
        }
        if let (Intent::Dribble, Some(named)) = (kick.intent, kick.blockers[0]) {
            return self.take_on(kicker, named);
        }
        if kick.blockers != [None; MAX_BLOCKERS] {
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
        let foes = kicker.side().other();
        let near = self.stands_beside(foes, kick.from);
        let entered = near.then(|| self.first_cell_entered(kick.from, kick.origin, kick.rest)).flatten();
        let in_it = |t: &Token| state.piece(*t).standing() && state.piece(*t).cell == entered;
        let ahead = entered.and_then(|_| state.on_pitch(foes).find(in_it));
        // Whoever goes round the keeper has to beat him wherever the ball went.
        let keeper = if kick.round { self.keeper(kicker.side().other()) } else { None };
        let mut count = 0;
        for token in [kick.shared, ahead, keeper].into_iter().flatten() {
            if !blockers.contains(&Some(token)) {
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
        self.take_on(kicker, blocker)
    }

    /// The duel with one opponent of a dribble.
    fn take_on(&mut self, kicker: Token, blocker: Token) -> Flow {
        let (round, from) = (self.state().kick.round, self.state().kick.from);
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
                if self.rules.mechanics.one_blocker && !self.state().kick.round {
                    self.state_mut().kick.blockers[0] = None;
                    return self.loose_ball();
                }
                self.next_blocker()
            }
            DuelAnswer::Void if self.rules.mechanics.one_blocker && !self.state().kick.round => self.loose_ball(),
            DuelAnswer::Void => self.next_blocker(),
            DuelAnswer::Lost | DuelAnswer::Foul => {
                let kick = &mut self.state_mut().kick;
                kick.dribble = Dribble::Lost;
                if self.rules.mechanics.one_blocker {
                    self.state_mut().kick.blockers[0] = Some(against);
                } else {
                    self.state_mut().kick.blockers = [None; MAX_BLOCKERS];
                }
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
