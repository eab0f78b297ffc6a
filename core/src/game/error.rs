//! Why an action or a match was refused.

use super::action::Action;
use super::state::Stage;
use crate::Side;
use crate::plugin::{Complaint, HookError};

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
    /// The rules leave nothing to do.
    #[error(
        "the rules leave {side} nothing to do ({stage}): a plugin, or a parameter that it reads, refuses every choice"
    )]
    Stuck {
        /// Who is to act.
        side: Side,
        /// What is to be decided.
        stage: Stage,
    },
    /// A plugin failed or did not answer.
    #[error(transparent)]
    Hook(#[from] HookError),
    /// A plugin could not be loaded on this thread.
    #[error("{0}")]
    Host(String),
    /// A squad was refused.
    #[error("the {side} squad is refused:\n{}", lines(complaints))]
    Squad {
        /// Whose.
        side: Side,
        /// Everything that is wrong with it.
        complaints: Vec<Complaint>,
    },
    /// Something came in that no plugin of the rules can take.
    #[error("`{slot}` cannot be carried in: no plugin of these rules carries such a slot with such a value")]
    Carried {
        /// The slot, `plugin.slot`.
        slot: String,
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
    /// More grants than one phase holds.
    #[error("{hook} gives more than {most} grants that somebody can use at once: put some of them together")]
    Grants {
        /// The hook.
        hook: &'static str,
        /// How many a phase holds.
        most: usize,
    },
    /// A recorded match, played again, does not come to where it was.
    #[error(
        "the match does not go the same way again: something outside the rules took part in it, or they have changed"
    )]
    OtherWay,
    /// A scenario's script does not fit what happens.
    #[error("{0}")]
    Script(String),
}

/// One line a complaint; a player is named by his place on the sheet.
fn lines(complaints: &[Complaint]) -> String {
    let line = |c: &Complaint| {
        let who = c.token.map(|t| format!("player {} of the sheet: ", t.member() + 1)).unwrap_or_default();
        let clause = c.clause.as_ref().map(|c| format!(" [{c}]")).unwrap_or_default();
        format!("  - {who}{}{clause}", c.text)
    };
    complaints.iter().map(line).collect::<Vec<_>>().join("\n")
}
