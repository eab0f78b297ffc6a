//! Changes of player.

use super::sight::{Man, Sight};
use crate::Token;
use crate::game::{Action, Offer, Slot};
use crate::plugin::Window;

/// From this minute on players are changed.
const FIRST_CHANGES: u16 = 55;
/// From this minute on the score decides who comes on.
const LAST_CHANGES: u16 = 72;
/// Places on the bench that a change can name.
const BENCH: usize = 5;

impl Sight<'_> {
    /// One change, or none.
    pub(super) fn change(&self) -> Action {
        let none = Action::Take(Offer::Decline);
        let legal = &self.state().legal;
        let must = legal.offers >> Offer::Decline as u32 & 1 == 0;
        // A change at a throw-in turns it into a set-up for both; that is rarely what we want.
        let wait = self.minute() < FIRST_CHANGES || self.state().stoppage.window == Window::ThrowIn;
        if wait && !must {
            return none;
        }
        let made = self.state().changes[self.me.index()];
        let mut best: Option<(i32, Action)> = None;
        for man in self.ours.iter().filter(|m| !m.keeper) {
            for place in 0..BENCH {
                if legal.changes >> (BENCH * man.slot + place) & 1 == 0 {
                    continue;
                }
                let on = Token::new(self.me, (Slot::PER_SIDE + place) as u8);
                let gain = self.gain(man, on) - 2 * i32::from(made);
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

    /// What a change is worth: a booked player goes first, then those who kicked most, then what the score asks for.
    fn gain(&self, off: &Man, on: Token) -> i32 {
        let piece = self.piece(off.token);
        let comes = self.piece(on).skills();
        let like = comes.0 & off.skills.0 != 0;
        let booked = 6 * i32::from(piece.cautions.min(2));
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
        booked + tired + score
    }
}
