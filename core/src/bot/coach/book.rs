//! What a coach knows about the game before it starts: the numbers of one ruleset, made into tables.

use super::duelling::Duels;
use super::shooting;
use crate::board::{Cell, CellSet, Point, ZoneId};
use crate::game::Slot;
use crate::kick::Technique;
use crate::plugin::{Skills, Talent};
use crate::rules::{Moment, Ruleset, Value};
use crate::{End, Side};
use std::cell::RefCell;
use std::sync::Arc;

/// Distances that the tables cover, in cells; nothing on a board is farther.
const FAR: usize = 24;

/// Tables and parameters of one ruleset.
#[derive(Debug)]
pub(super) struct Book {
    pub(super) rules: Arc<Ruleset>,
    /// Longest pass whose ties the attack wins.
    pub(super) short_limit: u8,
    /// The defence may move as far as all steps of the attack together.
    pub(super) steps_free_them: bool,
    /// Whoever takes a restart may not play to himself.
    pub(super) taker_excluded: bool,
    /// The last minute of a match.
    pub(super) full_time: u16,
    /// From this minute on a change of player gives the whole side skills back.
    pub(super) tiring: Option<u16>,
    /// Dribbles, tackles and pressing.
    pub(super) duels: Duels,
    /// Longest pass whose ties the attack wins, of a passer and of a player with the long pass.
    pub(super) short_limit_passer: u8,
    pub(super) long_passer: Skills,
    /// Takes a receiver's marker out of play; finds a header without a touch; enters from behind.
    pub(super) assists: Skills,
    pub(super) precise: Skills,
    pub(super) recovers: Skills,
    /// First-touch passes, crosses and shots; markers.
    pub(super) passer: Skills,
    pub(super) crosser: Skills,
    pub(super) shooter: Skills,
    pub(super) marker: Skills,
    /// By attacked end and cell: 0 on the own goal line, 1 on the other.
    pub(super) depth: [[f64; Cell::LIMIT]; 2],
    /// By attacked end and cell: goals that a side may hope for when it has the ball there.
    pub(super) worth: [[f64; Cell::LIMIT]; 2],
    /// By attacked end and cell: chance that a shot from there goes in, nobody but the keeper in the way.
    pub(super) shot: [[f64; Cell::LIMIT]; 2],
    /// The same for a header.
    pub(super) header: [[f64; Cell::LIMIT]; 2],
    /// By technique and cells: chance that the ball ends in the cell it is aimed at.
    hit: [[f64; FAR]; 3],
    /// Where shots may be declared, by attacked end.
    pub(super) range: [CellSet; 2],
    /// By cell: its neighbours, and half a cell for what is beyond.
    pub(super) beside: [f64; Cell::LIMIT],
    /// By cell and target: the cell that a ball enters first on its way there.
    first_step: Vec<Cell>,
}

thread_local! {
    /// The last book that was made on this thread: a new coach for every match of a series need not make it anew.
    static LAST: RefCell<Option<Arc<Book>>> = const { RefCell::new(None) };
}

impl Book {
    /// The book of a ruleset.
    pub(super) fn of(rules: &Arc<Ruleset>) -> Arc<Book> {
        LAST.with_borrow_mut(|last| match last {
            Some(book) if Arc::ptr_eq(&book.rules, rules) => Arc::clone(book),
            _ => Arc::clone(last.insert(Arc::new(Book::new(rules)))),
        })
    }

    fn new(rules: &Arc<Ruleset>) -> Book {
        let board = &rules.board;
        let int = |name: &str, or: i64| match rules.params.get(name).map(|p| &p.value) {
            Some(Value::Int(n)) => *n,
            _ => or,
        };
        let flag = |name: &str, or: bool| match rules.params.get(name).map(|p| &p.value) {
            Some(Value::Bool(b)) => *b,
            _ => or,
        };
        let skill = |talent| rules.talent(talent).map_or(Skills(0), |n| Skills(1 << n));
        let short_limit = int("short_limit", 0);
        // A skill that reaches farther has a parameter of its own, named after it.
        let named = |talent, param: &str, or: i64| {
            let skill = rules.talent(talent).and_then(|n| rules.vocabulary.skills.get(usize::from(n)));
            skill.map_or(or, |skill| int(&format!("{param}_{skill}"), or))
        };
        let mut book = Book {
            rules: Arc::clone(rules),
            short_limit: short_limit.clamp(0, 99) as u8,
            steps_free_them: matches!(
                rules.params.get("p3_allowance").map(|p| &p.value),
                Some(Value::Word(word)) if word == "total"
            ),
            taker_excluded: flag("restart_taker_excluded", true),
            full_time: rules.mechanics.minute(2, rules.mechanics.ticks_per_half).max(1),
            tiring: u16::try_from(int("fatigue_minute", -1)).ok(),
            duels: Duels::of(rules),
            short_limit_passer: named(Talent::Passer, "short_limit", short_limit).clamp(0, 99) as u8,
            long_passer: skill(Talent::LongPasser),
            assists: skill(Talent::Assists),
            precise: skill(Talent::Precise),
            recovers: skill(Talent::Recovers),
            passer: skill(Talent::Passer),
            crosser: skill(Talent::Crosser),
            shooter: skill(Talent::Shooter),
            marker: skill(Talent::Marker),
            depth: [[0.0; Cell::LIMIT]; 2],
            worth: [[0.0; Cell::LIMIT]; 2],
            shot: [[0.0; Cell::LIMIT]; 2],
            header: [[0.0; Cell::LIMIT]; 2],
            hit: [[0.0; FAR]; 3],
            range: End::BOTH
                .map(|end| board.zone("shooting").map_or(rules.area(end), |z: ZoneId| board.zone_cells(z, end))),
            beside: [0.0; Cell::LIMIT],
            first_step: board
                .all()
                .iter()
                .flat_map(|from| board.all().iter().map(move |to| board.first_step(from, to)))
                .collect(),
        };
        book.aim_tables();
        for cell in board.all() {
            book.beside[cell.index()] = board.neighbours(cell).len() as f64 + 0.5;
        }
        for end in End::BOTH {
            for cell in board.all() {
                let x = board.centre(cell).x / board.length();
                book.depth[end.index()][cell.index()] = if end == End::Right { x } else { 1.0 - x };
                if book.range[end.index()].contains(cell) {
                    let (foot, head) = shooting::from_cell(rules, cell, end);
                    book.shot[end.index()][cell.index()] = foot;
                    book.header[end.index()][cell.index()] = head;
                }
            }
            book.worth_table(end);
        }
        book
    }

