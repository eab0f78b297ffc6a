//! What the totals of a duel are made of.

use super::cause::is_effect;
use super::entry::Entry;
use super::event::Event;
use super::fact::Fact;
use super::names::{Names, printable};
use std::borrow::Borrow;

/// What each side of a duel came to: its die, its bonus, and what the plugin added. `None` where the log does not have one
/// die for each.
pub(super) fn totals_in_words<E: Borrow<Entry>>(entries: &[E], duel: usize, names: &Names) -> Option<String> {
    let entry: &Entry = entries.get(duel)?.borrow();
    let note = entry.ruling.as_ref()?;
    let Event::Duel { by, against: Some(against), totals: Some(totals), .. } = entry.event else { return None };
    // The one who tries rolls first.
    let [first, second] = dice(entries, duel, &note.plugin)[..] else { return None };
    let bonus = |name| match note.set.get(name).or(note.facts.get(name)) {
        Some(Fact::Number(bonus)) => *bonus,
        _ => 0,
    };
    let plugin = printable(&note.plugin);
    let told = |who, total: u8, die: u8, bonus: i64| {
        let added = i64::from(total) - i64::from(die) - bonus;
        let parts = [(bonus, format!("bonus {bonus}")), (added, format!("{added} added by {plugin}"))];
        let parts = parts.iter().filter(|(points, _)| *points != 0).map(|(_, told)| format!(" + {told}"));
        format!("{}: {total} = die {die}{}", names.player(who), parts.collect::<String>())
    };
    let by = told(by, totals[0], first, bonus("bonus_by"));
    let against = told(against, totals[1], second, bonus("bonus_against"));
    Some(format!("{by}; {against}."))
}

/// The dice that a plugin rolled for a duel, in their order.
fn dice<E: Borrow<Entry>>(entries: &[E], duel: usize, of: &str) -> Vec<u8> {
    let effects = entries[..duel].iter().rev().map(|e| &e.borrow().event).take_while(|event| is_effect(event));
    let mut dice: Vec<u8> = effects
        .filter_map(|event| match event {
            Event::Die { face, hook, plugin, .. } if hook == "on_duel" && plugin == of => Some(*face),
            _ => None,
        })
        .collect();
    dice.reverse();
    dice
}
