//! Statistics of a match, counted as it is played.

use crate::Side;
use serde::{Deserialize, Serialize};

/// A count for each side, home first.
pub type Pair = [u32; 2];

/// What is counted; every figure per side, home first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)] // replays from before a figure was counted
pub struct Tally {
    /// Goals (own goals count for the side that profits).
    pub goals: Pair,
    /// Shots declared.
    pub shots: Pair,
    /// Shots that would have gone in or went in.
    pub on_target: Pair,
    /// Passes struck (kicks that are neither cross nor shot and were not run onto by the kicker).
    pub passes: Pair,
    /// Passes that a teammate got.
    pub completed: Pair,
    /// Advances: kicks the kicker ran onto himself.
    pub advances: Pair,
    /// Crosses struck.
    pub crosses: Pair,
    /// Headers.
    pub headers: Pair,
    /// Tackles tried.
    pub tackles: Pair,
    /// Tackles won.
    pub tackles_won: Pair,
    /// Opponents taken on with the ball.
    pub dribbles: Pair,
    /// Opponents beaten with the ball.
    pub dribbles_won: Pair,
    /// Balls won from the opponent in a calculation of distance.
    pub interceptions: Pair,
    /// Fouls committed, offside apart.
    pub fouls: Pair,
    /// Cards shown.
    pub cards: Pair,
    /// Players sent off.
    pub sent_off: Pair,
    /// Times offside.
    pub offsides: Pair,
    /// Corners taken.
    pub corners: Pair,
    /// Throw-ins taken.
    pub throw_ins: Pair,
    /// Free kicks taken.
    pub free_kicks: Pair,
    /// Penalties taken.
    pub penalties: Pair,
    /// Goal kicks taken.
    pub goal_kicks: Pair,
    /// Changes of player.
    pub changes: Pair,
    /// Kicks of any kind.
    pub kicks: Pair,
    /// Turns begun in possession.
    pub turns: Pair,
    /// Turns that began with a ball won from the opponent.
    pub counters: Pair,
    /// First-touch actions taken.
    pub first_touches: Pair,
    /// Decisions made.
    pub decisions: Pair,
    /// Quick turns, where an edition has them: those in which the attack moved nobody.
    #[serde(default, skip_serializing_if = "none")]
    pub quick_turns: Pair,
    /// Squares: turns of either side that began with the ball at this one.
    #[serde(default, skip_serializing_if = "none")]
    pub held: Pair,
    /// Dice: tries made.
    #[serde(default, skip_serializing_if = "none")]
    pub throws: Pair,
    /// Dice: combinations that lay on the table after a try.
    #[serde(default, skip_serializing_if = "none")]
    pub combinations: Pair,
    /// Dice: combinations claimed.
    #[serde(default, skip_serializing_if = "none")]
    pub claims: Pair,
    /// Dice: doubles tried.
    #[serde(default, skip_serializing_if = "none")]
    pub doubles: Pair,
    /// Dice: doubles that came off.
    #[serde(default, skip_serializing_if = "none")]
    pub doubled: Pair,
    /// Dice: goals that a side tried to stop.
    #[serde(default, skip_serializing_if = "none")]
    pub stops: Pair,
    /// Dice: goals that it stopped.
    #[serde(default, skip_serializing_if = "none")]
    pub stopped: Pair,
    /// Dice: turns lost.
    #[serde(default, skip_serializing_if = "none")]
    pub lost_turns: Pair,
    /// Shoot-outs, one for each side.
    #[serde(default, skip_serializing_if = "none")]
    pub shootouts: Pair,
}

fn none(pair: &Pair) -> bool {
    *pair == [0; 2]
}

impl Tally {
    /// Turns a side had the ball: its own where only the side with the ball has a turn, those of both sides where they
    /// take turns.
    #[must_use]
    pub fn with_ball(&self) -> Pair {
        if none(&self.held) { self.turns } else { self.held }
    }

    /// Share of turns a side had the ball, in 0–1; a half each before the first.
    #[must_use]
    pub fn possession(&self, side: Side) -> f64 {
        let [home, away] = self.with_ball();
        if home + away == 0 { 0.5 } else { f64::from(self.with_ball()[side.index()]) / f64::from(home + away) }
    }
}
