//! Pictures of the table: SVG for notebooks, text for terminals.

use crate::ruleset::escape;
use std::fmt::Write as _;
use touchline_core::board::{Board, Point, Spot};
use touchline_core::game::{Match, Status};
use touchline_core::kick::Pose;
use touchline_core::record::{CellName, Event, Keyframe, Replay, TokenFrame};
use touchline_core::rules::{Kit, Squad};
use touchline_core::{Side, Token};

/// Pixels a centimetre.
const SCALE: f64 = 8.0;
/// Grass around the pitch, in centimetres.
const MARGIN: f64 = 4.0;

/// The table of a running match.
pub(crate) fn of_match(game: &Match) -> String {
    let frame = Keyframe::of(game.state(), &game.rules().board, 0, 0);
    let clock = &game.state().clock;
    let minute = game.rules().mechanics.minute(clock.half, clock.tick);
    draw(&game.rules().board, &frame, game.teams(), minute)
}

/// The table of a replay after an event.
pub(crate) fn of_replay(replay: &Replay, event: usize) -> Result<String, String> {
    let board = board_of(replay)?;
    let frame = frame_after(replay, &board, event).ok_or("the replay has no keyframe")?;
    let minute = replay.header.clock.minute(frame.half, frame.tick);
    Ok(draw(&board, &frame, &replay.header.squads, minute))
}

/// The board a replay was played on; a bare table for a game without one.
pub(crate) fn board_of(replay: &Replay) -> Result<Board, String> {
    let board = &replay.header.board;
    if board.yaml.is_empty() {
        return Ok(Board::table());
    }
    Board::from_yaml(&board.yaml, &board.name).map_err(|e| e.to_string())
}

/// The last keyframe before an event, with what happened since.
fn frame_after(replay: &Replay, board: &Board, event: usize) -> Option<Keyframe> {
    let mut frame = replay.keyframes().take_while(|k| k.events as usize <= event + 1).last()?.clone();
    let from = frame.events as usize;
    for entry in replay.events().take(event + 1).skip(from) {
        frame.half = entry.half;
        frame.tick = entry.tick;
        apply(&mut frame, board, &entry.event);
    }
    Some(frame)
}

fn token(frame: &mut Keyframe, token: Token) -> Option<&mut TokenFrame> {
    frame.tokens.iter_mut().find(|t| t.token == token)
}

fn put(frame: &mut Keyframe, board: &Board, who: Token, cell: CellName, at: Option<Point>) {
    let centre = board.cell(cell.as_str()).map(|c| board.spot(c, Spot::MIDDLE));
    let carries = frame.ball.carrier == Some(who);
    if let Some(found) = token(frame, who) {
        found.cell = Some(cell);
        found.at = at.or(centre);
        found.status = Status::Pitch;
    }
    if carries && let Some(at) = at.or(centre) {
        frame.ball.at = at;
    }
}

