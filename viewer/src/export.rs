//! Pictures, animations and films, made without a display.

use crate::app::App;
use crate::playback::{Command, SPEEDS};
use crate::raster::{self, MAX_SIDE};
use crate::reel::Reel;
use crate::timeline::MarkKind;
use std::io::Write;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use tiny_skia::Pixmap;
use touchline_core::record::write_whole;

/// What is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Png,
    Gif,
    Mp4,
    Html,
}

impl Kind {
    /// What a file's name asks for.
    pub(crate) fn of(path: &Path) -> Result<Kind, String> {
        let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        match extension.as_str() {
            "png" => Ok(Kind::Png),
            "gif" => Ok(Kind::Gif),
            "mp4" => Ok(Kind::Mp4),
            "html" | "htm" => Ok(Kind::Html),
            _ => Err(format!("{}: name a file that ends in .png, .gif, .mp4 or .html", path.display())),
        }
    }
}

/// A size in logical pixels, and how many real ones each has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Size {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) scale: f32,
}

/// Reads `1280x800` or `1280x800@2`.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let wrong = || "expected width and height, such as 1280x800 or 1280x800@2".to_owned();
    let (size, scale) = text.split_once('@').unwrap_or((text, "1"));
    let (width, height) = size.split_once('x').ok_or_else(wrong)?;
    let number = |t: &str| t.trim().parse::<u32>().map_err(|_| wrong());
    let (width, height) = (number(width)?, number(height)?);
    let scale: f32 = scale.parse().map_err(|_| wrong())?;
    let within = |n: u32| (320..=MAX_SIDE).contains(&n) && n as f32 * scale <= MAX_SIDE as f32;
    if !(within(width) && within(height) && (0.5..=4.0).contains(&scale)) {
        return Err(format!("a picture has 320 to {MAX_SIDE} pixels on a side, at a scale of 0.5 to 4"));
    }
    Ok(Size { width, height, scale })
}

/// Reads a speed that the viewer has.
pub(crate) fn speed(text: &str) -> Result<f64, String> {
    let (slowest, fastest) = (SPEEDS[0], SPEEDS[SPEEDS.len() - 1]);
    let speed = text.trim_end_matches(['x', '×']).parse().ok().filter(|s| (slowest..=fastest).contains(s));
    speed.ok_or_else(|| format!("expected a number from {slowest} to {fastest}"))
}

/// A moment as people name it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Moment {
    Minute(u16),
    Seconds(f64),
    Event(usize),
    /// From 1.
    Goal(usize),
}

impl std::str::FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Moment, String> {
        let number = |digits: &str| digits.parse().ok();
        let moment = if let Some(goal) = text.strip_prefix("goal") {
            number(goal).map(Moment::Goal)
        } else if let Some(event) = text.strip_prefix('e') {
            number(event).map(Moment::Event)
        } else if let Some(seconds) = text.strip_suffix('s') {
            seconds.parse().ok().filter(|s: &f64| s.is_finite() && *s >= 0.0).map(Moment::Seconds)
        } else {
            text.trim_end_matches('\'').parse().ok().map(Moment::Minute)
        };
        moment.ok_or_else(|| {
            "expected a minute (37), seconds of the film (12.5s), an event (e120) or a goal (goal2)".to_owned()
        })
    }
}

impl Moment {
    /// Where to open a match at it: an event is shown whole.
    pub(crate) fn begin(&self, reel: &Reel) -> Result<f64, String> {
        let (begin, end) = self.range(reel)?;
        Ok(if matches!(self, Moment::Event(_)) { end } else { begin })
    }

    /// Where it begins and ends, in seconds of the film.
    fn range(&self, reel: &Reel) -> Result<(f64, f64), String> {
        let line = &reel.timeline;
        match self {
            Moment::Seconds(at) => {
                let at = at.clamp(0.0, line.length());
                Ok((at, at))
            }
            Moment::Event(event) if *event < line.events() => Ok((line.start_of(*event), line.end_of(*event))),
            Moment::Event(event) => {
                Err(format!("there is no event {event}: the match has {}, counted from 0", line.events()))
            }
            Moment::Minute(minute) => {
                let found = (0..line.events()).find(|e| reel.minute(*e) >= *minute);
                let at = found.map(|e| line.start_of(e));
                at.map(|at| (at, at)).ok_or_else(|| format!("the match ends before minute {minute}"))
            }
            Moment::Goal(number) => {
                let goals: Vec<_> = line.marks().iter().filter(|m| m.kind == MarkKind::Goal).collect();
                let goal = number.checked_sub(1).and_then(|n| goals.get(n));
                let goal = goal.ok_or_else(|| {
                    format!("there is no goal {number}: the match has {}, counted from 1", goals.len())
                })?;
                Ok((goal.lead, line.end_of(goal.event)))
            }
        }
    }
}

