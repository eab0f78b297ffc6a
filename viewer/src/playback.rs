//! Playback as a pure state machine: commands and passing time in, a place in the match out.

use crate::timeline::{MarkKind, Timeline};

/// The speeds that can be chosen.
pub(crate) const SPEEDS: [f64; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
/// How long the end of the match is shown before a loop begins anew, in seconds.
const REST: f64 = 2.0;
/// Two places closer than this are the same.
const SAME: f64 = 1e-6;

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Way {
    Back,
    On,
}

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Stride {
    Event,
    Phase,
    Turn,
    Mark(MarkKind),
}

/// What the controls ask for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Command {
    /// Play, or pause.
    Toggle,
    Step(Stride, Way),
    /// To a moment, in seconds from the start.
    Seek(f64),
    /// To the end of an event, paused.
    Show(usize),
    Faster,
    Slower,
    Speed(f64),
    Loop,
    ToStart,
    /// To the newest event, and on with it while the match is being played.
    ToEnd,
}

/// Where the viewer is and how it goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Playback {
    /// Seconds from the start of the match at normal speed.
    pub(crate) at: f64,
    pub(crate) playing: bool,
    pub(crate) speed: f64,
    pub(crate) looping: bool,
    /// The match is still being played or written: more events may come.
    pub(crate) live: bool,
    rested: f64,
}

impl Default for Playback {
    fn default() -> Self {
        Playback { at: 0.0, playing: true, speed: 1.0, looping: false, live: false, rested: 0.0 }
    }
}

impl Playback {
    /// Lets time pass.
    pub(crate) fn advance(&mut self, seconds: f64, timeline: &Timeline) {
        let end = timeline.length();
        if !self.playing {
            return;
        }
        self.at += seconds.max(0.0) * self.speed;
        if self.at < end {
            self.rested = 0.0;
            return;
        }
        self.at = end;
        if self.live {
            return;
        }
        if !self.looping {
            self.playing = false;
            return;
        }
        self.rested += seconds.max(0.0);
        if self.rested >= REST {
            self.rested = 0.0;
            self.at = 0.0;
        }
    }

    /// Whether the newest event of a running match is shown.
    pub(crate) fn at_live_edge(&self, timeline: &Timeline) -> bool {
        self.live && self.at >= timeline.length() - SAME
    }

    /// Does what a control asks for.
    pub(crate) fn apply(&mut self, command: Command, timeline: &Timeline) {
        let end = timeline.length();
        match command {
            Command::Toggle => {
                self.playing = !self.playing;
                if self.playing && !self.live && self.at >= end - SAME {
                    self.at = 0.0;
                }
            }
            Command::Step(stride, way) => self.step(stride, way, timeline),
            Command::Seek(to) => self.at = to.clamp(0.0, end),
            Command::Show(event) => {
                self.playing = false;
                self.at = timeline.end_of(event);
            }
            Command::Faster => self.speed = SPEEDS.into_iter().find(|s| *s > self.speed).unwrap_or(self.speed),
            Command::Slower => self.speed = SPEEDS.into_iter().rfind(|s| *s < self.speed).unwrap_or(self.speed),
            Command::Speed(speed) => self.speed = speed.clamp(SPEEDS[0], SPEEDS[SPEEDS.len() - 1]),
            Command::Loop => self.looping = !self.looping,
            Command::ToStart => self.at = 0.0,
            Command::ToEnd => {
                self.at = end;
                self.playing = self.live;
            }
        }
        self.rested = 0.0;
    }

