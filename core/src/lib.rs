//! The engine of Touchline: football board games whose rules are plugins.
//!
//! `core` owns mechanisms (geometry, ball, dice, turn machine, replay); every ruling comes from Lua plugins and every
//! number from YAML. See `docs/architecture.md`.

pub mod board;
#[cfg(feature = "lua")]
pub mod bot;
mod bytes;
#[cfg(all(feature = "lua", feature = "zstd"))]
pub mod competition;
pub mod game;
pub mod kick;
pub mod plugin;
pub mod record;
pub mod rules;
#[cfg(feature = "lua")]
pub mod scenario;
pub mod side;
#[cfg(feature = "lua")]
pub mod sim;
pub mod token;

pub use side::{End, Side};
pub use token::Token;
