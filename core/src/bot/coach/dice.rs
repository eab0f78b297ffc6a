//! The coach at a game of dice: keeps what is worth most, claims what is worth more than throwing on.

use super::odds::{Odds, Want};
use crate::game::{Action, Match, Offer, Stage};
use crate::rules::{DiceSet, Ruleset};
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    /// The odds that were worked out last on this thread.
    static LAST: RefCell<Option<(Arc<Ruleset>, Arc<Odds>)>> = const { RefCell::new(None) };
}

fn odds(rules: &Arc<Ruleset>, dice: &Arc<DiceSet>) -> Arc<Odds> {
    LAST.with_borrow_mut(|last| match last {
        Some((of, odds)) if Arc::ptr_eq(of, rules) => Arc::clone(odds),
        _ => {
            let odds = Arc::new(Odds::new(dice, rules.mechanics.tries, Want::Goals));
            *last = Some((Arc::clone(rules), Arc::clone(&odds)));
            odds
        }
    })
}

/// What the coach does now; `None` where it has no opinion.
pub(super) fn choose(m: &Match, dice: &Arc<DiceSet>) -> Option<Action> {
    let state = m.state();
    let hand = state.hand()?;
    let action = match state.stage {
        Stage::Throw => {
            let odds = odds(m.rules(), dice);
            throw(&odds, dice, m)?
        }
        Stage::Double => {
            let combination = dice.combination(hand.claimed)?;
            let (good, all) = dice.chance(combination.double.as_deref()?);
            let stop = combination.stop.as_deref().map_or((0, 1), |die| dice.chance(die));
            let (goals, stopped) = (f64::from(combination.goals), f64::from(stop.0) / f64::from(stop.1));
            let better = f64::from(good) / f64::from(all) * (2.0 * goals - stopped) > goals - stopped;
            Action::Take(if better { Offer::Double } else { Offer::Decline })
        }
        Stage::Stop => Action::Take(Offer::Stop),
        _ => return None,
    };
    Some(action)
}

fn throw(odds: &Odds, dice: &DiceSet, m: &Match) -> Option<Action> {
    let state = m.state();
    let hand = state.hand()?;
    let left = m.rules().mechanics.tries.saturating_sub(hand.tries);
    let all = Action::Throw(hand.all());
    if hand.tries == 0 || hand.all_dice {
        return Some(all);
    }
    let (_, again) = odds.best(dice.hand(hand.shown().iter().copied()), left);
    if let Some(combination) = dice.combination(hand.combo)
        && odds.claiming(combination, left) >= again
    {
        return Some(Action::Take(Offer::Claim));
    }
    match odds.rethrow(hand.shown(), left) {
        0 => Some(Action::Take(Offer::End)),
        _ if left == 0 => Some(Action::Take(Offer::End)),
        thrown => Some(Action::Throw(thrown)),
    }
}
