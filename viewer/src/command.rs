//! The command line of `touchline-viewer`.

use crate::app::{App, Show};
use crate::clauses;
use crate::export::{self, Job, Moment};
use crate::fresh::{self, Fixture, Playing};
use crate::keys::Act;
use crate::source::{Feeder, Growing, app_of};
use crate::window::{self, Opening};
use crate::{complain, html, measure, preamble, strangers, warn};
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use touchline_core::record::ReplayError;

/// Watch a match: a replay, or a fresh one between two bots.
#[derive(Debug, Parser)]
#[command(
    name = "touchline-viewer",
    version,
    max_term_width = 100,
    after_help = "\
Moments (--from, --to) are a minute (`37`), seconds of the film (`12.5s`), an event (`e120`) or a goal (`goal2`).

Examples:
  touchline-viewer                                       a fresh match of two coaches
  touchline-viewer match.jsonl                           a replay, of any ruleset
  touchline-viewer match.jsonl --export goal.gif --from goal1 --to goal1
  touchline-viewer match.jsonl --export match.html       one file that opens in any browser"
)]
struct Arguments {
    /// The replay to watch [default: a fresh match]
    file: Option<PathBuf>,
    /// The ruleset of a fresh match
    #[arg(short, long, value_name = "NAME", default_value = "base", conflicts_with = "file")]
    ruleset: String,
    /// The seed of a fresh match [default: a new one]
    #[arg(long, value_name = "N", conflicts_with = "file")]
    seed: Option<u64>,
    /// The bot that plays home in a fresh match
    #[arg(long, value_name = "BOT", default_value = "coach", conflicts_with = "file")]
    home: String,
    /// The bot that plays away in a fresh match
    #[arg(long, value_name = "BOT", default_value = "coach", conflicts_with = "file")]
    away: String,
    /// Write a picture, animation, film or web page instead of opening a window: .png .gif .mp4 .html
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// The moment to begin with; a picture shows this moment
    #[arg(long, value_name = "MOMENT")]
    from: Option<Moment>,
    /// The moment to end with, of an animation or film
    #[arg(long, value_name = "MOMENT", requires = "export")]
    to: Option<Moment>,
    /// Speed, 0.25 to 16 [default: 1; an animation is made at most 30 s long]
    #[arg(long, value_name = "TIMES", value_parser = export::speed)]
    speed: Option<f64>,
    /// Size of the window or picture, `@2` for double resolution
    #[arg(long, value_name = "WxH[@S]", default_value = "1280x800", value_parser = export::size)]
    size: export::Size,
    /// What to switch on, by commas: stats, help, offside, zones (to switch off), flip, highlights, all
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    show: Vec<String>,
    /// Begin in full screen
    #[arg(long)]
    full_screen: bool,
    /// Begin paused
    #[arg(long)]
    paused: bool,
    /// Begin again after the end
    #[arg(long = "loop")]
    looping: bool,
    /// Show how many frames a second are drawn
    #[arg(long)]
    fps: bool,
    /// Say on standard output what is shown, for tests
    #[arg(long, hide = true)]
    report: bool,
    /// Close after so many frames, drawn as fast as can be, and say how long they took
    #[arg(long, value_name = "N", hide = true)]
    frames: Option<u64>,
    /// Open no window; go to so many moments, and say how long opening and going there took
    #[arg(long, value_name = "N", hide = true, requires = "file")]
    seeks: Option<u32>,
}

/// Runs the viewer with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            complain(&problem);
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Arguments) -> Result<(), String> {
    let bytes = args.file.as_deref().map(|path| read(path).map_err(|e| e.to_string())).transpose();
    if let Some(out) = &args.export {
        return export_to(out, args, bytes?);
    }
    if let (Some(count), Ok(Some(bytes))) = (args.seeks, &bytes) {
        let begun = measure::now();
        let (mut app, _) = app_of(bytes);
        let opened = begun.elapsed();
        prepare(&mut app, args)?;
        let size = (args.size.width as f32, args.size.height as f32);
        crate::say(&measure::seeks(&mut app, opened, count, size));
        return Ok(());
    }
    // A file that cannot be read is the nearer reason.
    no_display().map_err(|none| bytes.as_ref().err().cloned().unwrap_or(none))?;
    let (mut app, feeder) = match (bytes, &args.file) {
        (Ok(Some(bytes)), Some(path)) => open(path, &bytes),
        (Ok(_), _) => {
            let waiting = App::new(Show::Waiting("The match is about to begin.".to_owned()));
            (waiting, Feeder::Live(Playing::begin(fixture(args))))
        }
        (Err(problem), _) => {
            complain(&problem);
            (App::new(Show::Problem(problem)), Feeder::None)
        }
    };
    prepare(&mut app, args)?;
    let title = args.file.as_ref().and_then(|f| f.file_name()).map(|n| n.to_string_lossy().into_owned());
    let opening = Opening {
        title: title.map_or_else(|| "Touchline".to_owned(), |t| format!("{t} — Touchline")),
        width: args.size.width,
        height: args.size.height,
        full_screen: args.full_screen,
        report: args.report,
        frames: args.frames,
    };
    let refused = matches!(app.show, Show::Problem(_));
    window::run(app, feeder, opening);
    if refused { Err("there was nothing to show".to_owned()) } else { Ok(()) }
}

