//! Grants become permits, permits become sets of cells.

use super::Machine;
use crate::board::{Cell, CellSet};
use crate::game::permit::{Flags, MAX_PERMITS, Permit};
use crate::game::piece::Piece;
use crate::game::state::NOBODY;
use crate::plugin::{Along, Dirs, Down, Grant, GrantWho, Into, NamedGrant, Through, ZoneView};
use crate::{Side, Token};

impl Machine<'_> {
    /// Resolves grants for the tokens of a side. A token with the ball is meant only by `who = "carrier"`.
    pub(super) fn set_permits(&mut self, side: Side, grants: &[NamedGrant]) {
        let mut permits = [Permit::NONE; MAX_PERMITS];
        let usable = grants.iter().filter(|g| !g.grant.refused);
        let cast = self.cast(side);
        for (permit, named) in permits.iter_mut().zip(usable) {
            *permit = self.permit(side, &cast, &named.grant);
        }
        for (to, permit) in self.state_mut().permits_mut().iter_mut().zip(permits) {
            *to = permit;
        }
    }

    fn permit(&self, side: Side, cast: &Cast, grant: &Grant) -> Permit {
        let slots = self.meant(side, cast, grant);
        Permit {
            target: self.target(side, grant),
            slots,
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
    fn cast(&self, side: Side) -> Cast {
        let there = self.slots(side, |piece| piece.on_pitch());
        Cast { there, carrier: self.bit(side, self.state().ball.carrier) }
    }

    /// The slot of a token of a side as a bit; none for a token of the other side.
    fn bit(&self, side: Side, token: Option<Token>) -> u16 {
        match token.filter(|t| t.side() == side).and_then(|t| self.state().slot_of(t)) {
            Some(slot) => 1 << slot,
            None => 0,
        }
    }

    /// The slots of a side whose tokens fit, a bit each.
    #[inline]
    pub(super) fn slots(&self, side: Side, fits: impl Fn(&Piece) -> bool) -> u16 {
        let state = self.state();
        let mut slots = 0;
        for (slot, member) in state.lineup[side.index()].iter().enumerate() {
            if *member != NOBODY {
                slots |= u16::from(fits(state.piece(Token::new(side, *member)))) << slot;
            }
        }
        slots
    }

    /// The slots that a grant is for, a bit each.
    pub(super) fn meant_by(&self, side: Side, grant: &Grant) -> u16 {
        self.meant(side, &self.cast(side), grant)
    }

    fn meant(&self, side: Side, cast: &Cast, grant: &Grant) -> u16 {
        let Cast { there, carrier } = *cast;
        let keeper = || self.bit(side, self.keeper(side));
        let down = |why: Down| there & self.slots(side, |piece| piece.down == why);
        let mut slots = match grant.who {
            GrantWho::All | GrantWho::Wall => there & !carrier,
            GrantWho::Others => there & !carrier & !keeper(),
            GrantWho::Keeper => keeper() & !carrier,
            GrantWho::Carrier => there & carrier,
            GrantWho::Crowd => {
                let crowd = self.crowd(side);
                let crowded = self.slots(side, |piece| piece.cell.is_some_and(|c| crowd.contains(c)));
                there & crowded & !carrier
            }
            GrantWho::Beaten => down(Down::Beaten),
            GrantWho::Slid => down(Down::Slid),
        };
        if grant.skill.0.is_power_of_two() {
            let skill = grant.skill.0.trailing_zeros() as u8;
            slots &= self.slots(side, |piece| piece.has_section(skill));
        } else if grant.skill.0 != 0 {
            slots &= self.slots(side, |piece| piece.skills().0 & grant.skill.0 == grant.skill.0);
        }
        if grant.alone {
            let company = self.company_for(side);
            slots &= self.slots(side, |piece| piece.cell.is_none_or(|c| !company.contains(c)));
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

    /// The cells that a permit opens to whoever is near enough, if that is all there is to it.
    pub(super) fn plainly_open(permit: &Permit, crowd: &Occupancy) -> Option<CellSet> {
        let near = matches!((permit.dirs, permit.through, permit.along), (Dirs::Any, Through::Any, Along::Nothing));
        if !near || permit.least > 0 || permit.pushes() {
            return None;
        }
        match permit.into {
            Into::Free => Some(permit.target - crowd.full),
            Into::Empty => Some(permit.target - crowd.full - crowd.opponents),
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
        let line = if permit.along == Along::Touchline { board.touchline() } else { board.all() };
        let mut reach = match (permit.dirs, permit.through) {
            (Dirs::Any, Through::Any) if permit.along == Along::Touchline => board.reach(from, steps, line),
            (Dirs::Any, Through::Any) => board.within(from, steps),
            (Dirs::Any, Through::Empty | Through::Aligned) => {
                board.reach(from, steps, line - crowd.own - crowd.opponents)
            }
            (dirs, _) => self.straight(from, steps, dirs, token.side()),
        };
        if permit.least > 0 {
            reach -= board.within(from, permit.least - 1);
        }
        reach &= line;
        reach &= permit.target | CellSet::single(from);
        let mates = crowd.full_for(from);
        if permit.pushes() {
            reach -= self.unpushable(from, mates, crowd);
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
    /// unless an opponent stands there too.
    fn unpushable(&self, from: Cell, full: CellSet, crowd: &Occupancy) -> CellSet {
        let taken = (crowd.own - CellSet::single(from)) | crowd.opponents;
        let stuck = |cell: Cell| self.state().ball.cell == cell || (self.board().neighbours(cell) - taken).is_empty();
        full.iter().filter(|c| stuck(*c)).collect()
    }

    /// Neighbours of a cell that hold no token at all.
    pub(super) fn empty_neighbours(&self, cell: Cell) -> CellSet {
        let state = self.state();
        self.board().neighbours(cell) - state.occupied(Side::Home) - state.occupied(Side::Away)
    }

    /// Which cells a side fills, and which its opponents.
    pub(super) fn occupancy(&self, side: Side) -> Occupancy {
        let state = self.state();
        let opponents = state.occupied(side.other());
        // Cells with one token or more, with two or more, and so on.
        let (mut one, mut two, mut three) = (CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY);
        for cell in state.squad(side).iter().filter_map(|p| p.cell) {
            let cell = CellSet::single(cell);
            three |= two & cell;
            two |= one & cell;
            one |= cell;
        }
        let (full, crowded) = match self.rules.mechanics.cell_capacity {
            0 | 1 => (one, two),
            2 => (two, three),
            3 => (three, CellSet::EMPTY),
            _ => (CellSet::EMPTY, CellSet::EMPTY),
        };
        Occupancy { own: one, full, crowded, opponents }
    }

    /// Cells in which a side has more tokens than a cell holds.
    pub(super) fn crowd(&self, side: Side) -> CellSet {
        self.occupancy(side).crowded
    }
}

/// Who is who among the slots of a side, a bit each.
struct Cast {
    /// On the pitch.
    there: u16,
    /// Has the ball.
    carrier: u16,
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
