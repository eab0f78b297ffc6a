//! Arguments that several commands share.

use crate::failure::Failure;
use clap::Args;
use serde::de::IgnoredAny;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use touchline_core::bot;
use touchline_core::game::Teams;
use touchline_core::rules::{Content, Kind, Options, ParamKind, Ruleset, Source, Squad, Value, parse};
use touchline_core::sim::{SimError, Simulation, all_cores};

/// Where rulesets and plugins are searched.
#[derive(Args, Clone, Debug)]
pub(crate) struct SearchPath {
    /// Search this folder for rulesets/ and plugins/ before the built-in ones (repeatable; also TOUCHLINE_PATH)
    #[arg(long = "path", value_name = "DIR", global = true, help_heading = "Global options")]
    folders: Vec<PathBuf>,
}

impl SearchPath {
    /// The content along the path: --path first, then TOUCHLINE_PATH, then what is built in.
    pub(crate) fn content(&self) -> Result<Content, Failure> {
        self.content_with(None)
    }

    /// The options that find the same content again, each with a space in front.
    pub(crate) fn needed(&self) -> String {
        self.folders.iter().map(|folder| format!(" --path {}", quoted(&folder.display().to_string()))).collect()
    }

    /// The same with one more folder in front.
    pub(crate) fn content_with(&self, first: Option<PathBuf>) -> Result<Content, Failure> {
        let variable = std::env::var_os("TOUCHLINE_PATH").filter(|v| !v.is_empty());
        let more = variable.iter().flat_map(std::env::split_paths);
        Ok(Content::with_path(first.into_iter().chain(self.folders.iter().cloned()).chain(more))?)
    }
}

/// A ruleset and what to change in it.
#[derive(Args, Clone, Debug)]
pub(crate) struct Rules {
    /// The ruleset to play by; `touchline rules` lists them
    #[arg(short, long, value_name = "NAME", default_value = "base")]
    pub(crate) ruleset: String,
    /// Put a plugin on top: a Lua file, or the name of a built-in one (repeatable, bottom first)
    #[arg(short = 'p', long = "plugin", value_name = "FILE")]
    plugins: Vec<String>,
    /// Change a parameter; `touchline rules show NAME` lists them (repeatable)
    #[arg(short = 's', long = "set", value_name = "NAME=VALUE")]
    params: Vec<String>,
}

impl Rules {
    /// The ruleset as it stands.
    pub(crate) fn named(ruleset: &str) -> Rules {
        Rules { ruleset: ruleset.to_owned(), plugins: Vec::new(), params: Vec::new() }
    }

    /// The same with more on top.
    pub(crate) fn with(&self, plugins: &[String], params: &[String]) -> Rules {
        let mut rules = self.clone();
        rules.plugins.extend_from_slice(plugins);
        rules.params.extend_from_slice(params);
        rules
    }

    /// Loads it.
    pub(crate) fn load(&self, content: &Content) -> Result<Arc<Ruleset>, Failure> {
        let mut options = Options { plugins: self.sources(content)?, ..Options::default() };
        let plain = Ruleset::load(content, &self.ruleset, &options)?;
        if self.params.is_empty() {
            return Ok(plain);
        }
        for pair in &self.params {
            let Some((name, text)) = pair.split_once('=') else {
                return Err(Failure::Usage(format!("--set {pair}: write NAME=VALUE, as in --set short_limit=5")));
            };
            let name = name.trim();
            if name.is_empty() {
                return Err(Failure::Usage(format!(
                    "--set {pair}: the name is missing, write NAME=VALUE, as in --set short_limit=5"
                )));
            }
            // An unknown name is left to the loader, which knows the nearest one.
            let value = match plain.params.get(name) {
                Some(param) if text.trim().is_empty() && !matches!(param.decl.kind, ParamKind::Words(_)) => {
                    let expected = &param.decl.kind;
                    return Err(Failure::Usage(format!("--set {pair}: the value is missing, expected {expected}")));
                }
                Some(param) => value(&param.decl.kind, text.trim()),
                None => Value::Word(text.to_owned()),
            };
            options.params.push((name.to_owned(), value, "--set".to_owned()));
        }
        Ok(Ruleset::load(content, &self.ruleset, &options)?)
    }

    /// The name of a replay by these rules: those of a ruleset as it stands need no more than its name, and others must
    /// not overwrite them.
    pub(crate) fn file_name(&self, rules: &Ruleset, seed: u64) -> String {
        let plain = self.plugins.is_empty() && self.params.is_empty();
        let hash = if plain { String::new() } else { format!("-{}", rules.hash.get(..6).unwrap_or_default()) };
        format!("match-{}-{seed}{hash}.jsonl", rules.name)
    }

