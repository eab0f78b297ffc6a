//! What a plugin does to the match, as data: a remembered answer does it again.

use super::desk::Desk;
use super::query::Whom;
use super::{Down, Hook, HookError, Scope};
use crate::game::{Piece, Play, Status, dice};
use crate::record::{Entry, Event, RulingNote, note};
use crate::{Side, Token};
use std::rc::Rc;

/// One effect of a layer of the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Rolls a die.
    Roll {
        /// Which layer.
        layer: u8,
        /// What for.
        label: Rc<str>,
        /// With so many sides.
        sides: u8,
        /// The ruleset's die with named faces, by its place in the list.
        die: Option<u8>,
    },
    /// Writes a slot, by its place in the stack, one of its values.
    Set {
        /// Which slot.
        slot: u16,
        /// Which value of it.
        index: u8,
        /// What to write.
        value: i64,
    },
    /// Sets the cautions of a token.
    Caution(Token, u8),
    /// Sets the turns that a side is to lose.
    Suspend(Side, u8),
    /// Lays a token down.
    Lay(Whom),
    /// Tells what both sides of a duel came to.
    Totals(u8, u8),
    /// Bounds the moves of a token.
    Limit(Token, u8),
    /// Bounds the sections that count of a token.
    Active(Token, u8),
    /// Bounds the sections that count of a whole side.
    TeamActive(Side, u8),
    /// Gives a token these sections.
    Sections(Token, [u8; Piece::SECTIONS]),
    /// Leaves a player out of the match.
    Absent {
        /// Which layer.
        layer: u8,
        /// Who.
        token: Token,
        /// Why.
        reason: Rc<str>,
        /// The sections of whoever takes the shirt of an only keeper.
        stand_in: Option<[u8; Piece::SECTIONS]>,
    },
    /// Writes a line into the log.
    Note {
        /// Which layer.
        layer: u8,
        /// The line.
        text: Rc<str>,
        /// The clause behind it, by its place in the stack.
        clause: Option<u16>,
        /// Whom it is about.
        about: Option<Whom>,
    },
}

impl Effect {
    /// Whether a log has a line of it.
    pub(super) fn is_told(&self) -> bool {
        matches!(self, Effect::Roll { .. } | Effect::Note { .. })
    }

    /// Does it; a die gives its face, everything else 0.
    ///
    /// # Errors
    /// When the script of a scenario has another die next, or none.
    pub(super) fn perform(
        &self,
        desk: &Desk,
        hook: Hook,
        who: &[Option<Token>],
        play: &mut Play,
    ) -> Result<i64, HookError> {
        match self {
            Effect::Roll { layer, label, sides, die } => {
                let dice = desk.vocabulary.dice.as_ref();
                let faces = die.zip(dice).map(|(n, d)| d.dice[usize::from(n)].faces.as_slice()).unwrap_or_default();
                let face = roll(play, label, *sides, faces)?;
                record(play, || Event::Die {
                    label: label.to_string(),
                    sides: *sides,
                    face,
                    name: faces.get(usize::from(face) - 1).cloned(),
                    hook: hook.info().name.to_owned(),
                    plugin: desk.layer_name(*layer),
                });
                return Ok(face.into());
            }
            Effect::Set { slot, index, value } => {
                let slot = &desk.stack.slots()[usize::from(*slot)];
                let index = usize::from(*index);
                if slot.read(&play.state.slots, index) != *value {
                    slot.write(&mut play.state.slots, index, *value);
                    let scope = slot.decl.scope;
                    record(play, || Event::Slot {
                        plugin: slot.decl.plugin.clone(),
                        slot: slot.decl.name.clone(),
                        who: Token::from_index(index).filter(|_| scope == Scope::Player),
                        side: Side::BOTH.get(index).copied().filter(|_| scope == Scope::Side),
                        value: *value,
                    });
                }
            }
            Effect::Lay(whom) => {
                if let Some(token) = whom.token(who) {
                    play.state.piece_mut(token).lay(Down::Beaten);
                    record(play, || Event::LaidDown { token });
                }
            }
            Effect::Totals(by, against) => play.state.duel.totals = [*by, *against],
            Effect::Caution(token, count) => play.state.piece_mut(*token).cautions = *count,
            Effect::Suspend(side, turns) => play.state.own.hand_mut().lost[side.index()] = *turns,
            Effect::Limit(token, cells) => play.state.piece_mut(*token).limit = *cells,
            Effect::Active(token, sections) => play.state.piece_mut(*token).active = *sections,
            Effect::TeamActive(side, sections) => {
                for token in Token::of(*side) {
                    play.state.piece_mut(token).team_active = *sections;
                }
            }
            Effect::Sections(token, sections) => play.state.piece_mut(*token).sections = *sections,
            Effect::Absent { layer, token, reason, stand_in } => {
                if play.state.piece(*token).status == Status::Absent {
                    return Ok(0);
                }
                let keeps = |t: &Token| desk.keeps(play.state.piece(*t));
                let only = keeps(token) && Token::of(token.side()).filter(keeps).count() == 1;
                let stand_in = stand_in.filter(|_| only);
                let piece = play.state.piece_mut(*token);
                match stand_in {
                    Some(sections) => piece.sections = sections,
                    None => piece.status = Status::Absent,
                }
                let (token, reason, stand_in) = (*token, reason.to_string(), stand_in.is_some());
                record(play, || Event::Absent { token, reason, plugin: desk.layer_name(*layer), stand_in });
            }
            Effect::Note { layer, text, clause, about } => {
                let plugin = desk.layer_name(*layer);
                let ruling =
                    clause.map(|id| note::bare(hook, desk.stack.clause(id).into(), plugin.as_str().into(), *layer));
                let who = about.and_then(|whom| whom.token(who));
                record_ruled(play, ruling, || Event::Note { plugin, text: text.to_string(), who });
            }
        }
        Ok(0)
    }
}

/// The next die of the match, or of the scenario's script.
fn roll(play: &mut Play, label: &str, sides: u8, faces: &[String]) -> Result<u8, HookError> {
    let state = &mut play.state;
    let face = match play.script.as_mut() {
        None => dice::die(state.seed, state.dice, sides),
        Some(script) => script.die(label, sides, faces).map_err(HookError::Script)?,
    };
    state.dice += 1;
    if state.face == 0 {
        state.face = face;
    }
    Ok(face)
}

/// Logs an event; the closure runs only if a log is kept.
fn record(play: &mut Play, event: impl FnOnce() -> Event) {
    record_ruled(play, None, event);
}

/// Logs an event with the ruling behind it.
fn record_ruled(play: &mut Play, ruling: Option<RulingNote>, event: impl FnOnce() -> Event) {
    if let Some(recorder) = play.recorder.as_mut() {
        let (clock, turn) = (play.state.clock, play.state.turn);
        recorder.event(Entry {
            half: clock.half,
            tick: clock.tick,
            turn: turn.number,
            phase: turn.phase,
            event: event(),
            ruling,
        });
    }
}
