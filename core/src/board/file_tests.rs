#![allow(clippy::unwrap_used)]

use super::tests::TEXT;
use super::*;

/// The default board's zones, drawn instead of listed.
const MAP: &str = "
map:
  legend:
    m: [midfield]
    d: [defence]
    x: [defence, crossing]
    s: [defence, shooting]
    p: [defence, shooting, penalty_area]
    g: [defence, shooting, penalty_area, goal_area]
  rows:
    -  x x x d m m m d x x x
    - x x x d m m m m d x x x
    -  p p s s m m m s s p p
    - g p s s m m m m s s p g
    -  g p s s m m m s s p g
    - g p s s m m m m s s p g
    -  p p s s m m m s s p p
    - x x x d m m m m d x x x
    -  x x x d m m m d x x x
";

/// Declares the zones without lists, in the order of the default board.
const DECLARED: &str = "
zones:
  defence: {}
  midfield: { both: true }
  attack: { same_as: defence }
  shooting: {}
  penalty_area: {}
  goalkeeper: { same_as: penalty_area }
  goal_area: {}
  crossing: {}
  half: { plain: true, cells: [F1, G1, H1, I1, J1, K1, G2, H2, I2, J2, K2, L2, F3, G3, H3, I3, J3, K3, G4, H4, I4, J4, K4,
          L4, F5, G5, H5, I5, J5, K5, G6, H6, I6, J6, K6, L6, F7, G7, H7, I7, J7, K7, G8, H8, I8, J8, K8, L8, F9, G9, H9,
          I9, J9, K9] }
  goal_line: { plain: true, cells: [K5] }
";

fn load(text: &str) -> Result<Board, BoardError> {
    Board::from_yaml(text, "b.yaml")
}

fn drawn() -> String {
    let head = TEXT.split_once("\nzones:").unwrap().0;
    format!("{head}{DECLARED}{MAP}")
}

/// The error after replacing the one place where `from` stands.
fn broken(text: &str, from: &str, to: &str) -> BoardError {
    assert!(text.contains(from), "{from} is not in the file");
    load(&text.replacen(from, to, 1)).unwrap_err()
}

/// Line and column of the first `needle`, both from 1.
fn place(text: &str, needle: &str) -> Option<(usize, usize)> {
    let start = text.find(needle).unwrap();
    let line = text[..start].lines().count();
    let column = start - text[..start].rfind('\n').unwrap();
    Some((line + usize::from(text[..start].ends_with('\n')), column))
}

#[test]
fn a_drawn_board_equals_the_listed_one() {
    let listed = TEXT.split_once("\nphysics:").unwrap().0;
    assert_eq!(load(listed).unwrap(), load(&drawn()).unwrap());
}

#[test]
fn list_and_map_may_both_be_given_and_must_agree() {
    let both = format!("{TEXT}{MAP}");
    assert_eq!(load(&both).unwrap(), load(TEXT).unwrap());
    let error = broken(&both, "    -  g p s s m m m s s p g", "    -  p p s s m m m s s p p");
    let fault = BoardFault::MapDisagrees { zone: "goal_area".into(), cell: "A5".into() };
    assert_eq!(*error.fault, fault);
}

#[test]
fn an_unknown_cell_is_placed_and_the_nearest_named() {
    let error = broken(TEXT, "[L4, K5, L6]", "[L4, K55, L6]");
    let text = TEXT.replacen("[L4, K5, L6]", "[L4, K55, L6]", 1);
    assert_eq!(error.hint.as_deref(), Some("K9"));
    assert_eq!(error.place, place(&text, "K55"));
    let (line, column) = error.place.unwrap();
    let said = format!("b.yaml:{line}:{column}: zone `goal_area` names the unknown cell `K55`; did you mean `K9`?");
    assert_eq!(error.to_string(), said);
}

#[test]
fn an_unknown_field_is_placed_and_the_nearest_named() {
    let error = broken(TEXT, "cell_width: 8.2", "cel_width: 8.2");
    assert_eq!(error.hint.as_deref(), Some("cell_width"));
    assert_eq!(error.place.unwrap().0, place(TEXT, "cell_width").unwrap().0);
    assert!(!error.to_string().contains("at line"), "{error}");
}

#[test]
fn text_that_is_no_board_is_refused_with_a_place() {
    let error = load("board: x\nrows: [1\n").unwrap_err();
    assert!(matches!(*error.fault, BoardFault::Format(_)) && error.place.is_some(), "{error}");
    assert!(load("").is_err() && load("- 1").is_err() && load("\0").is_err());
    let error = broken(TEXT, "rows: 9", "rows: nine");
    assert_eq!(error.place.unwrap(), (4, 7));
    assert!(error.to_string().contains("found the word `nine`, expected a whole number"), "{error}");
    let list = load("- 1").unwrap_err().to_string();
    assert!(!list.contains("struct") && list.contains("expected a table"), "{list}");
}

