//! The zones of a board that a ruleset names.

use super::place::Step;
use super::{DataError, Source};
use crate::board::{Board, ZoneId};
use serde::Deserialize;

/// The zones that facts refer to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Areas {
    pub(super) area: ZoneId,
    pub(super) small_area: ZoneId,
    pub(super) crossing: ZoneId,
}

/// Their names in a ruleset file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AreaNames {
    area: String,
    small_area: String,
    crossing: String,
}

impl AreaNames {
    /// The zones of these names, which stand in `source`.
    pub(super) fn resolve(&self, board: &Board, board_file: &str, source: &Source) -> Result<Areas, DataError> {
        let zone = |key: &str, name: &str| {
            board.zone(name).ok_or_else(|| {
                let zones: Vec<&str> = board.zones().map(|z| board.zone_name(z)).collect();
                DataError::new(&source.file(), format!("the board {board_file} has no zone `{name}`"))
                    .at_path(&source.text, &[Step::key("areas"), Step::key(key)])
                    .hint(format!("its zones are {}", zones.join(", ")))
            })
        };
        Ok(Areas {
            area: zone("area", &self.area)?,
            small_area: zone("small_area", &self.small_area)?,
            crossing: zone("crossing", &self.crossing)?,
        })
    }
}
