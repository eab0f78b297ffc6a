//! What dice are worth, exactly: every throw is weighed by how likely it is, and from the last try back to the first the
//! best dice to keep are found. All of it follows from the ruleset's list of dice and combinations.

use super::fraction::Fraction;
use crate::rules::{Combination, DiceSet};
use std::sync::Arc;

/// What a coach wants from a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// As many goals as possible, against an opponent who throws the die that stops them.
    Goals,
    /// Any combination at all.
    Combination,
}

/// The worth of dice kept, for a set of dice and a number of tries.
#[derive(Clone, Debug)]
pub struct Odds {
    dice: Arc<DiceSet>,
    want: Want,
    count: usize,
    /// By tries left (from 1) and hand kept: what throwing the rest is worth.
    kept: Vec<Vec<Fraction>>,
}

impl Odds {
    /// The odds for so many tries.
    #[must_use]
    pub fn new(dice: &Arc<DiceSet>, tries: u8, want: Want) -> Odds {
        let count = usize::from(dice.dice[0].count);
        let mut odds = Odds { dice: Arc::clone(dice), want, count, kept: Vec::new() };
        let hands = dice.hand_words().len();
        let throws = odds.throws();
        for left in 1..=tries {
            let full: Vec<Fraction> = (0..hands)
                .map(|hand| match dice.kinds_in(hand).len() == count {
                    true => odds.shown(hand, left - 1),
                    false => Fraction::ZERO,
                })
                .collect();
            let worth = |hand: usize| {
                let kept = dice.kinds_in(hand);
                let thrown = count.checked_sub(kept.len()).filter(|n| *n > 0)?;
                let value = |(kinds, chance): &(Vec<u8>, Fraction)| {
                    full[dice.hand_of_kinds(&[kept, kinds.as_slice()].concat())] * *chance
                };
                Some(throws[thrown].iter().map(value).fold(Fraction::ZERO, |sum, v| sum + v))
            };
            let row = (0..hands).map(|hand| worth(hand).unwrap_or(Fraction::ZERO)).collect();
            odds.kept.push(row);
        }
        odds
    }

    /// By number of dice: what they can show, and how likely.
    fn throws(&self) -> Vec<Vec<(Vec<u8>, Fraction)>> {
        let weights = self.dice.weights();
        let faces = u128::from(weights.iter().sum::<u32>());
        let mut throws: Vec<Vec<(Vec<u8>, Fraction)>> = vec![vec![(Vec::new(), Fraction::ONE)]];
        for n in 1..=self.count {
            let mut next: Vec<(Vec<u8>, Fraction)> = Vec::new();
            for (kinds, chance) in &throws[n - 1] {
                for (kind, weight) in (0u8..).zip(&weights) {
                    let mut hand = [kinds.as_slice(), &[kind]].concat();
                    hand.sort_unstable();
                    let chance = *chance * Fraction::new((*weight).into(), faces);
                    match next.iter_mut().find(|(h, _)| *h == hand) {
                        Some(known) => known.1 = known.1 + chance,
                        None => next.push((hand, chance)),
                    }
                }
            }
            throws.push(next);
        }
        throws
    }

    /// What keeping a hand and throwing the other dice is worth, with so many tries left.
    #[must_use]
    pub fn keeping(&self, hand: usize, left: u8) -> Fraction {
        let row = usize::from(left).checked_sub(1).and_then(|n| self.kept.get(n));
        row.and_then(|r| r.get(hand)).copied().unwrap_or(Fraction::ZERO)
    }

    /// What claiming a combination is worth, with so many tries left after it.
    #[must_use]
    pub fn claiming(&self, combination: &Combination, left: u8) -> Fraction {
        if self.want == Want::Combination {
            return Fraction::ONE;
        }
        let chance = |die: &Option<String>, without: Fraction| {
            die.as_ref().map_or(without, |die| {
                let (good, all) = self.dice.chance(die);
                Fraction::new(good.into(), all.into())
            })
        };
        let goals = Fraction::new(combination.goals.into(), 1);
        let stopped = chance(&combination.stop, Fraction::ZERO);
        let direct = goals - stopped;
        let doubled = chance(&combination.double, Fraction::ZERO) * (goals + goals - stopped);
        let comes_off = chance(&combination.die, Fraction::ONE);
        let worth = comes_off * direct.max(doubled);
        if !combination.again || left == 0 {
            return worth;
        }
        let fails = match combination.goals {
            1 => Fraction::ONE - comes_off * (Fraction::ONE - stopped),
            _ => Fraction::ONE - comes_off,
        };
        worth + fails * self.keeping(0, left)
    }

    /// What dice that lie on the table are worth, with so many tries left.
    fn shown(&self, hand: usize, left: u8) -> Fraction {
        let again = self.best(hand, left).1;
        match self.dice.combination(self.dice.shown(hand).0) {
            Some(combination) => self.claiming(combination, left).max(again),
            None => again,
        }
    }

    /// The best dice of a hand to keep, as kinds of face, and what that is worth; of equals the fewest, then the
    /// earliest on the die. Nothing is worth nothing when no try is left.
    #[must_use]
    pub fn best(&self, hand: usize, left: u8) -> (Vec<u8>, Fraction) {
        let dice = self.dice.kinds_in(hand);
        let mut best = (Vec::new(), self.keeping(0, left));
        let mut sets: Vec<Vec<u8>> = (1..(1u32 << dice.len()) - 1)
            .map(|set| (0..dice.len()).filter(|n| set >> n & 1 == 1).map(|n| dice[n]).collect())
            .collect();
        sets.sort_by(|a: &Vec<u8>, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        for kept in sets {
            let worth = self.keeping(self.dice.hand_of_kinds(&kept), left);
            if worth > best.1 {
                best = (kept, worth);
            }
        }
        best
    }

    /// The dice on the table that are not to be kept, a bit each; `faces` from 1, in their places.
    #[must_use]
    pub fn rethrow(&self, faces: &[u8], left: u8) -> u8 {
        let (mut kept, _) = self.best(self.dice.hand(faces.iter().copied()), left);
        let mut thrown = 0;
        for (place, face) in faces.iter().enumerate() {
            match kept.iter().position(|k| *k == self.dice.kind(*face)) {
                Some(n) => {
                    kept.swap_remove(n);
                }
                None => thrown |= 1 << place,
            }
        }
        thrown
    }
}
