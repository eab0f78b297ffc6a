//! Set-ups: secret formations, the kick-off, a keeper who is put in place.

use super::Machine;
use crate::board::{Cell, CellSet};
use crate::game::action::{Offer, SHAPES, Slot, WALLS};
use crate::game::error::MatchError;
use crate::game::machine::{Flow, Ruled, team};
use crate::game::piece::Status;
use crate::game::state::{Stage, Stoppage};
use crate::plugin::{BallSource, NamedGrant, OnSetup, Restart, Role, StepAct, StepSpot, StepValue, Window};
use crate::record::{Event, Placement};
use crate::rules::Moment;
use crate::{Side, Token};

impl Machine<'_> {
    /// Play is to resume: the set-up begins.
    pub(super) fn restart(&mut self, restart: Restart, side: Side) -> Flow {
        let board = self.board();
        let spot = match restart {
            Restart::Penalty => board.penalty_spot(self.state().attacks(side)),
            Restart::KeeperOut => self.state().ball.cell,
            _ => board.centre_cell(),
        };
        let exit = board.centre(spot);
        let sent_off = self.state().stoppage.sent_off;
        self.nothing_to_send();
        self.state_mut().stoppage = Stoppage { sent_off, step: 1, ..Stoppage::new(restart, side, spot, exit) };
        if restart == Restart::KickOff {
            self.line_up(side, spot);
        }
        self.log(|m| Event::Restart { restart, side, spot: m.name(spot) });
        self.setup_step()
    }

    /// Everybody waits in the first shape, the ball on its spot.
    fn line_up(&mut self, side: Side, spot: Cell) {
        let (return_, clear) = (self.game.expelled_return, self.game.goal_clears_cards);
        for token in Side::BOTH.into_iter().flat_map(Token::of) {
            let piece = self.state_mut().piece_mut(token);
            if return_ && piece.status == Status::SentOff {
                piece.status = Status::Pitch;
            }
            if clear {
                piece.cautions = 0;
            }
            if piece.on_pitch() {
                piece.cell = None;
            }
        }
        self.leave(spot);
        self.state_mut().ball.side = side;
        self.state_mut().ball.source = BallSource::Restart;
        self.grid_mut().keepers = [crate::game::state::NOBODY; 2];
        for side in Side::BOTH {
            for slot in 0..Slot::PER_SIDE {
                let Some(token) = self.state().slot(side, slot).filter(|t| self.state().piece(*t).on_pitch()) else {
                    continue;
                };
                if let Some(cell) = self.rules.first_shape(slot, self.state().attacks(side) == crate::End::Right) {
                    self.stand(token, cell);
                }
            }
        }
    }

    pub(super) fn setup_question(&self) -> OnSetup {
        let stoppage = &self.state().stoppage;
        OnSetup {
            restart: stoppage.restart,
            step: stoppage.step.into(),
            side: team(stoppage.side),
            sent_off: stoppage.sent_off.into(),
            keeper: self.keeper_where(stoppage.side.other()),
            ..OnSetup::default()
        }
    }

    fn ask_setup(&mut self) -> Result<(Ruled, StepValue, Side), MatchError> {
        let question = self.setup_question();
        let ruled = self.ask(question, &[])?;
        let step: StepValue = ruled.answer.value();
        let restarts = self.state().stoppage.side;
        let side = if step.who == Role::Attack { restarts } else { restarts.other() };
        Ok((ruled, step, side))
    }

    /// Asks what the running step is and makes it the pending decision.
    pub(super) fn setup_step(&mut self) -> Flow {
        let (ruled, step, side) = self.ask_setup()?;
        let offered = 1 << side.index();
        if step.act != StepAct::None && self.state().stoppage.offered & offered == 0 {
            self.state_mut().stoppage.offered |= offered;
            self.decide(side, Stage::Change).offers = 1 << Offer::Decline as u32;
            self.offer_changes(side, Window::Setup)?;
            if self.state().legal.changes != 0 {
                return Ok(());
            }
        }
        self.state_mut().stoppage.act = step.act;
        match step.act {
            StepAct::None => self.setup_over(),
            StepAct::Place => {
                if step.secret {
                    self.grid_mut().hidden |= offered;
                    if let Some(recorder) = &mut self.play.recorder {
                        recorder.seal();
                    }
                }
                self.offer_places(side, &step, &ruled.answer.grants);
                Ok(())
            }
            StepAct::Taker | StepAct::Approach => {
                let spot = match step.spot {
                    StepSpot::Centre => self.board().centre_cell(),
                    StepSpot::Penalty => self.board().penalty_spot(self.state().attacks(side)),
                    _ => self.state().stoppage.spot,
                };
                self.state_mut().stoppage.spot = spot;
                let slots = (0..Slot::PER_SIDE)
                    .filter(|slot| self.state().slot(side, *slot).is_some_and(|t| self.state().piece(t).on_pitch()));
                let tokens = slots.fold(0, |mask, slot| mask | 1 << slot);
                self.decide(side, Stage::Taker).tokens = tokens;
                Ok(())
            }
        }
    }

    /// The pawns of a side and where each may be placed: a whole formation at a kick-off, else just one of them.
    fn offer_places(&mut self, side: Side, step: &StepValue, grants: &[NamedGrant]) {
        let whole = self.state().stoppage.restart == Restart::KickOff;
        let mut moves = [CellSet::EMPTY; Slot::PER_SIDE];
        for (slot, cells) in moves.iter_mut().enumerate() {
            let Some(token) = self.state().slot(side, slot).filter(|t| self.state().piece(*t).on_pitch()) else {
                continue;
            };
            *cells = self.places(token, grants);
        }
        let shapes = self.shapes();
        let legal = self.decide(side, Stage::Place);
        legal.moves = moves;
        if whole {
            legal.formations = (0..shapes).fold(0, |mask, shape| mask | 1 << (shape * WALLS));
        } else if step.min <= 0 || moves.iter().all(|cells| cells.is_empty()) {
            legal.offers = 1 << Offer::Decline as u32;
        }
    }

    /// Shapes a coach can name, "as they stand" included.
    fn shapes(&self) -> u8 {
        (self.rules.formations.iter().len() as u8 + 1).min(SHAPES)
    }

    /// Where the grants of a step let a pawn stand; refused ones take their spaces away from all the others.
    pub(super) fn places(&self, token: Token, grants: &[NamedGrant]) -> CellSet {
        let (side, state) = (token.side(), self.state());
        let others = state.on_pitch(side).filter(|t| *t != token).filter_map(|t| state.piece(t).cell);
        let others: CellSet = others.collect();
        let cells_of = |g: &NamedGrant| {
            let mut cells = g.grant.zone.map_or(self.board().field(), |view| self.zone_cells(side, view));
            if let Some(view) = g.grant.not_zone {
                cells -= self.zone_cells(side, view);
            }
            cells
        };
        let here = state.piece(token).cell;
        let meant = |g: &&NamedGrant| self.is_for(&g.grant, token, here.unwrap_or(Cell::FIRST));
        let mut allowed = CellSet::EMPTY;
        for named in grants.iter().filter(|g| !g.grant.refused).filter(meant) {
            let cells = cells_of(named);
            let room = named.grant.count == 0 || (others & cells).len() < usize::from(named.grant.count);
            if room {
                allowed |= cells;
            }
        }
        for named in grants.iter().filter(|g| g.grant.refused) {
            allowed -= cells_of(named);
        }
        allowed - self.taken()
    }

    /// A pawn is placed by hand.
    pub(super) fn put(&mut self, slot: usize, cell: Cell) -> Flow {
        let side = self.state().to_act;
        let Some(token) = self.state().slot(side, slot) else { return Ok(()) };
        let from = self.state().piece(token).cell;
        let (ruled, step, _) = self.ask_setup()?;
        self.stand(token, cell);
        if self.state().stoppage.restart != Restart::KickOff {
            let author = ruled.answer.grants.first().map(|g| g.grant.ruling);
            self.log_with(&ruled, author, |m| m.moved(token, from.unwrap_or(cell), cell, true));
            return self.next_step();
        }
        self.offer_places(side, &step, &ruled.answer.grants);
        Ok(())
    }

    /// A formation is handed in: each pawn on its place in the shape, or on the nearest that is legal.
    pub(super) fn hand_in(&mut self, shape: u8) -> Flow {
        let side = self.state().to_act;
        let (ruled, step, _) = self.ask_setup()?;
        let formation = shape.checked_sub(1).and_then(|n| self.rules.formations.iter().nth(n.into()));
        let right = self.state().attacks(side) == crate::End::Right;
        let mut wanted = [None; Slot::PER_SIDE];
        for (slot, want) in wanted.iter_mut().enumerate() {
            let token = self.state().slot(side, slot).filter(|t| self.state().piece(*t).on_pitch());
            let named = formation.map(|f| f.cells(Moment::KickOff)[slot]);
            let turned = named.map(|cell| if right { cell } else { self.board().rotate(cell) });
            *want = token.map(|t| (t, turned.or(self.state().piece(t).cell)));
        }
        let name = formation.map_or("as they stand", crate::rules::Formation::name).to_owned();
        for (token, _) in wanted.iter().flatten() {
            self.state_mut().piece_mut(*token).cell = None;
        }
        for (n, (token, want)) in wanted.into_iter().flatten().enumerate() {
            if n >= step.max.max(0) as usize {
                self.state_mut().piece_mut(token).status = Status::Bench;
                continue;
            }
            let allowed = self.places(token, &ruled.answer.grants);
            let want = want.unwrap_or(self.board().centre_cell());
            let nearest = allowed.iter().min_by_key(|c| self.board().distance(want, *c)).unwrap_or(want);
            self.stand(token, if allowed.contains(want) { want } else { nearest });
        }
        let author = ruled.author::<StepValue>("act");
        self.log_with(&ruled, author, |m| {
            let placed = m.state().on_pitch(side).filter_map(|token| {
                let cell = m.state().piece(token).cell?;
                Some(Placement { token, cell: m.name(cell), at: m.board().centre(cell) })
            });
            Event::Setup { side, shape: name, wall: 0, tokens: placed.collect() }
        });
        if !step.secret {
            return self.next_step();
        }
        let both = self.grid().hidden == 0b11;
        if both {
            self.reveal();
        }
        self.next_step()
    }

    /// What was placed or chosen in secret is known to all from now on.
    fn reveal(&mut self) {
        self.grid_mut().hidden = 0;
        if let Some(recorder) = &mut self.play.recorder {
            recorder.unseal();
        }
    }

    /// The step is done. Once both sides stand, the coin that waited for it is tossed.
    pub(super) fn next_step(&mut self) -> Flow {
        self.state_mut().stoppage.step += 1;
        let opening = self.state().turn.number == 0 && self.state().stoppage.restart == Restart::KickOff;
        if opening && self.game.toss_after_setup && self.state().stoppage.step == 3 {
            self.toss(crate::game::machine::Opening::FRIENDLY)?;
            let opener = self.state().opener;
            self.state_mut().stoppage.side = opener;
            self.state_mut().ball.side = opener;
        }
        self.setup_step()
    }

    /// Who takes the kick-off or the penalty is named.
    pub(super) fn taker(&mut self, slot: usize) -> Flow {
        let side = self.state().to_act;
        let Some(token) = self.state().slot(side, slot) else { return Ok(()) };
        self.take_the_spot(token);
        self.next_step()
    }

    /// The set-up is over: play goes on, or a penalty is settled.
    fn setup_over(&mut self) -> Flow {
        self.reveal();
        let stoppage = self.state().stoppage;
        match stoppage.restart {
            Restart::Penalty => self.offer_picks(),
            Restart::KeeperOut => {
                self.state_mut().stoppage.step = 0;
                let act = self.grid().act;
                self.acted(act)
            }
            _ => {
                self.state_mut().stoppage.step = 0;
                self.begin_turn(stoppage.side)
            }
        }
    }
}
