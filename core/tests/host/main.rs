//! The plugin host from outside: loading, layering, blame, muting, memory of answers, and strangers' code.
#![cfg(feature = "lua")]
#![allow(clippy::unwrap_used, missing_docs, unreachable_pub)]

mod contract;
mod facade;
mod hostile;
mod judging;
mod layers;
mod loading;
mod support;