#[test]
fn a_mapping_with_a_repeated_zone_is_refused() {
    let error = broken(TEXT, "  crossing:", "  goal_area:");
    assert!(error.to_string().contains("the key `goal_area` is here twice"), "{error}");
    let token = broken(TEXT, "token:", "token: { diameter: 1.2, height: 3.2 }\ntoken:");
    assert_eq!(token.place, place(&TEXT.replacen("token:", "x:\ntoken:", 1), "token:"));
}

#[test]
fn a_cell_listed_twice_is_refused_at_its_second_place() {
    let error = broken(TEXT, "[L4, K5, L6]", "[L4, K5, L6, K5]");
    let fault = BoardFault::DuplicateCell { zone: "goal_area".into(), cell: "K5".into() };
    assert_eq!(*error.fault, fault);
    let text = TEXT.replacen("[L4, K5, L6]", "[L4, K5, L6, K5]", 1);
    let (line, column) = place(&text, "L6, K5]").unwrap();
    assert_eq!(error.place, Some((line, column + 4)));
}

#[test]
fn a_zone_that_is_no_mirror_image_is_refused() {
    let flank = *broken(TEXT, "[L4, K5, L6]", "[L4, K5]").fault;
    assert!(matches!(flank, BoardFault::Mirror { axis: Axis::Lengthwise, .. }), "{flank}");
    let ends = *broken(TEXT, "[E1, F1, G1,", "[E1, F1,").fault;
    assert!(matches!(ends, BoardFault::Mirror { axis: Axis::Halfway, .. }), "{ends}");
    let map = *broken(&drawn(), "    -  g p s s m m m s s p g", "    -  p p s s m m m s s p g").fault;
    assert!(matches!(map, BoardFault::Mirror { axis: Axis::Halfway, .. }), "{map}");
}

#[test]
fn a_list_with_the_left_end_is_refused() {
    let fault = *broken(TEXT, "[L4, K5, L6]", "[L4, K5, L6, A5]").fault;
    assert_eq!(fault, BoardFault::WrongEnd { zone: "goal_area".into(), cell: "A5".into() });
}

#[test]
fn bands_that_do_not_divide_the_board_are_refused() {
    let gap = *broken(TEXT, "            E5, F5, G5,\n", "").fault;
    assert_eq!(gap, BoardFault::BandCover { cell: "E5".into(), count: 0 });
    let overlap = *broken(TEXT, "            E5, F5, G5,\n", "            D5, E5, F5, G5, H5,\n").fault;
    assert_eq!(overlap, BoardFault::BandCover { cell: "D5".into(), count: 2 });
    let missing = broken(TEXT, "  midfield:", "  middfield:");
    assert_eq!(*missing.fault, BoardFault::MissingBand("midfield"));
    assert_eq!(missing.hint.as_deref(), Some("middfield"));
    let shared = *broken(&drawn(), "defence: {}", "defence: { both: true }").fault;
    assert_eq!(shared, BoardFault::BandEnds { name: "defence", expected: false });
}

#[test]
fn boards_of_absurd_size_are_refused() {
    assert_eq!(*broken(TEXT, "rows: 9", "rows: 13").fault, BoardFault::TooManyCells(149));
    for (from, to) in [
        ("rows: 9", "rows: 8"),
        ("rows: 9", "rows: 0"),
        ("rows: 9", "rows: 4294967295"),
        ("columns: 11", "columns: 26"),
        ("columns: 11", "columns: 0"),
        ("cell_width: 8.2", "cell_width: .nan"),
        ("cell_width: 8.2", "cell_width: .inf"),
        ("cell_width: 8.2", "cell_width: -8.2"),
        ("row_pitch: 7.1", "row_pitch: 3.0"),
        ("row_pitch: 7.1", "row_pitch: .nan"),
        ("diameter: 1.2", "diameter: 0"),
        ("diameter: 1.0", "diameter: 5"),
        ("height: 3.2", "height: .nan"),
        ("width: 6.4", "width: 64"),
        ("height: 4.0", "height: -.inf"),
        ("[[2.4,", "[[.nan,"),
    ] {
        let error = broken(TEXT, from, to);
        assert!(matches!(*error.fault, BoardFault::Measure { .. }), "{to}: {error}");
        assert!(error.place.is_some(), "{to}: {error}");
    }
}

