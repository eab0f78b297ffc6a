//! From bytes to a replay: strict, or as much as is sound.

use super::entry::Entry;
use super::header::{FORMAT, Footer, Header};
use super::keyframe::Keyframe;
use super::recorder::Line;
use super::replay::{CHAIN_TAIL, Replay};
use crate::Side;
use crate::game::save::hex;
use crate::rules::plain::plain;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::path::PathBuf;
use std::sync::Arc;

/// The longest line that is read: a header with its board and two squads is far below.
pub const MAX_LINE: usize = 16 << 20;
/// The largest replay that is read, unpacked.
pub const MAX_REPLAY: usize = 256 << 20;

/// Why a replay cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// Nothing in it.
    #[error("the file is empty: it is no replay")]
    Empty,
    /// Something else altogether.
    #[error("this is no Touchline replay: its first line is not a replay header")]
    Foreign,
    /// Written by a newer engine.
    #[error("the replay has format {found}, this engine reads up to {known}: use a newer Touchline")]
    Newer {
        /// Its format.
        found: u64,
        /// The newest that is read.
        known: u32,
    },
    /// A line that is wrong.
    #[error("line {line}{} of the replay is wrong: {problem}", column.map(|c| format!(", column {c},")).unwrap_or_default())]
    Line {
        /// Which, from 1.
        line: usize,
        /// The column in it, from 1, where it is not the whole line.
        column: Option<usize>,
        /// What is wrong with it.
        problem: String,
    },
    /// A line beyond [`MAX_LINE`].
    #[error("line {line} of the replay is longer than {} MB, the most that is read", MAX_LINE >> 20)]
    LongLine {
        /// Which, from 1.
        line: usize,
    },
    /// More than [`MAX_REPLAY`].
    #[error("the replay is larger than {} MB, the most that is read", MAX_REPLAY >> 20)]
    Huge,
    /// It stops before its end.
    #[error("the replay is cut off after line {line}: take a complete copy, or watch as much as there is")]
    Truncated {
        /// The last line.
        line: usize,
    },
    /// Its bytes changed since it was written.
    #[error("the replay was changed after it was written: its bytes do not give the check sum in its last line")]
    Altered,
    /// It is packed, and this build cannot unpack.
    #[error("the replay is packed with zstd, which this build leaves out: unpack it first (`zstd -d FILE`)")]
    NoZstd,
    /// It is packed, and damaged.
    #[error("the replay cannot be unpacked: {0}")]
    Unpack(String),
    /// Its text is as it was written, its packed bytes are not.
    #[error(
        "it is not packed as Touchline packs it: a byte was changed, or another program packed it. Its text is sound: \
         unpack it (`zstd -d FILE`) and verify that"
    )]
    Repacked,
    /// The file system said no.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        problem: String,
    },
}

/// The name that makes a file packed.
pub(super) const PACKED: &str = "zst";
/// How every zstd file begins.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

