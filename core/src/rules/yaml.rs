//! YAML in, or an error that says where, what and what to do.

use super::nearest::did_you_mean;
use super::place::{Step, locate};
use super::plain::plain;
use super::twice::repeated_key;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::fmt;

/// The largest file that is read, in bytes.
pub const MAX_TEXT: usize = 4 << 20;

/// Brackets `[` and `{` in one file. The scanner looks at every open bracket for each token, so a file of a million
/// open brackets would keep it busy for hours. Depth itself is limited to 128 by the deserializer.
const MAX_BRACKETS: usize = 20_000;

/// The longest message; a value of the file may be quoted in it.
const MAX_PROBLEM: usize = 400;

/// What is wrong with a data file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError {
    /// The file as the user knows it.
    pub file: String,
    /// Line from 1, if known.
    pub line: Option<u32>,
    /// Column from 1, if known.
    pub column: Option<u32>,
    /// What is wrong.
    pub problem: String,
    /// The names or the form that would have been right.
    pub expected: Vec<String>,
    /// What to do about it.
    pub hint: Option<String>,
    /// Problems that it stands for.
    count: usize,
}

impl DataError {
    /// A problem somewhere in a file.
    #[must_use]
    pub fn new(file: &str, problem: impl fmt::Display) -> DataError {
        let problem = tidy(&problem.to_string());
        DataError {
            file: file.to_string(),
            line: None,
            column: None,
            problem,
            expected: Vec::new(),
            hint: None,
            count: 1,
        }
    }

    /// What stands for the rest of a long list of problems; nothing if there is no rest.
    pub(crate) fn rest(file: &str, count: usize) -> Option<DataError> {
        let problems = if count == 1 { "problem" } else { "problems" };
        let rest = DataError::new(file, format_args!("and {count} more {problems}"));
        (count > 0).then_some(DataError { count, ..rest })
    }

    /// How many problems it stands for: one, or the rest of a list that is too long to be told.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The same with advice.
    #[must_use]
    pub fn hint(mut self, hint: impl fmt::Display) -> DataError {
        self.hint = Some(tidy(&hint.to_string()));
        self
    }

    /// The same at the place where `words` stand in the text, each after the one before: `["4-4-2", "attack", "K5"]`.
    ///
    /// A word that is not found leaves the place at the word before it.
    #[must_use]
    pub fn at_words(mut self, text: &str, words: &[&str]) -> DataError {
        let mut from = 0;
        for word in words {
            let Some(at) = find_word(text, word, from) else {
                break;
            };
            self.set_place(text, at);
            from = at + word.len();
        }
        self
    }

    /// The same at the end of a path through the text.
    #[must_use]
    pub(crate) fn at_path(mut self, text: &str, path: &[Step]) -> DataError {
        if let Some((line, column)) = locate(text, path) {
            (self.line, self.column) = (Some(line), Some(column));
        }
        self
    }

    fn set_place(&mut self, text: &str, at: usize) {
        let before = &text[..at];
        self.line = Some(small(before.matches('\n').count() + 1));
        self.column = Some(small(before.chars().rev().take_while(|&c| c != '\n').count() + 1));
    }

