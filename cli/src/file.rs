//! Files that are there whole or not at all.

use crate::failure::Failure;
use crate::interrupt;
use crate::kind::{FileKind, There};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file under way: it appears under its name when it is finished, and not at all when it is dropped before.
#[derive(Debug)]
pub(crate) struct NewFile {
    /// As it was asked for.
    name: PathBuf,
    /// What a link of that name leads to.
    path: PathBuf,
    /// Where it goes when it is only a part, and something whole has the name.
    beside: Option<PathBuf>,
    draft: PathBuf,
    writer: Option<BufWriter<File>>,
}

impl NewFile {
    /// Begins a file; whatever has the name is replaced.
    pub(crate) fn create(name: &Path) -> io::Result<NewFile> {
        let path = followed(name);
        if path.is_dir() {
            return Err(named(name, "is a folder: name a file in it"));
        }
        if path.exists() && !path.is_file() {
            return Err(named(name, "is no file that can be replaced"));
        }
        let last = path.file_name().ok_or_else(|| named(name, "is not a file name"))?.to_string_lossy();
        let draft = path.with_file_name(format!(".{last}.{}", std::process::id()));
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
            return Err(named(name, &format!("cannot be written: there is no folder {}", folder.display())));
        }
        interrupt::unfinished(&draft);
        let file = File::create_new(&draft).map_err(|e| {
            interrupt::finished(&draft);
            named(name, &format!("cannot be written: {e}"))
        })?;
        Ok(NewFile { name: name.to_owned(), path, beside: None, draft, writer: Some(BufWriter::new(file)) })
    }

    /// Begins a file of a kind that the user named with `--out`; one of another kind is replaced by force only.
    pub(crate) fn replacing(name: &Path, kind: FileKind, force: bool) -> Result<NewFile, Failure> {
        if kind == FileKind::Replay && has_foreign_packing(name) {
            let problem = "a replay is named .jsonl, or .jsonl.zst to be packed with zstd";
            return Err(Failure::Usage(format!("--out {}: {problem}", name.display())));
        }
        let there = kind.at(name);
        if let Some(problem) = refusal(there, kind).filter(|_| !force) {
            return Err(Failure::Wrong(format!(
                "{} is there already and {problem}: choose another name with --out, or overwrite it with --force",
                name.display()
            )));
        }
        let mut file = NewFile::create(name)?;
        if matches!(there, There::Whole | There::Foreign | There::Closed) {
            file.beside = Some(kind.stopped(name));
        }
        Ok(file)
    }

    /// Puts it in place.
    pub(crate) fn finish(mut self) -> io::Result<PathBuf> {
        self.put(&self.path.clone())?;
        Ok(self.name.clone())
    }

    /// Puts it in place although it is only a part of what was to be: under its name, or beside a whole file that has it.
    pub(crate) fn finish_stopped(mut self) -> io::Result<PathBuf> {
        match self.beside.take() {
            Some(beside) => {
                self.put(&followed(&beside))?;
                Ok(beside)
            }
            None => self.finish(),
        }
    }

    fn put(&mut self, path: &Path) -> io::Result<()> {
        if let Some(mut writer) = self.writer.take() {
            writer.flush().map_err(|e| self.unwritten(&e))?;
        }
        fs::rename(&self.draft, path).map_err(|e| self.unwritten(&e))
    }

    fn unwritten(&self, error: &io::Error) -> io::Error {
        named(&self.name, &format!("cannot be written: {error}"))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.as_mut().map_or(Ok(0), |w| w.write(bytes));
        written.map_err(|e| self.unwritten(&e))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.writer.as_mut().map_or(Ok(()), Write::flush);
        flushed.map_err(|e| self.unwritten(&e))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // After a rename the draft is no more, and there is nothing to remove.
        let _ = fs::remove_file(&self.draft);
        interrupt::finished(&self.draft);
    }
}

/// Whether a name promises a packing that is not ours.
fn has_foreign_packing(name: &Path) -> bool {
    const PACKINGS: [&str; 8] = ["gz", "tgz", "bz2", "xz", "zip", "7z", "lz4", "br"];
    name.extension().is_some_and(|end| PACKINGS.iter().any(|packing| end.eq_ignore_ascii_case(packing)))
}

/// Why what is there is not replaced unasked.
fn refusal(there: There, kind: FileKind) -> Option<String> {
    match there {
        There::Nothing | There::Part | There::Whole => None,
        There::Closed => Some("cannot be read".to_owned()),
        There::Foreign => Some(format!("is no {kind}")),
    }
}

/// Where a link leads, also one to a file that is not there yet.
fn followed(path: &Path) -> PathBuf {
    let beside = |to: PathBuf| path.parent().map_or_else(|| to.clone(), |folder| folder.join(&to));
    fs::canonicalize(path).or_else(|_| fs::read_link(path).map(beside)).unwrap_or_else(|_| path.to_owned())
}

fn named(path: &Path, problem: &str) -> io::Error {
    io::Error::other(format!("{} {problem}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_not_said_to_be_something_else() {
        let told = [There::Whole, There::Closed, There::Foreign].map(|there| refusal(there, FileKind::Replay));
        assert_eq!(told, [None, Some("cannot be read".to_owned()), Some("is no replay".to_owned())]);
    }
}