/// Says, in the window and on the terminal, which rules of a replay this program does not have.
fn name_strangers(app: &mut App) {
    if let Some(text) = app.reel().and_then(|reel| strangers::named(&reel.header)) {
        warn(&text);
        app.problem(text);
    }
}

/// A file as an app; one that has no end yet is watched.
fn open(path: &Path, bytes: &[u8]) -> (App, Feeder) {
    let (mut app, result) = app_of(bytes);
    name_strangers(&mut app);
    match result {
        Ok(Some(error @ ReplayError::Truncated { .. })) => {
            complain(&format!("{}: {error}", path.display()));
            let lines = touchline_core::record::Replay::parse_lenient(bytes).map_or(0, |(r, _)| r.lines.len());
            app.playback.live = true;
            let missing = error.to_string();
            (app, Feeder::File(Growing::new(path.to_owned(), bytes.len() as u64, lines, missing)))
        }
        Ok(Some(error)) | Err(error) => {
            complain(&format!("{}: {error}", path.display()));
            (app, Feeder::None)
        }
        Ok(None) => (app, Feeder::None),
    }
}

/// Puts the switches where the arguments say.
fn prepare(app: &mut App, args: &Arguments) -> Result<(), String> {
    app.clauses = clauses::all();
    app.playback.looping = args.looping;
    app.playback.playing = !args.paused;
    app.rate = args.fps.then_some(0);
    if let Some(speed) = args.speed {
        app.playback.speed = speed;
    }
    for word in &args.show {
        let act = match word.as_str() {
            "stats" => Act::Stats,
            "help" => Act::Help,
            "offside" => Act::Offside,
            "zones" => Act::Zones,
            "flip" => Act::Flip,
            "highlights" | "all" => {
                if let Show::Match(reel) = &mut app.show {
                    use crate::timeline::Level;
                    reel.timeline.detail = if word == "all" { Level::All } else { Level::Highlights };
                }
                continue;
            }
            _ => return Err(format!("--show {word}: expected stats, help, offside, zones, flip, highlights or all")),
        };
        app.act(act);
    }
    if let (Some(from), Some(reel)) = (&args.from, app.reel()) {
        app.playback.at = from.begin(reel)?;
    }
    Ok(())
}

fn export_to(out: &Path, args: &Arguments, bytes: Option<Vec<u8>>) -> Result<(), String> {
    let kind = export::Kind::of(out)?;
    let bytes = match bytes {
        Some(bytes) => bytes,
        None => fresh::whole(&fixture(args))?.to_bytes(),
    };
    let (mut app, result) = app_of(&bytes);
    name_strangers(&mut app);
    match result {
        Ok(None) => {}
        Ok(Some(error)) => complain(&format!("{error}; the sound part is exported")),
        Err(error) => return Err(error.to_string()),
    }
    prepare(&mut app, args)?;
    if kind == export::Kind::Html {
        if args.to.is_some() {
            warn("a page holds the whole match: --to changes nothing");
        }
        let opening = preamble::Opening { at: app.playback.at, speed: app.playback.speed };
        let page = html::page_from(&bytes, opening).map_err(|e| e.to_string())?;
        return touchline_core::record::write_whole(out, page.as_bytes())
            .map_err(|e| format!("{}: {e}", out.display()));
    }
    let job = Job { from: args.from.clone(), to: args.to.clone(), speed: args.speed, size: args.size };
    export::write(app, kind, out, &job)
}

fn fixture(args: &Arguments) -> Fixture {
    use std::hash::{BuildHasher, Hasher};
    let any = || std::hash::RandomState::new().build_hasher().finish() % 1_000_000;
    Fixture {
        ruleset: args.ruleset.clone(),
        bots: [args.home.clone(), args.away.clone()],
        seed: args.seed.unwrap_or_else(any),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, ReplayError> {
    let failed = |e: std::io::Error| ReplayError::File { path: path.to_owned(), problem: e.to_string() };
    // Asked before opening: to open a pipe would wait for its writer.
    let found = std::fs::metadata(path).map_err(failed)?;
    if !found.is_file() {
        return Err(failed(std::io::Error::other("is not a file")));
    }
    if found.len() > touchline_core::record::MAX_REPLAY as u64 {
        return Err(ReplayError::Huge);
    }
    std::fs::read(path).map_err(failed)
}

/// Without a display the window system would end the program with a panic.
fn no_display() -> Result<(), String> {
    let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    if cfg!(target_os = "linux") && !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        return Err("there is no display to open a window on: export with `--export FILE.png`, .gif, .mp4 or .html, \
                    or use `xvfb-run`"
            .to_owned());
    }
    Ok(())
}
