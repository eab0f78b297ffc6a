//! A match of a competition, before and after it is played.

use crate::Side;
use crate::game::Ending;
use crate::record::{CarriedSlot, score_line};
use serde::{Deserialize, Serialize};

/// A team by its place in the competition file, from 0.
pub type TeamId = usize;

/// A match that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixture {
    /// Its number in the competition, from 1.
    pub number: u32,
    /// Its round, from 1.
    pub round: u32,
    /// Its place in the round, from 1: the tie of a knock-out.
    pub tie: u32,
    /// Which match of that tie, from 1.
    pub leg: u8,
    /// Who plays at home.
    pub home: TeamId,
    /// Who visits.
    pub away: TeamId,
}

impl Fixture {
    /// The team of a side.
    #[must_use]
    pub fn team(&self, side: Side) -> TeamId {
        match side {
            Side::Home => self.home,
            Side::Away => self.away,
        }
    }

    /// The side a team plays on, if it plays.
    #[must_use]
    pub fn side(&self, team: TeamId) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.team(*side) == team)
    }
}

/// A player who missed a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Absence {
    /// His side.
    pub side: Side,
    /// His shirt number.
    pub number: u8,
    /// His name.
    pub name: String,
    /// Why, in the words of the plugin.
    pub reason: String,
    /// The match it comes from, where that is known.
    pub since: Option<u32>,
}

impl std::fmt::Display for Absence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}, {}", self.number, self.name, self.reason)?;
        self.since.map_or(Ok(()), |number| write!(f, " in match {number}"))
    }
}

/// A match that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// Which.
    #[serde(rename = "match")]
    pub fixture: Fixture,
    /// The seed it was played with.
    pub seed: u64,
    /// Goals, home first.
    pub score: [u8; 2],
    /// Extra time was played.
    pub extra_time: bool,
    /// Penalties scored in a shoot-out, home first.
    pub shootout: Option<[u8; 2]>,
    /// How it ended.
    pub ending: Ending,
    /// Who won, by goals or by the shoot-out.
    pub winner: Option<Side>,
    /// Cards shown, home first.
    pub cards: [u32; 2],
    /// Players sent off, home first.
    pub sent_off: [u32; 2],
    /// Who missed it.
    pub absent: Vec<Absence>,
    /// What the players take to their next match.
    pub carried: Vec<CarriedSlot>,
    /// Its replay, seen from the folder of the competition.
    pub replay: String,
    /// SHA-256 of that file.
    pub sha256: String,
}

impl Played {
    /// The result as people say it, as in `2–2, 4–2 on penalties`.
    #[must_use]
    pub fn result(&self) -> String {
        let line = score_line(self.score, self.extra_time, self.shootout);
        match self.ending {
            Ending::Played => line,
            other => format!("{line} ({})", other.word()),
        }
    }

    /// Goals of a side.
    #[must_use]
    pub fn goals(&self, side: Side) -> u32 {
        self.score[side.index()].into()
    }

    /// Goals of a team and of its opponent, if it played.
    #[must_use]
    pub fn goals_of(&self, team: TeamId) -> Option<(u32, u32)> {
        let side = self.fixture.side(team)?;
        Some((self.goals(side), self.goals(side.other())))
    }

    /// The team that won.
    #[must_use]
    pub fn winner(&self) -> Option<TeamId> {
        self.winner.map(|side| self.fixture.team(side))
    }

    /// Who missed it on a side.
    pub fn absent(&self, side: Side) -> impl Iterator<Item = &Absence> {
        self.absent.iter().filter(move |a| a.side == side)
    }
}
