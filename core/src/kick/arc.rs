//! The height of the ball along its path.

use super::{Aim, Field, Physics, Technique};

/// Two half parabolas: up to the apex, down to the landing; then the ball rolls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    start: f64,
    apex: f64,
    peak: f64,
    land: f64,
}

impl Arc {
    /// A ball that never leaves the table.
    pub(super) const FLAT: Arc = Arc { start: 0.0, apex: 0.0, peak: 0.0, land: 0.0 };

    /// The arc of a kick that will travel `run`; `distance` is how far away the aim is and `lift_error` how much too
    /// high the hand sends a ball meant for the goal.
    pub(super) fn of(
        field: &Field,
        physics: &Physics,
        technique: Technique,
        aim: Aim,
        (distance, run, lift_error): (f64, f64, f64),
    ) -> Arc {
        let lift = &physics.lift;
        let (start, apex) = match (technique, aim) {
            (Technique::Low, _) => return Arc::FLAT,
            (Technique::Lifted, Aim::Spot(_)) => (0.0, lift.apex),
            (Technique::Lifted, Aim::Goal { .. }) => (0.0, physics.shot.apex),
            (Technique::Head, _) => (field.token_height, field.token_height + lift.head_jump),
        };
        match aim {
            Aim::Spot(_) => {
                let landing = match technique {
                    Technique::Head => lift.head_landing,
                    _ => lift.landing(field.token_height),
                };
                let land = landing * run;
                Arc { start, apex, peak: lift.peak * land, land }
            }
            Aim::Goal { height, .. } => {
                let height = height + lift_error;
                // A ball that is still rising at the line would need no apex before it; keep one just above.
                let apex = apex.max(height + 0.5);
                let peak = (lift.peak * distance).min(run);
                let land = peak + (distance - peak) * libm::sqrt(apex / (apex - height));
                Arc { start, apex, peak, land: land.min(run) }
            }
        }
    }

    /// Height of the underside of the ball after `travel` cm.
    pub(super) fn height(&self, travel: f64) -> f64 {
        if travel >= self.land {
            0.0
        } else if travel < self.peak {
            let before = (self.peak - travel) / self.peak;
            self.apex - (self.apex - self.start) * before * before
        } else {
            let after = (travel - self.peak) / (self.land - self.peak);
            self.apex * (1.0 - after * after)
        }
    }

    /// Travel at which the falling ball is down to `height`.
    pub(super) fn falls_to(&self, height: f64) -> f64 {
        self.peak + (self.land - self.peak) * libm::sqrt((1.0 - height / self.apex).max(0.0))
    }

    /// Travels worth drawing: half-way up, the apex, twice on the way down, the landing.
    pub(super) fn corners(&self) -> [f64; 5] {
        let fall = self.land - self.peak;
        [0.5 * self.peak, self.peak, self.peak + 0.5 * fall, self.peak + 0.8 * fall, self.land]
    }

    /// Whether the ball rolls all the way.
    pub(super) fn is_flat(&self) -> bool {
        self.land <= 0.0
    }
}
