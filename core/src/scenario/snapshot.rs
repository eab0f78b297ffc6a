//! Events and positions as a reader of scenarios sees them.

use super::value::Holds;
use crate::game::{Ending, Match, Piece, Stage, Status};
use crate::plugin::Restart;
use crate::record::field::{Field, FieldKind};
use crate::record::{Entry, Event};
use crate::rules::Ruleset;
use crate::{End, Side, Token};
use serde_json::{Value as Json, json};

const NUMBER: Holds = Holds::Is(FieldKind::Number);
const FLAG: Holds = Holds::Is(FieldKind::Flag);
const SIDE: Holds = Holds::Is(Side::KIND);
/// Of both sides, home first.
const PAIR: Holds = Holds::Is(FieldKind::List(&FieldKind::Number));

/// What `state:` may speak of, and what it can be.
pub(super) const STATE: [(&str, Holds); 38] = [
    ("possession", Holds::SideOrToken),
    ("carrier", Holds::OrNone(FieldKind::Token)),
    ("ball", Holds::OrNone(FieldKind::Cell)),
    ("in_hand", FLAG),
    ("phase", NUMBER),
    ("attack", SIDE),
    ("counterattack", FLAG),
    ("turn", NUMBER),
    ("tick", NUMBER),
    ("half", NUMBER),
    ("minute", NUMBER),
    ("idle", NUMBER),
    ("extra", NUMBER),
    ("kicks", NUMBER),
    ("shots", NUMBER),
    ("crosses", NUMBER),
    ("longest", NUMBER),
    ("movers", NUMBER),
    ("score", PAIR),
    ("shootout", PAIR),
    ("shootout_kicks", PAIR),
    ("changes", PAIR),
    ("to_act", Holds::OrNone(Side::KIND)),
    ("stage", Holds::Is(Stage::KIND)),
    ("restart", Holds::OrNone(Restart::KIND)),
    ("spot", Holds::OrNone(FieldKind::Cell)),
    ("taking", Holds::Is(Restart::KIND)),
    ("header", FLAG),
    ("home_attacks", Holds::Is(FieldKind::Word(&["left", "right"]))),
    ("opener", SIDE),
    ("ending", Holds::OrNone(Ending::KIND)),
    ("players", PAIR),
    ("player", Holds::Players),
    ("faces", Holds::Faces),
    ("tries", NUMBER),
    ("combo", Holds::Combination),
    ("lost", PAIR),
    ("due", Holds::Is(FieldKind::Token)),
];
/// What `state: { player: … }` may speak of.
pub(super) const PLAYER: [(&str, Holds); 12] = [
    ("cell", Holds::OrNone(FieldKind::Cell)),
    ("dx", NUMBER),
    ("dy", NUMBER),
    ("at", Holds::Is(FieldKind::List(&FieldKind::Number))),
    ("pose", Holds::Is(FieldKind::Word(&["stand", "lie"]))),
    ("cautions", NUMBER),
    ("status", Holds::Is(FieldKind::Word(&["absent", "bench", "pitch", "off", "sent_off"]))),
    ("moved", FLAG),
    ("run", NUMBER),
    ("limit", NUMBER),
    ("active", NUMBER),
    ("sections", Holds::Is(FieldKind::List(&FieldKind::Text))),
];

/// The sections of a piece, by their names.
fn sections(rules: &Ruleset, piece: &Piece) -> Vec<String> {
    let named = |skill: &u8| rules.vocabulary.skills.get(usize::from(*skill)).cloned();
    piece.sections.iter().filter_map(named).collect()
}

