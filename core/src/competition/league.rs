//! Everybody against everybody, and the table.

use super::fixture::{Fixture, Played, TeamId};
use super::lot;
use crate::Side;
use serde::{Deserialize, Serialize};

/// How a league is played and counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct League {
    /// How often each pair meets: once, or at home and away.
    pub legs: u8,
    /// Points.
    pub points: Points,
    /// What separates teams, the first first; what is still level then is drawn by lot.
    pub order: Vec<Measure>,
}

/// Points for a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Points {
    /// For a match won, by goals or by a shoot-out.
    pub win: u8,
    /// For a drawn one.
    pub draw: u8,
    /// For one lost.
    pub loss: u8,
}

/// Something that teams are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// More points.
    Points,
    /// The better goal difference.
    Difference,
    /// More goals.
    Goals,
    /// Points, then difference, then goals in the matches among the teams that are level so far.
    HeadToHead,
    /// More matches won.
    Wins,
    /// More goals away from home.
    AwayGoals,
    /// Fewer players sent off, then fewer cards.
    FairPlay,
}

impl Default for League {
    fn default() -> Self {
        use Measure::{Difference, FairPlay, Goals, HeadToHead, Points as InPoints, Wins};
        League {
            legs: 2,
            points: Points::default(),
            order: vec![InPoints, Difference, Goals, HeadToHead, Wins, FairPlay],
        }
    }
}

impl Default for Points {
    fn default() -> Self {
        Points { win: 3, draw: 1, loss: 0 }
    }
}

/// A line of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The team.
    #[serde(skip)]
    pub team: TeamId,
    /// Matches.
    pub played: u32,
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
    /// Goals.
    #[serde(rename = "goals_for")]
    pub scored: u32,
    /// Goals of its opponents.
    #[serde(rename = "goals_against")]
    pub conceded: u32,
    /// Goals away from home.
    pub away_goals: u32,
    /// Cards.
    pub cards: u32,
    /// Players sent off.
    pub sent_off: u32,
    /// Points.
    pub points: u32,
}

impl Row {
    /// Goals scored less goals conceded.
    #[must_use]
    pub fn difference(&self) -> i64 {
        i64::from(self.scored) - i64::from(self.conceded)
    }
}

impl League {
    /// How many matches a league of so many teams has.
    #[must_use]
    pub fn matches(&self, teams: usize) -> usize {
        teams * (teams - 1) / 2 * usize::from(self.legs)
    }

    /// Every match, round by round: nobody plays twice in one, and of an odd number somebody rests.
    #[must_use]
    pub fn schedule(&self, teams: usize) -> Vec<Fixture> {
        let places = teams + teams % 2;
        let rounds = places.saturating_sub(1);
        let mut fixtures = Vec::with_capacity(self.matches(teams));
        for leg in 0..self.legs {
            for round in 0..rounds {
                let mut tie = 0;
                for pair in 0..places / 2 {
                    let first = (round + pair) % rounds;
                    let second = if pair == 0 { rounds } else { (round + rounds - pair) % rounds };
                    if first.max(second) >= teams {
                        continue;
                    }
                    // Who was at home last tends to be away now; the return match turns it round.
                    let at_home = if pair == 0 { round % 2 == 0 } else { pair % 2 == 1 };
                    let (home, away) = if at_home == (leg % 2 == 0) { (first, second) } else { (second, first) };
                    tie += 1;
                    fixtures.push(Fixture {
                        number: fixtures.len() as u32 + 1,
                        round: (usize::from(leg) * rounds + round) as u32 + 1,
                        tie,
                        leg: leg + 1,
                        home,
                        away,
                    });
                }
            }
        }
        fixtures
    }

    /// The matches of the next round, none when all are played.
    #[must_use]
    pub fn due(&self, teams: usize, played: &[Played]) -> Vec<Fixture> {
        let mut rest = self.schedule(teams).into_iter().skip(played.len()).peekable();
        let Some(round) = rest.peek().map(|f| f.round) else { return Vec::new() };
        rest.take_while(|f| f.round == round).collect()
    }

    /// The table.
    #[must_use]
    pub fn table(&self, names: &[&str], seed: u64, played: &[Played]) -> Vec<Row> {
        let matches: Vec<&Played> = played.iter().collect();
        let all: Vec<TeamId> = (0..names.len()).collect();
        let ranked = self.ranked(all, &self.order, &matches, &|team| lot(seed, "table", names[team]));
        ranked.into_iter().map(|team| self.row(team, &matches)).collect()
    }

    /// Teams by the first measure, those that are level by the rest, and at last by lot.
    fn ranked(
        &self,
        teams: Vec<TeamId>,
        order: &[Measure],
        played: &[&Played],
        lot: &dyn Fn(TeamId) -> u64,
    ) -> Vec<TeamId> {
        let mut keyed: Vec<([i64; 3], TeamId)> = match order.first() {
            Some(measure) => teams.iter().map(|t| (self.key(*measure, *t, &teams, played), *t)).collect(),
            None => {
                let mut teams = teams;
                teams.sort_by_key(|t| lot(*t));
                return teams;
            }
        };
        keyed.sort_by_key(|k| std::cmp::Reverse(k.0));
        let mut ranked = Vec::with_capacity(keyed.len());
        for level in keyed.chunk_by(|a, b| a.0 == b.0) {
            let level: Vec<TeamId> = level.iter().map(|(_, team)| *team).collect();
            if level.len() == 1 {
                ranked.extend(level);
            } else {
                ranked.extend(self.ranked(level, &order[1..], played, lot));
            }
        }
        ranked
    }

