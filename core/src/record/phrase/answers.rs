//! What answers of the hooks say.

use super::{Phrase, find};
use crate::record::fact::Fact;
use crate::record::names::printable;

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
            ("secret", "no", "it is not hidden from the other side"),
            ("gap_cm", "", "{} cm between the ball and those placed"),
        ],
    ),
    (
        "on_kick",
        &[
            ("spread", "", "the error of direction is {} times the usual"),
            ("length", "", "the error of length is {} times the usual"),
            ("reach", "", "the kick goes {} cells at most"),
            ("knock", "", "the probability that an opponent in his cell falls over is {}"),
            ("tumble", "", "the probability that the heading player rolls on is {}"),
            ("dice", "", "dice thrown on top of those chosen: {}"),
            ("keep", "yes", "dice that were not chosen keep their face"),
            ("keep", "no", "every die is thrown"),
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
            ("lift", "no", "where nobody may go to the ball all bars fall at once"),
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
            ("restart", "goal_kick", "a goal kick is given"),
            ("restart", "kick_off", "a kick-off is given"),
            ("restart", "keeper_out", "a new keeper comes out"),
            ("spot", "offender", "it is placed where the offender stands"),
            ("spot", "victim", "it is placed where the victim stands"),
            ("spot", "carrier", "it is placed where the player with the ball stands"),
            ("card", "nothing", "no card is shown"),
            ("card", "", "a {} card is shown"),
            ("cautions", "0", "it counts as no caution"),
            ("cautions", "1", "it counts as a caution"),
            ("cautions", "", "it counts as {} cautions"),
            ("send_off", "yes", "he is sent off"),
            ("send_off", "no", "he stays on the pitch"),
            ("lose_turn", "yes", "his side loses a turn"),
            ("lose_turn", "no", "his side loses no turn"),
            ("void", "yes", "the foul is taken back"),
            ("void", "no", "the foul stands"),
            ("own", "yes", "his own side restarts"),
            ("own", "no", "the other side restarts"),
            ("hurt", "0", "nobody can be hurt"),
            ("hurt", "1", "a die of 1 injures the victim"),
            ("hurt", "", "a die of 1 to {} injures the victim"),
        ],
    ),
    (
        "on_substitution",
        &[
            ("min", "", "changes that must be made: {}"),
            ("max", "", "changes that may be made: {}"),
            ("reserve_keeper", "yes", "a reserve keeper may come on"),
            ("reserve_keeper", "no", "no reserve keeper may come on"),
            ("setup", "yes", "the throw-in becomes a set-up"),
            ("setup", "no", "the throw-in stays one"),
            ("refused", "yes", "the change is not allowed"),
            ("refused", "no", "the change is allowed"),
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

/// What was answered. Several layers may offer the same.
pub(in crate::record) fn answer(hook: &str, word: &str) -> String {
    let phrase = ANSWERS.iter().find(|(of, given, _)| *of == hook && *given == word);
    if let Some((_, _, told)) = phrase {
        return (*told).to_owned();
    }
    let mut words: Vec<&str> = Vec::new();
    for word in word.split(' ') {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    printable(&words.join(", ")).replace('_', " ")
}

/// A field of an answer that a clause set.
pub(in crate::record) fn set(hook: &str, name: &str, fact: &Fact) -> Option<String> {
    let own = SET.iter().find(|(of, _)| *of == hook).map(|(_, phrases)| *phrases)?;
    find(own, name, fact, &crate::record::ruling::value(fact))
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic)]
mod tests {
    use super::super::tests::{can_be, values};
    use super::*;
    use crate::plugin::{AnswerKind, Hook};

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

    #[test]
    fn every_field_of_an_answer_is_told_whatever_it_is_set_to() {
        for hook in Hook::ALL {
            let AnswerKind::Value { record, .. } = hook.info().answer else { continue };
            for field in record {
                for fact in values(field.kind) {
                    assert!(set(hook.info().name, field.name, &fact).is_some(), "{hook:?}: {} {fact:?}", field.name);
                }
            }
        }
    }

    #[test]
    fn what_two_layers_offer_is_told_once() {
        assert_eq!(answer("on_ability", "slide slide"), "slide");
        assert_eq!(answer("on_ability", "pass advance pass"), "pass, advance");
        assert_eq!(answer("on_roll", "centre_tir"), "centre tir");
    }
}
