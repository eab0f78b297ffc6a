//! What an event follows from: itself ruled by nobody, it has a cause that was.

use super::entry::Entry;
use super::event::Event;
use crate::plugin::How;
use std::borrow::Borrow;

/// How far a cause is looked for, in events.
const NEAR: usize = 60;
/// How many causes are named, one behind the other.
const MOST: usize = 5;

/// Where the cause of an event can lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    /// Since the ball was struck or sent, that included.
    Kick,
    /// In the same phase of the same turn.
    Phase,
    /// In the same turn.
    Turn,
    /// Anywhere shortly before.
    Near,
}

/// The kinds of events that can have brought an event about; the nearest one did.
struct Causes {
    within: Within,
    fits: fn(&Event, &Entry) -> bool,
}

/// Any of these kinds of events.
macro_rules! any {
    ($within:ident, $($kind:pat_param)|+) => {
        Some(Causes { within: Within::$within, fits: |_, cause| matches!(cause.event, $($kind)|+) })
    };
}

/// What can have brought an event about that happened before it.
fn causes(entry: &Entry) -> Option<Causes> {
    match &entry.event {
        Event::Run { .. } => any!(Kick, Event::CodTie { .. } | Event::Cod { .. }),
        // A tie needs two who are level.
        Event::CodTie { .. } => any!(Kick, Event::Cod { .. }),
        Event::Possession { how: How::Cod, .. } => {
            any!(Kick, Event::CodTie { .. } | Event::Cod { .. } | Event::Flight { .. } | Event::Duel { .. })
        }
        Event::Possession { .. } => any!(
            Turn,
            Event::Duel { .. }
                | Event::Flight { .. }
                | Event::CodTie { .. }
                | Event::Cod { .. }
                | Event::Foul { .. }
                | Event::PhaseEnd { .. }
                | Event::Toss { .. }
        ),
        Event::Header { .. } => any!(Kick, Event::Flight { .. }),
        Event::Kick { .. } => any!(Turn, Event::Declared { .. }),
        Event::Goal { .. } | Event::Shootout { .. } => {
            any!(Turn, Event::Flight { .. } | Event::Duel { .. } | Event::Roll { .. })
        }
        Event::Foul { .. } => any!(
            Turn,
            Event::Offside { .. }
                | Event::Duel { .. }
                | Event::Flight { .. }
                | Event::Entry { .. }
                | Event::Ability { .. }
                | Event::Roll { .. }
                | Event::Throw { .. }
        ),
        Event::Turn { .. } => any!(
            Near,
            Event::PhaseEnd { .. }
                | Event::Restart { .. }
                | Event::Half { .. }
                | Event::Toss { .. }
                | Event::Whistle { .. }
        ),
        Event::Restart { .. } => any!(
            Near,
            Event::Flight { .. }
                | Event::Foul { .. }
                | Event::Goal { .. }
                | Event::Half { .. }
                | Event::Duel { .. }
                | Event::Whistle { .. }
        ),
        Event::Half { .. } => any!(Near, Event::Whistle { .. } | Event::Toss { .. }),
        Event::End { .. } => any!(Near, Event::Whistle { .. } | Event::Foul { .. }),
        Event::Picks { .. } => any!(Near, Event::Foul { .. } | Event::Flight { .. } | Event::Whistle { .. }),
        Event::Keeper { .. } | Event::NoKeeper { .. } => Some(Causes {
            within: Within::Turn,
            fits: |_, cause| match &cause.event {
                Event::Offered { moment, .. } => moment == "save",
                Event::Declared { .. } => true,
                _ => false,
            },
        }),
        Event::Ability { .. } => Some(Causes { within: Within::Turn, fits: offers }),
        // One who throws himself in the way lies down, and so does one who was beaten.
        Event::LaidDown { .. } => any!(Turn, Event::Ability { .. } | Event::Duel { .. }),
        Event::Move { .. } => Some(match entry.ruling.as_ref().map(|note| note.hook.as_str()) {
            Some("on_ability") => Causes { within: Within::Turn, fits: same_mover },
            Some("on_setup") => Causes {
                within: Within::Near,
                fits: |_, cause| matches!(cause.event, Event::Setup { .. } | Event::Restart { .. }),
            },
            Some(_) => Causes { within: Within::Phase, fits: allows },
            None => Causes {
                within: Within::Turn,
                fits: |_, cause| matches!(cause.event, Event::Duel { .. } | Event::Flight { .. } | Event::Toss { .. }),
            },
        }),
        Event::Shift { .. } if entry.ruling.is_some() => Some(placed(entry.ruling.as_ref()?.hook.as_str())),
        // Whoever has moved chooses his place; a keeper leaves his line when a penalty is over.
        Event::Shift { .. } => Some(Causes {
            within: Within::Phase,
            fits: |event, cause| match (event, &cause.event) {
                (Event::Shift { token, .. }, Event::Move { token: mover, .. }) => token == mover,
                (_, Event::Flight { .. }) => true,
                _ => false,
            },
        }),
        // What left one choice only: the last ruling that was not about the clock or a flag.
        Event::Auto { .. } => Some(Causes {
            within: Within::Turn,
            fits: |_, cause| match cause.event {
                Event::Turn { .. } | Event::Restart { .. } => true,
                Event::Tick { .. } | Event::Offside { .. } => false,
                _ => cause.ruling.is_some(),
            },
        }),
        _ => None,
    }
}

