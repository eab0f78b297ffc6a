//! A state, and a match, as bytes: to keep, to send, to hash.

use super::code::{Code, Reader};
use super::legal::Legal;
#[cfg(feature = "lua")]
use super::r#match::Match;
use super::permit::Permit;
use super::piece::{Piece, Status};
use super::state::{NOBODY, State};
#[cfg(feature = "lua")]
use super::tally::Tally;
use crate::Side;
use crate::board::Board;
use crate::plugin::MAX_SKILLS;
use crate::rules::GameKind;
#[cfg(feature = "lua")]
use crate::rules::{Ruleset, Squad};
use sha2::{Digest, Sha256};
#[cfg(feature = "lua")]
use std::sync::Arc;

/// Why bytes are no state or no saved match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    /// They end too early.
    #[error("the save is cut off at byte {at}: take a complete copy")]
    Short {
        /// Where more was expected.
        at: usize,
    },
    /// Something follows the end.
    #[error("the save goes on after its end at byte {at}: it is not one this engine wrote")]
    Long {
        /// Where it should end.
        at: usize,
    },
    /// A value that no match can have.
    #[error("the save is damaged before byte {at}: that is not {what}")]
    Field {
        /// Just behind the value.
        at: usize,
        /// What was expected.
        what: &'static str,
    },
    /// Not a save at all.
    #[error("this is not a saved Touchline match")]
    Foreign,
    /// Written by a newer or an older engine.
    #[error("the save has format {found}; this engine reads {known}: go on with the engine that wrote it")]
    Format {
        /// Its format.
        found: u16,
        /// The one this engine reads.
        known: u16,
    },
    /// Its bytes changed since it was written.
    #[error("the save was changed after it was written: take another copy")]
    Altered,
    /// It was played by other rules.
    #[error(
        "the save was played by ruleset {name} ({saved}…), not by the one at hand ({loaded}…): load the same rules, plugins and parameters"
    )]
    Rules {
        /// The saved ruleset's name.
        name: String,
        /// The start of its hash.
        saved: String,
        /// The start of the loaded one's hash.
        loaded: String,
    },
    /// A squad in it is wrong.
    #[error("the save holds a wrong squad: {0}")]
    Squad(String),
}

/// Counters that only a long match could reach; beyond them a further step might overflow.
const MAX_COUNT: u32 = 1 << 24;
/// The same for what is counted in a byte.
const MAX_TALLY: u8 = 200;

/// The canonical encoding of a state: the same on every machine.
#[must_use]
pub fn encode(state: &State) -> Vec<u8> {
    let mut out = Vec::with_capacity(2048);
    state.put(&mut out);
    out
}

/// The state behind an encoding, every field of it checked.
///
/// # Errors
/// What is wrong, and where. Bytes from anywhere are safe to pass.
pub fn decode(bytes: &[u8], board: &Board, game: GameKind) -> Result<State, SaveError> {
    let mut from = Reader::new(bytes, board, game);
    let state = State::take(&mut from)?;
    from.end()?;
    check(&state, board, &from)?;
    Ok(state)
}

