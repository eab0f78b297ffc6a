//! Snapshots of scenes: what stands where in fixed matches, as primitives. `BLESS=1` writes them anew.

use super::{KEPT, app, reel};
use crate::app::App;
use crate::keys::Act;
use crate::picture::Shape;
use crate::playback::Command;
use crate::timeline::MarkKind;
use std::fmt::Write;
use std::path::PathBuf;
use touchline_core::record::Event;

/// The moments that are kept of every match, in seconds of the film.
fn moments(app: &App) -> Vec<(&'static str, f64)> {
    let reel = reel(app);
    let line = &reel.timeline;
    let mark = |kind| line.marks().iter().find(|m| m.kind == kind).map(|m| m.event);
    let first = |is: fn(&Event) -> bool| reel.entries().iter().position(|e| is(&e.event));
    let half = |event: usize| (line.start_of(event) + line.end_of(event)) / 2.0;
    [
        ("set up", first(|e| matches!(e, Event::Setup { .. })).map(|e| line.end_of(e))),
        ("half a shot", mark(MarkKind::Shot).map(half)),
        ("half a throw", first(|e| matches!(e, Event::Throw { .. })).map(half)),
        ("a duel", first(|e| matches!(e, Event::Duel { .. })).map(|e| line.end_of(e))),
        ("a goal", mark(MarkKind::Goal).map(|e| line.end_of(e))),
        ("the shoot-out", first(|e| matches!(e, Event::Shootout { .. })).map(half)),
        ("the end", Some(line.length())),
    ]
    .into_iter()
    .filter_map(|(name, at)| at.map(|at| (name, at)))
    .collect()
}

/// A picture in lines: every text with its place, and what is drawn between two texts as counts and a hash.
fn told(shapes: &[Shape]) -> String {
    let mut lines = String::new();
    let mut run = Run::default();
    for shape in shapes {
        match shape {
            Shape::Text { at, text, size, colour, .. } => {
                run.end(&mut lines);
                let [r, g, b, _] = colour.0;
                let (x, y) = (step(at.x), step(at.y));
                writeln!(lines, "  {x},{y} {size:.0} #{r:02x}{g:02x}{b:02x} {text}").expect("a string takes it");
            }
            other => run.add(other),
        }
    }
    run.end(&mut lines);
    lines
}

/// Quarters of a pixel, cut where hardly any coordinate lies: the last bit of a sine must not decide.
fn step(at: f32) -> i32 {
    (at * 4.0 + 0.137).floor() as i32
}

#[derive(Default)]
struct Run {
    /// Fills, lines, discs, rings, slices.
    counts: [u32; 5],
    hash: u64,
}

impl Run {
    fn add(&mut self, shape: &Shape) {
        let mut numbers = Vec::new();
        let (kind, colour) = match shape {
            Shape::Fill { points, colour } => {
                points.iter().for_each(|p| numbers.extend([p.x, p.y]));
                (0, colour)
            }
            Shape::Stroke { points, width, colour, closed } => {
                points.iter().for_each(|p| numbers.extend([p.x, p.y]));
                numbers.extend([*width, f32::from(u8::from(*closed))]);
                (1, colour)
            }
            Shape::Disc { at, radius, colour } => {
                numbers.extend([at.x, at.y, *radius]);
                (2, colour)
            }
            Shape::Ring { at, radius, width, colour } => {
                numbers.extend([at.x, at.y, *radius, *width]);
                (3, colour)
            }
            Shape::Slice { at, inner, outer, from, to, colour } => {
                numbers.extend([at.x, at.y, *inner, *outer, from * 100.0, to * 100.0]);
                (4, colour)
            }
            Shape::Text { .. } => return,
        };
        self.counts[kind] += 1;
        let words = numbers.into_iter().map(|n| step(n) as u32).chain([u32::from_le_bytes(colour.0), kind as u32]);
        for word in words {
            self.hash = (self.hash ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
        }
    }

    fn end(&mut self, lines: &mut String) {
        let names = ["fill", "line", "disc", "ring", "slice"];
        let parts: Vec<String> =
            names.iter().zip(self.counts).filter(|(_, n)| *n > 0).map(|(name, n)| format!("{n} {name}")).collect();
        if !parts.is_empty() {
            writeln!(lines, "  - {} {:08x}", parts.join(", "), self.hash >> 32).expect("a string takes it");
        }
        *self = Run::default();
    }
}

#[test]
fn scenes_are_drawn_as_they_were() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scenes");
    for name in KEPT {
        let mut app = app(name);
        let mut text = String::new();
        for (moment, at) in moments(&app) {
            app.act(Act::Play(Command::Seek(at)));
            writeln!(text, "{moment}").expect("a string takes it");
            text += &told(&app.picture(1280.0, 800.0).shapes);
        }
        app.act(Act::Stats);
        text += "the end, in figures\n";
        text += &told(&app.picture(1280.0, 800.0).shapes);
        let path = folder.join(name).with_extension("txt");
        if std::env::var_os("BLESS").is_some() {
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(&path, &text).expect("a snapshot");
            continue;
        }
        let kept = std::fs::read_to_string(&path).expect("a kept snapshot");
        let differs = kept.lines().zip(text.lines()).enumerate().find(|(_, (a, b))| a != b);
        assert!(differs.is_none(), "{name}, line {differs:?}: look at it, then BLESS=1 writes it anew");
        assert_eq!(kept.lines().count(), text.lines().count(), "{name}: BLESS=1 writes it anew");
    }
}
