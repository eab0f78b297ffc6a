//! What the reports of several commands have in common.

use crate::failure::Failure;
use crate::out::Out;
use crate::style::{DIM, STRONG, WARN};
use crate::table::{Align, Cell, Table};
use crate::text::{counted, grouped};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, Write};
use touchline_core::Side;
use touchline_core::game::Tally;
use touchline_core::rules::{GameKind, Ruleset};
use touchline_core::sim::{Stat, Summary};

/// A bar on standard error; nothing is drawn where that is no terminal.
pub(super) fn bar(length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = "{bar:32} {human_pos}/{human_len} matches  {rate}/s  {eta} left";
    // The template is fixed and valid; the default bar would do too.
    if let Ok(style) = ProgressStyle::with_template(template) {
        let rate = |state: &ProgressState, to: &mut dyn fmt::Write| {
            // A bar that cannot be written is no reason to stop.
            let _ = write!(to, "{:.0}", state.per_sec());
        };
        bar.set_style(style.with_key("rate", rate).progress_chars("━━─"));
    }
    bar
}

/// The first line of a report: rules, players and what else there is to say.
pub(super) fn title(rules: &Ruleset, bots: &[String; 2], rest: &str, out: &mut Out) -> io::Result<()> {
    let [home, away] = bots;
    let hash = rules.hash.get(..8).unwrap_or_default();
    writeln!(out, "{STRONG}{}{STRONG:#} · {home} v {away} · {rest} · {DIM}rules {hash}{DIM:#}", rules.name)
}

/// How many matches were given up, and who may be to blame; nothing where all ended.
pub(super) fn given_up(summary: &Summary, rules: &Ruleset, of: &str, out: &mut Out) -> io::Result<()> {
    let (abandoned, matches) = (summary.results().abandoned, summary.matches());
    if abandoned == 0 {
        return Ok(());
    }
    let (abandoned, matches) = (grouped(abandoned), counted(matches, "match", "matches"));
    writeln!(out, "{WARN}{of}{abandoned} of {matches} given up without a result and left out{WARN:#}")?;
    rules.timekeepers().iter().try_for_each(|told| writeln!(out, "{DIM}  {told}{DIM:#}"))
}

/// Where no match of a batch came to an end there are no figures to be had.
pub(super) fn endless(summary: &Summary, rules: &Ruleset) -> Result<(), Failure> {
    let (matches, abandoned) = (summary.matches(), summary.results().abandoned);
    if matches == 0 || abandoned < matches {
        return Ok(());
    }
    let most = grouped(u64::from(rules.mechanics.max_decisions));
    let matches = counted(matches, "match", "matches");
    let told = rules.timekeepers().join("\n  ");
    Err(Failure::Wrong(format!("of {matches} none ended within {most} decisions: there is no result\n  {told}")))
}

/// A figure with two digits; a dash where there is none.
pub(super) fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.2}"))
}

/// Half an interval: with two digits, and with as many more as it takes to be told from none at all.
pub(super) fn margin(value: Option<f64>) -> String {
    let Some(value) = value else { return number(None) };
    let digits = (2..=6).find(|digits| value * 10f64.powi(*digits) >= 0.5).unwrap_or(2);
    format!("{value:.*}", digits as usize)
}

/// The statistics of one match, side by side; those that are 0 for both are left out.
pub(super) fn statistics(game: GameKind, tally: &Tally, out: &mut Out) -> io::Result<()> {
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right]).heading(&["", "home", "away"]);
    for stat in Stat::of_game(game) {
        let of = Side::BOTH.map(|side| stat.of(tally, side));
        if of.iter().flatten().all(|value| *value == 0.0) {
            continue;
        }
        let figure = |value: Option<f64>| match value {
            Some(count) if stat.is_count() => format!("{count:.0}"),
            other => other.map_or_else(|| "–".to_owned(), |n| format!("{n:.1}")),
        };
        table.row(vec![Cell::styled(stat.title_in(game), DIM), figure(of[0]).into(), figure(of[1]).into()]);
    }
    table.print(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_interval_is_not_told_as_none() {
        for (value, told) in [(0.0, "0.00"), (0.004, "0.004"), (0.0049, "0.005"), (0.005, "0.01"), (1.234, "1.23")] {
            assert_eq!(margin(Some(value)), told);
        }
        assert_eq!(margin(None), "–");
    }
}
