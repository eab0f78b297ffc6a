//! What one match of a batch came to, and its row in a file.

use super::stat::Stat;
use crate::Side;
use crate::game::{Ending, Match, Tally};
use crate::rules::GameKind;
use serde::{Deserialize, Serialize};

/// The outcome of one match.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Its place in the batch, from 0.
    pub index: u64,
    /// Its seed: `touchline play --seed` plays it again.
    pub seed: u64,
    /// The mechanics.
    pub game: GameKind,
    /// Goals, home first.
    pub score: [u8; 2],
    /// Goals of a shoot-out, home first.
    pub shootout: [u8; 2],
    /// How it ended.
    pub ending: Ending,
    /// It did not end by itself: it came to the most decisions that a match may have.
    pub given_up: bool,
    /// What was counted.
    pub tally: Tally,
}

/// How the values of a column read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A whole number that is never negative.
    Count,
    /// A number that may be missing.
    Number,
    /// A word.
    Word,
}

/// A column of the table of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// How its values read.
    pub kind: ColumnKind,
}

/// A value of that table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    /// Of a [`ColumnKind::Count`].
    Count(u64),
    /// Of a [`ColumnKind::Number`].
    Number(Option<f64>),
    /// Of a [`ColumnKind::Word`].
    Word(&'static str),
}

impl Outcome {
    /// The outcome of a match that is over, the `index`-th of its batch.
    #[must_use]
    pub fn of(index: u64, game: &Match) -> Outcome {
        let state = game.state();
        let ending = game.ending().unwrap_or(Ending::Abandoned);
        Outcome {
            index,
            seed: state.seed,
            game: game.rules().game.kind(),
            score: state.score,
            shootout: state.shootout().goals,
            ending,
            given_up: ending == Ending::Abandoned && state.decisions >= game.rules().mechanics.max_decisions,
            tally: *game.tally(),
        }
    }

    /// The side that won, or `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        let (score, shootout) = (self.score, self.shootout);
        match score[0].cmp(&score[1]).then(shootout[0].cmp(&shootout[1])) {
            std::cmp::Ordering::Greater => Some(Side::Home),
            std::cmp::Ordering::Less => Some(Side::Away),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The columns of the table of matches on the pitch: the match, its result, and each statistic of each side.
    #[must_use]
    pub fn columns() -> Vec<Column> {
        Self::columns_of(GameKind::Pitch)
    }

    /// The columns of the table of matches of a mechanics.
    #[must_use]
    pub fn columns_of(game: GameKind) -> Vec<Column> {
        let column = |name: &str, kind| Column { name: name.to_owned(), kind };
        let mut columns = vec![
            column("match", ColumnKind::Count),
            column("seed", ColumnKind::Count),
            column("score_home", ColumnKind::Count),
            column("score_away", ColumnKind::Count),
            column("shootout_home", ColumnKind::Count),
            column("shootout_away", ColumnKind::Count),
            column("winner", ColumnKind::Word),
            column("ending", ColumnKind::Word),
        ];
        for stat in Stat::of_game(game) {
            let kind = if stat.is_count() { ColumnKind::Count } else { ColumnKind::Number };
            columns.extend(Side::BOTH.map(|side| column(&format!("{}_{side}", stat.name), kind)));
        }
        columns
    }

    /// Its row: a value for each of [`Outcome::columns_of`] its game.
    #[must_use]
    pub fn row(&self) -> Vec<Cell> {
        let mut row = vec![
            Cell::Count(self.index),
            Cell::Count(self.seed),
            Cell::Count(self.score[0].into()),
            Cell::Count(self.score[1].into()),
            Cell::Count(self.shootout[0].into()),
            Cell::Count(self.shootout[1].into()),
            Cell::Word(self.winner().map_or("draw", Side::word)),
            Cell::Word(self.ending.word()),
        ];
        for stat in Stat::of_game(self.game) {
            row.extend(Side::BOTH.map(|side| match stat.of(&self.tally, side) {
                Some(count) if stat.is_count() => Cell::Count(count as u64),
                number => Cell::Number(number),
            }));
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_a_value_of_the_right_kind_for_each_column() {
        let outcome = Outcome {
            index: 3,
            seed: 9,
            game: GameKind::Pitch,
            score: [2, 1],
            shootout: [0; 2],
            ending: Ending::Played,
            given_up: false,
            tally: Tally::default(),
        };
        let (columns, row) = (Outcome::columns(), outcome.row());
        assert_eq!(columns.len(), row.len());
        for (column, cell) in columns.iter().zip(&row) {
            let kind = match cell {
                Cell::Count(_) => ColumnKind::Count,
                Cell::Number(_) => ColumnKind::Number,
                Cell::Word(_) => ColumnKind::Word,
            };
            assert_eq!(kind, column.kind, "{}", column.name);
        }
    }

    #[test]
    fn more_goals_win() {
        let with = |score, shootout| {
            let (game, ending, tally) = (GameKind::Pitch, Ending::Played, Tally::default());
            Outcome { index: 0, seed: 0, game, score, shootout, ending, given_up: false, tally }.winner()
        };
        assert_eq!(with([2, 1], [0, 0]), Some(Side::Home));
        assert_eq!(with([0, 1], [0, 0]), Some(Side::Away));
        assert_eq!(with([1, 1], [0, 0]), None);
        assert_eq!(with([1, 1], [3, 4]), Some(Side::Away), "a shoot-out decides a drawn match");
    }
}
