//! Standard output: coloured on a terminal, plain in a pipe, an error instead of a panic when the pipe is closed.

use anstream::AutoStream;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

/// Where commands print.
#[derive(Debug)]
pub(crate) struct Out {
    stream: BufWriter<AutoStream<StdoutLock<'static>>>,
    width: Option<usize>,
    terminal: bool,
}

impl Out {
    /// Standard output.
    pub(crate) fn stdout() -> Out {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        let width = terminal_size::terminal_size_of(&stdout).map(|(width, _)| usize::from(width.0));
        Out { stream: BufWriter::new(AutoStream::auto(stdout.lock())), width, terminal }
    }

    /// How wide a line may be; `None` in a pipe, where long lines are easier to search.
    pub(crate) fn width(&self) -> Option<usize> {
        self.width
    }

    /// Whether a person reads along.
    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Prints data as JSON.
    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.stream, value)?;
        writeln!(self)
    }

    /// Hands everything on.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
