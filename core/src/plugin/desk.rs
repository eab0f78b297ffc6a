//! The desk: the match as the running call sees it, shared by the host and the methods of `m`.

use super::effect::Effect;
use super::mailbox::Mailbox;
use super::memo::MOST_STEPS;
use super::query::{Query, Sheets};
use super::stack::{Stack, Vocabulary};
use super::{Hook, HookError, Licence, MAX_FACTS};
use crate::Token;
use crate::board::Board;
use crate::game::{Piece, Play, Script, State, Status, Tally};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// What lies on the desk during a call. Between calls the match on it is stale and nobody looks at it.
pub(super) struct Desk {
    pub(super) stack: Rc<Stack>,
    pub(super) vocabulary: Vocabulary,
    pub(super) board: Arc<Board>,
    /// The skill whose first bearer on the pitch is the keeper; without one it is whoever fills the first slot.
    pub(super) keeper_skill: Option<u8>,
    /// Squads that plugins have looked at.
    pub(super) sheets: RefCell<Sheets>,
    play: RefCell<Option<Play>>,
    who: RefCell<Vec<Option<Token>>>,
    pub(super) hook: Cell<Hook>,
    facts: Cell<[i64; MAX_FACTS]>,
    mailbox: Mailbox,
    /// What the call has seen and done so far, with what came back.
    trace: RefCell<Vec<(Step, i64)>>,
    /// Facts read by the call that are in the trace already.
    traced: Cell<usize>,
    /// The call has changed the match.
    changed: Cell<bool>,
    /// Dice and notes of the call, which a log keeps.
    told: Cell<usize>,
    /// The script did not fit what was rolled.
    pub(super) script_fault: RefCell<Option<HookError>>,
}

/// Dice and notes that one question may bring.
const MOST_TOLD: usize = 64;

/// Something a chain of layers did on its way to an answer, other than to read parameters and the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It read a fact, by index.
    Read(u8),
    /// It looked at the match.
    Look(Query),
    /// It changed the match.
    Do(Effect),
}

/// A match as it was before a call, to come back to.
pub(super) struct Before {
    state: State,
    script: Option<Box<Script>>,
    mark: Option<crate::record::Mark>,
}

impl Before {
    pub(super) fn of(play: &Play) -> Before {
        let mark = play.recorder.as_ref().map(|r| r.mark());
        Before { state: play.state, script: play.script.clone(), mark }
    }

    /// Puts everything back.
    pub(super) fn restore(&self, play: &mut Play) {
        play.state = self.state;
        play.script.clone_from(&self.script);
        if let (Some(recorder), Some(mark)) = (play.recorder.as_mut(), self.mark) {
            recorder.rewind(mark);
        }
    }
}

impl Desk {
    pub(super) fn new(
        stack: Rc<Stack>,
        vocabulary: Vocabulary,
        board: Arc<Board>,
        keeper_skill: Option<u8>,
        mailbox: Mailbox,
    ) -> Desk {
        Desk {
            stack,
            vocabulary,
            board,
            keeper_skill,
            sheets: RefCell::default(),
            play: RefCell::new(None),
            who: RefCell::new(Vec::new()),
            hook: Cell::new(Hook::OnSquad),
            facts: Cell::new([0; MAX_FACTS]),
            mailbox,
            trace: RefCell::new(Vec::new()),
            traced: Cell::new(0),
            changed: Cell::new(false),
            told: Cell::new(0),
            script_fault: RefCell::new(None),
        }
    }

    /// Whether a player who is there can keep goal.
    pub(super) fn keeps(&self, piece: &Piece) -> bool {
        let skilled = self.keeper_skill.is_some_and(|skill| piece.sections.contains(&skill));
        skilled && piece.status != Status::Absent
    }

