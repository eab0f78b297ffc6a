//! Duels: what dice and sections make of a dribble or a tackle, and when it pays to try.

use super::book::Book;
use super::shooting::{Guard, Shot};
use super::sight::{Man, Sight};
use crate::Token;
use crate::board::{Band, Point, Spot};
use crate::game::{Action, AimPoint, Offer};
use crate::kick::{Pace, Technique};
use crate::plugin::{DuelAnswer, DuelKind};
use crate::rules::{Ruleset, Value};

/// What a penalty is worth in goals.
pub(super) const PENALTY: f64 = 0.7;
/// What a caution costs in goals.
const CAUTION: f64 = 0.03;
/// What a ball lost in a duel is worth to the opponent, as a share of what it is worth to a side that built up to there.
pub(super) const LOSS: f64 = 0.45;

/// Goals that a bonus must promise to be spent in the first minute; towards full time it falls to nothing.
const THRIFT: f64 = 0.035;

/// How a duel of two dice may end, for the one who tries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Odds {
    pub(super) won: f64,
    pub(super) foul: f64,
}

impl Odds {
    /// Counts all throws of two dice: `lead` is the bonus of the one who tries less that of the other, equal totals are
    /// lost.
    fn of(faces: i32, lead: i32, fouls: impl Fn(i32, i32) -> bool) -> Odds {
        let (mut won, mut foul) = (0, 0);
        for (by, against) in (1..=faces).flat_map(|a| (1..=faces).map(move |b| (a, b))) {
            if fouls(by, against) {
                foul += 1;
            } else if by + lead > against {
                won += 1;
            }
        }
        let throws = f64::from(faces * faces);
        Odds { won: f64::from(won) / throws, foul: f64::from(foul) / throws }
    }

    pub(super) fn lost(self) -> f64 {
        1.0 - self.won - self.foul
    }
}

/// The odds by what the one who tries leads, from as many behind as a die has faces to as many ahead: no throw makes
/// that good, and more changes nothing.
#[derive(Clone, Debug)]
struct Leads {
    most: i32,
    odds: Vec<Odds>,
}

impl Leads {
    fn of(faces: i32, fouls: impl Fn(i32, i32) -> bool) -> Leads {
        Leads { most: faces, odds: (-faces..=faces).map(|lead| Odds::of(faces, lead, &fouls)).collect() }
    }

    fn odds(&self, lead: i32) -> Odds {
        self.odds[(lead.clamp(-self.most, self.most) + self.most) as usize]
    }
}

/// The numbers of the duels of one ruleset; a mask names the skills whose sections count.
#[derive(Clone, Debug)]
pub(super) struct Duels {
    /// Faces of the die.
    faces: i32,
    /// Advances past an opponent must be declared and won.
    pub(super) dribbles: bool,
    dribble: u64,
    defence: u64,
    keeper: u64,
    step: i32,
    cap: i32,
    keeper_cap: i32,
    dribble_leads: Leads,
    /// Chance that a tackle of one die wins the ball.
    single: f64,
    /// Tackles are duels of two dice.
    pub(super) tackles: bool,
    tackle: Vec<u64>,
    tackle_step: i32,
    midfield: i32,
    ball: u64,
    ball_cap: i32,
    tackle_leads: Leads,
    /// What a sticker without duel numbers counts, in an edition that prints them.
    unprinted: Option<i32>,
    /// The colours of the numbers of a dribbler and his opponent.
    dribble_numbers: [String; 2],
    /// Those of a tackler and the carrier.
    tackle_numbers: [String; 2],
    /// Passes from under pressure lose their ties.
    pub(super) presses: bool,
    press_anywhere: bool,
    /// What an announced bonus adds to a die.
    bonus: i32,
}