/// What to export.
pub(crate) struct Job {
    pub(crate) from: Option<Moment>,
    pub(crate) to: Option<Moment>,
    pub(crate) speed: Option<f64>,
    pub(crate) size: Size,
}

/// An animation is no longer than this unless a speed is asked for, in seconds.
const LONGEST: f64 = 30.0;
const GIF_RATE: f64 = 12.5;
const FILM_RATE: f64 = 30.0;

/// Writes a picture, an animation or a film.
pub(crate) fn write(mut app: App, kind: Kind, out: &Path, job: &Job) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("{}: {e}", out.display());
    let (begin, end) = match app.reel() {
        None => (0.0, 0.0),
        Some(reel) => {
            let begin = job.from.as_ref().map(|m| m.range(reel)).transpose()?;
            let end = job.to.as_ref().map(|m| m.range(reel)).transpose()?;
            let length = reel.timeline.length();
            let end = end.map_or(length, |(_, end)| end);
            // A picture shows how something ended; a film how it came about.
            let begin = match (kind, begin) {
                (Kind::Png, Some((_, at))) => at,
                (Kind::Png, None) => end,
                (_, Some((at, _))) => at,
                (_, None) => 0.0,
            };
            (begin, end)
        }
    };
    if kind == Kind::Png {
        let image = frame(&mut app, begin, job.size)?;
        return write_whole(out, &png(&image)?).map_err(failed);
    }
    if end <= begin {
        return Err("there is nothing between --from and --to".to_owned());
    }
    let rate = if kind == Kind::Gif { GIF_RATE } else { FILM_RATE };
    let speed = job.speed.unwrap_or_else(|| ((end - begin) / LONGEST).max(1.0));
    let count = (((end - begin) / speed * rate).ceil() as usize).max(1) + 1;
    let times: Vec<f64> = (0..count).map(|i| (begin + i as f64 * speed / rate).min(end)).collect();
    app.playback.speed = speed;
    match kind {
        Kind::Gif => gif(&mut app, &times, job.size).and_then(|bytes| write_whole(out, &bytes).map_err(failed)),
        _ => film(&mut app, &times, job.size, out),
    }
}

fn frame(app: &mut App, at: f64, size: Size) -> Result<Pixmap, String> {
    if let crate::app::Show::Match(reel) = &app.show {
        let playing = app.playback.playing;
        app.playback.apply(Command::Seek(at), &reel.timeline);
        app.playback.playing = playing;
    }
    let picture = app.picture(size.width as f32, size.height as f32);
    let pixels = |n: u32| (n as f32 * size.scale).round() as u32;
    raster::draw(&picture.shapes, pixels(size.width), pixels(size.height), size.scale)
        .ok_or_else(|| "there is not enough memory for a picture of this size".to_owned())
}

fn png(image: &Pixmap) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width(), image.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(|e| e.to_string())?;
    writer.write_image_data(image.data()).map_err(|e| e.to_string())?;
    writer.finish().map_err(|e| e.to_string())?;
    Ok(bytes)
}

