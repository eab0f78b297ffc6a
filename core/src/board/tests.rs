#![allow(clippy::unwrap_used)]

use super::*;
use proptest::prelude::*;
use std::sync::LazyLock;

pub(super) const TEXT: &str = include_str!("../../../rulesets/boards/hex11x9.yaml");
static BOARD: LazyLock<Board> = LazyLock::new(|| Board::from_yaml(TEXT, "boards/hex11x9.yaml").unwrap());

fn at(name: &str) -> Cell {
    BOARD.cell(name).unwrap()
}

fn cells(names: &str) -> CellSet {
    names.split_whitespace().map(at).collect()
}

fn zone(name: &str, end: End) -> CellSet {
    BOARD.zone_cells(BOARD.zone(name).unwrap(), end)
}

fn names(list: &[Cell]) -> Vec<&str> {
    list.iter().map(|&cell| BOARD.cell_name(cell)).collect()
}

/// The first or last `count` cells of a row, as L-01 words its zones.
fn columns(row: usize, count: usize, end: End) -> CellSet {
    let mut letters: Vec<char> = ('A'..='L').take(if row % 2 == 1 { 11 } else { 12 }).collect();
    if end == End::Right {
        letters.reverse();
    }
    letters.iter().take(count).map(|letter| at(&format!("{letter}{row}"))).collect()
}

fn block(rows: &[usize], count: usize, end: End) -> CellSet {
    rows.iter().fold(CellSet::EMPTY, |set, &row| set | columns(row, count, end))
}

/// Slow but obvious: neighbours are the cells about one cell width away in centimetres.
fn steps_by_flooding(from: Cell) -> Vec<u8> {
    let touches = |a: Cell, b: Cell| BOARD.centre(a).distance(BOARD.centre(b)) < 1.2 * BOARD.cell_width();
    let mut steps = vec![u8::MAX; BOARD.len()];
    steps[from.index()] = 0;
    for round in 0..BOARD.len() as u8 {
        for a in BOARD.all().iter().filter(|a| steps[a.index()] == round).collect::<Vec<_>>() {
            for b in BOARD.all().iter().filter(|&b| touches(a, b)) {
                steps[b.index()] = steps[b.index()].min(round + 1);
            }
        }
    }
    steps
}

fn axial_distance(a: Cell, b: Cell) -> u8 {
    let axial = |cell: Cell| {
        let (row, letter) = (i32::from(BOARD.row(cell)), i32::from(BOARD.cell_name(cell).as_bytes()[0]));
        (letter - row / 2, row)
    };
    let ((aq, ar), (bq, br)) = (axial(a), axial(b));
    let (q, r) = (aq - bq, ar - br);
    q.abs().max(r.abs()).max((q + r).abs()) as u8
}

/// A breadth-first search with a queue, for comparison.
fn reach_by_queue(from: Cell, steps: u8, through: CellSet) -> CellSet {
    let mut found = vec![(from, 0)];
    let mut next = 0;
    while next < found.len() {
        let (cell, taken) = found[next];
        next += 1;
        if taken == steps || (cell != from && !through.contains(cell)) {
            continue;
        }
        for other in BOARD.all().iter().filter(|&other| axial_distance(cell, other) == 1) {
            if found.iter().all(|(known, _)| *known != other) {
                found.push((other, taken + 1));
            }
        }
    }
    found.into_iter().map(|(cell, _)| cell).collect()
}

fn any_cell() -> impl Strategy<Value = Cell> {
    (0..103usize).prop_map(|index| Cell::from_index(index).unwrap())
}

fn any_set() -> impl Strategy<Value = CellSet> {
    any::<u128>().prop_map(|bits| CellSet(bits) & BOARD.all())
}

#[test]
fn the_pitch_has_103_named_cells() {
    assert_eq!((BOARD.len(), BOARD.all().len(), BOARD.name()), (103, 103, "hex11x9"));
    for cell in BOARD.all() {
        assert_eq!(BOARD.cell(BOARD.cell_name(cell)), Some(cell));
    }
    assert_eq!((BOARD.cell_name(at("A1")), at("A1").index(), at("K9").index()), ("A1", 0, 102));
    for unknown in ["", "A", "L1", "M2", "A0", "A10", "a1", "A01", "A+1", "ß5", "5A", " A1"] {
        assert_eq!(BOARD.cell(unknown), None, "{unknown}");
    }
}

