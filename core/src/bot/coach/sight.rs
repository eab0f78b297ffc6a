//! The table as the coach sees it at one decision.

use super::book::Book;
use crate::board::{Board, Cell, CellSet, Point};
use crate::game::{Match, Piece, Slot, State};
use crate::plugin::Skills;
use crate::rules::Ruleset;
use crate::{End, Side, Token};

/// Rings of cells around a side that are told apart; beyond them everything is far.
pub(super) const RINGS: usize = 7;

/// A player on the pitch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Man {
    pub(super) token: Token,
    pub(super) slot: usize,
    pub(super) cell: Cell,
    pub(super) at: Point,
    pub(super) skills: Skills,
    pub(super) keeper: bool,
    pub(super) spent: bool,
}

/// Up to eleven players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Team {
    men: [Option<Man>; Slot::PER_SIDE],
    pub(super) cells: CellSet,
    /// Cells of those on their feet.
    pub(super) standing: CellSet,
}

impl Team {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Man> {
        self.men.iter().flatten()
    }

    /// Something about each player, by slot.
    pub(super) fn each<T>(&self, tell: impl Fn(&Man) -> Option<T>) -> [Option<T>; Slot::PER_SIDE] {
        self.men.each_ref().map(|man| man.as_ref().and_then(&tell))
    }

    /// The first player in a cell.
    pub(super) fn in_cell(&self, cell: Cell) -> Option<&Man> {
        if !self.cells.contains(cell) {
            return None;
        }
        self.iter().find(|m| m.cell == cell)
    }

    pub(super) fn token(&self, token: Token) -> Option<&Man> {
        self.iter().find(|m| m.token == token)
    }
}

/// One decision, seen by the side that makes it.
pub(super) struct Sight<'a> {
    pub(super) m: &'a Match,
    pub(super) book: &'a Book,
    pub(super) me: Side,
    /// The end that the deciding side attacks.
    pub(super) end: End,
    pub(super) ours: Team,
    pub(super) theirs: Team,
    /// How many centimetres too far forward the coach sees the offside line: nobody measures it before a kick.
    pub(super) squint: f64,
}

impl<'a> Sight<'a> {
    pub(super) fn new(m: &'a Match, book: &'a Book, squint: f64) -> Sight<'a> {
        let me = m.state().to_act;
        let team = |side| team(m.state(), m.rules(), side);
        Sight { m, book, me, end: m.state().attacks(me), ours: team(me), theirs: team(me.other()), squint }
    }

    pub(super) fn state(&self) -> &'a State {
        self.m.state()
    }

    pub(super) fn rules(&self) -> &'a Ruleset {
        self.m.rules()
    }

    pub(super) fn board(&self) -> &'a Board {
        &self.m.rules().board
    }

    pub(super) fn piece(&self, token: Token) -> &'a Piece {
        self.m.state().piece(token)
    }

    /// How far towards the goal that `end` is a point lies, in centimetres.
    pub(super) fn advance(&self, at: Point, end: End) -> f64 {
        if end == End::Right { at.x } else { self.board().length() - at.x }
    }

    /// How far forward a receiver of a kick from `origin` may stand: the opponents' line, the ball, or the halfway line.
    pub(super) fn onside_line(&self, origin: Point) -> f64 {
        let mut deepest = [f64::NEG_INFINITY; 2];
        for man in self.theirs.iter() {
            let depth = self.advance(man.at, self.end);
            if depth > deepest[0] {
                deepest = [depth, deepest[0]];
            } else if depth > deepest[1] {
                deepest[1] = depth;
            }
        }
        let reference = deepest[usize::from(self.rules().mechanics.offside_ref.clamp(1, 2)) - 1];
        (reference + self.squint).max(self.advance(origin, self.end)).max(self.board().length() / 2.0)
    }

    /// Cells within 0, 1, 2 … steps of a set.
    pub(super) fn rings(&self, start: CellSet) -> [CellSet; RINGS] {
        let mut reached = start;
        std::array::from_fn(|step| {
            if step > 0 {
                reached |= self.board().around(reached);
            }
            reached
        })
    }

    /// The minute of the match.
    pub(super) fn minute(&self) -> u16 {
        let clock = self.state().clock;
        self.rules().mechanics.minute(clock.half, clock.tick)
    }

    /// Goals ahead.
    pub(super) fn lead(&self) -> i16 {
        let score = self.state().score;
        i16::from(score[self.me.index()]) - i16::from(score[self.me.other().index()])
    }
}

fn team(state: &State, rules: &Ruleset, side: Side) -> Team {
    let mut team = Team { men: [None; Slot::PER_SIDE], cells: CellSet::EMPTY, standing: CellSet::EMPTY };
    for (slot, man) in team.men.iter_mut().enumerate() {
        let Some(token) = state.slot(side, slot) else { continue };
        let piece = state.piece(token);
        let (Some(cell), Some(at), true) = (piece.cell, piece.place(&rules.board), piece.on_pitch()) else { continue };
        team.cells.insert(cell);
        if piece.standing() {
            team.standing.insert(cell);
        }
        let (skills, keeper, spent) = (piece.skills(), rules.is_keeper(piece), piece.spent());
        *man = Some(Man { token, slot, cell, at, skills, keeper, spent });
    }
    team
}
