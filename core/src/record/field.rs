//! The fields of events, taken from the one declaration of events.

#[cfg(feature = "lua")]
use super::event::{CellName, Placement};
#[cfg(feature = "lua")]
use crate::board::Point;
#[cfg(feature = "lua")]
use crate::game::{Ending, Intent, KeeperPose, Offer, Stage, Way};
#[cfg(feature = "lua")]
use crate::kick::{Pace, Technique};
#[cfg(feature = "lua")]
use crate::plugin::{BallSource, Cause, DuelAnswer, DuelKind, How, Kind, PhaseAnswer, Restart, RollQuestion};
#[cfg(feature = "lua")]
use crate::{Side, Token};

/// Declares the enum of events as it is written, and [`FieldKind`]s of its fields under their names in the log.
macro_rules! events {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[doc = $doc:literal])* $variant:ident {
            $($(#[doc = $about:literal])* $(#[serde($($serde:tt)*)])? $field:ident: $type:ty),* $(,)?
        }),* $(,)?
    }) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[doc = $doc])* $variant {
                $($(#[doc = $about])* $(#[serde($($serde)*)])? $field: $type),*
            }),*
        }

        #[cfg(feature = "lua")]
        impl $name {
            /// The fields of each type of event, types in the order of the declaration.
            pub(crate) const FIELDS: &'static [&'static [(&'static str, $crate::record::field::FieldKind)]] = &[
                $(&[$((
                    $crate::record::field::logged!($field $($($serde)*)?),
                    <$type as $crate::record::field::Field>::KIND,
                )),*]),*
            ];
        }
    };
}
pub(super) use events;

/// The name of a field in the log.
#[cfg(feature = "lua")]
macro_rules! logged {
    ($field:ident rename = $name:literal $($more:tt)*) => {
        $name
    };
    ($field:ident $($more:tt)*) => {
        stringify!($field)
    };
}
#[cfg(feature = "lua")]
pub(super) use logged;

/// What a field holds when it holds anything.
#[cfg(feature = "lua")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FieldKind {
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A text; what it may say is known elsewhere, if at all.
    Text,
    /// `home 8`.
    Token,
    /// `H4`.
    Cell,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Several of a kind.
    List(&'static FieldKind),
    /// Places and paths in centimetres.
    Places,
}

/// A type that a field of an event may have.
#[cfg(feature = "lua")]
pub(crate) trait Field {
    /// What it holds.
    const KIND: FieldKind;
}

#[cfg(feature = "lua")]
macro_rules! kinds {
    ($($type:ty => $kind:expr),* $(,)?) => { $(impl Field for $type { const KIND: FieldKind = $kind; })* };
}

#[cfg(feature = "lua")]
macro_rules! words {
    ($($type:ty),* $(,)?) => { kinds! { $($type => FieldKind::Word(<$type>::WORDS)),* } };
}

#[cfg(feature = "lua")]
kinds! {
    bool => FieldKind::Flag,
    u8 => FieldKind::Number,
    u16 => FieldKind::Number,
    i64 => FieldKind::Number,
    f32 => FieldKind::Number,
    String => FieldKind::Text,
    Token => FieldKind::Token,
    CellName => FieldKind::Cell,
    Point => FieldKind::Places,
    Placement => FieldKind::Places,
    Side => FieldKind::Word(&[Side::Home.word(), Side::Away.word()]),
    Technique => FieldKind::Word(&[Technique::Low.word(), Technique::Lifted.word(), Technique::Head.word()]),
    Pace => FieldKind::Word(&[Pace::Soft.word(), Pace::Exact.word(), Pace::Firm.word()]),
}

#[cfg(feature = "lua")]
words! {
    BallSource, Cause, DuelAnswer, DuelKind, Ending, How, Intent, KeeperPose, Kind, Offer, PhaseAnswer, Restart,
    RollQuestion, Stage, Way,
}

#[cfg(feature = "lua")]
impl<T: Field> Field for Option<T> {
    const KIND: FieldKind = T::KIND;
}

#[cfg(feature = "lua")]
impl<T: Field> Field for Vec<T> {
    const KIND: FieldKind = FieldKind::List(&T::KIND);
}

#[cfg(feature = "lua")]
impl<T: Field, const N: usize> Field for [T; N] {
    const KIND: FieldKind = FieldKind::List(&T::KIND);
}
