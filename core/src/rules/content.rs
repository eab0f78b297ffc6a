//! Where rulesets, squads and plugins come from: folders the user names, then what the binary carries.

use super::kind::Kind;
use super::nearest::did_you_mean;
use super::yaml::MAX_TEXT;
use crate::bytes::{Unread, read_text};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Folders in folders, deeper than anyone sorts plugins; ends the walk of a looping link.
const MAX_DEPTH: usize = 8;
const MAX_NAME: usize = 128;

/// Where a source was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In the binary.
    Embedded,
    /// In this file.
    File(PathBuf),
}

/// One file of content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// What it is.
    pub kind: Kind,
    /// The name it was asked for by, such as `complete/pressing`.
    pub name: String,
    /// Where it was found.
    pub origin: Origin,
    /// Its text.
    pub text: Cow<'static, str>,
}

impl Source {
    /// Reads a file the user pointed at (`--plugin FILE`), which needs no search path; its name is the file's stem.
    ///
    /// # Errors
    /// If the file cannot be read, is larger than [`MAX_TEXT`] or is not UTF-8.
    pub fn open(kind: Kind, path: &Path) -> Result<Source, ContentError> {
        let name = path.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
        let text = read_text(path, MAX_TEXT).map_err(|e| unreadable(path, &e))?;
        Ok(Source { kind, name, origin: Origin::File(path.to_path_buf()), text: text.into() })
    }

    /// The path to show in messages: the file's own, or the place in the repository it was embedded from.
    #[must_use]
    pub fn file(&self) -> String {
        match &self.origin {
            Origin::Embedded => self.kind.relative(&self.name),
            Origin::File(path) => path.display().to_string(),
        }
    }
}

/// Why a piece of content could not be had.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// A name that could leave its folder, or that no file of ours can have.
    #[error("`{name}` is not a {}'s name: use letters, digits, `-`, `_`, `.` and single `/`, as in `complete/pressing`", kind.word())]
    BadName {
        /// What was asked for.
        kind: Kind,
        /// The name as given.
        name: String,
    },
    /// No folder of the search path has it, nor does the binary.
    #[error("there is no {} `{name}`{}\n  known: {}", kind.word(), hint.as_deref().map_or_else(String::new, |h| format!("; {h}")), known.join(", "))]
    Unknown {
        /// What was asked for.
        kind: Kind,
        /// The name as given.
        name: String,
        /// "did you mean …?"
        hint: Option<String>,
        /// All valid names.
        known: Vec<String>,
    },
    /// A folder of the search path does not exist, or is the empty name (which would be the current directory).
    #[error("`{}` is not a folder: correct --path or TOUCHLINE_PATH", path.display())]
    NoFolder {
        /// The folder as given.
        path: PathBuf,
    },
    /// A file exists but cannot be read.
    #[error("{}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        reason: String,
    },
}

/// The search path: folders laid out like the repository (`rulesets/`, `plugins/`), then the embedded files.
///
/// The current directory is never searched, or a stray `base.lua` would change results.
///
/// ```
/// use touchline_core::rules::{Content, Kind};
/// let content = Content::embedded();
/// assert!(content.list(Kind::Clauses).contains(&"base".to_string()));
/// assert!(content.read(Kind::Squad, "../base").is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    folders: Vec<PathBuf>,
}

impl Content {
    /// What the binary carries, and nothing else.
    #[must_use]
    pub fn embedded() -> Content {
        Content::default()
    }

    /// Searches these folders in order, then what the binary carries.
    ///
    /// # Errors
    /// If one of them is not a folder.
    pub fn with_path(folders: impl IntoIterator<Item = PathBuf>) -> Result<Content, ContentError> {
        let folders: Vec<PathBuf> = folders.into_iter().collect();
        match folders.iter().find(|f| f.as_os_str().is_empty() || !f.is_dir()) {
            Some(missing) => Err(ContentError::NoFolder { path: missing.clone() }),
            None => Ok(Content { folders }),
        }
    }

    /// The first source with this name along the search path.
    ///
    /// # Errors
    /// If the name is malformed or unknown, or the file found cannot be read: a broken file never falls through to the
    /// embedded one, which would silently play by other rules.
    pub fn read(&self, kind: Kind, name: &str) -> Result<Source, ContentError> {
        if !is_name(name) {
            return Err(ContentError::BadName { kind, name: shown(name) });
        }
        if !kind.admits(name) {
            return Err(self.unknown(kind, name));
        }
        let relative = kind.relative(name);
        for folder in &self.folders {
            let path = folder.join(&relative);
            match read_text(&path, MAX_TEXT) {
                Ok(text) => {
                    return Ok(Source { kind, name: name.into(), origin: Origin::File(path), text: text.into() });
                }
                Err(Unread::Missing) => {}
                Err(other) => return Err(unreadable(&path, &other)),
            }
        }
        match FILES.binary_search_by(|(path, _)| (*path).cmp(relative.as_str())) {
            Ok(at) => {
                Ok(Source { kind, name: name.into(), origin: Origin::Embedded, text: Cow::Borrowed(FILES[at].1) })
            }
            Err(_) => Err(self.unknown(kind, name)),
        }
    }

