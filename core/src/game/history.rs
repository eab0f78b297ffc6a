//! What a recorded match keeps: where it began and what was decided since. Its log is made when somebody reads it, by
//! playing that again.

use super::error::MatchError;
use super::r#match::{Keeps, Match};
use crate::record::Recorder;
use crate::rules::Ruleset;
use std::borrow::Cow;
use std::sync::Arc;

/// The decisions of a match, and where they begin.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// The position it goes on from; none at kick-off.
    from: Option<Arc<Match>>,
    /// The ids of the actions.
    pub(super) actions: Vec<u16>,
}

impl Keeps {
    /// What a match must keep so that its log can be had: its decisions, and with functions from outside the rules,
    /// which need not answer twice in the same way, the log itself.
    pub(super) fn a_record(rules: &Ruleset) -> Keeps {
        Keeps { history: true, log: rules.native.is_some() }
    }
}

impl Match {
    /// The same match, recorded from here on.
    #[must_use]
    pub fn recording(self) -> Match {
        let from = Some(Arc::new(self.clone()));
        let keeps = Keeps::a_record(self.rules());
        let mut recorded = self.keeping(keeps);
        recorded.history = Some(Box::new(History { from, actions: Vec::new() }));
        recorded
    }

    /// Whether its record begins at kick-off, so that seed and decisions give the match; true for one without a record.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.history.as_ref().is_none_or(|h| h.from.is_none())
    }

    /// The ids of the actions played since it is recorded; nothing for a match that is not. What a side has chosen in
    /// secret is among them.
    #[must_use]
    pub fn actions(&self) -> &[u16] {
        self.history.as_ref().map_or(&[], |h| &h.actions)
    }

    /// The log so far: the one that is kept (see [`Match::logged`]), or that of the match played again from its record.
    /// It is empty for a match that keeps neither.
    ///
    /// # Errors
    /// When a plugin fails, or the match does not go the same way again.
    pub fn log(&self) -> Result<Cow<'_, Recorder>, MatchError> {
        if let Some(kept) = self.recorder() {
            return Ok(Cow::Borrowed(kept));
        }
        if self.history.is_none() {
            return Ok(Cow::Owned(Recorder::default()));
        }
        let again = self.again(self.actions().len(), Keeps::THE_LOG)?;
        if again.state() != self.state() {
            return Err(MatchError::OtherWay);
        }
        Ok(Cow::Owned(again.into_log()))
    }

    /// The match as it was after so many of its recorded decisions, played again and recorded as this one is.
    ///
    /// # Errors
    /// When a plugin fails, or the match does not go the same way again.
    pub fn back_to(&self, decisions: usize) -> Result<Match, MatchError> {
        self.again(decisions, Keeps::a_record(self.rules()))
    }

    /// Plays the first of the recorded decisions again.
    fn again(&self, decisions: usize, keeps: Keeps) -> Result<Match, MatchError> {
        let from = self.history.as_ref().and_then(|h| h.from.as_ref());
        let mut again = match from {
            None => self.anew(keeps)?,
            Some(position) => (**position).clone().keeping(keeps),
        };
        if let Some(history) = &mut again.history {
            history.from = from.cloned();
        }
        for id in self.actions().iter().take(decisions) {
            let action = again.action(*id).ok_or(MatchError::OtherWay)?;
            again.apply(action)?;
        }
        Ok(again)
    }
}
