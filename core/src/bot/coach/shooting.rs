//! Shots: how likely they go in, where to aim, how the keeper gets ready.

use super::book::{Book, below};
use super::sight::Sight;
use crate::End;
use crate::board::{Cell, Point, Spot};
use crate::game::{Action, AimPoint, GOAL_COLUMNS, GOAL_ROWS, KeeperPose, Offer};
use crate::kick::{Pace, Pose, Technique};
use crate::rules::Ruleset;

/// Strips of the goal mouth that a chance is added up over.
const STRIPS: usize = 9;

/// How the goal is guarded.
#[derive(Clone, Copy, Debug)]
pub(super) enum Guard {
    Nobody,
    Hands(Point, Pose),
    Rod(Point),
}

/// A shot that is thought of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot {
    pub(super) from: Point,
    pub(super) end: End,
    pub(super) technique: Technique,
    pub(super) pace: Pace,
    /// Where it should cross the goal line.
    pub(super) y: f64,
    /// How high.
    pub(super) height: f64,
    /// Steadiness of the hand.
    pub(super) hand: f64,
}

impl Shot {
    /// The chance that it goes in past the keeper.
    pub(super) fn chance(&self, rules: &Ruleset, guard: Guard) -> f64 {
        let (field, physics) = (&rules.field, &rules.physics);
        let to = Point::new(field.goal_line(self.end), self.y);
        let way = self.from.distance(to).max(1.0);
        let (dx, dy) = (libm::fabs(to.x - self.from.x).max(0.5), to.y - self.from.y);
        let error = physics.of(self.technique);
        let factor = self.hand * physics.pace(self.pace).spread;
        let turn = (error.direction + error.direction_growth * way).to_radians() * factor * physics.shot.spread;
        let aside = (turn * way * way / dx).max(0.05);
        let high = self.technique != Technique::Low;
        let under = if high {
            let error = factor * (physics.shot.height + physics.shot.height_growth * way);
            below((field.goal_height - 2.0 * field.ball_radius + 0.2 - self.height) / error)
        } else {
            1.0
        };
        // A ball that brushes the inside of a post mostly goes in.
        let edge = 0.35;
        let (low, width) = (field.goal_low + edge, field.goal_high - field.goal_low - 2.0 * edge);
        let strip = width / STRIPS as f64;
        let mut sum = 0.0;
        let mut last = below((low - self.y) / aside);
        for n in 0..STRIPS {
            let next = below((low + strip * (n + 1) as f64 - self.y) / aside);
            let y = low + strip * (n as f64 + 0.5);
            sum += (next - last) * (1.0 - self.stopped(rules, guard, y, (way, dx, dy)));
            last = next;
        }
        sum * under
    }

    /// The chance that the keeper stops a ball that would cross the line at `y`.
    fn stopped(&self, rules: &Ruleset, guard: Guard, y: f64, (way, dx, _): (f64, f64, f64)) -> f64 {
        let (field, physics) = (&rules.field, &rules.physics);
        let radius = field.token_radius + field.ball_radius;
        match guard {
            Guard::Nobody => 0.0,
            Guard::Hands(at, pose) => {
                let (half, tall) = match pose {
                    Pose::Standing => (0.5 * physics.keeper.standing - field.token_radius, field.token_height),
                    Pose::Lying => (0.5 * physics.keeper.lying - field.token_radius, 2.0 * field.token_radius),
                };
                let share = libm::fabs(at.x - self.from.x) / dx;
                if !(0.02..=1.05).contains(&share) || self.height_at(rules, share, way) > tall {
                    return 0.0;
                }
                let there = self.from.y + (y - self.from.y) * share;
                if libm::fabs(there - at.y) < radius + half.max(0.0) { 0.95 } else { 0.0 }
            }
            Guard::Rod(at) => {
                if self.technique != Technique::Low && self.height >= field.token_height {
                    return 0.0;
                }
                let run = (way + physics.shot.overrun) * physics.pace(self.pace).length;
                let start = libm::sqrt(2.0 * physics.friction * run);
                let then = libm::sqrt(2.0 * physics.friction * (run - way).max(0.0));
                let time = (start - then) / physics.friction;
                let aside = (libm::fabs(y - at.y) - radius).max(0.0);
                let reached = physics.rod.chance(aside, time);
                if aside <= 0.0 { reached.max(0.95) } else { reached }
            }
        }
    }

