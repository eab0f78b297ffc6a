#![allow(clippy::unwrap_used)]

use super::*;

const TEXT: &str = include_str!("../../../rulesets/boards/seven.yaml");

fn board() -> Board {
    Board::from_yaml(TEXT, "seven.yaml").unwrap()
}

fn set(board: &Board, names: &str) -> CellSet {
    names.split_whitespace().map(|name| board.cell(name).unwrap()).collect()
}

/// The error after replacing the one place where `from` stands.
fn broken(from: &str, to: &str) -> String {
    assert!(TEXT.contains(from), "{from} is not in the file");
    Board::from_yaml(&TEXT.replacen(from, to, 1), "b.yaml").unwrap_err().to_string()
}

#[test]
fn the_map_has_77_field_spaces_and_two_goals_of_three() {
    let board = board();
    assert_eq!((board.len(), board.field().len()), (83, 77));
    assert_eq!(board.goal_cells(End::Left), set(&board, "c0 d0 e0"));
    assert_eq!(board.goal_cells(End::Right), set(&board, "c12 d12 e12"));
    let count = |zone: &str| {
        let zone = board.zone(zone).unwrap();
        (board.zone_cells(zone, End::Left) | board.zone_cells(zone, End::Right)).len()
    };
    let counts = ["goal_kick_area", "penalty_area", "long_pass", "speed", "blocked", "middle"].map(count);
    assert_eq!(counts, [6, 30, 4, 12, 4, 7]);
    assert_eq!(board.penalty_spot(End::Left), board.cell("d3").unwrap());
    assert_eq!(board.bench(), 1);
}

#[test]
fn steps_are_those_of_a_king_and_the_goal_is_one_step_away() {
    let board = board();
    let cell = |name: &str| board.cell(name).unwrap();
    assert_eq!(board.distance(cell("d6"), cell("e8")), 2);
    assert_eq!(board.neighbours(cell("a1")), set(&board, "a2 b1 b2"));
    assert_eq!(board.neighbours(cell("b11")), set(&board, "a10 b10 c10 a11 c11 c12"));
    assert_eq!(board.front(cell("d6"), End::Right), set(&board, "c7 d7 e7"));
    assert_eq!(board.rear(cell("d6"), End::Right), set(&board, "c5 d5 e5"));
    assert!(board.straight(cell("d6"), cell("d7")) && !board.straight(cell("d6"), cell("e7")));
}

/// The distance of every pair counted step by step on the board itself.
#[test]
fn distances_agree_with_a_walk_over_the_board() {
    let board = board();
    for from in board.all() {
        for steps in 0..13 {
            assert_eq!(board.reach(from, steps, board.all()), board.within(from, steps), "{}", board.cell_name(from));
        }
    }
}

#[test]
fn a_half_turn_shows_the_other_side_the_same_board() {
    let board = board();
    for cell in board.all() {
        let turned = board.rotate(cell);
        assert_eq!(board.rotate(turned), cell);
        assert_eq!(board.rotate_point(board.centre(cell)), board.centre(turned));
        assert_eq!(board.cell_at(board.centre(cell)), cell);
        assert_eq!(board.band(cell, End::Right), board.band(turned, End::Left));
    }
    assert_eq!(board.rotate(board.cell("c0").unwrap()), board.cell("e12").unwrap());
}

/// Catalogue 1.1: "free", or the spaces that must be empty; out of range and refused left out.
#[test]
fn lines_of_sight_are_those_of_the_shot_table() {
    let board = board();
    let rows = [
        ("c11", ["", "", "d11 d12"]),
        ("d11", ["", "", ""]),
        ("e11", ["d11 d12", "", ""]),
        ("b10", ["b11 c11", "c11", "-"]),
        ("c10", ["c11", "c11 d11", "d11"]),
        ("d10", ["c11 d11", "d11", "d11 e11"]),
        ("e10", ["d11", "d11 e11", "e11"]),
        ("f10", ["-", "e11", "e11 f11"]),
        ("a11", ["off", "-", "-"]),
        ("g11", ["-", "-", "off"]),
        ("a10", ["b11", "-", "-"]),
    ];
    for (from, lines) in rows {
        for (goal, line) in ["c12", "d12", "e12"].into_iter().zip(lines) {
            let (a, b) = (board.cell(from).unwrap(), board.cell(goal).unwrap());
            let found = board.between(a, b);
            match line {
                "-" => assert!(board.distance(a, b) > 2),
                "off" => assert_eq!(found, None, "{from} {goal}"),
                line => assert_eq!(found, Some(set(&board, line)), "{from} {goal}"),
            }
            assert_eq!(found, board.between(b, a));
        }
    }
    let (a, b) = (board.cell("d6").unwrap(), board.cell("e8").unwrap());
    assert_eq!(board.between(a, b), Some(set(&board, "d7 e7")));
}