#[test]
fn a_wrong_name_is_brought_to_the_nearest_cell() {
    let near = |name| BOARD.nearest_name(name).unwrap_or("none");
    assert_eq!(["L1", "K10", "f5", "Z4"].map(near), ["K1", "K9", "F5", "L4"]);
    assert_eq!(near("somewhere"), "none");
}

#[test]
fn every_second_row_ends_in_half_cells() {
    let half: CellSet = BOARD.all().iter().filter(|&cell| BOARD.is_half(cell)).collect();
    assert_eq!(half, cells("A2 A4 A6 A8 L2 L4 L6 L8"));
}

#[test]
fn measures_are_those_of_the_design() {
    assert!((BOARD.length() - 90.2).abs() < 1e-9 && (BOARD.width() - 63.9).abs() < 1e-9);
    let goal = BOARD.goal();
    assert_eq!((goal.width, goal.height), (6.4, 4.0));
    assert!((goal.y_low - 28.75).abs() < 1e-9 && (goal.y_high - 35.15).abs() < 1e-9);
    assert_eq!((BOARD.token_diameter(), BOARD.token_height(), BOARD.ball_diameter()), (1.2, 3.2, 1.0));
    let middle = BOARD.centre(at("F5"));
    assert!((middle.x - 45.1).abs() < 1e-9 && (middle.y - 31.95).abs() < 1e-9);
}

#[test]
fn distance_is_what_axial_coordinates_and_flooding_say() {
    for a in BOARD.all() {
        let steps = steps_by_flooding(a);
        for b in BOARD.all() {
            assert_eq!(BOARD.distance(a, b), axial_distance(a, b));
            assert_eq!(BOARD.distance(a, b), steps[b.index()]);
        }
    }
    assert_eq!(BOARD.distance(at("A1"), at("K1")), 10);
    assert_eq!(BOARD.distance(at("A1"), at("K9")), 14);
    assert_eq!(BOARD.distance(at("A2"), at("L2")), 11);
}

#[test]
fn within_and_ring_follow_from_distance() {
    for a in BOARD.all() {
        for d in 0..=20 {
            let near: CellSet = BOARD.all().iter().filter(|&b| BOARD.distance(a, b) <= d).collect();
            let ring: CellSet = BOARD.all().iter().filter(|&b| BOARD.distance(a, b) == d).collect();
            assert_eq!((BOARD.within(a, d), BOARD.ring(a, d)), (near, ring));
        }
        assert_eq!(BOARD.within(a, u8::MAX), BOARD.all());
    }
}

#[test]
fn three_neighbours_lie_in_front_and_three_behind() {
    assert_eq!(BOARD.front(at("F5"), End::Right), cells("G4 G5 G6"));
    assert_eq!(BOARD.rear(at("F5"), End::Right), cells("F4 E5 F6"));
    assert_eq!(BOARD.front(at("F4"), End::Left), cells("E3 E4 E5"));
    assert_eq!(BOARD.front(at("K1"), End::Right), cells("L2"));
    assert_eq!(BOARD.front(at("A2"), End::Left), CellSet::EMPTY);
    for cell in BOARD.all() {
        for end in End::BOTH {
            let (front, rear) = (BOARD.front(cell, end), BOARD.rear(cell, end));
            assert_eq!(front | rear, BOARD.neighbours(cell));
            assert!((front & rear).is_empty());
        }
    }
}

