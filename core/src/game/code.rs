//! How each part of a state is written to bytes: explicit, little-endian, field by field, never memory.

use super::action::Intent;
use super::dice::Hand;
use super::grid::GridState;
use super::kick::{DuelState, KickState};
use super::legal::{AimAt, Legal};
use super::permit::{Flags, MAX_PERMITS, Permit};
use super::piece::{Marks, Piece, Status};
use super::save::SaveError;
use super::shootout::Shootout;
use super::state::{Ball, Clock, Ending, Own, Stage, State, Stoppage, Turn};
use super::tally::Tally;
use crate::board::{Board, Cell, CellSet, Point, Spot};
use crate::kick::{Exit, Pose, Technique};
use crate::plugin::{
    ActWord, Along, Announced, BallSource, Dirs, Down, Dribble, DuelAnswer, DuelKind, FirstTime, GrantPose, How, Into,
    Kind, Knocked, MAX_SKILLS, Part, Restart, Ruling, Skills, StepAct, Through, Where, Window,
};
use crate::rules::GameKind;
use crate::{End, Side, Token};

/// Bytes being read, the board that cells must lie on, and the mechanics that wrote them.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    board: &'a Board,
    game: GameKind,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8], board: &'a Board, game: GameKind) -> Reader<'a> {
        Reader { bytes, at: 0, board, game }
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], SaveError> {
        let end = self.at.checked_add(count).ok_or(SaveError::Short { at: self.at })?;
        let taken = self.bytes.get(self.at..end).ok_or(SaveError::Short { at: self.at })?;
        self.at = end;
        Ok(taken)
    }

    pub(super) fn end(&self) -> Result<(), SaveError> {
        match self.bytes.len() - self.at {
            0 => Ok(()),
            _ => Err(SaveError::Long { at: self.at }),
        }
    }

    pub(super) fn wrong(&self, what: &'static str) -> SaveError {
        SaveError::Field { at: self.at, what }
    }

    pub(super) fn check(&self, holds: bool, what: &'static str) -> Result<(), SaveError> {
        if holds { Ok(()) } else { Err(self.wrong(what)) }
    }
}

/// A value with one encoding.
pub(super) trait Code: Sized {
    /// Appends it.
    fn put(&self, out: &mut Vec<u8>);
    /// Reads and checks it.
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError>;
}

macro_rules! numbers {
    ($($kind:ty),+) => { $(
        impl Code for $kind {
            fn put(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
                let mut bytes = [0; size_of::<$kind>()];
                bytes.copy_from_slice(from.take(size_of::<$kind>())?);
                Ok(<$kind>::from_le_bytes(bytes))
            }
        }
    )+ };
}
numbers!(u8, u16, u32, u64, u128, i16);

/// Enums as their index in `ALL`.
macro_rules! choices {
    ($($kind:ty),+ $(,)?) => { $(
        impl Code for $kind {
            fn put(&self, out: &mut Vec<u8>) {
                out.push(*self as u8);
            }
            fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
                let index = u8::take(from)?;
                <$kind>::ALL.get(usize::from(index)).copied().ok_or_else(|| from.wrong(stringify!($kind)))
            }
        }
    )+ };
}
choices!(
    ActWord, Stage, Ending, BallSource, FirstTime, How, Kind, Knocked, Restart, StepAct, Window, Dirs, Into, Through,
    GrantPose, Technique, Pose, Intent, Part, Dribble, Down, DuelKind, DuelAnswer, Where, Announced, Along,
);

/// Several values in a row.
macro_rules! put {
    ($out:ident: $($value:ident),+) => { $($value.put($out);)+ };
}

/// Structs field by field; a field that is added to the struct and not here does not compile.
macro_rules! fields {
    ($kind:ident { $($field:ident),+ $(,)? }) => {
        impl Code for $kind {
            fn put(&self, out: &mut Vec<u8>) {
                let $kind { $($field),+ } = self;
                put!(out: $($field),+);
            }
            fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
                Ok($kind { $($field: Code::take(from)?),+ })
            }
        }
    };
}

impl Code for bool {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        match u8::take(from)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(from.wrong("yes or no")),
        }
    }
}

impl Code for f64 {
    fn put(&self, out: &mut Vec<u8>) {
        // A negative zero would be a second encoding of the same place.
        (self + 0.0).to_bits().put(out);
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        let number = f64::from_bits(u64::take(from)?);
        from.check(number.is_finite() && number.abs() < 1e4, "a coordinate")?;
        Ok(number)
    }
}

impl<T: Code> Code for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.is_some().put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        Ok(if bool::take(from)? { Some(T::take(from)?) } else { None })
    }
}

