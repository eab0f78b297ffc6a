//! Facts: what the engine tells a plugin, as scalars.

use crate::Token;
use crate::board::{Band, ZoneId};

/// How a scalar reads in Lua.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// A whole number.
    Int,
    /// A number.
    Number,
    /// `true` or `false`.
    Bool,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number or nil.
    MaybeInt,
    /// A bit mask of active skills, read with `has(mask, "name")`.
    Skills,
    /// A token 1–32, or nil.
    Token,
    /// The name of a board zone (`own_` in front at the acting side's own end), or `"none"`.
    Zone,
    /// A word the ruleset lists (its cards), or nil.
    Card,
    /// Free text.
    Text,
    /// A combination of the ruleset's dice, or `"none"`.
    Combination,
    /// Faces of dice that lie together, in the order of the die and separated by spaces.
    Faces,
}

/// A scalar that can be handed to a plugin.
pub trait Fact: Copy {
    /// How it reads in Lua.
    const KIND: FactKind;
    /// The scalar on its way to Lua.
    fn pack(self) -> i64;
}

/// The packed form of nil.
pub const NIL: i64 = i64::MIN;

impl Fact for bool {
    const KIND: FactKind = FactKind::Bool;
    fn pack(self) -> i64 {
        i64::from(self)
    }
}

impl Fact for i32 {
    const KIND: FactKind = FactKind::Int;
    fn pack(self) -> i64 {
        i64::from(self)
    }
}

impl Fact for Option<i32> {
    const KIND: FactKind = FactKind::MaybeInt;
    fn pack(self) -> i64 {
        self.map_or(NIL, i64::from)
    }
}

impl Fact for Option<Token> {
    const KIND: FactKind = FactKind::Token;
    fn pack(self) -> i64 {
        self.map_or(NIL, |t| t.index() as i64 + 1)
    }
}

impl Fact for Band {
    const KIND: FactKind = FactKind::Word(&["defence", "midfield", "attack"]);
    fn pack(self) -> i64 {
        self as i64
    }
}

/// The most skills that fit exactly into a Lua number.
pub const MAX_SKILLS: usize = 52;

/// The active skills of a token: bit *n* is the *n*-th skill of the ruleset's list (at most 52, exact in a Lua number).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Skills(pub u64);

impl Skills {
    /// Whether skill number `skill` is among them.
    #[must_use]
    pub const fn has(self, skill: u8) -> bool {
        self.0 >> skill & 1 == 1
    }
}

impl Fact for Skills {
    const KIND: FactKind = FactKind::Skills;
    fn pack(self) -> i64 {
        self.0 as i64
    }
}

/// A zone of the board as one side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ZoneView {
    /// The zone.
    pub zone: ZoneId,
    /// At the acting side's own end.
    pub own: bool,
}

impl Fact for Option<ZoneView> {
    const KIND: FactKind = FactKind::Zone;
    fn pack(self) -> i64 {
        self.map_or(0, |z| 1 + 2 * z.zone.index() as i64 + i64::from(z.own))
    }
}

/// A combination by its place in the ruleset's list, from 1; 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Combo(pub u8);

impl From<u8> for Combo {
    fn from(number: u8) -> Combo {
        Combo(number)
    }
}

impl Fact for Combo {
    const KIND: FactKind = FactKind::Combination;
    fn pack(self) -> i64 {
        self.0.into()
    }
}

/// Dice that lie together, by the number of the hand (see `DiceSet::hand`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faces(pub usize);

impl From<usize> for Faces {
    fn from(hand: usize) -> Faces {
        Faces(hand)
    }
}

impl Fact for Faces {
    const KIND: FactKind = FactKind::Faces;
    fn pack(self) -> i64 {
        self.0 as i64
    }
}

/// A field of a value that plugins change: a scalar that goes to Lua and comes back.
pub trait Datum: Copy {
    /// How it reads in Lua.
    const KIND: FactKind;
    /// On its way to Lua.
    fn to_number(self) -> f64;
    /// On its way back; the host has checked it against [`Datum::KIND`].
    fn from_number(number: f64) -> Self;
}

impl Datum for f64 {
    const KIND: FactKind = FactKind::Number;
    fn to_number(self) -> f64 {
        self
    }
    fn from_number(number: f64) -> Self {
        number
    }
}

impl Datum for i32 {
    const KIND: FactKind = FactKind::Int;
    fn to_number(self) -> f64 {
        f64::from(self)
    }
    fn from_number(number: f64) -> Self {
        number as i32
    }
}

impl Datum for bool {
    const KIND: FactKind = FactKind::Bool;
    fn to_number(self) -> f64 {
        f64::from(u8::from(self))
    }
    fn from_number(number: f64) -> Self {
        number != 0.0
    }
}

/// A card by its place in the ruleset's list; the engine knows none by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Card(pub u8);

impl Datum for Option<Card> {
    const KIND: FactKind = FactKind::Card;
    fn to_number(self) -> f64 {
        self.map_or(-1.0, |c| f64::from(c.0))
    }
    fn from_number(number: f64) -> Self {
        (number >= 0.0).then_some(Card(number as u8))
    }
}
