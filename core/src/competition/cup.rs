//! Knock-out: ties of one or several matches, until one team is left. A series is a single tie.

use super::fixture::{Fixture, Played, TeamId};
use super::lot;
use crate::rules::Series;
use serde::{Deserialize, Serialize};

/// How a cup is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cup {
    /// Where teams stand in the bracket.
    pub seeding: Seeding,
    /// The matches of a tie.
    pub series: Series,
    /// The losers of the semi-finals play for the third place.
    pub third_place: bool,
}

/// Where teams stand in the bracket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seeding {
    #[default]
    /// As listed, the best first: the first two meet in the final at the earliest, and byes go to the first.
    Listed,
    /// Drawn by lot from the seed.
    Drawn,
}

/// Two teams, one of which goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The round, from 1.
    pub round: u32,
    /// Its place in the round, from 1.
    pub number: u32,
    /// The better seeded team; in a single match it is at home.
    pub better: TeamId,
    /// Its opponent; `None` for a bye.
    pub other: Option<TeamId>,
    /// Its matches.
    pub series: Series,
    /// It is for the third place.
    pub for_third: bool,
}

/// How a tie stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Another match is due.
    Open,
    /// It is decided.
    Won {
        /// Who goes on.
        by: TeamId,
        /// What decided it.
        how: Decided,
    },
}

/// What decided a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decided {
    /// Nobody to play against.
    Bye,
    /// Matches won.
    Wins,
    /// Goals of all its matches, these being all drawn or shared.
    Goals,
    /// Nothing else: the better seeded team.
    Seed,
}

impl Tie {
    pub(super) fn matches<'p>(&self, played: &'p [Played]) -> impl Iterator<Item = &'p Played> {
        let (round, number) = (self.round, self.number);
        played.iter().filter(move |p| p.fixture.round == round && p.fixture.tie == number)
    }

    /// Matches that each of the two has won.
    #[must_use]
    pub fn won(&self, played: &[Played]) -> [usize; 2] {
        [Some(self.better), self.other]
            .map(|team| self.matches(played).filter(|p| team.is_some() && p.winner() == team).count())
    }

    /// The number of its next match, if one is due.
    fn leg(&self, played: &[Played]) -> Option<u8> {
        self.series.next(self.won(played).map(|n| n as u8), self.matches(played).count() as u8)
    }

    /// How it stands after what was played.
    #[must_use]
    pub fn standing(&self, played: &[Played]) -> Standing {
        let Some(other) = self.other else { return Standing::Won { by: self.better, how: Decided::Bye } };
        let [better, worse] = self.won(played);
        if self.leg(played).is_some() {
            return Standing::Open;
        }
        let goals = |team| self.matches(played).filter_map(|p| p.goals_of(team)).map(|(own, _)| own).sum::<u32>();
        let (by_wins, by_goals) = (better.cmp(&worse), goals(self.better).cmp(&goals(other)));
        let (order, how) = match (by_wins, by_goals) {
            (std::cmp::Ordering::Equal, std::cmp::Ordering::Equal) => (std::cmp::Ordering::Greater, Decided::Seed),
            (std::cmp::Ordering::Equal, goals) => (goals, Decided::Goals),
            (wins, _) => (wins, Decided::Wins),
        };
        Standing::Won { by: if order == std::cmp::Ordering::Less { other } else { self.better }, how }
    }

    /// The team that is out, once the tie is decided.
    #[must_use]
    pub fn loser(&self, played: &[Played]) -> Option<TeamId> {
        match self.standing(played) {
            Standing::Won { by, .. } if by == self.better => self.other,
            Standing::Won { .. } => Some(self.better),
            Standing::Open => None,
        }
    }

    /// Its next match, numbered as the `number`-th of the competition; the better seeded team is at home first.
    fn next(&self, played: &[Played], number: u32) -> Option<Fixture> {
        let (other, leg) = (self.other?, self.leg(played)?);
        let (home, away) = if leg % 2 == 1 { (self.better, other) } else { (other, self.better) };
        Some(Fixture { number, round: self.round, tie: self.number, leg, home, away })
    }
}

impl Cup {
    /// How many matches a cup of so many teams has at most.
    #[must_use]
    pub fn matches(&self, teams: usize) -> usize {
        let ties = teams - 1 + usize::from(self.third_place && teams > 3);
        ties * usize::from(self.series.matches)
    }

