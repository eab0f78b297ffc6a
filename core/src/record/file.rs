//! Replay files: written whole or not at all.

use super::read::{MAX_LINE, MAX_REPLAY, PACKED, ReplayError};
use super::replay::Replay;
use crate::bytes::{self, Unread};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Unfinished files that may lie beside one, from others who write it or were interrupted.
const MAX_PARTS: usize = 100;

impl Replay {
    /// Writes a replay file, packed if its name ends in `.zst`. The file appears under its name only when it is
    /// complete; a file that was there before stays if anything goes wrong.
    ///
    /// # Errors
    /// When the disk or the folder refuses, or the build cannot pack.
    pub fn write_to(&self, path: &Path) -> Result<(), ReplayError> {
        write_whole(path, &self.bytes_for(path)?).map_err(|e| failed(path, &e))
    }

    /// The bytes of a file of that name, packed if it ends in `.zst`.
    ///
    /// # Errors
    /// When nobody could read it because of its size, or the build cannot pack.
    pub fn bytes_for(&self, path: &Path) -> Result<Vec<u8>, ReplayError> {
        let packed = path.extension().is_some_and(|e| e.eq_ignore_ascii_case(PACKED));
        if packed { self.packed() } else { self.readable() }
    }

    /// The bytes of a packed file.
    ///
    /// # Errors
    /// As [`Replay::bytes_for`].
    pub fn packed(&self) -> Result<Vec<u8>, ReplayError> {
        pack(&self.readable()?)
    }

    /// The bytes of a file that is not packed, if the reader takes so many.
    fn readable(&self) -> Result<Vec<u8>, ReplayError> {
        let bytes = self.to_bytes();
        check_size(&bytes, MAX_REPLAY, MAX_LINE)?;
        Ok(bytes)
    }
}

/// Refuses what is larger than the reader takes, as a whole or in a line.
fn check_size(bytes: &[u8], most: usize, longest: usize) -> Result<(), ReplayError> {
    if bytes.len() > most {
        return Err(ReplayError::Huge);
    }
    match bytes.split_inclusive(|b| *b == b'\n').position(|line| line.len() > longest) {
        Some(line) => Err(ReplayError::LongLine { line: line + 1 }),
        None => Ok(()),
    }
}

/// Writes a file under a temporary name beside it, then renames it.
///
/// # Errors
/// What the file system says; nothing is left behind then, and a file that was there before is as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::other("is a folder: name a file in it"));
    }
    // A link stays one: what it leads to is written.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (mut file, temporary) = beside(path)?;
    let filled = file.write_all(bytes).and_then(|()| file.sync_all());
    drop(file);
    let written = filled.and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A new file beside another, under a name that nobody else is writing to.
fn beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let name = path.file_name().ok_or_else(|| io::Error::other("is no file name"))?;
    for n in 0..MAX_PARTS {
        let mut temporary = std::ffi::OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{n}.part"));
        let temporary = path.with_file_name(temporary);
        match File::create_new(&temporary) {
            Ok(file) => return Ok((file, temporary)),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(e),
        }
    }
    Err(io::Error::other("too many unfinished `.part` files lie beside it: remove them"))
}

/// The bytes of a replay file, up to [`MAX_REPLAY`].
///
/// # Errors
/// When it is no file, cannot be read or is too large.
pub fn load(path: &Path) -> Result<Vec<u8>, ReplayError> {
    bytes::read(path, MAX_REPLAY).map_err(|error| match error {
        Unread::TooLarge(_) => ReplayError::Huge,
        other => ReplayError::File { path: path.to_path_buf(), problem: other.told(path) },
    })
}

fn failed(path: &Path, error: &io::Error) -> ReplayError {
    ReplayError::File { path: path.to_path_buf(), problem: error.to_string() }
}

#[cfg(feature = "zstd")]
pub(super) fn pack(bytes: &[u8]) -> Result<Vec<u8>, ReplayError> {
    let failed = |e: io::Error| ReplayError::Unpack(e.to_string());
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 9).map_err(failed)?;
    encoder.include_checksum(true).map_err(failed)?;
    encoder.write_all(bytes).map_err(failed)?;
    encoder.finish().map_err(failed)
}

#[cfg(not(feature = "zstd"))]
fn pack(_: &[u8]) -> Result<Vec<u8>, ReplayError> {
    Err(ReplayError::NoZstd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_reader_refuses_is_not_written() {
        let text = b"one\nthree\n";
        assert!(check_size(text, 10, 6).is_ok());
        assert!(matches!(check_size(text, 9, 6), Err(ReplayError::Huge)));
        assert!(matches!(check_size(text, 10, 5), Err(ReplayError::LongLine { line: 2 })));
        assert_eq!(ReplayError::Huge.to_string(), "the replay is larger than 256 MB, the most that is read");
    }
}