    /// Height of the ball after a share of the way to the goal.
    fn height_at(&self, rules: &Ruleset, share: f64, way: f64) -> f64 {
        if self.technique == Technique::Low {
            return 0.0;
        }
        let (lift, shot) = (&rules.physics.lift, &rules.physics.shot);
        let (start, top) = match self.technique {
            Technique::Head => (rules.field.token_height, rules.field.token_height + lift.head_jump),
            _ => (0.0, shot.apex),
        };
        let apex = top.max(self.height + 0.5);
        let peak = lift.peak * way;
        let at = share * way;
        if at < peak {
            let before = (peak - at) / peak;
            return apex - (apex - start) * before * before;
        }
        let land = peak + (way - peak) * libm::sqrt(apex / (apex - self.height));
        let after = (at - peak) / (land - peak);
        (apex * (1.0 - after * after)).max(0.0)
    }
}

/// The best that a shooter in a cell can hope for against a keeper who does what is best for him.
pub(super) fn from_cell(rules: &Ruleset, cell: Cell, end: End) -> f64 {
    let from = rules.board.spot(cell, Spot::MIDDLE);
    let at = rules.board.spot(rules.board.goal_line_cell(end), Spot::MIDDLE);
    let inside = rules.area(end).contains(cell);
    let keeper = Point::new(at.x, rules.board.width() / 2.0);
    let mut best = 0.0;
    for technique in [Technique::Low, Technique::Lifted] {
        let answers: [Guard; 2] = if inside {
            [Guard::Hands(keeper, Pose::Standing), Guard::Hands(keeper, Pose::Lying)]
        } else {
            [Guard::Rod(keeper); 2]
        };
        let mut worst = 1.0_f64;
        for guard in answers {
            worst = worst.min(best_aim(rules, from, end, technique, guard, 1.0).1);
        }
        best = worst.max(best);
    }
    best
}

/// The aim with the best chance, and that chance.
pub(super) fn best_aim(
    rules: &Ruleset,
    from: Point,
    end: End,
    technique: Technique,
    guard: Guard,
    hand: f64,
) -> (Action, f64) {
    let field = &rules.field;
    let mut best = (Action::Aim(AimPoint::Goal(GOAL_COLUMNS / 2, 0), Pace::Exact), -1.0);
    let rows = if technique == Technique::Low { 1 } else { GOAL_ROWS };
    let paces: &[Pace] = if matches!(guard, Guard::Rod(_)) { &[Pace::Exact, Pace::Firm] } else { &[Pace::Exact] };
    for column in 0..GOAL_COLUMNS {
        let share = (f64::from(column) + 0.5) / f64::from(GOAL_COLUMNS);
        let share = if end == End::Right { share } else { 1.0 - share };
        let y = field.goal_low + (field.goal_high - field.goal_low) * share;
        for row in 0..rows {
            let room = field.goal_height - 2.0 * field.ball_radius;
            let height = room * f64::from(row) / f64::from(GOAL_ROWS - 1);
            for pace in paces {
                let shot = Shot { from, end, technique, pace: *pace, y, height, hand };
                let chance = shot.chance(rules, guard);
                if chance > best.1 {
                    best = (Action::Aim(AimPoint::Goal(column, row), *pace), chance);
                }
            }
        }
    }
    best
}

