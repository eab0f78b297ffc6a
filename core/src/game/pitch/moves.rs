//! P2 and P3: tokens move.

use super::machine::Ruled;
use super::permits::{Cast, Occupancy};
use super::place::{ALL_SPOTS, MOVER_PLACES, other_spots};
use super::{Flow, Machine};
use crate::board::{Cell, CellSet, Spot};
use crate::game::action::{Offer, Slot};
use crate::game::permit::Permit;
use crate::game::piece::Piece;
use crate::game::state::{NOBODY, Stage};
use crate::kick::Pose;
use crate::plugin::{
    CellIs, ClockAt, Down, From, GrantWho, Hook, Into, Moment, MoveAnswer, NamedGrant, OnMove, OnMoveAllowance,
    PhaseWord, Restart, Role, Where,
};
use crate::record::Event;
use crate::{Side, Token};
use std::cell::LazyCell;
use std::num::NonZeroU32;

/// Cells that a forced step may have to go: eleven tokens cannot fill everything that is nearer.
const FARTHEST: u8 = 4;

/// What the tokens of a side may do, by slot.
struct Reach {
    /// Where each may move.
    moves: [CellSet; 11],
    /// Which may shift inside their cell, a bit each.
    may_shift: u16,
    /// Which must leave theirs.
    forced: u16,
}

