//! The match sheet of a game of dice, as it would be filled in on paper.

use super::event::Event;
use super::names::Names;
use super::replay::Replay;
use crate::Side;
use crate::game::Hand;
use crate::plugin::PhaseAnswer;
use std::fmt;

/// What each turn brought, half by half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    teams: [String; 2],
    parts: Vec<Part>,
    cards: [Vec<String>; 2],
    winner: Option<Side>,
}

/// A half, extra time or the shoot-out.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    number: u8,
    marks: [Vec<Mark>; 2],
    /// The score when it was over.
    score: [u8; 2],
}

/// One turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Goals(u8),
    Lost,
}

impl Sheet {
    /// Fills in the sheet of a match.
    #[must_use]
    pub fn of(replay: &Replay) -> Sheet {
        let names = Names::of(&replay.header);
        let teams = Side::BOTH.map(|side| names.team(side).to_owned());
        let mut sheet = Sheet { teams, parts: Vec::new(), cards: [Vec::new(), Vec::new()], winner: None };
        let (mut score, mut total, mut side) = ([0; 2], [0; 2], Side::Home);
        for entry in replay.events() {
            if let Event::Half { number, .. } = entry.event {
                sheet.parts.push(Part { number, marks: [Vec::new(), Vec::new()], score });
            }
            let Some(part) = sheet.parts.last_mut() else { continue };
            match &entry.event {
                Event::Turn { side: whose, .. } => {
                    side = *whose;
                    part.marks[side.index()].push(Mark::Goals(0));
                }
                Event::PhaseEnd { next: PhaseAnswer::Skip, .. } => {
                    if let Some(mark) = part.marks[side.index()].last_mut() {
                        *mark = Mark::Lost;
                    }
                }
                Event::Goal { side: whose, score: now, .. } => {
                    score = *now;
                    part.score = score;
                    if let Some(Mark::Goals(goals)) = part.marks[whose.index()].last_mut() {
                        *goals += 1;
                    }
                }
                Event::Shootout { side: whose, total: now } => {
                    let more = now[whose.index()] - total[whose.index()].min(now[whose.index()]);
                    total = *now;
                    part.score = total;
                    if let Some(Mark::Goals(goals)) = part.marks[whose.index()].last_mut() {
                        *goals += more;
                    }
                }
                Event::Foul { offender: Some(token), card: Some(card), .. } => {
                    let round = names.minute(entry);
                    sheet.cards[token.side().index()].push(format!("{card} (round {round})"));
                }
                _ => {}
            }
        }
        sheet.winner = match score[0].cmp(&score[1]).then(total[0].cmp(&total[1])) {
            std::cmp::Ordering::Greater => Some(Side::Home),
            std::cmp::Ordering::Less => Some(Side::Away),
            std::cmp::Ordering::Equal => None,
        };
        sheet
    }
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.teams.iter().map(|t| t.chars().count()).max().unwrap_or_default().max(12);
        let turns = self.parts.iter().flat_map(|p| &p.marks).map(Vec::len).max().unwrap_or_default().max(6);
        let line = "─".repeat(width + 4 * turns + 12);
        writeln!(f, "MATCH SHEET\n{line}")?;
        for part in &self.parts {
            let (title, total) = match part.number {
                1 => ("1st half", "half-time"),
                2 => ("2nd half", "full time"),
                Hand::SHOOTOUT => ("shoot-out", "shoot-out"),
                _ => ("extra time", "after extra"),
            };
            let numbers: String = (1..=turns).map(|n| format!("{n:>3} ")).collect();
            writeln!(f, "{title:<width$} {numbers}│ {total}")?;
            for side in Side::BOTH {
                let marks = &part.marks[side.index()];
                let shown: String = (0..turns)
                    .map(|n| match marks.get(n) {
                        Some(Mark::Goals(0)) => "  · ".to_owned(),
                        Some(Mark::Goals(goals)) => format!("{goals:>3} "),
                        Some(Mark::Lost) => "  X ".to_owned(),
                        None => "    ".to_owned(),
                    })
                    .collect();
                writeln!(f, "{:<width$} {shown}│ {}", self.teams[side.index()], part.score[side.index()])?;
            }
            writeln!(f, "{line}")?;
        }
        for side in Side::BOTH.into_iter().filter(|s| !self.cards[s.index()].is_empty()) {
            writeln!(f, "cards of {}: {}", self.teams[side.index()], self.cards[side.index()].join(", "))?;
        }
        match self.winner {
            Some(side) => writeln!(f, "winner: {}", self.teams[side.index()]),
            None => writeln!(f, "winner: nobody"),
        }
    }
}