/// The position in words.
pub(super) fn state(game: &Match) -> Json {
    let state = game.state();
    let board = &game.rules().board;
    let cell = |c: Option<crate::board::Cell>| c.map_or("none", |c| board.cell_name(c)).to_owned();
    let mut players = serde_json::Map::new();
    for token in Token::all() {
        let piece = state.piece(token);
        let at = state.place(board, token);
        let status = match piece.status {
            Status::Absent => "absent",
            Status::Bench => "bench",
            Status::Pitch => "pitch",
            Status::TakenOff => "off",
            Status::SentOff => "sent_off",
        };
        let facts = json!({
            "cell": cell(piece.cell),
            "dx": f64::from(piece.dx) / 100.0,
            "dy": f64::from(piece.dy) / 100.0,
            "at": at.map(|p| [p.x, p.y]),
            "pose": if piece.pose == crate::kick::Pose::Lying { "lie" } else { "stand" },
            "cautions": piece.cautions,
            "status": status,
            "moved": piece.spent(),
            "run": piece.moved,
            "limit": piece.limit,
            "active": piece.active(),
            "sections": sections(game.rules(), piece),
        });
        players.insert(token.to_string(), facts);
    }
    let hand = state.hand().copied().unwrap_or(crate::game::Hand::EMPTY);
    let dice = game.rules().vocabulary.dice.as_ref();
    let faces: Vec<&str> = dice.iter().flat_map(|d| hand.shown().iter().map(|f| d.face(0, *f))).collect();
    let combo = dice.and_then(|d| d.combination(hand.combo)).map_or("none", |c| c.name.as_str());
    let clock = state.clock;
    let in_setup = state.stoppage.step > 0;
    json!({
        "possession": state.ball.side.word(),
        "carrier": state.ball.carrier.map_or("none".to_owned(), |t| t.to_string()),
        "ball": cell(Some(state.ball.cell)),
        "in_hand": state.ball.in_hand,
        "phase": state.turn.phase,
        "attack": state.turn.attack.word(),
        "counterattack": state.turn.counter,
        "turn": state.turn.number,
        "tick": clock.tick,
        "half": clock.half,
        "minute": game.rules().mechanics.minute(clock.half, clock.tick),
        "idle": clock.idle,
        "extra": clock.extra,
        "kicks": state.turn.kicks,
        "shots": state.turn.shots,
        "crosses": state.turn.crosses,
        "longest": state.turn.longest,
        "movers": state.turn.movers,
        "score": state.score,
        "shootout": state.shootout().goals,
        "shootout_kicks": state.shootout().kicks,
        "changes": state.changes,
        "players": Side::BOTH.map(|side| state.players(side)),
        "to_act": game.decision().map_or("none", |d| d.side.word()),
        "stage": state.stage.word(),
        "restart": if in_setup { state.stoppage.restart.word() } else { "none" },
        "spot": cell(Some(state.stoppage.spot)),
        "taking": state.kick.restart.word(),
        "header": state.kick.header,
        "home_attacks": if state.attacks(Side::Home) == End::Left { "left" } else { "right" },
        "opener": state.opener.word(),
        "ending": state.ending.map_or("none", Ending::word),
        "player": players,
        "faces": faces,
        "tries": hand.tries,
        "combo": combo,
        "lost": hand.lost,
        "due": Token::new(state.turn.attack, hand.member[state.turn.attack.index()]).to_string(),
    })
}

/// An event as JSON, its half, tick, turn, phase and ruling included.
pub(super) fn event(entry: &Entry) -> Json {
    serde_json::to_value(entry).unwrap_or_default()
}

/// The words that `type` may be.
pub(super) fn event_types() -> Vec<String> {
    // The list is only known to the derived reader, which tells it when it meets a word that is none.
    let error = serde_json::from_value::<Event>(json!({ "type": "" })).err().map(|e| e.to_string()).unwrap_or_default();
    error.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

/// An event in one line.
pub(super) fn line(event: &Json) -> String {
    /// Fields that are said elsewhere in the line, or that are long.
    const HIDDEN: [&str; 14] = [
        "type", "half", "tick", "turn", "phase", "hook", "answer", "clause", "plugin", "layer", "facts", "changed",
        "path", "tokens",
    ];
    let word = |key: &str| event.get(key).and_then(Json::as_str).unwrap_or_default();
    let number = |key: &str| event.get(key).and_then(Json::as_u64).unwrap_or_default();
    let mut text = format!("P{} t{:<2} {}", number("phase"), number("tick"), word("type"));
    for (key, value) in event.as_object().into_iter().flatten().filter(|(k, _)| !HIDDEN.contains(&k.as_str())) {
        text += &match value {
            Json::String(s) => format!(" {key}={s}"),
            other => format!(" {key}={other}"),
        };
    }
    if !word("clause").is_empty() {
        text += &format!("  [{} {}]", word("clause"), word("plugin"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_of_events_are_known() {
        let types = event_types();
        assert!(types.contains(&"toss".to_owned()) && types.contains(&"cod_tie".to_owned()), "{types:?}");
        assert!(types.len() > 30, "{types:?}");
    }
}
