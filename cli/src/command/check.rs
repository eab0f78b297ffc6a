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
use std::rc::Rc;
use std::sync::Arc;
use touchline_core::plugin::{Draft, Hook, Layer, PluginError, PluginSource, Trial, try_out};
use touchline_core::rules::{Content, Kind, Options, Ruleset, RulesetError};

/// Read plugins, play a few matches with them, and report every problem with its line
#[derive(Args, Debug)]
#[command(after_help = "\
Whatever is spelled out in a file and cannot be right is reported, all of it at once.
When nothing is found, ten quick matches are played, nine between random bots and one
between coaches, always the same ones, up to the first failure.

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

/// Matches that a file without a visible problem is tried in.
const MATCHES: u64 = 10;

/// The ruleset a file is put on when none is named.
const DEFAULT: &str = "base";

/// A sound file, or what is wrong with it.
type Checked = Result<Fine, Vec<PluginError>>;

/// A sound file: its layer in the rules it was tried with, and what the matches showed.
struct Fine {
    rules: Arc<Ruleset>,
    layer: Layer,
    trial: Trial,
}

impl Check {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let mut found = Vec::new();
        let mut problems = 0;
        for file in &self.files {
            let checked = self.check(path, file)?;
            match &checked {
                Ok(fine) if !self.json => print_fine(file, fine, out)?,
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

    /// Reads a file, and tries it when nothing is wrong with it.
    fn check(&self, path: &SearchPath, file: &str) -> Result<Checked, Failure> {
        let (rules, layer) = match self.read(path, file)? {
            Ok(read) => read,
            Err(problems) => return Ok(Err(problems)),
        };
        let mut trial = try_out(&rules, &layer.name, MATCHES);
        let Some(mut failure) = trial.failure.take() else { return Ok(Ok(Fine { rules, layer, trial })) };
        let (name, seed, bot) = (&rules.name, trial.seed, trial.bot);
        failure.hint = Some(match library(Path::new(file)) {
            Some(_) => format!("so it went in a match of two {bot} bots by {name}, seed {seed}"),
            None => format!(
                "to see it: touchline play --ruleset {name} --plugin {file} --home {bot} --away {bot} --seed {seed}"
            ),
        });
        Ok(Err(vec![failure]))
    }

    /// Puts a file on the ruleset that was named, or on the first on which it is fine, `base` before all others. Of a
    /// file that is fine on none it is told what is wrong on the first that has what it requires.
    fn read(&self, path: &SearchPath, file: &str) -> Result<Read, Failure> {
        let content = path.content()?;
        // A ruleset that is itself wrong must not be blamed on the file.
        let plain = |name: &str| Ruleset::load(&content, name, &Options::default());
        if let Some(name) = &self.ruleset {
            return Ok(Put::on(path, &*plain(name)?, file)?.read());
        }
        let base = plain(DEFAULT)?;
        let first = Put::on(path, &base, file)?;
        let (mut problems, mut at_home) = match first.read() {
            Ok(fine) => return Ok(Ok(fine)),
            Err(problems) => (problems, first.at_home()),
        };
        // What is wrong with the file itself is wrong everywhere: it is enough to know where it belongs, if anywhere.
        let everywhere = first.draft.is_wrong_everywhere();
        if are_unknown(first.draft.requires(), &content.list(Kind::Plugin)) {
            return Ok(Err(problems));
        }
        for name in content.list(Kind::Ruleset).iter().filter(|name| *name != DEFAULT) {
            if at_home && everywhere {
                break;
            }
            let Ok(rules) = plain(name) else { continue };
            let put = Put::on(path, &rules, file)?;
            if !put.at_home() {
                continue;
            }
            if at_home && !put.draft.fits(&rules.stack, &rules.vocabulary) {
                continue;
            }
            match put.read() {
                Ok(fine) => return Ok(Ok(fine)),
                Err(found) if !at_home => (problems, at_home) = (found, true),
                Err(_) => {}
            }
        }
        Ok(Err(problems))
    }
}

/// Whether one of these required plugins is nowhere.
fn are_unknown(requires: &[String], known: &[String]) -> bool {
    let is_of = |plugin: &String, required: &str| {
        plugin.strip_prefix(required).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    requires.iter().any(|required| !known.iter().any(|plugin| is_of(plugin, required)))
}

/// A file that loads, as a layer of rules, or what is wrong with it.
type Read = Result<(Arc<Ruleset>, Layer), Vec<PluginError>>;

/// A file put on a ruleset: on top, or, when the ruleset has that very plugin, in its place.
struct Put<'a> {
    plain: &'a Ruleset,
    content: Content,
    options: Options,
    draft: Rc<Draft>,
    source: PluginSource,
}

impl<'a> Put<'a> {
    fn on(path: &SearchPath, plain: &'a Ruleset, file: &str) -> Result<Put<'a>, Failure> {
        let home = library(Path::new(file));
        let in_place = home.filter(|(_, name)| plain.stack.layers.iter().any(|l| l.name == *name));
        let mut options = Options::default();
        let (content, found) = match in_place {
            Some((folder, name)) => {
                let content = path.content_with(Some(folder))?;
                let found = content.read(Kind::Plugin, &name)?;
                (content, found)
            }
            None => {
                let content = path.content()?;
                let found = plugin_source(&content, file)?;
                options.plugins.push(found.clone());
                (content, found)
            }
        };
        let source = PluginSource { name: found.name.clone(), file: found.file(), text: found.text.into_owned() };
        Ok(Put { plain, content, options, draft: Draft::read(&source), source })
    }

    /// Whether the ruleset has what the file requires.
    fn at_home(&self) -> bool {
        let layers = &self.plain.stack.layers;
        self.draft.requires().iter().all(|required| layers.iter().any(|l| l.is_of(required)))
    }

    fn read(&self) -> Read {
        let rules = match Ruleset::load(&self.content, &self.plain.name, &self.options) {
            Ok(rules) => rules,
            Err(RulesetError::Plugins(mut problems)) => {
                problems.extend(self.draft.judge(&self.plain.stack, &self.plain.vocabulary));
                problems.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
                return Err(problems);
            }
            Err(other) => return Err(vec![self.whole(other.to_string())]),
        };
        let problems = self.draft.judge(&rules.stack, &rules.vocabulary);
        if !problems.is_empty() {
            return Err(problems);
        }
        match rules.stack.layers.iter().find(|l| l.name == self.source.name).cloned() {
            Some(layer) => Ok((rules, layer)),
            None => Err(vec![self.whole("it is not in the stack".to_owned())]),
        }
    }

    /// A problem of the file as a whole.
    fn whole(&self, problem: String) -> PluginError {
        PluginError { file: self.source.file.clone(), line: None, problem, hint: None }
    }
}

fn print_fine(file: &str, fine: &Fine, out: &mut Out) -> std::io::Result<()> {
    let Fine { rules, layer, trial } = fine;
    let names = |hooks: &[Hook]| hooks.iter().map(|h| h.info().name).collect::<Vec<_>>().join(", ");
    let mut parts = vec![
        format!("on {}", rules.name),
        if layer.hooks.is_empty() { "no hooks".to_owned() } else { names(&layer.hooks) },
    ];
    for (count, one, many) in [
        (layer.clauses.len(), "clause", "clauses"),
        (layer.params.len(), "parameter", "parameters"),
        (layer.slots.len(), "slot", "slots"),
    ] {
        if count > 0 {
            parts.push(counted(count as u64, one, many));
        }
    }
    // Whether it is fine shows in a match.
    let verdict = if trial.refused.is_some() { format!("{WARN}loads{WARN:#}") } else { format!("{GOOD}fine{GOOD:#}") };
    writeln!(out, "{verdict}  {STRONG}{file}{STRONG:#}  {DIM}{}{DIM:#}", parts.join(" · "))?;
    if let Some(refused) = &trial.refused {
        writeln!(out, "      {WARN}not tried{WARN:#}, no match can be played on {}: {refused}", rules.name)?;
    } else if !trial.unasked.is_empty() {
        let matches = counted(trial.matches, "match", "matches");
        writeln!(out, "      {WARN}not reached{WARN:#} in {matches}: {}", names(&trial.unasked))?;
    }
    Ok(())
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
    let fine = checked.as_ref().ok();
    let unreached = fine.map(|f| f.trial.unasked.iter().map(|h| h.info().name).collect::<Vec<_>>());
    json!({
        "file": file,
        "ruleset": fine.map(|f| &f.rules.name),
        "fine": problems.is_empty(),
        "problems": problems,
        "matches": fine.map(|f| f.trial.matches),
        "not_reached": unreached,
    })
}
