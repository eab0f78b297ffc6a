//! The competition file as written, read as far as it can be.

use super::cup::Seeding;
use super::file::Format;
use super::league::League;
use crate::rules::findings::Findings;
use crate::rules::form::{Form, Node};
use crate::rules::{DataError, parse};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The file, with the defaults in the place of what is left out or could not be read.
pub(super) struct Sheet {
    pub(super) competition: Option<String>,
    pub(super) format: Option<Format>,
    pub(super) ruleset: String,
    pub(super) plugins: Vec<String>,
    pub(super) params: BTreeMap<String, serde_yaml::Value>,
    pub(super) seed: u64,
    /// How many teams are listed, if that can be told.
    pub(super) listed: Option<usize>,
    pub(super) teams: Vec<TeamSheet>,
    /// The sections that are there.
    pub(super) sections: Vec<Format>,
    pub(super) league: League,
    pub(super) cup: CupSheet,
    pub(super) series_wins: Option<u8>,
}

/// A team as written.
pub(super) struct TeamSheet {
    pub(super) name: Option<String>,
    pub(super) squad: Option<String>,
    pub(super) bot: String,
}

/// How a cup is played, as written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CupSheet {
    pub(super) seeding: Seeding,
    pub(super) wins: Option<u8>,
    pub(super) third_place: bool,
}

/// The file in the form it should have.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Strict {
    competition: String,
    format: Option<Format>,
    #[serde(default = "base")]
    ruleset: String,
    #[serde(default)]
    plugins: Vec<String>,
    #[serde(default)]
    params: BTreeMap<String, serde_yaml::Value>,
    #[serde(default)]
    seed: u64,
    teams: Vec<StrictTeam>,
    league: Option<League>,
    cup: Option<CupSheet>,
    series: Option<SeriesSheet>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrictTeam {
    name: String,
    squad: Option<String>,
    #[serde(default = "coach")]
    bot: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SeriesSheet {
    wins: Option<u8>,
}

fn base() -> String {
    "base".to_owned()
}

fn coach() -> String {
    "coach".to_owned()
}

impl From<Strict> for Sheet {
    fn from(strict: Strict) -> Sheet {
        let Strict { competition, format, ruleset, plugins, params, seed, teams, league, cup, series } = strict;
        let there = [league.is_some(), cup.is_some(), series.is_some()];
        let team = |StrictTeam { name, squad, bot }| TeamSheet { name: Some(name), squad, bot };
        Sheet {
            competition: Some(competition),
            format,
            ruleset,
            plugins,
            params,
            seed,
            listed: Some(teams.len()),
            teams: teams.into_iter().map(team).collect(),
            sections: Format::ALL.into_iter().zip(there).filter(|(_, there)| *there).map(|(f, _)| f).collect(),
            league: league.unwrap_or_default(),
            cup: cup.unwrap_or_default(),
            series_wins: series.unwrap_or_default().wins,
        }
    }
}

impl Sheet {
    /// The file, and everything that is wrong with its form.
    ///
    /// # Errors
    /// When it is no YAML, or no table.
    pub(super) fn read(text: &str, file: &str) -> Result<(Sheet, Findings), DataError> {
        match parse::<Strict>(text, file) {
            Ok(strict) => Ok((strict.into(), Findings::default())),
            Err(error) => {
                let (mut form, root) = Form::open(text, file, error.clone())?;
                let sheet = Sheet::read_on(&mut form, &root);
                Ok((sheet, form.found(error)))
            }
        }
    }

    /// Reads what there is to read of a file that the strict reader gave up.
    fn read_on(form: &mut Form<'_>, root: &Node) -> Sheet {
        let optional = ["format", "ruleset", "plugins", "params", "seed", "league", "cup", "series"];
        form.table(root, &["competition", "teams"], &optional);
        let words = Format::ALL.map(Format::word);
        let teams = root.get("teams").and_then(|node| form.list(&node, "a list of teams, each on a line"));
        let plugins = root.get("plugins").and_then(|node| form.list(&node, "a list such as [golden.lua]"));
        let params = root.get("params").map(|node| form.entries(&node, "a table such as { short_limit: 5 }"));
        let whole =
            |form: &mut Form<'_>, node: Node| form.read::<u64>(&node, "a whole number from 0 to 18446744073709551615");
        Sheet {
            competition: root.get("competition").and_then(|node| form.text(&node)),
            format: root.get("format").and_then(|node| form.word(&node, &words)),
            ruleset: root.get("ruleset").and_then(|node| form.text(&node)).unwrap_or_else(base),
            plugins: plugins.unwrap_or_default().iter().filter_map(|node| form.text(node)).collect(),
            params: params.unwrap_or_default().into_iter().map(|(name, node)| (name, node.value().clone())).collect(),
            seed: root.get("seed").and_then(|node| whole(form, node)).unwrap_or_default(),
            listed: teams.as_ref().map(Vec::len),
            teams: teams.unwrap_or_default().into_iter().enumerate().map(|(at, node)| team(form, node, at)).collect(),
            sections: Format::ALL.into_iter().filter(|f| root.get(f.word()).is_some()).collect(),
            league: root.get("league").map(|node| league(form, &node)).unwrap_or_default(),
            cup: root.get("cup").map(|node| cup(form, &node)).unwrap_or_default(),
            series_wins: root.get("series").and_then(|node| {
                form.table(&node, &[], &["wins"]);
                wins(form, &node)
            }),
        }
    }
}

fn team(form: &mut Form<'_>, node: Node, at: usize) -> TeamSheet {
    let who = node.get("name").and_then(|node| node.scalar()).unwrap_or_else(|| (at + 1).to_string());
    let node = node.about(format!("team {who}: "));
    form.table(&node, &["name"], &["squad", "bot"]);
    TeamSheet {
        name: node.get("name").and_then(|node| form.text(&node)),
        squad: node.get("squad").and_then(|node| form.text(&node)),
        bot: node.get("bot").and_then(|node| form.text(&node)).unwrap_or_else(coach),
    }
}

/// A count that is checked later; what is no small number at all is noted.
fn wins(form: &mut Form<'_>, node: &Node) -> Option<u8> {
    let wins = form.whole(&node.get("wins")?, 1..=10)?;
    u8::try_from(wins).ok()
}

fn cup(form: &mut Form<'_>, node: &Node) -> CupSheet {
    form.table(node, &[], &["seeding", "wins", "third_place"]);
    CupSheet {
        seeding: node.get("seeding").and_then(|node| form.word(&node, &["listed", "drawn"])).unwrap_or_default(),
        wins: wins(form, node),
        third_place: node.get("third_place").and_then(|n| form.read(&n, "true or false")).unwrap_or_default(),
    }
}

fn league(form: &mut Form<'_>, node: &Node) -> League {
    const MEASURES: [&str; 7] = ["points", "difference", "goals", "head_to_head", "wins", "away_goals", "fair_play"];
    let mut league = League::default();
    form.table(node, &[], &["legs", "points", "order"]);
    if let Some(legs) = node.get("legs").and_then(|n| form.whole(&n, 1..=4)) {
        league.legs = u8::try_from(legs).unwrap_or(league.legs);
    }
    if let Some(points) = node.get("points") {
        form.table(&points, &[], &["win", "draw", "loss"]);
        for what in ["win", "draw", "loss"] {
            points.get(what).map(|n| form.whole(&n, 0..=255));
        }
    }
    if let Some(order) = node.get("order").and_then(|n| form.list(&n, "a list such as [points, difference, goals]")) {
        league.order = order.iter().filter_map(|node| form.word(node, &MEASURES)).collect();
    }
    league
}
