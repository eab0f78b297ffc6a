//! Plugins: the hook contract, and the sandboxed Lua host that answers it.

mod answer;
mod fact;
mod grant;
mod hook;
mod hooks;
mod referee;
pub(crate) mod words;

pub use answer::{Answer, Change, FieldInfo, MAX_FIELDS, Record, Ruling};
pub(crate) use answer::record;
pub use fact::{Card, Datum, Fact, FactKind, NIL, Skills, ZoneView};
pub use grant::{Along, Dirs, Grant, GrantPose, GrantWho, Into, NamedGrant, Push, Through};
pub use hook::{AnswerKind, FactInfo, GrantNames, HookInfo, Licence, MAX_FACTS, Mode, Question};
pub use hooks::*;
pub use referee::{HookError, Referee};
pub use words::*;
pub(crate) use words::words;
