//! `touchline rules diff`: what separates two rulesets.

use crate::args::{Rules, SearchPath};
use crate::failure::Failure;
use crate::out::Out;
use crate::style::{BAD, DIM, GOOD, NAME, STRONG};
use crate::table::{Align, Cell, Table};
use crate::text::{counted, wrapped};
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, Write};
use touchline_core::rules::{ClauseIndex, Param, Ruleset};

/// Width of a list of clauses where the output is no terminal.
const LINE: usize = 100;

/// Show what separates two rulesets: parameters, plugins and clauses
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline rules diff base complete
  touchline rules diff base complete --json
  touchline rules diff base base -p my.lua -s short_limit=5     what a house rule adds")]
pub(super) struct Diff {
    /// One ruleset
    #[arg(value_name = "NAME")]
    from: String,
    /// The other
    #[arg(value_name = "OTHER")]
    to: String,
    /// Put a plugin on top of the other (repeatable)
    #[arg(short = 'p', long = "plugin", value_name = "FILE")]
    plugins: Vec<String>,
    /// Change a parameter of the other (repeatable)
    #[arg(short = 's', long = "set", value_name = "NAME=VALUE")]
    params: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What two lists do not share.
struct Split<T> {
    only_from: Vec<T>,
    only_to: Vec<T>,
}

impl<T: PartialEq + Clone> Split<T> {
    fn of(from: &[T], to: &[T]) -> Split<T> {
        let without = |list: &[T], other: &[T]| list.iter().filter(|x| !other.contains(x)).cloned().collect();
        Split { only_from: without(from, to), only_to: without(to, from) }
    }

    fn is_empty(&self) -> bool {
        self.only_from.is_empty() && self.only_to.is_empty()
    }
}

/// Everything that separates two rulesets.
struct Difference<'a> {
    from: &'a Ruleset,
    to: &'a Ruleset,
    /// Parameters whose values differ, or that one side lacks, by name.
    params: Vec<(Option<&'a Param>, Option<&'a Param>)>,
    layers: Split<&'a str>,
    clauses: Split<&'a str>,
}

impl Diff {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let content = path.content()?;
        let index = ClauseIndex::load(&content)?;
        let from = Rules::named(&self.from).load(&content)?;
        let to = Rules::named(&self.to).with(&self.plugins, &self.params).load(&content)?;
        let difference = Difference::of(&from, &to, &index);
        if self.json { Ok(out.json(&difference.json())?) } else { Ok(difference.print(out)?) }
    }
}

