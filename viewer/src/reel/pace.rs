//! How long an event is shown, at normal speed.

use touchline_core::record::{Event, PathPoint};

/// Seconds an event that nobody watches still takes, so that one can stop at it.
pub(super) const BLINK: f64 = 0.02;

/// Seconds for an event.
pub(super) fn length(event: &Event) -> f64 {
    match event {
        Event::Toss { .. } => 0.8,
        Event::Half { .. } => 1.4,
        Event::Restart { .. } => 0.6,
        Event::Setup { .. } => 0.9,
        Event::Substitution { .. } => 1.1,
        Event::Approach { cells, .. } | Event::Run { cells, .. } => 0.3 + 0.09 * f64::from((*cells).min(12)),
        Event::Declared { .. } => 0.35,
        Event::Keeper { .. } => 0.5,
        Event::Kick { path, .. } => 0.45 + f64::from(run(path)).min(160.0) / 55.0,
        Event::Sent { via, .. } => 0.8 + 0.35 * via.len().min(8) as f64,
        Event::Picks { .. } => 2.0,
        Event::Throw { .. } => 1.3,
        Event::Roll { .. } => 0.7,
        Event::Shootout { .. } => 1.5,
        Event::Flight { outcome } if outcome == "cod" => 0.1,
        Event::Flight { .. } => 0.5,
        Event::Cod { .. } => 0.35,
        Event::CodTie { .. } => 0.7,
        Event::Possession { .. } => 0.3,
        Event::Offside { verdict, .. } if verdict == "offside" => 1.4,
        Event::Header { .. } => 0.5,
        Event::Ability { .. } => 0.6,
        Event::Move { cells, .. } => 0.26 + 0.06 * f64::from((*cells).min(12)),
        Event::Shift { .. } | Event::GotUp { .. } | Event::LaidDown { .. } | Event::Pushed { .. } => 0.2,
        Event::Die { .. } => 1.0,
        Event::Duel { .. } => 1.3,
        Event::Foul { .. } => 1.6,
        Event::Goal { .. } => 2.4,
        Event::Turn { .. } => 0.25,
        Event::Tick { by: 1.., .. } => 0.12,
        Event::Whistle { .. } => 0.9,
        Event::Note { .. } => 0.7,
        Event::End { .. } => 2.0,
        _ => BLINK,
    }
}

/// How far the ball runs, in centimetres.
pub(crate) fn run(path: &[PathPoint]) -> f32 {
    path.windows(2).map(|w| (w[1][0] - w[0][0]).hypot(w[1][1] - w[0][1])).sum()
}
