//! The two fonts, and how wide a text is in them.

use fontdue::{Font, FontSettings};
use std::sync::OnceLock;

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Weight {
    Plain,
    Bold,
}

/// How high a capital is, as a share of the font's size.
pub(crate) const CAPITAL: f32 = 0.73;

/// The font of a weight; `None` only if the file in the binary were broken, which a test excludes.
pub(crate) fn font(weight: Weight) -> Option<&'static Font> {
    static FONTS: OnceLock<[Option<Font>; 2]> = OnceLock::new();
    let load = |bytes: &[u8]| Font::from_bytes(bytes, FontSettings::default()).ok();
    let fonts = FONTS
        .get_or_init(|| [load(include_bytes!("../assets/sans.ttf")), load(include_bytes!("../assets/sans-bold.ttf"))]);
    fonts[weight as usize].as_ref()
}

/// How wide a text is.
pub(crate) fn width(text: &str, size: f32, weight: Weight) -> f32 {
    let Some(font) = font(weight) else { return 0.0 };
    text.chars().map(|c| advance(font, c, size)).sum()
}

/// How far the next character stands from this one. Unhinted, so it is in proportion to the size.
pub(crate) fn advance(font: &Font, c: char, size: f32) -> f32 {
    font.metrics(c, size).advance_width
}

/// The text, cut with `…` where it is too wide.
pub(crate) fn fitted(text: &str, size: f32, weight: Weight, room: f32) -> String {
    if width(text, size, weight) <= room {
        return text.to_owned();
    }
    let Some(font) = font(weight) else { return String::new() };
    let mut left = room - width("…", size, weight);
    let mut kept = String::new();
    for c in text.chars() {
        left -= advance(font, c, size);
        if left < 0.0 {
            break;
        }
        kept.push(c);
    }
    kept.truncate(kept.trim_end().len());
    kept.push('…');
    kept
}

/// The text in lines of at most this width, cut between words, and inside a word that is too long for a line.
pub(crate) fn wrapped(text: &str, size: f32, weight: Weight, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(&longer, size, weight) <= room {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for c in word.chars() {
            line.push(c);
            if width(&line, size, weight) > room && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, c.to_string()));
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fonts_load_and_have_the_letters_of_european_names() {
        for weight in [Weight::Plain, Weight::Bold] {
            let font = font(weight).expect("a font");
            for c in "AZaz09ÄéñßŁłőş–…×’−→�".chars() {
                assert!(font.lookup_glyph_index(c) != 0, "{c}");
            }
        }
    }

    #[test]
    fn a_wrapped_text_keeps_its_words_and_its_width() {
        let text = "The ball goes to the side whose nearest token is closer Donaudampfschifffahrtsgesellschaftskapitän";
        let lines = wrapped(text, 13.0, Weight::Plain, 90.0);
        assert!(lines.iter().all(|l| width(l, 13.0, Weight::Plain) <= 90.0), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
    }

    #[test]
    fn a_fitted_text_ends_in_an_ellipsis() {
        let fit = fitted("a rather long sentence", 13.0, Weight::Plain, 60.0);
        assert!(fit.ends_with('…') && width(&fit, 13.0, Weight::Plain) <= 60.0, "{fit}");
        assert_eq!(fitted("short", 13.0, Weight::Plain, 60.0), "short");
    }
}
