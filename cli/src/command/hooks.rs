//! `touchline hooks`: what a plugin is asked, and what it may answer.

use crate::args::{Rules, SearchPath};
use crate::failure::Failure;
use crate::out::Out;
use crate::style::{DIM, NAME};
use crate::table::{Align, Cell, Table};
use crate::text::unknown;
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use touchline_core::plugin::{HOOKS, Hook, describe, lua_definitions, markdown_reference};
use touchline_core::rules::ClauseIndex;

/// List the hooks, or explain one with its facts, answers and an example
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline hooks                             every hook
  touchline hooks on_cod_tie                  what it is told and what it may answer
  touchline hooks --lua > touchline.d.lua     definitions for an editor with LuaLS")]
pub(super) struct Hooks {
    /// The hook to explain
    name: Option<String>,
    /// Print the definition file for editors
    #[arg(long, conflicts_with_all = ["name", "markdown", "json"])]
    lua: bool,
    /// Print the whole reference as Markdown
    #[arg(long, conflicts_with_all = ["name", "json"])]
    markdown: bool,
    /// The ruleset whose skills, cards and zones the definition file knows
    #[arg(short, long, value_name = "NAME", default_value = "base")]
    ruleset: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Hooks {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        if self.lua {
            let rules = Rules::named(&self.ruleset).load(&path.content()?)?;
            return Ok(out.write_all(lua_definitions(&rules.vocabulary).as_bytes())?);
        }
        let index = ClauseIndex::load(&path.content()?)?;
        if self.markdown {
            return Ok(out.write_all(markdown_reference(&index).as_bytes())?);
        }
        let Some(name) = &self.name else {
            return if self.json {
                Ok(out.json(&Hook::ALL.iter().map(|h| as_json(*h, &index)).collect::<Vec<_>>())?)
            } else {
                Ok(list(out)?)
            };
        };
        // The prefix may be left out: `hooks kick`.
        let hook = Hook::from_name(name)
            .or_else(|| Hook::from_name(&format!("on_{name}")))
            .ok_or_else(|| Failure::Usage(unknown("hook", name, HOOKS.iter().map(|h| h.name), "touchline hooks")))?;
        if self.json {
            Ok(out.json(&as_json(hook, &index))?)
        } else {
            Ok(out.write_all(describe(hook, &index).as_bytes())?)
        }
    }
}

fn list(out: &mut Out) -> std::io::Result<()> {
    let mut table = Table::new(&[Align::Left; 4]).heading(&["hook", "mode", "may", "when it is asked"]);
    for hook in HOOKS {
        table.row(vec![
            Cell::styled(hook.name, NAME),
            hook.mode.word().into(),
            hook.licence.word().into(),
            hook.doc.trim().into(),
        ]);
    }
    table.print(out)?;
    writeln!(
        out,
        "\n{DIM}rule: the top layer answers or defers · modify: a value passes bottom to top · notify: everybody hears it\n\
         ask: only looks · act: may roll dice and write slots\n\
         touchline hooks NAME explains one{DIM:#}"
    )
}

fn as_json(hook: Hook, index: &ClauseIndex) -> Value {
    let info = hook.info();
    let facts: Vec<Value> = info.facts.iter().map(|f| json!({ "name": f.name, "doc": f.doc })).collect();
    json!({
        "name": info.name, "doc": info.doc.trim(), "mode": info.mode.word(), "licence": info.licence.word(),
        "who": info.who, "facts": facts, "clauses": index.ids_of(hook), "example": info.example,
    })
}
