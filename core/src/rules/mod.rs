//! Everything a match is played by that is not code: rulesets, squads, formations and the clause index.

#[cfg(feature = "lua")]
mod admission;
#[cfg(feature = "lua")]
mod areas;
mod clause;
mod content;
mod dice;
mod draft;
#[cfg(feature = "lua")]
mod family;
pub(crate) mod findings;
pub(crate) mod form;
mod formation;
mod game;
mod kind;
mod kit;
#[cfg(feature = "lua")]
mod mechanics;
#[cfg(feature = "lua")]
mod naming;
pub(crate) mod nearest;
mod param;
pub(crate) mod place;
pub(crate) mod plain;
mod pool;
#[cfg(feature = "lua")]
mod ruleset;
mod section;
#[cfg(feature = "lua")]
mod series;
mod squad;
#[cfg(feature = "lua")]
mod strata;
mod style;
mod twice;
mod yaml;

pub use clause::{Basis, Carrier, Clause, ClauseError, ClauseId, ClauseIndex};
pub use content::{Content, ContentError, Origin, Source, content_hash};
pub use dice::{Combination, DiceSet, Die, MAX_DICE};
#[cfg(feature = "lua")]
pub(crate) use family::{PACKS, yaml_value};
pub use formation::{Formation, Formations, Moment};
pub use game::{Game, GameKind, Grid, Pitch};
pub use kind::Kind;
pub use kit::{Kit, Rgb, Uniform};
#[cfg(feature = "lua")]
pub use mechanics::Mechanics;
pub use nearest::nearest;
pub use param::{Param, ParamDecl, ParamKind, Params, Value};
pub use pool::Pool;
#[cfg(feature = "lua")]
pub use ruleset::{Options, Ruleset, RulesetError};
pub use section::Section;
#[cfg(feature = "lua")]
pub use series::Series;
pub use squad::{Player, Squad, SquadErrors};
pub use style::{Style, Terms};
pub use yaml::{DataError, MAX_TEXT, parse};
