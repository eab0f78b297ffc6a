//! Where a moving ball meets a token, a post, the bar or a line.

use super::{Field, Keeper, Obstacle, Physics, Pose, arc::Arc};
use crate::{End, board::Point};

/// A straight piece of the ball's way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    /// Where it starts.
    pub(super) at: Point,
    /// Unit direction.
    pub(super) ux: f64,
    /// Unit direction.
    pub(super) uy: f64,
    /// How far the ball would run on an empty pitch.
    pub(super) run: f64,
    /// Its height.
    pub(super) arc: Arc,
}

impl Leg {
    /// The point after `travel` cm.
    pub(super) fn point(&self, travel: f64) -> Point {
        Point::new(self.at.x + self.ux * travel, self.at.y + self.uy * travel)
    }

    /// Seconds until the ball has travelled that far under constant friction.
    fn seconds(&self, travel: f64, friction: f64) -> f64 {
        let start = libm::sqrt(2.0 * friction * self.run);
        let then = libm::sqrt(2.0 * friction * (self.run - travel).max(0.0));
        (start - then) / friction
    }

    /// Travel at which the ball comes to this x, if it does.
    fn reaches_x(&self, x: f64) -> Option<f64> {
        let travel = (x - self.at.x) / self.ux;
        (travel >= 0.0 && travel <= self.run).then_some(travel)
    }

    /// Travels at which the ball's centre enters and leaves a disc.
    fn disc(&self, centre: Point, radius: f64) -> Option<(f64, f64)> {
        let (dx, dy) = (centre.x - self.at.x, centre.y - self.at.y);
        let along = dx * self.ux + dy * self.uy;
        // A ball moving away from the centre of a disc it overlaps has left it already.
        if along <= 0.0 || along - radius > self.run {
            return None;
        }
        let aside = dx * self.uy - dy * self.ux;
        let inside = radius * radius - aside * aside;
        if inside <= 0.0 {
            return None;
        }
        let half = libm::sqrt(inside);
        let enters = (along - half).max(0.0);
        (enters <= self.run).then_some((enters, along + half))
    }

    /// Travels at which the ball's centre enters and leaves a disc stretched by `half` to both sides across the pitch.
    fn capsule(&self, centre: Point, half: f64, radius: f64) -> Option<(f64, f64)> {
        if half <= 0.0 {
            return self.disc(centre, radius);
        }
        // The ball already overlaps the straight side: it is leaving, or it is stopped where it is.
        if (self.at.x - centre.x).abs() < radius && (self.at.y - centre.y).abs() <= half {
            let towards = (centre.x - self.at.x) * self.ux > 0.0;
            return towards.then_some((0.0, radius));
        }
        let mut span = union(
            self.disc(Point::new(centre.x, centre.y - half), radius),
            self.disc(Point::new(centre.x, centre.y + half), radius),
        );
        if self.ux != 0.0 {
            let near = centre.x - radius.copysign(self.ux);
            let flat = self.reaches_x(near).filter(|&travel| (self.point(travel).y - centre.y).abs() <= half);
            span = union(span, flat.map(|travel| (travel, travel + 2.0 * radius)));
        }
        span
    }
}

fn union(a: Option<(f64, f64)>, b: Option<(f64, f64)>) -> Option<(f64, f64)> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (one, other) => one.or(other),
    }
}

/// How a ball meets a token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    /// How far the ball got.
    pub(super) travel: f64,
    /// What it met.
    pub(super) kind: ContactKind,
}

/// Which part of a token the ball meets.
#[derive(Clone, Copy, Debug)]
pub(super) enum ContactKind {
    /// The side; the unit vector points from the token to the ball.
    Side(f64, f64),
    /// The top, by a ball coming down.
    Top,
}

/// A straight piece of the ball's way, as wide as the widest token that may stand in it. Most tokens are nowhere near, and
/// one look at it is their whole cost.
#[derive(Debug)]
pub struct Corridor<'a> {
    leg: &'a Leg,
    room: f64,
    end: f64,
}

impl Corridor<'_> {
    pub(super) fn of<'a>(field: &Field, physics: &Physics, leg: &'a Leg) -> Corridor<'a> {
        let widest = field.token_height.max(physics.keeper.standing).max(physics.keeper.lying);
        let room = field.token_radius + field.ball_radius + 0.5 * widest;
        Corridor { leg, room, end: leg.run + room }
    }

    /// Whether the ball may meet a token here; one on the rod is not bound to his place.
    #[inline]
    #[must_use]
    pub fn passes(&self, at: Point) -> bool {
        let (dx, dy) = (at.x - self.leg.at.x, at.y - self.leg.at.y);
        if (dx * self.leg.uy - dy * self.leg.ux).abs() > self.room {
            return false;
        }
        let along = dx * self.leg.ux + dy * self.leg.uy;
        along >= -self.room && along <= self.end
    }
}

/// Where the ball first meets this token; `luck` in [0, 1) decides whether a rod gets there.
pub(super) fn meet(field: &Field, physics: &Physics, leg: &Leg, obstacle: &Obstacle, luck: f64) -> Option<Contact> {
    if obstacle.keeper == Keeper::Rod {
        return meet_rod(field, physics, leg, obstacle, luck);
    }
    let radius = field.token_radius + field.ball_radius;
    let (half, height) = cover(field, physics, obstacle);
    let (enters, leaves) = leg.capsule(obstacle.at, half, radius)?;
    if leg.arc.height(enters) < height {
        let ball = leg.point(enters);
        let nearest = ball.y.clamp(obstacle.at.y - half, obstacle.at.y + half);
        let (nx, ny) = (ball.x - obstacle.at.x, ball.y - nearest);
        let size = libm::sqrt(nx * nx + ny * ny);
        // Only a ball kicked from the very centre of a token has no side; it is stopped dead.
        let normal = if size > 1e-9 { (nx / size, ny / size) } else { (-leg.ux, -leg.uy) };
        return Some(Contact { travel: enters, kind: ContactKind::Side(normal.0, normal.1) });
    }
    if leg.arc.height(leaves) >= height {
        return None;
    }
    let travel = leg.arc.falls_to(height).clamp(enters, leaves);
    (travel <= leg.run).then_some(Contact { travel, kind: ContactKind::Top })
}

