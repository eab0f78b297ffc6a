//! Dice on the table: they roll, then show their faces; in a duel both sides' totals.

use super::board::View;
use super::layout::Layout;
use super::moment::Moment;
use crate::geom::{Pt, Rect, pt};
use crate::keys::Act;
use crate::picture::{Anchor, Ink, Picture};
use crate::reel::Reel;
use crate::theme::{self, Colour};
use touchline_core::plugin::{DuelAnswer, DuelKind};
use touchline_core::record::{Entry, Event};
use touchline_core::{Side, Token};

/// A die that was rolled.
struct Rolled<'a> {
    label: &'a str,
    sides: u8,
    face: u8,
    /// Still rolling: how far, 0 to 1.
    rolling: Option<f32>,
    /// Whose it is, in a duel.
    who: Option<Token>,
    /// What it came to with its bonuses, once that is known.
    total: Option<u8>,
}

impl Rolled<'_> {
    /// The die and what is added to it.
    fn sum(&self) -> Option<String> {
        let bonus = i16::from(self.total?) - i16::from(self.face);
        Some(match bonus {
            0 => format!("= {}", self.face),
            1.. => format!("{} + {bonus} = {}", self.face, self.total?),
            _ => format!("{} − {} = {}", self.face, -bonus, self.total?),
        })
    }
}

/// Draws the dice of the running duel, at the top of the board.
pub(super) fn draw(picture: &mut Picture<Act>, reel: &Reel, moment: &Moment<'_>, layout: &Layout, view: &View) {
    let (Some(first), Some(now)) = (moment.after.duel, moment.event) else { return };
    let duel = settles(reel, first);
    let dice = rolled(reel, moment, first, now, duel);
    if dice.is_empty() {
        return;
    }
    // A few at most: the latest.
    let dice = &dice[dice.len().saturating_sub(4)..];
    let (strong, small) = (layout.strong(theme::TEXT), layout.small(theme::TEXT_DIM));
    let size = layout.px(40.0);
    let pad = layout.px(10.0);
    let verdict = duel.filter(|n| *n <= now).and_then(|n| reel.entry(n)).and_then(|entry| verdict(reel, entry));
    let names: Vec<Option<String>> = dice.iter().map(|d| d.who.map(|t| reel.names.player(t))).collect();
    let titles = if names.iter().any(Option::is_some) { strong.leading() } else { 0.0 };
    let sums = if dice.iter().any(|d| d.total.is_some()) { strong.leading() } else { 0.0 };
    let wide = |(die, name): (&Rolled<'_>, &Option<String>)| {
        let name = name.as_ref().map_or(0.0, |n| strong.width(n));
        small.width(die.label).max(name).max(die.sum().map_or(0.0, |s| strong.width(&s)))
    };
    let column = dice.iter().zip(&names).map(wide).fold(size, f32::max) + layout.px(18.0);
    let words = verdict.as_ref().map_or(0.0, |(text, _)| strong.width(text));
    let width = (column * dice.len() as f32).max(words) + 2.0 * pad;
    let extra = if verdict.is_some() { strong.leading() } else { 0.0 };
    let height = 2.0 * pad + titles + size + small.leading() + sums + extra;
    let place = aside(reel, moment, view, layout.board.inset(layout.px(6.0)), width, height);
    picture.cover(place, Act::Catch);
    picture.rounded(place, layout.px(8.0), theme::PANEL);
    picture.frame(place, layout.px(8.0), 1.0, theme::TEXT_FAINT);
    for (i, (die, name)) in dice.iter().zip(&names).enumerate() {
        let x = place.centre().x + column * (i as f32 - (dice.len() as f32 - 1.0) / 2.0);
        let mut y = place.y + pad;
        if let (Some(name), Some(who)) = (name, die.who) {
            let colour = reel.strip(who.side()).shirt.mix(theme::WHITE, 0.6);
            picture.text(pt(x, y + strong.leading() * 0.4), Anchor::Centre, Ink { colour, ..strong }, name);
        }
        y += titles + size / 2.0;
        one(picture, die, pt(x, y), size, theme::DIE);
        y += size / 2.0 + small.leading() * 0.6;
        picture.text(pt(x, y), Anchor::Centre, small, die.label);
        if let Some(sum) = die.sum() {
            picture.text(pt(x, y + small.leading() * 0.4 + strong.leading() * 0.5), Anchor::Centre, strong, &sum);
        }
    }
    if let Some((text, colour)) = verdict {
        let y = place.bottom() - pad - strong.leading() * 0.4;
        picture.text(pt(place.centre().x, y), Anchor::Centre, Ink { colour, ..strong }, &text);
    }
}

/// A place at the top of the board, or at the bottom of the pitch where those whom it is about stand at the top.
fn aside(reel: &Reel, moment: &Moment<'_>, view: &View, room: Rect, width: f32, height: f32) -> Rect {
    let top = Rect::new(room.centre().x - width / 2.0, room.y, width, height);
    let duel = moment.after.duel.and_then(|first| settles(reel, first)).and_then(|n| reel.entry(n)).map(|e| &e.event);
    let Some(Event::Duel { by, against, .. }) = duel else { return top };
    let hidden = [Some(*by), *against].into_iter().flatten().filter_map(|t| moment.place(t)).any(|at| {
        let (at, reach) = (view.at(at), view.scale * 3.0);
        top.overlaps(Rect::around(at, reach))
    });
    let bottom = view.field().bottom().min(room.bottom());
    if hidden { Rect::new(top.x, bottom - height, width, height) } else { top }
}

