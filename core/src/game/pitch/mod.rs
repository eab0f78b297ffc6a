//! The mechanics of the hex pitch: turns of three phases, kicks, calculation of distance, moves, set-ups.
//!
//! What every game shares is in [`crate::game::machine`]; the files beside this one hold one noun each.

mod approach;
mod clock;
mod cod;
mod declare;
mod dribble;
mod duel;
mod explain;
mod facts;
mod flight;
mod formation;
mod foul;
mod moves;
mod permits;
mod phase;
mod place;
mod placement;
mod possession;
mod setup;
mod shootout;
mod slide;
mod step;
mod substitution;
mod taker;

use super::action::{Action, Offer};
use super::error::MatchError;
use super::machine::{self, Flow, Mechanic};
use super::r#match::Resume;
use super::state::Stage;
use crate::rules::Pitch;

/// The machine of the pitch.
type Machine<'a> = machine::Machine<'a, Pitch>;

impl Mechanic for Pitch {
    fn begin(machine: &mut Machine<'_>) -> Flow {
        if machine.called_off()? { Ok(()) } else { machine.begin_half(1) }
    }

    fn resume(machine: &mut Machine<'_>, how: Resume) -> Flow {
        match how {
            Resume::Declare => machine.offer_declaration(),
            Resume::Attack => machine.begin_moves(2),
            Resume::Defence => machine.begin_moves(3),
            Resume::Restart(restart, side) => {
                let exit = machine.state().stoppage.exit;
                machine.restart(restart, side, exit)
            }
        }
    }

    fn refusal(machine: &mut Machine<'_>, action: Action) -> MatchError {
        machine.refusal(action)
    }

    fn perform(machine: &mut Machine<'_>, action: Action) -> Flow {
        match (machine.state().stage, action) {
            (Stage::Spot, Action::PickCell(cell)) => machine.spot_chosen(cell),
            (Stage::Change, Action::Change(slot, bench)) => machine.change(slot.index(), bench),
            (Stage::Change, Action::PickToken(slot)) => machine.reserve_keeper(slot.index()),
            (Stage::Change, Action::Take(Offer::Decline)) => machine.changes_done(),
            (Stage::Place, Action::Move(slot, cell)) => machine.put(slot.index(), cell),
            (Stage::Place, Action::Shift(slot, spot)) => machine.put_on(slot.index(), spot),
            (Stage::Place, Action::Formation(shape, wall)) => machine.hand_in(shape, wall),
            (Stage::Approach, Action::PickToken(slot)) => machine.approach(slot.index()),
            (Stage::Declare, Action::Declare(intent, technique)) => machine.declared(intent, technique),
            (Stage::KeeperCell, Action::PickCell(cell)) => machine.keeper_cell(cell),
            (Stage::KeeperPose, Action::Shift(_, spot)) => machine.keeper_spot(spot),
            (Stage::KeeperCell | Stage::KeeperPose, Action::Pose(pose)) => machine.keeper_pose(pose),
            (Stage::KeeperCell, Action::Take(Offer::Decline)) => machine.no_preparation(),
            (Stage::Aim, Action::Aim(aim, pace)) => machine.kick(aim, pace),
            (Stage::Settle, Action::Shift(_, spot)) => machine.settled(Some(spot)),
            (Stage::Settle, Action::Take(Offer::Decline)) => machine.settled(None),
            (Stage::Winner, Action::PickToken(slot)) => machine.winner_named(slot.index()),
            (Stage::Line, Action::PickCell(cell)) => machine.run_to(cell),
            (Stage::Reception, Action::Take(Offer::Decline)) => machine.reception_over(None),
            (Stage::Reception, Action::Take(offer)) => machine.reception_over(Some(offer)),
            (Stage::Attack | Stage::Defence, Action::Move(slot, cell)) => machine.move_to(slot.index(), cell),
            (Stage::Attack | Stage::Defence, Action::Shift(slot, spot)) => machine.shift(slot.index(), spot),
            (Stage::Attack | Stage::Defence, Action::Take(Offer::End)) => machine.end_moves(),
            (Stage::Defence | Stage::Tackle, Action::Take(Offer::Tackle)) => machine.tackle(None),
            (Stage::Defence, Action::PickToken(slot)) => machine.tackle(Some(slot.index())),
            (Stage::Tackle, Action::Shift(_, spot)) => machine.shift_and_tackle(spot),
            (Stage::Tackle, Action::Take(Offer::Decline)) => machine.no_tackle(),
            (Stage::Push, Action::PickCell(cell)) => machine.pushed_to(cell),
            (Stage::Step, Action::Move(slot, cell)) => machine.step_to(slot.index(), cell),
            (Stage::Slide, Action::Move(slot, cell)) => machine.slide_to(slot.index(), cell),
            (Stage::SlidePose, Action::Pose(pose)) => machine.slide_pose(pose),
            (Stage::Step | Stage::Slide, Action::Take(Offer::End)) => machine.window_closed(),
            (Stage::Opponent, Action::PickToken(slot)) => machine.opponent_named(slot.index()),
            (Stage::Round, Action::Take(Offer::Dribble)) => machine.round_keeper(),
            (Stage::Round, Action::Take(Offer::Decline)) => machine.next_part(),
            (Stage::Bonus, Action::Take(offer)) => machine.bonus(offer == Offer::Bonus),
            (Stage::Foul, Action::Take(Offer::Foul)) => machine.deliberate_foul(),
            (Stage::Foul, Action::Take(Offer::Decline)) => machine.duel_stands(),
            _ => Err(machine.refusal(action)),
        }
    }
}
