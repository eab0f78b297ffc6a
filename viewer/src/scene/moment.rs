//! Between two frames: where everybody and the ball are while an event happens.

use crate::geom::{Pt, pt};
use crate::playback::Playback;
use crate::reel::{Frame, Reel, run};
use touchline_core::record::{Event, PathPoint};
use touchline_core::{End, Side, Token};

/// How far two on one spot stand from it, in centimetres.
const SIDESTEP: f32 = 1.5;

/// A moment of a match.
pub(crate) struct Moment<'a> {
    /// The event that is happening; `None` before the first.
    pub(crate) event: Option<usize>,
    /// How far it has got, 0 to 1.
    pub(crate) progress: f32,
    pub(crate) before: &'a Frame,
    pub(crate) after: &'a Frame,
    pub(crate) doing: Option<&'a Event>,
    /// The way of a ball that is being sent over a square board.
    stations: Option<Vec<Pt>>,
}

impl<'a> Moment<'a> {
    pub(crate) fn of(reel: &'a Reel, playback: &Playback) -> Moment<'a> {
        let event = reel.timeline.event_at(playback.at);
        let progress = event.map_or(0.0, |e| reel.timeline.progress(e, playback.at));
        let number = event.map_or(0, |e| e + 1);
        Moment {
            event,
            progress,
            before: reel.frame(number.saturating_sub(1)),
            after: reel.frame(number),
            doing: event.and_then(|e| reel.entry(e)).map(|e| &e.event),
            stations: event.and_then(|e| reel.stations(e)),
        }
    }

    /// Where a token stands, on the board.
    pub(crate) fn place(&self, token: Token) -> Option<Pt> {
        let to = self.after.man(token).at?;
        // Two who change places meet for a moment: one on each side of the spot.
        let meets = |(other, at): (Token, Pt)| other != token && at.distance(to) < 0.01;
        let aside = match self.after.on_pitch().any(meets) {
            true if token.side() == Side::Home => -SIDESTEP,
            true => SIDESTEP,
            false => 0.0,
        };
        let to = pt(to.x + aside, to.y);
        Some(match self.before.man(token).at {
            Some(from) => from.lerp(to, eased(self.progress)),
            None => to,
        })
    }

    /// Where the ball is, on the board, and how high.
    pub(crate) fn ball(&self) -> (Pt, f32) {
        if let Some(Event::Kick { path, .. }) = self.doing
            && path.len() > 1
        {
            // Fast at first, then it runs out.
            let share = 1.0 - (1.0 - self.progress.min(1.0)).powf(1.7);
            return along(path, run(path) * share);
        }
        if let Some(stations) = self.stations.as_ref().filter(|_| self.progress < 1.0) {
            let reached = (stations.len() as f32 - 1.0) * eased(self.progress);
            let (from, to) = (stations.get(reached as usize), stations.get(reached as usize + 1));
            if let (Some(from), Some(to)) = (from, to) {
                return (from.lerp(*to, reached.fract()), 0.0);
            }
        }
        let (from, to) = (held(self.before), held(self.after));
        (from.lerp(to, eased(self.progress)), 0.0)
    }
}

/// Where the ball lies in a frame; beside his feet when somebody has it.
fn held(frame: &Frame) -> Pt {
    let Some((token, at)) = frame.ball.carrier.and_then(|t| frame.man(t).at.map(|at| (t, at))) else {
        return frame.ball.at;
    };
    let ahead = if frame.attacks(token.side()) == End::Right { 1.25 } else { -1.25 };
    pt(at.x + ahead, at.y + 1.1)
}

/// Slow, quick, slow.
pub(crate) fn eased(share: f32) -> f32 {
    let t = share.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The point of a path after so many centimetres, and its height.
pub(crate) fn along(path: &[PathPoint], mut left: f32) -> (Pt, f32) {
    for pair in path.windows(2) {
        let [[x, y, z], [to_x, to_y, to_z]] = [pair[0], pair[1]];
        let length = (to_x - x).hypot(to_y - y);
        if left <= length {
            let share = if length > 0.0 { left / length } else { 1.0 };
            return (pt(x, y).lerp(pt(to_x, to_y), share), z + (to_z - z) * share);
        }
        left -= length;
    }
    path.last().map_or((Pt::default(), 0.0), |p| (pt(p[0], p[1]), p[2]))
}
