//! The viewer inside a web page, which brings the replay with it.

use crate::app::{App, Show};
use crate::preamble::Preamble;
use crate::source::{Feeder, app_of};
use crate::window::{self, Opening};
use std::process::ExitCode;

/// What the page's script provides.
#[allow(unsafe_code)]
mod script {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        fn touchline_length() -> u32;
        fn touchline_read(into: *mut u8);
        fn touchline_tell(text: *const u8, length: u32);
    }

    /// Tells the page what is shown, for readers who cannot see it.
    pub(super) fn tell(text: &str) {
        // SAFETY: the script reads these bytes before it returns and keeps none of them.
        unsafe { touchline_tell(text.as_ptr(), text.len() as u32) }
    }

    /// The bytes that the page carries.
    pub(super) fn bytes() -> Vec<u8> {
        // SAFETY: the script writes exactly the length it has just given, once, before it returns.
        unsafe {
            let mut bytes = vec![0; touchline_length() as usize];
            if !bytes.is_empty() {
                touchline_read(bytes.as_mut_ptr());
            }
            bytes
        }
    }
}

/// Says something to whoever cannot see the picture.
pub(crate) fn say(text: &str) {
    script::tell(text);
}

/// Shows the page's replay.
pub fn main() -> ExitCode {
    let bytes = script::bytes();
    let (preamble, replay) = match bytes.iter().position(|b| *b == b'\n') {
        Some(end) if !bytes.starts_with(b"{\"touchline\":") => bytes.split_at(end + 1),
        _ => (&[][..], &bytes[..]),
    };
    let mut app = match replay {
        [] => App::new(Show::Problem("There is no replay in this page.".to_owned())),
        replay => app_of(replay).0,
    };
    let Preamble { clauses, notes, opening } = serde_json::from_slice(preamble).unwrap_or_default();
    app.clauses = clauses;
    (app.playback.at, app.playback.speed) = (opening.at, opening.speed);
    notes.into_iter().for_each(|note| app.problem(note));
    let title = "Touchline".to_owned();
    window::run(
        app,
        Feeder::None,
        Opening { title, width: 1280, height: 800, full_screen: false, report: true, frames: None },
    );
    ExitCode::SUCCESS
}
