//! A combination is claimed: what decides, doubles and stops it.

use super::Machine;
use crate::Side;
use crate::game::action::Offer;
use crate::game::machine::{Flow, Ruled};
use crate::game::state::Stage;
use crate::plugin::{DuelAnswer, DuelKind, FlightAnswer, Moment, OFFERS, OnAbility, OnDuel, OnFlight, Role, Ruling};
use crate::record::Event;

impl Machine<'_> {
    pub(super) fn role(&self, side: Side) -> Role {
        if side == self.side() { Role::Attack } else { Role::Defence }
    }

    /// The combination on the table is claimed.
    pub(super) fn claim(&mut self) -> Flow {
        let combo = self.hand().combo;
        let hand = self.hand_mut();
        hand.combo = 0;
        hand.claimed = combo;
        hand.doubled = false;
        let goals = self.game.combination(combo).map_or(0, |c| c.goals);
        self.play.tally.claims[self.side().index()] += 1;
        self.shoot(goals)
    }

    /// The chance is taken: does it come off?
    pub(super) fn shoot(&mut self, goals: u8) -> Flow {
        let side = self.side();
        let player = self.player(side);
        let question =
            OnFlight { combo: self.hand().claimed.into(), shootout: self.in_shootout(), ..OnFlight::default() };
        let ruled = self.ask(question, &[Some(player), None])?;
        let answer = FlightAnswer::from_index(ruled.word().into()).unwrap_or(FlightAnswer::Miss);
        self.log_ruled(&ruled, |_| Event::Flight { outcome: answer.word().to_owned() });
        match answer {
            FlightAnswer::Goal => self.hand_mut().goals = goals,
            FlightAnswer::Miss => self.hand_mut().goals = 0,
            _ => return Err(self.cannot(&ruled, answer.word())),
        }
        if self.hand().goals == 0 {
            return self.turn_over();
        }
        self.play.tally.on_target[side.index()] += 1;
        self.offer_double()
    }

    fn goal_made(&mut self, side: Side) -> Result<Ruled, super::MatchError> {
        let hand = self.hand();
        let question = OnAbility {
            moment: Moment::GoalMade,
            side: self.role(side),
            home: side == Side::Home,
            combo: hand.claimed.into(),
            absent: self.absent(side),
            shootout: self.in_shootout(),
            ..OnAbility::default()
        };
        let player = self.player(side);
        self.ask(question, &[Some(player), None, None])
    }

    /// Whether the turn of a side in this round is lost.
    fn absent(&self, side: Side) -> bool {
        let hand = self.hand();
        let to_come = side != self.side() && side != self.state().opener;
        hand.out[side.index()] || to_come && hand.lost[side.index()] > 0
    }

    /// May the one who made the goal try for more?
    fn offer_double(&mut self) -> Flow {
        let side = self.side();
        let ruled = self.goal_made(side)?;
        let Some(forced) = self.offered(&ruled, side, "double") else { return self.offer_stop() };
        let decline = u32::from(!forced) << Offer::Decline as u32;
        self.decide(side, Stage::Double).offers = 1 << Offer::Double as u32 | decline;
        Ok(())
    }

    /// May the other side try to stop it?
    pub(super) fn offer_stop(&mut self) -> Flow {
        let side = self.side().other();
        let ruled = self.goal_made(side)?;
        let Some(forced) = self.offered(&ruled, side, "stop") else { return self.goals_stand() };
        let decline = u32::from(!forced) << Offer::Decline as u32;
        self.decide(side, Stage::Stop).offers = 1 << Offer::Stop as u32 | decline;
        Ok(())
    }

    /// Whether an offer is made to a side, and must be taken; a ruling that makes none is logged too.
    fn offered(&mut self, ruled: &Ruled, side: Side, offer: &str) -> Option<bool> {
        let named = |g: &&crate::plugin::NamedGrant| OFFERS.get(usize::from(g.name)) == Some(&offer);
        let grant = ruled.answer.grants.iter().filter(|g| !g.grant.refused).find(named).map(|g| g.grant);
        if ruled.ruling().clause != Ruling::NO_CLAUSE {
            self.log_ruled(ruled, |m| Event::Offered {
                side,
                token: m.player(side),
                moment: Moment::GoalMade.word().to_owned(),
                offers: grant.iter().map(|_| offer.to_owned()).collect(),
            });
        }
        grant.map(|g| g.forced)
    }

    fn duel(&mut self, kind: DuelKind, side: Side) -> Result<DuelAnswer, super::MatchError> {
        let (by, against) = (self.player(side), self.player(side.other()));
        let question = OnDuel {
            kind,
            side: self.role(side),
            by: Some(by),
            against: Some(against),
            goals: self.hand().goals.into(),
            shootout: self.in_shootout(),
            ..OnDuel::default()
        };
        let ruled = self.ask(question, &[Some(by), Some(against)])?;
        let outcome = DuelAnswer::from_index(ruled.word().into()).unwrap_or(DuelAnswer::Void);
        self.log_ruled(&ruled, |_| Event::Duel { kind, by, against: Some(against), outcome, totals: None });
        Ok(outcome)
    }

    /// Double or nothing.
    pub(super) fn double(&mut self) -> Flow {
        let side = self.side();
        self.play.tally.doubles[side.index()] += 1;
        self.hand_mut().doubled = true;
        let won = self.duel(DuelKind::Double, side)? == DuelAnswer::Won;
        let hand = self.hand_mut();
        hand.goals = if won { hand.goals.saturating_mul(2) } else { 0 };
        self.play.tally.doubled[side.index()] += u32::from(won);
        if won { self.offer_stop() } else { self.turn_over() }
    }

    /// The other side throws its die against the goal.
    pub(super) fn stop(&mut self) -> Flow {
        let side = self.side().other();
        self.play.tally.stops[side.index()] += 1;
        match self.duel(DuelKind::Stop, side)? {
            DuelAnswer::Won => {
                self.play.tally.stopped[side.index()] += 1;
                let hand = self.hand_mut();
                hand.goals = hand.goals.saturating_sub(1);
            }
            DuelAnswer::Foul => self.warn(side)?,
            DuelAnswer::Lost | DuelAnswer::Turnover | DuelAnswer::Void => {}
        }
        self.goals_stand()
    }

    /// What is left of the claim is scored.
    pub(super) fn goals_stand(&mut self) -> Flow {
        let side = self.side();
        let goals = self.hand().goals;
        if self.in_shootout() {
            if goals > 0 {
                self.hand_mut().shootout.score(side, goals);
                self.log(|m| Event::Shootout { side, total: m.hand().shootout.goals });
            }
            return self.turn_over();
        }
        let scorer = Some(self.player(side));
        for _ in 0..goals {
            self.score(side, scorer, false)?;
        }
        self.turn_over()
    }
}
