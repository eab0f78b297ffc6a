//! The desk: the match as the running call sees it, shared by the host and the methods of `m`.

use super::stack::{Stack, Vocabulary};
use super::{Hook, HookError};
use crate::Token;
use crate::board::Board;
use crate::game::{Play, Script, State};
use crate::record::Recorder;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// What lies on the desk during a call. Between calls the state on it is stale and nobody looks at it.
pub(super) struct Desk {
    pub(super) stack: Rc<Stack>,
    pub(super) vocabulary: Vocabulary,
    pub(super) board: Arc<Board>,
    /// The skill whose first bearer on the pitch is the keeper; without one it is whoever fills the first slot.
    pub(super) keeper_skill: Option<u8>,
    state: RefCell<Option<State>>,
    pub(super) recorder: RefCell<Option<Box<Recorder>>>,
    pub(super) script: RefCell<Option<Box<Script>>>,
    pub(super) who: RefCell<Vec<Option<Token>>>,
    pub(super) hook: Cell<Hook>,
    /// The call has looked at nothing but facts and parameters.
    pub(super) pure: Cell<bool>,
    /// The call has changed the match.
    pub(super) changed: Cell<bool>,
    /// The script did not fit what was rolled.
    pub(super) script_fault: RefCell<Option<HookError>>,
}

/// What a call may have to be started again with.
pub(super) struct Before {
    script: Option<Box<Script>>,
    mark: usize,
}

impl Desk {
    pub(super) fn new(stack: Rc<Stack>, vocabulary: Vocabulary, board: Arc<Board>, keeper_skill: Option<u8>) -> Desk {
        Desk {
            stack,
            vocabulary,
            board,
            keeper_skill,
            state: RefCell::new(None),
            recorder: RefCell::new(None),
            script: RefCell::new(None),
            who: RefCell::new(Vec::new()),
            hook: Cell::new(Hook::OnSquad),
            pure: Cell::new(true),
            changed: Cell::new(false),
            script_fault: RefCell::new(None),
        }
    }

    /// Puts a match on the desk.
    pub(super) fn open(&self, hook: Hook, who: &[Option<Token>], play: &mut Play) -> Before {
        self.hook.set(hook);
        self.pure.set(true);
        self.changed.set(false);
        let mut roles = self.who.borrow_mut();
        roles.clear();
        roles.extend_from_slice(who);
        *self.state.borrow_mut() = Some(play.state);
        let before = Before { script: play.script.clone(), mark: play.recorder.as_ref().map_or(0, |r| r.mark()) };
        *self.recorder.borrow_mut() = play.recorder.take();
        *self.script.borrow_mut() = play.script.take();
        before
    }

    /// Puts the desk back to where the call began.
    pub(super) fn again(&self, before: &Before, play: &Play) {
        self.pure.set(true);
        self.changed.set(false);
        *self.state.borrow_mut() = Some(play.state);
        (*self.script.borrow_mut()).clone_from(&before.script);
        if let Some(recorder) = self.recorder.borrow_mut().as_mut() {
            recorder.rewind(before.mark);
        }
    }

    /// Gives the match back, with what the call did to it.
    pub(super) fn close(&self, play: &mut Play) {
        play.recorder = self.recorder.borrow_mut().take();
        play.script = self.script.borrow_mut().take();
        if self.changed.get()
            && let Some(state) = self.state.borrow().as_ref()
        {
            play.state = *state;
        }
    }

    /// Looks at the state.
    pub(super) fn look<R>(&self, f: impl FnOnce(&State) -> R) -> R {
        let state = self.state.borrow();
        // Methods of `m` only run inside a call, and every call begins with `open`.
        f(state.as_ref().expect("a call is running"))
    }

    /// Changes the state.
    pub(super) fn change<R>(&self, f: impl FnOnce(&mut State) -> R) -> R {
        let mut state = self.state.borrow_mut();
        f(state.as_mut().expect("a call is running"))
    }
}
