//! Primitives as triangles with soft edges: smooth without multisampling, which software rendering cannot afford.

use crate::font::{Weight, advance, font};
use crate::geom::{Pt, pt};
use crate::picture::{Shape, arc, circle};
use crate::theme::Colour;
use std::collections::BTreeMap;

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Corner {
    pub(crate) at: Pt,
    /// Place in the atlas, 0 to 1.
    pub(crate) uv: Pt,
    pub(crate) colour: Colour,
}

/// Triangles, in pieces small enough for 16-bit indices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mesh {
    pub(crate) pieces: Vec<Piece>,
}

/// A piece of a mesh.
#[derive(Clone, Debug, Default)]
pub(crate) struct Piece {
    pub(crate) corners: Vec<Corner>,
    pub(crate) triangles: Vec<u16>,
}

/// Corners in one piece; a shape has far fewer.
pub(crate) const PIECE: usize = 8_000;
/// Indices in one piece: no shape has more than 4.5 to a corner.
pub(crate) const PIECE_TRIANGLES: usize = 5 * PIECE;

/// Every glyph that has been drawn, in one picture, with a white spot for everything that is no text.
pub(crate) struct Atlas {
    pub(crate) side: usize,
    /// Red, green, blue, opacity of every pixel.
    pub(crate) pixels: Vec<u8>,
    /// It has changed since this was last set to false.
    pub(crate) changed: bool,
    glyphs: BTreeMap<(char, Weight, u32), Option<Glyph>>,
    pen: (usize, usize),
    row: usize,
}

#[derive(Clone, Copy)]
struct Glyph {
    left: f32,
    /// From the base line up to its top.
    top: f32,
    w: f32,
    h: f32,
    uv: [Pt; 2],
}

/// The white spot.
const WHITE: usize = 4;

impl Atlas {
    pub(crate) fn new(side: usize) -> Atlas {
        let mut pixels: Vec<u8> = [255, 255, 255, 0].repeat(side * side);
        for y in 0..WHITE {
            for x in 0..WHITE {
                pixels[(y * side + x) * 4 + 3] = 255;
            }
        }
        Atlas { side, pixels, changed: true, glyphs: BTreeMap::new(), pen: (WHITE + 2, 1), row: WHITE }
    }

    fn white(&self) -> Pt {
        let middle = WHITE as f32 / 2.0 / self.side as f32;
        pt(middle, middle)
    }

    fn glyph(&mut self, c: char, weight: Weight, size: u32) -> Option<Glyph> {
        if let Some(known) = self.glyphs.get(&(c, weight, size)) {
            return *known;
        }
        let drawn = self.draw(c, weight, size);
        self.glyphs.insert((c, weight, size), drawn);
        drawn
    }

    fn draw(&mut self, c: char, weight: Weight, size: u32) -> Option<Glyph> {
        let (metrics, coverage) = font(weight)?.rasterize(c, size as f32);
        let (w, h) = (metrics.width, metrics.height);
        if w == 0 || h == 0 {
            return None;
        }
        if self.pen.0 + w + 2 > self.side {
            self.pen = (1, self.pen.1 + self.row + 2);
            self.row = 0;
        }
        if self.pen.1 + h + 2 > self.side {
            return None; // full: see `crowded`
        }
        let (x, y) = self.pen;
        for (i, value) in coverage.iter().enumerate() {
            let at = ((y + i / w) * self.side + x + i % w) * 4;
            self.pixels[at + 3] = *value;
        }
        self.pen.0 += w + 2;
        self.row = self.row.max(h);
        self.changed = true;
        let share = |n: usize| n as f32 / self.side as f32;
        Some(Glyph {
            left: metrics.xmin as f32,
            top: (metrics.ymin + h as i32) as f32,
            w: w as f32,
            h: h as f32,
            uv: [pt(share(x), share(y)), pt(share(x + w), share(y + h))],
        })
    }

    /// Little room is left: time to begin anew.
    pub(crate) fn crowded(&self) -> bool {
        self.pen.1 + self.row + 80 > self.side
    }
}

impl Mesh {
    /// The shapes as triangles for a screen with `scale` pixels to a logical one.
    pub(crate) fn of(shapes: &[Shape], scale: f32, atlas: &mut Atlas) -> Mesh {
        let mut mesh = Mesh::default();
        for shape in shapes {
            mesh.add(shape, scale, atlas);
        }
        mesh
    }

    fn add(&mut self, shape: &Shape, scale: f32, atlas: &mut Atlas) {
        let white = atlas.white();
        let up = |points: &[Pt]| points.iter().map(|p| pt(p.x * scale, p.y * scale)).collect::<Vec<_>>();
        match shape {
            Shape::Fill { points, colour } => self.fill(&up(points), *colour, white),
            Shape::Stroke { points, width, colour, closed } => {
                self.stroke(&up(points), width * scale, *colour, *closed, white)
            }
            Shape::Disc { at, radius, colour } => self.fill(&up(&circle(*at, *radius, scale)), *colour, white),
            Shape::Ring { at, radius, width, colour } => {
                self.stroke(&up(&circle(*at, *radius, scale)), width * scale, *colour, true, white);
            }
            Shape::Slice { at, inner, outer, from, to, colour } => {
                let whole = (to - from).abs() >= 0.999;
                let mut points = up(&arc(*at, (inner + outer) / 2.0, *from, *to, scale));
                if whole {
                    points.pop();
                }
                self.stroke(&points, (outer - inner) * scale, *colour, whole, white);
            }
            Shape::Text { at, text, size, weight, colour } => {
                self.text(*at, text, *size, *weight, *colour, scale, atlas)
            }
        }
    }

