//! Seeds that follow from a root: the same whatever the threads.

use sha2::{Digest, Sha256};

/// The seed of match `index` of a batch.
///
/// ```
/// use touchline_core::sim::match_seed;
/// assert_eq!(match_seed(7, 0), match_seed(7, 0));
/// assert_ne!(match_seed(7, 0), match_seed(7, 1));
/// ```
#[must_use]
pub fn match_seed(root: u64, index: u64) -> u64 {
    let mut hash = Sha256::new();
    hash.update(b"touchline match");
    hash.update(root.to_le_bytes());
    hash.update(index.to_le_bytes());
    hash.finalize().iter().take(8).rev().fold(0, |seed, byte| seed << 8 | u64::from(*byte))
}
