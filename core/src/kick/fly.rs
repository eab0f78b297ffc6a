//! The flight itself: from the hand to the rest.

use super::{
    Aim, Crowd, Draw, Exit, Field, Flight, Hand, Keeper, Kick, Moved, Obstacle, Path, PathPoint, Physics, Short,
    arc::Arc,
    contact::{Contact, ContactKind, Corridor, Frame, Leg, Line, cross_line, meet, strike_frame},
    draw::normals,
    flight::rounded,
};
use crate::{End, Token, board::Point};

/// How many uniform numbers every kick takes, whatever happens to it.
pub const DRAWS: usize = 5;

/// Tokens and woodwork that one ball may meet before it is held to have stopped; bounds the loop and the path.
const MEETINGS: usize = 12;

/// A ball with less than this to run lies still.
const STILL: f64 = 1e-3;

/// Hands are never worse than this factor, whatever a plugin asks for.
const CLUMSIEST: f64 = 10.0;

/// Plays the ball: who it touches, where it rests or leaves the pitch. The corners of its path are added to `path`, where
/// somebody wants to see them.
#[must_use]
pub fn fly(
    field: &Field,
    physics: &Physics,
    kick: &Kick,
    crowd: &(impl Crowd + ?Sized),
    rng: &mut impl Draw,
    path: Option<&mut Path>,
) -> Flight {
    let draws: [f64; DRAWS] = core::array::from_fn(|_| rng.unit());
    let mut ball = Ball::kicked(field, physics, kick, draws);
    let mut trace = Trace(path);
    let mut flight = Flight {
        touches: Short::empty(kick.kicker),
        rest: kick.from,
        exit: Exit::None,
        moved: Short::empty(Moved { token: kick.kicker, dx: 0.0, dy: 0.0 }),
        woodwork: 0,
    };
    trace.mark(&ball.leg, 0.0);
    for _ in 0..MEETINGS {
        if ball.leg.run <= STILL || flight.touches.is_full() {
            break;
        }
        // The kicker is no obstacle to his own kick, until it comes back.
        let straight = flight.touches.is_empty() && flight.woodwork == 0;
        let passes = if straight { Some(kick.kicker) } else { ball.last };
        match ball.next_event(field, physics, crowd, passes) {
            Event::Stops => {
                trace.mark_arc(&ball.leg, ball.leg.run);
                ball.go_on(ball.leg.run, (ball.leg.ux, ball.leg.uy), 0.0);
            }
            Event::Touches(contact, obstacle) => {
                trace.mark_arc(&ball.leg, contact.travel);
                ball.touch(physics, contact, &obstacle, &mut flight);
                ball.last = Some(obstacle.token);
            }
            Event::Strikes(travel, frame) => {
                trace.mark_arc(&ball.leg, travel);
                flight.woodwork += 1;
                ball.last = None;
                if let Some(exit) = ball.rebound(field, physics, travel, frame) {
                    return flight.left(exit);
                }
            }
            Event::Leaves(travel, line) => {
                trace.mark_arc(&ball.leg, travel);
                return flight.left(exit_over(field, &ball.leg, travel, line));
            }
        }
    }
    let Point { x, y } = ball.leg.at;
    // A ball that overhangs the line is still in play; it is laid on the line so that it has a cell.
    flight.rest = Point::new(rounded(x.clamp(0.0, field.length)), rounded(y.clamp(0.0, field.width)));
    flight
}

/// The next thing that happens to the ball.
enum Event {
    Stops,
    Touches(Contact, Obstacle),
    Strikes(f64, Frame),
    Leaves(f64, Line),
}

/// The ball on its way.
struct Ball {
    leg: Leg,
    /// The obstacle it is just leaving: a straight line cannot meet the same round token twice.
    last: Option<Token>,
    /// Decides saves with the rod.
    luck: f64,
}

