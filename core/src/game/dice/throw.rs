//! The tries of a turn.

use super::Machine;
use crate::game::action::Offer;
use crate::game::error::MatchError;
use crate::game::machine::Flow;
use crate::game::state::Stage;
use crate::plugin::{
    Cause, DuelKind, FoulValue, INTENTS, KickValue, OnFoul, OnKick, OnRoll, Restart, RollAnswer, RollQuestion,
};
use crate::record::Event;
use crate::rules::MAX_DICE;
use crate::{Side, Token};

impl Machine<'_> {
    /// Asks what may be done: throw which dice, claim what lies there, or stop.
    pub(super) fn offer_throw(&mut self) -> Flow {
        let side = self.side();
        let player = self.player(side);
        let ruled = self.ask(self.declaration(), &[Some(player)])?;
        let (mut throws, mut offers) = (0u32, 0u32);
        for named in ruled.answer.grants.iter().filter(|n| !n.grant.refused) {
            match INTENTS.get(usize::from(named.name)).copied() {
                Some("throw") => {
                    let all = self.hand().all();
                    self.hand_mut().all_dice = named.grant.forced;
                    // Bit n stands for the set of dice n: every set but the empty one.
                    throws = if named.grant.forced { 1 << all } else { u32::MAX >> (31 - u32::from(all)) & !1 };
                }
                Some("claim") => offers |= 1 << Offer::Claim as u32,
                Some("stop") => offers |= 1 << Offer::End as u32,
                _ => return Err(self.cannot(&ruled, INTENTS.get(usize::from(named.name)).copied().unwrap_or_default())),
            }
        }
        let legal = self.decide(side, Stage::Throw);
        legal.declare = throws;
        legal.offers = offers;
        Ok(())
    }

    /// Throws a set of dice, a bit each.
    pub(super) fn throw(&mut self, dice: u8) -> Flow {
        let side = self.side();
        let player = self.player(side);
        let question = OnKick {
            tries: self.hand().tries.into(),
            chosen: dice.count_ones() as i32,
            half: self.state().clock.half.into(),
            ..OnKick::default()
        };
        let ruled = self.ask(question, &[Some(player)])?;
        let kick: KickValue = ruled.answer.value();
        let more =
            (kick.dice.clamp(0, MAX_DICE as i32) as u8).min(MAX_DICE as u8 - self.hand().dice.min(MAX_DICE as u8));
        let hand = self.hand_mut();
        let before = hand.all();
        hand.dice += more;
        let thrown = if kick.keep { dice | hand.all() & !before } else { hand.all() };
        let mut faces = self.hand().faces;
        for place in (0..MAX_DICE).filter(|n| thrown >> n & 1 == 1) {
            faces[place] = self.cast(0)?;
        }
        let hand = self.hand_mut();
        hand.faces = faces;
        hand.tries = hand.tries.saturating_add(1);
        hand.all_dice = false;
        hand.combo = 0;
        self.play.tally.throws[side.index()] += 1;
        self.state_mut().turn.kicks = self.state().turn.kicks.saturating_add(1);
        let name = |m: &Machine<'_>, n: usize| m.game.face(0, faces[n]).to_owned();
        self.log_ruled(&ruled, |m| Event::Throw {
            side,
            token: player,
            number: m.hand().tries,
            thrown: (0..MAX_DICE).filter(|n| thrown >> n & 1 == 1).map(|n| name(m, n)).collect(),
            faces: (0..usize::from(m.hand().dice)).map(|n| name(m, n)).collect(),
        });
        self.read(player, thrown)
    }

    /// What the thrown dice mean: first a warning, then a combination.
    fn read(&mut self, player: Token, thrown: u8) -> Flow {
        let hand = *self.hand();
        let all = self.game.hand(hand.shown().iter().copied());
        let new = self.game.hand((0..MAX_DICE).filter(|n| thrown >> n & 1 == 1).map(|n| hand.faces[n]));
        let (shows, matches) = self.game.shown(all);
        let question = |question| OnRoll {
            question,
            faces: all.into(),
            thrown: new.into(),
            tries: hand.tries.into(),
            shows: shows.into(),
            matches: matches.into(),
        };
        let ruled = self.ask(question(RollQuestion::Warning), &[Some(player)])?;
        match RollAnswer::from_index(ruled.word().into()) {
            Some(RollAnswer::Yes) => {
                self.log_ruled(&ruled, |_| Event::Roll { question: RollQuestion::Warning, verdict: "yes".to_owned() });
                self.warn(player.side())?;
            }
            Some(RollAnswer::No) => {}
            _ => return Err(self.cannot(&ruled, "none")),
        }
        let ruled = self.ask(question(RollQuestion::Combination), &[Some(player)])?;
        let combo = ruled.word().saturating_sub(RollAnswer::None as u8);
        if ruled.word() < RollAnswer::None as u8 {
            return Err(self.cannot(&ruled, RollAnswer::ALL[usize::from(ruled.word())].word()));
        }
        self.hand_mut().combo = combo;
        if let Some(name) = self.game.combination(combo).map(|c| c.name.clone()) {
            self.play.tally.combinations[player.side().index()] += 1;
            self.log_ruled(&ruled, |_| Event::Roll { question: RollQuestion::Combination, verdict: name });
        }
        self.offer_throw()
    }

    /// A side is warned: the referee prices it, the engine does just that.
    pub(super) fn warn(&mut self, side: Side) -> Flow {
        let offender = Self::captain(side);
        let question = OnFoul {
            cause: Cause::Warning,
            kind: if side == self.side() { DuelKind::default() } else { DuelKind::Stop },
            side: self.role(side),
            offender: Some(offender),
            cautions: self.state().piece(offender).cautions.into(),
            ..OnFoul::default()
        };
        let ruled = self.ask(question, &[Some(offender), None])?;
        let price: FoulValue = ruled.answer.value();
        let card = price.card.filter(|_| !price.void);
        let cautions = if price.void { 0 } else { price.cautions.clamp(0, 9) as u8 };
        let lost = price.lose_turn && !price.void;
        let state = self.state_mut();
        state.piece_mut(offender).cautions = state.piece(offender).cautions.saturating_add(cautions);
        if lost {
            let turns = &mut self.hand_mut().lost[side.index()];
            *turns = turns.saturating_add(1);
        }
        let tally = &mut self.play.tally;
        tally.fouls[side.index()] += 1;
        tally.cards[side.index()] += u32::from(card.is_some());
        tally.sent_off[side.index()] += u32::from(lost);
        self.log_ruled(&ruled, |m| Event::Foul {
            offender: Some(offender),
            victim: None,
            cause: Cause::Warning,
            restart: Restart::None,
            spot: m.name(m.state().ball.cell),
            card: card.and_then(|c| m.rules.vocabulary.cards.get(usize::from(c.0)).cloned()),
            cautions,
            sent_off: lost,
        });
        Ok(())
    }

    /// The face, from 1, of one die of a kind: chance, or the next of a scenario.
    fn cast(&mut self, die: usize) -> Result<u8, MatchError> {
        let kind = &self.game.dice[die];
        let play = &mut *self.play;
        let sides = kind.faces.len() as u8;
        let face = match &mut play.script {
            None => super::die(play.state.seed, play.state.dice, sides),
            Some(script) => script.die(&kind.name, sides, &kind.faces).map_err(MatchError::Script)?,
        };
        play.state.dice += 1;
        play.state.face = face;
        Ok(face)
    }
}
