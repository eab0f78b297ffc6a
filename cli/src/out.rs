//! Standard output: coloured on a terminal, plain in a pipe, an error instead of a panic when the pipe is closed.

use anstream::{AutoStream, StripStream};
use std::io::{self, BufWriter, StdoutLock, Write};

/// Where commands print.
#[derive(Debug)]
pub(crate) struct Out {
    stream: Stream,
    width: Option<usize>,
}

#[derive(Debug)]
enum Stream {
    Screen(BufWriter<AutoStream<StdoutLock<'static>>>),
    Page(StripStream<Vec<u8>>),
}

impl Out {
    /// Standard output.
    pub(crate) fn stdout() -> Out {
        let stdout = io::stdout();
        let width = terminal_size::terminal_size_of(&stdout).map(|(width, _)| usize::from(width.0));
        Out { stream: Stream::Screen(BufWriter::new(AutoStream::auto(stdout.lock()))), width }
    }

    /// A page in memory, always plain, to be put into a file.
    pub(crate) fn page() -> Out {
        Out { stream: Stream::Page(StripStream::new(Vec::new())), width: None }
    }

    /// The text of a page.
    pub(crate) fn into_page(self) -> Vec<u8> {
        match self.stream {
            Stream::Screen(_) => Vec::new(),
            Stream::Page(page) => page.into_inner(),
        }
    }

    /// How wide a line may be; `None` in a pipe, where long lines are easier to search.
    pub(crate) fn width(&self) -> Option<usize> {
        self.width
    }

    /// Prints data as JSON.
    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *self, value)?;
        writeln!(self)
    }

    /// Hands everything on.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self.stream {
            Stream::Screen(mut screen) => screen.flush(),
            Stream::Page(_) => Ok(()),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.stream {
            Stream::Screen(screen) => screen.write(bytes),
            Stream::Page(page) => page.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.stream {
            Stream::Screen(screen) => screen.flush(),
            Stream::Page(page) => page.flush(),
        }
    }
}
