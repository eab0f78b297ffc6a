//! The deserializer's complaints in words that fit a file: no types of the engine, no digits without end.

/// A complaint such as "params.x: invalid type: string \"many\", expected u8" in plain words.
///
/// Sentences of other kinds come back as they are.
pub(crate) fn plain(message: &str) -> String {
    if let Some((path, rest)) = message.split_once("data did not match any variant of untagged enum") {
        // What would fit is not told; the type's name behind it says nothing to a reader.
        let _ = rest;
        return format!("{path}the value has a form that does not fit here");
    }
    let Some((before, found, expected)) = mismatch(message) else { return message.to_owned() };
    format!("{before}found {}, expected {}", given(found), form(expected))
}

/// Before the complaint, what was found, and what was expected.
fn mismatch(message: &str) -> Option<(&str, &str, &str)> {
    let marks = ["invalid type: ", "invalid value: ", "invalid length "];
    let (at, mark) = marks.iter().filter_map(|mark| Some((message.find(mark)?, *mark))).min()?;
    let (found, expected) = message[at + mark.len()..].rsplit_once(", expected ")?;
    Some((&message[..at], found, expected))
}

/// A value as the file has it: serde says "string \"x\"", "integer `5`", "map".
fn given(found: &str) -> String {
    let quoted = |kind: &str, open: char| found.strip_prefix(kind).map(|rest| rest.trim_matches(open));
    let long = |digits: &str| match digits.parse::<f64>() {
        Ok(number) if digits.len() > 20 => format!("{number:?}"),
        _ => digits.to_owned(),
    };
    if let Some(word) = quoted("string ", '"') {
        return format!("the word `{word}`");
    }
    for kind in ["integer ", "floating point "] {
        if let Some(rest) = found.strip_prefix(kind) {
            let digits = rest.split('`').nth(1).unwrap_or(rest);
            return format!("the number {}", long(digits));
        }
    }
    if let Some(word) = quoted("boolean ", '`') {
        return format!("`{word}`");
    }
    match found {
        "map" => "a table".to_owned(),
        "sequence" => "a list".to_owned(),
        "unit value" | "unit" | "Option value" | "null" => "nothing".to_owned(),
        count if count.bytes().all(|b| b.is_ascii_digit()) => format!("{count} of them"),
        other => other.to_owned(),
    }
}

/// What a type of the engine looks like in a file.
pub(super) fn form(expected: &str) -> String {
    let whole = |low: i128, high: i128| format!("a whole number from {low} to {high}");
    match expected {
        "u8" => whole(0, u8::MAX.into()),
        "u16" => whole(0, u16::MAX.into()),
        "u32" => whole(0, u32::MAX.into()),
        "i8" => whole(i8::MIN.into(), i8::MAX.into()),
        "i16" => whole(i16::MIN.into(), i16::MAX.into()),
        "i32" => whole(i32::MIN.into(), i32::MAX.into()),
        "u64" | "usize" => "a whole number from 0 up".to_owned(),
        "i64" | "isize" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" | "bool" => "`true` or `false`".to_owned(),
        "a string" | "a borrowed string" | "string or map" => "a word".to_owned(),
        "a character" => "a single letter".to_owned(),
        "a sequence" => "a list, such as `[a, b]`".to_owned(),
        "a map" | "a YAML mapping" => "a table, such as `key: value`".to_owned(),
        "any YAML value" => "a number of usual size".to_owned(),
        other => match other.strip_prefix("struct ").or(other.strip_prefix("internally tagged enum ")) {
            Some(name) => {
                let elements = name.split_once(" with ").and_then(|(_, n)| n.split(' ').next());
                elements.map_or("a table, such as `key: value`".to_owned(), |n| format!("a list of {n}"))
            }
            None if other.starts_with("enum ") => "one word".to_owned(),
            None => match other.strip_prefix("an array of length ").or(other.strip_prefix("a tuple of size ")) {
                Some(n) => format!("a list of {n}"),
                None => other.to_owned(),
            },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_the_engine_become_forms_of_a_file() {
        for (said, shown) in [
            (
                "invalid type: string \"many\", expected u8",
                "found the word `many`, expected a whole number from 0 to 255",
            ),
            (
                "a.b: invalid value: integer `70000`, expected u16",
                "a.b: found the number 70000, expected a whole number from 0 to 65535",
            ),
            (
                "invalid type: sequence, expected struct RulesetFile",
                "found a list, expected a table, such as `key: value`",
            ),
            (
                "invalid type: integer `99999999999999999999` as u128, expected any YAML value",
                "found the number 99999999999999999999, expected a number of usual size",
            ),
            ("invalid length 3, expected an array of length 2", "found 3 of them, expected a list of 2"),
            (
                "x: data did not match any variant of untagged enum Names",
                "x: the value has a form that does not fit here",
            ),
            ("missing field `a`", "missing field `a`"),
            ("invalid type: unit value, expected a string", "found nothing, expected a word"),
        ] {
            assert_eq!(plain(said), shown);
        }
        let huge = format!("invalid type: floating point `1{}.0`, expected a boolean", "0".repeat(300));
        assert_eq!(plain(&huge), "found the number 1e300, expected `true` or `false`");
    }
}
