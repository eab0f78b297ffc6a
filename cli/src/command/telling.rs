//! A match in words on the screen.

use crate::out::Out;
use crate::style::{DIM, GOOD, PLAIN, STRONG, WARN};
use anstyle::Style;
use std::io::{self, Write};
use touchline_core::Side;
use touchline_core::game::Ending;
use touchline_core::record::{Detail, Entry, Event, Names, Replay, commentary, sentence};

/// Prints an event with its minute, if it is worth telling; says whether it was.
pub(super) fn tell(entry: &Entry, names: &Names, detail: Detail, out: &mut Out) -> io::Result<bool> {
    let Some(told) = commentary(entry, names, detail) else { return Ok(false) };
    let when = names.moment(entry);
    let sentence = told.strip_prefix(&when).unwrap_or(&told).trim_start();
    let style = style(&entry.event);
    writeln!(out, "{DIM}{when:>5}{DIM:#}  {style}{sentence}{style:#}")?;
    Ok(true)
}

/// Prints any event with its minute and its clause.
pub(super) fn tell_any(entry: &Entry, names: &Names, out: &mut Out) -> io::Result<()> {
    let (when, told, style) = (names.moment(entry), sentence(entry, names), style(&entry.event));
    let clause = entry.ruling.as_ref().map(|note| format!("  {}", note.clause)).unwrap_or_default();
    writeln!(out, "{DIM}{when:>5}{DIM:#}  {style}{told}{style:#}{DIM}{clause}{DIM:#}")
}

fn style(event: &Event) -> Style {
    match event {
        Event::Goal { .. } => GOOD.bold(),
        Event::Foul { card: Some(_), .. } | Event::Foul { sent_off: true, .. } => WARN,
        Event::Half { .. } | Event::End { .. } | Event::Whistle { .. } => STRONG,
        _ => PLAIN,
    }
}

/// Prints the score, and how the match ended where that is not as usual.
pub(super) fn result(replay: &Replay, out: &mut Out) -> io::Result<()> {
    let names = Names::of(&replay.header);
    let Some(footer) = &replay.footer else {
        return writeln!(out, "\n{WARN}No more of the replay can be read: the end of the match is missing.{WARN:#}");
    };
    let [home, away] = footer.score;
    let (host, guest) = (names.team(Side::Home), names.team(Side::Away));
    let how = match footer.shootout {
        Some([home, away]) => format!(", {home}–{away} on penalties"),
        None if footer.extra_time => " after extra time".to_owned(),
        None => String::new(),
    };
    writeln!(out, "\n{STRONG}{host} {home} : {away} {guest}{how}{STRONG:#}")?;
    match footer.ending {
        Some(Ending::Played) => Ok(()),
        Some(Ending::Forfeit | Ending::Abandoned) => writeln!(out, "{WARN}{}{WARN:#}", footer.reason),
        None => writeln!(out, "{WARN}stopped: {}{WARN:#}", footer.stopped.as_deref().unwrap_or("it did not end")),
    }
}
