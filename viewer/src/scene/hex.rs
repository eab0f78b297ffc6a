//! The hex pitch: cells, zones, lines, goals, the ball's path, the referee who keeps the time.

use super::board::{Margins, Stage, View};
use super::layout::Layout;
use super::moment::{Moment, along, eased};
use super::{bench, tokens};
use crate::geom::{Pt, Rect, pt};
use crate::keys::Act;
use crate::picture::Picture;
use crate::reel::{Reel, point, run};
use crate::theme::{self, Colour};
use touchline_core::End;
use touchline_core::board::{Board, Cell, CellSet, Point};
use touchline_core::record::{Event, PathPoint};

/// Room for the goals, in centimetres.
const GOAL_DEPTH: f32 = 3.6;
/// Below are the referee's walk and the benches.
pub(super) const MARGINS: Margins = Margins { sides: 5.0, top: 2.2, below: 10.5 };

pub(super) fn draw(picture: &mut Picture<Act>, stage: &Stage<'_>) {
    let Stage { app, board, view, .. } = stage;
    ground(picture, board, view, stage.layout);
    if app.switches.stats {
        picture.still = picture.shapes.len();
        stage.heat_map(picture, |cell| corners(board, cell).into_iter().map(|p| view.at(p)).collect());
        lines(picture, board, view);
    } else {
        if app.switches.zones {
            zones(picture, board, view);
        }
        lines(picture, board, view);
        picture.still = picture.shapes.len();
    }
    offside(picture, stage);
    path(picture, stage.reel, stage.moment, view);
    tokens::draw(picture, stage.reel, stage.moment, view);
    stage.ball(picture, board.ball_diameter() as f32 * 0.72, 4.0);
    referee(picture, stage.reel, stage.moment, view);
    bench::draw(picture, stage, MARGINS.below);
}

/// The corners of a cell, cut where the pitch ends.
fn corners(board: &Board, cell: Cell) -> Vec<Pt> {
    let at = point(board.centre(cell));
    let radius = board.row_pitch() as f32 * 2.0 / 3.0;
    let whole: Vec<Pt> = (0..6).map(|i| at.around(radius, i as f32 / 6.0)).collect();
    let (length, width) = (board.length() as f32, board.width() as f32);
    let cut = clip(&whole, |p| p.x, |a, b, t| a.lerp(b, t), 0.0, length);
    clip(&cut, |p| p.y, |a, b, t| a.lerp(b, t), 0.0, width)
}

/// A convex polygon cut to a range of one coordinate.
fn clip(points: &[Pt], of: impl Fn(Pt) -> f32, mix: impl Fn(Pt, Pt, f32) -> Pt, low: f32, high: f32) -> Vec<Pt> {
    let half = |points: &[Pt], inside: &dyn Fn(f32) -> f32| {
        let mut kept = Vec::new();
        for (i, a) in points.iter().enumerate() {
            let b = points[(i + 1) % points.len()];
            let (da, db) = (inside(of(*a)), inside(of(b)));
            if da >= 0.0 {
                kept.push(*a);
            }
            if (da >= 0.0) != (db >= 0.0) {
                kept.push(mix(*a, b, da / (da - db)));
            }
        }
        kept
    };
    let kept = half(points, &|v| v - low);
    if kept.is_empty() { kept } else { half(&kept, &|v| high - v) }
}

fn ground(picture: &mut Picture<Act>, board: &Board, view: &View, layout: &Layout) {
    let field = view.field();
    let rim = view.scale * 1.6;
    let around = Rect::new(
        field.x - view.scale * MARGINS.sides * 0.9,
        field.y - rim,
        field.w + view.scale * MARGINS.sides * 1.8,
        field.h + 2.0 * rim + view.scale * 2.4,
    );
    picture.rounded(around, layout.px(8.0), theme::GRASS_RIM);
    picture.rect(field, theme::GRASS);
    for cell in board.all() {
        let even = (board.centre(cell).x / board.cell_width()) as i32 % 2 == 0;
        if even {
            let points = corners(board, cell).into_iter().map(|p| view.at(p)).collect();
            picture.fill(points, theme::GRASS_BAND);
        }
    }
    let width = (view.scale * 0.12).max(0.8);
    for cell in board.all() {
        for next in board.neighbours(cell) {
            if next > cell {
                let (a, b) = edge(board, cell, next);
                picture.line(view.at(a), view.at(b), width, theme::CELL_LINE);
            }
        }
    }
}

/// The edge between two neighbours, kept on the pitch.
fn edge(board: &Board, a: Cell, b: Cell) -> (Pt, Pt) {
    let (from, to) = (point(board.centre(a)), point(board.centre(b)));
    let middle = from.lerp(to, 0.5);
    let half = board.row_pitch() as f32 / 3.0;
    let length = from.distance(to).max(0.01);
    let across = pt(-(to.y - from.y) / length * half, (to.x - from.x) / length * half);
    let (size_x, size_y) = (board.length() as f32, board.width() as f32);
    let kept = |p: Pt| pt(p.x.clamp(0.0, size_x), p.y.clamp(0.0, size_y));
    (kept(pt(middle.x + across.x, middle.y + across.y)), kept(pt(middle.x - across.x, middle.y - across.y)))
}

