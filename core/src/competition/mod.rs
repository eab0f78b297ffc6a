//! Competitions: leagues, cups and series, and what carries over between their matches.
//!
//! An [`Entry`] is a competition file that was read; a [`Run`] plays it into a folder and can be killed and gone on with
//! at any time. The fixtures follow from what was played before, so nothing but the results has to be remembered.

mod carry;
mod cup;
mod error;
mod file;
mod fixture;
mod form;
mod journal;
mod league;
mod report;
mod run;
mod sheet;

pub use cup::{Cup, Decided, Seeding, Standing, Tie};
pub use error::CompetitionError;
pub use file::{Entry, Format, MAX_TEAMS, Mode, Team};
pub use fixture::{Absence, Fixture, Played, TeamId};
pub use journal::JOURNAL;
pub use league::{League, Measure, Points, Row};
pub use report::{Place, Standings, results_csv, results_json, standings_csv, standings_json};
pub use run::Run;
pub use sheet::tournament_sheet;

use sha2::{Digest, Sha256};

impl Entry {
    /// The matches that can be played now, side by side; none when the competition is over.
    #[must_use]
    pub fn due(&self, played: &[Played]) -> Vec<Fixture> {
        match &self.mode {
            Mode::League(league) => league.due(self.teams.len(), played),
            Mode::Cup(cup) | Mode::Series(cup) => cup.due(&self.names(), self.seed, played),
        }
    }

    /// How many matches there are at most.
    #[must_use]
    pub fn matches(&self) -> usize {
        match &self.mode {
            Mode::League(league) => league.matches(self.teams.len()),
            Mode::Cup(cup) | Mode::Series(cup) => cup.matches(self.teams.len()),
        }
    }

    /// The name of a match's round: `round 3`, `semi-finals`, `match 2`.
    #[must_use]
    pub fn round_name(&self, fixture: &Fixture) -> String {
        match &self.mode {
            Mode::League(_) => format!("round {}", fixture.round),
            Mode::Series(_) => format!("match {}", fixture.leg),
            Mode::Cup(cup) => {
                let third =
                    cup.third_place && fixture.tie == 2 && self.teams.len().next_power_of_two() >> fixture.round == 1;
                if third { "third place".to_owned() } else { Cup::round_name(self.teams.len(), fixture.round) }
            }
        }
    }
}

/// A number that chance gives a name: the same for the same seed.
fn lot(seed: u64, what: &str, name: &str) -> u64 {
    let mut hash = Sha256::new();
    hash.update(b"touchline lot");
    hash.update(seed.to_le_bytes());
    hash.update(what.as_bytes());
    hash.update([0]);
    hash.update(name.as_bytes());
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&hash.finalize()[..8]);
    u64::from_le_bytes(bytes)
}

/// Results made up for tests.
#[cfg(test)]
mod testing {
    use super::{Fixture, Played};
    use crate::Side;
    use crate::game::Ending;

    pub(super) fn played(fixture: Fixture, score: [u8; 2]) -> Played {
        let winner = match score[0].cmp(&score[1]) {
            std::cmp::Ordering::Greater => Some(Side::Home),
            std::cmp::Ordering::Less => Some(Side::Away),
            std::cmp::Ordering::Equal => None,
        };
        Played {
            fixture,
            seed: 0,
            score,
            extra_time: false,
            shootout: None,
            ending: Ending::Played,
            winner,
            cards: [0; 2],
            sent_off: [0; 2],
            absent: Vec::new(),
            carried: Vec::new(),
            replay: String::new(),
            sha256: String::new(),
        }
    }
}