    fn piece(&mut self, corners: usize) -> &mut Piece {
        let full = self.pieces.last().is_none_or(|p| p.corners.len() + corners > PIECE);
        if full {
            self.pieces.push(Piece::default());
        }
        let last = self.pieces.len() - 1;
        &mut self.pieces[last]
    }

    /// A convex polygon, its edge fading over one pixel.
    fn fill(&mut self, points: &[Pt], colour: Colour, uv: Pt) {
        let count = points.len();
        if !(3..=500).contains(&count) {
            return;
        }
        let turn = area(points).signum();
        let piece = self.piece(2 * count);
        let base = piece.corners.len() as u16;
        let clear = colour.at(0);
        for i in 0..count {
            let normal = normal_at(points, i, true);
            let (nx, ny) = (normal.x * turn, normal.y * turn);
            let p = points[i];
            piece.corners.push(Corner { at: pt(p.x - nx * 0.5, p.y - ny * 0.5), uv, colour });
            piece.corners.push(Corner { at: pt(p.x + nx * 0.5, p.y + ny * 0.5), uv, colour: clear });
        }
        for i in 1..count as u16 - 1 {
            piece.triangles.extend([base, base + 2 * i, base + 2 * (i + 1)]);
        }
        for i in 0..count as u16 {
            let j = (i + 1) % count as u16;
            let (a, b, c, d) = (base + 2 * i, base + 2 * i + 1, base + 2 * j, base + 2 * j + 1);
            piece.triangles.extend([a, b, c, b, d, c]);
        }
    }

    /// A line, both its edges fading over one pixel.
    fn stroke(&mut self, points: &[Pt], width: f32, colour: Colour, closed: bool, uv: Pt) {
        let count = points.len();
        if !(2..=500).contains(&count) {
            return;
        }
        // Thinner than a pixel is fainter, not thinner.
        let colour = colour.faded(width.min(1.0));
        let half = width.max(1.0) / 2.0;
        let (inner, outer) = ((half - 0.5).max(0.0), half + 0.5);
        let clear = colour.at(0);
        let piece = self.piece(4 * count);
        let base = piece.corners.len() as u16;
        for i in 0..count {
            let n = normal_at(points, i, closed);
            let p = points[i];
            for (by, colour) in [(outer, clear), (inner, colour), (-inner, colour), (-outer, clear)] {
                piece.corners.push(Corner { at: pt(p.x + n.x * by, p.y + n.y * by), uv, colour });
            }
        }
        let last = if closed { count } else { count - 1 };
        for i in 0..last {
            let (i, j) = (base + 4 * i as u16, base + 4 * ((i + 1) % count) as u16);
            for k in 0..3 {
                piece.triangles.extend([i + k, i + k + 1, j + k, i + k + 1, j + k + 1, j + k]);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn text(&mut self, at: Pt, text: &str, size: f32, weight: Weight, colour: Colour, scale: f32, atlas: &mut Atlas) {
        let pixels = (size * scale).round().clamp(4.0, 200.0);
        let mut x = at.x * scale;
        let base_line = (at.y * scale).round();
        for c in text.chars() {
            if let Some(glyph) = atlas.glyph(c, weight, pixels as u32) {
                let left = (x + glyph.left).round();
                let top = base_line - glyph.top;
                let piece = self.piece(4);
                let base = piece.corners.len() as u16;
                let [low, high] = glyph.uv;
                let corner = |dx: f32, dy: f32, uv: Pt| Corner { at: pt(left + dx, top + dy), uv, colour };
                piece.corners.extend([
                    corner(0.0, 0.0, low),
                    corner(glyph.w, 0.0, pt(high.x, low.y)),
                    corner(glyph.w, glyph.h, high),
                    corner(0.0, glyph.h, pt(low.x, high.y)),
                ]);
                piece.triangles.extend([base, base + 1, base + 2, base, base + 2, base + 3]);
            }
            x += advance(c, size, weight) * scale;
        }
    }
}

/// Twice the area, positive when the points go clockwise on the screen.
fn area(points: &[Pt]) -> f32 {
    let next = |i: usize| points[(i + 1) % points.len()];
    points.iter().enumerate().map(|(i, p)| p.x * next(i).y - next(i).x * p.y).sum()
}

/// The direction across the line at a point; longer at a corner, so that the width stays.
fn normal_at(points: &[Pt], i: usize, closed: bool) -> Pt {
    let count = points.len();
    let before = if i > 0 { Some(points[i - 1]) } else { closed.then(|| points[count - 1]) };
    let after = if i + 1 < count { Some(points[i + 1]) } else { closed.then(|| points[0]) };
    let across = |a: Pt, b: Pt| {
        let length = a.distance(b).max(1e-4);
        pt((b.y - a.y) / length, (a.x - b.x) / length)
    };
    match (before, after) {
        (Some(a), Some(b)) => {
            let (m, n) = (across(a, points[i]), across(points[i], b));
            let sum = pt(m.x + n.x, m.y + n.y);
            let square = sum.x * sum.x + sum.y * sum.y;
            if square < 0.25 {
                return m;
            }
            let factor = 2.0 / square;
            pt(sum.x * factor, sum.y * factor)
        }
        (Some(a), None) => across(a, points[i]),
        (None, Some(b)) => across(points[i], b),
        (None, None) => pt(0.0, 0.0),
    }
}
