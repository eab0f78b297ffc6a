//! The square board: spaces with their kinds, pawns with their cards, the way of the ball.

use super::board::{Margins, Stage, View};
use super::layout::Layout;
use super::moment::{Moment, eased};
use super::{bench, faces, message, tokens};
use crate::app::App;
use crate::geom::{Pt, Rect, pt};
use crate::keys::Act;
use crate::picture::{Anchor, Picture};
use crate::reel::{Reel, point};
use crate::theme::{self, Colour};
use touchline_core::End;
use touchline_core::board::{Board, Cell};
use touchline_core::plugin::{DuelAnswer, DuelKind};
use touchline_core::record::Event;

pub(super) const MARGINS: Margins = Margins { sides: 1.6, top: 1.6, below: 6.4 };

pub(super) fn draw(picture: &mut Picture<Act>, stage: &Stage<'_>) {
    let Stage { board, moment, view, .. } = stage;
    mat(picture, stage.app, board, view, stage.layout);
    picture.still = picture.shapes.len();
    if stage.app.switches.stats {
        stage.heat_map(picture, |cell| square(board, view, cell).inset(1.0).corners());
    }
    way(picture, stage.reel, moment, view);
    tokens::draw(picture, stage.reel, moment, view);
    stage.ball(picture, board.ball_diameter() as f32 * 0.5, 3.0);
    bench::draw(picture, stage, MARGINS.below);
    picks(picture, stage);
}

/// The square of a cell.
fn square(board: &Board, view: &View, cell: Cell) -> Rect {
    let side = board.cell_width() as f32;
    let at = point(board.centre(cell));
    let [a, b] =
        [pt(at.x - side / 2.0, at.y - side / 2.0), pt(at.x + side / 2.0, at.y + side / 2.0)].map(|p| view.at(p));
    Rect::new(a.x.min(b.x), a.y.min(b.y), (a.x - b.x).abs(), (a.y - b.y).abs())
}

fn is_in(board: &Board, name: &str, cell: Cell) -> bool {
    board.zone(name).is_some_and(|zone| End::BOTH.iter().any(|end| board.zone_cells(zone, *end).contains(cell)))
}

fn mat(picture: &mut Picture<Act>, app: &App, board: &Board, view: &View, layout: &Layout) {
    let field = view.field();
    let rim = view.scale * 1.2;
    let around = Rect::new(field.x - rim, field.y - rim, field.w + 2.0 * rim, field.h + 2.0 * rim);
    picture.rounded(around, layout.px(10.0), theme::GRASS_RIM);
    let side = board.cell_width() as f32;
    for cell in board.all() {
        let place = square(board, view, cell);
        let at = point(board.centre(cell));
        let even = ((at.x / side) as i32 + (at.y / side) as i32) % 2 == 0;
        if is_in(board, "goal", cell) {
            goal_space(picture, place);
            continue;
        }
        picture.rect(place, if even { theme::GRASS } else { theme::GRASS_BAND });
        if app.switches.zones && !app.switches.stats {
            kind(picture, board, cell, place);
        }
        picture.frame(place, 0.0, 1.0, theme::SQUARE_LINE);
    }
    let stroke = (view.scale * 0.14).max(2.0);
    // Around the field; the goals stand outside it.
    let cells: Vec<Rect> =
        board.all().iter().filter(|c| !is_in(board, "goal", *c)).map(|c| square(board, view, c)).collect();
    if let Some(around) = Rect::over(&cells) {
        picture.frame(around, 0.0, stroke, theme::PITCH_LINE);
    }
    if app.switches.zones {
        for (name, width) in [("penalty_area", 1.0), ("goal_kick_area", 0.7)] {
            outline(picture, board, view, name, stroke * width);
        }
    }
    for end in End::BOTH {
        picture.disc(view.at(point(board.centre(board.penalty_spot(end)))), view.scale * 0.35, theme::PITCH_LINE);
    }
    let centre = view.at(point(board.centre(board.centre_cell())));
    picture.ring(centre, view.scale * side * 0.62, stroke * 0.7, theme::PITCH_LINE.at(180));
}

/// What a space is, as a tint or a sign.
fn kind(picture: &mut Picture<Act>, board: &Board, cell: Cell, place: Rect) {
    let at = place.centre();
    if is_in(board, "penalty_area", cell) {
        picture.rect(place, theme::ZONE_AREA);
    }
    if is_in(board, "goal_kick_area", cell) {
        picture.rect(place, theme::ZONE_SMALL);
    }
    if is_in(board, "middle", cell) {
        picture.rect(place, theme::WHITE.at(26));
    }
    if is_in(board, "speed", cell) {
        picture.rect(place, theme::SPEED_LANE);
        let reach = place.w * 0.14;
        for shift in [-1.0_f32, 1.0] {
            let x = at.x + shift * place.w * 0.16;
            let points =
                vec![pt(x - reach, at.y - reach * 1.6), pt(x + reach, at.y), pt(x - reach, at.y + reach * 1.6)];
            picture.stroke(points, place.w * 0.05, theme::WHITE.at(130));
        }
    }
    if is_in(board, "long_pass", cell) {
        picture.rect(place, theme::LONG_PASS);
        let reach = place.w * 0.3;
        let points =
            vec![pt(at.x, at.y - reach), pt(at.x + reach, at.y), pt(at.x, at.y + reach), pt(at.x - reach, at.y)];
        picture.outline(points, place.w * 0.05, theme::WHITE.at(190));
    }
    if is_in(board, "blocked", cell) {
        picture.rect(place, theme::BLOCKED);
        let reach = place.w * 0.3;
        for way in [1.0, -1.0] {
            picture.line(
                pt(at.x - reach, at.y - reach * way),
                pt(at.x + reach, at.y + reach * way),
                place.w * 0.06,
                theme::WHITE.at(150),
            );
        }
    }
}

