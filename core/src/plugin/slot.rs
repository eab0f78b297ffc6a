//! Slots: what a plugin remembers, at fixed places of the state.

use crate::game::SLOT_BYTES;
use crate::{Side, Token};

/// What a slot exists once for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The match.
    Match,
    /// Each side.
    Side,
    /// Each player.
    Player,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Scope; 3] = [Scope::Match, Scope::Side, Scope::Player];

    /// `match`, `side` or `player`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Scope::Match => "match",
            Scope::Side => "side",
            Scope::Player => "player",
        }
    }

    /// How many values it holds.
    #[must_use]
    pub const fn len(self) -> usize {
        match self {
            Scope::Match => 1,
            Scope::Side => 2,
            Scope::Player => Token::COUNT,
        }
    }

    /// Never: every scope holds at least one value.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        false
    }
}

/// How long a slot keeps its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    /// Until the turn ends.
    Turn,
    /// Until the half ends.
    Half,
    /// Until the match ends.
    Match,
}

impl Lasts {
    /// All of them.
    pub const ALL: [Lasts; 3] = [Lasts::Turn, Lasts::Half, Lasts::Match];

    /// `turn`, `half` or `match`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Lasts::Turn => "turn",
            Lasts::Half => "half",
            Lasts::Match => "match",
        }
    }
}

/// What a slot holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlotKind {
    /// A whole number in bounds.
    Int {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// `true` or `false`.
    Bool,
    /// One of these words.
    Enum(Vec<String>),
}

/// A slot as a plugin declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotDecl {
    /// Its name in the plugin.
    pub name: String,
    /// The plugin.
    pub plugin: String,
    /// What it exists once for.
    pub scope: Scope,
    /// What it holds.
    pub kind: SlotKind,
    /// The value it starts with (words by index, booleans as 0 and 1).
    pub default: i64,
    /// How long it keeps a value.
    pub lasts: Lasts,
    /// It survives into the next match of a competition.
    pub carry: bool,
    /// What it means.
    pub doc: String,
}

impl SlotDecl {
    /// `plugin.slot`.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{}.{}", self.plugin, self.name)
    }

    /// Smallest and largest stored value.
    #[must_use]
    pub fn bounds(&self) -> (i64, i64) {
        match &self.kind {
            SlotKind::Int { min, max } => (*min, *max),
            SlotKind::Bool => (0, 1),
            SlotKind::Enum(words) => (0, words.len() as i64 - 1),
        }
    }

    /// Bytes of one value: 1, 2 or 4.
    #[must_use]
    pub fn width(&self) -> usize {
        let (min, max) = self.bounds();
        match max.saturating_sub(min) {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            _ => 4,
        }
    }

    /// A value in the plugin's words.
    #[must_use]
    pub fn show(&self, value: i64) -> String {
        match &self.kind {
            SlotKind::Int { .. } => value.to_string(),
            SlotKind::Bool => (value != 0).to_string(),
            SlotKind::Enum(words) => {
                usize::try_from(value).ok().and_then(|i| words.get(i)).cloned().unwrap_or_default()
            }
        }
    }

    /// A value from words, numbers, `true` and `false`.
    ///
    /// # Errors
    /// A sentence that says what is expected.
    pub fn parse(&self, text: &str) -> Result<i64, String> {
        let found = match &self.kind {
            SlotKind::Int { min, max } => text.parse().ok().filter(|n| (min..=max).contains(&n)),
            SlotKind::Bool => text.parse::<bool>().ok().map(i64::from),
            SlotKind::Enum(words) => words.iter().position(|w| w == text).map(|i| i as i64),
        };
        found.ok_or_else(|| format!("`{text}` is no value of {}: expected {}", self.full_name(), self.expected()))
    }

    /// What values fit, in words.
    #[must_use]
    pub fn expected(&self) -> String {
        match &self.kind {
            SlotKind::Int { min, max } => format!("a whole number from {min} to {max}"),
            SlotKind::Bool => "true or false".to_owned(),
            SlotKind::Enum(words) => format!("one of {}", words.join(", ")),
        }
    }
}

/// A slot and where its values lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotPlace {
    /// The declaration.
    pub decl: SlotDecl,
    /// First byte in `State::slots`.
    pub offset: usize,
}

impl SlotPlace {
    /// Bytes of all its values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.decl.width() * self.decl.scope.len()
    }

    /// Never: a slot holds at least one byte.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The value for the `index`-th of what it exists once for.
    #[must_use]
    pub fn read(&self, slots: &[u8; SLOT_BYTES], index: usize) -> i64 {
        let (width, (min, max)) = (self.decl.width(), self.decl.bounds());
        let start = self.offset + index.min(self.decl.scope.len() - 1) * width;
        let raw = slots[start..start + width].iter().rev().fold(0i64, |n, b| n << 8 | i64::from(*b));
        (min + raw).min(max)
    }

    /// Stores a value, which is cut to the bounds.
    pub fn write(&self, slots: &mut [u8; SLOT_BYTES], index: usize, value: i64) {
        let (width, (min, max)) = (self.decl.width(), self.decl.bounds());
        let start = self.offset + index.min(self.decl.scope.len() - 1) * width;
        let raw = value.clamp(min, max).wrapping_sub(min) as u64;
        slots[start..start + width].copy_from_slice(&raw.to_le_bytes()[..width]);
    }

    /// Puts all its values back to the default.
    pub fn reset(&self, slots: &mut [u8; SLOT_BYTES]) {
        for index in 0..self.decl.scope.len() {
            self.write(slots, index, self.decl.default);
        }
    }

    /// The index for a side.
    #[must_use]
    pub fn of_side(side: Side) -> usize {
        side.index()
    }

    /// The index for a player.
    #[must_use]
    pub fn of_player(token: Token) -> usize {
        token.index()
    }
}
