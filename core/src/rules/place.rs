//! Where something stands in a YAML text.

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// One step from a YAML node to another below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The value of this key.
    Key(String),
    /// This item of a list.
    Item(usize),
    /// The key itself.
    Name(String),
}

#[cfg(feature = "lua")]
impl Step {
    /// The value of this key.
    pub(crate) fn key(name: &str) -> Step {
        Step::Key(name.to_owned())
    }
}

/// Line and column, from 1, of the node at the end of a path; `None` when there is no such node.
///
/// The parser tells places only in its errors, so the walk ends in an error raised on purpose.
pub(crate) fn locate(text: &str, path: &[Step]) -> Option<(u32, u32)> {
    let mut found = false;
    let probe = Probe { path, found: &mut found };
    let error = probe.deserialize(serde_yaml::Deserializer::from_str(text)).err()?;
    let place = error.location().filter(|_| found)?;
    Some((u32::try_from(place.line()).ok()?, u32::try_from(place.column()).ok()?))
}

struct Probe<'p> {
    path: &'p [Step],
    found: &'p mut bool,
}

impl Probe<'_> {
    fn here<E: Error>(self) -> E {
        *self.found = self.path.is_empty();
        E::custom("here")
    }
}

impl<'de> DeserializeSeed<'de> for Probe<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Probe<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any node")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Err(self.here())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Err(self.here())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Err(self.here())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Err(self.here())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Err(self.here())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Err(self.here())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        Err(self.here())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let Some((Step::Item(index), path)) = self.path.split_first() else { return Err(self.here()) };
        for _ in 0..*index {
            if items.next_element::<IgnoredAny>()?.is_none() {
                return Err(A::Error::custom("shorter than that"));
            }
        }
        items.next_element_seed(Probe { path, found: self.found })?;
        Err(A::Error::custom("shorter than that"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let (wanted, path, name) = match self.path.split_first() {
            Some((Step::Key(key), path)) => (key, path, false),
            Some((Step::Name(key), path)) => (key, path, true),
            _ => return Err(self.here()),
        };
        loop {
            let key = Key { wanted, name };
            let Some(matches) = entries.next_key_seed(key).inspect_err(|_| *self.found = name)? else {
                return Err(A::Error::custom("no such key"));
            };
            if matches {
                entries.next_value_seed(Probe { path, found: self.found })?;
                return Err(A::Error::custom("no such node"));
            }
            entries.next_value::<IgnoredAny>()?;
        }
    }
}

/// A key, compared; an error on purpose when its own place is wanted.
struct Key<'p> {
    wanted: &'p str,
    name: bool,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_any(written(|key| {
            let matches = key == self.wanted;
            if matches && self.name { Err("here") } else { Ok(matches) }
        }))
    }
}

/// A visitor that hands on a key as it is written; what the function refuses becomes an error at the key's place.
pub(super) fn written<T>(
    then: impl FnOnce(String) -> Result<T, &'static str>,
) -> impl for<'de> Visitor<'de, Value = T> {
    Written(then)
}

struct Written<F>(F);

impl<T, F: FnOnce(String) -> Result<T, &'static str>> Written<F> {
    fn hand<E: Error>(self, key: String) -> Result<T, E> {
        (self.0)(key).map_err(E::custom)
    }
}

impl<T, F: FnOnce(String) -> Result<T, &'static str>> Visitor<'_> for Written<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_bool<E: Error>(self, key: bool) -> Result<T, E> {
        self.hand(key.to_string())
    }

    fn visit_i64<E: Error>(self, key: i64) -> Result<T, E> {
        self.hand(key.to_string())
    }

    fn visit_u64<E: Error>(self, key: u64) -> Result<T, E> {
        self.hand(key.to_string())
    }

    fn visit_f64<E: Error>(self, key: f64) -> Result<T, E> {
        self.hand(key.to_string())
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<T, E> {
        self.hand(key.to_owned())
    }

    fn visit_unit<E: Error>(self) -> Result<T, E> {
        self.hand("null".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "- name: a\n  home: {8: {at: E5}}\n  do:\n    - home: end\n    - away: {move: {3: H9}}\n";

    #[test]
    fn a_node_is_found_where_it_stands() {
        let key = |k: &str| Step::Key(k.to_owned());
        assert_eq!(locate(TEXT, &[Step::Item(0), key("home"), key("8"), key("at")]), Some((2, 18)));
        let third = [Step::Item(0), key("do"), Step::Item(1), key("away"), key("move"), key("3")];
        assert_eq!(locate(TEXT, &third), Some((5, 24)));
        assert_eq!(locate(TEXT, &[Step::Item(0), Step::Name("do".to_owned())]), Some((3, 3)));
    }

    #[test]
    fn a_path_that_leads_nowhere_has_no_place() {
        assert_eq!(locate(TEXT, &[Step::Item(3)]), None);
        assert_eq!(locate(TEXT, &[Step::Item(0), Step::Key("away".to_owned())]), None);
        assert_eq!(locate(TEXT, &[Step::Item(0), Step::Key("name".to_owned()), Step::Item(0)]), None);
        assert_eq!(locate(": [", &[Step::Item(0)]), None);
    }
}