    /// Teams in the order of their seeding.
    fn seeds(&self, names: &[&str], seed: u64) -> Vec<TeamId> {
        let mut teams: Vec<TeamId> = (0..names.len()).collect();
        if self.seeding == Seeding::Drawn {
            teams.sort_by_key(|t| lot(seed, "draw", names[*t]));
        }
        teams
    }

    /// The bracket as far as it is known: rounds of ties, the last one still open or the final.
    #[must_use]
    pub fn bracket(&self, names: &[&str], seed: u64, played: &[Played]) -> Vec<Vec<Tie>> {
        let seeds = self.seeds(names, seed);
        let rank = |team: TeamId| seeds.iter().position(|t| *t == team);
        let tie = |round: usize, number: usize, a: TeamId, b: Option<TeamId>| {
            let swap = b.is_some_and(|b| rank(b) < rank(a));
            let (better, other) = if swap { (b.unwrap_or(a), Some(a)) } else { (a, b) };
            let (round, number) = (round as u32 + 1, number as u32 + 1);
            Tie { round, number, better, other, series: self.series, for_third: false }
        };
        let places = bracket_order(names.len().next_power_of_two());
        let team = |place: usize| seeds.get(place).copied();
        let first = places.chunks(2).enumerate().filter_map(|(n, pair)| {
            let (a, b) = (team(pair[0]), pair.get(1).and_then(|p| team(*p)));
            a.or(b).map(|one| tie(0, n, one, a.and(b)))
        });
        let mut rounds = vec![first.collect::<Vec<Tie>>()];
        loop {
            let last = rounds.last().map(Vec::as_slice).unwrap_or_default();
            let winners: Vec<TeamId> = last
                .iter()
                .filter_map(|t| match t.standing(played) {
                    Standing::Won { by, .. } => Some(by),
                    Standing::Open => None,
                })
                .collect();
            if last.len() < 2 || winners.len() < last.len() || last.iter().any(|t| t.for_third) {
                return rounds;
            }
            let number = rounds.len();
            let mut next: Vec<Tie> =
                winners.chunks(2).enumerate().map(|(n, pair)| tie(number, n, pair[0], pair.get(1).copied())).collect();
            if let ([one, two], true) = (last, self.third_place)
                && let (Some(a), Some(b)) = (one.loser(played), two.loser(played))
            {
                next.push(Tie { for_third: true, ..tie(number, 1, a, Some(b)) });
            }
            rounds.push(next);
        }
    }

    /// The matches that can be played now, none when the cup is won.
    #[must_use]
    pub fn due(&self, names: &[&str], seed: u64, played: &[Played]) -> Vec<Fixture> {
        let bracket = self.bracket(names, seed, played);
        let mut due = Vec::new();
        for tie in bracket.last().into_iter().flatten() {
            let number = (played.len() + due.len()) as u32 + 1;
            due.extend(tie.next(played, number));
        }
        due
    }

    /// Who won the cup, once somebody has.
    #[must_use]
    pub fn champion(&self, names: &[&str], seed: u64, played: &[Played]) -> Option<TeamId> {
        let bracket = self.bracket(names, seed, played);
        let last = bracket.last()?;
        match last.first().filter(|_| last.iter().filter(|t| !t.for_third).count() == 1)?.standing(played) {
            Standing::Won { by, .. } => Some(by),
            Standing::Open => None,
        }
    }

    /// The name of a round of a cup of so many teams: `final`, `semi-finals`, `round of 16`.
    #[must_use]
    pub fn round_name(teams: usize, round: u32) -> String {
        let left = teams.next_power_of_two() >> (round - 1).min(31);
        match left {
            0..=2 => "final".to_owned(),
            4 => "semi-finals".to_owned(),
            8 => "quarter-finals".to_owned(),
            n => format!("round of {n}"),
        }
    }
}

