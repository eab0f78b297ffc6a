//! The first line of a replay: what was played, by whom, by which rules.

use crate::game::{Ending, Occasion, State, Tally};
use crate::plugin::Competition;
use crate::rules::{Combination, Die, GameKind, Squad, Value};
use crate::{Side, Token};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The format this engine writes, and the newest it reads.
pub const FORMAT: u32 = 1;

/// What was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the file's layout.
    pub format: u32,
    /// Version of the engine that played it.
    pub engine: String,
    /// The ruleset.
    pub ruleset: RulesetRef,
    /// The mechanics; left out, the pitch.
    #[serde(default, skip_serializing_if = "is_pitch")]
    pub game: GameKind,
    /// The plugins, bottom first.
    pub plugins: Vec<PluginRef>,
    /// Parameters whose value is not the default.
    pub changed: BTreeMap<String, Value>,
    /// Parameters that were set for this match, against what the ruleset itself says.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, SetParam>,
    /// All parameters in force.
    pub params: BTreeMap<String, Value>,
    /// The clauses of those by which the engine acts and asks no plugin.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub clauses: BTreeMap<String, Vec<String>>,
    /// How ticks become minutes.
    pub clock: ClockFace,
    /// The squads, home first.
    pub squads: [Squad; 2],
    /// The board.
    pub board: BoardRef,
    /// Skills by number.
    pub skills: Vec<String>,
    /// Cards by number.
    pub cards: Vec<String>,
    /// The dice, in a game that has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Die>,
    /// What they can show together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub combinations: Vec<Combination>,
    /// Seed of dice and kicks.
    pub seed: u64,
    /// Who decided, home first.
    pub bots: [String; 2],
    /// Slots that came in from an earlier match.
    pub carried: Vec<CarriedSlot>,
    /// What the match belongs to.
    #[serde(default = "friendly", skip_serializing_if = "is_friendly")]
    pub competition: Competition,
    /// Which match of a tie, from 1.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub leg: u8,
    /// How many action ids there are.
    pub actions: u16,
    /// Seed and actions alone give the same match again.
    pub verifiable: bool,
}

fn is_pitch(game: &GameKind) -> bool {
    *game == GameKind::Pitch
}

/// The parameter by which whoever lies gets up when his side is to move.
pub(super) const LYING_GETS_UP: &str = "lying_gets_up";
/// The parameter by which a keeper gets up after a shot.
pub(super) const KEEPER_GETS_UP: &str = "keeper_gets_up";

impl Header {
    /// What the match belongs to, and what came in.
    #[must_use]
    pub fn occasion(&self) -> Occasion {
        Occasion { competition: self.competition, leg: self.leg, carried: self.carried.clone() }
    }
}

/// A ruleset by name and content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesetRef {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Hash of everything that decides results.
    pub hash: String,
    /// The clause that was switched off, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub muted: Option<String>,
}

/// A parameter that was set for one match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetParam {
    /// What the ruleset itself says.
    pub ruled: Value,
    /// The plugin that declares it.
    pub plugin: String,
    /// The clauses it carries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
}

/// A plugin by name and content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PluginRef {
    /// Its name.
    pub name: String,
    /// SHA-256 of its text.
    pub hash: String,
    /// Its layer from the bottom, 0 first.
    pub layer: u8,
}

/// A board, whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardRef {
    /// Its name.
    pub name: String,
    /// Its file.
    pub yaml: String,
}

/// How ticks become minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockFace {
    /// Ticks of a half.
    pub ticks_per_half: u8,
    /// Ticks of one leg of the referee's walk.
    pub ticks_per_leg: u8,
    /// Minutes of one leg.
    pub minutes_per_leg: u16,
    /// Ticks of a half of extra time, the last ones of a half, where they are not all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra_ticks: Option<u8>,
}

impl ClockFace {
    /// The minute of the match that a tick shows.
    #[must_use]
    pub fn minute(&self, half: u8, tick: u8) -> u16 {
        let leg = u16::from(self.ticks_per_leg.max(1));
        let minutes = |ticks: u8| self.minutes_per_leg.saturating_mul(u16::from(ticks) / leg);
        let tick = tick.min(self.ticks_per_half);
        let extra = self.extra_ticks.unwrap_or(self.ticks_per_half);
        let regular = u16::from(half.saturating_sub(1).min(2)).saturating_mul(minutes(self.ticks_per_half));
        let more = u16::from(half.saturating_sub(3)).saturating_mul(minutes(extra));
        // The clock of a half of extra time starts late.
        let run = if half > 2 { tick.saturating_sub(self.ticks_per_half.saturating_sub(extra)) } else { tick };
        let played = u16::from(run).saturating_mul(self.minutes_per_leg) / leg;
        regular.saturating_add(more).saturating_add(played)
    }
}

/// A slot that came in from an earlier match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarriedSlot {
    /// `plugin.slot`.
    pub slot: String,
    /// Whose, if it belongs to a player.
    pub who: Option<Token>,
    /// Whose, if it belongs to a side.
    pub side: Option<Side>,
    /// Its value.
    pub value: i64,
}

/// The last line of a replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Footer {
    /// `home`, `away`, `draw`, or `none` when the match did not end.
    pub result: MatchResult,
    /// Goals, home first.
    pub score: [u8; 2],
    /// Extra time was played.
    #[serde(default, skip_serializing_if = "is_false")]
    pub extra_time: bool,
    /// Penalties scored in the shoot-out, home first, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shootout: Option<[u8; 2]>,
    /// How it ended; nothing when it was stopped.
    pub ending: Option<Ending>,
    /// Why it ended, in words.
    pub reason: String,
    /// Why the recording stops before the end of the match, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// Statistics of the match.
    #[serde(default)]
    pub tally: Tally,
    /// Events in the file.
    pub events: u32,
    /// Actions in the file.
    pub actions: u32,
    /// SHA-256 of the final state's canonical encoding.
    pub state_hash: String,
    /// SHA-256 of every byte of the file before this value.
    pub chain: String,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchResult {
    /// The home side.
    Home,
    /// The away side.
    Away,
    /// Nobody.
    Draw,
    /// The match did not end.
    None,
}

impl MatchResult {
    /// The result of a match: by goals, and where these are level by the shoot-out.
    #[must_use]
    pub fn of(state: &State) -> MatchResult {
        match state.winner() {
            _ if state.ending.is_none() => MatchResult::None,
            Some(Side::Home) => MatchResult::Home,
            Some(Side::Away) => MatchResult::Away,
            None => MatchResult::Draw,
        }
    }
}

impl Footer {
    /// The score as people say it, as in `2–2, 4–2 on penalties`.
    #[must_use]
    pub fn score_line(&self) -> String {
        score_line(self.score, self.extra_time, self.shootout)
    }
}

/// A score as people say it: `3–2`, `3–2 after extra time`, `2–2, 4–2 on penalties`.
#[must_use]
pub fn score_line(score: [u8; 2], extra_time: bool, shootout: Option<[u8; 2]>) -> String {
    let [home, away] = score;
    match shootout {
        Some([scored, conceded]) => format!("{home}–{away}, {scored}–{conceded} on penalties"),
        None if extra_time => format!("{home}–{away} after extra time"),
        None => format!("{home}–{away}"),
    }
}

fn friendly() -> Competition {
    Competition::Friendly
}

fn first() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_friendly(competition: &Competition) -> bool {
    *competition == Competition::Friendly
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_first(leg: &u8) -> bool {
    *leg == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) fn is_false(flag: &bool) -> bool {
    !flag
}
