//! Grants become permits, permits become sets of cells.

use super::moves::bits;
use super::{Flow, Machine, MatchError};
use crate::board::{Cell, CellSet};
use crate::game::permit::{Flags, MAX_PERMITS, Permit};
use crate::game::piece::Piece;
use crate::game::state::{NOBODY, Own};
use crate::plugin::{Along, Dirs, Down, Grant, GrantWho, Hook, Into, NamedGrant, Through, ZoneView};
use crate::{Side, Token};
use std::cell::OnceCell;

impl Machine<'_> {
    /// Resolves grants for the tokens of a side. A token with the ball is meant only by `who = "carrier"`.
    pub(super) fn set_permits(&mut self, hook: Hook, side: Side, grants: &[NamedGrant]) -> Flow {
        let cast = self.cast(side);
        self.set_permits_of(hook, &cast, grants)
    }

    pub(super) fn set_permits_of(&mut self, hook: Hook, cast: &Cast, grants: &[NamedGrant]) -> Flow {
        let mut permits = [Permit::NONE; MAX_PERMITS];
        let mut free = permits.iter_mut();
        let full = || MatchError::Grants {
            hook: hook.info().name,
            most: MAX_PERMITS,
            plugins: self.rules.stack.answering(hook),
        };
        for named in grants.iter().filter(|g| !g.grant.refused) {
            let permit = self.permit(cast, &named.grant);
            if permit.slots != 0 {
                *free.next().ok_or_else(full)? = permit;
            }
        }
        if let Own::Pitch(to, _) = &mut self.state_mut().own {
            *to = permits;
        }
        Ok(())
    }

    fn permit(&self, cast: &Cast, grant: &Grant) -> Permit {
        Permit {
            target: self.target(cast.side, grant),
            slots: self.meant(cast, grant),
            cells: grant.cells,
            least: grant.least,
            dirs: grant.dirs,
            into: grant.into,
            through: grant.through,
            along: grant.along,
            flags: Flags::of(grant),
            pose: grant.pose,
            left: if grant.count == 0 { NOBODY } else { grant.count },
            option: grant.option,
            ruling: grant.ruling,
        }
    }

    /// Who is who in a side, as far as grants tell tokens apart.
    pub(super) fn cast(&self, side: Side) -> Cast {
        let there = self.slots(side, Piece::on_pitch);
        let down = self.slots(side, |piece| piece.on_pitch() && piece.down != Down::No);
        Cast { side, there, carrier: self.bit(side, self.state().ball.carrier), down, keeper: OnceCell::new() }
    }

    /// The slot of a token of a side as a bit; none for a token of the other side.
    pub(super) fn bit(&self, side: Side, token: Option<Token>) -> u16 {
        match token.filter(|t| t.side() == side).and_then(|t| self.state().slot_of(t)) {
            Some(slot) => 1 << slot,
            None => 0,
        }
    }

    /// The slots of a side whose tokens fit, a bit each.
    #[inline]
    pub(super) fn slots(&self, side: Side, fits: impl Fn(&Piece) -> bool) -> u16 {
        let state = self.state();
        let squad = state.squad(side);
        let fits = |member: u8| squad.get(usize::from(member)).is_some_and(&fits);
        state.lineup[side.index()].iter().rev().fold(0, |slots, member| slots << 1 | u16::from(fits(*member)))
    }

    /// The slots among these whose tokens fit.
    #[inline]
    fn those(&self, side: Side, among: u16, fits: impl Fn(&Piece) -> bool) -> u16 {
        let state = self.state();
        let fits = |slot: usize| state.slot(side, slot).is_some_and(|t| fits(state.piece(t)));
        bits(among).fold(0, |slots, slot| slots | u16::from(fits(slot)) << slot)
    }

    /// The slots of a side whose tokens stand in some cells.
    pub(super) fn slots_in(&self, side: Side, cells: CellSet) -> u16 {
        if cells.is_empty() { 0 } else { self.slots(side, |piece| !(cells & piece.cell.into()).is_empty()) }
    }

    /// The slots that a grant is for, a bit each.
    pub(super) fn meant(&self, cast: &Cast, grant: &Grant) -> u16 {
        let Cast { side, there, carrier, .. } = *cast;
        let keeper = || *cast.keeper.get_or_init(|| self.bit(side, self.keeper(side)));
        let mut slots = match grant.who {
            GrantWho::All => there & !carrier,
            GrantWho::Wall if self.state().stoppage.step > 0 => there,
            GrantWho::Others => there & !carrier & !keeper(),
            GrantWho::Keeper => keeper() & !carrier,
            GrantWho::Carrier => there & carrier,
            GrantWho::Wall => there & !carrier & self.slots_in(side, self.crowd(side) & self.state().stoppage.walls),
            GrantWho::Crowd => there & !carrier & self.slots_in(side, self.crowd(side) - self.state().stoppage.walls),
            GrantWho::Beaten => self.those(side, cast.down, |piece| piece.down == Down::Beaten),
            GrantWho::Slid => self.those(side, cast.down, |piece| piece.down == Down::Slid),
        };
        let mut skills = grant.skill.0;
        while skills != 0 && slots != 0 {
            slots = self.those(side, slots, |piece| piece.has_section(skills.trailing_zeros() as u8));
            skills &= skills - 1;
        }
        if grant.alone && slots != 0 {
            slots &= !self.slots_in(side, self.company_for(side));
        }
        if grant.except.is_some() { slots & !self.bit(side, grant.except) } else { slots }
    }

    /// The cells of a zone as a side sees it.
    pub(super) fn zone_cells(&self, side: Side, view: ZoneView) -> CellSet {
        let attacked = self.state().attacks(side);
        self.board().zone_cells(view.zone, if view.own { attacked.other() } else { attacked })
    }

    fn target(&self, side: Side, grant: &Grant) -> CellSet {
        let board = self.board();
        let mut target = board.all();
        if let Some(zone) = grant.zone {
            target &= self.zone_cells(side, zone);
        }
        if let Some(zone) = grant.not_zone {
            target -= self.zone_cells(side, zone);
        }
        if grant.gap > 0 {
            target -= board.within(self.state().ball.cell, grant.gap - 1);
        }
        target
    }

    /// Adds the cells a permit lets tokens of a side move to; the one a token stands on is not among them.
    pub(super) fn add_reach(
        &self,
        side: Side,
        permit: &Permit,
        slots: u16,
        crowd: &Occupancy,
        moves: &mut [CellSet; 11],
    ) {
        let state = self.state();
        let open = Self::plainly_open(permit, crowd);
        // A cell that has a token and is open may be the token's own.
        let stays = open.is_none_or(|open| !(open & crowd.own).is_empty());
        for slot in bits(slots) {
            let Some(token) = state.slot(side, slot) else { continue };
            let piece = state.piece(token);
            let Some(from) = piece.cell else { continue };
            let to = match open {
                Some(open) => self.board().within(from, permit.cells.min(piece.limit)) & open,
                None => self.permitted(permit, token, crowd),
            };
            moves[slot] |= if stays { to - from.into() } else { to };
        }
    }

    /// The cells that a permit opens to whoever is near enough, if that is all there is to it.
    fn plainly_open(permit: &Permit, crowd: &Occupancy) -> Option<CellSet> {
        match permit.into {
            Into::Free if permit.plain() => Some(permit.target - crowd.full),
            Into::Empty if permit.plain() => Some(permit.target - crowd.full - crowd.opponents),
            _ => None,
        }
    }

    /// Where one permit lets a token end, its own cell included when no step is required.
    pub(super) fn permitted(&self, permit: &Permit, token: Token, crowd: &Occupancy) -> CellSet {
        let board = self.board();
        let piece = self.state().piece(token);
        let Some(from) = piece.cell else { return CellSet::EMPTY };
        let steps = permit.cells.min(piece.limit);
        if permit.along == Along::Touchline && !board.touchline().contains(from) {
            return CellSet::EMPTY;
        }
        let line = || if permit.along == Along::Touchline { board.touchline() } else { board.all() };
        let mut reach = match (permit.dirs, permit.through) {
            (Dirs::Any, Through::Any) if permit.along == Along::Touchline => board.reach(from, steps, line()),
            (Dirs::Any, Through::Any) => board.within(from, steps),
            (Dirs::Any, Through::Empty | Through::Aligned) => {
                board.reach(from, steps, line() - crowd.own - crowd.opponents)
            }
            (dirs, _) => self.straight(from, steps, dirs, token.side()),
        };
        if permit.least > 0 {
            reach -= board.within(from, permit.least - 1);
        }
        if permit.along == Along::Touchline {
            reach &= board.touchline();
        }
        reach &= permit.target | CellSet::single(from);
        let mates = crowd.full_for(from);
        if permit.pushes() {
            reach -= self.unpushable(token.side(), from, mates, crowd);
        }
        match permit.into {
            Into::Free if permit.pushes() => reach,
            Into::Free => reach - mates,
            Into::Empty => reach - mates - crowd.opponents,
            Into::Teammate => reach & mates,
            Into::Own => reach & CellSet::single(from),
            Into::Pawn | Into::Unopposed | Into::Anything => reach,
            Into::Carrier | Into::Goal | Into::Goals => reach & CellSet::single(self.state().ball.cell),
        }
    }

    /// Every cell that some permit lets a token end in.
    pub(super) fn reach_of(&self, token: Token) -> CellSet {
        let state = self.state();
        let Some(slot) = state.slot_of(token) else { return CellSet::EMPTY };
        let crowd = self.occupancy(token.side());
        let mut reach = CellSet::EMPTY;
        for permit in state.permits().iter().filter(|p| p.is_for(slot) && !p.rod()) {
            reach |= self.permitted(permit, token, &crowd);
        }
        reach
    }

    fn straight(&self, from: Cell, steps: u8, dirs: Dirs, side: Side) -> CellSet {
        let attacked = self.state().attacks(side);
        let mut all = CellSet::single(from);
        let mut edge = all;
        for _ in 0..steps {
            let mut next = CellSet::EMPTY;
            for cell in edge.iter() {
                next |= match dirs {
                    Dirs::Front => self.board().front(cell, attacked),
                    Dirs::Rear => self.board().rear(cell, attacked),
                    Dirs::Any | Dirs::Straight | Dirs::Diagonal => self.board().neighbours(cell),
                };
            }
            all |= next;
            edge = next;
        }
        all
    }

    /// Full cells whose occupant would have nowhere to shift to; the cell that the mover leaves counts as empty
    /// unless somebody else stands there too.
    fn unpushable(&self, side: Side, from: Cell, full: CellSet, crowd: &Occupancy) -> CellSet {
        let left = if self.tokens_in(from).count_ones() > 1 { CellSet::EMPTY } else { CellSet::single(from) };
        let taken = (crowd.own | crowd.opponents) - left;
        // Whoever has the ball stays.
        let carrier = self.state().ball.carrier.filter(|c| c.side() == side).and_then(|c| self.state().piece(c).cell);
        let stuck = |cell: Cell| carrier == Some(cell) || (self.board().neighbours(cell) - taken).is_empty();
        full.iter().filter(|c| stuck(*c)).collect()
    }

    /// Neighbours of a cell that hold no token at all.
    pub(super) fn empty_neighbours(&self, cell: Cell) -> CellSet {
        let state = self.state();
        self.board().neighbours(cell) - state.occupied(Side::Home) - state.occupied(Side::Away)
    }

    /// Which cells a side fills, and which its opponents.
    pub(super) fn occupancy(&self, side: Side) -> Occupancy {
        let (own, full, crowded) = self.filled(side);
        Occupancy { own, full, crowded, opponents: self.state().occupied(side.other()) }
    }

    /// Cells with a token of a side, with as many as a cell holds, and with more.
    #[inline]
    fn filled(&self, side: Side) -> (CellSet, CellSet, CellSet) {
        let squad = self.state().squad(side);
        let (mut one, mut two) = (CellSet::EMPTY, CellSet::EMPTY);
        for piece in squad {
            let cell = piece.cell.into();
            two |= one & cell;
            one |= cell;
        }
        let holds = |c: Cell| squad.iter().filter(|p| p.cell == Some(c)).count();
        let three = || two.iter().filter(|c| holds(*c) > 2).collect();
        match self.rules.mechanics.cell_capacity {
            0 | 1 => (one, one, two),
            2 => (one, two, three()),
            3 => (one, three(), CellSet::EMPTY),
            _ => (one, CellSet::EMPTY, CellSet::EMPTY),
        }
    }

    /// Cells in which a side has more tokens than a cell holds.
    pub(super) fn crowd(&self, side: Side) -> CellSet {
        self.filled(side).2
    }
}

/// Who is who among the slots of a side, a bit each.
pub(super) struct Cast {
    side: Side,
    /// On the pitch.
    there: u16,
    /// Has the ball.
    carrier: u16,
    /// Lies, or had to get up.
    pub(super) down: u16,
    /// Keeps goal, once a grant has asked.
    keeper: OnceCell<u16>,
}

/// Where tokens stand, as one side sees it.
pub(super) struct Occupancy {
    /// Cells with a token of the side.
    pub(super) own: CellSet,
    /// Cells that hold as many of them as a cell can.
    pub(super) full: CellSet,
    /// Cells that hold more.
    pub(super) crowded: CellSet,
    /// Cells with a token of the other side.
    pub(super) opponents: CellSet,
}

impl Occupancy {
    /// Cells that are full without the token that stands on `from`.
    fn full_for(&self, from: Cell) -> CellSet {
        if self.crowded.contains(from) { self.full } else { self.full - CellSet::single(from) }
    }
}
