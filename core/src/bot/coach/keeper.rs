//! Our keeper before a shot.

use super::shooting::{Guard, Shot};
use super::sight::Sight;
use crate::board::{Cell, Point, Spot};
use crate::game::{Action, KeeperPose, Offer, Slot};
use crate::kick::Pose;

impl Sight<'_> {
    /// How our keeper gets ready for a declared shot.
    pub(super) fn prepare_keeper(&self) -> Action {
        let state = self.state();
        let legal = &state.legal;
        if legal.poses >> KeeperPose::Rod as u8 & 1 == 1 {
            return Action::Pose(KeeperPose::Rod);
        }
        let (Some(from), Some(keeper)) = (self.shooter_at(), self.ours.iter().find(|m| m.keeper)) else {
            return Action::Take(Offer::Decline);
        };
        let aims = self.their_shot(from).at_hands();
        let mut best = (keeper.cell, f64::INFINITY);
        for cell in legal.pickable() {
            if cell == state.ball.cell && self.would_foul(keeper.cell, cell) {
                continue;
            }
            let at = self.guarding_point(from, cell);
            // Leaving the line is only worth it for a clear gain.
            let step = 0.01 * f64::from(self.board().distance(keeper.cell, cell));
            let most = best.1 - step;
            let conceded = Pose::ALL
                .iter()
                .filter(|pose| cell == keeper.cell || **pose == Pose::Lying || self.is_ahead(keeper.cell, cell))
                .fold(most, |least, pose| least.min(aims.against(Guard::Hands(at, *pose), least)));
            if conceded < most {
                best = (cell, conceded + step);
            }
        }
        if legal.pickable().contains(best.0) { Action::PickCell(best.0) } else { Action::Take(Offer::Decline) }
    }

    /// The pose for the cell that was chosen.
    pub(super) fn pose(&self) -> Action {
        let legal = &self.state().legal;
        let may = |pose: KeeperPose| legal.poses >> pose as u8 & 1 == 1;
        let (Some(from), Some(cell)) = (self.shooter_at(), legal.cells.first()) else {
            return Action::Pose(KeeperPose::Stand);
        };
        if let Some(action) = self.take_place(from, cell) {
            return action;
        }
        let at = self.guarding_point(from, cell);
        let aims = self.their_shot(from).at_hands();
        let upright = aims.against(Guard::Hands(at, Pose::Standing), f64::INFINITY);
        let lying = aims.against(Guard::Hands(at, Pose::Lying), upright);
        let lies = may(KeeperPose::Lie) && (lying < upright || !may(KeeperPose::Stand));
        Action::Pose(if lies { KeeperPose::Lie } else { KeeperPose::Stand })
    }

    /// A keeper who stays in his cell goes to the spot that guards best; in another one he is put there unasked.
    fn take_place(&self, from: Point, cell: Cell) -> Option<Action> {
        let keeper = self.ours.iter().find(|m| m.keeper && m.cell == cell)?;
        let best = self.guarding_point(from, cell);
        let open = |spot: &Spot| self.state().legal.shifts[keeper.slot] >> spot.index() & 1 == 1;
        let spot = Spot::all().filter(open).find(|spot| self.board().spot(cell, *spot) == best)?;
        Some(Action::Shift(Slot(keeper.slot as u8), spot))
    }

    fn shooter_at(&self) -> Option<Point> {
        let shooter = self.state().kick.kicker?;
        self.theirs.token(shooter).map(|m| m.at)
    }

    /// Whether a keeper who comes into the shooter's cell fouls him: not through the cells in front of him, and not if
    /// he stands there already.
    fn would_foul(&self, from: Cell, to: Cell) -> bool {
        let fairly = from == to || self.board().comes_through_front(from, to, self.end.other());
        self.rules().mechanics.keeper_enters && !fairly
    }

    fn is_ahead(&self, from: Cell, to: Cell) -> bool {
        self.board().front(from, self.end).contains(to)
    }

    /// The shot that was declared.
    fn their_shot(&self, from: Point) -> Shot<'_> {
        let technique = self.state().kick.technique;
        let hand = self.book.hand(self.me.other());
        Shot { rules: self.rules(), from, end: self.end.other(), technique, hand }
    }

    /// The spot of a cell that is nearest to the line from the ball to the middle of our goal.
    fn guarding_point(&self, from: Point, cell: Cell) -> Point {
        let goal = self.book.goal(self.end.other());
        let (dx, dy) = (goal.x - from.x, goal.y - from.y);
        let length = libm::hypot(dx, dy).max(1e-9);
        let off = |p: Point| libm::fabs((p.x - from.x) * dy - (p.y - from.y) * dx) / length;
        let mut best = self.board().spot(cell, Spot::MIDDLE);
        for spot in Spot::all() {
            let at = self.board().spot(cell, spot);
            if off(at) < off(best) {
                best = at;
            }
        }
        best
    }
}
