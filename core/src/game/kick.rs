//! The running kick and the running duel, as a state remembers them.

use super::action::Intent;
use crate::Token;
use crate::board::{Cell, CellSet, Point, Spot};
use crate::kick::{Exit, Technique};
use crate::plugin::{
    Announced, Dribble, DuelAnswer, DuelKind, How, Kind, Knocked, Part, Restart, Ruling, Skills, Where,
};

/// Opponents that one dribble may have to beat.
pub const MAX_BLOCKERS: usize = 3;
/// Touches that one kick remembers.
pub const MAX_TOUCHES: usize = 8;

/// The running or last kick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KickState {
    /// Who.
    pub kicker: Option<Token>,
    /// What was declared.
    pub intent: Intent,
    /// What it is in the calculation of distance.
    pub kind: Kind,
    /// How far it is settled.
    pub part: Part,
    /// How.
    pub technique: Technique,
    /// The restart it took.
    pub restart: Restart,
    /// First kick of a counterattack.
    pub counter: bool,
    /// It is a header.
    pub header: bool,
    /// A cross was headed in this P1.
    pub headed: bool,
    /// Where from.
    pub from: Cell,
    /// The exact place it was kicked from.
    pub origin: Point,
    /// A standing opponent shared the kicker's cell.
    pub shared: Option<Token>,
    /// Tokens beyond the reference opponent when the ball was kicked, a bit each; noted only where that moment counts.
    pub beyond: u32,
    /// The keeper is guided with the rod.
    pub rod: bool,
    /// Who was knocked over or tumbled.
    pub knocked: Knocked,
    /// Tokens met, in order.
    pub touches: [Option<Token>; MAX_TOUCHES],
    /// Where it came to rest.
    pub rest: Point,
    /// Where it left.
    pub exit: Exit,
    /// The cells it lies on: one, or two or three on a line.
    pub cells: CellSet,
    /// Cells it travelled.
    pub travel: u8,
    /// Tokens of the winning side that are level, by index.
    pub level: u32,
    /// Those of them who may not leave the cell they stand on, by index.
    pub bound: u32,
    /// The token of the running question: the winner of the ball, or the one to be shifted.
    pub token: Option<Token>,
    /// Cells the nearest candidate was away.
    pub nearest: u8,
    /// Cells its winner ran to it.
    pub run: u8,
    /// Skills of the standing opponent in the receiver's cell when the ball was kicked.
    pub marked_before: Skills,
    /// Who lets the token of the running question choose where in its cell it stands.
    pub placed_by: Ruling,
    /// How the ball was won.
    pub how: How,
    /// It was awarded in a tie.
    pub tied: bool,
    /// The teammate whose kick had reached the kicker.
    pub passer: Option<Token>,
    /// How a dribble goes.
    pub dribble: Dribble,
    /// The dribble is to go round the keeper.
    pub round: bool,
    /// The keeper has been gone round: the shot that is due finds him on the ground.
    pub beaten: bool,
    /// Opponents still to be beaten, in order.
    pub blockers: [Option<Token>; MAX_BLOCKERS],
    /// Nobody stood in or next to the ball's cell when it stopped.
    pub loose: bool,
    /// Positions for offside were noted before somebody stepped.
    pub noted: bool,
    /// Then beyond the place of the kick, a bit each.
    pub past_ball: u32,
    /// Then in the half of the opponent, a bit each.
    pub past_half: u32,
    /// Tokens that stepped back before they were judged, a bit each.
    pub edged: u32,
    /// The spot that the keeper takes in the cell he is prepared in, once his coach has named one.
    pub guards: Option<Spot>,
}

impl KickState {
    /// No kick yet.
    #[must_use]
    pub const fn new(from: Cell) -> KickState {
        KickState {
            kicker: None,
            intent: Intent::Pass,
            kind: Kind::Pass,
            part: Part::Declared,
            technique: Technique::Low,
            restart: Restart::None,
            counter: false,
            header: false,
            headed: false,
            from,
            origin: Point::new(0.0, 0.0),
            shared: None,
            beyond: 0,
            rod: false,
            knocked: Knocked::None,
            touches: [None; MAX_TOUCHES],
            rest: Point::new(0.0, 0.0),
            exit: Exit::None,
            cells: CellSet::EMPTY,
            travel: 0,
            level: 0,
            bound: 0,
            token: None,
            nearest: 0,
            run: 0,
            marked_before: Skills(0),
            placed_by: Ruling::NONE,
            how: How::Done,
            tied: false,
            passer: None,
            dribble: Dribble::None,
            round: false,
            beaten: false,
            blockers: [None; MAX_BLOCKERS],
            loose: false,
            noted: false,
            past_ball: 0,
            past_half: 0,
            edged: 0,
            guards: None,
        }
    }
}

/// What two tokens settle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelState {
    /// What is settled.
    pub kind: DuelKind,
    /// Who tries.
    pub by: Option<Token>,
    /// Against whom.
    pub against: Option<Token>,
    /// Where it starts.
    pub place: Where,
    /// Who announced a bonus.
    pub announced: Announced,
    /// Sides that were asked for one.
    pub asked: u8,
    /// How it ended.
    pub outcome: DuelAnswer,
    /// What the plugin made of both, dice and all.
    pub totals: [u8; 2],
}

impl DuelState {
    /// Nothing to settle.
    pub const NONE: DuelState = DuelState {
        kind: DuelKind::Tackle,
        by: None,
        against: None,
        place: Where::None,
        announced: Announced::None,
        asked: 0,
        outcome: DuelAnswer::Void,
        totals: [0; 2],
    };
}