/// What lets a token choose its place inside its cell: that it kicked, ran to the ball, was prepared or placed, or moved.
fn placed(hook: &str) -> Causes {
    match hook {
        "on_kick" => Causes {
            within: Within::Turn,
            fits: |event, cause| match (event, &cause.event) {
                (Event::Shift { token, .. }, Event::Kick { token: kicker, .. }) => token == kicker,
                _ => false,
            },
        },
        "on_cod" => Causes {
            within: Within::Kick,
            fits: |event, cause| match (event, &cause.event) {
                (Event::Shift { token, .. }, Event::Run { token: runner, .. }) => token == runner,
                (_, cause) => matches!(cause, Event::CodTie { .. } | Event::Cod { .. }),
            },
        },
        "on_save" => Causes {
            within: Within::Turn,
            fits: |event, cause| match (event, &cause.event) {
                (Event::Shift { token, .. }, Event::Keeper { token: keeper, .. }) => token == keeper,
                (_, Event::Offered { moment, .. }) => moment == "save",
                _ => false,
            },
        },
        "on_setup" => Causes {
            within: Within::Near,
            fits: |_, cause| {
                matches!(cause.event, Event::Setup { .. } | Event::Restart { .. } | Event::Approach { .. })
            },
        },
        "on_ability" => Causes {
            within: Within::Turn,
            fits: |event, cause| match (event, &cause.event) {
                (Event::Shift { token, .. }, Event::Ability { token: who, .. }) => token == who,
                _ => false,
            },
        },
        _ => Causes {
            within: Within::Phase,
            fits: |event, cause| match (event, &cause.event) {
                (Event::Shift { token, .. }, Event::Move { token: mover, .. }) if token == mover => true,
                _ => allows(event, cause),
            },
        },
    }
}

/// Whether an offer that was made is the one that was taken.
fn offers(event: &Event, cause: &Entry) -> bool {
    match (event, &cause.event) {
        (Event::Ability { token, offer }, Event::Offered { side, offers, .. }) => {
            *side == token.side() && offers.iter().any(|o| o == offer.word())
        }
        _ => false,
    }
}

/// Whether a token moved because of what it chose to do.
fn same_mover(event: &Event, cause: &Entry) -> bool {
    matches!((event, &cause.event), (Event::Move { token, .. }, Event::Ability { token: who, .. }) if token == who)
}

/// Whether a side was allowed to move.
fn allows(event: &Event, cause: &Entry) -> bool {
    match (event, &cause.event) {
        (Event::Move { token, .. } | Event::Shift { token, .. }, Event::Allowance { side, .. }) => {
            token.side() == *side
        }
        _ => false,
    }
}

/// What a plugin did while it was asked: the log has it before the answer.
pub(super) fn is_effect(event: &Event) -> bool {
    matches!(event, Event::Die { .. } | Event::Slot { .. } | Event::Note { .. } | Event::LaidDown { .. })
}