    fn step(&mut self, stride: Stride, way: Way, timeline: &Timeline) {
        match stride {
            // A step by event shows what the event came to.
            Stride::Event => {
                self.playing = false;
                let to = timeline.neighbour(self.at, way, |e| timeline.is_told(e));
                self.at = to.map_or(if way == Way::On { timeline.length() } else { 0.0 }, |e| timeline.end_of(e));
            }
            // The others go to where something begins, and play on if it was playing.
            Stride::Phase => self.go(way, timeline, |e| timeline.begins_phase(e)),
            Stride::Turn => self.go(way, timeline, |e| timeline.begins_turn(e)),
            Stride::Mark(kind) => {
                let marks = timeline.marks().iter().filter(|m| m.kind == kind);
                let mut leads = marks.map(|m| m.lead);
                let to = match way {
                    Way::On => leads.find(|lead| *lead > self.at + SAME),
                    // Just begun counts as not begun, or one could never get past it while it plays.
                    Way::Back => leads.rfind(|lead| *lead < self.at - 0.8 * self.pace()),
                };
                self.at = to.unwrap_or(self.at);
            }
        }
    }

    fn go(&mut self, way: Way, timeline: &Timeline, is: impl Fn(usize) -> bool) {
        let starts = (0..timeline.events()).filter(|e| is(*e)).map(|e| timeline.start_of(e));
        let to = match way {
            Way::On => starts.into_iter().find(|at| *at > self.at + SAME),
            Way::Back => {
                let before = self.at - 0.5 * self.pace();
                starts.into_iter().take_while(|at| *at < before).last().or(Some(0.0))
            }
        };
        self.at = to.unwrap_or(timeline.length());
    }

