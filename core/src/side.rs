//! The two teams, and the two ends of the pitch.

use serde::{Deserialize, Serialize};

/// One of the two teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Side {
    /// The team named first.
    Home,
    /// The team named second.
    Away,
}

impl Side {
    /// Both sides, home first.
    pub const BOTH: [Side; 2] = [Side::Home, Side::Away];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Home => Side::Away,
            Side::Away => Side::Home,
        }
    }

    /// 0 for home, 1 for away.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `home` or `away`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Side::Home => "home",
            Side::Away => "away",
        }
    }
}

impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// One end of the pitch: left is the goal line at x = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum End {
    /// The goal line at x = 0 (column A).
    Left,
    /// The goal line at the far end (columns K and L).
    Right,
}

impl End {
    /// Both ends, left first.
    pub const BOTH: [End; 2] = [End::Left, End::Right];

    /// The opposite end.
    #[must_use]
    pub const fn other(self) -> End {
        match self {
            End::Left => End::Right,
            End::Right => End::Left,
        }
    }

    /// 0 for left, 1 for right.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}
