//! Shots: how likely they go in, and where to aim.

use super::bit;
use super::book::{Book, below};
use super::sight::{Man, Sight};
use crate::End;
use crate::board::{Cell, Point, Spot};
use crate::game::{Action, AimPoint, GOAL_COLUMNS, GOAL_ROWS, Intent};
use crate::kick::{Pace, Pose, Technique};
use crate::rules::Ruleset;

/// Strips of the goal mouth that a chance is added up over.
const STRIPS: usize = 7;

/// How the goal is guarded.
#[derive(Clone, Copy, Debug)]
pub(super) enum Guard {
    Nobody,
    Hands(Point, Pose),
    Rod(Point),
}

/// A shot that is thought of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) from: Point,
    pub(super) end: End,
    pub(super) technique: Technique,
    /// Steadiness of the hand.
    pub(super) hand: f64,
}

/// One aim of a shot.
#[derive(Clone, Copy)]
struct At {
    column: u8,
    row: u8,
    pace: Pace,
    way: f64,
    dx: f64,
    height: f64,
    /// Error of that height.
    error: f64,
    /// The chance to stay under the bar.
    under: f64,
    /// The chance to cross each strip of the mouth, and any of them.
    strips: [f64; STRIPS],
    inside: f64,
}

/// All that a shot may be aimed at.
pub(super) struct Aims<'a> {
    shot: Shot<'a>,
    aims: Vec<At>,
}

impl Aims<'_> {
    /// The aim with the best chance against a guard, and that chance.
    fn best(&self, guard: Guard) -> (Action, f64) {
        let mut best = (Action::Aim(AimPoint::Goal(GOAL_COLUMNS / 2, 0), Pace::Exact), 0.0);
        for at in &self.aims {
            if at.under * at.inside > best.1 {
                let chance = self.chance(guard, at);
                if chance > best.1 {
                    best = (Action::Aim(AimPoint::Goal(at.column, at.row), at.pace), chance);
                }
            }
        }
        best
    }

    /// The best chance against a guard who is to do better than that; one who does not is not looked at to the end.
    pub(super) fn against(&self, guard: Guard, others: f64) -> f64 {
        let mut best = 0.0;
        for at in &self.aims {
            if at.under * at.inside > best {
                best = f64::max(best, self.chance(guard, at));
                if best >= others {
                    break;
                }
            }
        }
        best
    }

    fn chance(&self, guard: Guard, at: &At) -> f64 {
        at.under * self.shot.past(guard, at)
    }
}

