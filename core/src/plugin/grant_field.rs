//! The fields a grant has in Lua, declared once: how each reads, what it means, where it goes.

use super::{Along, Datum, Dirs, Grant, GrantPose, GrantWho, Into, Push, Skills, Through, ZoneView};
use crate::Token;
use crate::board::ZoneId;
use crate::kick::Technique;

/// How a field of a grant is written in Lua.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrantKind {
    /// One of these words.
    Word(&'static [&'static str]),
    /// `true` or `false`.
    Bool,
    /// A whole number from 0 to 255.
    Count,
    /// A token 1–32.
    Token,
    /// Skill names separated by spaces.
    Skills,
    /// A zone of the board, `own_` in front for the acting side's own end.
    Zone,
    /// Techniques separated by spaces.
    Techniques,
}

/// One field of a grant.
#[derive(Clone, Copy, Debug)]
pub struct GrantField {
    /// Its name in Lua.
    pub name: &'static str,
    /// How it is written.
    pub kind: GrantKind,
    /// What it means.
    pub doc: &'static str,
    /// Stores what the VM made of it; `zones` are those of the board in order.
    #[cfg_attr(not(feature = "lua"), expect(dead_code, reason = "only the host fills grants"))]
    pub(super) set: fn(&mut Grant, f64, zones: &[ZoneId]),
}

/// The words of [`Technique`].
pub const TECHNIQUES: &[&str] = &[Technique::Low.word(), Technique::Lifted.word(), Technique::Head.word()];

fn zone(code: f64, zones: &[ZoneId]) -> Option<ZoneView> {
    let code = (code as usize).checked_sub(1)?;
    zones.get(code / 2).map(|zone| ZoneView { zone: *zone, own: code % 2 == 1 })
}

macro_rules! grant_fields {
    (@kind word $ty:ident) => { GrantKind::Word($ty::WORDS) };
    (@kind $kind:ident) => { GrantKind::$kind };
    (@set $field:ident word $ty:ident) => { |g, n, _| g.$field = $ty::from_number(n) };
    (@set $field:ident Bool) => { |g, n, _| g.$field = n != 0.0 };
    (@set $field:ident Count) => { |g, n, _| g.$field = n as u8 };
    (@set $field:ident Techniques) => { |g, n, _| g.$field = n as u8 };
    (@set $field:ident Skills) => { |g, n, _| g.$field = Skills(n as u64) };
    (@set $field:ident Token) => { |g, n, _| g.$field = Token::from_index(n as usize - 1) };
    (@set $field:ident Zone) => { |g, n, zones| g.$field = zone(n, zones) };
    ($($name:literal $field:ident: $kind:ident $($ty:ident)?, $doc:literal;)+) => {
        /// Every field, in the order of the reference.
        pub static GRANT_FIELDS: &[GrantField] = &[$(GrantField {
            name: $name,
            kind: grant_fields!(@kind $kind $($ty)?),
            doc: $doc,
            set: grant_fields!(@set $field $kind $($ty)?),
        }),+];
    };
}

grant_fields! {
    "who" who: word GrantWho, "whom it is for";
    "except" except: Token, "not for this token";
    "alone" alone: Bool, "only with no opponent in his cell";
    "skill" skill: Skills, "only with all of these active skills";
    "count" count: Count, "at most this many tokens use it (0 = no bound)";
    "cells" cells: Count, "at most this many steps";
    "least" least: Count, "at least this many steps";
    "dirs" dirs: word Dirs, "in these directions";
    "into" into: word Into, "into cells that hold this";
    "through" through: word Through, "through cells that hold this";
    "along" along: word Along, "keeping to this line";
    "within" within: Zone, "every cell it enters inside this zone";
    "from" from: Zone, "starting inside this zone";
    "not_from" not_from: Zone, "starting outside this zone";
    "avoid" avoid: Zone, "on a line that crosses nothing of this zone, at either end";
    "zone" zone: Zone, "ending inside this zone";
    "not_zone" not_zone: Zone, "ending outside this zone";
    "gap" gap: Count, "at least this many cells from the ball";
    "clear" clear: Bool, "only with a clear line of sight";
    "hops" hops: Bool, "in hops over others";
    "again" again: Bool, "the hops may come back to a pawn";
    "push" push: word Push, "where a teammate already there goes";
    "pose" pose: word GrantPose, "the pose afterwards";
    "shift" shift: Bool, "also a change of place inside his own cell";
    "carries" carries: Bool, "takes the ball along";
    "forced" forced: Bool, "must be used before the phase may end";
    "free" free: Bool, "does not spend his move";
    "rod" rod: Bool, "the keeper is guided with the rod";
    "on_line" on_line: Bool, "on the goal line itself, not inside the cell";
    "refused" refused: Bool, "not allowed: names the clause that forbids it";
    "option" option: Count, "one option per phase (0 = none)";
    "technique" techniques: Techniques, "techniques that may be declared";
}