impl Ball {
    /// The ball as it leaves the hand, errors and all.
    fn kicked(field: &Field, physics: &Physics, kick: &Kick, draws: [f64; DRAWS]) -> Ball {
        let [first, second, third, fourth, luck] = draws;
        let (aside, along) = normals(first, second);
        let error = physics.of(kick.technique);
        let pace = physics.pace(kick.pace);
        let Hand { spread, length, reach } = kick.hand;
        let spread = steadiness(spread) * pace.spread;
        let length = steadiness(length);

        let target = kick.aim.point();
        let (dx, dy) = (target.x - kick.from.x, target.y - kick.from.y);
        let distance = libm::sqrt(dx * dx + dy * dy);
        let (ux, uy) = if distance > 0.0 { (dx / distance, dy / distance) } else { (1.0, 0.0) };
        let reach = error.reach.min(reach.max(0.0));
        let (wanted, widen) = match kick.aim {
            Aim::Spot(_) => (distance, 1.0),
            Aim::Goal { .. } => (distance + physics.shot.overrun, physics.shot.spread),
        };
        let wanted = (wanted * pace.length).min(reach);
        let stray = distance.min(reach);
        let run = wanted + along * length * (error.length + error.length_growth * stray);
        let degrees = aside * spread * widen * (error.direction + error.direction_growth * stray);
        let (sine, cosine) = libm::sincos(degrees.to_radians());
        let lift_error = match kick.aim {
            Aim::Spot(_) => 0.0,
            Aim::Goal { .. } => {
                let sigma = physics.shot.height + physics.shot.height_growth * distance;
                normals(third, fourth).0 * spread * sigma
            }
        };
        let run = run.max(0.0);
        Ball {
            leg: Leg {
                at: kick.from,
                ux: ux * cosine - uy * sine,
                uy: ux * sine + uy * cosine,
                run,
                arc: Arc::of(field, physics, kick.technique, kick.aim, (distance, run, lift_error)),
            },
            last: None,
            luck,
        }
    }

    fn next_event(
        &self,
        field: &Field,
        physics: &Physics,
        crowd: &(impl Crowd + ?Sized),
        passes: Option<Token>,
    ) -> Event {
        let mut event = Event::Stops;
        let mut nearest = f64::INFINITY;
        crowd.show(&Corridor::of(field, physics, &self.leg), |obstacle| {
            if Some(obstacle.token) != passes
                && let Some(contact) = meet(field, physics, &self.leg, &obstacle, self.luck)
                && contact.travel < nearest
            {
                nearest = contact.travel;
                event = Event::Touches(contact, obstacle);
            }
        });
        if let Some((travel, frame)) = strike_frame(field, physics, &self.leg)
            && travel < nearest
        {
            nearest = travel;
            event = Event::Strikes(travel, frame);
        }
        if let Some((travel, line)) = cross_line(field, &self.leg)
            && travel < nearest
        {
            event = Event::Leaves(travel, line);
        }
        event
    }

    /// Goes on along the table from where it is after `travel`, in a new direction, with this share of its speed.
    fn go_on(&mut self, travel: f64, (ux, uy): (f64, f64), speed: f64) {
        self.leg = Leg {
            at: self.leg.point(travel),
            ux,
            uy,
            run: (self.leg.run - travel).max(0.0) * speed * speed,
            arc: Arc::FLAT,
        };
    }

    /// Goes on after a collision that returns `bounce` of the speed into `normal` and keeps `slide` of the rest; gives
    /// the share of the speed that went straight in.
    fn deflect(&mut self, travel: f64, (nx, ny): (f64, f64), (bounce, slide): (f64, f64)) -> f64 {
        let into = -(self.leg.ux * nx + self.leg.uy * ny).min(0.0);
        let vx = (self.leg.ux + into * nx) * slide + nx * into * bounce;
        let vy = (self.leg.uy + into * ny) * slide + ny * into * bounce;
        let speed = libm::sqrt(vx * vx + vy * vy);
        let direction = if speed > 1e-9 { (vx / speed, vy / speed) } else { (nx, ny) };
        self.go_on(travel, direction, speed);
        into
    }

