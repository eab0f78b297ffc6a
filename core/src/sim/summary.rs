//! Means and intervals over many matches, in constant memory.

use super::outcome::Outcome;
use super::stat::{STATS, Stat};
use crate::Side;
use crate::game::Ending;
use crate::rules::GameKind;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::collections::BTreeMap;

/// Running means of some numbers, and how they vary together (Welford's method: no sum grows large, nothing cancels).
#[derive(Clone, Copy, Debug, PartialEq)]
struct Moments<const N: usize> {
    count: u64,
    means: [f64; N],
    products: [[f64; N]; N],
}

impl<const N: usize> Default for Moments<N> {
    fn default() -> Self {
        Moments { count: 0, means: [0.0; N], products: [[0.0; N]; N] }
    }
}

impl<const N: usize> Moments<N> {
    fn add(&mut self, values: [f64; N]) {
        self.count += 1;
        let mut before = [0.0; N];
        for (i, value) in values.into_iter().enumerate() {
            before[i] = value - self.means[i];
            self.means[i] += before[i] / self.count as f64;
        }
        for (row, before) in self.products.iter_mut().zip(before) {
            for (product, (value, mean)) in row.iter_mut().zip(values.into_iter().zip(self.means)) {
                *product += before * (value - mean);
            }
        }
    }

    /// The sum of squares of this much of each number, all added up.
    fn squares_of(&self, weights: [f64; N]) -> f64 {
        let rows = self.products.iter().zip(weights);
        let sum: f64 = rows.map(|(row, w)| w * row.iter().zip(weights).map(|(p, v)| p * v).sum::<f64>()).sum();
        sum.max(0.0)
    }
}

/// A running mean and spread of values; or of one count per another, as what all of them come to together: the mean is
/// then the sum of the one over the sum of the other, with the interval of a ratio estimator.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figure(Moments<2>);

impl Figure {
    /// Takes one more value in.
    pub fn add(&mut self, value: f64) {
        self.add_per(value, 1.0);
    }

    /// Takes in this much per so much.
    fn add_per(&mut self, value: f64, per: f64) {
        self.0.add([value, per]);
    }

    /// A mean with the sum of the squares of what lies around it.
    fn known(count: u64, mean: f64, squares: f64) -> Figure {
        Figure(Moments { count, means: [mean, 1.0], products: [[squares, 0.0], [0.0, 0.0]] })
    }

    /// How many values there were.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.count
    }

    /// The mean; `None` of no value.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let [value, per] = self.0.means;
        (self.0.count > 0 && per != 0.0).then(|| value / per)
    }

    /// The standard deviation of the values; `None` of fewer than two.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.0.count > 1)?;
        let squares = self.0.squares_of([1.0, -mean]);
        Some((squares / (self.0.count - 1) as f64).sqrt() / self.0.means[1])
    }

    /// Half the width of the 95 % interval of the mean; `None` of fewer than two values.
    #[must_use]
    pub fn margin(&self) -> Option<f64> {
        let deviation = self.deviation()?;
        Some(t95(self.0.count - 1) * deviation / (self.0.count as f64).sqrt())
    }

    /// The 95 % interval of the mean; `None` of fewer than two values.
    #[must_use]
    pub fn interval(&self) -> Option<(f64, f64)> {
        let (mean, margin) = (self.mean()?, self.margin()?);
        Some((mean - margin, mean + margin))
    }

    /// Whether the interval leaves out 0: for a difference, that it is more than chance.
    #[must_use]
    pub fn excludes_zero(&self) -> bool {
        self.interval().is_some_and(|(low, high)| low > 0.0 || high < 0.0)
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("n", &self.0.count)?;
        map.serialize_entry("mean", &self.mean())?;
        map.serialize_entry("sd", &self.deviation())?;
        map.serialize_entry("low", &self.interval().map(|i| i.0))?;
        map.serialize_entry("high", &self.interval().map(|i| i.1))?;
        map.end()
    }
}

/// The two-sided 95 % quantile of Student's t: from the table for few degrees of freedom, then by the usual expansion in
/// 1/ν, which is right to the third digit there.
fn t95(freedom: u64) -> f64 {
    const Z: f64 = 1.959_963_985;
    const FEW: [f64; 9] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];
    let few = usize::try_from(freedom.saturating_sub(1)).ok().and_then(|n| FEW.get(n));
    few.copied().unwrap_or_else(|| {
        let v = freedom as f64;
        let z2 = Z * Z;
        let first = (z2 + 1.0) / 4.0;
        let second = ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
        let third = (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
        Z * (1.0 + first / v + second / (v * v) + third / (v * v * v))
    })
}

/// A statistic of home, away and both together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// The home side's.
    pub home: Figure,
    /// The away side's.
    pub away: Figure,
    /// Of both together; empty for a share.
    pub both: Figure,
}

impl Figures {
    fn add(&mut self, parts: [Option<(f64, f64)>; 3]) {
        for (figure, part) in [&mut self.home, &mut self.away, &mut self.both].into_iter().zip(parts) {
            if let Some((value, per)) = part {
                figure.add_per(value, per);
            }
        }
    }
}