impl Sight<'_> {
    /// The chance of the kicker's shot now, and the technique to declare: the keeper's best answer counts.
    pub(super) fn best_shot(&self, declare: u32) -> Option<(Technique, f64)> {
        let kicker = self.ours.token(self.state().ball.carrier?)?;
        let mut best: Option<(Technique, f64)> = None;
        for technique in Technique::ALL {
            let bit = 3 * crate::game::Intent::Shot as u32 + technique as u32;
            if declare >> bit & 1 == 0 {
                continue;
            }
            let chance = self.shot_chance(kicker.at, kicker.cell, technique);
            if best.is_none_or(|(_, c)| chance > c) {
                best = Some((technique, chance));
            }
        }
        best
    }

    /// The chance of a shot from a point against the keeper who stands where he does, defenders in the way included.
    pub(super) fn shot_chance(&self, from: Point, cell: Cell, technique: Technique) -> f64 {
        let rules = self.rules();
        let hand = self.book.hand(self.me);
        let keeper = self.theirs.iter().find(|m| m.keeper);
        let inside = rules.area(self.end).contains(cell);
        let by_rod = |at: Cell| rules.small_area(self.end).contains(at);
        let chance = match keeper {
            None => best_aim(rules, from, self.end, technique, Guard::Nobody, hand).1,
            Some(k) if by_rod(k.cell) && !inside && technique != Technique::Head => {
                best_aim(rules, from, self.end, technique, Guard::Rod(k.at), hand).1
            }
            Some(k) => Pose::ALL
                .iter()
                .map(|pose| best_aim(rules, from, self.end, technique, Guard::Hands(k.at, *pose), hand).1)
                .fold(1.0, f64::min),
        };
        let goal = self.book.goal(self.end);
        chance * self.way_clear(from, goal, technique, true, None)
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
        best_aim(rules, from, self.end, state.kick.technique, guard, self.book.hand(self.me)).0
    }

    /// How our keeper gets ready for a declared shot.
    pub(super) fn prepare_keeper(&self) -> Action {
        let state = self.state();
        let legal = &state.legal;
        if legal.poses >> KeeperPose::Rod as u8 & 1 == 1 {
            return Action::Pose(KeeperPose::Rod);
        }
        let (Some(from), Some(keeper)) = (self.shooter_at(), self.ours.iter().find(|m| m.keeper)) else {
            return Action::Take(Offer::Decline);
        };
        let mut best = (keeper.cell, f64::INFINITY);
        for cell in legal.pickable() {
            let at = self.guarding_point(from, cell);
            // Leaving the line is only worth it for a clear gain.
            let step = 0.01 * f64::from(self.board().distance(keeper.cell, cell));
            let conceded = Pose::ALL
                .iter()
                .filter(|pose| cell == keeper.cell || **pose == Pose::Lying || self.is_ahead(keeper.cell, cell))
                .map(|pose| self.conceded(from, at, *pose))
                .fold(f64::INFINITY, f64::min);
            if conceded + step < best.1 {
                best = (cell, conceded + step);
            }
        }
        if legal.pickable().contains(best.0) { Action::PickCell(best.0) } else { Action::Take(Offer::Decline) }
    }

    /// The pose for the cell that was chosen.
    pub(super) fn pose(&self) -> Action {
        let legal = &self.state().legal;
        let may = |pose: KeeperPose| legal.poses >> pose as u8 & 1 == 1;
        let (Some(from), Some(cell)) = (self.shooter_at(), legal.cells.first()) else {
            return Action::Pose(KeeperPose::Stand);
        };
        let at = self.guarding_point(from, cell);
        let upright = self.conceded(from, at, Pose::Standing);
        let lying = self.conceded(from, at, Pose::Lying);
        let lies = may(KeeperPose::Lie) && (lying < upright || !may(KeeperPose::Stand));
        Action::Pose(if lies { KeeperPose::Lie } else { KeeperPose::Stand })
    }

    fn shooter_at(&self) -> Option<Point> {
        let shooter = self.state().kick.kicker?;
        self.theirs.token(shooter).map(|m| m.at)
    }

    fn is_ahead(&self, from: Cell, to: Cell) -> bool {
        self.board().front(from, self.end).contains(to)
    }

    /// Goals to expect from the declared technique with our keeper in this place and pose.
    fn conceded(&self, from: Point, at: Point, pose: Pose) -> f64 {
        let technique = self.state().kick.technique;
        let hand = self.book.hand(self.me.other());
        best_aim(self.rules(), from, self.end.other(), technique, Guard::Hands(at, pose), hand).1
    }

    /// The spot of a cell that is nearest to the line from the ball to the middle of our goal.
    fn guarding_point(&self, from: Point, cell: Cell) -> Point {
        let goal = self.book.goal(self.end.other());
        let (dx, dy) = (goal.x - from.x, goal.y - from.y);
        let length = libm::hypot(dx, dy).max(1e-9);
        let off = |p: Point| libm::fabs((p.x - from.x) * dy - (p.y - from.y) * dx) / length;
        let mut best = self.board().spot(cell, Spot::MIDDLE);
        for spot in Spot::all() {
            let at = self.board().spot(cell, spot);
            if off(at) < off(best) {
                best = at;
            }
        }
        best
    }
}

/// Keeps the book's table honest for callers that have a cell only.
impl Book {
    /// Chance of a shot from a cell with only the keeper in the way.
    pub(super) fn shot_from(&self, cell: Cell, end: End) -> f64 {
        self.shot[end.index()][cell.index()]
    }
}
