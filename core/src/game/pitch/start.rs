//! The first whistle, and positions that a scenario makes.

use super::{Flow, Machine};
use crate::Side;
use crate::game::Resume;
use crate::game::error::MatchError;
use crate::plugin::{Competition, OnMatchStart, OnSquad, StartAnswer, TeamWord};
use crate::record::Event;

impl Machine<'_> {
    /// Squads are checked, the coin is tossed, the first half begins.
    pub(crate) fn start(&mut self) -> Flow {
        for side in Side::BOTH {
            self.check_squad(side)?;
        }
        let ruled = self.ask(OnMatchStart { competition: Competition::Friendly, leg: 1 }, &[])?;
        let opener = match StartAnswer::from_index(ruled.word().into()) {
            Some(StartAnswer::Away) => Side::Away,
            _ => Side::Home,
        };
        self.state_mut().opener = opener;
        self.log_ruled(&ruled, |_| Event::Toss { side: opener });
        self.begin_half(1)?;
        self.settle()
    }

    fn check_squad(&mut self, side: Side) -> Flow {
        let size =
            crate::Token::of(side).filter(|t| self.state().piece(*t).status != crate::game::Status::Absent).count();
        let team = if side == Side::Home { TeamWord::Home } else { TeamWord::Away };
        let question = OnSquad { side: team, size: size as i32, competition: Competition::Friendly };
        let ruled = self.ask(question, &[])?;
        if ruled.answer.texts.is_empty() {
            return Ok(());
        }
        Err(MatchError::Squad { side, complaints: ruled.answer.texts.clone() })
    }

    /// Goes on from a position that a scenario has set up.
    pub(crate) fn resume(&mut self, how: Resume) -> Flow {
        match how {
            Resume::Declare => self.offer_declaration()?,
            Resume::Attack => self.begin_moves(2)?,
            Resume::Defence => self.begin_moves(3)?,
            Resume::Restart(restart, side) => {
                let exit = self.state().stoppage.exit;
                self.restart(restart, side, exit)?;
            }
        }
        self.settle()
    }
}
