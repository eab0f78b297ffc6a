//! Pictures drawn without a display.

use crate::font::{advance, font};
use crate::geom::Pt;
use crate::picture::{Shape, arc, circle};
use crate::theme::Colour;
use tiny_skia::{FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Stroke, Transform};

/// The largest picture that is made, in pixels on a side.
pub(crate) const MAX_SIDE: u32 = 8192;

/// Draws shapes on a picture of `width` × `height` pixels, `scale` of them to a logical one; `None` without pixels.
pub(crate) fn draw(shapes: &[Shape], width: u32, height: u32, scale: f32) -> Option<Pixmap> {
    let mut canvas = Pixmap::new(width, height)?;
    for shape in shapes {
        one(&mut canvas, shape, scale);
    }
    Some(canvas)
}

fn one(canvas: &mut Pixmap, shape: &Shape, scale: f32) {
    let grow = Transform::from_scale(scale, scale);
    match shape {
        Shape::Fill { points, colour } => fill(canvas, points, *colour, grow),
        Shape::Disc { at, radius, colour } => fill(canvas, &circle(*at, *radius, scale), *colour, grow),
        Shape::Stroke { points, width, colour, closed } => stroke(canvas, points, *width, *colour, *closed, grow),
        Shape::Ring { at, radius, width, colour } => {
            stroke(canvas, &circle(*at, *radius, scale), *width, *colour, true, grow);
        }
        Shape::Slice { at, inner, outer, from, to, colour } => {
            let mut points = arc(*at, *outer, *from, *to, scale);
            let mut back = arc(*at, *inner, *from, *to, scale);
            back.reverse();
            points.extend(back);
            fill(canvas, &points, *colour, grow);
        }
        Shape::Text { at, text, size, weight, colour } => {
            let Some(font) = font(*weight) else { return };
            let pixels = (size * scale).round().clamp(4.0, 200.0);
            let mut x = at.x * scale;
            let base = (at.y * scale).round() as i32;
            for c in text.chars() {
                let (metrics, coverage) = font.rasterize(c, pixels);
                let left = (x + metrics.xmin as f32).round() as i32;
                let top = base - metrics.ymin - metrics.height as i32;
                blend(canvas, &coverage, metrics.width, left, top, *colour);
                x += advance(c, *size, *weight) * scale;
            }
        }
    }
}

fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    let [r, g, b, a] = colour.0;
    paint.set_color_rgba8(r, g, b, a);
    paint
}

fn path(points: &[Pt], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    builder.move_to(first.x, first.y);
    rest.iter().for_each(|p| builder.line_to(p.x, p.y));
    if closed {
        builder.close();
    }
    builder.finish()
}

fn fill(canvas: &mut Pixmap, points: &[Pt], colour: Colour, grow: Transform) {
    if let Some(path) = path(points, true) {
        canvas.fill_path(&path, &paint(colour), FillRule::Winding, grow, None);
    }
}

fn stroke(canvas: &mut Pixmap, points: &[Pt], width: f32, colour: Colour, closed: bool, grow: Transform) {
    if let Some(path) = path(points, closed) {
        let stroke = Stroke { width, line_join: LineJoin::Round, ..Stroke::default() };
        canvas.stroke_path(&path, &paint(colour), &stroke, grow, None);
    }
}

/// Puts the coverage of a glyph on the canvas.
fn blend(canvas: &mut Pixmap, coverage: &[u8], glyph_width: usize, left: i32, top: i32, colour: Colour) {
    let (width, height) = (canvas.width() as i32, canvas.height() as i32);
    let pixels = canvas.pixels_mut();
    for (i, cover) in coverage.iter().enumerate() {
        let (x, y) = (left + (i % glyph_width) as i32, top + (i / glyph_width) as i32);
        if *cover == 0 || x < 0 || y < 0 || x >= width || y >= height {
            continue;
        }
        let alpha = u32::from(*cover) * u32::from(colour.0[3]) / 255;
        let under = pixels[(y * width + x) as usize];
        let mix = |ink: u8, under: u8| ((u32::from(ink) * alpha + u32::from(under) * (255 - alpha)) / 255) as u8;
        let [r, g, b] =
            [mix(colour.0[0], under.red()), mix(colour.0[1], under.green()), mix(colour.0[2], under.blue())];
        let a = (alpha + u32::from(under.alpha()) * (255 - alpha) / 255).min(255) as u8;
        if let Some(over) = PremultipliedColorU8::from_rgba(r.min(a), g.min(a), b.min(a), a) {
            pixels[(y * width + x) as usize] = over;
        }
    }
}
