//! Changes of pawns.

use super::Machine;
use crate::game::action::Slot;
use crate::game::error::MatchError;
use crate::game::machine::{Flow, Ruled};
use crate::game::piece::{Piece, Status};
use crate::game::state::Stage;
use crate::plugin::{OnSubstitution, SubStage, SubValue, Window};
use crate::record::Event;
use crate::{Side, Token};

/// Places on the bench that an action can name.
const BENCH: usize = 5;

impl Machine<'_> {
    fn ask_change(
        &mut self,
        stage: SubStage,
        side: Side,
        window: Window,
        who: [Option<Token>; 2],
    ) -> Result<Ruled, MatchError> {
        let question = OnSubstitution {
            stage,
            side: self.role(side),
            window,
            used: self.state().changes[side.index()].into(),
            keeper_off: self.keeper(side).is_none(),
            ..OnSubstitution::default()
        };
        self.ask(question, &who)
    }

    /// Adds the changes that a side may make now to the pending decision.
    pub(super) fn offer_changes(&mut self, side: Side, window: Window) -> Flow {
        let first = self.rules.starters() as u8;
        let on_bench = |place: &usize| {
            let member = first + *place as u8;
            usize::from(member) < Token::PER_SIDE
                && self.state().piece(Token::new(side, member)).status == Status::Bench
        };
        let bench: u64 = (0..BENCH).filter(on_bench).fold(0, |mask, place| mask | 1 << place);
        if bench == 0 {
            return Ok(());
        }
        let ruled = self.ask_change(SubStage::May, side, window, [None, None])?;
        let may: SubValue = ruled.answer.value();
        if may.max <= 0 || may.refused {
            return Ok(());
        }
        self.state_mut().stoppage.window = window;
        let mut changes = 0;
        for slot in 0..Slot::PER_SIDE {
            let Some(token) = self.state().slot(side, slot) else { continue };
            let status = self.state().piece(token).status;
            if status == Status::Pitch || status == Status::SentOff && self.game.replace_expelled {
                changes |= bench << (BENCH * slot);
            }
        }
        self.state_mut().legal.changes = changes;
        Ok(())
    }

    /// A pawn leaves for a substitute.
    pub(super) fn change(&mut self, slot: usize, place: u8) -> Flow {
        let (side, stage) = (self.state().to_act, self.state().stage);
        let Some(off) = self.state().slot(side, slot) else { return Ok(()) };
        let on = Token::new(side, self.rules.starters() as u8 + place);
        let window = self.state().stoppage.window;
        let allowed = self.ask_change(SubStage::May, side, window, [None, None])?;
        let leaving = *self.state().piece(off);
        let carried = self.state().ball.carrier == Some(off);
        let spot = self.board().penalty_spot(self.state().attacks(side).other());
        let entry = match leaving.cell.filter(|_| self.game.sub_takes_space) {
            Some(cell) => cell,
            None => self.nearest_empty(spot, side),
        };
        let (inherits, returns) = (self.game.sub_inherits_cards, self.game.replaced_returns);
        let state = self.state_mut();
        let cautions = if inherits { leaving.cautions } else { state.piece(on).cautions };
        *state.piece_mut(on) = Piece { status: Status::Pitch, cautions, ..*state.piece(on) };
        if leaving.status == Status::Pitch {
            let piece = state.piece_mut(off);
            piece.status = if returns { Status::Bench } else { Status::TakenOff };
            piece.cell = None;
        }
        state.lineup[side.index()][slot] = on.member();
        state.changes[side.index()] += 1;
        state.clock.changes = state.clock.changes.saturating_add(1);
        if carried {
            state.ball.carrier = None;
        }
        self.play.tally.changes[side.index()] += 1;
        self.stand(on, entry);
        if carried && leaving.cell == Some(entry) {
            self.give(on);
        }
        let grid = self.grid_mut();
        if grid.keepers[side.index()] == off.member() {
            grid.keepers[side.index()] = on.member();
        }
        self.ask_change(SubStage::Made, side, window, [Some(off), Some(on)])?;
        let author = allowed.author::<SubValue>("max");
        self.log_with(&allowed, author, |_| Event::Substitution { side, off, on });
        if stage == Stage::Turn { self.offer_turn() } else { self.changes_done() }
    }

    /// No more changes in this window.
    pub(super) fn changes_done(&mut self) -> Flow {
        match self.state().stoppage.step {
            0 => self.end_turn(),
            _ => self.setup_step(),
        }
    }

    /// The clause that speaks about changes now.
    pub(super) fn changes_clause(&mut self, side: Side, off: Option<Token>) -> Option<String> {
        let gone = off.is_some_and(|t| self.state().piece(t).status == Status::SentOff);
        let clause_of = |name: &str| self.rules.params.get(name).and_then(|p| p.decl.clauses.first().cloned());
        if gone && !self.game.replace_expelled {
            return clause_of("replace_expelled");
        }
        let window = self.state().stoppage.window;
        let ruled = self.ask_change(SubStage::May, side, window, [None, None]).ok()?;
        self.clause(ruled.ruling())
    }
}
