//! When everything happens: events laid out one after another, with the moments people look for.

use crate::playback::Way;
use touchline_core::Side;

/// How much of a match is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Level {
    /// Goals, shots, cards, whistles.
    Highlights,
    /// What a spectator would see.
    #[default]
    Full,
    /// Every event, as the engine logged it.
    All,
}

impl Level {
    pub(crate) fn next(self) -> Level {
        match self {
            Level::Highlights => Level::Full,
            Level::Full => Level::All,
            Level::All => Level::Highlights,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Level::Highlights => "highlights",
            Level::Full => "the match",
            Level::All => "every event",
        }
    }
}

/// What people look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum MarkKind {
    Goal,
    Card,
    Shot,
    Half,
}

impl MarkKind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            MarkKind::Goal => "Goal",
            MarkKind::Card => "Card",
            MarkKind::Shot => "Shot",
            MarkKind::Half => "Half",
        }
    }
}

/// A moment worth finding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mark {
    pub(crate) event: usize,
    pub(crate) kind: MarkKind,
    pub(crate) side: Option<Side>,
    /// When it happens.
    pub(crate) at: f64,
    /// Where to begin to see how it came about.
    pub(crate) lead: f64,
}

/// One event as the timeline sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Beat {
    /// Seconds at normal speed.
    pub(crate) length: f64,
    /// The detail at which it is told.
    pub(crate) level: Level,
    pub(crate) turn: u16,
    pub(crate) phase: u8,
    pub(crate) half: u8,
}

/// Events one after another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timeline {
    beats: Vec<Beat>,
    /// Where each begins; one more than there are events.
    starts: Vec<f64>,
    marks: Vec<Mark>,
    /// How much is told: steps by event stop at these.
    pub(crate) detail: Level,
}

impl Timeline {
    pub(crate) fn push(&mut self, beat: Beat) {
        let start = self.length();
        if self.starts.is_empty() {
            self.starts.push(0.0);
        }
        self.beats.push(beat);
        self.starts.push(start + beat.length);
    }

    pub(crate) fn mark(&mut self, mark: Mark) {
        self.marks.push(mark);
    }

    pub(crate) fn events(&self) -> usize {
        self.beats.len()
    }

    pub(crate) fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Seconds of the whole match at normal speed.
    pub(crate) fn length(&self) -> f64 {
        self.starts.last().copied().unwrap_or(0.0)
    }

    pub(crate) fn start_of(&self, event: usize) -> f64 {
        self.starts.get(event).copied().unwrap_or_else(|| self.length())
    }

    pub(crate) fn end_of(&self, event: usize) -> f64 {
        self.start_of(event + 1)
    }

    /// The event that is happening: the moment it ends still belongs to it. `None` before the first.
    pub(crate) fn event_at(&self, at: f64) -> Option<usize> {
        let begun = self.starts.partition_point(|s| *s < at - 1e-9);
        begun.checked_sub(1).map(|e| e.min(self.beats.len().saturating_sub(1))).filter(|e| *e < self.beats.len())
    }

    /// How far the event has got, 0 to 1.
    pub(crate) fn progress(&self, event: usize, at: f64) -> f32 {
        let (start, end) = (self.start_of(event), self.end_of(event));
        if end <= start { 1.0 } else { ((at - start) / (end - start)).clamp(0.0, 1.0) as f32 }
    }

    /// Whether an event is told at the chosen detail.
    pub(crate) fn is_told(&self, event: usize) -> bool {
        self.beats.get(event).is_some_and(|b| b.level <= self.detail)
    }

    /// The nearest event before or after the one that is shown, of those asked for.
    pub(crate) fn neighbour(&self, at: f64, way: Way, is: impl Fn(usize) -> bool) -> Option<usize> {
        let now = self.event_at(at);
        match way {
            Way::On => (now.map_or(0, |e| e + 1)..self.events()).find(|e| is(*e)),
            Way::Back => (0..now?).rfind(|e| is(*e)),
        }
    }

    pub(crate) fn begins_turn(&self, event: usize) -> bool {
        self.begins(event, |b| (b.half, b.turn))
    }

    pub(crate) fn begins_phase(&self, event: usize) -> bool {
        self.begins(event, |b| (b.half, b.turn, b.phase))
    }

    fn begins<K: PartialEq>(&self, event: usize, key: impl Fn(&Beat) -> K) -> bool {
        match event.checked_sub(1) {
            None => true,
            Some(before) => key(&self.beats[before]) != key(&self.beats[event]),
        }
    }
}
