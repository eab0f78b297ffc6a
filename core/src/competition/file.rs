//! The competition file: who plays whom by which rules.

use super::cup::{Cup, Seeding};
use super::error::CompetitionError;
use super::league::League;
use crate::bot;
use crate::rules::{
    Content, ContentError, DataError, GameKind, Kind, MAX_TEXT, Options, Ruleset, RulesetError, Series, Source, Squad,
    content_hash, parse, yaml_value,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The most teams of a competition.
pub const MAX_TEAMS: usize = 128;
const MAX_NAME: usize = 40;
/// Puts extra time and penalties on top of rules of the pitch, whose matches may be drawn.
const KNOCKOUT: &str = "competition/knockout";

/// The kind of a competition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everybody against everybody.
    League,
    /// Knock-out.
    Cup,
    /// Two teams, until one has won often enough.
    Series,
}

impl Format {
    /// `league`, `cup` or `series`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Format::League => "league",
            Format::Cup => "cup",
            Format::Series => "series",
        }
    }
}

/// The file as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    competition: String,
    #[serde(default)]
    format: Option<Format>,
    #[serde(default = "base")]
    ruleset: String,
    #[serde(default)]
    plugins: Vec<String>,
    #[serde(default)]
    params: BTreeMap<String, serde_yaml::Value>,
    #[serde(default)]
    seed: u64,
    teams: Vec<TeamSheet>,
    #[serde(default)]
    league: League,
    #[serde(default)]
    cup: CupSheet,
    #[serde(default)]
    series: SeriesSheet,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TeamSheet {
    name: String,
    #[serde(default)]
    squad: Option<String>,
    #[serde(default = "coach")]
    bot: String,
}

/// How a cup is played, as written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct CupSheet {
    seeding: Seeding,
    wins: Option<u8>,
    third_place: bool,
}

/// How a series is played, as written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SeriesSheet {
    wins: Option<u8>,
}

fn base() -> String {
    "base".to_owned()
}

fn coach() -> String {
    "coach".to_owned()
}

/// How a competition is played and counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// A league.
    League(League),
    /// A cup.
    Cup(Cup),
    /// A series: a cup of two teams.
    Series(Cup),
}

impl Mode {
    /// The kind of it.
    #[must_use]
    pub fn format(&self) -> Format {
        match self {
            Mode::League(_) => Format::League,
            Mode::Cup(_) => Format::Cup,
            Mode::Series(_) => Format::Series,
        }
    }
}

/// A team of a competition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// Its name.
    pub name: String,
    /// Its squad, under that name.
    pub squad: Squad,
    /// The squad as the file names it.
    pub squad_name: String,
    /// Hash of the squad's file.
    pub squad_hash: String,
    /// Who plays it.
    pub bot: String,
}

/// A competition file that was read and found sound: every match of it can begin.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The competition's name.
    pub title: String,
    /// How it is played.
    pub mode: Mode,
    /// The rules.
    pub rules: Arc<Ruleset>,
    /// The root seed.
    pub seed: u64,
    /// The teams, in the order of the file.
    pub teams: Vec<Team>,
}

/// Reads one file; everything it names is looked for beside it, or along the search path.
struct Reader<'a> {
    text: &'a str,
    file: String,
    folder: &'a Path,
    content: &'a Content,
}

impl Entry {
    /// Reads a competition file as the given kind.
    ///
    /// # Errors
    /// What is wrong, with file, line and column; nothing is written.
    pub fn read(path: &Path, format: Format, content: &Content) -> Result<Entry, CompetitionError> {
        let file = path.display().to_string();
        let unreadable = |problem: String| CompetitionError::Data(DataError::new(&file, problem));
        let bytes = std::fs::read(path).map_err(|e| unreadable(format!("cannot be read: {e}")))?;
        if bytes.len() > MAX_TEXT {
            return Err(unreadable("is too large for a competition file".to_owned()));
        }
        let text =
            String::from_utf8(bytes).map_err(|_| unreadable("is not UTF-8 text: save it as UTF-8".to_owned()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Reader { text: &text, file, folder, content }.entry(format)
    }

    /// The names of the teams.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.teams.iter().map(|t| t.name.as_str()).collect()
    }
}

impl Reader<'_> {
    fn wrong(&self, problem: impl std::fmt::Display, words: &[&str]) -> DataError {
        DataError::new(&self.file, problem).at_words(self.text, words)
    }

