//! The replay player in a page.

use crate::picture;
use crate::replay::feed;
use crate::ruleset::escape;
use touchline_core::record::Replay;

/// A page that shows the match and needs no network.
pub(crate) fn page(replay: &Replay) -> String {
    let last = replay.events().count().saturating_sub(1);
    let picture = picture::of_replay(replay, last).unwrap_or_default();
    format!(
        "<!doctype html><html><head><meta charset=\"utf-8\"><title>Touchline</title></head><body>{picture}<ol>{}</ol>\
         </body></html>",
        feed(replay)
    )
}

/// The page in a frame, for a notebook.
pub(crate) fn frame(replay: &Replay) -> String {
    format!(
        "<iframe srcdoc=\"{}\" width=\"100%\" height=\"640\" style=\"border:0\" sandbox=\"allow-scripts\"></iframe>",
        escape(&page(replay))
    )
}
