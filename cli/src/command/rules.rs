//! `touchline rules`: the rulesets and what is in them.

use crate::args::{self, SearchPath};
use crate::failure::{Failure, say};
use crate::out::Out;
use crate::style::{DIM, NAME, PLAIN, STRONG, WARN};
use crate::table::{Align, Cell, Table};
use crate::text::counted;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::io::Write;
use touchline_core::rules::{Game, Kind, Param, Ruleset};

/// Values longer than this are shown with what they mean.
const LONG_VALUE: usize = 14;

/// List the rulesets, or show one in full
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  touchline rules                      every ruleset
  touchline rules show base            layers, parameters, board and squad
  touchline rules show base --json     the same as data
  touchline rules show base -s short_limit=5 -p my.lua
  touchline rules diff base complete   what separates two of them"
)]
pub(super) struct Rules {
    #[command(subcommand)]
    command: Option<RulesCommand>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum RulesCommand {
    Show(Show),
    Diff(super::diff::Diff),
}

/// Show a ruleset: its layers, parameters, board and squad
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline rules show base
  touchline rules show base -s short_limit=5     where each value comes from")]
struct Show {
    /// The ruleset
    #[arg(value_name = "NAME")]
    name: String,
    /// Put a plugin on top (repeatable)
    #[arg(short = 'p', long = "plugin", value_name = "FILE")]
    plugins: Vec<String>,
    /// Change a parameter (repeatable)
    #[arg(short = 's', long = "set", value_name = "NAME=VALUE")]
    params: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Rules {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        match self.command {
            Some(RulesCommand::Show(show)) => show.run(path, out),
            Some(RulesCommand::Diff(diff)) => diff.run(path, out),
            None => list(path, self.json, out),
        }
    }
}

fn list(path: &SearchPath, as_json: bool, out: &mut Out) -> Result<(), Failure> {
    let content = path.content()?;
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Left]).heading(&[
        "ruleset",
        "plugins",
        "parameters",
        "title",
    ]);
    let mut found = Vec::new();
    let mut broken = false;
    for name in content.list(Kind::Ruleset) {
        let rules = match args::Rules::named(&name).load(&content) {
            Ok(rules) => rules,
            Err(Failure::Usage(problem) | Failure::Wrong(problem)) => {
                say(&format!("ruleset {name}: {problem}"));
                broken = true;
                continue;
            }
            Err(other) => return Err(other),
        };
        let (plugins, params) = (rules.stack.layers.len(), rules.params.iter().count());
        table.row(vec![
            Cell::styled(&rules.name, NAME),
            plugins.to_string().into(),
            params.to_string().into(),
            rules.title.as_str().into(),
        ]);
        found.push(json!({ "name": rules.name, "title": rules.title, "family": rules.family, "hash": rules.hash }));
    }
    if as_json {
        out.json(&found)?;
    } else {
        table.print(out)?;
        writeln!(out, "\n{DIM}touchline rules show NAME{DIM:#}")?;
    }
    if broken { Err(Failure::Reported) } else { Ok(()) }
}

impl Show {
    fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let rules = args::Rules::named(&self.name).with(&self.plugins, &self.params).load(&path.content()?)?;
        if self.json { Ok(out.json(&as_json(&rules))?) } else { Ok(print(&rules, out)?) }
    }
}

fn print(rules: &Ruleset, out: &mut Out) -> std::io::Result<()> {
    writeln!(out, "{STRONG}{}{STRONG:#}  {}", rules.name, rules.title)?;
    let board = &rules.board;
    let mut facts = Table::new(&[Align::Left, Align::Left]).indent(2);
    if rules.family.len() > 1 {
        facts.row(vec![Cell::styled("stands on", DIM), rules.family[1..].join(", ").into()]);
    }
    if let Game::Dice(set) = &rules.game {
        for die in &set.dice {
            let name = format!("{} die", die.name);
            facts.row(vec![Cell::styled(name, DIM), format!("{} × {}", die.count, die.faces.join(" ")).into()]);
        }
        for combination in &set.combinations {
            let faces = combination.faces.join(" ");
            facts.row(vec![Cell::styled(&combination.name, DIM), format!("{faces} ({})", combination.title).into()]);
        }
    } else {
        let size = format!(
            "{}: {:.1} × {:.1} cm, {}",
            board.name(),
            board.length(),
            board.width(),
            counted(board.len() as u64, "cell", "cells")
        );
        facts.row(vec![Cell::styled("board", DIM), size.into()]);
        let zones = rules.vocabulary.zones.join(", ");
        facts.row(vec![Cell::styled("zones", DIM), zones.into()]);
        facts.row(vec![Cell::styled("skills", DIM), rules.vocabulary.skills.join(", ").into()]);
    }
    facts.row(vec![Cell::styled("squad", DIM), squad(rules).into()]);
    facts.row(vec![Cell::styled("hash", DIM), rules.hash.as_str().into()]);
    facts.print(out)?;

    writeln!(out, "\n{STRONG}Layers{STRONG:#}  {DIM}bottom first; a higher one is asked first{DIM:#}")?;
    let mut layers = Table::new(&[Align::Right, Align::Left, Align::Left]).indent(2);
    for (n, layer) in rules.stack.layers.iter().enumerate() {
        let number = Cell::styled((n + 1).to_string(), DIM);
        layers.row(vec![number, Cell::styled(&layer.name, NAME), layer.doc.as_str().into()]);
    }
    layers.print(out)?;

    writeln!(out, "\n{STRONG}Parameters{STRONG:#}  {DIM}--set NAME=VALUE changes one{DIM:#}")?;
    let tables: Vec<(&str, Table)> = rules
        .stack
        .layers
        .iter()
        .map(|layer| (layer.name.as_str(), parameters(rules, &layer.name)))
        .filter(|(_, table)| !table.widths().iter().all(|w| *w == 0))
        .collect();
    let mut widths = [0; 3];
    for (_, table) in &tables {
        for (width, own) in widths.iter_mut().zip(table.widths()) {
            *width = (*width).max(own);
        }
    }
    for (plugin, table) in tables {
        writeln!(out, "  {NAME}{plugin}{NAME:#}")?;
        table.print_as_wide_as(&widths[..2], out)?;
    }
    Ok(())
}

