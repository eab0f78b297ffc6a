//! Sections: the coloured slices of a player, each of which is a skill.

use super::nearest::{did_you_mean, nearest};
use serde::{Deserialize, Deserializer, Serialize, de};
use std::fmt;

/// One coloured slice of a player, which is one skill. The basic skill of a colour has the colour's name.
///
/// Written `yellow`, `yellow+assist` or `{colour: yellow, skill: assist}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// Such as `yellow`.
    pub colour: String,
    /// Such as `yellow` or `assist`.
    pub skill: String,
}

impl Section {
    /// The section with the basic skill of a colour, or with `skill`.
    #[must_use]
    pub fn new(colour: &str, skill: Option<&str>) -> Section {
        Section { colour: colour.to_string(), skill: skill.unwrap_or(colour).to_string() }
    }

    /// `None` when the catalogue has the section, else what to write instead, if anything is alike.
    pub(crate) fn unknown(&self, catalogue: &[Section]) -> Option<Option<String>> {
        if catalogue.contains(self) {
            return None;
        }
        // The skill exists in another colour, or was written without one.
        if let Some(meant) = catalogue.iter().find(|s| s.skill == self.skill) {
            return Some(Some(format!("did you mean `{meant}`?")));
        }
        let known: Vec<String> = catalogue.iter().map(ToString::to_string).collect();
        let given = self.to_string();
        let near = did_you_mean(&given, known.iter().map(String::as_str));
        let near = near.or_else(|| {
            let skill = nearest(&self.skill, catalogue.iter().map(|s| s.skill.as_str())).first().copied()?;
            Some(format!("did you mean `{}`?", catalogue.iter().find(|s| s.skill == skill)?))
        });
        Some(near.or_else(|| Some(format!("known: {}", known.join(", ")))))
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.colour == self.skill { f.write_str(&self.colour) } else { write!(f, "{}+{}", self.colour, self.skill) }
    }
}

impl<'de> Deserialize<'de> for Section {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Section, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Pair {
            colour: String,
            skill: Option<String>,
        }

        struct SectionVisitor;

        impl<'de> de::Visitor<'de> for SectionVisitor {
            type Value = Section;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a section: `yellow`, `yellow+assist` or `{colour: yellow, skill: assist}`")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Section, E> {
                let (colour, skill) = match text.split_once('+') {
                    Some((colour, skill)) => (colour.trim(), Some(skill.trim())),
                    None => (text.trim(), None),
                };
                if colour.is_empty() || skill.is_some_and(str::is_empty) {
                    return Err(E::invalid_value(de::Unexpected::Str(text), &self));
                }
                Ok(Section::new(colour, skill))
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Section, A::Error> {
                let pair = Pair::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(Section::new(&pair.colour, pair.skill.as_deref()))
            }
        }

        deserializer.deserialize_any(SectionVisitor)
    }
}
