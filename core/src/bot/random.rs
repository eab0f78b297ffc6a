//! Plays anything legal.

use super::Bot;
use crate::game::{Action, Match, Offer};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// Uniform over kinds of action, then over actions.
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// A bot of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl Bot for Random {
    fn choose(&mut self, m: &Match) -> Action {
        let mut actions = m.legal_actions();
        let kinds: std::collections::BTreeSet<u64> = actions.iter().map(kind).collect();
        let pick = kinds.iter().nth((self.0.next_u64() % kinds.len().max(1) as u64) as usize).copied();
        actions.retain(|a| Some(kind(a)) == pick);
        let at = self.0.next_u64() % actions.len().max(1) as u64;
        actions.get(at as usize).copied().unwrap_or(Action::Take(Offer::End))
    }
}

fn kind(action: &Action) -> u64 {
    match action {
        Action::Take(_) => 0,
        Action::Declare(..) => 1,
        Action::Aim(..) => 2,
        Action::Move(..) => 3,
        Action::Shift(..) => 4,
        Action::PickToken(_) => 5,
        Action::PickCell(_) => 6,
        Action::Pose(_) => 7,
        Action::Change(..) => 8,
        Action::Formation(..) => 9,
    }
}
