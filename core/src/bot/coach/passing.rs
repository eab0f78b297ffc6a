//! Passes and crosses: where to, and what they are worth.

use super::bit;
use super::book::within;
use super::sight::{Man, RINGS, Sight};
use crate::board::{Band, Cell, CellSet, Point, Spot};
use crate::game::{Action, AimPoint, Intent};
use crate::kick::{Pace, Technique};
use crate::plugin::{FirstTime, Restart};

/// A kick that is thought of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Idea {
    pub(super) intent: Intent,
    pub(super) technique: Technique,
    /// A shot is aimed when the keeper is ready.
    pub(super) aim: Option<Action>,
    /// Goals to expect of it, those of the opponent's answer taken off.
    pub(super) worth: f64,
}

/// Aims that are looked at closely.
const CLOSE_LOOKS: usize = 7;
/// What a ball lost is worth to the opponent, as a share of what it is worth to a side that has built up to there.
const LOSS: f64 = 0.3;
/// The same where he can shoot at once.
const LOSS_IN_RANGE: f64 = 1.0;

/// What comes off the keeper is sometimes ours: goals to expect of a shot that is not one.
const REBOUND: f64 = 0.02;

/// Where a ball that stops would be ours.
struct Claims {
    /// Ties are ours.
    tie: CellSet,
    /// We are nearer.
    strict: CellSet,
}

/// A cell the ball may be played to.
#[derive(Clone, Copy)]
struct Target {
    cell: Cell,
    /// Chance that the ball is ours if nobody stops it on its way.
    kept: f64,
    /// What it is worth to us there, and to them.
    gained: f64,
    lost: f64,
}

impl Target {
    /// Goals to expect, the ball getting past everybody on its way with this chance.
    fn worth(&self, clear: f64) -> f64 {
        let kept = self.kept * clear;
        kept * self.gained - (1.0 - kept) * self.lost
    }
}

