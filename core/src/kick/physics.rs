//! The numbers of the ball: the `physics:` section of a board file.

use super::{Pace, Technique};
use serde::Deserialize;

/// How balls, tokens, keepers and hands behave. Centimetres, seconds, degrees. A section that a file leaves out has its
/// defaults; `low`, `lifted`, `head`, `soft` and `firm` are given whole or not at all. Call [`Physics::checked`] after
/// reading one.
///
/// Achieved by the defaults on the 11 × 9 hex pitch (see the ignored test `print_the_table` in `accuracy.rs`):
///
/// | pass ends in the aimed cell | 1 cell | 2 | 3 | 4 | 5 | 6 | 8 |
/// |---|---|---|---|---|---|---|---|
/// | low, empty cell | 88 % | 77 % | 61 % | 47 % | 36 % | 28 % | 18 % |
/// | low, to a teammate | 94 % | 83 % | 67 % | 53 % | 41 % | 33 % | 22 % |
/// | lifted, empty cell | 82 % | 70 % | 55 % | 42 % | 31 % | 24 % | 16 % |
/// | head, empty cell | 86 % | 64 % | 42 % | 27 % | 11 % | 1 % | 0 % |
///
/// | goals, exact pace, best aim | penalty spot (12.3 cm) | 2 cells | 2.5 | 3 | 3.5 |
/// |---|---|---|---|---|---|
/// | low v standing keeper half a cell out | 61 % | 55 % | 48 % | 43 % | 40 % |
/// | lifted v the same | 58 % | 49 % | 43 % | 38 % | 35 % |
/// | low v rod | 59 % (firm 75 %) | 16 % | 15 % | 14 % | 14 % |
/// | lifted v rod | 55 % (firm 69 %) | 15 % | 14 % | 13 % | 13 % |
///
/// A keeper lying half a cell out stops nearly every low shot (0–8 % goals) and few lifted ones (more than half go in up
/// to 3.5 cells): as the technique is declared before he is prepared, shots from inside the area are lifted.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Physics {
    /// Error and range of a rolling ball.
    pub low: TechniqueError,
    /// Error and range of a lifted ball.
    pub lifted: TechniqueError,
    /// Error and range of a header.
    pub head: TechniqueError,
    /// What a soft strike changes.
    pub soft: PaceFactor,
    /// What a firm strike changes.
    pub firm: PaceFactor,
    /// Slowing of the rolling ball, cm/s². It sets how long the rod has, not how far the ball goes.
    pub friction: f64,
    /// What a touch takes from the ball.
    pub touch: TouchLoss,
    /// The shape of a ball in the air.
    pub lift: Lift,
    /// What is special about a kick at goal.
    pub shot: ShotStyle,
    /// Posts and bar.
    pub woodwork: Woodwork,
    /// A keeper put in place by hand.
    pub keeper: KeeperCover,
    /// A keeper guided by the rod.
    pub rod: Rod,
}

/// How far off a technique is: standard deviations for a hand with factors of 1.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TechniqueError {
    /// The farthest it can be meant to go.
    pub reach: f64,
    /// Error of direction at no distance, degrees.
    pub direction: f64,
    /// Degrees added per cm of distance to the aim.
    pub direction_growth: f64,
    /// Error of length at no distance.
    pub length: f64,
    /// Error of length added per cm of distance to the aim.
    pub length_growth: f64,
}

/// A pace as factors of the exact one.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaceFactor {
    /// Factor on how far the ball is meant to run.
    pub length: f64,
    /// Factor on the errors of direction and height.
    pub spread: f64,
}

/// What is left of the ball's speed after it met a token.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TouchLoss {
    /// Share of the speed straight into the token that comes back.
    pub bounce: f64,
    /// Share of the speed along the token's rim that is kept.
    pub slide: f64,
    /// Share of the speed kept by a falling ball that clips the top of a token.
    pub clip: f64,
    /// How far a token is pushed, per cm of run that went straight into it.
    pub push: f64,
    /// The farthest that one touch pushes a token.
    pub push_limit: f64,
}

/// A ball in the air.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Lift {
    /// Highest point of a lifted ball's underside; must be above a token.
    pub apex: f64,
    /// Share of the way to the landing at which the highest point is.
    pub peak: f64,
    /// Share of a lifted pass's path at which it comes down to the height of a token.
    pub over: f64,
    /// How far above the token a headed ball rises.
    pub head_jump: f64,
    /// Share of a headed pass's path at which it lands.
    pub head_landing: f64,
}

