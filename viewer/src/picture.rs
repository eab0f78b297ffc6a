//! A picture as a list of primitives, which every back end can draw, and the places in it that can be clicked.

use crate::font::{self, CAPITAL, Weight};
use crate::geom::{Pt, Rect, pt};
use crate::theme::Colour;

/// One primitive.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// A filled convex polygon.
    Fill { points: Vec<Pt>, colour: Colour },
    /// A line through points.
    Stroke { points: Vec<Pt>, width: f32, colour: Colour, closed: bool },
    /// A filled circle.
    Disc { at: Pt, radius: f32, colour: Colour },
    /// A circle.
    Ring { at: Pt, radius: f32, width: f32, colour: Colour },
    /// A part of a ring; `from` and `to` are shares of a full turn, clockwise from the top.
    Slice { at: Pt, inner: f32, outer: f32, from: f32, to: f32, colour: Colour },
    /// A line of text; `at` is the left end of its base line.
    Text { at: Pt, text: String, size: f32, weight: Weight, colour: Colour },
}

/// Where a text stands from the point it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Left,
    Centre,
    Right,
}

/// How a text is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink {
    pub(crate) size: f32,
    pub(crate) weight: Weight,
    pub(crate) colour: Colour,
}

impl Ink {
    pub(crate) const fn plain(size: f32, colour: Colour) -> Ink {
        Ink { size, weight: Weight::Plain, colour }
    }

    pub(crate) const fn bold(size: f32, colour: Colour) -> Ink {
        Ink { size, weight: Weight::Bold, colour }
    }

    pub(crate) fn width(self, text: &str) -> f32 {
        font::width(text, self.size, self.weight)
    }

    pub(crate) fn wrapped(self, text: &str, room: f32) -> Vec<String> {
        font::wrapped(text, self.size, self.weight, room)
    }

    /// At most so many lines; the last of them says when there would be more.
    pub(crate) fn paragraph(self, text: &str, room: f32, most: usize) -> Vec<String> {
        let mut lines = self.wrapped(text, room);
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                last.push_str(" …");
                while self.width(last) > room
                    && let Some(space) = last.trim_end_matches(" …").rfind(' ')
                {
                    last.replace_range(space.., " …");
                }
            }
        }
        lines
    }

    /// From one line of a paragraph to the next.
    pub(crate) fn leading(self) -> f32 {
        (self.size * 1.35).round()
    }
}

/// The picture; `T` says what a click on a place means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picture<T> {
    /// From the back to the front.
    pub(crate) shapes: Vec<Shape>,
    /// From the back to the front: the last that holds a point is meant.
    pub(crate) targets: Vec<(Rect, T)>,
    /// Where boxes begin that lie over everything before them.
    pub(crate) covers: Vec<(usize, Rect)>,
    /// The first so many shapes stay the same from frame to frame: a back end may keep them drawn.
    pub(crate) still: usize,
}

impl<T> Default for Picture<T> {
    fn default() -> Self {
        Picture { shapes: Vec::new(), targets: Vec::new(), covers: Vec::new(), still: 0 }
    }
}

impl<T> Picture<T> {
    pub(crate) fn fill(&mut self, points: Vec<Pt>, colour: Colour) {
        self.shapes.push(Shape::Fill { points, colour });
    }

    pub(crate) fn rect(&mut self, rect: Rect, colour: Colour) {
        self.fill(rect.corners(), colour);
    }

    /// A rectangle with round corners.
    pub(crate) fn rounded(&mut self, rect: Rect, radius: f32, colour: Colour) {
        self.fill(rounded(rect, radius), colour);
    }

    pub(crate) fn frame(&mut self, rect: Rect, radius: f32, width: f32, colour: Colour) {
        self.shapes.push(Shape::Stroke { points: rounded(rect, radius), width, colour, closed: true });
    }

    pub(crate) fn stroke(&mut self, points: Vec<Pt>, width: f32, colour: Colour) {
        self.shapes.push(Shape::Stroke { points, width, colour, closed: false });
    }

    pub(crate) fn outline(&mut self, points: Vec<Pt>, width: f32, colour: Colour) {
        self.shapes.push(Shape::Stroke { points, width, colour, closed: true });
    }

    pub(crate) fn line(&mut self, from: Pt, to: Pt, width: f32, colour: Colour) {
        self.stroke(vec![from, to], width, colour);
    }

