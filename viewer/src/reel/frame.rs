//! The match at one moment, and how an event changes it.

use super::arena::Arena;
use crate::geom::{Pt, pt};
use touchline_core::game::{KeeperPose, Status};
use touchline_core::kick::Pose;
use touchline_core::plugin::Restart;
use touchline_core::record::{Entry, Event, Keyframe, TokenFrame};
use touchline_core::{End, Side, Token};

/// One piece at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Man {
    /// Where he stands, in centimetres of the board; `None` off it.
    pub(crate) at: Option<Pt>,
    pub(crate) status: Status,
    pub(crate) lying: bool,
    /// He keeps goal with the rod.
    pub(crate) rod: bool,
    pub(crate) cautions: u8,
    /// Only the first this many of his sections count.
    pub(crate) active: u8,
    /// His move of the turn is spent.
    pub(crate) spent: bool,
    pub(crate) injured: bool,
    /// His exact place in the cell is not in the file yet: a keyframe will tell.
    guessed: bool,
}

const ABSENT: Man = Man {
    at: None,
    status: Status::Absent,
    lying: false,
    rod: false,
    cautions: 0,
    active: u8::MAX,
    spent: false,
    injured: false,
    guessed: false,
};

/// The ball at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ball {
    pub(crate) at: Pt,
    pub(crate) carrier: Option<Token>,
    pub(crate) in_hand: bool,
}

/// Everything that is drawn of the match at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) men: [Man; Token::COUNT],
    pub(crate) ball: Ball,
    pub(crate) score: [u8; 2],
    pub(crate) half: u8,
    pub(crate) tick: u8,
    pub(crate) turn: u16,
    pub(crate) phase: u8,
    pub(crate) attack: Side,
    pub(crate) restart: Restart,
    pub(crate) home_attacks: End,
    /// The event of the kick whose path is still to be seen.
    pub(crate) kick: Option<usize>,
    /// The first event of the dice and duel that are still to be seen.
    pub(crate) duel: Option<usize>,
    settled: bool,
    /// Tokens in each side's wall.
    pub(crate) walls: [u8; 2],
    /// The shoot-out, once there is one.
    pub(crate) shootout: Option<Shootout>,
}

/// A shoot-out as far as it has got, home first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shootout {
    pub(crate) goals: [u8; 2],
    /// How many attempts have been made.
    pub(crate) taken: [u8; 2],
    /// A bit for each attempt, the first lowest: whether it went in.
    scored: [u64; 2],
}

impl Shootout {
    /// Whether the attempts of a side went in, the first first.
    pub(crate) fn attempts(&self, side: Side) -> impl Iterator<Item = bool> {
        let scored = self.scored[side.index()];
        (0..self.taken[side.index()].min(64)).map(move |n| scored >> n & 1 == 1)
    }

    fn attempt(&mut self, side: Side, scored: bool) {
        let (side, bit) = (side.index(), u32::from(self.taken[side.index()]));
        self.taken[side] = self.taken[side].saturating_add(1);
        self.scored[side] |= u64::from(scored).checked_shl(bit).unwrap_or(0);
    }
}

impl Frame {
    /// Before anything has happened.
    pub(super) fn new(arena: &Arena, members: [usize; 2]) -> Frame {
        let mut men = [ABSENT; Token::COUNT];
        for token in Token::all() {
            if usize::from(token.member()) < members[token.side().index()] {
                men[token.index()].status = Status::Bench;
            }
        }
        Frame {
            men,
            ball: Ball { at: arena.centre(), carrier: None, in_hand: false },
            score: [0; 2],
            half: 1,
            tick: 0,
            turn: 0,
            phase: 1,
            attack: Side::Home,
            restart: Restart::None,
            home_attacks: End::Right,
            kick: None,
            duel: None,
            settled: false,
            walls: [0; 2],
            shootout: None,
        }
    }

    pub(crate) fn man(&self, token: Token) -> &Man {
        &self.men[token.index()]
    }

    fn man_mut(&mut self, token: Token) -> &mut Man {
        &mut self.men[token.index()]
    }

    /// The end a side attacks.
    pub(crate) fn attacks(&self, side: Side) -> End {
        if side == Side::Home { self.home_attacks } else { self.home_attacks.other() }
    }

