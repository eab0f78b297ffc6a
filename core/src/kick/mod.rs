//! From a flick to a resting ball: path, touches, exit. Pure, f64, no platform libm.
//!
//! [`fly`] takes the pitch ([`Field`]), the numbers of the board file ([`Physics`]), one [`Kick`] and the tokens in the
//! way, and gives back a [`Flight`]. It allocates nothing and always takes [`DRAWS`] numbers from its [`Draw`], so two
//! matches with the same seed stay in step whatever the kicks are.
//!
//! The ball carries its *run*: the centimetres it would still travel on an empty pitch. Rolling friction is constant,
//! so run is energy: a touch that halves the speed quarters the run.

mod arc;
mod contact;
mod draw;
mod field;
mod flight;
mod fly;
mod physics;
mod short;
mod stroke;
mod technique;

#[cfg(test)]
mod accuracy;
#[cfg(test)]
mod tests;

pub use contact::Corridor;
pub use draw::Draw;
pub use field::Field;
pub use flight::{Exit, Flight, Moved, Path, PathPoint};
pub use fly::{DRAWS, fly};
pub use physics::{
    KeeperCover, Lift, PaceFactor, Physics, PhysicsError, Rod, ShotStyle, TechniqueError, TouchLoss, Woodwork,
};
pub use short::Short;
pub use stroke::{Aim, Crowd, Hand, Keeper, Kick, Obstacle};
pub use technique::{Pace, Pose, Technique};
