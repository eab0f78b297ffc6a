//! Kits: the colours of a team, at home and away.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// The two kits of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uniform {
    /// Worn at home.
    pub home: Kit,
    /// Worn away.
    pub away: Kit,
}

/// Two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kit {
    /// Most of it.
    pub primary: Rgb,
    /// The rest, and the number.
    pub secondary: Rgb,
}

impl Uniform {
    /// How bright the two kits look, home first: 0 black, 255 white.
    #[must_use]
    pub fn brightness(&self) -> [u8; 2] {
        [self.home, self.away].map(|kit| kit.primary.brightness())
    }
}

impl Rgb {
    /// The colour that a text such as `#1d4ed8` writes.
    #[must_use]
    pub(crate) fn written(text: &str) -> Option<Rgb> {
        let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.bytes().all(|b| b.is_ascii_hexdigit()))?;
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Rgb([red, green, blue]))
    }

    /// How bright it looks: 0 black, 255 white.
    #[must_use]
    pub fn brightness(self) -> u8 {
        let [red, green, blue] = self.0.map(u32::from);
        // The usual weights of the eye, in thousandths.
        ((299 * red + 587 * green + 114 * blue) / 1000) as u8
    }
}

/// A colour as red, green, blue; written `'#1d4ed8'`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub [u8; 3]);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Serialize for Rgb {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rgb {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rgb, D::Error> {
        let text = String::deserialize(deserializer)?;
        Rgb::written(&text)
            .ok_or_else(|| de::Error::invalid_value(de::Unexpected::Str(&text), &"a colour such as '#1d4ed8'"))
    }
}
