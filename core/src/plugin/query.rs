//! Looks at the match, as data: an answer is remembered with everything it rests on.

use super::NIL;
use super::desk::Desk;
use crate::board::{Cell, ZoneId};
use crate::game::{Piece, Play, State, Status};
use crate::kick::Pose;
use crate::{Side, Token};

/// A token that a plugin names by number, or by the role it has in the question. A role is better remembered: the answer
/// is the same for whoever else has it and looks the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whom {
    /// The one with this number.
    Token(Token),
    /// The one in this role of the hook.
    Role(u8),
}

impl Whom {
    /// Who it is; nobody for a role that is not filled.
    pub(super) fn token(self, who: &[Option<Token>]) -> Option<Token> {
        match self {
            Whom::Token(token) => Some(token),
            Whom::Role(role) => who.get(usize::from(role)).copied().flatten(),
        }
    }
}

/// One look of a plugin at the match. What a plugin sees is one whole number, or [`NIL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    /// The token in a role of the hook, 1–32.
    Who(u8),
    /// The side in possession, 0 or 1.
    Attack,
    /// Whether a cell is in a zone of the attacked end, or of the own one.
    Zone(Cell, ZoneId, bool),
    /// The third of a cell.
    Band(Cell),
    /// The cell of a token.
    Cell(Whom),
    /// 1 for a lying token.
    Pose(Whom),
    /// The keeper of a side, 1–32.
    Keeper(Side),
    /// Whether a token is the keeper of its side.
    Keeps(Whom),
    /// Active sections with a skill, or of a colour.
    Skill(Whom, u8),
    /// The duel number that is printed on a token in a colour.
    Number(Whom, u8),
    /// The token of a side in a cell, 1–32.
    At(Cell, Side),
    /// Whether a token has taken an offer this turn.
    Used(Whom, u8),
    /// Cells a token moved this turn.
    Moved(Whom),
    /// Kicks of a token in this match.
    Kicks(Whom),
    /// Cautions of a token in this match.
    Cautions(Whom),
    /// A slot by its place in the stack, and which of its values.
    Slot(u16, u8),
    /// Goals of a side.
    Score(Side),
    /// Penalties a side has scored in the shoot-out; none before it.
    Scored(Side),
    /// Penalties it has taken there.
    Taken(Side),
    /// One of [`CLOCK`].
    Clock(u8),
    /// The sheet of a side, by its number among those the host has seen.
    Squad(Side),
}

/// What `m:clock` tells.
pub(super) const CLOCK: [&str; 4] = ["tick", "half", "turn", "phase"];

/// A member of a squad as a plugin sees him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) status: Status,
    pub(super) active: u8,
    pub(super) sections: [u8; Piece::SECTIONS],
    /// Number and value on the team sheet.
    pub(super) listed: Option<(u8, u8)>,
}

/// A squad as a plugin sees it.
pub(super) type Sheet = [Member; Token::PER_SIDE];

/// Sheets that a host knows by number; numbers are never given twice.
#[derive(Default)]
pub(super) struct Sheets {
    seen: Vec<Sheet>,
    forgotten: i64,
}

/// Sheets kept before all are forgotten.
const MOST_SHEETS: usize = 256;

fn number(token: Option<Token>) -> i64 {
    token.map_or(NIL, |t| t.index() as i64 + 1)
}