    /// How much of the match passes in a second, at least a little when paused.
    fn pace(&self) -> f64 {
        if self.playing { self.speed } else { 1e-3 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::{Beat, Level, Mark};

    /// Ten events of a second each; a turn begins with 0 and 5, a phase with 0, 2, 5 and 7; 8 is a goal led in by 6.
    fn ten() -> Timeline {
        let mut timeline = Timeline::default();
        for n in 0..10_usize {
            let level = if n == 3 { Level::All } else { Level::Full };
            timeline.push(Beat { length: 1.0, level, turn: (n / 5) as u16, phase: (n % 5 / 2) as u8, half: 1 });
        }
        timeline.mark(Mark { event: 8, kind: MarkKind::Goal, side: None, at: 8.0, lead: 6.0 });
        timeline.detail = Level::Full;
        timeline
    }

    fn at(seconds: f64) -> Playback {
        Playback { at: seconds, playing: false, ..Playback::default() }
    }

    fn after(mut playback: Playback, command: Command) -> Playback {
        playback.apply(command, &ten());
        playback
    }

    #[test]
    fn it_plays_at_its_speed_and_stops_at_the_end() {
        let mut p = Playback { speed: 2.0, ..Playback::default() };
        p.advance(1.5, &ten());
        assert_eq!((p.at, p.playing), (3.0, true));
        p.advance(100.0, &ten());
        assert_eq!((p.at, p.playing), (10.0, false));
        // Play at the end begins anew.
        assert_eq!(after(p, Command::Toggle).at, 0.0);
    }

    #[test]
    fn a_loop_rests_at_the_end_and_begins_anew() {
        let mut p = Playback { looping: true, at: 9.9, ..Playback::default() };
        p.advance(0.5, &ten());
        assert_eq!(p.at, 10.0);
        p.advance(1.0, &ten());
        assert_eq!((p.at, p.playing), (10.0, true));
        p.advance(1.1, &ten());
        assert_eq!(p.at, 0.0);
    }

    #[test]
    fn at_the_live_edge_it_waits_for_more_and_goes_on() {
        let mut p = Playback { live: true, at: 9.0, ..Playback::default() };
        let mut timeline = ten();
        p.advance(5.0, &timeline);
        assert!(p.playing && p.at_live_edge(&timeline));
        timeline.push(Beat { length: 1.0, level: Level::Full, turn: 2, phase: 0, half: 1 });
        p.advance(0.25, &timeline);
        assert_eq!((p.at, p.at_live_edge(&timeline)), (10.25, false));
        p.apply(Command::ToEnd, &timeline);
        assert!(p.playing && p.at_live_edge(&timeline));
    }

    #[test]
    fn a_step_shows_the_next_told_event_whole_and_pauses() {
        let p = after(Playback { at: 0.3, ..Playback::default() }, Command::Step(Stride::Event, Way::On));
        assert_eq!((p.at, p.playing), (2.0, false));
        assert_eq!(after(p, Command::Step(Stride::Event, Way::On)).at, 3.0);
        // Event 3 is not told at this level of detail.
        assert_eq!(after(at(3.0), Command::Step(Stride::Event, Way::On)).at, 5.0);
        assert_eq!(after(at(5.0), Command::Step(Stride::Event, Way::Back)).at, 3.0);
        assert_eq!(after(at(0.5), Command::Step(Stride::Event, Way::Back)).at, 0.0);
        assert_eq!(after(at(9.5), Command::Step(Stride::Event, Way::On)).at, 10.0);
    }

    #[test]
    fn steps_by_phase_and_turn_go_to_where_one_begins() {
        assert_eq!(after(at(0.5), Command::Step(Stride::Phase, Way::On)).at, 2.0);
        assert_eq!(after(at(2.0), Command::Step(Stride::Phase, Way::On)).at, 4.0);
        assert_eq!(after(at(2.0), Command::Step(Stride::Phase, Way::Back)).at, 0.0);
        assert_eq!(after(at(1.0), Command::Step(Stride::Turn, Way::On)).at, 5.0);
        assert_eq!(after(at(7.0), Command::Step(Stride::Turn, Way::Back)).at, 5.0);
        assert_eq!(after(at(6.0), Command::Step(Stride::Turn, Way::On)).at, 10.0);
        // Half a second into it, back means the one before.
        let playing = Playback { at: 5.3, ..Playback::default() };
        assert_eq!(after(playing, Command::Step(Stride::Turn, Way::Back)).at, 0.0);
        assert!(after(playing, Command::Step(Stride::Turn, Way::Back)).playing);
    }

    #[test]
    fn a_jump_to_a_goal_shows_how_it_came_about() {
        let goal = |way| Command::Step(Stride::Mark(MarkKind::Goal), way);
        assert_eq!(after(at(1.0), goal(Way::On)).at, 6.0);
        assert_eq!(after(at(6.0), goal(Way::On)).at, 6.0);
        assert_eq!(after(at(9.0), goal(Way::Back)).at, 6.0);
        assert_eq!(after(at(1.0), goal(Way::Back)).at, 1.0);
        assert_eq!(after(at(1.0), Command::Step(Stride::Mark(MarkKind::Card), Way::On)).at, 1.0);
    }

    #[test]
    fn speeds_stay_within_their_range() {
        let mut p = Playback::default();
        for _ in 0..20 {
            p.apply(Command::Faster, &ten());
        }
        assert_eq!(p.speed, 16.0);
        for _ in 0..20 {
            p.apply(Command::Slower, &ten());
        }
        assert_eq!(p.speed, 0.25);
        p.apply(Command::Speed(99.0), &ten());
        assert_eq!(p.speed, 16.0);
    }

    #[test]
    fn seeking_stays_within_the_match_and_a_shown_event_is_whole() {
        assert_eq!(after(at(1.0), Command::Seek(-3.0)).at, 0.0);
        assert_eq!(after(at(1.0), Command::Seek(99.0)).at, 10.0);
        let p = after(Playback::default(), Command::Show(4));
        assert_eq!((p.at, p.playing, ten().event_at(p.at)), (5.0, false, Some(4)));
    }

    #[test]
    fn nothing_happens_in_an_empty_match() {
        let empty = Timeline::default();
        let mut p = Playback { looping: true, ..Playback::default() };
        for command in [
            Command::Step(Stride::Event, Way::On),
            Command::Step(Stride::Turn, Way::Back),
            Command::Show(7),
            Command::ToEnd,
        ] {
            p.apply(command, &empty);
        }
        p.advance(5.0, &empty);
        assert_eq!((p.at, empty.event_at(p.at)), (0.0, None));
    }
}
