//! Set-ups: a formation is handed in, and everybody who was not placed by hand takes his place in it.

use super::moves::bits;
use super::{Flow, Machine};
use crate::board::{Band, Cell, CellSet};
use crate::game::state::{NOBODY, Stoppage};
use crate::plugin::{Restart, StepValue};
use crate::record::{Event, Placement};
use crate::rules::Moment;
use crate::{End, Side};

impl Machine<'_> {
    /// The placement is handed in: whoever was not placed by hand goes to the cell of the shape, or the nearest legal one.
    pub(super) fn hand_in(&mut self, shape: u8, wall: u8) -> Flow {
        let side = self.state().to_act;
        self.state_mut().turn.last_mover = NOBODY;
        let targets = self.shape_cells(side, shape);
        let step = self.running_step()?;
        let batch = self.batch(side, &step);
        let unplaced = self.unplaced(side);
        let mut waiting = unplaced;
        if let Some((_, most, placed)) = batch {
            waiting = self.foremost(side, &targets, waiting, if placed == 0 { most } else { 0 });
        }
        let held = unplaced & !waiting;
        for slot in bits(waiting) {
            if let Some(token) = self.state().slot(side, slot) {
                self.state_mut().piece_mut(token).cell = None;
            }
        }
        self.fill_spot(side, &targets, waiting);
        if wall > 1 {
            self.build_wall(side, &targets, wall);
        }
        let plan = self.plan(side);
        let mut placed = self.placed(side);
        for slot in bits(self.unplaced(side) & !held) {
            let Some(token) = self.state().slot(side, slot) else { continue };
            let mut cells = self.placeable(side, slot, &plan, &placed);
            if self.state().stoppage.wall > 1 {
                // Only tokens put there on purpose stand in a wall.
                cells -= placed.set;
            }
            let cell = self.nearest_of(side, targets[slot], cells).unwrap_or(targets[slot]);
            self.put_token(token, slot, cell);
            placed.add(cell);
        }
        match batch {
            None => self.lift_hands(side),
            Some(_) => self.stand_aside(side, held),
        }
        let question = self.setup_question();
        if self.recording() {
            let ruled = self.ask(question, &[])?;
            // Who places his players, not where some of them may not stand.
            let author = ruled.author::<StepValue>("who");
            self.log_with(&ruled, author, |m| Event::Setup {
                side,
                shape: m.shape_name(shape),
                wall,
                tokens: m.placements(side),
            });
        }
        let Stoppage { spot, side: taking, .. } = self.state().stoppage;
        if let Some(taker) = self.state().at(spot, side).filter(|_| side == taking) {
            // The others keep their distance from where he will kick.
            self.lay_ball(taker);
        }
        self.state_mut().stoppage.step += 1;
        self.setup_step()
    }

    /// Of the tokens that wait to be placed, those of this step; the others stay behind. The keeper is among them if he
    /// waits, the one who takes the restart and the foremost, `most` in all but for the keeper.
    fn foremost(&self, side: Side, targets: &[Cell; 11], waiting: u16, most: u8) -> u16 {
        let keeper = self.bit(side, self.keeper(side));
        let spot = self.state().stoppage.spot;
        let may = |slot: &usize| self.state().slot(side, *slot).is_some_and(|t| self.may_take(t));
        let taker = bits(waiting & !keeper).filter(may).min_by_key(|s| self.board().distance(targets[*s], spot));
        let taker = taker.filter(|_| most > 0).map_or(0, |slot| 1 << slot);
        let mut chosen = waiting & (keeper | taker);
        let mut left = most.saturating_sub(u8::from(taker != 0));
        for slot in (0..11).rev().filter(|s| waiting & !keeper & !taker & 1 << s != 0) {
            if left > 0 {
                left -= 1;
                chosen |= 1 << slot;
            }
        }
        chosen
    }

    /// Those of a later step leave the cells in which mates were placed.
    fn stand_aside(&mut self, side: Side, held: u16) {
        for slot in bits(held) {
            let Some(token) = self.state().slot(side, slot) else { continue };
            let Some(cell) = self.state().piece(token).cell else { continue };
            let mates = self.state().on_pitch(side).filter(|t| *t != token);
            let taken: CellSet = mates.filter_map(|t| self.state().piece(t).cell).collect();
            if taken.contains(cell)
                && let Some(aside) = self.nearest_of(side, cell, self.board().all() - taken)
            {
                self.settle_in(token, aside);
            }
        }
    }

    fn shape_name(&self, shape: u8) -> String {
        match shape.checked_sub(1).and_then(|i| self.rules.formations.iter().nth(i.into())) {
            Some(formation) => formation.name().to_owned(),
            None => "as they stand".to_owned(),
        }
    }

    fn placements(&self, side: Side) -> Vec<Placement> {
        let state = self.state();
        state
            .on_pitch(side)
            .filter_map(|token| {
                Some(Placement {
                    token,
                    cell: self.name(state.piece(token).cell?),
                    at: state.place(self.board(), token)?,
                })
            })
            .collect()
    }

    /// Per slot: the cell a shape gives it here, or where it stands.
    fn shape_cells(&self, side: Side, shape: u8) -> [Cell; 11] {
        let state = self.state();
        let spot = state.stoppage.spot;
        let formation = shape.checked_sub(1).and_then(|i| self.rules.formations.iter().nth(i.into()));
        let moment = match (state.stoppage.restart, self.band(spot, side)) {
            (Restart::KickOff, _) => Moment::KickOff,
            (_, Band::Defence) => Moment::Defend,
            (_, Band::Midfield) => Moment::Middle,
            (_, Band::Attack) => Moment::Attack,
        };
        std::array::from_fn(|slot| match formation {
            Some(formation) => self.towards(side, formation.cells(moment)[slot]),
            None => state.slot(side, slot).and_then(|t| state.piece(t).cell).unwrap_or(spot),
        })
    }

    /// A cell given for a side that attacks to the right, as this side means it.
    fn towards(&self, side: Side, cell: Cell) -> Cell {
        match self.state().attacks(side) {
            End::Right => cell,
            End::Left => self.board().rotate(cell),
        }
    }

    /// The nearest cell of a set; level ones in the order of the side's own view, so that both sides fare alike.
    pub(super) fn nearest_of(&self, side: Side, to: Cell, cells: CellSet) -> Option<Cell> {
        let near =
            (0..=u8::MAX).map(|d| self.board().within(to, d) & cells).find(|n| !n.is_empty() || cells.is_empty())?;
        near.iter().min_by_key(|c| self.towards(side, *c))
    }

    /// Puts tokens between the ball and the goal, in one cell.
    fn build_wall(&mut self, side: Side, targets: &[Cell; 11], size: u8) {
        let state = self.state();
        let spot = state.stoppage.spot;
        let keeper = self.keeper(side);
        let goal = self.board().goal_line_cell(state.attacks(side).other());
        let plan = self.plan(side);
        let union = |cells: &[CellSet; 11]| cells.iter().fold(CellSet::EMPTY, |all, cells| all | *cells);
        let board = &self.rules.board;
        let best = (union(&plan.wall) & union(&plan.open)) - self.placed(side).set;
        let Some(cell) = best.iter().min_by_key(|c| {
            (board.distance(spot, *c) + board.distance(*c, goal), board.distance(spot, *c), self.towards(side, *c))
        }) else {
            return;
        };
        for _ in 0..size {
            let state = self.state();
            let next = (0..11)
                .filter_map(|s| Some((s, state.slot(side, s)?)))
                .filter(|(_, t)| state.piece(*t).on_pitch() && !state.piece(*t).placed() && keeper != Some(*t))
                .min_by_key(|(s, _)| board.distance(targets[*s], cell));
            let Some((slot, token)) = next else { return };
            self.put_token(token, slot, cell);
        }
    }
}
