//! Points and rectangles on the screen, in logical pixels.

/// A place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pt {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

pub(crate) const fn pt(x: f32, y: f32) -> Pt {
    Pt { x, y }
}

impl Pt {
    pub(crate) fn lerp(self, to: Pt, share: f32) -> Pt {
        pt(self.x + (to.x - self.x) * share, self.y + (to.y - self.y) * share)
    }

    pub(crate) fn distance(self, to: Pt) -> f32 {
        (self.x - to.x).hypot(self.y - to.y)
    }

    /// A place on a circle around this one; `turn` is a share of a full turn, clockwise from the top.
    pub(crate) fn around(self, radius: f32, turn: f32) -> Pt {
        let angle = turn * std::f32::consts::TAU;
        pt(self.x + radius * angle.sin(), self.y - radius * angle.cos())
    }
}

/// A rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rect {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) w: f32,
    pub(crate) h: f32,
}

impl Rect {
    pub(crate) const fn new(x: f32, y: f32, w: f32, h: f32) -> Rect {
        Rect { x, y, w, h }
    }

    /// The square around a point.
    pub(crate) fn around(at: Pt, half: f32) -> Rect {
        Rect::new(at.x - half, at.y - half, 2.0 * half, 2.0 * half)
    }

    /// The smallest around all of these.
    pub(crate) fn over(places: &[Rect]) -> Option<Rect> {
        let first = *places.first()?;
        Some(places.iter().fold(first, |a, b| {
            let (x, y) = (a.x.min(b.x), a.y.min(b.y));
            Rect::new(x, y, a.right().max(b.right()) - x, a.bottom().max(b.bottom()) - y)
        }))
    }

    pub(crate) fn right(self) -> f32 {
        self.x + self.w
    }

    pub(crate) fn bottom(self) -> f32 {
        self.y + self.h
    }

    pub(crate) fn centre(self) -> Pt {
        pt(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    pub(crate) fn corners(self) -> Vec<Pt> {
        let Rect { x, y, .. } = self;
        vec![pt(x, y), pt(self.right(), y), pt(self.right(), self.bottom()), pt(x, self.bottom())]
    }

    pub(crate) fn contains(self, at: Pt) -> bool {
        at.x >= self.x && at.x < self.right() && at.y >= self.y && at.y < self.bottom()
    }

    pub(crate) fn inset(self, by: f32) -> Rect {
        Rect::new(self.x + by, self.y + by, (self.w - 2.0 * by).max(0.0), (self.h - 2.0 * by).max(0.0))
    }

    /// Cuts a strip off the top; the strip and the rest.
    pub(crate) fn cut_top(self, h: f32) -> (Rect, Rect) {
        let h = h.min(self.h);
        (Rect::new(self.x, self.y, self.w, h), Rect::new(self.x, self.y + h, self.w, self.h - h))
    }

    /// Cuts a strip off the bottom; the strip and the rest.
    pub(crate) fn cut_bottom(self, h: f32) -> (Rect, Rect) {
        let h = h.min(self.h);
        (Rect::new(self.x, self.bottom() - h, self.w, h), Rect::new(self.x, self.y, self.w, self.h - h))
    }

    /// Cuts a strip off the right; the strip and the rest.
    pub(crate) fn cut_right(self, w: f32) -> (Rect, Rect) {
        let w = w.min(self.w);
        (Rect::new(self.right() - w, self.y, w, self.h), Rect::new(self.x, self.y, self.w - w, self.h))
    }

    /// Moved so that it lies within another where it fits.
    pub(crate) fn kept_in(self, frame: Rect) -> Rect {
        let x = self.x.min(frame.right() - self.w).max(frame.x);
        let y = self.y.min(frame.bottom() - self.h).max(frame.y);
        Rect::new(x, y, self.w, self.h)
    }

    /// Whether two share more than a hair's breadth.
    pub(crate) fn overlaps(self, other: Rect) -> bool {
        const HAIR: f32 = 0.5;
        self.x + HAIR < other.right()
            && other.x + HAIR < self.right()
            && self.y + HAIR < other.bottom()
            && other.y + HAIR < self.bottom()
    }
}
