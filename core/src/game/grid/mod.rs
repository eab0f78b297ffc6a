//! The mechanics of a square board: one pawn a space, one action a turn, a ball that is carried or sent.
//!
//! It knows spaces, lines and turns; what is allowed, what a steal costs and what scores is asked from the referee. The
//! files beside this one hold one noun each.

#[cfg(feature = "lua")]
mod change;
#[cfg(feature = "lua")]
mod explain;
#[cfg(feature = "lua")]
mod facts;
#[cfg(feature = "lua")]
mod moves;
mod own;
#[cfg(feature = "lua")]
mod penalty;
#[cfg(feature = "lua")]
mod send;
#[cfg(feature = "lua")]
mod setup;
#[cfg(feature = "lua")]
mod steal;
#[cfg(feature = "lua")]
mod turn;

pub use own::GridState;

#[cfg(feature = "lua")]
use {
    super::action::{Action, Offer},
    super::error::MatchError,
    super::machine::{self, Flow, Mechanic},
    super::r#match::Resume,
    super::state::{Own, Stage},
    crate::rules::Grid,
};

/// The machine of the square board.
#[cfg(feature = "lua")]
type Machine<'a> = machine::Machine<'a, Grid>;

#[cfg(feature = "lua")]
impl Mechanic for Grid {
    fn toss_waits(machine: &Machine<'_>) -> bool {
        machine.game.toss_after_setup
    }

    fn begin(machine: &mut Machine<'_>) -> Flow {
        let opener = machine.state().opener;
        machine.state_mut().turn.number = 0;
        machine.restart(crate::plugin::Restart::KickOff, opener)
    }

    fn resume(machine: &mut Machine<'_>, how: Resume) -> Flow {
        machine.find_keepers();
        match how {
            Resume::Restart(restart, side) => machine.restart(restart, side),
            _ => machine.offer_turn(),
        }
    }

    fn refusal(machine: &mut Machine<'_>, action: Action) -> MatchError {
        machine.refusal(action)
    }

    fn perform(machine: &mut Machine<'_>, action: Action) -> Flow {
        match (machine.state().stage, action) {
            (Stage::Place, Action::Move(slot, cell)) => machine.put(slot.index(), cell),
            (Stage::Place, Action::Formation(shape, _)) => machine.hand_in(shape),
            (Stage::Place, Action::Take(Offer::Decline)) => machine.next_step(),
            (Stage::Taker, Action::PickToken(slot)) => machine.taker(slot.index()),
            (Stage::Pick, Action::Number(number)) => machine.picked(number),
            (Stage::Turn, Action::Move(slot, cell)) => machine.move_to(slot.index(), cell),
            (Stage::Turn, Action::Send(way, cell)) => machine.send(way, cell),
            (Stage::Turn, Action::Steal(slot)) => machine.steal(slot.index()),
            (Stage::Turn, Action::Take(Offer::Report)) => machine.report(),
            (Stage::Turn, Action::Take(Offer::End)) => machine.skip(),
            (Stage::Turn | Stage::Change, Action::Change(slot, bench)) => machine.change(slot.index(), bench),
            (Stage::Change, Action::Take(Offer::Decline)) => machine.changes_done(),
            _ => Err(machine.refusal(action)),
        }
    }
}

#[cfg(feature = "lua")]
impl Machine<'_> {
    fn grid(&self) -> &GridState {
        match &self.state().own {
            Own::Grid(grid) => grid,
            // A state is made for its ruleset's mechanics, and a save is read for it.
            _ => &GridState::NEW,
        }
    }

    fn grid_mut(&mut self) -> &mut GridState {
        let own = &mut self.state_mut().own;
        if !matches!(own, Own::Grid(_)) {
            *own = Own::Grid(GridState::NEW);
        }
        match own {
            Own::Grid(grid) => grid,
            _ => unreachable!("it was made one just above"),
        }
    }
}