fn zones(picture: &mut Picture<Act>, board: &Board, view: &View) {
    let tint = |name: &str| match name {
        "shooting" => Some((theme::ZONE_SHOOTING, 0.22)),
        "penalty_area" => Some((theme::ZONE_AREA, 0.34)),
        "goal_area" => Some((theme::ZONE_SMALL, 0.28)),
        "crossing" => Some((theme::ZONE_CROSSING, 0.22)),
        "defence" => Some((theme::PITCH_LINE.at(0), 0.22)),
        "midfield" | "attack" | "half" | "goal_line" | "goalkeeper" => None,
        _ => Some((theme::ZONE_OTHER, 0.2)),
    };
    for zone in board.zones() {
        let Some((colour, width)) = tint(board.zone_name(zone)) else { continue };
        let ends = End::BOTH.map(|end| board.zone_cells(zone, end));
        let ends = if ends[0] == ends[1] { &ends[..1] } else { &ends[..] };
        for cells in ends {
            for cell in *cells {
                if colour.0[3] > 0 {
                    let points = corners(board, cell).into_iter().map(|p| view.at(p)).collect();
                    picture.fill(points, colour);
                }
            }
            border(picture, board, view, *cells, width, colour.at(190));
        }
    }
}

/// The line around a set of cells.
fn border(picture: &mut Picture<Act>, board: &Board, view: &View, cells: CellSet, width: f32, colour: Colour) {
    for cell in cells {
        for next in board.neighbours(cell) {
            if !cells.contains(next) {
                let (a, b) = edge(board, cell, next);
                picture.line(view.at(a), view.at(b), (view.scale * width).max(1.2), colour);
            }
        }
    }
}

fn lines(picture: &mut Picture<Act>, board: &Board, view: &View) {
    let (length, width) = (board.length() as f32, board.width() as f32);
    let stroke = (view.scale * 0.3).max(1.5);
    let line = |p: &mut Picture<Act>, a: Pt, b: Pt| p.line(view.at(a), view.at(b), stroke, theme::PITCH_LINE);
    picture.outline(view.field().corners(), stroke, theme::PITCH_LINE);
    line(picture, pt(length / 2.0, 0.0), pt(length / 2.0, width));
    let centre = view.at(pt(length / 2.0, width / 2.0));
    picture.ring(centre, view.scale * 8.0, stroke, theme::PITCH_LINE.at(170));
    picture.disc(centre, view.scale * 0.6, theme::PITCH_LINE);
    for end in End::BOTH {
        let spot = view.at(point(board.centre(board.penalty_spot(end))));
        picture.disc(spot, view.scale * 0.5, theme::PITCH_LINE);
        goal(picture, board, view, end);
    }
}

fn goal(picture: &mut Picture<Act>, board: &Board, view: &View, end: End) {
    let goal = board.goal();
    let (low, high) = (goal.y_low as f32, goal.y_high as f32);
    let (line, back) = match end {
        End::Left => (0.0, -GOAL_DEPTH),
        End::Right => (board.length() as f32, board.length() as f32 + GOAL_DEPTH),
    };
    let frame = [pt(line, low), pt(back, low), pt(back, high), pt(line, high)].map(|p| view.at(p)).to_vec();
    picture.fill(frame.clone(), theme::SHADE.at(90));
    for i in 1..4 {
        let x = line + (back - line) * i as f32 / 4.0;
        picture.line(view.at(pt(x, low)), view.at(pt(x, high)), 1.0, theme::GOAL_NET);
        let y = low + (high - low) * i as f32 / 4.0;
        picture.line(view.at(pt(line, y)), view.at(pt(back, y)), 1.0, theme::GOAL_NET);
    }
    picture.stroke(frame, (view.scale * 0.4).max(2.0), theme::PITCH_LINE);
}

/// The line that offside refers to, when it matters or is asked for.
fn offside(picture: &mut Picture<Act>, stage: &Stage<'_>) {
    let Stage { app, reel, board, moment, layout, view } = stage;
    let judged = match moment.doing {
        Some(Event::Offside { token, .. }) => Some(token.side()),
        _ => None,
    };
    if judged.is_none() && !app.switches.offside {
        return;
    }
    let frame = moment.after;
    let attack = judged.unwrap_or(frame.attack);
    let right = frame.attacks(attack) == End::Right;
    let depth = |x: f32| if right { x } else { board.length() as f32 - x };
    let mut depths: Vec<f32> =
        frame.on_pitch().filter(|(t, _)| t.side() != attack).map(|(_, at)| depth(at.x)).collect();
    depths.sort_by(f32::total_cmp);
    // The last but one of them, or the last where the rules say so.
    let behind = if reel.offside_by_last { 1 } else { 2 };
    let Some(line) = depths.len().checked_sub(behind).map(|i| depths[i]) else { return };
    let x = depth(line.clamp(0.0, board.length() as f32));
    let (top, bottom) = (view.at(pt(x, 0.0)), view.at(pt(x, board.width() as f32)));
    picture.dashed(top, bottom, layout.px(2.0), layout.px(5.0), theme::OFFSIDE.at(220));
}