#[test]
fn zones_are_those_of_l_01() {
    let all: Vec<usize> = (1..=9).collect();
    for end in End::BOTH {
        assert_eq!(zone("defence", end), block(&all, 4, end));
        assert_eq!(zone("attack", end), block(&all, 4, end));
        assert_eq!(zone("penalty_area", end), block(&[3, 4, 5, 6, 7], 2, end));
        assert_eq!(zone("goalkeeper", end), zone("penalty_area", end));
        assert_eq!(zone("goal_area", end), block(&[4, 5, 6], 1, end));
        assert_eq!(zone("shooting", end), block(&[3, 4, 5, 6, 7], 4, end));
        assert_eq!(zone("crossing", end), block(&[1, 2, 8, 9], 3, end));
        let rest = BOARD.all() - block(&all, 4, End::Left) - block(&all, 4, End::Right);
        assert_eq!(zone("midfield", end), rest);
    }
    assert_eq!(zone("penalty_area", End::Right), cells("J3 K3 K4 L4 J5 K5 K6 L6 J7 K7"));
    assert_eq!(zone("goal_area", End::Right), cells("L4 K5 L6"));
    assert_eq!(zone("crossing", End::Right), cells("I1 J1 K1 J2 K2 L2 J8 K8 L8 I9 J9 K9"));
    assert_eq!(BOARD.zone("shoting"), None);
    assert_eq!(BOARD.nearest_zone_name("shoting"), Some("shooting"));
    assert!(BOARD.zones().all(|id| BOARD.zone(BOARD.zone_name(id)) == Some(id)));
}

#[test]
fn bands_divide_the_pitch_as_the_attacker_sees_it() {
    for end in End::BOTH {
        for band in Band::ALL {
            let seen: CellSet = BOARD.all().iter().filter(|&cell| BOARD.band(cell, end) == band).collect();
            assert_eq!(BOARD.band_cells(band, end), seen);
        }
    }
    assert_eq!(BOARD.band(at("K5"), End::Right), Band::Attack);
    assert_eq!(BOARD.band(at("K5"), End::Left), Band::Defence);
    assert_eq!(BOARD.band(at("F5"), End::Left), Band::Midfield);
}

#[test]
fn the_special_zone_is_the_smallest_around_a_cell() {
    let special = |name, end| BOARD.special_zone(at(name), end).map(|(id, own)| (BOARD.zone_name(id), own));
    assert_eq!(special("K5", End::Right), Some(("goal_area", false)));
    assert_eq!(special("K5", End::Left), Some(("goal_area", true)));
    assert_eq!(special("J5", End::Right), Some(("penalty_area", false)));
    assert_eq!(special("H5", End::Right), Some(("shooting", false)));
    assert_eq!(special("A1", End::Right), Some(("crossing", true)));
    assert_eq!(special("F5", End::Right), None);
}

#[test]
fn cells_crossed_by_the_halfway_line_belong_to_both_halves() {
    let shared = BOARD.half(End::Left) & BOARD.half(End::Right);
    assert_eq!(shared, cells("F1 F3 F5 F7 F9"));
    assert_eq!(BOARD.half(End::Left) | BOARD.half(End::Right), BOARD.all());
    assert!(BOARD.half(End::Left).contains(at("F2")) && BOARD.half(End::Right).contains(at("G2")));
}

#[test]
fn marks_are_those_of_l_23() {
    assert_eq!(BOARD.centre_cell(), at("F5"));
    assert_eq!(End::BOTH.map(|end| BOARD.penalty_spot(end)), [at("B5"), at("J5")]);
    assert_eq!(BOARD.corners(End::Left), [at("A1"), at("A9")]);
    assert_eq!(BOARD.corners(End::Right), [at("K1"), at("K9")]);
    assert_eq!(End::BOTH.map(|end| BOARD.goal_line_cell(end)), [at("A5"), at("K5")]);
}

#[test]
fn each_touchline_has_eleven_cells() {
    let (near, far) = (block(&[1], 11, End::Left), block(&[9], 11, End::Left));
    assert_eq!((near.len(), far.len(), BOARD.touchline()), (11, 11, near | far));
    assert_eq!(BOARD.touchline_cell(Point::new(0.0, -0.5)), at("A1"));
    assert_eq!(BOARD.touchline_cell(Point::new(45.0, 64.4)), at("F9"));
    assert_eq!(BOARD.touchline_cell(Point::new(500.0, -0.5)), at("K1"));
    assert_eq!(BOARD.touchline_cell(Point::new(16.5, 0.0)), at("C1"));
}

