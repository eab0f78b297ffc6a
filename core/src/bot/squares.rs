//! The coach of a square board: it tries every action of its own, looks at what each lets the other side do at once, and
//! for the best few at what could be done after the other side's sharpest answers.

use super::Bot;
use crate::board::{Board, Cell, CellSet};
use crate::game::{Action, Match, Offer, Slot, Stage, State, Way};
use crate::{End, Side, Token};
use rand::Rng;
use rand::rngs::ChaCha8Rng;
use std::collections::VecDeque;

/// Actions that are looked at more closely.
const CANDIDATES: usize = 6;
/// What things are worth, in hundredths of a space gained.
const WIN: i32 = 1_000_000;
const GOAL: i32 = 100_000;
const SCORES_NEXT: i32 = 40_000;
const BALL: i32 = 900;
const RANK: i32 = 110;
const ROBBED: i32 = 700;
const PAWN: i32 = 1_500;
const CAUTION: i32 = 250;
const SUPPORT: i32 = 40;
const MARKING: i32 = 35;
const KEEPER: i32 = 220;
/// Equal actions are told apart by chance, within this.
const WHIM: u32 = 60;
/// What it costs to bring about a position again: a match that goes to and fro ends without a result.
const AGAIN: i32 = 900;
/// Own turns that are remembered.
const REMEMBERED: usize = 96;

/// Plays a square board.
#[derive(Debug)]
pub(super) struct Squares {
    rng: ChaCha8Rng,
    /// The positions after its last turns.
    before: VecDeque<Position>,
}

/// Where every pawn and the ball are.
type Position = [Option<Cell>; Token::COUNT + 1];

fn position(state: &State) -> Position {
    let mut cells = [None; Token::COUNT + 1];
    for (place, piece) in cells.iter_mut().zip(&state.pieces) {
        *place = piece.cell;
    }
    cells[Token::COUNT] = Some(state.ball.cell);
    cells
}

impl Squares {
    pub(super) fn new(seed: u64) -> Squares {
        Squares { rng: super::stream(seed ^ 0x7371_7561_7265), before: VecDeque::with_capacity(REMEMBERED) }
    }

    fn whim(&mut self) -> i32 {
        ((u64::from(self.rng.next_u32()) * u64::from(WHIM)) >> 32) as i32
    }

    fn any<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let n = (u64::from(self.rng.next_u32()) * items.len() as u64) >> 32;
        items.get(n as usize).copied()
    }

    /// The best action of a turn.
    fn turn(&mut self, m: &Match) -> Option<Action> {
        let state = m.state();
        let side = state.to_act;
        let ways = Ways::on(&m.rules().board);
        let mut tried: Vec<Tried> = Vec::new();
        for action in m.legal_actions() {
            if matches!(action, Action::Take(_)) {
                continue; // nobody tells on his own team, and skipping is never better
            }
            if let Action::Change(slot, _) = action {
                let tired = state.slot(side, slot.index()).is_some_and(|t| state.piece(t).cautions > 0);
                if tired {
                    return Some(action); // a pawn with a card makes room for one without
                }
                continue;
            }
            let mut next = m.fork(1);
            if next.apply(action).is_err() {
                continue;
            }
            let now = position(next.state());
            let stale = AGAIN * self.before.iter().filter(|p| **p == now).count() as i32;
            let value = ways.value(&next, side) + self.whim() - stale;
            if value >= WIN {
                return Some(action);
            }
            tried.push(Tried { action, value, stale, next });
        }
        // Numbers are sorted, since a match is large.
        let mut order: Vec<usize> = (0..tried.len()).collect();
        order.sort_by_key(|n| -tried[*n].value);
        let closer = order.into_iter().take(CANDIDATES).map(|n| {
            let Tried { value, stale, next, .. } = &tried[n];
            (ways.worst_answer(next, side).map_or(*value, |w| (*value).min(w - stale)), n)
        });
        let Tried { action, next, .. } = &tried[closer.max_by_key(|(value, _)| *value)?.1];
        if self.before.len() == REMEMBERED {
            self.before.pop_front();
        }
        self.before.push_back(position(next.state()));
        Some(*action)
    }
}

/// An action and what comes of it.
struct Tried {
    action: Action,
    value: i32,
    /// What of it is the price of coming back to where one was.
    stale: i32,
    next: Match,
}

impl Bot for Squares {
    fn choose(&mut self, m: &Match) -> Action {
        let actions = || m.legal_actions();
        let chosen = match m.state().stage {
            Stage::Turn => self.turn(m),
            Stage::Place => {
                let formations: Vec<Action> =
                    actions().into_iter().filter(|a| matches!(a, Action::Formation(shape, _) if *shape > 0)).collect();
                self.any(&formations).or_else(|| keeper_in(m))
            }
            Stage::Taker => foremost(m),
            Stage::Pick => self.any(&actions()),
            _ => Some(Action::Take(Offer::Decline)).filter(|a| m.is_legal(*a)),
        };
        chosen.or_else(|| actions().first().copied()).unwrap_or(Action::Take(Offer::End))
    }
}

/// A pawn goes into the goal: the one that is nearest.
fn keeper_in(m: &Match) -> Option<Action> {
    let state = m.state();
    let board = &m.rules().board;
    let from = |slot: Slot| state.slot(state.to_act, slot.index()).and_then(|t| state.piece(t).cell);
    let way = |action: &Action| match action {
        Action::Move(slot, cell) => from(*slot).map_or(99, |f| board.distance(f, *cell)),
        _ => 99,
    };
    m.legal_actions().into_iter().filter(|a| matches!(a, Action::Move(..))).min_by_key(way)
}