    fn entry(&self, format: Format) -> Result<Entry, CompetitionError> {
        let sheet: Sheet = parse(self.text, &self.file)?;
        check_name(&sheet.competition)
            .map_err(|p| self.wrong(format!("the competition's name {p}"), &["competition"]))?;
        if let Some(given) = sheet.format.filter(|f| *f != format) {
            let error =
                self.wrong(format!("this is a {}, not a {}", given.word(), format.word()), &["format", given.word()]);
            return Err(error.hint(format_args!("run `touchline {} {}`", given.word(), self.file)).into());
        }
        self.check_teams(&sheet, format)?;
        let rules = self.rules(&sheet, format)?;
        let mode = self.mode(&sheet, format, &rules)?;
        let mut teams = Vec::with_capacity(sheet.teams.len());
        for team in &sheet.teams {
            teams.push(self.team(team, &rules)?);
        }
        Ok(Entry { title: sheet.competition, mode, rules, seed: sheet.seed, teams })
    }

    fn mode(&self, sheet: &Sheet, format: Format, rules: &Ruleset) -> Result<Mode, DataError> {
        let cup = &sheet.cup;
        // The file decides; else the rules, where they speak of it.
        let series = |wins: Option<u8>, tie: bool, usual: u8| match wins {
            Some(wins) if !(1..=10).contains(&wins) => {
                Err(self.wrong(format!("`wins` is {wins}"), &[format.word(), "wins"]).hint("write 1 to 10"))
            }
            Some(wins) => Ok(Series::first_to(wins)),
            None => Ok(rules.series(tie).unwrap_or(Series::first_to(usual))),
        };
        Ok(match format {
            Format::League => {
                if !(1..=4).contains(&sheet.league.legs) {
                    let error = self.wrong(format!("`legs` is {}", sheet.league.legs), &["league", "legs"]);
                    return Err(error.hint("write 1, or 2 for home and away (at most 4)"));
                }
                Mode::League(sheet.league.clone())
            }
            Format::Cup => {
                let (seeding, third_place) = (cup.seeding, cup.third_place);
                Mode::Cup(Cup { seeding, series: series(cup.wins, true, 1)?, third_place })
            }
            Format::Series => {
                let series = series(sheet.series.wins, false, 2)?;
                Mode::Series(Cup { seeding: Seeding::Listed, series, third_place: false })
            }
        })
    }

    fn check_teams(&self, sheet: &Sheet, format: Format) -> Result<(), DataError> {
        let count = sheet.teams.len();
        let fits = if format == Format::Series { count == 2 } else { (2..=MAX_TEAMS).contains(&count) };
        if !fits {
            let wanted =
                if format == Format::Series { "list two".to_owned() } else { format!("list 2 to {MAX_TEAMS}") };
            return Err(self.wrong(format!("{count} teams are listed"), &["teams"]).hint(wanted));
        }
        for (n, team) in sheet.teams.iter().enumerate() {
            let name = team.name.as_str();
            check_name(name).map_err(|p| self.wrong(format!("the name of team {} {p}", n + 1), &["teams", name]))?;
            if sheet.teams[..n].iter().any(|t| t.name.eq_ignore_ascii_case(name)) {
                let error = self.wrong(format!("the team `{name}` is listed twice"), &["teams", name, name]);
                return Err(error.hint("give each team a name of its own"));
            }
            if bot::by_name(&team.bot, 0).is_none() {
                let error = self.wrong(format!("there is no bot `{}`", team.bot), &["teams", name, &team.bot]);
                return Err(error.known(&team.bot, bot::NAMES.iter().copied()));
            }
        }
        Ok(())
    }

