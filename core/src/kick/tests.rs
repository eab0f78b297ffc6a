//! What must hold of every ball.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::{End, Side, Token, board::Point};
use proptest::prelude::*;

pub(super) const FIELD: Field = Field {
    length: 90.2,
    width: 63.9,
    goal_low: 28.75,
    goal_high: 35.15,
    goal_height: 4.0,
    over: 0.5,
    token_radius: 0.6,
    token_height: 3.2,
    ball_radius: 0.5,
};

const KICKER: Token = Token::new(Side::Home, 7);

/// A small generator for tests: 64-bit linear congruential, top 53 bits.
pub(super) struct Lcg(u64);

impl Lcg {
    pub(super) fn new(seed: u64) -> Lcg {
        Lcg(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }
}

impl Draw for Lcg {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((mixed ^ (mixed >> 32)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

pub(super) fn kick(from: Point, to: Point) -> Kick {
    shot(from, Aim::Spot(to))
}

pub(super) fn shot(from: Point, aim: Aim) -> Kick {
    Kick { from, kicker: KICKER, technique: Technique::Low, aim, pace: Pace::Exact, hand: Hand::PERFECT }
}

pub(super) fn mate(member: u8, at: Point) -> Obstacle {
    Obstacle { token: Token::new(Side::Home, member), at, pose: Pose::Standing, keeper: Keeper::No }
}

fn keeper(at: Point, pose: Pose, keeper: Keeper) -> Obstacle {
    Obstacle { token: Token::new(Side::Away, 0), at, pose, keeper }
}

fn play(kick: &Kick, obstacles: &[Obstacle]) -> Flight {
    fly(&FIELD, &Physics::default(), kick, obstacles, &mut Lcg::new(1), None)
}

/// A kick of the default board among a crowd, and its path.
fn traced(kick: &Kick, crowd: &[Obstacle], seed: u64) -> (Flight, Path) {
    let mut path = Path::empty(PathPoint::default());
    let mut rng = Lcg::new(seed);
    (fly(&FIELD, &Physics::default(), kick, crowd, &mut rng, Some(&mut path)), path)
}

fn at_goal(y: f64, height: f64) -> Aim {
    Aim::Goal { at: Point::new(FIELD.length, y), height }
}

#[test]
fn the_same_kick_has_the_same_bits() {
    let kick = Kick { hand: Hand::default(), ..kick(Point::new(30.0, 20.0), Point::new(70.0, 40.0)) };
    let crowd: Vec<Obstacle> = (8..16).map(|n| mate(n, Point::new(4.5 * f64::from(n), 31.0))).collect();
    for seed in 0..50 {
        let [(one, path), (two, same)] = [0, 1].map(|_| traced(&kick, &crowd, seed));
        assert_eq!(one.rest.x.to_bits(), two.rest.x.to_bits());
        assert_eq!(one.rest.y.to_bits(), two.rest.y.to_bits());
        assert_eq!((one, path), (two, same));
    }
}

#[test]
fn a_ball_is_out_with_all_of_it_or_with_half_of_it() {
    // It comes to rest with three tenths of a centimetre of its middle over the touchline.
    let over = kick(Point::new(40.0, 55.0), Point::new(40.0, FIELD.width + 0.3));
    let half = Field { over: 0.0, ..FIELD };
    let ends = |field: &Field| fly(field, &Physics::default(), &over, &[][..], &mut Lcg::new(1), None).exit;
    assert_eq!(ends(&FIELD), Exit::None);
    assert!(matches!(ends(&half), Exit::Touch(..)));
}

#[test]
fn every_kick_takes_the_same_number_of_draws() {
    struct Counted(usize);
    impl Draw for Counted {
        fn unit(&mut self) -> f64 {
            self.0 += 1;
            0.25
        }
    }
    for technique in Technique::ALL {
        for aim in [Aim::Spot(Point::new(50.0, 30.0)), at_goal(32.0, 1.0)] {
            let kick = Kick { technique, ..shot(Point::new(60.0, 30.0), aim) };
            let mut counted = Counted(0);
            let crowd = [mate(3, Point::new(65.0, 30.5))];
            let _ = fly(&FIELD, &Physics::default(), &kick, &crowd[..], &mut counted, None);
            assert_eq!(counted.0, DRAWS);
        }
    }
}

#[test]
fn a_perfect_hand_puts_an_untouched_ball_on_its_target() {
    let to = Point::new(41.0, 24.85);
    for technique in Technique::ALL {
        let flight = play(&Kick { technique, ..kick(Point::new(24.6, 31.95), to) }, &[]);
        assert_eq!(flight.rest, to, "{}", technique.word());
        assert_eq!(flight.exit, Exit::None);
        assert!(flight.touches.is_empty());
    }
}

#[test]
fn soft_stops_short_and_firm_runs_on() {
    let runs =
        Pace::ALL.map(|pace| play(&Kick { pace, ..kick(Point::new(10.0, 30.0), Point::new(40.0, 30.0)) }, &[]).rest.x);
    assert!(runs[0] < runs[1] && runs[1] < runs[2], "{runs:?}");
}

#[test]
fn the_hand_cannot_send_the_ball_beyond_its_reach() {
    let hand = Hand { reach: 12.0, ..Hand::PERFECT };
    let flight = play(&Kick { hand, ..kick(Point::new(10.0, 30.0), Point::new(40.0, 30.0)) }, &[]);
    assert_eq!(flight.rest, Point::new(22.0, 30.0));
}

#[test]
fn a_low_ball_touches_tokens_in_the_order_of_its_way() {
    let kick = kick(Point::new(10.0, 30.0), Point::new(60.0, 30.0));
    // Grazed on opposite sides, listed the wrong way round.
    let flight = play(&kick, &[mate(5, Point::new(45.0, 30.3)), mate(4, Point::new(25.0, 31.05))]);
    assert_eq!(flight.touches[0], Token::new(Side::Home, 4));
    let aside = play(&kick, &[mate(4, Point::new(25.0, 31.2))]);
    assert!(aside.touches.is_empty(), "1.2 cm is beyond the two radii");
}

#[test]
fn a_low_ball_struck_full_at_a_token_comes_back_a_little_and_pushes_it() {
    let blocker = mate(4, Point::new(25.0, 30.0));
    let flight = play(&kick(Point::new(10.0, 30.0), Point::new(60.0, 30.0)), &[blocker]);
    assert_eq!(&*flight.touches, &[blocker.token]);
    assert!(flight.rest.x < 23.9 && flight.rest.x > 15.0, "{:?}", flight.rest);
    assert_eq!(flight.moved.len(), 1);
    assert!(flight.moved[0].dx > 0.0 && flight.moved[0].dx <= 0.8);
}

#[test]
fn a_lifted_ball_passes_over_a_near_token_and_meets_one_at_its_landing() {
    let lifted = Kick { technique: Technique::Lifted, ..kick(Point::new(10.0, 30.0), Point::new(50.0, 30.0)) };
    let (near, far) = (mate(4, Point::new(14.5, 30.0)), mate(5, Point::new(40.0, 30.0)));
    assert_eq!(play(&lifted, &[near]).rest, Point::new(50.0, 30.0));
    assert_eq!(&*play(&lifted, &[near, far]).touches, &[far.token]);
    let low = Kick { technique: Technique::Low, ..lifted };
    assert_eq!(play(&low, &[near, far]).touches[0], near.token);
}

#[test]
fn a_lifted_ball_that_comes_down_on_a_token_touches_it() {
    let lifted = Kick { technique: Technique::Lifted, ..kick(Point::new(10.0, 30.0), Point::new(50.0, 30.0)) };
    // 65 % of 40 cm is where it is down to the height of a token.
    let under = mate(5, Point::new(36.0, 30.0));
    let flight = play(&lifted, &[under]);
    assert_eq!(&*flight.touches, &[under.token]);
    assert!(flight.rest.x > 36.0 && flight.rest.x < 50.0);
}

#[test]
fn a_header_starts_above_its_neighbour_and_stays_within_its_range() {
    let head = Kick { technique: Technique::Head, ..kick(Point::new(10.0, 30.0), Point::new(80.0, 30.0)) };
    let flight = play(&head, &[mate(4, Point::new(12.0, 30.0))]);
    assert!(flight.touches.is_empty());
    assert_eq!(flight.rest.x, 10.0 + Physics::default().head.reach);
}

#[test]
fn the_whole_ball_must_be_over_the_line() {
    let from = Point::new(40.0, 5.0);
    let on_line = play(&kick(from, Point::new(40.0, -0.4)), &[]);
    assert_eq!((on_line.exit, on_line.rest), (Exit::None, Point::new(40.0, 0.0)));
    let over = play(&kick(from, Point::new(40.0, -0.6)), &[]);
    assert_eq!(over.exit, Exit::Touch(Point::new(40.0, 0.0)));
    let byline = play(&kick(Point::new(80.0, 10.0), Point::new(95.0, 10.0)), &[]);
    assert_eq!(byline.exit, Exit::Byline(Point::new(90.2, 10.0)));
    assert_eq!(byline.rest, Point::new(90.2, 10.0));
    let own = play(&kick(Point::new(10.0, 10.0), Point::new(-5.0, 10.0)), &[]);
    assert_eq!(own.exit, Exit::Byline(Point::new(0.0, 10.0)));
}

#[test]
fn a_ball_under_the_bar_is_in_the_net_and_over_it_is_out() {
    let from = Point::new(70.0, 31.95);
    for technique in Technique::ALL {
        let flight = play(&Kick { technique, ..shot(from, at_goal(31.95, 1.5)) }, &[]);
        assert_eq!(flight.exit, Exit::Net(Point::new(90.2, 31.95), End::Right), "{}", technique.word());
    }
    let lifted = Kick { technique: Technique::Lifted, ..shot(from, at_goal(31.95, 5.0)) };
    assert_eq!(play(&lifted, &[]).exit, Exit::Byline(Point::new(90.2, 31.95)));
    let left = Kick { ..shot(Point::new(20.0, 31.95), Aim::Goal { at: Point::new(0.0, 31.95), height: 0.0 }) };
    assert!(matches!(play(&left, &[]).exit, Exit::Net(_, End::Left)));
}

#[test]
fn post_and_bar_send_the_ball_back() {
    let post = play(&shot(Point::new(70.0, FIELD.goal_high), at_goal(FIELD.goal_high, 0.0)), &[]);
    assert_eq!((post.exit, post.woodwork), (Exit::None, 1));
    assert!(post.rest.x < 89.0);
    let from = Point::new(70.0, 31.95);
    let bar = play(&Kick { technique: Technique::Lifted, ..shot(from, at_goal(31.95, 3.5)) }, &[]);
    assert_eq!((bar.exit, bar.woodwork), (Exit::None, 1));
    let under = play(&Kick { technique: Technique::Lifted, ..shot(from, at_goal(31.95, 2.85)) }, &[]);
    assert_eq!(under.woodwork, 1);
    assert!(matches!(under.exit, Exit::Net(..)), "in off the bar: {:?}", under.exit);
}

/// How many of many low shots spread over the mouth a keeper lets in.
fn let_in(pose: Pose, how: Keeper) -> usize {
    let guard = [keeper(Point::new(86.0, 31.95), pose, how)];
    (0..400_u32)
        .filter(|&n| {
            let aim = at_goal(29.5 + 4.9 * f64::from(n) / 400.0, 0.0);
            let (flight, _) = traced(&shot(Point::new(60.0, 31.95), aim), &guard, n.into());
            matches!(flight.exit, Exit::Net(..))
        })
        .count()
}

#[test]
fn lying_and_rod_cover_more_of_the_goal_than_standing() {
    let standing = let_in(Pose::Standing, Keeper::Hands);
    let lying = let_in(Pose::Lying, Keeper::Hands);
    let rod = let_in(Pose::Standing, Keeper::Rod);
    assert!(lying < standing && rod < standing, "standing {standing}, lying {lying}, rod {rod}");
}

#[test]
fn a_high_shot_beats_a_lying_keeper_but_not_a_standing_one() {
    let high = Kick { technique: Technique::Lifted, ..shot(Point::new(70.0, 31.95), at_goal(31.95, 2.0)) };
    let on_line = Point::new(90.2, 31.95);
    assert!(matches!(play(&high, &[keeper(on_line, Pose::Lying, Keeper::Hands)]).exit, Exit::Net(..)));
    assert_eq!(play(&high, &[keeper(on_line, Pose::Standing, Keeper::Hands)]).exit, Exit::None);
}

#[test]
fn the_rod_is_likelier_to_reach_a_slow_near_ball() {
    let rod = Physics::default().rod;
    let just_in_time = rod.reaction + 1.0 / rod.speed;
    assert!(rod.chance(1.0, just_in_time) > rod.chance(2.0, just_in_time));
    assert!(rod.chance(1.0, just_in_time + 0.1 * rod.window) > rod.chance(1.0, just_in_time));
    assert_eq!(rod.chance(rod.reach + 0.1, 100.0), 0.0);
}

#[test]
fn the_kicker_is_no_obstacle_until_another_was_touched() {
    let from = Point::new(10.0, 30.0);
    let me = Obstacle { token: KICKER, ..mate(0, Point::new(12.0, 30.0)) };
    let free = play(&kick(from, Point::new(30.0, 30.0)), &[me]);
    assert!(free.touches.is_empty());
    let wall = mate(4, Point::new(14.5, 30.0));
    let back = play(&kick(from, Point::new(90.0, 30.0)), &[me, wall]);
    assert_eq!(&back.touches[..2], &[wall.token, KICKER]);
}

#[test]
fn a_ball_that_comes_back_off_the_post_meets_the_kicker() {
    let from = Point::new(FIELD.length - 6.0, FIELD.goal_low);
    let me = Obstacle { token: KICKER, ..mate(0, from) };
    let back = play(&kick(from, Point::new(FIELD.length + 30.0, FIELD.goal_low)), &[me]);
    assert_eq!((back.woodwork, &back.touches[..]), (1, &[KICKER][..]));
}

#[test]
fn numbers_out_of_bounds_and_unknown_names_are_refused() {
    let physics: Physics = serde_yaml::from_str("{ friction: -1.0 }").unwrap();
    let error = physics.checked().unwrap_err();
    assert_eq!(error.to_string(), "`physics.friction` is -1.0: write a number from 1 to 1000");
    let physics: Physics = serde_yaml::from_str("{ rod: { speed: .nan } }").unwrap();
    assert_eq!(physics.checked().unwrap_err().name, "rod.speed");
    assert!(serde_yaml::from_str::<Physics>("{ frictoin: 30 }").is_err());
    assert!(Physics::default().checked().is_ok());
}

#[test]
fn the_board_file_says_what_the_defaults_say() {
    #[derive(serde::Deserialize)]
    struct Board {
        physics: Physics,
    }
    let board: Board = serde_yaml::from_str(include_str!("../../../rulesets/boards/hex11x9.yaml")).unwrap();
    assert_eq!(board.physics, Physics::default());
}

fn points() -> impl Strategy<Value = Point> {
    (0.6..89.6_f64, 0.6..63.3_f64).prop_map(|(x, y)| Point::new(x, y))
}

fn kicks() -> impl Strategy<Value = Kick> {
    let aim = prop_oneof![
        (-20.0..110.0_f64, -20.0..84.0_f64).prop_map(|(x, y)| Aim::Spot(Point::new(x, y))),
        (prop_oneof![Just(0.0), Just(90.2)], 28.0..36.0_f64, 0.0..5.0_f64)
            .prop_map(|(x, y, height)| Aim::Goal { at: Point::new(x, y), height }),
    ];
    (points(), aim, 0..3_usize, 0..3_usize, 0.0..4.0_f64, 0.0..4.0_f64, 0.0..200.0_f64).prop_map(
        |(from, aim, technique, pace, spread, length, reach)| Kick {
            from,
            kicker: KICKER,
            technique: Technique::ALL[technique],
            aim,
            pace: Pace::ALL[pace],
            hand: Hand { spread, length, reach },
        },
    )
}

fn crowds() -> impl Strategy<Value = Vec<Obstacle>> {
    let one = (0..32_usize, points(), any::<bool>(), 0..3_usize).prop_map(|(token, at, lying, how)| Obstacle {
        token: Token::from_index(token).unwrap(),
        at,
        pose: if lying { Pose::Lying } else { Pose::Standing },
        keeper: [Keeper::No, Keeper::Hands, Keeper::Rod][how],
    });
    proptest::collection::vec(one, 0..32)
}

proptest! {
    #[test]
    fn every_ball_ends_somewhere(kick in kicks(), crowd in crowds(), seed in any::<u64>()) {
        let physics = Physics::default();
        let (flight, path) = traced(&kick, &crowd, seed);
        prop_assert!((0.0..=FIELD.length).contains(&flight.rest.x), "{:?}", flight);
        prop_assert!((0.0..=FIELD.width).contains(&flight.rest.y), "{:?}", flight);
        // His own kick meets the kicker first only when it comes back off the frame of the goal.
        prop_assert!(flight.touches.first() != Some(&KICKER) || flight.woodwork > 0);
        prop_assert!(flight.touches.len() <= 8 && !path.is_full());
        for point in path.iter() {
            prop_assert!(point.x.is_finite() && point.y.is_finite() && point.h.is_finite() && point.h >= 0.0);
        }
        for moved in flight.moved.iter() {
            prop_assert!(libm::hypot(moved.dx, moved.dy) <= 8.0 * physics.touch.push_limit + 1e-3);
        }
        match flight.exit {
            Exit::None => {}
            Exit::Touch(at) => prop_assert!(at.y == 0.0 || at.y == FIELD.width),
            Exit::Byline(at) => prop_assert!(at.x == 0.0 || at.x == FIELD.length),
            Exit::Net(at, end) => prop_assert!(at.x == FIELD.goal_line(end) && FIELD.in_mouth(at.y)),
        }
    }

    #[test]
    fn no_ball_runs_farther_than_it_was_struck(kick in kicks(), crowd in crowds(), seed in any::<u64>()) {
        let physics = Physics::default();
        let error = physics.of(kick.technique);
        let reach = error.reach.min(kick.hand.reach);
        let worst = reach + 3.0 * kick.hand.length * (error.length + error.length_growth * reach);
        let (_, path) = traced(&kick, &crowd, seed);
        let travelled: f64 =
            path.windows(2).map(|pair| libm::hypot(pair[1].x - pair[0].x, pair[1].y - pair[0].y)).sum();
        prop_assert!(travelled <= worst + 0.01, "{travelled} > {worst}");
    }

    #[test]
    fn whom_the_corridor_leaves_out_the_ball_does_not_meet(kick in kicks(), crowd in crowds(), seed in any::<u64>()) {
        struct Everybody<'a>(&'a [Obstacle]);
        impl Crowd for Everybody<'_> {
            fn show(&self, _: &Corridor<'_>, meet: impl FnMut(Obstacle)) {
                self.0.iter().copied().for_each(meet);
            }
        }
        let all = fly(&FIELD, &Physics::default(), &kick, &Everybody(&crowd), &mut Lcg::new(seed), None);
        prop_assert_eq!(all, traced(&kick, &crowd, seed).0);
    }

    #[test]
    fn mirrored_kicks_have_mirrored_ends(kick in kicks(), crowd in crowds()) {
        let mirror = |p: Point| Point::new(FIELD.length - p.x, p.y);
        let aim = match kick.aim {
            Aim::Spot(at) => Aim::Spot(mirror(at)),
            Aim::Goal { at, height } => Aim::Goal { at: mirror(at), height },
        };
        let hand = Hand { reach: kick.hand.reach, ..Hand::PERFECT };
        let here = Kick { hand, ..kick };
        let there = Kick { aim, from: mirror(kick.from), ..here };
        let mirrored: Vec<Obstacle> = crowd.iter().map(|o| Obstacle { at: mirror(o.at), ..*o }).collect();
        // Later touches magnify rounding; the first thing that happens must agree.
        let (here, there) = (play(&here, &crowd), play(&there, &mirrored));
        prop_assert_eq!(here.touches.first(), there.touches.first());
    }
}