#[test]
fn spots_on_a_line_or_on_each_other_are_refused() {
    let on_line = broken(TEXT, "[[2.4, -1.0]", "[[4.0, -1.0]");
    assert!(matches!(*on_line.fault, BoardFault::SpotOnLine { spot: 1, .. }), "{on_line}");
    let overlap = broken(TEXT, "[1.6, 2.05]", "[0.5, 0.5]");
    assert!(matches!(*overlap.fault, BoardFault::SpotsOverlap { .. }), "{overlap}");
    let goal_line = broken(TEXT, "[[1.4, -1.85]", "[[1.5, -1.85]");
    assert!(matches!(*goal_line.fault, BoardFault::SpotOnLine { ref cell, .. } if cell == "A2"), "{goal_line}");
}

#[test]
fn marks_stand_where_they_can() {
    for (from, to) in [
        ("centre: F5", "centre: F4"),
        ("penalty_spot: J5", "penalty_spot: J4"),
        ("penalty_spot: J5", "penalty_spot: B5"),
        ("[K1, K9]", "[K9, K1]"),
        ("[K1, K9]", "[K1, J9]"),
    ] {
        let error = broken(TEXT, from, to);
        assert!(matches!(*error.fault, BoardFault::Mark { .. }), "{to}: {error}");
    }
    let unknown = broken(TEXT, "[K1, K9]", "[L1, K9]");
    assert_eq!(unknown.hint.as_deref(), Some("K1"));
}

#[test]
fn maps_that_do_not_fit_are_refused() {
    let map = drawn();
    let row = "    -  g p s s m m m s s p g\n";
    assert_eq!(*broken(&map, row, "    -  g p s s\n").fault, BoardFault::MapRow { row: 5, found: 4, expected: 11 });
    assert_eq!(*broken(&map, row, "").fault, BoardFault::MapRows { found: 8, expected: 9 });
    let strange = "    -  q p s s m m m s s p g\n";
    assert_eq!(*broken(&map, row, strange).fault, BoardFault::MapLetter('q'));
    let unknown = broken(&map, "m: [midfield]", "m: [midfeld]");
    assert_eq!(unknown.hint.as_deref(), Some("midfield"));
}

#[test]
fn a_zone_takes_its_cells_from_one_source() {
    let none = *broken(&drawn(), "goal_area: {}", "goal_area: {}\n  spare: {}").fault;
    assert_eq!(none, BoardFault::ZoneSource("spare".into()));
    let two = *broken(TEXT, "same_as: defence", "same_as: defence\n    cells: [K5]").fault;
    assert_eq!(two, BoardFault::ZoneSource("attack".into()));
    let unknown = broken(TEXT, "same_as: penalty_area", "same_as: penalty_aera");
    assert_eq!(unknown.hint.as_deref(), Some("penalty_area"));
}

#[test]
fn physics_is_passed_on_as_written() {
    let without = TEXT.split_once("\nphysics:").unwrap().0;
    assert!(load(without).unwrap().physics().get("friction").is_none());
    let board = load(&format!("{without}\nphysics: {{ friction: 3 }}\n")).unwrap();
    assert_eq!(board.physics()["friction"].as_u64(), Some(3));
}

#[test]
fn a_smaller_pitch_with_a_shifted_middle_row_loads() {
    let head = TEXT.split_once("\nmarks:").unwrap().0;
    let head = head.replacen("rows: 9", "rows: 7", 1).replacen("columns: 11", "columns: 6", 1);
    let rest = "
marks: { centre: D4, penalty_spot: F4, corners: [F1, F7] }
zones: { defence: {}, midfield: { both: true }, attack: { same_as: defence } }
map:
  legend: { d: [defence], m: [midfield] }
  rows: [d d m m d d, d d m m m d d, d d m m d d, d d m m m d d, d d m m d d, d d m m m d d, d d m m d d]
";
    let board = load(&format!("{head}{rest}")).unwrap();
    assert_eq!(board.len(), 45);
    let name = |cell| board.cell_name(cell);
    assert_eq!(End::BOTH.map(|end| name(board.goal_line_cell(end))), ["A4", "G4"]);
    assert_eq!(End::BOTH.map(|end| name(board.penalty_spot(end))), ["B4", "F4"]);
    let shared = board.half(End::Left) & board.half(End::Right);
    assert_eq!(shared.iter().map(name).collect::<Vec<_>>(), ["D2", "D4", "D6"]);
    assert_eq!(board.around(CellSet::single(board.centre_cell())), board.ring(board.centre_cell(), 1));
}
