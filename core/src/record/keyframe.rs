//! Keyframes: everything a viewer needs to draw a moment without playing the match up to it.

use super::event::CellName;
use super::rounded;
use crate::board::{Board, Point};
use crate::game::{Piece, Stage, State, Status};
use crate::kick::Pose;
use crate::plugin::Restart;
use crate::{End, Side, Token};
use serde::{Deserialize, Serialize};

/// The match between two decisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keyframe {
    /// Events before it.
    pub events: u32,
    /// Actions before it.
    pub actions: u32,
    /// Half of the match.
    pub half: u8,
    /// Tick of the half.
    pub tick: u8,
    /// Turn of the match.
    pub turn: u16,
    /// Phase of the turn.
    pub phase: u8,
    /// The side whose turn it is.
    pub attack: Side,
    /// Who decides next.
    pub to_act: Side,
    /// What is decided next.
    pub stage: Stage,
    /// The restart being set up or taken.
    pub restart: Restart,
    /// Goals, home first.
    pub score: [u8; 2],
    /// Penalties scored in the shoot-out, home first, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shootout: Option<[u8; 2]>,
    /// The end home attacks.
    pub home_attacks: End,
    /// The ball.
    pub ball: BallFrame,
    /// Every squad member, home first.
    pub tokens: Vec<TokenFrame>,
    /// The dice on the table, in a game that has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceFrame>,
}

/// The dice in a keyframe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceFrame {
    /// The face of each die in play, from 1; 0 before it is thrown.
    pub faces: Vec<u8>,
    /// Tries made in this turn.
    pub tries: u8,
    /// The combination on the table, from 1; 0 for none.
    pub combo: u8,
    /// Turns each side is still to lose.
    pub lost: [u8; 2],
    /// Goals of the shoot-out.
    pub shootout: [u8; 2],
}

/// The ball in a keyframe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BallFrame {
    /// Where it lies.
    pub at: Point,
    /// The cell it counts in.
    pub cell: CellName,
    /// Who has it.
    pub carrier: Option<Token>,
    /// The side in possession, or that will restart.
    pub side: Side,
    /// The keeper has it in his hands.
    #[serde(default, skip_serializing_if = "is_default")]
    pub in_hand: bool,
}

/// One squad member in a keyframe. What is left out has its usual value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenFrame {
    /// Who.
    pub token: Token,
    /// His cell, on the pitch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<CellName>,
    /// Exactly where, on the pitch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    /// Standing (left out) or lying.
    #[serde(default = "standing", skip_serializing_if = "is_standing")]
    pub pose: Pose,
    /// On the pitch (left out), on the bench, or off for good.
    #[serde(default, skip_serializing_if = "is_default")]
    pub status: Status,
    /// Cautions in this match.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cautions: u8,
    /// His move of the turn is spent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spent: bool,
    /// Only the first this many of his sections count; left out, all do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active: Option<u8>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn standing() -> Pose {
    Pose::Standing
}

fn is_standing(pose: &Pose) -> bool {
    *pose == Pose::Standing
}

impl Keyframe {
    /// The state as a viewer sees it, after so many events and actions.
    #[must_use]
    pub fn of(state: &State, board: &Board, events: usize, actions: usize) -> Keyframe {
        let token = |token: Token| {
            let piece = state.piece(token);
            let on_pitch = piece.on_pitch();
            let printed = piece.count(true, |section| section != Piece::NO_SECTION);
            TokenFrame {
                token,
                cell: piece.cell.filter(|_| on_pitch).map(|c| CellName::new(board.cell_name(c))),
                at: state.place(board, token).filter(|_| on_pitch).map(rounded),
                pose: piece.pose,
                status: piece.status,
                cautions: piece.cautions,
                spent: piece.spent(),
                active: Some(piece.active()).filter(|active| usize::from(*active) < printed),
            }
        };
        Keyframe {
            events: events as u32,
            actions: actions as u32,
            half: state.clock.half,
            tick: state.clock.tick,
            turn: state.turn.number,
            phase: state.turn.phase,
            attack: state.turn.attack,
            to_act: state.to_act,
            stage: state.stage,
            restart: state.stoppage.restart,
            score: state.score,
            shootout: state.shootout().shown(),
            home_attacks: state.home_attacks,
            ball: BallFrame {
                at: rounded(state.ball.at),
                cell: CellName::new(board.cell_name(state.ball.cell)),
                carrier: state.ball.carrier,
                side: state.ball.side,
                in_hand: state.ball.in_hand,
            },
            dice: state.hand().map(|hand| DiceFrame {
                faces: hand.shown().to_vec(),
                tries: hand.tries,
                combo: hand.combo,
                lost: hand.lost,
                shootout: hand.shootout.goals,
            }),
            tokens: Token::all().filter(|t| state.piece(*t).status != Status::Absent).map(token).collect(),
        }
    }
}
