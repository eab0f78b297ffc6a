//! Restarts: where the ball goes, who places whom where.

use super::place::hundredths;
use super::{Flow, Machine};
use crate::board::{Cell, CellSet, Point};
use crate::game::action::WALLS;
use crate::game::machine::team;
use crate::game::piece::Piece;
use crate::game::state::{NOBODY, Stage, Stoppage};
use crate::plugin::{BallSource, ClockAt, FirstTime, Hook, OnSetup, Restart, StepAct, StepSpot, StepValue, Window};
use crate::record::Event;
use crate::{Side, Token};

impl Machine<'_> {
    /// Play is to resume: the set-up begins.
    pub(super) fn restart(&mut self, restart: Restart, side: Side, at: Point) -> Flow {
        self.keepers_get_up();
        let spot = self.spot_for(restart, side, at);
        let centre = self.board().centre(spot);
        // A wall stands until the players are placed anew, or have moved.
        let Stoppage { sent_off, walls, .. } = self.state().stoppage;
        let state = self.state_mut();
        state.stoppage = Stoppage { sent_off, walls, ..Stoppage::new(restart, side, spot, at) };
        state.ball.side = side;
        state.ball.carrier = None;
        state.ball.in_hand = false;
        state.ball.cell = spot;
        state.ball.at = centre;
        state.kick.header = false;
        state.pieces.iter_mut().for_each(|piece| piece.set_placed(false));
        self.log(|m| Event::Restart { restart, side, spot: m.name(spot) });
        self.state_mut().stoppage.step = 1;
        self.setup_step()
    }

    /// Where a restart is expected to be taken, for facts that are needed before the set-up says so.
    pub(super) fn spot_for(&self, restart: Restart, side: Side, at: Point) -> Cell {
        let word = match restart {
            Restart::KickOff => StepSpot::Centre,
            Restart::Penalty => StepSpot::Penalty,
            Restart::Corner => StepSpot::Corner,
            Restart::GoalKick => StepSpot::GoalArea,
            Restart::ThrowIn => StepSpot::Exit,
            Restart::FreeKick | Restart::KeeperOut | Restart::None => StepSpot::Offence,
        };
        self.spots(word, side, at).first().unwrap_or(self.board().cell_at(at))
    }

    /// The cells that a spot word allows.
    fn spots(&self, word: StepSpot, side: Side, at: Point) -> CellSet {
        let board = self.board();
        let attacked = self.state().attacks(side);
        match word {
            StepSpot::None | StepSpot::Offence => CellSet::single(board.cell_at(at)),
            StepSpot::Exit => CellSet::single(board.touchline_cell(at)),
            StepSpot::Centre => CellSet::single(board.centre_cell()),
            StepSpot::Penalty => CellSet::single(board.penalty_spot(attacked)),
            StepSpot::GoalArea => self.rules.small_area(attacked.other()),
            StepSpot::Corner => {
                let [first, last] = board.corners(attacked);
                let off_axis = at.y - board.width() / 2.0;
                if libm::fabs(off_axis) < 1e-6 {
                    CellSet::single(first) | CellSet::single(last)
                } else {
                    CellSet::single(if off_axis < 0.0 { first } else { last })
                }
            }
        }
    }

    /// The question put to `on_setup` for the running step.
    pub(super) fn setup_question(&self) -> OnSetup {
        let state = self.state();
        let stoppage = &state.stoppage;
        OnSetup {
            restart: stoppage.restart,
            step: stoppage.step.into(),
            side: team(stoppage.side),
            band: self.band(stoppage.spot, stoppage.side),
            in_small_area: self.rules.small_area(state.attacks(stoppage.side)).contains(stoppage.spot),
            nearest: stoppage.nearest.into(),
            sent_off: stoppage.sent_off.into(),
            sub_called: stoppage.sub_called,
            ..OnSetup::default()
        }
    }

    /// Asks what the running step is and makes it the pending decision.
    pub(super) fn setup_step(&mut self) -> Flow {
        let question = self.setup_question();
        let ruled = self.ask(question, &[])?;
        let step: StepValue = ruled.answer.value();
        let side = self.side_of(step.who);
        if !self.state().stoppage.spot_chosen {
            let stoppage = self.state().stoppage;
            let cells = self.spots(step.spot, stoppage.side, stoppage.exit);
            if cells.len() > 1 {
                self.decide(stoppage.side, Stage::Spot).cells = cells;
                return Ok(());
            }
            self.set_spot(cells.first().unwrap_or(stoppage.spot));
            return self.setup_step();
        }
        let offered = 1 << side.index();
        match step.act {
            StepAct::None => self.setup_over(),
            StepAct::Place => {
                if self.state().stoppage.step > 1 && self.unplaced(side) == 0 {
                    // Everybody stands already: nothing is left of this step.
                    self.lift_hands(side);
                    self.state_mut().stoppage.step += 1;
                    return self.setup_step();
                }
                if self.state().stoppage.offered & offered == 0 {
                    self.state_mut().stoppage.offered |= offered;
                    if self.offer_changes(side, Window::Setup)? {
                        return Ok(());
                    }
                }
                let state = self.state_mut();
                if state.stoppage.step == 1 {
                    state.stoppage.walls = CellSet::EMPTY;
                }
                // An approach leaves everybody as he is; a set-up stands everybody up.
                state.pieces.iter_mut().for_each(Piece::stand_up);
                state.stoppage.act = step.act;
                state.stoppage.wall = if step.walls > 0 { step.wall.clamp(0, i32::from(WALLS) - 1) as u8 } else { 0 };
                state.ball.gap = hundredths(step.gap_cm).unsigned_abs();
                state.turn.last_mover = NOBODY;
                self.set_permits(Hook::OnSetup, side, &ruled.answer.grants)?;
                for permit in self.state_mut().permits_mut().iter_mut().filter(|p| p.wall()) {
                    permit.left = step.walls.clamp(0, 11) as u8;
                }
                if side != self.state().stoppage.side {
                    self.tell_offside()?;
                }
                self.offer_placement(side, &step);
                Ok(())
            }
            StepAct::Approach => {
                for side in [side, side.other()] {
                    let offered = 1 << side.index();
                    if self.state().stoppage.offered & offered == 0 {
                        self.state_mut().stoppage.offered |= offered;
                        if self.offer_changes(side, Window::ThrowIn)? {
                            return Ok(());
                        }
                    }
                }
                self.state_mut().stoppage.act = step.act;
                self.set_permits(Hook::OnSetup, side, &ruled.answer.grants)?;
                self.offer_approach(side);
                Ok(())
            }
            StepAct::Taker => Err(self.cannot(&ruled, step.act.word())),
        }
    }

    fn set_spot(&mut self, spot: Cell) {
        let at = self.board().centre(spot);
        let state = self.state();
        let distance = |t: Token| state.piece(t).cell.map(|c| self.board().distance(c, spot));
        // Whoever may not move that far is not near.
        let distance = |t: Token| distance(t).filter(|cells| *cells <= state.piece(t).limit);
        // Measured once: placing tokens in the set-up must not turn it back into an approach (BASE-THROW-03).
        let nearest = state.on_pitch(state.stoppage.side).filter_map(distance).min().unwrap_or(NOBODY);
        let state = self.state_mut();
        state.stoppage.nearest = nearest;
        state.stoppage.spot = spot;
        state.stoppage.spot_chosen = true;
        state.ball.cell = spot;
        state.ball.at = at;
    }

    pub(super) fn spot_chosen(&mut self, cell: Cell) -> Flow {
        self.set_spot(cell);
        self.setup_step()
    }

    /// The set-up is over: the taker has the ball.
    fn setup_over(&mut self) -> Flow {
        let Stoppage { restart, side, spot, .. } = self.state().stoppage;
        let taker = self.state().at(spot, side).or_else(|| {
            let state = self.state();
            state.on_pitch(side).min_by_key(|t| state.piece(*t).cell.map_or(99, |c| self.board().distance(c, spot)))
        });
        let Some(taker) = taker else { return Ok(()) };
        self.state_mut().stoppage.act = StepAct::None;
        self.state_mut().ball.gap = 0;
        if self.state().piece(taker).cell != Some(spot) {
            self.settle_in(taker, spot);
        }
        self.tick_for(restart, ClockAt::Setup, false, false)?;
        self.ball_with(taker);
        self.begin_turn(side, false);
        let state = self.state_mut();
        state.stoppage.step = 0;
        state.stoppage.sent_off = 0;
        state.ball.source = BallSource::Restart;
        state.ball.from_mate = true;
        state.turn.first_time = FirstTime::None;
        state.kick.restart = restart;
        self.count_restart();
        self.offer_declaration()
    }

    pub(super) fn count_restart(&mut self) {
        let Stoppage { restart, side, .. } = self.state().stoppage;
        if self.in_shootout() {
            return;
        }
        let tally = &mut self.play.tally;
        let count = match restart {
            Restart::Corner => &mut tally.corners,
            Restart::ThrowIn => &mut tally.throw_ins,
            Restart::FreeKick => &mut tally.free_kicks,
            Restart::Penalty => &mut tally.penalties,
            Restart::GoalKick => &mut tally.goal_kicks,
            Restart::None | Restart::KickOff | Restart::KeeperOut => return,
        };
        count[side.index()] += 1;
    }
}