/// The players of each skill, in the order the ruleset lists the skills.
fn squad(rules: &Ruleset) -> String {
    let of = |skill: &String| {
        let has = |p: &&touchline_core::rules::Player| p.sections.iter().any(|s| s.skill == *skill);
        let count = rules.squad.players.iter().filter(has).count();
        (count > 0).then(|| format!("{count} {skill}"))
    };
    let skills: Vec<String> = rules.vocabulary.skills.iter().filter_map(of).collect();
    let players = counted(rules.squad.players.len() as u64, "player", "players");
    let skills = if skills.is_empty() { String::new() } else { format!(": {}", skills.join(", ")) };
    format!("{}, {players}{skills}", rules.squad.name)
}

fn parameters(rules: &Ruleset, plugin: &str) -> Table {
    let mut table = Table::new(&[Align::Left, Align::Left, Align::Left]).indent(4);
    for param in rules.params.iter().filter(|p| p.decl.plugin == plugin) {
        let changed = param.value != param.decl.default;
        let style = if changed { WARN } else { PLAIN };
        let (value, text) = (param.value.to_string(), explained(param, changed));
        // A list would push the explanations of all the others to the right.
        if value.chars().count() > LONG_VALUE {
            table.row(vec![
                param.decl.name.as_str().into(),
                Cell::styled("…", style),
                format!("{value}: {text}").into(),
            ]);
        } else {
            table.row(vec![param.decl.name.as_str().into(), Cell::styled(value, style), text.into()]);
        }
    }
    table
}

/// What a parameter means, by which clause, and where a changed value comes from.
fn explained(param: &Param, changed: bool) -> String {
    let mut text = param.decl.doc.clone();
    if changed {
        text = format!("{text} ({}; default {})", param.origin, param.decl.default);
    }
    if !param.decl.clauses.is_empty() {
        text = format!("{text} [{}]", param.decl.clauses.join(" "));
    }
    text
}

fn as_json(rules: &Ruleset) -> Value {
    let layers: Vec<Value> = rules
        .stack
        .layers
        .iter()
        .map(|l| {
            let hooks: Vec<&str> = l.hooks.iter().map(|h| h.info().name).collect();
            json!({ "name": l.name, "doc": l.doc, "file": l.file, "hash": l.hash, "clauses": l.clauses, "hooks": hooks })
        })
        .collect();
    let params: Vec<Value> = rules
        .params
        .iter()
        .map(|p| {
            let decl = &p.decl;
            json!({
                "name": decl.name, "value": p.value, "default": decl.default, "origin": p.origin, "plugin": decl.plugin,
                "expects": decl.kind.to_string(), "clauses": decl.clauses, "doc": decl.doc,
            })
        })
        .collect();
    json!({
        "name": rules.name, "title": rules.title, "family": rules.family, "hash": rules.hash,
        "board": { "length": rules.board.length(), "width": rules.board.width(), "cells": rules.board.len(),
                   "zones": rules.vocabulary.zones },
        "mechanics": rules.game.kind(), "dice": rules.vocabulary.dice.as_ref().map(|d| &d.dice),
        "combinations": rules.vocabulary.dice.as_ref().map(|d| &d.combinations),
        "skills": rules.vocabulary.skills, "cards": rules.vocabulary.cards, "squad": rules.squad.name,
        "layers": layers, "params": params,
    })
}
