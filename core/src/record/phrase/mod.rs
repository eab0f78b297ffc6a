//! Facts and answers of the hooks as a spectator would put them. What is not here is told by its own name.

mod answers;
mod facts;
mod offer;

pub(super) use answers::{answer, set};

use super::entry::RulingNote;
use super::fact::Fact;
use super::names::Names;
use super::ruling::named;
use crate::rules::GameKind;

/// A fact, one of its values (empty: any, put in place of `{}`), and what it says.
type Phrase = (&'static str, &'static str, &'static str);

/// A fact that was put to a hook.
pub(super) fn fact(note: &RulingNote, names: &Names, name: &str, fact: &Fact) -> Option<String> {
    let hook = note.hook.as_str();
    let is_word = fact.as_str().is_some_and(|word| word != "none");
    match name {
        "zone" | "into" | "start" if is_word => return zone(name, fact),
        "band" | "ball_zone" => return band(fact),
        "source" => return offer::source(word(note, "moment"), fact.as_str()?),
        "lead" => return lead("", fact),
        "shootout" if matches!(fact, Fact::Number(_)) => return lead(" in the shoot-out", fact),
        _ => {}
    }
    let value = names.value(fact);
    let find = |phrases: &[Phrase]| find(phrases, name, fact, &value);
    if hook == "on_ability" {
        let moment = word(note, "moment");
        let told = find(offer::at(moment)).or_else(|| find(offer::ANY_MOMENT)).or_else(|| find(facts::ANYWHERE));
        return told.map(|told| offer::about(moment, &told));
    }
    let own = facts::OF_HOOK.iter().find(|(of, _)| *of == hook).map(|(_, phrases)| *phrases).unwrap_or_default();
    find(own).or_else(|| find(facts::ANYWHERE))
}

/// Whether a fact says anything about what was asked: every question has all facts of its hook, also those that nothing
/// has filled in.
pub(super) fn tells(note: &RulingNote, names: &Names, name: &str) -> bool {
    let is = |of: &str, values: &[&str]| values.contains(&word(note, of));
    match (note.hook.as_str(), name) {
        (_, "technique") if names.game() != GameKind::Pitch => false,
        ("on_foul", "technique") => is("cause", &["knock", "tumble"]),
        ("on_foul", "kind") => is("cause", &["duel", "deliberate"]),
        ("on_foul", "place") => is("cause", &["duel", "deliberate", "entry", "steal"]),
        ("on_flight", "first_is_keeper") => !is("first", &["none"]),
        ("on_flight", "own_end") => !is("exit", &["none"]),
        ("on_duel", "outer") => is("kind", &["gk_dribble"]),
        ("on_duel", "bonus_by" | "bonus_against") => {
            note.facts.get(name) != Some(&Fact::Number(0)) || note.set.get(name).is_some()
        }
        ("on_duel", "pick_by" | "pick_against") => is("kind", &["penalty"]),
        ("on_ability", name) => offer::tells(word(note, "moment"), name),
        _ => true,
    }
}

/// A fact that a layer changed for those below it, which were asked as if it were so.
pub(super) fn changed(note: &RulingNote, names: &Names, name: &str, fact: &Fact) -> Option<String> {
    if matches!(fact, Fact::Number(_)) {
        return None;
    }
    let lead = if is_nothing(fact) { "as if without" } else { "as if" };
    self::fact(note, names, name, fact).map(|told| format!("the layers below were asked {lead} {told}"))
}

/// A fact or a field by its name.
pub(super) fn name(name: &str) -> String {
    match name {
        "bonus_by" => "the bonus of the one who tries".to_owned(),
        "bonus_against" => "the bonus of the other one".to_owned(),
        "foul_face" => "the highest face that makes a foul".to_owned(),
        "tick" => "the number of ticks".to_owned(),
        "extra" => "the number of turns begun after time was up".to_owned(),
        other => named(other),
    }
}

/// A fact of a ruling that is a word, or nothing.
fn word<'a>(note: &'a RulingNote, name: &str) -> &'a str {
    note.facts.get(name).and_then(Fact::as_str).unwrap_or_default()
}

/// A fact that says "no".
pub(super) fn is_nothing(fact: &Fact) -> bool {
    match fact {
        Fact::Nothing => true,
        Fact::Flag(yes) => !yes,
        Fact::Word(word) => word.as_str() == "none",
        Fact::Words(words) => words.is_empty(),
        Fact::Number(_) | Fact::Other(_) => false,
    }
}