/// The events that an event follows from, the nearest first. The last of them has a ruling if any has.
///
/// A die, and what else a plugin did while it was asked, belongs to the event of that question, which comes after it.
#[must_use]
pub fn trail<E: Borrow<Entry>>(entries: &[E], event: usize) -> Vec<usize> {
    let mut trail = Vec::new();
    let mut at = event;
    while let Some(entry) = entries.get(at).map(Borrow::borrow) {
        if trail.len() == MOST || is_enough(entry) {
            break;
        }
        let Some(next) = answered(entries, at).or_else(|| before(entries, at)) else { break };
        trail.push(next);
        at = next;
    }
    trail
}

/// Whether an event explains itself: it has a ruling, and the facts it rests on.
fn is_enough(entry: &Entry) -> bool {
    entry.ruling.as_ref().is_some_and(|note| !note.facts.is_empty()) && !matches!(entry.event, Event::CodTie { .. })
}

/// The nearest event before this one that can have brought it about.
fn before<E: Borrow<Entry>>(entries: &[E], event: usize) -> Option<usize> {
    let entry = entries.get(event)?.borrow();
    let Causes { within, fits } = causes(entry)?;
    let own = entry;
    for n in (event.saturating_sub(NEAR)..event).rev() {
        let cause: &Entry = entries[n].borrow();
        let reached = match within {
            Within::Kick | Within::Turn => (cause.half, cause.turn) == (own.half, own.turn),
            Within::Phase => (cause.half, cause.turn, cause.phase) == (own.half, own.turn, own.phase),
            Within::Near => true,
        };
        if !reached {
            return None;
        }
        if fits(&own.event, cause) {
            return Some(n);
        }
        if within == Within::Kick && matches!(cause.event, Event::Kick { .. } | Event::Sent { .. }) {
            return None;
        }
    }
    None
}

/// The event of the question that a plugin was being asked when it did this.
fn answered<E: Borrow<Entry>>(entries: &[E], event: usize) -> Option<usize> {
    let own = &entries.get(event)?.borrow().event;
    if let Event::Pushed { .. } = own {
        let next = (event..entries.len()).find(|n| !matches!(entries[*n].borrow().event, Event::Pushed { .. }))?;
        return matches!(entries[next].borrow().event, Event::Kick { .. }).then_some(next);
    }
    if !is_effect(own) || entries[event].borrow().ruling.is_some() {
        return None;
    }
    if let Event::Die { hook, plugin, .. } = own {
        return decided(entries, event, hook, plugin);
    }
    let next = (event..entries.len()).find(|n| !is_effect(&entries[*n].borrow().event))?;
    let note = entries[next].borrow().ruling.as_ref();
    let belongs = match own {
        Event::Slot { plugin, .. } | Event::Note { plugin, .. } => note.is_some_and(|n| n.plugin.as_str() == plugin),
        _ => matches!(entries[next].borrow().event, Event::Duel { .. }),
    };
    belongs.then_some(next)
}

/// What the die of a plugin decided: the answer to the question, if the plugin gave it or changed it, or else what the
/// plugin noted next.
fn decided<E: Borrow<Entry>>(entries: &[E], die: usize, hook: &str, plugin: &str) -> Option<usize> {
    let answer = (die..entries.len()).find(|n| !is_effect(&entries[*n].borrow().event));
    let ruled = |n: &usize| {
        let note = entries[*n].borrow().ruling.as_ref();
        note.is_some_and(|note| {
            let changed = || note.set_by.iter().any(|(_, by)| by.as_str() == plugin);
            note.hook.as_str() == hook && (note.plugin.as_str() == plugin || changed())
        })
    };
    let notes = |n: &usize| matches!(&entries[*n].borrow().event, Event::Note { plugin: by, .. } if by == plugin);
    let sets = |n: &usize| matches!(&entries[*n].borrow().event, Event::Slot { plugin: by, .. } if by == plugin);
    let mut effects = die + 1..answer.unwrap_or(entries.len());
    answer.filter(ruled).or_else(|| effects.clone().find(notes)).or_else(|| effects.find(sets))
}
