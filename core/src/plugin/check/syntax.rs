//! Syntax errors of plugin files, told in terms of Lua 5.1.

use crate::plugin::error::PluginError;
use crate::plugin::failure::Failure;
use mlua::chunk::Compiler;

/// Lets the VM's compiler look first: it knows how deep a file may be nested.
pub(super) fn compile(file: &str, text: &str) -> Result<(), Vec<PluginError>> {
    let Err(error) = Compiler::new().compile(text) else {
        return match backtick(text) {
            Some(line) => Err(vec![foreign(file, text, line, "a backtick is no part of it")]),
            None => Ok(()),
        };
    };
    let message = Failure::from_error(&error).message;
    let message = message.trim_start_matches(':');
    let (line, problem) = message.split_once(": ").unwrap_or(("1", message));
    Err(vec![foreign(file, text, line.parse().unwrap_or(1), problem)])
}

/// The line of the first backtick outside texts and comments (which the parser does not survive).
fn backtick(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let long = |at: usize| {
        let level = bytes[at..].iter().skip(1).take_while(|b| **b == b'=').count();
        (bytes.get(at) == Some(&b'[') && bytes.get(at + 1 + level) == Some(&b'['))
            .then(|| format!("]{}]", "=".repeat(level)))
    };
    let after = |from: usize, end: &str| {
        bytes[from..].windows(end.len()).position(|w| w == end.as_bytes()).map_or(bytes.len(), |i| from + i + end.len())
    };
    let mut at = 0;
    while at < bytes.len() {
        at = match bytes[at] {
            b'`' => return Some(1 + bytes[..at].iter().filter(|b| **b == b'\n').count()),
            b'-' if bytes[at..].starts_with(b"--") => match long(at + 2) {
                Some(end) => after(at + 2, &end),
                None => after(at, "\n"),
            },
            b'[' => match long(at) {
                Some(end) => after(at, &end),
                None => at + 1,
            },
            quote @ (b'"' | b'\'') => {
                let mut end = at + 1;
                while end < bytes.len() && bytes[end] != quote {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                end + 1
            }
            _ => at + 1,
        };
    }
    None
}

/// Every line the parser stumbled over; where it is known why, the lines on which it stumbled for that are left out.
pub(super) fn errors(file: &str, text: &str, errors: &[full_moon::Error]) -> Vec<PluginError> {
    let mut problems: Vec<PluginError> = Vec::new();
    for error in errors {
        let line = error.range().0.line();
        if problems.iter().all(|p| p.line != Some(line)) {
            problems.push(foreign(file, text, line, &error.error_message()));
        }
    }
    if problems.iter().any(|p| p.hint.is_some()) {
        problems.retain(|p| p.hint.is_some());
    }
    problems
}

/// A syntax error, with a hint where the line uses what another Lua allows.
fn foreign(file: &str, text: &str, line: usize, problem: &str) -> PluginError {
    const SIGNS: &[(&str, &str)] = &[
        ("+=", "write `x = x + 1`: plugins are Lua 5.1"),
        ("-=", "write `x = x - 1`: plugins are Lua 5.1"),
        ("!=", "not equal is `~=` in Lua"),
        ("continue", "Lua 5.1 has no `continue`: turn the condition round"),
        ("goto", "Lua 5.1 has no `goto`: use a loop or a function"),
        ("::", "Lua 5.1 has neither labels nor type casts"),
        ("`", "Lua 5.1 has no text in backticks: join with `..`"),
        ("//", "write `math.floor(a / b)`; a comment starts with `--`"),
        ("type ", "Lua 5.1 has no type declarations"),
    ];
    let written = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let hint = SIGNS.iter().find(|(sign, _)| written.contains(sign)).map(|(_, hint)| (*hint).to_owned());
    PluginError::new(file, Some(line), format!("this is not Lua 5.1: {problem}")).maybe_hint(hint)
}
