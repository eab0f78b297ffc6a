//! From centimetres to cells.

use super::lattice::Shape;
use super::{Board, Cell, CellList, Point};

/// The cells a resting ball lies in, nearest first: one, or up to three when it interrupts lines.
pub type Under = CellList<3>;

impl Board {
    /// The cell whose centre is nearest; a point off the pitch counts as the nearest point on it.
    #[must_use]
    pub fn cell_at(&self, point: Point) -> Cell {
        let point = Point::new(point.x.clamp(0.0, self.length()), point.y.clamp(0.0, self.width()));
        // A float too small, too large or NaN becomes 0 or the maximum here, never an index off the board.
        let row = ((point.y / self.row_pitch) as usize).min(self.lattice.rows() - 1);
        let mut nearest = self.cell_in_row(row, point.x);
        if self.is_inside(nearest, point, 0.0) {
            return nearest;
        }
        let mut best = f64::INFINITY;
        for row in row.saturating_sub(1)..=(row + 1).min(self.lattice.rows() - 1) {
            let cell = self.cell_in_row(row, point.x);
            let distance = square(point, self.centre(cell));
            if distance < best {
                (nearest, best) = (cell, distance);
            }
        }
        nearest
    }

    /// Whether a point is in the circle inside a cell's edges, farther than `gap` from each of them: most points are, and
    /// then no other cell is to be looked at.
    #[inline]
    fn is_inside(&self, cell: Cell, point: Point, gap: f64) -> bool {
        let (width, pitch) = (self.cell_width, self.row_pitch);
        let aslant = match self.lattice.shape() {
            Shape::Hex => width * width / 4.0 + pitch * pitch,
            Shape::Square => pitch * pitch,
        };
        // A little less, so that rounding cannot matter.
        let room = 0.4999 * libm::sqrt(aslant.min(width * width)) - gap;
        room > 0.0 && square(point, self.centre(cell)) < room * room
    }

    #[inline]
    fn cell_in_row(&self, row: usize, x: f64) -> Cell {
        let shifted = self.lattice.shape() == Shape::Hex && !row.is_multiple_of(2);
        let columns = x / self.cell_width + if shifted { 0.5 } else { 0.0 };
        self.lattice.at(row, (columns as usize).min(self.lattice.row_len(row) - 1))
    }

    /// BASE-LINE-01: the cells that share a ball resting at `point`, its own first; goal lines and touchlines part nothing.
    #[must_use]
    pub fn cells_under(&self, point: Point) -> Under {
        let own = self.cell_at(point);
        let radius = self.ball_diameter / 2.0;
        let mut under = Under::new();
        under.push(own);
        if self.is_inside(own, point, radius) {
            return under;
        }
        let mut others = [(f64::INFINITY, own); 2];
        for next in self.neighbours(own) {
            let line = self.gap_to_neighbour(own, next, point);
            if line >= radius {
                continue;
            }
            let gap = self.gap_to_edge(own, next, point, line);
            if gap < others[0].0 {
                others = [(gap, next), others[0]];
            } else if gap < others[1].0 {
                others[1] = (gap, next);
            }
        }
        others.iter().filter(|(gap, _)| *gap < radius).for_each(|&(_, cell)| under.push(cell));
        under
    }

    /// The touchline cell nearest to where a ball left the pitch.
    #[must_use]
    pub fn touchline_cell(&self, point: Point) -> Cell {
        let row = if point.y < self.width() / 2.0 { 0 } else { self.lattice.rows() - 1 };
        self.cell_in_row(row, point.x)
    }

    /// From a point of `cell` to the edge it shares with `next`: the line midway between the two centres.
    fn gap_to_neighbour(&self, cell: Cell, next: Cell, point: Point) -> f64 {
        let (here, there) = (self.centre(cell), self.centre(next));
        (square(point, there) - square(point, here)) / (2.0 * here.distance(there))
    }

    /// From a point of `cell` to the edge it shares with `next`, which lies on a line so far away, and ends where a third
    /// cell begins or at a goal line.
    fn gap_to_edge(&self, cell: Cell, next: Cell, point: Point, line: f64) -> f64 {
        let (here, there) = (self.centre(cell), self.centre(next));
        let (dx, dy) = (there.x - here.x, there.y - here.y);
        let share = line / here.distance(there);
        let foot = Point::new(point.x + share * dx, point.y + share * dy);
        let others = self.neighbours(cell) & self.neighbours(next);
        if let Some(third) = others.iter().find(|c| square(foot, self.centre(*c)) < square(foot, here)) {
            return point.distance(meeting(here, there, self.centre(third)));
        }
        let beyond = foot.x - foot.x.clamp(0.0, self.length());
        if beyond == 0.0 || dy == 0.0 {
            return line;
        }
        point.distance(Point::new(foot.x - beyond, foot.y + beyond * dx / dy))
    }

    /// From a point of `cell` to the nearest line: an edge, a touchline or a goal line.
    #[must_use]
    pub fn gap_to_line(&self, cell: Cell, point: Point) -> f64 {
        let outer = point.x.min(self.length() - point.x).min(point.y).min(self.width() - point.y);
        self.neighbours(cell).iter().map(|next| self.gap_to_neighbour(cell, next, point)).fold(outer, f64::min)
    }
}

/// The point as far from each of three.
fn meeting(a: Point, b: Point, c: Point) -> Point {
    let (bx, by, cx, cy) = (b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y);
    let (b2, c2) = (bx * bx + by * by, cx * cx + cy * cy);
    let twice = 2.0 * (bx * cy - by * cx);
    Point::new(a.x + (cy * b2 - by * c2) / twice, a.y + (bx * c2 - cx * b2) / twice)
}

fn square(a: Point, b: Point) -> f64 {
    (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
}
