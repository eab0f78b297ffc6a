//! P3: the side without the ball tackles, marks and closes gaps.

use super::plan::Plan;
use super::sight::{Man, Sight};
use crate::board::{Cell, CellSet};
use crate::game::{Action, Offer, Slot};
use crate::kick::Technique;

/// Opponents that are marked one by one.
const MARKED: usize = 6;

/// What it costs to be a cell away from the place in the shape, in goals.
const STRAGGLE: f64 = 0.015;
/// Runs of opponents that are looked at, in cells.
const REACH: usize = 3;

/// Cells where a ball would be theirs.
struct Gaps {
    /// By how near a token of ours must be to take it.
    open: [CellSet; REACH],
    /// What it is worth to them.
    worth: [f64; Cell::LIMIT],
    /// What a token of ours in a cell takes from them.
    gain: [f64; Cell::LIMIT],
}

/// An opponent and how much he threatens.
#[derive(Clone, Copy)]
struct Threat {
    cell: Cell,
    danger: f64,
    /// A token that marks takes his first touch away.
    skilled: bool,
    /// A pass to him is so long that a marker in his cell wins it.
    long: bool,
}

impl Sight<'_> {
    /// A tackle, or a way into the carrier's cell that leads to one; only the first token used may try.
    pub(super) fn challenge(&self, temper: f64) -> Option<Action> {
        let legal = &self.state().legal;
        let carrier = self.state().ball.carrier?;
        let at = self.carrier_cell()?;
        if legal.offers >> Offer::Tackle as u32 & 1 == 1 {
            let inside = self.ours.iter().find(|m| m.cell == at && !m.spent)?;
            return (self.tackle_worth(inside.token, carrier) > 0.0).then_some(Action::Take(Offer::Tackle));
        }
        let their_end = self.end.other();
        if legal.tokens != 0 {
            let inside = self.ours.iter().filter(|m| legal.tokens >> m.slot & 1 == 1);
            let man = self.best_tackler(inside, carrier)?;
            return (self.tackle_worth(man.token, carrier) > 0.0).then_some(Action::PickToken(Slot(man.slot as u8)));
        }
        let may = |man: &&Man| legal.moves[man.slot].contains(at) && !man.keeper;
        let front = self.board().front(at, their_end);
        let ahead = self.ours.iter().filter(may).filter(|m| front.contains(m.cell));
        if let Some(man) = self.best_tackler(ahead, carrier) {
            return Some(Action::Move(Slot(man.slot as u8), at));
        }
        // With Recovery the way in from behind is nearly as safe.
        let recovers = |m: &&Man| m.skills.0 & self.book.recovers.0 != 0 && self.tackle_worth(m.token, carrier) > 0.02;
        let behind = self.ours.iter().filter(may).filter(|m| self.board().rear(at, their_end).contains(m.cell));
        if let Some(man) = self.best_tackler(behind.filter(recovers), carrier) {
            return Some(Action::Move(Slot(man.slot as u8), at));
        }
        // From behind it is a foul every other time: only to stop somebody who is about to shoot from outside the area.
        let worth = self.book.worth[their_end.index()][at.index()];
        let rear = self.board().rear(at, their_end);
        let desperate = worth > 0.045 && !self.rules().area(their_end).contains(at) && temper < 0.5;
        let man = self.ours.iter().filter(may).find(|m| rear.contains(m.cell) && self.piece(m.token).cautions == 0)?;
        desperate.then_some(Action::Move(Slot(man.slot as u8), at))
    }

    /// He is in the carrier's cell: the dice, or not.
    pub(super) fn tackle(&self) -> Action {
        let (token, carrier) = (self.state().kick.token, self.state().ball.carrier);
        let pays = token.zip(carrier).is_none_or(|(token, carrier)| self.tackle_worth(token, carrier) > 0.0);
        Action::Take(if pays { Offer::Tackle } else { Offer::Decline })
    }

    fn carrier_cell(&self) -> Option<Cell> {
        let carrier = self.state().ball.carrier.filter(|c| c.side() != self.me)?;
        self.piece(carrier).cell
    }

    /// Where everybody goes when they have the ball.
    pub(super) fn plan_defence(&self, shape: u8) -> Plan {
        let mut plan = Plan::new(self.m);
        let legal = &self.state().legal;
        let ball = self.state().ball.cell;
        let mut free: u16 = 0;
        let mut taken = CellSet::EMPTY;
        for man in self.ours.iter() {
            if legal.moves[man.slot].is_empty() || man.spent {
                taken.insert(man.cell);
            } else if man.keeper {
                let to = self.keeper_home(man, legal.moves[man.slot]);
                taken.insert(to);
                if to != man.cell {
                    plan.push(man.slot, to);
                }
            } else {
                free |= 1 << man.slot;
            }
        }
        self.press(&mut plan, &mut free, &mut taken, ball);
        for threat in self.threats(ball).into_iter().flatten() {
            self.mark(&mut plan, &mut free, &mut taken, threat, ball);
        }
        self.cover(&mut plan, free, &mut taken, shape, ball);
        plan
    }

    /// Somebody stands in front of the carrier: in the way now, ready to tackle next time.
    fn press(&self, plan: &mut Plan, free: &mut u16, taken: &mut CellSet, ball: Cell) {
        let front = self.board().front(ball, self.end.other());
        let goal = self.board().goal_line_cell(self.end.other());
        if !(front & *taken).is_empty() {
            return;
        }
        let board = self.board();
        let want = |cell: Cell| f64::from(board.distance(cell, goal)) * 0.3;
        self.assign(plan, free, taken, front, want);
    }

    /// The others go where a ball that stops would no longer be theirs, without leaving the shape too far behind.
    fn cover(&self, plan: &mut Plan, free: u16, taken: &mut CellSet, shape: u8, ball: Cell) {
        let board = self.board();
        let legal = &self.state().legal;
        let moment = self.moment();
        let mut gaps = self.gaps(*taken, ball);
        for man in self.ours.iter().filter(|m| free >> m.slot & 1 == 1) {
            let home = self.book.home(shape, moment, man.slot, self.end);
            let value = |cell: Cell| gaps.gain[cell.index()] - STRAGGLE * f64::from(board.distance(home, cell));
            let mut best = (man.cell, value(man.cell) + 0.5 * STRAGGLE);
            for cell in legal.moves[man.slot] - *taken {
                let worth = value(cell);
                if worth > best.1 {
                    best = (cell, worth);
                }
            }
            taken.insert(best.0);
            self.close(&mut gaps, best.0);
            if best.0 != man.cell {
                plan.push(man.slot, best.0);
            }
        }
    }

    /// The cells where a ball would be theirs, and what a token of ours adds by standing somewhere.
    fn gaps(&self, guarded: CellSet, ball: Cell) -> Gaps {
        let board = self.board();
        let their_end = self.end.other();
        let short = board.within(ball, self.book.short_limit);
        let (theirs, ours) = (self.rings(self.theirs.cells), self.rings(guarded));
        let mut gaps = Gaps { open: [CellSet::EMPTY; REACH], worth: [0.0; Cell::LIMIT], gain: [0.0; Cell::LIMIT] };
        for step in 1..=REACH {
            let run = theirs[step] - theirs[step - 1];
            // Ties of short balls are theirs, of long ones ours.
            let won = ((run & short) - ours[step - 1]) | (run - short - ours[step]);
            for cell in won {
                let worth = self.book.worth[their_end.index()][cell.index()];
                gaps.worth[cell.index()] = worth * self.book.hit(Technique::Low, board.distance(ball, cell));
                let radius = if short.contains(cell) { step - 1 } else { step };
                if radius < REACH {
                    gaps.open[radius].insert(cell);
                }
            }
        }
        for (radius, cells) in gaps.open.iter().enumerate() {
            for cell in *cells {
                for from in board.within(cell, radius as u8) {
                    gaps.gain[from.index()] += gaps.worth[cell.index()];
                }
            }
        }
        gaps
    }

    /// A token stands somewhere now: what it covers is no gap any more.
    fn close(&self, gaps: &mut Gaps, at: Cell) {
        let board = self.board();
        for radius in 0..REACH {
            let covered = gaps.open[radius] & board.within(at, radius as u8);
            gaps.open[radius] -= covered;
            for cell in covered {
                for from in board.within(cell, radius as u8) {
                    gaps.gain[from.index()] -= gaps.worth[cell.index()];
                }
            }
        }
    }

    /// Sends the free token that can best reach one of the cells; standing there already is best.
    fn assign(&self, plan: &mut Plan, free: &mut u16, taken: &mut CellSet, cells: CellSet, cost: impl Fn(Cell) -> f64) {
        let legal = &self.state().legal;
        let mut best: Option<(f64, usize, Cell, Cell)> = None;
        for man in self.ours.iter().filter(|m| *free >> m.slot & 1 == 1) {
            let reach = (legal.moves[man.slot] | CellSet::single(man.cell)) & (cells - *taken);
            for cell in reach {
                let price = cost(cell) + 0.35 * f64::from(self.board().distance(man.cell, cell));
                if best.is_none_or(|b| price < b.0) {
                    best = Some((price, man.slot, man.cell, cell));
                }
            }
        }
        if let Some((_, slot, from, to)) = best {
            *free &= !(1 << slot);
            taken.insert(to);
            if from != to {
                plan.push(slot, to);
            }
        }
    }

    /// The opponents to be marked, the most dangerous first.
    fn threats(&self, ball: Cell) -> [Option<Threat>; MARKED] {
        let mut threats: [Option<Threat>; MARKED] = [None; MARKED];
        let their_end = self.end.other();
        let area = self.rules().area(their_end);
        let crossing = self.rules().crossing(their_end);
        for man in self.theirs.iter().filter(|m| m.cell != ball && !m.keeper) {
            let cells = self.board().distance(ball, man.cell);
            let has = |skill: crate::plugin::Skills| man.skills.0 & skill.0 != 0;
            let skilled = has(self.book.passer)
                || has(self.book.shooter) && area.contains(man.cell)
                || has(self.book.crosser) && crossing.contains(man.cell);
            let factor = if skilled { 1.3 } else { 1.0 };
            let worth = self.book.worth[their_end.index()][man.cell.index()];
            let danger = worth * factor * (0.15 + self.book.hit(Technique::Low, cells));
            let threat = Threat { cell: man.cell, danger, skilled, long: cells > self.book.short_limit };
            let mut at = MARKED;
            while at > 0 && threats[at - 1].is_none_or(|t| t.danger < danger) {
                at -= 1;
                if at + 1 < MARKED {
                    threats[at + 1] = threats[at];
                }
            }
            if at < MARKED {
                threats[at] = Some(threat);
            }
        }
        threats
    }

    /// Somebody goes into his cell, or between him and the ball on the side of our goal.
    fn mark(&self, plan: &mut Plan, free: &mut u16, taken: &mut CellSet, threat: Threat, ball: Cell) {
        let board = self.board();
        let legal = &self.state().legal;
        let their_end = self.end.other();
        let goal_side = board.front(threat.cell, their_end);
        let around = board.neighbours(threat.cell);
        let to_ball = board.distance(ball, threat.cell);
        let mut best: Option<(f64, usize, Cell, Cell)> = None;
        for man in self.ours.iter().filter(|m| *free >> m.slot & 1 == 1) {
            let marks = man.skills.0 & self.book.marker.0 != 0;
            let reach = (legal.moves[man.slot] | CellSet::single(man.cell))
                & ((around | CellSet::single(threat.cell)) - *taken);
            for cell in reach {
                let mut gain = if cell == threat.cell {
                    match (threat.long, threat.skilled && marks) {
                        (true, true) => 1.3,
                        (true, false) | (false, true) => 1.0,
                        (false, false) => 0.4,
                    }
                } else {
                    0.3
                };
                if goal_side.contains(cell) {
                    gain += 0.3;
                }
                if cell != threat.cell && board.distance(ball, cell) < to_ball {
                    gain += 0.35;
                }
                gain -= 0.12 * f64::from(board.distance(man.cell, cell));
                if best.is_none_or(|b| gain > b.0) {
                    best = Some((gain, man.slot, man.cell, cell));
                }
            }
        }
        if let Some((_, slot, from, to)) = best {
            *free &= !(1 << slot);
            taken.insert(to);
            if from != to {
                plan.push(slot, to);
            }
        }
    }
}