    fn rules(&self, sheet: &Sheet, format: Format) -> Result<Arc<Ruleset>, CompetitionError> {
        let mut options = Options::default();
        for plugin in &sheet.plugins {
            options.plugins.push(self.source(Kind::Plugin, plugin, &["plugins", plugin])?);
        }
        let load = |options: &Options| match Ruleset::load(self.content, &sheet.ruleset, options) {
            Err(RulesetError::Content(error @ ContentError::Unknown { kind: Kind::Ruleset, .. })) => {
                let known = self.content.list(Kind::Ruleset);
                let error = self.wrong(first_line(&error), &["ruleset", &sheet.ruleset]);
                Err(CompetitionError::Data(error.known(&sheet.ruleset, known.iter().map(String::as_str))))
            }
            other => other.map_err(CompetitionError::Rules),
        };
        let mut rules = load(&options)?;
        let knockout = format != Format::League && rules.game.kind() == GameKind::Pitch;
        if knockout && rules.stack.layers.iter().all(|l| l.name != KNOCKOUT) {
            let source = self.content.read(Kind::Plugin, KNOCKOUT).map_err(RulesetError::Content)?;
            options.plugins.push(source);
            rules = load(&options)?;
        }
        for (name, yaml) in &sheet.params {
            let place = ["params", name.as_str()];
            let Some(value) = yaml_value(yaml) else {
                let problem = format!("`{name}` is true, false, a number, a word or a list of words");
                return Err(self.wrong(problem, &place).into());
            };
            if rules.params.get(name).is_none() {
                let known: Vec<&str> = rules.params.iter().map(|p| p.decl.name.as_str()).collect();
                let error = self.wrong(format!("there is no parameter `{name}`"), &place);
                return Err(error.known(name, known).into());
            }
            let tried = rules.params.clone().set(name, &value, &self.file);
            tried.map_err(|problem| self.wrong(problem, &place))?;
            options.params.push((name.clone(), value, self.file.clone()));
        }
        if options.params.is_empty() { Ok(rules) } else { load(&options) }
    }

    /// A file beside this one, or the known content with that name.
    fn source(&self, kind: Kind, name: &str, place: &[&str]) -> Result<Source, DataError> {
        let is_file = Path::new(name).extension().is_some_and(|e| e == "yaml" || e == "yml" || e == "lua");
        let found = if is_file { Source::open(kind, &self.folder.join(name)) } else { self.content.read(kind, name) };
        found.map_err(|error| {
            let known = self.content.list(kind);
            let wrong = self.wrong(first_line(&error), place);
            match error {
                ContentError::Unknown { .. } => wrong.known(name, known.iter().map(String::as_str)),
                _ => wrong.hint("name a file beside this one, or one that `touchline` knows"),
            }
        })
    }

    /// A team with its squad, which is found to be legal before anything is written.
    fn team(&self, team: &TeamSheet, rules: &Arc<Ruleset>) -> Result<Team, CompetitionError> {
        let (mut squad, squad_hash) = match &team.squad {
            None => (rules.squad.clone(), sheet_hash(&rules.squad)),
            Some(name) => {
                let source = self.source(Kind::Squad, name, &["teams", &team.name, name])?;
                (rules.admit(&source)?, content_hash(&[&source]))
            }
        };
        squad.name.clone_from(&team.name);
        Ok(Team {
            name: team.name.clone(),
            squad,
            squad_name: team.squad.clone().unwrap_or_else(|| "of the ruleset".to_owned()),
            squad_hash,
            bot: team.bot.clone(),
        })
    }
}

fn sheet_hash(squad: &Squad) -> String {
    use sha2::{Digest, Sha256};
    // A squad is names and numbers: it always has a JSON form.
    crate::game::save::hex(&Sha256::digest(serde_json::to_vec(squad).unwrap_or_default()))
}

fn first_line(error: &impl ToString) -> String {
    let text = error.to_string();
    text.lines().next().unwrap_or_default().split("; did you mean").next().unwrap_or_default().to_owned()
}

/// Refuses names that are empty, too long, or that a terminal or a spreadsheet would take for something else.
fn check_name(name: &str) -> Result<(), String> {
    if name.trim().is_empty() || name.trim() != name {
        return Err("is empty or has spaces around it".to_owned());
    }
    if name.chars().count() > MAX_NAME {
        return Err(format!("is longer than {MAX_NAME} characters"));
    }
    if name.chars().any(char::is_control) {
        return Err("holds a control character".to_owned());
    }
    if name.starts_with(['=', '+', '-', '@']) {
        return Err("starts with a sign that spreadsheets take for a formula".to_owned());
    }
    Ok(())
}
