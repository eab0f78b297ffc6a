//! Keys and what they do: one table for the controls and for the help page.

use crate::playback::{Command, Stride, Way};
use crate::timeline::MarkKind;

/// A key, whatever the window system calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    Char(char),
    Space,
    Left,
    Right,
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    End,
    Escape,
    Tab,
    F11,
}

/// What a control asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Act {
    /// Something about playback.
    Play(Command),
    /// The page of keys.
    Help,
    /// The page of figures.
    Stats,
    /// Zones on the board.
    Zones,
    /// The offside line at all times.
    Offside,
    /// The other team attacks to the right.
    Flip,
    FullScreen,
    /// How much is told.
    Detail,
    /// Closes what lies on top; quits when nothing does.
    Close,
    /// The scrubber, to be dragged.
    Scrub,
    /// Takes away what is said about the replay.
    Dismiss,
    /// Nothing: the place only catches clicks.
    Catch,
}

/// A line of the table.
pub(crate) struct Binding {
    pub(crate) key: Key,
    /// With the shift key; letters carry it in themselves.
    pub(crate) shift: bool,
    pub(crate) act: Act,
    /// How the help page writes the keys; empty for the second of a pair.
    pub(crate) shown: &'static str,
    pub(crate) help: &'static str,
}

const fn key(key: Key, act: Act, shown: &'static str, help: &'static str) -> Binding {
    Binding { key, shift: false, act, shown, help }
}

const fn shift(key: Key, act: Act, shown: &'static str, help: &'static str) -> Binding {
    Binding { key, shift: true, act, shown, help }
}

const fn step(stride: Stride, way: Way) -> Act {
    Act::Play(Command::Step(stride, way))
}

const fn mark(kind: MarkKind, way: Way) -> Act {
    step(Stride::Mark(kind), way)
}

/// Every key.
pub(crate) const KEYS: &[Binding] = &[
    key(Key::Space, Act::Play(Command::Toggle), "space", "play, pause"),
    key(Key::Right, step(Stride::Event, Way::On), "← →", "step by event"),
    key(Key::Left, step(Stride::Event, Way::Back), "", ""),
    shift(Key::Right, step(Stride::Phase, Way::On), "shift ← →", "step by phase"),
    shift(Key::Left, step(Stride::Phase, Way::Back), "", ""),
    key(Key::PageDown, step(Stride::Turn, Way::On), "page up, down", "step by turn (also , and .)"),
    key(Key::PageUp, step(Stride::Turn, Way::Back), "", ""),
    key(Key::Char('.'), step(Stride::Turn, Way::On), "", ""),
    key(Key::Char(','), step(Stride::Turn, Way::Back), "", ""),
    key(Key::Char('g'), mark(MarkKind::Goal, Way::On), "g  G", "next, previous goal"),
    key(Key::Char('G'), mark(MarkKind::Goal, Way::Back), "", ""),
    key(Key::Char('c'), mark(MarkKind::Card, Way::On), "c  C", "next, previous card"),
    key(Key::Char('C'), mark(MarkKind::Card, Way::Back), "", ""),
    key(Key::Char('s'), mark(MarkKind::Shot, Way::On), "s  S", "next, previous shot"),
    key(Key::Char('S'), mark(MarkKind::Shot, Way::Back), "", ""),
    key(Key::Up, Act::Play(Command::Faster), "↑ ↓", "faster, slower (also + and -)"),
    key(Key::Down, Act::Play(Command::Slower), "", ""),
    key(Key::Char('+'), Act::Play(Command::Faster), "", ""),
    key(Key::Char('='), Act::Play(Command::Faster), "", ""),
    key(Key::Char('-'), Act::Play(Command::Slower), "", ""),
    key(Key::Char('1'), Act::Play(Command::Speed(1.0)), "1", "normal speed"),
    key(Key::Home, Act::Play(Command::ToStart), "home", "to the start"),
    key(Key::End, Act::Play(Command::ToEnd), "end", "to the end, or the live edge"),
    key(Key::Char('l'), Act::Play(Command::Loop), "l", "play in a loop"),
    key(Key::Char('d'), Act::Detail, "d", "tell more or less"),
    key(Key::Char('t'), Act::Stats, "t", "statistics"),
    key(Key::Tab, Act::Stats, "", ""),
    key(Key::Char('z'), Act::Zones, "z", "zones on the board"),
    key(Key::Char('o'), Act::Offside, "o", "offside line"),
    key(Key::Char('x'), Act::Flip, "x", "change sides"),
    key(Key::Char('f'), Act::FullScreen, "f", "full screen"),
    key(Key::F11, Act::FullScreen, "", ""),
    key(Key::Char('?'), Act::Help, "?", "this page"),
    key(Key::Char('h'), Act::Help, "", ""),
    key(Key::Escape, Act::Close, "esc", "close, quit"),
    key(Key::Char('q'), Act::Close, "", ""),
];

/// What a key does.
pub(crate) fn act(key: Key, shift: bool) -> Option<Act> {
    let letter = matches!(key, Key::Char(_));
    KEYS.iter().find(|b| b.key == key && (letter || b.shift == shift)).map(|b| b.act)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_does_one_thing_and_the_help_names_all_of_them() {
        for (i, a) in KEYS.iter().enumerate() {
            assert!(KEYS[i + 1..].iter().all(|b| (a.key, a.shift) != (b.key, b.shift)), "{:?}", a.key);
            assert_eq!(a.shown.is_empty(), a.help.is_empty());
        }
        assert_eq!(act(Key::Right, true), Some(step(Stride::Phase, Way::On)));
        assert_eq!(act(Key::Char('G'), true), Some(mark(MarkKind::Goal, Way::Back)));
        assert_eq!(act(Key::Char('§'), false), None);
    }
}
