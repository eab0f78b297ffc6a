//! What can be wrong with a board file, and where.

use super::Cell;

/// A board file that cannot be used: where, what was expected, and the nearest valid name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    /// The file, as the caller named it.
    pub file: String,
    /// Line and column, both from 1, where they are known.
    pub place: Option<(usize, usize)>,
    /// What is wrong.
    pub fault: Box<BoardFault>,
    /// The valid name nearest to the one that was given.
    pub hint: Option<String>,
}

impl std::fmt::Display for BoardError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some((line, column)) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.fault)?;
        match &self.hint {
            Some(name) => write!(f, "; did you mean `{name}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for BoardError {}

/// The line across which a zone has to be its own mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Mirrored left to right.
    Halfway,
    /// Mirrored touchline to touchline.
    Lengthwise,
}

impl std::fmt::Display for Axis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Axis::Halfway => "left to right",
            Axis::Lengthwise => "touchline to touchline",
        })
    }
}

/// The kinds of fault in a board file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardFault {
    /// Not YAML, or not the fields of a board.
    #[error("{0}")]
    Format(String),
    /// A number outside what a board can have.
    #[error("`{field}` is {value}, expected {expected}")]
    Measure {
        /// The field as written in the file.
        field: String,
        /// The value found there.
        value: String,
        /// What would be accepted.
        expected: String,
    },
    /// More cells than a set can hold.
    #[error("the board has {0} cells, expected at most {limit}; give it fewer rows or columns", limit = Cell::LIMIT)]
    TooManyCells(usize),
    /// A cell name that is not on this board.
    #[error("{owner} names the unknown cell `{name}`")]
    UnknownCell {
        /// The zone or mark that names it.
        owner: String,
        /// The name found.
        name: String,
    },
    /// A zone name that is not declared.
    #[error("{owner} names the unknown zone `{name}`; declare it under `zones` first")]
    UnknownZone {
        /// The entry that names it.
        owner: String,
        /// The name found.
        name: String,
    },
    /// A cell listed twice in one zone.
    #[error("zone `{zone}` lists `{cell}` twice; remove one")]
    DuplicateCell {
        /// The zone.
        zone: String,
        /// The repeated cell.
        cell: String,
    },
    /// A cell of the left half in a zone that is given at the right end.
    #[error("zone `{zone}` lists `{cell}`, which lies in the left half; list the right end only, or set `both: true`")]
    WrongEnd {
        /// The zone.
        zone: String,
        /// The cell on the wrong side.
        cell: String,
    },
    /// A zone with no cells, or with two sources of them.
    #[error("zone `{0}` needs cells from one source: a `cells` list, a letter of the map, or `same_as`")]
    ZoneSource(String),
    /// A zone whose list and map letter differ.
    #[error("zone `{zone}` has `{cell}` in only one of its `cells` list and the map; make them agree")]
    MapDisagrees {
        /// The zone.
        zone: String,
        /// The first cell in which they differ.
        cell: String,
    },
    /// A zone that is not its own mirror image.
    #[error("zone `{zone}` has `{cell}` but not its mirror image `{image}` ({axis}); add it or remove `{cell}`")]
    Mirror {
        /// The zone.
        zone: String,
        /// A cell of the zone.
        cell: String,
        /// Its mirror image, which the zone lacks.
        image: String,
        /// The mirror.
        axis: Axis,
    },
    /// A map row with the wrong number of letters.
    #[error("row {row} of the map has {found} letters, expected {expected}")]
    MapRow {
        /// The row, from 1.
        row: usize,
        /// Letters found.
        found: usize,
        /// Cells in that row.
        expected: usize,
    },
    /// A map with the wrong number of rows.
    #[error("the map has {found} rows, expected {expected}")]
    MapRows {
        /// Rows found.
        found: usize,
        /// Rows of the board.
        expected: usize,
    },
    /// A map of squares without its line of column letters.
    #[error("the map must begin with its column letters, `a b c …`, at least three of them")]
    MapHeader,
    /// A rank of a map of squares without its number, or with a wrong one.
    #[error("a row of the map begins with `{found}`, expected {}",
        expected.map_or("the number of its rank".to_owned(), |n| format!("the number {n}: ranks go down by one")))]
    MapLabel {
        /// What is there.
        found: String,
        /// The rank that is due, where one is.
        expected: Option<usize>,
    },
    /// The outline of a board of squares is not its own mirror image.
    #[error("the map has a space at `{cell}` but none at its mirror image `{image}` ({axis})")]
    Outline {
        /// The space.
        cell: String,
        /// Where there should be another.
        image: String,
        /// The mirror.
        axis: Axis,
    },
    /// No zone `goal` on a board of squares.
    #[error("zone `goal` is missing; on a board of squares it holds the goal spaces")]
    MissingGoal,
    /// A letter of the map the legend does not explain.
    #[error("the map has the letter `{0}`, which its legend does not explain")]
    MapLetter(char),
    /// One of the three bands is missing.
    #[error("zone `{0}` is missing; every board has the bands `defence`, `midfield` and `attack`")]
    MissingBand(&'static str),
    /// A band lying at both ends or the midfield at one.
    #[error("band `{name}` must have `both: {expected}`: the midfield is shared, defence and attack lie at one end")]
    BandEnds {
        /// The band.
        name: &'static str,
        /// The value that is needed.
        expected: bool,
    },
    /// The bands do not cover each cell once.
    #[error("cell `{cell}` lies in {count} of the bands defence, midfield and attack, expected exactly one")]
    BandCover {
        /// The cell.
        cell: String,
        /// In how many it lies.
        count: usize,
    },
    /// A mark at an impossible place.
    #[error("mark `{mark}` is at `{cell}`, expected {expected}")]
    Mark {
        /// The mark.
        mark: &'static str,
        /// Where it is.
        cell: String,
        /// Where it can be.
        expected: &'static str,
    },
    /// A spot where a token would stand on a line.
    #[error("spot {spot} of cell `{cell}` is {gap} cm from a line, expected at least the token's radius ({radius} cm)")]
    SpotOnLine {
        /// The spot, 0–6.
        spot: usize,
        /// The cell.
        cell: String,
        /// Distance to the nearest line.
        gap: String,
        /// The token's radius.
        radius: String,
    },
    /// Two spots on which tokens would overlap.
    #[error("spots {first} and {second} of cell `{cell}` are {gap} cm apart, expected at least a token's diameter")]
    SpotsOverlap {
        /// One spot.
        first: usize,
        /// The other.
        second: usize,
        /// The cell.
        cell: String,
        /// Their distance.
        gap: String,
    },
}

