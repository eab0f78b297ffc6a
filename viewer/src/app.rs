//! The viewer without its window: a match, the state of the controls, and the picture they make.

use crate::geom::{Pt, Rect};
use crate::keys::{self, Act, Key};
use crate::picture::Picture;
use crate::playback::{Command, Playback};
use crate::reel::{Heat, Reel, Stats};
use crate::scene;
use std::cell::RefCell;
use std::collections::BTreeMap;
use touchline_core::record::{Footer, Line};

/// What is switched on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Switches {
    pub(crate) help: bool,
    pub(crate) stats: bool,
    pub(crate) zones: bool,
    pub(crate) offside: bool,
    pub(crate) flip: bool,
    /// What is wrong with the replay, until it is clicked away.
    pub(crate) banner: bool,
    /// Lines the feed is scrolled away from the running event.
    pub(crate) scroll: i32,
    pub(crate) mouse: Option<Pt>,
}

/// What the window is to do after an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Nothing,
    FullScreen,
    Quit,
}

/// The viewer.
pub(crate) struct App {
    pub(crate) show: Show,
    pub(crate) playback: Playback,
    pub(crate) switches: Switches,
    /// Texts of the clauses that rulings name.
    pub(crate) clauses: BTreeMap<String, String>,
    /// Frames a second, where they are wanted on the screen.
    pub(crate) rate: Option<u32>,
    scrubbing: bool,
    targets: Vec<(Rect, Act)>,
    figures: RefCell<Option<(usize, Stats, Heat)>>,
}

/// What there is to see.
pub(crate) enum Show {
    /// A match.
    Match(Box<Reel>),
    /// It has not arrived yet.
    #[cfg_attr(target_arch = "wasm32", allow(dead_code))]
    Waiting(String),
    /// It cannot be shown.
    Problem(String),
}

impl App {
    pub(crate) fn new(show: Show) -> App {
        let switches = Switches {
            help: false,
            stats: false,
            zones: true,
            offside: false,
            flip: false,
            banner: true,
            scroll: 0,
            mouse: None,
        };
        App {
            show,
            playback: Playback::default(),
            switches,
            clauses: BTreeMap::new(),
            rate: None,
            scrubbing: false,
            targets: Vec::new(),
            figures: RefCell::new(None),
        }
    }

    pub(crate) fn reel(&self) -> Option<&Reel> {
        match &self.show {
            Show::Match(reel) => Some(reel),
            Show::Waiting(_) | Show::Problem(_) => None,
        }
    }

    fn reel_mut(&mut self) -> Option<&mut Reel> {
        match &mut self.show {
            Show::Match(reel) => Some(reel),
            Show::Waiting(_) | Show::Problem(_) => None,
        }
    }

    /// Adds lines of a match that is being played or written.
    pub(crate) fn add(&mut self, lines: impl IntoIterator<Item = Line>) {
        if let Some(reel) = self.reel_mut() {
            lines.into_iter().for_each(|line| reel.push(line));
        }
    }

    /// Something the spectator should know.
    #[cfg(any(feature = "command", target_arch = "wasm32"))]
    pub(crate) fn problem(&mut self, text: String) {
        if let Some(reel) = self.reel_mut() {
            reel.problems.push(text);
        }
    }

    /// Something he was told is no longer so.
    #[cfg_attr(target_arch = "wasm32", allow(dead_code))]
    pub(crate) fn no_problem(&mut self, text: &str) {
        if let Some(reel) = self.reel_mut() {
            reel.problems.retain(|p| p != text);
        }
    }

    /// The match has been played to its end, or no more of it will come.
    pub(crate) fn finish(&mut self, footer: Option<Footer>, problem: Option<String>) {
        self.playback.live = false;
        if let Some(reel) = self.reel_mut() {
            if let Some(why) = footer.as_ref().and_then(|f| f.stopped.clone()) {
                reel.problems.push(format!("the match stopped: {why}"));
            }
            reel.footer = footer;
            reel.problems.extend(problem);
        }
    }

    /// Lets time pass.
    pub(crate) fn advance(&mut self, seconds: f64) {
        if let Show::Match(reel) = &self.show {
            self.playback.advance(seconds, &reel.timeline);
        }
    }