fn goal_space(picture: &mut Picture<Act>, place: Rect) {
    picture.rect(place, theme::SHADE.at(150));
    for i in 1..5 {
        let share = i as f32 / 5.0;
        picture.line(
            pt(place.x + place.w * share, place.y),
            pt(place.x + place.w * share, place.bottom()),
            1.0,
            theme::GOAL_NET,
        );
        picture.line(
            pt(place.x, place.y + place.h * share),
            pt(place.right(), place.y + place.h * share),
            1.0,
            theme::GOAL_NET,
        );
    }
    picture.frame(place, 0.0, 2.0, theme::PITCH_LINE);
}

/// The line around a zone, at each end.
fn outline(picture: &mut Picture<Act>, board: &Board, view: &View, name: &str, width: f32) {
    let Some(zone) = board.zone(name) else { return };
    for end in End::BOTH {
        let cells: Vec<Rect> = board.zone_cells(zone, end).iter().map(|c| square(board, view, c)).collect();
        if let Some(around) = Rect::over(&cells) {
            picture.frame(around, 0.0, width, theme::PITCH_LINE.at(200));
        }
    }
}

/// The way of the ball that was sent, by its stations.
fn way(picture: &mut Picture<Act>, reel: &Reel, moment: &Moment<'_>, view: &View) {
    let Some(number) = moment.after.kick else { return };
    let Some(stations) = reel.stations(number) else { return };
    let colour: Colour = match reel.entry(number).map(|e| &e.event) {
        Some(Event::Sent { token, .. }) => reel.strip(token.side()).shirt.mix(theme::WHITE, 0.6),
        _ => theme::WHITE,
    };
    let running = moment.event == Some(number);
    let share = if running { eased(moment.progress) } else { 1.0 };
    let reached = (stations.len() as f32 - 1.0) * share;
    let mut points: Vec<Pt> = stations.iter().take(reached as usize + 1).map(|p| view.at(*p)).collect();
    if let (Some(from), Some(to)) = (stations.get(reached as usize), stations.get(reached as usize + 1)) {
        points.push(view.at(from.lerp(*to, reached.fract())));
    }
    if points.len() > 1 {
        picture.stroke(points, (view.scale * 0.28).max(2.5), colour.at(220));
    }
    for station in stations.iter().skip(1).take(stations.len().saturating_sub(2)) {
        picture.ring(view.at(*station), view.scale * 1.7, (view.scale * 0.2).max(2.0), theme::TOUCH);
    }
}

/// The finger game of a penalty: two fists, then the fingers that both hold up, then who won it.
fn picks(picture: &mut Picture<Act>, stage: &Stage<'_>) {
    let Stage { reel, moment, layout, view, .. } = stage;
    let Some(now) = moment.event else { return };
    let number = match moment.doing {
        Some(Event::Picks { .. }) => now,
        // The verdict follows the fingers at once.
        Some(Event::Duel { kind: DuelKind::Penalty, .. }) => now.saturating_sub(1),
        _ => return,
    };
    let Some(Event::Picks { shot, dive, .. }) = reel.entry(number).map(|e| &e.event) else { return };
    let waiting = number == now && moment.progress < 0.45;
    let verdict = match moment.doing {
        Some(Event::Duel { outcome, .. }) if *outcome == DuelAnswer::Won => "It goes in.",
        Some(Event::Duel { .. }) => "The keeper has it.",
        _ if waiting => "Both hide their fingers …",
        _ if shot == dive => "the same number",
        _ => "different numbers",
    };
    let (small, strong) = (layout.small(theme::TEXT_DIM), layout.strong(theme::TEXT));
    let field = view.field();
    let (w, h) = (layout.px(280.0), layout.px(156.0));
    let place = Rect::new(field.centre().x - w / 2.0, field.centre().y - h / 2.0, w, h);
    message::sheet(picture, layout, place);
    let taker = moment.after.attack;
    for (share, name, side, fingers) in [(0.27, "the taker", taker, *shot), (0.73, "the keeper", taker.other(), *dive)]
    {
        let x = place.x + place.w * share;
        picture.text(pt(x, place.y + layout.px(18.0)), Anchor::Centre, small, name);
        let shake = if waiting { (moment.progress * 40.0).sin() * layout.px(5.0) } else { 0.0 };
        let at = pt(x, place.y + layout.px(74.0) + shake);
        let colour = reel.strip(side).shirt.mix(theme::WHITE, 0.35);
        faces::hand(picture, at, layout.px(30.0), if waiting { 0 } else { fingers }, colour);
        if !waiting {
            let beside = pt(x + layout.px(44.0), at.y);
            picture.text(beside, Anchor::Centre, layout.huge(theme::TEXT), &fingers.to_string());
        }
    }
    picture.text(pt(place.centre().x, place.bottom() - layout.px(20.0)), Anchor::Centre, strong, verdict);
}

pub(super) fn hover(picture: &mut Picture<Act>, stage: &Stage<'_>, mouse: Pt) {
    let Stage { board, view, .. } = stage;
    if let Some(cell) = board.all().iter().find(|c| square(board, view, *c).contains(mouse)) {
        stage.cell_tip(picture, mouse, cell, square(board, view, cell).corners(), &[]);
    }
}
