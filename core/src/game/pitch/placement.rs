//! Set-ups: which tokens may be placed where, one by one.

use super::moves::bits;
use super::{Flow, Machine, MatchError};
use crate::board::{Cell, CellSet, Spot};
use crate::game::action::{SHAPES, WALLS};
use crate::game::state::{NOBODY, Stage, Stoppage};
use crate::plugin::StepValue;
use crate::{Side, Token};

/// The cells of tokens that were placed in the running step.
pub(super) struct Placed {
    cells: [Cell; 11],
    count: usize,
    pub(super) set: CellSet,
}

impl Placed {
    pub(super) fn add(&mut self, cell: Cell) {
        if let Some(place) = self.cells.get_mut(self.count) {
            *place = cell;
            self.count += 1;
            self.set.insert(cell);
        }
    }
}

/// Where the running step lets the tokens of a side be placed, by slot, as long as there is room.
pub(super) struct Plan {
    pub(super) open: [CellSet; 11],
    /// Cells in which a wall may stand.
    pub(super) wall: [CellSet; 11],
}

impl Machine<'_> {
    /// What the running step is.
    pub(super) fn running_step(&mut self) -> Result<StepValue, MatchError> {
        let question = self.setup_question();
        Ok(self.ask(question, &[])?.answer.value())
    }

    /// Outfield players of a side that a step lets it place, at least and at most, and how many it has; `None` for a step
    /// in which it places all.
    pub(super) fn batch(&self, side: Side, step: &StepValue) -> Option<(u8, u8, u8)> {
        let state = self.state();
        let most = step.max.clamp(0, 11) as u8;
        if most == 11 || usize::from(most) >= state.players(side) {
            return None;
        }
        let keeper = self.keeper(side);
        let outfield = || state.on_pitch(side).filter(|t| Some(*t) != keeper);
        if most >= outfield().count() as u8 {
            return None;
        }
        let placed = outfield().filter(|t| state.piece(*t).placed()).count() as u8;
        Some((step.min.clamp(0, most.into()) as u8, most, placed))
    }

    /// The slots of a side whose tokens have not been placed in this set-up, a bit each.
    pub(super) fn unplaced(&self, side: Side) -> u16 {
        self.slots(side, |piece| piece.on_pitch() && !piece.placed())
    }

    /// The placing of a side is over.
    pub(super) fn lift_hands(&mut self, side: Side) {
        for slot in 0..11 {
            if let Some(token) = self.state().slot(side, slot) {
                self.state_mut().piece_mut(token).set_placed(false);
            }
        }
    }

    /// The side may place tokens one by one, and hands in with a formation.
    pub(super) fn offer_placement(&mut self, side: Side, step: &StepValue) {
        let mut moves = [CellSet::EMPTY; 11];
        let batch = self.batch(side, step);
        let mut waiting = self.unplaced(side);
        if batch.is_some_and(|(_, most, placed)| placed == most) {
            waiting &= self.bit(side, self.keeper(side));
        }
        let plan = self.plan(side);
        let placed = self.placed(side);
        for slot in bits(waiting) {
            moves[slot] = self.placeable(side, slot, &plan, &placed);
        }
        let takers = self.takers_wanted(side, waiting);
        self.keep_a_taker(side, takers, batch, &mut moves);
        let shapes = (self.rules.formations.iter().count() as u8 + 1).min(SHAPES);
        let walls = if self.state().stoppage.wall > 1 { self.state().stoppage.wall + 1 } else { 1 };
        let mut formations = 0u32;
        for shape in 0..shapes {
            for wall in 0..walls {
                if wall != 1 {
                    formations |= 1 << (shape * WALLS + wall);
                }
            }
        }
        // Whoever begins to name the tokens of a batch names enough of them, and the taker among them.
        if batch.is_some_and(|(least, _, placed)| placed > 0 && (placed < least || takers != 0)) {
            formations = 0;
        }
        let legal = self.decide(side, Stage::Place);
        legal.moves = moves;
        legal.formations = formations;
        self.offer_place(side);
    }

    /// The token that was placed last may still choose its place inside the cell, unless that is the goal line.
    fn offer_place(&mut self, side: Side) {
        let state = self.state();
        let slot = usize::from(state.turn.last_mover);
        let Some(token) = state.slot(side, slot) else { return };
        if state.piece(token).cell.is_some_and(|cell| !self.on_line(slot, cell)) {
            let spots = self.spots_left(token);
            self.state_mut().legal.shifts[slot] = spots;
        }
    }

    /// The cells that tokens placed so far stand on, one entry a token.
    pub(super) fn placed(&self, side: Side) -> Placed {
        let state = self.state();
        let mut placed = Placed { cells: [state.stoppage.spot; 11], count: 0, set: CellSet::EMPTY };
        for (_, _, piece) in state.lined_up(side).filter(|(_, _, p)| p.placed() && p.on_pitch()) {
            piece.cell.into_iter().for_each(|cell| placed.add(cell));
        }
        placed
    }

    /// Where the running step lets the tokens of a side be placed.
    pub(super) fn plan(&self, side: Side) -> Plan {
        let state = self.state();
        let mut plan = Plan { open: [CellSet::EMPTY; 11], wall: [CellSet::EMPTY; 11] };
        for permit in state.permits().iter().filter(|p| p.left > 0) {
            let cells = if permit.wall() { &mut plan.wall } else { &mut plan.open };
            bits(permit.slots).for_each(|slot| cells[slot] |= permit.target);
        }
        if state.ball.gap > 0 {
            let (none, few) = self.near_the_spot(side);
            plan.open.iter_mut().for_each(|cells| *cells -= none);
            plan.wall.iter_mut().for_each(|cells| *cells -= few);
        }
        if side == state.stoppage.side {
            for (slot, cells) in plan.open.iter_mut().enumerate() {
                if state.slot(side, slot).is_some_and(|t| self.may_take(t)) {
                    cells.insert(state.stoppage.spot);
                }
            }
        }
        plan
    }

    /// The cells that have no spot far enough from the ball, and those that have too few for a wall.
    pub(super) fn near_the_spot(&self, side: Side) -> (CellSet, CellSet) {
        let Stoppage { spot, wall, .. } = self.state().stoppage;
        let mates = Token::of(side).fold(0, |mask, t| mask | 1 << t.index());
        let rows = (self.ball_gap() / self.board().row_pitch()) as u8;
        let (mut none, mut few) = (CellSet::EMPTY, CellSet::EMPTY);
        for cell in self.board().within(spot, rows + 1) {
            let spots = self.spots_off_ball(cell) & self.spots_beside(self.tokens_in(cell) & !mates, cell);
            if spots == 0 {
                none.insert(cell);
            }
            if spots.count_ones() < wall.into() {
                few.insert(cell);
            }
        }
        (none, few)
    }

    /// Cells that the running step lets a token be placed on that has not been placed.
    pub(super) fn placeable(&self, side: Side, slot: usize, plan: &Plan, placed: &Placed) -> CellSet {
        let stoppage = &self.state().stoppage;
        let capacity = usize::from(self.rules.mechanics.cell_capacity);
        // One token fills a cell that has room for one: no need to count.
        if capacity <= 1 && stoppage.wall <= 1 {
            return plan.open[slot] - placed.set;
        }
        let built = stoppage.walls & placed.set;
        let more = self.state().permits().iter().any(|p| p.wall() && built.len() < usize::from(p.left));
        let walls = plan.wall[slot] & if more { placed.set } else { built };
        let mut open = plan.open[slot];
        let mates = &placed.cells[..placed.count];
        for cell in mates {
            let room = if side == stoppage.side && *cell == stoppage.spot { 1 } else { capacity };
            let room = if walls.contains(*cell) { room.max(usize::from(stoppage.wall)) } else { room };
            if mates.iter().filter(|c| *c == cell).count() >= room {
                open.remove(*cell);
            }
        }
        open
    }

    /// One token is placed by hand.
    pub(super) fn put(&mut self, slot: usize, cell: Cell) -> Flow {
        let side = self.state().to_act;
        let Some(token) = self.state().slot(side, slot) else { return Ok(()) };
        self.put_token(token, slot, cell);
        self.state_mut().turn.last_mover = slot as u8;
        let step = self.running_step()?;
        self.offer_placement(side, &step);
        Ok(())
    }

    /// The token that was placed last takes its place inside the cell. Nobody reads of it before the set-up is handed in.
    pub(super) fn put_on(&mut self, slot: usize, spot: Spot) -> Flow {
        let side = self.state().to_act;
        let placed = self.state().slot(side, slot).and_then(|token| Some((token, self.state().piece(token).cell?)));
        let Some((token, cell)) = placed else { return Ok(()) };
        self.stand(token, cell, spot);
        self.state_mut().turn.last_mover = NOBODY;
        let step = self.running_step()?;
        self.offer_placement(side, &step);
        Ok(())
    }

    /// Whoever is placed on a cell stands on the goal line.
    fn on_line(&self, slot: usize, cell: Cell) -> bool {
        self.state().permits().iter().any(|p| p.on_line() && p.is_for(slot) && p.target.contains(cell))
    }

    pub(super) fn put_token(&mut self, token: Token, slot: usize, cell: Cell) {
        if self.state().stoppage.wall > 1 {
            let state = self.state();
            let here = |t: Token| t != token && state.piece(t).placed() && state.piece(t).cell == Some(cell);
            if state.on_pitch(token.side()).any(here) {
                self.state_mut().stoppage.walls.insert(cell);
            }
        }
        if self.on_line(slot, cell) {
            self.stand_on_line(token, cell);
        } else {
            self.settle_in(token, cell);
        }
        self.state_mut().piece_mut(token).set_placed(true);
    }
}