/// SHA-256 of a state's canonical encoding, in hexadecimal.
#[must_use]
pub fn state_hash(state: &State) -> String {
    hex(&Sha256::digest(encode(state)))
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// What the single fields cannot show: how they hang together.
fn check(state: &State, board: &Board, from: &Reader<'_>) -> Result<(), SaveError> {
    let counts = [state.dice, state.kicks, state.decisions, state.turn.number.into()];
    from.check(counts.iter().all(|n| *n < MAX_COUNT) && state.turn.number < 60_000, "a count of a match")?;
    from.check((1..=8).contains(&state.clock.half) && state.clock.idle < MAX_TALLY, "a clock")?;
    from.check((1..=3).contains(&state.turn.phase), "a phase")?;
    let turn = &state.turn;
    let tallies = [turn.kicks, turn.crosses, turn.shots, turn.longest, turn.total, turn.movers, turn.run, turn.nearest];
    let stoppage = [state.stoppage.step, state.stoppage.sent_off, state.clock.extra, state.clock.changes, turn.used];
    from.check(tallies.iter().chain(&stoppage).all(|n| *n < MAX_TALLY), "a count of a turn")?;
    from.check(state.changes.iter().all(|c| *c < MAX_TALLY), "changes of player")?;
    let shootout = state.shootout();
    let begun = shootout.on || shootout == super::Shootout::NONE;
    from.check(begun && shootout.kicks.iter().chain(&shootout.goals).all(|n| *n < MAX_TALLY), "a shoot-out")?;
    let reach = (board.cell_width().max(board.row_pitch()) * 100.0) as i32;
    for piece in &state.pieces {
        check_piece(piece, reach, from)?;
    }
    for side in Side::BOTH {
        let lineup = &state.lineup[side.index()];
        for (slot, member) in lineup.iter().enumerate().filter(|(_, m)| **m != NOBODY) {
            let fits = usize::from(*member) < crate::Token::PER_SIDE && !lineup[..slot].contains(member);
            from.check(fits, "a line-up")?;
        }
    }
    from.check(state.turn.last_mover == NOBODY || state.turn.last_mover < 11, "a slot")?;
    from.check(state.stoppage.offered < 4, "sides")?;
    if let super::Own::Grid(grid) = &state.own {
        let member = |m: &u8| *m == NOBODY || usize::from(*m) < crate::Token::PER_SIDE;
        from.check(grid.keepers.iter().all(member), "keepers")?;
        let sealed = grid.sealed <= super::action::NUMBERS && grid.numbers < 1 << super::action::NUMBERS;
        from.check(sealed && grid.hidden < 4, "what is sealed")?;
    }
    if let Some(hand) = state.hand() {
        let counts = [hand.tries, hand.goals, hand.lost[0], hand.lost[1]];
        let fits = usize::from(hand.dice) <= crate::rules::MAX_DICE && hand.member.iter().all(|m| *m < 16);
        from.check(fits && counts.iter().all(|n| *n < MAX_TALLY), "dice on a table")?;
    }
    state.permits().iter().try_for_each(|p| check_permit(p, from))?;
    let declares = state.hand().is_some() || state.legal.declare < 1 << (3 * super::Intent::ALL.len());
    from.check(declares, "legal declarations")?;
    check_legal(&state.legal, from)
}

fn check_piece(piece: &Piece, reach: i32, from: &Reader<'_>) -> Result<(), SaveError> {
    let inside = i32::from(piece.dx).abs() <= reach && i32::from(piece.dy).abs() <= reach;
    from.check(inside, "a place in a cell")?;
    let skill = |s: &u8| *s == Piece::NO_SECTION || usize::from(*s) < MAX_SKILLS;
    from.check(
        piece.sections.iter().all(skill) && usize::from(piece.active.max(piece.team_active)) <= Piece::SECTIONS,
        "a player's sections",
    )?;
    from.check((piece.status == Status::Pitch) == piece.cell.is_some(), "a player on the pitch")?;
    from.check(piece.kicks < 60_000 && piece.cautions < MAX_TALLY && piece.moved < MAX_TALLY, "a player's count")
}

fn check_permit(permit: &Permit, from: &Reader<'_>) -> Result<(), SaveError> {
    from.check(permit.slots < 1 << 11, "a permit")
}

fn check_legal(legal: &Legal, from: &Reader<'_>) -> Result<(), SaveError> {
    let fits = legal.offers < 1 << super::Offer::ALL.len()
        && legal.shifts.iter().all(|s| *s < 1 << crate::board::SPOTS)
        && legal.tokens < 1 << 22
        && legal.poses < 1 << super::KeeperPose::ALL.len()
        && legal.changes < 1 << 55;
    from.check(fits, "legal actions")
}

#[cfg(feature = "lua")]
const MAGIC: &[u8; 8] = b"touchsav";
#[cfg(feature = "lua")]
const FORMAT: u16 = 4;

#[cfg(feature = "lua")]
impl Match {
    /// The match as bytes, without its log: rules (by hash), squads, statistics and state.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        FORMAT.put(&mut out);
        put_text(&self.rules().name, &mut out);
        put_text(&self.rules().hash, &mut out);
        for squad in self.teams().iter() {
            // A squad is names and numbers: it always has a JSON form.
            put_text(&serde_json::to_string(squad).unwrap_or_default(), &mut out);
        }
        self.tally().put(&mut out);
        self.state().put(&mut out);
        let seal = Sha256::digest(&out);
        out.extend_from_slice(&seal);
        out
    }

    /// A saved match, to be played on by the same rules; it keeps no log.
    ///
    /// # Errors
    /// When the bytes are no save, are damaged, or belong to other rules.
    pub fn load(rules: &Arc<Ruleset>, bytes: &[u8]) -> Result<Match, SaveError> {
        if !bytes.starts_with(MAGIC) {
            return Err(SaveError::Foreign);
        }
        let mut from = Reader::new(bytes, &rules.board, rules.game.kind());
        from.take(MAGIC.len())?;
        let found = u16::take(&mut from)?;
        if found != FORMAT {
            return Err(SaveError::Format { found, known: FORMAT });
        }
        let body = bytes.len().checked_sub(32).ok_or(SaveError::Short { at: bytes.len() })?;
        if Sha256::digest(&bytes[..body]).as_slice() != &bytes[body..] {
            return Err(SaveError::Altered);
        }
        let name = take_text(&mut from)?;
        let saved = take_text(&mut from)?;
        if saved != rules.hash {
            let short = |hash: &str| hash.chars().take(12).collect();
            return Err(SaveError::Rules { name: name.to_owned(), saved: short(saved), loaded: short(&rules.hash) });
        }
        let mut squad = || {
            let text = take_text(&mut from)?;
            Squad::parse(text, "squad", &rules.catalogue).map_err(|e| SaveError::Squad(e.to_string()))
        };
        let teams = Arc::new([squad()?, squad()?]);
        let tally = Tally::take(&mut from)?;
        let state = State::take(&mut from)?;
        from.take(32)?;
        from.end()?;
        check(&state, &rules.board, &from)?;
        Ok(Match::resumed(rules, teams, state, tally))
    }
}

#[cfg(feature = "lua")]
fn put_text(text: &str, out: &mut Vec<u8>) {
    (text.len() as u32).put(out);
    out.extend_from_slice(text.as_bytes());
}

#[cfg(feature = "lua")]
fn take_text<'a>(from: &mut Reader<'a>) -> Result<&'a str, SaveError> {
    let len = u32::take(from)? as usize;
    let bytes = from.take(len)?;
    std::str::from_utf8(bytes).map_err(|_| from.wrong("text"))
}
