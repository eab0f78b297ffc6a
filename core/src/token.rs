//! The pieces: 16 to a side.

use crate::Side;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::num::NonZeroU8;

/// A piece of the match: 0–15 are home's, 16–31 away's. Plugins see it as 1–32.
/// In text it is its side and its place in the squad list from 1: `home 8`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(NonZeroU8); // the index with the top bit set, so that an `Option` of it is a byte

impl Token {
    /// Pieces in one squad.
    pub const PER_SIDE: usize = 16;
    /// Pieces of both squads.
    pub const COUNT: usize = 2 * Self::PER_SIDE;

    /// The `member`-th piece (0–15) of a side's squad.
    #[must_use]
    pub const fn new(side: Side, member: u8) -> Token {
        debug_assert!(member < Self::PER_SIDE as u8);
        Token::at(side as u8 * Self::PER_SIDE as u8 + member)
    }

    /// The piece with this index (0–31), or `None` beyond.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Token> {
        if index < Self::COUNT { Some(Token::at(index as u8)) } else { None }
    }

    #[inline]
    const fn at(index: u8) -> Token {
        match NonZeroU8::new(index | 0x80) {
            Some(number) => Token(number),
            None => Token(NonZeroU8::MAX),
        }
    }

    /// 0–31, for arrays.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize % Self::COUNT
    }

    /// Place in the squad list, 0–15.
    #[must_use]
    pub const fn member(self) -> u8 {
        self.0.get() % Self::PER_SIDE as u8
    }

    /// Its side and its place in the squad list from 1: `home 8`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// The team it plays for.
    #[must_use]
    pub const fn side(self) -> Side {
        if self.index() < Self::PER_SIDE { Side::Home } else { Side::Away }
    }

    /// All 32, home first.
    pub fn all() -> impl Iterator<Item = Token> {
        (0..Self::COUNT as u8).map(Token::at)
    }

    /// The 16 of one side.
    pub fn of(side: Side) -> impl Iterator<Item = Token> {
        (0..Self::PER_SIDE as u8).map(move |m| Token::new(side, m))
    }
}

const NAMES: [&str; Token::COUNT] = [
    "home 1", "home 2", "home 3", "home 4", "home 5", "home 6", "home 7", "home 8", "home 9", "home 10", "home 11",
    "home 12", "home 13", "home 14", "home 15", "home 16", "away 1", "away 2", "away 3", "away 4", "away 5", "away 6",
    "away 7", "away 8", "away 9", "away 10", "away 11", "away 12", "away 13", "away 14", "away 15", "away 16",
];

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Token({self})")
    }
}

impl std::fmt::Display for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Token {
    type Err = String;

    fn from_str(text: &str) -> Result<Token, String> {
        let wrong = || format!("`{text}` is not a token: write a side and a place in the squad, such as `home 8`");
        let (side, place) = text.trim().split_once(' ').ok_or_else(wrong)?;
        let side = match side {
            "home" => Side::Home,
            "away" => Side::Away,
            _ => return Err(wrong()),
        };
        match place.trim().parse::<u8>() {
            Ok(place @ 1..=16) => Ok(Token::new(side, place - 1)),
            _ => Err(wrong()),
        }
    }
}

impl Serialize for Token {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Token {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        String::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}
