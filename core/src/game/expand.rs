//! From legal sets to actions and back.

use super::action::{
    Action, AimPoint, GOAL_COLUMNS, GOAL_ROWS, Intent, KeeperPose, NUMBERS, Offer, SHAPES, Slot, WALLS, Way,
};
use super::legal::{AimAt, Legal};
#[cfg(feature = "lua")]
use super::state::Own;
use super::state::{Stage, State};
use crate::board::{Board, CellSet, SPOTS, Spot};
use crate::kick::{Pace, Technique};

/// How much there is to decide.
#[cfg(feature = "lua")]
pub(crate) enum Choice {
    Nothing,
    Only(Action),
    Several,
}

impl Legal {
    /// Whether more than one action is legal, without counting them.
    #[cfg(feature = "lua")]
    fn has_choice(&self) -> bool {
        let mut one = false;
        let mut more = |bits: u64| {
            let more = bits != 0 && (one || bits & (bits - 1) != 0);
            one |= bits != 0;
            more
        };
        self.aim != AimAt::Nothing
            || more(self.offers.into())
            || more(self.declare.into())
            || more(self.formations.into())
            || self.moves.iter().filter(|m| !m.is_empty()).any(|m| more(m.0 as u64) || more((m.0 >> 64) as u64))
            || self.shifts.iter().any(|s| more((*s).into()))
            || more(self.tokens.into())
            || more(self.poses.into())
            || more(self.changes)
            || [self.pickable().0 as u64, (self.pickable().0 >> 64) as u64].into_iter().any(more)
    }

    /// How many actions are legal, an aim counting as many.
    #[must_use]
    pub fn count(&self) -> usize {
        let moves: usize = self.moves.iter().map(|m| m.len()).sum();
        let shifts: u32 = self.shifts.iter().map(|s| s.count_ones()).sum();
        let bits = self.offers.count_ones()
            + self.declare.count_ones()
            + shifts
            + self.tokens.count_ones()
            + u32::from(self.poses).count_ones()
            + self.changes.count_ones()
            + self.formations.count_ones();
        let aims = if self.aim == AimAt::Nothing { 0 } else { usize::from(GOAL_COLUMNS) };
        moves + bits as usize + self.pickable().len() + aims
    }

    /// Cells to pick from: none while poses are pending, when `cells` only remembers the keeper's choice.
    #[must_use]
    pub fn pickable(&self) -> CellSet {
        if self.remembers_cell() { CellSet::EMPTY } else { self.cells }
    }

    fn remembers_cell(&self) -> bool {
        self.poses != 0 && self.offers == 0
    }
}

impl State {
    /// Legal actions that only this mechanics has.
    #[cfg(feature = "lua")]
    fn more_legal(&self) -> usize {
        let Own::Grid(grid) = &self.own else { return 0 };
        let sends: usize = grid.sends.iter().map(|cells| cells.len()).sum();
        sends + grid.numbers.count_ones() as usize
    }

    /// Whether an action is legal now. Cells are real cells.
    #[must_use]
    pub fn is_legal(&self, board: &Board, action: Action) -> bool {
        let legal = &self.legal;
        let on_board = |cell| board.all().contains(cell);
        match action {
            Action::Take(offer) => legal.offers >> offer as u32 & 1 == 1,
            Action::Declare(..) if self.stage == Stage::Throw => false,
            Action::Declare(intent, technique) => legal.declare >> (3 * intent as u32 + technique as u32) & 1 == 1,
            Action::Aim(AimPoint::Cell(cell, _), _) => legal.aim == AimAt::Pitch && on_board(cell),
            Action::Aim(AimPoint::Goal(column, row), _) => {
                legal.aim == AimAt::Goal && column < GOAL_COLUMNS && row < GOAL_ROWS
            }
            Action::Move(slot, cell) => legal.moves.get(slot.index()).is_some_and(|m| m.contains(cell)),
            Action::Shift(slot, spot) => legal.shifts.get(slot.index()).is_some_and(|s| s >> spot.index() & 1 == 1),
            Action::PickToken(slot) => {
                self.stage != Stage::Turn && slot.index() < 22 && legal.tokens >> slot.index() & 1 == 1
            }
            Action::Steal(slot) => {
                self.stage == Stage::Turn && slot.index() < 11 && legal.tokens >> slot.index() & 1 == 1
            }
            Action::Send(way, cell) => self.sends()[way as usize].contains(cell),
            Action::Number(number) => (1..=NUMBERS).contains(&number) && self.numbers() >> (number - 1) & 1 == 1,
            Action::PickCell(cell) => !legal.remembers_cell() && legal.cells.contains(cell),
            Action::Pose(pose) => legal.poses >> pose as u8 & 1 == 1,
            Action::Change(slot, place) => {
                slot.index() < 11 && place < 5 && legal.changes >> (5 * slot.index() + usize::from(place)) & 1 == 1
            }
            Action::Formation(shape, wall) => {
                shape < SHAPES && wall < WALLS && legal.formations >> (shape * WALLS + wall) & 1 == 1
            }
            Action::Throw(dice) => self.stage == Stage::Throw && dice < 32 && legal.declare >> dice & 1 == 1,
        }
    }