fn find(phrases: &[Phrase], name: &str, fact: &Fact, value: &str) -> Option<String> {
    let raw = super::ruling::value(fact);
    let is_something = matches!(fact, Fact::Flag(_)) || !is_nothing(fact);
    let fits = |(of, given, _): &&Phrase| *of == name && (*given == raw || (given.is_empty() && is_something));
    let (_, _, told) = phrases.iter().find(fits)?;
    Some(told.replace("{}", value))
}

/// The most special zone of a cell, seen from the side it is asked about.
fn zone(name: &str, fact: &Fact) -> Option<String> {
    let word = fact.as_str()?;
    let (whose, zone) = match word.strip_prefix("own_") {
        Some(zone) => ("his own", zone),
        None => ("the", word),
    };
    let zone = named(zone);
    let kind =
        if ["area", "line", "half", "goal", "middle"].iter().any(|end| zone.ends_with(end)) { "" } else { " zone" };
    let way = match name {
        "into" => "into",
        "start" => "out of",
        _ => "in",
    };
    Some(format!("{way} {whose} {zone}{kind}"))
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

/// Who is ahead, from the goals that home is.
fn lead(place: &str, fact: &Fact) -> Option<String> {
    let Fact::Number(goals) = fact else { return None };
    Some(match goals {
        0 => format!("the score is level{place}"),
        1.. => format!("home is ahead by {goals}{place}"),
        _ => format!("away is ahead by {}{place}", goals.unsigned_abs()),
    })
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::super::word::{Named, Word};
    use super::*;
    use crate::plugin::{FactKind, Hook};

    /// Whether a kind of fact can have this value, as it is told.
    pub(super) fn can_be(kind: FactKind, value: &str) -> bool {
        match kind {
            _ if value.is_empty() => true,
            FactKind::Word(words) => words.contains(&value),
            FactKind::Bool => ["yes", "no"].contains(&value),
            FactKind::Int => value.parse::<i64>().is_ok(),
            FactKind::MaybeInt | FactKind::Token => value == "nothing" || value.parse::<i64>().is_ok(),
            FactKind::Card => value == "nothing",
            FactKind::Skills | FactKind::Zone | FactKind::Combination => value == "none",
            _ => false,
        }
    }

    /// Some of the values that a kind of fact has in a log; every word of those that are words.
    pub(super) fn values(kind: FactKind) -> Vec<Fact> {
        let word = |word: &'static str| Fact::Word(Word::Fixed(word));
        match kind {
            FactKind::Bool => vec![Fact::Flag(true), Fact::Flag(false)],
            FactKind::Word(words) => words.iter().map(|w| word(w)).collect(),
            FactKind::Int | FactKind::Number => [-1, 0, 1, 2, 7].map(Fact::Number).to_vec(),
            FactKind::MaybeInt => vec![Fact::Nothing, Fact::Number(3)],
            FactKind::Skills => vec![Fact::Words(Vec::new()), Fact::Words(vec![Word::Fixed("red")])],
            FactKind::Token => vec![Fact::Nothing, word("home 8")],
            FactKind::Zone => vec![word("none"), word("penalty_area"), word("own_corner")],
            FactKind::Card => vec![Fact::Nothing, word("yellow")],
            FactKind::Combination => vec![word("none"), word("lob")],
            FactKind::Faces | FactKind::Text => vec![word("BALL BALL HEAD")],
        }
    }

    fn note(hook: Hook, facts: &[(&'static str, &'static str)]) -> RulingNote {
        let mut named = Named::default();
        facts.iter().for_each(|(name, value)| named.insert(Word::Fixed(name), Fact::Word(Word::Fixed(value))));
        RulingNote {
            hook: Word::Fixed(hook.info().name),
            answer: Word::default(),
            clause: Word::Fixed("X-01"),
            plugin: Word::Fixed("x"),
            layer: 0,
            facts: named,
            changed: Named::default(),
            set: Named::default(),
            set_by: Named::default(),
        }
    }

    #[test]
    fn every_phrase_is_about_a_fact_of_its_hook() {
        let at_moments = offer::AT_MOMENT.iter().map(|(_, phrases)| ("on_ability", *phrases));
        let of_offers = at_moments.chain([("on_ability", offer::ANY_MOMENT)]);
        for (hook, phrases) in facts::OF_HOOK.iter().copied().chain(of_offers) {
            let info = Hook::from_name(hook).expect(hook).info();
            for (name, value, _) in phrases {
                let fact = info.facts.iter().find(|f| f.name == *name);
                assert!(fact.is_some_and(|f| can_be(f.kind, value)), "{hook}: {name} {value}");
            }
        }
        for (name, value, _) in facts::ANYWHERE {
            let mut facts = Hook::ALL.iter().flat_map(|h| h.info().facts);
            assert!(facts.any(|f| f.name == *name && can_be(f.kind, value)), "{name} {value}");
        }
    }

    #[test]
    fn every_fact_of_every_hook_is_told_in_words_whatever_it_is() {
        let names = Names::none();
        for hook in Hook::ALL {
            for info in hook.info().facts {
                for value in values(info.kind) {
                    let told = fact(&note(*hook, &[]), &names, info.name, &value);
                    assert!(told.is_some_and(|t| !t.contains(['_', '{'])), "{hook:?}: {} {value:?}", info.name);
                }
            }
        }
    }

    #[test]
    fn whoever_is_asked_did_not_kick_the_ball_that_another_one_kicked() {
        let told = |moment| {
            let own = Fact::Word(Word::Fixed("own"));
            fact(&note(Hook::OnAbility, &[("moment", moment)]), &Names::none(), "source", &own).expect("a phrase")
        };
        assert_eq!(told("reception"), "the ball came from his own kick");
        assert_eq!(told("in_ball_cell"), "the one with the ball had got it from his own kick");
        assert_eq!(told("offside_due"), "the kicker had got the ball from his own kick");
        for moment in ["cross_declared", "ball_stopped", "first_time", "before_duel", "after_duel"] {
            assert!(!told(moment).starts_with("the ball came"), "{moment}");
        }
        let skills = Fact::Words(vec![Word::Fixed("red")]);
        let slide = note(Hook::OnAbility, &[("moment", "first_time")]);
        assert_eq!(fact(&slide, &Names::none(), "skills", &skills).as_deref(), Some("the kicker's skills: red"));
    }

    #[test]
    fn facts_that_nothing_has_filled_in_are_left_out() {
        let told = |hook, facts: &[(&'static str, &'static str)], name| tells(&note(hook, facts), &Names::none(), name);
        assert!(told(Hook::OnFoul, &[("cause", "knock")], "technique"));
        assert!(!told(Hook::OnFoul, &[("cause", "entry")], "technique"));
        assert!(!told(Hook::OnFoul, &[("cause", "offside")], "kind"));
        assert!(!told(Hook::OnAbility, &[("moment", "ball_stopped")], "skills"));
        assert!(told(Hook::OnAbility, &[("moment", "in_ball_cell")], "skills"));
    }

    #[test]
    fn a_changed_fact_is_told_as_what_the_layers_below_were_asked() {
        let told = |hook, name, fact| changed(&note(hook, &[]), &Names::none(), name, &fact);
        let gets = told(Hook::OnOffside, "why", Fact::Word(Word::Fixed("gets")));
        assert_eq!(gets.as_deref(), Some("the layers below were asked as if he gets the ball"));
        let nobody = told(Hook::OnAbility, "other_skills", Fact::Words(Vec::new()));
        assert_eq!(
            nobody.as_deref(),
            Some("the layers below were asked as if without skills of standing opponents in his cell")
        );
        assert_eq!(told(Hook::OnCodTie, "short_limit", Fact::Number(5)), None);
    }

    #[test]
    fn the_side_that_is_ahead_is_named() {
        let told = |lead| fact(&note(Hook::OnClock, &[]), &Names::none(), "lead", &Fact::Number(lead)).expect("words");
        assert_eq!([-1, 0, 2].map(told), ["away is ahead by 1", "the score is level", "home is ahead by 2"]);
    }

    #[test]
    fn tokens_and_teams_are_told_by_their_names() {
        let token = Fact::Word(Word::Fixed("home 7"));
        let told = fact(&note(Hook::OnDuel, &[]), &Names::none(), "by", &token);
        assert_eq!(told.as_deref(), Some("home 7 tries"), "one who is on no sheet");
    }
}
