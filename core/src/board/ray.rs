//! The cells under a straight line between two cell centres, in whole numbers.

use super::lattice::Lattice;
use super::{Cell, CellList, CellSet};

/// The cells a straight line crosses, in order.
pub type Ray = CellList<{ Cell::LIMIT }>;

/// From a hexagon's centre to an edge, in quarter cell widths.
const HALF_WIDTH: i32 = 2;

/// A share of the way as a fraction whose denominator is positive.
#[derive(Clone, Copy)]
struct Share(i32, i32);

impl Share {
    fn less(self, other: Share) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

/// From `a` to `b`, both included; a line along an edge crosses the cells on both sides of it, a mere corner counts not.
pub(super) fn ray(lattice: &Lattice, a: Cell, b: Cell) -> Ray {
    let length = lattice.distance(a, b);
    let mut crossed = Ray::new();
    if length == 0 {
        crossed.push(a);
        return crossed;
    }
    let near = lattice.within(a, length) & lattice.within(b, length);
    let mut entries = [Share(0, 1); Cell::LIMIT];
    let mut order = [a; Cell::LIMIT];
    let mut count = 0;
    for cell in near {
        let Some(entry) = entry(lattice, a, b, cell) else {
            continue;
        };
        let mut slot = count;
        while slot > 0 && entry.less(entries[slot - 1]) {
            entries[slot] = entries[slot - 1];
            order[slot] = order[slot - 1];
            slot -= 1;
        }
        entries[slot] = entry;
        order[slot] = cell;
        count += 1;
    }
    order[..count].iter().for_each(|&cell| crossed.push(cell));
    crossed
}

/// The neighbour of `a` that the line to `b` enters first; `a` itself if that is where the line ends.
pub(super) fn first_step(lattice: &Lattice, a: Cell, b: Cell) -> Cell {
    let mut first: Option<(Share, Cell)> = None;
    for cell in lattice.around(CellSet::single(a)) {
        if let Some(entry) = entry(lattice, a, b, cell)
            && first.is_none_or(|(best, _)| entry.less(best))
        {
            first = Some((entry, cell));
        }
    }
    first.map_or(a, |(_, cell)| cell)
}

/// Where the line from `a` to `b` enters `cell`, or `None` if it shares no stretch with it.
fn entry(lattice: &Lattice, a: Cell, b: Cell, cell: Cell) -> Option<Share> {
    let (from, to, centre) = (widths(lattice, a), widths(lattice, b), widths(lattice, cell));
    let (mut enter, mut leave) = (Share(0, 1), Share(1, 1));
    for axis in 0..3 {
        // On each of the three axes the hexagon is the strip |offset| ≤ HALF_WIDTH around its centre.
        let offset = from[axis] - centre[axis];
        let pace = to[axis] - from[axis];
        if pace == 0 {
            if offset.abs() > HALF_WIDTH {
                return None;
            }
            continue;
        }
        let (first, last) = if pace > 0 {
            (Share(-HALF_WIDTH - offset, pace), Share(HALF_WIDTH - offset, pace))
        } else {
            (Share(offset - HALF_WIDTH, -pace), Share(offset + HALF_WIDTH, -pace))
        };
        if enter.less(first) {
            enter = first;
        }
        if last.less(leave) {
            leave = last;
        }
    }
    enter.less(leave).then_some(enter)
}

/// Position along the three directions across a hexagon's edges, in quarter cell widths.
fn widths(lattice: &Lattice, cell: Cell) -> [i32; 3] {
    let x = lattice.half_columns(cell) as i32;
    let row = lattice.row(cell) as i32;
    // Directions 0°, 60° and 120° to the touchline; rows are √3 half widths apart, so a row counts 3 quarters of a width.
    [2 * x, x + 3 * row, 3 * row - x]
}

/// Half a square's width, in half widths.
const HALF_SQUARE: i32 = 1;

/// The squares strictly between two others whose inside the line crosses; `None` if it crosses a hole.
pub(super) fn between(lattice: &Lattice, a: Cell, b: Cell) -> Option<CellSet> {
    let place = |cell: Cell| [lattice.row(cell) as i32, lattice.letter(cell) as i32];
    let (from, to) = (place(a), place(b));
    let mut crossed = CellSet::EMPTY;
    for file in from[0].min(to[0])..=from[0].max(to[0]) {
        for rank in from[1].min(to[1])..=from[1].max(to[1]) {
            if [file, rank] == from || [file, rank] == to || !crosses(from, to, [file, rank]) {
                continue;
            }
            crossed.insert(lattice.square(file as usize, rank as usize)?);
        }
    }
    Some(crossed)
}

/// Whether the line shares a stretch with the inside of a square, places counted in squares.
fn crosses(from: [i32; 2], to: [i32; 2], square: [i32; 2]) -> bool {
    let (mut enter, mut leave) = (Share(0, 1), Share(1, 1));
    for axis in 0..2 {
        let (offset, pace) = (2 * (from[axis] - square[axis]), 2 * (to[axis] - from[axis]));
        if pace == 0 {
            if offset.abs() >= HALF_SQUARE {
                return false;
            }
            continue;
        }
        let (pace, offset) = if pace > 0 { (pace, offset) } else { (-pace, -offset) };
        let (first, last) = (Share(-HALF_SQUARE - offset, pace), Share(HALF_SQUARE - offset, pace));
        enter = if enter.less(first) { first } else { enter };
        leave = if last.less(leave) { last } else { leave };
    }
    enter.less(leave)
}
