//! Dice with pictures on them: no font has a boot or a whistle.

use crate::geom::{Pt, Rect, pt};
use crate::keys::Act;
use crate::picture::{Anchor, Ink, Picture};
use crate::theme::{self, Colour};

/// A die with the named face, or none before its first throw; `rolling` says how far it has tumbled.
pub(super) fn die(
    picture: &mut Picture<Act>,
    at: Pt,
    size: f32,
    colour: Colour,
    face: Option<&str>,
    rolling: Option<f32>,
) {
    let lift = rolling.map_or(0.0, |s| (1.0 - s) * size * 0.3 * (s * 16.0).sin().abs());
    let at = pt(at.x, at.y - lift);
    let turn = rolling.map_or(0.0, |s| (1.0 - s) * 0.9);
    let half = size / 2.0;
    let corners = [
        (-1.0, -0.76),
        (-0.76, -1.0),
        (0.76, -1.0),
        (1.0, -0.76),
        (1.0, 0.76),
        (0.76, 1.0),
        (-0.76, 1.0),
        (-1.0, 0.76),
    ];
    let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
    let body: Vec<Pt> =
        corners.map(|(x, y)| pt(at.x + (x * cos - y * sin) * half, at.y + (x * sin + y * cos) * half)).to_vec();
    let shadow = body.iter().map(|p| pt(p.x + size * 0.05, p.y + size * 0.08 + lift)).collect();
    picture.fill(shadow, theme::SHADE.at(90));
    picture.fill(body.clone(), colour);
    picture.outline(body, (size * 0.03).max(1.0), theme::DARK);
    if let Some(face) = face {
        icon(picture, face, at, size * 0.33, colour.ink());
    }
}

/// The picture of a face within `r` of a point.
fn icon(picture: &mut Picture<Act>, face: &str, at: Pt, r: f32, ink: Colour) {
    let shape = |points: &[(f32, f32)]| points.iter().map(|(x, y)| pt(at.x + x * r, at.y + y * r)).collect::<Vec<_>>();
    let thin = (r * 0.16).max(1.0);
    match face {
        "BALL" => {
            picture.disc(at, r, theme::WHITE);
            picture.ring(at, r, thin, theme::DARK);
            picture.fill((0..5).map(|i| at.around(r * 0.4, i as f32 / 5.0)).collect(), theme::DARK);
            for i in 0..5 {
                let turn = i as f32 / 5.0;
                picture.line(at.around(r * 0.4, turn), at.around(r * 0.95, turn), thin * 0.7, theme::DARK);
            }
        }
        "BOOT" => {
            picture.fill(shape(&[(-0.9, -1.0), (-0.1, -1.0), (0.0, 0.1), (-0.9, 0.5)]), ink);
            picture.fill(shape(&[(-0.9, 0.0), (0.0, -0.1), (1.0, 0.25), (1.05, 0.6), (-0.9, 0.6)]), ink);
            for x in [-0.7, -0.2, 0.3, 0.8] {
                picture.fill(shape(&[(x - 0.12, 0.65), (x + 0.12, 0.65), (x + 0.12, 0.95), (x - 0.12, 0.95)]), ink);
            }
        }
        "HEAD" => {
            picture.disc(pt(at.x, at.y - r * 0.3), r * 0.62, ink);
            picture
                .fill(shape(&[(-0.95, 1.0), (-0.7, 0.5), (-0.25, 0.35), (0.25, 0.35), (0.7, 0.5), (0.95, 1.0)]), ink);
        }
        "WHISTLE" => {
            picture.ring(pt(at.x - r * 0.25, at.y + r * 0.25), r * 0.5, r * 0.3, ink);
            picture.fill(shape(&[(-0.3, -0.4), (1.05, -0.4), (1.05, -0.02), (0.2, 0.1)]), ink);
            picture.line(pt(at.x - r * 0.3, at.y - r * 0.6), pt(at.x - r * 0.3, at.y - r), thin, ink);
        }
        "SPOT" => {
            picture.outline(shape(&[(-1.0, -0.9), (1.0, -0.9), (1.0, 0.9), (-1.0, 0.9)]), thin, ink);
            picture.disc(at, r * 0.3, ink);
        }
        "CARD" | "WARNING" => {
            let place = Rect::new(at.x - r * 0.6, at.y - r * 0.9, r * 1.2, r * 1.8);
            picture.rounded(place, r * 0.15, theme::YELLOW_CARD);
            picture.frame(place, r * 0.15, 1.0, theme::DARK);
            if face == "WARNING" {
                picture.line(pt(at.x, at.y - r * 0.55), pt(at.x, at.y + r * 0.2), r * 0.24, theme::DARK);
                picture.disc(pt(at.x, at.y + r * 0.55), r * 0.15, theme::DARK);
            }
        }
        "GOAL" => {
            picture.stroke(shape(&[(-1.0, 0.8), (-1.0, -0.7), (1.0, -0.7), (1.0, 0.8)]), thin * 1.3, ink);
            for x in [-0.5, 0.0, 0.5] {
                picture.line(pt(at.x + x * r, at.y - r * 0.7), pt(at.x + x * r, at.y + r * 0.8), thin * 0.4, ink);
            }
            for y in [-0.2, 0.3] {
                picture.line(pt(at.x - r, at.y + y * r), pt(at.x + r, at.y + y * r), thin * 0.4, ink);
            }
        }
        "MISS" => {
            for way in [1.0, -1.0] {
                picture.line(
                    pt(at.x - r * 0.8, at.y - r * 0.8 * way),
                    pt(at.x + r * 0.8, at.y + r * 0.8 * way),
                    thin * 1.4,
                    ink,
                );
            }
        }
        "KEEPER" => {
            hand(picture, at, r, 5, ink);
        }
        "DOUBLE" => {
            picture.text(at, Anchor::Centre, Ink::bold((r * 1.3).round().max(7.0), ink), "×2");
        }
        other => {
            let size = (r * 2.4 / other.chars().count().max(2) as f32 * 1.3).clamp(6.0, r.max(6.0));
            picture.text(at, Anchor::Centre, Ink::bold(size, ink), other);
        }
    }
}

/// A hand that holds up so many fingers; a fist for none.
pub(super) fn hand(picture: &mut Picture<Act>, at: Pt, r: f32, fingers: u8, ink: Colour) {
    let on = |x: f32, y: f32| pt(at.x + x * r, at.y + y * r);
    picture.fill(vec![on(-0.55, 0.0), on(0.55, 0.0), on(0.45, 1.0), on(-0.45, 1.0)], ink);
    // From the forefinger on; the thumb is the fifth.
    for (i, (x, top)) in [(-0.42, -0.7), (-0.14, -0.95), (0.14, -0.95), (0.42, -0.7)].into_iter().enumerate() {
        let top = if i < usize::from(fingers) { top } else { -0.12 };
        picture.line(on(x, 0.1), on(x, top), r * 0.24, ink);
    }
    match fingers {
        5.. => picture.line(on(0.5, 0.5), on(0.95, -0.05), r * 0.26, ink),
        _ => picture.line(on(0.45, 0.62), on(-0.1, 0.45), r * 0.2, ink.mix(theme::DARK, 0.35)),
    }
}
