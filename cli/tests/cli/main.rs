//! The command line as its users meet it.
#![allow(clippy::unwrap_used, missing_docs, unreachable_pub)]

mod competitions;
mod content;
mod files;
mod house;
mod matches;
mod replays;
mod squads;
mod support;
mod usage;
