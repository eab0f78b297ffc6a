//! Actions as the deciding side sees them: it attacks to the right.

use super::action::{Action, AimPoint};
use super::state::State;
use crate::End;
use crate::board::Board;

/// The action with its cells turned so that the deciding side attacks to the right. Turning twice gives the original.
#[must_use]
pub(crate) fn seen(board: &Board, state: &State, action: Action) -> Action {
    if state.attacks(state.to_act) == End::Right {
        return action;
    }
    match action {
        Action::Aim(AimPoint::Cell(cell, spot), pace) => {
            Action::Aim(AimPoint::Cell(board.rotate(cell), board.rotate_spot(spot)), pace)
        }
        Action::Move(slot, cell) => Action::Move(slot, board.rotate(cell)),
        Action::Shift(slot, spot) => Action::Shift(slot, board.rotate_spot(spot)),
        Action::PickCell(cell) => Action::PickCell(board.rotate(cell)),
        Action::Send(way, cell) => Action::Send(way, board.rotate(cell)),
        Action::Take(_)
        | Action::Declare(..)
        | Action::Aim(AimPoint::Goal(..), _)
        | Action::PickToken(_)
        | Action::Pose(_)
        | Action::Change(..)
        | Action::Steal(_)
        | Action::Number(_)
        | Action::Formation(..)
        | Action::Throw(_) => action,
    }
}