impl<'a> Shot<'a> {
    /// What the shot may be aimed at; at full pace only where the ball has to be faster than a keeper.
    fn aims(self, paces: &[Pace]) -> Aims<'a> {
        let (field, physics) = (&self.rules.field, &self.rules.physics);
        let high = self.technique != Technique::Low;
        let rows = if high { GOAL_ROWS } else { 1 };
        let room = field.goal_height - 2.0 * field.ball_radius;
        let mut aims = Vec::with_capacity(usize::from(GOAL_COLUMNS * rows) * paces.len());
        for column in 0..GOAL_COLUMNS {
            let share = (f64::from(column) + 0.5) / f64::from(GOAL_COLUMNS);
            let share = if self.end == End::Right { share } else { 1.0 - share };
            let y = field.goal_low + (field.goal_high - field.goal_low) * share;
            let to = Point::new(field.goal_line(self.end), y);
            let (way, dx) = (self.from.distance(to).max(1.0), libm::fabs(to.x - self.from.x).max(0.5));
            for pace in paces {
                let factor = self.hand * physics.pace(*pace).spread;
                let strips = self.strips(y, way, dx, factor);
                let inside = strips.iter().sum();
                let error = factor * (physics.shot.height + physics.shot.height_growth * way);
                for row in 0..rows {
                    let height = room * f64::from(row) / f64::from(GOAL_ROWS - 1);
                    let under = if high { below((room + 0.2 - height) / error.max(0.01)) } else { 1.0 };
                    aims.push(At { column, row, pace: *pace, way, dx, height, error, under, strips, inside });
                }
            }
        }
        Aims { shot: self, aims }
    }

    /// What the shot may be aimed at while the keeper is put in place by hand, which no pace helps against.
    pub(super) fn at_hands(self) -> Aims<'a> {
        self.aims(&[Pace::Exact])
    }

    /// The chance of the ball to cross each strip of the mouth when it is aimed at `y`.
    fn strips(&self, y: f64, way: f64, dx: f64, factor: f64) -> [f64; STRIPS] {
        let physics = &self.rules.physics;
        let error = physics.of(self.technique);
        let turn = (error.direction + error.direction_growth * way).to_radians() * factor * physics.shot.spread;
        let aside = (turn * way * way / dx).max(0.05);
        let (low, strip) = self.mouth();
        let mut last = below((low - y) / aside);
        std::array::from_fn(|n| {
            let next = below((low + strip * (n + 1) as f64 - y) / aside);
            let share = next - last;
            last = next;
            share
        })
    }

    /// Where the mouth begins, and how wide a strip of it is; a ball that brushes the inside of a post mostly goes in.
    fn mouth(&self) -> (f64, f64) {
        let edge = 0.7 * self.rules.field.ball_radius;
        let (low, high) = (self.rules.field.goal_low + edge, self.rules.field.goal_high - edge);
        (low, (high - low) / STRIPS as f64)
    }

    /// The chance to get past a guard, given the chances of each strip.
    fn past(&self, guard: Guard, at: &At) -> f64 {
        let (field, physics) = (&self.rules.field, &self.rules.physics);
        let radius = field.token_radius + field.ball_radius;
        let (low, strip) = self.mouth();
        let sum = |stopped: &dyn Fn(f64) -> f64| {
            let middle = |n: usize| low + strip * (n as f64 + 0.5);
            at.strips.iter().enumerate().map(|(n, share)| share * (1.0 - stopped(middle(n)))).sum()
        };
        match guard {
            Guard::Nobody => at.inside,
            Guard::Hands(keeper, pose) => {
                let (width, tall) = match pose {
                    Pose::Standing => (physics.keeper.standing, field.token_height),
                    Pose::Lying => (physics.keeper.lying, 2.0 * field.token_radius),
                };
                let half = radius + (0.5 * width - field.token_radius).max(0.0);
                let share = libm::fabs(keeper.x - self.from.x) / at.dx;
                if !(0.02..=1.05).contains(&share) {
                    return at.inside;
                }
                // The ball must be above him until it has passed him.
                let above = self.height_at((share + radius / at.way).min(1.0), at) - tall;
                let stopped = 0.95 * (1.0 - below(above / (at.error * share).max(0.05)));
                let there = |y: f64| self.from.y + (y - self.from.y) * share;
                sum(&|y| if libm::fabs(there(y) - keeper.y) < half { stopped } else { 0.0 })
            }
            Guard::Rod(keeper) => {
                let run = (at.way + physics.shot.overrun) * physics.pace(at.pace).length;
                let start = libm::sqrt(2.0 * physics.friction * run);
                let then = libm::sqrt(2.0 * physics.friction * (run - at.way).max(0.0));
                let time = (start - then) / physics.friction;
                sum(&|y| {
                    let aside = libm::fabs(y - keeper.y) - radius;
                    if aside <= 0.0 { 0.95 } else { physics.rod.chance(aside, time) }
                })
            }
        }
    }

    /// Height of the ball after a share of the way to the goal.
    fn height_at(&self, share: f64, at: &At) -> f64 {
        if self.technique == Technique::Low {
            return 0.0;
        }
        let (lift, tall) = (&self.rules.physics.lift, self.rules.field.token_height);
        let (start, top) = match self.technique {
            Technique::Head => (tall, tall + lift.head_jump),
            _ => (0.0, self.rules.physics.shot.apex),
        };
        let apex = top.max(at.height + 0.5);
        let peak = lift.peak * at.way;
        let along = share * at.way;
        if along < peak {
            let before = (peak - along) / peak;
            return apex - (apex - start) * before * before;
        }
        let land = peak + (at.way - peak) * libm::sqrt(apex / (apex - at.height));
        let after = (along - peak) / (land - peak);
        (apex * (1.0 - after * after)).max(0.0)
    }

    /// The chance against the best that a keeper put in place by hand can do from where he stands; less than the floor is
    /// not worked out to the end.
    fn against_hands(self, keeper: Point, floor: f64) -> f64 {
        let goal = Point::new(self.rules.field.goal_line(self.end), self.rules.board.width() / 2.0);
        let cell = self.rules.board.cell_width();
        let (dx, dy) = (self.from.x - goal.x, self.from.y - goal.y);
        let way = libm::hypot(dx, dy).max(0.1);
        // On the line to the ball, so many cells out; never in the shooter's cell.
        let out = |cells: f64| {
            let share = (cells * cell).min(way - 0.8 * cell).max(0.2 * cell) / way;
            Point::new(goal.x + dx * share, goal.y + dy * share)
        };
        let guards = [
            Guard::Hands(keeper, Pose::Standing),
            Guard::Hands(out(0.5), Pose::Standing),
            Guard::Hands(keeper, Pose::Lying),
            Guard::Hands(out(1.0), Pose::Lying),
            Guard::Hands(out(1.5), Pose::Lying),
        ];
        let aims = self.at_hands();
        let mut least = 1.0;
        for guard in guards {
            if least <= floor {
                break;
            }
            least = f64::min(least, aims.against(guard, least));
        }
        least
    }

    /// The aim with the best chance against one guard, and that chance.
    pub(super) fn best_aim(self, guard: Guard) -> (Action, f64) {
        let paces: &[Pace] = if matches!(guard, Guard::Rod(_)) { &[Pace::Exact, Pace::Firm] } else { &[Pace::Exact] };
        self.aims(paces).best(guard)
    }
}

