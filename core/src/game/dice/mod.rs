//! Chance as a function of the seed, and the mechanics of a game that is nothing but dice.
//!
//! A turn is a few tries with the dice of the first kind; what they show together may be claimed, which another die may
//! decide, double or stop. Which combination counts, how many tries there are and what a card costs is asked.

mod chance;
#[cfg(feature = "lua")]
mod claim;
#[cfg(feature = "lua")]
mod clock;
mod hand;
#[cfg(feature = "lua")]
mod throw;

pub use chance::{KickStream, Shuffle, die, kick_stream};
pub use hand::Hand;

#[cfg(feature = "lua")]
use {
    super::action::{Action, Offer},
    super::error::MatchError,
    super::machine::{self, Flow, Mechanic},
    super::r#match::Resume,
    super::state::Stage,
    crate::plugin::{INTENTS, OnDeclare},
    crate::rules::DiceSet,
    crate::{Side, Token},
};

/// The machine of the dice.
#[cfg(feature = "lua")]
type Machine<'a> = machine::Machine<'a, DiceSet>;

#[cfg(feature = "lua")]
impl Mechanic for DiceSet {
    fn begin(machine: &mut Machine<'_>) -> Flow {
        machine.begin_half(1)
    }

    fn resume(machine: &mut Machine<'_>, how: Resume) -> Flow {
        match how {
            Resume::Restart(_, side) => machine.begin_turn(side),
            Resume::Declare | Resume::Attack | Resume::Defence => machine.offer_throw(),
        }
    }

    fn perform(machine: &mut Machine<'_>, action: Action) -> Flow {
        match (machine.state().stage, action) {
            (Stage::Throw, Action::Throw(dice)) => machine.throw(dice),
            (Stage::Throw, Action::Take(Offer::Claim)) => machine.claim(),
            (Stage::Throw, Action::Take(Offer::End)) => machine.turn_over(),
            (Stage::Double, Action::Take(Offer::Double)) => machine.double(),
            (Stage::Double, Action::Take(Offer::Decline)) => machine.offer_stop(),
            (Stage::Stop, Action::Take(Offer::Stop)) => machine.stop(),
            (Stage::Stop, Action::Take(Offer::Decline)) => machine.goals_stand(),
            _ => Err(Self::refusal(machine, action)),
        }
    }

    fn refusal(machine: &mut Machine<'_>, action: Action) -> MatchError {
        let (side, stage) = (machine.state().to_act, machine.state().stage);
        if stage == Stage::Over {
            return MatchError::Over;
        }
        let reason = match (stage, action) {
            (Stage::Throw, Action::Throw(_)) if machine.hand().all_dice => "every die must be thrown",
            (Stage::Throw, Action::Throw(_)) => "those dice may not be thrown now",
            (Stage::Throw, Action::Take(Offer::Claim)) => "there is nothing to claim",
            (Stage::Throw, Action::Take(Offer::End)) => "the turn may not be ended now",
            _ => "that is not what is to be decided; `legal_actions` lists what may be done",
        };
        let clause = match action {
            Action::Throw(_) => machine.clause_of("throw"),
            Action::Take(Offer::Claim) => machine.clause_of("claim"),
            Action::Take(Offer::End) => machine.clause_of("stop"),
            _ => None,
        };
        MatchError::Illegal { action, side, stage, reason: reason.to_owned(), clause }
    }
}

#[cfg(feature = "lua")]
impl Machine<'_> {
    fn hand(&self) -> &Hand {
        self.play.state.hand().unwrap_or(&Hand::EMPTY)
    }

    fn hand_mut(&mut self) -> &mut Hand {
        self.play.state.own.hand_mut()
    }

    /// The side whose turn it is.
    fn side(&self) -> Side {
        self.state().turn.attack
    }

    /// The member of a team whose turn it is.
    fn player(&self, side: Side) -> Token {
        Token::new(side, self.hand().member[side.index()])
    }

    /// The one who keeps a team's cards.
    fn captain(side: Side) -> Token {
        Token::new(side, 0)
    }

    /// The clause that rules what may be declared now.
    fn clause_of(&mut self, intent: &str) -> Option<String> {
        let player = self.player(self.side());
        let ruled = self.ask(self.declaration(), &[Some(player)]).ok()?;
        let named = ruled.answer.grants.iter().find(|g| INTENTS.get(usize::from(g.name)) == Some(&intent))?;
        self.clause(named.grant.ruling)
    }

    /// The question put to `on_declare` now.
    fn declaration(&self) -> OnDeclare {
        let hand = self.hand();
        OnDeclare {
            tries: hand.tries.into(),
            combo: hand.combo.into(),
            all_dice: hand.all_dice,
            lost: hand.lost[self.side().index()] > 0,
            ..OnDeclare::default()
        }
    }
}
