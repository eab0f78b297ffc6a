//! Why a command failed, and the exit code that says so.

use crate::style::{BAD, STRONG};
use std::io::{self, Write};
use std::process::ExitCode;
use touchline_core::record::ReplayError;
use touchline_core::rules::{ClauseError, ContentError, RulesetError};
use touchline_core::sim::SimError;

/// A command that did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line asks for something that does not exist: exit 2.
    Usage(String),
    /// The thing asked about is wrong: exit 1.
    Wrong(String),
    /// The same, and everything about it has been printed: exit 1.
    Reported,
    /// The user pressed Ctrl-C: exit 130.
    Interrupted,
    /// Output could not be written.
    Io(io::Error),
}

impl Failure {
    /// Tells the user, and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Usage(message) => {
                say(&message);
                ExitCode::from(2)
            }
            Failure::Wrong(message) => {
                say(&message);
                ExitCode::from(1)
            }
            Failure::Reported => ExitCode::from(1),
            Failure::Interrupted => ExitCode::from(130),
            // The reader (`| head`) has seen enough.
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Io(error) => {
                say(&error.to_string());
                ExitCode::from(1)
            }
        }
    }
}

/// Prints a message about a failure.
pub(crate) fn say(message: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(anstream::stderr(), "{BAD}error{BAD:#}{STRONG}:{STRONG:#} {message}");
}

/// Prints a remark that is no part of the output.
pub(crate) fn remark(message: &str) {
    let _ = writeln!(anstream::stderr(), "{message}");
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Io(error)
    }
}

impl From<ContentError> for Failure {
    fn from(error: ContentError) -> Self {
        match error {
            ContentError::Unreadable { .. } => Failure::Wrong(error.to_string()),
            ContentError::BadName { .. } | ContentError::Unknown { .. } | ContentError::NoFolder { .. } => {
                Failure::Usage(error.to_string())
            }
        }
    }
}

impl From<RulesetError> for Failure {
    fn from(error: RulesetError) -> Self {
        match error {
            RulesetError::Content(error) => error.into(),
            RulesetError::Param(problem) => Failure::Usage(problem),
            other => Failure::Wrong(other.to_string()),
        }
    }
}

impl From<ClauseError> for Failure {
    fn from(error: ClauseError) -> Self {
        Failure::Wrong(error.to_string())
    }
}

impl From<SimError> for Failure {
    fn from(error: SimError) -> Self {
        match error {
            SimError::UnknownBot { .. } | SimError::Unpaired(_) => Failure::Usage(error.to_string()),
            SimError::Match { .. } => Failure::Wrong(error.to_string()),
        }
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Self {
        Failure::Wrong(error.to_string())
    }
}
