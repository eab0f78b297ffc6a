//! Moves that are thought out at once and made one by one.

use crate::board::Cell;
use crate::game::{Action, Match, Slot};

/// The moves still to be made in one phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    key: (u16, u8, bool),
    moves: [Option<(u8, Cell)>; Slot::PER_SIDE],
    next: usize,
}

impl Plan {
    /// A plan for no phase at all.
    pub(super) const NONE: Plan = Plan { key: (u16::MAX, 0, false), moves: [None; Slot::PER_SIDE], next: 0 };

    /// An empty plan for the running phase.
    pub(super) fn new(m: &Match) -> Plan {
        Plan { key: key(m), ..Plan::NONE }
    }

    /// Whether it was made for the running phase; a tackle that failed asks for a new one.
    pub(super) fn fits(&self, m: &Match) -> bool {
        self.key == key(m)
    }

    pub(super) fn push(&mut self, slot: usize, cell: Cell) {
        if let Some(free) = self.moves.iter_mut().find(|m| m.is_none()) {
            *free = Some((slot as u8, cell));
        }
    }

    /// The next move that is still legal.
    pub(super) fn next(&mut self, m: &Match) -> Option<Action> {
        while let Some((slot, cell)) = *self.moves.get(self.next)? {
            self.next += 1;
            let action = Action::Move(Slot(slot), cell);
            if m.is_legal(action) {
                return Some(action);
            }
        }
        None
    }
}

fn key(m: &Match) -> (u16, u8, bool) {
    let turn = &m.state().turn;
    (turn.number, turn.phase, turn.tackled)
}
