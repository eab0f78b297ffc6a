//! What must hold of the engine as a whole: rulings come from plugins, states stay sound, results repeat.
#![allow(clippy::unwrap_used)]

mod coach;
mod documents;
mod editions;
mod grid;
mod invariants;
mod native;
mod packs;
mod properties;
mod rulings;
mod squads;
mod support;
mod tournament;
