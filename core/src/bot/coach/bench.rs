//! Changes of player.

use super::sight::{Man, Sight};
use crate::Token;
use crate::game::{Action, Offer, Slot};
use crate::plugin::Window;

/// From this minute on players are changed.
const FIRST_CHANGES: u16 = 55;
/// From this minute on the score decides who comes on.
const LAST_CHANGES: u16 = 72;
/// Minutes before the teams tire in which changes are worth making: half time is a good moment.
const BEFOREHAND: u16 = 15;
/// Changes that give a tired side skills back.
const REFRESHING: u8 = 3;
/// What such a change is worth, beside the other reasons for one.
const WORTH_OF_FRESH_LEGS: i32 = 10;
/// Places on the bench that a change can name.
const BENCH: usize = 5;

impl Sight<'_> {
    /// One change, or none.
    pub(super) fn change(&self) -> Action {
        let none = Action::Take(Offer::Decline);
        let legal = &self.state().legal;
        if let Some(keeper) = self.reserve_keeper() {
            return keeper;
        }
        let must = legal.offers >> Offer::Decline as u32 & 1 == 0;
        // A change at a throw-in turns it into a set-up for both; that is rarely what we want.
        let made = self.state().changes[self.me.index()];
        let tiring = self.book.tiring.is_some_and(|minute| self.minute() + BEFOREHAND >= minute && made < REFRESHING);
        let throw_in = self.state().stoppage.window == Window::ThrowIn && !(tiring && made == 0);
        let wait = (self.minute() < FIRST_CHANGES && !tiring) || throw_in;
        if wait && !must {
            return none;
        }
        let fresh = if tiring { WORTH_OF_FRESH_LEGS } else { 0 };
        let mut best: Option<(i32, Action)> = None;
        for man in self.ours.iter().filter(|m| !m.keeper) {
            for place in 0..BENCH {
                if legal.changes >> (BENCH * man.slot + place) & 1 == 0 {
                    continue;
                }
                let on = Token::new(self.me, (Slot::PER_SIDE + place) as u8);
                let gain = self.gain(man, on) + fresh - 2 * i32::from(made);
                if best.is_none_or(|b| gain > b.0) {
                    best = Some((gain, Action::Change(Slot(man.slot as u8), place as u8)));
                }
            }
        }
        match best {
            Some((gain, action)) if gain > 0 || must => action,
            _ => none,
        }
    }

    /// The reserve keeper comes on, where one may, for the outfield player with the fewest skills.
    fn reserve_keeper(&self) -> Option<Action> {
        let slots = self.state().legal.tokens;
        let may_leave = self.ours.iter().filter(|m| slots >> m.slot & 1 == 1);
        let off = may_leave.min_by_key(|m| (self.piece(m.token).active(), m.skills.0.count_ones(), m.slot))?;
        Some(Action::PickToken(Slot(off.slot as u8)))
    }

    /// What a change is worth: booked and injured players go first, then those who kicked most, then what the score
    /// asks for.
    fn gain(&self, off: &Man, on: Token) -> i32 {
        let piece = self.piece(off.token);
        let comes = self.piece(on).skills();
        let like = comes.0 & off.skills.0 != 0;
        let booked = 6 * i32::from(piece.cautions.min(2));
        let printed = piece.count(true, |s| s != crate::game::Piece::NO_SECTION);
        let hurt = 4 * (printed.min(piece.team_active.into()) as i32 - i32::from(piece.active())).max(0);
        let tired = i32::from(piece.kicks / 4).min(4);
        let late = self.minute() >= LAST_CHANGES;
        let attacks = |skills: crate::plugin::Skills| skills.0 & self.book.shooter.0 != 0;
        let defends = |skills: crate::plugin::Skills| skills.0 & self.book.marker.0 != 0;
        let score = match self.lead() {
            ..=-1 if late && attacks(comes) && defends(off.skills) => 5,
            1.. if late && defends(comes) && attacks(off.skills) => 5,
            _ if like => 0,
            _ => -20,
        };
        // Nobody comes on only to go off again, but for a card or an injury.
        let fresh = if usize::from(off.token.member()) < Slot::PER_SIDE { 0 } else { -WORTH_OF_FRESH_LEGS };
        booked + hurt + tired + score + fresh
    }
}
