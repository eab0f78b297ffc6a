//! Passes and crosses: where to, and what they are worth.

use super::book::within;
use super::sight::{Man, RINGS, Sight};
use crate::board::{Band, Cell, CellSet, Point, Spot};
use crate::game::{Action, AimPoint, Intent};
use crate::kick::{Pace, Technique};
use crate::plugin::{FirstTime, Restart};

/// A kick that is thought of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Idea {
    pub(super) intent: Intent,
    pub(super) technique: Technique,
    pub(super) aim: Action,
    /// Goals to expect of it, those of the opponent's answer taken off.
    pub(super) worth: f64,
}

/// Aims that are looked at closely.
const CLOSE_LOOKS: usize = 7;
/// What a ball lost is worth to the opponent, as a share of what it is worth to a side that has built up to there.
const LOSS: f64 = 0.3;
/// The same where he can shoot at once.
const LOSS_IN_RANGE: f64 = 1.0;

/// Where a ball that stops would be ours.
struct Claims {
    /// Ties are ours.
    tie: CellSet,
    /// We are nearer.
    strict: CellSet,
}

impl Sight<'_> {
    /// The best pass that may be declared, of the techniques in a mask.
    pub(super) fn best_pass(&self, declare: u32) -> Option<Idea> {
        let mut best: Option<Idea> = None;
        for technique in Technique::ALL {
            if declare >> (3 * Intent::Pass as u32 + technique as u32) & 1 == 1
                && let Some(idea) = self.pass_with(technique)
                && best.is_none_or(|b| idea.worth > b.worth)
            {
                best = Some(idea);
            }
        }
        best
    }

    /// The best pass with one technique.
    pub(super) fn pass_with(&self, technique: Technique) -> Option<Idea> {
        let kicker = *self.ours.token(self.state().ball.carrier?)?;
        let claims = self.claims(&kicker);
        let (short, counter) = self.ties(&kicker);
        let won = if counter { claims.strict } else { claims.strict | (claims.tie & short) };
        // Past an opponent he does not run after his own pass.
        let alone = won - self.board().around(self.mates(&kicker)) - self.mates(&kicker);
        let won = won - self.closed_to(&kicker, alone);
        let mut looks = [(f64::NEG_INFINITY, kicker.cell, 0.0); CLOSE_LOOKS];
        for cell in won | self.clearances(kicker.cell) {
            let cells = self.board().distance(kicker.cell, cell);
            let hit = self.book.hit(technique, cells);
            if hit < 0.05 {
                continue;
            }
            let near = self.board().neighbours(cell);
            let spill = (near & won).len() as f64 / (near.len() as f64 + 0.5);
            let here = if won.contains(cell) { 1.0 } else { 0.15 };
            let kept = hit * here + (1.0 - hit) * spill * 0.9;
            let worth = self.balance(cell, kept, self.receiving(cell));
            if worth > looks[CLOSE_LOOKS - 1].0 {
                insert(&mut looks, (worth, cell, kept));
            }
        }
        let mut best: Option<Idea> = None;
        for (_, cell, kept) in looks.into_iter().filter(|l| l.0.is_finite()) {
            let receiver = self.ours.iter().filter(|m| m.cell == cell).find(|m| m.token != kicker.token);
            let to = self.board().spot(cell, Spot::MIDDLE);
            let clear = self.way_clear(kicker.at, to, technique, false, receiver.map(|r| r.token));
            let worth = self.balance(cell, kept * clear, self.receiving(cell));
            if best.is_none_or(|b| worth > b.worth) {
                let aim = Action::Aim(AimPoint::Cell(cell, Spot::MIDDLE), Pace::Exact);
                best = Some(Idea { intent: Intent::Pass, technique, aim, worth });
            }
        }
        best
    }

    /// Cells far ahead: out of the own third a ball may be hit there whoever gets it.
    fn clearances(&self, from: Cell) -> CellSet {
        match self.board().band(from, self.end) {
            Band::Defence => self.board().band_cells(Band::Midfield, self.end) & self.board().half(self.end),
            Band::Midfield | Band::Attack => CellSet::EMPTY,
        }
    }

    /// Cells short enough for ties to be ours, and whether this kick loses ties whatever its length.
    fn ties(&self, kicker: &Man) -> (CellSet, bool) {
        let turn = &self.state().turn;
        let has = |skill: crate::plugin::Skills| kicker.skills.0 & skill.0 != 0;
        let short = match () {
            () if has(self.book.long_passer) => self.board().all(),
            () if has(self.book.passer) => self.board().within(kicker.cell, self.book.short_limit_passer),
            () => self.board().within(kicker.cell, self.book.short_limit),
        };
        (short, turn.counter && turn.kicks == 0 || self.pressed(kicker))
    }

    /// Goals to expect of a ball that is ours in a cell with this chance.
    fn balance(&self, cell: Cell, kept: f64, worth: f64) -> f64 {
        let lost = self.book.worth[self.end.other().index()][cell.index()];
        let in_range = self.book.range[self.end.other().index()].contains(cell);
        kept * worth - (1.0 - kept) * if in_range { LOSS_IN_RANGE } else { LOSS } * lost
    }

    /// Where a stopped ball would be ours, offside ones of ours counting against us.
    fn claims(&self, kicker: &Man) -> Claims {
        let excluded = self.state().kick.restart != Restart::None && self.book.taker_excluded;
        let free = matches!(self.state().kick.restart, Restart::ThrowIn | Restart::Corner | Restart::GoalKick);
        let line = self.onside_line(kicker.at) + 0.05;
        let (mut on, mut off, mut spent) = (CellSet::EMPTY, CellSet::EMPTY, CellSet::EMPTY);
        for man in self.ours.iter() {
            if man.token == kicker.token {
                if !excluded && !man.spent {
                    on.insert(man.cell);
                } else if !excluded {
                    spent.insert(man.cell);
                }
            } else if !free && self.advance(man.at, self.end) > line {
                off.insert(man.cell);
            } else if man.spent {
                spent.insert(man.cell);
            } else {
                on.insert(man.cell);
            }
        }
        let (on, off, foe) = (self.rings(on), self.rings(off), self.rings(self.theirs.cells));
        let mut claims = Claims { tie: (on[0] | spent) - off[0], strict: (on[0] | spent) - off[0] - foe[0] };
        for step in 1..RINGS {
            let ours = on[step] - on[step - 1] - off[step - 1];
            claims.tie |= ours - foe[step - 1];
            claims.strict |= ours - foe[step];
        }
        claims
    }

    /// What the ball is worth in a cell to whoever of ours gets there.
    fn receiving(&self, cell: Cell) -> f64 {
        let end = self.end.index();
        let mut worth = self.book.worth[end][cell.index()];
        let carrier = self.state().ball.carrier;
        let here = self.ours.iter().find(|m| m.cell == cell && Some(m.token) != carrier);
        if let Some(man) = here {
            let marked = self.theirs.in_cell(cell).is_some_and(|f| f.skills.0 & self.book.marker.0 != 0);
            let finishes = man.skills.0 & (self.book.shooter.0 | self.book.crosser.0) != 0;
            let assisted = carrier.is_some_and(|c| self.piece(c).skills().0 & self.book.assists.0 != 0) && finishes;
            let marked = marked && !assisted;
            if !marked {
                worth = worth.max(self.first_touch(man, worth));
            }
        }
        // Those in front can come into the cell and tackle.
        let pressers = (self.board().front(cell, self.end) & self.theirs.cells).len();
        let inside = self.theirs.cells.contains(cell);
        if pressers > 0 || inside { worth * (1.0 - 0.7 * self.book.tackle_chance()) } else { worth }
    }

    /// What a skill makes of a ball that comes straight to a token.
    fn first_touch(&self, man: &Man, worth: f64) -> f64 {
        let book = self.book;
        let turn = &self.state().turn;
        if man.skills.0 & book.shooter.0 != 0 && self.rules().area(self.end).contains(man.cell) && turn.shots == 0 {
            return 0.9 * book.shot_from(man.cell, self.end);
        }
        if man.skills.0 & book.crosser.0 != 0 && self.rules().crossing(self.end).contains(man.cell) && turn.crosses == 0
        {
            return worth + 0.04;
        }
        let passed = self.piece(man.token).used >> crate::game::Offer::Pass as u16 & 1 == 1;
        if man.skills.0 & book.passer.0 != 0 && !passed { worth * 1.25 + 0.005 } else { worth }
    }

    /// The best cross that may be declared.
    pub(super) fn best_cross(&self, declare: u32) -> Option<Idea> {
        let kicker = *self.ours.token(self.state().ball.carrier?)?;
        let line = self.onside_line(kicker.at) + 0.05;
        let area = self.rules().area(self.end);
        let corner = self.state().kick.restart == Restart::Corner;
        let mut best: Option<Idea> = None;
        for technique in [Technique::Lifted, Technique::Low] {
            if declare >> (3 * Intent::Cross as u32 + technique as u32) & 1 == 0 {
                continue;
            }
            for man in self.ours.iter() {
                let offside = !corner && self.advance(man.at, self.end) > line;
                if man.token == kicker.token || !area.contains(man.cell) || offside {
                    continue;
                }
                let worth = self.cross_to(&kicker, man, technique);
                if best.is_none_or(|b| worth > b.worth) {
                    let spot = self.spot_near(man.cell, man.at);
                    let aim = Action::Aim(AimPoint::Cell(man.cell, spot), Pace::Firm);
                    best = Some(Idea { intent: Intent::Cross, technique, aim, worth });
                }
            }
        }
        best
    }

    fn cross_to(&self, kicker: &Man, man: &Man, technique: Technique) -> f64 {
        let way = kicker.at.distance(man.at);
        let field = &self.rules().field;
        let radius = field.token_radius + field.ball_radius;
        let met = within(radius, way * self.book.stray(technique, way) * self.book.hand(self.me));
        let cells = self.board().distance(kicker.cell, man.cell);
        let met =
            if kicker.skills.0 & self.book.precise.0 != 0 { met.max(self.book.hit(technique, cells)) } else { met };
        let clear = self.way_clear(kicker.at, man.at, technique, false, Some(man.token));
        let header = 0.8 * self.book.header_from(man.cell, self.end);
        let met = met * clear;
        met * header + (1.0 - met) * 0.2 * self.book.worth[self.end.index()][man.cell.index()]
    }

    /// The spot of a cell nearest to a point.
    fn spot_near(&self, cell: Cell, at: Point) -> Spot {
        let mut best = Spot::MIDDLE;
        for spot in Spot::all() {
            if self.board().spot(cell, spot).distance(at) < self.board().spot(cell, best).distance(at) - 1e-9 {
                best = spot;
            }
        }
        best
    }

    /// Cells of everybody of ours but the kicker.
    fn mates(&self, kicker: &Man) -> CellSet {
        self.ours.iter().filter(|m| m.token != kicker.token).map(|m| m.cell).collect()
    }

    /// The best thing to do with the ball, of all that may be declared.
    pub(super) fn best_idea(&self, declare: u32) -> Option<Idea> {
        let mut best = self.best_pass(declare);
        if let Some(dribble) = self.best_dribble(declare)
            && best.is_none_or(|b| dribble.worth > b.worth)
        {
            best = Some(dribble);
        }
        if let Some(cross) = self.best_cross(declare)
            && best.is_none_or(|b| cross.worth > b.worth)
        {
            best = Some(cross);
        }
        if let Some((technique, chance)) = self.best_shot(declare) {
            // What comes off the keeper is sometimes ours.
            let worth = chance + (1.0 - chance) * 0.02;
            let forced = self.state().turn.first_time == FirstTime::Shot;
            if forced || best.is_none_or(|b| worth > b.worth) {
                let aim = self.aim_at_goal();
                best = Some(Idea { intent: Intent::Shot, technique, aim, worth });
            }
        }
        best
    }
}

/// Keeps the best few, best first.
fn insert<const N: usize>(looks: &mut [(f64, Cell, f64); N], new: (f64, Cell, f64)) {
    let mut at = N - 1;
    while at > 0 && looks[at - 1].0 < new.0 {
        looks[at] = looks[at - 1];
        at -= 1;
    }
    looks[at] = new;
}
