//! The whole state of a match: plain data, copied in nanoseconds.

use super::dice::Hand;
use super::grid::GridState;
use super::kick::{DuelState, KickState};
use super::legal::Legal;
use super::permit::{MAX_PERMITS, Permit};
use super::piece::{Piece, Status};
use super::shootout::Shootout;
use crate::board::{Board, Cell, CellSet, Point};
use crate::plugin::{BallSource, FirstTime, Restart, StepAct, Window, words};
use crate::rules::GameKind;
use crate::{End, Side, Token};

/// Bytes that all plugins together may keep in a match.
pub const SLOT_BYTES: usize = 512;
/// Marks an empty slot of the line-up.
pub const NOBODY: u8 = u8::MAX;

words! {
    /// What is to be decided now.
    Stage {
        Over = "over", Spot = "spot", Change = "change", Place = "place", Approach = "approach", Declare = "declare",
        KeeperCell = "keeper_cell", KeeperPose = "keeper_pose", Aim = "aim", Winner = "winner", Line = "line",
        Reception = "reception", Attack = "attack", Defence = "defence", Tackle = "tackle", Push = "push",
        Turn = "turn", Taker = "taker", Pick = "pick",
        Step = "step", Slide = "slide", SlidePose = "slide_pose", Round = "round", Bonus = "bonus", Foul = "foul",
        Throw = "throw", Double = "double", Stop = "stop", Opponent = "opponent",
        Settle = "settle",
    }
}

words! {
    /// How a match ended.
    Ending { Played = "played", Forfeit = "forfeit", Abandoned = "abandoned" }
}

/// Everything that changes during a match, plugin slots and the pending decision included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Seed of the dice and kicks.
    pub seed: u64,
    /// Dice rolled so far.
    pub dice: u32,
    /// The first die of the last duel, that of whoever tries; of a thrown set the last.
    pub face: u8,
    /// Kicks made so far.
    pub kicks: u32,
    /// Decisions made so far, automatic ones included.
    pub decisions: u32,
    /// The pieces, by [`Token::index`].
    pub pieces: [Piece; Token::COUNT],
    /// Per side and slot: the squad member who fills it, or [`NOBODY`].
    pub lineup: [[u8; 11]; 2],
    /// The ball.
    pub ball: Ball,
    /// Goals.
    pub score: [u8; 2],
    /// Changes of player made.
    pub changes: [u8; 2],
    /// The end home attacks.
    pub home_attacks: End,
    /// Who kicked off the first half.
    pub opener: Side,
    /// Time.
    pub clock: Clock,
    /// The running turn.
    pub turn: Turn,
    /// The restart being set up or taken.
    pub stoppage: Stoppage,
    /// The running or last kick.
    pub kick: KickState,
    /// The running or last duel.
    pub duel: DuelState,
    /// Who decides.
    pub to_act: Side,
    /// What is decided.
    pub stage: Stage,
    /// What is legal.
    pub legal: Legal,
    /// What plugins remember.
    pub slots: [u8; SLOT_BYTES],
    /// How it ended, once it has.
    pub ending: Option<Ending>,
    /// What only this mechanics keeps.
    pub own: Own,
}

/// What one mechanics keeps that the others have not; they share a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Own {
    /// Who may do what in the running phase or set-up step, and the shoot-out.
    Pitch([Permit; MAX_PERMITS], Shootout),
    /// What a square board remembers.
    Grid(GridState),
    /// The dice on the table.
    Dice(Hand),
}

impl Own {
    /// As it is before a match.
    #[must_use]
    pub const fn of(kind: GameKind) -> Own {
        match kind {
            GameKind::Pitch => Own::Pitch([Permit::NONE; MAX_PERMITS], Shootout::NONE),
            GameKind::Grid => Own::Grid(GridState::NEW),
            GameKind::Dice => Own::Dice(Hand::EMPTY),
        }
    }