    /// What a team has of a measure; more is better.
    fn key(&self, measure: Measure, team: TeamId, level: &[TeamId], played: &[&Played]) -> [i64; 3] {
        let row = self.row(team, played);
        match measure {
            Measure::Points => [row.points.into(), 0, 0],
            Measure::Difference => [row.difference(), 0, 0],
            Measure::Goals => [row.scored.into(), 0, 0],
            Measure::Wins => [row.won.into(), 0, 0],
            Measure::AwayGoals => [row.away_goals.into(), 0, 0],
            Measure::FairPlay => [-i64::from(row.sent_off), -i64::from(row.cards), 0],
            Measure::HeadToHead => {
                let among: Vec<&Played> = played
                    .iter()
                    .copied()
                    .filter(|p| level.contains(&p.fixture.home) && level.contains(&p.fixture.away))
                    .collect();
                let row = self.row(team, &among);
                [row.points.into(), row.difference(), row.scored.into()]
            }
        }
    }

    fn row(&self, team: TeamId, played: &[&Played]) -> Row {
        let mut row = Row { team, ..Row::default() };
        for p in played {
            let Some(side) = p.fixture.side(team) else { continue };
            row.played += 1;
            row.scored += p.goals(side);
            row.conceded += p.goals(side.other());
            row.away_goals += if side == Side::Away { p.goals(side) } else { 0 };
            row.cards += p.cards[side.index()];
            row.sent_off += p.sent_off[side.index()];
            let (count, points) = match p.winner {
                Some(winner) if winner == side => (&mut row.won, self.points.win),
                Some(_) => (&mut row.lost, self.points.loss),
                None => (&mut row.drawn, self.points.draw),
            };
            *count += 1;
            row.points += u32::from(points);
        }
        row
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::testing::played;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_pair_meets_at_home_and_away_and_nobody_twice_in_a_round() {
        for teams in 2..=11 {
            let league = League::default();
            let schedule = league.schedule(teams);
            assert_eq!(schedule.len(), league.matches(teams), "{teams}");
            let pairs: BTreeSet<(TeamId, TeamId)> = schedule.iter().map(|f| (f.home, f.away)).collect();
            assert_eq!(pairs.len(), teams * (teams - 1), "{teams}");
            for round in schedule.chunk_by(|a, b| a.round == b.round) {
                let busy: BTreeSet<TeamId> = round.iter().flat_map(|f| [f.home, f.away]).collect();
                assert_eq!(busy.len(), 2 * round.len(), "{teams}: {round:?}");
            }
            for team in 0..teams {
                let home = schedule.iter().filter(|f| f.leg == 1 && f.home == team).count();
                assert!(home.abs_diff((teams - 1) / 2) <= 1, "{teams}: team {team} is at home {home} times");
            }
        }
    }

    #[test]
    fn rounds_come_one_after_another() {
        let league = League { legs: 1, ..League::default() };
        let mut results = Vec::new();
        for round in 1..=3 {
            let due = league.due(4, &results);
            assert!(due.len() == 2 && due.iter().all(|f| f.round == round));
            results.extend(due.into_iter().map(|f| played(f, [1, 0])));
        }
        assert!(league.due(4, &results).is_empty());
    }

    fn table(results: &[(TeamId, TeamId, [u8; 2])], order: &[Measure]) -> Vec<TeamId> {
        let league = League { order: order.to_vec(), ..League::default() };
        let played: Vec<Played> = results
            .iter()
            .map(|(home, away, score)| {
                played(Fixture { number: 1, round: 1, tie: 1, leg: 1, home: *home, away: *away }, *score)
            })
            .collect();
        league.table(&["a", "b", "c"], 1, &played).iter().map(|r| r.team).collect()
    }

    #[test]
    fn points_then_difference_then_goals() {
        let order = League::default().order;
        assert_eq!(table(&[(0, 1, [1, 0]), (2, 0, [0, 0]), (1, 2, [3, 0])], &order), [0, 1, 2]);
        assert_eq!(table(&[(0, 1, [2, 1]), (1, 2, [3, 1]), (2, 0, [5, 0])], &order), [2, 1, 0]);
        // All have won once by one goal: b scored most, then c.
        assert_eq!(table(&[(0, 1, [1, 0]), (1, 2, [5, 4]), (2, 0, [1, 0])], &order), [1, 2, 0]);
    }

    #[test]
    fn level_teams_are_separated_by_their_own_matches() {
        let results = [(0, 1, [2, 1]), (0, 2, [0, 1]), (1, 2, [1, 0])];
        let order = [Measure::Points, Measure::Difference, Measure::HeadToHead];
        // a, b and c have three points each and a difference of 0; among them b scored most, then a.
        assert_eq!(table(&results, &order), [0, 1, 2]);
        let two = [(0, 1, [0, 1]), (1, 0, [0, 1]), (0, 2, [4, 0]), (1, 2, [4, 0]), (0, 1, [1, 2])];
        assert_eq!(table(&two, &[Measure::HeadToHead])[0], 1);
    }

    #[test]
    fn the_lot_is_the_last_word_and_always_the_same() {
        let league = League::default();
        let ranks = |seed| league.table(&["a", "b", "c", "d"], seed, &[]).iter().map(|r| r.team).collect::<Vec<_>>();
        assert_eq!(ranks(7), ranks(7));
        assert!((0..20).any(|seed| ranks(seed) != ranks(7)));
    }
}
