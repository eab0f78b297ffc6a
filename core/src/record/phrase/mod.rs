//! Facts and answers of the hooks as a spectator would put them. What is not here is told by its own name.

use super::fact::Fact;

/// A fact, one of its values (empty: any, put in place of `{}`), and what it says.
type Phrase = (&'static str, &'static str, &'static str);

/// What holds for the facts of every hook that has them.
const ANYWHERE: &[Phrase] = &[
    ("restart", "kick_off", "it is a kick-off"),
    ("restart", "free_kick", "it is a free kick"),
    ("restart", "penalty", "it is a penalty"),
    ("restart", "corner", "it is a corner"),
    ("restart", "goal_kick", "it is a goal kick"),
    ("restart", "throw_in", "it is a throw-in"),
    ("restart", "keeper_out", "a new keeper comes out"),
    ("technique", "low", "struck low"),
    ("technique", "lifted", "struck high"),
    ("technique", "head", "by head or hand"),
    ("first_time", "pass", "a first-time pass opened this phase"),
    ("first_time", "advance", "a first-time advance opened this phase"),
    ("first_time", "cross", "a first-time cross opened this phase"),
    ("first_time", "shot", "a first-time shot opened this phase"),
    ("source", "pass", "the ball came from a pass"),
    ("source", "header", "the ball came from a header"),
    ("source", "own", "the ball came from his own kick"),
    ("source", "shot", "the ball came from a shot"),
    ("source", "cross", "the ball came from a cross"),
    ("source", "restart", "the ball came from a restart"),
    ("source", "tackle", "the ball came from a tackle"),
    ("dribble", "won", "the dribble was won"),
    ("dribble", "lost", "the dribble was lost"),
    ("dribble", "undeclared", "the dribble was not declared"),
    ("dribble", "round", "the keeper was dribbled past"),
    ("place", "own", "it starts in the same cell"),
    ("place", "ahead", "it starts from ahead"),
    ("place", "rear", "it starts from behind"),
    ("place", "far", "it starts from afar"),
    ("place", "straight", "it starts in a straight line"),
    ("place", "diagonal", "it starts on the diagonal"),
    ("how", "cod", "he was the nearest to the ball"),
    ("how", "header", "he headed it"),
    ("how", "tackle", "he won it in a tackle"),
    ("how", "dribble", "he kept it in a dribble"),
    ("how", "save", "he saved it"),
    ("how", "foul", "by a foul"),
    ("how", "done", "what he did is over"),
];

/// What holds for the facts of one hook.
const OF_HOOK: &[(&str, &[Phrase])] = &[
    (
        "on_setup",
        &[
            ("step", "", "step {} of the set-up"),
            ("nearest", "", "the nearest of those who restart was {} cells away"),
            ("sent_off", "0", "nobody was sent off in this stoppage"),
            ("sent_off", "", "sent off in this stoppage: {}"),
            ("keeper", "in", "the other keeper is in"),
            ("keeper", "out", "the other keeper is out"),
            ("keeper", "gone", "the other keeper is gone"),
        ],
    ),
    (
        "on_flight",
        &[
            ("exit", "touch", "it left over the touchline"),
            ("exit", "byline", "it left over the goal line"),
            ("exit", "net", "it went into the net"),
            ("exit", "own_net", "it went into his own net"),
            ("last", "attack", "the attack touched it last"),
            ("last", "defence", "the defence touched it last"),
            ("first", "attack", "the attack touched it first in the attacked area"),
            ("first", "defence", "the defence touched it first in the attacked area"),
            ("first_is_keeper", "yes", "that was the keeper"),
            ("touched", "mate", "it met a teammate"),
            ("touched", "opponent", "it met an opponent"),
            ("touched", "both", "it met players of both sides"),
            ("precise", "stop", "it stopped at a teammate in the attacked area"),
            ("precise", "through", "it crossed the cell of a teammate in the attacked area"),
            ("knocked", "opponent", "an opponent fell over"),
            ("knocked", "keeper", "the keeper fell over"),
            ("knocked", "tumble", "the heading player tumbled"),
        ],
    ),
    (
        "on_save",
        &[
            ("keeper_at", "goal_area", "the keeper stands in his goal area"),
            ("keeper_at", "area", "the keeper stands in his penalty area"),
            ("keeper_at", "outside", "the keeper stands outside his area"),
        ],
    ),
    (
        "on_cod",
        &[
            ("stayed", "yes", "the ball is in the kicker's cell"),
            ("stayed", "no", "ball still in the kicker's cell"),
            ("headed", "yes", "a cross was headed in this phase"),
            ("headed", "no", "a headed cross"),
        ],
    ),
    (
        "on_cod_tie",
        &[
            ("travel", "1", "the ball travelled one cell"),
            ("travel", "", "the ball travelled {} cells"),
            ("counter", "yes", "it is the first kick of a counterattack"),
            ("counter", "no", "counterattack"),
            ("shared", "yes", "an opponent stood in the kicker's cell"),
            ("shared", "no", "opponent in the kicker's cell"),
            ("tied_toucher", "attack", "of those level the attack touched it last"),
            ("tied_toucher", "defence", "of those level the defence touched it last"),
            ("tied_toucher", "none", "touched by one of those level"),
            ("short_limit", "nothing", "another short limit"),
        ],
    ),
    (
        "on_offside",
        &[
            ("why", "gets", "he gets the ball"),
            ("why", "tied", "he is level with an opponent at the ball"),
            ("why", "heads", "he is to head the ball"),
            ("why", "crossed", "the ball crossed his cell"),
            ("why", "asked", "a coach asks"),
            ("line", "-1", "he was behind the opponent who makes the line"),
            ("line", "0", "he was level with the opponent who makes the line"),
            ("line", "1", "he was beyond the opponent who makes the line"),
            ("ball", "-1", "he was behind the place of the kick"),
            ("ball", "0", "he was level with the place of the kick"),
            ("ball", "1", "he was beyond the place of the kick"),
            ("half", "own", "he was in his own half"),
            ("half", "other", "he was in the other half"),
            ("stepped", "yes", "he stepped to head the ball"),
        ],
    ),
    (
        "on_ability",
        &[
            ("moment", "reception", "he receives the ball"),
            ("moment", "cross_declared", "a cross is declared"),
            ("moment", "ball_stopped", "the ball has stopped"),
            ("moment", "first_time", "the ball may be played first time"),
            ("moment", "keeper_ready", "the keeper is ready"),
            ("moment", "offside_due", "he may step out of the offside"),
            ("moment", "in_ball_cell", "he stands in the ball's cell"),
            ("moment", "before_duel", "a duel is about to begin"),
            ("moment", "after_duel", "a duel is over"),
            ("moment", "goal_made", "a goal was made"),
            ("run", "0", "he did not have to run"),
            ("run", "1", "he ran one cell to the ball"),
            ("run", "", "he ran {} cells to the ball"),
        ],
    ),
    (
        "on_move_allowance",
        &[
            ("longest", "", "longest move of the attack this turn: {}"),
            ("total", "", "cells the attack moved this turn: {}"),
            ("movers", "", "players the attack moved this turn: {}"),
            ("run", "", "longest run to a ball this turn: {}"),
            ("nearest", "", "nearest candidate at that ball: {}"),
            ("wall", "", "players too many in a wall: {}"),
            ("crowd", "", "players too many in their cell: {}"),
        ],
    ),
    (
        "on_move",
        &[
            ("cell_is", "carrier", "the player with the ball is in the cell"),
            ("cell_is", "throw_spot", "the throw-in is taken from the cell"),
            ("cell_is", "shooter", "the shooter is in the cell"),
            ("from", "front", "he comes from the front"),
            ("from", "rear", "he comes from the rear"),
            ("from", "far", "he comes from afar"),
            ("from", "inside", "he is in the cell already"),
            ("from", "through", "he comes from afar, by the front"),
        ],
    ),
    (
        "on_duel",
        &[
            ("kind", "gk_dribble", "a dribble past the keeper"),
            ("announced", "by", "the one who tries announced a bonus"),
            ("announced", "against", "the other one announced a bonus"),
            ("foul_face", "nothing", "a face that makes a foul"),
        ],
    ),
    (
        "on_foul",
        &[
            ("cause", "entry", "he failed to win his way into a cell"),
            ("cause", "duel", "it happened in a duel"),
            ("cause", "deliberate", "it was done on purpose"),
            ("cause", "knock", "the kick knocked a player over"),
            ("cause", "tumble", "the heading player tumbled"),
            ("cause", "offside", "it is offside"),
            ("cause", "steal", "it happened in a steal"),
            ("cause", "warning", "the dice brought a warning"),
            ("cause", "coaching", "the player was coached"),
            ("kind", "gk_dribble", "a dribble past the keeper"),
            ("face", "0", "no die was rolled for it"),
            ("face", "", "the die showed {}"),
            ("cautions", "0", "he has not been cautioned before"),
            ("cautions", "1", "he has been cautioned once before"),
            ("cautions", "", "he has been cautioned {} times before"),
        ],
    ),
    (
        "on_phase_end",
        &[
            ("phase", "p1", "phase 1 is complete"),
            ("phase", "p2", "phase 2 is complete"),
            ("phase", "p3", "phase 3 is complete"),
            ("phase", "turn", "the turn is complete"),
            ("kind", "pass", "the last kick was a pass"),
            ("kind", "advance", "the last kick was an advance"),
            ("kind", "cross", "the last kick was a cross"),
            ("kind", "shot", "the last kick was a shot"),
            ("kept", "yes", "the side that began the turn still has the ball"),
            ("tied", "yes", "the ball was awarded in a tie"),
        ],
    ),
    (
        "on_clock",
        &[
            ("question", "tick", "asked whether the clock ticks"),
            ("question", "whistle", "asked whether the whistle blows"),
            ("at", "cod", "a ball was won"),
            ("at", "p2", "phase 2 is over"),
            ("at", "p3", "phase 3 is over"),
            ("at", "turn", "the turn is over"),
            ("at", "setup", "a set-up is over"),
            ("at", "goal", "a goal was scored"),
            ("at", "foul", "after a foul"),
            ("at", "out", "the ball is out"),
            ("at", "sent_off", "a player was sent off"),
            ("at", "start", "the match is to begin"),
            ("at", "shootout", "in the shoot-out"),
            ("at", "award", "a restart was awarded"),
            ("idle", "", "turns over without a tick: {}"),
            ("extra", "", "turns begun after time was up: {}"),
            ("players", "", "players of the smaller side: {}"),
            ("lead", "", "goals home is ahead: {}"),
            ("subs", "", "changes of player this half: {}"),
            ("goals", "", "goals this half: {}"),
        ],
    ),
];

/// What the fields of an answer say once they are set.
const SET: &[(&str, &[Phrase])] = &[
    (
        "on_setup",
        &[
            ("who", "attack", "the side that restarts acts"),
            ("who", "defence", "the other side acts"),
            ("act", "none", "the set-up is over"),
            ("act", "place", "its players are placed"),
            ("act", "approach", "a player goes to the spot"),
            ("act", "taker", "the taker is chosen"),
            ("spot", "none", "the ball stays where it is"),
            ("spot", "exit", "the ball is put where it left"),
            ("spot", "centre", "the ball is put on the centre spot"),
            ("spot", "penalty", "the ball is put on the penalty spot"),
            ("spot", "goal_area", "the ball is put in the goal area"),
            ("spot", "offence", "the ball is put at the place of the offence"),
            ("spot", "corner", "the ball is put in the corner"),
            ("wall", "0", "there is no wall"),
            ("wall", "", "{} players may share a wall cell"),
            ("walls", "1", "there may be one wall"),
            ("walls", "", "there may be {} walls"),
            ("min", "", "at least {} players are placed"),
            ("max", "", "at most {} players are placed"),
            ("secret", "yes", "it is hidden from the other side"),
            ("gap_cm", "", "{} cm between the ball and those placed"),
        ],
    ),
    (
        "on_kick",
        &[
            ("put_back", "yes", "the kicker may be put elsewhere in his cell"),
            ("put_back", "no", "the kicker stays where he is"),
        ],
    ),
    (
        "on_cod",
        &[
            ("kicker", "in", "the kicker takes part"),
            ("kicker", "cell", "the kicker takes part in his own cell only"),
            ("kicker", "out", "the kicker takes no part"),
            ("moved", "in", "players who have moved take part"),
            ("moved", "cell", "players who have moved take part in their own cell only"),
            ("moved", "out", "players who have moved take no part"),
            ("lying", "in", "lying players take part"),
            ("lying", "cell", "lying players take part in their own cell only"),
            ("lying", "out", "lying players take no part"),
            ("stepped", "in", "players who stepped to head the ball take part"),
            ("stepped", "cell", "players who stepped to head the ball take part in their own cell only"),
            ("stepped", "out", "players who stepped to head the ball take no part"),
            ("keeper", "in", "the defending keeper takes part"),
            ("keeper", "cell", "the defending keeper takes part in his own cell only"),
            ("keeper", "out", "the defending keeper takes no part"),
            ("again", "yes", "the kicker may run although he has moved"),
            ("again", "no", "the kicker may not run once he has moved"),
            ("lift", "yes", "where nobody may go to the ball the bars fall one after another"),
            ("lift", "no", "where nobody may go to the ball the bars stay"),
            ("place", "yes", "the winner chooses where in the ball's cell he stands"),
            ("place", "no", "the winner does not choose where he stands"),
        ],
    ),
    (
        "on_foul",
        &[
            ("restart", "none", "play goes on"),
            ("restart", "free_kick", "a free kick is given"),
            ("restart", "penalty", "a penalty is given"),
            ("restart", "corner", "a corner is given"),
            ("restart", "throw_in", "a throw-in is given"),
            ("spot", "offender", "it is placed where the offender stands"),
            ("spot", "victim", "it is placed where the victim stands"),
            ("spot", "carrier", "it is placed where the player with the ball stands"),
            ("card", "", "a {} card is shown"),
            ("cautions", "1", "it counts as a caution"),
            ("cautions", "", "it counts as {} cautions"),
            ("send_off", "yes", "he is sent off"),
            ("send_off", "no", "he stays on the pitch"),
            ("lose_turn", "yes", "his side loses a turn"),
            ("void", "yes", "nothing happened after all"),
            ("own", "yes", "his own side restarts"),
        ],
    ),
    (
        "on_substitution",
        &[
            ("min", "", "changes that must be made: {}"),
            ("max", "", "changes that may be made: {}"),
            ("reserve_keeper", "yes", "a reserve keeper may come on"),
            ("setup", "yes", "the throw-in becomes a set-up"),
            ("refused", "yes", "the change is not allowed"),
        ],
    ),
];

/// Answers whose word says too little.
const ANSWERS: &[Phrase] = &[
    ("on_flight", "cod", "the nearest player gets the ball"),
    ("on_flight", "header", "it may be headed"),
    ("on_flight", "precise", "played precisely"),
    ("on_flight", "claim", "the keeper claims it"),
    ("on_move", "free", "he may"),
    ("on_move", "die", "a die decides"),
    ("on_move", "no", "he may not"),
    ("on_phase_end", "offer", "the ball may be played first time"),
    ("on_phase_end", "p1", "phase 1"),
    ("on_phase_end", "p2", "phase 2"),
    ("on_phase_end", "p3", "phase 3"),
    ("on_phase_end", "turn", "the next turn"),
    ("on_phase_end", "counter", "a counterattack"),
    ("on_phase_end", "again", "the same side again"),
    ("on_phase_end", "skip", "a turn is left out"),
    ("on_clock", "0", "no tick"),
    ("on_clock", "1", "one tick"),
    ("on_clock", "play", "play goes on"),
    ("on_clock", "half", "half-time"),
    ("on_clock", "extra", "extra time"),
    ("on_clock", "shootout", "penalties"),
    ("on_clock", "end", "the end"),
];

/// What was answered.
pub(super) fn answer(hook: &str, word: &str) -> String {
    let phrase = ANSWERS.iter().find(|(of, given, _)| *of == hook && *given == word);
    phrase.map_or_else(|| super::names::printable(word).replace('_', " "), |(_, _, told)| (*told).to_owned())
}

/// A fact that was put to a hook.
pub(super) fn fact(hook: &str, name: &str, fact: &Fact) -> Option<String> {
    let own = OF_HOOK.iter().find(|(of, _)| *of == hook).map(|(_, phrases)| *phrases).unwrap_or_default();
    match name {
        "zone" | "into" | "start" => return zone(fact),
        "band" | "ball_zone" => return band(fact),
        _ => {}
    }
    find(own, name, fact).or_else(|| find(ANYWHERE, name, fact))
}

/// A field of an answer that a clause set.
pub(super) fn set(hook: &str, name: &str, fact: &Fact) -> Option<String> {
    let own = SET.iter().find(|(of, _)| *of == hook).map(|(_, phrases)| *phrases)?;
    find(own, name, fact)
}

fn find(phrases: &[Phrase], name: &str, fact: &Fact) -> Option<String> {
    let value = super::ruling::value(fact);
    let is_something = *fact != Fact::Nothing && value != "none";
    let fits = |(of, given, _): &&Phrase| *of == name && (*given == value || (given.is_empty() && is_something));
    let (_, _, told) = phrases.iter().find(fits)?;
    Some(told.replace("{}", &value))
}

/// The most special zone of a cell, seen from the side it is asked about.
fn zone(fact: &Fact) -> Option<String> {
    let word = fact.as_str().filter(|word| *word != "none")?;
    let (whose, name) = match word.strip_prefix("own_") {
        Some(name) => ("his own", name),
        None => ("the", word),
    };
    let name = super::names::printable(name).replace('_', " ");
    let kind =
        if ["area", "line", "half", "goal", "middle"].iter().any(|end| name.ends_with(end)) { "" } else { " zone" };
    Some(format!("in {whose} {name}{kind}"))
}

/// A third of the pitch.
fn band(fact: &Fact) -> Option<String> {
    match fact.as_str()? {
        "defence" => Some("in the defending third".to_owned()),
        "midfield" => Some("in midfield".to_owned()),
        "attack" => Some("in the attacking third".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::plugin::{AnswerKind, FactKind, Hook};

    /// Whether a kind of fact can have this value, as it is told.
    fn can_be(kind: FactKind, value: &str) -> bool {
        match kind {
            _ if value.is_empty() => true,
            FactKind::Word(words) => words.contains(&value),
            FactKind::Bool => ["yes", "no"].contains(&value),
            FactKind::Int => value.parse::<i64>().is_ok(),
            FactKind::MaybeInt | FactKind::Token => value == "nothing" || value.parse::<i64>().is_ok(),
            _ => false,
        }
    }

    #[test]
    fn every_phrase_is_about_a_fact_of_its_hook() {
        for (hook, phrases) in OF_HOOK {
            let info = Hook::from_name(hook).expect(hook).info();
            for (name, value, _) in *phrases {
                let fact = info.facts.iter().find(|f| f.name == *name);
                assert!(fact.is_some_and(|f| can_be(f.kind, value)), "{hook}: {name} {value}");
            }
        }
        for (name, value, _) in ANYWHERE {
            let mut facts = Hook::ALL.iter().flat_map(|h| h.info().facts);
            assert!(facts.any(|f| f.name == *name && can_be(f.kind, value)), "{name} {value}");
        }
    }

    #[test]
    fn every_answer_is_one_that_the_hook_has() {
        for (hook, word, _) in ANSWERS {
            let known = match Hook::from_name(hook).expect(hook).info().answer {
                AnswerKind::Words(words) => words.contains(word),
                AnswerKind::WordsOrInt(words) => words.contains(word) || word.parse::<u8>().is_ok(),
                _ => false,
            };
            assert!(known, "{hook}: {word}");
        }
    }

    #[test]
    fn every_phrase_of_an_answer_is_about_a_field_of_it() {
        for (hook, phrases) in SET {
            let AnswerKind::Value { record, .. } = Hook::from_name(hook).expect(hook).info().answer else {
                panic!("{hook} answers with no fields");
            };
            for (name, value, _) in *phrases {
                let field = record.iter().find(|f| f.name == *name);
                assert!(field.is_some_and(|f| can_be(f.kind, value)), "{hook}: {name} {value}");
            }
        }
    }
}
