//! Plugins: the hook contract, and the sandboxed Lua host that answers it.

mod answer;
#[cfg(feature = "lua")]
mod check;
#[cfg(feature = "lua")]
mod desk;
#[cfg(feature = "lua")]
mod draft;
#[cfg(feature = "lua")]
mod editor;
#[cfg(feature = "lua")]
mod effect;
#[cfg(feature = "lua")]
mod error;
#[cfg(feature = "lua")]
mod facade;
mod fact;
#[cfg(feature = "lua")]
mod failure;
mod grant;
mod grant_field;
#[cfg(feature = "lua")]
mod header;
mod hook;
mod hooks;
#[cfg(feature = "lua")]
mod host;
#[cfg(feature = "lua")]
mod load;
#[cfg(feature = "lua")]
mod mailbox;
#[cfg(feature = "lua")]
mod memo;
#[cfg(feature = "lua")]
mod native;
#[cfg(feature = "lua")]
mod query;
#[cfg(feature = "lua")]
mod raw;
mod referee;
#[cfg(feature = "lua")]
mod reference;
#[cfg(feature = "lua")]
mod sandbox;
mod slot;
#[cfg(feature = "lua")]
mod stack;
#[cfg(feature = "lua")]
mod tables;
#[cfg(feature = "lua")]
mod trial;
pub(crate) mod words;

pub(crate) use answer::record;
pub use answer::{Answer, Change, Complaint, FieldInfo, MAX_FIELDS, Record, Ruling};
#[cfg(feature = "lua")]
pub use draft::Draft;
#[cfg(feature = "lua")]
pub use editor::lua_definitions;
#[cfg(feature = "lua")]
pub use error::PluginError;
#[cfg(feature = "lua")]
pub use facade::{METHODS, Method};
pub use fact::{Card, Combo, Datum, Faces, Fact, FactKind, MAX_SKILLS, NIL, Skills, ZoneView};
pub use grant::{Along, Dirs, Grant, GrantPose, GrantWho, Into, NamedGrant, Push, Through};
pub use grant_field::{GRANT_FIELDS, GrantField, GrantKind, TECHNIQUES};
pub use hook::{AnswerKind, FactInfo, GrantNames, HookInfo, Licence, MAX_FACTS, MOST_TICKS, Mode, Question};
pub use hooks::*;
#[cfg(feature = "lua")]
pub use host::{Host, HostSetup, with_host};
#[cfg(feature = "lua")]
pub use mlua;
#[cfg(feature = "lua")]
pub use native::Native;
pub use referee::{HookError, Referee};
#[cfg(feature = "lua")]
pub use reference::{describe, markdown_reference};
#[cfg(feature = "lua")]
pub use sandbox::Limits;
pub use slot::{Lasts, Scope, SlotDecl, SlotKind, SlotPlace};
#[cfg(feature = "lua")]
pub use stack::{Brings, Layer, PluginSource, Printed, Stack, Vocabulary};
#[cfg(feature = "lua")]
pub use trial::{Trial, try_out};
pub(crate) use words::words;
pub use words::*;
