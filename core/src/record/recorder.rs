//! The log of a match while it is played.

use super::event::Entry;

/// Actions and events in the order they happened.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    lines: Vec<Line>,
}

/// One line of the log.
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
    Event(Box<Entry>),
}

impl Recorder {
    /// Adds a decision.
    pub fn action(&mut self, side: crate::Side, id: u16) {
        self.lines.push(Line::Action { side, id });
    }

    /// Adds an event.
    pub fn event(&mut self, entry: Entry) {
        self.lines.push(Line::Event(Box::new(entry)));
    }

    /// The log so far.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The events so far.
    pub fn events(&self) -> impl Iterator<Item = &Entry> {
        self.lines.iter().filter_map(|l| match l {
            Line::Event(e) => Some(&**e),
            Line::Action { .. } => None,
        })
    }

    /// How long the log is, to come back to with [`Recorder::rewind`].
    #[must_use]
    pub fn mark(&self) -> usize {
        self.lines.len()
    }

    /// Drops everything after a mark.
    pub fn rewind(&mut self, mark: usize) {
        self.lines.truncate(mark);
    }
}
