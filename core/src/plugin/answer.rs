//! What comes back from a chain of plugins.

use super::{FactKind, NamedGrant};
use crate::Token;
use serde::{Deserialize, Serialize};

/// Which clause decided, and in which layer of the stack it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ruling {
    /// Index into the clauses the stack declares (`Stack::clause`), or [`Ruling::NO_CLAUSE`].
    pub clause: u16,
    /// Layer from the bottom, 0 first.
    pub layer: u8,
}

impl Ruling {
    /// No clause was named.
    pub const NO_CLAUSE: u16 = u16::MAX;
    /// Nobody ruled.
    pub const NONE: Ruling = Ruling { clause: Self::NO_CLAUSE, layer: 0 };
}

/// A field of a value, as it is declared.
#[derive(Clone, Copy, Debug)]
pub struct FieldInfo {
    /// Its name in Lua.
    pub name: &'static str,
    /// How it reads.
    pub kind: FactKind,
    /// What it means.
    pub doc: &'static str,
    /// What it is before any plugin has spoken, packed.
    pub default: f64,
    /// The least and the most that a number may be, where that is less than any number.
    pub bounds: Option<(f64, f64)>,
}

/// The most scalar fields a value has.
pub const MAX_FIELDS: usize = 12;

/// A value that `modify` layers change in place.
pub trait Record: Copy {
    /// Its fields, in order.
    const FIELDS: &'static [FieldInfo];
    /// Reads it back from what the host returned.
    fn unpack(numbers: &[f64; MAX_FIELDS]) -> Self;
}

/// A change that one layer made to one field of a value, or to one fact for the layers below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Index of the field in the record, or of the fact.
    pub field: u8,
    /// What it is now, packed.
    pub value: f64,
    /// Clause and layer.
    pub ruling: Ruling,
}

/// What is wrong with a squad, in the words of a plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// What is wrong.
    pub text: String,
    /// The player it is about; nothing for the squad as a whole.
    pub token: Option<Token>,
    /// The clause it rests on.
    pub clause: Option<String>,
    /// The plugin that says so.
    pub plugin: Option<String>,
    /// The squad may play all the same.
    pub warning: bool,
}

/// What the stack answered. Only the parts that the hook's [`super::AnswerKind`] names are filled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The word, by index in the hook's list.
    pub word: Option<u8>,
    /// The integer.
    pub number: Option<i32>,
    /// The record's fields, packed.
    pub record: [f64; MAX_FIELDS],
    /// Named grants (offers, intents, permissions).
    pub grants: Vec<NamedGrant>,
    /// Complaints, for `on_squad`.
    pub complaints: Vec<Complaint>,
    /// Who decided. For `modify`: the last layer that changed something.
    pub ruling: Ruling,
    /// For `modify`: who changed what.
    pub changes: Vec<Change>,
}

impl Default for Ruling {
    fn default() -> Self {
        Ruling::NONE
    }
}

impl Answer {
    /// The record as its Rust type.
    #[must_use]
    pub fn value<R: Record>(&self) -> R {
        R::unpack(&self.record)
    }

    /// The clause and layer that set a field of the record, if a layer changed it.
    #[must_use]
    pub fn author(&self, field: usize) -> Option<Ruling> {
        self.changes.iter().rev().find(|c| usize::from(c.field) == field).map(|c| c.ruling)
    }
}

/// Declares a record: a plain struct in Rust, a table of scalars in Lua.
macro_rules! record {
    ($(#[$meta:meta])* $name:ident { $($field:ident: $ty:ty = $default:expr, $(from $min:literal to $max:literal,)? $doc:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name { $(#[doc = $doc] pub $field: $ty),* }

        impl $crate::plugin::Record for $name {
            const FIELDS: &'static [$crate::plugin::FieldInfo] = &[
                $($crate::plugin::FieldInfo {
                    name: stringify!($field),
                    kind: <$ty as $crate::plugin::Datum>::KIND,
                    doc: $doc,
                    default: $default,
                    bounds: [$(($min, $max))?].first().copied(),
                }),*
            ];
            fn unpack(numbers: &[f64; $crate::plugin::MAX_FIELDS]) -> Self {
                let mut numbers = numbers.iter();
                let mut take = || numbers.next().copied().unwrap_or_default();
                $name { $($field: <$ty as $crate::plugin::Datum>::from_number(take())),* }
            }
        }
    };
}
pub(crate) use record;