    pub(crate) fn dashed(&mut self, from: Pt, to: Pt, width: f32, dash: f32, colour: Colour) {
        let length = from.distance(to).max(0.1);
        let count = ((length / (2.0 * dash)) as usize).clamp(1, 400);
        for i in 0..count {
            let share = |n: f32| n / count as f32;
            self.line(from.lerp(to, share(i as f32)), from.lerp(to, share(i as f32 + 0.5)), width, colour);
        }
    }

    pub(crate) fn disc(&mut self, at: Pt, radius: f32, colour: Colour) {
        self.shapes.push(Shape::Disc { at, radius, colour });
    }

    pub(crate) fn ring(&mut self, at: Pt, radius: f32, width: f32, colour: Colour) {
        self.shapes.push(Shape::Ring { at, radius, width, colour });
    }

    pub(crate) fn slice(&mut self, at: Pt, [inner, outer]: [f32; 2], [from, to]: [f32; 2], colour: Colour) {
        self.shapes.push(Shape::Slice { at, inner, outer, from, to, colour });
    }

    /// A line of text whose capitals are centred on `at.y`; its width comes back.
    pub(crate) fn text(&mut self, at: Pt, anchor: Anchor, ink: Ink, text: &str) -> f32 {
        let width = ink.width(text);
        let left = match anchor {
            Anchor::Left => at.x,
            Anchor::Centre => at.x - width / 2.0,
            Anchor::Right => at.x - width,
        };
        let base = at.y + ink.size * CAPITAL / 2.0;
        if !text.is_empty() {
            let (size, weight, colour) = (ink.size, ink.weight, ink.colour);
            self.shapes.push(Shape::Text { at: pt(left, base), text: text.to_owned(), size, weight, colour });
        }
        width
    }

    /// A line of text that is cut where it does not fit.
    pub(crate) fn text_in(&mut self, at: Pt, anchor: Anchor, ink: Ink, room: f32, text: &str) -> f32 {
        let text = font::fitted(text, ink.size, ink.weight, room);
        self.text(at, anchor, ink, &text)
    }

    /// A place that can be clicked.
    pub(crate) fn target(&mut self, place: Rect, means: T) {
        self.targets.push((place, means));
    }

    /// A box over everything drawn so far, which catches clicks too.
    pub(crate) fn cover(&mut self, place: Rect, means: T) {
        self.covers.push((self.shapes.len(), place));
        self.target(place, means);
    }

    /// What a click there means.
    pub(crate) fn hit(&self, at: Pt) -> Option<&T> {
        self.targets.iter().rev().find(|(place, _)| place.contains(at)).map(|(_, means)| means)
    }
}

/// The room a text takes: as wide as its letters, from the top of its capitals to its descenders.
#[cfg(test)]
pub(crate) fn text_box(shape: &Shape) -> Option<Rect> {
    let Shape::Text { at, text, size, weight, .. } = shape else { return None };
    Some(Rect::new(at.x, at.y - size * CAPITAL, font::width(text, *size, *weight), size * (CAPITAL + 0.2)))
}

fn rounded(rect: Rect, radius: f32) -> Vec<Pt> {
    let radius = radius.min(rect.w / 2.0).min(rect.h / 2.0);
    if radius < 0.5 {
        return rect.corners();
    }
    let inner = rect.inset(radius);
    let corners = [
        (pt(inner.right(), inner.y), 0.0),
        (pt(inner.right(), inner.bottom()), 0.25),
        (pt(inner.x, inner.bottom()), 0.5),
        (pt(inner.x, inner.y), 0.75),
    ];
    let steps = ((radius / 4.0) as usize).clamp(4, 16);
    let arc =
        |(at, from): (Pt, f32)| (0..=steps).map(move |i| at.around(radius, from + 0.25 * i as f32 / steps as f32));
    corners.into_iter().flat_map(arc).collect()
}

/// The points of a circle, enough of them for its size on the screen.
pub(crate) fn circle(at: Pt, radius: f32, scale: f32) -> Vec<Pt> {
    let count = segments(radius, scale);
    (0..count).map(|i| at.around(radius, i as f32 / count as f32)).collect()
}

/// The points along an arc.
pub(crate) fn arc(at: Pt, radius: f32, from: f32, to: f32, scale: f32) -> Vec<Pt> {
    let count = ((segments(radius, scale) as f32 * (to - from).abs()).ceil() as usize).max(2);
    (0..=count).map(|i| at.around(radius, from + (to - from) * i as f32 / count as f32)).collect()
}

fn segments(radius: f32, scale: f32) -> usize {
    ((radius * scale).max(0.0).sqrt() * 7.0).clamp(10.0, 96.0) as usize
}
