//! The two things that need the raw Luau interface: the step budget, and looking into closures.
#![allow(unsafe_code)]

use mlua::{Function, Lua, MultiValue, ffi};
use std::cell::Cell;
use std::ffi::c_int;

thread_local! {
    /// Steps that the running call may still take. A host never leaves its thread, and calls do not nest.
    static STEPS: Cell<u32> = const { Cell::new(u32::MAX) };
    /// Rounds of the collector that the running call may still cause.
    static ROUNDS: Cell<u32> = const { Cell::new(u32::MAX) };
}

/// Rounds of the collector in one call. A hook that throws a megabyte away causes forty; only one that copies huge texts
/// over and over, a step each, comes near this.
const MOST_ROUNDS: u32 = 10_000;

/// The message of a call that ran out of steps; [`super::failure`] recognises it.
pub(super) const OUT_OF_STEPS: &str = "out of steps";

/// Gives the next call this many steps.
pub(super) fn grant_steps(steps: u32) {
    STEPS.set(steps);
    ROUNDS.set(MOST_ROUNDS);
}

/// Charges work that a library function does without passing a counted point; false when the budget is used up.
pub(super) fn spend(steps: u32) -> bool {
    let left = STEPS.get().saturating_sub(steps);
    STEPS.set(left);
    left > 0
}

/// Called by the VM at every loop edge, call and return (`gc` negative), and by its collector. The latter does not count
/// as a step, because when it runs depends on what the host did before, and it must not raise an error.
unsafe extern "C-unwind" fn count_step(state: *mut ffi::lua_State, gc: c_int) {
    if gc >= 0 {
        let left = ROUNDS.get().saturating_sub(1);
        ROUNDS.set(left);
        if left == 0 {
            STEPS.set(0);
        }
        return;
    }
    let left = STEPS.get();
    if left > 0 {
        STEPS.set(left - 1);
        return;
    }
    // SAFETY: `state` is the running state the VM hands in; at a counted point it may raise errors. This frame owns
    // nothing that would need dropping when the error unwinds through it.
    unsafe {
        ffi::luaL_where(state, 0);
        ffi::lua_pushlstring(state, OUT_OF_STEPS.as_ptr().cast(), OUT_OF_STEPS.len());
        ffi::lua_concat(state, 2);
        ffi::lua_error(state)
    }
}

/// Makes a state count its steps.
pub(super) fn install_step_budget(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: the closure only stores a function pointer in the state's callback table, which lives as long as the
    // state; mlua itself uses another field of that table and no interrupt of its own is installed.
    unsafe { lua.exec_raw((), |state| (*ffi::lua_callbacks(state)).interrupt = Some(count_step)) }
}

/// The values a Lua function has closed over.
pub(super) fn upvalues(lua: &Lua, function: &Function) -> mlua::Result<MultiValue> {
    // SAFETY: the function is the only argument, at index 1. Each found upvalue is pushed once after making room for
    // it; removing index 1 at the end leaves just the upvalues as results.
    unsafe {
        lua.exec_raw(function.clone(), |state| {
            let mut n = 1;
            while ffi::lua_checkstack(state, 2) != 0 && !ffi::lua_getupvalue(state, 1, n).is_null() {
                n += 1;
            }
            ffi::lua_remove(state, 1);
        })
    }
}
