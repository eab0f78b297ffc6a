//! The statistics of a match, declared once for tables, files and Python.

use crate::Side;
use crate::game::{Pair, Tally};
use crate::rules::GameKind;

/// One statistic.
#[derive(Clone, Copy, Debug)]
pub struct Stat {
    /// Its name in files: `pass_completion`.
    pub name: &'static str,
    /// Its title in tables: `passes completed %`.
    pub title: &'static str,
    measure: Measure,
}

#[derive(Clone, Copy, Debug)]
enum Measure {
    /// A count; both sides together are the sum.
    Count(fn(&Tally) -> Pair),
    /// One count per another, times a factor; nothing where the other is 0.
    Ratio { of: fn(&Tally) -> Pair, per: fn(&Tally) -> Pair, factor: f64 },
    /// A side's percentage of what both sides have; both together have no figure.
    Share(fn(&Tally) -> Pair),
}

macro_rules! stats {
    (@measure count $field:ident) => { Measure::Count(|t| t.$field) };
    (@measure ratio $of:ident $per:ident $factor:literal) => {
        Measure::Ratio { of: |t| t.$of, per: |t| t.$per, factor: $factor }
    };
    (@measure share $count:ident) => { Measure::Share(|t| t.$count()) };
    ($($name:ident, $title:literal, $how:ident $($field:ident)+ $($factor:literal)?;)+) => {
        /// Every statistic, in the order of tables and files.
        pub static STATS: &[Stat] = &[$(Stat {
            name: stringify!($name),
            title: $title,
            measure: stats!(@measure $how $($field)+ $($factor)?),
        }),+];
    };
}

stats! {
    goals, "goals", count goals;
    shots, "shots", count shots;
    on_target, "shots on target", count on_target;
    shot_conversion, "goals per shot %", ratio goals shots 100.0;
    possession, "possession %", share with_ball;
    passes, "passes", count passes;
    completed, "passes completed", count completed;
    pass_completion, "passes completed %", ratio completed passes 100.0;
    advances, "advances", count advances;
    crosses, "crosses", count crosses;
    headers, "headers", count headers;
    first_touches, "first-touch actions", count first_touches;
    interceptions, "interceptions", count interceptions;
    tackles, "tackles", count tackles;
    tackles_won, "tackles won", count tackles_won;
    dribbles, "dribbling duels", count dribbles;
    dribbles_won, "dribbling duels won", count dribbles_won;
    counters, "counterattacks", count counters;
    fouls, "fouls", count fouls;
    cards, "cards", count cards;
    sent_off, "sent off", count sent_off;
    offsides, "offsides", count offsides;
    corners, "corners", count corners;
    throw_ins, "throw-ins", count throw_ins;
    free_kicks, "free kicks", count free_kicks;
    penalties, "penalties", count penalties;
    goal_kicks, "goal kicks", count goal_kicks;
    changes, "changes of player", count changes;
    turns, "turns", count turns;
    quick_turns, "quick turns", count quick_turns;
    kicks, "kicks", count kicks;
    kicks_per_turn, "kicks per turn", ratio kicks turns 1.0;
    decisions, "decisions", count decisions;
    held, "turns with the ball", count held;
    throws, "tries", count throws;
    throws_per_turn, "tries per turn", ratio throws turns 1.0;
    combinations, "combinations shown", count combinations;
    claims, "combinations claimed", count claims;
    claims_per_turn, "combinations claimed per turn %", ratio claims turns 100.0;
    goals_per_turn, "goals per turn %", ratio goals turns 100.0;
    doubles, "doubles tried", count doubles;
    doubled, "doubles won", count doubled;
    stops, "goals defended", count stops;
    stopped, "goals stopped", count stopped;
    stop_rate, "goals stopped %", ratio stopped stops 100.0;
    lost_turns, "turns lost", count lost_turns;
    shootouts, "shoot-outs", count shootouts;
}

/// What only a square board has.
const OF_SQUARES: &str = "held";
/// What a game of dice has beside its own statistics.
const SHARED: [&str; 6] = ["goals", "fouls", "cards", "sent_off", "turns", "decisions"];
/// The first statistic that only a game of dice has.
const FIRST_OF_DICE: &str = "throws";

