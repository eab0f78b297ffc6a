//! Restarts: the shape, the taker, the wall, the markers.

use super::sight::{Man, Sight};
use crate::board::{Band, Cell, CellSet};
use crate::game::{Action, Slot, WALLS};
use crate::plugin::Restart;

/// Markers that are placed by hand before the shape is handed in.
const MARKERS: usize = 4;

impl Sight<'_> {
    /// The shape for the score and the time: `usual` unless the match asks for another.
    pub(super) fn shape(&self, usual: u8) -> u8 {
        let named = |name: &str| self.rules().formations.iter().position(|f| f.name() == name).map(|i| i as u8);
        let late = self.minute() >= 65;
        let wanted = match self.lead() {
            2.. => named("5-3-2"),
            1 if late => named("4-5-1"),
            ..=-2 => named("3-4-3"),
            -1 if late => named("4-3-3"),
            _ => None,
        };
        wanted.unwrap_or(usual)
    }

    /// The next step of a placement.
    pub(super) fn place(&self, shape: u8) -> Action {
        if let Some(action) = self.place_by_hand() {
            return action;
        }
        let legal = &self.state().legal;
        let wall = self.wall();
        let number = shape + 1;
        let may = |shape: u8, wall: u8| legal.formations >> (shape * WALLS + wall) & 1 == 1;
        [(number, wall), (number, 0), (0, 0)]
            .into_iter()
            .find(|(s, w)| may(*s, *w))
            .map_or(Action::Formation(0, 0), |(s, w)| Action::Formation(s, w))
    }

    /// Tokens that should stand somewhere in particular: the taker, and markers against a set piece.
    fn place_by_hand(&self) -> Option<Action> {
        let stoppage = &self.state().stoppage;
        if stoppage.side == self.me { self.taker(stoppage.spot) } else { self.marker() }
    }

    fn taker(&self, spot: Cell) -> Option<Action> {
        let state = self.state();
        let legal = &state.legal;
        if self.ours.iter().any(|m| self.piece(m.token).placed() && m.cell == spot) {
            return None;
        }
        let crossing = self.rules().crossing(self.end).contains(spot);
        let in_range = self.book.range[self.end.index()].contains(spot);
        let own_third = self.board().band(spot, self.end) == Band::Defence;
        let rank = |man: &Man| -> i32 {
            let has = |skill: crate::plugin::Skills| i32::from(man.skills.0 & skill.0 != 0);
            let keeper = i32::from(man.keeper);
            match state.stoppage.restart {
                Restart::GoalKick => 10 * keeper,
                Restart::Penalty => 5 * has(self.book.shooter) - 10 * keeper,
                Restart::Corner => 5 * has(self.book.crosser) - 10 * keeper,
                _ if crossing => 5 * has(self.book.crosser) - 10 * keeper,
                _ if in_range => 3 * has(self.book.passer) - 10 * keeper,
                _ if own_third => 3 * has(self.book.marker) - 10 * keeper,
                _ => 3 * has(self.book.passer) - 10 * keeper,
            }
        };
        let best = self
            .ours
            .iter()
            .filter(|m| legal.moves[m.slot].contains(spot))
            .max_by_key(|m| (rank(m), -i32::from(self.board().distance(m.cell, spot)), -(m.slot as i32)))?;
        Some(Action::Move(Slot(best.slot as u8), spot))
    }

    /// A marker goes into the cell of an opponent who waits within range of our goal, the most dangerous one first.
    fn marker(&self) -> Option<Action> {
        let range = self.book.range[self.end.other().index()];
        let placed: CellSet = self.ours.iter().filter(|m| self.piece(m.token).placed()).map(|m| m.cell).collect();
        if placed.len() >= MARKERS {
            return None;
        }
        let danger = |m: &Man| self.book.shot_from(m.cell, self.end.other());
        let waiting = self.theirs.iter().filter(|m| range.contains(m.cell) && !placed.contains(m.cell));
        waiting
            .filter_map(|foe| Some((danger(foe), foe.cell, self.marker_for(foe.cell)?)))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, cell, slot)| Action::Move(slot, cell))
    }

    /// Who may be put into a cell to mark there: the one nearest to our goal.
    fn marker_for(&self, cell: Cell) -> Option<Slot> {
        let legal = &self.state().legal;
        let goal = self.board().goal_line_cell(self.end.other());
        self.ours
            .iter()
            .filter(|m| m.skills.0 & self.book.marker.0 != 0 && !m.keeper)
            .filter(|m| !self.piece(m.token).placed() && legal.moves[m.slot].contains(cell))
            .min_by_key(|m| self.board().distance(m.cell, goal))
            .map(|m| Slot(m.slot as u8))
    }

    /// Bricks for the wall: the nearer the free kick, the more.
    fn wall(&self) -> u8 {
        let stoppage = &self.state().stoppage;
        if stoppage.restart != Restart::FreeKick || stoppage.side == self.me {
            return 0;
        }
        let their_end = self.end.other();
        if !self.book.range[their_end.index()].contains(stoppage.spot) {
            return 0;
        }
        let size = if self.book.shot_from(stoppage.spot, their_end) > 0.15 { 3 } else { 2 };
        size.min(stoppage.wall)
    }

    /// The cell a restart is taken from, where there is a choice.
    pub(super) fn spot(&self) -> Option<Action> {
        let middle = self.board().goal_line_cell(self.end.other());
        let cells = self.state().legal.pickable();
        cells.iter().min_by_key(|c| self.board().distance(*c, middle)).map(Action::PickCell)
    }

    /// Who takes the throw-in: whoever is nearest, but neither the keeper nor the forwards if it can be helped.
    pub(super) fn thrower(&self) -> Option<Action> {
        let tokens = self.state().legal.tokens;
        let spot = self.state().stoppage.spot;
        let price = |man: &Man| {
            let forward = u8::from(man.skills.0 & self.book.shooter.0 != 0);
            self.board().distance(man.cell, spot) + 3 * u8::from(man.keeper) + forward
        };
        let best = self.ours.iter().filter(|m| tokens >> m.slot & 1 == 1).min_by_key(|m| price(m))?;
        Some(Action::PickToken(Slot(best.slot as u8)))
    }
}
