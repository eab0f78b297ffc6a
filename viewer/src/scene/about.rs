//! The box about a player.

use super::layout::Layout;
use super::moment::Moment;
use super::tokens::{DARKEST, cross};
use crate::geom::{Pt, Rect, pt};
use crate::keys::Act;
use crate::picture::{Anchor, Picture};
use crate::reel::Reel;
use crate::theme;
use touchline_core::Token;
use touchline_core::game::Status;

/// A section of a sticker as the box about its player tells it.
struct Skill<'a> {
    colour: &'a str,
    text: String,
    on: bool,
}

fn skill_dot(picture: &mut Picture<Act>, at: Pt, radius: f32, skill: &Skill<'_>) {
    let colour = theme::skill(skill.colour);
    picture.disc(at, radius, if skill.on { colour } else { theme::INACTIVE });
    if skill.on && colour.lightness() < DARKEST {
        picture.ring(at, radius, radius * 0.2, theme::TEXT_DIM);
    }
    if skill.on && theme::crossed(skill.colour) {
        cross(picture, at, radius * 0.45, radius * 0.25);
    }
}

/// A box about a player: who he is, his skills, and how he is.
pub(super) fn draw(
    picture: &mut Picture<Act>,
    reel: &Reel,
    moment: &Moment<'_>,
    layout: &Layout,
    mouse: Pt,
    token: Token,
) {
    let Some(player) = reel.player(token) else { return };
    let man = moment.after.man(token);
    let (title, body, small) = (layout.title(theme::TEXT), layout.body(theme::TEXT), layout.small(theme::TEXT_DIM));
    let name = format!("{} {}", player.number, player.name);
    let team = match player.position.as_str() {
        "" => reel.names.team(token.side()).to_owned(),
        position => format!("{}, {position}", reel.names.team(token.side())),
    };
    let mut state = Vec::new();
    if moment.after.ball.carrier == Some(token) {
        state.push(if moment.after.ball.in_hand { "holds the ball in his hands" } else { "has the ball" }.to_owned());
    }
    let flags = [
        (man.lying, "lying"),
        (man.rod, "guided with the rod"),
        (man.injured, "injured"),
        (man.spent, "has moved this turn"),
    ];
    state.extend(flags.into_iter().filter(|(on, _)| *on).map(|(_, word)| word.to_owned()));
    match man.status {
        Status::SentOff => state.push("sent off".to_owned()),
        Status::TakenOff => state.push("taken off".to_owned()),
        Status::Bench => state.push("on the bench".to_owned()),
        _ => {}
    }
    if man.cautions > 0 {
        state.push(format!("cautioned ({})", man.cautions));
    }
    if !player.numbers.is_empty() {
        let numbers: Vec<String> = player.numbers.iter().map(|(colour, n)| format!("{colour} {n}")).collect();
        state.push(format!("in duels: {}", numbers.join(", ")));
    }
    let skills: Vec<Skill<'_>> = player
        .sections
        .iter()
        .enumerate()
        .map(|(i, s)| {
            let skill = s.skill.replace('_', " ");
            let name = if s.colour == s.skill { skill } else { format!("{skill} ({})", s.colour) };
            let on = i < usize::from(man.active);
            let text = if on { format!("{name}, active") } else { format!("{name}, not active now") };
            Skill { colour: &s.colour, text, on }
        })
        .collect();
    let pad = layout.px(10.0);
    let widths = [title.width(&name), small.width(&team)]
        .into_iter()
        .chain(skills.iter().map(|s| body.width(&s.text) + layout.px(18.0)))
        .chain(state.iter().map(|s| small.width(s)));
    let width = widths.fold(0.0, f32::max) + 2.0 * pad;
    let lines = skills.len() as f32 * body.leading() + state.len() as f32 * small.leading();
    let height = 2.0 * pad + title.leading() + small.leading() + lines + layout.px(4.0);
    let place = Rect::new(mouse.x + layout.px(16.0), mouse.y + layout.px(12.0), width, height)
        .kept_in(layout.window.inset(4.0));
    super::message::sheet(picture, layout, place);
    let (x, mut y) = (place.x + pad, place.y + pad + title.leading() / 2.0);
    picture.text(pt(x, y), Anchor::Left, title, &name);
    y += title.leading() / 2.0 + small.leading() / 2.0 + layout.px(1.0);
    picture.text(pt(x, y), Anchor::Left, small, &team);
    y += small.leading() / 2.0 + layout.px(3.0) + body.leading() / 2.0;
    for skill in &skills {
        skill_dot(picture, pt(x + layout.px(6.0), y), layout.px(5.5), skill);
        let ink = layout.body(if skill.on { theme::TEXT } else { theme::TEXT_DIM });
        picture.text(pt(x + layout.px(18.0), y), Anchor::Left, ink, &skill.text);
        y += body.leading();
    }
    y += (small.leading() - body.leading()) / 2.0;
    for line in &state {
        picture.text(pt(x, y), Anchor::Left, small, line);
        y += small.leading();
    }
}
