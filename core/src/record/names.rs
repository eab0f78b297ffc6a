//! What people call the pieces of a match.

use super::entry::Entry;
use super::header::{ClockFace, Header};
use crate::rules::{GameKind, Squad};
use crate::{Side, Token};

/// Names of teams and players, and the clock, for texts about a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    teams: [String; 2],
    players: [Vec<String>; 2],
    clock: ClockFace,
    game: GameKind,
}

impl Names {
    /// The names of two squads; two teams of one name are told apart as home and away.
    #[must_use]
    pub fn new(squads: &[Squad; 2], clock: ClockFace) -> Names {
        let twins = squads[0].name == squads[1].name;
        let mark = |side: Side, name: String| if twins { format!("{name} ({side})") } else { name };
        Names {
            teams: Side::BOTH.map(|side| mark(side, printable(&squads[side.index()].name))),
            players: Side::BOTH.map(|side| {
                let players = squads[side.index()].players.iter();
                players.map(|p| mark(side, format!("{} {}", p.number, printable(&p.name)))).collect()
            }),
            clock,
            game: GameKind::Pitch,
        }
    }

    /// The names in a replay.
    #[must_use]
    pub fn of(header: &Header) -> Names {
        Names { game: header.game, ..Names::new(&header.squads, header.clock) }
    }

    /// When an event was: its minute, or its turn in a game without a clock.
    #[must_use]
    pub fn moment(&self, entry: &Entry) -> String {
        if self.game == GameKind::Grid { format!("{:>3}.", entry.turn) } else { format!("{}'", self.minute(entry)) }
    }

    /// The mechanics of the match.
    pub(super) fn game(&self) -> GameKind {
        self.game
    }

    /// The team of a side.
    #[must_use]
    pub fn team(&self, side: Side) -> &str {
        &self.teams[side.index()]
    }

    /// Number and name of a player, such as `7 Grove`; side and place for one who is on no sheet.
    #[must_use]
    pub fn player(&self, token: Token) -> String {
        let known = self.players[token.side().index()].get(usize::from(token.member()));
        known.cloned().unwrap_or_else(|| token.to_string())
    }

    /// The minute of an event.
    #[must_use]
    pub fn minute(&self, entry: &Entry) -> u16 {
        self.clock.minute(entry.half, entry.tick)
    }
}

/// A text from a file, fit for a terminal: without control characters.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
