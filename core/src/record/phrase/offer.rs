//! What the facts of an offer say. Whom they are about depends on the moment: who receives the ball, who kicked it, or a
//! side as a whole.

use super::Phrase;

/// Facts of an offer at any moment.
pub(super) const ANY_MOMENT: &[Phrase] = &[
    ("moment", "reception", "he receives the ball"),
    ("moment", "cross_declared", "a cross is declared"),
    ("moment", "ball_stopped", "the ball has stopped"),
    ("moment", "first_time", "a first-time cross or shot is declared"),
    ("moment", "keeper_ready", "the keeper is ready"),
    ("moment", "offside_due", "he may step out of the offside"),
    ("moment", "in_ball_cell", "he stands in the ball's cell"),
    ("moment", "before_duel", "a duel is about to begin"),
    ("moment", "after_duel", "a duel is over"),
    ("moment", "goal_made", "a goal was made"),
    ("side", "attack", "the attack is asked"),
    ("side", "defence", "the defence is asked"),
    ("home", "yes", "that is the home team"),
    ("home", "no", "the home team"),
    ("skills", "", "{his} skills: {}"),
    ("skills", "none", "{his} skills"),
    ("other_skills", "", "skills of standing opponents in {his} cell: {}"),
    ("other_skills", "none", "skills of standing opponents in {his} cell"),
    ("other_before", "", "skills of opponents in {his} cell at the kick: {}"),
    ("other_before", "none", "skills of opponents in {his} cell at the kick"),
    ("run", "0", "{he} has not moved in this turn"),
    ("run", "1", "{he} has moved one cell in this turn"),
    ("run", "", "{he} has moved {} cells in this turn"),
    ("touched", "yes", "the ball had touched {him}"),
    ("touched", "no", "touched by the ball"),
    ("deflected", "yes", "an opponent had touched the ball on its way"),
    ("deflected", "no", "an opponent's touch on the way"),
    ("free", "yes", "no opponent is in or next to {his} cell"),
    ("free", "no", "free of opponents"),
    ("first", "yes", "{he} would be the first of {his} side in this phase"),
    ("first", "no", "the first of {his} side in this phase"),
    ("passer_skills", "", "skills of the teammate whose kick reached the kicker: {}"),
    ("passer_skills", "none", "skills of a teammate whose kick reached the kicker"),
    ("keeper_near", "yes", "the opposing keeper stands in or next to {his} cell"),
    ("keeper_near", "no", "the opposing keeper in or next to {his} cell"),
    ("absent", "yes", "that side loses its turn of this round"),
    ("absent", "no", "a side that loses its turn of this round"),
];

/// Facts that say something else at one moment.
pub(super) const AT_MOMENT: &[(&str, &[Phrase])] = &[
    (
        "reception",
        &[
            ("run", "0", "he did not have to run"),
            ("run", "1", "he ran one cell to the ball"),
            ("run", "", "he ran {} cells to the ball"),
            ("passer_skills", "", "skills of the teammate whose kick reached him: {}"),
            ("passer_skills", "none", "skills of a teammate whose kick reached him"),
        ],
    ),
    (
        "first_time",
        &[
            ("run", "0", "the kicker did not have to run"),
            ("run", "1", "the kicker ran one cell to the ball"),
            ("run", "", "the kicker ran {} cells to the ball"),
        ],
    ),
    (
        "ball_stopped",
        &[("free", "yes", "nobody is in or next to the ball's cell"), ("free", "no", "nobody at the ball")],
    ),
    (
        "offside_due",
        &[("first", "yes", "it would be his first step for this kick"), ("first", "no", "a first step for this kick")],
    ),
];

/// What is told of a side as a whole: nobody is meant yet.
const OF_SIDE: &[&str] =
    &["moment", "side", "home", "band", "source", "free", "crosses", "shots", "kicks", "first_time", "combo"];

/// The phrases of one moment.
pub(super) fn at(moment: &str) -> &'static [Phrase] {
    AT_MOMENT.iter().find(|(of, _)| *of == moment).map(|(_, phrases)| *phrases).unwrap_or_default()
}

/// A phrase with the one whom it is about at a moment: a slide is offered because of what the kicker did.
pub(super) fn about(moment: &str, phrase: &str) -> String {
    let [he, his, him] = match moment {
        "first_time" => ["the kicker", "the kicker's", "the kicker"],
        _ => ["he", "his", "him"],
    };
    phrase.replace("{he}", he).replace("{his}", his).replace("{him}", him)
}

/// Whether a fact says anything at a moment.
pub(super) fn tells(moment: &str, name: &str) -> bool {
    match (moment, name) {
        ("cross_declared", "free") => false,
        ("cross_declared" | "ball_stopped", _) => OF_SIDE.contains(&name),
        // Who stood there at the kick is known of a receiver alone.
        (_, "other_before") => moment == "reception",
        ("first_time", "first") => false,
        _ => true,
    }
}

/// How the ball came, to whoever had it at a moment.
pub(super) fn source(moment: &str, from: &str) -> Option<String> {
    let from = match from {
        "pass" => "a pass",
        "header" => "a header",
        "own" => "his own kick",
        "shot" => "a shot",
        "cross" => "a cross",
        "restart" => "a restart",
        "tackle" => "a tackle",
        _ => return None,
    };
    Some(match moment {
        "" | "reception" | "keeper_ready" => format!("the ball came from {from}"),
        "cross_declared" | "ball_stopped" | "first_time" | "offside_due" => {
            format!("the kicker had got the ball from {from}")
        }
        _ => format!("the one with the ball had got it from {from}"),
    })
}
