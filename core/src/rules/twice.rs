//! Keys that a YAML table has twice: whichever the reader took, one of the two lines would be a lie.

use super::place::written;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeSet;
use std::fmt;

/// The first key that stands in its table a second time, with the line and column of the second.
///
/// A text that is no YAML has none: it is refused when it is read.
pub(super) fn repeated_key(text: &str) -> Option<(String, u32, u32)> {
    let mut found = None;
    let error = Walk(&mut found).deserialize(serde_yaml::Deserializer::from_str(text)).err()?;
    let (key, place) = (found?, error.location()?);
    Some((key, u32::try_from(place.line()).ok()?, u32::try_from(place.column()).ok()?))
}

/// Walks through every node; ends in an error at the key that is there already.
struct Walk<'f>(&'f mut Option<String>);

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any node")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i128<E: Error>(self, _: i128) -> Result<(), E> {
        Ok(())
    }

    fn visit_u128<E: Error>(self, _: u128) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(Walk(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let mut keys = BTreeSet::new();
        while let Some(()) = entries.next_key_seed(Key { keys: &mut keys, found: self.0 })? {
            entries.next_value_seed(Walk(self.0))?;
        }
        Ok(())
    }
}

/// A key, remembered; an error on purpose when it is there already.
struct Key<'k> {
    keys: &'k mut BTreeSet<String>,
    found: &'k mut Option<String>,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(written(|key| {
            if self.keys.contains(&key) {
                *self.found = Some(key);
                return Err("there already");
            }
            self.keys.insert(key);
            Ok(())
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_there_already_is_found_where_it_stands_again() {
        let found = |text: &str| repeated_key(text).map(|(key, line, column)| format!("{key} {line}:{column}"));
        assert_eq!(found("a: 1\nb: {c: 1, d: 2,\n  c: 3}\n").as_deref(), Some("c 3:3"));
        assert_eq!(found("- x: 1\n- x: 1\n  y: [{1: a, 1: b}]\n").as_deref(), Some("1 3:14"));
        assert_eq!(found("a: {b: 1}\nb: {a: 1}\n"), None);
        assert_eq!(found("a: 99999999999999999999999\na: 2\n").as_deref(), Some("a 2:1"));
        assert_eq!(found(": ["), None);
    }
}
