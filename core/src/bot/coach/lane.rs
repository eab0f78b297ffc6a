//! Who is in the way of a ball.

use super::book::below;
use super::sight::{Man, Sight};
use crate::Token;
use crate::board::Point;
use crate::kick::Technique;

impl Sight<'_> {
    /// The chance that a ball from one point to another is not stopped on its way; the keeper does not count for a shot.
    pub(super) fn way_clear(
        &self,
        from: Point,
        to: Point,
        technique: Technique,
        shot: bool,
        receiver: Option<Token>,
    ) -> f64 {
        let kicker = self.state().ball.carrier;
        let field = &self.rules().field;
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let way = libm::sqrt(dx * dx + dy * dy);
        if way < 1.0 {
            return 1.0;
        }
        let (ux, uy) = (dx / way, dy / way);
        let radius = field.token_radius + field.ball_radius;
        let stray = self.book.stray(technique, way);
        let over = self.over(technique, shot, way);
        let stopped = |man: &Man| {
            let (mx, my) = (man.at.x - from.x, man.at.y - from.y);
            let along = mx * ux + my * uy;
            // One who stands at the aim meets the ball only where it is meant to stop.
            if along < 0.2 || along > way - 0.5 || (along > over.0 && along < over.1) {
                return 0.0;
            }
            let aside = libm::fabs(mx * uy - my * ux);
            let spread = (along * stray).max(0.02);
            if aside > radius + 2.5 * spread {
                return 0.0;
            }
            below((radius - aside) / spread) - below((-radius - aside) / spread)
        };
        let mut clear = 1.0;
        for man in self.theirs.iter().filter(|m| !(shot && m.keeper)) {
            clear *= 1.0 - stopped(man);
        }
        for man in self.ours.iter().filter(|m| Some(m.token) != kicker && Some(m.token) != receiver) {
            // A ball that a mate stops is often still ours, but it is not where it should be.
            clear *= 1.0 - 0.5 * stopped(man);
        }
        clear
    }

    /// The stretch of the way over which the ball is higher than a token.
    fn over(&self, technique: Technique, shot: bool, way: f64) -> (f64, f64) {
        let (lift, style) = (&self.rules().physics.lift, &self.rules().physics.shot);
        let tall = self.rules().field.token_height;
        match technique {
            Technique::Low => (way, way),
            Technique::Head => (0.0, if shot { 0.6 } else { 0.5 * lift.head_landing } * way),
            Technique::Lifted => {
                let (apex, land) = if shot { (style.apex, 1.2 * way) } else { (lift.apex, lift.landing(tall) * way) };
                let peak = if shot { lift.peak * way } else { lift.peak * land };
                let high = libm::sqrt((1.0 - tall / apex).max(0.0));
                (peak * (1.0 - high), peak + (land - peak) * high)
            }
        }
    }
}