#[test]
fn contested_spaces_know_their_zone_and_whose_end_it_is() {
    let board = board();
    let zone = |cell: &str, attacking| {
        let (zone, own) = board.contested_zone(board.cell(cell).unwrap(), attacking)?;
        Some((board.zone_name(zone).to_owned(), own))
    };
    assert_eq!(zone("c1", End::Right), Some(("goal_kick_area".to_owned(), true)));
    assert_eq!(zone("c1", End::Left), Some(("goal_kick_area".to_owned(), false)));
    assert_eq!(zone("b11", End::Right), Some(("blocked".to_owned(), false)));
    assert_eq!(zone("d12", End::Right), Some(("goal".to_owned(), false)));
    assert_eq!(zone("d5", End::Right), None);
    assert_eq!(board.contested().len(), 16);
}

#[test]
fn faults_of_a_map_say_what_and_where() {
    let lopsided = broken("9      V  P  P  T", "9      .  P  P  T");
    assert!(lopsided.contains("zone `speed` has `a3` but not its mirror image `a9`"), "{lopsided}");
    assert!(lopsided.starts_with("b.yaml:52:11:"), "{lopsided}");
    let hole = broken("7      V  .", "7      #  .");
    assert!(hole.starts_with("b.yaml:50:11:") && hole.contains("none at its mirror image `a7`"), "{hole}");
    let short = broken("8      V  L", "8      V");
    assert!(
        short.starts_with("b.yaml:47:4:") && short.contains("row 8 of the map has 6 letters, expected 7"),
        "{short}"
    );
    let label = broken("10      .  P", "13      .  P");
    assert!(label.starts_with("b.yaml:45:3:") && label.contains("`13`, expected the number 10"), "{label}");
    let letter = broken("7      V  .  .  .", "7      V  .  ?  .");
    assert!(letter.starts_with("b.yaml:48:17:") && letter.contains("the letter `?`"), "{letter}");
    let zone = broken("L: [long_pass]", "L: [long_pas]");
    assert!(zone.contains("unknown zone `long_pas`") && zone.ends_with("did you mean `long_pass`?"), "{zone}");
    let mark = broken("penalty_spot: d9", "penalty_spot: d3");
    assert!(mark.contains("mark `penalty_spot` is at `d3`, expected a space of the middle file"), "{mark}");
    let ranks = broken("ranks: [7, 11]", "ranks: [7, 14]");
    assert!(ranks.contains("`zones.half.ranks` is [7, 14], expected two ranks from 0 to 12"), "{ranks}");
    let field = broken("bench: 1", "benches: 1");
    assert!(field.contains("did you mean `bench`?"), "{field}");
    let header = broken("a  b  c  d", "a  c  b  d");
    assert!(header.contains("must begin with its column letters"), "{header}");
    assert!(broken("bench: 1 ", "bench: 9 ").contains("expected 0 to 5 spaces a side"));
    assert!(broken("cell: 4.0", "cell: 0").contains("`cell` is 0"));
}

#[test]
fn the_picture_has_the_highest_rank_on_top() {
    let board = board();
    let picture = board.draw(|cell| {
        let goal = (board.goal_cells(End::Left) | board.goal_cells(End::Right)).contains(cell);
        [' ', if goal { 'G' } else { '.' }, ' ']
    });
    let lines: Vec<&str> = picture.lines().collect();
    assert_eq!(lines[0], "     a   b   c   d   e   f   g");
    assert_eq!(lines[1], " 12         | G | G | G |");
    assert_eq!(lines[2], " 11 | . | . | . | . | . | . | . |");
    assert_eq!(lines.len(), 14);
}
