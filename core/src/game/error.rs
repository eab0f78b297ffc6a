//! Why an action or a match was refused.

use super::action::Action;
use super::state::Stage;
use crate::Side;
use crate::plugin::{AnswerKind, Complaint, Hook, HookError};

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
        "the rules leave {side} nothing to do ({stage}): a plugin, or a parameter that it reads, refuses every choice{}",
        .asked.as_ref().map(|asked| format!("\n  {asked}")).unwrap_or_default()
    )]
    Stuck {
        /// Who is to act.
        side: Side,
        /// What is to be decided.
        stage: Stage,
        /// What was asked last, and the plugins that answer it.
        asked: Option<String>,
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
    #[error("plugin {plugin}, {hook}: answered `{answer}` (clause {clause}), which this mechanics cannot carry out here{}{}", others(hook, answer), .place.as_ref().map(|p| format!("\n  at {p}")).unwrap_or_default())]
    Answer {
        /// The hook.
        hook: &'static str,
        /// Its answer.
        answer: &'static str,
        /// The clause that gave it.
        clause: String,
        /// The plugin that gave it.
        plugin: String,
        /// `file:line` of its function.
        place: Option<String>,
    },
    /// More grants than one phase holds.
    #[error(
        "{hook} gives more than {most} grants that somebody can use at once: put some of them together\n  {hook} is answered by {plugins}"
    )]
    Grants {
        /// The hook.
        hook: &'static str,
        /// How many a phase holds.
        most: usize,
        /// The plugins that answer the hook.
        plugins: String,
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

/// The other words that a hook's answer can be.
fn others(hook: &str, answer: &str) -> String {
    let words: Vec<&str> = match Hook::from_name(hook).map(|hook| hook.info().answer) {
        Some(AnswerKind::Words(words) | AnswerKind::WordsOrInt(words) | AnswerKind::WordsOrCombination(words)) => {
            words.iter().copied().filter(|word| *word != answer).collect()
        }
        _ => Vec::new(),
    };
    if words.is_empty() { String::new() } else { format!("; {hook} has also: {}", words.join(", ")) }
}

/// One line a complaint; a player is named by his place on the sheet.
fn lines(complaints: &[Complaint]) -> String {
    let line = |c: &Complaint| {
        let who = c.token.map(|t| format!("player {} of the sheet: ", t.member() + 1)).unwrap_or_default();
        let clause = c.clause.as_ref().map(|c| format!(" [{c}]")).unwrap_or_default();
        let plugin = c.plugin.as_ref().map(|p| format!(", says plugin {p}")).unwrap_or_default();
        format!("  - {who}{}{clause}{plugin}", c.text)
    };
    complaints.iter().map(line).collect::<Vec<_>>().join("\n")
}
