//! One piece during a match.

use crate::board::{Board, Cell, Point};
use crate::kick::Pose;
use crate::plugin::{Down, Skills};
use serde::{Deserialize, Serialize};

/// Where a piece is and what it may still do. All times are of the running turn unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Its cell, or `None` off the pitch.
    pub cell: Option<Cell>,
    /// Offset from the cell's centre along the pitch, in hundredths of a centimetre.
    pub dx: i16,
    /// Offset across the pitch.
    pub dy: i16,
    /// The spot of its cell it stands on, or [`Piece::NO_SPOT`] where the ball pushed it off.
    pub spot: u8,
    /// Standing or lying.
    pub pose: Pose,
    /// Why it lies, or had to get up in the running phase.
    pub down: Down,
    /// Why it is off the pitch, or that it is on.
    pub status: Status,
    /// Its sections in clockwise order: skill numbers, [`Piece::NO_SECTION`] beyond the last.
    pub sections: [u8; Self::SECTIONS],
    /// Only the first this many sections count.
    pub active: u8,
    /// The same, by what holds for its whole side; the smaller of the two counts.
    pub team_active: u8,
    /// Cautions in this match.
    pub cautions: u8,
    /// No move longer than this.
    pub limit: u8,
    /// Cells of its move in this turn.
    pub moved: u8,
    /// What it has done.
    pub(super) marks: Marks,
    /// Offers it has taken this turn, a bit each.
    pub used: u16,
    /// Kicks in this match.
    pub kicks: u16,
}

/// Where a squad member is in the match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Status {
    /// No such player in this squad.
    Absent,
    /// On the bench.
    Bench,
    /// On the pitch.
    #[default]
    Pitch,
    /// Taken off for a substitute.
    TakenOff,
    /// Sent off.
    SentOff,
}

/// What a piece has done, a bit each: 32 pieces with a byte for each of these would not fit into a small state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marks(pub(super) u8);

impl Marks {
    pub(super) const SPENT: u8 = 1;
    pub(super) const STEPPED: u8 = 1 << 1;
    pub(super) const PLACED: u8 = 1 << 2;

    pub(super) fn set(&mut self, mark: u8, is: bool) {
        self.0 = if is { self.0 | mark } else { self.0 & !mark };
    }
}

impl Piece {
    /// Sections that a piece has room for.
    pub const SECTIONS: usize = 5;
    /// Marks an empty section.
    pub const NO_SECTION: u8 = u8::MAX;
    /// On none of the spots.
    pub const NO_SPOT: u8 = u8::MAX;
    /// No bound on moves.
    pub const NO_LIMIT: u8 = u8::MAX;

    /// A member that does not exist.
    pub const ABSENT: Piece = Piece {
        cell: None,
        dx: 0,
        dy: 0,
        spot: 0,
        pose: Pose::Standing,
        down: Down::No,
        status: Status::Absent,
        sections: [Self::NO_SECTION; Self::SECTIONS],
        active: Self::SECTIONS as u8,
        team_active: Self::SECTIONS as u8,
        cautions: 0,
        limit: Self::NO_LIMIT,
        moved: 0,
        marks: Marks(0),
        used: 0,
        kicks: 0,
    };

    /// Its move of the turn is spent.
    #[must_use]
    pub fn spent(&self) -> bool {
        self.marks.0 & Marks::SPENT != 0
    }

    /// Says whether its move of the turn is spent.
    pub fn set_spent(&mut self, is: bool) {
        self.marks.set(Marks::SPENT, is);
    }

    /// It made a header step for the running cross.
    #[must_use]
    pub fn stepped(&self) -> bool {
        self.marks.0 & Marks::STEPPED != 0
    }

    /// Says whether it made a header step for the running cross.
    pub fn set_stepped(&mut self, is: bool) {
        self.marks.set(Marks::STEPPED, is);
    }

    /// It was placed by hand in the running set-up step.
    #[must_use]
    pub fn placed(&self) -> bool {
        self.marks.0 & Marks::PLACED != 0
    }

    /// Says whether it was placed by hand in the running set-up step.
    pub fn set_placed(&mut self, is: bool) {
        self.marks.set(Marks::PLACED, is);
    }

    /// Its active skills.
    #[must_use]
    pub fn skills(&self) -> Skills {
        let mut skills = 0;
        for (place, skill) in self.sections.iter().enumerate() {
            let counts = *skill != Self::NO_SECTION && place < usize::from(self.active());
            skills |= u64::from(counts) << (skill % 64);
        }
        Skills(skills)
    }

    /// Its exact place, on the pitch.
    #[must_use]
    pub fn place(&self, board: &Board) -> Option<Point> {
        let centre = board.centre(self.cell?);
        Some(Point::new(centre.x + f64::from(self.dx) / 100.0, centre.y + f64::from(self.dy) / 100.0))
    }

    /// How many of its sections count.
    #[must_use]
    pub fn active(&self) -> u8 {
        self.active.min(self.team_active).min(Self::SECTIONS as u8)
    }

    /// How many of its sections fit: of those that count, or of all it was printed with.
    #[must_use]
    pub fn count(&self, printed: bool, fits: impl Fn(u8) -> bool) -> usize {
        self.counted(printed).iter().filter(|s| fits(**s)).count()
    }

    /// Whether one of the sections that count is this skill.
    #[must_use]
    pub fn has_section(&self, skill: u8) -> bool {
        // All sections at once: a byte of `others` is zero where the section is this skill, and subtracting one from
        // each byte sets the top bit of the lowest that was.
        const EACH: u64 = 0x01_01_01_01_01;
        let [a, b, c, d, e] = self.sections;
        let sections = u64::from(u32::from_le_bytes([a, b, c, d])) | u64::from(e) << 32;
        let others = sections ^ (EACH * u64::from(skill));
        let zeros = others.wrapping_sub(EACH) & !others & (EACH << 7);
        // Most have no such section at all.
        zeros != 0 && zeros & ((1 << (8 * self.active())) - 1) != 0
    }

    fn counted(&self, printed: bool) -> &[u8] {
        let count = if printed { Self::SECTIONS } else { self.active().into() };
        &self.sections[..count]
    }

    /// On the pitch.
    #[must_use]
    pub fn on_pitch(&self) -> bool {
        self.status == Status::Pitch
    }

    /// Lays it down for a reason.
    pub fn lay(&mut self, why: Down) {
        self.pose = Pose::Lying;
        self.down = why;
    }

    /// Puts it on its feet, whatever laid it down.
    pub fn stand_up(&mut self) {
        self.pose = Pose::Standing;
        self.down = Down::No;
    }

    /// On the pitch and on its feet.
    #[must_use]
    pub fn standing(&self) -> bool {
        self.on_pitch() && self.pose == Pose::Standing
    }
}
