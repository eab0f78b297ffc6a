//! The bot that plays football: keeps a shape, marks, passes forward, shoots when in range, prepares its keeper.
//!
//! One file a noun: what a ruleset makes of the pitch ([`book`]), the table at one decision ([`sight`]), then a file for
//! each thing a coach thinks about. Worth is counted in goals to expect, so that shots, crosses and passes compare.

mod bench;
mod book;
mod dice;
mod dribbling;
mod duelling;
mod fraction;
mod keeper;
mod lane;
mod marking;
mod moving;
mod odds;
mod passing;
mod plan;
mod setup;
mod shooting;
mod sight;
mod stepping;

pub use fraction::Fraction;
pub use odds::{Odds, Want};

use super::squares::Squares;
use super::{Bot, Random};
use crate::board::Cell;
use crate::game::{Action, AimAt, Intent, Match, Offer, Slot, Stage, State};
use crate::kick::Technique;
use crate::rules::Game;
use book::Book;
use passing::Idea;
use plan::Plan;
use rand::Rng;
use rand::rngs::ChaCha8Rng;
use sight::Sight;
use std::sync::Arc;

/// How far off the offside line is seen at most, in centimetres.
const SQUINT: f64 = 4.0;

/// Sensible football on the hex pitch.
#[derive(Debug)]
pub struct Coach {
    rng: ChaCha8Rng,
    /// Answers what this coach has no opinion about.
    anything: Random,
    book: Option<Arc<Book>>,
    /// The shape this coach likes, drawn once.
    shape: u32,
    plan: Plan,
    /// The aim thought of when the kick was declared, and the number of that kick.
    idea: Option<(u32, Idea)>,
    /// Thinks on square boards.
    squares: Squares,
}

impl Coach {
    /// A coach with a taste of its own, drawn from the seed.
    #[must_use]
    pub fn new(seed: u64) -> Coach {
        let mut rng = super::stream(seed);
        let shape = rng.next_u32();
        let (anything, squares) = (Random::new(!seed), Squares::new(seed));
        Coach { rng, anything, book: None, shape, plan: Plan::NONE, idea: None, squares }
    }

    /// The tables for the match's ruleset, made when it is first seen.
    fn book(&mut self, m: &Match) -> Arc<Book> {
        match &self.book {
            Some(book) if Arc::ptr_eq(&book.rules, m.rules()) => Arc::clone(book),
            _ => {
                let book = Book::of(m.rules());
                self.book = Some(Arc::clone(&book));
                book
            }
        }
    }

    /// A number in 0–1 from the coach's own stream.
    fn unit(&mut self) -> f64 {
        f64::from(self.rng.next_u32()) / f64::from(u32::MAX)
    }

    fn think(&mut self, m: &Match, book: &Book) -> Option<Action> {
        let squint = SQUINT * (2.0 * self.unit() - 1.0);
        if matches!(m.state().stage, Stage::Attack | Stage::Defence) && self.plan.fits(m) {
            return self.plan.next(m).or(Some(Action::Take(Offer::End)));
        }
        if let Some(aim) = self.intended(m.state()) {
            return Some(aim);
        }
        let sight = Sight::new(m, book, squint);
        let shapes = m.rules().formations.iter().len().max(1) as u32;
        let usual = (self.shape % shapes) as u8;
        match m.state().stage {
            Stage::Spot => sight.spot(),
            Stage::Change => Some(sight.change()),
            Stage::Place => Some(sight.place(sight.shape(usual))),
            Stage::Approach => sight.thrower(),
            Stage::Declare => self.declare(&sight),
            Stage::KeeperCell => Some(sight.prepare_keeper()),
            Stage::KeeperPose => Some(sight.pose()),
            Stage::Aim => aim(&sight),
            Stage::Settle => Some(sight.settle()),
            Stage::Winner => winner(&sight),
            Stage::Opponent => self.idea.and_then(|(_, idea)| sight.opponent(idea.aim?)),
            Stage::Line | Stage::Push => best_cell(&sight),
            Stage::Reception => Some(reception(&sight)),
            Stage::Attack => {
                self.plan = sight.plan_attack(sight.shape(usual));
                self.plan.next(m).or(Some(Action::Take(Offer::End)))
            }
            Stage::Defence => self.defend(&sight, usual),
            Stage::Tackle => Some(sight.tackle()),
            Stage::Step => Some(sight.step()),
            Stage::Slide => Some(sight.slide()),
            Stage::SlidePose => Some(sight.slide_pose()),
            Stage::Round => Some(sight.round()),
            Stage::Bonus => Some(sight.bonus()),
            Stage::Foul => Some(sight.deliberate_foul()),
            Stage::Over | Stage::Turn | Stage::Taker | Stage::Pick | Stage::Throw | Stage::Double | Stage::Stop => None,
        }
    }

    fn declare(&mut self, sight: &Sight<'_>) -> Option<Action> {
        let idea = sight.best_idea(sight.state().legal.declare)?;
        self.idea = Some((sight.state().kicks, idea));
        Some(Action::Declare(idea.intent, idea.technique))
    }

