//! Free steps around a kick, and slides into one.

use super::sight::{Man, Sight};
use crate::board::{Cell, Point, Spot};
use crate::game::{Action, KeeperPose, Offer, Slot};
use crate::kick::Technique;
use crate::plugin::{Kind, Part};

/// A slide must cover at least this share of the goal mouth to be worth lying down.
const WORTH_A_SLIDE: f64 = 0.12;

impl Sight<'_> {
    /// One step of a token, or none.
    pub(super) fn step(&self) -> Action {
        let found = match self.state().kick.part {
            Part::AttackSteps => self.step_to_cross(),
            Part::DefenceSteps => self.step_against_cross(),
            Part::Distance => self.step_back(),
            _ => self.step_to_ball(),
        };
        found.unwrap_or(Action::Take(Offer::End))
    }

    /// The tokens that may step, with their cells.
    fn steps(&self) -> impl Iterator<Item = (&Man, Cell)> {
        let legal = &self.state().legal;
        self.ours.iter().flat_map(move |man| legal.moves[man.slot].iter().map(move |cell| (man, cell)))
    }

    /// Into the area, where a header is worth most.
    fn step_to_cross(&self) -> Option<Action> {
        let area = self.rules().area(self.end);
        let gain = |man: &Man, cell: Cell| {
            let now = if area.contains(man.cell) { self.book.header_from(man.cell, self.end) } else { 0.0 };
            self.book.header_from(cell, self.end) - now
        };
        let outside = self.steps().filter(|(man, _)| !area.contains(man.cell));
        let best = outside.max_by(|a, b| gain(a.0, a.1).total_cmp(&gain(b.0, b.1)))?;
        (gain(best.0, best.1) > 0.0).then(|| go(best))
    }

    /// Into the cell of an attacker who waits for the cross alone.
    fn step_against_cross(&self) -> Option<Action> {
        let alone = |cell: Cell| self.theirs.in_cell(cell).is_some() && self.ours.in_cell(cell).is_none();
        let held = |man: &Man| self.theirs.in_cell(man.cell).is_some();
        self.steps().find(|(man, cell)| alone(*cell) && !held(man)).map(go)
    }

    /// As far back as one step goes: anywhere else it is offside.
    fn step_back(&self) -> Option<Action> {
        let ahead = |cell: Cell| self.advance(self.board().centre(cell), self.end);
        self.steps().min_by(|a, b| ahead(a.1).total_cmp(&ahead(b.1))).map(go)
    }

    /// Where in his cell a token stands: with the ball as near to the goal as he can; after his kick as far back as he
    /// can if he would be offside for the next pass.
    pub(super) fn settle(&self) -> Action {
        let state = self.state();
        let stay = Action::Take(Offer::Decline);
        let Some(man) = state.kick.token.and_then(|t| self.ours.token(t)) else { return stay };
        let ahead = |at: Point| self.advance(at, self.end);
        let goal = self.book.goal(self.end);
        let far = |at: Point| match state.ball.carrier == Some(man.token) {
            true => at.distance(goal),
            false => ahead(at),
        };
        if state.ball.carrier.is_none() && ahead(man.at) <= self.onside_line(state.ball.at) {
            return stay;
        }
        let place = |spot: Spot| far(self.board().spot(man.cell, spot));
        let open = Spot::all().filter(|s| state.legal.shifts[man.slot] >> s.index() & 1 == 1);
        let best = open.min_by(|a, b| place(*a).total_cmp(&place(*b))).filter(|s| place(*s) < far(man.at));
        best.map_or(stay, |spot| Action::Shift(Slot(man.slot as u8), spot))
    }

    /// Nearer to a loose ball, unless it is ours anyway.
    fn step_to_ball(&self) -> Option<Action> {
        let far = |cell: Cell| {
            let ball = self.state().kick.cells;
            ball.iter().map(|c| self.board().distance(cell, c)).min().unwrap_or_default()
        };
        let nearest = |team: &super::sight::Team| team.iter().filter(|m| !m.spent).map(|m| far(m.cell)).min();
        let (ours, theirs) = (nearest(&self.ours)?, nearest(&self.theirs).unwrap_or(u8::MAX));
        if ours.saturating_add(1) < theirs {
            return None;
        }
        let nearer = self.steps().filter(|(man, cell)| !man.spent && far(*cell) < far(man.cell));
        let best = nearer.min_by_key(|(_, cell)| far(*cell))?;
        (far(best.1) < ours || far(best.1) <= theirs).then(|| go(best))
    }

    /// Who throws himself into a first-time kick, and where.
    pub(super) fn slide(&self) -> Action {
        let ball = self.state().ball.at;
        let goal = self.book.goal(self.end.other());
        let target = match self.state().kick.kind {
            Kind::Shot => goal,
            _ => self.board().centre(self.board().penalty_spot(self.end.other())),
        };
        let mut best: Option<(f64, Action)> = None;
        // Where a slide into the carrier's cell is an entry like any other it is a foul more often than not.
        let barred = |cell: Cell, man: &Man| {
            self.rules().mechanics.slides_enter && cell == self.state().ball.cell && man.cell != cell
        };
        for (man, cell) in self.steps().filter(|(man, cell)| !barred(*cell, man)) {
            let cover = self.cover_at(ball, target, cell) - 0.01 * f64::from(self.board().distance(man.cell, cell));
            if cover > WORTH_A_SLIDE && best.is_none_or(|b| cover > b.0) {
                best = Some((cover, go((man, cell))));
            }
        }
        best.map_or(Action::Take(Offer::End), |b| b.1)
    }

    /// The share of the way to a target that a body on the ground in a cell covers.
    fn cover_at(&self, ball: Point, target: Point, cell: Cell) -> f64 {
        let (dx, dy) = (target.x - ball.x, target.y - ball.y);
        let way = libm::hypot(dx, dy).max(1e-9);
        let field = &self.rules().field;
        let mouth = (field.goal_high - field.goal_low).max(1.0);
        let mut best = 0.0;
        for spot in Spot::all() {
            let at = self.board().spot(cell, spot);
            let along = ((at.x - ball.x) * dx + (at.y - ball.y) * dy) / way;
            let aside = libm::fabs((at.x - ball.x) * dy - (at.y - ball.y) * dx) / way;
            if along < 2.0 || along > way {
                continue;
            }
            // Near the ball a body covers more of what lies behind it.
            let cone = 0.5 * mouth * along / way;
            let half = 0.5 * field.token_height + field.ball_radius;
            let covered: f64 = ((aside + half).min(cone) - (aside - half).max(-cone)) / (2.0 * cone);
            best = f64::max(best, covered.clamp(0.0, 1.0));
        }
        best
    }

    /// Upright against a high ball, on the ground against a low one.
    pub(super) fn slide_pose(&self) -> Action {
        let low = self.state().kick.technique == Technique::Low;
        Action::Pose(if low { KeeperPose::Lie } else { KeeperPose::Stand })
    }
}

fn go((man, cell): (&Man, Cell)) -> Action {
    Action::Move(Slot(man.slot as u8), cell)
}
