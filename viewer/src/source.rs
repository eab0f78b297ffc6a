//! Where a match comes from: a file, a file that is still being written, a match being played, a page.

use crate::app::{App, Show};
use crate::reel::Reel;
use touchline_core::record::{Replay, ReplayError};

/// Brings more of a match as it comes.
#[cfg_attr(target_arch = "wasm32", allow(dead_code))] // a page has everything in it
pub(crate) enum Feeder {
    /// Everything is there.
    None,
    /// A file that had no end when it was read.
    File(Growing),
    /// A match that is being played.
    #[cfg(feature = "coach")]
    Live(crate::fresh::Playing),
}

impl Feeder {
    /// Adds what has come since the last time.
    pub(crate) fn feed(&mut self, app: &mut App) {
        let done = match self {
            Feeder::None => return,
            Feeder::File(growing) => growing.feed(app),
            #[cfg(feature = "coach")]
            Feeder::Live(playing) => playing.feed(app),
        };
        if done {
            *self = Feeder::None;
        }
    }
}

/// A match from the bytes of a replay: as much of it as is sound, or the reason why nothing is.
pub(crate) fn app_of(bytes: &[u8]) -> (App, Result<Option<ReplayError>, ReplayError>) {
    match Replay::parse_lenient(bytes) {
        Ok((replay, error)) => {
            let mut app = App::new(Show::Match(Box::new(Reel::new(replay.header))));
            app.add(replay.lines);
            app.finish(replay.footer, error.as_ref().map(ToString::to_string));
            (app, Ok(error))
        }
        Err(error) => (App::new(Show::Problem(error.to_string())), Err(error)),
    }
}

/// A file that is still being written.
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
pub(crate) struct Growing {
    path: std::path::PathBuf,
    bytes: u64,
    lines: usize,
    /// What was said because its end was missing.
    missing: String,
}

#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
impl Growing {
    /// Watches a file of which so many bytes and lines are known; its missing end was complained of.
    pub(crate) fn new(path: std::path::PathBuf, bytes: u64, lines: usize, missing: String) -> Growing {
        Growing { path, bytes, lines, missing }
    }

    /// Adds new lines; true when the match is over.
    fn feed(&mut self, app: &mut App) -> bool {
        let Ok(found) = std::fs::metadata(&self.path) else { return false };
        if found.len() == self.bytes {
            return false;
        }
        self.bytes = found.len();
        let Ok((replay, error)) = Replay::read_lenient(&self.path) else { return false };
        let fresh = replay.lines.get(self.lines..).unwrap_or_default().to_vec();
        self.lines += fresh.len();
        app.add(fresh);
        app.no_problem(&self.missing);
        let over = replay.footer.is_some() || !matches!(error, Some(ReplayError::Truncated { .. }) | None);
        if over {
            app.finish(replay.footer, error.map(|e| e.to_string()));
        }
        over
    }
}
