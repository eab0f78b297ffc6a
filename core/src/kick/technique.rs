//! How a ball is struck, how hard, and how a token meets it.

use serde::{Deserialize, Serialize};

/// How the token strikes the ball.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Technique {
    /// The ball rolls and meets every token in its way.
    #[default]
    Low,
    /// The ball jumps over tokens for the first part of its path.
    Lifted,
    /// The ball is flicked off the top of the token: short and wild.
    Head,
}

impl Technique {
    /// Every technique, in the order of the rule book.
    pub const ALL: [Technique; 3] = [Technique::Low, Technique::Lifted, Technique::Head];

    /// `low`, `lifted` or `head`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Technique::Low => "low",
            Technique::Lifted => "lifted",
            Technique::Head => "head",
        }
    }
}

/// How hard the coach means to strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Pace {
    /// Short of the aim, with a steadier hand.
    Soft,
    /// Just as far as the aim.
    Exact,
    /// Beyond the aim, with a less steady hand.
    Firm,
}

impl Pace {
    /// Every pace, softest first.
    pub const ALL: [Pace; 3] = [Pace::Soft, Pace::Exact, Pace::Firm];

    /// `soft`, `exact` or `firm`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Pace::Soft => "soft",
            Pace::Exact => "exact",
            Pace::Firm => "firm",
        }
    }
}

/// How a token stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Pose {
    /// Upright: narrow and high.
    Standing,
    /// On its side, parallel to the goal line: wide and low.
    Lying,
}

impl Pose {
    /// Both poses, upright first.
    pub const ALL: [Pose; 2] = [Pose::Standing, Pose::Lying];

    /// `standing` or `lying`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Pose::Standing => "standing",
            Pose::Lying => "lying",
        }
    }
}
