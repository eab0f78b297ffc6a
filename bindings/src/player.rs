//! The replay player in a page: the viewer's web build with the match inside.

use crate::picture;
use crate::replay::feed;
use crate::ruleset::escape;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use touchline_core::record::Replay;

/// The player as one page, built by the viewer.
const PLAYER: &str = include_str!("../../viewer/web/player.html");
/// Where the page takes the replay, as gzip in base64.
const PLACE: &str = "<!--TOUCHLINE-REPLAY-->";

/// A page that shows the match and needs no network.
pub(crate) fn page(py: Python<'_>, replay: &Replay) -> PyResult<String> {
    if !PLAYER.contains(PLACE) {
        return Ok(still(replay));
    }
    let bytes = PyBytes::new(py, &replay.to_bytes());
    let packed = py.import("gzip")?.call_method1("compress", (bytes, 9))?;
    let text: String = py.import("base64")?.call_method1("b64encode", (packed,))?.call_method0("decode")?.extract()?;
    Ok(PLAYER.replacen(PLACE, &text, 1))
}

/// The page in a frame, for a notebook.
pub(crate) fn frame(py: Python<'_>, replay: &Replay) -> PyResult<String> {
    let page = escape(&page(py, replay)?);
    Ok(format!(
        "<iframe srcdoc=\"{page}\" width=\"100%\" height=\"640\" style=\"border:0\" sandbox=\"allow-scripts\"></iframe>"
    ))
}

/// The last moment and the highlights, where the player was not built.
fn still(replay: &Replay) -> String {
    let last = replay.events().count().saturating_sub(1);
    let picture = picture::of_replay(replay, last).unwrap_or_default();
    let feed = feed(replay);
    format!(
        "<!doctype html><html><head><meta charset=\"utf-8\"><title>Touchline</title></head><body>{picture}<ol>{feed}</ol>\
         </body></html>"
    )
}