impl Query {
    /// What a plugin sees.
    pub(super) fn answer(self, desk: &Desk, play: &Play, who: &[Option<Token>]) -> i64 {
        let state = &play.state;
        let attacked = || state.attacks(state.ball.side);
        let of = |whom: Whom, tell: &dyn Fn(&Piece) -> i64| whom.token(who).map_or(NIL, |t| tell(state.piece(t)));
        match self {
            Query::Who(role) => number(Whom::Role(role).token(who)),
            Query::Attack => state.ball.side.index() as i64,
            Query::Zone(cell, zone, own) => {
                let end = if own { attacked().other() } else { attacked() };
                desk.board.zone_cells(zone, end).contains(cell).into()
            }
            Query::Band(cell) => desk.board.band(cell, attacked()) as i64,
            Query::Cell(whom) => of(whom, &|p| p.cell.map_or(NIL, |c| c.index() as i64)),
            Query::Pose(whom) => of(whom, &|p| (p.pose == Pose::Lying).into()),
            Query::Keeper(side) => number(desk.keeper(state, side)),
            Query::Keeps(whom) => whom.token(who).map_or(NIL, |t| i64::from(desk.keeper(state, t.side()) == Some(t))),
            Query::Skill(whom, skill) => of(whom, &|p| p.count(false, |s| desk.vocabulary.is(s, skill)) as i64),
            Query::Number(whom, colour) => {
                whom.token(who).and_then(|t| desk.printed_number(play, t, colour)).map_or(NIL, i64::from)
            }
            Query::At(cell, side) => number(state.at(cell, side)),
            Query::Used(whom, offer) => of(whom, &|p| (p.used >> offer & 1).into()),
            Query::Moved(whom) => of(whom, &|p| p.moved.into()),
            Query::Kicks(whom) => of(whom, &|p| p.kicks.into()),
            Query::Cautions(whom) => of(whom, &|p| p.cautions.into()),
            Query::Slot(slot, index) => desk.stack.slots()[usize::from(slot)].read(&state.slots, index.into()),
            Query::Score(side) => state.score[side.index()].into(),
            Query::Scored(_) | Query::Taken(_) if !state.shootout().on => NIL,
            Query::Scored(side) => state.shootout().goals[side.index()].into(),
            Query::Taken(side) => state.shootout().kicks[side.index()].into(),
            Query::Clock(what) => match what {
                0 => state.clock.tick.into(),
                1 => state.clock.half.into(),
                2 => state.turn.number.into(),
                _ => state.turn.phase.into(),
            },
            Query::Squad(side) => desk.sheet_number(play, side),
        }
    }
}

impl Desk {
    /// The keeper of a side: the first on the pitch with the keeper's skill, or, in a game without one, whoever fills
    /// the first slot.
    fn keeper(&self, state: &State, side: Side) -> Option<Token> {
        match self.keeper_skill {
            Some(skill) => state.on_pitch(side).find(|t| state.piece(*t).skills().has(skill)),
            None => state.slot(side, 0).filter(|t| state.piece(*t).on_pitch()),
        }
    }

    /// The duel number in a colour on a token's sticker.
    fn printed_number(&self, play: &Play, token: Token, colour: u8) -> Option<u8> {
        let colour = self.vocabulary.skills.get(usize::from(colour))?;
        let squad = &play.sheets.as_ref()?[token.side().index()];
        squad.players.get(usize::from(token.member()))?.numbers.get(colour).copied()
    }

    /// The number of a side's sheet, a new one for a sheet not seen before.
    fn sheet_number(&self, play: &Play, side: Side) -> i64 {
        let listed = play.sheets.as_ref().map(|teams| &teams[side.index()].players);
        let sheet: Sheet = std::array::from_fn(|member| {
            let piece = play.state.piece(Token::new(side, member as u8));
            let player = listed.and_then(|players| players.get(member));
            Member {
                status: piece.status,
                active: piece.active(),
                sections: piece.sections,
                listed: player.map(|p| (p.number, p.value)),
            }
        });
        let mut sheets = self.sheets.borrow_mut();
        let Sheets { seen, forgotten } = &mut *sheets;
        let index = seen.iter().position(|s| *s == sheet).unwrap_or_else(|| {
            if seen.len() == MOST_SHEETS {
                *forgotten += MOST_SHEETS as i64;
                seen.clear();
            }
            seen.push(sheet);
            seen.len() - 1
        });
        *forgotten + index as i64
    }

    /// The sheet with a number that [`Query::Squad`] has just given.
    pub(super) fn sheet(&self, number: i64) -> Sheet {
        let sheets = self.sheets.borrow();
        sheets.seen[(number - sheets.forgotten) as usize]
    }
}
