//! The log of a match while it is played.

use super::entry::Entry;
use super::keyframe::Keyframe;
use crate::board::Board;
use crate::game::State;
use std::sync::Arc;

/// Events from one keyframe to the next, about.
pub const KEYFRAME_EVERY: usize = 50;

/// Actions, events and keyframes in the order they happened.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    lines: Vec<Line>,
    events: usize,
    actions: usize,
    /// Events at the last keyframe.
    framed: Option<usize>,
    /// Lines from here on are sealed.
    sealed: Option<usize>,
}

/// A place in the log to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    lines: usize,
    sealed: Option<usize>,
}

/// One line of the log, cheap to copy.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// A real decision: the side that made it and the action's id.
    Action {
        /// Who decided.
        side: crate::Side,
        /// The action, seen from that side.
        id: u16,
    },
    /// What followed.
    Event(Arc<Entry>),
    /// The match as it stands here.
    Keyframe(Arc<Keyframe>),
}

impl Recorder {
    /// Adds a decision.
    pub fn action(&mut self, side: crate::Side, id: u16) {
        self.actions += 1;
        self.lines.push(Line::Action { side, id });
    }

    /// Adds an event, its coordinates rounded as files keep them.
    pub fn event(&mut self, mut entry: Entry) {
        entry.event.round();
        self.events += 1;
        self.lines.push(Line::Event(Arc::new(entry)));
    }

    /// Adds a keyframe if one is due. To be called between two actions, when events and state agree.
    pub fn keyframe(&mut self, state: &State, board: &Board) {
        if self.framed.is_some_and(|at| self.events < at + KEYFRAME_EVERY) {
            return;
        }
        self.framed = Some(self.events);
        let keyframe = Keyframe::of(state, board, self.events, self.actions);
        self.lines.push(Line::Keyframe(Arc::new(keyframe)));
    }

    /// The log so far.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines[..self.sealed.unwrap_or(self.lines.len())]
    }

    /// Everything written so far, also what nobody can read yet.
    #[cfg(feature = "lua")]
    pub(super) fn written(&self) -> &[Line] {
        &self.lines
    }

    /// The log so far, for itself.
    #[must_use]
    pub fn into_lines(mut self) -> Vec<Line> {
        self.lines.truncate(self.sealed.unwrap_or(self.lines.len()));
        self.lines
    }

    /// How many actions come before an event, by its number; `None` if there is no such event.
    #[must_use]
    pub fn actions_before(&self, event: usize) -> Option<usize> {
        let (mut events, mut actions) = (0, 0);
        for line in &self.lines {
            match line {
                Line::Action { .. } => actions += 1,
                Line::Event(_) if events == event => return Some(actions),
                Line::Event(_) => events += 1,
                Line::Keyframe(_) => {}
            }
        }
        None
    }

    /// From now on nobody can read what is written, until [`Recorder::unseal`].
    pub fn seal(&mut self) {
        self.sealed.get_or_insert(self.lines.len());
    }

    /// Everything written is open again.
    pub fn unseal(&mut self) {
        self.sealed = None;
    }

    /// The events so far.
    pub fn events(&self) -> impl Iterator<Item = &Entry> {
        self.lines().iter().filter_map(|l| match l {
            Line::Event(e) => Some(&**e),
            Line::Action { .. } | Line::Keyframe(_) => None,
        })
    }

    /// How many events there are so far.
    #[must_use]
    pub fn event_count(&self) -> usize {
        self.events
    }

    /// How long the log is, to come back to with [`Recorder::rewind`].
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark { lines: self.lines.len(), sealed: self.sealed }
    }

    /// Drops everything after a mark.
    pub fn rewind(&mut self, mark: Mark) {
        self.sealed = mark.sealed;
        for line in self.lines.drain(mark.lines.min(self.lines.len())..) {
            match line {
                Line::Action { .. } => self.actions -= 1,
                Line::Event(_) => self.events -= 1,
                // Keyframes are logged after an action that succeeded, so this is rare: the next action makes one anew.
                Line::Keyframe(_) => self.framed = None,
            }
        }
    }
}