/// Half of the width that a token covers beyond its own roundness, and its height.
fn cover(field: &Field, physics: &Physics, obstacle: &Obstacle) -> (f64, f64) {
    let thickness = 2.0 * field.token_radius;
    let (width, height) = match (obstacle.pose, obstacle.keeper) {
        (Pose::Standing, Keeper::Hands) => (physics.keeper.standing, field.token_height),
        (Pose::Standing, _) => (thickness, field.token_height),
        (Pose::Lying, Keeper::No) => (field.token_height, thickness),
        (Pose::Lying, _) => (physics.keeper.lying, thickness),
    };
    ((0.5 * (width - thickness)).max(0.0), height)
}

/// Where a keeper guided along the line of the goal nearest to him meets the ball: squarely if the hand is in time,
/// else with whatever of him is in the way.
fn meet_rod(field: &Field, physics: &Physics, leg: &Leg, keeper: &Obstacle, luck: f64) -> Option<Contact> {
    let end = if keeper.at.x > 0.5 * field.length { End::Right } else { End::Left };
    let at = Point::new(field.goal_line(end), keeper.at.y);
    reached_by_rod(field, physics, leg, (at, end), luck)
        .or_else(|| meet(field, physics, leg, &Obstacle { at, keeper: Keeper::Hands, ..*keeper }, luck))
}

fn reached_by_rod(
    field: &Field,
    physics: &Physics,
    leg: &Leg,
    (keeper, end): (Point, End),
    luck: f64,
) -> Option<Contact> {
    let towards = match end {
        End::Left => -1.0,
        End::Right => 1.0,
    };
    if leg.ux * towards <= 0.0 {
        return None;
    }
    let radius = field.token_radius + field.ball_radius;
    let travel = leg.reaches_x(keeper.x - radius * towards)?;
    if leg.arc.height(travel) >= field.token_height {
        return None;
    }
    let way = (leg.point(travel).y - keeper.y).abs() - radius;
    let chance = physics.rod.chance(way.max(0.0), leg.seconds(travel, physics.friction));
    if luck >= chance {
        return None;
    }
    // What is left of the same draw says how squarely he meets the ball.
    let off = physics.rod.parry * (2.0 * (luck / chance) - 1.0);
    let back = -towards * libm::sqrt(1.0 - off * off);
    Some(Contact { travel, kind: ContactKind::Side(back, off) })
}

/// What the ball meets at a goal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// A post; the unit vector points from the post to the ball.
    Post(f64, f64),
    /// The bar; how far the ball's centre is above it, from −1 (just under) to 1 (just over).
    Bar(f64),
}

/// Where the ball strikes a post or the bar of the goal it is going to.
pub(super) fn strike_frame(field: &Field, physics: &Physics, leg: &Leg) -> Option<(f64, Frame)> {
    let end = if leg.ux > 0.0 { End::Right } else { End::Left };
    let line = field.goal_line(end);
    let radius = field.ball_radius + physics.woodwork.radius;
    let closest = leg.at.x + leg.ux * leg.run;
    if (closest - line).abs() > radius && (closest - line) * (leg.at.x - line) > 0.0 {
        return None;
    }
    let mut first: Option<(f64, Frame)> = None;
    for y in [field.goal_low, field.goal_high] {
        let post = Point::new(line, y);
        let Some((travel, _)) = leg.disc(post, radius) else {
            continue;
        };
        let sooner = first.is_none_or(|(best, _)| travel < best);
        if sooner && leg.arc.height(travel) < field.goal_height {
            let ball = leg.point(travel);
            first = Some((travel, Frame::Post((ball.x - line) / radius, (ball.y - y) / radius)));
        }
    }
    if first.is_none()
        && let Some(travel) = leg.reaches_x(line)
        && field.in_mouth(leg.point(travel).y)
    {
        let above = (leg.arc.height(travel) + field.ball_radius - field.goal_height) / radius;
        if above.abs() < 1.0 {
            first = Some((travel, Frame::Bar(above)));
        }
    }
    first
}

/// A line of the pitch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Line {
    Touch(f64),
    Goal(End),
}

/// Where the ball is over a line.
pub(super) fn cross_line(field: &Field, leg: &Leg) -> Option<(f64, Line)> {
    let ball = field.over;
    let over = |from: f64, step: f64, size: f64| match step {
        s if s > 0.0 => (size + ball - from) / s,
        s if s < 0.0 => (-ball - from) / s,
        _ => f64::INFINITY,
    };
    let (x, y) = (over(leg.at.x, leg.ux, field.length), over(leg.at.y, leg.uy, field.width));
    let travel = x.min(y).max(0.0);
    if travel > leg.run {
        return None;
    }
    let line = match () {
        () if y < x => Line::Touch(if leg.uy > 0.0 { field.width } else { 0.0 }),
        () if leg.ux > 0.0 => Line::Goal(End::Right),
        () => Line::Goal(End::Left),
    };
    Some((travel, line))
}