    /// Puts a match on the desk.
    pub(super) fn open(&self, hook: Hook, facts: &[i64; MAX_FACTS], who: &[Option<Token>], play: &mut Play) -> Before {
        self.hook.set(hook);
        self.facts.set(*facts);
        self.forget();
        let mut roles = self.who.borrow_mut();
        roles.clear();
        roles.extend_from_slice(who);
        let before = Before::of(play);
        *self.play.borrow_mut() = Some(Play {
            state: play.state,
            tally: Tally::default(),
            recorder: play.recorder.take(),
            script: play.script.take(),
            sheets: play.sheets.clone(),
        });
        before
    }

    /// Puts the desk back to where the call began.
    pub(super) fn again(&self, before: &Before) {
        self.forget();
        if let Some(play) = self.play.borrow_mut().as_mut() {
            before.restore(play);
        }
    }

    /// Gives the match back, with what the call did to it.
    pub(super) fn close(&self, play: &mut Play) {
        if let Some(done) = self.play.borrow_mut().as_mut() {
            play.recorder = done.recorder.take();
            play.script = done.script.take();
            if self.changed.get() {
                play.state = done.state;
            }
        }
    }

    fn forget(&self) {
        self.changed.set(false);
        self.told.set(0);
        self.trace.borrow_mut().clear();
        self.traced.set(0);
        self.mailbox.clear();
    }

    /// What the call saw and did; empty for one that looked at parameters and the board alone.
    pub(super) fn trace(&self) -> std::cell::Ref<'_, Vec<(Step, i64)>> {
        self.trace_reads();
        self.trace.borrow()
    }

    /// Puts the facts that were read since into the trace.
    fn trace_reads(&self) {
        let (mut trace, facts) = (self.trace.borrow_mut(), self.facts.get());
        for n in self.traced.get()..self.mailbox.reads() {
            let fact = self.mailbox.fact_read(n);
            trace.push((Step::Read(fact), facts[usize::from(fact)]));
        }
        self.traced.set(self.mailbox.reads());
    }

    /// Looks at the match for the running call.
    pub(super) fn look(&self, query: Query) -> i64 {
        let play = self.play.borrow();
        // Methods of `m` only run inside a call, and every call begins with `open`.
        let play = play.as_ref().expect("a call is running");
        let seen = query.answer(self, play, &self.who.borrow());
        self.note(Step::Look(query), seen);
        seen
    }

    /// Whether the running hook may change the match.
    ///
    /// # Errors
    /// A sentence that says it may not.
    pub(super) fn acting(&self, name: &str) -> mlua::Result<()> {
        let info = self.hook.get().info();
        if info.licence == Licence::Act {
            return Ok(());
        }
        let problem = format!("m:{name} changes the match, and {} only asks: do it in a hook that acts", info.name);
        Err(mlua::Error::RuntimeError(problem))
    }

    /// Changes the match for the running call; a die gives its face.
    pub(super) fn act(&self, effect: Effect) -> mlua::Result<i64> {
        if effect.is_told() && self.told.replace(self.told.get() + 1) == MOST_TOLD {
            let problem = format!("one question brings at most {MOST_TOLD} dice and notes");
            return Err(mlua::Error::RuntimeError(problem));
        }
        let mut play = self.play.borrow_mut();
        let play = play.as_mut().expect("a call is running");
        self.changed.set(true);
        match effect.perform(self, self.hook.get(), &self.who.borrow(), play) {
            Ok(face) => {
                self.note(Step::Do(effect), face);
                Ok(face)
            }
            Err(fault) => {
                let message = fault.to_string();
                *self.script_fault.borrow_mut() = Some(fault);
                Err(mlua::Error::RuntimeError(message))
            }
        }
    }

    fn note(&self, step: Step, came_back: i64) {
        self.trace_reads();
        let mut trace = self.trace.borrow_mut();
        // One step too many is enough to see that this call is not to be remembered.
        if trace.len() <= MOST_STEPS {
            trace.push((step, came_back));
        }
    }

    pub(super) fn layer_name(&self, layer: u8) -> String {
        self.stack.layers[usize::from(layer)].name.clone()
    }
}