fn path(picture: &mut Picture<Act>, reel: &Reel, moment: &Moment<'_>, view: &View) {
    let running = matches!(moment.doing, Some(Event::Kick { .. }));
    let Some(number) = moment.after.kick else { return };
    let Some(Event::Kick { path, aim, touched, token, .. }) = reel.entry(number).map(|e| &e.event) else { return };
    let whole = run(path);
    let done = if running { whole * (1.0 - (1.0 - moment.progress).powf(1.7)) } else { whole };
    let strip = reel.strip(token.side()).shirt.mix(theme::WHITE, 0.55);
    let flown = |p: (Pt, f32)| {
        let on = view.at(p.0);
        pt(on.x, on.y - p.1 * view.scale * 0.5)
    };
    let mut trail = Vec::new();
    let mut ground = Vec::new();
    let steps = ((done / 1.5) as usize).clamp(1, 120);
    for i in 0..=steps {
        let at = along(path, done * i as f32 / steps as f32);
        ground.push(view.at(at.0));
        trail.push(flown(at));
    }
    if path.iter().any(|p| p[2] > 0.3) {
        picture.stroke(ground, (view.scale * 0.18).max(1.0), theme::SHADE.at(110));
    }
    picture.stroke(trail, (view.scale * 0.34).max(1.6), strip.at(230));
    let goal = view.at(pt(aim.x as f32, aim.y as f32));
    let arm = view.scale * 0.8;
    for [dx, dy] in [[1.0, 1.0], [1.0, -1.0]] {
        picture.line(
            pt(goal.x - arm * dx, goal.y - arm * dy),
            pt(goal.x + arm * dx, goal.y + arm * dy),
            (view.scale * 0.2).max(1.2),
            strip.at(190),
        );
    }
    touches(picture, path, touched.len(), done, view);
}

/// Rings where the ball met somebody: the inner corners of its path, the first of them at the first touch.
fn touches(picture: &mut Picture<Act>, path: &[PathPoint], count: usize, done: f32, view: &View) {
    let mut run = 0.0;
    let inner = path.windows(2).take(path.len().saturating_sub(2)).map(|w| {
        run += (w[1][0] - w[0][0]).hypot(w[1][1] - w[0][1]);
        (run, pt(w[1][0], w[1][1]))
    });
    let reached: Vec<Pt> = inner.filter(|(at, _)| *at <= done).map(|(_, p)| p).collect();
    for at in reached.into_iter().take(count) {
        picture.ring(view.at(at), view.scale * 1.1, (view.scale * 0.28).max(1.6), theme::TOUCH);
    }
}

/// The referee who walks along the touchline: a leg of his walk is a quarter of an hour.
fn referee(picture: &mut Picture<Act>, reel: &Reel, moment: &Moment<'_>, view: &View) {
    let clock = reel.header.clock;
    let leg = f32::from(clock.ticks_per_leg.max(1));
    let before = f32::from(moment.before.tick);
    let now = if moment.before.half == moment.after.half {
        before + (f32::from(moment.after.tick) - before) * eased(moment.progress)
    } else {
        f32::from(moment.after.tick)
    };
    let walked = now.min(f32::from(clock.ticks_per_half)) / leg;
    let there = walked as i32 % 2 == 0;
    let share = walked.fract();
    let share = if there { share } else { 1.0 - share };
    let field = view.field();
    let y = field.bottom() + view.scale * 2.0;
    let x = field.x + field.w * share;
    for i in 0..=clock.ticks_per_leg.min(60) {
        let at = field.x + field.w * f32::from(i) / leg;
        picture.line(pt(at, y + view.scale * 0.7), pt(at, y + view.scale * 1.1), 1.0, theme::PITCH_LINE.at(110));
    }
    let radius = view.scale * 0.95;
    picture.disc(pt(x, y), radius, theme::REFEREE);
    picture.ring(pt(x, y), radius, (radius * 0.22).max(1.2), theme::TOUCH);
    picture.disc(pt(x, y - radius * 1.25), radius * 0.5, theme::rgb(0xf2c9a0));
}

pub(super) fn hover(picture: &mut Picture<Act>, stage: &Stage<'_>, mouse: Pt) {
    let Stage { board, view, .. } = stage;
    if view.field().contains(mouse) {
        let on = view.back(mouse);
        let cell = board.cell_at(Point::new(f64::from(on.x), f64::from(on.y)));
        let outline = corners(board, cell).into_iter().map(|p| view.at(p)).collect();
        stage.cell_tip(picture, mouse, cell, outline, &["attack", "half", "goalkeeper", "goal_line"]);
    }
}
