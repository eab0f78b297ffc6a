//! Numbers and sentences as people read them.

use touchline_core::rules::nearest;

/// `1234567` as `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 match`, `2 matches`.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// Text broken at spaces into lines of at most `width` characters; a longer word keeps a line to itself.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// `there is no hook `x`: did you mean `y`?`
pub(crate) fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>, list: &str) -> String {
    let near = nearest(name, known);
    match near.first() {
        Some(near) => format!("there is no {what} `{name}`; did you mean `{near}`?\n  `{list}` lists them all"),
        None => format!("there is no {what} `{name}`\n  `{list}` lists them all"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(
            ["0", "999", "1,000", "12,345,678"],
            [0, 999, 1000, 12_345_678].map(grouped).each_ref().map(String::as_str)
        );
    }

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("a verylongword b", 5), ["a", "verylongword", "b"]);
        assert_eq!(wrapped("", 5), [""]);
    }
}
