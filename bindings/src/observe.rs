//! What a learner sees: numbers, always from the side that looks, which attacks to the right.

use touchline_core::game::{Match, Own, Stage};
use touchline_core::kick::Pose;
use touchline_core::plugin::{Restart, Scope};
use touchline_core::rules::{DiceSet, Game, MAX_DICE, Ruleset};
use touchline_core::{End, Side, Token};

/// Slots of one side.
const SLOTS: usize = touchline_core::game::Slot::PER_SIDE;
/// Numbers about one token before its skills.
const TOKEN_FIELDS: [&str; 8] = ["present", "x", "y", "lying", "spent", "carrier", "keeper", "cautions"];
/// Numbers about the match before the words.
const TABLE_FIELDS: [&str; 14] = [
    "ball_x",
    "ball_y",
    "ball_mine",
    "in_hand",
    "goals_mine",
    "goals_theirs",
    "half",
    "tick",
    "attacking",
    "deciding",
    "phase",
    "counter",
    "kicks",
    "shots",
];

/// Numbers about the running throw of a dice game, before the dice and their combinations.
const HAND_FIELDS: [&str; 6] = ["tries", "all_dice", "doubled", "goals_at_stake", "lost_mine", "lost_theirs"];

/// The names of the numbers, in order.
pub(crate) fn fields(rules: &Ruleset) -> Vec<String> {
    let mut names: Vec<String> = TABLE_FIELDS.map(str::to_owned).to_vec();
    names.extend(Stage::WORDS.iter().map(|w| format!("stage_{w}")));
    names.extend(Restart::WORDS.iter().map(|w| format!("restart_{w}")));
    names.extend(match_slots(rules).map(|s| format!("slot_{}", s.decl.full_name())));
    if let Game::Dice(set) = &rules.game {
        names.extend(HAND_FIELDS.map(str::to_owned));
        names.extend(set.combinations.iter().map(|c| format!("combination_{}", c.name)));
        let kinds = kinds(set);
        names.extend((0..MAX_DICE).flat_map(|die| kinds.iter().map(move |k| format!("die_{die}_{k}"))));
    }
    for side in ["mine", "theirs"] {
        for slot in 0..SLOTS {
            names.extend(TOKEN_FIELDS.iter().map(|f| format!("{side}_{slot}_{f}")));
            names.extend(rules.vocabulary.skills.iter().map(|s| format!("{side}_{slot}_{s}")));
        }
    }
    names
}

/// The different faces of the dice that are thrown together.
fn kinds(set: &DiceSet) -> Vec<&str> {
    let faces = set.dice.first().map(|d| d.faces.as_slice()).unwrap_or_default();
    let mut kinds: Vec<&str> = Vec::new();
    faces.iter().filter(|f| !f.is_empty()).for_each(|f| {
        if !kinds.contains(&f.as_str()) {
            kinds.push(f);
        }
    });
    kinds
}

fn match_slots(rules: &Ruleset) -> impl Iterator<Item = &touchline_core::plugin::SlotPlace> {
    rules.stack.slots().iter().filter(|s| s.decl.scope == Scope::Match)
}

/// The numbers, all in −1 … 1.
pub(crate) fn observation(game: &Match, side: Side) -> Vec<f32> {
    if game.has_secret() {
        return numbers(&game.view(side), side);
    }
    numbers(game, side)
}

fn numbers(game: &Match, side: Side) -> Vec<f32> {
    let (state, rules) = (game.state(), game.rules());
    let board = &rules.board;
    let turned = state.attacks(side) == End::Left;
    let place = |at: touchline_core::board::Point| {
        let at = if turned { board.rotate_point(at) } else { at };
        [(at.x / board.length()) as f32, (at.y / board.width()) as f32]
    };
    let flag = |b: bool| f32::from(u8::from(b));
    let mut out = Vec::with_capacity(512);
    out.extend(place(state.ball.at));
    out.extend([flag(state.ball.side == side), flag(state.ball.in_hand)]);
    out.extend([side, side.other()].map(|s| f32::from(state.score[s.index()]) / 10.0));
    let ticks = f32::from(rules.mechanics.ticks_per_half.max(1));
    out.extend([f32::from(state.clock.half) / 2.0, f32::from(state.clock.tick) / ticks]);
    out.extend([flag(state.turn.attack == side), flag(state.to_act == side)]);
    out.extend([f32::from(state.turn.phase) / 3.0, flag(state.turn.counter)]);
    out.extend([f32::from(state.turn.kicks) / 10.0, f32::from(state.turn.shots) / 10.0]);
    out.extend(Stage::ALL.iter().map(|s| flag(state.stage == *s)));
    out.extend(Restart::ALL.iter().map(|r| flag(state.stoppage.restart == *r)));
    for slot in match_slots(rules) {
        let (_, max) = slot.decl.bounds();
        out.push(slot.read(&state.slots, 0) as f32 / (max.max(1) as f32));
    }
    if let (Game::Dice(set), Own::Dice(hand)) = (&rules.game, &state.own) {
        out.extend([f32::from(hand.tries) / 3.0, flag(hand.all_dice), flag(hand.doubled), f32::from(hand.goals) / 2.0]);
        out.extend([side, side.other()].map(|s| f32::from(hand.lost[s.index()])));
        out.extend((1..=set.combinations.len()).map(|n| flag(usize::from(hand.combo) == n)));
        let kinds = kinds(set);
        for die in 0..MAX_DICE {
            let face = hand.shown().get(die).map_or("", |face| set.face(0, *face));
            out.extend(kinds.iter().map(|kind| flag(face == *kind)));
        }
    }
    let skills = rules.vocabulary.skills.len();
    for team in [side, side.other()] {
        for slot in 0..SLOTS {
            let token = state.slot(team, slot).filter(|t| state.piece(*t).on_pitch());
            match token.and_then(|t| Some((t, state.place(board, t)?))) {
                None => out.extend(std::iter::repeat_n(0.0, TOKEN_FIELDS.len() + skills)),
                Some((token, at)) => describe(game, token, place(at), skills, &mut out),
            }
        }
    }
    // Ball and scores can lie a little outside.
    out.iter_mut().for_each(|n| *n = n.clamp(-1.0, 1.0));
    out
}

fn describe(game: &Match, token: Token, [x, y]: [f32; 2], skills: usize, out: &mut Vec<f32>) {
    let state = game.state();
    let piece = state.piece(token);
    let flag = |b: bool| f32::from(u8::from(b));
    out.extend([1.0, x, y, flag(piece.pose == Pose::Lying), flag(piece.spent())]);
    out.extend([flag(state.ball.carrier == Some(token)), flag(game.rules().is_keeper(piece))]);
    out.push(f32::from(piece.cautions) / 2.0);
    let held = piece.skills();
    out.extend((0..skills).map(|s| flag(held.0 >> s & 1 == 1)));
}

/// Puts a 1 at every legal id.
pub(crate) fn mask(game: &Match, mask: &mut [i8]) {
    game.state().for_each_legal(&game.rules().board, &mut |action| {
        if let Some(place) = mask.get_mut(usize::from(game.id(action))) {
            *place = 1;
        }
    });
}
