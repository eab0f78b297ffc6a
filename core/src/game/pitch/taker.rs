//! Who takes a restart.

use super::Machine;
use super::moves::bits;
use crate::Side;
use crate::board::{Cell, CellSet};

impl Machine<'_> {
    /// The waiting tokens that may take the restart, a bit each, as long as nobody stands in the ball's cell.
    pub(super) fn takers_wanted(&self, side: Side, waiting: u16) -> u16 {
        let state = self.state();
        if side != state.stoppage.side || self.placed(side).set.contains(state.stoppage.spot) {
            return 0;
        }
        let may = |slot: usize| state.slot(side, slot).is_some_and(|t| self.may_take(t));
        bits(waiting).filter(|slot| may(*slot)).fold(0, |takers, slot| takers | 1 << slot)
    }

    /// What is handed in is final: the last who can still take the restart goes to the ball and nowhere else.
    pub(super) fn keep_a_taker(&self, side: Side, takers: u16, batch: Option<(u8, u8, u8)>, moves: &mut [CellSet; 11]) {
        let spot = CellSet::single(self.state().stoppage.spot);
        if takers.count_ones() == 1 {
            bits(takers).for_each(|slot| moves[slot] = spot);
        }
        let keeper = self.bit(side, self.keeper(side));
        if takers & !keeper != 0 && batch.is_some_and(|(_, most, placed)| placed + 1 == most) {
            for (slot, cells) in moves.iter_mut().enumerate().filter(|(slot, _)| keeper >> slot & 1 == 0) {
                *cells = if takers >> slot & 1 == 1 { spot } else { CellSet::EMPTY };
            }
        }
    }

    /// Somebody has to take the restart: of those that wait the one whose place is nearest to the spot.
    pub(super) fn fill_spot(&mut self, side: Side, targets: &[Cell; 11], waiting: u16) {
        let spot = self.state().stoppage.spot;
        let takers = self.takers_wanted(side, waiting);
        let nearest = bits(takers).min_by_key(|s| self.board().distance(targets[*s], spot));
        if let Some((slot, token)) = nearest.and_then(|s| Some((s, self.state().slot(side, s)?))) {
            self.put_token(token, slot, spot);
        }
    }
}
