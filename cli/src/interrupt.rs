//! Ctrl-C, and the signals that ask a process to end: the first ends the work in order, the second at once.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

static PRESSED: AtomicBool = AtomicBool::new(false);
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Watches for Ctrl-C from now on; the flag is set by the first press.
pub(crate) fn watch() -> &'static AtomicBool {
    // Without a handler Ctrl-C ends the process at once, which is all that is lost.
    let _ = ctrlc::set_handler(|| {
        if PRESSED.swap(true, Ordering::Relaxed) {
            for file in UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).iter() {
                let _ = std::fs::remove_file(file);
            }
            std::process::exit(130);
        }
    });
    &PRESSED
}

/// Remembers a file that must not stay behind.
pub(crate) fn unfinished(file: &Path) {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).push(file.to_owned());
}

/// The file is complete, or gone.
pub(crate) fn finished(file: &Path) {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).retain(|f| f != file);
}
