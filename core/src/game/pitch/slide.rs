//! Sliding into a first-time cross or shot.

use super::{Flow, Machine};
use crate::Token;
use crate::board::{Cell, CellSet};
use crate::game::action::{KeeperPose, Offer};
use crate::game::state::Stage;
use crate::plugin::{Down, Hook, Moment, Role};
use crate::record::Event;

impl Machine<'_> {
    /// May a defender slide into a first-time kick? True when his side has to decide.
    pub(super) fn offer_slide(&mut self, kicker: Token) -> Result<bool, super::MatchError> {
        let side = kicker.side().other();
        let mut question = self.ability(Moment::FirstTime, kicker);
        question.side = Role::Defence;
        question.home = side == crate::Side::Home;
        let ruled = self.ask(question, &[Some(kicker), self.companion(kicker), self.state().kick.passer])?;
        self.open_window(side, Stage::Slide, Moment::FirstTime, None, &ruled)
    }

    /// A defender slides into a cell; where both poses are open his coach names one.
    pub(super) fn slide_to(&mut self, slot: usize, cell: Cell) -> Flow {
        let side = self.state().to_act;
        let Some(token) = self.state().slot(side, slot) else { return Ok(()) };
        let poses = self.poses_in(token, cell);
        self.state_mut().kick.token = Some(token);
        let legal = self.decide(side, Stage::SlidePose);
        legal.poses = poses;
        legal.cells = CellSet::single(cell);
        let both = 1 << KeeperPose::Stand as u8 | 1 << KeeperPose::Lie as u8;
        match poses {
            p if p == both => Ok(()),
            p if p >> KeeperPose::Stand as u8 & 1 == 1 => self.slide_pose(KeeperPose::Stand),
            _ => self.slide_pose(KeeperPose::Lie),
        }
    }

    pub(super) fn slide_pose(&mut self, pose: KeeperPose) -> Flow {
        let side = self.state().to_act;
        let (Some(token), Some(cell)) = (self.state().kick.token, self.state().legal.cells.first()) else {
            return Ok(());
        };
        let (Some(slot), Some(from)) = (self.state().slot_of(token), self.state().piece(token).cell) else {
            return Ok(());
        };
        let author = self.author_of_pose(token, cell, pose);
        let cells = self.board().distance(from, cell);
        let enters = cells > 0 && self.contested(side) == Some(cell);
        if enters && self.rules.mechanics.slides_enter && !self.entered(token, cell)? {
            return Ok(());
        }
        self.guard(token, cell);
        let spends = self.rules.mechanics.one_move;
        let piece = self.state_mut().piece_mut(token);
        piece.used |= 1 << Offer::Slide as u16;
        piece.moved = cells;
        // Who blocks on the spot has not moved; who lies has nothing left to move.
        piece.set_spent(piece.spent() || spends && (cells > 0 || pose == KeeperPose::Lie));
        if pose == KeeperPose::Lie {
            piece.lay(Down::Slid);
        }
        self.log_clause(Hook::OnAbility, author, |_| Event::Ability { token, offer: Offer::Slide });
        self.log_clause(Hook::OnAbility, author, |m| m.moved(token, from, cell, false));
        if pose == KeeperPose::Lie {
            self.log_clause(Hook::OnAbility, author, |_| Event::LaidDown { token });
        }
        self.window_used(slot);
        if self.refresh_window(side, Stage::Slide) {
            return Ok(());
        }
        self.window_closed()
    }
}