/// What an event changes in the picture.
fn apply(frame: &mut Keyframe, board: &Board, event: &Event) {
    match event {
        Event::Setup { tokens, .. } => tokens.iter().for_each(|t| put(frame, board, t.token, t.cell, Some(t.at))),
        Event::Substitution { off, on, .. } => {
            let place = token(frame, *off).map(|t| (t.cell.take(), t.at.take()));
            if let Some(leaving) = token(frame, *off) {
                leaving.status = Status::TakenOff;
            }
            if let (Some(coming), Some((cell, at))) = (token(frame, *on), place) {
                coming.status = Status::Pitch;
                coming.cell = cell;
                coming.at = at;
            }
        }
        Event::Approach { token: who, to, .. } | Event::Run { token: who, to, .. } => {
            put(frame, board, *who, *to, None)
        }
        Event::Move { token: who, to, at, .. } => put(frame, board, *who, *to, Some(*at)),
        Event::Shift { token: who, cell, at } => put(frame, board, *who, *cell, Some(*at)),
        Event::Keeper { token: who, cell, .. } => put(frame, board, *who, *cell, None),
        Event::Pushed { token: who, at } => {
            if let Some(found) = token(frame, *who) {
                found.at = Some(*at);
            }
        }
        Event::Kick { rest, .. } => {
            frame.ball.carrier = None;
            frame.ball.at = *rest;
        }
        Event::Sent { receiver, at, .. } => {
            frame.ball.carrier = *receiver;
            frame.ball.at = *at;
        }
        Event::Possession { token: who, cell, .. } => {
            frame.ball.carrier = Some(*who);
            frame.ball.cell = *cell;
            if let Some(at) = token(frame, *who).and_then(|t| t.at) {
                frame.ball.at = at;
            }
        }
        Event::LaidDown { token: who } | Event::GotUp { token: who } => {
            let lies = matches!(event, Event::LaidDown { .. });
            if let Some(found) = token(frame, *who) {
                found.pose = if lies { Pose::Lying } else { Pose::Standing };
            }
        }
        Event::Foul { offender: Some(who), sent_off: true, .. } => {
            if let Some(found) = token(frame, *who) {
                found.status = Status::SentOff;
            }
        }
        Event::Goal { score, .. } => frame.score = *score,
        _ => {}
    }
}

