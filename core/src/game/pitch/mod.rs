//! The mechanics of the hex pitch: turns of three phases, kicks, calculation of distance, moves, set-ups.
//!
//! [`Machine`] plays one action on a state and goes on until the next decision. Every ruling is asked from the
//! [`Referee`]; the files beside this one hold one noun each.

mod clock;
mod cod;
mod declare;
mod duel;
mod explain;
mod facts;
mod flight;
mod foul;
mod moves;
mod permits;
mod phase;
mod place;
mod possession;
mod setup;
mod start;
mod substitution;

use super::action::{Action, Offer};
use super::error::MatchError;
use super::legal::Legal;
use super::play::Play;
use super::state::{Ending, Stage, State};
use crate::board::{Board, Cell};
use crate::plugin::{Answer, Hook, MAX_FACTS, Question, Referee, Ruling};
use crate::record::{CellName, Entry, Event, RulingNote, note};
use crate::rules::Ruleset;
use crate::{Side, Token};
use std::rc::Rc;

/// The result of a step of the machine.
type Flow = Result<(), MatchError>;

/// Plays actions on a state.
pub(crate) struct Machine<'a> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) referee: &'a dyn Referee,
    pub(crate) play: &'a mut Play,
}

/// A question that was put and answered.
struct Ruled {
    hook: Hook,
    facts: [i64; MAX_FACTS],
    answer: Rc<Answer>,
}

impl Ruled {
    fn ruling(&self) -> Ruling {
        self.answer.ruling
    }

    /// The word of the answer; a rule that answered has one.
    fn word(&self) -> u8 {
        self.answer.word.unwrap_or_default()
    }
}

