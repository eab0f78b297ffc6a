//! What a hook is: the shape of one row of the contract.

use super::{FactKind, FieldInfo};

/// How the answers of several layers combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The top layer is asked first; it answers or defers with `next()`.
    Rule,
    /// A value passes from the bottom to the top and each layer may change it.
    Modify,
    /// Every layer sees it; no answer.
    Notify,
}

impl Mode {
    /// `rule`, `modify` or `notify`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Mode::Rule => "rule",
            Mode::Modify => "modify",
            Mode::Notify => "notify",
        }
    }
}

/// Whether a hook only looks, or may roll dice and write slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Licence {
    /// Effects raise an error.
    Ask,
    /// Effects are allowed.
    Act,
}

impl Licence {
    /// `ask` or `act`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Licence::Ask => "ask",
            Licence::Act => "act",
        }
    }
}

/// Which names the grants of an answer may have.
#[derive(Clone, Copy, Debug)]
pub enum GrantNames {
    /// The value has no grants.
    None,
    /// Any name; it only labels the grant.
    Free,
    /// One of these.
    Of(&'static [&'static str]),
}

/// The highest number that a hook may answer with: ticks of the clock.
pub const MOST_TICKS: i32 = 255;

/// What a hook answers with.
#[derive(Clone, Copy, Debug)]
pub enum AnswerKind {
    /// One of these words.
    Words(&'static [&'static str]),
    /// One of these words, or a whole number from 0 to [`MOST_TICKS`].
    WordsOrInt(&'static [&'static str]),
    /// One of these words, or a combination of the ruleset's dice.
    WordsOrCombination(&'static [&'static str]),
    /// A table from offer to `true` or a grant.
    Offers(&'static [&'static str]),
    /// A value changed in place: scalar fields, and grants in its table-valued fields.
    Value {
        /// The scalar fields.
        record: &'static [FieldInfo],
        /// The table-valued ones.
        grants: GrantNames,
    },
    /// A list of complaints in words.
    Complaints,
    /// Nothing.
    Nothing,
}

/// A fact as it is declared.
#[derive(Clone, Copy, Debug)]
pub struct FactInfo {
    /// Its name in `ev`.
    pub name: &'static str,
    /// How it reads.
    pub kind: FactKind,
    /// What it means.
    pub doc: &'static str,
    /// The only mechanics that has it (`grid`, `dice`); empty where it is not bound to one.
    pub only: &'static str,
}

/// One row of the hook contract: everything that the dispatcher, the reference, `touchline hooks` and the editor
/// definitions say about a hook.
#[derive(Clone, Copy, Debug)]
pub struct HookInfo {
    /// `on_…`.
    pub name: &'static str,
    /// When it is asked, in one line.
    pub doc: &'static str,
    /// How layers combine.
    pub mode: Mode,
    /// Look, or act.
    pub licence: Licence,
    /// Roles that `m:who(role)` knows here.
    pub who: &'static [&'static str],
    /// The fields of `ev`.
    pub facts: &'static [FactInfo],
    /// What it answers.
    pub answer: AnswerKind,
    /// A short example in Lua.
    pub example: &'static str,
}

/// The most facts one hook passes.
pub const MAX_FACTS: usize = 24;

/// A question to the stack: the facts of one hook, with their Rust types.
pub trait Question: Copy {
    /// Which hook.
    const HOOK: super::Hook;
    /// The facts as scalars, in declared order; the rest is 0.
    fn pack(&self) -> [i64; MAX_FACTS];
}
