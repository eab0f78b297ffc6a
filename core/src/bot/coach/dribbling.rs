//! Dribbles: past whom, where to, and what they are worth.

use super::bit;
use super::duelling::{LOSS, PENALTY};
use super::passing::{Idea, insert};
use super::sight::{Man, Sight};
use crate::Token;
use crate::board::{Cell, CellSet, Spot};
use crate::game::{Action, AimPoint, Intent, Slot};
use crate::kick::{Pace, Technique};

/// Targets of a dribble that are looked at closely.
const LOOKS: usize = 5;

/// A duel that a dribble would bring about.
#[derive(Clone, Copy)]
struct Duel {
    against: Token,
    won: f64,
    /// Goals to expect when it is not won: of our free kick, less those of their ball.
    otherwise: f64,
}

/// A dribble into a cell.
#[derive(Clone, Copy)]
struct Dribble {
    cell: Cell,
    /// All duels are won.
    won: f64,
    /// Goals to expect when one is not.
    otherwise: f64,
    /// Chance that the ball ends in the cell, nobody being in its way.
    hit: f64,
    /// Chance that the dribbler gets to it there.
    ours: f64,
    /// What it is worth to him, and to them.
    gained: f64,
    lost: f64,
}

impl Dribble {
    /// Goals to expect, the ball getting past everybody on its way with this chance.
    fn worth(&self, clear: f64) -> f64 {
        let kept = clear * self.hit * self.ours;
        self.otherwise + self.won * (kept * self.gained - (1.0 - kept) * self.lost)
    }
}

impl Sight<'_> {
    /// A standing opponent in a cell.
    fn foe_in(&self, cell: Cell) -> Option<&Man> {
        if !self.theirs.standing.contains(cell) {
            return None;
        }
        self.theirs.iter().find(|m| m.cell == cell && self.piece(m.token).standing())
    }

    /// Whom a dribble with this aim takes on, where its coach names him.
    pub(super) fn opponent(&self, aim: Action) -> Option<Action> {
        let Action::Aim(AimPoint::Cell(to, _), _) = aim else { return None };
        let kicker = self.ours.token(self.state().ball.carrier?)?;
        let foe = self.foe_in(kicker.cell).or_else(|| self.foe_in(self.book.first_step(kicker.cell, to)))?;
        Some(Action::PickToken(Slot((Slot::PER_SIDE + foe.slot) as u8)))
    }

    /// Cells the kicker could not run to because the ball would pass an opponent on its way.
    pub(super) fn closed_to(&self, kicker: &Man, cells: CellSet) -> CellSet {
        let standing = self.theirs.standing;
        if !self.book.duels.dribbles || (self.board().within(kicker.cell, 1) & standing).is_empty() {
            return CellSet::EMPTY;
        }
        let others = cells - CellSet::single(kicker.cell);
        if standing.contains(kicker.cell) {
            return others;
        }
        others.iter().filter(|c| standing.contains(self.book.first_step(kicker.cell, *c))).collect()
    }

    /// The best dribble that may be declared, if it is worth more than the best idea so far.
    pub(super) fn best_dribble(&self, declare: u32, floor: f64) -> Option<Idea> {
        let kicker = self.ours.token(self.state().ball.carrier?)?;
        let guards = self.board().within(kicker.cell, 1) & self.theirs.standing;
        if declare & bit(Intent::Dribble, Technique::Low) == 0 || guards.is_empty() {
            return None;
        }
        let inside = self.foe_in(kicker.cell).map(|foe| self.duel(kicker, foe));
        let beside =
            self.theirs.each(|foe| (self.board().distance(kicker.cell, foe.cell) == 1).then(|| self.duel(kicker, foe)));
        let depth = &self.book.depth[self.end.index()];
        let mut looks = [(floor, None); LOOKS];
        for cell in self.board().within(kicker.cell, 3) - self.ours.cells {
            let ahead = self.foe_in(self.book.first_step(kicker.cell, cell)).and_then(|foe| beside[foe.slot]);
            let back = depth[cell.index()] < depth[kicker.cell.index()] - 0.05;
            if back || inside.is_none() && ahead.is_none() {
                continue;
            }
            let dribble = self.dribble(kicker, cell, [inside, ahead]);
            insert(&mut looks, (dribble.worth(1.0), Some(dribble)));
        }
        let mut best: Option<Idea> = None;
        let mut most = floor;
        for (hoped, dribble) in looks {
            let Some(dribble) = dribble else { break };
            for spot in Spot::all() {
                // Somebody in the way only makes it worse.
                if hoped <= most {
                    return best;
                }
                let to = self.board().spot(dribble.cell, spot);
                let worth = dribble.worth(self.way_clear(kicker.at, to, Technique::Low, false, None));
                if worth > most {
                    most = worth;
                    let aim = Some(Action::Aim(AimPoint::Cell(dribble.cell, spot), Pace::Exact));
                    best = Some(Idea { intent: Intent::Dribble, technique: Technique::Low, aim, worth });
                }
            }
        }
        best
    }

    /// A duel of the kicker with an opponent.
    fn duel(&self, kicker: &Man, foe: &Man) -> Duel {
        let odds = self.dribble_odds(kicker.token, foe.token);
        let at = foe.cell.index();
        let foul = if self.rules().area(self.end).contains(foe.cell) {
            PENALTY
        } else {
            self.book.worth[self.end.index()][at]
        };
        let lost = LOSS * self.book.worth[self.end.other().index()][at];
        Duel { against: foe.token, won: odds.won, otherwise: odds.foul * foul - odds.lost() * lost }
    }

    /// A dribble into a cell past these opponents.
    fn dribble(&self, kicker: &Man, cell: Cell, duels: [Option<Duel>; 2]) -> Dribble {
        let (mut won, mut otherwise) = (1.0, 0.0);
        for duel in duels.into_iter().flatten() {
            otherwise += won * duel.otherwise;
            won *= duel.won;
        }
        let beaten = |foe: &Man| duels.iter().flatten().any(|d| d.against == foe.token);
        let run = self.board().distance(kicker.cell, cell);
        let foe = self.theirs.iter().filter(|m| !beaten(m)).map(|m| self.board().distance(m.cell, cell)).min();
        let counter = self.state().turn.counter && self.state().turn.kicks == 0;
        let first = foe.is_none_or(|d| if counter { run < d } else { run <= d }) && !kicker.spent;
        Dribble {
            cell,
            won,
            otherwise,
            hit: self.book.hit(Technique::Low, run),
            ours: if first { 1.0 } else { 0.2 },
            gained: self.after_run(kicker, cell),
            lost: 0.4 * self.book.worth[self.end.other().index()][cell.index()],
        }
    }

    /// What the ball is worth to a token that runs onto it in a cell.
    fn after_run(&self, man: &Man, cell: Cell) -> f64 {
        let worth = self.book.worth[self.end.index()][cell.index()];
        let shoots = man.skills.0 & self.book.shooter.0 != 0 && self.state().turn.shots == 0;
        if shoots && self.rules().area(self.end).contains(cell) {
            return worth.max(0.9 * self.book.shot_from(cell, self.end));
        }
        worth
    }
}
