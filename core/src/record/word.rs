//! Words of the log, which cost nothing to copy: most are in the hook table or in the ruleset already.

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

/// A text that many lines of a log share.
#[derive(Clone)]
pub enum Word {
    /// One that the engine has.
    Fixed(&'static str),
    /// One that a ruleset or a file has.
    Shared(Arc<str>),
}

impl Word {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Word::Fixed(text) => text,
            Word::Shared(text) => text,
        }
    }

    /// Whether there is no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.as_str().is_empty()
    }
}

impl Default for Word {
    fn default() -> Word {
        Word::Fixed("")
    }
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Word {
        Word::Shared(Arc::from(text))
    }
}

impl From<String> for Word {
    fn from(text: String) -> Word {
        Word::Shared(Arc::from(text))
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Word {}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Word, D::Error> {
        String::deserialize(d).map(Word::from)
    }
}

/// Values by name, in the order of their names.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<V>(Vec<(Word, V)>);

impl<V> Named<V> {
    /// Values whose names are in order already, each of them once.
    #[cfg(feature = "lua")]
    pub(super) fn in_order(values: Vec<(Word, V)>) -> Named<V> {
        debug_assert!(values.is_sorted_by(|a, b| a.0.as_str() < b.0.as_str()));
        Named(values)
    }

    /// Puts a value under a name; one that was there is replaced.
    pub fn insert(&mut self, name: Word, value: V) {
        match self.place(&name) {
            Ok(n) => self.0[n].1 = value,
            Err(n) => self.0.insert(n, (name, value)),
        }
    }

    /// Takes a name out, if it is there.
    pub fn remove(&mut self, name: &str) {
        if let Ok(n) = self.place(name) {
            self.0.remove(n);
        }
    }

    /// The value under a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&V> {
        self.place(name).ok().map(|n| &self.0[n].1)
    }

    /// The names and their values.
    pub fn iter(&self) -> impl Iterator<Item = (&Word, &V)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    /// The values.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// Whether there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.as_str().cmp(name))
    }
}

impl<V> Default for Named<V> {
    fn default() -> Named<V> {
        Named(Vec::new())
    }
}

impl<V: Serialize> Serialize for Named<V> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_map(self.iter())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Named<V> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Named<V>, D::Error> {
        struct OfMap<V>(PhantomData<V>);

        impl<'de, V: Deserialize<'de>> Visitor<'de> for OfMap<V> {
            type Value = Named<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named<V>, A::Error> {
                let mut named = Named::default();
                while let Some((name, value)) = map.next_entry()? {
                    named.insert(name, value);
                }
                Ok(named)
            }
        }

        d.deserialize_map(OfMap(PhantomData))
    }
}
