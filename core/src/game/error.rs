//! Why an action or a match was refused.

use super::action::Action;
use super::state::Stage;
use crate::Side;
use crate::plugin::HookError;

/// An action that was not played, or a match that cannot go on. The state is as it was.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MatchError {
    /// The action is not legal now.
    #[error("{side} may not do that now ({stage}): {reason}{}", clause.as_ref().map(|c| format!(" [{c}]")).unwrap_or_default())]
    Illegal {
        /// What was tried.
        action: Action,
        /// Who is to act.
        side: Side,
        /// What is to be decided.
        stage: Stage,
        /// Why not, in words.
        reason: String,
        /// The clause that forbids it, where one does.
        clause: Option<String>,
    },
    /// A plugin failed or did not answer.
    #[error(transparent)]
    Hook(#[from] HookError),
    /// A plugin could not be loaded on this thread.
    #[error("{0}")]
    Host(String),
    /// A squad was refused.
    #[error("the {side} squad is refused:\n{}", complaints.iter().map(|c| format!("  - {c}")).collect::<Vec<_>>().join("\n"))]
    Squad {
        /// Whose.
        side: Side,
        /// Everything that is wrong with it.
        complaints: Vec<String>,
    },
    /// The match has ended.
    #[error("the match is over")]
    Over,
    /// An answer that this mechanics cannot carry out.
    #[error("{hook} answered `{answer}` (clause {clause}), which this mechanics cannot carry out here")]
    Answer {
        /// The hook.
        hook: &'static str,
        /// Its answer.
        answer: &'static str,
        /// The clause that gave it.
        clause: String,
    },
    /// A scenario's script does not fit what happens.
    #[error("{0}")]
    Script(String),
}
