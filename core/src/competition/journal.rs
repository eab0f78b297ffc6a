//! The journal of a competition: what it was begun with, and every match so far. It is replaced as a whole after each
//! match, so a run that is killed loses at most what it was playing.

use super::error::CompetitionError;
use super::file::{Entry, Mode};
use super::fixture::Played;
use crate::game::save::hex;
use crate::record::write_whole;
use serde::{Deserialize, Serialize};
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
                changes.push(format!("{what} was {was}, now {is}"));
            }
        };
        changed("the competition's name", &self.competition, &now.competition);
        changed("the engine's version", &self.engine, &now.engine);
        changed("the ruleset", &self.ruleset, &now.ruleset);
        changed("the seed", &self.seed, &now.seed);
        changed("the number of teams", &self.teams.len(), &now.teams.len());
        for (n, (was, is)) in self.teams.iter().zip(&now.teams).enumerate() {
            changed(&format!("team {}", n + 1), &was.name, &is.name);
            changed(&format!("the bot of {}", is.name), &was.bot, &is.bot);
            changed(&format!("the squad of {}", is.name), &was.squad, &is.squad);
        }
        for (was, is) in self.teams.iter().zip(&now.teams) {
            if was.squad == is.squad && was.squad_hash != is.squad_hash {
                changes.push(format!("the players of {} have changed (squad {})", is.name, is.squad));
            }
        }
        if self.ruleset == now.ruleset && self.rules != now.rules {
            let short = |hash: &str| hash.chars().take(12).collect::<String>();
            changes.push(format!(
                "the rules have changed: ruleset, plugins or parameters ({} was {}…, now {}…)",
                now.ruleset,
                short(&self.rules),
                short(&now.rules)
            ));
        }
        if self.mode != now.mode {
            let shown = |mode: &Mode| serde_json::to_string(mode).unwrap_or_default();
            changes.push(format!("the format was {}, now {}", shown(&self.mode), shown(&now.mode)));
        }
        changes
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
        let bytes = match std::fs::read(&file) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(CompetitionError::io(file, e)),
        };
        let altered = |problem: String| CompetitionError::Altered { file: file.clone(), problem };
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
