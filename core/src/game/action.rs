//! Actions: a small enum and an integer id, one to one.
//!
//! Ids are seen from the deciding side: it attacks to the right, its tokens are slots 0–10 (a substitute inherits the
//! slot). The layout follows from the board; [`Layout`] maps both ways.

use crate::board::{Board, Cell, SPOTS, Spot};
use crate::kick::{Pace, Technique};
use crate::plugin::{INTENTS, words};
use crate::rules::GameKind;
use serde::{Deserialize, Serialize};

words! {
    /// Plain answers: an offer that is taken, or one of the fixed ones at the end.
    Offer {
        Pass = "pass", Advance = "advance", Cross = "cross", Shot = "shot", Hold = "hold", Step = "step",
        Slide = "slide", Dribble = "dribble", Tackle = "tackle", Bonus = "bonus", Foul = "foul", Double = "double",
        Stop = "stop", End = "end", Decline = "decline", Report = "report", Claim = "claim",
    }
}
words! {
    /// What a side declares to do with the ball.
    Intent { Pass = "pass", Advance = "advance", Dribble = "dribble", Cross = "cross", Shot = "shot" }
}
words! {
    /// How the ball is sent on a square board.
    Way { Pass = "pass", Kick = "kick", Shot = "shot", Over = "over", Chain = "chain" }
}
words! {
    /// How the keeper is prepared.
    KeeperPose { Stand = "stand", Lie = "lie", Rod = "rod" }
}

/// A slot of the deciding side (0–10), or, 11–21, of its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Slot(pub u8);

impl Slot {
    /// Slots of one side.
    pub const PER_SIDE: usize = 11;

    /// 0–21.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a kick is aimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AimPoint {
    /// A spot of a cell.
    Cell(Cell, Spot),
    /// A point of the attacked goal: column 0–4 from the shooter's left, row 0–2 from the ground.
    Goal(u8, u8),
}

/// Columns of aim points in the goal.
pub const GOAL_COLUMNS: u8 = 5;
/// Rows of aim points in the goal.
pub const GOAL_ROWS: u8 = 3;

/// One decision, made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// An offer taken, or a plain answer.
    Take(Offer),
    /// What is to be done with the ball, and how it is struck.
    Declare(Intent, Technique),
    /// Where and how hard.
    Aim(AimPoint, Pace),
    /// A token moves to, or is placed on, a cell.
    Move(Slot, Cell),
    /// A token changes its place inside its cell.
    Shift(Slot, Spot),
    /// A token is chosen.
    PickToken(Slot),
    /// A cell is chosen.
    PickCell(Cell),
    /// The keeper's pose.
    Pose(KeeperPose),
    /// The token of a slot leaves for the bench player of this place (0–4).
    Change(Slot, u8),
    /// A set-up is handed in: shape number and size of the wall.
    Formation(u8, u8),
    /// Grid: the ball is sent to a cell.
    Send(Way, Cell),
    /// Grid: the token of a slot robs the carrier.
    Steal(Slot),
    /// Grid: a number from 1, chosen in secret.
    Number(u8),
    /// A set of dice is thrown, a bit each.
    Throw(u8),
}

/// Shapes a set-up can name: 0 is "as they stand".
pub const SHAPES: u8 = 8;
/// Wall sizes 0–3.
pub const WALLS: u8 = 4;

/// Numbers that can be chosen in secret.
pub const NUMBERS: u8 = 3;

/// Where each kind of action has its ids, for one mechanics and board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    cells: u16,
    declare: u16,
    aim: u16,
    goal: u16,
    moves: u16,
    shifts: u16,
    tokens: u16,
    picks: u16,
    poses: u16,
    changes: u16,
    formations: u16,
    sends: u16,
    steals: u16,
    numbers: u16,
    size: u16,
    /// Sets of dice stand in the place of declarations.
    dice: bool,
}

const TECHNIQUES: u16 = 3;
const PACES: u16 = 3;

impl Layout {
    /// The layout for a mechanics and its board.
    #[must_use]
    pub fn new(game: GameKind, board: &Board) -> Layout {
        let cells = board.len() as u16;
        let declare = 32;
        let aim = declare + 32;
        let goal = aim + cells * SPOTS as u16 * PACES;
        let moves = goal + u16::from(GOAL_COLUMNS) * u16::from(GOAL_ROWS) * PACES;
        let shifts = moves + Slot::PER_SIDE as u16 * cells;
        let tokens = shifts + (Slot::PER_SIDE * SPOTS) as u16;
        let picks = tokens + 2 * Slot::PER_SIDE as u16;
        let poses = picks + cells;
        let changes = poses + KeeperPose::ALL.len() as u16;
        let formations = changes + 5 * Slot::PER_SIDE as u16;
        let sends = formations + u16::from(SHAPES) * u16::from(WALLS);
        let (steals, numbers, size) = match game {
            GameKind::Grid => {
                let steals = sends + Way::ALL.len() as u16 * cells;
                let numbers = steals + Slot::PER_SIDE as u16;
                (steals, numbers, numbers + u16::from(NUMBERS))
            }
            GameKind::Pitch => (sends, sends, sends),
            GameKind::Dice => (sends, sends, aim),
        };
        Layout {
            cells,
            declare,
            aim,
            goal,
            moves,
            shifts,
            tokens,
            picks,
            poses,
            changes,
            formations,
            sends,
            steals,
            numbers,
            size,
            dice: game == GameKind::Dice,
        }
    }