/// The pawn that is farthest forward.
fn foremost(m: &Match) -> Option<Action> {
    let state = m.state();
    let ways = Ways::on(&m.rules().board);
    let rank = |action: &Action| match action {
        Action::PickToken(slot) => {
            let token = state.slot(state.to_act, slot.index());
            token.and_then(|t| state.piece(t).cell).map_or(99, |c| ways.to_goal(state, state.to_act, c))
        }
        _ => 99,
    };
    m.legal_actions().into_iter().min_by_key(rank)
}

/// Steps from every cell to the goals, by end.
struct Ways([[i32; Cell::LIMIT]; 2]);

impl Ways {
    fn on(board: &Board) -> Ways {
        Ways(End::BOTH.map(|end| {
            let mut steps = [0; Cell::LIMIT];
            for cell in board.all() {
                let goal = board.goal_cells(end).iter();
                steps[cell.index()] = goal.map(|g| i32::from(board.distance(cell, g))).min().unwrap_or(0);
            }
            steps
        }))
    }

    /// Steps from a cell to the goal that a side attacks.
    fn to_goal(&self, state: &State, side: Side, cell: Cell) -> i32 {
        self.0[state.attacks(side).index()][cell.index()]
    }
}

/// Whether the side on turn can score at once.
fn scores(m: &Match) -> bool {
    let state = m.state();
    let goal = m.rules().board.goal_cells(state.attacks(state.to_act));
    let reach = state.legal.moves.iter().fold(CellSet::EMPTY, |all, cells| all | *cells);
    state.stage == Stage::Turn && (!state.sends()[Way::Shot as usize].is_empty() || !(reach & goal).is_empty())
}

/// Whether the carrier can be robbed without a card.
fn free_steals(m: &Match, carrier: Token) -> bool {
    let state = m.state();
    let board = &m.rules().board;
    let Some(cell) = state.piece(carrier).cell else { return false };
    (0..Slot::PER_SIDE).filter(|slot| state.legal.tokens >> slot & 1 == 1).any(|slot| {
        let thief = state.slot(state.to_act, slot).and_then(|t| state.piece(t).cell);
        thief.is_some_and(|from| board.straight(from, cell))
    })
}

impl Ways {
    /// How good a position is for a side, looking at what the side on turn may do next.
    fn value(&self, m: &Match, side: Side) -> i32 {
        let state = m.state();
        let (own, other) = (i32::from(state.score[side.index()]), i32::from(state.score[side.other().index()]));
        let goals = GOAL * (own - other);
        if state.is_over() {
            return WIN * (own - other).signum() + goals;
        }
        let mut value = goals + self.standing(m, side) - self.standing(m, side.other());
        let sign = if state.to_act == side { 1 } else { -1 };
        if state.stage != Stage::Turn {
            // A penalty is two thirds of a goal, whoever decides next.
            let taking = if state.stoppage.side == side { 1 } else { -1 };
            let penalty = state.stoppage.step > 0 && state.stoppage.restart == crate::plugin::Restart::Penalty;
            return value + if penalty { taking * GOAL * 2 / 3 } else { 0 };
        }
        if scores(m) {
            value += sign * SCORES_NEXT;
        } else if let Some(carrier) = state.ball.carrier.filter(|c| c.side() != state.to_act) {
            let free = free_steals(m, carrier);
            value += sign * if free { ROBBED } else { 0 };
        }
        value
    }

    /// What a side has: pawns, the ball, its place, support and a keeper.
    fn standing(&self, m: &Match, side: Side) -> i32 {
        let state = m.state();
        let board = &m.rules().board;
        let ball = state.ball.cell;
        let has_ball = state.ball.carrier.is_some_and(|c| c.side() == side);
        let mut value = 0;
        let mut nearest = 99;
        for token in state.on_pitch(side) {
            let piece = state.piece(token);
            let Some(cell) = piece.cell else { continue };
            let near = i32::from(board.distance(cell, ball));
            value += PAWN - CAUTION * i32::from(piece.cautions);
            if state.ball.carrier != Some(token) {
                nearest = nearest.min(near);
            }
            if has_ball {
                value += SUPPORT * (3 - (near - 2).abs()).max(0) / 3 + 4 * (12 - self.to_goal(state, side, cell));
            } else {
                let home = self.to_goal(state, side.other(), cell);
                let ahead = self.to_goal(state, side.other(), ball);
                // Between the ball and the own goal, and close to it.
                value += MARKING * (4 - near).max(0) / 2 + if home <= ahead { MARKING } else { 0 };
            }
        }
        if m.rules()
            .keeper_of(state, side)
            .and_then(|k| state.piece(k).cell)
            .is_some_and(|c| m.rules().small_area(state.attacks(side).other()).contains(c))
        {
            value += KEEPER;
        }
        if has_ball {
            value += BALL + RANK * (12 - self.to_goal(state, side, ball));
        } else {
            value -= 60 * nearest.min(6);
        }
        value
    }

    /// What is left of a position after the other side's sharpest answers: a shot, a run into the goal, a steal.
    fn worst_answer(&self, m: &Match, side: Side) -> Option<i32> {
        let state = m.state();
        if state.is_over() || state.to_act == side || state.stage != Stage::Turn {
            return None;
        }
        let goal = m.rules().board.goal_cells(state.attacks(state.to_act));
        let sharp = |action: &Action| match action {
            Action::Steal(_) | Action::Send(Way::Shot, _) => true,
            Action::Move(_, cell) => goal.contains(*cell),
            _ => false,
        };
        let answers = m.legal_actions().into_iter().filter(sharp);
        answers
            .filter_map(|action| {
                let mut next = m.fork(2);
                next.apply(action).ok()?;
                Some(self.value(&next, side))
            })
            .min()
    }
}
