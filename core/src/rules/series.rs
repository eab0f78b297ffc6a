//! How many matches decide between two teams.

use super::param::Value;
use super::ruleset::Ruleset;
use serde::{Deserialize, Serialize};

/// A series of matches between two teams: a game of its own, or a tie of a knock-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// Matches a team must win.
    pub wins: u8,
    /// Matches that are played at most.
    pub matches: u8,
    /// All of them are played even when it is decided before.
    pub all_played: bool,
}

impl Series {
    /// The first to win so many matches wins; it ends as soon as one has.
    #[must_use]
    pub const fn first_to(wins: u8) -> Series {
        Series { wins, matches: (2 * wins).saturating_sub(1), all_played: false }
    }

    /// The number of the match that follows when so many were won, home first, of so many played; `None` when it is
    /// over.
    #[must_use]
    pub fn next(&self, won: [u8; 2], played: u8) -> Option<u8> {
        let decided = won.iter().any(|n| *n >= self.wins) && !self.all_played;
        (!decided && played < self.matches).then_some(played + 1)
    }
}

impl Ruleset {
    /// The series that these rules prescribe between two teams, or in a tie of a tournament; `None` where they leave it
    /// to the competition.
    #[must_use]
    pub fn series(&self, tie: bool) -> Option<Series> {
        let value = |name: &str| self.params.get(name).map(|p| &p.value);
        let number = |name: &str| match value(name) {
            Some(Value::Int(n)) => u8::try_from(*n).ok(),
            _ => None,
        };
        let wins = number(if tie { "tie_wins" } else { "series_wins" })?;
        let matches = number("series_matches")?;
        Some(Series { wins, matches, all_played: value("series_all_played") == Some(&Value::Bool(true)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_ends_when_one_has_won_or_all_is_played() {
        let three = Series::first_to(2);
        assert_eq!(three.next([0, 0], 0), Some(1));
        assert_eq!(three.next([1, 1], 2), Some(3));
        assert_eq!(three.next([2, 0], 2), None);
        assert_eq!(three.next([1, 0], 3), None, "two of three were drawn");
        assert_eq!(Series { all_played: true, ..three }.next([2, 0], 2), Some(3));
    }
}