    /// How many ids there are.
    #[must_use]
    pub fn size(&self) -> u16 {
        self.size
    }

    /// The id of an action whose cells are seen from the deciding side.
    #[must_use]
    pub fn id(&self, action: Action) -> u16 {
        let cells = self.cells;
        match action {
            Action::Take(offer) => offer as u16,
            Action::Declare(intent, technique) => self.declare + intent as u16 * TECHNIQUES + technique as u16,
            Action::Aim(AimPoint::Cell(cell, spot), pace) => {
                self.aim + (cell.index() as u16 * SPOTS as u16 + spot.index() as u16) * PACES + pace as u16
            }
            Action::Aim(AimPoint::Goal(column, row), pace) => {
                self.goal + (u16::from(column) * u16::from(GOAL_ROWS) + u16::from(row)) * PACES + pace as u16
            }
            Action::Move(slot, cell) => self.moves + u16::from(slot.0) * cells + cell.index() as u16,
            Action::Shift(slot, spot) => self.shifts + u16::from(slot.0) * SPOTS as u16 + spot.index() as u16,
            Action::PickToken(slot) => self.tokens + u16::from(slot.0),
            Action::PickCell(cell) => self.picks + cell.index() as u16,
            Action::Pose(pose) => self.poses + pose as u16,
            Action::Change(slot, bench) => self.changes + u16::from(slot.0) * 5 + u16::from(bench),
            Action::Formation(shape, wall) => self.formations + u16::from(shape) * u16::from(WALLS) + u16::from(wall),
            Action::Send(way, cell) => self.sends + way as u16 * cells + cell.index() as u16,
            Action::Steal(slot) => self.steals + u16::from(slot.0),
            Action::Number(number) => self.numbers + u16::from(number.saturating_sub(1)),
            Action::Throw(dice) => self.declare + u16::from(dice),
        }
    }

    /// The action with this id, its cells seen from the deciding side.
    #[must_use]
    pub fn action(&self, id: u16) -> Option<Action> {
        let cell = |n: u16| Cell::from_index(usize::from(n));
        let spot = |n: u16| Spot::from_index(usize::from(n));
        let pace = |n: u16| Pace::ALL.get(usize::from(n)).copied();
        Some(if id < self.declare {
            Action::Take(Offer::from_index(usize::from(id))?)
        } else if self.dice {
            let dice = id.checked_sub(self.declare + 1).filter(|_| id < self.size)?;
            Action::Throw(dice as u8 + 1)
        } else if id < self.aim {
            let n = id - self.declare;
            let technique = Technique::ALL.get(usize::from(n % TECHNIQUES)).copied()?;
            Action::Declare(Intent::from_index(usize::from(n / TECHNIQUES))?, technique)
        } else if id < self.goal {
            let n = id - self.aim;
            let at = n / PACES;
            let point = AimPoint::Cell(cell(at / SPOTS as u16)?, spot(at % SPOTS as u16)?);
            Action::Aim(point, pace(n % PACES)?)
        } else if id < self.moves {
            let n = id - self.goal;
            let (at, rows) = (n / PACES, u16::from(GOAL_ROWS));
            Action::Aim(AimPoint::Goal((at / rows) as u8, (at % rows) as u8), pace(n % PACES)?)
        } else if id < self.shifts {
            let n = id - self.moves;
            Action::Move(Slot((n / self.cells) as u8), cell(n % self.cells)?)
        } else if id < self.tokens {
            let n = id - self.shifts;
            Action::Shift(Slot((n / SPOTS as u16) as u8), spot(n % SPOTS as u16)?)
        } else if id < self.picks {
            Action::PickToken(Slot((id - self.tokens) as u8))
        } else if id < self.poses {
            Action::PickCell(cell(id - self.picks)?)
        } else if id < self.changes {
            Action::Pose(KeeperPose::from_index(usize::from(id - self.poses))?)
        } else if id < self.formations {
            let n = id - self.changes;
            Action::Change(Slot((n / 5) as u8), (n % 5) as u8)
        } else if id < self.sends {
            let n = id - self.formations;
            let walls = u16::from(WALLS);
            Action::Formation((n / walls) as u8, (n % walls) as u8)
        } else if id < self.steals {
            let n = id - self.sends;
            Action::Send(Way::from_index(usize::from(n / self.cells))?, cell(n % self.cells)?)
        } else if id < self.numbers {
            Action::Steal(Slot((id - self.steals) as u8))
        } else if id < self.size {
            Action::Number((id - self.numbers) as u8 + 1)
        } else {
            return None;
        })
    }
}

/// A word with the article it takes: `an advance`, `a pass`.
pub(crate) fn with_article(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

// Offers are action ids and hook words at once; the two lists must agree. Intents of other games come after the pitch's.
const _: () = assert!(crate::plugin::OFFERS.len() == Offer::End as usize && INTENTS.len() >= Intent::ALL.len());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_advance_takes_another_article_than_a_pass() {
        assert_eq!(["advance", "pass", "over"].map(with_article), ["an advance", "a pass", "an over"]);
    }
}