impl Sight<'_> {
    /// The best pass of those that may be declared.
    pub(super) fn best_pass(&self, declare: u32) -> Option<Idea> {
        if !Technique::ALL.iter().any(|t| declare & bit(Intent::Pass, *t) != 0) {
            return None;
        }
        let kicker = self.ours.token(self.state().ball.carrier?)?;
        let looks = self.targets(kicker, declare);
        let mut best: Option<Idea> = None;
        for (technique, looks) in Technique::ALL.into_iter().zip(looks) {
            for (hoped, target) in looks {
                // Somebody in the way only makes it worse.
                let better = |worth: f64| best.is_none_or(|b| worth > b.worth);
                let Some(target) = target.filter(|_| better(hoped)) else { break };
                let receiver = self.ours.iter().filter(|m| m.cell == target.cell).find(|m| m.token != kicker.token);
                let to = self.board().spot(target.cell, Spot::MIDDLE);
                let clear = self.way_clear(kicker.at, to, technique, false, receiver.map(|r| r.token));
                let worth = target.worth(clear);
                if better(worth) {
                    let aim = Some(Action::Aim(AimPoint::Cell(target.cell, Spot::MIDDLE), Pace::Exact));
                    best = Some(Idea { intent: Intent::Pass, technique, aim, worth });
                }
            }
        }
        best
    }

    /// By technique: the targets that promise most, as long as nobody is in the way.
    fn targets(&self, kicker: &Man, declare: u32) -> [[(f64, Option<Target>); CLOSE_LOOKS]; Technique::ALL.len()] {
        let board = self.board();
        let claims = self.claims(kicker);
        let (short, counter) = self.ties(kicker);
        let won = if counter { claims.strict } else { claims.strict | (claims.tie & short) };
        // Past an opponent he does not run after his own pass.
        let mates = self.mates(kicker);
        let alone = won - board.around(mates) - mates;
        let won = won - self.closed_to(kicker, alone);
        let mut looks = [[(f64::NEG_INFINITY, None); CLOSE_LOOKS]; Technique::ALL.len()];
        for cell in won | self.clearances(kicker.cell) {
            let cells = board.distance(kicker.cell, cell);
            let near = board.neighbours(cell);
            let spill = (near & won).len() as f64 / self.book.beside[cell.index()];
            let here = if won.contains(cell) { 1.0 } else { 0.15 };
            let (gained, lost) = (self.receiving(cell), self.losing(cell));
            for (technique, looks) in Technique::ALL.into_iter().zip(&mut looks) {
                let hit = self.book.hit(technique, cells);
                if hit >= 0.05 && declare & bit(Intent::Pass, technique) != 0 {
                    let target = Target { cell, kept: hit * here + (1.0 - hit) * spill * 0.9, gained, lost };
                    insert(looks, (target.worth(1.0), Some(target)));
                }
            }
        }
        looks
    }

    /// Cells far ahead: out of the own third a ball may be hit there whoever gets it.
    fn clearances(&self, from: Cell) -> CellSet {
        match self.board().band(from, self.end) {
            Band::Defence => self.board().band_cells(Band::Midfield, self.end) & self.board().half(self.end),
            Band::Midfield | Band::Attack => CellSet::EMPTY,
        }
    }

    /// Cells short enough for ties to be ours, and whether this kick loses ties whatever its length.
    fn ties(&self, kicker: &Man) -> (CellSet, bool) {
        let turn = &self.state().turn;
        let has = |skill: crate::plugin::Skills| kicker.skills.0 & skill.0 != 0;
        let short = match () {
            () if has(self.book.long_passer) => self.board().all(),
            () if has(self.book.passer) => self.board().within(kicker.cell, self.book.short_limit_passer),
            () => self.board().within(kicker.cell, self.book.short_limit),
        };
        (short, turn.counter && turn.kicks == 0 || self.pressed(kicker))
    }

    /// What a ball lost in a cell is worth to the opponent.
    fn losing(&self, cell: Cell) -> f64 {
        let end = self.end.other().index();
        let share = if self.book.range[end].contains(cell) { LOSS_IN_RANGE } else { LOSS };
        share * self.book.worth[end][cell.index()]
    }

    /// Where a stopped ball would be ours, offside ones of ours counting against us.
    fn claims(&self, kicker: &Man) -> Claims {
        let excluded = self.state().kick.restart != Restart::None && self.book.taker_excluded;
        let free = matches!(self.state().kick.restart, Restart::ThrowIn | Restart::Corner | Restart::GoalKick);
        let line = self.onside_line(kicker.at) + 0.05;
        let (mut on, mut off, mut spent) = (CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY);
        for man in self.ours.iter() {
            if man.token == kicker.token {
                if !excluded && !man.spent {
                    on.insert(man.cell);
                } else if !excluded {
                    spent.insert(man.cell);
                }
            } else if !free && self.advance(man.at, self.end) > line {
                off.insert(man.cell);
            } else if man.spent {
                spent.insert(man.cell);
            } else {
                on.insert(man.cell);
            }
        }
        let (on, off, foe) = (self.rings(on), self.rings(off), self.rings(self.theirs.cells));
        let mut claims = Claims { tie: (on[0] | spent) - off[0], strict: (on[0] | spent) - off[0] - foe[0] };
        for step in 1..RINGS {
            let ours = on[step] - on[step - 1] - off[step - 1];
            claims.tie |= ours - foe[step - 1];
            claims.strict |= ours - foe[step];
        }
        claims
    }

    /// What the ball is worth in a cell to whoever of ours gets there.
    fn receiving(&self, cell: Cell) -> f64 {
        let end = self.end.index();
        let mut worth = self.book.worth[end][cell.index()];
        let carrier = self.state().ball.carrier;
        if self.ours.cells.contains(cell)
            && let Some(man) = self.ours.iter().find(|m| m.cell == cell && Some(m.token) != carrier)
        {
            let marked = self.theirs.in_cell(cell).is_some_and(|f| f.skills.0 & self.book.marker.0 != 0);
            let finishes = man.skills.0 & (self.book.shooter.0 | self.book.crosser.0) != 0;
            let assisted = carrier.is_some_and(|c| self.piece(c).skills().0 & self.book.assists.0 != 0) && finishes;
            let marked = marked && !assisted;
            if !marked {
                worth = worth.max(self.first_touch(man, worth));
            }
        }
        // Those inside and in front can tackle there.
        let pressers = (self.board().front(cell, self.end) | CellSet::single(cell)) & self.theirs.cells;
        if !pressers.is_empty() { worth * (1.0 - 0.7 * self.book.tackle_chance()) } else { worth }
    }

    /// What a skill makes of a ball that comes straight to a token.
    fn first_touch(&self, man: &Man, worth: f64) -> f64 {
        let book = self.book;
        let turn = &self.state().turn;
        if man.skills.0 & book.shooter.0 != 0 && self.rules().area(self.end).contains(man.cell) && turn.shots == 0 {
            return 0.9 * book.shot_from(man.cell, self.end);
        }
        if man.skills.0 & book.crosser.0 != 0 && self.rules().crossing(self.end).contains(man.cell) && turn.crosses == 0
        {
            return worth + 0.04;
        }
        let passed = self.piece(man.token).used >> crate::game::Offer::Pass as u16 & 1 == 1;
        if man.skills.0 & book.passer.0 != 0 && !passed { worth * 1.25 + 0.005 } else { worth }
    }

    /// The best cross that may be declared.
    pub(super) fn best_cross(&self, declare: u32) -> Option<Idea> {
        let kicker = *self.ours.token(self.state().ball.carrier?)?;
        let line = self.onside_line(kicker.at) + 0.05;
        let area = self.rules().area(self.end);
        let corner = self.state().kick.restart == Restart::Corner;
        let mut best: Option<Idea> = None;
        for technique in [Technique::Lifted, Technique::Low] {
            if declare & bit(Intent::Cross, technique) == 0 {
                continue;
            }
            for man in self.ours.iter() {
                let offside = !corner && self.advance(man.at, self.end) > line;
                if man.token == kicker.token || !area.contains(man.cell) || offside {
                    continue;
                }
                let worth = self.cross_to(&kicker, man, technique);
                if best.is_none_or(|b| worth > b.worth) {
                    let spot = self.spot_near(man.cell, man.at);
                    let aim = Some(Action::Aim(AimPoint::Cell(man.cell, spot), Pace::Firm));
                    best = Some(Idea { intent: Intent::Cross, technique, aim, worth });
                }
            }
        }
        best
    }

    fn cross_to(&self, kicker: &Man, man: &Man, technique: Technique) -> f64 {
        let way = kicker.at.distance(man.at);
        let field = &self.rules().field;
        let radius = field.token_radius + field.ball_radius;
        let met = within(radius, way * self.book.stray(technique, way) * self.book.hand(self.me));
        let cells = self.board().distance(kicker.cell, man.cell);
        let met =
            if kicker.skills.0 & self.book.precise.0 != 0 { met.max(self.book.hit(technique, cells)) } else { met };
        let clear = self.way_clear(kicker.at, man.at, technique, false, Some(man.token));
        let header = 0.8 * self.book.header_from(man.cell, self.end);
        let met = met * clear;
        met * header + (1.0 - met) * 0.2 * self.book.worth[self.end.index()][man.cell.index()]
    }

    /// The spot of a cell nearest to a point.
    fn spot_near(&self, cell: Cell, at: Point) -> Spot {
        let mut best = Spot::MIDDLE;
        for spot in Spot::all() {
            if self.board().spot(cell, spot).distance(at) < self.board().spot(cell, best).distance(at) - 1e-9 {
                best = spot;
            }
        }
        best
    }

    /// Cells of everybody of ours but the kicker.
    fn mates(&self, kicker: &Man) -> CellSet {
        self.ours.iter().filter(|m| m.token != kicker.token).map(|m| m.cell).collect()
    }

    /// The best thing to do with the ball, of all that may be declared.
    pub(super) fn best_idea(&self, declare: u32) -> Option<Idea> {
        let worth = |best: Option<Idea>| best.map_or(f64::NEG_INFINITY, |b| b.worth);
        let mut best = self.best_pass(declare);
        best = self.best_dribble(declare, worth(best)).or(best);
        best = self.best_cross(declare).filter(|cross| cross.worth > worth(best)).or(best);
        let forced = self.state().turn.first_time == FirstTime::Shot;
        let floor = if forced { f64::NEG_INFINITY } else { worth(best) };
        if let Some((technique, chance)) = self.best_shot(declare, (floor - REBOUND) / (1.0 - REBOUND) - 1e-9) {
            let worth = chance + (1.0 - chance) * REBOUND;
            if worth > floor {
                best = Some(Idea { intent: Intent::Shot, technique, aim: None, worth });
            }
        }
        best
    }
}

/// Keeps the best few, best first.
pub(super) fn insert<T: Copy, const N: usize>(looks: &mut [(f64, T); N], new: (f64, T)) {
    if new.0 <= looks[N - 1].0 {
        return;
    }
    let mut at = N - 1;
    while at > 0 && looks[at - 1].0 < new.0 {
        looks[at] = looks[at - 1];
        at -= 1;
    }
    looks[at] = new;
}