/// The file being read: gives each fault its place.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
}

impl Source<'_> {
    /// The error for `fault`, placed by `path`: words that follow each other in the text.
    pub(super) fn error(self, fault: BoardFault, path: &[&str]) -> BoardError {
        BoardError { file: self.file.to_owned(), place: self.locate(path), fault: Box::new(fault), hint: None }
    }

    /// The fields of the file.
    pub(super) fn read<T: serde::de::DeserializeOwned>(self) -> Result<T, BoardError> {
        crate::rules::parse(self.text, self.file).map_err(|error| {
            let place = error.line.zip(error.column).map(|(line, column)| (line as usize, column as usize));
            let advice = error.hint.unwrap_or_default();
            let near = advice.strip_prefix("did you mean `").and_then(|rest| rest.split('`').next()).map(str::to_owned);
            let text = match &near {
                None if !advice.is_empty() => format!("{}; {advice}", error.problem),
                _ => error.problem,
            };
            BoardError { file: error.file, place, fault: Box::new(BoardFault::Format(text)), hint: near }
        })
    }

    /// The place of the last word that can be found; a fault of the map has no list to point at, only its zone.
    fn locate(self, path: &[&str]) -> Option<(usize, usize)> {
        let mut words = self.words();
        let mut place = None;
        for wanted in path {
            match words.find(|(_, _, word)| word == wanted) {
                Some((line, column, _)) => place = Some((line, column)),
                None => break,
            }
        }
        place
    }

    /// Every word outside comments with its line and column.
    fn words(self) -> impl Iterator<Item = (usize, usize, String)> {
        self.text.lines().enumerate().flat_map(|(line, content)| {
            let mut found = Vec::new();
            let mut word = String::new();
            let code = content.find(" #").map_or(content, |comment| &content[..comment]);
            let code = if code.trim_start().starts_with('#') { "" } else { code };
            for (column, letter) in code.chars().chain([' ']).enumerate() {
                if letter.is_whitespace() || ",:[]{}\"'".contains(letter) {
                    if !word.is_empty() {
                        let start = column + 1 - word.chars().count();
                        found.push((line + 1, start, std::mem::take(&mut word)));
                    }
                } else {
                    word.push(letter);
                }
            }
            found
        })
    }
}

impl BoardError {
    pub(super) fn hinting(mut self, hint: Option<&str>) -> BoardError {
        self.hint = hint.map(str::to_owned);
        self
    }
}

/// The candidate nearest in spelling; `None` if nothing is alike.
pub(super) fn nearest<'a>(wanted: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    crate::rules::nearest(wanted, candidates).first().copied()
}