    /// All names of a kind, sorted, each once.
    #[must_use]
    pub fn list(&self, kind: Kind) -> Vec<String> {
        let mut names: Vec<String> =
            FILES.iter().filter_map(|(path, _)| kind.name_of(path)).map(str::to_string).collect();
        for folder in &self.folders {
            walk(&folder.join(kind.folder()), kind.folder(), 0, &mut |relative| {
                names.extend(kind.name_of(relative).filter(|n| is_name(n)).map(str::to_string));
            });
        }
        names.sort();
        names.dedup();
        names
    }

    fn unknown(&self, kind: Kind, name: &str) -> ContentError {
        let known = self.list(kind);
        let hint = did_you_mean(name, known.iter().map(String::as_str));
        ContentError::Unknown { kind, name: name.to_string(), hint, known }
    }
}

/// The SHA-256 of the sources in this order, in hex: the same wherever they came from and however their lines end.
#[must_use]
pub fn content_hash(sources: &[&Source]) -> String {
    let mut hash = Sha256::new();
    for source in sources {
        let text = source.text.replace("\r\n", "\n");
        for part in [source.kind.word(), &source.name, &text] {
            // The length in front keeps `ab` + `c` apart from `a` + `bc`.
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether a name stays below its folder on every system: no `..`, no root, no drive, no backslash.
fn is_name(name: &str) -> bool {
    name.len() <= MAX_NAME
        && name.split('/').all(|part| {
            !part.is_empty()
                && !part.starts_with('.')
                && !part.ends_with('.')
                && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
        })
}

/// A refused name made fit for a message.
fn shown(name: &str) -> String {
    name.chars().take(MAX_NAME).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

fn unreadable(path: &Path, reason: &Unread) -> ContentError {
    ContentError::Unreadable { path: path.to_path_buf(), reason: reason.told(path) }
}

/// Visits the files below a folder with their path relative to the root; a folder that cannot be listed is empty.
fn walk(folder: &Path, relative: &str, depth: usize, visit: &mut dyn FnMut(&str)) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let file_name = entry.file_name();
        let Some(name) = file_name.to_str() else {
            continue;
        };
        let below = format!("{relative}/{name}");
        if !entry.path().is_dir() {
            visit(&below);
        } else if depth < MAX_DEPTH {
            walk(&entry.path(), &below, depth + 1, visit);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn put(root: &Path, relative: &str, text: impl AsRef<[u8]>) {
        let path = root.join(relative);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn the_embedded_table_is_sorted_so_that_it_can_be_searched() {
        assert!(FILES.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn every_embedded_file_is_of_one_kind_and_can_be_read_back() {
        let content = Content::embedded();
        let mut found = 0;
        for kind in Kind::ALL {
            for name in content.list(kind) {
                let source = content.read(kind, &name).unwrap();
                assert_eq!(source.origin, Origin::Embedded);
                assert!(FILES.contains(&(source.file().as_str(), &*source.text)));
                found += 1;
            }
        }
        assert_eq!(found, FILES.len());
    }

    #[test]
    fn a_folder_of_the_search_path_comes_before_the_binary_and_an_earlier_folder_before_a_later() {
        let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        put(second.path(), "rulesets/squads/base.yaml", "second");
        let content = Content::with_path([first.path().into(), second.path().into()]).unwrap();
        assert_eq!(content.read(Kind::Squad, "base").unwrap().text, "second");
        put(first.path(), "rulesets/squads/base.yaml", "first");
        let found = content.read(Kind::Squad, "base").unwrap();
        assert_eq!(found.text, "first");
        assert_eq!(found.origin, Origin::File(first.path().join("rulesets/squads/base.yaml")));
        assert_eq!(Content::embedded().read(Kind::Squad, "base").unwrap().origin, Origin::Embedded);
    }

    #[test]
    fn a_plugin_in_a_sub_folder_has_a_slash_in_its_name() {
        let root = tempfile::tempdir().unwrap();
        put(root.path(), "plugins/complete/pressing.lua", "return {}");
        put(root.path(), "plugins/notes.txt", "");
        let content = Content::with_path([root.path().into()]).unwrap();
        assert_eq!(content.read(Kind::Plugin, "complete/pressing").unwrap().text, "return {}");
        let names = content.list(Kind::Plugin);
        assert!(names.contains(&"complete/pressing".to_string()));
        assert!(!names.iter().any(|n| n.contains("notes")));
    }

    #[test]
    fn a_name_cannot_leave_its_folder() {
        let root = tempfile::tempdir().unwrap();
        put(root.path(), "secret.yaml", "secret");
        put(root.path(), "rulesets/squads/a.yaml", "");
        let content = Content::with_path([root.path().into()]).unwrap();
        for name in [
            "../../secret",
            "/secret",
            "..",
            ".",
            "",
            "a//b",
            "a/",
            "/a",
            r"..\secret",
            "c:secret",
            ".a",
            "a/../a",
            "a\0",
            "a\n",
            "ä",
        ] {
            let error = content.read(Kind::Squad, name).unwrap_err();
            assert!(matches!(error, ContentError::BadName { .. }), "{name:?}: {error}");
        }
        assert!(matches!(content.read(Kind::Squad, &"a".repeat(129)), Err(ContentError::BadName { .. })));
    }

    #[test]
    fn rulesets_and_the_formation_file_share_a_folder_and_are_kept_apart() {
        let content = Content::embedded();
        assert!(content.read(Kind::Formations, "formations").is_ok());
        assert!(content.read(Kind::Ruleset, "formations").is_err());
        assert!(content.read(Kind::Ruleset, "squads/base").is_err());
        assert_eq!(content.list(Kind::Formations), ["formations", "formations-seven"]);
        assert!(!content.list(Kind::Ruleset).iter().any(|n| n == "formations" || n.contains('/')));
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_and_with_all() {
        let text = Content::embedded().read(Kind::Clauses, "tournement").unwrap_err().to_string();
        assert!(text.starts_with("there is no clause file `tournement`; did you mean `tournament`"), "{text}");
        assert!(text.contains("classic-pro"), "{text}");
    }

    #[test]
    fn a_file_that_cannot_be_used_is_an_error_and_does_not_fall_through_to_the_embedded_one() {
        let root = tempfile::tempdir().unwrap();
        let content = Content::with_path([root.path().into()]).unwrap();
        put(root.path(), "rulesets/squads/base.yaml", [0x61, 0xff]);
        assert!(content.read(Kind::Squad, "base").unwrap_err().to_string().contains("not UTF-8 text (byte 1)"));
        put(root.path(), "rulesets/squads/base.yaml", vec![b' '; MAX_TEXT + 1]);
        assert!(content.read(Kind::Squad, "base").unwrap_err().to_string().contains("larger than 4 MB"));
        fs::remove_file(root.path().join("rulesets/squads/base.yaml")).unwrap();
        fs::create_dir(root.path().join("rulesets/squads/base.yaml")).unwrap();
        assert!(content.read(Kind::Squad, "base").unwrap_err().to_string().contains("is a folder"));
    }

    #[test]
    fn a_missing_or_empty_folder_in_the_search_path_is_refused() {
        let root = tempfile::tempdir().unwrap();
        assert!(Content::with_path([root.path().join("none")]).is_err());
        assert!(Content::with_path([PathBuf::new()]).is_err());
    }

    #[test]
    fn a_file_pointed_at_is_read_without_a_search() {
        let root = tempfile::tempdir().unwrap();
        put(root.path(), "mine.lua", "return {}");
        let source = Source::open(Kind::Plugin, &root.path().join("mine.lua")).unwrap();
        assert_eq!((source.name.as_str(), &*source.text), ("mine", "return {}"));
        assert!(Source::open(Kind::Plugin, &root.path().join("other.lua")).is_err());
    }

    #[test]
    fn the_hash_ignores_origin_and_line_ends_and_nothing_else() {
        let source = |kind, name: &str, text: &'static str| Source {
            kind,
            name: name.into(),
            origin: Origin::Embedded,
            text: text.into(),
        };
        let unix = source(Kind::Plugin, "a", "one\ntwo\n");
        let mut windows = source(Kind::Plugin, "a", "one\r\ntwo\r\n");
        windows.origin = Origin::File("x".into());
        let hash = content_hash(&[&unix]);
        assert_eq!(hash, content_hash(&[&windows]));
        assert_eq!(hash.len(), 64);
        assert_ne!(hash, content_hash(&[&source(Kind::Ruleset, "a", "one\ntwo\n")]));
        assert_ne!(hash, content_hash(&[&source(Kind::Plugin, "b", "one\ntwo\n")]));
        assert_ne!(hash, content_hash(&[&source(Kind::Plugin, "a", "one\ntwo")]));
        let other = source(Kind::Plugin, "b", "");
        assert_ne!(content_hash(&[&unix, &other]), content_hash(&[&other, &unix]));
        // A known value: the hash is recorded in replays and must not drift.
        assert_eq!(content_hash(&[]), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
