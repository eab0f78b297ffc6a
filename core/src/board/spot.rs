//! The places inside a cell where a token can stand.

use serde::{Deserialize, Serialize};

/// How many spots a cell has.
pub const SPOTS: usize = 7;

/// A place inside a cell: 0 is its middle, 1–6 lie around it; 1–3 are opposite 4–6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Spot(u8);

impl Spot {
    /// The middle of the cell.
    pub const MIDDLE: Spot = Spot(0);

    /// The spot with this index (0–6), or `None` beyond.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Spot> {
        if index < SPOTS { Some(Spot(index as u8)) } else { None }
    }

    /// 0–6, for arrays.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The spot on the other side of the middle.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Spot {
        match self.0 {
            0 => self,
            near @ 1..=3 => Spot(near + 3),
            far => Spot(far - 3),
        }
    }

    /// All seven, the middle first.
    pub fn all() -> impl Iterator<Item = Spot> {
        (0..SPOTS as u8).map(Spot)
    }
}

impl TryFrom<u8> for Spot {
    type Error = SpotOutOfRange;

    fn try_from(index: u8) -> Result<Spot, SpotOutOfRange> {
        Spot::from_index(index.into()).ok_or(SpotOutOfRange(index))
    }
}

impl From<Spot> for u8 {
    fn from(spot: Spot) -> u8 {
        spot.0
    }
}

/// A number that is no spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no spot: a cell has the spots 0 to 6")]
pub struct SpotOutOfRange(pub u8);
