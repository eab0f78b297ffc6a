//! `touchline watch`: the viewer, started from here.

use crate::failure::Failure;
use crate::out::Out;
use clap::Args;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The viewer's program.
const VIEWER: &str = "touchline-viewer";

/// Watch a match in a window: a replay, or a fresh one between two bots
#[derive(Args, Debug)]
#[command(
    disable_help_flag = true,
    after_help = "\
Examples:
  touchline watch                                    a fresh match of two coaches
  touchline watch match.jsonl                        a replay, of any ruleset
  touchline watch match.jsonl --export match.html    one file that opens in any browser
  touchline watch --help                             everything the viewer can do"
)]
pub(super) struct Watch {
    /// Handed on to `touchline-viewer`
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

impl Watch {
    pub(super) fn run(self, out: &mut Out) -> Result<(), Failure> {
        let Some(viewer) = found() else {
            // The viewer knows its options; what can be said without it is said.
            if self.arguments.iter().any(|a| a == "--help" || a == "-h") {
                let help = Watch::augment_args(clap::Command::new("touchline watch")).render_help();
                return Ok(writeln!(out, "{help}\n{}", missing())?);
            }
            return Err(Failure::Wrong(missing()));
        };
        let ended = Command::new(&viewer).args(&self.arguments).status();
        let ended = ended.map_err(|e| Failure::Wrong(format!("{}: {e}", viewer.display())))?;
        // The viewer has said what went wrong.
        if ended.success() { Ok(()) } else { Err(Failure::Reported) }
    }
}

/// The viewer beside this program, or on the search path.
fn found() -> Option<PathBuf> {
    let name = format!("{VIEWER}{}", std::env::consts::EXE_SUFFIX);
    let own = std::env::current_exe().ok();
    let beside = own.as_deref().and_then(Path::parent).map(|folder| folder.join(&name));
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let mut places = beside.into_iter().chain(std::env::split_paths(&paths).map(|folder| folder.join(&name)));
    places.find(|place| place.is_file())
}

fn missing() -> String {
    format!(
        "the viewer is not built: there is no {VIEWER} beside this program or on the search path\n  \
         Build it with `cargo build --release -p {VIEWER}`, then try again."
    )
}
