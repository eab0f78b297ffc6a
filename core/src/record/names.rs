//! What people call the pieces of a match.

use super::entry::Entry;
use super::fact::Fact;
use super::header::{ClockFace, Header};
use super::ruling::value;
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

    /// The value of a fact as people say it: players and teams by their names.
    pub(super) fn value(&self, fact: &Fact) -> String {
        match fact {
            Fact::Word(word) => {
                let side = Side::BOTH.into_iter().find(|side| side.word() == word.as_str());
                match (word.parse(), side) {
                    (Ok(token), _) => self.player(token),
                    (_, Some(side)) => self.team(side).to_owned(),
                    _ => printable(word).replace('_', " "),
                }
            }
            _ => value(fact),
        }
    }

    /// The minute of an event.
    #[must_use]
    pub fn minute(&self, entry: &Entry) -> u16 {
        self.clock.minute(entry.half, entry.tick)
    }
}

#[cfg(test)]
impl Names {
    /// Names of a match without squads.
    pub(super) fn none() -> Names {
        let clock = ClockFace { ticks_per_half: 33, ticks_per_leg: 11, minutes_per_leg: 15, extra_ticks: None };
        Names {
            teams: Side::BOTH.map(|side| side.to_string()),
            players: Default::default(),
            clock,
            game: GameKind::Pitch,
        }
    }
}

/// A text from a file, fit for a terminal: without control characters.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || turns_text(c) { '\u{fffd}' } else { c }).collect()
}

/// Whether a character breaks a line or changes the direction in which what follows is written.
fn turns_text(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_a_file_neither_steers_the_terminal_nor_turns_its_writing_round() {
        for c in ['\u{1b}', '\n', '\u{202e}', '\u{2066}', '\u{2069}', '\u{200f}', '\u{61c}', '\u{2028}'] {
            assert_eq!(printable(&format!("a{c}b")), "a\u{fffd}b", "{c:?}");
        }
        assert_eq!(printable("Müller – 1–0 ½"), "Müller – 1–0 ½");
    }
}
