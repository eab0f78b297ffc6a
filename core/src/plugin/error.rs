//! What is wrong with a plugin file, in words its author can act on.

/// A problem found while a plugin is loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {problem}{}", .line.map(|l| format!(":{l}")).unwrap_or_default(), .hint.as_ref().map(|h| format!("\n  hint: {h}")).unwrap_or_default())]
pub struct PluginError {
    /// The file, as it was named to the loader.
    pub file: String,
    /// The line, where one can be named.
    pub line: Option<usize>,
    /// What is wrong and what was expected.
    pub problem: String,
    /// What to do about it.
    pub hint: Option<String>,
}

#[cfg(feature = "lua")]
impl PluginError {
    /// A problem with the whole file.
    pub(super) fn new(file: &str, line: Option<usize>, problem: impl Into<String>) -> PluginError {
        PluginError { file: file.to_owned(), line, problem: clipped(&problem.into()), hint: None }
    }

    /// The same problem with advice.
    #[must_use]
    pub(super) fn hint(mut self, hint: impl Into<String>) -> PluginError {
        self.hint = Some(clipped(&hint.into()));
        self
    }

    /// The same problem with advice, where there is any.
    #[must_use]
    pub(super) fn maybe_hint(mut self, hint: Option<String>) -> PluginError {
        self.hint = hint;
        self
    }
}

/// A message in which what a plugin has named, in backticks or quotation marks, is cut where it is very long.
#[cfg(feature = "lua")]
pub(super) fn clipped(message: &str) -> String {
    const LONGEST: usize = 120;
    let cut = |part: &str, most: usize| match part.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &part[..at]),
        None => part.to_owned(),
    };
    if message.len() <= LONGEST {
        return message.to_owned();
    }
    // Every other part stands between two marks; without marks only the whole can be cut.
    let named = |mark: char, message: &str| {
        let parts = message.split(mark).enumerate();
        parts.map(|(n, part)| if n % 2 == 1 { cut(part, LONGEST) } else { part.to_owned() }).collect::<Vec<_>>()
    };
    let message = named('`', message).join("`");
    cut(&named('"', &message).join("\""), 20 * LONGEST)
}

/// The known name that looks most like `word`, if one looks at all like it.
#[cfg(feature = "lua")]
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    crate::rules::nearest(word, known).first().copied()
}

/// `did you mean …?`, or the list of what is known.
#[cfg(feature = "lua")]
pub(super) fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(word, known.clone()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => {
            let names: Vec<&str> = known.into_iter().collect();
            if names.is_empty() { "none is declared".to_owned() } else { format!("known are: {}", names.join(", ")) }
        }
    }
}