    /// The aim that came with the declared idea, once it is asked for.
    fn intended(&self, state: &State) -> Option<Action> {
        let (kick, idea) = self.idea.filter(|_| state.legal.aim == AimAt::Pitch && !state.kick.round)?;
        idea.aim.filter(|_| kick == state.kicks)
    }

    fn defend(&mut self, sight: &Sight<'_>, usual: u8) -> Option<Action> {
        let m = sight.m;
        if sight.state().turn.used == 0 {
            let temper = self.unit();
            if let Some(action) = sight.challenge(temper).filter(|a| m.is_legal(*a)) {
                return Some(action);
            }
        }
        self.plan = sight.plan_defence(sight.shape(usual));
        self.plan.next(m).or(Some(Action::Take(Offer::End)))
    }
}

impl Bot for Coach {
    fn choose(&mut self, m: &Match) -> Action {
        match &m.rules().game {
            Game::Pitch(_) => self.football(m),
            Game::Grid(_) => self.squares.choose(m),
            Game::Dice(dice) => match dice::choose(m, dice) {
                Some(action) if m.is_legal(action) => action,
                _ => self.anything.choose(m),
            },
        }
    }
}

impl Coach {
    fn football(&mut self, m: &Match) -> Action {
        if matches!(m.state().stage, Stage::Attack | Stage::Defence)
            && self.plan.fits(m)
            && let Some(action) = self.plan.next(m)
        {
            return action;
        }
        let book = self.book(m);
        match self.think(m, &book) {
            Some(action) if m.is_legal(action) => action,
            _ => self.anything.choose(m),
        }
    }
}

/// The bit of an intent and a technique among what may be declared.
const fn bit(intent: Intent, technique: Technique) -> u32 {
    1 << (3 * intent as u32 + technique as u32)
}

/// Where to kick to, when no idea came with an aim.
fn aim(sight: &Sight<'_>) -> Option<Action> {
    let state = sight.state();
    if state.legal.aim == AimAt::Goal {
        return Some(sight.aim_at_goal());
    }
    if state.kick.round {
        return sight.round_aim();
    }
    sight.best_pass(bit(Intent::Pass, state.kick.technique)).and_then(|idea| idea.aim)
}

/// Who of those level takes the ball: the one whose skill is worth most there.
fn winner(sight: &Sight<'_>) -> Option<Action> {
    let state = sight.state();
    let line = sight.onside_line(state.kick.origin) + 0.05;
    let kicker = state.kick.kicker;
    let own_kick = kicker.is_some_and(|k| k.side() == sight.me);
    let rank = |man: &sight::Man| {
        let offside = own_kick && kicker != Some(man.token) && sight.advance(man.at, sight.end) > line;
        let skilled = man.skills.0 & (sight.book.passer.0 | sight.book.shooter.0) != 0;
        let touched = state.kick.touches.contains(&Some(man.token));
        (!offside, touched, skilled, !man.keeper)
    };
    let level = sight.ours.iter().filter(|m| state.legal.tokens >> m.slot & 1 == 1);
    level.max_by_key(|m| rank(m)).map(|m| Action::PickToken(Slot(m.slot as u8)))
}

/// The cell where the ball is worth most to us.
fn best_cell(sight: &Sight<'_>) -> Option<Action> {
    let worth = |cell: Cell| sight.book.worth[sight.end.index()][cell.index()];
    let cells = sight.state().legal.pickable();
    cells.iter().max_by(|a, b| worth(*a).total_cmp(&worth(*b))).map(Action::PickCell)
}

/// Whether a receiver uses his first touch.
fn reception(sight: &Sight<'_>) -> Action {
    let offers = sight.state().legal.offers;
    let may = |offer: Offer| offers >> offer as u32 & 1 == 1;
    // In the keeper's hands nobody can reach the ball while the side takes up its places.
    if may(Offer::Hold) {
        return Action::Take(Offer::Hold);
    }
    let here = sight.book.worth[sight.end.index()][sight.state().ball.cell.index()];
    let bits = |intent: Intent| Technique::ALL.iter().fold(0, |bits, technique| bits | bit(intent, *technique));
    let mut best = (Action::Take(Offer::Decline), here);
    let mut weigh = |offer: Offer, worth: &dyn Fn(f64) -> Option<f64>| {
        if may(offer)
            && let Some(worth) = worth(best.1).filter(|w| *w > best.1)
        {
            best = (Action::Take(offer), worth);
        }
    };
    let on_foot = bits(Intent::Shot) & !bit(Intent::Shot, Technique::Head);
    weigh(Offer::Shot, &|floor| sight.best_shot(on_foot, floor).map(|s| s.1));
    weigh(Offer::Cross, &|_| sight.best_cross(bits(Intent::Cross)).map(|i| i.worth));
    weigh(Offer::Pass, &|_| sight.best_pass(bit(Intent::Pass, Technique::Low)).map(|i| i.worth));
    weigh(Offer::Pass, &|floor| sight.best_dribble(bits(Intent::Dribble), floor).map(|i| i.worth));
    best.0
}
