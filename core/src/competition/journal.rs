//! The journal of a competition: what it was begun with, and every match so far. It is replaced as a whole after each
//! match, so a run that is killed loses at most what it was playing.

use super::error::CompetitionError;
use super::file::{Entry, Mode};
use super::fixture::Played;
use crate::bytes::{self, Unread};
use crate::game::save::hex;
use crate::record::{MAX_REPLAY, write_whole};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::Path;

/// The file in a competition's folder.
pub const JOURNAL: &str = "competition.json";
const FORMAT: u32 = 1;

/// Everything that decides results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Inputs {
    competition: String,
    mode: Mode,
    engine: String,
    ruleset: String,
    rules: String,
    seed: u64,
    teams: Vec<TeamInputs>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TeamInputs {
    name: String,
    bot: String,
    squad: String,
    squad_hash: String,
}

/// The journal as it lies in the folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Journal {
    format: u32,
    inputs: Inputs,
    pub(super) matches: Vec<Played>,
    /// SHA-256 of everything above, so that an edited journal is not mistaken for a true one.
    seal: String,
}

impl Inputs {
    pub(super) fn of(entry: &Entry) -> Inputs {
        Inputs {
            competition: entry.title.clone(),
            mode: entry.mode.clone(),
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: entry.rules.name.clone(),
            rules: entry.rules.hash.clone(),
            seed: entry.seed,
            teams: entry
                .teams
                .iter()
                .map(|t| TeamInputs {
                    name: t.name.clone(),
                    bot: t.bot.clone(),
                    squad: t.squad_name.clone(),
                    squad_hash: t.squad_hash.clone(),
                })
                .collect(),
        }
    }

    /// What is different now, line by line.
    fn changes(&self, now: &Inputs) -> Vec<String> {
        let mut changes = Vec::new();
        let mut changed = |what: &str, was: &dyn std::fmt::Display, is: &dyn std::fmt::Display| {
            let (was, is) = (was.to_string(), is.to_string());
            if was != is {
                changes.push(format!("{what} was {was}, is {is}"));
            }
        };
        changed("the competition's name", &self.competition, &now.competition);
        changed("the engine's version", &self.engine, &now.engine);
        changed("the ruleset", &self.ruleset, &now.ruleset);
        changed("the seed", &self.seed, &now.seed);
        self.team_changes(now, &mut changes);
        if self.ruleset == now.ruleset && self.rules != now.rules {
            let short = |hash: &str| hash.chars().take(12).collect::<String>();
            changes.push(format!(
                "the rules have changed: ruleset, plugins or parameters ({} was {}…, is {}…)",
                now.ruleset,
                short(&self.rules),
                short(&now.rules)
            ));
        }
        let (was, is) = (self.mode.format(), now.mode.format());
        if was == is {
            let [was, is] = [&self.mode, &now.mode].map(|mode| serde_json::to_value(mode).unwrap_or_default());
            mode_changes(is_word(now), &was, &is, &mut changes);
        } else {
            changes.push(format!("the format was {}, is {}", was.word(), is.word()));
        }
        changes
    }

