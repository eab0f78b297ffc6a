//! Files that are there whole or not at all.

use crate::interrupt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file under way: it appears under its name when it is finished, and not at all when it is dropped before.
#[derive(Debug)]
pub(crate) struct NewFile {
    path: PathBuf,
    draft: PathBuf,
    writer: Option<BufWriter<File>>,
}

impl NewFile {
    /// Begins a file.
    pub(crate) fn create(path: &Path) -> io::Result<NewFile> {
        let name = path.file_name().ok_or_else(|| named(path, "is not a file name"))?.to_string_lossy();
        let draft = path.with_file_name(format!(".{name}.{}", std::process::id()));
        interrupt::unfinished(&draft);
        let file = File::create_new(&draft).map_err(|e| {
            interrupt::finished(&draft);
            named(path, &format!("cannot be written: {e}"))
        })?;
        Ok(NewFile { path: path.to_owned(), draft, writer: Some(BufWriter::new(file)) })
    }

    /// Puts it in place.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if let Some(mut writer) = self.writer.take() {
            writer.flush()?;
        }
        fs::rename(&self.draft, &self.path).map_err(|e| named(&self.path, &format!("cannot be written: {e}")))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.as_mut().map_or(Ok(0), |w| w.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // After a rename the draft is no more, and there is nothing to remove.
        let _ = fs::remove_file(&self.draft);
        interrupt::finished(&self.draft);
    }
}

fn named(path: &Path, problem: &str) -> io::Error {
    io::Error::other(format!("{} {problem}", path.display()))
}
