//! Formations: named shapes a coach can choose instead of placing every token.

use super::nearest::nearest;
use super::yaml::{DataError, parse};
use crate::board::Cell;
use serde::Deserialize;

/// The occasions a shape has places for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Moment {
    /// The ball on the centre cell, everyone in his own half.
    KickOff,
    /// The ball in the own third.
    Defend,
    /// The ball in between.
    Middle,
    /// A set piece near the opponents' area.
    Attack,
}

impl Moment {
    /// All four.
    pub const ALL: [Moment; 4] = [Moment::KickOff, Moment::Defend, Moment::Middle, Moment::Attack];

    /// The key in the file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Moment::KickOff => "kick_off",
            Moment::Defend => "defend",
            Moment::Middle => "middle",
            Moment::Attack => "attack",
        }
    }
}

/// One shape: a cell index for each slot and moment, seen from a side that attacks to the right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formation {
    name: String,
    cells: [[Cell; Formation::SLOTS]; 4],
}

impl Formation {
    /// Tokens of one side on the pitch.
    pub const SLOTS: usize = 11;

    /// Such as `4-4-2`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cell of each slot.
    #[must_use]
    pub const fn cells(&self, moment: Moment) -> &[Cell; Formation::SLOTS] {
        &self.cells[moment as usize]
    }
}

/// The shapes of a formation file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formations {
    shapes: Vec<Formation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormationFile {
    formations: Vec<Shape>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shape {
    name: String,
    kick_off: Vec<String>,
    #[serde(default)]
    defend: Vec<String>,
    #[serde(default)]
    middle: Vec<String>,
    #[serde(default)]
    attack: Vec<String>,
}

impl Shape {
    fn names(&self, moment: Moment) -> &[String] {
        let names = match moment {
            Moment::KickOff => &self.kick_off,
            Moment::Defend => &self.defend,
            Moment::Middle => &self.middle,
            Moment::Attack => &self.attack,
        };
        if names.is_empty() { &self.kick_off } else { names }
    }
}

impl Formations {
    /// Shapes in one file: with the variants of a set-up they must fit the 32 formation actions.
    pub const MAX: usize = 7;

    /// Reads a formation file; `cell` gives the index of a cell's name on the board, or `None` for no cell.
    ///
    /// # Errors
    /// If the text is no formation file, a name is no cell, or a list does not hold 11 different cells.
    pub fn parse(
        text: &str,
        file: &str,
        slots: usize,
        cell: &dyn Fn(&str) -> Option<Cell>,
    ) -> Result<Formations, DataError> {
        let written: FormationFile = parse(text, file)?;
        if written.formations.is_empty() || written.formations.len() > Self::MAX {
            return Err(DataError::new(file, format_args!("{} formations are listed", written.formations.len()))
                .hint(format_args!("list 1 to {}", Self::MAX)));
        }
        let mut shapes: Vec<Formation> = Vec::new();
        for shape in &written.formations {
            let name = &shape.name;
            if !is_shape_name(name) {
                return Err(DataError::new(file, format_args!("`{name}` is no name for a formation"))
                    .at_words(text, &[name])
                    .hint("use up to 20 letters, digits, `-`, `_` and spaces"));
            }
            if shapes.iter().any(|s| s.name == *name) {
                return Err(DataError::new(file, format_args!("the formation `{name}` is given twice"))
                    .at_words(text, &[name, name]));
            }
            let mut cells = [[Cell::FIRST; Formation::SLOTS]; 4];
            for moment in Moment::ALL {
                cells[moment as usize] = places(shape.names(moment), slots, cell).map_err(|bad| {
                    let problem = format!("{name}, {}: {}", moment.word(), bad.problem);
                    let mut words = vec![name.as_str(), moment.word()];
                    words.extend(bad.words.iter().map(String::as_str));
                    let error = DataError::new(file, problem).at_words(text, &words);
                    match bad.hint {
                        Some(hint) => error.hint(hint),
                        None => error,
                    }
                })?;
            }
            shapes.push(Formation { name: name.clone(), cells });
        }
        Ok(Formations { shapes })
    }

    /// The shape with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Formation> {
        self.shapes.iter().find(|s| s.name == name)
    }

    /// All shapes as written.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Formation> {
        self.shapes.iter()
    }

    /// Up to three names that look like this one.
    #[must_use]
    pub fn nearest(&self, name: &str) -> Vec<&str> {
        nearest(name, self.shapes.iter().map(Formation::name))
    }
}

/// What is wrong with a list of cells, and the words of the file that show it.
struct BadList {
    problem: String,
    words: Vec<String>,
    hint: Option<String>,
}