    /// Who came and went, and what is different about those who stayed.
    fn team_changes(&self, now: &Inputs, changes: &mut Vec<String>) {
        let named = |teams: &[TeamInputs], name: &str| teams.iter().any(|t| t.name == name);
        let renamed =
            |was: &TeamInputs, is: &TeamInputs| !named(&now.teams, &was.name) && !named(&self.teams, &is.name);
        let same_size = self.teams.len() == now.teams.len();
        for (n, was) in self.teams.iter().enumerate().filter(|(_, t)| !named(&now.teams, &t.name)) {
            match now.teams.get(n).filter(|is| same_size && renamed(was, is)) {
                Some(is) => changes.push(format!("team {} was {}, is {}", n + 1, was.name, is.name)),
                None => changes.push(format!("{} is gone", was.name)),
            }
        }
        for (n, is) in now.teams.iter().enumerate().filter(|(_, t)| !named(&self.teams, &t.name)) {
            if !self.teams.get(n).is_some_and(|was| same_size && renamed(was, is)) {
                changes.push(format!("{} is new", is.name));
            }
        }
        let stayed = |teams: &[TeamInputs], others: &[TeamInputs]| -> Vec<String> {
            teams.iter().filter(|t| named(others, &t.name)).map(|t| t.name.clone()).collect()
        };
        if stayed(&self.teams, &now.teams) != stayed(&now.teams, &self.teams) {
            changes.push("the teams stand in another order".to_owned());
        }
        for is in &now.teams {
            let Some(was) = self.teams.iter().find(|was| was.name == is.name) else { continue };
            if was.bot != is.bot {
                changes.push(format!("the bot of {} was {}, is {}", is.name, was.bot, is.bot));
            }
            if was.squad != is.squad {
                changes.push(format!("the squad of {} was {}, is {}", is.name, was.squad, is.squad));
            } else if was.squad_hash != is.squad_hash {
                changes.push(format!("the players of {} have changed (squad {})", is.name, is.squad));
            }
        }
    }
}

/// The section of the file that says how it is played.
fn is_word(inputs: &Inputs) -> &'static str {
    inputs.mode.format().word()
}

/// What is different in how a competition is played, key by key.
fn mode_changes(key: &str, was: &Value, is: &Value, changes: &mut Vec<String>) {
    if let (Some(before), Some(after)) = (was.as_object(), is.as_object()) {
        let wins = |table: &Value| table.get("wins").cloned();
        for (name, value) in before {
            // How many matches there are at most follows from how many must be won.
            if name == "matches" && wins(was) != wins(is) {
                continue;
            }
            let path = if key == "points" { format!("{key}.{name}") } else { name.clone() };
            mode_changes(&path, value, after.get(name).unwrap_or(&Value::Null), changes);
        }
    } else if was != is {
        changes.push(format!("{key} was {}, is {}", shown(was), shown(is)));
    }
}

/// A value as the file writes it.
fn shown(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

impl Journal {
    /// The journal of a competition in which nothing was played yet.
    pub(super) fn new(inputs: Inputs) -> Journal {
        Journal { format: FORMAT, inputs, matches: Vec::new(), seal: String::new() }
    }

    /// The journal in a folder, if there is one, after checking that it is whole and belongs to these inputs.
    pub(super) fn open(folder: &Path, now: &Inputs) -> Result<Option<Journal>, CompetitionError> {
        let file = folder.join(JOURNAL);
        let altered = |problem: String| CompetitionError::Altered { file: file.clone(), problem };
        let bytes = match bytes::read(&file, MAX_REPLAY) {
            Ok(bytes) => bytes,
            Err(Unread::Missing) => return Ok(None),
            Err(Unread::Refused(e)) => return Err(CompetitionError::io(file, e)),
            Err(other) => return Err(altered(format!("the journal {other}"))),
        };
        let journal: Journal = serde_json::from_slice(&bytes)
            .map_err(|e| altered(format!("this is no journal of a competition that this engine wrote: {e}")))?;
        if journal.format != FORMAT {
            return Err(altered(format!("the journal has format {}, this engine writes {FORMAT}", journal.format)));
        }
        if journal.seal != journal.computed_seal() {
            return Err(altered("the journal was edited after it was written".to_owned()));
        }
        let changes = journal.inputs.changes(now);
        if !changes.is_empty() {
            return Err(CompetitionError::Changed { folder: folder.to_path_buf(), changes });
        }
        Ok(Some(journal))
    }

    fn computed_seal(&self) -> String {
        let open = Journal { seal: String::new(), ..self.clone() };
        // Names and numbers always have a JSON form.
        hex(&Sha256::digest(serde_json::to_vec(&open).unwrap_or_default()))
    }

    /// Replaces the file in the folder.
    pub(super) fn write(&mut self, folder: &Path) -> Result<(), CompetitionError> {
        self.seal = self.computed_seal();
        let file = folder.join(JOURNAL);
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        write_whole(&file, &bytes).map_err(|e| CompetitionError::io(file, e))
    }
}