#[test]
fn rotating_turns_corners_spots_and_points_alike() {
    assert_eq!(BOARD.rotate(at("A1")), at("K9"));
    assert_eq!(BOARD.rotate(at("L2")), at("A8"));
    assert_eq!(BOARD.rotate(at("F5")), at("F5"));
    for cell in BOARD.all() {
        for spot in Spot::all() {
            let turned = BOARD.spot(BOARD.rotate(cell), BOARD.rotate_spot(spot));
            assert!(turned.distance(BOARD.rotate_point(BOARD.spot(cell, spot))) < 1e-9);
            assert_eq!(BOARD.rotate_spot(BOARD.rotate_spot(spot)), spot);
        }
    }
    for id in BOARD.zones() {
        let turned = BOARD.rotate_set(BOARD.zone_cells(id, End::Left));
        assert_eq!(turned, BOARD.zone_cells(id, End::Right));
    }
}

#[test]
fn tokens_on_spots_stand_inside_their_cell_and_apart() {
    for cell in BOARD.all() {
        for spot in Spot::all() {
            let place = BOARD.spot(cell, spot);
            assert_eq!(BOARD.cell_at(place), cell);
            assert!(BOARD.gap_to_line(cell, place) >= 0.6);
            for other in Spot::all().filter(|&other| other != spot) {
                let there = BOARD.spot(cell, other);
                assert!(place.distance(there) >= 1.2, "tokens overlap");
                assert!((place.x - there.x).abs() > 0.4, "no offside between them");
            }
            if spot != Spot::MIDDLE {
                // BASE-FIELD-06: half a ball, the gap and half a token
                assert!(place.distance(BOARD.spot(cell, Spot::MIDDLE)) >= 0.5 + 1.2 + 0.6);
            }
        }
    }
    assert!((BOARD.spot(at("A2"), Spot::MIDDLE).x - 0.25 * 8.2).abs() < 1e-9);
    assert!((BOARD.spot(at("L2"), Spot::MIDDLE).x - 10.75 * 8.2).abs() < 1e-9);
}

#[test]
fn a_ray_lists_the_cells_in_order() {
    assert_eq!(names(&BOARD.ray(at("C5"), at("G5"))), ["C5", "D5", "E5", "F5", "G5"]);
    assert_eq!(names(&BOARD.ray(at("A1"), at("C5"))), ["A1", "B2", "B3", "C4", "C5"]);
    assert_eq!(names(&BOARD.ray(at("F5"), at("F5"))), ["F5"]);
    // straight across the pitch it runs along the edge between two cells
    assert_eq!(names(&BOARD.ray(at("F3"), at("F5"))), ["F3", "F4", "G4", "F5"]);
    assert_eq!(names(&BOARD.ray(at("E5"), at("F4"))), ["E5", "F4"]);
    assert_eq!(names(&BOARD.ray(at("B3"), at("D4"))), ["B3", "C3", "C4", "D4"]);
}

#[test]
fn the_first_step_is_the_second_cell_of_the_ray() {
    for (a, b) in BOARD.all().iter().flat_map(|a| BOARD.all().iter().map(move |b| (a, b))) {
        let ray = BOARD.ray(a, b);
        assert_eq!(BOARD.first_step(a, b), *ray.get(1).unwrap_or(&a));
    }
}

#[test]
fn a_ball_inside_a_cell_lies_in_that_cell_only() {
    assert_eq!(names(&BOARD.cells_under(BOARD.centre(at("F5")))), ["F5"]);
    let just_inside = Point::new(BOARD.centre(at("F5")).x + 4.1 - 0.51, BOARD.centre(at("F5")).y);
    assert_eq!(names(&BOARD.cells_under(just_inside)), ["F5"]);
}

