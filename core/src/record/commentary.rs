//! Events in words.

use super::entry::Entry;
use super::event::Event;
use super::fact::Fact;
use super::names::{Names, printable};
use super::offence::foul;
use crate::game::{Ending, KeeperPose, Offer, Stage, Way, with_article};
use crate::kick::Technique;
use crate::plugin::{DuelAnswer, DuelKind, How, Kind, Moment, PhaseAnswer, Restart, RollQuestion};
use crate::rules::GameKind;
use crate::{Side, Token};

/// How much is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Goals, cards, shots, set pieces, changes, whistles.
    #[default]
    Highlights,
    /// Everything a spectator would see, every pass and every move.
    Full,
}

/// An event as a commentator tells it, with the minute in front; `None` for what he would not mention.
#[must_use]
pub fn commentary(entry: &Entry, names: &Names, detail: Detail) -> Option<String> {
    let told = weight(entry)? <= detail;
    told.then(|| format!("{} {}", names.moment(entry), sentence(entry, names)))
}

/// The detail at which an event is told, if at any.
fn weight(entry: &Entry) -> Option<Detail> {
    let shot = || fact(entry, "kind") == Some("shot");
    Some(match &entry.event {
        Event::Half { .. } | Event::Goal { .. } | Event::End { .. } | Event::Substitution { .. } => Detail::Highlights,
        Event::Absent { .. } | Event::Shootout { .. } => Detail::Highlights,
        // The kick itself tells who takes it and how it ends.
        Event::Whistle { at, verdict } if at == "shootout" && verdict != "end" => return None,
        Event::PhaseEnd { next: PhaseAnswer::Skip, .. } => Detail::Highlights,
        Event::Duel { kind: DuelKind::Stop | DuelKind::Double, .. } => Detail::Highlights,
        Event::Roll { question, .. } => match question {
            RollQuestion::Warning => return None,
            RollQuestion::Combination => Detail::Full,
        },
        // The attempt of a shoot-out that goes in has an event of its own; a chance made with dice is told whatever follows.
        Event::Flight { outcome } if holds(entry, "shootout") => (outcome != "goal").then_some(Detail::Highlights)?,
        Event::Flight { .. } if fact(entry, "combo").is_some() => Detail::Highlights,
        Event::Note { .. } | Event::Whistle { .. } => Detail::Highlights,
        Event::Kick { kind: Kind::Shot, .. } | Event::Kick { restart: Restart::Penalty, .. } => Detail::Highlights,
        // The foul says that it is a free kick or a penalty, and a goal or a half that there is a kick-off.
        Event::Restart { restart: Restart::Corner | Restart::GoalKick | Restart::ThrowIn, .. } => Detail::Highlights,
        Event::Setup { wall: 1.., .. } => Detail::Highlights,
        Event::Sent { way: Way::Shot, .. } | Event::Picks { .. } | Event::Duel { kind: DuelKind::Penalty, .. } => {
            Detail::Highlights
        }
        Event::Foul { card, sent_off, restart, .. } if card.is_some() || *sent_off || *restart != Restart::None => {
            Detail::Highlights
        }
        // The free kick for it tells it.
        Event::Offside { verdict, .. } => (verdict == "offside").then_some(Detail::Full)?,
        // A goal has an event of its own.
        Event::Flight { outcome } => match outcome.as_str() {
            "goal" | "own_goal" => return None,
            "precise" | "miss" if !shot() => return None,
            "cod" if !shot() => return None,
            _ if shot() => Detail::Highlights,
            _ => Detail::Full,
        },
        Event::Tick { .. }
        | Event::Auto { .. }
        | Event::Slot { .. }
        | Event::PhaseEnd { .. }
        | Event::Allowance { .. }
        | Event::Offered { .. }
        | Event::Shift { .. }
        | Event::Cod { .. }
        | Event::Pushed { .. }
        | Event::NoKeeper { .. }
        | Event::Entry { .. } => return None,
        // The kick that follows tells it better.
        Event::Declared { .. } => return None,
        Event::Turn { counter, .. } => counter.then_some(Detail::Full)?,
        _ => Detail::Full,
    })
}

