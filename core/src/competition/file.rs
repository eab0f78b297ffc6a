//! The competition file: who plays whom by which rules.

use super::cup::{Cup, Seeding};
use super::error::CompetitionError;
use super::form::{Sheet, TeamSheet};
use super::league::League;
use crate::bot;
use crate::bytes::{Unread, read_text};
use crate::rules::findings::Findings;
use crate::rules::place::Step;
use crate::rules::{
    Content, ContentError, DataError, GameKind, Kind, MAX_TEXT, Options, Ruleset, RulesetError, Series, Source, Squad,
    content_hash, yaml_value,
};
use serde::{Deserialize, Serialize};
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
    /// All three.
    pub const ALL: [Format; 3] = [Format::League, Format::Cup, Format::Series];

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
    /// Everything that is wrong with the file itself.
    found: Findings,
    /// And with the squads that it names.
    in_squads: Vec<DataError>,
}

impl Entry {
    /// Reads a competition file as the given kind.
    ///
    /// # Errors
    /// What is wrong, with file, line and column; nothing is written.
    pub fn read(path: &Path, format: Format, content: &Content) -> Result<Entry, CompetitionError> {
        let file = path.display().to_string();
        let unread = |e: Unread| {
            let error = DataError::new(&file, e.told(path));
            match e {
                Unread::Missing | Unread::Folder | Unread::NoFile => CompetitionError::NoFile(error.to_string()),
                _ => error.into(),
            }
        };
        let text = read_text(path, MAX_TEXT).map_err(unread)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let (found, in_squads) = (Findings::default(), Vec::new());
        Reader { text: &text, file, folder, content, found, in_squads }.entry(format)
    }

    /// The names of the teams.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.teams.iter().map(|t| t.name.as_str()).collect()
    }
}

