//! P2: the side with the ball keeps its shape and offers itself.

use super::plan::Plan;
use super::sight::{Man, Sight};
use crate::board::{Band, Cell, CellSet};
use crate::kick::Technique;
use crate::rules::Moment;

/// A move must be worth this much more than standing still.
const WORTH_A_MOVE: f64 = 0.006;
/// Chance of a shot for whose sake the side stands still. Against this, 0.10 to 0.45 play the same, and to stand still
/// wherever a shot is in range, or never, makes no difference of 0.06 goals a match (3,000 matches each).
const WORTH_A_QUICK_TURN: f64 = 0.15;
/// What a cell between a token and its place in the shape costs.
const SHAPE: f64 = 0.010;
/// What it costs to stand beside a mate.
const CROWD: f64 = 0.012;

impl Sight<'_> {
    /// The moment of the shape that fits where the ball is.
    pub(super) fn moment(&self) -> Moment {
        match self.board().band(self.state().ball.cell, self.end) {
            Band::Defence => Moment::Defend,
            Band::Midfield => Moment::Middle,
            Band::Attack => Moment::Attack,
        }
    }

    /// Where every step of ours sets the whole defence free, a ball that came without one and lies well for a shot is
    /// left alone: only one of them may answer.
    fn quick_turn(&self) -> bool {
        let ball = self.state().ball.cell;
        self.book.steps_free_them
            && self.state().turn.movers == 0
            && self.book.range[self.end.index()].contains(ball)
            && self.book.shot[self.end.index()][ball.index()] > WORTH_A_QUICK_TURN
    }

    /// Where everybody goes when we have the ball.
    pub(super) fn plan_attack(&self, shape: u8) -> Plan {
        let mut plan = Plan::new(self.m);
        if self.quick_turn() {
            return plan;
        }
        let legal = &self.state().legal;
        let reach = legal.moves.iter().fold(self.ours.cells, |all, cells| all | *cells);
        let offered = self.offering(reach);
        let moment = self.moment();
        let mut taken = self.ours.cells;
        // Forwards choose first.
        for slot in (0..legal.moves.len()).rev() {
            let cells = legal.moves[slot];
            let Some(man) = self.ours.iter().find(|m| m.slot == slot) else { continue };
            if cells.is_empty() {
                continue;
            }
            taken.remove(man.cell);
            let home = self.book.home(shape, moment, slot, self.end);
            let to = if man.keeper {
                self.keeper_home(man, cells)
            } else {
                self.best_offer(man, home, cells - taken, taken, &offered)
            };
            taken.insert(to);
            if to != man.cell {
                plan.push(slot, to);
            }
        }
        plan
    }

    /// The keeper belongs in the middle of his goal.
    pub(super) fn keeper_home(&self, keeper: &Man, cells: CellSet) -> Cell {
        let home = self.board().goal_line_cell(self.end.other());
        let from = self.board().distance(keeper.cell, home);
        if from == 0 {
            return keeper.cell;
        }
        let nearest = cells.iter().min_by_key(|c| self.board().distance(*c, home));
        nearest.filter(|c| self.board().distance(*c, home) < from).unwrap_or(keeper.cell)
    }

    fn best_offer(&self, man: &Man, home: Cell, cells: CellSet, taken: CellSet, offered: &[f64; Cell::LIMIT]) -> Cell {
        let board = self.board();
        let forward = self.book.depth[self.end.index()][home.index()];
        // Those whose place is up front look for the ball, those at the back keep theirs.
        let eager = 0.25 + 0.9 * forward;
        let crowd = board.around(taken);
        let score = |cell: Cell| {
            let off = f64::from(board.distance(home, cell));
            let beside = if crowd.contains(cell) { CROWD } else { 0.0 };
            eager * offered[cell.index()] - SHAPE * (1.3 - forward) * off * (1.0 + 0.15 * off) - beside
        };
        let mut best = (man.cell, score(man.cell) + WORTH_A_MOVE);
        for cell in cells {
            let worth = score(cell);
            if worth > best.1 {
                best = (cell, worth);
            }
        }
        best.0
    }

    /// What a mate in each of these cells adds, as a receiver of the next pass.
    fn offering(&self, reach: CellSet) -> [f64; Cell::LIMIT] {
        let board = self.board();
        let ball = self.state().ball.cell;
        let line = self.onside_line(self.state().ball.at) + 0.05;
        let foes = self.rings(self.theirs.cells);
        let crossing = self.rules().crossing(self.end).contains(ball);
        let area = self.rules().area(self.end);
        let mut offered = [0.0; Cell::LIMIT];
        for cell in reach {
            let cells = board.distance(ball, cell);
            let mut worth = self.book.worth[self.end.index()][cell.index()];
            if crossing && area.contains(cell) {
                worth += 0.08;
            }
            let free = match () {
                () if foes[0].contains(cell) => 0.45,
                () if foes[1].contains(cell) => 0.7,
                () if foes[2].contains(cell) => 0.9,
                () => 1.0,
            };
            let ties = if cells > self.book.short_limit { 0.75 } else { 1.0 };
            let onside = if self.advance(board.centre(cell), self.end) > line { 0.15 } else { 1.0 };
            let apart = if cells < 2 { 0.5 } else { 1.0 };
            offered[cell.index()] = worth * self.book.hit(Technique::Low, cells) * free * ties * onside * apart;
        }
        offered
    }
}