/// A fact of the ruling behind an event, if it is a word.
fn fact<'a>(entry: &'a Entry, name: &str) -> Option<&'a str> {
    entry.ruling.as_ref()?.facts.get(name)?.as_str()
}

/// Whether a fact of the ruling behind an event is true.
fn holds(entry: &Entry, name: &str) -> bool {
    let told = entry.ruling.as_ref().and_then(|note| note.facts.get(name));
    told.is_some_and(Fact::holds)
}

/// One of several ways to say it: another from turn to turn, the same for the same event.
fn vary<'a>(entry: &Entry, ways: &[&'a str]) -> &'a str {
    let n = usize::from(entry.turn) * 7 + usize::from(entry.tick) * 3 + usize::from(entry.half);
    ways.get(n % ways.len().max(1)).copied().unwrap_or_default()
}

/// Any event in one sentence, without the minute.
#[must_use]
pub fn sentence(entry: &Entry, names: &Names) -> String {
    let who = |token: Token| names.player(token);
    let team = |side: Side| names.team(side).to_owned();
    match &entry.event {
        Event::Toss { side } => format!("{} win the toss.", team(*side)),
        Event::Absent { token, reason, stand_in, .. } => {
            let keeper = if *stand_in { " The reserve keeper starts." } else { "" };
            format!("{} is missing: {}.{keeper}", who(*token), printable(reason))
        }
        Event::Half { number, kicks_off } => {
            let half = match number {
                1 => "The match begins",
                2 => "The second half begins",
                3 => "Extra time begins",
                4 if names.game() == GameKind::Dice => "The shoot-out begins",
                4 => "The second half of extra time begins",
                _ => "The next half begins",
            };
            format!("{half}: {} kick off.", team(*kicks_off))
        }
        // Where a goal kick is taken from is up to its taker.
        Event::Restart { restart: Restart::GoalKick, side, .. } => format!("Goal kick for {}.", team(*side)),
        Event::Restart { restart, side, spot } => format!("{} for {} at {spot}.", restart_name(*restart), team(*side)),
        Event::Setup { side, shape, wall: 0, .. } => format!("{} line up ({}).", team(*side), printable(shape)),
        Event::Setup { side, shape, wall, .. } => {
            format!("{} put up a wall of {wall} ({}).", team(*side), printable(shape))
        }
        Event::Substitution { side, off, on } => {
            format!("Change for {}: {} comes on for {}.", team(*side), who(*on), who(*off))
        }
        Event::Approach { token, to, .. } => format!("{} goes to {to} to take the throw.", who(*token)),
        Event::Declared { token, intent, technique } => {
            let how = how(*technique, holds(entry, "header"));
            format!("{} prepares {}, {how}.", who(*token), with_article(intent.word()))
        }
        Event::Keeper { token, cell, pose } => match pose {
            KeeperPose::Stand => format!("{} gets set on {cell}.", who(*token)),
            KeeperPose::Lie => format!("{} goes down early on {cell}.", who(*token)),
            KeeperPose::Rod => format!("{} waits on {cell}, ready to dive.", who(*token)),
        },
        Event::NoKeeper { side } => format!("{} leave the goal as it is.", team(*side)),
        Event::Kick { .. } => kick(entry, names),
        Event::Pushed { token, .. } => format!("The ball jostles {}.", who(*token)),
        Event::Flight { outcome } if holds(entry, "shootout") => match outcome.as_str() {
            "goal" => "The attempt goes in.".to_owned(),
            _ => "The attempt goes wide.".to_owned(),
        },
        Event::Flight { outcome } => match fact(entry, "combo") {
            Some(combo) => chance(combo, outcome),
            None => flight(entry, outcome).to_owned(),
        },
        Event::Throw { token, number, thrown, faces, .. } => {
            let table = printable(&faces.join(" "));
            match again(thrown.len(), faces.len()) {
                None => format!("{} throws, try {number}: {table}.", who(*token)),
                Some(dice) => {
                    let now = printable(&thrown.join(", "));
                    format!("{} throws {dice} again: {now}. Try {number}: {table}.", who(*token))
                }
            }
        }
        Event::Roll { question: RollQuestion::Warning, .. } => "The dice bring a warning.".to_owned(),
        Event::Roll { verdict, .. } => format!("On the table: {}.", spoken(verdict)),
        Event::Shootout { side, total } => {
            format!("{} score in the shoot-out: {}–{}.", team(*side), total[0], total[1])
        }
        Event::Cod { attack, defence, .. } => {
            let cells = |n: &Option<u8>| match n {
                Some(1) => "one cell".to_owned(),
                Some(n) => format!("{n} cells"),
                None => "nobody".to_owned(),
            };
            format!("Nearest to the ball: attack {}, defence {}.", cells(attack), cells(defence))
        }
        Event::CodTie { side, distance } => format!("Both are {distance} away: the ball goes to {}.", team(*side)),
        Event::Run { token, to, cells, .. } => match cells {
            0 | 1 => format!("{} steps to the ball on {to}.", who(*token)),
            _ => format!("{} {} {cells} cells to {to}.", who(*token), vary(entry, &["runs", "covers", "sprints"])),
        },
        Event::Possession { token, how, cell, .. } => possession(entry, &who(*token), *how, cell.as_str()),
        Event::Offside { token, verdict } => match verdict.as_str() {
            "offside" => format!("The flag is up: {} is offside.", who(*token)),
            "passive" => format!("{} stands offside but takes no part.", who(*token)),
            _ => format!("{} is onside.", who(*token)),
        },
        Event::Header { token } => format!("{} rises to head it.", who(*token)),
        Event::Offered { token, offers, .. } if offers.is_empty() => format!("{} has no choice here.", who(*token)),
        Event::Offered { token, moment, .. } if moment == "save" => {
            format!("{} may get ready for the shot.", who(*token))
        }
        Event::Offered { side, token, moment, offers } => {
            let chooser = if is_for_side(moment) { team(*side) } else { who(*token) };
            format!("{chooser} may choose: {}.", printable(&offers.join(", ")))
        }
        Event::Ability { token, offer } => ability(&who(*token), *offer),
        Event::Allowance { side, phase, also } => match also.is_empty() {
            true => format!("{} move (phase {phase}).", team(*side)),
            false => format!("{} move (phase {phase}); also by {}.", team(*side), also.join(", ")),
        },
        Event::Move { token, from, to, forced: true, .. } => format!("{} has to leave {from} for {to}.", who(*token)),
        Event::Move { token, from, to, .. } if from == to => format!("{} stays on {to}.", who(*token)),
        Event::Move { token, from, to, .. } => {
            let ways = ["moves from", "goes from", "makes his way from"];
            format!("{} {} {from} to {to}.", who(*token), ways[token.index() % ways.len()])
        }
        Event::Shift { token, cell, .. } => format!("{} changes his place on {cell}.", who(*token)),
        Event::GotUp { token } => format!("{} is back on his feet.", who(*token)),
        Event::LaidDown { token } => format!("{} is on the ground.", who(*token)),
        Event::Entry { token, cell, verdict } => match verdict.as_str() {
            "no" => format!("{} may not enter {cell}.", who(*token)),
            "die" => format!("{} must win his way into {cell}.", who(*token)),
            _ => format!("{} may enter {cell}.", who(*token)),
        },
        Event::Die { label, name: Some(name), .. } => format!("The {} die: {}.", printable(label), printable(name)),
        Event::Die { label, sides, face, .. } => format!("A die for {}: {face} of {sides}.", printable(label)),
        Event::Duel { kind, by, against, outcome, totals } => {
            let told = duel(*kind, &who(*by), &against.map_or("his man".to_owned(), who), *outcome);
            match totals {
                Some([by, against]) => format!("{told}, {by} to {against}."),
                None => format!("{told}."),
            }
        }
        Event::Foul { .. } => foul(entry, names),
        Event::Goal { side, scorer, own, score } => goal(entry, &team(*side), scorer.map(who), *own, *score),
        Event::PhaseEnd { next: PhaseAnswer::Skip, .. } => "The turn is lost: somebody sits this one out.".to_owned(),
        Event::PhaseEnd { phase, next } => format!("{} is over: {}.", phase_name(phase), goes_on(*next)),
        Event::Turn { side, counter: true, .. } => {
            format!(
                "{} {}.",
                team(*side),
                vary(entry, &["counterattack", "win it and break", "turn defence into attack"])
            )
        }
        Event::Turn { number, side, counter: false } => format!("Turn {number}: {} have the ball.", team(*side)),
        Event::Tick { by: 0, .. } => "The clock stands.".to_owned(),
        Event::Tick { minute, .. } => format!("The clock shows minute {minute}."),
        Event::Whistle { at, verdict } => match verdict.as_str() {
            "half" => "The whistle: half-time.".to_owned(),
            "end" => "The final whistle.".to_owned(),
            "extra" if entry.half > 2 => "The whistle: half-time in extra time.".to_owned(),
            "extra" => "Still level: extra time.".to_owned(),
            "shootout" => "Penalties will decide it.".to_owned(),
            side @ ("home" | "away") => {
                let team = team(if side == "home" { Side::Home } else { Side::Away });
                if at == "shootout" {
                    format!("{team} take the next penalty.")
                } else {
                    format!("The match is awarded to {team}.")
                }
            }
            _ => "The referee lets play go on.".to_owned(),
        },
        Event::Note { text, who: Some(token), .. } => remark(&format!("{}: {}", printable(text), who(*token))),
        Event::Note { text, .. } => remark(&printable(text)),
        Event::Slot { plugin, slot, who: whose, side, value } => {
            let whose = whose.map(who).or_else(|| side.map(team));
            let whose = whose.map(|whose| format!(" of {whose}")).unwrap_or_default();
            format!("{}.{}{whose} is now {value}.", printable(plugin), printable(slot))
        }
        Event::Sent { .. } => sent(entry, names),
        Event::Picks { shot, dive, space } => {
            format!("{shot} against {dive}: the ball goes for {space}.")
        }
        Event::End { score, ending, reason, extra_time, shootout } => {
            let end = match ending {
                Ending::Played => "It is over".to_owned(),
                Ending::Forfeit => format!("The match is forfeited ({})", printable(reason)),
                Ending::Abandoned => format!("The match is abandoned ({})", printable(reason)),
            };
            let [home, away] = [team(Side::Home), team(Side::Away)];
            match shootout {
                Some([h, a]) => {
                    let (winner, most, least) = if h > a { (home.clone(), h, a) } else { (away.clone(), a, h) };
                    format!("{end}: {home} {}–{} {away}. {winner} win {most}–{least} on penalties.", score[0], score[1])
                }
                None if *extra_time => format!("{end}: {home} {}–{} {away} after extra time.", score[0], score[1]),
                None => format!("{end}: {home} {}–{} {away}.", score[0], score[1]),
            }
        }
        Event::Auto { side, stage, .. } => {
            format!("{} have only one choice: {}.", team(*side), decision(*stage))
        }
    }
}