impl Machine<'_> {
    fn state(&self) -> &State {
        &self.play.state
    }

    fn state_mut(&mut self) -> &mut State {
        &mut self.play.state
    }

    fn board(&self) -> &Board {
        &self.rules.board
    }

    fn ask<Q: Question>(&mut self, question: Q, who: &[Option<Token>]) -> Result<Ruled, MatchError> {
        let facts = question.pack();
        let answer = self.referee.call(Q::HOOK, &facts, who, self.play)?;
        Ok(Ruled { hook: Q::HOOK, facts, answer })
    }

    fn recording(&self) -> bool {
        self.play.recorder.is_some()
    }

    fn name(&self, cell: Cell) -> CellName {
        CellName::new(self.rules.board.cell_name(cell))
    }

    /// Logs an event; the closure runs only if a log is kept.
    fn log(&mut self, event: impl FnOnce(&Self) -> Event) {
        if self.recording() {
            let event = event(self);
            self.push(event, None);
        }
    }

    /// Logs an event with the ruling behind it.
    fn log_ruled(&mut self, ruled: &Ruled, event: impl FnOnce(&Self) -> Event) {
        if self.recording() {
            let event = event(self);
            let note = note::of(self.rules, ruled.hook, &ruled.facts, &ruled.answer, ruled.ruling());
            self.push(event, note);
        }
    }

    /// Logs an event with the question behind it, ruled by the author of one part of the answer.
    fn log_with(&mut self, ruled: &Ruled, author: Option<Ruling>, event: impl FnOnce(&Self) -> Event) {
        if self.recording() {
            let event = event(self);
            let ruling = author.unwrap_or(ruled.ruling());
            let note = note::of(self.rules, ruled.hook, &ruled.facts, &ruled.answer, ruling);
            self.push(event, note);
        }
    }

    /// Logs an event that a clause allowed earlier.
    fn log_clause(&mut self, hook: Hook, author: Option<Ruling>, event: impl FnOnce(&Self) -> Event) {
        if self.recording() {
            let event = event(self);
            let note = author.and_then(|ruling| note::clause(self.rules, hook, ruling));
            self.push(event, note);
        }
    }

    fn push(&mut self, event: Event, ruling: Option<RulingNote>) {
        let state = &self.play.state;
        let entry = Entry {
            half: state.clock.half,
            tick: state.clock.tick,
            turn: state.turn.number,
            phase: state.turn.phase,
            event,
            ruling,
        };
        if let Some(recorder) = &mut self.play.recorder {
            recorder.event(entry);
        }
    }

    /// Plays one legal action, then every decision that has only one answer.
    pub(crate) fn apply(&mut self, action: Action) -> Flow {
        if !self.state().is_legal(self.board(), action) {
            return Err(self.refusal(action));
        }
        self.perform(action)?;
        self.settle()
    }

    /// Makes forced decisions until a real one is due.
    pub(crate) fn settle(&mut self) -> Flow {
        while !self.state().is_over() {
            if self.state().decisions >= self.rules.mechanics.max_decisions {
                self.finish(Ending::Abandoned, "too many decisions");
                break;
            }
            // A scenario names every decision, so that it can also check what is refused where only one thing is legal.
            if self.play.script.is_some() {
                break;
            }
            let Some(action) = self.state().only_action(self.board()) else { break };
            self.log(|m| Event::Auto {
                side: m.state().to_act,
                stage: m.state().stage,
                id: m.rules.layout.id(super::view::seen(m.board(), m.state(), action)),
            });
            self.perform(action)?;
        }
        Ok(())
    }

    fn perform(&mut self, action: Action) -> Flow {
        let side = self.state().to_act;
        self.state_mut().decisions += 1;
        self.play.tally.decisions[side.index()] += 1;
        match (self.state().stage, action) {
            (Stage::Spot, Action::PickCell(cell)) => self.spot_chosen(cell),
            (Stage::Change, Action::Change(slot, bench)) => self.change(slot.index(), bench),
            (Stage::Change, Action::Take(Offer::Decline)) => self.changes_done(),
            (Stage::Place, Action::Move(slot, cell)) => self.put(slot.index(), cell),
            (Stage::Place, Action::Formation(shape, wall)) => self.hand_in(shape, wall),
            (Stage::Approach, Action::PickToken(slot)) => self.approach(slot.index()),
            (Stage::Declare, Action::Declare(intent, technique)) => self.declared(intent, technique),
            (Stage::KeeperCell, Action::PickCell(cell)) => self.keeper_cell(cell),
            (Stage::KeeperCell | Stage::KeeperPose, Action::Pose(pose)) => self.keeper_pose(pose),
            (Stage::KeeperCell, Action::Take(Offer::Decline)) => self.no_preparation(),
            (Stage::Aim, Action::Aim(aim, pace)) => self.kick(aim, pace),
            (Stage::Winner, Action::PickToken(slot)) => self.winner_named(slot.index()),
            (Stage::Line, Action::PickCell(cell)) => self.run_to(cell),
            (Stage::Reception, Action::Take(Offer::Decline)) => self.reception_over(None),
            (Stage::Reception, Action::Take(offer)) => self.reception_over(Some(offer)),
            (Stage::Attack | Stage::Defence, Action::Move(slot, cell)) => self.move_to(slot.index(), cell),
            (Stage::Attack | Stage::Defence, Action::Shift(slot, spot)) => self.shift(slot.index(), spot),
            (Stage::Attack | Stage::Defence, Action::Take(Offer::End)) => self.end_moves(),
            (Stage::Defence | Stage::Tackle, Action::Take(Offer::Tackle)) => self.tackle(),
            (Stage::Tackle, Action::Take(Offer::Decline)) => self.no_tackle(),
            (Stage::Push, Action::PickCell(cell)) => self.pushed_to(cell),
            _ => Err(self.refusal(action)),
        }
    }

    /// Sets the pending decision; nothing is legal until the caller says so.
    fn decide(&mut self, side: Side, stage: Stage) -> &mut Legal {
        let state = self.state_mut();
        state.to_act = side;
        state.stage = stage;
        state.legal = Legal::NOTHING;
        &mut state.legal
    }

    fn finish(&mut self, ending: Ending, reason: &str) {
        self.decide(Side::Home, Stage::Over);
        self.state_mut().ending = Some(ending);
        self.log(|m| Event::End { score: m.state().score, ending, reason: reason.to_owned() });
    }
}
