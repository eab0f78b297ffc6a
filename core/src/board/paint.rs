//! From the zone lists and the map of a board file to zones that are their own mirror images.

use super::error::{Axis, BoardError, BoardFault, Source, nearest};
use super::file::{MapFile, Ordered, ZoneFile};
use super::lattice::Lattice;
use super::zone::{Zone, Zones};
use super::{Band, CellSet, ZoneId};
use crate::End;

/// A letter of the map for cells in no zone.
const BLANK: char = '.';
/// A zone id is one byte.
const MOST_ZONES: usize = 255;

/// Checks and builds the zones of a board.
pub(super) fn paint(
    source: Source<'_>,
    lattice: &Lattice,
    file: &Ordered<ZoneFile>,
    map: Option<&MapFile>,
) -> Result<Zones, BoardError> {
    if file.0.len() > MOST_ZONES {
        let (value, expected) = (file.0.len().to_string(), format!("at most {MOST_ZONES} entries"));
        return Err(source.error(BoardFault::Measure { field: "zones".to_owned(), value, expected }, &["zones"]));
    }
    let painter = Painter { source, lattice, file };
    let drawn = match map {
        Some(map) => painter.read_map(map)?,
        None => vec![CellSet::EMPTY; file.0.len()],
    };
    paint_drawn(source, lattice, file, drawn)
}

/// The same with the cells that each zone has on a map already read.
pub(super) fn paint_drawn(
    source: Source<'_>,
    lattice: &Lattice,
    file: &Ordered<ZoneFile>,
    drawn: Vec<CellSet>,
) -> Result<Zones, BoardError> {
    let painter = Painter { source, lattice, file };
    let mut zones: Vec<Zone> = Vec::new();
    for ((name, entry), drawn) in file.0.iter().zip(drawn) {
        let zone = painter.zone(name, entry, drawn, &zones)?;
        zones.push(zone);
    }
    let bands = painter.bands(&zones)?;
    Ok(Zones::new(zones, bands, lattice.len()))
}

struct Painter<'a> {
    source: Source<'a>,
    lattice: &'a Lattice,
    file: &'a Ordered<ZoneFile>,
}

