//! Why an action is refused, and by which clause. Only asked when one is.

use super::Machine;
use super::turn::intent;
use crate::board::Cell;
use crate::game::action::{Action, Way, with_article};
use crate::game::error::MatchError;
use crate::game::piece::Status;
use crate::game::state::Stage;
use crate::plugin::OnSetup;
use crate::{Side, Token};

type Reason = (String, Option<String>);

impl Machine<'_> {
    pub(super) fn refusal(&mut self, action: Action) -> MatchError {
        let (side, stage) = (self.state().to_act, self.state().stage);
        if stage == Stage::Over {
            return MatchError::Over;
        }
        let (reason, clause) = match (stage, action) {
            (Stage::Turn, Action::Move(slot, cell)) => self.why_not_move(side, slot.index(), cell),
            (Stage::Turn, Action::Send(way, cell)) => self.why_not_send(side, way, cell),
            (Stage::Turn, Action::Steal(slot)) => self.why_not_steal(side, slot.index()),
            (Stage::Turn, Action::Take(_)) => {
                ("a turn is used while anything can be done".to_owned(), self.param_clause("may_skip"))
            }
            (Stage::Place, Action::Move(slot, cell)) => self.why_not_place(side, slot.index(), cell),
            (Stage::Pick, Action::Number(_)) => {
                ("that number is not on offer".to_owned(), self.param_clause("penalty_choices"))
            }
            (_, Action::Change(slot, _)) => {
                let off = self.state().slot(side, slot.index());
                ("that change of pawns is not allowed".to_owned(), self.changes_clause(side, off))
            }
            _ => (format!("the decision is `{stage}`; `legal_actions` lists what may be done"), None),
        };
        MatchError::Illegal { action, side, stage, reason, clause }
    }

    fn param_clause(&self, name: &str) -> Option<String> {
        self.rules.params.get(name).and_then(|p| p.decl.clauses.first().cloned())
    }

    fn pawn(&self, side: Side, slot: usize) -> Option<(Token, Cell)> {
        let token = self.state().slot(side, slot).filter(|t| self.state().piece(*t).status == Status::Pitch)?;
        Some((token, self.state().piece(token).cell?))
    }

    fn why_not_move(&mut self, side: Side, slot: usize, cell: Cell) -> Reason {
        let Some((token, from)) = self.pawn(side, slot) else {
            return (format!("slot {slot} has no pawn on the pitch"), None);
        };
        let name = self.board().cell_name(cell).to_owned();
        if let Some(other) = self.pawn_at(cell) {
            return (format!("{other} stands on {name}"), None);
        }
        let near = self.board().distance(from, cell) == 1;
        if near && self.board().contested().contains(cell) {
            let clause = self.enters(token, cell, from, false).ok().and_then(|ruled| self.clause(ruled.ruling()));
            return (format!("{token} may not enter {name}"), clause);
        }
        (format!("{name} is out of reach for {token}"), self.param_clause("move_range"))
    }

    fn why_not_send(&mut self, side: Side, way: Way, cell: Cell) -> Reason {
        let name = self.board().cell_name(cell).to_owned();
        let (question, carrier) = self.declaration(side);
        let Some(ruled) = self.ask(question, &[carrier]).ok() else { return ("nobody has the ball".to_owned(), None) };
        let Some(named) = intent(&ruled.answer.grants, way.word()) else {
            return (format!("no clause offers {} here", with_article(way.word())), self.clause(ruled.ruling()));
        };
        if named.grant.refused {
            return (format!("{} is not possible now", with_article(way.word())), self.clause(named.grant.ruling));
        }
        (format!("the ball may not be sent to {name} by {}", with_article(way.word())), self.clause(named.grant.ruling))
    }

    fn why_not_steal(&mut self, side: Side, slot: usize) -> Reason {
        let Some((thief, from)) = self.pawn(side, slot) else {
            return (format!("slot {slot} has no pawn on the pitch"), None);
        };
        let cell = self.state().ball.cell;
        let carrier = self.state().ball.carrier.filter(|c| c.side() != side);
        if let Some(carrier) = carrier.filter(|_| self.board().distance(from, cell) == 1) {
            for (token, to, start) in [(thief, cell, from), (carrier, from, cell)] {
                let barred =
                    self.board().contested().contains(to) && !self.may_enter(token, to, start, true).unwrap_or(true);
                if barred {
                    let clause = self.enters(token, to, start, true).ok().and_then(|r| self.clause(r.ruling()));
                    return (format!("{token} may not stand there"), clause);
                }
            }
        }
        (format!("{thief} cannot rob anybody"), self.steal_clause(thief, from, cell))
    }

    fn why_not_place(&mut self, side: Side, slot: usize, cell: Cell) -> Reason {
        let name = self.board().cell_name(cell).to_owned();
        let Some((token, _)) = self.pawn(side, slot) else {
            return (format!("slot {slot} has no pawn on the pitch"), None);
        };
        if let Some(other) = self.pawn_at(cell) {
            return (format!("{other} stands on {name}"), None);
        }
        let question: OnSetup = self.setup_question();
        let Some(ruled) = self.ask(question, &[]).ok() else { return ("there is no set-up".to_owned(), None) };
        let inside = |view| self.zone_cells(side, view).contains(cell);
        let grants = &ruled.answer.grants;
        let barring = grants.iter().find(|g| g.grant.refused && g.grant.zone.is_some_and(inside));
        let full = grants.iter().find(|g| g.grant.count > 0 && g.grant.zone.is_some_and(inside));
        let any = barring.or(full).or(grants.iter().find(|g| !g.grant.refused));
        (format!("{token} may not be placed on {name}"), any.and_then(|g| self.clause(g.grant.ruling)))
    }
}