/// A phase as the log has it.
fn phase_name(phase: &str) -> String {
    match phase {
        "p1" => "Phase 1".to_owned(),
        "p2" => "Phase 2".to_owned(),
        "p3" => "Phase 3".to_owned(),
        "turn" => "The turn".to_owned(),
        other => format!("Phase {}", printable(other)),
    }
}

/// How play goes on after a phase.
fn goes_on(next: PhaseAnswer) -> &'static str {
    match next {
        PhaseAnswer::Offer => "the one with the ball may play it first time",
        PhaseAnswer::P1 => "the ball may be played again",
        PhaseAnswer::P2 => "phase 2 follows",
        PhaseAnswer::P3 => "phase 3 follows",
        PhaseAnswer::Turn => "the next turn follows",
        PhaseAnswer::Counter => "a counterattack follows",
        PhaseAnswer::Again => "the same side goes on",
        PhaseAnswer::Skip => "a turn is left out",
    }
}

/// What there is to decide.
pub(super) fn decision(stage: Stage) -> &'static str {
    match stage {
        Stage::Over => "the match is over",
        Stage::Spot => "the spot of the restart",
        Stage::Change => "a change of player",
        Stage::Place => "where the players stand",
        Stage::Approach => "who goes to the spot",
        Stage::Declare => "what to do with the ball",
        Stage::KeeperCell => "where the keeper goes",
        Stage::KeeperPose => "how the keeper waits",
        Stage::Aim => "where to aim",
        Stage::Winner => "who goes to the ball",
        Stage::Line => "which cell of the line to take",
        Stage::Reception => "what to do with the ball received",
        Stage::Attack => "who of the attack moves",
        Stage::Defence => "who of the defence moves",
        Stage::Tackle => "whether to tackle",
        Stage::Push => "who makes room",
        Stage::Turn => "what to do with the turn",
        Stage::Taker => "who takes it",
        Stage::Pick => "which number to pick",
        Stage::Step => "who steps",
        Stage::Slide => "who throws himself in the way",
        Stage::SlidePose => "how he throws himself in the way",
        Stage::Round => "whether to go round the keeper",
        Stage::Bonus => "whether to use the bonus",
        Stage::Foul => "whether to foul",
        Stage::Throw => "which dice to throw",
        Stage::Double => "whether to try a double",
        Stage::Stop => "whether to try to stop it",
        Stage::Opponent => "which opponent to take on",
        Stage::Settle => "where in his cell he stands",
    }
}

