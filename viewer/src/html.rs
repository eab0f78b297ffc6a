//! The web player with a replay inside: one HTML file that needs nothing else.

use crate::preamble::{Opening, Preamble};
use crate::{clauses, strangers};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use touchline_core::record::{Replay, ReplayError};

/// The player as `viewer/web/build` makes it.
const PLAYER: &str = include_str!("../web/player.html");
/// Where the replay belongs in it.
const MARKER: &str = "<!--TOUCHLINE-REPLAY-->";

/// Why no page could be made.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// Not even the header of the replay can be read.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It could not be packed, which happens only without memory.
    #[error("the replay cannot be packed: {0}")]
    Pack(#[from] std::io::Error),
}

/// A web page that plays a replay file's bytes, packed or not. It opens by double click in a browser and inside a
/// notebook (`<iframe srcdoc>`); as much as is sound of a damaged replay is in it.
///
/// # Errors
/// When the bytes are no replay.
///
/// ```
/// assert!(touchline_viewer::page(b"no replay").is_err());
/// ```
pub fn page(replay: &[u8]) -> Result<String, PageError> {
    page_from(replay, Opening::default())
}

/// The same, begun at a moment and a speed.
pub(crate) fn page_from(replay: &[u8], opening: Opening) -> Result<String, PageError> {
    let (read, _) = Replay::parse_lenient(replay)?;
    // The player has no zstd; a damaged file is handed on as it is, so that the page says what is wrong with it.
    let text = if replay.starts_with(b"{") { replay.to_vec() } else { read.to_bytes() };
    let clauses = clauses::named(&clauses::all(), read.lines.iter());
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let preamble = Preamble { clauses, notes: strangers::named(&read.header).into_iter().collect(), opening };
    packed.write_all(&serde_json::to_vec(&preamble).map_err(std::io::Error::other)?)?;
    packed.write_all(b"\n")?;
    packed.write_all(&text)?;
    Ok(PLAYER.replacen(MARKER, &base64(&packed.finish()?), 1))
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |w, b| w << 8 | u32::from(*b)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_as_everybody_writes_it() {
        let words = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|w| base64(w.as_bytes()));
        assert_eq!(words, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }

    #[test]
    fn the_player_has_one_place_for_a_replay() {
        assert_eq!(PLAYER.matches(MARKER).count(), 1);
    }
}
