//! Events: what happened, with the ruling behind it.

use crate::board::Point;
use crate::game::{Ending, Intent, KeeperPose, Offer, Stage};
use crate::kick::{Pace, Technique};
use crate::plugin::{BallSource, Cause, DuelAnswer, DuelKind, How, Kind, PhaseAnswer, Restart};
use crate::{Side, Token};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A line of the log: an event, when it happened, and who ruled it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Half of the match.
    pub half: u8,
    /// Tick of the half.
    pub tick: u8,
    /// Turn of the match.
    pub turn: u16,
    /// Phase of the turn.
    pub phase: u8,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
    /// Who ruled it, if a plugin did.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<RulingNote>,
}

/// The ruling behind an event: enough to answer "why?".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulingNote {
    /// The hook that was asked.
    pub hook: String,
    /// What was answered.
    pub answer: String,
    /// The clause that decided.
    pub clause: String,
    /// The plugin it stands in.
    pub plugin: String,
    /// Its layer from the bottom, 0 first.
    pub layer: u8,
    /// The facts that were put to it.
    pub facts: BTreeMap<String, serde_json::Value>,
    /// For values that several layers change: field → clause.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub changed: BTreeMap<String, String>,
}

/// A cell by name, small enough to copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellName([u8; 4]);

impl CellName {
    /// The name as a value; names longer than four bytes are cut (boards refuse them).
    #[must_use]
    pub fn new(name: &str) -> CellName {
        let mut bytes = [0; 4];
        for (to, from) in bytes.iter_mut().zip(name.bytes()) {
            *to = from;
        }
        CellName(bytes)
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let len = self.0.iter().position(|b| *b == 0).unwrap_or(4);
        std::str::from_utf8(&self.0[..len]).unwrap_or("?")
    }
}

impl std::fmt::Display for CellName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for CellName {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for CellName {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let name = String::deserialize(d)?;
        if name.len() > 4 {
            return Err(serde::de::Error::custom(format!("`{name}` is too long for a cell name")));
        }
        Ok(CellName::new(&name))
    }
}

/// A token standing somewhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Placement {
    /// Who.
    pub token: Token,
    /// Where.
    pub cell: CellName,
    /// Exactly where.
    pub at: Point,
}

/// One point of a ball's path: x, y and height in centimetres.
pub type PathPoint = [f32; 3];

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The toss: who kicks off the match.
    Toss { side: Side },
    /// A half begins.
    Half { number: u8, kicks_off: Side },
    /// Play is to resume here.
    Restart { restart: Restart, side: Side, spot: CellName },
    /// A side has handed in its placement.
    Setup { side: Side, shape: String, wall: u8, tokens: Vec<Placement> },
    /// A change of player.
    Substitution { side: Side, off: Token, on: Token },
    /// The thrower goes to the spot.
    Approach { token: Token, from: CellName, to: CellName, cells: u8 },
    /// An intent with the ball.
    Declared { token: Token, intent: Intent, technique: Technique },
    /// The keeper is ready.
    Keeper { token: Token, cell: CellName, pose: KeeperPose },
    /// A side made no preparation.
    NoKeeper { side: Side },
    /// The ball was struck.
    Kick {
        token: Token,
        kind: Kind,
        technique: Technique,
        restart: Restart,
        header: bool,
        from: CellName,
        origin: Point,
        aim: Point,
        pace: Pace,
        path: Vec<PathPoint>,
        touched: Vec<Token>,
        rest: Point,
        cells: Vec<CellName>,
    },
    /// A token was pushed by the ball.
    Pushed { token: Token, at: Point },
    /// The ball left, went in, was headed, or runs on to the calculation of distance.
    Flight { outcome: String },
    /// Who took part and how far each side's nearest was.
    Cod { kind: Kind, travel: u8, attack: Option<u8>, defence: Option<u8>, lifted: u8 },
    /// Both sides were level: who got it.
    CodTie { side: Side, distance: u8 },
    /// A token runs to the ball.
    Run { token: Token, from: CellName, to: CellName, cells: u8 },
    /// A token has the ball.
    Possession { token: Token, side: Side, how: How, source: BallSource, cell: CellName },
    /// A token was offside, or not.
    Offside { token: Token, verdict: String },
    /// A token is to head the ball.
    Header { token: Token },
    /// Options that were offered.
    Offered { side: Side, token: Token, moment: String, offers: Vec<String> },
    /// An option was taken.
    Ability { token: Token, offer: Offer },
    /// A side may move.
    Allowance { side: Side, phase: u8 },
    /// A token moved.
    Move { token: Token, from: CellName, to: CellName, cells: u8, forced: bool, at: Point },
    /// A token changed its place in its cell.
    Shift { token: Token, cell: CellName, at: Point },
    /// A lying token got up.
    GotUp { token: Token },
    /// A token was laid down.
    LaidDown { token: Token },
    /// A token asked to enter a contested cell.
    Entry { token: Token, cell: CellName, verdict: String },
    /// A die was rolled.
    Die { label: String, sides: u8, face: u8, hook: String, plugin: String },
    /// A duel was settled.
    Duel { kind: DuelKind, by: Token, against: Option<Token>, outcome: DuelAnswer },
    /// An offence was punished.
    Foul {
        offender: Option<Token>,
        victim: Option<Token>,
        cause: Cause,
        restart: Restart,
        spot: CellName,
        card: Option<String>,
        cautions: u8,
        sent_off: bool,
    },
    /// A goal.
    Goal { side: Side, scorer: Option<Token>, own: bool, score: [u8; 2] },
    /// A phase ended.
    PhaseEnd { phase: String, next: PhaseAnswer },
    /// A turn begins.
    Turn { number: u16, side: Side, counter: bool },
    /// The clock advanced.
    Tick { by: u8, minute: u16 },
    /// The whistle: what was decided.
    Whistle { at: String, verdict: String },
    /// A plugin's remark.
    Note { plugin: String, text: String },
    /// A plugin slot changed.
    Slot { plugin: String, slot: String, who: Option<Token>, value: i64 },
    /// The match is over.
    End { score: [u8; 2], ending: Ending, reason: String },
    /// A decision that had only one answer was made by the engine.
    Auto { side: Side, stage: Stage, id: u16 },
}
