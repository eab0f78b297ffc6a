//! Those beside the pitch: benches at the left (home) and right.

use super::board::Stage;
use super::tokens::{badges, card, sticker};
use crate::geom::{Pt, pt};
use crate::keys::Act;
use crate::picture::{Anchor, Picture};
use crate::theme;
use touchline_core::game::Status;
use touchline_core::{Side, Token};

/// Where everybody of a side sits, and how large.
fn seats(stage: &Stage<'_>, side: Side, below: f32) -> Vec<(Token, Pt, f32)> {
    let field = stage.view.field();
    let radius = (stage.view.scale * 1.55).min(stage.layout.px(19.0));
    let y = field.bottom() + stage.view.scale * (below - 2.6);
    let (start, way) = if side == Side::Home { (field.x, 1.0) } else { (field.right(), -1.0) };
    let beside = |t: &Token| {
        let man = stage.moment.after.man(*t);
        man.at.is_none() && !matches!(man.status, Status::Absent | Status::Pitch)
    };
    let members = Token::of(side).filter(beside).enumerate();
    members.map(|(i, token)| (token, pt(start + way * radius * (1.0 + 2.5 * i as f32), y), radius)).collect()
}

/// Draws both benches: those who left dimmed, those sent off with a card.
pub(super) fn draw(picture: &mut Picture<Act>, stage: &Stage<'_>, below: f32) {
    let field = stage.view.field();
    let ink = stage.layout.small(theme::TEXT_DIM);
    for side in Side::BOTH {
        let seats = seats(stage, side, below);
        if let Some((_, at, radius)) = seats.first() {
            let (x, anchor) = match side {
                Side::Home => (field.x, Anchor::Left),
                Side::Away => (field.right(), Anchor::Right),
            };
            let label = format!("Bench {}", stage.reel.names.team(side));
            picture.text_in(pt(x, at.y - radius - ink.size * 0.9), anchor, ink, field.w * 0.45, &label);
        }
        for (token, at, radius) in seats {
            let man = stage.moment.after.man(token);
            sticker(picture, stage.reel, token, at, radius, man.active);
            match man.status {
                Status::SentOff => {
                    picture.disc(at, radius * 1.06, theme::BACKGROUND.at(150));
                    card(picture, pt(at.x + radius * 0.7, at.y - radius * 0.6), radius * 1.1, theme::RED_CARD);
                }
                Status::TakenOff => picture.disc(at, radius * 1.06, theme::BACKGROUND.at(165)),
                _ => {}
            }
            badges(picture, if man.status == Status::SentOff { 0 } else { man.cautions }, man.injured, at, radius);
        }
    }
}

/// Who sits under the mouse.
pub(super) fn under(stage: &Stage<'_>, mouse: Pt, below: f32) -> Option<Token> {
    let mut all = Side::BOTH.into_iter().flat_map(|side| seats(stage, side, below));
    all.find(|(_, at, radius)| at.distance(mouse) <= *radius).map(|(token, ..)| token)
}
