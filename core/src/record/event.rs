//! Events: what happened.

use super::field::events;
use super::header::is_false;
use super::rounded;
use crate::board::Point;
use crate::game::{Ending, Intent, KeeperPose, Offer, Stage, Way};
use crate::kick::{Pace, Technique};
use crate::plugin::{BallSource, Cause, DuelAnswer, DuelKind, How, Kind, PhaseAnswer, Restart, RollQuestion};
use crate::{Side, Token};
use serde::{Deserialize, Serialize};

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

events! {
/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A player misses the match.
    Absent {
        /// Who.
        token: Token,
        /// Why.
        reason: String,
        /// The plugin that says so.
        plugin: String,
        /// He is an only keeper: another takes his shirt.
        #[serde(default, skip_serializing_if = "is_false")]
        stand_in: bool,
    },
    /// The toss: who kicks off the match.
    Toss {
        /// Who won it.
        side: Side,
    },
    /// A half begins.
    Half {
        /// Its number.
        number: u8,
        /// Who kicks off.
        kicks_off: Side,
    },
    /// Play is to resume here.
    Restart {
        /// Which restart.
        restart: Restart,
        /// The side.
        side: Side,
        /// Where.
        spot: CellName,
    },
    /// A side has handed in its placement.
    Setup {
        /// The side.
        side: Side,
        /// The shape it chose.
        shape: String,
        /// Tokens in its wall.
        wall: u8,
        /// Where everybody stands.
        tokens: Vec<Placement>,
    },
    /// A change of player.
    Substitution {
        /// The side.
        side: Side,
        /// Who leaves.
        off: Token,
        /// Who comes on.
        on: Token,
    },
    /// The thrower goes to the spot.
    Approach {
        /// Who.
        token: Token,
        /// From this cell.
        from: CellName,
        /// To this cell.
        to: CellName,
        /// How many cells.
        cells: u8,
    },
    /// An intent with the ball.
    Declared {
        /// Who.
        token: Token,
        /// What for.
        intent: Intent,
        /// How it is struck.
        technique: Technique,
    },
    /// The keeper is ready.
    Keeper {
        /// Who.
        token: Token,
        /// In this cell.
        cell: CellName,
        /// How he is prepared.
        pose: KeeperPose,
    },
    /// A side made no preparation.
    NoKeeper {
        /// The side.
        side: Side,
    },
    /// The ball was struck.
    Kick {
        /// Who.
        token: Token,
        /// Of which kind.
        kind: Kind,
        /// How it is struck.
        technique: Technique,
        /// The restart it took.
        restart: Restart,
        /// It was a header.
        header: bool,
        /// From this cell.
        from: CellName,
        /// Exactly from where.
        origin: Point,
        /// Where it was aimed.
        aim: Point,
        /// How hard.
        pace: Pace,
        /// The corners of its path.
        path: Vec<PathPoint>,
        /// Whom it met, in order.
        touched: Vec<Token>,
        /// Where it came to rest.
        rest: Point,
        /// The cells it lies on.
        cells: Vec<CellName>,
    },
    /// A token was pushed by the ball.
    Pushed {
        /// Who.
        token: Token,
        /// Exactly where.
        at: Point,
    },
    /// The ball left, went in, was headed, or runs on to the calculation of distance.
    Flight {
        /// What came of it.
        outcome: String,
    },
    /// Who took part and how far each side's nearest was.
    Cod {
        /// Of which kind.
        kind: Kind,
        /// Cells the ball travelled.
        travel: u8,
        /// Cells of the nearest attacker.
        attack: Option<u8>,
        /// Cells of the nearest defender.
        defence: Option<u8>,
        /// Bars that were lifted to find anybody.
        lifted: u8,
    },
    /// Both sides were level: who got it.
    CodTie {
        /// Who got it.
        side: Side,
        /// Cells both were away.
        distance: u8,
    },
    /// A token runs to the ball.
    Run {
        /// Who.
        token: Token,
        /// From this cell.
        from: CellName,
        /// To this cell.
        to: CellName,
        /// How many cells.
        cells: u8,
    },
    /// A token has the ball.
    Possession {
        /// Who.
        token: Token,
        /// The side.
        side: Side,
        /// How.
        how: How,
        /// From what.
        source: BallSource,
        /// In this cell.
        cell: CellName,
    },
    /// A token was offside, or not.
    Offside {
        /// Who.
        token: Token,
        /// The verdict.
        verdict: String,
    },
    /// A token is to head the ball.
    Header {
        /// Who.
        token: Token,
    },
    /// Options that were offered.
    Offered {
        /// The side.
        side: Side,
        /// Who.
        token: Token,
        /// On which occasion.
        moment: String,
        /// What was offered.
        offers: Vec<String>,
    },
    /// An option was taken.
    Ability {
        /// Who.
        token: Token,
        /// What was taken.
        offer: Offer,
    },
    /// A side may move.
    Allowance {
        /// The side.
        side: Side,
        /// Which phase.
        #[serde(rename = "of_phase")]
        phase: u8,
        /// The clauses by which some of its tokens may do something else than most.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        also: Vec<String>,
    },
    /// A token moved.
    Move {
        /// Who.
        token: Token,
        /// From this cell.
        from: CellName,
        /// To this cell.
        to: CellName,
        /// How many cells.
        cells: u8,
        /// It had to.
        forced: bool,
        /// Exactly where.
        at: Point,
    },
    /// A token changed its place in its cell.
    Shift {
        /// Who.
        token: Token,
        /// In this cell.
        cell: CellName,
        /// Exactly where.
        at: Point,
    },
    /// A lying token got up.
    GotUp {
        /// Who.
        token: Token,
    },
    /// A token was laid down.
    LaidDown {
        /// Who.
        token: Token,
    },
    /// A token asked to enter a contested cell.
    Entry {
        /// Who.
        token: Token,
        /// In this cell.
        cell: CellName,
        /// The verdict.
        verdict: String,
    },
    /// A die was rolled.
    Die {
        /// What for.
        label: String,
        /// Its sides.
        sides: u8,
        /// Its face.
        face: u8,
        /// The name of that face, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The hook that rolled it.
        hook: String,
        /// The plugin.
        plugin: String,
    },
    /// Dice were thrown.
    Throw {
        /// Whose turn it is.
        side: Side,
        /// Who threw.
        token: Token,
        /// Which try of the turn, from 1.
        number: u8,
        /// The faces of the dice thrown.
        thrown: Vec<String>,
        /// All dice on the table.
        faces: Vec<String>,
    },
    /// What thrown dice mean.
    Roll {
        /// What was asked.
        question: RollQuestion,
        /// `yes`, or a combination.
        verdict: String,
    },
    /// A duel was settled.
    Duel {
        /// Of which kind.
        kind: DuelKind,
        /// Who.
        by: Token,
        /// Against whom.
        against: Option<Token>,
        /// Who won it.
        outcome: DuelAnswer,
        /// What each came to, dice and bonuses together, the one who tried first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        totals: Option<[u8; 2]>,
    },
    /// An offence was punished.
    Foul {
        /// Who committed it.
        offender: Option<Token>,
        /// Who suffered it.
        victim: Option<Token>,
        /// What it was.
        cause: Cause,
        /// Which restart.
        restart: Restart,
        /// Where.
        spot: CellName,
        /// The card shown.
        card: Option<String>,
        /// His cautions now.
        cautions: u8,
        /// He must leave.
        sent_off: bool,
    },
    /// A goal.
    Goal {
        /// Who profits.
        side: Side,
        /// Who scored.
        scorer: Option<Token>,
        /// An own goal.
        own: bool,
        /// The score now, home first.
        score: [u8; 2],
    },
    /// A goal in a shoot-out.
    Shootout {
        /// Who scored.
        side: Side,
        /// Goals of the shoot-out now, home first.
        total: [u8; 2],
    },
    /// A phase ended.
    PhaseEnd {
        /// The phase that ended.
        #[serde(rename = "ended")]
        phase: String,
        /// What follows.
        next: PhaseAnswer,
    },
    /// A turn begins.
    Turn {
        /// Its number in the match.
        number: u16,
        /// Who attacks.
        side: Side,
        /// It began with a ball won from the opponent.
        counter: bool,
    },
    /// The clock advanced.
    Tick {
        /// Ticks it advanced.
        by: u8,
        /// The minute now.
        minute: u16,
    },
    /// The whistle: what was decided.
    Whistle {
        /// The occasion.
        at: String,
        /// The verdict.
        verdict: String,
    },
    /// A plugin's remark.
    Note {
        /// The plugin.
        plugin: String,
        /// The remark.
        text: String,
        /// Whom it is about, if it is about one player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Token>,
    },
    /// A plugin slot changed.
    Slot {
        /// The plugin.
        plugin: String,
        /// The slot.
        slot: String,
        /// Whose, if it belongs to a player.
        who: Option<Token>,
        /// Whose, if it belongs to a side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
        /// Its value now.
        value: i64,
    },
    /// The ball is sent on a square board.
    Sent {
        /// By whom.
        token: Token,
        /// How.
        way: Way,
        /// From.
        from: CellName,
        /// To.
        to: CellName,
        /// The stations of a chain before its end.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        via: Vec<Token>,
        /// Who stands there.
        receiver: Option<Token>,
        /// The place.
        at: Point,
    },
    /// Two hidden picks are shown.
    Picks {
        /// The taker's number.
        shot: u8,
        /// The keeper's number.
        dive: u8,
        /// The goal space that the taker's number stands for.
        space: CellName,
    },
    /// The match is over.
    End {
        /// The score now, home first.
        score: [u8; 2],
        /// How it ended.
        ending: Ending,
        /// Why.
        reason: String,
        /// Extra time was played.
        #[serde(default, skip_serializing_if = "is_false")]
        extra_time: bool,
        /// Penalties scored in the shoot-out, home first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shootout: Option<[u8; 2]>,
    },
    /// A decision that had only one answer was made by the engine.
    Auto {
        /// The side.
        side: Side,
        /// What was to be decided.
        stage: Stage,
        /// The id of the action.
        id: u16,
    },
}
}

impl Event {
    /// Rounds its coordinates to what files keep, so that a line read back is the line that was logged.
    pub(super) fn round(&mut self) {
        match self {
            Event::Setup { tokens, .. } => tokens.iter_mut().for_each(|t| t.at = rounded(t.at)),
            Event::Kick { origin, aim, path, rest, .. } => {
                for at in [origin, aim, rest] {
                    *at = rounded(*at);
                }
                for corner in path.iter_mut().flatten() {
                    *corner = libm::roundf(*corner * 1e3) / 1e3 + 0.0;
                }
            }
            Event::Pushed { at, .. } | Event::Move { at, .. } | Event::Shift { at, .. } => *at = rounded(*at),
            _ => {}
        }
    }
}
