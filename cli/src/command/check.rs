//! `touchline check`: what is wrong with a plugin.

use crate::args::{SearchPath, library, plugin_source};
use crate::failure::Failure;
use crate::out::Out;
use crate::style::{BAD, DIM, GOOD, STRONG, WARN};
use crate::text::counted;
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use touchline_core::plugin::{Layer, PluginError};
use touchline_core::rules::{Kind, Options, Ruleset, RulesetError};

/// Load plugins and report every problem with its line
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline check golden.lua
  touchline check plugins/house/*.lua
  touchline check --ruleset complete golden.lua")]
pub(super) struct Check {
    /// The Lua files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The ruleset they are put on top of [default: base, or the first that has what the file requires]
    #[arg(short, long, value_name = "NAME")]
    ruleset: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let mut found = Vec::new();
        let mut problems = 0;
        for file in &self.files {
            let checked = self.load(path, file)?;
            match &checked {
                Ok((rules, layer)) if !self.json => print_fine(file, rules, layer, out)?,
                Err(errors) if !self.json => {
                    for error in errors {
                        print_problem(error, out)?;
                    }
                }
                _ => {}
            }
            problems += checked.as_ref().err().map_or(0, Vec::len);
            found.push(as_json(file, &checked));
        }
        if self.json {
            out.json(&found)?;
        } else if problems > 0 {
            writeln!(out, "\n{BAD}{}{BAD:#}", counted(problems as u64, "problem", "problems"))?;
        }
        if problems > 0 { Err(Failure::Reported) } else { Ok(()) }
    }

    /// Puts a file on the ruleset that was named, or on the first on which it is fine, `base` before all others.
    fn load(&self, path: &SearchPath, file: &str) -> Result<Checked, Failure> {
        let content = path.content()?;
        // A ruleset that is itself wrong must not be blamed on the file.
        let plain = |name: &str| Ruleset::load(&content, name, &Options::default());
        if let Some(name) = &self.ruleset {
            return load(path, &*plain(name)?, file);
        }
        let first = load(path, &*plain(DEFAULT)?, file)?;
        if first.is_err() {
            for name in content.list(Kind::Ruleset).iter().filter(|name| *name != DEFAULT) {
                if let Ok(rules) = plain(name)
                    && let Ok(Ok(fine)) = load(path, &rules, file)
                {
                    return Ok(Ok(fine));
                }
            }
        }
        Ok(first)
    }
}

/// The ruleset a file was put on when none is named.
const DEFAULT: &str = "base";

/// A sound file as a layer of a ruleset, or what is wrong with it.
type Checked = Result<(String, Layer), Vec<PluginError>>;

/// Puts a file on top of the ruleset, or, when the ruleset has that very plugin, in its place.
fn load(path: &SearchPath, plain: &Ruleset, file: &str) -> Result<Checked, Failure> {
    let home = library(Path::new(file));
    let in_place = home.filter(|(_, name)| plain.stack.layers.iter().any(|l| l.name == *name));
    let (content, options, name) = match in_place {
        Some((folder, name)) => {
            let content = path.content_with(Some(folder))?;
            let name = content.read(Kind::Plugin, &name)?.name;
            (content, Options::default(), name)
        }
        None => {
            let content = path.content()?;
            let source = plugin_source(&content, file)?;
            let name = source.name.clone();
            (content, Options { plugins: vec![source], ..Options::default() }, name)
        }
    };
    match Ruleset::load(&content, &plain.name, &options) {
        Ok(rules) => {
            let layer = rules.stack.layers.iter().find(|l| l.name == name);
            let missing = || Failure::Wrong(format!("{file} is not in the stack"));
            Ok(Ok((rules.name.clone(), layer.cloned().ok_or_else(missing)?)))
        }
        Err(RulesetError::Plugins(problems)) => Ok(Err(problems)),
        Err(other) => Err(Failure::Wrong(format!("{file}: {other}"))),
    }
}

fn print_fine(file: &str, rules: &str, layer: &Layer, out: &mut Out) -> std::io::Result<()> {
    let hooks: Vec<&str> = layer.hooks.iter().map(|h| h.info().name).collect();
    let mut parts =
        vec![format!("on {rules}"), if hooks.is_empty() { "no hooks".to_owned() } else { hooks.join(", ") }];
    for (count, one, many) in [
        (layer.clauses.len(), "clause", "clauses"),
        (layer.params.len(), "parameter", "parameters"),
        (layer.slots.len(), "slot", "slots"),
    ] {
        if count > 0 {
            parts.push(counted(count as u64, one, many));
        }
    }
    writeln!(out, "{GOOD}fine{GOOD:#}  {STRONG}{file}{STRONG:#}  {DIM}{}{DIM:#}", parts.join(" · "))
}

fn print_problem(error: &PluginError, out: &mut Out) -> std::io::Result<()> {
    let place = error.line.map_or_else(|| error.file.clone(), |line| format!("{}:{line}", error.file));
    writeln!(out, "{STRONG}{place}{STRONG:#}: {}", error.problem)?;
    if let Some(hint) = &error.hint {
        writeln!(out, "  {WARN}hint:{WARN:#} {hint}")?;
    }
    Ok(())
}

fn as_json(file: &str, checked: &Checked) -> Value {
    let problems: Vec<Value> = checked
        .as_ref()
        .err()
        .into_iter()
        .flatten()
        .map(|e| json!({ "file": e.file, "line": e.line, "problem": e.problem, "hint": e.hint }))
        .collect();
    let rules = checked.as_ref().ok().map(|(rules, _)| rules);
    json!({ "file": file, "ruleset": rules, "fine": problems.is_empty(), "problems": problems })
}
