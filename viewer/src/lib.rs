//! Watching matches: `(replay, moment)` becomes a picture of primitives, which a window, a file or a web page shows.
//!
//! - [`page`] puts a replay into the web player, one HTML file that needs nothing else.
//! - The program `touchline-viewer` opens a window, or exports pictures, animations and films without one.
//!
//! Everything but the window is a pure function of the replay and the state of the controls: see `scene`, `playback`
//! and `app`.

// A page is made from a replay alone: who asks for no more need not compile the rest.
#[cfg(not(target_arch = "wasm32"))]
mod clauses;
#[cfg(not(target_arch = "wasm32"))]
mod html;
mod preamble;
#[cfg(not(target_arch = "wasm32"))]
mod strangers;

#[cfg(any(feature = "window", feature = "export"))]
mod app;
#[cfg(any(feature = "window", feature = "export"))]
mod font;
#[cfg(any(feature = "window", feature = "export"))]
mod geom;
#[cfg(any(feature = "window", feature = "export"))]
mod keys;
#[cfg(any(feature = "window", feature = "export"))]
mod picture;
#[cfg(any(feature = "window", feature = "export"))]
mod playback;
#[cfg(any(feature = "window", feature = "export"))]
mod reel;
#[cfg(any(feature = "window", feature = "export"))]
mod scene;
#[cfg(any(feature = "window", feature = "export"))]
mod source;
#[cfg(any(feature = "window", feature = "export"))]
mod theme;
#[cfg(any(feature = "window", feature = "export"))]
mod timeline;

#[cfg(feature = "command")]
mod command;
#[cfg(feature = "export")]
mod export;
#[cfg(feature = "coach")]
mod fresh;
#[cfg(feature = "command")]
mod measure;
#[cfg(feature = "window")]
mod mesh;
#[cfg(feature = "export")]
mod raster;
#[cfg(all(feature = "window", target_arch = "wasm32"))]
mod web;
#[cfg(feature = "window")]
mod window;

#[cfg(all(test, feature = "command"))]
mod tests;

#[cfg(feature = "command")]
pub use command::main;
#[cfg(not(target_arch = "wasm32"))]
pub use html::{PageError, page};
#[cfg(all(feature = "window", target_arch = "wasm32"))]
pub use web::main;

#[cfg(all(feature = "window", target_arch = "wasm32"))]
use web::say;

/// Says something on standard output, if anybody listens.
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout(), "{text}").and_then(|()| std::io::stdout().flush());
}

/// Says on standard error what is not as it should be, if anybody listens.
#[cfg(feature = "command")]
fn warn(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "warning: {text}");
}

/// Says on standard error what went wrong, if anybody listens.
#[cfg(any(feature = "coach", feature = "command"))]
fn complain(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "error: {text}");
}