/// The places of a bracket from top to bottom, by seed from 0: 0 meets 1 in the final at the earliest, 0 to 3 meet in
/// the semi-finals, and so on.
fn bracket_order(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    order
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::testing::played;
    use super::*;

    const CUP: Cup = Cup { seeding: Seeding::Listed, series: Series::first_to(1), third_place: false };
    const NAMES: [&str; 16] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"];

    /// Plays a cup in which the given team of two wins each match.
    fn play(cup: &Cup, teams: usize, wins: impl Fn(&Fixture) -> bool) -> Vec<Played> {
        let mut results = Vec::new();
        for _ in 0..100 {
            let due = cup.due(&NAMES[..teams], 1, &results);
            if due.is_empty() {
                return results;
            }
            results.extend(due.into_iter().map(|f| played(f, if wins(&f) { [1, 0] } else { [0, 1] })));
        }
        panic!("the cup does not end");
    }

    #[test]
    fn the_best_seeds_meet_last_and_get_the_byes() {
        assert_eq!(bracket_order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        for teams in 2..=16 {
            let cup = CUP;
            let results = play(&cup, teams, |f| f.home < f.away);
            assert_eq!(results.len(), teams - 1, "{teams}");
            assert_eq!(cup.champion(&NAMES[..teams], 1, &results), Some(0));
            let last = results.last().unwrap().fixture;
            assert_eq!((last.home, last.away), (0, 1), "{teams}");
            let byes = teams.next_power_of_two() - teams;
            let first: Vec<TeamId> = results
                .iter()
                .filter(|p| p.fixture.round == 1)
                .flat_map(|p| [p.fixture.home, p.fixture.away])
                .collect();
            assert!((0..byes).all(|team| !first.contains(&team)), "{teams}");
        }
    }

    #[test]
    fn an_outsider_can_win_and_numbers_have_no_gap() {
        let cup = CUP;
        let results = play(&cup, 7, |f| f.home > f.away);
        assert_eq!(cup.champion(&NAMES[..7], 1, &results), Some(6));
        assert!(results.iter().enumerate().all(|(n, p)| p.fixture.number == n as u32 + 1));
    }

    #[test]
    fn a_tie_of_three_ends_when_one_has_won_two() {
        let cup = Cup { series: Series::first_to(2), ..CUP };
        let straight = play(&cup, 2, |f| f.home == 0);
        assert_eq!(straight.len(), 2);
        assert_eq!((straight[1].fixture.home, straight[1].fixture.leg), (1, 2));
        let full = play(&cup, 2, |f| f.leg < 3);
        assert_eq!(full.len(), 3);
        assert_eq!(cup.champion(&NAMES[..2], 1, &full), Some(1));
    }

    #[test]
    fn a_drawn_tie_goes_to_more_goals_and_then_to_the_better_seed() {
        let cup = Cup { series: Series::first_to(2), ..CUP };
        let mut results: Vec<Played> = Vec::new();
        for score in [[1, 1], [2, 2], [0, 0]] {
            let due = cup.due(&NAMES[..2], 1, &results);
            results.extend(due.into_iter().map(|f| played(f, score)));
        }
        let tie = cup.bracket(&NAMES[..2], 1, &results)[0][0];
        assert_eq!(tie.standing(&results), Standing::Won { by: 0, how: Decided::Seed });
        results[0].score = [1, 2];
        assert_eq!(tie.standing(&results), Standing::Won { by: 1, how: Decided::Goals });
    }

    #[test]
    fn the_losers_of_the_semi_finals_may_play_for_the_third_place() {
        let cup = Cup { third_place: true, ..CUP };
        let results = play(&cup, 4, |f| f.home < f.away);
        assert_eq!(results.len(), 4);
        let third = results.last().unwrap().fixture;
        assert_eq!((third.home, third.away, third.tie), (2, 3, 2));
        assert_eq!(cup.champion(&NAMES[..4], 1, &results), Some(0));
    }

    #[test]
    fn a_draw_depends_on_the_seed_alone() {
        let cup = Cup { seeding: Seeding::Drawn, ..CUP };
        let first = |seed| cup.due(&NAMES[..8], seed, &[]);
        assert_eq!(first(3), first(3));
        assert!((0..10).any(|seed| first(seed) != first(3)));
    }

    #[test]
    fn rounds_have_names() {
        let names: Vec<String> = (1..=4).map(|r| Cup::round_name(12, r)).collect();
        assert_eq!(names, ["round of 16", "quarter-finals", "semi-finals", "final"]);
    }
}
