//! From a flick to a resting ball: path, touches, exit. Pure, f64, no platform libm.
