//! What is true of every state of every match: a slow checker for the fast code.

use touchline_core::board::{CellSet, Point};
use touchline_core::game::{Clock, Match, Stage, State, Status};
use touchline_core::plugin::Dribble;
use touchline_core::rules::Value;
use touchline_core::{Side, Token};

/// Checks a state by itself.
pub(crate) fn sound(m: &Match) {
    let state = m.state();
    for side in Side::BOTH {
        occupancy(m, side);
    }
    assert!(i64::from(state.clock.tick) <= latest_tick(m), "the clock ran over: {:?}", state.clock);
    if let Some(carrier) = state.ball.carrier {
        let piece = state.piece(carrier);
        assert!(piece.on_pitch(), "{carrier} has the ball but is off the pitch");
        assert_eq!(piece.cell, Some(state.ball.cell), "the ball is not with its carrier");
        assert_eq!(carrier.side(), state.ball.side);
    }
    apart(m);
    assert!(m.rules().board.all().contains(state.ball.cell));
    assert!(state.ball.at.x.is_finite() && state.ball.at.y.is_finite());
    legal_is_playable(m);
}

/// The last tick of a half: in an edition with stoppage time that is added, and every turn after it may tick once more.
fn latest_tick(m: &Match) -> i64 {
    let int = |name: &str| match m.rules().params.get(name).map(|p| &p.value) {
        Some(Value::Int(n)) => Some(*n),
        _ => None,
    };
    let over = int("stoppage_max").map_or(0, |added| added + int("injury_turn_cap").unwrap_or_default() + 1);
    i64::from(m.rules().mechanics.ticks_per_half) + over
}

fn occupancy(m: &Match, side: Side) {
    let state = m.state();
    let on_pitch: Vec<Token> = state.on_pitch(side).collect();
    assert!(on_pitch.len() <= 11);
    let by_status = Token::of(side).filter(|t| state.piece(*t).status == Status::Pitch).count();
    assert_eq!(on_pitch.len(), by_status, "a token on the pitch fills no slot");
    for token in Token::of(side) {
        let piece = state.piece(token);
        assert!(piece.on_pitch() || piece.cell.is_none(), "{token} is off the pitch and stands on it");
        if let Some(cell) = piece.cell {
            assert!(m.rules().board.all().contains(cell));
        }
    }
}

/// Tokens stand beside each other and beside the ball, inside their cells, whenever somebody is to play.
fn apart(m: &Match) {
    let (state, board) = (m.state(), &m.rules().board);
    if !matches!(state.stage, Stage::Declare | Stage::Attack | Stage::Defence) {
        return;
    }
    let standing: Vec<(Token, Point)> = Token::all()
        .filter_map(|t| Some((t, state.place(board, t)?)))
        .filter(|(t, _)| state.piece(*t).on_pitch())
        .collect();
    for (n, (token, at)) in standing.iter().enumerate() {
        for (other, there) in &standing[..n] {
            let cells =
                [state.piece(*token).cell, state.piece(*other).cell].map(|c| c.map(|c| board.cell_name(c).to_owned()));
            let gap = at.distance(*there);
            assert!(gap >= board.token_diameter() - ROUNDED, "{token} stands on {other}: {gap} cm, {cells:?}");
        }
        let gap = at.distance(state.ball.at) - (board.token_diameter() + board.ball_diameter()) / 2.0;
        let kept = m.rules().mechanics.ball_gap - ROUNDED;
        assert!(state.ball.carrier == Some(*token) || gap >= kept, "{token} is {gap} cm from the ball");
    }
}

/// Places are kept in hundredths of a centimetre.
const ROUNDED: f64 = 0.02;

/// Cells on which more than one token of a side stands.
fn crowded(state: &State, side: Side) -> CellSet {
    let (mut seen, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
    for cell in state.on_pitch(side).filter_map(|t| state.piece(t).cell) {
        twice |= seen & CellSet::single(cell);
        seen.insert(cell);
    }
    twice
}

fn legal_is_playable(m: &Match) {
    if m.decision().is_some() {
        assert!(m.state().legal.count() > 1, "a decision without a choice: {:?}", m.state().stage);
    }
}

/// Checks a step from one state to the next.
pub(crate) fn follows(before: &State, after: &State) {
    let time = |c: &Clock| (c.half, c.tick);
    assert!(time(&after.clock) >= time(&before.clock), "the clock ran backwards");
    assert!(after.decisions > before.decisions);
    assert!(after.dice >= before.dice && after.kicks >= before.kicks);
    for side in [0, 1] {
        assert!(after.score[side] >= before.score[side] || after.ending.is_some());
        assert!(after.changes[side] >= before.changes[side]);
    }
    no_second_run(before, after);
    if after.turn.number == before.turn.number && after.stage == before.stage && after.turn.phase == before.turn.phase {
        // A set-up with its wall, and a run to the ball, may crowd a cell; a move never does.
        for side in Side::BOTH.into_iter().filter(|_| matches!(after.stage, Stage::Attack | Stage::Defence)) {
            let crowd = crowded(after, side) - crowded(before, side);
            assert!(crowd.is_empty(), "{side}: a cell holds two after a move");
        }
        for token in Token::all() {
            let (was, is) = (before.piece(token), after.piece(token));
            if matches!(after.stage, Stage::Attack | Stage::Defence) && was.spent() && is.spent() {
                let shifted = was.cell == is.cell;
                // Only a crowded cell or a teammate who needs room moves a token that has moved.
                assert!(shifted || is.moved == was.moved, "{token} moved twice");
            }
        }
    }
}

/// Nobody who has moved in a turn runs to the ball in it, as long as somebody else can; whoever went round the keeper may.
fn no_second_run(before: &State, after: &State) {
    let carrier =
        after.ball.carrier.filter(|t| before.piece(*t).spent() && after.piece(*t).cell != before.piece(*t).cell);
    let runs = after.turn.number == before.turn.number && after.turn.phase == 1 && after.stoppage.step == 0;
    let Some(carrier) = carrier.filter(|_| runs && after.kick.dribble != Dribble::Round) else { return };
    let free = |t: &Token| before.piece(*t).standing() && !before.piece(*t).spent() && after.kick.kicker != Some(*t);
    assert!(!Token::all().any(|t| free(&t)), "{carrier} has moved and runs all the same");
}