    /// The dice, to be changed; they are put on the table where there were none.
    pub fn hand_mut(&mut self) -> &mut Hand {
        match self {
            Own::Dice(hand) => hand,
            own => {
                *own = Own::Dice(Hand::EMPTY);
                own.hand_mut()
            }
        }
    }
}

/// The ball and who has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Where it lies.
    pub at: Point,
    /// The cell it counts in.
    pub cell: Cell,
    /// The token in possession.
    pub carrier: Option<Token>,
    /// The side in possession, or that will restart.
    pub side: Side,
    /// The keeper has it in his hands.
    pub in_hand: bool,
    /// How the carrier came to it.
    pub source: BallSource,
    /// It came to him from a teammate or himself.
    pub from_mate: bool,
    /// In a set-up: hundredths of a centimetre that tokens which are placed keep away from it.
    pub gap: u16,
}

/// The clock of one half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// 1 or 2 (3 and 4 in extra time).
    pub half: u8,
    /// Ticks of this half.
    pub tick: u8,
    /// Turns over without a tick since the last one.
    pub idle: u8,
    /// A tick was made in the running turn.
    pub ticked: bool,
    /// Turns begun after time was up.
    pub extra: u8,
    /// Goals of this half.
    pub goals: u8,
    /// Changes of player in this half.
    pub changes: u8,
}

/// What the running turn remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Number of the turn in the match, from 1.
    pub number: u16,
    /// The side that plays P1 and P2.
    pub attack: Side,
    /// 1, 2 or 3.
    pub phase: u8,
    /// It began with a ball won from the opponent.
    pub counter: bool,
    /// Kicks in this P1.
    pub kicks: u8,
    /// Crosses declared.
    pub crosses: u8,
    /// Shots declared.
    pub shots: u8,
    /// First-touch action that opened the running P1.
    pub first_time: FirstTime,
    /// Longest move of the attack in cells.
    pub longest: u8,
    /// Cells the attack moved.
    pub total: u8,
    /// Tokens the attack moved.
    pub movers: u8,
    /// Longest run to a ball.
    pub run: u8,
    /// The nearest candidate at that ball.
    pub nearest: u8,
    /// Tokens used in the running phase.
    pub used: u8,
    /// The side to move has moved somebody in this phase.
    pub moved: bool,
    /// A tackle was tried in this phase.
    pub tackled: bool,
    /// The exclusive option chosen in this phase (0 = none yet).
    pub option: u8,
    /// The slot that moved last and may still choose its place in the cell, or [`NOBODY`].
    pub last_mover: u8,
}

/// The restart that is being set up or taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stoppage {
    /// Which.
    pub restart: Restart,
    /// Who restarts.
    pub side: Side,
    /// Where.
    pub spot: Cell,
    /// Where the ball left the pitch, or the spot.
    pub exit: Point,
    /// Step of the set-up, from 1; 0 outside one.
    pub step: u8,
    /// What the running step asks.
    pub act: StepAct,
    /// The spot is settled.
    pub spot_chosen: bool,
    /// A change was called for at this throw-in.
    pub sub_called: bool,
    /// Who has been offered changes in this set-up, a bit a side.
    pub offered: u8,
    /// Changes still allowed in the running offer.
    pub may_change: u8,
    /// Changes that must still be made.
    pub must_change: u8,
    /// The occasion.
    pub window: Window,
    /// The throw-in has had its approach, P2 and P3.
    pub approached: bool,
    /// Tokens that may share the wall cell (0 = no wall).
    pub wall: u8,
    /// The wall cells that are in use.
    pub walls: CellSet,
    /// Tokens sent off in this stoppage.
    pub sent_off: u8,
    /// Cells from the spot to the nearest token of the side that restarts, when play stopped.
    pub nearest: u8,
}

