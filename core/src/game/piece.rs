//! One piece during a match.

use crate::board::Cell;
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
    /// Its move of the turn is spent.
    pub spent: bool,
    /// It made a header step for the running cross.
    pub stepped: bool,
    /// It was placed by hand in the running set-up step.
    pub placed: bool,
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
        spent: false,
        stepped: false,
        placed: false,
        used: 0,
        kicks: 0,
    };

    /// Its active skills.
    #[must_use]
    pub fn skills(&self) -> Skills {
        Skills(self.counted(false).iter().filter(|s| **s != Self::NO_SECTION).fold(0, |mask, s| mask | 1 << s))
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
