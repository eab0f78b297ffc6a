//! Results and standings as data: JSON and CSV, on the screen or in the competition's folder.

use super::cup::{Cup, Standing};
use super::error::CompetitionError;
use super::file::{Entry, Mode};
use super::fixture::{Played, TeamId};
use super::league::Row;
use super::sheet::tournament_sheet;
use crate::Side;
use crate::record::write_whole;
use serde_json::{Value, json};
use std::path::Path;

/// How the teams stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standings {
    /// The table of a league, best first.
    Table(Vec<Row>),
    /// How far each team of a cup or series came, best first.
    Places(Vec<Place>),
}

/// How far a team of a cup came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The team.
    pub team: TeamId,
    /// Its rank; those who went out in one round share one.
    pub rank: usize,
    /// `champion`, the round it went out in, or the round it is in.
    pub reached: String,
    /// Matches won, drawn and lost.
    pub record: [u32; 3],
    /// Goals scored and conceded.
    pub goals: [u32; 2],
}

impl Entry {
    /// How the teams stand after what was played.
    #[must_use]
    pub fn standings(&self, played: &[Played]) -> Standings {
        match &self.mode {
            Mode::League(league) => Standings::Table(league.table(&self.names(), self.seed, played)),
            Mode::Cup(cup) | Mode::Series(cup) => Standings::Places(self.places(cup, played)),
        }
    }

    /// Who won, once the competition is over.
    #[must_use]
    pub fn champion(&self, played: &[Played]) -> Option<TeamId> {
        match &self.mode {
            Mode::League(league) => {
                let over = played.len() == league.matches(self.teams.len());
                let first = league.table(&self.names(), self.seed, played).first().map(|row| row.team);
                first.filter(|_| over)
            }
            Mode::Cup(cup) | Mode::Series(cup) => cup.champion(&self.names(), self.seed, played),
        }
    }

    fn places(&self, cup: &Cup, played: &[Played]) -> Vec<Place> {
        let bracket = cup.bracket(&self.names(), self.seed, played);
        let champion = cup.champion(&self.names(), self.seed, played);
        // The better a team did, the larger its key: the round it reached, and whether it won there.
        let mut keyed: Vec<((u32, u8), TeamId, String)> = Vec::new();
        for team in 0..self.teams.len() {
            let last = bracket.iter().flatten().rfind(|t| t.better == team || t.other == Some(team));
            let Some(tie) = last else { continue };
            let won = matches!(tie.standing(played), Standing::Won { by, .. } if by == team);
            let round = Cup::round_name(self.teams.len(), tie.round);
            let (key, reached) = match (tie.for_third, won) {
                _ if champion == Some(team) => ((tie.round, 2), "champion".to_owned()),
                (true, true) => ((tie.round - 1, 3), "third place".to_owned()),
                (true, false) => ((tie.round - 1, 2), "third place match".to_owned()),
                (false, won) => ((tie.round, u8::from(won)), round),
            };
            keyed.push((key, team, reached));
        }
        keyed.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let rank = |key: (u32, u8)| keyed.iter().filter(|k| k.0 > key).count() + 1;
        keyed
            .iter()
            .map(|(key, team, reached)| {
                let (mut record, mut goals) = ([0; 3], [0; 2]);
                for p in played {
                    let Some(side) = p.fixture.side(*team) else { continue };
                    let kind = p.winner.map_or(1, |winner| if winner == side { 0 } else { 2 });
                    record[kind] += 1;
                    goals[0] += p.goals(side);
                    goals[1] += p.goals(side.other());
                }
                Place { team: *team, rank: rank(*key), reached: reached.clone(), record, goals }
            })
            .collect()
    }
}

/// Every match as JSON.
#[must_use]
pub fn results_json(entry: &Entry, played: &[Played]) -> Value {
    let name = |team: TeamId| entry.teams[team].name.as_str();
    let matches: Vec<Value> = played
        .iter()
        .map(|p| {
            let missing = |side| p.absent(side).map(ToString::to_string).collect::<Vec<_>>();
            json!({
                "match": p.fixture.number,
                "round": entry.round_name(&p.fixture),
                "tie": p.fixture.tie,
                "leg": p.fixture.leg,
                "home": name(p.fixture.home),
                "away": name(p.fixture.away),
                "score": p.score,
                "extra_time": p.extra_time,
                "shootout": p.shootout,
                "result": p.result(),
                "winner": p.winner().map(name),
                "ending": p.ending,
                "missing": { "home": missing(Side::Home), "away": missing(Side::Away) },
                "seed": p.seed,
                "replay": p.replay,
            })
        })
        .collect();
    json!({
        "competition": entry.title,
        "format": entry.mode.format(),
        "ruleset": entry.rules.name,
        "rules": entry.rules.hash,
        "seed": entry.seed,
        "complete": entry.due(played).is_empty(),
        "champion": entry.champion(played).map(name),
        "matches": matches,
    })
}

