//! The table of a game of dice at a moment: what lies on it, and the match sheet as far as it is filled in.

use super::Reel;
use touchline_core::Side;
use touchline_core::plugin::{PhaseAnswer, RollQuestion};
use touchline_core::record::Event;

/// One turn on the match sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Goals(u8),
    /// Taken away by a red card.
    Lost,
}

/// A half, extra time or the shoot-out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// 1 and 2 are the halves, 3 is extra time, 4 the shoot-out.
    pub(crate) number: u8,
    pub(crate) turns: [Vec<Turn>; 2],
    /// Goals when it was over, or so far.
    pub(crate) score: [u8; 2],
}

/// A die thrown by itself: its name and the face that came up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Single {
    pub(crate) die: String,
    pub(crate) face: String,
    /// The event that threw it.
    pub(crate) event: usize,
}

/// Everything on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Table {
    /// The faces of the dice of this turn, empty before the first throw.
    pub(crate) faces: Vec<String>,
    /// Which of them were thrown last.
    pub(crate) fresh: Vec<bool>,
    /// The event of the last throw.
    pub(crate) thrown: Option<usize>,
    pub(crate) tries: u8,
    /// The combination on the table.
    pub(crate) combination: Option<String>,
    /// Dice that settle a chance.
    pub(crate) singles: Vec<Single>,
    pub(crate) parts: Vec<Part>,
    /// Cards shown, home first.
    pub(crate) cards: [Vec<String>; 2],
    pub(crate) side: Option<Side>,
}

impl Table {
    /// The table after so many events.
    pub(crate) fn of(reel: &Reel, events: usize) -> Table {
        let mut table = Table::default();
        let mut total = [0; 2];
        for (event, entry) in reel.entries().iter().take(events).enumerate() {
            table.happen(event, &entry.event, &mut total);
        }
        table
    }

    fn happen(&mut self, event: usize, what: &Event, total: &mut [u8; 2]) {
        match what {
            Event::Half { number, .. } => {
                let score = self.parts.last().map_or([0; 2], |p| p.score);
                let score = if *number >= 4 { [0; 2] } else { score };
                self.parts.push(Part { number: *number, turns: [Vec::new(), Vec::new()], score });
            }
            Event::Turn { side, .. } => {
                (self.faces, self.fresh, self.tries) = (Vec::new(), Vec::new(), 0);
                (self.combination, self.thrown, self.side) = (None, None, Some(*side));
                self.singles.clear();
                if let Some(part) = self.parts.last_mut() {
                    part.turns[side.index()].push(Turn::Goals(0));
                }
            }
            Event::Throw { number, thrown, faces, .. } => {
                let kept = if self.faces.len() == faces.len() { std::mem::take(&mut self.faces) } else { Vec::new() };
                // Dice that show another face were surely thrown; of equals as many as were thrown.
                let mut left = thrown.clone();
                self.fresh = faces
                    .iter()
                    .enumerate()
                    .map(|(i, face)| {
                        let new = kept.get(i) != Some(face) || thrown.len() == faces.len();
                        match left.iter().position(|f| f == face).filter(|_| new) {
                            Some(at) => {
                                left.remove(at);
                                true
                            }
                            None => false,
                        }
                    })
                    .collect();
                self.faces = faces.clone();
                (self.tries, self.combination, self.thrown) = (*number, None, Some(event));
                self.singles.clear();
            }
            Event::Roll { question: RollQuestion::Combination, verdict } if verdict != "none" => {
                self.combination = Some(verdict.clone());
            }
            // Dice of a try are told by the throw that follows.
            Event::Die { label, name: Some(face), .. } if self.combination.is_some() || self.shootout() => {
                self.singles.push(Single { die: label.clone(), face: face.clone(), event });
            }
            Event::PhaseEnd { next: PhaseAnswer::Skip, .. } => {
                let turns = self.side.and_then(|s| self.parts.last_mut().map(|p| &mut p.turns[s.index()]));
                if let Some(last) = turns.and_then(|t| t.last_mut()) {
                    *last = Turn::Lost;
                }
            }
            Event::Goal { side, score, .. } => self.scored(*side, 1, *score),
            Event::Shootout { side, total: now } => {
                let more = now[side.index()].saturating_sub(total[side.index()]);
                *total = *now;
                self.scored(*side, more, *now);
            }
            Event::Foul { offender: Some(token), card: Some(card), .. } => {
                self.cards[token.side().index()].push(card.clone());
            }
            _ => {}
        }
    }

    /// Whether the shoot-out is on: its dice are thrown one by one.
    pub(crate) fn shootout(&self) -> bool {
        self.parts.last().is_some_and(|part| part.number >= 4)
    }

    fn scored(&mut self, side: Side, goals: u8, score: [u8; 2]) {
        let Some(part) = self.parts.last_mut() else { return };
        part.score = score;
        if let Some(Turn::Goals(made)) = part.turns[side.index()].last_mut() {
            *made += goals;
        }
    }
}
