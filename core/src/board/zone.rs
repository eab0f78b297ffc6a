//! Zones painted on the board, and the three bands that divide it.

use super::error::nearest;
use super::{Cell, CellSet};
use crate::End;
use serde::{Deserialize, Serialize};

/// One of the three parts of the pitch, as seen by the side that attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Band {
    /// Around the side's own goal.
    #[default]
    Defence,
    /// Between the two.
    Midfield,
    /// Around the opponent's goal.
    Attack,
}

impl Band {
    /// All three, from the own goal onwards.
    pub const ALL: [Band; 3] = [Band::Defence, Band::Midfield, Band::Attack];

    /// `defence`, `midfield` or `attack`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Band::Defence => "defence",
            Band::Midfield => "midfield",
            Band::Attack => "attack",
        }
    }

    /// The end of the pitch it lies at for a side attacking towards `attacking`; the midfield lies at either.
    pub(super) const fn end(self, attacking: End) -> End {
        match self {
            Band::Defence => attacking.other(),
            Band::Midfield | Band::Attack => attacking,
        }
    }
}

impl std::fmt::Display for Band {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// A zone of a board, numbered in the order of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ZoneId(pub(super) u8);

impl ZoneId {
    /// The number, for arrays.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A named set of cells, lying at each end or shared by both.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Zone {
    pub(super) name: String,
    pub(super) both: bool,
    /// Never the special zone of a cell.
    pub(super) plain: bool,
    /// A token that would enter it needs leave.
    pub(super) contested: bool,
    /// By end, left first.
    pub(super) cells: [CellSet; 2],
}

/// All zones of a board with what follows from them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Zones {
    zones: Vec<Zone>,
    /// By the end attacked, then by band.
    bands: [[CellSet; 3]; 2],
    /// By the end attacked, then by cell.
    special: [Vec<Option<(ZoneId, bool)>>; 2],
    /// The cells of contested zones.
    contested: CellSet,
}

impl Zones {
    /// `bands` holds the zones of defence, midfield and attack, already checked to divide the board of `cells` cells.
    pub(super) fn new(zones: Vec<Zone>, bands: [ZoneId; 3], cells: usize) -> Zones {
        let by_band = End::BOTH.map(|attacking| {
            Band::ALL.map(|band| zones[bands[band as usize].index()].cells[band.end(attacking).index()])
        });
        let special = End::BOTH
            .map(|attacking| (0..cells).map(|index| smallest(&zones, &bands, Cell::known(index), attacking)).collect());
        let contested = zones.iter().filter(|zone| zone.contested).flat_map(|zone| zone.cells);
        let contested = contested.fold(CellSet::EMPTY, |all, cells| all | cells);
        Zones { zones, bands: by_band, special, contested }
    }

    /// No zone at all: every cell is midfield.
    pub(super) fn bare(cells: CellSet) -> Zones {
        let bands = [CellSet::EMPTY, cells, CellSet::EMPTY];
        let special = [0, 1].map(|_| vec![None; cells.len()]);
        Zones { zones: Vec::new(), bands: [bands; 2], special, contested: CellSet::EMPTY }
    }

    pub(super) fn all(&self) -> &[Zone] {
        &self.zones
    }

    pub(super) fn find(&self, name: &str) -> Option<ZoneId> {
        self.zones.iter().position(|zone| zone.name == name).map(|index| ZoneId(index as u8))
    }

    pub(super) fn nearest_name(&self, name: &str) -> Option<&str> {
        nearest(name, self.zones.iter().map(|zone| zone.name.as_str()))
    }

    #[inline]
    pub(super) fn band_cells(&self, band: Band, attacking: End) -> CellSet {
        self.bands[attacking.index()][band as usize]
    }

    #[inline]
    pub(super) fn contested(&self) -> CellSet {
        self.contested
    }

    #[inline]
    pub(super) fn special(&self, cell: Cell, attacking: End) -> Option<(ZoneId, bool)> {
        self.special[attacking.index()][cell.index()]
    }
}

/// The smallest zone around a cell, bands and plain zones left out; the first of equals.
fn smallest(zones: &[Zone], bands: &[ZoneId; 3], cell: Cell, attacking: End) -> Option<(ZoneId, bool)> {
    let ids =
        (0..zones.len()).map(|index| ZoneId(index as u8)).filter(|id| !bands.contains(id) && !zones[id.index()].plain);
    ids.flat_map(|id| [attacking, attacking.other()].map(|end| (id, end)))
        .filter(|(id, end)| zones[id.index()].cells[end.index()].contains(cell))
        .min_by_key(|(id, end)| zones[id.index()].cells[end.index()].len())
        .map(|(id, end)| (id, end != attacking))
}
