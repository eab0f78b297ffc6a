//! Tokens: round stickers with a number, slices for skills, cards and what has befallen them.

use super::board::{Stage, View};
use super::moment::Moment;
use crate::geom::{Pt, Rect, pt};
use crate::keys::Act;
use crate::picture::{Anchor, Ink, Picture};
use crate::reel::Reel;
use crate::theme::{self, Colour};
use touchline_core::record::Event;
use touchline_core::{End, Side, Token};

/// Draws everybody on the pitch, those who act last.
pub(super) fn draw(picture: &mut Picture<Act>, reel: &Reel, moment: &Moment<'_>, view: &View) {
    wall(picture, reel, moment, view);
    let acting = actors(moment.doing);
    let mut order: Vec<Token> = moment.after.on_pitch().map(|(t, _)| t).collect();
    order.sort_by_key(|t| acting.contains(t));
    for token in order {
        let Some(at) = moment.place(token) else { continue };
        let radius = radius(reel, moment, token) * view.scale;
        let on = view.at(at);
        let man = moment.after.man(token);
        if man.rod {
            rod(picture, moment, token, at, view, reel.arena.size().x);
        }
        if acting.contains(&token) {
            picture.disc(on, radius * 1.32, theme::WHITE.at(120));
        }
        if man.lying {
            let along = if reel.is_keeper(token) { pt(0.0, 1.0) } else { pt(1.0, 0.0) };
            let reach = radius * 1.25;
            let body = reel.strip(token.side()).shirt;
            for (reach, width, colour) in
                [(reach + radius * 0.1, 1.15, theme::DARK), (reach, 0.95, body.mix(theme::DARK, 0.25))]
            {
                let ends = [-reach, reach].map(|r| pt(on.x + along.x * r, on.y + along.y * r));
                picture.line(ends[0], ends[1], radius * width, colour);
            }
        }
        sticker(picture, reel, token, on, if man.lying { radius * 0.8 } else { radius }, man.active);
        badges(picture, man.cautions, man.injured, on, radius);
        if moment.after.ball.carrier == Some(token) {
            picture.ring(on, radius * 1.12, (radius * 0.14).max(1.4), theme::WHITE);
        }
    }
}

/// Who takes part in an event.
fn actors(event: Option<&Event>) -> Vec<Token> {
    match event {
        Some(Event::Sent { token, via, receiver, .. }) => via.iter().chain(receiver).copied().chain([*token]).collect(),
        Some(Event::Kick { token, touched, .. }) => touched.iter().copied().chain([*token]).collect(),
        Some(Event::Duel { by, against, .. }) => against.iter().copied().chain([*by]).collect(),
        Some(Event::Foul { offender, victim, .. }) => victim.iter().chain(offender).copied().collect(),
        Some(
            Event::Declared { token, .. }
            | Event::Keeper { token, .. }
            | Event::Run { token, .. }
            | Event::Approach { token, .. }
            | Event::Possession { token, .. }
            | Event::Offside { token, .. }
            | Event::Header { token }
            | Event::Ability { token, .. }
            | Event::Move { token, .. }
            | Event::Shift { token, .. }
            | Event::GotUp { token }
            | Event::LaidDown { token }
            | Event::Entry { token, .. }
            | Event::Offered { token, .. },
        ) => vec![*token],
        Some(Event::Goal { scorer, .. }) => scorer.iter().copied().collect(),
        Some(Event::Substitution { on, .. }) => vec![*on],
        _ => Vec::new(),
    }
}

fn radius(reel: &Reel, moment: &Moment<'_>, token: Token) -> f32 {
    let (whole, crowded) = reel.arena.token_radius();
    let Some(here) = moment.after.man(token).at else { return whole };
    let others = moment.after.on_pitch().filter(|(t, _)| *t != token).map(|(_, at)| at.distance(here));
    let nearest = others.fold(f32::INFINITY, f32::min);
    (nearest * 0.49).clamp(crowded, whole)
}

/// The sticker of a player: a ring of slices around his number.
pub(super) fn sticker(picture: &mut Picture<Act>, reel: &Reel, token: Token, at: Pt, radius: f32, active: u8) {
    let strip = reel.strip(token.side());
    picture.disc(pt(at.x + radius * 0.1, at.y + radius * 0.16), radius * 1.04, theme::SHADE.at(110));
    picture.disc(at, radius * 1.04, theme::DARK);
    let player = reel.player(token);
    let sections = player.map_or(&[][..], |p| &p.sections);
    let share = 1.0 / sections.len().max(1) as f32;
    for (i, section) in sections.iter().enumerate() {
        let gap = if sections.len() > 1 { 0.012 } else { 0.0 };
        let (from, to) = (i as f32 * share + gap, (i + 1) as f32 * share - gap);
        if i < usize::from(active) {
            slice(picture, at, radius, [from, to], &section.colour);
        } else {
            picture.slice(at, [radius * 0.7, radius], [from, to], theme::INACTIVE);
        }
    }
    picture.disc(at, radius * 0.76, theme::DARK);
    picture.disc(at, radius * 0.7, strip.shirt);
    let number = player.map_or_else(|| (token.member() + 1).to_string(), |p| p.number.to_string());
    let size = (radius * if number.len() > 1 { 0.84 } else { 1.0 }).max(7.0);
    picture.text(at, Anchor::Centre, Ink::bold(size, strip.number), &number);
}