impl Painter<'_> {
    /// The cells each zone has on the map, in the order of the zones.
    fn read_map(&self, map: &MapFile) -> Result<Vec<CellSet>, BoardError> {
        let mut drawn = vec![CellSet::EMPTY; self.file.0.len()];
        let mut legend: Vec<(char, Vec<usize>)> = Vec::new();
        for (letter, names) in &map.legend.0 {
            let zones = names.iter().map(|name| self.zone_index(*letter, name)).collect::<Result<_, _>>()?;
            legend.push((*letter, zones));
        }
        let rows = &map.rows;
        if rows.len() != self.lattice.rows() {
            let fault = BoardFault::MapRows { found: rows.len(), expected: self.lattice.rows() };
            return Err(self.source.error(fault, &["map", "rows"]));
        }
        for (row, line) in rows.iter().enumerate() {
            let letters: Vec<char> = line.chars().filter(|letter| !letter.is_whitespace()).collect();
            let expected = self.lattice.row_len(row);
            if letters.len() != expected {
                let fault = BoardFault::MapRow { row: row + 1, found: letters.len(), expected };
                return Err(self.source.error(fault, &["map", "rows"]));
            }
            for (column, letter) in letters.iter().enumerate() {
                let cell = self.lattice.at(row, column);
                match legend.iter().find(|(known, _)| known == letter) {
                    Some((_, zones)) => zones.iter().for_each(|&zone| drawn[zone].insert(cell)),
                    None if *letter == BLANK => {}
                    None => {
                        return Err(self.source.error(BoardFault::MapLetter(*letter), &["map", "rows"]));
                    }
                }
            }
        }
        Ok(drawn)
    }

    fn zone_index(&self, letter: char, name: &str) -> Result<usize, BoardError> {
        let names = || self.file.0.iter().map(|(known, _)| known.as_str());
        names().position(|known| known == name).ok_or_else(|| {
            let fault =
                BoardFault::UnknownZone { owner: format!("the map's letter `{letter}`"), name: name.to_owned() };
            self.source.error(fault, &["map", "legend", name]).hinting(nearest(name, names()))
        })
    }

    fn zone(&self, name: &str, entry: &ZoneFile, drawn: CellSet, known: &[Zone]) -> Result<Zone, BoardError> {
        let fault = |fault, path: &[&str]| Err(self.source.error(fault, &[&["zones", name], path].concat()));
        if let Some(model) = &entry.same_as {
            if entry.cells.is_some() || entry.both || !drawn.is_empty() {
                return fault(BoardFault::ZoneSource(name.to_owned()), &[]);
            }
            let Some(zone) = known.iter().find(|zone| zone.name == *model) else {
                let unknown = BoardFault::UnknownZone { owner: format!("zone `{name}`"), name: model.clone() };
                let hint = nearest(model, known.iter().map(|zone| zone.name.as_str()));
                return fault(unknown, &[model]).map_err(|error| error.hinting(hint));
            };
            return Ok(Zone { name: name.to_owned(), ..zone.clone() });
        }
        let listed = match &entry.cells {
            Some(cells) => self.list(name, entry.both, cells)?,
            None => CellSet::EMPTY,
        };
        if !listed.is_empty() && !drawn.is_empty() {
            let differing = ((listed | drawn) - (listed & drawn)).first();
            if let Some(cell) = differing {
                let cell = self.lattice.name(cell).to_owned();
                return fault(BoardFault::MapDisagrees { zone: name.to_owned(), cell }, &[]);
            }
        }
        let cells = listed | drawn;
        if cells.is_empty() {
            return fault(BoardFault::ZoneSource(name.to_owned()), &[]);
        }
        self.check_mirrors(name, cells)?;
        let cells = match entry.both {
            true => [cells; 2],
            false => End::BOTH.map(|end| cells & self.lattice.half(end)),
        };
        Ok(Zone { name: name.to_owned(), both: entry.both, plain: entry.plain, contested: entry.contested, cells })
    }

    /// The cells of a list; one end is completed by its mirror image at the other.
    fn list(&self, zone: &str, both: bool, names: &[String]) -> Result<CellSet, BoardError> {
        let right = self.lattice.half(End::Right);
        let mut cells = CellSet::EMPTY;
        for name in names {
            let place = ["zones", zone, name.as_str()];
            let Some(cell) = self.lattice.cell(name) else {
                let fault = BoardFault::UnknownCell { owner: format!("zone `{zone}`"), name: name.clone() };
                return Err(self.source.error(fault, &place).hinting(self.lattice.nearest_name(name)));
            };
            if cells.contains(cell) {
                let fault = BoardFault::DuplicateCell { zone: zone.to_owned(), cell: name.clone() };
                return Err(self.source.error(fault, &["zones", zone, name, name]));
            }
            if !both && !right.contains(cell) {
                let fault = BoardFault::WrongEnd { zone: zone.to_owned(), cell: name.clone() };
                return Err(self.source.error(fault, &place));
            }
            cells.insert(cell);
        }
        if !both {
            cells |= cells.iter().map(|cell| self.lattice.mirror_ends(cell)).collect();
        }
        Ok(cells)
    }

    fn check_mirrors(&self, zone: &str, cells: CellSet) -> Result<(), BoardError> {
        let lattice = self.lattice;
        for axis in [Axis::Halfway, Axis::Lengthwise] {
            let image = |cell| match axis {
                Axis::Halfway => lattice.mirror_ends(cell),
                Axis::Lengthwise => lattice.mirror_flanks(cell),
            };
            if let Some(cell) = cells.iter().find(|&cell| !cells.contains(image(cell))) {
                let (cell, image) = (lattice.name(cell), lattice.name(image(cell)).to_owned());
                let fault = BoardFault::Mirror { zone: zone.to_owned(), cell: cell.to_owned(), image, axis };
                return Err(self.source.error(fault, &["zones", zone, cell]));
            }
        }
        Ok(())
    }

    /// The zones of the three bands, which must divide the board.
    fn bands(&self, zones: &[Zone]) -> Result<[ZoneId; 3], BoardError> {
        let mut bands = [ZoneId(0); 3];
        for band in Band::ALL {
            let name = band.word();
            let Some(index) = zones.iter().position(|zone| zone.name == name) else {
                let hint = nearest(name, zones.iter().map(|zone| zone.name.as_str()));
                return Err(self.source.error(BoardFault::MissingBand(name), &["zones"]).hinting(hint));
            };
            let expected = band == Band::Midfield;
            if zones[index].both != expected {
                return Err(self.source.error(BoardFault::BandEnds { name, expected }, &["zones", name]));
            }
            bands[band as usize] = ZoneId(index as u8);
        }
        for cell in self.lattice.all() {
            let at = |band: Band| zones[bands[band as usize].index()].cells[band.end(End::Right).index()];
            let count = Band::ALL.into_iter().filter(|&band| at(band).contains(cell)).count();
            if count != 1 {
                let fault = BoardFault::BandCover { cell: self.lattice.name(cell).to_owned(), count };
                return Err(self.source.error(fault, &["zones"]));
            }
        }
        Ok(bands)
    }
}