    /// The same, saying which names are known and which of them is most like `given`.
    #[must_use]
    pub fn known<'a>(mut self, given: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> DataError {
        self.expected = known.clone().into_iter().map(str::to_string).collect();
        self.hint = did_you_mean(given, known).or_else(|| {
            let all = self.expected.join(", ");
            (!all.is_empty()).then(|| tidy(&format!("known: {all}")))
        });
        self
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        write!(f, ": {}", self.problem)?;
        match &self.hint {
            Some(hint) => write!(f, "\n  {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for DataError {}

/// Reads one YAML document from a file's text.
///
/// # Errors
/// If the text is not what `T` expects, is too large or too deeply nested, holds several documents, gives a key twice or
/// uses aliases.
pub fn parse<T: DeserializeOwned>(text: &str, file: &str) -> Result<T, DataError> {
    refuse_bombs(text, file)?;
    if let Some((key, line, column)) = repeated_key(text) {
        let mut error = DataError::new(file, format_args!("the key `{key}` is here twice")).hint("keep one of the two");
        (error.line, error.column) = (Some(line), Some(column));
        return Err(error);
    }
    serde_yaml::from_str(text).map_err(|error| explain(&error, text, file))
}

/// Refuses what is small to write and endless to read.
fn refuse_bombs(text: &str, file: &str) -> Result<(), DataError> {
    if text.len() > MAX_TEXT {
        return Err(DataError::new(file, format_args!("the file is larger than {} MB", MAX_TEXT >> 20))
            .hint("split it, or keep only what is needed"));
    }
    if text.bytes().filter(|b| matches!(b, b'[' | b'{')).count() > MAX_BRACKETS {
        return Err(DataError::new(file, format_args!("the file has more than {MAX_BRACKETS} brackets"))
            .hint("write lists line by line with `-`"));
    }
    // The deserializer bounds how many aliases it follows but not how much each of them repeats. No file of ours needs
    // one. Marks inside comments and strings count as well: telling them apart is the scanner's work, not ours.
    let anchors: BTreeSet<&str> = marked(text, '&').collect();
    match marked(text, '*').find(|name| anchors.contains(name)) {
        Some(name) => Err(DataError::new(file, format_args!("the alias `*{name}` is not allowed"))
            .at_words(text, &[&format!("*{name}")])
            .hint(format_args!("write out what `&{name}` stands for"))),
        None => Ok(()),
    }
}

/// The names that follow a mark, as the YAML scanner delimits the names of anchors.
fn marked(text: &str, mark: char) -> impl Iterator<Item = &str> {
    text.match_indices(mark).filter_map(move |(at, _)| {
        let rest = &text[at + mark.len_utf8()..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))).unwrap_or(rest.len());
        (end > 0).then(|| &rest[..end])
    })
}

/// Turns the deserializer's error into ours: a place, a sentence, a hint.
fn explain(error: &serde_yaml::Error, text: &str, file: &str) -> DataError {
    let place = error.location();
    let full = error.to_string();
    // The place is told apart; inside the sentence it would be said twice.
    let message = match &place {
        Some(p) => full.replacen(&format!(" at line {} column {}", p.line(), p.column()), "", 1),
        None => full,
    };
    let message = message.as_str();
    let mut found = match message {
        "recursion limit exceeded" => {
            DataError::new(file, "lists or tables are nested too deeply").hint("at most 128 levels are read")
        }
        "EOF while parsing a value" => {
            DataError::new(file, "the file is empty").hint("write at least one `key: value`")
        }
        m if m.contains("more than one document") => {
            DataError::new(file, "the file holds more than one document").hint("remove the line `---` between them")
        }
        m => DataError::new(file, plain(m)),
    };
    found.line = place.as_ref().map(|p| small(p.line()));
    found.column = place.as_ref().map(|p| small(p.column()));
    if let Some(column) = place.as_ref().and_then(|p| indenting_tab(text, p.line())) {
        found.problem = "a tab indents this line".to_owned();
        found.column = Some(column);
        return found.hint("YAML is indented with spaces: write two for each step");
    }
    if let Some((given, known)) = unknown_name(message) {
        // The deserializer may report where the table starts; the word itself stands at or below it.
        let start = found.line.map_or(0, |line| line_start(text, line));
        if let Some(at) = find_word(text, given, start) {
            found.set_place(text, at);
        }
        let mut found = found.known(given, known);
        // The names are told once: in the hint, where that has them all.
        if found.hint.as_ref().is_some_and(|hint| hint.starts_with("known: "))
            && let Some((what, _)) = found.problem.rsplit_once(", expected ")
        {
            found.problem = what.to_owned();
        }
        return found;
    }
    if let Some(field) = message.split("missing field `").nth(1).and_then(|rest| rest.split('`').next()) {
        found.expected = vec![field.to_string()];
        return found.hint(format_args!("add `{field}:` here"));
    }
    if let Some((_, form)) = found.problem.rsplit_once(", expected ") {
        found.expected = vec![tidy(form)];
    }
    found
}

/// The column of a tab before the first word of a line (from 1), where the text is no YAML because of it.
fn indenting_tab(text: &str, line: usize) -> Option<u32> {
    let line = text.lines().nth(line.checked_sub(1)?)?;
    let indent = &line[..line.len() - line.trim_start().len()];
    indent.find('\t').map(|at| small(at + 1))
}

/// The names in serde's "unknown field `x`, expected one of `a`, `b`" (or "unknown variant").
fn unknown_name(message: &str) -> Option<(&str, Vec<&str>)> {
    let (_, rest) = message.split_once("unknown field `").or_else(|| message.split_once("unknown variant `"))?;
    // From the end: the unknown name is the user's and may itself hold a backquote.
    let (given, known) = rest.rsplit_once("`, expected ")?;
    Some((given, known.split('`').skip(1).step_by(2).collect()))
}

/// A line or column as it is kept; a text of at most [`MAX_TEXT`] bytes has no larger one.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The byte at which a line (from 1) starts.
fn line_start(text: &str, line: u32) -> usize {
    match line.checked_sub(2) {
        Some(breaks) => text.match_indices('\n').nth(breaks as usize).map_or(0, |(at, _)| at + 1),
        None => 0,
    }
}

/// Where `word` stands alone at or after byte `from`.
fn find_word(text: &str, word: &str, from: usize) -> Option<usize> {
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    text.get(from..)?.match_indices(word).map(|(at, _)| from + at).find(|&at| {
        !text[..at].chars().next_back().is_some_and(joins) && !text[at + word.len()..].chars().next().is_some_and(joins)
    })
}

/// A message short enough to read and without control characters, which a terminal would obey.
fn tidy(message: &str) -> String {
    let mut short: String =
        message.chars().take(MAX_PROBLEM).map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect();
    if short.len() < message.len() && message.chars().nth(MAX_PROBLEM).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Rules {
        short_limit: u8,
        #[serde(default)]
        names: Vec<String>,
        #[serde(default)]
        inner: Option<Inner>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        colour: Colour,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum Colour {
        Yellow,
        Green,
    }

    fn fails(text: &str) -> DataError {
        parse::<Rules>(text, "rules.yaml").unwrap_err()
    }

    #[test]
    fn a_good_file_is_read() {
        let rules: Rules = parse("short_limit: 4\nnames: [a, b]\ninner: {colour: green}\n", "f").unwrap();
        assert_eq!(rules.short_limit, 4);
        assert_eq!(rules.inner, Some(Inner { colour: Colour::Green }));
    }

    #[test]
    fn an_unknown_key_is_shown_where_it_stands_with_the_nearest_name() {
        let error = fails("names: []\nshort_limt: 4\n");
        assert_eq!(
            error.to_string(),
            "rules.yaml:2:1: unknown field `short_limt`, expected one of `short_limit`, `names`, `inner`\n  did you mean `short_limit`?"
        );
        assert_eq!(error.expected, ["short_limit", "names", "inner"]);
        let nested = fails("short_limit: 4\ninner:\n  kolour: green\n");
        assert_eq!((nested.line, nested.column), (Some(3), Some(3)));
        assert_eq!(nested.hint.as_deref(), Some("did you mean `colour`?"));
    }

    #[test]
    fn an_unknown_word_is_answered_with_the_nearest_one() {
        let error = fails("short_limit: 4\ninner: {colour: yelow}\n");
        assert_eq!((error.line, error.column), (Some(2), Some(17)));
        assert_eq!(error.hint.as_deref(), Some("did you mean `yellow`?"));
        let far = fails("short_limit: 4\ninner: {colour: 'q`x'}\n");
        assert_eq!(far.hint.as_deref(), Some("known: yellow, green"));
        assert!(far.problem.ends_with("unknown variant `q`x`"), "{}", far.problem);
    }

    #[test]
    fn a_missing_key_says_what_to_add() {
        let error = fails("names: []\n");
        assert_eq!(error.hint.as_deref(), Some("add `short_limit:` here"));
        assert_eq!(error.expected, ["short_limit"]);
    }

    #[test]
    fn a_wrong_type_names_line_and_column_and_the_form_expected() {
        let error = fails("names: []\nshort_limit: many\n");
        assert_eq!((error.line, error.column), (Some(2), Some(14)));
        assert_eq!(error.expected, ["a whole number from 0 to 255"]);
        assert!(error.to_string().starts_with("rules.yaml:2:14: "), "{error}");
        assert!(!error.problem.contains("at line"), "{error}");
    }

    #[test]
    fn a_syntax_error_has_a_place() {
        let error = fails("short_limit: [1, 2\nnames: }");
        assert!(error.line.is_some() && !error.problem.contains(" at line 2 column"), "{error}");
    }

    #[test]
    fn a_tab_that_indents_is_called_one() {
        for (text, place) in
            [("short_limit: 4\ninner:\n\tcolour: green\n", (3, 1)), ("inner:\n  colour: green\n \tx: 1\n", (3, 2))]
        {
            let error = fails(text);
            assert_eq!((error.line, error.column), (Some(place.0), Some(place.1)), "{error}");
            assert!(error.problem.contains("a tab") && error.hint.unwrap().contains("spaces"));
        }
    }

    #[test]
    fn a_key_given_twice_is_an_error_at_the_second() {
        let error = fails("short_limit: 4\nshort_limit: 5\n");
        assert_eq!(error.to_string(), "rules.yaml:2:1: the key `short_limit` is here twice\n  keep one of the two");
        let table = parse::<BTreeMap<String, BTreeMap<String, u8>>>("params:\n  a: 1\n  a: 2\n", "f").unwrap_err();
        assert_eq!((table.line, table.column), (Some(3), Some(3)));
    }

    #[test]
    fn several_documents_are_refused() {
        let error = fails("short_limit: 4\n---\nshort_limit: 5\n");
        assert!(error.problem.contains("more than one document"), "{error}");
    }

    #[test]
    fn an_empty_file_is_an_error() {
        assert!(parse::<Rules>("", "f").is_err());
        assert!(parse::<Rules>("# only a comment\n", "f").is_err());
    }

    #[test]
    fn a_billion_laughs_are_not_laughed() {
        let mut text = String::from("a0: &a0 [lol, lol]\n");
        for i in 1..30 {
            text += &format!("a{i}: &a{i} [*a{}, *a{}]\n", i - 1, i - 1);
        }
        let error = parse::<BTreeMap<String, serde_yaml::Value>>(&text, "bomb.yaml").unwrap_err();
        assert_eq!((error.line, error.problem.as_str()), (Some(2), "the alias `*a0` is not allowed"));
    }

    #[test]
    fn an_ampersand_or_a_star_in_a_text_is_no_alias() {
        let rules: Rules = parse("short_limit: 4\nnames: ['Home & Away', R&D, 2 * 3, '*']\n", "f").unwrap();
        assert_eq!(rules.names[1], "R&D");
    }

    #[test]
    fn deep_nesting_is_refused() {
        let value = |text: &str| parse::<serde_yaml::Value>(text, "f").unwrap_err();
        let brackets = value(&"[".repeat(MAX_BRACKETS + 1));
        assert!(brackets.problem.contains("brackets"), "{brackets}");
        let flow = value(&format!("{}{}", "[".repeat(200), "]".repeat(200)));
        assert!(flow.problem.contains("nested too deeply"), "{flow}");
        let block = value(&"- ".repeat(100_000));
        assert!(block.problem.contains("nested too deeply"), "{block}");
    }

    #[test]
    fn a_file_over_the_limit_is_refused() {
        assert!(fails(&" ".repeat(MAX_TEXT + 1)).problem.contains("larger than 4 MB"));
    }

    #[test]
    fn a_message_carries_neither_control_characters_nor_a_whole_file() {
        let error = fails(&format!("short_limit: 1\n\"\\e[31m{}\": 1\n", "x".repeat(5_000)));
        let text = error.to_string();
        assert!(!text.contains('\u{1b}') && text.len() < 2_000, "{text}");
    }

    #[test]
    fn words_are_found_one_after_another_and_whole() {
        let text = "a: [K5]\nb:\n  c: [K55, K5]\n";
        let error = DataError::new("f", "p").at_words(text, &["b", "c", "K5"]);
        assert_eq!((error.line, error.column), (Some(3), Some(12)));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in ".{0,200}") {
            let _ = parse::<Rules>(&text, "f").map_err(|e| e.to_string());
            let _ = parse::<serde_yaml::Value>(&text, "f").map_err(|e| e.to_string());
        }

        #[test]
        fn no_mixture_of_yaml_signs_makes_the_reader_panic(
            parts in proptest::collection::vec(
                prop::sample::select(vec![
                    "short_limit", "names", "inner", "colour", ": ", "- ", "\n", "  ", "[", "]", "{", "}", ",", "&a ", "*a",
                    "<<", "!t ", "!!int ", "|\n", ">-\n", "'", "\"", "\\x41", "---\n", "...\n", "%YAML 1.1\n", "#", "? ", "~",
                    "1e999", "0x", "-", "é", "\u{feff}", "\u{85}", "\t", "\r", "`, expected `",
                ]),
                0..40,
            )
        ) {
            let text = parts.concat();
            let _ = parse::<Rules>(&text, "f").map_err(|e| e.to_string());
            let _ = parse::<serde_yaml::Value>(&text, "f").map_err(|e| e.to_string());
        }
    }
}
