//! Why a competition cannot be played, or not be gone on with.

use crate::game::MatchError;
use crate::record::ReplayError;
use crate::rules::{DataError, RulesetError};
use std::path::PathBuf;

/// Why a competition stopped. What was played before is kept.
#[derive(Debug, thiserror::Error)]
pub enum CompetitionError {
    /// The competition file or squads are wrong; everything is listed.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Data(Vec<DataError>),
    /// There is no such file.
    #[error("{0}")]
    NoFile(String),
    /// The rules cannot be loaded.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// The folder holds something else.
    #[error("{}: the folder is not empty and holds no competition: name another with --out", folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
    },
    /// Another process plays it.
    #[error("{}: another run plays this competition just now: wait for it, or name another folder with --out", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The inputs are not those the competition began with.
    #[error(
        "{}: this competition was begun with other inputs:\n{}\n  Put them back to go on, or begin anew in another folder with --out. Nothing was changed.",
        folder.display(),
        changes.iter().map(|c| format!("  - {c}")).collect::<Vec<_>>().join("\n")
    )]
    Changed {
        /// The folder.
        folder: PathBuf,
        /// What is different, line by line.
        changes: Vec<String>,
    },
    /// A file of the folder is not as it was written.
    #[error("{}: {problem}\n  Put it back as it was, or begin anew in another folder with --out. Nothing was changed.", file.display())]
    Altered {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A match failed.
    #[error("match {number} stopped: {error}")]
    Match {
        /// Its number.
        number: u32,
        /// Why.
        error: MatchError,
    },
    /// A replay could not be written.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The file system said no.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        error: std::io::Error,
    },
}

impl From<DataError> for CompetitionError {
    fn from(error: DataError) -> Self {
        CompetitionError::Data(vec![error])
    }
}

impl CompetitionError {
    pub(super) fn io(path: impl Into<PathBuf>, error: std::io::Error) -> CompetitionError {
        CompetitionError::Io { path: path.into(), error }
    }
}
