//! Changes of player.

use super::moves::bits;
use super::{Flow, Machine};
use crate::game::action::{Offer, Slot};
use crate::game::piece::{Piece, Status};
use crate::game::state::{NOBODY, Stage};
use crate::plugin::{OnSubstitution, Record as _, Ruling, SubStage, SubValue, Window};
use crate::record::Event;
use crate::{Side, Token};

/// Place in the squad of the first bench player.
pub(super) const FIRST_ON_BENCH: u8 = Slot::PER_SIDE as u8;
/// Bench players a change can name.
const BENCH: usize = 5;

impl Machine<'_> {
    fn change_question(&self, stage: SubStage, side: Side, window: Window, keepers: usize) -> OnSubstitution {
        let state = self.state();
        OnSubstitution {
            stage,
            side: self.role(side),
            window,
            used: state.changes[side.index()].into(),
            minute: self.minute().into(),
            keeper_off: self.keeper(side).is_none() && self.keeper_sent_off(side).is_some(),
            keepers: keepers as i32,
            reserve: false,
        }
    }

    /// Asks a side whether it changes players; false when it cannot.
    pub(super) fn offer_changes(&mut self, side: Side, window: Window) -> Result<bool, super::MatchError> {
        let keepers = self.keepers(side);
        let question = self.change_question(SubStage::May, side, window, keepers);
        let ruled = self.ask(question, &[None, None])?;
        let may: SubValue = ruled.answer.value();
        let most = may.max.clamp(0, 5) as u8;
        if most == 0 {
            return Ok(false);
        }
        let state = self.state_mut();
        state.stoppage.window = window;
        state.stoppage.may_change = most;
        state.stoppage.must_change = may.min.clamp(0, i32::from(most)) as u8;
        self.offer_change(side)
    }

    fn keepers(&self, side: Side) -> usize {
        self.keeper_slots(side).count_ones() as usize
    }

    /// The slots of a side whose tokens have the keeper's skill, a bit each.
    fn keeper_slots(&self, side: Side) -> u16 {
        self.slots(side, |piece| piece.on_pitch() && self.rules.is_keeper(piece))
    }

    /// The keeper of a side who was sent off, if one was.
    fn keeper_sent_off(&self, side: Side) -> Option<Token> {
        let gone = |t: &Token| self.state().piece(*t).status == Status::SentOff;
        Token::of(side).find(|t| gone(t) && self.rules.is_keeper(self.state().piece(*t)))
    }

    /// The slots whose tokens may leave for the reserve keeper, a bit each.
    fn reserve_slots(&mut self, side: Side) -> Result<u32, super::MatchError> {
        if self.keepers(side) > 0 || self.keeper_sent_off(side).is_none() {
            return Ok(0);
        }
        let question = self.change_question(SubStage::May, side, self.state().stoppage.window, 1);
        let may: SubValue = self.ask(question, &[None, None])?.answer.value();
        if may.max == 0 || may.refused || !may.reserve_keeper {
            return Ok(0);
        }
        Ok(self.slots(side, Piece::on_pitch).into())
    }

    /// The places on the bench of a side that are taken, a bit each: those of field players, then those of keepers.
    fn bench_places(&self, side: Side) -> [u8; 2] {
        let mut places = [0; 2];
        for place in 0..BENCH as u8 {
            let piece = self.state().piece(Token::new(side, FIRST_ON_BENCH + place));
            if piece.status == Status::Bench {
                places[usize::from(self.rules.is_keeper(piece))] |= 1 << place;
            }
        }
        places
    }

    /// Makes the change of players the pending decision; false when no pair is allowed.
    fn offer_change(&mut self, side: Side) -> Result<bool, super::MatchError> {
        let window = self.state().stoppage.window;
        let keepers = self.keeper_slots(side);
        let others = self.slots(side, Piece::on_pitch) & !keepers;
        let bench = self.bench_places(side);
        let mut changes = 0u64;
        // Only whether a keeper leaves or comes on matters to the referee: four cases, each asked once.
        for (leaves, slots) in [others, keepers].into_iter().enumerate().filter(|(_, slots)| *slots != 0) {
            let mut allowed = 0;
            for (comes, places) in bench.into_iter().enumerate().filter(|(_, places)| *places != 0) {
                let after = keepers.count_ones() as usize - leaves + comes;
                let question = self.change_question(SubStage::May, side, window, after);
                let may: SubValue = self.ask(question, &[None, None])?.answer.value();
                allowed |= if may.max > 0 && !may.refused { places } else { 0 };
            }
            bits(slots).for_each(|slot| changes |= u64::from(allowed) << (slot * BENCH));
        }
        let reserve = self.reserve_slots(side)?;
        if changes == 0 && reserve == 0 {
            return Ok(false);
        }
        let must = self.state().stoppage.must_change > 0;
        let legal = self.decide(side, Stage::Change);
        legal.changes = changes;
        legal.tokens = reserve;
        if !must {
            legal.offers = 1 << Offer::Decline as u32;
        }
        Ok(true)
    }

    /// The clause under which a side changes players here; none when nobody lets it.
    pub(super) fn changes_clause(&mut self, side: Side) -> Option<String> {
        self.allowed_by(side).ok()?.and_then(|ruling| self.clause(ruling))
    }

    /// Who said how many players a side may change here.
    fn allowed_by(&mut self, side: Side) -> Result<Option<Ruling>, super::MatchError> {
        let window = self.state().stoppage.window;
        let question = self.change_question(SubStage::May, side, window, self.keepers(side));
        let ruled = self.ask(question, &[None, None])?;
        Ok(ruled.author::<SubValue>("max").or(Some(ruled.ruling())))
    }

    /// The clause that refuses to let one token leave for another.
    pub(super) fn change_refused_by(&mut self, side: Side, off: Token, on: Token) -> Option<String> {
        let keeper = |t: Token| usize::from(self.rules.is_keeper(self.state().piece(t)));
        let keepers = self.keepers(side) - keeper(off) + keeper(on);
        let question = self.change_question(SubStage::May, side, self.state().stoppage.window, keepers);
        let ruled = self.ask(question, &[None, None]).ok()?;
        let refused = SubValue::FIELDS.iter().position(|f| f.name == "refused")?;
        self.clause(ruled.answer.author(refused).unwrap_or(ruled.ruling()))
    }

    /// One token leaves, a bench player takes its slot and its cell.
    pub(super) fn change(&mut self, slot: usize, place: u8) -> Flow {
        let side = self.state().to_act;
        let Some(off) = self.state().slot(side, slot) else { return Ok(()) };
        let on = Token::new(side, FIRST_ON_BENCH + place);
        let allowed_by = if self.recording() { self.allowed_by(side)? } else { None };
        let state = self.state_mut();
        let leaving = *state.piece(off);
        *state.piece_mut(on) = Piece {
            status: Status::Pitch,
            cell: leaving.cell,
            dx: leaving.dx,
            dy: leaving.dy,
            spot: leaving.spot,
            ..*state.piece(on)
        };
        state.lineup[side.index()][slot] = on.member();
        self.changed(side, off, on, allowed_by, false)
    }

    /// One token leaves for the reserve keeper, who takes the shirt and the slot of the keeper that was sent off.
    pub(super) fn reserve_keeper(&mut self, slot: usize) -> Flow {
        let side = self.state().to_act;
        let (Some(off), Some(on)) = (self.state().slot(side, slot), self.keeper_sent_off(side)) else { return Ok(()) };
        let allowed_by = if self.recording() { self.allowed_by(side)? } else { None };
        let state = self.state_mut();
        let leaving = *state.piece(off);
        let tired = state.piece(on).team_active;
        *state.piece_mut(on) = Piece {
            status: Status::Pitch,
            cell: leaving.cell,
            dx: leaving.dx,
            dy: leaving.dy,
            spot: leaving.spot,
            team_active: tired,
            ..Piece::ABSENT
        };
        let lineup = &mut state.lineup[side.index()];
        lineup[slot] = NOBODY;
        if !lineup.contains(&on.member()) {
            lineup[slot] = on.member();
        }
        self.changed(side, off, on, allowed_by, true)
    }

    /// A token has left for another: it counts, and the plugins are told.
    fn changed(&mut self, side: Side, off: Token, on: Token, allowed_by: Option<Ruling>, reserve: bool) -> Flow {
        let state = self.state_mut();
        let off_piece = state.piece_mut(off);
        off_piece.status = Status::TakenOff;
        off_piece.cell = None;
        state.changes[side.index()] += 1;
        state.clock.changes += 1;
        self.play.tally.changes[side.index()] += 1;
        let window = self.state().stoppage.window;
        let question =
            OnSubstitution { reserve, ..self.change_question(SubStage::Made, side, window, self.keepers(side)) };
        let ruled = self.ask(question, &[Some(off), Some(on)])?;
        let made: SubValue = ruled.answer.value();
        let author = if ruled.ruling().clause == Ruling::NO_CLAUSE { allowed_by } else { None };
        self.log_with(&ruled, author, |_| Event::Substitution { side, off, on });
        let stoppage = &mut self.state_mut().stoppage;
        if made.setup && !stoppage.sub_called {
            // What was a throw-in is a set-up now, in which the other side is asked anew.
            stoppage.sub_called = true;
            stoppage.offered = 1 << side.index();
        }
        stoppage.may_change -= 1;
        stoppage.must_change = stoppage.must_change.saturating_sub(1);
        if stoppage.may_change > 0 && self.offer_change(side)? {
            return Ok(());
        }
        self.changes_done()
    }

    pub(super) fn changes_done(&mut self) -> Flow {
        self.state_mut().stoppage.may_change = 0;
        self.setup_step()
    }
}