/// The standings as JSON.
#[must_use]
pub fn standings_json(entry: &Entry, played: &[Played]) -> Value {
    let name = |team: TeamId| entry.teams[team].name.as_str();
    let rows: Vec<Value> = match entry.standings(played) {
        Standings::Table(rows) => rows
            .iter()
            .enumerate()
            .map(|(n, row)| {
                let mut line = json!({ "rank": n + 1, "team": name(row.team), "difference": row.difference() });
                if let (Some(line), Ok(Value::Object(figures))) = (line.as_object_mut(), serde_json::to_value(row)) {
                    line.extend(figures);
                }
                line
            })
            .collect(),
        Standings::Places(places) => places
            .iter()
            .map(|p| {
                let ([won, drawn, lost], [scored, conceded]) = (p.record, p.goals);
                json!({
                    "rank": p.rank, "team": name(p.team), "reached": p.reached, "played": won + drawn + lost,
                    "won": won, "drawn": drawn, "lost": lost, "goals_for": scored, "goals_against": conceded,
                })
            })
            .collect(),
    };
    json!({
        "competition": entry.title,
        "format": entry.mode.format(),
        "complete": entry.due(played).is_empty(),
        "champion": entry.champion(played).map(name),
        "standings": rows,
    })
}

/// Every match as CSV.
#[must_use]
pub fn results_csv(entry: &Entry, played: &[Played]) -> String {
    let mut text =
        "match,round,tie,leg,home,away,home_goals,away_goals,extra_time,home_penalties,away_penalties,winner,\
                    ending,missing_home,missing_away,seed,replay\n"
            .to_owned();
    let name = |team: TeamId| entry.teams[team].name.clone();
    for p in played {
        let missing = |side| p.absent(side).map(ToString::to_string).collect::<Vec<_>>().join("; ");
        let penalties = |side: Side| p.shootout.map(|s| s[side.index()].to_string()).unwrap_or_default();
        let cells = [
            p.fixture.number.to_string(),
            entry.round_name(&p.fixture),
            p.fixture.tie.to_string(),
            p.fixture.leg.to_string(),
            name(p.fixture.home),
            name(p.fixture.away),
            p.score[0].to_string(),
            p.score[1].to_string(),
            p.extra_time.to_string(),
            penalties(Side::Home),
            penalties(Side::Away),
            p.winner().map(name).unwrap_or_default(),
            p.ending.word().to_owned(),
            missing(Side::Home),
            missing(Side::Away),
            p.seed.to_string(),
            p.replay.clone(),
        ];
        push_row(&mut text, &cells);
    }
    text
}

/// The standings as CSV.
#[must_use]
pub fn standings_csv(entry: &Entry, played: &[Played]) -> String {
    let name = |team: TeamId| entry.teams[team].name.clone();
    match entry.standings(played) {
        Standings::Table(rows) => {
            let mut text = "rank,team,played,won,drawn,lost,goals_for,goals_against,difference,points\n".to_owned();
            for (n, row) in rows.iter().enumerate() {
                let mut cells = vec![(n + 1).to_string(), name(row.team)];
                cells.extend(
                    [row.played, row.won, row.drawn, row.lost, row.scored, row.conceded].map(|n| n.to_string()),
                );
                cells.extend([row.difference().to_string(), row.points.to_string()]);
                push_row(&mut text, &cells);
            }
            text
        }
        Standings::Places(places) => {
            let mut text = "rank,team,reached,won,drawn,lost,goals_for,goals_against\n".to_owned();
            for p in places {
                let mut cells = vec![p.rank.to_string(), name(p.team), p.reached];
                cells.extend(p.record.iter().chain(&p.goals).map(ToString::to_string));
                push_row(&mut text, &cells);
            }
            text
        }
    }
}

fn push_row(text: &mut String, cells: &[String]) {
    let quoted = |cell: &String| {
        let plain = !cell.contains([',', '"', '\n', '\r']);
        if plain { cell.clone() } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
    };
    text.push_str(&cells.iter().map(quoted).collect::<Vec<_>>().join(","));
    text.push('\n');
}

/// Replaces the result files of a competition's folder.
pub(super) fn write(entry: &Entry, played: &[Played], folder: &Path) -> Result<(), CompetitionError> {
    let json = |value: &Value| {
        let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
        text.push('\n');
        text
    };
    let files = [
        ("results.json", Some(json(&results_json(entry, played)))),
        ("results.csv", Some(results_csv(entry, played))),
        ("standings.json", Some(json(&standings_json(entry, played)))),
        ("standings.csv", Some(standings_csv(entry, played))),
        ("sheet.txt", tournament_sheet(entry, played)),
    ];
    for (name, text) in files.into_iter().filter_map(|(name, text)| Some((name, text?))) {
        let file = folder.join(name);
        write_whole(&file, text.as_bytes()).map_err(|e| CompetitionError::io(&file, e))?;
    }
    Ok(())
}
