//! What is the case: spaces, keepers, and the questions that several decisions put.

use super::Machine;
use crate::board::{Cell, CellSet};
use crate::game::error::MatchError;
use crate::game::machine::Ruled;
use crate::game::state::{Ending, NOBODY};
use crate::plugin::{
    BallWord, ClockAt, ClockQuestion, Grant, GrantWho, KeeperWhere, MoveAnswer, OnClock, OnDeclare, OnMove, Restart,
    Role, WhistleAnswer, ZoneView,
};
use crate::record::Event;
use crate::{Side, Token};

impl Machine<'_> {
    /// The spaces that pawns stand on.
    pub(super) fn taken(&self) -> CellSet {
        self.state().occupied(Side::Home) | self.state().occupied(Side::Away)
    }

    /// The pawn of either side on a space.
    pub(super) fn pawn_at(&self, cell: Cell) -> Option<Token> {
        self.state().at(cell, Side::Home).or_else(|| self.state().at(cell, Side::Away))
    }

    /// The spaces of a zone as a side sees it.
    pub(super) fn zone_cells(&self, side: Side, view: ZoneView) -> CellSet {
        let attacked = self.state().attacks(side);
        self.board().zone_cells(view.zone, if view.own { attacked.other() } else { attacked })
    }

    /// The most special zone of a space as a side sees it.
    pub(super) fn zone(&self, cell: Cell, side: Side) -> Option<ZoneView> {
        let (zone, own) = self.board().special_zone(cell, self.state().attacks(side))?;
        Some(ZoneView { zone, own })
    }

    /// The area in front of a side's own goal.
    pub(super) fn keeper_area(&self, side: Side) -> CellSet {
        self.rules.small_area(self.state().attacks(side).other())
    }

    /// A side as seen from the one with the ball.
    pub(super) fn role(&self, side: Side) -> Role {
        if side == self.state().ball.side { Role::Attack } else { Role::Defence }
    }

    /// Puts a pawn on a space, and the ball with it if it carries it.
    pub(super) fn stand(&mut self, token: Token, cell: Cell) {
        let at = self.board().centre(cell);
        let area = self.keeper_area(token.side());
        let state = self.state_mut();
        let piece = state.piece_mut(token);
        (piece.cell, piece.dx, piece.dy) = (Some(cell), 0, 0);
        if state.ball.carrier == Some(token) {
            (state.ball.cell, state.ball.at) = (cell, at);
        }
        if area.contains(cell) {
            self.grid_mut().keepers[token.side().index()] = token.member();
        }
    }

    /// The ball comes to a pawn.
    pub(super) fn give(&mut self, token: Token) {
        let Some(cell) = self.state().piece(token).cell else { return };
        let at = self.board().centre(cell);
        let ball = &mut self.state_mut().ball;
        (ball.carrier, ball.side, ball.cell, ball.at) = (Some(token), token.side(), cell, at);
    }

    /// The ball lies on a space and belongs to nobody.
    pub(super) fn leave(&mut self, cell: Cell) {
        let at = self.board().centre(cell);
        let ball = &mut self.state_mut().ball;
        (ball.carrier, ball.cell, ball.at) = (None, cell, at);
    }

    /// The keeper of a side: who stands in its area, else the last who did and is still on the pitch.
    pub(super) fn keeper(&self, side: Side) -> Option<Token> {
        let member = self.grid().keepers[side.index()];
        (member != NOBODY).then(|| Token::new(side, member)).filter(|t| self.state().piece(*t).on_pitch())
    }

    /// Whoever stands in the keeper's area of a position is the keeper.
    pub(super) fn find_keepers(&mut self) {
        for side in Side::BOTH {
            let area = self.keeper_area(side);
            let inside = |t: &Token| self.state().piece(*t).cell.is_some_and(|c| area.contains(c));
            let keeper = self.state().on_pitch(side).find(inside);
            if let Some(keeper) = keeper {
                self.grid_mut().keepers[side.index()] = keeper.member();
            }
        }
    }

    pub(super) fn keeper_where(&self, side: Side) -> KeeperWhere {
        match self.keeper(side).and_then(|k| self.state().piece(k).cell) {
            Some(cell) if self.keeper_area(side).contains(cell) => KeeperWhere::In,
            Some(_) => KeeperWhere::Out,
            None if self.state().occupied(side).0 & self.keeper_area(side).0 != 0 => KeeperWhere::In,
            None => KeeperWhere::Gone,
        }
    }

    /// What a side on turn is asked about the ball.
    pub(super) fn declaration(&self, side: Side) -> (OnDeclare, Option<Token>) {
        let state = self.state();
        let carrier = state.ball.carrier;
        let ball = match carrier {
            Some(c) if c.side() == side => BallWord::Own,
            Some(_) => BallWord::Other,
            None => BallWord::Loose,
        };
        let question = OnDeclare {
            ball,
            band: self.board().band(state.ball.cell, state.attacks(side)),
            zone: self.zone(state.ball.cell, side),
            robbed: self.grid().robbed.filter(|t| t.side() == side),
            keeper: carrier.is_some() && carrier == self.keeper(side),
            ..OnDeclare::default()
        };
        (question, carrier.filter(|c| c.side() == side))
    }

    /// Whether a grant is for a pawn that stands on a space.
    pub(super) fn is_for(&self, grant: &Grant, token: Token, cell: Cell) -> bool {
        let carries = self.state().ball.carrier == Some(token);
        let keeper = || self.keeper(token.side()) == Some(token);
        let meant = match grant.who {
            GrantWho::Carrier => carries,
            GrantWho::Keeper => keeper(),
            GrantWho::Others => !keeper(),
            _ => true,
        };
        let inside = |view: ZoneView| self.zone_cells(token.side(), view).contains(cell);
        meant && grant.except != Some(token) && grant.from.is_none_or(inside) && !grant.not_from.is_some_and(inside)
    }

    /// Asks whether a pawn may go into a contested space; in a swap the others count as if it had been made.
    pub(super) fn enters(&mut self, token: Token, cell: Cell, from: Cell, swap: bool) -> Result<Ruled, MatchError> {
        let side = token.side();
        let attacked = self.state().attacks(side);
        let contested = self.board().contested_zone(cell, attacked);
        let into = contested.map(|(zone, own)| ZoneView { zone, own });
        let area = into.map_or(CellSet::EMPTY, |view| self.zone_cells(side, view));
        let state = self.state();
        let mates = state.on_pitch(side).filter(|t| *t != token).filter_map(|t| state.piece(t).cell);
        let question = OnMove {
            into,
            start: self.zone(from, side),
            carrier: state.ball.carrier == Some(token),
            keeper: self.keeper(side) == Some(token),
            mates: mates.filter(|c| area.contains(*c)).count() as i32,
            swap,
            ..OnMove::default()
        };
        self.ask(question, &[Some(token), state.ball.carrier])
    }

    /// Whether that is allowed.
    pub(super) fn may_enter(&mut self, token: Token, cell: Cell, from: Cell, swap: bool) -> Result<bool, MatchError> {
        if !self.board().contested().contains(cell) {
            return Ok(true);
        }
        let ruled = self.enters(token, cell, from, swap)?;
        Ok(MoveAnswer::from_index(ruled.word().into()) == Some(MoveAnswer::Free))
    }

    /// Asks for the whistle: true when it changed the course of the match.
    pub(super) fn whistle(&mut self, at: ClockAt, restart: Restart) -> Result<bool, MatchError> {
        let state = self.state();
        let players = Side::BOTH.map(|side| state.players(side));
        let question = OnClock {
            question: ClockQuestion::Whistle,
            at,
            half: state.clock.half.into(),
            restart,
            goals: state.clock.goals.into(),
            subs: state.clock.changes.into(),
            lead: i32::from(state.score[0]) - i32::from(state.score[1]),
            players: players[0].min(players[1]) as i32,
            short_home: players[0] < players[1],
            ..OnClock::default()
        };
        let ruled = self.ask(question, &[])?;
        let answer = WhistleAnswer::from_index(ruled.word().into()).unwrap_or(WhistleAnswer::Play);
        if answer == WhistleAnswer::Play {
            return Ok(false);
        }
        self.log_ruled(&ruled, |_| Event::Whistle { at: at.word().to_owned(), verdict: answer.word().to_owned() });
        match answer {
            WhistleAnswer::End => self.finish(Ending::Played, "the match is decided"),
            WhistleAnswer::Home => self.forfeit(Side::Home),
            WhistleAnswer::Away => self.forfeit(Side::Away),
            _ => return Err(self.cannot(&ruled, answer.word())),
        }
        Ok(true)
    }
}
