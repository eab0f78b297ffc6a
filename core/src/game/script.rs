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
    /// Its face by number, from 1; 0 where it is named.
    pub face: u8,
    /// Its face by name, on a die with named faces.
    pub name: Option<String>,
}

impl Script {
    /// The face of the next die, which is rolled under a label and may have named faces.
    ///
    /// # Errors
    /// When there is none left, or the next one does not fit.
    pub fn die(&mut self, label: &str, sides: u8, faces: &[String]) -> Result<u8, String> {
        let Some(next) = self.dice.pop_front() else {
            return Err(format!("the script has no die left for `{label}` ({sides} sides)"));
        };
        let shown = next.name.clone().unwrap_or_else(|| next.face.to_string());
        if let Some(expected) = next.label.as_ref().filter(|l| *l != label) {
            return Err(format!("the script has `{expected} {shown}` next, but `{label}` is rolled"));
        }
        let face = match &next.name {
            Some(name) => faces.iter().position(|f| f == name).map_or(0, |n| n as u8 + 1),
            None => next.face,
        };
        if !(1..=sides).contains(&face) {
            let has = if faces.is_empty() { format!("{sides} sides") } else { faces.join(", ") };
            return Err(format!("the script gives `{label}` the face {shown}, but it has {has}"));
        }
        Ok(face)
    }
}