    fn touch(&mut self, physics: &Physics, contact: Contact, obstacle: &Obstacle, flight: &mut Flight) {
        flight.touches.push(obstacle.token);
        let keeps_goal = obstacle.keeper != Keeper::No;
        match contact.kind {
            ContactKind::Top => {
                let kept = if keeps_goal { physics.keeper.bounce } else { physics.touch.clip };
                self.go_on(contact.travel, (self.leg.ux, self.leg.uy), kept);
            }
            ContactKind::Side(nx, ny) => {
                let bounce = if keeps_goal { physics.keeper.bounce } else { physics.touch.bounce };
                let left = (self.leg.run - contact.travel).max(0.0);
                let into = self.deflect(contact.travel, (nx, ny), (bounce, physics.touch.slide));
                let push = (physics.touch.push * left * into * into).min(physics.touch.push_limit);
                // The rod holds its keeper.
                if obstacle.keeper != Keeper::Rod {
                    flight.push_token(obstacle.token, -nx * push, -ny * push);
                }
            }
        }
    }

    /// Comes back from a post or the bar, or tells how it leaves the pitch off the bar.
    fn rebound(&mut self, field: &Field, physics: &Physics, travel: f64, frame: Frame) -> Option<Exit> {
        let bounce = physics.woodwork.bounce;
        let above = match frame {
            Frame::Post(nx, ny) => {
                self.deflect(travel, (nx, ny), (bounce, 1.0));
                return None;
            }
            Frame::Bar(above) => above,
        };
        // The bar is round: struck nearly full it sends the ball back, struck under or over its edge it lets it pass.
        let through = 1.0 - (1.0 + bounce) * (1.0 - above * above);
        let end = if self.leg.ux > 0.0 { End::Right } else { End::Left };
        if through < 0.0 {
            let back = if self.leg.ux > 0.0 { -1.0 } else { 1.0 };
            self.deflect(travel, (back, 0.0), (-through, 1.0));
            return None;
        }
        let at = Point::new(field.goal_line(end), rounded(self.leg.point(travel).y));
        Some(if above < 0.0 { Exit::Net(at, end) } else { Exit::Byline(at) })
    }
}

/// A hand's error factor within bounds; what is no number counts as the board file's own hand.
fn steadiness(factor: f64) -> f64 {
    if factor.is_nan() { 1.0 } else { factor.clamp(0.0, CLUMSIEST) }
}

/// How a ball that is over a line left the pitch.
fn exit_over(field: &Field, leg: &Leg, travel: f64, line: Line) -> Exit {
    let Point { x, y } = leg.point(travel);
    match line {
        Line::Touch(touchline) => Exit::Touch(Point::new(rounded(x.clamp(0.0, field.length)), touchline)),
        Line::Goal(end) => {
            let at = Point::new(field.goal_line(end), rounded(y.clamp(0.0, field.width)));
            // Over or under the bar is settled where the centre of the ball passes it, not where the ball is wholly out.
            let at_bar = (travel - field.over / leg.ux.abs()).max(0.0);
            let under_bar = leg.arc.height(at_bar) + field.ball_radius < field.goal_height;
            if field.in_mouth(y) && under_bar { Exit::Net(at, end) } else { Exit::Byline(at) }
        }
    }
}

/// Where the ball's path is drawn, if anywhere.
struct Trace<'a>(Option<&'a mut Path>);

impl Trace<'_> {
    fn mark(&mut self, leg: &Leg, travel: f64) {
        let Some(path) = &mut self.0 else { return };
        let at = leg.point(travel);
        path.push(PathPoint { x: rounded(at.x), y: rounded(at.y), h: rounded(leg.arc.height(travel)) });
    }

    /// Marks the arc up to `travel`, and that point.
    fn mark_arc(&mut self, leg: &Leg, travel: f64) {
        if self.0.is_some() && !leg.arc.is_flat() {
            for corner in leg.arc.corners().into_iter().filter(|&corner| corner < travel) {
                self.mark(leg, corner);
            }
        }
        self.mark(leg, travel);
    }
}

impl Flight {
    fn push_token(&mut self, token: Token, dx: f64, dy: f64) {
        match self.moved.as_mut_slice().iter_mut().find(|moved| moved.token == token) {
            Some(moved) => {
                moved.dx = rounded(moved.dx + dx);
                moved.dy = rounded(moved.dy + dy);
            }
            None => self.moved.push(Moved { token, dx: rounded(dx), dy: rounded(dy) }),
        }
    }

    fn left(mut self, exit: Exit) -> Flight {
        if let Exit::Touch(at) | Exit::Byline(at) | Exit::Net(at, _) = exit {
            self.rest = at;
        }
        self.exit = exit;
        self
    }
}