/// The best that a shooter in a cell can hope for, by foot and by head, against a keeper who does what is best for him.
pub(super) fn from_cell(rules: &Ruleset, cell: Cell, end: End) -> (f64, f64) {
    let from = rules.board.spot(cell, Spot::MIDDLE);
    let line = rules.board.spot(rules.board.goal_line_cell(end), Spot::MIDDLE);
    let inside = rules.area(end).contains(cell);
    let chance = |technique: Technique| {
        let shot = Shot { rules, from, end, technique, hand: 1.0 };
        if inside || technique == Technique::Head {
            shot.against_hands(line, 0.0)
        } else {
            shot.best_aim(Guard::Rod(line)).1
        }
    };
    (chance(Technique::Low).max(chance(Technique::Lifted)), chance(Technique::Head))
}

impl Sight<'_> {
    /// The chance of the kicker's shot now, and the technique to declare: the keeper's best answer counts. A chance below
    /// the floor is of no interest.
    pub(super) fn best_shot(&self, declare: u32, floor: f64) -> Option<(Technique, f64)> {
        let kicker = self.ours.token(self.state().ball.carrier?)?;
        let mut best: Option<(Technique, f64)> = None;
        for technique in Technique::ALL.into_iter().filter(|t| declare & bit(Intent::Shot, *t) != 0) {
            let floor = best.map_or(floor, |b| b.1);
            let chance = self.shot_chance(kicker, technique, floor);
            if chance > floor {
                best = Some((technique, chance));
            }
        }
        best
    }

    /// The chance of a shot against the keeper who stands where he does, defenders in the way included; less than the
    /// floor is not worked out to the end.
    fn shot_chance(&self, kicker: &Man, technique: Technique, floor: f64) -> f64 {
        let rules = self.rules();
        let clear = self.way_clear(kicker.at, self.book.goal(self.end), technique, true, None);
        if clear <= floor {
            return clear;
        }
        let inside = rules.area(self.end).contains(kicker.cell);
        let by_rod = |at: Cell| rules.small_area(self.end).contains(at);
        let shot = Shot { rules, from: kicker.at, end: self.end, technique, hand: self.book.hand(self.me) };
        let chance = match self.theirs.iter().find(|m| m.keeper) {
            None => shot.best_aim(Guard::Nobody).1,
            Some(k) if by_rod(k.cell) && !inside && technique != Technique::Head => shot.best_aim(Guard::Rod(k.at)).1,
            Some(k) => shot.against_hands(k.at, floor),
        };
        chance * clear
    }

    /// Where to put the ball once the keeper is ready.
    pub(super) fn aim_at_goal(&self) -> Action {
        let state = self.state();
        let rules = self.rules();
        let from = state.kick.kicker.and_then(|k| self.ours.token(k)).map_or(state.ball.at, |k| k.at);
        let keeper = self.theirs.iter().find(|m| m.keeper);
        let guard = match keeper {
            None => Guard::Nobody,
            Some(k) if state.kick.rod => Guard::Rod(k.at),
            Some(k) => Guard::Hands(k.at, self.piece(k.token).pose),
        };
        let technique = state.kick.technique;
        Shot { rules, from, end: self.end, technique, hand: self.book.hand(self.me) }.best_aim(guard).0
    }
}

/// Chances that only a cell is needed for.
impl Book {
    /// Chance of a shot from a cell with only the keeper in the way.
    pub(super) fn shot_from(&self, cell: Cell, end: End) -> f64 {
        self.shot[end.index()][cell.index()]
    }

    /// The same for a header.
    pub(super) fn header_from(&self, cell: Cell, end: End) -> f64 {
        self.header[end.index()][cell.index()]
    }
}
