//! Free steps of single tokens around a kick: to a cross, to a loose ball, back from an offside position.

use super::moves::bits;
use super::{Flow, Machine};
use crate::board::{Cell, CellSet};
use crate::game::action::Offer;
use crate::game::state::{NOBODY, Stage};
use crate::kick::Pose;
use crate::plugin::{Hook, Moment, NamedGrant, Part, Ruling};
use crate::record::Event;
use crate::{Side, Token};

impl Machine<'_> {
    /// May tokens of a side step? True when it has to decide.
    pub(super) fn offer_steps(&mut self, moment: Moment, side: Side) -> Result<bool, super::MatchError> {
        let question = self.side_ability(moment, side);
        let ruled = self.ask(question, &[])?;
        self.open_window(side, Stage::Step, moment, None, &ruled)
    }

    /// The ball lies still: those who may step to it do, then distances are compared.
    pub(super) fn loose_ball(&mut self) -> Flow {
        let state = self.state();
        let near = state.kick.cells | self.board().around(state.kick.cells);
        let loose = (near & (state.occupied(Side::Home) | state.occupied(Side::Away))).is_empty();
        self.state_mut().kick.loose = loose;
        self.state_mut().kick.part = Part::Duels;
        self.next_loose()
    }

    fn next_loose(&mut self) -> Flow {
        let Some(attack) = self.state().kick.kicker.map(Token::side) else { return Ok(()) };
        for (part, side) in [(Part::LooseAttack, attack), (Part::LooseDefence, attack.other())] {
            if self.state().kick.part < part {
                self.state_mut().kick.part = part;
                if self.offer_steps(Moment::BallStopped, side)? {
                    return Ok(());
                }
            }
        }
        self.calculate_distance()
    }

    /// An attacker who is offside may step back first. True when he has to decide.
    pub(super) fn offer_edge(&mut self, token: Token) -> Result<bool, super::MatchError> {
        let mut question = self.ability(Moment::OffsideDue, token);
        question.first = self.state().kick.edged >> token.index() & 1 == 0;
        let ruled = self.ask(question, &[Some(token), self.companion(token), self.state().kick.kicker])?;
        self.state_mut().kick.token = Some(token);
        self.open_window(token.side(), Stage::Step, Moment::OffsideDue, Some(token), &ruled)
    }

    /// Turns the grants of an answer into steps or slides of single tokens, or of one; true when any is possible.
    pub(super) fn open_window(
        &mut self,
        side: Side,
        stage: Stage,
        moment: Moment,
        only: Option<Token>,
        ruled: &crate::game::machine::Ruled,
    ) -> Result<bool, super::MatchError> {
        let offer = if stage == Stage::Slide { Offer::Slide } else { Offer::Step };
        let grants = &ruled.answer.grants;
        if !grants.iter().any(|g| g.name == offer as u8 && !g.grant.refused) {
            return Ok(false);
        }
        let grants: Vec<NamedGrant> = grants.iter().filter(|g| g.name == offer as u8).copied().collect();
        self.set_permits(Hook::OnAbility, side, &grants)?;
        if let Some(slot) = only.and_then(|t| self.state().slot_of(t)) {
            self.state_mut().permits_mut().iter_mut().for_each(|p| p.slots &= 1 << slot);
        }
        if !self.refresh_window(side, stage) {
            return Ok(false);
        }
        self.log_ruled(ruled, |m| {
            let able = (0..11).find(|s| !m.state().legal.moves[*s].is_empty()).and_then(|s| m.state().slot(side, s));
            super::possession::offered(able.unwrap_or(Token::new(side, 0)), moment, 1 << offer as u32)
        });
        Ok(true)
    }

    /// Recomputes who may still step or slide; false when nobody may.
    pub(super) fn refresh_window(&mut self, side: Side, stage: Stage) -> bool {
        let state = self.state();
        // A slide is a move: whoever has spent his has none left. It may also end where it began.
        let slides = stage == Stage::Slide;
        let able = self.slots(side, |p| p.on_pitch() && p.pose != Pose::Lying && !(slides && p.spent()));
        let crowd = self.occupancy(side);
        let mut moves = [CellSet::EMPTY; 11];
        for permit in state.permits().iter().filter(|p| p.slots & able != 0 && p.left > 0) {
            if !slides {
                self.add_reach(side, permit, permit.slots & able, &crowd, &mut moves);
                continue;
            }
            for slot in bits(permit.slots & able) {
                moves[slot] |= state.slot(side, slot).map_or(CellSet::EMPTY, |t| self.permitted(permit, t, &crowd));
            }
        }
        if moves.iter().all(|m| m.is_empty()) {
            return false;
        }
        let legal = self.decide(side, stage);
        legal.moves = moves;
        legal.offers = 1 << Offer::End as u32;
        true
    }

    /// Takes a token out of the running window, and one use off every permit that is limited in number.
    pub(super) fn window_used(&mut self, slot: usize) {
        for permit in self.state_mut().permits_mut() {
            permit.slots &= !(1 << slot);
            if permit.left != NOBODY {
                permit.left = permit.left.saturating_sub(1);
            }
        }
    }

    /// Who lets a token step to a cell.
    fn step_ruling(&self, token: Token, slot: usize, cell: Cell) -> Option<Ruling> {
        let crowd = self.occupancy(token.side());
        let mut permits = self.state().permits().iter().filter(|p| p.is_for(slot));
        permits.find(|p| self.permitted(p, token, &crowd).contains(cell)).map(|p| p.ruling)
    }

    /// A token steps.
    pub(super) fn step_to(&mut self, slot: usize, cell: Cell) -> Flow {
        let side = self.state().to_act;
        let Some(token) = self.state().slot(side, slot) else { return Ok(()) };
        let Some(from) = self.state().piece(token).cell else { return Ok(()) };
        let ruling = if self.recording() { self.step_ruling(token, slot, cell) } else { None };
        let part = self.state().kick.part;
        let cells = self.board().distance(from, cell);
        if matches!(part, Part::LooseAttack | Part::LooseDefence)
            && !self.state().kick.noted
            && let Some(kicker) = self.state().kick.kicker
        {
            self.note_positions(kicker.side());
        }
        self.settle_in(token, cell);
        let counts = self.rules.mechanics.free_steps_count;
        let state = self.state_mut();
        let piece = state.piece_mut(token);
        piece.used |= 1 << Offer::Step as u16;
        piece.set_stepped(piece.stepped() || matches!(part, Part::AttackSteps | Part::DefenceSteps));
        if counts && side == state.turn.attack {
            state.turn.longest = state.turn.longest.max(cells);
            state.turn.total = state.turn.total.saturating_add(cells);
            state.turn.movers = state.turn.movers.saturating_add(1);
        }
        self.log_clause(Hook::OnAbility, ruling, |_| Event::Ability { token, offer: Offer::Step });
        self.log_clause(Hook::OnAbility, ruling, |m| m.moved(token, from, cell, false));
        if part == Part::Distance {
            self.state_mut().kick.edged |= 1 << token.index();
            return self.calculate_distance();
        }
        self.window_used(slot);
        if self.refresh_window(side, Stage::Step) {
            return Ok(());
        }
        self.window_closed()
    }

    /// A side has stepped or slid as far as it wants to.
    pub(super) fn window_closed(&mut self) -> Flow {
        match self.state().kick.part {
            Part::LooseAttack | Part::LooseDefence => self.next_loose(),
            Part::Distance => match self.state().kick.token {
                Some(token) => self.foul_offside(token),
                None => Ok(()),
            },
            _ => self.next_part(),
        }
    }
}
