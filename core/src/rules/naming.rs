//! Files that files name: what is wrong with a name is shown where it is written.

use super::place::Step;
use super::{Content, ContentError, DataError, Kind, Source};

/// The source that `from` names at this path.
pub(super) fn read(
    content: &Content,
    kind: Kind,
    name: &str,
    from: &Source,
    path: &[Step],
) -> Result<Source, DataError> {
    content.read(kind, name).map_err(|error| misnamed(&error, from).at_path(&from.text, path))
}

/// The error of a name, as one of the file that has it.
fn misnamed(error: &ContentError, from: &Source) -> DataError {
    match error {
        ContentError::Unknown { kind, name, known, .. } => {
            DataError::new(&from.file(), format!("there is no {} `{name}`", kind.word()))
                .known(name, known.iter().map(String::as_str))
        }
        other => DataError::new(&from.file(), other),
    }
}
