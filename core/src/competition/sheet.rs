//! The tournament sheet: the bracket as it would be filled in on paper.

use super::cup::{Cup, Standing, Tie};
use super::file::{Entry, Mode};
use super::fixture::{Played, TeamId};
use std::fmt::Write;

/// The sheet of a knock-out, tie by tie: goals of each match (`p` for a shoot-out won), matches won, who goes on. `None`
/// for a league.
#[must_use]
pub fn tournament_sheet(entry: &Entry, played: &[Played]) -> Option<String> {
    let cup = match &entry.mode {
        Mode::Cup(cup) | Mode::Series(cup) => cup,
        Mode::League(_) => return None,
    };
    let names = entry.names();
    let width = names.iter().map(|n| n.chars().count()).max().unwrap_or_default().max(14);
    let columns = usize::from(cup.series.matches);
    let line = "─".repeat(width + 4 * columns + 8);
    let mut text = format!("TOURNAMENT SHEET\n{line}\n");
    for round in cup.bracket(&names, entry.seed, played) {
        for tie in &round {
            let title = match (&entry.mode, tie.for_third) {
                (Mode::Series(_), _) => "match".to_owned(),
                (_, true) => "third place".to_owned(),
                (_, false) => Cup::round_name(names.len(), tie.round),
            };
            let numbers: String = (1..=columns).map(|n| format!("{n:>3} ")).collect();
            // Writing to a text cannot fail.
            let _ = writeln!(text, "{title:<width$} {numbers}│ won");
            for team in [Some(tie.better), tie.other].into_iter().flatten() {
                let _ = writeln!(text, "{:<width$} {}", names[team], row(tie, team, played, columns));
            }
            let _ = writeln!(text, "{line}");
        }
    }
    if let Some(champion) = entry.champion(played) {
        let _ = writeln!(text, "winner: {}", names[champion]);
    }
    Some(text)
}

/// What a team did in a tie.
fn row(tie: &Tie, team: TeamId, played: &[Played], columns: usize) -> String {
    if tie.other.is_none() {
        return format!("{:<1$}│     →", "bye", 4 * columns);
    }
    let mut cells = String::new();
    for p in tie.matches(played) {
        let goals = p.goals_of(team).map(|(own, _)| own.to_string()).unwrap_or_default();
        let mark = if p.shootout.is_some() && p.winner() == Some(team) { "p" } else { " " };
        let _ = write!(cells, "{goals:>3}{mark}");
    }
    let won = tie.matches(played).filter(|p| p.winner() == Some(team)).count();
    let on = matches!(tie.standing(played), Standing::Won { by, .. } if by == team);
    format!("{cells:<0$}│ {won:>3} {1}", 4 * columns, if on { "→" } else { "" }).trim_end().to_owned()
}