    /// The event that is shown.
    pub(crate) fn event(&self) -> Option<usize> {
        self.reel().and_then(|reel| reel.timeline.event_at(self.playback.at))
    }

    /// A key was pressed.
    pub(crate) fn key(&mut self, key: Key, shift: bool) -> Outcome {
        keys::act(key, shift).map_or(Outcome::Nothing, |act| self.act(act))
    }

    /// The mouse button went down.
    pub(crate) fn press(&mut self, at: Pt) -> Outcome {
        self.switches.mouse = Some(at);
        let hit = self.targets.iter().rev().find(|(place, _)| place.contains(at)).map(|(place, act)| (*place, *act));
        match hit {
            Some((place, Act::Scrub)) => {
                self.scrubbing = true;
                self.scrub(place, at);
                Outcome::Nothing
            }
            Some((_, act)) => self.act(act),
            None => Outcome::Nothing,
        }
    }

    /// The mouse was moved.
    pub(crate) fn hover(&mut self, at: Option<Pt>) {
        self.switches.mouse = at;
        let bar = self.targets.iter().find(|(_, act)| *act == Act::Scrub).map(|(place, _)| *place);
        if let (true, Some(at), Some(bar)) = (self.scrubbing, at, bar) {
            self.scrub(bar, at);
        }
    }

    /// The mouse button went up.
    pub(crate) fn release(&mut self) {
        self.scrubbing = false;
    }

    /// The wheel was turned, towards the spectator where `lines` is positive.
    pub(crate) fn wheel(&mut self, lines: i32) {
        self.switches.scroll = (self.switches.scroll + lines).clamp(-100_000, 100_000);
    }

    fn scrub(&mut self, bar: Rect, at: Pt) {
        let share = f64::from(((at.x - bar.x) / bar.w.max(1.0)).clamp(0.0, 1.0));
        if let Show::Match(reel) = &self.show {
            self.playback.apply(Command::Seek(share * reel.timeline.length()), &reel.timeline);
            self.switches.scroll = 0;
        }
    }

    /// Does what a control asks for.
    pub(crate) fn act(&mut self, act: Act) -> Outcome {
        let on = &mut self.switches;
        match act {
            Act::Play(command) => {
                on.scroll = 0;
                if let Show::Match(reel) = &self.show {
                    self.playback.apply(command, &reel.timeline);
                }
            }
            Act::Help => on.help = !on.help,
            Act::Stats => on.stats = !on.stats,
            Act::Zones => on.zones = !on.zones,
            Act::Offside => on.offside = !on.offside,
            Act::Flip => on.flip = !on.flip,
            Act::Dismiss => on.banner = false,
            Act::FullScreen => return Outcome::FullScreen,
            Act::Detail => {
                on.scroll = 0;
                if let Some(reel) = self.reel_mut() {
                    reel.timeline.detail = reel.timeline.detail.next();
                }
            }
            Act::Close => match (on.help, on.stats) {
                (true, _) => on.help = false,
                (_, true) => on.stats = false,
                _ => return Outcome::Quit,
            },
            Act::Scrub | Act::Catch => {}
        }
        Outcome::Nothing
    }

    /// Figures up to the running event, counted once for each.
    pub(crate) fn figures<R>(&self, reel: &Reel, read: impl FnOnce(&Stats, &Heat) -> R) -> R {
        let events = self.event().map_or(0, |e| e + 1);
        let mut kept = self.figures.borrow_mut();
        let known = matches!(&*kept, Some((at, ..)) if *at == events);
        if !known {
            *kept = Some((events, Stats::of(reel, events), Heat::of(reel, events)));
        }
        match &*kept {
            Some((_, stats, heat)) => read(stats, heat),
            None => read(&Stats::default(), &Heat::default()),
        }
    }

    /// The picture for a window of this size; clicks mean what it shows.
    pub(crate) fn picture(&mut self, width: f32, height: f32) -> Picture<Act> {
        let mut picture = scene::compose(self, width, height);
        self.targets = std::mem::take(&mut picture.targets);
        picture
    }
}