impl Stat {
    /// The statistic with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Stat> {
        STATS.iter().find(|s| s.name == name)
    }

    /// The statistics that mean something in a mechanics.
    pub fn of_game(game: GameKind) -> impl Iterator<Item = &'static Stat> {
        STATS.iter().filter(move |stat| stat.is_for(game))
    }

    /// Whether it means something in a mechanics.
    #[must_use]
    pub fn is_for(&self, game: GameKind) -> bool {
        let place = |name: &str| STATS.iter().position(|s| s.name == name);
        let of_dice = place(self.name) >= place(FIRST_OF_DICE);
        match game {
            GameKind::Pitch => !of_dice && self.name != OF_SQUARES,
            GameKind::Grid => !of_dice,
            GameKind::Dice => of_dice || SHARED.contains(&self.name),
        }
    }

    /// What tables call it in a mechanics.
    #[must_use]
    pub fn title_in(&self, game: GameKind) -> &'static str {
        match (game, self.name) {
            (GameKind::Dice, "fouls") => "warnings",
            (GameKind::Dice, "sent_off") => "suspensions",
            _ => self.title,
        }
    }

    /// Whether it is a whole number.
    #[must_use]
    pub fn is_count(&self) -> bool {
        matches!(self.measure, Measure::Count(_))
    }

    /// A side's figure in one match; `None` where there is none (the completion of no passes).
    #[must_use]
    pub fn of(&self, tally: &Tally, side: Side) -> Option<f64> {
        let side = side.index();
        match self.measure {
            Measure::Count(count) => Some(f64::from(count(tally)[side])),
            Measure::Ratio { of, per, factor } => ratio(of(tally)[side], per(tally)[side], factor),
            Measure::Share(count) => ratio(count(tally)[side], sum(count(tally)), 100.0),
        }
    }

    /// What one match adds to the figures of home, away and both together: a value, and what it is per. One count per
    /// another is that of all matches together, so that a match with few of the other counts for little.
    pub(super) fn parts(&self, tally: &Tally) -> [Option<(f64, f64)>; 3] {
        let three = |of: Pair, per: Pair, factor: f64| {
            let part = |of: u32, per: u32| Some((factor * f64::from(of), f64::from(per)));
            [part(of[0], per[0]), part(of[1], per[1]), part(sum(of), sum(per))]
        };
        match self.measure {
            Measure::Ratio { of, per, factor } => three(of(tally), per(tally), factor),
            Measure::Count(_) | Measure::Share(_) => {
                let values = [self.of(tally, Side::Home), self.of(tally, Side::Away), self.of_both(tally)];
                values.map(|value| value.map(|value| (value, 1.0)))
            }
        }
    }

    /// The figure of both sides together in one match.
    #[must_use]
    pub fn of_both(&self, tally: &Tally) -> Option<f64> {
        match self.measure {
            Measure::Count(count) => Some(f64::from(sum(count(tally)))),
            Measure::Ratio { of, per, factor } => ratio(sum(of(tally)), sum(per(tally)), factor),
            Measure::Share(_) => None,
        }
    }
}

fn sum(pair: Pair) -> u32 {
    pair[0] + pair[1]
}

fn ratio(of: u32, per: u32, factor: f64) -> Option<f64> {
    (per > 0).then(|| factor * f64::from(of) / f64::from(per))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_counted_is_a_statistic() {
        let tally = serde_json::to_value(Tally::default()).unwrap();
        for field in tally.as_object().unwrap().keys() {
            assert!(Stat::named(field).is_some_and(Stat::is_count), "{field}");
        }
    }

    #[test]
    fn a_ratio_of_nothing_is_no_figure() {
        let tally = Tally { passes: [4, 0], completed: [3, 0], ..Tally::default() };
        let completion = Stat::named("pass_completion").unwrap();
        assert_eq!(completion.of(&tally, Side::Home), Some(75.0));
        assert_eq!(completion.of(&tally, Side::Away), None);
        assert_eq!(completion.of_both(&tally), Some(75.0));
    }

    #[test]
    fn possession_is_shared_between_the_sides() {
        let tally = Tally { turns: [3, 1], ..Tally::default() };
        let possession = Stat::named("possession").unwrap();
        assert_eq!(possession.of(&tally, Side::Home), Some(75.0));
        assert_eq!(possession.of_both(&tally), None);
    }

    #[test]
    fn where_sides_take_turns_possession_is_who_has_the_ball() {
        let tally = Tally { turns: [5, 5], held: [8, 2], ..Tally::default() };
        assert_eq!(Stat::named("possession").unwrap().of(&tally, Side::Home), Some(80.0));
        assert!((tally.possession(Side::Away) - 0.2).abs() < 1e-9);
    }
}