#[test]
fn a_ball_on_an_edge_lies_in_both_cells_nearest_first() {
    let middle = BOARD.centre(at("F5"));
    let on = |dx| BOARD.cells_under(Point::new(middle.x + dx, middle.y));
    assert_eq!(names(&on(4.1 - 0.49)), ["F5", "G5"]);
    assert_eq!(names(&on(4.1 + 0.49)), ["G5", "F5"]);
}

#[test]
fn a_ball_on_a_corner_point_lies_in_three_cells() {
    let (f, g, h) = (BOARD.centre(at("F5")), BOARD.centre(at("G5")), BOARD.centre(at("G4")));
    let corner = Point::new((f.x + g.x + h.x) / 3.0, (f.y + g.y + h.y) / 3.0);
    assert_eq!(BOARD.cells_under(corner).set(), cells("F5 G5 G4"));
    assert_eq!(BOARD.cells_under(corner).len(), 3);
}

#[test]
fn the_goal_line_and_the_touchline_part_no_cells() {
    assert_eq!(names(&BOARD.cells_under(BOARD.centre(at("L4")))), ["L4"]);
    assert_eq!(names(&BOARD.cells_under(Point::new(45.1, 0.0))), ["F1"]);
}

#[test]
fn points_that_are_no_numbers_or_far_away_still_get_a_cell() {
    assert_eq!(BOARD.cell_at(Point::new(-1e300, -1e300)), at("A1"));
    assert_eq!(BOARD.cell_at(Point::new(f64::INFINITY, f64::INFINITY)), at("K9"));
    assert!(BOARD.all().contains(BOARD.cell_at(Point::new(f64::NAN, f64::NAN))));
    assert!(BOARD.all().contains(BOARD.touchline_cell(Point::new(f64::NAN, f64::NAN))));
    assert_eq!(BOARD.cells_under(Point::new(f64::NAN, 3.0)).len(), 1);
}

#[test]
fn the_picture_shows_every_cell_in_its_row() {
    let picture = BOARD.draw(|cell| {
        let name: Vec<char> = BOARD.cell_name(cell).chars().collect();
        [name[0], name[1], ' ']
    });
    let lines: Vec<&str> = picture.lines().collect();
    assert_eq!(lines.len(), 11);
    assert_eq!(lines[0], "      A   B   C   D   E   F   G   H   I   J   K   L");
    assert_eq!(lines[1], "        A   B   C   D   E   F   G   H   I   J   K");
    assert_eq!(lines[2], "1     |A1 |B1 |C1 |D1 |E1 |F1 |G1 |H1 |I1 |J1 |K1 |");
    assert_eq!(lines[3], "2   |A2 |B2 |C2 |D2 |E2 |F2 |G2 |H2 |I2 |J2 |K2 |L2 |");
}

#[test]
fn numbers_that_are_no_cell_or_spot_do_not_deserialize() {
    assert_eq!(serde_json::from_str::<Cell>("127").unwrap().index(), 127);
    assert!(serde_json::from_str::<Cell>("128").is_err());
    assert_eq!(serde_json::from_str::<Spot>("6").unwrap().index(), 6);
    assert!(serde_json::from_str::<Spot>("7").is_err());
}