impl Lift {
    /// Share of a lifted pass's path at which it lands, given the height of a token.
    #[must_use]
    pub fn landing(&self, token_height: f64) -> f64 {
        let high = self.peak + (1.0 - self.peak) * libm::sqrt((1.0 - token_height / self.apex).max(0.0));
        (self.over / high).min(1.0)
    }
}

/// A kick at goal.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ShotStyle {
    /// How far beyond the goal line the ball would run.
    pub overrun: f64,
    /// Highest point of a lifted shot's underside.
    pub apex: f64,
    /// Error of height at the goal at no distance.
    pub height: f64,
    /// Error of height added per cm of distance.
    pub height_growth: f64,
    /// Factor on the error of direction.
    pub spread: f64,
}

/// Posts and bar.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Woodwork {
    /// Half the thickness of a post and of the bar.
    pub radius: f64,
    /// Share of the speed straight into it that comes back.
    pub bounce: f64,
}

/// A keeper put in place by hand.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KeeperCover {
    /// Width he covers upright.
    pub standing: f64,
    /// Width he covers lying across.
    pub lying: f64,
    /// Share of the speed straight into a keeper, by hand or rod, that comes back; from the top of him it drops on.
    pub bounce: f64,
}

/// A keeper guided by the rod along the line of his goal, wherever his spot is: he reaches the ball with a chance that falls with the way he has to go and grows with
/// the time the ball needs.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rod {
    /// The farthest he can be moved sideways from his spot.
    pub reach: f64,
    /// Seconds until the guiding hand reacts.
    pub reaction: f64,
    /// How fast the rod moves, cm/s.
    pub speed: f64,
    /// Seconds from "never in time" to "always in time"; just in time is half-way.
    pub window: f64,
    /// The chance with all the time in the world.
    pub sure: f64,
    /// How far off his centre he may meet the ball, as a share of the two radii: 0 is always squarely.
    pub parry: f64,
}

impl Rod {
    /// The chance to be `way` cm to the side when the ball arrives after `time` seconds.
    #[must_use]
    pub fn chance(&self, way: f64, time: f64) -> f64 {
        if way > self.reach {
            return 0.0;
        }
        let spare = time - self.reaction - way / self.speed;
        (0.5 + spare / self.window).clamp(0.0, 1.0) * self.sure
    }
}

impl Default for Physics {
    fn default() -> Self {
        Physics {
            low: TechniqueError {
                reach: 120.0,
                direction: 5.0,
                direction_growth: 0.006,
                length: 2.0,
                length_growth: 0.08,
            },
            lifted: TechniqueError {
                reach: 90.0,
                direction: 5.4,
                direction_growth: 0.012,
                length: 2.4,
                length_growth: 0.08,
            },
            head: TechniqueError {
                reach: 33.0,
                direction: 7.0,
                direction_growth: 0.05,
                length: 1.8,
                length_growth: 0.12,
            },
            soft: PaceFactor { length: 0.85, spread: 0.95 },
            firm: PaceFactor { length: 1.2, spread: 1.1 },
            friction: 30.0,
            touch: TouchLoss::default(),
            lift: Lift::default(),
            shot: ShotStyle::default(),
            woodwork: Woodwork::default(),
            keeper: KeeperCover::default(),
            rod: Rod::default(),
        }
    }
}

impl Default for TouchLoss {
    fn default() -> Self {
        TouchLoss { bounce: 0.4, slide: 0.75, clip: 0.5, push: 0.02, push_limit: 0.8 }
    }
}

impl Default for Lift {
    fn default() -> Self {
        Lift { apex: 8.0, peak: 0.3, over: 0.65, head_jump: 1.0, head_landing: 0.8 }
    }
}

impl Default for ShotStyle {
    fn default() -> Self {
        ShotStyle { overrun: 40.0, apex: 3.5, height: 0.9, height_growth: 0.05, spread: 0.6 }
    }
}

impl Default for Woodwork {
    fn default() -> Self {
        Woodwork { radius: 0.2, bounce: 0.6 }
    }
}

impl Default for KeeperCover {
    fn default() -> Self {
        KeeperCover { standing: 1.2, lying: 3.2, bounce: 0.4 }
    }
}

impl Default for Rod {
    fn default() -> Self {
        Rod { reach: 4.0, reaction: 0.205, speed: 35.0, window: 0.06, sure: 0.85, parry: 0.8 }
    }
}

