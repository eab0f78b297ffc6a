//! Who answers the engine's questions: a stack of plugins, or, in a bench, a tape of what they ruled.

use super::{Answer, Hook, MAX_FACTS};
use crate::Token;
use crate::game::Play;
use std::rc::Rc;

/// Why a hook gave no usable answer. The match is as it was before the action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HookError {
    /// Every layer deferred, or none defines the hook.
    #[error("no plugin answers {hook}: add one to the ruleset whose {hook} returns an answer without calling next()")]
    Unanswered {
        /// The hook's name.
        hook: &'static str,
    },
    /// A plugin failed: an error, a wrong answer, or a limit.
    #[error("plugin {plugin}, {hook}: {problem}{}", .place.as_ref().map(|p| format!("\n  at {p}")).unwrap_or_default())]
    Failed {
        /// The plugin to blame.
        plugin: String,
        /// The hook's name.
        hook: &'static str,
        /// `file:line`, where known.
        place: Option<String>,
        /// What went wrong, and what to do.
        problem: String,
    },
    /// A scenario's script had no die left, or one too many.
    #[error("{0}")]
    Script(String),
}

/// Answers questions. Implemented by the Lua host; a bench implements it by a tape to measure what Lua costs.
pub trait Referee {
    /// Asks one question: `facts` as declared for the hook, `who` its roles in order. Act hooks may change `play`
    /// (dice, slots, poses, limits); after an error `play` is to be thrown away.
    ///
    /// # Errors
    /// When no layer answers, or one fails.
    fn call(
        &self,
        hook: Hook,
        facts: &[i64; MAX_FACTS],
        who: &[Option<Token>],
        play: &mut Play,
    ) -> Result<Rc<Answer>, HookError>;
}
