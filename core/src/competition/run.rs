//! Plays a competition into a folder, and goes on with one that was interrupted.

use super::carry::{Baggage, absentees, without_stand_ins};
use super::error::CompetitionError;
use super::file::Entry;
use super::fixture::{Fixture, Played};
use super::journal::{Inputs, Journal};
use super::report;
use crate::Side;
use crate::bot;
use crate::bytes::{self, Unread};
use crate::game::save::hex;
use crate::game::{Ending, Match, MatchError, Occasion, carried_out};
use crate::plugin::Competition;
use crate::record::{MAX_REPLAY, Replay, write_whole};
use crate::sim::{in_order, match_seed};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where replays lie in the folder.
const MATCHES: &str = "matches";
/// What a team's name takes of a file's name: file systems give the whole of it 255 bytes.
const MAX_TEAM_BYTES: usize = 80;
/// Held while a run is under way; the system lets go of it when the process ends, however it ends.
const LOCK: &str = ".lock";

/// A competition under way in a folder.
#[derive(Debug)]
pub struct Run<'e> {
    entry: &'e Entry,
    folder: PathBuf,
    journal: Journal,
    resumed: usize,
    _lock: File,
}

impl<'e> Run<'e> {
    /// Begins a competition in a folder, or goes on with the one that is there.
    ///
    /// # Errors
    /// When the folder holds something else, or what is there does not belong to these inputs.
    pub fn open(entry: &'e Entry, folder: &Path) -> Result<Run<'e>, CompetitionError> {
        let inputs = Inputs::of(entry);
        let found = Journal::open(folder, &inputs)?;
        if let Some(journal) = &found {
            check_replays(folder, &journal.matches)?;
        } else {
            check_empty(folder)?;
        }
        let matches = folder.join(MATCHES);
        fs::create_dir_all(&matches).map_err(|e| CompetitionError::io(&matches, e))?;
        let lock = lock(folder)?;
        for place in [folder, &matches] {
            remove_drafts(place);
        }
        let resumed = found.as_ref().map_or(0, |j| j.matches.len());
        let mut run = Run {
            entry,
            folder: folder.to_path_buf(),
            journal: found.unwrap_or_else(|| Journal::new(inputs)),
            resumed,
            _lock: lock,
        };
        if resumed == 0 {
            run.journal.write(folder)?;
        }
        Ok(run)
    }

    /// Matches that an earlier run had played.
    #[must_use]
    pub fn resumed(&self) -> usize {
        self.resumed
    }

    /// What was played so far.
    #[must_use]
    pub fn played(&self) -> &[Played] {
        &self.journal.matches
    }

    /// Plays to the end, the matches of a round on several threads, and hands out each as it is safely kept. False when
    /// `stop` ended it early.
    ///
    /// # Errors
    /// The first match that failed, or what could not be written; what was played before is kept.
    pub fn play(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        mut each: impl FnMut(&Played),
    ) -> Result<bool, CompetitionError> {
        let names = self.entry.names();
        let mut baggage = Baggage::new(names.len());
        let mut done = 0;
        loop {
            let due = self.entry.due(&self.journal.matches[..done]);
            if due.is_empty() {
                break;
            }
            let known = due.len().min(self.journal.matches.len() - done);
            let rest = &due[known..];
            let mut failed = None;
            let work = |index: u64| play_one(self.entry, &rest[index as usize], &baggage, stop);
            // Matches that were cut short come last and are no results.
            let mut keep = |one: Option<(Played, Vec<u8>)>| match one
                .map(|(p, bytes)| keep(&self.folder, &mut self.journal, p, &bytes))
            {
                Some(Ok(())) => {
                    self.journal.matches.last().into_iter().for_each(&mut each);
                    ControlFlow::Continue(())
                }
                Some(Err(error)) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
                None => ControlFlow::Break(()),
            };
            in_order(rest.len() as u64, 1, threads, stop, work, &mut keep)?;
            if let Some(error) = failed {
                return Err(error);
            }
            if self.journal.matches.len() < done + due.len() {
                return Ok(false);
            }
            self.journal.matches[done..].iter().for_each(|played| baggage.after(played));
            done += due.len();
            report::write(self.entry, &self.journal.matches, &self.folder)?;
        }
        report::write(self.entry, &self.journal.matches, &self.folder)?;
        Ok(true)
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        // The lock goes with the file handle; the empty file need not stay.
        let _ = fs::remove_file(self.folder.join(LOCK));
    }
}

/// Plays one match; `None` when it was stopped half-way.
fn play_one(
    entry: &Entry,
    fixture: &Fixture,
    baggage: &Baggage,
    stop: &AtomicBool,
) -> Result<Option<(Played, Vec<u8>)>, CompetitionError> {
    let failed = |error: MatchError| CompetitionError::Match { number: fixture.number, error };
    let seed = match_seed(entry.seed, fixture.number.into());
    let teams = Side::BOTH.map(|side| &entry.teams[fixture.team(side)]);
    let occasion = Occasion {
        competition: match entry.mode.format() {
            super::Format::League => Competition::League,
            super::Format::Cup => Competition::Cup,
            super::Format::Series => Competition::Series,
        },
        leg: fixture.leg,
        carried: baggage.brought_to(fixture),
    };
    let squads = Arc::new(teams.map(|t| t.squad.clone()));
    let mut game = Match::on_occasion(&entry.rules, squads, seed, occasion).map_err(failed)?;
    let absent = baggage.absent(fixture, &game);
    let begun = *game.state();
    let mut bots = Vec::with_capacity(2);
    for side in Side::BOTH {
        // The file was checked for unknown bots.
        bots.extend(bot::by_name(&teams[side.index()].bot, bot::seed(seed, side)));
    }
    while let Some(decision) = game.decision() {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let Some(bot) = bots.get_mut(decision.side.index()) else { return Ok(None) };
        let action = bot.choose(&game);
        game.apply(action).map_err(failed)?;
    }
    let state = game.state();
    let tally = game.tally();
    let bytes = Replay::of(&game, teams.map(|t| t.bot.as_str())).map_err(failed)?.packed()?;
    let played = Played {
        fixture: *fixture,
        seed,
        score: state.score,
        extra_time: state.extra_time(),
        shootout: state.shootout().shown(),
        ending: state.ending.unwrap_or(Ending::Abandoned),
        winner: state.winner(),
        cards: tally.cards,
        sent_off: tally.sent_off,
        absent,
        carried: carried_out(
            &entry.rules.stack,
            &without_stand_ins(&entry.rules.stack, *state, &begun, &absentees(&game)),
        ),
        replay: format!("{MATCHES}/{}", replay_name(fixture, teams.map(|t| t.name.as_str()))),
        sha256: hex(&Sha256::digest(&bytes)),
    };
    Ok(Some((played, bytes)))
}

/// `003-harbour-hill.jsonl.zst`: letters and digits of any script. The number in front makes it the only one of its name.
fn replay_name(fixture: &Fixture, names: [&str; 2]) -> String {
    let [home, away] = Side::BOTH.map(|side| {
        let name = names[side.index()];
        let letters: String =
            name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).flat_map(char::to_lowercase).collect();
        let mut plain = letters.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
        let end = (0..=plain.len().min(MAX_TEAM_BYTES)).rev().find(|at| plain.is_char_boundary(*at));
        plain.truncate(end.unwrap_or_default());
        if plain.is_empty() { format!("team{}", fixture.team(side) + 1) } else { plain }
    });
    format!("{:03}-{home}-{away}.jsonl.zst", fixture.number)
}

