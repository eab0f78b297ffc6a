//! Aligned tables.

use crate::out::Out;
use crate::style::{PLAIN, STRONG};
use crate::text::wrapped;
use anstyle::Style;
use std::io::{self, Write};

/// Space between columns.
const GAP: usize = 2;
/// Where a terminal leaves the last column less room than this, its text goes below the others.
const NARROW: usize = 24;
/// How far to the right it then begins.
const BELOW: usize = 4;

/// Where a column's text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// At the left.
    Left,
    /// At the right, as numbers do.
    Right,
}

/// A cell of a table.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    /// Text in a style.
    pub(crate) fn styled(text: impl Into<String>, style: Style) -> Cell {
        Cell { text: text.into(), style }
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Cell::styled(text, PLAIN)
    }
}

/// Rows under a heading; the last column is wrapped on a terminal.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    align: Vec<Align>,
    heading: Option<Vec<Cell>>,
    rows: Vec<Vec<Cell>>,
    indent: usize,
}

impl Table {
    /// A table with these columns and no heading.
    pub(crate) fn new(align: &[Align]) -> Table {
        Table { align: align.to_vec(), heading: None, rows: Vec::new(), indent: 0 }
    }

    /// The same with a heading.
    pub(crate) fn heading(mut self, titles: &[&str]) -> Table {
        self.heading = Some(titles.iter().map(|t| Cell::styled(*t, STRONG)).collect());
        self
    }

    /// The same, shifted to the right.
    pub(crate) fn indent(mut self, indent: usize) -> Table {
        self.indent = indent;
        self
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(cells);
    }

    /// The widths its columns need.
    pub(crate) fn widths(&self) -> Vec<usize> {
        let mut widths = vec![0; self.align.len()];
        for row in self.heading.iter().chain(&self.rows) {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.width());
            }
        }
        widths
    }

    /// Prints it.
    pub(crate) fn print(&self, out: &mut Out) -> io::Result<()> {
        self.print_as_wide_as(&self.widths(), out)
    }

    /// Prints it with columns at least this wide, so that several tables line up.
    pub(crate) fn print_as_wide_as(&self, wanted: &[usize], out: &mut Out) -> io::Result<()> {
        let mut widths = self.widths();
        for (width, wanted) in widths.iter_mut().zip(wanted) {
            *width = (*width).max(*wanted);
        }
        let last = widths.len().saturating_sub(1);
        let before: usize = self.indent + widths[..last].iter().map(|w| w + GAP).sum::<usize>();
        let wanted = widths.last().copied().unwrap_or_default();
        let room = out.width().map(|w| w.saturating_sub(before));
        let below = room.is_some_and(|room| room < wanted.min(NARROW)) && last > 0;
        let (start, room) = match out.width() {
            Some(width) if below => (self.indent + BELOW, Some(width.saturating_sub(self.indent + BELOW))),
            _ => (before, room),
        };
        for row in self.heading.iter().chain(&self.rows) {
            write!(out, "{:1$}", "", self.indent)?;
            // Nothing follows the last text of a row, not even spaces.
            let used = row.iter().rposition(|cell| !cell.text.is_empty()).map_or(0, |n| n + 1);
            for (n, cell) in row.iter().enumerate().take(used) {
                let (style, spare) = (cell.style, widths[n].saturating_sub(cell.width()));
                let gap = if n + 1 < used { GAP } else { 0 };
                if n < last {
                    match self.align[n] {
                        Align::Left if gap == 0 => write!(out, "{style}{}{style:#}", cell.text)?,
                        Align::Left => write!(out, "{style}{}{style:#}{:2$}", cell.text, "", spare + gap)?,
                        Align::Right => write!(out, "{:1$}{style}{2}{style:#}{0:3$}", "", spare, cell.text, gap)?,
                    }
                    continue;
                }
                if self.align[n] == Align::Right && !below {
                    write!(out, "{:1$}", "", spare)?;
                }
                let lines = room.map_or_else(|| vec![cell.text.clone()], |room| wrapped(&cell.text, room.max(1)));
                for (i, line) in lines.iter().enumerate() {
                    if i > 0 || below {
                        write!(out, "\n{:1$}", "", start)?;
                    }
                    write!(out, "{style}{line}{style:#}")?;
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
