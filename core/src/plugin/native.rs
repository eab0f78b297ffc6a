//! House rules whose functions are not Lua: another language answers through the VM like any layer.

use super::Hook;
use std::fmt::Debug;

/// Functions that take the place of a plugin's own. The plugin's file still declares name, clauses, parameters and slots,
/// and defines (in any way) the hooks it answers; facts, `m`, `next` and the checks of what comes back are the same.
///
/// What such a function keeps to itself is out of the engine's sight: its answers are never remembered, and replays of
/// such a ruleset are marked as not verifiable.
pub trait Native: Debug + Send + Sync {
    /// The function that answers a hook of a plugin; `None` leaves the plugin's own.
    ///
    /// # Errors
    /// When the VM cannot make it.
    fn function(&self, lua: &mlua::Lua, plugin: &str, hook: Hook) -> mlua::Result<Option<mlua::Function>>;
}