impl<T: Code + Copy, const N: usize> Code for [T; N] {
    fn put(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|item| item.put(out));
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        let mut items: [Option<T>; N] = [None; N];
        for item in &mut items {
            *item = Some(T::take(from)?);
        }
        let read: Vec<T> = items.into_iter().flatten().collect();
        read.try_into().map_err(|_| from.wrong("a list"))
    }
}

impl Code for Side {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(*self as u8);
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        let index = u8::take(from)?;
        Side::BOTH.get(usize::from(index)).copied().ok_or_else(|| from.wrong("a side"))
    }
}

impl Code for End {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(*self as u8);
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        let index = u8::take(from)?;
        End::BOTH.get(usize::from(index)).copied().ok_or_else(|| from.wrong("an end of the pitch"))
    }
}

impl Code for Spot {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(self.index() as u8);
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        let index = u8::take(from)?;
        Spot::from_index(index.into()).ok_or_else(|| from.wrong("a spot of a cell"))
    }
}

impl Code for Token {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(self.index() as u8);
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        let index = u8::take(from)?;
        Token::from_index(index.into()).ok_or_else(|| from.wrong("a token"))
    }
}

impl Code for Cell {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(self.index() as u8);
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        let index = usize::from(u8::take(from)?);
        let cell = Cell::from_index(index).filter(|c| from.board.all().contains(*c));
        cell.ok_or_else(|| from.wrong("a cell of this board"))
    }
}

impl Code for CellSet {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        let set = CellSet(u128::take(from)?);
        from.check(from.board.all().contains_all(set), "cells of this board")?;
        Ok(set)
    }
}

impl Code for Skills {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        let mask = u64::take(from)?;
        from.check(mask >> MAX_SKILLS == 0, "skills")?;
        Ok(Skills(mask))
    }
}

impl Code for Status {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(*self as u8);
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        const ALL: [Status; 5] = [Status::Absent, Status::Bench, Status::Pitch, Status::TakenOff, Status::SentOff];
        let index = u8::take(from)?;
        ALL.get(usize::from(index)).copied().ok_or_else(|| from.wrong("where a player is"))
    }
}

impl Code for AimAt {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(*self as u8);
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        const ALL: [AimAt; 3] = [AimAt::Nothing, AimAt::Pitch, AimAt::Goal];
        let index = u8::take(from)?;
        ALL.get(usize::from(index)).copied().ok_or_else(|| from.wrong("an aim"))
    }
}

/// A mark is a byte, yes or no.
impl Code for Marks {
    fn put(&self, out: &mut Vec<u8>) {
        [Marks::SPENT, Marks::STEPPED, Marks::PLACED].iter().for_each(|mark| (self.0 & mark != 0).put(out));
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        let mut marks = Marks(0);
        for mark in [Marks::SPENT, Marks::STEPPED, Marks::PLACED] {
            marks.set(mark, bool::take(from)?);
        }
        Ok(marks)
    }
}

/// Whether it pushes is a byte before the other flags.
impl Code for Flags {
    fn put(&self, out: &mut Vec<u8>) {
        (self.0 & Flags::PUSHES != 0).put(out);
        (self.0 & !Flags::PUSHES).put(out);
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        let pushes = bool::take(from)?;
        let flags = u8::take(from)?;
        from.check(flags < Flags::PUSHES, "a permit")?;
        Ok(Flags(if pushes { flags | Flags::PUSHES } else { flags }))
    }
}

/// Permits stand in the middle, empty for a mechanics without them; what another keeps stands at the end. The reader
/// knows the mechanics.
impl Code for State {
    fn put(&self, out: &mut Vec<u8>) {
        // All by name: a field that is added and not written here does not compile.
        #[rustfmt::skip]
        let State {
            seed, dice, face, kicks, decisions, pieces, lineup, ball, score, changes, home_attacks, opener, clock, turn,
            stoppage, kick, duel, to_act, stage, legal, slots, ending, own,
        } = self;
        put!(out: seed, dice, face, kicks, decisions, pieces, lineup, ball, score, changes, home_attacks, opener);
        put!(out: clock, turn, stoppage, kick, duel, to_act, stage);
        self.permits().put(out);
        put!(out: legal, slots, ending);
        match own {
            Own::Pitch(_, shootout) => shootout.put(out),
            Own::Grid(grid) => grid.put(out),
            Own::Dice(hand) => hand.put(out),
        }
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        let mut state = State {
            seed: Code::take(from)?,
            dice: Code::take(from)?,
            face: Code::take(from)?,
            kicks: Code::take(from)?,
            decisions: Code::take(from)?,
            pieces: Code::take(from)?,
            lineup: Code::take(from)?,
            ball: Code::take(from)?,
            score: Code::take(from)?,
            changes: Code::take(from)?,
            home_attacks: Code::take(from)?,
            opener: Code::take(from)?,
            clock: Code::take(from)?,
            turn: Code::take(from)?,
            stoppage: Code::take(from)?,
            kick: Code::take(from)?,
            duel: Code::take(from)?,
            to_act: Code::take(from)?,
            stage: Code::take(from)?,
            own: Own::Pitch(<[Permit; MAX_PERMITS]>::take(from)?, Shootout::NONE),
            legal: Code::take(from)?,
            slots: Code::take(from)?,
            ending: Code::take(from)?,
        };
        match (from.game, &mut state.own) {
            (GameKind::Pitch, Own::Pitch(_, shootout)) => *shootout = Code::take(from)?,
            (GameKind::Pitch, _) => {}
            (GameKind::Grid, own) => *own = Own::Grid(Code::take(from)?),
            (GameKind::Dice, own) => *own = Own::Dice(Code::take(from)?),
        }
        Ok(state)
    }
}