fn places(
    names: &[String],
    slots: usize,
    cell: &dyn Fn(&str) -> Option<Cell>,
) -> Result<[Cell; Formation::SLOTS], BadList> {
    let mut cells = Vec::with_capacity(names.len());
    for name in names {
        let Some(found) = cell(name) else {
            let hint = nearest_cells(name, cell);
            return Err(BadList { problem: format!("there is no cell `{name}`"), words: vec![name.clone()], hint });
        };
        if let Some(first) = cells.iter().position(|&c| c == found) {
            let problem = format!("`{name}` is the place of two tokens");
            return Err(BadList { problem, words: vec![names[first].clone(), name.clone()], hint: None });
        }
        cells.push(found);
    }
    if cells.len() != slots {
        let problem = format!("{} cells are listed", cells.len());
        return Err(BadList { problem, words: Vec::new(), hint: Some(format!("list {slots}, one for each slot")) });
    }
    let mut all = [Cell::FIRST; Formation::SLOTS]; // slots that no pawn fills have no place
    for (place, cell) in all.iter_mut().zip(cells) {
        *place = cell;
    }
    Ok(all)
}

/// The cells that lie nearest to where `name` would be, if it is a letter and a number.
fn nearest_cells(name: &str, cell: &dyn Fn(&str) -> Option<Cell>) -> Option<String> {
    let mut signs = name.chars();
    let letter = signs.next().filter(char::is_ascii_alphabetic)?;
    let number: u8 = signs.as_str().parse().ok()?;
    let letters = if letter.is_ascii_uppercase() { 'A'..='Z' } else { 'a'..='z' };
    let mut known: Vec<(u32, String)> = letters
        .flat_map(|l| (0..=12u8).map(move |n| (u32::from(l).abs_diff(letter.into()), n, format!("{l}{n}"))))
        .filter(|(_, _, candidate)| cell(candidate).is_some())
        .map(|(columns, n, candidate)| (columns + u32::from(n.abs_diff(number)), candidate))
        .collect();
    known.sort_unstable();
    let names: Vec<&str> = known.iter().take(3).map(|(_, candidate)| candidate.as_str()).collect();
    (!names.is_empty()).then(|| format!("the cells nearest to it are {}", names.join(", ")))
}

