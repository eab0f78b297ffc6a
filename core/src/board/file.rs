//! The board file as it is written: fields only, no meaning yet.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardFile {
    pub(super) board: String,
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) cell_width: f64,
    pub(super) row_pitch: f64,
    pub(super) token: TokenFile,
    pub(super) ball: BallFile,
    pub(super) goal: GoalFile,
    pub(super) spots: SpotsFile,
    pub(super) marks: MarksFile,
    pub(super) zones: Ordered<ZoneFile>,
    pub(super) map: Option<MapFile>,
    #[serde(default)]
    pub(super) physics: serde_yaml::Value,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TokenFile {
    pub(super) diameter: f64,
    pub(super) height: f64,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BallFile {
    pub(super) diameter: f64,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GoalFile {
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Offsets of spots 1–3 from the middle; 4–6 lie opposite.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpotsFile {
    pub(super) whole: [[f64; 2]; 3],
    pub(super) half: [[f64; 2]; 3],
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MarksFile {
    pub(super) centre: String,
    pub(super) penalty_spot: String,
    pub(super) corners: [String; 2],
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ZoneFile {
    #[serde(default)]
    pub(super) both: bool,
    #[serde(default)]
    pub(super) plain: bool,
    #[serde(default)]
    pub(super) contested: bool,
    /// On a board of squares: the ranks it takes at the higher end.
    pub(super) ranks: Option<[u32; 2]>,
    pub(super) cells: Option<Vec<String>>,
    pub(super) same_as: Option<String>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapFile {
    pub(super) legend: Ordered<Vec<String>, char>,
    pub(super) rows: Vec<String>,
}

/// A YAML mapping in the order of the file, without repeated keys.
pub(super) struct Ordered<T, K = String>(pub(super) Vec<(K, T)>);

impl<'de, T, K> Deserialize<'de> for Ordered<T, K>
where
    T: Deserialize<'de>,
    K: Deserialize<'de> + PartialEq + fmt::Display,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(OrderedVisitor(PhantomData))
    }
}

struct OrderedVisitor<T, K>(PhantomData<(K, T)>);

impl<'de, T, K> Visitor<'de> for OrderedVisitor<T, K>
where
    T: Deserialize<'de>,
    K: Deserialize<'de> + PartialEq + fmt::Display,
{
    type Value = Ordered<T, K>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a mapping of names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries: Vec<(K, T)> = Vec::new();
        while let Some(key) = map.next_key::<K>()? {
            if entries.iter().any(|(known, _)| *known == key) {
                return Err(A::Error::custom(format!("`{key}` is given twice; remove one")));
            }
            entries.push((key, map.next_value()?));
        }
        Ok(Ordered(entries))
    }
}
