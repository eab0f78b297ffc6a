//! `touchline compare`: what a house rule changes.

use crate::args::{Batch, Rules, SearchPath};
use crate::command::{report, sim};
use crate::failure::{Failure, remark};
use crate::interrupt;
use crate::out::Out;
use crate::style::{DIM, GOOD, PLAIN, STRONG, WARN};
use crate::table::{Align, Cell, Table};
use crate::text::{counted, grouped};
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use std::ops::ControlFlow;
use touchline_core::sim::{Comparison, Figure, Figures, Simulation};

/// Show what a house rule or a parameter changes, with confidence intervals
#[derive(Args, Debug)]
#[command(after_help = "\
Every match is played twice with one seed, with and without the change, so that small effects show.

Examples:
  touchline compare --with golden.lua
  touchline compare --set short_limit=5 -n 5000
  touchline compare --ruleset complete --with tournament/home
  touchline compare --ruleset complete --with a.lua --with b.lua --sides")]
pub(super) struct Compare {
    /// The ruleset to change
    #[arg(short, long, value_name = "NAME", default_value = "base")]
    ruleset: String,
    /// The house rule put on top: a Lua file, or the name of a built-in plugin such as tournament/home (repeatable,
    /// bottom first)
    #[arg(short, long, value_name = "FILE|NAME")]
    with: Vec<String>,
    /// A parameter to change, alone or beside --with (repeatable)
    #[arg(short = 's', long = "set", value_name = "NAME=VALUE", id = "params")]
    params: Vec<String>,
    #[command(flatten)]
    batch: Batch,
    /// Show home and away apart
    #[arg(long)]
    sides: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Compare {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        if self.with.is_empty() && self.params.is_empty() {
            return Err(Failure::Usage(
                "nothing to compare with: name a house rule (--with golden.lua, --with tournament/home) or a parameter \
                 (--set short_limit=5)"
                    .to_owned(),
            ));
        }
        let content = path.content()?;
        let plain = Rules::named(&self.ruleset);
        let before = self.batch.simulation(&content, &plain)?;
        // A plugin may bring a squad of its own.
        let changed = plain.with(&self.with, &self.params);
        let after = Simulation { seed: before.seed, ..self.batch.simulation(&content, &changed)? };
        let stop = interrupt::watch();
        let bar = report::bar(before.matches);
        let mut comparison = Comparison::default();
        let played = before.compare(&after, stop, |one, other| {
            comparison.add(&one, &other);
            bar.inc(1);
            ControlFlow::Continue(())
        });
        bar.finish_and_clear();
        let alone = [changed.given(), self.batch.sides(), path.needed()].concat();
        played.map_err(|error| sim::explained(error, &alone))?;
        if self.json {
            out.json(&json!({
                "ruleset": before.rules.name, "before_hash": before.rules.hash, "after_hash": after.rules.hash,
                "with": self.with, "set": self.params, "home": before.bots[0], "away": before.bots[1],
                "squads": [before.teams[0].name, before.teams[1].name],
                "seed": before.seed, "comparison": comparison,
            }))?;
        } else {
            self.print([&before, &after], &comparison, out)?;
        }
        if comparison.before.matches() < before.matches {
            let played = grouped(comparison.before.matches());
            remark(&format!("{WARN}stopped{WARN:#} after {played} of {} matches", grouped(before.matches)));
            return Err(Failure::Interrupted);
        }
        if comparison.pairs() > 0 {
            return Ok(());
        }
        out.flush()?;
        report::endless(&comparison.before, &before.rules)?;
        report::endless(&comparison.after, &after.rules)?;
        Err(Failure::Wrong("there is no pair of which both matches ended: nothing can be compared".to_owned()))
    }

    fn print(&self, [before, after]: [&Simulation; 2], comparison: &Comparison, out: &mut Out) -> io::Result<()> {
        let changes: Vec<&str> = self.with.iter().chain(&self.params).map(String::as_str).collect();
        let matches = counted(comparison.before.matches(), "pair", "pairs");
        let rest = format!("with {} · {matches} · seed {}", changes.join(" and "), before.seed);
        report::title(&before.rules, &before.bots, &rest, out)?;
        if comparison.pairs() == 0 {
            return Ok(());
        }
        writeln!(out)?;
        report::given_up(&comparison.before, &before.rules, "before: ", out)?;
        report::given_up(&comparison.after, &after.rules, "after: ", out)?;
        let mut table = Table::new(&[
            Align::Left,
            Align::Left,
            Align::Right,
            Align::Right,
            Align::Right,
            Align::Right,
            Align::Left,
        ])
        .heading(&["per match", "", "before", "after", "change", "±", ""]);
        let (mut alike, mut marked) = (true, 0);
        let figures = comparison.before.iter().zip(comparison.after.iter()).zip(comparison.differences());
        for (((stat, from), (_, to)), (_, change)) in figures {
            for (title, side) in sides(self.sides, &change) {
                let change = side(&change);
                alike &= change.mean().unwrap_or(0.0) == 0.0 && change.deviation().unwrap_or(0.0) == 0.0;
                let beyond = change.excludes_zero();
                marked += u32::from(beyond);
                let style = if beyond { WARN.bold() } else { PLAIN };
                table.row(vec![
                    stat.title_in(comparison.before.game()).into(),
                    Cell::styled(title, DIM),
                    report::number(side(from).mean()).into(),
                    report::number(side(to).mean()).into(),
                    Cell::styled(signed(change.mean()), style),
                    Cell::styled(report::margin(change.margin()), DIM),
                    Cell::styled(if beyond { "*" } else { "" }, style),
                ]);
            }
        }
        if alike {
            return writeln!(
                out,
                "{GOOD}No figure differs:{GOOD:#} the change made no difference in any of these matches."
            );
        }
        table.print(out)?;
        writeln!(
            out,
            "\n{STRONG}*{STRONG:#} {DIM}the 95 % interval of the change leaves out 0 ({marked} marked; chance alone marks one \
             figure in twenty){DIM:#}"
        )
    }
}

type SideOf = fn(&Figures) -> &Figure;

/// The sides of a statistic to show: both together where that is a figure; of a share home's says it all.
fn sides(apart: bool, figures: &Figures) -> Vec<(&'static str, SideOf)> {
    match (apart, figures.both.count()) {
        (true, _) => vec![("home", |f| &f.home), ("away", |f| &f.away)],
        (false, 0) => vec![("home", |f| &f.home)],
        (false, _) => vec![("", |f| &f.both)],
    }
}

fn signed(value: Option<f64>) -> String {
    let text = report::number(value);
    match value {
        Some(value) if value > 0.0 && text != "0.00" => format!("+{text}"),
        _ if text == "-0.00" => "0.00".to_owned(),
        _ => text,
    }
}
