//! Replay files and saved matches, from the outside.
#![cfg(feature = "lua")]
#![allow(clippy::unwrap_used, missing_docs)]

mod causes;
mod file;
mod history;
mod occasion;
mod save;
mod support;
mod verify;
mod words;