/// A number of the `physics:` section that no ball can have.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("`physics.{name}` is {value:?}: write a number from {low} to {high}")]
pub struct PhysicsError {
    /// Path of the number below `physics`.
    pub name: String,
    /// What the file says.
    pub value: f64,
    /// The smallest allowed.
    pub low: f64,
    /// The largest allowed.
    pub high: f64,
}

impl Physics {
    /// The error and range of a technique.
    #[must_use]
    pub const fn of(&self, technique: Technique) -> &TechniqueError {
        match technique {
            Technique::Low => &self.low,
            Technique::Lifted => &self.lifted,
            Technique::Head => &self.head,
        }
    }

    /// The factors of a pace; the exact one changes nothing.
    #[must_use]
    pub const fn pace(&self, pace: Pace) -> PaceFactor {
        match pace {
            Pace::Soft => self.soft,
            Pace::Exact => PaceFactor { length: 1.0, spread: 1.0 },
            Pace::Firm => self.firm,
        }
    }

    /// These numbers if each is within its bounds, else the first that is not.
    pub fn checked(self) -> Result<Physics, PhysicsError> {
        for technique in Technique::ALL {
            let error = self.of(technique);
            let word = technique.word();
            within(word, "reach", error.reach, (1.0, 1000.0))?;
            within(word, "direction", error.direction, (0.0, 45.0))?;
            within(word, "direction_growth", error.direction_growth, (0.0, 1.0))?;
            within(word, "length", error.length, (0.0, 20.0))?;
            within(word, "length_growth", error.length_growth, (0.0, 1.0))?;
        }
        for (word, pace) in [("soft", self.soft), ("firm", self.firm)] {
            within(word, "length", pace.length, (0.1, 5.0))?;
            within(word, "spread", pace.spread, (0.0, 5.0))?;
        }
        within("", "friction", self.friction, (1.0, 1000.0))?;
        within("touch", "bounce", self.touch.bounce, (0.0, 1.0))?;
        within("touch", "slide", self.touch.slide, (0.0, 1.0))?;
        within("touch", "clip", self.touch.clip, (0.0, 1.0))?;
        within("touch", "push", self.touch.push, (0.0, 1.0))?;
        within("touch", "push_limit", self.touch.push_limit, (0.0, 5.0))?;
        within("lift", "apex", self.lift.apex, (0.5, 50.0))?;
        within("lift", "peak", self.lift.peak, (0.05, 0.9))?;
        within("lift", "over", self.lift.over, (0.05, 1.0))?;
        within("lift", "head_jump", self.lift.head_jump, (0.1, 20.0))?;
        within("lift", "head_landing", self.lift.head_landing, (0.05, 1.0))?;
        within("shot", "overrun", self.shot.overrun, (1.0, 500.0))?;
        within("shot", "apex", self.shot.apex, (0.5, 50.0))?;
        within("shot", "height", self.shot.height, (0.0, 10.0))?;
        within("shot", "height_growth", self.shot.height_growth, (0.0, 1.0))?;
        within("shot", "spread", self.shot.spread, (0.0, 5.0))?;
        within("woodwork", "radius", self.woodwork.radius, (0.0, 1.0))?;
        within("woodwork", "bounce", self.woodwork.bounce, (0.0, 1.0))?;
        within("keeper", "standing", self.keeper.standing, (0.0, 20.0))?;
        within("keeper", "lying", self.keeper.lying, (0.0, 20.0))?;
        within("keeper", "bounce", self.keeper.bounce, (0.0, 1.0))?;
        within("rod", "reach", self.rod.reach, (0.0, 20.0))?;
        within("rod", "reaction", self.rod.reaction, (0.0, 10.0))?;
        within("rod", "speed", self.rod.speed, (0.1, 1000.0))?;
        within("rod", "window", self.rod.window, (0.001, 10.0))?;
        within("rod", "parry", self.rod.parry, (0.0, 1.0))?;
        within("rod", "sure", self.rod.sure, (0.0, 1.0))?;
        Ok(self)
    }
}

fn within(section: &str, name: &str, value: f64, (low, high): (f64, f64)) -> Result<(), PhysicsError> {
    if value >= low && value <= high {
        return Ok(());
    }
    let name = if section.is_empty() { name.to_string() } else { format!("{section}.{name}") };
    Err(PhysicsError { name, value, low, high })
}