impl Code for Exit {
    fn put(&self, out: &mut Vec<u8>) {
        match self {
            Exit::None => out.push(0),
            Exit::Touch(at) => {
                out.push(1);
                at.put(out);
            }
            Exit::Byline(at) => {
                out.push(2);
                at.put(out);
            }
            Exit::Net(at, end) => {
                out.push(3);
                at.put(out);
                end.put(out);
            }
        }
    }
    fn take(from: &mut Reader<'_>) -> Result<Self, SaveError> {
        Ok(match u8::take(from)? {
            0 => Exit::None,
            1 => Exit::Touch(Code::take(from)?),
            2 => Exit::Byline(Code::take(from)?),
            3 => Exit::Net(Code::take(from)?, Code::take(from)?),
            _ => return Err(from.wrong("how the ball left")),
        })
    }
}

fields!(Point { x, y });
fields!(Hand { faces, dice, tries, all_dice, combo, claimed, doubled, goals, lost, out, shootout, member });
fields!(Ruling { clause, layer });
fields!(Ball { at, cell, carrier, side, in_hand, source, from_mate, gap });
fields!(Clock { half, tick, idle, ticked, extra, goals, changes });
fields!(Turn {
    number,
    attack,
    phase,
    counter,
    kicks,
    crosses,
    shots,
    first_time,
    longest,
    total,
    movers,
    run,
    nearest,
    used,
    moved,
    tackled,
    option,
    last_mover,
});
fields!(Stoppage {
    restart,
    side,
    spot,
    exit,
    step,
    act,
    spot_chosen,
    sub_called,
    offered,
    may_change,
    must_change,
    window,
    approached,
    wall,
    walls,
    sent_off,
    nearest,
});
fields!(KickState {
    kicker,
    intent,
    kind,
    part,
    technique,
    restart,
    counter,
    header,
    headed,
    from,
    origin,
    shared,
    beyond,
    rod,
    knocked,
    touches,
    rest,
    exit,
    cells,
    travel,
    level,
    bound,
    token,
    nearest,
    run,
    marked_before,
    placed_by,
    how,
    tied,
    passer,
    dribble,
    round,
    beaten,
    blockers,
    loose,
    noted,
    past_ball,
    past_half,
    edged,
    guards,
});
fields!(DuelState { kind, by, against, place, announced, asked, outcome, totals });
fields!(Permit { target, slots, cells, least, dirs, into, through, along, flags, pose, left, option, ruling });
fields!(Legal { offers, declare, aim, moves, shifts, tokens, cells, poses, changes, formations });
fields!(Piece {
    cell,
    dx,
    dy,
    spot,
    pose,
    down,
    status,
    sections,
    active,
    team_active,
    cautions,
    limit,
    moved,
    marks,
    used,
    kicks,
});
fields!(Shootout { on, kicks, goals, taken });
fields!(GridState { keepers, robbed, victim, act, sealed, hidden, sends, numbers });
fields!(Tally {
    goals,
    shots,
    on_target,
    passes,
    completed,
    advances,
    crosses,
    headers,
    tackles,
    tackles_won,
    dribbles,
    dribbles_won,
    interceptions,
    fouls,
    cards,
    sent_off,
    offsides,
    corners,
    throw_ins,
    free_kicks,
    penalties,
    goal_kicks,
    changes,
    kicks,
    turns,
    counters,
    first_touches,
    decisions,
    held,
    throws,
    combinations,
    claims,
    doubles,
    doubled,
    stops,
    stopped,
    lost_turns,
    shootouts,
    quick_turns,
});
