//! Where exactly tokens stand inside their cells.

use super::{Flow, Machine};
use crate::Token;
use crate::board::{Cell, Point, SPOTS, Spot};
use crate::game::action::Offer;
use crate::game::piece::Piece;
use crate::game::state::Stage;
use crate::plugin::{Hook, Restart, Ruling, StepAct};
use crate::record::Event;

/// The parameter by which movers choose their place.
pub(super) const MOVER_PLACES: &str = "mover_places";
/// Every spot of a cell, a bit each.
pub(super) const ALL_SPOTS: u8 = (1 << SPOTS) - 1;

/// The largest number below one half.
const ALMOST_HALF: f64 = 0.5 - 0.25 * f64::EPSILON;

impl Machine<'_> {
    /// Puts a token on a spot of a cell.
    pub(super) fn stand(&mut self, token: Token, cell: Cell, spot: Spot) {
        let (centre, at) = (self.board().centre(cell), self.board().spot(cell, spot));
        let piece = self.state_mut().piece_mut(token);
        piece.cell = Some(cell);
        piece.dx = hundredths(at.x - centre.x);
        piece.dy = hundredths(at.y - centre.y);
        piece.spot = spot.index() as u8;
    }

    /// Puts a token into a cell, on the first spot that is clear of the others and of the ball. A side that attacks to
    /// the left counts the spots from its own end.
    pub(super) fn settle_in(&mut self, token: Token, cell: Cell) {
        let clear = self.clear_spots(token, cell);
        let seen = |spot: Spot| match self.state().attacks(token.side()) {
            crate::End::Right => spot,
            crate::End::Left => spot.opposite(),
        };
        let first = Spot::all().map(seen).find(|s| clear >> s.index() & 1 == 1);
        self.stand(token, cell, first.unwrap_or_default());
    }

    /// The spots of a cell that a token may stand on, a bit each: not on top of another, and away from a ball that is not
    /// his.
    pub(super) fn clear_spots(&self, token: Token, cell: Cell) -> u8 {
        let state = self.state();
        let takes = self.takes_from(token, cell);
        let mut others = self.tokens_in(cell) & !(1 << token.index());
        if others != 0 && state.stoppage.step > 0 && state.stoppage.act == StepAct::Place {
            // Mates who are still to be placed are in the hand of their coach; opponents make way for the taker.
            let mates = Token::of(token.side()).filter(|t| !state.piece(*t).placed());
            let foes = Token::of(token.side().other()).filter(|_| takes);
            others = mates.chain(foes).fold(others, |mask, t| mask & !(1 << t.index()));
        }
        let beside = self.spots_beside(others, cell);
        if state.ball.carrier == Some(token) || takes {
            return beside;
        }
        beside & self.spots_off_ball(cell)
    }

    /// The spots of a cell that are far enough from the ball, a bit each.
    pub(super) fn spots_off_ball(&self, cell: Cell) -> u8 {
        self.board().spots_apart(cell, self.state().ball.at, self.ball_gap())
    }

    /// The spots of a cell on which a token does not touch any of these others, a bit each.
    pub(super) fn spots_beside(&self, mut others: u32, cell: Cell) -> u8 {
        let board = self.board();
        let mut clear = ALL_SPOTS;
        while others != 0 {
            let other = self.state().pieces[others.trailing_zeros() as usize];
            others &= others - 1;
            clear &= board.spots_apart(cell, other.place(board).unwrap_or_default(), board.token_diameter());
        }
        clear
    }

    /// The clear spots of its own cell that a token does not stand on already, a bit each.
    pub(super) fn spots_left(&self, token: Token) -> u8 {
        let piece = self.state().piece(token);
        piece.cell.map_or(0, |cell| other_spots(piece, self.clear_spots(token, cell)))
    }

    /// Whether a token in a cell stands on the spot of a restart that its side takes: the ball is to be his.
    fn takes_from(&self, token: Token, cell: Cell) -> bool {
        let stoppage = &self.state().stoppage;
        let due = stoppage.step > 0 || stoppage.approached;
        due && stoppage.spot == cell && stoppage.side == token.side()
    }

    /// From the middle of the ball to the middle of a token that is as near as it may be.
    pub(super) fn ball_gap(&self) -> f64 {
        let board = self.board();
        let restart = f64::from(self.state().ball.gap) / 100.0;
        self.rules.mechanics.ball_gap.max(restart) + board.token_diameter() / 2.0 + board.ball_diameter() / 2.0
    }

    /// The coach of a token that has kicked, has run to the ball or makes room may choose where in its cell it stands. Play
    /// goes on at once where there is no other place.
    pub(super) fn offer_settle(&mut self, token: Token, by: Option<Ruling>) -> Flow {
        let spots = self.spots_left(token);
        let slot = self.state().slot_of(token).filter(|_| spots != 0);
        let kick = &mut self.state_mut().kick;
        kick.token = Some(token);
        kick.placed_by = by.unwrap_or(Ruling::NONE);
        let Some(slot) = slot else { return self.settled(None) };
        let legal = self.decide(token.side(), Stage::Settle);
        legal.shifts[slot] = spots;
        legal.offers = 1 << Offer::Decline as u32;
        Ok(())
    }

    /// He stands there, or stays where he is; then the ball is his, what becomes of his kick is seen, or moves go on.
    pub(super) fn settled(&mut self, spot: Option<Spot>) -> Flow {
        let Some(token) = self.state().kick.token else { return Ok(()) };
        let carries = self.state().ball.carrier == Some(token);
        let throws = self.state().stoppage.approached;
        let kicked = self.state().turn.phase == 1;
        if let Some((spot, cell)) = spot.zip(self.state().piece(token).cell) {
            let ruling = self.state().kick.placed_by;
            self.stand(token, cell, spot);
            let hook = match (carries, kicked) {
                (true, _) if throws => Hook::OnSetup,
                (true, _) => Hook::OnCod,
                (false, true) => Hook::OnKick,
                (false, false) => Hook::OnMoveAllowance,
            };
            self.log_clause(hook, Some(ruling), |m| m.shifted(token));
        }
        if carries {
            self.ball_with(token);
            return if throws { self.approached() } else { self.possession_settled() };
        }
        self.state_mut().kick.token = None;
        if kicked { self.flight_over() } else { self.made_room(token) }
    }

    /// The coach of a token that the rules have sent into a cell chooses where in it, if movers do.
    pub(super) fn offer_place_of(&mut self, token: Token) -> Flow {
        let by = self.by_param(MOVER_PLACES);
        if self.rules.mechanics.mover_places {
            return self.offer_settle(token, by);
        }
        self.state_mut().kick.token = Some(token);
        self.settled(None)
    }

    /// What the log says of a token that has changed its place inside its cell.
    pub(super) fn shifted(&self, token: Token) -> Event {
        let cell = self.state().piece(token).cell.unwrap_or(self.state().ball.cell);
        Event::Shift { token, cell: self.name(cell), at: self.state().place(self.board(), token).unwrap_or_default() }
    }

    /// The ball lies with its carrier; whoever is too close to it is pushed away inside his cell.
    pub(super) fn ball_with(&mut self, carrier: Token) {
        let state = self.state_mut();
        state.ball.carrier = Some(carrier);
        state.ball.side = carrier.side();
        self.lay_ball(carrier);
    }

    /// The ball lies where a token stands, and the others keep away from it.
    pub(super) fn lay_ball(&mut self, owner: Token) {
        let Some(cell) = self.state().piece(owner).cell else { return };
        let at = self.state().place(self.board(), owner).unwrap_or_default();
        let ball = &mut self.state_mut().ball;
        (ball.cell, ball.at) = (cell, at);
        // Who stands in a neighbouring cell may be too near as well, where the ball has pushed one of them to its edge.
        let around = self.board().within(cell, 1);
        for token in (0..Token::COUNT).filter_map(Token::from_index).filter(|t| *t != owner) {
            let near = self.state().piece(token).cell.filter(|c| around.contains(*c));
            if let Some(cell) = near.filter(|_| !self.keeps_gap(token)) {
                self.settle_in(token, cell);
            }
        }
    }

    fn keeps_gap(&self, token: Token) -> bool {
        let place = self.state().place(self.board(), token);
        place.is_none_or(|at| at.is_apart(self.state().ball.at, self.ball_gap()))
    }

    /// Puts the keeper into a cell, on the spot nearest to the line from the ball to the middle of his goal.
    pub(super) fn guard(&mut self, keeper: Token, cell: Cell) {
        let board = self.board();
        let ball = self.state().ball.at;
        let goal =
            Point::new(self.rules.field.goal_line(self.state().attacks(keeper.side()).other()), board.width() / 2.0);
        let off_line = |p: Point| {
            let (dx, dy) = (goal.x - ball.x, goal.y - ball.y);
            let length = libm::hypot(dx, dy).max(1e-9);
            libm::fabs((p.x - ball.x) * dy - (p.y - ball.y) * dx) / length
        };
        let clear = self.clear_spots(keeper, cell);
        let best = Spot::all()
            .filter(|s| clear >> s.index() & 1 == 1)
            .min_by(|a, b| off_line(board.spot(cell, *a)).total_cmp(&off_line(board.spot(cell, *b))));
        self.stand(keeper, cell, best.unwrap_or_default());
    }

    /// Moves a token by what the ball pushed it, inside its cell unless tokens may leave theirs.
    pub(super) fn nudge(&mut self, token: Token, dx: f64, dy: f64) {
        let board = &self.rules.board;
        let Some(cell) = self.state().piece(token).cell else { return };
        let centre = board.centre(cell);
        let piece = self.state().piece(token);
        let mut at = Point::new(f64::from(piece.dx) / 100.0 + dx, f64::from(piece.dy) / 100.0 + dy);
        if self.rules.mechanics.token_inside {
            let room = board.cell_width() / 2.0 - board.token_diameter() / 2.0;
            let out = libm::hypot(at.x, at.y);
            if out > room {
                at = Point::new(at.x * room / out, at.y * room / out);
            }
            let inside = |x: f64| x.clamp(board.token_diameter() / 2.0, board.length() - board.token_diameter() / 2.0);
            at.x = inside(centre.x + at.x) - centre.x;
        }
        let piece = self.state_mut().piece_mut(token);
        piece.dx = hundredths(at.x);
        piece.dy = hundredths(at.y);
        piece.spot = Piece::NO_SPOT;
    }

    /// Puts a token on the goal line of its own goal, in its cell.
    pub(super) fn stand_on_line(&mut self, token: Token, cell: Cell) {
        let end = self.state().attacks(token.side()).other();
        let line = self.rules.field.goal_line(end);
        let dx = hundredths(line - self.board().centre(cell).x);
        let piece = self.state_mut().piece_mut(token);
        piece.cell = Some(cell);
        piece.dx = dx;
        piece.dy = 0;
        piece.spot = Piece::NO_SPOT;
    }

    /// A keeper who stood on the goal line for a penalty is inside his cell again, as BASE-FIELD-04 has it.
    pub(super) fn leave_line(&mut self, keeper: Token) {
        let board = self.board();
        let piece = self.state().piece(keeper);
        let room = board.cell_width() / 2.0 - board.token_diameter() / 2.0;
        let inside = f64::from(piece.dx.unsigned_abs()) <= room * 100.0;
        let Some(cell) = piece.cell.filter(|_| !inside && self.state().kick.restart == Restart::Penalty) else {
            return;
        };
        self.settle_in(keeper, cell);
        if self.state().ball.carrier == Some(keeper) {
            self.ball_with(keeper);
        }
        self.log(|m| m.shifted(keeper));
    }
}

/// Those of some spots of his cell that a token does not stand on already, a bit each.
pub(super) fn other_spots(piece: &Piece, spots: u8) -> u8 {
    // Whoever stands on none of them has a number far beyond the last.
    spots & !(1u64 << (piece.spot % 64)) as u8
}

/// A length in hundredths, rounded as `libm::round` does it; the cast cuts what is behind the point.
pub(super) fn hundredths(cm: f64) -> i16 {
    let hundredths = cm * 100.0;
    (hundredths + ALMOST_HALF.copysign(hundredths)) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hundredths_are_rounded_as_libm_rounds() {
        for thousandths in -40_000..40_000 {
            let cm = f64::from(thousandths) / 1000.0;
            for cm in [cm.next_down(), cm, cm.next_up()] {
                assert_eq!(hundredths(cm), libm::round(cm * 100.0) as i16, "{cm}");
            }
        }
    }
}