impl Clock {
    /// The clock of a half that begins.
    #[must_use]
    pub const fn new(half: u8) -> Clock {
        Clock { half, tick: 0, idle: 0, ticked: false, extra: 0, goals: 0, changes: 0 }
    }
}

impl Turn {
    /// A turn of a side in which nothing has happened yet.
    #[must_use]
    pub const fn new(attack: Side) -> Turn {
        Turn {
            number: 0,
            attack,
            phase: 1,
            counter: false,
            kicks: 0,
            crosses: 0,
            shots: 0,
            first_time: FirstTime::None,
            longest: 0,
            total: 0,
            movers: 0,
            run: 0,
            nearest: 0,
            used: 0,
            moved: false,
            tackled: false,
            option: 0,
            last_mover: NOBODY,
        }
    }
}

impl Stoppage {
    /// A restart of a side at a cell, before its set-up.
    #[must_use]
    pub const fn new(restart: Restart, side: Side, spot: Cell, exit: Point) -> Stoppage {
        Stoppage {
            restart,
            side,
            spot,
            exit,
            step: 0,
            act: StepAct::None,
            spot_chosen: false,
            sub_called: false,
            offered: 0,
            may_change: 0,
            must_change: 0,
            window: Window::Setup,
            approached: false,
            wall: 0,
            walls: CellSet::EMPTY,
            sent_off: 0,
            nearest: NOBODY,
        }
    }
}

impl State {
    /// Where the ball may be sent on a square board, by [`super::Way`].
    #[must_use]
    pub fn sends(&self) -> &[CellSet; 5] {
        match &self.own {
            Own::Grid(grid) => &grid.sends,
            Own::Pitch(..) | Own::Dice(_) => &GridState::NEW.sends,
        }
    }

    /// The numbers that may be chosen in secret, bit 0 for 1.
    #[must_use]
    pub fn numbers(&self) -> u8 {
        match &self.own {
            Own::Grid(grid) => grid.numbers,
            Own::Pitch(..) | Own::Dice(_) => 0,
        }
    }

    /// Who may do what in the running phase or set-up step; nobody where the mechanics has no permits.
    #[must_use]
    pub fn permits(&self) -> &[Permit; MAX_PERMITS] {
        const NONE: &[Permit; MAX_PERMITS] = &[Permit::NONE; MAX_PERMITS];
        match &self.own {
            Own::Pitch(permits, _) => permits,
            Own::Grid(_) | Own::Dice(_) => NONE,
        }
    }

    /// The permits, to be changed: none where the mechanics has none.
    pub fn permits_mut(&mut self) -> &mut [Permit] {
        match &mut self.own {
            Own::Pitch(permits, _) => permits,
            Own::Grid(_) | Own::Dice(_) => &mut [],
        }
    }

    /// Where a shoot-out on the pitch is kept.
    pub fn shootout_mut(&mut self) -> Option<&mut Shootout> {
        match &mut self.own {
            Own::Pitch(_, shootout) => Some(shootout),
            Own::Grid(_) | Own::Dice(_) => None,
        }
    }

    /// The piece of a token.
    #[must_use]
    pub fn piece(&self, token: Token) -> &Piece {
        &self.pieces[token.index()]
    }

    /// The piece of a token, to be changed.
    pub fn piece_mut(&mut self, token: Token) -> &mut Piece {
        &mut self.pieces[token.index()]
    }

    /// The end a side attacks.
    #[must_use]
    pub fn attacks(&self, side: Side) -> End {
        match side {
            Side::Home => self.home_attacks,
            Side::Away => self.home_attacks.other(),
        }
    }

    /// The token in a slot of a side.
    #[must_use]
    pub fn slot(&self, side: Side, slot: usize) -> Option<Token> {
        match self.lineup[side.index()].get(slot) {
            Some(&member) if member != NOBODY => Some(Token::new(side, member)),
            _ => None,
        }
    }

