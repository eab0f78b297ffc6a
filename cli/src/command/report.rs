//! What the reports of several commands have in common.

use crate::out::Out;
use crate::style::{DIM, STRONG};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};
use touchline_core::rules::Ruleset;

/// A bar on standard error; nothing is drawn where that is no terminal.
pub(super) fn bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = "{bar:32} {human_pos}/{human_len} matches  {per_sec}  {eta} left";
    // The template is fixed and valid; the default bar would do too.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("━━─"));
    }
    bar
}

/// The first line of a report: rules, players and what else there is to say.
pub(super) fn title(rules: &Ruleset, bots: &[String; 2], rest: &str, out: &mut Out) -> io::Result<()> {
    let [home, away] = bots;
    let hash = rules.hash.get(..8).unwrap_or_default();
    writeln!(out, "{STRONG}{}{STRONG:#} · {home} v {away} · {rest} · {DIM}rules {hash}{DIM:#}", rules.name)
}

/// A figure with as many digits as fit its size.
pub(super) fn number(value: Option<f64>) -> String {
    match value {
        None => "–".to_owned(),
        Some(value) if value.abs() >= 1000.0 => format!("{value:.0}"),
        Some(value) if value.abs() >= 100.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.2}"),
    }
}
