//! How long it takes to open a replay and to go anywhere in it, without a window: `--seeks N`.

use crate::app::App;
use crate::keys::Act;
use crate::mesh::{Atlas, Mesh};
use crate::playback::Command;
use crate::window::ATLAS;
use std::time::{Duration, Instant};

/// The time: only to say how long something took.
#[allow(clippy::disallowed_methods)]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Goes to so many moments all over a match; each time the whole picture is made, down to its triangles.
pub(crate) fn seeks(app: &mut App, opened: Duration, count: u32, (width, height): (f32, f32)) -> String {
    let Some(length) = app.reel().map(|reel| reel.timeline.length()) else { return "there is no match".to_owned() };
    let events = app.reel().map_or(0, |reel| reel.timeline.events());
    let mut atlas = Atlas::new(ATLAS);
    let mut times: Vec<f64> = Vec::new();
    // The golden ratio never comes near where it has been, and goes to and fro.
    let mut share = 0.0_f64;
    for _ in 0..count.max(1) {
        share = (share + 0.618_033_988_75).fract();
        let begun = now();
        app.act(Act::Play(Command::Seek(share * length)));
        let picture = app.picture(width, height);
        let mesh = Mesh::of(&picture.shapes, 1.0, &mut atlas);
        times.push(begun.elapsed().as_secs_f64() * 1e3);
        std::hint::black_box(mesh);
    }
    times.sort_by(f64::total_cmp);
    format!(
        "{events} events opened in {:.1} ms; {} seeks with their pictures: {:.2} ms in the middle, {:.2} ms at most",
        opened.as_secs_f64() * 1e3,
        times.len(),
        times[times.len() / 2],
        times[times.len() - 1]
    )
}