    /// How much there is to decide.
    #[cfg(feature = "lua")]
    #[must_use]
    pub(crate) fn choice(&self, board: &Board) -> Choice {
        let more = self.more_legal();
        if more > 1 || self.legal.has_choice() || more == 1 && self.legal.count() > 0 {
            return Choice::Several;
        }
        let mut choice = Choice::Nothing;
        self.for_each_legal(board, &mut |action| choice = Choice::Only(action));
        choice
    }

    /// Calls back with every legal action, in the order of their ids for a side that attacks to the right.
    pub fn for_each_legal(&self, board: &Board, each: &mut impl FnMut(Action)) {
        let legal = &self.legal;
        let bits = |mut mask: u64| {
            std::iter::from_fn(move || {
                let bit = (mask != 0).then(|| mask.trailing_zeros() as usize);
                mask &= mask.wrapping_sub(1);
                bit
            })
        };
        for i in bits(legal.offers.into()) {
            Offer::from_index(i).into_iter().for_each(|o| each(Action::Take(o)));
        }
        for i in bits(legal.declare.into()) {
            if self.stage == Stage::Throw {
                each(Action::Throw(i as u8));
            } else if let (Some(intent), Some(technique)) = (Intent::from_index(i / 3), Technique::ALL.get(i % 3)) {
                each(Action::Declare(intent, *technique));
            }
        }
        match legal.aim {
            AimAt::Nothing => {}
            AimAt::Pitch => {
                for cell in board.all() {
                    for spot in (0..SPOTS).filter_map(Spot::from_index) {
                        Pace::ALL.iter().for_each(|p| each(Action::Aim(AimPoint::Cell(cell, spot), *p)));
                    }
                }
            }
            AimAt::Goal => {
                for column in 0..GOAL_COLUMNS {
                    for row in 0..GOAL_ROWS {
                        Pace::ALL.iter().for_each(|p| each(Action::Aim(AimPoint::Goal(column, row), *p)));
                    }
                }
            }
        }
        for (slot, cells) in legal.moves.iter().enumerate() {
            cells.iter().for_each(|cell| each(Action::Move(Slot(slot as u8), cell)));
        }
        for (slot, spots) in legal.shifts.iter().enumerate() {
            for spot in bits((*spots).into()).filter_map(Spot::from_index) {
                each(Action::Shift(Slot(slot as u8), spot));
            }
        }
        let token = |i: usize| match self.stage {
            Stage::Turn => Action::Steal(Slot(i as u8)),
            _ => Action::PickToken(Slot(i as u8)),
        };
        bits(legal.tokens.into()).for_each(|i| each(token(i)));
        for (way, cells) in Way::ALL.iter().zip(self.sends()) {
            cells.iter().for_each(|cell| each(Action::Send(*way, cell)));
        }
        bits(self.numbers().into()).for_each(|i| each(Action::Number(i as u8 + 1)));
        if !legal.remembers_cell() {
            legal.cells.iter().for_each(|cell| each(Action::PickCell(cell)));
        }
        for i in bits(legal.poses.into()) {
            KeeperPose::from_index(i).into_iter().for_each(|p| each(Action::Pose(p)));
        }
        bits(legal.changes).for_each(|i| each(Action::Change(Slot((i / 5) as u8), (i % 5) as u8)));
        for i in bits(legal.formations.into()) {
            each(Action::Formation(i as u8 / WALLS, i as u8 % WALLS));
        }
    }
}
