//! What a match belongs to, and what its players bring from earlier ones.

#[cfg(feature = "lua")]
use super::error::MatchError;
#[cfg(feature = "lua")]
use super::state::State;
use crate::plugin::Competition;
#[cfg(feature = "lua")]
use crate::plugin::{Scope, SlotPlace, Stack};
use crate::record::CarriedSlot;
#[cfg(feature = "lua")]
use crate::{Side, Token};
use serde::{Deserialize, Serialize};

/// The occasion of a match: the competition, the leg, and the plugin slots that come in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occasion {
    /// What the match belongs to.
    pub competition: Competition,
    /// Which match of a tie, from 1.
    pub leg: u8,
    /// Slots that came in from an earlier match.
    pub carried: Vec<CarriedSlot>,
}

impl Default for Occasion {
    fn default() -> Self {
        Occasion { competition: Competition::Friendly, leg: 1, carried: Vec::new() }
    }
}

impl Occasion {
    /// A single friendly to which nobody brings anything.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Occasion::default()
    }

    /// Writes the carried slots into a state.
    #[cfg(feature = "lua")]
    pub(crate) fn bring_in(&self, stack: &Stack, state: &mut State) -> Result<(), MatchError> {
        for carried in &self.carried {
            let place = stack.slot(&carried.slot).filter(|p| p.decl.carry);
            let index = |p: &SlotPlace| match (p.decl.scope, carried.who, carried.side) {
                (Scope::Player, Some(token), None) => Some(SlotPlace::of_player(token)),
                (Scope::Side, None, Some(side)) => Some(SlotPlace::of_side(side)),
                _ => None,
            };
            let Some((place, index)) = place.and_then(|p| Some((p, index(p)?))) else {
                return Err(MatchError::Carried { slot: carried.slot.clone() });
            };
            let (min, max) = place.decl.bounds();
            if !(min..=max).contains(&carried.value) {
                return Err(MatchError::Carried { slot: carried.slot.clone() });
            }
            place.write(&mut state.slots, index, carried.value);
        }
        Ok(())
    }
}

/// What the carry slots of a stack hold at the end of a match, where it is not their default.
#[cfg(feature = "lua")]
#[must_use]
pub fn carried_out(stack: &Stack, state: &State) -> Vec<CarriedSlot> {
    let mut carried = Vec::new();
    for place in stack.slots().iter().filter(|p| p.decl.carry) {
        let slot = |who, side, index| {
            let value = place.read(&state.slots, index);
            (value != place.decl.default).then(|| CarriedSlot { slot: place.decl.full_name(), who, side, value })
        };
        match place.decl.scope {
            Scope::Player => {
                carried.extend(Token::all().filter_map(|t| slot(Some(t), None, SlotPlace::of_player(t))));
            }
            Scope::Side => {
                carried.extend(Side::BOTH.into_iter().filter_map(|s| slot(None, Some(s), SlotPlace::of_side(s))));
            }
            // A match has no successor of its own: two of its teams play on elsewhere.
            Scope::Match => {}
        }
    }
    carried
}