/// The duel that dice settle: the next one, if nothing but dice and their consequences comes before it.
fn settles(reel: &Reel, first: usize) -> Option<usize> {
    let between = |event: &Event| {
        matches!(event, Event::Die { .. } | Event::LaidDown { .. } | Event::Slot { .. } | Event::Note { .. })
    };
    let numbered = (first..).map_while(|n| reel.entry(n).map(|e| (n, &e.event)));
    let (number, event) = numbered.into_iter().find(|(_, event)| !between(event))?;
    matches!(event, Event::Duel { .. }).then_some(number)
}

/// The dice from one event up to the running one. In a duel the first kind of die is his who tries, the second the
/// other's.
fn rolled<'a>(reel: &'a Reel, moment: &Moment<'_>, first: usize, now: usize, duel: Option<usize>) -> Vec<Rolled<'a>> {
    let settled = duel.and_then(|n| reel.entry(n)).map(|e| &e.event);
    let mut kinds: Vec<&str> = Vec::new();
    let mut dice: Vec<Rolled<'a>> = Vec::new();
    for number in first..=now.min(duel.unwrap_or(now)) {
        let Some(Event::Die { label, sides, face, .. }) = reel.entry(number).map(|e| &e.event) else { continue };
        if !kinds.contains(&label.as_str()) {
            kinds.push(label);
        }
        let side = kinds.iter().position(|k| k == label).unwrap_or(0);
        let (who, totals) = match settled {
            Some(Event::Duel { by, against, totals, .. }) if side < 2 => ([Some(*by), *against][side], *totals),
            _ => (None, None),
        };
        let total = totals.filter(|_| duel.is_some_and(|n| n <= now)).map(|t| t[side.min(1)]);
        // A die that is rolled again counts instead of the one before it.
        dice.iter_mut().filter(|d| d.label == label).for_each(|d| d.total = None);
        let rolling = (number == now && moment.progress < 0.7).then_some(moment.progress / 0.7);
        dice.push(Rolled { label, sides: *sides, face: *face, rolling, who, total });
    }
    dice
}

/// Who against whom, and who won.
fn verdict(reel: &Reel, entry: &Entry) -> Option<(String, Colour)> {
    let Event::Duel { kind, by, against, outcome, .. } = &entry.event else { return None };
    // Who dribbles suffers the foul.
    let fouled = *outcome == DuelAnswer::Foul && matches!(kind, DuelKind::Dribble | DuelKind::GkDribble);
    let name = |token: &Token| reel.names.player(*token);
    let other = against.as_ref().map_or_else(|| "his man".to_owned(), name);
    let word = match outcome {
        DuelAnswer::Won => "beats",
        DuelAnswer::Lost => "loses to",
        DuelAnswer::Turnover => "loses the ball to",
        DuelAnswer::Foul if fouled => "is fouled by",
        DuelAnswer::Foul => "fouls",
        DuelAnswer::Void => "is level with",
    };
    let winner: Side = if fouled || *outcome == DuelAnswer::Won { by.side() } else { by.side().other() };
    Some((format!("{} {word} {other}", name(by)), reel.strip(winner).shirt.mix(theme::WHITE, 0.6)))
}

/// A die with its face; while it rolls, faces fly by and it tumbles.
fn one(picture: &mut Picture<Act>, die: &Rolled<'_>, at: Pt, size: f32, colour: Colour) {
    let (face, turn) = match die.rolling {
        Some(share) => {
            let faces = u32::from(die.sides.max(1));
            let flying = ((share * 14.0) as u32 * 5 + u32::from(die.face)) % faces + 1;
            (flying as u8, (1.0 - share) * 1.25)
        }
        None => (die.face, 0.0),
    };
    let lift = die.rolling.map_or(0.0, |s| (1.0 - s) * size * 0.25 * (s * 18.0).sin().abs());
    let at = pt(at.x, at.y - lift);
    if die.sides == 2 {
        picture.disc(at, size * 0.5, theme::COIN);
        picture.ring(at, size * 0.5, 1.5, theme::DARK);
        picture.text(at, Anchor::Centre, Ink::bold((size * 0.5).round(), theme::DARK), &face.to_string());
        return;
    }
    let half = size / 2.0;
    let corner = |dx: f32, dy: f32| turned(at, dx * half, dy * half, turn);
    let body: Vec<Pt> =
        [(-1.0, -0.8), (-0.8, -1.0), (0.8, -1.0), (1.0, -0.8), (1.0, 0.8), (0.8, 1.0), (-0.8, 1.0), (-1.0, 0.8)]
            .map(|(dx, dy)| corner(dx, dy))
            .to_vec();
    picture.fill(body.clone(), colour);
    picture.outline(body, 1.0, theme::DARK);
    if die.sides == 6 {
        for (dx, dy) in pips(face) {
            picture.disc(corner(dx * 0.52, dy * 0.52), size * 0.1, theme::DARK);
        }
    } else {
        let ink = Ink::bold((size * 0.5).round(), theme::DARK);
        picture.text(at, Anchor::Centre, ink, &face.to_string());
    }
}

fn turned(at: Pt, dx: f32, dy: f32, turn: f32) -> Pt {
    let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
    pt(at.x + dx * cos - dy * sin, at.y + dx * sin + dy * cos)
}

fn pips(face: u8) -> Vec<(f32, f32)> {
    let corners = [(-1.0, -1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, 0.0), (1.0, 0.0)];
    let mut pips: Vec<(f32, f32)> = corners.into_iter().take(usize::from(face / 2 * 2)).collect();
    if face % 2 == 1 {
        pips.push((0.0, 0.0));
    }
    pips
}
