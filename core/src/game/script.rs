//! A scenario's script: the outcome of each kick and each die, in order.

use crate::Token;
use crate::board::Point;
use std::collections::VecDeque;

/// What replaces physics and dice while a scenario runs.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// Outcomes of the kicks to come.
    pub kicks: VecDeque<ScriptedKick>,
    /// Faces of the dice to come, with a label to check where one is given.
    pub dice: VecDeque<ScriptedDie>,
}

/// The outcome of one kick.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptedKick {
    /// Where the ball ends.
    pub end: ScriptedEnd,
    /// Tokens it meets, in order.
    pub touched: Vec<Token>,
    /// Tokens it pushes: how far, in centimetres.
    pub pushed: Vec<(Token, f64, f64)>,
    /// An opponent falls over.
    pub knocked: bool,
    /// The heading token rolls too far.
    pub tumbled: bool,
}

/// Where a scripted kick ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScriptedEnd {
    /// At rest on the pitch.
    Rest(Point),
    /// Over a touchline.
    Touch(Point),
    /// Over a goal line beside the goal.
    Byline(Point),
    /// In the goal that the kicker attacks.
    Net,
    /// In the kicker's own goal.
    OwnNet,
}

/// One die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptedDie {
    /// The label it must be rolled under, if given.
    pub label: Option<String>,
    /// Its face.
    pub face: u8,
}