#[derive(Deserialize)]
struct HeaderLine {
    touchline: Header,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionLine {
    a: u16,
    s: Side,
}

#[derive(Deserialize)]
struct EventLine {
    e: usize,
    #[serde(flatten)]
    entry: Entry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyframeLine {
    k: Keyframe,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FooterLine {
    end: Footer,
}

impl Replay {
    /// A replay, complete and unchanged since it was written.
    ///
    /// # Errors
    /// What is wrong with the first line that is; [`ReplayError::Altered`] when only the check sum tells.
    pub fn parse(bytes: &[u8]) -> Result<Replay, ReplayError> {
        match Self::parse_lenient(bytes)? {
            (replay, None) => Ok(replay),
            (_, Some(error)) => Err(error),
        }
    }

    /// As much of a replay as is sound, and what is wrong with the rest.
    ///
    /// # Errors
    /// When not even the header can be read.
    pub fn parse_lenient(bytes: &[u8]) -> Result<(Replay, Option<ReplayError>), ReplayError> {
        if bytes.starts_with(&ZSTD_MAGIC) {
            let (text, broken) = unpack(bytes)?;
            let (replay, error) = Self::parse_text(&text)?;
            return Ok((replay, broken.or(error)));
        }
        Self::parse_text(bytes)
    }

    fn parse_text(bytes: &[u8]) -> Result<(Replay, Option<ReplayError>), ReplayError> {
        if bytes.len() > MAX_REPLAY {
            return Err(ReplayError::Huge);
        }
        let mut lines = bytes.split_inclusive(|b| *b == b'\n');
        let header = read_header(lines.next().ok_or(ReplayError::Empty)?)?;
        let mut replay = Replay { header, lines: Vec::new(), footer: None };
        let mut progress = Progress { line: 1, events: 0, actions: 0 };
        for line in lines {
            progress.line += 1;
            if replay.footer.is_some() {
                return Ok((replay, Some(progress.wrong("nothing may follow the footer"))));
            }
            if let Err(error) = progress.add(&mut replay, line) {
                return Ok((replay, Some(error)));
            }
        }
        let error = match &replay.footer {
            None => Some(ReplayError::Truncated { line: progress.line }),
            Some(footer) => progress.check_footer(footer, bytes).err(),
        };
        Ok((replay, error))
    }

    /// Reads a replay file, packed or not.
    ///
    /// # Errors
    /// As [`Replay::parse`], or when the file cannot be read.
    pub fn read(path: &std::path::Path) -> Result<Replay, ReplayError> {
        Self::parse(&super::file::load(path)?)
    }

    /// Reads as much of a replay file as is sound.
    ///
    /// # Errors
    /// As [`Replay::parse_lenient`], or when the file cannot be read.
    pub fn read_lenient(path: &std::path::Path) -> Result<(Replay, Option<ReplayError>), ReplayError> {
        Self::parse_lenient(&super::file::load(path)?)
    }
}

/// How far the reader is.
struct Progress {
    line: usize,
    events: usize,
    actions: usize,
}

impl Progress {
    fn wrong(&self, problem: impl Into<String>) -> ReplayError {
        ReplayError::Line { line: self.line, column: None, problem: problem.into() }
    }

    fn json<T: DeserializeOwned>(&self, line: &[u8]) -> Result<T, ReplayError> {
        serde_json::from_slice(line).map_err(|e| {
            if e.is_eof() { ReplayError::Truncated { line: self.line } } else { unreadable(self.line, &e) }
        })
    }

    /// Adds one line; its first key says what it is.
    fn add(&mut self, replay: &mut Replay, line: &[u8]) -> Result<(), ReplayError> {
        if line.len() > MAX_LINE {
            return Err(ReplayError::LongLine { line: self.line });
        }
        if line.last() != Some(&b'\n') {
            return Err(ReplayError::Truncated { line: self.line });
        }
        let line = &line[..line.len() - 1];
        if line.starts_with(b"{\"e\":") {
            let EventLine { e, entry } = self.json(line)?;
            if e != self.events {
                return Err(self.wrong(format!("event {e} stands where event {} belongs", self.events)));
            }
            self.events += 1;
            replay.lines.push(Line::Event(Arc::new(entry)));
        } else if line.starts_with(b"{\"a\":") {
            let ActionLine { a, s } = self.json(line)?;
            if a >= replay.header.actions {
                return Err(self.wrong(format!("there is no action {a}: the layout has {}", replay.header.actions)));
            }
            self.actions += 1;
            replay.lines.push(Line::Action { side: s, id: a });
        } else if line.starts_with(b"{\"k\":") {
            let KeyframeLine { k } = self.json(line)?;
            if (k.events as usize, k.actions as usize) != (self.events, self.actions) {
                return Err(self.wrong("the keyframe does not belong here"));
            }
            replay.lines.push(Line::Keyframe(Arc::new(k)));
        } else if line.starts_with(b"{\"end\":") {
            let FooterLine { end } = self.json(line)?;
            replay.footer = Some(end);
        } else {
            return Err(self.wrong("it is neither an action, an event, a keyframe nor the footer"));
        }
        Ok(())
    }

    fn check_footer(&self, footer: &Footer, bytes: &[u8]) -> Result<(), ReplayError> {
        let tail = footer.chain.len() + CHAIN_TAIL.len();
        let sealed = bytes.len().checked_sub(tail).map(|n| bytes.split_at(n));
        let expected = sealed.map(|(before, rest)| (hex(&Sha256::digest(before)), rest));
        match expected {
            Some((chain, rest)) if chain == footer.chain && rest == [chain.as_bytes(), CHAIN_TAIL].concat() => {}
            _ => return Err(ReplayError::Altered),
        }
        if (footer.events as usize, footer.actions as usize) != (self.events, self.actions) {
            return Err(self.wrong(format!(
                "the footer counts {} events and {} actions, the file has {} and {}",
                footer.events, footer.actions, self.events, self.actions
            )));
        }
        Ok(())
    }
}

fn read_header(line: &[u8]) -> Result<Header, ReplayError> {
    if line.len() > MAX_LINE {
        return Err(ReplayError::LongLine { line: 1 });
    }
    if !line.starts_with(b"{\"touchline\":") {
        return Err(ReplayError::Foreign);
    }
    // The format first: the rest of a newer header may look quite different.
    #[derive(Deserialize)]
    struct Peek {
        touchline: PeekFormat,
    }
    #[derive(Deserialize)]
    struct PeekFormat {
        format: u64,
    }
    let whole = line.last() == Some(&b'\n');
    let problem = |e: serde_json::Error| match whole {
        true => unreadable(1, &e),
        false => ReplayError::Truncated { line: 1 },
    };
    let found = serde_json::from_slice::<Peek>(line).map_err(problem)?.touchline.format;
    if found != u64::from(FORMAT) {
        return Err(ReplayError::Newer { found, known: FORMAT });
    }
    let header = serde_json::from_slice::<HeaderLine>(line).map_err(problem)?.touchline;
    for squad in &header.squads {
        if squad.players.is_empty() || squad.players.len() > crate::Token::PER_SIDE {
            return Err(ReplayError::Line {
                line: 1,
                column: None,
                problem: format!("{} has {} players", squad.name, squad.players.len()),
            });
        }
    }
    Ok(header)
}

/// What is wrong with a line; its JSON is one line to its reader, so only the column counts.
fn unreadable(line: usize, error: &serde_json::Error) -> ReplayError {
    let text = error.to_string();
    let problem = plain(text.split(" at line ").next().unwrap_or_default());
    ReplayError::Line { line, column: Some(error.column()).filter(|c| *c > 0), problem }
}

/// What can be unpacked, and what is wrong with the rest; a file that is only cut off shows that by its text.
#[cfg(feature = "zstd")]
fn unpack(bytes: &[u8]) -> Result<(Vec<u8>, Option<ReplayError>), ReplayError> {
    use std::io::{ErrorKind, Read};
    let failed = |e: std::io::Error| ReplayError::Unpack(e.to_string());
    let mut out = Vec::new();
    // A file is one frame: what follows it would be read as more text, or passed over in silence.
    let mut decoder = zstd::stream::read::Decoder::with_buffer(bytes).map_err(failed)?.single_frame();
    match decoder.by_ref().take(MAX_REPLAY as u64 + 1).read_to_end(&mut out) {
        Ok(_) if out.len() <= MAX_REPLAY && !decoder.finish().is_empty() => {
            Ok((out, Some(ReplayError::Unpack("something follows its end".to_owned()))))
        }
        Ok(_) => Ok((out, None)),
        Err(error) if out.is_empty() => Err(failed(error)),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok((out, None)),
        Err(error) => Ok((out, Some(failed(error)))),
    }
}

/// What is wrong with the packing of a file whose text is sound.
#[cfg(all(feature = "lua", feature = "zstd"))]
pub(super) fn check_packing(bytes: &[u8], header: &Header) -> Result<(), ReplayError> {
    /// The magic number, the descriptor and the window.
    const FRAME_HEADER: usize = 6;
    if !bytes.starts_with(&ZSTD_MAGIC) {
        return Ok(());
    }
    let again = super::file::pack(&unpack(bytes)?.0)?;
    // Another engine may have packed the blocks differently, but never began the frame differently.
    let same = match header.engine == env!("CARGO_PKG_VERSION") {
        true => again == bytes,
        false => again.get(..FRAME_HEADER) == bytes.get(..FRAME_HEADER),
    };
    if same { Ok(()) } else { Err(ReplayError::Repacked) }
}

#[cfg(not(feature = "zstd"))]
fn unpack(_: &[u8]) -> Result<(Vec<u8>, Option<ReplayError>), ReplayError> {
    Err(ReplayError::NoZstd)
}

#[cfg(all(feature = "lua", not(feature = "zstd")))]
pub(super) fn check_packing(_: &[u8], _: &Header) -> Result<(), ReplayError> {
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::header::{BoardRef, ClockFace, MatchResult, RulesetRef};
    use super::super::{CellName, Event};
    use super::*;
    use crate::Token;
    use crate::rules::{Content, Kind, Squad};
    use std::collections::BTreeMap;

    /// A replay made by hand: reading must not need rules, plugins or Lua.
    fn small() -> Replay {
        let content = Content::embedded();
        let squad = content.read(Kind::Squad, "base").unwrap();
        let squad: Squad = crate::rules::parse(&squad.text, "base").unwrap();
        let clock = ClockFace { ticks_per_half: 36, ticks_per_leg: 12, minutes_per_leg: 15, extra_ticks: None };
        let header = Header {
            format: FORMAT,
            engine: "0".to_owned(),
            ruleset: RulesetRef { name: "x".to_owned(), title: "X".to_owned(), hash: String::new(), muted: None },
            game: crate::rules::GameKind::Pitch,
            plugins: Vec::new(),
            changed: BTreeMap::new(),
            set: BTreeMap::new(),
            params: BTreeMap::new(),
            clauses: BTreeMap::new(),
            clock,
            squads: [squad.clone(), squad],
            board: BoardRef { name: "b".to_owned(), yaml: String::new() },
            skills: Vec::new(),
            cards: Vec::new(),
            dice: Vec::new(),
            combinations: Vec::new(),
            seed: u64::MAX,
            bots: ["a".to_owned(), "b".to_owned()],
            carried: Vec::new(),
            competition: crate::plugin::Competition::Friendly,
            leg: 1,
            actions: 10,
            verifiable: true,
        };
        let event = Event::Header { token: Token::new(Side::Away, 6) };
        let ended = Event::PhaseEnd { phase: "p1".to_owned(), next: crate::plugin::PhaseAnswer::P2 };
        let run = Event::Run {
            token: Token::new(Side::Home, 0),
            from: CellName::new("A1"),
            to: CellName::new("B1"),
            cells: 1,
        };
        let entry = |event| Line::Event(Arc::new(Entry { half: 1, tick: 12, turn: 3, phase: 1, event, ruling: None }));
        let lines = vec![Line::Action { side: Side::Away, id: 9 }, entry(event), entry(ended), entry(run)];
        let footer = Footer {
            result: MatchResult::None,
            score: [1, 0],
            extra_time: false,
            shootout: None,
            ending: None,
            reason: String::new(),
            stopped: Some("enough".to_owned()),
            events: 3,
            actions: 1,
            tally: crate::game::Tally::default(),
            state_hash: String::new(),
            chain: String::new(),
        };
        Replay { header, lines, footer: Some(footer) }
    }

    #[test]
    fn a_replay_is_read_without_its_rules() {
        let small = small();
        let read = Replay::parse(&small.to_bytes()).unwrap();
        assert_eq!((&read.header, &read.lines), (&small.header, &small.lines));
        assert_eq!(read.minute(read.events().next().unwrap()), 15);
    }

    #[test]
    fn an_action_beyond_the_layout_is_refused() {
        let mut small = small();
        small.lines[0] = Line::Action { side: Side::Away, id: 10 };
        let error = Replay::parse(&small.to_bytes()).unwrap_err();
        assert!(matches!(error, ReplayError::Line { line: 2, .. }), "{error}");
    }

    #[test]
    fn a_footer_that_counts_wrong_is_refused() {
        let mut small = small();
        small.lines.pop();
        let error = Replay::parse(&small.to_bytes()).unwrap_err();
        assert!(error.to_string().contains("the footer counts 3 events"), "{error}");
    }

    #[test]
    fn nothing_may_follow_the_footer() {
        let mut bytes = small().to_bytes();
        bytes.extend_from_slice(b"\n");
        assert!(matches!(Replay::parse(&bytes), Err(ReplayError::Line { line: 7, .. })));
    }

    #[cfg(not(feature = "zstd"))]
    #[test]
    fn without_zstd_a_packed_replay_is_refused_with_advice() {
        assert!(matches!(Replay::parse(&ZSTD_MAGIC), Err(ReplayError::NoZstd)));
    }
}
