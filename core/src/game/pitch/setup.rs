//! Restarts: where the ball goes, who places whom where.

use super::moves::bits;
use super::place::hundredths;
use super::{Flow, Machine};
use crate::board::{Cell, CellSet, Point, Spot};
use crate::game::action::{SHAPES, WALLS};
use crate::game::machine::team;
use crate::game::piece::Piece;
use crate::game::state::{NOBODY, Stage, Stoppage};
use crate::plugin::{BallSource, ClockAt, FirstTime, Hook, OnSetup, Restart, StepAct, StepSpot, StepValue, Window};
use crate::record::{Event, Placement};
use crate::rules::Moment;
use crate::{Side, Token};

/// The cells of tokens that were placed in the running step.
pub(super) struct Placed {
    cells: [Cell; 11],
    count: usize,
    pub(super) set: CellSet,
}

impl Placed {
    fn add(&mut self, cell: Cell) {
        if let Some(place) = self.cells.get_mut(self.count) {
            *place = cell;
            self.count += 1;
            self.set.insert(cell);
        }
    }
}

/// Where the running step lets the tokens of a side be placed, by slot, as long as there is room.
struct Plan {
    open: [CellSet; 11],
    /// Cells in which a wall may stand.
    wall: [CellSet; 11],
}

impl Machine<'_> {
    /// Play is to resume: the set-up begins.
    pub(super) fn restart(&mut self, restart: Restart, side: Side, at: Point) -> Flow {
        self.keepers_get_up();
        let spot = self.spot_for(restart, side, at);
        let centre = self.board().centre(spot);
        let sent_off = self.state().stoppage.sent_off;
        let state = self.state_mut();
        state.stoppage = Stoppage { sent_off, ..Stoppage::new(restart, side, spot, at) };
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

    /// What the running step is.
    fn running_step(&mut self) -> Result<StepValue, super::MatchError> {
        let question = self.setup_question();
        Ok(self.ask(question, &[])?.answer.value())
    }

    /// Outfield players of a side that a step lets it place, at least and at most, and how many it has; `None` for a step
    /// in which it places all.
    fn batch(&self, side: Side, step: &StepValue) -> Option<(u8, u8, u8)> {
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
    fn unplaced(&self, side: Side) -> u16 {
        self.slots(side, |piece| piece.on_pitch() && !piece.placed())
    }

    /// The placing of a side is over.
    fn lift_hands(&mut self, side: Side) {
        for slot in 0..11 {
            if let Some(token) = self.state().slot(side, slot) {
                self.state_mut().piece_mut(token).set_placed(false);
            }
        }
    }

    /// The side may place tokens one by one, and hands in with a formation.
    fn offer_placement(&mut self, side: Side, step: &StepValue) {
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
    fn plan(&self, side: Side) -> Plan {
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
    fn placeable(&self, side: Side, slot: usize, plan: &Plan, placed: &Placed) -> CellSet {
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
            (_, crate::board::Band::Defence) => Moment::Defend,
            (_, crate::board::Band::Midfield) => Moment::Middle,
            (_, crate::board::Band::Attack) => Moment::Attack,
        };
        std::array::from_fn(|slot| match formation {
            Some(formation) => self.towards(side, formation.cells(moment)[slot]),
            None => state.slot(side, slot).and_then(|t| state.piece(t).cell).unwrap_or(spot),
        })
    }

    /// A cell given for a side that attacks to the right, as this side means it.
    fn towards(&self, side: Side, cell: Cell) -> Cell {
        match self.state().attacks(side) {
            crate::End::Right => cell,
            crate::End::Left => self.board().rotate(cell),
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
        let allowed = state.permits().iter().filter(|p| p.wall()).fold(CellSet::EMPTY, |set, p| set | p.target);
        let open = state.permits().iter().filter(|p| !p.wall()).fold(CellSet::EMPTY, |set, p| set | p.target);
        let board = &self.rules.board;
        let best = (allowed & open) - self.placed(side).set;
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