/// An animation with one palette for all frames, each of which holds only what has changed.
fn gif(app: &mut App, times: &[f64], size: Size) -> Result<Vec<u8>, String> {
    let wrong = |e: gif::EncodingError| e.to_string();
    let mut pixels = Vec::new();
    for i in 0..4 {
        let image = frame(app, times[i * (times.len() - 1) / 3], size)?;
        pixels.extend(image.data().chunks_exact(4).step_by(3).flatten());
    }
    let colours = color_quant::NeuQuant::new(6, 255, &pixels);
    let mut palette = colours.color_map_rgb();
    palette.truncate(3 * 255);
    let clear = (palette.len() / 3) as u8;
    palette.extend([0, 0, 0]);
    let mut known = vec![u16::MAX; 1 << 15];
    let mut index = |pixel: &[u8]| {
        let key = usize::from(pixel[0] >> 3) << 10 | usize::from(pixel[1] >> 3) << 5 | usize::from(pixel[2] >> 3);
        if known[key] == u16::MAX {
            known[key] = colours.index_of(&[pixel[0], pixel[1], pixel[2], 255]) as u16;
        }
        known[key] as u8
    };
    let mut bytes = Vec::new();
    let [width, height] = [size.width, size.height].map(|n| (n as f32 * size.scale).round() as usize);
    let mut encoder = gif::Encoder::new(&mut bytes, width as u16, height as u16, &palette).map_err(wrong)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(wrong)?;
    let mut last: Vec<u8> = Vec::new();
    for at in times {
        let image = frame(app, *at, size)?;
        let now: Vec<u8> = image.data().chunks_exact(4).map(&mut index).collect();
        let (left, top, w, h) = if last.is_empty() { (0, 0, width, height) } else { changed(&last, &now, width) };
        let mut buffer = Vec::with_capacity(w * h);
        for y in top..top + h {
            for x in left..left + w {
                let i = y * width + x;
                buffer.push(if last.get(i) == Some(&now[i]) { clear } else { now[i] });
            }
        }
        let frame = gif::Frame {
            delay: (100.0 / GIF_RATE) as u16,
            left: left as u16,
            top: top as u16,
            width: w as u16,
            height: h as u16,
            buffer: buffer.into(),
            transparent: Some(clear),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(wrong)?;
        last = now;
    }
    drop(encoder);
    Ok(bytes)
}

/// The smallest rectangle around what differs: left, top, width, height; one pixel when nothing does.
fn changed(a: &[u8], b: &[u8], width: usize) -> (usize, usize, usize, usize) {
    let (mut left, mut right, mut top, mut bottom) = (width, 0, usize::MAX, 0);
    for (i, (p, q)) in a.iter().zip(b).enumerate() {
        if p != q {
            let (x, y) = (i % width, i / width);
            (left, right, top, bottom) = (left.min(x), right.max(x), top.min(y), bottom.max(y));
        }
    }
    if top == usize::MAX { (0, 0, 1, 1) } else { (left, top, right - left + 1, bottom - top + 1) }
}

/// A film, by way of ffmpeg.
fn film(app: &mut App, times: &[f64], size: Size, out: &Path) -> Result<(), String> {
    // The codec wants even numbers.
    let even = |n: u32| n & !1;
    let size = Size { width: even(size.width), height: even(size.height), ..size };
    let pixels = |n: u32| (n as f32 * size.scale).round() as u32;
    let dimensions = format!("{}x{}", pixels(size.width), pixels(size.height));
    let part = out.with_extension("part.mp4");
    let mut ffmpeg = Process::new("ffmpeg")
        .args(["-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", &dimensions, "-r", "30", "-i", "-"])
        .args(["-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "20", "-movflags", "+faststart"])
        .arg(&part)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => {
                "a film needs ffmpeg, which is not installed (Debian: apt-get install ffmpeg): \
                 install it, or export a .gif or .html, which need nothing"
                    .to_owned()
            }
            _ => format!("ffmpeg could not be started: {e}"),
        })?;
    let mut drawn = Ok(());
    if let Some(pipe) = &mut ffmpeg.stdin {
        for at in times {
            drawn = frame(app, *at, size).and_then(|image| pipe.write_all(image.data()).map_err(|e| e.to_string()));
            if drawn.is_err() {
                break;
            }
        }
    }
    let ended = ffmpeg.wait_with_output().map_err(|e| e.to_string())?;
    let finished = match (ended.status.success(), drawn) {
        (true, Ok(())) => std::fs::rename(&part, out).map_err(|e| format!("{}: {e}", out.display())),
        (true, Err(problem)) => Err(problem),
        (false, _) => Err(format!("ffmpeg failed: {}", String::from_utf8_lossy(&ended.stderr).trim())),
    };
    if finished.is_err() {
        // The first error is the one to report.
        let _ = std::fs::remove_file(&part);
    }
    finished
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_moments_are_read_as_people_write_them() {
        assert_eq!(size("900x600"), Ok(Size { width: 900, height: 600, scale: 1.0 }));
        assert_eq!(size("900x600@2"), Ok(Size { width: 900, height: 600, scale: 2.0 }));
        for wrong in ["", "900", "900x", "0x0", "99999x600", "900x600@0", "900x600@9"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        assert_eq!(["0.25", "16", "2x"].map(speed), [Ok(0.25), Ok(16.0), Ok(2.0)]);
        assert!(["", "0", "17", "NaN", "-1", "fast"].iter().all(|wrong| speed(wrong).is_err()));
        let moments = ["37", "37'", "12.5s", "e120", "goal2"].map(|t| t.parse::<Moment>());
        assert_eq!(
            moments,
            [
                Ok(Moment::Minute(37)),
                Ok(Moment::Minute(37)),
                Ok(Moment::Seconds(12.5)),
                Ok(Moment::Event(120)),
                Ok(Moment::Goal(2))
            ]
        );
        for wrong in ["", "x", "goal", "e", "s", "-3", "NaNs", "infs", "-1s"] {
            assert!(wrong.parse::<Moment>().is_err(), "{wrong}");
        }
    }
}