/// A section that counts, with the edge or the crosses that its colour needs.
fn slice(picture: &mut Picture<Act>, at: Pt, radius: f32, [from, to]: [f32; 2], colour: &str) {
    let paint = theme::skill(colour);
    picture.slice(at, [radius * 0.7, radius], [from, to], paint);
    if paint.lightness() < DARKEST {
        picture.slice(at, [radius * 0.93, radius], [from, to], theme::TEXT_DIM);
    }
    if theme::crossed(colour) {
        let count = ((to - from) * 6.0).round().max(1.0);
        for i in 0..count as u8 {
            let on = at.around(radius * 0.82, from + (to - from) * (f32::from(i) + 0.5) / count);
            cross(picture, on, radius * 0.09, (radius * 0.05).max(1.0));
        }
    }
}

/// Paint that is darker than this could be taken for a gap.
pub(super) const DARKEST: f32 = 0.2;

pub(super) fn cross(picture: &mut Picture<Act>, at: Pt, arm: f32, width: f32) {
    for way in [1.0, -1.0] {
        picture.line(pt(at.x - arm, at.y - arm * way), pt(at.x + arm, at.y + arm * way), width, theme::WHITE);
    }
}

pub(super) fn badges(picture: &mut Picture<Act>, cautions: u8, injured: bool, at: Pt, radius: f32) {
    if cautions > 0 {
        card(picture, pt(at.x + radius * 0.85, at.y - radius * 0.85), radius * 0.8, theme::YELLOW_CARD);
    }
    if injured {
        let on = pt(at.x - radius * 0.85, at.y - radius * 0.8);
        let arm = radius * 0.42;
        picture.disc(on, radius * 0.55, theme::RED_CARD);
        picture.line(pt(on.x - arm, on.y), pt(on.x + arm, on.y), radius * 0.26, theme::INJURY);
        picture.line(pt(on.x, on.y - arm), pt(on.x, on.y + arm), radius * 0.26, theme::INJURY);
    }
}

pub(super) fn card(picture: &mut Picture<Act>, at: Pt, size: f32, colour: Colour) {
    let place = Rect::new(at.x - size * 0.35, at.y - size * 0.5, size * 0.7, size);
    picture.rounded(place, size * 0.12, colour);
    picture.frame(place, size * 0.12, 1.0, theme::DARK);
}

/// How far behind the goal line the rod is held, in centimetres: at the edge of the grass.
const ROD: f32 = 4.4;

/// The rod that guides the keeper, from behind the goal.
fn rod(picture: &mut Picture<Act>, moment: &Moment<'_>, token: Token, at: Pt, view: &View, length: f32) {
    let behind = match moment.after.attacks(token.side()) {
        End::Right => -ROD,
        End::Left => length + ROD,
    };
    let from = view.at(pt(behind, at.y));
    picture.line(from, view.at(at), (view.scale * 0.6).max(2.4), theme::DARK);
    picture.line(from, view.at(at), (view.scale * 0.4).max(1.6), theme::ROD);
}

/// A frame around the tokens that stand in one cell as a wall.
fn wall(picture: &mut Picture<Act>, reel: &Reel, moment: &Moment<'_>, view: &View) {
    let frame = moment.after;
    for side in Side::BOTH {
        if frame.walls[side.index()] == 0 {
            continue;
        }
        let spot = frame.ball.at;
        let mates = || frame.on_pitch().filter(move |(t, _)| t.side() == side);
        // The wall is where its mates stand closest together, nearest to the ball.
        let near = |at: Pt| mates().filter(move |(_, other)| other.distance(at) < 5.5);
        let core = mates()
            .filter(|(_, at)| near(*at).count() > 1)
            .min_by(|a, b| a.1.distance(spot).total_cmp(&b.1.distance(spot)));
        let Some((_, core)) = core else { continue };
        let men: Vec<Pt> = near(core).map(|(_, at)| view.at(at)).collect();
        let low = men.iter().fold(pt(f32::INFINITY, f32::INFINITY), |m, p| pt(m.x.min(p.x), m.y.min(p.y)));
        let high = men.iter().fold(pt(0.0, 0.0), |m, p| pt(m.x.max(p.x), m.y.max(p.y)));
        let room = view.scale * 2.1;
        let place = Rect::new(low.x - room, low.y - room, high.x - low.x + 2.0 * room, high.y - low.y + 2.0 * room);
        picture.rounded(place, room, reel.strip(side).shirt.at(70));
        picture.frame(place, room, (view.scale * 0.25).max(1.5), theme::WHITE.at(200));
    }
}

/// The token under the mouse.
pub(super) fn under(stage: &Stage<'_>, mouse: Pt) -> Option<Token> {
    let Stage { reel, moment, view, .. } = stage;
    let near = |token: &Token| {
        moment.place(*token).is_some_and(|at| view.at(at).distance(mouse) <= radius(reel, moment, *token) * view.scale)
    };
    Token::all().filter(|t| moment.after.man(*t).at.is_some()).find(near)
}