/// How a ball is struck. What is not kicked is headed, or else played by hand.
fn how(technique: Technique, header: bool) -> &'static str {
    match (technique, header) {
        (_, true) => "with his head",
        (Technique::Head, false) => "by hand",
        (Technique::Low, false) => "low",
        (Technique::Lifted, false) => "high",
    }
}

/// Whether what is offered on an occasion is open to several players of a side: to step, or to slide.
fn is_for_side(moment: &str) -> bool {
    [Moment::CrossDeclared, Moment::BallStopped, Moment::FirstTime].iter().any(|m| m.word() == moment)
}

/// How many dice were thrown again; `None` when it was all of them.
fn again(thrown: usize, all: usize) -> Option<String> {
    match thrown {
        n if n == all => None,
        1 => Some("one die".to_owned()),
        2 => Some("two dice".to_owned()),
        n => Some(format!("{n} dice")),
    }
}

pub(super) fn restart_name(restart: Restart) -> &'static str {
    match restart {
        Restart::None => "Play goes on",
        Restart::KickOff => "Kick-off",
        Restart::FreeKick => "Free kick",
        Restart::Penalty => "Penalty",
        Restart::Corner => "Corner",
        Restart::GoalKick => "Goal kick",
        Restart::ThrowIn => "Throw-in",
        Restart::KeeperOut => "A new keeper",
    }
}

