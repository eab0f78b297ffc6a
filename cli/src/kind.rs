//! The kinds of files that commands write, told apart by what is in them.

use parquet::file::reader::{FileReader, SerializedFileReader};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use touchline_core::record::{Replay, ReplayError};

/// How a CSV table of matches begins, whatever the game.
pub(crate) const CSV_BEGINS: &str = "match,seed,score_home,score_away";
/// A line that every printed summary has.
pub(crate) const TABLE_SAYS: &str = "mean and half the width of its 95 % interval";

/// The most of a text that is looked at.
const MAX_LOOK: u64 = 1 << 20;
/// Names that are tried for a part.
const MAX_PARTS: usize = 100;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    Replay,
    Table,
    Json,
    Csv,
    Parquet,
}

/// What is under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum There {
    /// No file, or an empty one.
    Nothing,
    /// A part of a file of the kind.
    Part,
    /// A whole file of the kind.
    Whole,
    /// Something that cannot be looked at.
    Closed,
    /// Anything else.
    Foreign,
}

impl FileKind {
    /// What is under a name.
    pub(crate) fn at(self, path: &Path) -> There {
        match std::fs::metadata(path) {
            Err(_) => return There::Nothing,
            Ok(found) if found.is_file() && found.len() == 0 => return There::Nothing,
            // A folder or a device has its own refusal when it is opened.
            Ok(found) if !found.is_file() => return There::Nothing,
            Ok(_) if File::open(path).is_err() => return There::Closed,
            Ok(_) => {}
        }
        let ours = match self {
            FileKind::Replay => {
                return match Replay::read_lenient(path) {
                    Ok((replay, None)) if replay.stopped().is_none() => There::Whole,
                    Err(ReplayError::Newer { .. }) => There::Whole,
                    Err(ReplayError::File { .. }) => There::Closed,
                    Ok(_) => There::Part,
                    Err(_) => There::Foreign,
                };
            }
            FileKind::Csv => beginning(path).starts_with(CSV_BEGINS),
            FileKind::Table => beginning(path).contains(TABLE_SAYS),
            FileKind::Json => serde_json::from_str::<serde_json::Value>(&beginning(path))
                .is_ok_and(|data| ["ruleset", "hash", "complete", "stats"].iter().all(|key| data.get(key).is_some())),
            FileKind::Parquet => is_our_parquet(path),
        };
        if ours { There::Whole } else { There::Foreign }
    }

    /// Where a part goes that must not take this name: `m-stopped.csv` for `m.csv`.
    pub(crate) fn stopped(self, path: &Path) -> PathBuf {
        let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        let (bare, packed) = name.strip_suffix(".zst").map_or((name.as_str(), ""), |bare| (bare, ".zst"));
        let (stem, end) = bare.rfind('.').filter(|at| *at > 0).map_or((bare, ""), |at| bare.split_at(at));
        let nth = |n: usize| {
            let number = if n > 1 { format!("-{n}") } else { String::new() };
            path.with_file_name(format!("{stem}-stopped{number}{end}{packed}"))
        };
        // By its name, what is there is a part: only of something else is it spared.
        let free = |path: &PathBuf| match self.at(path) {
            There::Nothing | There::Part => true,
            There::Whole => self != FileKind::Replay,
            There::Foreign | There::Closed => false,
        };
        (1..MAX_PARTS).map(nth).find(free).unwrap_or_else(|| nth(MAX_PARTS))
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileKind::Replay => "replay",
            FileKind::Table => "summary of `touchline sim`",
            FileKind::Json => "JSON summary of `touchline sim`",
            FileKind::Csv => "CSV table of `touchline sim`",
            FileKind::Parquet => "Parquet file of `touchline sim`",
        })
    }
}

/// The first part of a text; nothing of what is none.
fn beginning(path: &Path) -> String {
    let mut bytes = Vec::new();
    match File::open(path).and_then(|file| file.take(MAX_LOOK).read_to_end(&mut bytes)) {
        Ok(_) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(_) => String::new(),
    }
}

fn is_our_parquet(path: &Path) -> bool {
    let reader = File::open(path).ok().and_then(|file| SerializedFileReader::new(file).ok());
    reader.is_some_and(|r| r.metadata().file_metadata().created_by().is_some_and(|by| by.starts_with("touchline ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_named_after_the_whole() {
        let name = |path: &str| FileKind::Replay.stopped(Path::new(path)).display().to_string();
        assert_eq!(name("no/such/m.csv"), "no/such/m-stopped.csv");
        assert_eq!(name("no/such/v1.2.jsonl.zst"), "no/such/v1.2-stopped.jsonl.zst");
        assert_eq!(name("no/such/m"), "no/such/m-stopped");
    }
}