    /// The slot a token fills.
    #[must_use]
    pub fn slot_of(&self, token: Token) -> Option<usize> {
        self.lineup[token.side().index()].iter().position(|m| *m == token.member())
    }

    /// The tokens of a side that are on the pitch, in slot order.
    pub fn on_pitch(&self, side: Side) -> impl Iterator<Item = Token> + '_ {
        let there = self.lined_up(side).filter(|(_, _, piece)| piece.on_pitch());
        there.map(move |(_, member, _)| Token::new(side, member))
    }

    /// The cells that tokens of a side stand on.
    #[must_use]
    pub fn occupied(&self, side: Side) -> CellSet {
        self.squad(side).iter().fold(CellSet::EMPTY, |cells, p| cells | p.cell.into())
    }

    /// The slots of a side that are filled, by which members of the squad, and their pieces.
    pub(super) fn lined_up(&self, side: Side) -> impl Iterator<Item = (usize, u8, &Piece)> {
        let squad = self.squad(side);
        // Nobody is no place in a squad.
        let piece = |member: u8| squad.get(usize::from(member));
        self.lineup[side.index()].iter().enumerate().filter_map(move |(slot, m)| Some((slot, *m, piece(*m)?)))
    }

    /// The pieces of a side, on the pitch or not; only one that is on it has a cell.
    pub(super) fn squad(&self, side: Side) -> &[Piece] {
        &self.pieces[side.index() * Token::PER_SIDE..][..Token::PER_SIDE]
    }

    /// The tokens of a side in a cell, in slot order: two may share it.
    pub(super) fn all_at(&self, cell: Cell, side: Side) -> impl Iterator<Item = Token> + '_ {
        let here = self.lined_up(side).filter(move |(_, _, piece)| piece.cell == Some(cell));
        here.map(move |(_, member, _)| Token::new(side, member))
    }

    /// The first token of a side in a cell.
    #[must_use]
    pub fn at(&self, cell: Cell, side: Side) -> Option<Token> {
        self.all_at(cell, side).next()
    }

    /// Players of a side on the pitch.
    #[must_use]
    pub fn players(&self, side: Side) -> usize {
        self.squad(side).iter().map(|p| usize::from(p.on_pitch())).sum()
    }

    /// The exact place of a token on the pitch.
    #[must_use]
    pub fn place(&self, board: &Board, token: Token) -> Option<Point> {
        self.piece(token).place(board)
    }

    /// The members on a side's bench, in squad order.
    pub fn bench(&self, side: Side) -> impl Iterator<Item = Token> + '_ {
        Token::of(side).filter(|t| self.piece(*t).status == Status::Bench)
    }

    /// The dice on the table, in a game that has them.
    #[must_use]
    pub fn hand(&self) -> Option<&Hand> {
        match &self.own {
            Own::Dice(hand) => Some(hand),
            Own::Pitch(..) | Own::Grid(_) => None,
        }
    }

    /// The shoot-out; one that has not begun where there is none.
    #[must_use]
    pub fn shootout(&self) -> Shootout {
        match &self.own {
            Own::Pitch(_, shootout) => *shootout,
            Own::Dice(hand) => hand.shootout,
            Own::Grid(_) => Shootout::NONE,
        }
    }

    /// Extra time was or is played.
    #[must_use]
    pub fn extra_time(&self) -> bool {
        self.clock.half > 2
    }

    /// The side that has won, by goals or by the shoot-out; `None` while they are level.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        let ahead = |of: [u8; 2]| match of[0].cmp(&of[1]) {
            std::cmp::Ordering::Greater => Some(Side::Home),
            std::cmp::Ordering::Less => Some(Side::Away),
            std::cmp::Ordering::Equal => None,
        };
        ahead(self.score).or_else(|| ahead(self.shootout().goals))
    }

    /// The match is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }
}

// Every action copies the state: whoever adds to it shrinks something else.
const _: () = assert!(size_of::<State>() <= 2048);