impl Reader<'_> {
    fn wrong(&mut self, problem: impl std::fmt::Display, path: &[Step]) {
        self.found.note(path, || DataError::new(&self.file, problem));
    }

    fn hinted(&mut self, problem: impl std::fmt::Display, path: &[Step], hint: &str) {
        self.found.note(path, || DataError::new(&self.file, problem).hint(hint));
    }

    fn unknown(&mut self, problem: impl std::fmt::Display, path: &[Step], given: &str, known: &[&str]) {
        self.found.note(path, || DataError::new(&self.file, problem).known(given, known.iter().copied()));
    }

    fn entry(mut self, format: Format) -> Result<Entry, CompetitionError> {
        let mut sheet;
        (sheet, self.found) = Sheet::read(self.text, &self.file)?;
        if let Some(given) = sheet.format.filter(|f| *f != format) {
            let problem = format!("this is a {}, not a {}", given.word(), format.word());
            // Everything else would be judged as the wrong kind.
            let hint = format!("run `touchline {} {}`", given.word(), self.file);
            return Err(DataError::new(&self.file, problem).at_path(self.text, &[key("format")]).hint(hint).into());
        }
        if let Some(Err(problem)) = sheet.competition.as_deref().map(check_name) {
            self.wrong(format!("the competition's name {problem}"), &[key("competition")]);
        }
        self.check_sections(&sheet, format);
        self.check_size(&sheet, format);
        sheet.teams.truncate(MAX_TEAMS);
        self.check_teams(&sheet);
        let rules = self.rules(&sheet, format)?;
        let mut teams = Vec::with_capacity(sheet.teams.len());
        let mut mode = None;
        if let Some(rules) = &rules {
            mode = self.mode(&sheet, format, rules);
            for (at, team) in sheet.teams.iter().enumerate() {
                teams.extend(self.team(at, team, rules)?);
            }
        } else {
            // By which rules they are to be judged is not known; that the files are there is.
            for (at, team) in sheet.teams.iter().enumerate() {
                team.squad.as_ref().map(|name| self.source(Kind::Squad, name, &team_path(at, "squad")));
            }
        }
        match (rules, mode) {
            (Some(rules), Some(mode)) if self.found.is_empty() => {
                Ok(Entry { title: sheet.competition.unwrap_or_default(), mode, rules, seed: sheet.seed, teams })
            }
            _ => {
                self.in_squads
                    .sort_by(|a, b| a.file.cmp(&b.file).then(a.count().cmp(&b.count())).then(a.line.cmp(&b.line)));
                self.in_squads.dedup();
                let mut found = self.found.placed(self.text, &self.file);
                found.extend(self.in_squads);
                Err(CompetitionError::Data(found))
            }
        }
    }

    /// A section of another kind of competition would be ignored.
    fn check_sections(&mut self, sheet: &Sheet, format: Format) {
        for other in Format::ALL.into_iter().filter(|f| *f != format && sheet.sections.contains(f)) {
            let problem = format!("`{}` says nothing about a {}", other.word(), format.word());
            let hint = format!("write `{}:`, or take it out", format.word());
            self.hinted(problem, &[Step::Name(other.word().to_owned())], &hint);
        }
    }

    fn mode(&mut self, sheet: &Sheet, format: Format, rules: &Ruleset) -> Option<Mode> {
        let cup = &sheet.cup;
        let path = |name: &str| [key(format.word()), key(name)];
        if format == Format::League {
            if !(1..=4).contains(&sheet.league.legs) {
                let problem = format!("`legs` is {}", sheet.league.legs);
                self.hinted(problem, &path("legs"), "write 1, or 2 for home and away (at most 4)");
                return None;
            }
            return Some(Mode::League(sheet.league.clone()));
        }
        let (wins, tie, usual) =
            if format == Format::Cup { (cup.wins, true, 1) } else { (sheet.series_wins, false, 2) };
        // The file decides; else the rules, where they speak of it.
        let series = match wins {
            Some(wins) if !(1..=10).contains(&wins) => {
                self.hinted(format!("`wins` is {wins}"), &path("wins"), "write 1 to 10");
                return None;
            }
            Some(wins) => Series::first_to(wins),
            None => rules.series(tie).unwrap_or(Series::first_to(usual)),
        };
        Some(if format == Format::Cup {
            Mode::Cup(Cup { seeding: cup.seeding, series, third_place: cup.third_place })
        } else {
            Mode::Series(Cup { seeding: Seeding::Listed, series, third_place: false })
        })
    }

    fn check_size(&mut self, sheet: &Sheet, format: Format) {
        let count = sheet.listed;
        let fits = if format == Format::Series {
            count == Some(2)
        } else {
            count.is_none_or(|n| (2..=MAX_TEAMS).contains(&n))
        };
        if let Some(count) = count.filter(|_| !fits) {
            let wanted =
                if format == Format::Series { "list two".to_owned() } else { format!("list 2 to {MAX_TEAMS}") };
            let listed = if count == 1 { "1 team is".to_owned() } else { format!("{count} teams are") };
            self.hinted(format!("{listed} listed"), &[Step::Name("teams".to_owned())], &wanted);
        }
    }

    fn check_teams(&mut self, sheet: &Sheet) {
        for (n, team) in sheet.teams.iter().enumerate() {
            if let Some(name) = team.name.as_deref() {
                let path = team_path(n, "name");
                if let Err(problem) = check_name(name) {
                    self.wrong(format!("the name of team {} {problem}", n + 1), &path);
                }
                let alike = |t: &TeamSheet| t.name.as_deref().is_some_and(|t| t.to_lowercase() == name.to_lowercase());
                if sheet.teams[..n].iter().any(alike) {
                    let problem = format!("the team `{name}` is listed twice");
                    self.hinted(problem, &path, "give each team a name of its own");
                }
            }
            if bot::by_name(&team.bot, 0).is_none() {
                let problem = format!("there is no bot `{}`", team.bot);
                self.unknown(problem, &team_path(n, "bot"), &team.bot, bot::NAMES);
            }
        }
    }

    /// The rules; `None` when the file does not say which, and why is noted.
    fn rules(&mut self, sheet: &Sheet, format: Format) -> Result<Option<Arc<Ruleset>>, CompetitionError> {
        let before = self.found.count();
        let mut options = Options::default();
        for (at, plugin) in sheet.plugins.iter().enumerate() {
            options.plugins.extend(self.source(Kind::Plugin, plugin, &[key("plugins"), Step::Item(at)]));
        }
        let known = self.content.list(Kind::Ruleset);
        if !known.contains(&sheet.ruleset)
            && let Err(error @ ContentError::Unknown { .. }) = self.content.read(Kind::Ruleset, &sheet.ruleset)
        {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            self.unknown(first_line(&error), &[key("ruleset")], &sheet.ruleset, &known);
        }
        if self.found.count() > before {
            return Ok(None);
        }
        let load = |options: &Options| Ruleset::load(self.content, &sheet.ruleset, options);
        let mut rules = load(&options)?;
        let knockout = format != Format::League && rules.game.kind() == GameKind::Pitch;
        if knockout && rules.stack.layers.iter().all(|l| l.name != KNOCKOUT) {
            let source = self.content.read(Kind::Plugin, KNOCKOUT).map_err(RulesetError::Content)?;
            options.plugins.push(source);
            rules = load(&options)?;
        }
        for (name, yaml) in &sheet.params {
            let place = [key("params"), Step::Name(name.clone())];
            let Some(value) = yaml_value(yaml) else {
                let problem = format!("`{name}` is true, false, a number, a word or a list of words");
                self.wrong(problem, &place);
                continue;
            };
            if rules.params.get(name).is_none() {
                let known: Vec<&str> = rules.params.iter().map(|p| p.decl.name.as_str()).collect();
                self.unknown(format!("there is no parameter `{name}`"), &place, name, &known);
                continue;
            }
            match rules.params.clone().set(name, &value, &self.file) {
                Err(problem) => self.wrong(problem, &place),
                Ok(()) => options.params.push((name.clone(), value, self.file.clone())),
            }
        }
        let load = |options: &Options| Ruleset::load(self.content, &sheet.ruleset, options);
        Ok(Some(if options.params.is_empty() { rules } else { load(&options)? }))
    }

    /// A file beside this one, or the known content with that name; `None` when there is none, which is noted.
    fn source(&mut self, kind: Kind, name: &str, place: &[Step]) -> Option<Source> {
        let is_file = Path::new(name).extension().is_some_and(|e| e == "yaml" || e == "yml" || e == "lua");
        let found = if is_file { Source::open(kind, &self.folder.join(name)) } else { self.content.read(kind, name) };
        found
            .map_err(|error| {
                let known = self.content.list(kind);
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                let problem = first_line(&error);
                match error {
                    ContentError::Unknown { .. } => self.unknown(problem, place, name, &known),
                    _ => self.hinted(problem, place, "name a file beside this one, or one that `touchline` knows"),
                }
            })
            .ok()
    }

    /// A team with its squad, which is found to be legal before anything is written; `None` when it is not.
    fn team(&mut self, at: usize, team: &TeamSheet, rules: &Arc<Ruleset>) -> Result<Option<Team>, CompetitionError> {
        let (mut squad, squad_hash) = match &team.squad {
            None => (rules.squad.clone(), sheet_hash(&rules.squad)),
            Some(name) => {
                let Some(source) = self.source(Kind::Squad, name, &team_path(at, "squad")) else { return Ok(None) };
                match rules.admit(&source) {
                    Ok(squad) => (squad, content_hash(&[&source])),
                    Err(errors) => {
                        let problem = format!("the squad `{name}` may not play by {}", rules.name);
                        let count = errors.count();
                        let offences = if count == 1 { "offence" } else { "offences" };
                        let hint = format!("{count} {offences}, listed below");
                        self.hinted(problem, &team_path(at, "squad"), &hint);
                        self.in_squads.extend(errors.0);
                        return Ok(None);
                    }
                }
            }
        };
        let Some(name) = team.name.clone() else { return Ok(None) };
        squad.name.clone_from(&name);
        Ok(Some(Team {
            name,
            squad,
            squad_name: team.squad.clone().unwrap_or_else(|| "of the ruleset".to_owned()),
            squad_hash,
            bot: team.bot.clone(),
        }))
    }
}

fn key(name: &str) -> Step {
    Step::Key(name.to_owned())
}

/// The way to something of a team.
fn team_path(at: usize, what: &str) -> [Step; 3] {
    [key("teams"), Step::Item(at), key(what)]
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