    /// The options that find the same plugins again, each with a space in front.
    pub(crate) fn needed(&self) -> String {
        self.plugins.iter().map(|plugin| format!(" --plugin {}", quoted(plugin))).collect()
    }

    /// The options that give the same rules again, each with a space in front.
    pub(crate) fn given(&self) -> String {
        let params = self.params.iter().map(|pair| format!(" --set {}", quoted(pair))).collect::<String>();
        format!(" --ruleset {}{}{params}", quoted(&self.ruleset), self.needed())
    }

    fn sources(&self, content: &Content) -> Result<Vec<Source>, Failure> {
        self.plugins.iter().map(|plugin| plugin_source(content, plugin)).collect()
    }
}

/// A word of a command line, in quotes if a shell would not take it as it is.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%\\".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// The plugin in a file, or the known one with this name.
pub(crate) fn plugin_source(content: &Content, plugin: &str) -> Result<Source, Failure> {
    let path = Path::new(plugin);
    if !path.exists() && path.extension().is_none() {
        return Ok(content.read(Kind::Plugin, plugin)?);
    }
    let mut source = Source::open(Kind::Plugin, path).map_err(|e| Failure::Usage(e.to_string()))?;
    if let Some((_, name)) = library(path) {
        source.name = name;
    }
    Ok(source)
}

/// For a file below a folder `plugins`: the folder around that one, and the plugin's name in it.
pub(crate) fn library(path: &Path) -> Option<(PathBuf, String)> {
    let whole = path.canonicalize().ok()?;
    let plugins = whole.ancestors().find(|a| a.file_name().is_some_and(|n| n == "plugins"))?;
    let inside = whole.strip_prefix(plugins).ok()?.with_extension("");
    let name = inside.iter().map(|part| part.to_str()).collect::<Option<Vec<_>>>()?.join("/");
    Some((plugins.parent()?.to_owned(), name))
}

/// A value typed on the command line, read as its parameter wants it; what does not fit is left to be refused.
fn value(kind: &ParamKind, text: &str) -> Value {
    let word = || Value::Word(text.to_owned());
    let number = || text.parse().map_or_else(|_| word(), Value::Number);
    match kind {
        ParamKind::Bool => text.parse().map_or_else(|_| word(), Value::Bool),
        ParamKind::Int { .. } => text.parse().map_or_else(|_| number(), Value::Int),
        ParamKind::Number { .. } => number(),
        ParamKind::Word(_) => word(),
        ParamKind::Words(_) => {
            let list = text.trim_start_matches('[').trim_end_matches(']');
            Value::Words(list.split(',').map(str::trim).filter(|w| !w.is_empty()).map(str::to_owned).collect())
        }
    }
}

/// Who plays.
#[derive(Args, Clone, Debug)]
pub(crate) struct Players {
    /// The bot that plays home: coach or random
    #[arg(long, value_name = "BOT", default_value = "coach")]
    home: String,
    /// The bot that plays away
    #[arg(long, value_name = "BOT", default_value = "coach")]
    away: String,
}

impl Players {
    /// Their names, home first.
    pub(crate) fn names(&self) -> Result<[String; 2], Failure> {
        let names = [self.home.clone(), self.away.clone()];
        match names.iter().find(|name| bot::by_name(name, 0).is_none()) {
            Some(name) => Err(SimError::UnknownBot { name: name.clone() }.into()),
            None => Ok(names),
        }
    }
}

/// Which squads play.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Squads {
    /// The home squad: a file, or the name of a built-in one; `touchline squad list` lists them [default: the ruleset's]
    #[arg(long, value_name = "SQUAD")]
    home_squad: Option<String>,
    /// The away squad [default: the ruleset's]
    #[arg(long, value_name = "SQUAD")]
    away_squad: Option<String>,
}

impl Squads {
    /// The options that name the same squads again, each with a space in front.
    fn given(&self) -> String {
        let named = [("home", &self.home_squad), ("away", &self.away_squad)];
        let one = |(side, squad): (&str, &Option<String>)| Some(format!(" --{side}-squad {}", quoted(squad.as_ref()?)));
        named.into_iter().filter_map(one).collect()
    }

    /// The two team sheets; every offence of both is listed.
    pub(crate) fn teams(&self, content: &Content, rules: &Arc<Ruleset>) -> Result<Arc<Teams>, Failure> {
        let mut wrong = Vec::new();
        let mut read = |name: &Option<String>| -> Result<Squad, Failure> {
            let Some(name) = name else { return Ok(rules.squad.clone()) };
            let source = squad_source(content, name)?;
            // What is no YAML at all offends against no rule.
            parse::<IgnoredAny>(&source.text, &source.file()).map_err(|error| Failure::Wrong(error.to_string()))?;
            match rules.admit(&source) {
                Ok(squad) => return Ok(squad),
                Err(errors) if !wrong.contains(&errors) => wrong.push(errors),
                Err(_) => {}
            }
            Ok(rules.squad.clone())
        };
        let teams = [read(&self.home_squad)?, read(&self.away_squad)?];
        if wrong.is_empty() {
            return Ok(Arc::new(teams));
        }
        let lines: Vec<String> = wrong.iter().map(ToString::to_string).collect();
        Err(Failure::Wrong(format!("by the rules of {} this squad may not play\n{}", rules.name, lines.join("\n"))))
    }
}

