//! Replay files and saved matches, from the outside.
#![cfg(feature = "lua")]
#![allow(clippy::unwrap_used, missing_docs)]

mod causes;
mod dice;
mod file;
mod history;
mod notes;
mod occasion;
mod save;
mod support;
mod truth;
mod verify;
mod words;
