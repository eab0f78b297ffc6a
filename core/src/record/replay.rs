//! A replay: a match as it was played, to be watched, checked and asked about without its rules.

use super::entry::Entry;
use super::header::{Footer, Header};
use super::keyframe::Keyframe;
use super::recorder::Line;
use crate::game::save::hex;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// A recorded match. Plain data: reading one needs neither its ruleset nor Lua.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// What was played.
    pub header: Header,
    /// What happened.
    pub lines: Vec<Line>,
    /// How it ended; missing only in a file that was cut off.
    pub footer: Option<Footer>,
}

#[derive(Serialize)]
struct HeaderLine<'a> {
    touchline: &'a Header,
}

#[derive(Serialize)]
struct ActionLine {
    a: u16,
    s: crate::Side,
}

#[derive(Serialize)]
struct EventLine<'a> {
    e: usize,
    #[serde(flatten)]
    entry: &'a Entry,
}

#[derive(Serialize)]
struct KeyframeLine<'a> {
    k: &'a Keyframe,
}

#[derive(Serialize)]
struct FooterLine<'a> {
    end: &'a Footer,
}

impl Replay {
    /// The events, in order: the `n`-th is event *n*.
    pub fn events(&self) -> impl Iterator<Item = &Entry> {
        self.lines.iter().filter_map(|l| match l {
            Line::Event(entry) => Some(&**entry),
            Line::Action { .. } | Line::Keyframe(_) => None,
        })
    }

    /// The keyframes, in order.
    pub fn keyframes(&self) -> impl Iterator<Item = &Keyframe> {
        self.lines.iter().filter_map(|l| match l {
            Line::Keyframe(frame) => Some(&**frame),
            Line::Action { .. } | Line::Event(_) => None,
        })
    }

    /// The actions, in order: who decided, and the id.
    pub fn actions(&self) -> impl Iterator<Item = (crate::Side, u16)> {
        self.lines.iter().filter_map(|l| match l {
            Line::Action { side, id } => Some((*side, *id)),
            Line::Event(_) | Line::Keyframe(_) => None,
        })
    }

    /// The minute of an event.
    #[must_use]
    pub fn minute(&self, entry: &Entry) -> u16 {
        self.header.clock.minute(entry.half, entry.tick)
    }

    /// Why the recording stops before the end of the match, if it does.
    #[must_use]
    pub fn stopped(&self) -> Option<&str> {
        self.footer.as_ref().and_then(|f| f.stopped.as_deref())
    }

    /// The file's bytes: JSON Lines, the footer's chain computed anew.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(64 * (self.lines.len() + 100));
        push(&mut out, &HeaderLine { touchline: &self.header });
        let mut events = 0;
        for line in &self.lines {
            push_line(&mut out, line, events);
            events += usize::from(matches!(line, Line::Event(_)));
        }
        if let Some(footer) = &self.footer {
            let open = Footer { chain: String::new(), ..footer.clone() };
            push(&mut out, &FooterLine { end: &open });
            out.truncate(out.len() - CHAIN_TAIL.len());
            let chain = hex(&Sha256::digest(&out));
            out.extend_from_slice(chain.as_bytes());
            out.extend_from_slice(CHAIN_TAIL);
        }
        out
    }
}

/// What follows the chain, the last value of the file.
pub(super) const CHAIN_TAIL: &[u8] = b"\"}}\n";

/// Adds one line of the log as the file has it.
pub(super) fn push_line(out: &mut Vec<u8>, line: &Line, event: usize) {
    match line {
        Line::Action { side, id } => push(out, &ActionLine { a: *id, s: *side }),
        Line::Event(entry) => push(out, &EventLine { e: event, entry }),
        Line::Keyframe(frame) => push(out, &KeyframeLine { k: frame }),
    }
}

fn push(out: &mut Vec<u8>, line: &impl Serialize) {
    // Writing to memory cannot fail, and every map of a line has text for keys.
    let _ = serde_json::to_writer(&mut *out, line);
    out.push(b'\n');
}