fn kick(entry: &Entry, names: &Names) -> String {
    let Event::Kick { token, kind, technique, restart, header, from, touched, cells, .. } = &entry.event else {
        return String::new();
    };
    let who = names.player(*token);
    let how = how(*technique, *header);
    let start = match (kind, restart) {
        (_, Restart::Penalty) => format!("{who} takes the penalty, {how}"),
        (Kind::Shot, _) => {
            format!("{who} {} {how} from {from}", vary(entry, &["shoots", "tries his luck", "lets fly"]))
        }
        (Kind::Cross, _) => format!("{who} crosses {how} from {from}"),
        (_, Restart::ThrowIn) => format!("{who} throws in from {from}"),
        (Kind::Advance, Restart::None) => {
            format!(
                "{who} {} from {from}",
                vary(entry, &["takes the ball on", "goes for it alone", "runs with the ball"])
            )
        }
        (_, Restart::None) => {
            format!("{who} {} {how} from {from}", vary(entry, &["plays it", "passes", "strokes the ball"]))
        }
        (_, restart) => format!("{who} takes the {} {how} from {from}", restart_name(*restart).to_lowercase()),
    };
    let mut met: Vec<Token> = Vec::new();
    touched.iter().for_each(|token| {
        if !met.contains(token) {
            met.push(*token)
        }
    });
    let touch = match met.as_slice() {
        [] => String::new(),
        [one] => format!(", off {}", names.player(*one)),
        [first, .., last] => format!(", off {} and {}", names.player(*first), names.player(*last)),
    };
    match (kind, cells.first()) {
        (Kind::Pass | Kind::Advance | Kind::Cross, Some(cell)) => format!("{start}{touch}, to {cell}."),
        _ => format!("{start}{touch}."),
    }
}

