//! Offences in words.

use super::commentary::restart_name;
use super::entry::Entry;
use super::event::Event;
use super::fact::Fact;
use super::names::{Names, printable};
use crate::plugin::{Cause, Restart};

/// An offence and its price in one sentence.
pub(super) fn foul(entry: &Entry, names: &Names) -> String {
    let Event::Foul { offender, victim, cause, restart, spot, card, sent_off, .. } = &entry.event else {
        return String::new();
    };
    let who = offender.map_or_else(|| "Nobody".to_owned(), |t| names.player(t));
    let given = restart_name(*restart).to_lowercase();
    if let Some(clause) = taken_back(entry) {
        let next = match restart {
            Restart::None => "play goes on".to_owned(),
            _ => format!("play goes on with a {given}"),
        };
        let whom = victim.map(|t| format!(" on {}", names.player(t))).unwrap_or_default();
        return format!("The foul by {who}{whom} is taken back ({clause}): {next}.");
    }
    let act = match (cause, victim) {
        (Cause::Offside, _) => format!("The flag is up: {who} is offside"),
        (Cause::Coaching, _) => "The player on turn was coached by a team mate".to_owned(),
        (Cause::Warning, _) => format!("{who} is spoken to"),
        (_, Some(victim)) => format!("{who} fouls {}", names.player(*victim)),
        (_, None) => format!("{who} commits a foul"),
    };
    let card = card.as_ref().map(|c| format!(", {} card", printable(c))).unwrap_or_default();
    let off = if *sent_off { ", and he is sent off" } else { "" };
    let next = match restart {
        Restart::None => String::new(),
        // It is taken from its own spot: the cell is that of the foul.
        Restart::Penalty => format!(" on {spot}: penalty"),
        _ if *cause == Cause::Offside => format!(", {given} at {spot}"),
        _ => format!(": {given} at {spot}"),
    };
    match restart {
        Restart::Penalty => format!("{act}{next}{card}{off}."),
        _ => format!("{act}{card}{off}{next}."),
    }
}

/// The clause by which a foul did not happen after all.
fn taken_back(entry: &Entry) -> Option<String> {
    let note = entry.ruling.as_ref()?;
    let void = note.set.get("void").is_some_and(Fact::holds);
    void.then(|| printable(note.changed.get("void").unwrap_or(&note.clause)))
}