impl Machine<'_> {
    /// A side is to move in P2 or P3.
    pub(super) fn begin_moves(&mut self, phase: u8) -> Flow {
        let attack = self.state().turn.attack;
        let attacks = phase == 2 || self.rules.mechanics.attack_moves_twice;
        let side = if attacks { attack } else { attack.other() };
        let state = self.state_mut();
        state.turn.phase = phase;
        state.turn.used = 0;
        state.turn.moved = false;
        state.turn.tackled = false;
        state.turn.option = 0;
        state.turn.last_mover = NOBODY;
        self.get_up(side);
        if phase == 3 {
            self.tell_offside()?;
            let quick = self.rules.mechanics.quick_turns && self.state().turn.movers == 0;
            self.play.tally.quick_turns[attack.index()] += u32::from(quick);
        }
        self.allow(side)
    }

    /// Whoever lies gets up, and that is his move; for the beaten and those who slid the referee says so.
    fn get_up(&mut self, side: Side) {
        let fell = |piece: &Piece| piece.pose != Pose::Standing || piece.down != Down::No;
        for slot in bits(self.slots(side, |piece| piece.on_pitch() && fell(piece))) {
            let Some(token) = self.state().slot(side, slot) else { continue };
            if self.state().piece(token).pose == Pose::Standing {
                self.state_mut().piece_mut(token).down = Down::No;
            } else if self.rules.mechanics.lying_gets_up {
                let piece = self.state_mut().piece_mut(token);
                piece.pose = Pose::Standing;
                piece.set_spent(piece.spent() || piece.down == Down::No);
                if self.rules.mechanics.getup_counts {
                    self.state_mut().turn.moved = true;
                }
                self.log(|_| Event::GotUp { token });
            }
        }
    }

    /// Asks what a side may do, at the start of its phase and again after a lost tackle, and lets it do that.
    pub(super) fn allow(&mut self, side: Side) -> Flow {
        let state = self.state();
        // A ruling moves nobody: where tokens stand now holds for the moves as well.
        let stand = self.occupancy(side);
        let surplus = |cells: CellSet| cells.iter().map(|c| state.all_at(c, side).count() as i32 - 1).sum();
        let walls = stand.crowded & state.stoppage.walls;
        let question = OnMoveAllowance {
            phase: state.turn.phase.into(),
            side: if side == state.turn.attack { Role::Attack } else { Role::Defence },
            restart: self.pending_throw(),
            longest: state.turn.longest.into(),
            total: state.turn.total.into(),
            movers: state.turn.movers.into(),
            run: state.turn.run.into(),
            nearest: state.turn.nearest.into(),
            tackled: state.turn.tackled,
            wall: surplus(walls),
            crowd: surplus(stand.crowded - walls),
            in_hand: state.ball.in_hand,
        };
        let carrier = state.ball.carrier;
        let ruled = self.ask(question, &[carrier])?;
        let cast = self.cast(side);
        self.set_permits_of(Hook::OnMoveAllowance, &cast, &ruled.answer.grants)?;
        self.log_allowance(&cast, side, &ruled);
        self.bar_risen(side, &cast, &ruled.answer.grants);
        self.narrow_spent(side);
        self.offer_moves(side, &stand)
    }

    /// The allowance is told by the grant that most tokens have, and names the clauses of the others, and of what is refused
    /// to somebody.
    fn log_allowance(&mut self, cast: &Cast, side: Side, ruled: &Ruled) {
        if !self.recording() {
            return;
        }
        let permits = || self.state().permits().iter().filter(|p| p.slots != 0);
        let widest =
            permits().max_by_key(|p| (p.cells > 0 && !p.pushes(), p.slots.count_ones(), p.cells)).map(|p| p.ruling);
        let mut also: Vec<String> = Vec::new();
        let grants = ruled.answer.grants.iter().map(|named| &named.grant);
        let refused = grants.filter(|grant| grant.refused && self.meant(cast, grant) != 0).map(|grant| grant.ruling);
        let all = permits().map(|p| p.ruling).chain(refused);
        for ruling in all.filter(|r| widest.is_some_and(|w| w.clause != r.clause)) {
            also.extend(self.clause(ruling).filter(|clause| !also.contains(clause)));
        }
        let phase = self.state().turn.phase;
        self.log_with(ruled, widest, |_| Event::Allowance { side, phase, also });
    }

    /// Those who had to get up do nothing else in this phase, where a grant refuses it to them.
    fn bar_risen(&mut self, side: Side, cast: &Cast, grants: &[NamedGrant]) {
        if cast.down == 0 {
            return;
        }
        let refused = grants.iter().filter(|g| g.grant.refused);
        for named in refused.filter(|g| matches!(g.grant.who, GrantWho::Beaten | GrantWho::Slid)) {
            for slot in bits(self.meant(cast, &named.grant)) {
                if let Some(token) = self.state().slot(side, slot) {
                    self.state_mut().piece_mut(token).set_spent(true);
                }
            }
        }
    }

    /// After a lost tackle the tackler counts against the permits that are limited in number.
    fn narrow_spent(&mut self, side: Side) {
        let state = self.state();
        let tackler = state.duel.by.filter(|t| state.turn.tackled && t.side() == side);
        let Some(slot) = tackler.and_then(|t| state.slot_of(t)) else { return };
        let used = 1u16 << slot;
        for permit in self.state_mut().permits_mut() {
            if permit.left != NOBODY {
                permit.left = permit.left.saturating_sub((permit.slots & used).count_ones() as u8);
            }
        }
    }

    /// The throw-in that is waiting to be taken, if one is.
    fn pending_throw(&self) -> Restart {
        let stoppage = &self.state().stoppage;
        if stoppage.approached { stoppage.restart } else { Restart::None }
    }

    /// Recomputes what the side to move may do.
    pub(super) fn refresh_moves(&mut self, side: Side) -> Flow {
        let crowd = self.occupancy(side);
        self.offer_moves(side, &crowd)
    }

    /// Makes the moves of a side the pending decision.
    fn offer_moves(&mut self, side: Side, crowd: &Occupancy) -> Flow {
        let stage = if side == self.state().turn.attack { Stage::Attack } else { Stage::Defence };
        self.decide(side, stage);
        let contested = self.contested(side);
        let mut reach = self.reach_of_all(side, crowd);
        if let Some(at) = contested {
            for (slot, cells) in reach.moves.iter_mut().enumerate().filter(|(_, cells)| cells.contains(at)) {
                let Some(token) = self.state().slot(side, slot) else { continue };
                if self.may_enter(token, at)? == MoveAnswer::No {
                    cells.remove(at);
                }
            }
        }
        self.state_mut().legal.moves = reach.moves;
        let must = bits(reach.forced).any(|slot| !reach.moves[slot].is_empty());
        self.offer_shifts(side, reach.may_shift, crowd);
        // Whoever tackles in place stands in the contested cell; of several the coach names one.
        let inside = contested.is_some_and(|at| crowd.own.contains(at));
        let tacklers = if inside { self.tacklers(side)? } else { 0 };
        let legal = &mut self.state_mut().legal;
        if !must {
            legal.offers |= 1 << Offer::End as u32;
        }
        match tacklers.count_ones() {
            0 => {}
            1 => legal.offers |= 1 << Offer::Tackle as u32,
            _ => legal.tokens = tacklers.into(),
        }
        Ok(())
    }

    /// What the permits let the tokens of a side do; the one that moved last may always still shift.
    fn reach_of_all(&self, side: Side, crowd: &Occupancy) -> Reach {
        let state = self.state();
        let mut reach = Reach { moves: [CellSet::EMPTY; 11], may_shift: 0, forced: 0 };
        if state.turn.last_mover != NOBODY && self.rules.mechanics.mover_places {
            reach.may_shift = 1 << state.turn.last_mover;
        }
        let able = self.slots(side, |p| !p.spent() && p.pose != Pose::Lying && p.cell.is_some());
        if self.rules.mechanics.shift_counts == 0 {
            // What counts as nothing is open however much of a permit is used up.
            let shifts = state.permits().iter().filter(|p| p.shift());
            reach.may_shift |= shifts.fold(0, |slots, p| slots | p.slots) & able;
        }
        for permit in state.permits().iter().filter(|p| p.slots != 0 && p.left > 0 && self.option_open(p)) {
            let may = if permit.forced() {
                let crowded = permit.slots & self.slots_in(side, crowd.crowded);
                reach.forced |= crowded;
                crowded
            } else {
                permit.slots & able
            };
            if permit.shift() && may != 0 {
                reach.may_shift |= if permit.forced() { may & !self.slots(side, Piece::spent) } else { may };
            }
            if permit.cells > 0 && permit.forced() {
                self.add_forced(side, permit, may, crowd, &mut reach.moves);
            } else if permit.cells > 0 {
                self.add_reach(side, permit, may, crowd, &mut reach.moves);
            }
        }
        reach
    }

    /// Whoever must leave his cell goes as far as it takes: to the nearest cells that are open.
    fn add_forced(&self, side: Side, permit: &Permit, slots: u16, crowd: &Occupancy, moves: &mut [CellSet; 11]) {
        for slot in bits(slots) {
            let mut open = [CellSet::EMPTY; 11];
            for cells in permit.cells..=permit.cells.max(FARTHEST) {
                self.add_reach(side, &Permit { cells, ..*permit }, 1 << slot, crowd, &mut open);
                if !open[slot].is_empty() {
                    break;
                }
            }
            moves[slot] |= open[slot];
        }
    }

    pub(super) fn option_open(&self, permit: &Permit) -> bool {
        let chosen = self.state().turn.option;
        permit.option == 0 || chosen == 0 || chosen == permit.option
    }

    /// Lets tokens shift to the spots of their cells that are free; the one a token stands on is not among them.
    fn offer_shifts(&mut self, side: Side, may_shift: u16, crowd: &Occupancy) {
        let shared = crowd.opponents | crowd.crowded | self.board().within(self.state().ball.cell, 1);
        for slot in bits(may_shift) {
            let Some(token) = self.state().slot(side, slot) else { continue };
            let piece = self.state().piece(token);
            let Some(cell) = piece.cell else { continue };
            let clear = if shared.contains(cell) { self.clear_spots(token, cell) } else { ALL_SPOTS };
            self.state_mut().legal.shifts[slot] = other_spots(piece, clear);
        }
    }

    /// The cell that only a ruling opens: the throw-in spot, or in P3 the carrier's cell.
    pub(super) fn contested(&self, side: Side) -> Option<Cell> {
        let state = self.state();
        if state.stoppage.approached {
            return Some(state.stoppage.spot);
        }
        let carrier = state.ball.carrier?;
        (carrier.side() != side).then(|| state.piece(carrier).cell).flatten()
    }

    pub(super) fn entry_question(&self, token: Token, at: Cell) -> OnMove {
        let state = self.state();
        let carrier_side = state.ball.side;
        let from = state.piece(token).cell.unwrap_or(at);
        let attacked = state.attacks(carrier_side);
        let prepares = state.stage == Stage::KeeperPose;
        OnMove {
            skills: self.skills(token),
            cell_is: if state.stoppage.approached {
                CellIs::ThrowSpot
            } else if prepares {
                CellIs::Shooter
            } else {
                CellIs::Carrier
            },
            from: if from == at {
                From::Inside
            } else if self.board().front(at, attacked).contains(from) {
                From::Front
            } else if self.board().rear(at, attacked).contains(from) {
                From::Rear
            } else if prepares && self.board().comes_through_front(from, at, attacked) {
                From::Through
            } else {
                From::Far
            },
            first: state.turn.used == 0,
            in_hand: state.ball.in_hand,
            keeper: self.keeps(token),
            carrier: state.ball.carrier == Some(token),
            restart: self.pending_throw(),
            ..OnMove::default()
        }
    }

    fn may_enter(&mut self, token: Token, at: Cell) -> Result<MoveAnswer, super::MatchError> {
        let question = self.entry_question(token, at);
        let carrier = self.state().ball.carrier;
        let ruled = self.ask(question, &[Some(token), carrier])?;
        Ok(MoveAnswer::from_index(ruled.word().into()).unwrap_or(MoveAnswer::No))
    }

    /// The permit a legal move uses: an unlimited one first, then a forced step, then one that is limited in number.
    fn permit_for(&self, token: Token, slot: usize, cell: Cell) -> Option<usize> {
        let permits = self.state().permits();
        let spent = self.state().piece(token).spent();
        let may = |p: &Permit| p.is_for(slot) && self.option_open(p) && (p.forced() || !spent);
        let rank = |p: &Permit| if p.left == NOBODY && !p.forced() { 0 } else { 2 - u8::from(p.forced()) };
        let mut candidates = permits.iter().enumerate().filter(|(_, p)| may(p));
        let first = candidates.next()?;
        if candidates.next().is_none() {
            return Some(first.0);
        }
        let piece = self.state().piece(token);
        let cells = piece.cell.map_or(0, |from| self.board().distance(from, cell));
        let crowd = LazyCell::new(|| self.occupancy(token.side()));
        let roomy = self.state().at(cell, token.side()).is_none();
        let fits = |p: &Permit| match p.plain() && p.into == Into::Free && roomy {
            true => cells <= p.cells.min(piece.limit) && p.target.contains(cell),
            false => self.permitted(p, token, &crowd).contains(cell),
        };
        let fitting = (0..3).find_map(|best| permits.iter().position(|p| rank(p) == best && may(p) && fits(p)));
        // A forced step that has to go farther than its permit says.
        fitting.or_else(|| permits.iter().position(|p| p.forced() && may(p)))
    }

    pub(super) fn move_to(&mut self, slot: usize, cell: Cell) -> Flow {
        let side = self.state().to_act;
        let Some(token) = self.state().slot(side, slot) else { return Ok(()) };
        let Some(from) = self.state().piece(token).cell else { return Ok(()) };
        let Some(index) = self.permit_for(token, slot, cell) else { return Ok(()) };
        let permit = self.state().permits()[index];
        let enters = self.contested(side) == Some(cell);
        if enters && !self.entered(token, cell)? {
            return Ok(());
        }
        let cells = self.board().distance(from, cell);
        let displaced = self.state().at(cell, side);
        self.use_permit(token, slot, index, cells);
        self.settle_in(token, cell);
        if self.state().ball.carrier == Some(token) {
            self.ball_with(token);
        }
        self.log_clause(Hook::OnMoveAllowance, Some(permit.ruling), |m| m.moved(token, from, cell, permit.forced()));
        if let Some(mate) = displaced.filter(|_| permit.pushes()) {
            self.state_mut().kick.token = Some(mate);
            let cells = self.empty_neighbours(cell);
            self.decide(side, Stage::Push).cells = cells;
            return Ok(());
        }
        if enters {
            return self.offer_tackle(token);
        }
        self.refresh_moves(side)
    }

    /// Books a move: the token's, the permit's and the turn's.
    fn use_permit(&mut self, token: Token, slot: usize, index: usize, cells: u8) {
        let mechanics = &self.rules.mechanics;
        let (one_move, moves_final, free_counts) =
            (mechanics.one_move, mechanics.moves_final, mechanics.free_steps_count);
        let state = self.state_mut();
        let Some(permit) = state.permits_mut().get_mut(index) else { return };
        if permit.left != NOBODY {
            permit.left -= 1;
        }
        let (option, free, longest) = (permit.option, permit.free(), permit.cells);
        if option != 0 {
            state.turn.option = option;
        }
        state.turn.last_mover = slot as u8;
        if free && !free_counts {
            return;
        }
        let piece = state.piece_mut(token);
        piece.moved += cells;
        piece.set_spent(piece.spent() || one_move && (moves_final || piece.moved >= longest));
        state.turn.used += 1;
        state.turn.moved = true;
        if token.side() == state.turn.attack {
            state.turn.longest = state.turn.longest.max(cells);
            state.turn.total = state.turn.total.saturating_add(cells);
            state.turn.movers += 1;
        }
    }

    /// The teammate who was in the way goes to an empty neighbour.
    pub(super) fn pushed_to(&mut self, cell: Cell) -> Flow {
        let Some(token) = self.state().kick.token else { return Ok(()) };
        let from = self.state().piece(token).cell.unwrap_or(cell);
        let ruling = self.state().permits().iter().find(|p| p.pushes()).map(|p| p.ruling);
        self.settle_in(token, cell);
        self.log_clause(Hook::OnMoveAllowance, ruling, |m| m.moved(token, from, cell, true));
        self.offer_place_of(token)
    }

    /// A teammate has made room: whoever needed it moves on, or tackles if it was the carrier's cell he came to.
    pub(super) fn made_room(&mut self, mate: Token) -> Flow {
        let side = mate.side();
        let mover = self.state().slot(side, self.state().turn.last_mover.into());
        let came_to = mover.and_then(|mover| self.state().piece(mover).cell);
        match mover.filter(|_| came_to.is_some() && self.contested(side) == came_to) {
            Some(mover) => self.offer_tackle(mover),
            None => self.refresh_moves(side),
        }
    }

    /// A token changes its place inside its cell: free right after its move, a move of its own otherwise.
    pub(super) fn shift(&mut self, slot: usize, spot: Spot) -> Flow {
        let side = self.state().to_act;
        let Some(token) = self.state().slot(side, slot) else { return Ok(()) };
        let Some(cell) = self.state().piece(token).cell else { return Ok(()) };
        let mut ruling = None;
        if usize::from(self.state().turn.last_mover) == slot {
            self.state_mut().turn.last_mover = NOBODY;
            ruling = if self.recording() { self.by_param(MOVER_PLACES) } else { None };
        } else if let Some(index) = self.shift_permit(slot) {
            ruling = Some(self.state().permits()[index].ruling);
            if self.rules.mechanics.shift_counts > 0 {
                self.use_permit(token, slot, index, self.rules.mechanics.shift_counts);
                if self.rules.mechanics.one_move {
                    self.state_mut().piece_mut(token).set_spent(true);
                }
            }
            self.state_mut().turn.last_mover = NOBODY;
        }
        self.stand(token, cell, spot);
        self.log_clause(Hook::OnMoveAllowance, ruling, |m| m.shifted(token));
        // A defender who was in the carrier's cell already may tackle from his new place.
        let tackles = self.state().turn.phase == 3 && self.contested(side) == Some(cell);
        if tackles && !self.state().stoppage.approached && !self.state().turn.tackled {
            return self.offer_tackle(token);
        }
        self.refresh_moves(side)
    }

    fn shift_permit(&self, slot: usize) -> Option<usize> {
        let permits = self.state().permits();
        let may = |i: &usize| permits[*i].shift() && permits[*i].is_for(slot) && self.option_open(&permits[*i]);
        (0..permits.len()).filter(may).max_by_key(|i| permits[*i].left > 0)
    }

    /// The side to move is done.
    pub(super) fn end_moves(&mut self) -> Flow {
        let (at, phase, moved) = match self.state().turn.phase {
            2 => (ClockAt::P2, PhaseWord::P2, self.state().turn.movers > 0 || self.state().turn.moved),
            _ => (ClockAt::P3, PhaseWord::P3, self.state().turn.moved),
        };
        if phase == PhaseWord::P3 {
            // Both teams have moved: what was a wall has broken up.
            self.state_mut().stoppage.walls = CellSet::EMPTY;
        }
        self.tick(at, moved, false)?;
        if self.whistle_blown(at, Restart::None)? {
            return Ok(());
        }
        self.phase_end(phase, true, false, false)
    }

    /// The defenders who already stand in the carrier's cell and may tackle now, by slot.
    pub(super) fn tacklers(&mut self, side: Side) -> Result<u16, super::MatchError> {
        let mut tacklers = 0;
        for slot in bits(self.idle_at_carrier(side)) {
            let Some(token) = self.state().slot(side, slot) else { continue };
            let question = self.ability(Moment::InBallCell, token);
            let carrier = self.state().ball.carrier;
            let ruled = self.ask(question, &[Some(token), carrier, None])?;
            let offered = super::possession::offer_bits(&ruled.answer) >> Offer::Tackle as u32 & 1;
            tacklers |= (offered as u16) << slot;
        }
        Ok(tacklers)
    }

    /// The defenders in the carrier's cell who have not been used yet, by slot.
    fn idle_at_carrier(&self, side: Side) -> u16 {
        let state = self.state();
        let carrier = state.ball.carrier.filter(|c| c.side() != side && state.turn.phase == 3);
        let cell = carrier.and_then(|c| state.piece(c).cell);
        if cell.is_none() || state.stoppage.approached || state.turn.tackled {
            return 0;
        }
        self.slots(side, |piece| piece.cell == cell && piece.standing() && !piece.spent())
    }

    /// A token asks to go into the contested cell: true when he may.
    pub(super) fn entered(&mut self, token: Token, cell: Cell) -> Result<bool, super::MatchError> {
        let question = self.entry_question(token, cell);
        let carrier = self.state().ball.carrier;
        let place = match question.from {
            From::Rear => Where::Rear,
            From::Far => Where::Far,
            From::Front | From::Through => Where::Ahead,
            From::Inside => Where::Own,
        };
        let ruled = self.ask(question, &[Some(token), carrier])?;
        let answer = MoveAnswer::from_index(ruled.word().into()).unwrap_or(MoveAnswer::No);
        self.log_ruled(&ruled, |m| Event::Entry { token, cell: m.name(cell), verdict: answer.word().to_owned() });
        match (answer, carrier) {
            (MoveAnswer::Die, Some(carrier)) => self.entry_duel(token, carrier, place),
            _ => Ok(true),
        }
    }
}

/// The slots in a mask of them, lowest first.
pub(super) fn bits(mask: u16) -> impl Iterator<Item = usize> {
    let mut mask = u32::from(mask) & ((1 << Slot::PER_SIDE) - 1);
    std::iter::from_fn(move || {
        let slot = NonZeroU32::new(mask)?.trailing_zeros();
        mask &= mask - 1;
        Some(slot as usize)
    })
}
