//! Chance as a function: die *n* and kick *n* of a match follow from its seed alone.

use crate::kick::Draw;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// The generator for the `n`-th event of a named stream: key (seed, name), nonce *n*.
fn stream(seed: u64, name: [u8; 4], n: u32) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..12].copy_from_slice(&name);
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(n.into());
    rng
}

/// The face, 1 to `sides`, of the `n`-th die of a match; 1 for a die with fewer than two sides.
///
/// ```
/// use touchline_core::game::dice::die;
/// assert_eq!(die(7, 0, 6), die(7, 0, 6));
/// ```
#[must_use]
pub fn die(seed: u64, n: u32, sides: u8) -> u8 {
    if sides < 2 {
        return 1;
    }
    let sides = u32::from(sides);
    // Words beyond the last whole multiple of `sides` are drawn again: otherwise low faces came up more often.
    let fair = u32::MAX - u32::MAX % sides;
    let mut rng = stream(seed, *b"dice", n);
    loop {
        let word = rng.next_u32();
        if word < fair {
            return (word % sides) as u8 + 1;
        }
    }
}

/// The numbers that the hand of the `n`-th kick of a match draws from.
#[derive(Debug)]
pub struct KickStream(ChaCha8Rng);

/// The chance in the `n`-th kick of a match.
#[must_use]
pub fn kick_stream(seed: u64, n: u32) -> KickStream {
    KickStream(stream(seed, *b"kick", n))
}

impl Draw for KickStream {
    fn unit(&mut self) -> f64 {
        // 53 bits: every value is exact, and 1 is never reached.
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Chance outside a match: who is in a squad, how a draw goes.
#[derive(Debug)]
pub struct Shuffle(ChaCha8Rng);

impl Shuffle {
    /// The chance that follows from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Shuffle {
        Shuffle(stream(seed, *b"shuf", 0))
    }

    /// A number from 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts a list into an order of chance.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = (self.unit() * (last + 1) as f64) as usize;
            list.swap(last, other.min(last));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_the_same_on_every_machine() {
        let faces: Vec<u8> = (0..12).map(|n| die(2024, n, 6)).collect();
        assert_eq!(faces, GOLDEN_FACES);
        let units: Vec<u64> = (0..3).map(|n| kick_stream(2024, n).unit().to_bits()).collect();
        assert_eq!(units, GOLDEN_UNITS);
    }

    const GOLDEN_FACES: [u8; 12] = [1, 5, 2, 2, 4, 3, 3, 3, 5, 6, 4, 2];
    const GOLDEN_UNITS: [u64; 3] = [4596183675885760644, 4600554932653732178, 4604683133215987433];

    #[test]
    fn every_face_comes_up_about_equally_often() {
        let mut counts = [0u32; 6];
        for n in 0..60_000 {
            counts[usize::from(die(1, n, 6)) - 1] += 1;
        }
        // Four standard deviations of a fair die are 365.
        assert!(counts.iter().all(|c| c.abs_diff(10_000) < 365), "{counts:?}");
    }

    #[test]
    fn an_extra_die_leaves_the_kicks_alone() {
        let before = kick_stream(9, 4).unit();
        let _ = die(9, 4, 6);
        assert_eq!(before, kick_stream(9, 4).unit());
        assert_ne!(die(9, 0, 255), (kick_stream(9, 0).unit() * 255.0) as u8 + 1);
    }

    #[test]
    fn draws_lie_below_one() {
        let mut stream = kick_stream(3, 3);
        assert!((0..1000).map(|_| stream.unit()).all(|u| (0.0..1.0).contains(&u)));
    }
}