fn rgb(colour: touchline_core::rules::Rgb) -> String {
    let [r, g, b] = colour.0;
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The kits, told apart when both teams wear the same.
fn kits(squads: &[Squad; 2]) -> [Kit; 2] {
    let home = squads[0].uniform.home;
    let away =
        if squads[1].uniform.home.primary == home.primary { squads[1].uniform.away } else { squads[1].uniform.home };
    [home, away]
}

fn draw(board: &Board, frame: &Keyframe, squads: &[Squad; 2], minute: u16) -> String {
    let (length, width) = (board.length(), board.width());
    let top = MARGIN + 4.0;
    let view = (length + 2.0 * MARGIN, width + top + MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{:.0}\" height=\"{:.0}\" font-family=\"sans-serif\">\
         <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#2f6f3e\"/>",
        -MARGIN,
        -top,
        view.0,
        view.1,
        view.0 * SCALE,
        view.1 * SCALE,
        -MARGIN,
        -top,
        view.0,
        view.1
    );
    let _ = write!(
        svg,
        "<clipPath id=\"pitch\"><rect width=\"{length}\" height=\"{width}\"/></clipPath><rect width=\"{length}\" \
         height=\"{width}\" fill=\"#3c8a4e\"/><g clip-path=\"url(#pitch)\" fill=\"none\" stroke=\"#ffffff\" \
         stroke-opacity=\".28\" stroke-width=\".15\">"
    );
    for cell in board.all() {
        let corners: Vec<String> =
            outline(board, board.centre(cell)).iter().map(|p| format!("{:.2},{:.2}", p.x, p.y)).collect();
        let _ = write!(svg, "<polygon points=\"{}\"/>", corners.join(" "));
    }
    let goal = board.goal();
    let _ = write!(
        svg,
        "</g><g fill=\"none\" stroke=\"#fff\" stroke-width=\".3\"><rect width=\"{length}\" height=\"{width}\"/>\
         <path d=\"M{half} 0V{width}\"/><path d=\"M0 {low}h-2v{wide}h2M{length} {low}h2v{wide}h-2\"/></g>",
        half = length / 2.0,
        low = goal.y_low,
        wide = goal.y_high - goal.y_low,
    );
    let kits = kits(squads);
    for found in frame.tokens.iter().filter(|t| t.status == Status::Pitch) {
        let Some(at) = found.at else { continue };
        let side = found.token.side();
        let kit = kits[side.index()];
        let number = squads[side.index()].players.get(usize::from(found.token.member())).map_or(0, |p| p.number);
        let lying = found.pose == Pose::Lying;
        let carrier = frame.ball.carrier == Some(found.token);
        let _ = write!(
            svg,
            "<g transform=\"translate({:.2} {:.2})\"><ellipse rx=\"{}\" ry=\"{}\" fill=\"{}\" stroke=\"{}\" \
             stroke-width=\".3\"{}/><text text-anchor=\"middle\" y=\".65\" font-size=\"1.9\" fill=\"{}\">{number}</text></g>",
            at.x,
            at.y,
            if lying { 2.4 } else { 1.7 },
            if lying { 1.2 } else { 1.7 },
            rgb(kit.primary),
            if carrier { "#ffd60a".to_owned() } else { rgb(kit.secondary) },
            if found.spent { " fill-opacity=\".65\"" } else { "" },
            rgb(kit.secondary),
        );
    }
    let ball = frame.ball.at;
    let lift = if frame.ball.carrier.is_some() { 1.5 } else { 0.0 };
    let _ = write!(
        svg,
        "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\".9\" fill=\"#fff\" stroke=\"#111\" stroke-width=\".25\"/>",
        ball.x + lift,
        ball.y + lift
    );
    let title = title(frame, squads, minute);
    let _ = write!(
        svg,
        "<text x=\"0\" y=\"-2.2\" font-size=\"3.2\" fill=\"#fff\">{}</text><text x=\"{length}\" y=\"-2.2\" font-size=\"2.4\" \
         fill=\"#fff\" text-anchor=\"end\">{} to act: {}</text></svg>",
        escape(&title),
        frame.to_act,
        frame.stage
    );
    svg
}

fn title(frame: &Keyframe, squads: &[Squad; 2], minute: u16) -> String {
    let [home, away] = frame.score;
    let mark = |side: Side| if squads[0].name == squads[1].name { format!(" ({side})") } else { String::new() };
    let [first, second] = Side::BOTH.map(|side| format!("{}{}", squads[side.index()].name, mark(side)));
    format!("{first} {home} : {away} {second}   {minute}'")
}

/// The corners of a cell.
fn outline(board: &Board, centre: Point) -> Vec<Point> {
    let (w, h) = (board.cell_width() / 2.0, board.row_pitch() / 1.5);
    let corner = |x: f64, y: f64| Point::new(centre.x + x, centre.y + y);
    // Only squares touch more than six others.
    if board.all().iter().any(|cell| board.neighbours(cell).len() > 6) {
        let h = board.row_pitch() / 2.0;
        return vec![corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)];
    }
    vec![
        corner(0.0, -h),
        corner(w, -h / 2.0),
        corner(w, h / 2.0),
        corner(0.0, h),
        corner(-w, h / 2.0),
        corner(-w, -h / 2.0),
    ]
}

/// The table as text: home's slots are digits and capitals, away's small letters, `*` is the ball.
pub(crate) fn as_text(game: &Match) -> String {
    let (state, board) = (game.state(), &game.rules().board);
    let mark = |side: Side, cell| {
        let slot = state.at(cell, side).and_then(|t| state.slot_of(t));
        let letters = if side == Side::Home { "0123456789A" } else { "abcdefghijk" };
        slot.and_then(|s| letters.chars().nth(s)).unwrap_or(' ')
    };
    let picture = board.draw(|cell| {
        let ball = if state.ball.cell == cell { '*' } else { ' ' };
        [mark(Side::Home, cell), ball, mark(Side::Away, cell)]
    });
    let names: Vec<&str> = game.teams().iter().map(|t| t.name.as_str()).collect();
    let minute = game.rules().mechanics.minute(state.clock.half, state.clock.tick);
    let next = match game.decision() {
        Some(decision) => format!("{} to act: {}", decision.side, decision.stage),
        None => "the match is over".to_owned(),
    };
    let [home, away] = state.score;
    format!("{} {home} : {away} {}, minute {minute}, {next}\n{picture}", names[0], names[1])
}
