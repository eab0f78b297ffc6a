//! The bytes of a file, up to a limit.

use crate::rules::nearest::did_you_mean;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Files of a folder that are looked at for a name like a missing one.
const MOST_NEIGHBOURS: usize = 1000;

/// Why a file was not read: a sentence without its subject.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unread {
    /// There is nothing of that name.
    #[error("there is no such file")]
    Missing,
    /// A folder.
    #[error("is a folder, not a file: name a file in it")]
    Folder,
    /// A device or a pipe.
    #[error("is not a file")]
    NoFile,
    /// It has more bytes than the limit.
    #[error("is larger than {} MB, the limit for a file", .0 >> 20)]
    TooLarge(usize),
    /// From this byte on it is no UTF-8.
    #[error("is not UTF-8 text (byte {0}): save it as UTF-8")]
    NoText(usize),
    /// The file system said no.
    #[error("cannot be read: {0}")]
    Refused(io::Error),
}

impl Unread {
    /// The sentence, with the names of files beside a missing one that are like its own.
    pub(crate) fn told(&self, path: &Path) -> String {
        let near = if matches!(self, Unread::Missing) { neighbours(path) } else { None };
        near.map_or_else(|| self.to_string(), |near| format!("{self}; {near}"))
    }
}

/// "Did you mean …?" among the files of a folder.
fn neighbours(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).ok()?.take(MOST_NEIGHBOURS).flatten();
    let files: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    did_you_mean(name, files.iter().map(String::as_str))
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Unread::Missing,
            _ => Unread::Refused(error),
        }
    }
}

/// All bytes of a file; of one beyond the limit no more than that is read.
pub(crate) fn read(path: &Path, limit: usize) -> Result<Vec<u8>, Unread> {
    // Asked before opening: to open a pipe would wait for its writer.
    match fs::metadata(path)? {
        folder if folder.is_dir() => return Err(Unread::Folder),
        other if !other.is_file() => return Err(Unread::NoFile),
        _ => {}
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit { Err(Unread::TooLarge(limit)) } else { Ok(bytes) }
}

/// How some editors mark a text as UTF-8; it is no part of the text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The text of a file, up to a limit.
pub(crate) fn read_text(path: &Path, limit: usize) -> Result<String, Unread> {
    let mut bytes = read(path, limit)?;
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    String::from_utf8(bytes).map_err(|e| Unread::NoText(e.utf8_error().valid_up_to()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("it");
        fs::write(&file, [7; 10]).unwrap();
        assert_eq!(read(&file, 10).unwrap(), [7; 10]);
        assert!(matches!(read(&file, 9), Err(Unread::TooLarge(9))));
        assert!(matches!(read(folder.path(), 9), Err(Unread::Folder)));
        assert!(matches!(read(&folder.path().join("none"), 9), Err(Unread::Missing)));
    }

    #[test]
    fn the_mark_of_utf8_is_no_part_of_the_text() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "\u{feff}return {}").unwrap();
        assert_eq!(read_text(file.path(), 99).unwrap(), "return {}");
    }

    #[test]
    fn a_missing_file_is_answered_with_one_of_a_like_name() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("longer.lua"), "").unwrap();
        let told = |name: &str| Unread::Missing.told(&folder.path().join(name));
        assert_eq!(told("longr.lua"), "there is no such file; did you mean `longer.lua`?");
        assert_eq!(told("other.yaml"), "there is no such file");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_without_end_is_no_file() {
        assert!(matches!(read(Path::new("/dev/zero"), 9), Err(Unread::NoFile)));
    }
}
