//! The square board: spaces with their kinds, pawns with their cards, the way of the ball.

use super::board::View;
use super::layout::Layout;
use super::moment::{Moment, eased};
use super::{hex, message, tokens};
use crate::app::App;
use crate::geom::{Pt, Rect, pt};
use crate::keys::Act;
use crate::picture::{Anchor, Ink, Picture};
use crate::reel::{Heat, Reel, point};
use crate::theme::{self, Colour};
use touchline_core::End;
use touchline_core::board::{Board, Cell};
use touchline_core::record::Event;

/// Room beside the board, in centimetres.
const MARGIN: f32 = 1.6;
const TOP: f32 = 1.6;
/// Room for the benches.
const BELOW: f32 = 6.4;

fn view(board: &Board, layout: &Layout, flip: bool) -> View {
    let size = pt(board.length() as f32, board.width() as f32);
    View::fit(size, MARGIN, TOP, BELOW, layout.board, flip)
}

pub(super) fn draw(
    picture: &mut Picture<Act>,
    app: &App,
    reel: &Reel,
    board: &Board,
    moment: &Moment<'_>,
    layout: &Layout,
) {
    let view = view(board, layout, app.switches.flip);
    mat(picture, app, board, &view, layout);
    picture.still = picture.shapes.len();
    if app.switches.stats {
        app.figures(reel, |_, heat| heat_map(picture, board, &view, heat));
    }
    way(picture, reel, moment, &view);
    tokens::draw(picture, reel, moment, &view);
    ball(picture, board, moment, &view);
    tokens::benches(picture, reel, moment, &view, layout, BELOW);
    picks(picture, moment, &view, layout);
    hex::goal_banner(picture, reel, moment, &view, layout);
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
    let low = cells.iter().fold(pt(f32::INFINITY, f32::INFINITY), |m, r| pt(m.x.min(r.x), m.y.min(r.y)));
    let high = cells.iter().fold(pt(0.0, 0.0), |m, r| pt(m.x.max(r.right()), m.y.max(r.bottom())));
    picture.frame(Rect::new(low.x, low.y, high.x - low.x, high.y - low.y), 0.0, stroke, theme::PITCH_LINE);
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
        let low = cells.iter().fold(pt(f32::INFINITY, f32::INFINITY), |m, r| pt(m.x.min(r.x), m.y.min(r.y)));
        let high = cells.iter().fold(pt(0.0, 0.0), |m, r| pt(m.x.max(r.right()), m.y.max(r.bottom())));
        if !cells.is_empty() {
            picture.frame(
                Rect::new(low.x, low.y, high.x - low.x, high.y - low.y),
                0.0,
                width,
                theme::PITCH_LINE.at(200),
            );
        }
    }
}

fn heat_map(picture: &mut Picture<Act>, board: &Board, view: &View, heat: &Heat) {
    let most = heat.cells.iter().copied().fold(0.0, f32::max);
    for cell in board.all() {
        let share = (heat.cells.get(cell.index()).copied().unwrap_or(0.0) / most.max(1e-6)).sqrt();
        if share > 0.02 {
            picture.rect(square(board, view, cell).inset(1.0), hex::hot(share));
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

fn ball(picture: &mut Picture<Act>, board: &Board, moment: &Moment<'_>, view: &View) {
    let at = view.at(moment.ball().0);
    let radius = view.scale * board.ball_diameter() as f32 * 0.5;
    picture.disc(pt(at.x + radius * 0.2, at.y + radius * 0.3), radius, theme::SHADE.at(110));
    picture.disc(at, radius, theme::WHITE);
    picture.ring(at, radius, (radius * 0.16).max(1.0), theme::DARK);
    let spots = (0..5).map(|i| at.around(radius * 0.34, i as f32 / 5.0)).collect();
    picture.fill(spots, theme::DARK);
}

/// The two hidden numbers of a penalty, once they are shown.
fn picks(picture: &mut Picture<Act>, moment: &Moment<'_>, view: &View, layout: &Layout) {
    let Some(Event::Picks { shot, dive, .. }) = moment.doing else { return };
    let (title, huge) = (layout.small(theme::TEXT_DIM), Ink::bold(layout.px(34.0).round(), theme::TEXT));
    let field = view.field();
    let (w, h) = (layout.px(220.0), layout.px(104.0));
    let place = Rect::new(field.centre().x - w / 2.0, field.centre().y - h / 2.0, w, h);
    message::sheet(picture, layout, place);
    for (side, name, number) in [(0.25, "the taker", shot), (0.75, "the keeper", dive)] {
        let x = place.x + place.w * side;
        picture.text(pt(x, place.y + place.h * 0.24), Anchor::Centre, title, name);
        picture.text(pt(x, place.y + place.h * 0.62), Anchor::Centre, huge, &number.to_string());
    }
}

pub(super) fn hover(
    picture: &mut Picture<Act>,
    app: &App,
    reel: &Reel,
    board: &Board,
    moment: &Moment<'_>,
    layout: &Layout,
    mouse: Pt,
) {
    let view = view(board, layout, app.switches.flip);
    if tokens::hover(picture, reel, moment, &view, layout, mouse) {
        return;
    }
    let Some(cell) = board.all().iter().find(|c| square(board, &view, *c).contains(mouse)) else { return };
    let mut words = vec![board.cell_name(cell).to_owned()];
    for zone in ["goal", "goal_kick_area", "penalty_area", "long_pass", "speed", "blocked", "middle"] {
        if is_in(board, zone, cell) {
            words.push(zone.replace('_', " "));
        }
    }
    if app.switches.stats {
        let seconds = app.figures(reel, |_, heat| heat.cells.get(cell.index()).copied().unwrap_or(0.0));
        words.push(format!("ball {seconds:.0} s"));
    }
    picture.frame(square(board, &view, cell), 0.0, layout.px(2.0), theme::WHITE.at(220));
    message::tip(picture, layout, mouse, &[words.join(" · ")]);
}