fn is_shape_name(name: &str) -> bool {
    (1..=20).contains(&name.len())
        && !name.starts_with(' ')
        && !name.ends_with(' ')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b' '))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::{Content, Kind};

    /// The cells of the 11 × 9 board in reading order: A–K in odd rows, A–L in even rows.
    fn cell(name: &str) -> Option<Cell> {
        let (letter, row) = name.split_at_checked(1)?;
        let (column, row) = (letter.bytes().next()?.checked_sub(b'A')?, row.parse::<u8>().ok()?);
        let width = if row % 2 == 1 { 11 } else { 12 };
        let before = (1..row).map(|r| if r % 2 == 1 { 11 } else { 12 }).sum::<u8>();
        ((1..=9).contains(&row) && column < width && name.len() == 2)
            .then(|| Cell::from_index((before + column).into()))
            .flatten()
    }

    /// Twice the length position and the row.
    fn place(index: Cell) -> (i32, i32) {
        for row in 1..=9 {
            for column in 0..12u8 {
                if cell(&format!("{}{row}", char::from(b'A' + column))) == Some(index) {
                    return (2 * i32::from(column) + i32::from(row % 2 == 1), row);
                }
            }
        }
        panic!("no cell {index:?}");
    }

    fn distance(a: Cell, b: Cell) -> i32 {
        let ((xa, ra), (xb, rb)) = (place(a), place(b));
        let rows = (ra - rb).abs();
        rows + ((xa - xb).abs() - rows).max(0) / 2
    }

    fn embedded() -> Formations {
        let source = Content::embedded().read(Kind::Formations, "formations").unwrap();
        Formations::parse(&source.text, &source.file(), Formation::SLOTS, &cell).unwrap()
    }

    const GOOD: &str = "A5, C2, B4, B6, C8, E2, D4, D6, E8, F3, F7";

    fn file(kick_off: &str, attack: &str) -> String {
        format!(
            "formations:\n  - name: 4-4-2\n    kick_off: [{kick_off}]\n    defend: [{GOOD}]\n    middle: [{GOOD}]\n    attack: [{attack}]\n"
        )
    }

    fn fails(text: &str) -> DataError {
        Formations::parse(text, "f.yaml", Formation::SLOTS, &cell).unwrap_err()
    }

    #[test]
    fn the_six_shapes_are_there_in_order() {
        let names: Vec<String> = embedded().iter().map(|f| f.name().to_string()).collect();
        assert_eq!(names, ["4-4-2", "4-3-3", "3-5-2", "4-5-1", "5-3-2", "3-4-3"]);
    }

    #[test]
    fn at_kick_off_everyone_is_in_his_own_half_and_legal_for_the_side_that_waits() {
        let centre = cell("F5").unwrap();
        for shape in embedded().iter() {
            for &at in shape.cells(Moment::KickOff) {
                // BASE-SETUP-01: own half, and two cells from the ball for the opponents of the kicker.
                assert!(place(at).0 <= 11 && distance(at, centre) >= 2, "{}: {:?}", shape.name(), place(at));
            }
        }
    }

    #[test]
    fn the_keeper_is_always_in_front_of_his_goal() {
        for shape in embedded().iter() {
            assert!(Moment::ALL.iter().all(|&m| shape.cells(m)[0] == cell("A5").unwrap()), "{}", shape.name());
        }
    }

    #[test]
    fn in_defence_most_are_near_the_own_area_and_in_attack_some_are_in_the_other_and_some_stay_back() {
        let area: Vec<Cell> =
            ["J3", "K3", "K4", "L4", "J5", "K5", "K6", "L6", "J7", "K7"].iter().map(|n| cell(n).unwrap()).collect();
        for shape in embedded().iter() {
            let deep = shape.cells(Moment::Defend).iter().filter(|&&c| place(c).0 <= 6).count();
            assert!(deep >= 8, "{}: {deep} deep", shape.name());
            let attack = shape.cells(Moment::Attack);
            let inside = attack.iter().filter(|c| area.contains(c)).count();
            assert!((3..=5).contains(&inside), "{}: {inside} in the area", shape.name());
            let back = attack[1..].iter().filter(|&&c| place(c).0 <= 11).count();
            assert!((2..=4).contains(&back), "{}: {back} stay back", shape.name());
        }
    }

    #[test]
    fn each_shape_has_the_lines_of_its_name() {
        for shape in embedded().iter() {
            let lines: Vec<usize> = shape.name().split('-').map(|n| n.parse().unwrap()).collect();
            let mut depth: Vec<i32> = shape.cells(Moment::Middle)[1..].iter().map(|&c| place(c).0).collect();
            depth.sort_unstable();
            // A gap of at least one cell separates the defenders from the rest and the forwards from the rest.
            let forwards = lines[2];
            assert!(depth[lines[0]] - depth[lines[0] - 1] >= 2, "{}: {depth:?}", shape.name());
            assert!(depth[10 - forwards] - depth[9 - forwards] >= 2, "{}: {depth:?}", shape.name());
        }
    }

    #[test]
    fn names_become_cells_in_slot_order() {
        let formations = Formations::parse(&file(GOOD, GOOD), "f", Formation::SLOTS, &cell).unwrap();
        let shape = formations.get("4-4-2").unwrap();
        assert_eq!(shape.cells(Moment::KickOff)[..2], [cell("A5").unwrap(), cell("C2").unwrap()]);
        assert!(formations.get("4-4-3").is_none());
        assert_eq!(formations.nearest("442"), ["4-4-2"]);
    }

    #[test]
    fn an_unknown_cell_is_shown_where_it_stands_with_the_nearest_ones() {
        let error = fails(&file(GOOD, &GOOD.replace("F7", "L7")));
        assert_eq!((error.line, error.column), (Some(6), Some(54)));
        assert!(error.problem.contains("4-4-2, attack: there is no cell `L7`"), "{error}");
        assert_eq!(error.hint.as_deref(), Some("the cells nearest to it are K7, L6, L8"));
        assert_eq!(fails(&file(GOOD, &GOOD.replace("F7", "centre"))).hint, None);
    }

    #[test]
    fn two_tokens_cannot_share_a_cell() {
        let error = fails(&file(&GOOD.replace("F7", "C2"), GOOD));
        assert!(error.problem.contains("`C2` is the place of two tokens"), "{error}");
        assert_eq!((error.line, error.column), (Some(3), Some(56)));
    }

    #[test]
    fn each_list_has_eleven_cells() {
        assert!(fails(&file(GOOD, "A5, C2")).problem.contains("2 cells are listed"));
        assert!(fails(&file(&format!("{GOOD}, K5"), GOOD)).problem.contains("12 cells are listed"));
    }

    #[test]
    fn names_are_unique_and_the_file_holds_at_most_seven() {
        let one = file(GOOD, GOOD);
        let shape = one.strip_prefix("formations:\n").unwrap();
        assert!(fails(&format!("{one}{shape}")).problem.contains("given twice"));
        let many: String = (0..8).map(|i| shape.replace("4-4-2", &format!("s{i}"))).collect();
        assert!(fails(&format!("formations:\n{many}")).problem.contains("8 formations"));
        assert!(fails("formations: []\n").problem.contains("0 formations"));
        assert!(fails(&one.replace("4-4-2", "\"\\e\"")).problem.contains("no name"));
    }
}