impl<'a> Difference<'a> {
    fn of(from: &'a Ruleset, to: &'a Ruleset, index: &'a ClauseIndex) -> Difference<'a> {
        let mut params: Vec<_> = from
            .params
            .iter()
            .map(|p| (Some(p), to.params.get(&p.decl.name)))
            .filter(|(p, other)| p.map(|p| &p.value) != other.map(|o| &o.value))
            .collect();
        params.extend(to.params.iter().filter(|p| from.params.get(&p.decl.name).is_none()).map(|p| (None, Some(p))));
        let (a, b) = (layers(from), layers(to));
        let (c, d) = (clauses(from, index), clauses(to, index));
        Difference { from, to, params, layers: Split::of(&a, &b), clauses: Split::of(&c, &d) }
    }

    fn print(&self, out: &mut Out) -> io::Result<()> {
        let (from, to) = (&self.from.name, &self.to.name);
        writeln!(out, "{STRONG}{from}{STRONG:#}  {}", self.from.title)?;
        writeln!(out, "{STRONG}{to}{STRONG:#}  {}", self.to.title)?;
        if self.from.hash == self.to.hash {
            return writeln!(out, "\nThe two are the same.");
        }
        if self.from.board.name() != self.to.board.name() {
            writeln!(out, "\nBoards: {} and {}", self.from.board.name(), self.to.board.name())?;
        }
        if !self.params.is_empty() {
            writeln!(out)?;
            let mut table =
                Table::new(&[Align::Left; 4]).heading(&["parameter", &format!("in {from}"), &format!("in {to}"), ""]);
            for (a, b) in &self.params {
                let Some(decl) = b.or(*a).map(|p| &p.decl) else { continue };
                let value = |p: &Option<&Param>, style| {
                    p.map_or_else(|| Cell::styled("–", DIM), |p| Cell::styled(p.value.to_string(), style))
                };
                table.row(vec![
                    Cell::styled(&decl.name, NAME),
                    value(a, BAD),
                    value(b, GOOD),
                    Cell::styled(&decl.doc, DIM),
                ]);
            }
            table.print(out)?;
        }
        self.list(out, "Layers", ["layer", "layers"], &self.layers)?;
        self.list(out, "Clauses", ["clause", "clauses"], &self.clauses)
    }

    fn list(&self, out: &mut Out, title: &str, [one, many]: [&str; 2], split: &Split<&str>) -> io::Result<()> {
        if split.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{STRONG}{title}{STRONG:#}")?;
        let width = out.width().unwrap_or(LINE).saturating_sub(4);
        for (rules, only) in [(self.from, &split.only_from), (self.to, &split.only_to)] {
            if only.is_empty() {
                continue;
            }
            let count = counted(only.len() as u64, one, many);
            writeln!(out, "  only in {NAME}{}{NAME:#}: {count}", rules.name)?;
            for line in wrapped(&runs(only).join(", "), width) {
                writeln!(out, "    {line}")?;
            }
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let params: Vec<Value> = self
            .params
            .iter()
            .map(|(a, b)| {
                let name = b.or(*a).map(|p| &p.decl.name);
                json!({ "name": name, "from": a.map(|p| &p.value), "to": b.map(|p| &p.value) })
            })
            .collect();
        let split = |s: &Split<&str>| json!({ "from": s.only_from, "to": s.only_to });
        json!({
            "from": self.from.name, "to": self.to.name,
            "boards": [self.from.board.name(), self.to.board.name()],
            "params": params, "layers": split(&self.layers), "clauses": split(&self.clauses),
        })
    }
}

fn layers(rules: &Ruleset) -> Vec<&str> {
    rules.stack.layers.iter().map(|l| l.name.as_str()).collect()
}

/// The clauses of a ruleset and of what it stands on, then those that its own plugins declare besides.
fn clauses<'a>(rules: &'a Ruleset, index: &'a ClauseIndex) -> Vec<&'a str> {
    let family = rules.family.iter().rev().flat_map(|name| index.of(name)).map(|(_, c)| c.id.as_str());
    let mut all: Vec<&str> = family.collect();
    for layer in &rules.stack.layers {
        all.extend(layer.clauses.iter().map(String::as_str).filter(|id| index.get(id).is_none()));
    }
    all
}

/// Names as they are; numbered ones in a row (BASE-COD-01, BASE-COD-02 …) as first…last.
fn runs(names: &[&str]) -> Vec<String> {
    let number =
        |name: &str| name.rsplit_once('-').and_then(|(stem, n)| Some((stem.to_owned(), n.parse::<u32>().ok()?)));
    let mut found: Vec<(String, String)> = Vec::new();
    let mut last = None;
    for name in names {
        let this = number(name);
        let follows = matches!((&last, &this), (Some((a, m)), Some((b, n))) if a == b && m + 1 == *n);
        match found.last_mut() {
            Some((_, end)) if follows => *end = (*name).to_owned(),
            _ => found.push(((*name).to_owned(), (*name).to_owned())),
        }
        last = this;
    }
    let short = |end: &str| end.rsplit_once('-').map_or(end, |(_, n)| n).to_owned();
    found.into_iter().map(|(a, b)| if a == b { a } else { format!("{a}…{}", short(&b)) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_names_in_a_row_are_one_run() {
        assert_eq!(runs(&["A-X-01", "A-X-02", "A-X-03", "A-Y-04", "base/cod"]), ["A-X-01…03", "A-Y-04", "base/cod"]);
    }
}