/// How many matches ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Won by home.
    pub home_wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by away.
    pub away_wins: u64,
    /// Of all these, forfeited.
    pub forfeited: u64,
    /// Beside these, given up because they did not end; they count in nothing else.
    pub abandoned: u64,
}

/// What many matches came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    game: GameKind,
    matches: u64,
    results: Results,
    figures: Vec<Figures>,
}

impl Default for Summary {
    fn default() -> Self {
        Summary {
            game: GameKind::Pitch,
            matches: 0,
            results: Results::default(),
            figures: vec![Figures::default(); STATS.len()],
        }
    }
}

impl Summary {
    /// Takes one more match in. Feed matches in the order of their index: the last digits of a mean depend on it.
    pub fn add(&mut self, outcome: &Outcome) {
        self.matches += 1;
        self.game = outcome.game;
        if outcome.given_up {
            self.results.abandoned += 1;
            return;
        }
        match outcome.winner() {
            Some(Side::Home) => self.results.home_wins += 1,
            Some(Side::Away) => self.results.away_wins += 1,
            None => self.results.draws += 1,
        }
        if outcome.ending == Ending::Forfeit {
            self.results.forfeited += 1;
        }
        for (figures, stat) in self.figures.iter_mut().zip(STATS) {
            figures.add(stat.parts(&outcome.tally));
        }
    }

    /// How many matches were taken in, those among them that were given up.
    #[must_use]
    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// How they ended.
    #[must_use]
    pub fn results(&self) -> Results {
        self.results
    }

    /// The mechanics of the matches.
    #[must_use]
    pub fn game(&self) -> GameKind {
        self.game
    }

    /// Every statistic of the game with its figures.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Stat, &Figures)> {
        STATS.iter().zip(&self.figures).filter(|(stat, _)| stat.is_for(self.game))
    }

    /// The figures of a statistic by its name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Figures> {
        self.iter().find(|(stat, _)| stat.name == name).map(|(_, figures)| figures)
    }
}

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("matches", &self.matches)?;
        map.serialize_entry("results", &self.results)?;
        map.serialize_entry("stats", &ByName(self.game, &self.figures))?;
        map.end()
    }
}

/// Two batches of the same seeds, and match for match what the second has more.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// The first batch.
    pub before: Summary,
    /// The second.
    pub after: Summary,
    pairs: u64,
    differences: Differences,
}

/// Of each pair of matches: what the second has more, of the value and of what it is per; and both of the first.
type Change = Moments<4>;

#[derive(Clone, Debug, PartialEq)]
struct Differences(Vec<[Change; 3]>);

impl Default for Differences {
    fn default() -> Self {
        Differences(vec![[Change::default(); 3]; STATS.len()])
    }
}

/// The second figure less the first, with the interval of a difference of two ratios over the same matches.
fn difference(change: &Change) -> Figure {
    let [more, more_per, value, per] = change.means;
    let after_per = per + more_per;
    if change.count == 0 || per == 0.0 || after_per == 0.0 {
        return Figure::default();
    }
    let before = value / per;
    let mean = (more - before * more_per) / after_per;
    let after = before + mean;
    let weights = [1.0 / after_per, -after / after_per, 1.0 / after_per - 1.0 / per, before / per - after / after_per];
    Figure::known(change.count, mean, change.squares_of(weights))
}

impl Comparison {
    /// Takes a pair of matches of one seed in.
    pub fn add(&mut self, before: &Outcome, after: &Outcome) {
        self.before.add(before);
        self.after.add(after);
        if [before, after].iter().any(|outcome| outcome.given_up) {
            return;
        }
        self.pairs += 1;
        for (changes, stat) in self.differences.0.iter_mut().zip(STATS) {
            let pairs = stat.parts(&before.tally).into_iter().zip(stat.parts(&after.tally));
            for (change, pair) in changes.iter_mut().zip(pairs) {
                if let (Some((from, from_per)), Some((to, to_per))) = pair {
                    change.add([to - from, to_per - from_per, from, from_per]);
                }
            }
        }
    }

    /// Of how many pairs both matches ended.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Every statistic with what the second batch has more; a pair counts where both matches have the figure.
    pub fn differences(&self) -> impl Iterator<Item = (&'static Stat, Figures)> {
        let figures = self.differences.0.iter().map(|changes| {
            let [home, away, both] = changes.each_ref().map(difference);
            Figures { home, away, both }
        });
        STATS.iter().zip(figures).filter(|(stat, _)| stat.is_for(self.before.game))
    }
}

impl Serialize for Comparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("before", &self.before)?;
        map.serialize_entry("after", &self.after)?;
        let differences: BTreeMap<&str, Figures> =
            self.differences().map(|(stat, figures)| (stat.name, figures)).collect();
        map.serialize_entry("differences", &differences)?;
        map.end()
    }
}

