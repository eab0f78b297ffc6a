//! The bot without a thought: uniform over the kinds of action, then over the actions of that kind.
//!
//! Uniform over single actions would hardly ever end a phase, because moves outnumber everything else.

use super::Bot;
use crate::board::{Cell, CellSet, SPOTS, Spot};
use crate::game::{
    Action, AimAt, AimPoint, GOAL_COLUMNS, GOAL_ROWS, Intent, KeeperPose, Legal, Match, Offer, Own, Slot, Stage, WALLS,
    Way,
};
use crate::kick::{Pace, Technique};
use rand::Rng;
use rand::rngs::ChaCha8Rng;

/// Plays anything that is legal; for fuzzing, and as the slowest opponent of every other bot.
#[derive(Debug)]
pub struct Random {
    rng: ChaCha8Rng,
}

/// Plain answers that finish something; a kind of their own, so that phases end.
const ENDS: u32 = 1 << Offer::End as u32;
/// Places on the bench that a change can name.
const BENCH: u32 = 5;

/// The first kind of action that only a square board has; before it come the others, by the order of their bits.
const SQUARES: u32 = 11;

impl Random {
    /// A bot with a stream of its own.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random { rng: super::stream(seed) }
    }

    /// A number below `bound`; 0 for a bound of 0.
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        // The high half of a product: off from uniform by less than `bound` in 2³², which no match can notice.
        ((u64::from(self.rng.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// One of the set bits of a mask that is not empty.
    #[inline]
    fn bit(&mut self, mask: u64) -> u32 {
        let nth = self.below(mask.count_ones());
        low_bit(mask, nth)
    }

    /// One cell of a set that is not empty.
    #[inline]
    fn cell(&mut self, cells: CellSet) -> Cell {
        let nth = self.below(cells.len() as u32);
        nth_cell(cells, nth)
    }

    fn aim(&mut self, m: &Match, at: AimAt) -> Action {
        let pace = Pace::ALL[self.below(3) as usize];
        if at == AimAt::Goal {
            let (column, row) = (self.below(GOAL_COLUMNS.into()) as u8, self.below(GOAL_ROWS.into()) as u8);
            return Action::Aim(AimPoint::Goal(column, row), pace);
        }
        let cell = self.cell(m.rules().board.all());
        let spot = Spot::from_index(self.below(SPOTS as u32) as usize).unwrap_or_default();
        Action::Aim(AimPoint::Cell(cell, spot), pace)
    }

    fn slot_move(&mut self, legal: &Legal) -> Action {
        let counts = legal.moves.map(|cells| cells.len() as u32);
        let mut nth = self.below(counts.iter().sum());
        for ((slot, cells), count) in legal.moves.iter().enumerate().zip(counts) {
            if nth < count {
                return Action::Move(Slot(slot as u8), nth_cell(*cells, nth));
            }
            nth -= count;
        }
        Action::Take(Offer::End)
    }

    /// Uniform over ways, then over cells; shots apart.
    fn send(&mut self, sends: &[CellSet; 5]) -> Action {
        let there = |way: &Way| *way != Way::Shot && !sends[*way as usize].is_empty();
        let ways = Way::ALL.iter().copied().filter(there).fold(0, |mask, way| mask | 1u64 << way as u32);
        let way = Way::from_index(self.bit(ways) as usize).unwrap_or(Way::Pass);
        Action::Send(way, self.cell(sends[way as usize]))
    }

    fn slot_shift(&mut self, legal: &Legal) -> Action {
        let total: u32 = legal.shifts.iter().map(|s| s.count_ones()).sum();
        let mut nth = self.below(total);
        for (slot, spots) in legal.shifts.iter().enumerate() {
            let count = spots.count_ones();
            if nth < count {
                let spot = Spot::from_index(low_bit((*spots).into(), nth) as usize).unwrap_or_default();
                return Action::Shift(Slot(slot as u8), spot);
            }
            nth -= count;
        }
        Action::Take(Offer::End)
    }
}

impl Bot for Random {
    fn choose(&mut self, m: &Match) -> Action {
        let legal = &m.state().legal;
        let kind = self.bit(kinds(m).into());
        match kind {
            0 => Action::Take(offer(self.bit((legal.offers & !ENDS).into()))),
            1 => Action::Take(Offer::End),
            2 => {
                let bit = self.bit(legal.declare.into());
                if m.state().stage == Stage::Throw {
                    return Action::Throw(bit as u8);
                }
                let intent = Intent::from_index((bit / 3) as usize).unwrap_or(Intent::Pass);
                Action::Declare(intent, Technique::ALL[(bit % 3) as usize])
            }
            3 => self.aim(m, legal.aim),
            4 => self.slot_move(legal),
            5 => self.slot_shift(legal),
            6 => {
                let slot = Slot(self.bit(legal.tokens.into()) as u8);
                if m.state().stage == Stage::Turn { Action::Steal(slot) } else { Action::PickToken(slot) }
            }
            7 => Action::PickCell(self.cell(legal.cells)),
            8 => {
                Action::Pose(KeeperPose::from_index(self.bit(legal.poses.into()) as usize).unwrap_or(KeeperPose::Stand))
            }
            9 => {
                let bit = self.bit(legal.changes);
                Action::Change(Slot((bit / BENCH) as u8), (bit % BENCH) as u8)
            }
            10 => {
                let bit = self.bit(legal.formations.into()) as u8;
                Action::Formation(bit / WALLS, bit % WALLS)
            }
            11 => Action::Send(Way::Shot, self.cell(m.state().sends()[Way::Shot as usize])),
            12 => self.send(m.state().sends()),
            _ => Action::Number(self.bit(m.state().numbers().into()) as u8 + 1),
        }
    }
}

/// The kinds of action that are legal, a bit each.
fn kinds(m: &Match) -> u32 {
    let legal = &m.state().legal;
    let moves = legal.moves.iter().fold(CellSet::EMPTY, |all, m| all | *m);
    let shifts = legal.shifts.iter().fold(0, |all, s| all | *s);
    let present = [
        legal.offers & !ENDS != 0,
        legal.offers & ENDS != 0,
        legal.declare != 0,
        legal.aim != AimAt::Nothing,
        !moves.is_empty(),
        shifts != 0,
        legal.tokens != 0,
        !legal.pickable().is_empty(),
        legal.poses != 0,
        legal.changes != 0,
        legal.formations != 0,
    ];
    let mask = |first: u32, there: &[bool]| {
        there.iter().zip(first..).fold(0, |mask, (there, kind)| mask | u32::from(*there) << kind)
    };
    let Own::Grid(grid) = &m.state().own else { return mask(0, &present) };
    let sent = |shot: bool| {
        let ways = Way::ALL.iter().filter(|way| (**way == Way::Shot) == shot);
        ways.fold(CellSet::EMPTY, |all, way| all | grid.sends[*way as usize])
    };
    mask(0, &present) | mask(SQUARES, &[!sent(true).is_empty(), !sent(false).is_empty(), grid.numbers != 0])
}

fn offer(index: u32) -> Offer {
    Offer::from_index(index as usize).unwrap_or(Offer::Decline)
}

fn nth_cell(cells: CellSet, nth: u32) -> Cell {
    let low = cells.0 as u64;
    let sums = sums(low);
    let in_low = (sums >> 56) as u32;
    let index = if nth < in_low {
        nth_bit(low, sums, nth)
    } else {
        let high = (cells.0 >> 64) as u64;
        64 + nth_bit(high, self::sums(high), nth - in_low)
    };
    Cell::from_index(index as usize).unwrap_or(Cell::FIRST)
}

/// The lowest bit of every byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// How many bits are set in a byte and those below it, byte by byte; the top byte counts all.
fn sums(mask: u64) -> u64 {
    const ODD: u64 = 0x55 * EACH;
    const PAIRS: u64 = 0x33 * EACH;
    const HALVES: u64 = 0x0f * EACH;
    let pairs = mask - (mask >> 1 & ODD);
    let fours = (pairs & PAIRS) + (pairs >> 2 & PAIRS);
    ((fours + (fours >> 4)) & HALVES).wrapping_mul(EACH)
}

/// The index of the `nth` set bit of many, counted from 0.
fn nth_bit(mask: u64, sums: u64, nth: u32) -> u32 {
    // The top bit of a byte is left where all its bits come before the one that is sought.
    let before = ((u64::from(nth) + 0x80) * EACH - sums) >> 7 & EACH;
    let start = (before.wrapping_mul(EACH) >> 56) as u32 * 8;
    let skipped = (sums << 8) >> start & 0xff;
    start + low_bit(mask >> start, nth - skipped as u32)
}

/// The index of the `nth` set bit, where few come before it.
fn low_bit(mut mask: u64, nth: u32) -> u32 {
    for _ in 0..nth {
        mask &= mask.wrapping_sub(1);
    }
    mask.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_bit_is_found_wherever_it_lies() {
        const MASK: u64 = 1 << 63 | 1 << 40 | 1 << 17 | 1 << 16 | 1 << 5 | 1;
        for find in [|n| nth_bit(MASK, sums(MASK), n), |n| low_bit(MASK, n)] {
            assert_eq!([0, 1, 2, 3, 4, 5].map(find), [0, 5, 16, 17, 40, 63]);
        }
    }

    #[test]
    fn the_nth_cell_is_found_in_both_halves_of_a_set() {
        let cells = CellSet(1 << 3 | 1 << 63 | 1 << 64 | 1 << 102);
        let found: Vec<usize> = (0..4).map(|n| nth_cell(cells, n).index()).collect();
        assert_eq!(found, [3, 63, 64, 102]);
        assert!((0..128).all(|n| nth_cell(!CellSet::EMPTY, n).index() == n as usize));
    }
}
