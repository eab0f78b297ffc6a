//! The few colours of the output.

use anstyle::{AnsiColor, Style};

/// Headings.
pub(crate) const STRONG: Style = Style::new().bold();
/// What is beside the point.
pub(crate) const DIM: Style = Style::new().dimmed();
/// Names a user can type.
pub(crate) const NAME: Style = AnsiColor::Cyan.on_default();
/// What is fine.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// What wants attention.
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default();
/// What is wrong.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// As it comes.
pub(crate) const PLAIN: Style = Style::new();
