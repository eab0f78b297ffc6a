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
    text.chars().map(|c| advance(c, size, weight)).sum()
}

/// Characters whose widths are looked up once.
const COMMON: usize = 0x250;

/// How far the next character stands from this one. Unhinted, so it is in proportion to the size.
pub(crate) fn advance(c: char, size: f32, weight: Weight) -> f32 {
    static WIDTHS: OnceLock<[Vec<f32>; 2]> = OnceLock::new();
    const WHOLE: f32 = 100.0;
    let measured = |weight, c| font(weight).map_or(0.0, |f| f.metrics(c, WHOLE).advance_width / WHOLE);
    let widths = WIDTHS.get_or_init(|| {
        let common = |weight| (0..COMMON as u32).map(|c| measured(weight, char::from_u32(c).unwrap_or(' '))).collect();
        [common(Weight::Plain), common(Weight::Bold)]
    });
    let share = widths[weight as usize].get(c as usize).copied();
    share.unwrap_or_else(|| measured(weight, c)) * size
}

/// The text, cut with `…` where it is too wide.
pub(crate) fn fitted(text: &str, size: f32, weight: Weight, room: f32) -> String {
    if width(text, size, weight) <= room {
        return text.to_owned();
    }
    let mut left = room - width("…", size, weight);
    let mut kept = String::new();
    for c in text.chars() {
        left -= advance(c, size, weight);
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
    let (mut line, mut used) = (String::new(), 0.0);
    let space = advance(' ', size, weight);
    for word in text.split_whitespace() {
        let wide = width(word, size, weight);
        if !line.is_empty() {
            if used + space + wide <= room {
                line.push(' ');
                line.push_str(word);
                used += space + wide;
                continue;
            }
            lines.push(std::mem::take(&mut line));
            used = 0.0;
        }
        for c in word.chars() {
            let wide = advance(c, size, weight);
            if used + wide > room && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
                used = 0.0;
            }
            line.push(c);
            used += wide;
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
