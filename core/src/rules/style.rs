//! Styles of play, and squads composed in one.

use super::place::Step;
use super::pool::Pool;
use super::yaml::{DataError, parse};
use super::{Player, Section, Squad, Uniform};
use crate::game::Slot;
use crate::game::dice::Shuffle;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a coach looks for in the player of each position.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Style {
    /// What it is called.
    pub title: String,
    /// What it is about, in a sentence.
    pub doc: String,
    /// The kits of a squad of this style.
    pub uniform: Uniform,
    /// The formations it likes, best first.
    pub formations: Vec<String>,
    /// Where each player plays, starters in slot order, then the bench. The last word names the line.
    pub positions: Vec<String>,
    /// Per line: what a section with a skill is worth there. A skill that is not named is worth nothing.
    pub wants: BTreeMap<String, BTreeMap<String, f64>>,
    /// What a player on the bench counts, of one who starts.
    pub bench: f64,
    /// How much chance has a say: the largest bonus that a player type may have without reason.
    pub flair: f64,
    /// What a player is called.
    pub names: Vec<String>,
}

/// What a composed squad must keep to.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// The skill of a keeper, whom the line `keeper` and nobody else has.
    pub keeper: Option<&'a str>,
    /// Players.
    pub size: usize,
    /// What their values add up to.
    pub budget: usize,
}

/// The line of a keeper.
const KEEPER: &str = "keeper";

impl Style {
    /// Reads a style whose skills are all in the `catalogue` of a ruleset.
    ///
    /// # Errors
    /// When the text is no style: a position without its wants, an unknown skill, too few names.
    pub fn parse(text: &str, file: &str, catalogue: &[Section]) -> Result<Style, DataError> {
        let style: Style = parse(text, file)?;
        let key = |k: &str| Step::Key(k.to_owned());
        for (at, position) in style.positions.iter().enumerate() {
            if !style.wants.contains_key(line(position)) {
                let path = [key("positions"), Step::Item(at)];
                return Err(DataError::new(file, format!("`wants` says nothing about the line `{}`", line(position)))
                    .at_path(text, &path)
                    .known(line(position), style.wants.keys().map(String::as_str)));
            }
        }
        for (line, wants) in &style.wants {
            for (skill, worth) in wants {
                let path = [key("wants"), key(line), key(skill)];
                let wrong = |problem: String| DataError::new(file, problem).at_path(text, &path);
                if !catalogue.iter().any(|s| s.skill == *skill) {
                    let known = catalogue.iter().map(|s| s.skill.as_str());
                    return Err(wrong(format!("there is no skill `{skill}`")).known(skill, known));
                }
                if !worth.is_finite() || worth.abs() > 100.0 {
                    return Err(wrong(format!("`{skill}` is worth {worth}")).hint("write a number from -100 to 100"));
                }
            }
        }
        for (name, number) in [("flair", style.flair), ("bench", style.bench)] {
            if !(0.0..=100.0).contains(&number) {
                return Err(DataError::new(file, format!("`{name}` is {number}"))
                    .at_path(text, &[key(name)])
                    .hint("write a number from 0 to 100"));
            }
        }
        if style.names.len() < style.positions.len() {
            let problem = format!("{} names for {} players", style.names.len(), style.positions.len());
            return Err(DataError::new(file, problem).at_path(text, &[key("names")]));
        }
        Ok(style)
    }

    /// A squad of types of the pool, the same for the same seed; `None` when no squad keeps to the terms.
    #[must_use]
    pub fn compose(&self, pool: &Pool, terms: Terms<'_>, seed: u64) -> Option<Squad> {
        if self.positions.len() != terms.size {
            return None;
        }
        let mut chance = Shuffle::new(seed);
        let mut market = Market::open(self, pool, terms.keeper, &mut chance);
        market.fill()?;
        market.spend(terms.budget)?;
        while market.improve() {}
        let mut names = self.names.clone();
        chance.shuffle(&mut names);
        let players = market.signed.iter().zip(&self.positions).zip(&names).zip(1..);
        Some(Squad {
            name: self.title.clone(),
            uniform: self.uniform,
            players: players
                .map(|(((signed, position), name), number)| {
                    let sections = pool.types()[*signed].clone();
                    Player {
                        number,
                        name: name.clone(),
                        position: position.clone(),
                        value: sections.len() as u8,
                        sections,
                        numbers: pool.numbers(*signed).clone(),
                    }
                })
                .collect(),
            formations: self.formations.clone(),
        })
    }
}

/// `left back` plays in the line `back`.
fn line(position: &str) -> &str {
    position.rsplit(' ').next().unwrap_or(position)
}

