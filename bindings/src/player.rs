//! The replay player in a page: the viewer's web build with the match inside.

use crate::ruleset::escape;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use touchline_core::record::Replay;

/// A page that shows the match and needs no network.
pub(crate) fn page(replay: &Replay) -> PyResult<String> {
    touchline_viewer::page(&replay.to_bytes()).map_err(|e| PyValueError::new_err(e.to_string()))
}

/// The page in a frame, for a notebook.
pub(crate) fn frame(replay: &Replay) -> PyResult<String> {
    let page = escape(&page(replay)?);
    Ok(format!(
        "<iframe srcdoc=\"{page}\" width=\"100%\" height=\"640\" style=\"border:0\" sandbox=\"allow-scripts\"></iframe>"
    ))
}
