//! Where the chance in a kick comes from.

/// A stream of uniform numbers; the match feeds it from the kick's own random block.
pub trait Draw {
    /// The next number, at least 0 and below 1.
    fn unit(&mut self) -> f64;
}

/// No hand is off by more than this many standard deviations, which bounds every kick.
const WORST: f64 = 3.0;

/// Two independent standard normal numbers (Box–Muller), each cut to ±3, from two uniform ones.
pub(super) fn normals(first: f64, second: f64) -> (f64, f64) {
    let radius = libm::sqrt(-2.0 * libm::log(1.0 - first));
    let (sine, cosine) = libm::sincos(core::f64::consts::TAU * second);
    ((radius * cosine).clamp(-WORST, WORST), (radius * sine).clamp(-WORST, WORST))
}