/// Types on offer and who is signed so far.
struct Market {
    /// Per position and type: what the type is worth there, or `None` where he cannot play.
    worth: Vec<Vec<Option<f64>>>,
    /// Value of each type.
    value: Vec<usize>,
    /// The type signed for each position.
    signed: Vec<usize>,
}

impl Market {
    fn open(style: &Style, pool: &Pool, keeper: Option<&str>, chance: &mut Shuffle) -> Market {
        let of = |place: usize, position: &str, sections: &[Section], luck: f64| {
            let keeps = sections.iter().any(|s| Some(s.skill.as_str()) == keeper);
            if keeps != (line(position) == KEEPER) {
                return None;
            }
            let wants = style.wants.get(line(position));
            let worth: f64 = sections.iter().filter_map(|s| wants?.get(&s.skill)).sum();
            Some((worth + luck * style.flair) * if place < Slot::PER_SIDE { 1.0 } else { style.bench })
        };
        let worth = style
            .positions
            .iter()
            .enumerate()
            .map(|(place, p)| pool.types().iter().map(|sections| of(place, p, sections, chance.unit())).collect())
            .collect();
        Market { worth, value: pool.types().iter().map(Vec::len).collect(), signed: Vec::new() }
    }

    /// The best type of a value for a position that nobody else has; `except` counts as free.
    fn best(&self, position: usize, value: usize, except: &[usize]) -> Option<(usize, f64)> {
        let free = |t: usize| except.iter().any(|e| self.signed[*e] == t) || !self.signed.contains(&t);
        let offers = self.worth[position].iter().enumerate();
        let offers = offers.filter_map(|(t, worth)| (self.value[t] == value && free(t)).then_some((t, (*worth)?)));
        offers.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
    }

    fn values(&self) -> std::ops::RangeInclusive<usize> {
        1..=Squad::MAX_SECTIONS
    }

    /// Signs the cheapest free player for each position.
    fn fill(&mut self) -> Option<()> {
        for position in 0..self.worth.len() {
            let (signed, _) = self.values().find_map(|value| self.best(position, value, &[]))?;
            self.signed.push(signed);
        }
        Some(())
    }

    /// Trades up, one position at a time, until the budget is spent to the last point.
    fn spend(&mut self, budget: usize) -> Option<()> {
        loop {
            let spent: usize = self.signed.iter().map(|t| self.value[*t]).sum();
            if spent >= budget {
                return (spent == budget).then_some(());
            }
            let left = budget - spent;
            let trades = (0..self.signed.len()).flat_map(|position| {
                let held = self.value[self.signed[position]];
                (held + 1..=Squad::MAX_SECTIONS.min(held + left)).map(move |value| (position, value))
            });
            let gain = |(position, value): (usize, usize)| {
                let (t, worth) = self.best(position, value, &[position])?;
                let points = value - self.value[self.signed[position]];
                Some((position, t, (worth - self.worth_now(position)) / points as f64))
            };
            let best = trades.filter_map(gain).max_by(|a, b| a.2.total_cmp(&b.2).then(b.0.cmp(&a.0)))?;
            self.signed[best.0] = best.1;
        }
    }

    fn worth_now(&self, position: usize) -> f64 {
        self.worth[position][self.signed[position]].unwrap_or_default()
    }

    /// Makes the best trade of one or two positions that costs nothing; false when none makes the squad better.
    fn improve(&mut self) -> bool {
        // Far above the noise of adding, far below anything a coach would notice: the search must end.
        let mut found: (f64, Vec<(usize, usize)>) = (1e-6, Vec::new());
        for a in 0..self.signed.len() {
            let held = self.value[self.signed[a]];
            for value in self.values() {
                let Some((t, worth)) = self.best(a, value, &[a]) else { continue };
                let gain = worth - self.worth_now(a);
                if value == held {
                    if gain > found.0 {
                        found = (gain, vec![(a, t)]);
                    }
                    continue;
                }
                for b in (0..self.signed.len()).filter(|b| *b != a) {
                    let Some(wanted) = (self.value[self.signed[b]] + held).checked_sub(value) else { continue };
                    let Some((u, other)) = self.best(b, wanted, &[a, b]).filter(|(u, _)| *u != t) else { continue };
                    let gain = gain + other - self.worth_now(b);
                    if gain > found.0 {
                        found = (gain, vec![(a, t), (b, u)]);
                    }
                }
            }
        }
        for (position, t) in &found.1 {
            self.signed[*position] = *t;
        }
        !found.1.is_empty()
    }
}