/// Puts a match into the folder: its replay first, then the journal that vouches for it.
fn keep(folder: &Path, journal: &mut Journal, played: Played, bytes: &[u8]) -> Result<(), CompetitionError> {
    let file = folder.join(&played.replay);
    match bytes::read(&file, MAX_REPLAY) {
        // Left by a run that was killed before it wrote the journal; the same seed makes the same bytes.
        Ok(there) if there == bytes => {}
        Ok(_) | Err(Unread::TooLarge(_)) => {
            let problem = "a file is in the place of a replay that was not yet played".to_owned();
            return Err(CompetitionError::Altered { file, problem });
        }
        Err(_) => write_whole(&file, bytes).map_err(|e| CompetitionError::io(&file, e))?,
    }
    journal.matches.push(played);
    journal.write(folder)
}

/// Every replay that the journal vouches for must be as it was written.
fn check_replays(folder: &Path, played: &[Played]) -> Result<(), CompetitionError> {
    for p in played {
        let file = folder.join(&p.replay);
        let number = p.fixture.number;
        let problem = match bytes::read(&file, MAX_REPLAY) {
            Ok(bytes) if hex(&Sha256::digest(&bytes)) == p.sha256 => continue,
            Ok(_) => format!("the replay of match {number} was changed after it was played"),
            Err(Unread::Missing) => format!("the replay of match {number} is missing"),
            Err(other) => format!("the replay of match {number} {other}"),
        };
        return Err(CompetitionError::Altered { file, problem });
    }
    Ok(())
}

/// A folder without a journal must be empty, but for what a run leaves that is killed at once.
fn check_empty(folder: &Path) -> Result<(), CompetitionError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(CompetitionError::io(folder, e)),
    };
    for entry in entries {
        let entry = entry.map_err(|e| CompetitionError::io(folder, e))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let ours = name == LOCK || is_draft(&name) || name == MATCHES && is_empty(&entry.path());
        if !ours {
            return Err(CompetitionError::Foreign { folder: folder.to_path_buf() });
        }
    }
    Ok(())
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

fn is_draft(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(".part")
}

/// Removes half-written files of a run that was killed; nobody else writes here while the lock is held.
fn remove_drafts(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_draft(&entry.file_name().to_string_lossy()) {
            // A draft that stays does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn lock(folder: &Path) -> Result<File, CompetitionError> {
    let path = folder.join(LOCK);
    let file = File::create(&path).map_err(|e| CompetitionError::io(&path, e))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(CompetitionError::Busy { folder: folder.to_path_buf() }),
        Err(fs::TryLockError::Error(e)) => Err(CompetitionError::io(path, e)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_is_named_after_its_teams_in_any_script() {
        let fixture = Fixture { number: 7, round: 1, tie: 1, leg: 1, home: 0, away: 4 };
        let name = |home: &str, away: &str| replay_name(&fixture, [home, away]);
        assert_eq!(name("Harbour", "Old Town / 2"), "007-harbour-old-town-2.jsonl.zst");
        assert_eq!(name("Ä", "Ö"), "007-ä-ö.jsonl.zst");
        assert_eq!(name("Спартак", "東京"), "007-спартак-東京.jsonl.zst");
        assert_eq!(name("..", "?*"), "007-team1-team5.jsonl.zst");
        assert!(name(&"𝒜".repeat(40), &"東".repeat(40)).len() < 200);
    }
}
