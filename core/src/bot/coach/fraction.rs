//! Exact fractions, small enough for odds of a few dice.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Sub};

/// A fraction that is never negative, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    top: u128,
    bottom: u128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { top: 0, bottom: 1 };
    /// The whole.
    pub const ONE: Fraction = Fraction { top: 1, bottom: 1 };

    /// `top` out of `bottom`, in lowest terms; a bottom of 0 counts as 1.
    #[must_use]
    pub fn new(top: u128, bottom: u128) -> Fraction {
        let common = divisor(top, bottom).max(1);
        Fraction { top: top / common, bottom: (bottom / common).max(1) }
    }

    /// As a number.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.top as f64 / self.bottom as f64
    }
}

/// The greatest common divisor.
fn divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Add for Fraction {
    type Output = Fraction;
    fn add(self, other: Fraction) -> Fraction {
        let common = divisor(self.bottom, other.bottom);
        let (mine, theirs) = (other.bottom / common, self.bottom / common);
        Fraction::new(self.top * mine + other.top * theirs, self.bottom * mine)
    }
}

impl Sub for Fraction {
    type Output = Fraction;
    /// The difference, or 0 where it would be negative.
    fn sub(self, other: Fraction) -> Fraction {
        let common = divisor(self.bottom, other.bottom);
        let (mine, theirs) = (other.bottom / common, self.bottom / common);
        Fraction::new((self.top * mine).saturating_sub(other.top * theirs), self.bottom * mine)
    }
}

impl Mul for Fraction {
    type Output = Fraction;
    fn mul(self, other: Fraction) -> Fraction {
        let left = Fraction::new(self.top, other.bottom);
        let right = Fraction::new(other.top, self.bottom);
        Fraction::new(left.top * right.top, left.bottom * right.bottom)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        let common = divisor(self.bottom, other.bottom);
        (self.top * (other.bottom / common)).cmp(&(other.top * (self.bottom / common)))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bottom == 1 { write!(f, "{}", self.top) } else { write!(f, "{}/{}", self.top, self.bottom) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_kept_in_lowest_terms() {
        assert_eq!(Fraction::new(6, 8).to_string(), "3/4");
        assert_eq!(Fraction::new(1, 2) + Fraction::new(1, 3), Fraction::new(5, 6));
        assert_eq!(Fraction::new(2, 3) * Fraction::new(3, 4), Fraction::new(1, 2));
        assert_eq!(Fraction::ONE - Fraction::new(1, 4), Fraction::new(3, 4));
        assert_eq!(Fraction::new(1, 4) - Fraction::ONE, Fraction::ZERO);
        assert!(Fraction::new(1, 3) < Fraction::new(34, 100));
    }
}