    /// Those on the pitch.
    pub(crate) fn on_pitch(&self) -> impl Iterator<Item = (Token, Pt)> + '_ {
        Token::all().filter_map(|t| self.man(t).at.map(|at| (t, at)))
    }

    /// The frame after an event.
    pub(super) fn after(&self, number: usize, entry: &Entry, arena: &Arena, change_ends: bool) -> Frame {
        let mut next = *self;
        next.half = entry.half;
        next.tick = entry.tick;
        next.turn = entry.turn;
        next.phase = entry.phase;
        next.happen(number, &entry.event, arena, change_ends);
        next
    }

    fn happen(&mut self, number: usize, event: &Event, arena: &Arena, change_ends: bool) {
        match event {
            Event::Half { number, .. } => {
                if *number > 1 && change_ends {
                    self.change_ends(arena);
                }
                self.clear_marks();
            }
            Event::Restart { restart, side, spot } => {
                self.clear_marks();
                self.restart = *restart;
                self.attack = *side;
                self.ball =
                    Ball { at: arena.place(spot.as_str()).unwrap_or(self.ball.at), carrier: None, in_hand: false };
            }
            Event::Setup { side, wall, tokens, .. } => {
                self.walls[side.index()] = *wall;
                for placed in tokens {
                    let man = self.man_mut(placed.token);
                    man.at = Some(pt(placed.at.x as f32, placed.at.y as f32));
                    man.status = Status::Pitch;
                    (man.lying, man.rod, man.guessed) = (false, false, false);
                }
            }
            Event::Substitution { off, on, .. } => {
                let place = self.man(*off).at;
                let leaving = self.man_mut(*off);
                (leaving.at, leaving.status) = (None, Status::TakenOff);
                let coming = self.man_mut(*on);
                (coming.at, coming.status) = (place, Status::Pitch);
                if self.ball.carrier == Some(*off) {
                    self.ball.carrier = Some(*on);
                }
            }
            Event::Approach { token, to, .. } => {
                self.settle(*token, to.as_str(), arena);
                self.give(*token);
            }
            Event::Run { token, to, .. } => self.settle(*token, to.as_str(), arena),
            Event::Keeper { token, cell, pose } => {
                if !arena.is_in(self.man(*token).at, cell.as_str()) {
                    self.settle(*token, cell.as_str(), arena);
                }
                let man = self.man_mut(*token);
                man.lying = *pose == KeeperPose::Lie;
                man.rod = *pose == KeeperPose::Rod;
            }
            Event::Declared { token, .. } => {
                self.kick = None;
                self.duel = None;
                self.give(*token);
            }
            Event::Kick { rest, .. } => {
                self.kick = Some(number);
                self.duel = None;
                self.restart = Restart::None;
                self.ball = Ball { at: pt(rest.x as f32, rest.y as f32), carrier: None, in_hand: false };
            }
            Event::Sent { at, receiver, .. } => {
                self.kick = Some(number);
                self.duel = None;
                self.restart = Restart::None;
                self.ball = Ball { at: pt(at.x as f32, at.y as f32), carrier: *receiver, in_hand: false };
            }
            Event::Pushed { token, at } | Event::Shift { token, at, .. } => {
                self.stand(*token, pt(at.x as f32, at.y as f32))
            }
            Event::Move { token, at, .. } => {
                self.stand(*token, pt(at.x as f32, at.y as f32));
                self.duel = None;
            }
            Event::Possession { token, side, how, .. } => {
                self.attack = *side;
                self.give(*token);
                self.ball.in_hand = *how == touchline_core::plugin::How::Save;
            }
            Event::GotUp { token } => (self.man_mut(*token).lying, self.man_mut(*token).rod) = (false, false),
            Event::LaidDown { token } => self.man_mut(*token).lying = true,
            Event::Die { .. } | Event::Duel { .. } => {
                // Dice that follow a settled duel belong to something else.
                self.duel = self.duel.filter(|_| !self.settled).or(Some(number));
                self.settled = matches!(event, Event::Duel { .. });
            }
            Event::Foul { offender: Some(token), cautions, sent_off, .. } => {
                let man = self.man_mut(*token);
                man.cautions = *cautions;
                if *sent_off {
                    (man.at, man.status) = (None, Status::SentOff);
                    if self.ball.carrier == Some(*token) {
                        self.ball.carrier = None;
                    }
                }
            }
            Event::Goal { score, .. } | Event::End { score, .. } => self.score = *score,
            Event::Absent { token, stand_in: false, .. } => {
                (self.man_mut(*token).at, self.man_mut(*token).status) = (None, Status::Absent);
            }
            Event::Whistle { verdict, .. } if verdict == "shootout" => self.shootout = Some(Shootout::default()),
            Event::Shootout { side, total } => {
                let shootout = self.shootout.get_or_insert_default();
                shootout.attempt(*side, true);
                shootout.goals = *total;
            }
            // One that goes in has an event of its own.
            Event::Flight { outcome } if outcome != "goal" => {
                let side = self.attack;
                if let Some(shootout) = &mut self.shootout {
                    shootout.attempt(side, false);
                }
            }
            Event::Turn { side, .. } => {
                self.attack = *side;
                self.kick = None;
                self.duel = None;
                self.walls = [0; 2];
                for man in &mut self.men {
                    (man.spent, man.rod) = (false, false);
                }
            }
            Event::Slot { slot, who: Some(token), value, .. } if slot.contains("injur") => {
                self.man_mut(*token).injured = *value > 0;
            }
            _ => {}
        }
    }

    fn clear_marks(&mut self) {
        (self.kick, self.duel, self.walls) = (None, None, [0; 2]);
    }

    fn stand(&mut self, token: Token, at: Pt) {
        let man = self.man_mut(token);
        (man.at, man.guessed) = (Some(at), false);
    }

    /// Into a cell, on a place of it where nobody stands.
    fn settle(&mut self, token: Token, cell: &str, arena: &Arena) {
        let taken: Vec<Pt> = self.on_pitch().filter(|(t, _)| *t != token).map(|(_, at)| at).collect();
        if let Some(at) = arena.free_place(cell, &taken) {
            let man = self.man_mut(token);
            (man.at, man.guessed) = (Some(at), true);
        }
    }

    fn give(&mut self, token: Token) {
        if let Some(at) = self.man(token).at {
            self.ball = Ball { at, carrier: Some(token), in_hand: false };
        }
    }

    fn change_ends(&mut self, arena: &Arena) {
        self.home_attacks = self.home_attacks.other();
        for man in &mut self.men {
            man.at = man.at.map(|at| arena.rotated(at));
        }
    }

    /// Takes over what a keyframe says.
    pub(super) fn correct(&mut self, truth: &Keyframe) {
        (self.half, self.tick, self.turn, self.phase) = (truth.half, truth.tick, truth.turn, truth.phase);
        // Not the restart: a keyframe names the last one, whether it has been taken or not.
        self.attack = truth.attack;
        if let Some(goals) = truth.shootout {
            self.shootout.get_or_insert_default().goals = goals;
        }
        (self.score, self.home_attacks) = (truth.score, truth.home_attacks);
        let at = pt(truth.ball.at.x as f32, truth.ball.at.y as f32);
        self.ball = Ball { at, carrier: truth.ball.carrier, in_hand: truth.ball.in_hand };
        // Before the first set-up both teams stand in the same shape, on top of one another.
        let place = |t: &TokenFrame| t.at.map(|at| (at.x.to_bits(), at.y.to_bits()));
        let mut places: Vec<_> = truth.tokens.iter().filter_map(place).collect();
        places.sort_unstable();
        let tangled = truth.events == 0 && places.windows(2).any(|w| w[0] == w[1]);
        for token in &truth.tokens {
            let man = self.man_mut(token.token);
            man.at = token.at.filter(|_| !tangled).map(|p| pt(p.x as f32, p.y as f32));
            man.status = token.status;
            man.lying = token.pose != Pose::Standing;
            man.cautions = token.cautions;
            man.spent = token.spent;
            man.active = token.active.unwrap_or(u8::MAX);
            man.guessed = false;
        }
    }

    /// Only the first so many of his sections count; all of them without a number.
    pub(super) fn set_active(&mut self, token: Token, sections: Option<u8>) {
        self.man_mut(token).active = sections.unwrap_or(u8::MAX);
    }

    /// Where a guess can be made good: the place a keyframe gives to somebody who has not moved since.
    pub(super) fn improve(&mut self, token: Token, at: Pt, arena: &Arena) -> bool {
        let man = self.man_mut(token);
        let same = man.guessed && man.at.is_some_and(|guess| arena.same_cell(guess, at));
        if same {
            man.at = Some(at);
            if self.ball.carrier == Some(token) {
                self.ball.at = at;
            }
        }
        same
    }
}