    /// How often each technique finds a cell so many cells away.
    fn aim_tables(&mut self) {
        let width = self.rules.board.cell_width();
        // A hexagon is about as good a target as a square of this half width.
        let half = width * 0.465;
        for technique in Technique::ALL {
            let error = self.rules.physics.of(technique);
            for cells in 0..FAR {
                let way = (cells as f64 * width).max(1.0);
                let aside = way * (error.direction + error.direction_growth * way).to_radians();
                let along = error.length + error.length_growth * way;
                let reached = if way > error.reach { 0.0 } else { 1.0 };
                self.hit[technique as usize][cells] = reached * within(half, aside) * within(half, along);
            }
        }
    }

    /// Goals that the ball in a cell is worth: little behind, more ahead, most where a shot follows.
    fn worth_table(&mut self, end: End) {
        let rules = Arc::clone(&self.rules);
        let board = &rules.board;
        let crossing = rules.crossing(end);
        let middle = board.width() / 2.0;
        for cell in board.all() {
            let depth = self.depth[end.index()][cell.index()];
            let wide = libm::fabs(board.centre(cell).y - middle) / middle;
            let ahead = 0.02 + 0.13 * depth * depth * depth * (1.0 - 0.15 * wide);
            let cross = if crossing.contains(cell) { 0.09 } else { 0.0 };
            // The defence has a phase to answer before the shot.
            let shot = 0.65 * self.shot[end.index()][cell.index()];
            self.worth[end.index()][cell.index()] = ahead.max(cross).max(shot);
        }
    }

    /// Chance that a ball aimed so many cells away ends where it is meant to.
    #[inline]
    pub(super) fn hit(&self, technique: Technique, cells: u8) -> f64 {
        self.hit[technique as usize][usize::from(cells).min(FAR - 1)]
    }

    /// The cell that a ball from the middle of a cell to that of another enters first.
    #[inline]
    pub(super) fn first_step(&self, from: Cell, to: Cell) -> Cell {
        self.first_step[from.index() * self.rules.board.all().len() + to.index()]
    }

    /// The error of direction of a technique in radians, as a factor on the way.
    #[inline]
    pub(super) fn stray(&self, technique: Technique, way: f64) -> f64 {
        let error = self.rules.physics.of(technique);
        (error.direction + error.direction_growth * way).to_radians()
    }

    /// Where a shape wants a slot of a side that attacks `end`.
    pub(super) fn home(&self, shape: u8, moment: Moment, slot: usize, end: End) -> Cell {
        let board = &self.rules.board;
        let cell = self
            .rules
            .formations
            .iter()
            .nth(shape.into())
            .map_or(board.centre_cell(), |f| f.cells(moment)[slot.min(Slot::PER_SIDE - 1)]);
        if end == End::Right { cell } else { board.rotate(cell) }
    }

    /// The middle of the goal that is attacked.
    pub(super) fn goal(&self, end: End) -> Point {
        Point::new(self.rules.field.goal_line(end), self.rules.board.width() / 2.0)
    }

    /// The steadiness of a side's hand: a factor on its errors.
    pub(super) fn hand(&self, side: Side) -> f64 {
        self.rules.mechanics.dexterity[side.index()]
    }
}

/// The share of a normal spread below a number of standard deviations; a logistic curve is close enough for a coach.
#[inline]
pub(super) fn below(deviations: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-1.702 * deviations))
}

/// The share of a spread with standard deviation `spread` that stays within `half` of its middle.
#[inline]
pub(super) fn within(half: f64, spread: f64) -> f64 {
    2.0 * below(half / spread.max(1e-6)) - 1.0
}
