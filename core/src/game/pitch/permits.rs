//! Grants become permits, permits become sets of cells.

use super::Machine;
use crate::board::{Cell, CellSet};
use crate::game::permit::{Flags, MAX_PERMITS, Permit};
use crate::game::state::NOBODY;
use crate::plugin::{Along, Dirs, Down, Grant, GrantWho, Into, NamedGrant, Through, ZoneView};
use crate::{Side, Token};

impl Machine<'_> {
    /// Resolves grants for the tokens of a side. A token with the ball is meant only by `who = "carrier"`.
    pub(super) fn set_permits(&mut self, side: Side, grants: &[NamedGrant]) {
        let mut permits = [Permit::NONE; MAX_PERMITS];
        let usable = grants.iter().filter(|g| !g.grant.refused);
        let keeper = self.keeper(side);
        for (permit, named) in permits.iter_mut().zip(usable) {
            *permit = self.permit(side, keeper, &named.grant);
        }
        for (to, permit) in self.state_mut().permits_mut().iter_mut().zip(permits) {
            *to = permit;
        }
    }

    pub(super) fn permit(&self, side: Side, keeper: Option<Token>, grant: &Grant) -> Permit {
        let slots = self.meant(side, keeper, grant);
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

    /// The slots a grant is for, a bit each.
    fn meant(&self, side: Side, keeper: Option<Token>, grant: &Grant) -> u16 {
        let state = self.state();
        let bit = |token: Option<Token>| match token.filter(|t| t.side() == side).and_then(|t| state.slot_of(t)) {
            Some(slot) => 1u16 << slot,
            None => 0,
        };
        let those = |fits: &dyn Fn(Token) -> bool| {
            let lineup = state.lineup[side.index()].iter().enumerate().filter(|(_, m)| **m != NOBODY);
            let there = lineup.map(|(slot, m)| (slot, Token::new(side, *m)));
            let there = there.filter(|(_, t)| state.piece(*t).on_pitch() && fits(*t));
            there.fold(0u16, |slots, (slot, _)| slots | 1 << slot)
        };
        let carrier = bit(state.ball.carrier);
        let mut slots = match grant.who {
            GrantWho::All | GrantWho::Wall => those(&|_| true) & !carrier,
            GrantWho::Others => those(&|_| true) & !carrier & !bit(keeper),
            GrantWho::Keeper => bit(keeper) & !carrier,
            GrantWho::Carrier => those(&|t| state.ball.carrier == Some(t)),
            GrantWho::Crowd => {
                let crowd = self.crowd(side);
                those(&|t| state.piece(t).cell.is_some_and(|c| crowd.contains(c))) & !carrier
            }
            GrantWho::Beaten => those(&|t| state.piece(t).down == Down::Beaten),
            GrantWho::Slid => those(&|t| state.piece(t).down == Down::Slid),
        };
        if grant.skill.0 != 0 || grant.alone {
            let skilled = |t: Token| grant.skill.0 == 0 || self.skills(t).0 & grant.skill.0 == grant.skill.0;
            slots &= those(&|t| skilled(t) && (!grant.alone || self.companion(t).is_none()));
        }
        slots & !bit(grant.except)
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
        let capacity = self.rules.mechanics.cell_capacity;
        // layers[n] holds the cells with more than n tokens.
        let mut layers = [CellSet::EMPTY; 3];
        for cell in state.squad(side).iter().filter_map(|p| p.cell) {
            let cell = CellSet::single(cell);
            layers[2] |= layers[1] & cell;
            layers[1] |= layers[0] & cell;
            layers[0] |= cell;
        }
        let over = |n: u8| layers.get(usize::from(n)).copied().unwrap_or(CellSet::EMPTY);
        Occupancy {
            own: layers[0],
            full: over(capacity - 1),
            crowded: over(capacity),
            opponents: state.occupied(side.other()),
        }
    }

    /// Cells in which a side has more tokens than a cell holds.
    pub(super) fn crowd(&self, side: Side) -> CellSet {
        self.occupancy(side).crowded
    }
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