impl Duels {
    pub(super) fn of(rules: &Ruleset) -> Duels {
        let param = |name: &str| rules.params.get(name).map(|p| &p.value);
        let int = |name: &str| match param(name) {
            Some(Value::Int(n)) => (*n).clamp(0, 99) as i32,
            _ => 0,
        };
        let words = |name: &str| match param(name) {
            Some(Value::Words(words)) => words.clone(),
            _ => Vec::new(),
        };
        let word = |name: &str| match param(name) {
            Some(Value::Word(word)) => word.clone(),
            _ => String::new(),
        };
        let mask = |names: &[String]| {
            let skills = rules.vocabulary.skills.iter().enumerate();
            let coloured = skills.filter(|(skill, _)| {
                let colour = rules.vocabulary.colour(*skill as u8).map_or(*skill, usize::from);
                rules.vocabulary.skills.get(colour).is_some_and(|c| names.contains(c))
            });
            coloured.fold(0, |mask, (skill, _)| mask | 1 << skill)
        };
        let pressed = word("press_where");
        let faces = int("duel_faces").max(1);
        Duels {
            faces,
            dribbles: param("dribble_colours").is_some(),
            dribble: mask(&words("dribble_colours")),
            defence: mask(&words("defence_1v1_colours")),
            keeper: mask(&words("gk_duel_colours")),
            step: int("dribble_step"),
            cap: int("dribble_cap"),
            keeper_cap: int("gk_duel_cap"),
            dribble_leads: Leads::of(faces, |_, defence| defence <= int("dribble_foul_face")),
            single: f64::from((faces + 1 - int("tackle_min")).clamp(0, faces)) / f64::from(faces),
            tackles: matches!(param("tackle_duel"), Some(Value::Bool(true))),
            tackle: words("tackle_colours").into_iter().map(|c| mask(&[c])).collect(),
            tackle_step: int("tackle_step"),
            midfield: int("tackle_midfield"),
            ball: mask(&words("ball_defence_colours")),
            ball_cap: int("ball_defence_cap"),
            tackle_leads: Leads::of(faces, |tackler, _| tackler <= int("tackle_foul_face")),
            unprinted: param("number_unprinted").map(|_| int("number_unprinted")),
            dribble_numbers: ["number_dribble", "number_marking"].map(word),
            tackle_numbers: ["number_tackle", "number_defence"].map(word),
            presses: !["", "nowhere"].contains(&pressed.as_str()),
            press_anywhere: pressed == "anywhere",
            bonus: int("home_bonus"),
        }
    }
}

impl Book {
    /// The chance that a tackle in a cell wins the ball, the opponents being nobody in particular.
    pub(super) fn tackle_chance(&self) -> f64 {
        if self.duels.tackles { 0.4 } else { self.duels.single }
    }
}