/// Figures as a map from the statistic's name.
struct ByName<'a>(GameKind, &'a [Figures]);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = STATS.iter().zip(self.1).filter(|(stat, _)| stat.is_for(self.0));
        serializer.collect_map(named.map(|(stat, figures)| (stat.name, figures)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::Tally;

    fn figure(values: &[f64]) -> Figure {
        let mut figure = Figure::default();
        values.iter().for_each(|v| figure.add(*v));
        figure
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-3 * b.abs()
    }

    #[test]
    fn mean_and_deviation_are_the_textbook_ones() {
        let figure = figure(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!(figure.mean(), Some(5.0));
        assert!(near(figure.deviation().unwrap(), 2.138));
        assert!(near(figure.margin().unwrap(), 2.365 * 2.138 / 8f64.sqrt()));
    }

    #[test]
    fn one_value_has_a_mean_and_no_interval() {
        assert_eq!(figure(&[3.0]).mean(), Some(3.0));
        assert_eq!(figure(&[3.0]).interval(), None);
        assert_eq!(figure(&[]).mean(), None);
    }

    #[test]
    fn quantiles_of_t_agree_with_the_table() {
        for (freedom, t) in [(1, 12.706), (9, 2.262), (10, 2.228), (11, 2.201), (30, 2.042), (100_000, 1.960)] {
            assert!((t95(freedom) - t).abs() < 1e-3, "{freedom}: {}", t95(freedom));
        }
    }

    #[test]
    fn a_constant_difference_excludes_zero_and_none_at_all_does_not() {
        assert!(figure(&[1.0, 1.1, 0.9, 1.0]).excludes_zero());
        assert!(!figure(&[0.0, 0.0, 0.0]).excludes_zero());
        assert!(!figure(&[1.0, -1.0, 0.5]).excludes_zero());
    }

    fn shots(goals: [u32; 2], shots: [u32; 2]) -> Outcome {
        Outcome {
            index: 0,
            seed: 0,
            game: GameKind::Pitch,
            shootout: [0; 2],
            score: [0, 0],
            ending: Ending::Played,
            given_up: false,
            tally: Tally { goals, shots, ..Tally::default() },
        }
    }

    #[test]
    fn a_ratio_is_that_of_the_sums_and_of_both_between_the_sides() {
        let mut summary = Summary::default();
        // A match without a shot of away's, and one with many.
        for (goals, tried) in [([1, 0], [2, 0]), ([0, 3], [4, 10]), ([1, 1], [2, 10])] {
            summary.add(&shots(goals, tried));
        }
        let figures = summary.get("shot_conversion").unwrap();
        let means = [figures.home, figures.away, figures.both].map(|f| f.mean().unwrap());
        assert!(near(means[0], 25.0) && near(means[1], 20.0) && near(means[2], 600.0 / 28.0), "{means:?}");
        // The textbook's: residuals 0.5, -1 and 0.5 goals of 8/3 shots a match.
        let margin = figures.home.margin().unwrap();
        assert!(near(margin, 4.303 * 100.0 * (1.5f64 / 2.0).sqrt() / (8.0 / 3.0) / 3f64.sqrt()), "{margin}");
    }

    #[test]
    fn a_change_of_a_ratio_is_after_less_before() {
        let mut comparison = Comparison::default();
        for (n, tried) in [2, 5, 3, 9].into_iter().enumerate() {
            comparison.add(&shots([1, 0], [tried, 0]), &shots([n as u32 % 3, 0], [tried + 1, 0]));
        }
        let name = "shot_conversion";
        let mean = |summary: &Summary| summary.get(name).unwrap().home.mean().unwrap();
        let change = comparison.differences().find(|(stat, _)| stat.name == name).unwrap().1.home;
        assert!(near(change.mean().unwrap(), mean(&comparison.after) - mean(&comparison.before)));
        assert!(change.margin().unwrap() > 0.0);
    }

    #[test]
    fn equal_batches_differ_in_nothing() {
        let mut comparison = Comparison::default();
        for (goals, tried) in [([1, 0], [3, 7]), ([2, 2], [9, 11]), ([0, 1], [7, 13])] {
            comparison.add(&shots(goals, tried), &shots(goals, tried));
        }
        for (stat, figures) in comparison.differences() {
            for figure in [figures.home, figures.away, figures.both].iter().filter(|f| f.count() > 0) {
                assert_eq!((figure.mean(), figure.deviation()), (Some(0.0), Some(0.0)), "{}", stat.name);
            }
        }
    }

    #[test]
    fn pairs_are_compared_match_for_match() {
        let outcome = |goals| Outcome {
            index: 0,
            seed: 0,
            game: GameKind::Pitch,
            shootout: [0; 2],
            score: [goals as u8, 0],
            ending: Ending::Played,
            given_up: false,
            tally: Tally { goals: [goals, 0], ..Tally::default() },
        };
        let mut comparison = Comparison::default();
        for goals in 0..5 {
            comparison.add(&outcome(goals), &outcome(goals + 1));
        }
        let (stat, goals) = comparison.differences().next().unwrap();
        assert_eq!((stat.name, goals.home.mean(), goals.home.deviation()), ("goals", Some(1.0), Some(0.0)));
        assert_eq!(comparison.after.results().home_wins, 5);
        assert_eq!(comparison.before.results().draws, 1);
    }
}
