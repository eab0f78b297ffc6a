//! A fact of a ruling, as the log has it.

use super::word::Word;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// What was put to a plugin, as a reader would write it.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// Nobody, or nothing.
    Nothing,
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(i64),
    /// A word, or a token.
    Word(Word),
    /// Several words, such as skills.
    Words(Vec<Word>),
    /// Something that this engine does not write, out of a file.
    Other(Box<Value>),
}

impl Fact {
    /// The word, if it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Fact::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether it is a yes.
    #[must_use]
    pub fn holds(&self) -> bool {
        *self == Fact::Flag(true)
    }
}

impl Serialize for Fact {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Fact::Nothing => s.serialize_unit(),
            Fact::Flag(yes) => s.serialize_bool(*yes),
            Fact::Number(number) => s.serialize_i64(*number),
            Fact::Word(word) => word.serialize(s),
            Fact::Words(words) => words.serialize(s),
            Fact::Other(value) => value.serialize(s),
        }
    }
}

impl<'de> Deserialize<'de> for Fact {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Fact, D::Error> {
        Value::deserialize(d).map(Fact::from)
    }
}

impl From<Value> for Fact {
    fn from(value: Value) -> Fact {
        match value {
            Value::Null => Fact::Nothing,
            Value::Bool(yes) => Fact::Flag(yes),
            Value::String(word) => Fact::Word(word.into()),
            Value::Array(list) if list.iter().all(Value::is_string) => {
                Fact::Words(list.iter().filter_map(Value::as_str).map(Word::from).collect())
            }
            other => match other.as_i64() {
                Some(number) => Fact::Number(number),
                None => Fact::Other(Box::new(other)),
            },
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::word::Named;
    use super::*;

    #[test]
    fn facts_are_written_as_they_were_read() {
        let text =
            r#"{"a":null,"b":true,"c":-3,"d":"home 8","e":["red","blue"],"f":[],"g":1.5,"h":[1,"x"],"i":{"j":2}}"#;
        let facts: Named<Fact> = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&facts).unwrap(), text);
        assert!(facts.get("b").unwrap().holds() && !facts.get("a").unwrap().holds());
        assert_eq!(facts.get("d").unwrap().as_str(), Some("home 8"));
        assert!(facts.get("z").is_none());
    }

    #[test]
    fn names_are_in_order_and_the_last_of_a_name_counts() {
        let facts: Named<Fact> = serde_json::from_str(r#"{"b":1,"a":2,"b":3}"#).unwrap();
        assert_eq!(serde_json::to_string(&facts).unwrap(), r#"{"a":2,"b":3}"#);
    }
}