impl Sight<'_> {
    /// How many active sections of a token are in a mask of skills.
    fn sections(&self, token: Token, mask: u64) -> i32 {
        let piece = self.piece(token);
        let active = &piece.sections[..usize::from(piece.active).min(piece.sections.len())];
        active.iter().filter(|s| **s < 64 && mask >> **s & 1 == 1).count() as i32
    }

    /// What the duel numbers on two stickers make between them, 0 in an edition without them.
    fn printed(&self, tokens: [Token; 2], colours: &[String; 2]) -> i32 {
        let Some(unprinted) = self.book.duels.unprinted else { return 0 };
        let number = |token: Token, colour: &String| {
            let player = self.m.teams()[token.side().index()].players.get(usize::from(token.member()));
            player.and_then(|p| p.numbers.get(colour)).map_or(unprinted, |n| i32::from(*n))
        };
        number(tokens[0], &colours[0]) - number(tokens[1], &colours[1])
    }

    /// The odds of a dribble past an opponent.
    pub(super) fn dribble_odds(&self, by: Token, against: Token) -> Odds {
        self.dribble_odds_with(by, against, 0)
    }

    /// The same with a bonus of the dribbler, below zero of the opponent.
    fn dribble_odds_with(&self, by: Token, against: Token, bonus: i32) -> Odds {
        let duels = &self.book.duels;
        let mine = (duels.step * self.sections(by, duels.dribble)).min(duels.cap);
        let keeper = self.rules().is_keeper(self.piece(against));
        let his = if keeper {
            (duels.step * self.sections(against, duels.keeper)).min(duels.keeper_cap)
        } else {
            (duels.step * self.sections(against, duels.defence)).min(duels.cap)
        };
        let printed = self.printed([by, against], &duels.dribble_numbers);
        duels.dribble_leads.odds(mine - his + printed + bonus)
    }

    /// The odds of a tackle on the carrier.
    pub(super) fn tackle_odds(&self, by: Token, carrier: Token) -> Odds {
        self.tackle_odds_with(by, carrier, 0)
    }

    /// The same with a bonus of the tackler, below zero of the carrier.
    fn tackle_odds_with(&self, by: Token, carrier: Token, bonus: i32) -> Odds {
        let duels = &self.book.duels;
        if !duels.tackles {
            let won = duels.single + f64::from(bonus) / f64::from(duels.faces);
            return Odds { won: won.clamp(0.0, 1.0), foul: 0.0 };
        }
        let colours = duels.tackle.iter().filter(|mask| self.sections(by, **mask) > 0).count() as i32;
        let cell = self.piece(carrier).cell.unwrap_or(self.state().ball.cell);
        let midfield = self.board().band(cell, self.end) == Band::Midfield;
        let mine = duels.tackle_step * colours + if midfield { duels.midfield } else { 0 };
        let his = (duels.tackle_step * self.sections(carrier, duels.ball)).min(duels.ball_cap);
        let printed = self.printed([by, carrier], &duels.tackle_numbers);
        duels.tackle_leads.odds(mine - his + printed + bonus)
    }

    /// Goals to expect of a tackle: the ball won against the price of a foul.
    pub(super) fn tackle_worth(&self, by: Token, carrier: Token) -> f64 {
        let odds = self.tackle_odds(by, carrier);
        let cell = self.piece(carrier).cell.unwrap_or(self.state().ball.cell);
        let their_end = self.end.other();
        let theirs = self.book.worth[their_end.index()][cell.index()];
        let ours = self.book.worth[self.end.index()][cell.index()];
        let price = if self.rules().area(their_end).contains(cell) { PENALTY - theirs } else { 0.2 * theirs };
        odds.won * (theirs + LOSS * ours) - odds.foul * price
    }

    /// A standing opponent in the carrier's cell presses him: his passes lose their ties.
    pub(super) fn pressed(&self, kicker: &Man) -> bool {
        let duels = &self.book.duels;
        let where_it_counts = duels.press_anywhere || self.board().band(kicker.cell, self.end) == Band::Midfield;
        duels.presses && where_it_counts && self.theirs.standing.contains(kicker.cell)
    }

    /// The token whose tackle is worth most, the first of equals.
    pub(super) fn best_tackler<'m>(&self, men: impl Iterator<Item = &'m Man>, carrier: Token) -> Option<&'m Man> {
        let mut best: Option<(f64, &Man)> = None;
        for man in men {
            let worth = self.tackle_worth(man.token, carrier);
            if best.is_none_or(|b| worth > b.0) {
                best = Some((worth, man));
            }
        }
        best.map(|b| b.1)
    }

    /// Whether the beaten defender brings his man down: only where the free kick is cheaper than what would follow.
    pub(super) fn deliberate_foul(&self) -> Action {
        let decline = Action::Take(Offer::Decline);
        let duel = &self.state().duel;
        let (Some(dribbler), Some(me)) = (duel.by, duel.against) else { return decline };
        let (Some(here), Some(man)) = (self.piece(me).cell, self.theirs.token(dribbler)) else { return decline };
        let their_end = self.end.other();
        if duel.outcome != DuelAnswer::Won || self.piece(me).cautions > 0 || self.rules().area(their_end).contains(here)
        {
            return decline;
        }
        let ball = self.state().ball.cell;
        let run = self.board().distance(man.cell, ball);
        let ours = self.ours.iter().filter(|m| m.token != me).map(|m| self.board().distance(m.cell, ball)).min();
        let keeps = if ours.is_none_or(|d| run <= d) { 0.9 } else { 0.1 };
        let shoots = man.skills.0 & self.book.shooter.0 != 0 && self.rules().area(their_end).contains(ball);
        let worth = self.book.worth[their_end.index()][ball.index()];
        let threat = if shoots { worth.max(0.9 * self.book.shot_from(ball, their_end)) } else { worth };
        let price = self.book.worth[their_end.index()][here.index()] + CAUTION;
        if keeps * threat > price { Action::Take(Offer::Foul) } else { decline }
    }

    /// Whether a bonus on a duel is spent: where it turns a duel that matters. Late in the match less is enough.
    pub(super) fn bonus(&self) -> Action {
        let decline = Action::Take(Offer::Decline);
        let duel = &self.state().duel;
        let (Some(by), Some(against)) = (duel.by, duel.against) else { return decline };
        let bonus = if by.side() == self.me { self.book.duels.bonus } else { -self.book.duels.bonus };
        let odds = |bonus: i32| match duel.kind {
            DuelKind::Tackle => self.tackle_odds_with(by, against, bonus).won,
            _ => self.dribble_odds_with(by, against, bonus).won,
        };
        let turned = libm::fabs(odds(bonus) - odds(0));
        // A tackle is for the ball where it is, a dribble for the ball where it was played to.
        let carrier = if duel.kind == DuelKind::Tackle { against } else { by };
        let attacked = self.state().attacks(carrier.side());
        let from = self.piece(against).cell.unwrap_or(self.state().ball.cell);
        let won = if duel.kind == DuelKind::Tackle { from } else { self.state().ball.cell };
        let stake = self.book.worth[attacked.index()][won.index()]
            + LOSS * self.book.worth[attacked.other().index()][from.index()];
        let full_time = self.book.full_time;
        let left = 1.0 - f64::from(self.minute().min(full_time)) / f64::from(full_time);
        if turned * stake > THRIFT * left { Action::Take(Offer::Bonus) } else { decline }
    }

    /// Whether to go round the keeper instead of shooting.
    pub(super) fn round(&self) -> Action {
        let state = self.state();
        let decline = Action::Take(Offer::Decline);
        let keeper = self.theirs.iter().find(|m| m.keeper);
        let kicker = state.kick.kicker.and_then(|k| self.ours.token(k));
        let (Some(keeper), Some(kicker)) = (keeper, kicker) else { return decline };
        let Some((_, arrives)) = self.round_target(kicker, keeper) else { return decline };
        let odds = self.dribble_odds(kicker.token, keeper.token);
        let shot = Shot {
            rules: self.rules(),
            from: kicker.at,
            end: self.end,
            technique: state.kick.technique,
            hand: self.book.hand(self.me),
        };
        let guard =
            if state.kick.rod { Guard::Rod(keeper.at) } else { Guard::Hands(keeper.at, self.piece(keeper.token).pose) };
        let goal = self.book.goal(self.end);
        let now = shot.best_aim(guard).1 * self.way_clear(kicker.at, goal, state.kick.technique, true, None);
        let then = odds.won * arrives * 0.85 + odds.foul * PENALTY;
        if then > now { Action::Take(Offer::Dribble) } else { decline }
    }

    /// Where to play the ball round the keeper.
    pub(super) fn round_aim(&self) -> Option<Action> {
        let keeper = self.theirs.iter().find(|m| m.keeper)?;
        let kicker = self.ours.token(self.state().kick.kicker?)?;
        self.round_target(kicker, keeper).map(|(aim, _)| aim)
    }

    /// The aim that passes the keeper on his outer side and that the kicker reaches first, with the chance that it works.
    fn round_target(&self, kicker: &Man, keeper: &Man) -> Option<(Action, f64)> {
        let mut best: Option<(Action, f64)> = None;
        for cell in self.board().within(kicker.cell, 3) {
            let run = self.board().distance(kicker.cell, cell);
            let foe = self.theirs.iter().filter(|m| m.token != keeper.token);
            let nearest = foe.map(|m| self.board().distance(m.cell, cell)).min();
            if run == 0 || nearest.is_some_and(|d| d < run) || self.ours.in_cell(cell).is_some() {
                continue;
            }
            for spot in Spot::all() {
                let to = self.board().spot(cell, spot);
                if !self.passes_outside(kicker.at, to, keeper.at) {
                    continue;
                }
                let clear = self.way_clear(kicker.at, to, Technique::Low, false, None);
                let chance = clear * self.book.hit(Technique::Low, run);
                if best.is_none_or(|b| chance > b.1) {
                    best = Some((Action::Aim(AimPoint::Cell(cell, spot), Pace::Exact), chance));
                }
            }
        }
        best
    }

    fn passes_outside(&self, from: Point, to: Point, keeper: Point) -> bool {
        let way = to.x - from.x;
        let share = (keeper.x - from.x) / way;
        if libm::fabs(way) < 0.1 || !(0.0..=1.0).contains(&share) {
            return false;
        }
        let y = from.y + share * (to.y - from.y);
        let margin = 1.0;
        if keeper.y < self.board().width() / 2.0 { y < keeper.y - margin } else { y > keeper.y + margin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_of_a_duel_count_all_throws() {
        let level = Odds::of(6, 0, |_, _| false);
        assert_eq!((level.won * 36.0, level.foul), (15.0, 0.0));
        let sure = Odds::of(6, 6, |_, _| false);
        assert_eq!(sure.won, 1.0);
        let fouls = Odds::of(6, 0, |_, defence| defence <= 1);
        // Of the fifteen throws that would win, five have a natural one against them.
        assert_eq!(((fouls.won * 36.0).round(), (fouls.foul * 36.0).round()), (10.0, 6.0));
        assert!((fouls.lost() * 36.0 - 20.0).abs() < 1e-9);
        // Two coins: only the better against the worse wins.
        assert_eq!(Odds::of(2, 0, |_, _| false).won, 0.25);
    }
}