fn sent(entry: &Entry, names: &Names) -> String {
    let Event::Sent { token, way, from, to, via, receiver, .. } = &entry.event else { return String::new() };
    let who = names.player(*token);
    let whom = receiver.map_or_else(|| format!("the empty {to}"), |t| format!("{} on {to}", names.player(t)));
    match way {
        Way::Pass => format!("{who} {} {whom}.", vary(entry, &["passes to", "finds", "plays it to"])),
        Way::Kick => format!("{who} kicks the ball from {from} to {whom}."),
        Way::Shot => format!("{who} {} from {from} at {to}.", vary(entry, &["shoots", "lets fly", "aims"])),
        Way::Over => format!("{who} lifts a long pass from {from} to {whom}."),
        Way::Chain => {
            let stations: Vec<String> = via.iter().map(|t| names.player(*t)).collect();
            format!("{who} starts a chain: by {} to {whom}.", stations.join(" and "))
        }
    }
}

fn flight(entry: &Entry, outcome: &str) -> &'static str {
    let shot = fact(entry, "kind") == Some("shot");
    let touched = matches!(fact(entry, "touched"), Some("opponent" | "both"));
    match outcome {
        "goal" => "It is in!",
        "own_goal" => "Into the wrong net!",
        "throw_in" => "The ball is out over the touchline.",
        // Somebody played it over the line that he defends himself.
        "corner" if holds(entry, "own_end") => "Behind, over his own goal line.",
        "corner" if shot => "Turned behind.",
        "corner" if fact(entry, "last") == Some("defence") => "Behind, off a defender.",
        "corner" => "Behind for a corner.",
        "goal_kick" if shot => vary(entry, &["Wide of the goal.", "Off target.", "It misses."]),
        "goal_kick" => "The ball runs out over the goal line.",
        "claim" if shot => "Saved.",
        "claim" => "The keeper picks it up.",
        "header" => "Somebody is there to head it.",
        "foul" => "The flick went wrong: a foul.",
        "precise" => "Played right to his feet.",
        "miss" => "Nobody is there.",
        _ if shot && touched => vary(entry, &["Blocked!", "Kept out.", "The defence holds."]),
        _ if shot && fact(entry, "touched") == Some("mate") => "A teammate is in the way of the shot.",
        _ if shot => "The shot has no power.",
        _ => "The ball comes to rest.",
    }
}

/// A name of a file as people say it.
fn spoken(name: &str) -> String {
    printable(name).replace('_', " ")
}

