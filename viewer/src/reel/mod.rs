//! A replay made ready to be watched: every event with its moment and the frame it leads to.

mod arena;
mod frame;
mod pace;
mod stats;
mod table;
mod why;

pub(crate) use arena::{Arena, point};
pub(crate) use frame::{Frame, Shootout};
pub(crate) use pace::run;
pub(crate) use stats::{Heat, Stats};
pub(crate) use table::{Part, Table, Turn};
pub(crate) use why::Why;

use crate::geom::{Pt, pt};
use crate::theme::{self, Strip};
use crate::timeline::{Beat, Level, Mark, MarkKind, Timeline};
use std::sync::Arc;
use touchline_core::game::Way;
use touchline_core::plugin::{Kind, Restart, RollQuestion};
use touchline_core::record::{
    Detail, Entry, Event, Footer, Header, Keyframe, Line, Names, TokenFrame, commentary, sentence,
};
use touchline_core::rules::{GameKind, Player, Value};
use touchline_core::{Side, Token};

/// How far back a goal's beginning is looked for.
const LEAD: usize = 14;
/// No more events than this lie between two keyframes.
const KEYFRAMES: usize = 80;

/// A match ready to be watched. Lines may still be added.
pub(crate) struct Reel {
    pub(crate) header: Header,
    pub(crate) names: Names,
    pub(crate) arena: Arena,
    pub(crate) strips: [Strip; 2],
    pub(crate) timeline: Timeline,
    pub(crate) footer: Option<Footer>,
    /// What is wrong with the replay, for the spectator to know.
    pub(crate) problems: Vec<String>,
    /// Offside refers to the last opponent, not to the last but one.
    pub(crate) offside_by_last: bool,
    entries: Vec<Entry>,
    /// Before the first event, and after each.
    frames: Vec<Frame>,
    change_ends: bool,
    /// Dice decide about a chance that was claimed.
    chance: bool,
}

impl Reel {
    /// A match of which nothing is known but its header.
    pub(crate) fn new(header: Header) -> Reel {
        let (arena, problem) = Arena::of(&header);
        let members = [0, 1].map(|side: usize| header.squads[side].players.len());
        Reel {
            names: Names::of(&header),
            strips: theme::strips(&header.squads),
            change_ends: header.params.get("change_ends") != Some(&Value::Bool(false)),
            frames: vec![Frame::new(&arena, members)],
            arena,
            timeline: Timeline::default(),
            footer: None,
            offside_by_last: header.params.get("offside_ref") == Some(&Value::Word("last".to_owned())),
            problems: problem.into_iter().collect(),
            entries: Vec::new(),
            chance: false,
            header,
        }
    }

    /// Adds a line of the replay.
    pub(crate) fn push(&mut self, line: Line) {
        match line {
            Line::Action { .. } => {}
            Line::Event(entry) => self.event(Arc::unwrap_or_clone(entry)),
            Line::Keyframe(truth) => self.keyframe(&truth),
        }
    }

    fn event(&mut self, entry: Entry) {
        let number = self.entries.len();
        match &entry.event {
            Event::Roll { question: RollQuestion::Combination, .. } => self.chance = true,
            Event::Throw { .. } | Event::Turn { .. } => self.chance = false,
            _ => {}
        }
        let next = self.frame(number).after(number, &entry, &self.arena, self.change_ends);
        self.frames.push(next);
        let level = match commentary(&entry, &self.names, Detail::Full) {
            None => Level::All,
            Some(_) if commentary(&entry, &self.names, Detail::Highlights).is_some() => Level::Highlights,
            Some(_) => Level::Full,
        };
        let (turn, phase, half) = (entry.turn, entry.phase, entry.half);
        self.timeline.push(Beat { length: self.pace(&entry.event), level, turn, phase, half });
        self.entries.push(entry);
        self.mark(number);
    }

    /// Seconds for an event: dice that are thrown together are shown together, by the throw.
    fn pace(&self, event: &Event) -> f64 {
        let together = match (event, self.header.dice.first()) {
            (Event::Die { label, .. }, Some(first)) => first.name == *label && !self.chance,
            _ => false,
        };
        if together { pace::BLINK } else { pace::length(event) }
    }