/// The squad in a file, or the known one with this name.
pub(crate) fn squad_source(content: &Content, squad: &str) -> Result<Source, Failure> {
    let path = Path::new(squad);
    if !path.exists() && path.extension().is_none() {
        return Ok(content.read(Kind::Squad, squad)?);
    }
    Source::open(Kind::Squad, path).map_err(|e| Failure::Usage(e.to_string()))
}

/// A batch of matches.
#[derive(Args, Clone, Debug)]
pub(crate) struct Batch {
    #[command(flatten)]
    players: Players,
    #[command(flatten)]
    squads: Squads,
    /// How many matches (10_000, 10k and 1M are understood)
    #[arg(short = 'n', long, value_name = "N", default_value = "1000", value_parser = count, allow_negative_numbers = true)]
    matches: u64,
    /// The root seed; the same seed gives the same matches on any number of threads
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Threads to use [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<u16>,
}

impl Batch {
    /// The options that let the same sides play one match, each with a space in front.
    pub(crate) fn sides(&self) -> String {
        let Players { home, away } = &self.players;
        format!(" --home {home} --away {away}{}", self.squads.given())
    }

    /// The batch, played by the rules that `rules` finds in the content; who plays is looked at first.
    pub(crate) fn simulation(&self, content: &Content, rules: &Rules) -> Result<Simulation, Failure> {
        let bots = self.players.names()?;
        let rules = rules.load(content)?;
        Ok(Simulation {
            bots,
            teams: self.squads.teams(content, &rules)?,
            seed: self.seed.unwrap_or_else(any_seed),
            matches: self.matches,
            threads: self.threads.map_or_else(all_cores, usize::from),
            ..Simulation::new(rules)
        })
    }
}

/// A count that may be written `10_000`, `10k` or `1M`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let plain = text.replace(['_', ','], "");
    let (digits, factor) = match plain.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1_000),
        None => match plain.strip_suffix('M') {
            Some(digits) => (digits, 1_000_000),
            None => (plain.as_str(), 1),
        },
    };
    let number: Option<u64> = digits.parse().ok().and_then(|n: u64| n.checked_mul(factor));
    let expected = || format!("expected a whole number from 1 to {}, such as 500, 10_000 or 10k", u64::MAX);
    number.filter(|n| *n > 0).ok_or_else(expected)
}

/// A number of threads.
pub(crate) fn threads(text: &str) -> Result<u16, String> {
    let number = text.parse().ok().filter(|n| *n > 0);
    number.ok_or_else(|| format!("expected a whole number from 1 to {}, such as 4", u16::MAX))
}

/// The number of an event or a goal.
pub(crate) fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}, such as 7", usize::MAX))
}

/// A minute of a match.
pub(crate) fn minute(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| format!("expected a whole number of minutes from 0 to {}, such as 60", u16::MAX))
}

/// A seed as it is typed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}, such as 7", u64::MAX))
}

/// A seed of nobody's choice, short enough to type again.
pub(crate) fn any_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::hash::RandomState::new().build_hasher().finish() % 1_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_may_be_abbreviated() {
        assert_eq!(["12", "10_000", "2k", "1M"].map(count), [Ok(12), Ok(10_000), Ok(2_000), Ok(1_000_000)]);
        for wrong in ["", "0", "-1", "k", "1.5", "99999999999999999M"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn words_that_a_shell_would_split_are_quoted() {
        assert_eq!(
            ["a-b/c.lua", "my rule.lua", "it's", ""].map(quoted),
            ["a-b/c.lua", "'my rule.lua'", r"'it'\''s'", "''"]
        );
    }

    #[test]
    fn values_are_read_as_the_parameter_wants_them() {
        assert_eq!(value(&ParamKind::Bool, "true"), Value::Bool(true));
        assert_eq!(value(&ParamKind::Int { min: 0, max: 9 }, "5"), Value::Int(5));
        assert_eq!(value(&ParamKind::Number { min: 0.0, max: 9.0 }, "5"), Value::Number(5.0));
        assert_eq!(value(&ParamKind::Word(vec![]), "5"), Value::Word("5".into()));
        assert_eq!(value(&ParamKind::Words(vec![]), "[a, b]"), Value::Words(vec!["a".into(), "b".into()]));
    }
}