/// A combination that was claimed.
fn chance(combo: &str, outcome: &str) -> String {
    let name = spoken(combo);
    let mut letters = name.chars();
    let name = letters.next().map(|c| c.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default();
    match outcome {
        "goal" => format!("{name}: that is a goal, if nobody stops it."),
        _ => format!("{name}: nothing comes of it."),
    }
}

fn possession(entry: &Entry, who: &str, how: How, cell: &str) -> String {
    match how {
        How::Tackle => format!("{who} takes the ball away on {cell}."),
        How::Save => format!("{who} holds the ball."),
        How::Dribble => format!("{who} keeps the ball at his feet on {cell}."),
        How::Header => format!("{who} gets his head to it on {cell}."),
        How::Foul | How::Done => format!("{who} has the ball on {cell}."),
        How::Cod => format!("{who} {} on {cell}.", vary(entry, &["gets the ball", "picks it up", "is on the ball"])),
    }
}

fn ability(who: &str, offer: Offer) -> String {
    match offer {
        Offer::Tackle => format!("{who} goes in."),
        Offer::Hold => format!("{who} holds on to it."),
        Offer::Step => format!("{who} finds a little room."),
        Offer::Slide => format!("{who} throws himself in the way."),
        Offer::Dribble => format!("{who} does not shoot: he wants to go round the keeper."),
        Offer::Bonus => format!("{who} is carried by the crowd."),
        Offer::Foul => format!("{who} brings him down on purpose."),
        Offer::Pass | Offer::Advance | Offer::Cross | Offer::Shot => format!("{who} plays it first time ({offer})."),
        _ => format!("{who}: {offer}."),
    }
}

fn duel(kind: DuelKind, by: &str, against: &str, outcome: DuelAnswer) -> String {
    let name = match kind {
        DuelKind::Tackle => "tackles",
        DuelKind::Dribble | DuelKind::GkDribble => "takes on",
        DuelKind::Entry => "challenges",
        DuelKind::Steal => "robs",
        DuelKind::Penalty => "shoots against",
        DuelKind::Stop => "tries to stop",
        DuelKind::Double => {
            let end = if outcome == DuelAnswer::Won { "gets it" } else { "ends with nothing" };
            return format!("{by} goes for the double and {end}.");
        }
    };
    let end = match outcome {
        DuelAnswer::Won if kind == DuelKind::Steal => "cleanly",
        DuelAnswer::Foul if kind == DuelKind::Steal => "on the diagonal",
        DuelAnswer::Won if kind == DuelKind::Penalty => "and scores",
        DuelAnswer::Lost if kind == DuelKind::Penalty => "and is denied",
        DuelAnswer::Won => "and comes out on top",
        DuelAnswer::Lost => "and loses out",
        DuelAnswer::Turnover => "and the ball changes hands",
        // The one without the ball fouls.
        DuelAnswer::Foul if matches!(kind, DuelKind::Dribble | DuelKind::GkDribble) => "and is fouled",
        DuelAnswer::Foul => "and fouls",
        DuelAnswer::Void => "and nothing comes of it",
    };
    format!("{by} {name} {against} {end}")
}

fn goal(entry: &Entry, team: &str, scorer: Option<String>, own: bool, score: [u8; 2]) -> String {
    let score = format!("{}–{}", score[0], score[1]);
    match (scorer, own) {
        (Some(who), true) => format!("Own goal by {who}! {team} profit: {score}."),
        (Some(who), false) => match vary(entry, &["a", "b", "c"]) {
            "a" => format!("GOAL! {who} scores for {team}: {score}."),
            "b" => format!("GOAL for {team}! {who} finds the net: {score}."),
            _ => format!("GOAL! {who} makes it {score} for {team}."),
        },
        (None, _) => format!("GOAL for {team}: {score}."),
    }
}

/// A remark as a sentence: a capital first, a full stop at the end.
fn remark(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    first.to_uppercase().chain(letters).chain(stop.chars()).collect()
}