    fn mark(&mut self, number: usize) {
        let (kind, side) = match &self.entries[number].event {
            Event::Goal { side, .. } | Event::Shootout { side, .. } => (MarkKind::Goal, Some(*side)),
            Event::Foul { offender, card, sent_off, .. } if card.is_some() || *sent_off => {
                (MarkKind::Card, offender.map(Token::side))
            }
            Event::Kick { token, kind, restart, .. } if *kind == Kind::Shot || *restart == Restart::Penalty => {
                (MarkKind::Shot, Some(token.side()))
            }
            Event::Sent { token, way: Way::Shot, .. } => (MarkKind::Shot, Some(token.side())),
            Event::Roll { question: RollQuestion::Combination, verdict } if verdict != "none" => {
                (MarkKind::Shot, Some(self.frame(number + 1).attack))
            }
            Event::Half { .. } => (MarkKind::Half, None),
            // The dice game begins its shoot-out as a half.
            Event::Whistle { verdict, .. } if verdict == "shootout" && self.header.game != GameKind::Dice => {
                (MarkKind::Half, None)
            }
            _ => return,
        };
        let first = number.saturating_sub(LEAD);
        let leads = |entry: &Entry| match kind {
            MarkKind::Goal => matches!(
                entry.event,
                Event::Declared { .. } | Event::Throw { .. } | Event::Sent { .. } | Event::Picks { .. }
            ),
            MarkKind::Card => matches!(entry.event, Event::Entry { .. } | Event::Kick { .. } | Event::Ability { .. }),
            MarkKind::Shot | MarkKind::Half => false,
        };
        let lead = (first..number).rev().find(|n| leads(&self.entries[*n])).unwrap_or(number);
        let (at, lead) = (self.timeline.start_of(number), self.timeline.start_of(lead));
        self.timeline.mark(Mark { event: number, kind, side, at, lead });
    }

    fn keyframe(&mut self, truth: &Keyframe) {
        let Some(now) = self.frames.last_mut() else { return };
        let before = *now;
        now.correct(truth);
        self.date_skills(&before, truth);
        // Guessed places of those who have not moved since become exact.
        let known: Vec<_> =
            truth.tokens.iter().filter_map(|t| t.at.map(|at| (t.token, pt(at.x as f32, at.y as f32)))).collect();
        for (token, at) in known {
            let earlier = self.frames.iter_mut().rev().skip(1);
            for frame in earlier {
                if !frame.improve(token, at, &self.arena) {
                    break;
                }
            }
        }
    }

    /// That skills stopped or began to count is told by keyframes only: it dates from the event that brought it about,
    /// what a plugin noted about the player or, failing that, about his team.
    fn date_skills(&mut self, before: &Frame, truth: &Keyframe) {
        let changed = |t: &&TokenFrame| t.active.unwrap_or(u8::MAX) != before.man(t.token).active;
        for token in truth.tokens.iter().filter(changed) {
            let noted = |own: bool| {
                let since = self.entries.iter().enumerate().rev().take(KEYFRAMES);
                since
                    .filter_map(|(n, e)| {
                        matches!(&e.event, Event::Slot { who, .. } if who.is_some() == own
                    && who.is_none_or(|w| w == token.token))
                        .then_some(n)
                    })
                    .next()
            };
            let Some(from) = noted(true).or_else(|| noted(false)) else { continue };
            for frame in &mut self.frames[from + 1..] {
                frame.set_active(token.token, token.active);
            }
        }
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn entry(&self, event: usize) -> Option<&Entry> {
        self.entries.get(event)
    }

    /// The match after so many events.
    pub(crate) fn frame(&self, events: usize) -> &Frame {
        &self.frames[events.min(self.frames.len() - 1)]
    }

    /// An event in words.
    pub(crate) fn sentence(&self, event: usize) -> String {
        self.entries.get(event).map(|e| sentence(e, &self.names)).unwrap_or_default()
    }

    /// The places by which a ball went that was sent over a square board.
    pub(crate) fn stations(&self, event: usize) -> Option<Vec<Pt>> {
        let Event::Sent { token, via, at, .. } = &self.entries.get(event)?.event else { return None };
        let place = |t: &Token| self.frame(event).man(*t).at;
        let stops = [token].into_iter().chain(via).filter_map(place);
        Some(stops.chain([pt(at.x as f32, at.y as f32)]).collect())
    }

    /// When an event happened, for people: its minute, or its turn or round in a game without minutes.
    pub(crate) fn when(&self, event: usize) -> String {
        match self.header.game {
            GameKind::Pitch => format!("{}’", self.minute(event)),
            _ => self.entries.get(event).map_or_else(String::new, |e| format!("{}.", e.turn)),
        }
    }

    /// The minute of an event.
    pub(crate) fn minute(&self, event: usize) -> u16 {
        self.entries.get(event).map_or(0, |e| self.names.minute(e))
    }

    /// A player of a squad.
    pub(crate) fn player(&self, token: Token) -> Option<&Player> {
        self.header.squads[token.side().index()].players.get(usize::from(token.member()))
    }

    /// Whether a player keeps goal, as his sheet says.
    pub(crate) fn is_keeper(&self, token: Token) -> bool {
        self.player(token).is_some_and(|p| p.position.contains("keeper"))
    }

    /// The strip of a side.
    pub(crate) fn strip(&self, side: Side) -> Strip {
        theme::of(&self.strips, side)
    }
}
