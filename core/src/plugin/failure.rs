//! From a Lua error to a sentence: who failed, where, and what to do.

use super::error::clipped;
use super::raw;

/// What can be read out of a Lua error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Failure {
    /// What happened, without positions and internals.
    pub message: String,
    /// The layer that trusted code blames, if it did.
    pub layer: Option<usize>,
    /// Places named by the error, innermost first.
    places: Vec<(String, usize)>,
    /// The memory limit was met.
    pub out_of_memory: bool,
}

impl Failure {
    /// Reads an error of the VM.
    pub(super) fn from_error(error: &mlua::Error) -> Failure {
        let mut failure = Failure::default();
        failure.read(error);
        failure.message = clipped(&friendly(&failure.message));
        failure
    }

    fn read(&mut self, error: &mlua::Error) {
        match error {
            mlua::Error::MemoryError(_) => {
                self.out_of_memory = true;
                self.message = "needs more memory than a plugin may have: keep tables and texts small".to_owned();
            }
            mlua::Error::CallbackError { traceback, cause } => {
                self.read(cause);
                self.trace(traceback);
            }
            mlua::Error::BadArgument { pos, cause, .. } => {
                self.read(cause);
                let place = pos.saturating_sub(1);
                self.message = format!("argument {place} does not fit: {}", self.message);
            }
            mlua::Error::FromLuaConversionError { from, to, .. } => {
                self.message = format!("expected {}, not {from}", rust_type(to));
            }
            mlua::Error::SyntaxError { message, .. } | mlua::Error::RuntimeError(message) => self.text(message),
            other => self.message = other.to_string(),
        }
    }

    /// A message, perhaps with its position in front and a traceback behind.
    fn text(&mut self, text: &str) {
        let (message, trace) = text.split_once("\nstack traceback:").unwrap_or((text, ""));
        let mut message = message.trim();
        if let Some((layer, rest)) = message.strip_prefix('\u{1}').and_then(|m| m.split_once('\u{1}')) {
            self.layer = layer.parse().ok();
            message = rest;
        }
        while let Some((place, rest)) = position(message) {
            self.places.push(place);
            message = rest.trim_start_matches(':').trim_start();
        }
        self.message = message.to_owned();
        self.trace(trace);
    }

    fn trace(&mut self, trace: &str) {
        self.places.extend(trace.lines().filter_map(|l| position(l.trim()).map(|(place, _)| place)));
    }

    /// The innermost place in any of these files.
    pub(super) fn place<'a>(&self, files: &(impl Iterator<Item = &'a str> + Clone)) -> Option<(usize, usize)> {
        self.places.iter().find_map(|(name, line)| files.clone().position(|f| f == name).map(|i| (i, *line)))
    }

    /// The innermost line in this file.
    pub(super) fn line_in(&self, file: &str) -> Option<usize> {
        self.place(&std::iter::once(file)).map(|(_, line)| line)
    }
}

/// `name:12` at the start of a text, and the rest.
fn position(text: &str) -> Option<((String, usize), &str)> {
    let mut from = 0;
    while let Some(colon) = text[from..].find(':').map(|i| i + from) {
        let rest = &text[colon + 1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let name = &text[..colon];
        if digits > 0 && !name.contains(' ') && !name.is_empty() {
            return rest[..digits].parse().ok().map(|line| ((name.to_owned(), line), &rest[digits..]));
        }
        from = colon + 1;
    }
    None
}

fn rust_type(name: &str) -> &str {
    match name {
        "String" | "string" => "a text",
        "f64" | "i64" | "i32" | "u8" | "usize" => "a number",
        "bool" => "true or false",
        other => other,
    }
}

/// The messages of the VM that a plugin author meets, with what to do about them.
fn friendly(message: &str) -> String {
    let hint = if message.contains(raw::OUT_OF_STEPS) {
        return "takes too many steps: look for a loop that never ends".to_owned();
    } else if message.contains(raw::OUT_OF_TIME) {
        return "takes too long: look for a loop that handles long texts or large tables again and again".to_owned();
    } else if message.contains("readonly table") {
        return "changes a table that is read-only: a plugin keeps no hidden state; use a local table, or declare a slot \
                in `state` and use m:set"
            .to_owned();
    } else if message.contains("stack overflow") {
        return "calls itself too often: look for a function that never returns".to_owned();
    } else if message.contains("attempt to index number with 'has'") {
        "skills are asked with `has(ev.skills, \"yellow\")`"
    } else if message.contains("attempt to perform arithmetic") && !message.contains("nil") {
        "only numbers can be reckoned with: compare a text or a flag with `==`"
    } else if message.contains("attempt to index nil") || message.contains("attempt to perform arithmetic") {
        "is something nil that should not be? Facts that may be nil are marked in the hook reference"
    } else if message.contains("attempt to call a nil value") || message.contains("attempt to call missing method") {
        "check the spelling of the function"
    } else {
        return message.to_owned();
    };
    format!("{message}; {hint}")
}

#[cfg(test)]
mod tests {
    use super::friendly;

    #[test]
    fn the_hint_fits_what_went_wrong() {
        for (message, hint) in [
            ("attempt to perform arithmetic (add) on string and number", "only numbers can be reckoned with"),
            ("attempt to perform arithmetic (add) on nil and number", "is something nil that should not be?"),
            ("attempt to index nil with 'x'", "is something nil that should not be?"),
            ("attempt to index number with 'has'", "has(ev.skills, "),
        ] {
            let said = friendly(message);
            assert!(said.starts_with(message) && said.contains(hint), "{said}");
        }
    }
}