proptest! {
    #[test]
    fn rotate_is_an_involution_that_keeps_distances(a in any_cell(), b in any_cell()) {
        prop_assert_eq!(BOARD.rotate(BOARD.rotate(a)), a);
        prop_assert_eq!(BOARD.distance(BOARD.rotate(a), BOARD.rotate(b)), BOARD.distance(a, b));
        prop_assert_eq!(BOARD.band(a, End::Right), BOARD.band(BOARD.rotate(a), End::Left));
        prop_assert_eq!(BOARD.special_zone(a, End::Right), BOARD.special_zone(BOARD.rotate(a), End::Left));
    }

    #[test]
    fn rotating_a_set_rotates_its_cells(set in any_set()) {
        let each: CellSet = set.iter().map(|cell| BOARD.rotate(cell)).collect();
        prop_assert_eq!(BOARD.rotate_set(set), each);
    }

    #[test]
    fn around_is_the_union_of_neighbours(set in any_set()) {
        let each = set.iter().fold(CellSet::EMPTY, |sum, cell| sum | BOARD.neighbours(cell));
        prop_assert_eq!(BOARD.around(set), each);
    }

    #[test]
    fn reach_is_what_a_plain_search_finds(from in any_cell(), steps in 0u8..16, through in any_set()) {
        prop_assert_eq!(BOARD.reach(from, steps, through), reach_by_queue(from, steps, through));
    }

    #[test]
    fn sets_behave_like_sets(a in any::<u128>(), b in any::<u128>(), cell in any_cell()) {
        let (a, b) = (CellSet(a), CellSet(b));
        prop_assert_eq!((a - b) | (a & b), a);
        prop_assert_eq!(a - b, a & !b);
        prop_assert_eq!(a.iter().count(), a.len());
        prop_assert_eq!(a.iter().next(), a.first());
        prop_assert_eq!(a.iter().collect::<CellSet>(), a);
        let mut with = a;
        with.insert(cell);
        prop_assert!(with.contains(cell) && with.contains_all(a));
        with.remove(cell);
        prop_assert_eq!(with, a - CellSet::single(cell));
    }

    #[test]
    fn cell_at_is_the_nearest_centre(x in 0.0..90.2, y in 0.0..63.9) {
        let point = Point::new(x, y);
        let found = BOARD.cell_at(point);
        for cell in BOARD.all() {
            prop_assert!(BOARD.centre(found).distance(point) <= BOARD.centre(cell).distance(point) + 1e-9);
        }
    }

    #[test]
    fn a_ball_lies_in_the_cells_that_it_covers_a_part_of(cell in 0..103usize, way in 0.0..360.0f64, out in 3.4..5.2f64) {
        // About where the edges of a cell are, and their corners.
        let (centre, (sine, cosine)) = (BOARD.centre(Cell::from_index(cell).unwrap()), libm::sincos(way.to_radians()));
        let (x, y) = (centre.x + out * cosine, centre.y + out * sine);
        let middle = Point::new(x.clamp(0.0, BOARD.length()), y.clamp(0.0, BOARD.width()));
        let Point { x, y } = middle;
        let rim = |radius: f64| -> CellSet {
            let around = (0..720).map(|n| libm::sincos(f64::from(n).to_radians() / 2.0));
            let points = around.map(|(sine, cosine)| Point::new(x + radius * cosine, y + radius * sine));
            let inside = |p: &Point| (0.0..BOARD.length()).contains(&p.x) && (0.0..BOARD.width()).contains(&p.y);
            points.filter(inside).map(|p| BOARD.cell_at(p)).collect()
        };
        let (under, own) = (BOARD.cells_under(middle).set(), CellSet::single(BOARD.cell_at(middle)));
        prop_assert!((rim(0.499) - under).is_empty(), "{under:?} leaves some out");
        prop_assert!((under - rim(0.505) - own).is_empty(), "{under:?} has more than {:?}", rim(0.505));
    }

    #[test]
    fn the_cells_under_a_ball_touch_each_other(x in -0.5..90.7, y in -0.5..64.4) {
        let under = BOARD.cells_under(Point::new(x, y));
        prop_assert_eq!(under[0], BOARD.cell_at(Point::new(x, y)));
        prop_assert!(under.set().len() == under.len() && under.len() <= 3);
        for &a in under.iter() {
            prop_assert!(under.iter().all(|&b| BOARD.distance(a, b) <= 1));
        }
    }

    #[test]
    fn a_ray_is_connected_and_turns_with_the_board(a in any_cell(), b in any_cell()) {
        let ray = BOARD.ray(a, b);
        prop_assert_eq!((ray.first(), ray.last()), (Some(&a), Some(&b)));
        prop_assert!(ray.windows(2).all(|pair| BOARD.distance(pair[0], pair[1]) == 1));
        prop_assert_eq!(ray.set(), BOARD.ray(b, a).set());
        let turned = BOARD.ray(BOARD.rotate(a), BOARD.rotate(b));
        prop_assert_eq!(BOARD.rotate_set(ray.set()), turned.set());
    }
}
