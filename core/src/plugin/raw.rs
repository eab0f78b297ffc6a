//! The two things that need the raw Luau interface: the budget of a call, and looking into closures.
#![allow(unsafe_code)]

use mlua::{Function, Lua, MultiValue, ffi};
use std::cell::Cell;
use std::ffi::c_int;
use std::time::Duration;

thread_local! {
    /// Steps that the running call may still take. A host never leaves its thread, and calls do not nest.
    static STEPS: Cell<u32> = const { Cell::new(u32::MAX) };
    /// Rounds of the collector that the running call may still cause.
    static ROUNDS: Cell<u32> = const { Cell::new(u32::MAX) };
    /// The processor time of the running call.
    static WATCH: Cell<Watch> = const { Cell::new(Watch::STOPPED) };
}

/// Processor time of one call. The budget of steps is there to be met first, and alike everywhere; this is for steps that
/// are long ones. It only ever aborts a run: no ruling depends on it.
const MOST_TIME: Duration = Duration::from_millis(if cfg!(unix) { 40 } else { 1000 });

/// Steps from one look at the clock to the next, unless they turn out to be long.
const BETWEEN_LOOKS: u32 = 64;

/// How long that may take before every step is looked at.
const LONG: Duration = Duration::from_micros(500);

#[derive(Clone, Copy)]
struct Watch {
    /// Steps until the next look.
    wait: u32,
    /// When the first look was taken, and the last. A call that is over before that never asks for the time.
    looked: Option<(Duration, Duration)>,
}

impl Watch {
    const STOPPED: Watch = Watch { wait: u32::MAX, looked: None };
    const STARTED: Watch = Watch { wait: BETWEEN_LOOKS, looked: None };
}

/// Looks at the clock; false when the time is up.
#[cold]
fn in_time() -> bool {
    let now = thread_time();
    let (first, last) = WATCH.get().looked.unwrap_or((now, now));
    let wait = if now.saturating_sub(last) > LONG { 0 } else { BETWEEN_LOOKS };
    WATCH.set(Watch { wait, looked: Some((first, now)) });
    now.saturating_sub(first) < MOST_TIME
}

/// The processor time of this thread, which stands still while others work.
#[cfg(unix)]
fn thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only writes the time to where it is told.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// The time of day where that of the thread cannot be had.
#[cfg(not(unix))]
#[allow(clippy::disallowed_methods)] // It may abort a run; no ruling depends on it.
fn thread_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// Rounds of the collector in one call. A hook that throws a megabyte away causes forty; only one that copies huge texts
/// over and over, a step each, comes near this.
const MOST_ROUNDS: u32 = 10_000;

/// The message of a call that ran out of steps; [`super::failure`] recognises it.
pub(super) const OUT_OF_STEPS: &str = "out of steps";

/// The same of a call that took too much time.
pub(super) const OUT_OF_TIME: &str = "out of time";

/// Gives the next call this many steps.
pub(super) fn grant_steps(steps: u32) {
    STEPS.set(steps);
    ROUNDS.set(MOST_ROUNDS);
    WATCH.set(Watch::STARTED);
}

/// Lets trusted code run for as long as it needs.
pub(super) fn trust() {
    STEPS.set(u32::MAX);
    ROUNDS.set(MOST_ROUNDS);
    WATCH.set(Watch::STOPPED);
}

/// Charges work that a library function does without passing a counted point, or says why it must stop.
pub(super) fn spend(steps: u32) -> Result<(), &'static str> {
    let left = STEPS.get().saturating_sub(steps);
    STEPS.set(left);
    if left > 0 { Ok(()) } else { Err(OUT_OF_STEPS) }
}

/// One step, or why there must be no other.
fn step() -> Result<(), &'static str> {
    let left = STEPS.get();
    if left == 0 {
        return Err(OUT_OF_STEPS);
    }
    STEPS.set(left - 1);
    let watch = WATCH.get();
    if watch.wait > 0 {
        WATCH.set(Watch { wait: watch.wait - 1, ..watch });
        return Ok(());
    }
    if in_time() { Ok(()) } else { Err(OUT_OF_TIME) }
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
    let Err(why) = step() else { return };
    // SAFETY: `state` is the running state the VM hands in; at a counted point it may raise errors. This frame owns
    // nothing that would need dropping when the error unwinds through it.
    unsafe {
        ffi::luaL_where(state, 0);
        ffi::lua_pushlstring(state, why.as_ptr().cast(), why.len());
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
