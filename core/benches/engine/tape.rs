//! Every ruling of a match as it was given, to be given again without a plugin: the same match with the hooks taken out.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use touchline_core::Token;
use touchline_core::game::{Play, State, Tally};
use touchline_core::plugin::{Answer, Hook, HookError, MAX_FACTS, Referee};

/// The rulings of one match in order.
pub(crate) struct Tape {
    rulings: Vec<Taped>,
    next: Cell<usize>,
}

struct Taped {
    answer: Rc<Answer>,
    /// The match after the ruling, if plugins changed it: dice, slots, limits.
    after: Option<Box<(State, Tally)>>,
}

impl Tape {
    /// From the first ruling on.
    pub(crate) fn rewind(&self) {
        self.next.set(0);
    }
}

impl Referee for Tape {
    fn call(
        &self,
        _: Hook,
        _: &[i64; MAX_FACTS],
        _: &[Option<Token>],
        play: &mut Play,
    ) -> Result<Rc<Answer>, HookError> {
        let Taped { answer, after } = &self.rulings[self.next.replace(self.next.get() + 1)];
        if let Some(after) = after {
            (play.state, play.tally) = **after;
        }
        Ok(Rc::clone(answer))
    }
}

/// A referee who is listened to.
pub(crate) struct Taping<'a> {
    referee: &'a dyn Referee,
    rulings: RefCell<Vec<Taped>>,
}

impl<'a> Taping<'a> {
    pub(crate) fn new(referee: &'a dyn Referee) -> Taping<'a> {
        Taping { referee, rulings: RefCell::default() }
    }

    /// What was heard.
    pub(crate) fn tape(self) -> Tape {
        Tape { rulings: self.rulings.into_inner(), next: Cell::new(0) }
    }
}

impl Referee for Taping<'_> {
    fn call(
        &self,
        hook: Hook,
        facts: &[i64; MAX_FACTS],
        who: &[Option<Token>],
        play: &mut Play,
    ) -> Result<Rc<Answer>, HookError> {
        let before = (play.state, play.tally);
        let answer = self.referee.call(hook, facts, who, play)?;
        let after = (play.state, play.tally);
        let taped = Taped { answer: Rc::clone(&answer), after: (after != before).then(|| Box::new(after)) };
        self.rulings.borrow_mut().push(taped);
        Ok(answer)
    }
}
