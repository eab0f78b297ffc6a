//! How good the default hand is: the figures quoted at [`Physics`], and the bounds they must stay within.

use super::tests::{FIELD, Lcg, kick, mate, shot};
use super::{Aim, Exit, Hand, Keeper, Kick, Obstacle, Pace, Physics, Pose, Technique, fly};
use crate::{Side, Token, board::Point};

const CELL: f64 = 8.2;
const PITCH_MIDDLE: f64 = 31.95;
const TRIES: u32 = 4_000;

/// Whether a point is in the pointy-top hexagon around `centre`.
fn in_cell(point: Point, centre: Point) -> bool {
    let (dx, dy) = ((point.x - centre.x).abs(), (point.y - centre.y).abs());
    dx <= CELL / 2.0 && 0.5 * dx + 0.75_f64.sqrt() * dy <= CELL / 2.0
}

fn share(kick: &Kick, obstacles: &[Obstacle], wanted: impl Fn(&super::Flight) -> bool) -> f64 {
    let physics = Physics::default();
    let mut rng = Lcg::new(7);
    let flights = (0..TRIES).map(|_| fly(&FIELD, &physics, kick, obstacles, &mut rng, None));
    let hits = flights.filter(|flight| wanted(flight)).count();
    hits as f64 / f64::from(TRIES)
}

/// Share of passes over so many cells that end in the target cell.
fn complete(technique: Technique, cells: u8, receiver: bool) -> f64 {
    let from = Point::new(12.3, PITCH_MIDDLE);
    let to = Point::new(from.x + CELL * f64::from(cells), from.y);
    let kick = Kick { technique, hand: Hand::default(), ..kick(from, to) };
    let receivers = [mate(9, to)];
    share(&kick, if receiver { &receivers } else { &[] }, |flight| {
        flight.exit == Exit::None && in_cell(flight.rest, to)
    })
}

/// Best share of goals that a shooter so far away in front of the goal gets, over aims and techniques.
fn goals(distance: f64, pace: Pace, technique: Technique, keeper: Option<(Pose, Keeper, f64)>) -> (f64, f64, f64) {
    let from = Point::new(FIELD.length - distance, PITCH_MIDDLE);
    let guard: Vec<Obstacle> = keeper
        .map(|(pose, keeper, out)| Obstacle {
            token: Token::new(Side::Away, 0),
            at: Point::new(FIELD.length - out, PITCH_MIDDLE),
            pose,
            keeper,
        })
        .into_iter()
        .collect();
    let mut best = (0.0, 0.0, 0.0);
    for aside in [0.0, 0.9, 1.2, 1.5, 1.8, 2.1] {
        for height in [0.0, 1.5, 2.2] {
            if technique == Technique::Low && height > 0.0 {
                continue;
            }
            let aim = Aim::Goal { at: Point::new(FIELD.length, PITCH_MIDDLE + aside), height };
            let kick = Kick { technique, pace, hand: Hand::default(), ..shot(from, aim) };
            let share = share(&kick, &guard, |flight| matches!(flight.exit, Exit::Net(..)));
            if share > best.0 {
                best = (share, aside, height);
            }
        }
    }
    best
}

fn best_goals(distance: f64, keeper: (Pose, Keeper, f64)) -> f64 {
    let mut best: f64 = 0.0;
    for technique in [Technique::Low, Technique::Lifted] {
        for pace in Pace::ALL {
            best = best.max(goals(distance, pace, technique, Some(keeper)).0);
        }
    }
    best
}

const STANDING: (Pose, Keeper, f64) = (Pose::Standing, Keeper::Hands, 4.1);
const LYING: (Pose, Keeper, f64) = (Pose::Lying, Keeper::Hands, 4.1);
const ROD: (Pose, Keeper, f64) = (Pose::Standing, Keeper::Rod, 4.1);
const PENALTY: (Pose, Keeper, f64) = (Pose::Standing, Keeper::Rod, 0.0);

#[test]
#[ignore = "prints the figures of the doc comment at Physics"]
fn print_the_table() {
    for technique in Technique::ALL {
        for receiver in [false, true] {
            print!("{:7} {}", technique.word(), if receiver { "to a mate" } else { "empty    " });
            for cells in [1, 2, 3, 4, 5, 6, 8] {
                print!("  {cells}: {:3.0} %", 100.0 * complete(technique, cells, receiver));
            }
            println!();
        }
    }
    for (name, keeper) in [("standing", STANDING), ("lying", LYING), ("rod", ROD), ("penalty rod", PENALTY)] {
        for technique in Technique::ALL {
            for pace in Pace::ALL {
                print!("{name:11} {:6} {:5}", technique.word(), pace.word());
                for distance in [12.3, 16.4, 20.5, 24.6, 28.7, 36.9] {
                    let (share, aside, height) = goals(distance, pace, technique, Some(keeper));
                    print!("  {distance}: {:3.0} % ({aside}, {height})", 100.0 * share);
                }
                println!();
            }
        }
    }
}

#[test]
fn passes_get_harder_with_distance_and_technique() {
    let low = [3, 5, 8].map(|cells| complete(Technique::Low, cells, false));
    assert!((0.56..0.66).contains(&low[0]), "3 cells: {}", low[0]);
    assert!((0.31..0.41).contains(&low[1]), "5 cells: {}", low[1]);
    assert!((0.14..0.22).contains(&low[2]), "8 cells: {}", low[2]);
    let lifted = [3, 5, 8].map(|cells| complete(Technique::Lifted, cells, false));
    let head = complete(Technique::Head, 3, false);
    assert!(lifted.iter().zip(low).all(|(lifted, low)| *lifted < low - 0.01), "{lifted:?} v {low:?}");
    assert!(head < lifted[0] - 0.05, "{head} v {}", lifted[0]);
}

#[test]
fn a_standing_keeper_saves_about_half_from_inside_the_area() {
    for distance in [16.4, 20.5, 24.6] {
        let share = best_goals(distance, STANDING);
        assert!((0.42..0.63).contains(&share), "{distance}: {share}");
    }
}

#[test]
fn the_rod_saves_most_from_outside_and_few_penalties() {
    for distance in [20.5, 24.6, 28.7] {
        let share = best_goals(distance, ROD);
        assert!((0.08..0.22).contains(&share), "{distance}: {share}");
    }
    let penalty = best_goals(12.3, PENALTY);
    assert!((0.68..0.78).contains(&penalty), "penalty: {penalty}");
}
