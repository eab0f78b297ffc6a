//! The whole state of a match: plain data, copied in nanoseconds.

use super::action::Intent;
use super::dice::Hand;
use super::legal::Legal;
use super::permit::{MAX_PERMITS, Permit};
use super::piece::{Piece, Status};
use super::shootout::Shootout;
use crate::board::{Board, Cell, CellSet, Point};
use crate::kick::{Exit, Technique};
use crate::plugin::{
    ActWord, Announced, BallSource, Dribble, DuelAnswer, DuelKind, FirstTime, How, Kind, Knocked, Part, Restart,
    Skills, StepAct, Where, Window, words,
};
use crate::rules::GameKind;
use crate::{End, Side, Token};

/// Bytes that all plugins together may keep in a match.
pub const SLOT_BYTES: usize = 512;
/// Marks an empty slot of the line-up.
pub const NOBODY: u8 = u8::MAX;
/// Opponents that one dribble may have to beat.
pub const MAX_BLOCKERS: usize = 3;
/// Touches that one kick remembers.
pub const MAX_TOUCHES: usize = 8;

words! {
    /// What is to be decided now.
    Stage {
        Over = "over", Spot = "spot", Change = "change", Place = "place", Approach = "approach", Declare = "declare",
        KeeperCell = "keeper_cell", KeeperPose = "keeper_pose", Aim = "aim", Winner = "winner", Line = "line",
        Reception = "reception", Attack = "attack", Defence = "defence", Tackle = "tackle", Push = "push",
        Turn = "turn", Taker = "taker", Pick = "pick",
        Step = "step", Slide = "slide", SlidePose = "slide_pose", Round = "round", Bonus = "bonus", Foul = "foul",
        Throw = "throw", Double = "double", Stop = "stop",
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
    /// The face of the last die.
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
    /// Who may do what in the running phase or set-up step.
    pub permits: [Permit; MAX_PERMITS],
    /// What is legal.
    pub legal: Legal,
    /// What plugins remember.
    pub slots: [u8; SLOT_BYTES],
    /// How it ended, once it has.
    pub ending: Option<Ending>,
    /// What only this mechanics keeps.
    pub own: Own,
}

/// What one mechanics keeps that the others have not: a few bytes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// The shoot-out.
    Pitch(Shootout),
    /// What a square board remembers.
    Grid(GridState),
    /// The dice on the table.
    Dice(Hand),
}

/// What the mechanics of a square board remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridState {
    /// Per side: the member who keeps goal, or [`NOBODY`].
    pub keepers: [u8; 2],
    /// The pawn that lost the ball in the turn before.
    pub robbed: Option<Token>,
    /// The pawn that lost the ball in this turn.
    pub victim: Option<Token>,
    /// What the turn was used for.
    pub act: ActWord,
    /// The first of two hidden picks; 0 while none is sealed.
    pub sealed: u8,
    /// Sides whose formation is still hidden, a bit each.
    pub hidden: u8,
    /// Legal now, per [`super::Way`]: cells the ball may be sent to.
    pub sends: [CellSet; 5],
    /// Legal now: numbers that may be chosen in secret, bit 0 for 1.
    pub numbers: u8,
}

impl GridState {
    /// Before a match.
    pub const NEW: GridState = GridState {
        keepers: [NOBODY; 2],
        robbed: None,
        victim: None,
        act: ActWord::None,
        sealed: 0,
        hidden: 0,
        sends: [CellSet::EMPTY; 5],
        numbers: 0,
    };
}

impl Own {
    /// As it is before a match.
    #[must_use]
    pub const fn of(kind: GameKind) -> Own {
        match kind {
            GameKind::Pitch => Own::Pitch(Shootout::NONE),
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
    /// The token of the running question: the winner of the ball, or the one to be shifted.
    pub token: Option<Token>,
    /// Cells the nearest candidate was away.
    pub nearest: u8,
    /// Cells its winner ran to it.
    pub run: u8,
    /// Skills of the standing opponent in the receiver's cell when the ball was kicked.
    pub marked_before: Skills,
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
            token: None,
            nearest: 0,
            run: 0,
            marked_before: Skills(0),
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
        }
    }
}

impl State {
    /// Where the ball may be sent on a square board, by [`super::Way`].
    #[must_use]
    pub fn sends(&self) -> &[CellSet; 5] {
        match &self.own {
            Own::Grid(grid) => &grid.sends,
            Own::Pitch(_) | Own::Dice(_) => &GridState::NEW.sends,
        }
    }

    /// The numbers that may be chosen in secret, bit 0 for 1.
    #[must_use]
    pub fn numbers(&self) -> u8 {
        match &self.own {
            Own::Grid(grid) => grid.numbers,
            Own::Pitch(_) | Own::Dice(_) => 0,
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
        self.lineup[side.index()]
            .iter()
            .filter(|m| **m != NOBODY)
            .map(move |m| Token::new(side, *m))
            .filter(|t| self.piece(*t).on_pitch())
    }

    /// The cells that tokens of a side stand on.
    #[must_use]
    pub fn occupied(&self, side: Side) -> CellSet {
        self.squad(side).iter().filter_map(|p| p.cell).collect()
    }

    /// The pieces of a side, on the pitch or not; only one that is on it has a cell.
    fn squad(&self, side: Side) -> &[Piece] {
        &self.pieces[side.index() * Token::PER_SIDE..][..Token::PER_SIDE]
    }

    /// The first token of a side in a cell.
    #[must_use]
    pub fn at(&self, cell: Cell, side: Side) -> Option<Token> {
        // In slot order: two may share a cell.
        let here = |m: &&u8| **m != NOBODY && self.piece(Token::new(side, **m)).cell == Some(cell);
        self.lineup[side.index()].iter().find(here).map(|m| Token::new(side, *m))
    }

    /// Players of a side on the pitch.
    #[must_use]
    pub fn players(&self, side: Side) -> usize {
        self.squad(side).iter().filter(|p| p.on_pitch()).count()
    }

    /// The exact place of a token on the pitch.
    #[must_use]
    pub fn place(&self, board: &Board, token: Token) -> Option<Point> {
        let piece = self.piece(token);
        let centre = board.centre(piece.cell?);
        Some(Point::new(centre.x + f64::from(piece.dx) / 100.0, centre.y + f64::from(piece.dy) / 100.0))
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
            Own::Pitch(_) | Own::Grid(_) => None,
        }
    }

    /// The shoot-out; one that has not begun where there is none.
    #[must_use]
    pub fn shootout(&self) -> Shootout {
        match &self.own {
            Own::Pitch(shootout) => *shootout,
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

// Every action copies the state: whoever adds to it shrinks something else. The aim is 2,048.
const _: () = assert!(size_of::<State>() <= 2304);
