//! P1 up to the flick: intent, keeper, aim.

use super::{Flow, Machine};
use crate::board::{Cell, CellSet, Spot};
use crate::game::action::{Intent, KeeperPose, Offer};
use crate::game::legal::AimAt;
use crate::game::permit::Permit;
use crate::game::state::Stage;
use crate::kick::{Pose, Technique};
use crate::plugin::{
    Dribble, FirstTime, GrantPose, Hook, INTENTS, KeeperAt, Kind, Moment, NamedGrant, OnDeclare, OnSave, Part, Restart,
    Ruling,
};
use crate::record::Event;
use crate::{Side, Token};

impl Machine<'_> {
    /// Asks what the carrier may do with the ball.
    pub(super) fn offer_declaration(&mut self) -> Flow {
        let Some((question, kicker)) = self.declaration() else { return Ok(()) };
        let ruled = self.ask(question, &[Some(kicker)])?;
        let mut declare = 0;
        for named in ruled.answer.grants.iter().filter(|n| !n.grant.refused) {
            if let Some(intent) = intent_of(named) {
                declare |= u32::from(named.grant.techniques) << (3 * intent as u8);
            }
        }
        self.decide(kicker.side(), Stage::Declare).declare = declare;
        Ok(())
    }

    /// The question put to `on_declare` now.
    pub(super) fn declaration(&self) -> Option<(OnDeclare, Token)> {
        let state = self.state();
        let kicker = state.ball.carrier?;
        let side = kicker.side();
        let cell = state.piece(kicker).cell?;
        let keeper_out = self
            .keeper(side.other())
            .and_then(|k| state.piece(k).cell)
            .is_some_and(|at| !self.in_attacked_area(at, side));
        let question = OnDeclare {
            skills: self.skills(kicker),
            band: self.band(cell, side),
            zone: self.zone(cell, side),
            near_crossing: self.near_crossing(cell, side),
            restart: state.kick.restart,
            first_time: state.turn.first_time,
            shots: state.turn.shots.into(),
            crosses: state.turn.crosses.into(),
            keeper_out,
            header: state.kick.header,
            keeper: self.keeps(kicker),
            source: state.ball.source,
            from_mate: state.ball.from_mate,
            kicks: state.turn.kicks.into(),
            shared: self.companion(kicker).is_some(),
            guarded: self.stands_beside(side.other(), cell),
            beaten: state.kick.beaten,
            in_hand: state.ball.in_hand,
            ..OnDeclare::default()
        };
        Some((question, kicker))
    }

    pub(super) fn declared(&mut self, intent: Intent, technique: Technique) -> Flow {
        let state = self.state();
        let Some(kicker) = state.ball.carrier.filter(|k| state.piece(*k).cell.is_some()) else { return Ok(()) };
        if let Some((question, _)) = self.recording().then(|| self.declaration()).flatten() {
            let ruled = self.ask(question, &[Some(kicker)])?;
            let allows =
                |g: &&NamedGrant| intent_of(g) == Some(intent) && g.grant.techniques >> technique as u8 & 1 == 1;
            let author = ruled.answer.grants.iter().find(allows).map(|g| g.grant.ruling);
            self.log_with(&ruled, author, |_| Event::Declared { token: kicker, intent, technique });
        }
        let passer = self.passer(kicker);
        let beaten = self.state().kick.beaten && intent == Intent::Shot;
        let state = self.state_mut();
        state.kick.passer = passer;
        state.kick.kicker = Some(kicker);
        state.kick.technique = technique;
        state.kick.rod = false;
        state.kick.intent = intent;
        state.kick.dribble = Dribble::None;
        state.kick.round = false;
        state.kick.beaten = beaten;
        state.kick.noted = false;
        state.kick.edged = 0;
        state.kick.tied = false;
        state.kick.part = Part::Declared;
        state.kick.kind = match intent {
            Intent::Pass => Kind::Pass,
            Intent::Advance | Intent::Dribble => Kind::Advance,
            Intent::Cross => Kind::Cross,
            Intent::Shot => Kind::Shot,
        };
        match state.kick.kind {
            Kind::Cross => state.turn.crosses += 1,
            // Going round the keeper and the shot that follows are one shot.
            Kind::Shot if !beaten => state.turn.shots += 1,
            _ => {}
        }
        self.next_part()
    }

    /// Goes on to the next part of a declared kick in which somebody has a say.
    pub(super) fn next_part(&mut self) -> Flow {
        let Some(kicker) = self.state().kick.kicker else { return Ok(()) };
        let (kind, side) = (self.state().kick.kind, kicker.side());
        loop {
            let part = Part::from_index(self.state().kick.part as usize + 1).unwrap_or(Part::Aim);
            self.state_mut().kick.part = part;
            let asked = match part {
                Part::AttackSteps if self.state().kick.intent == Intent::Dribble => self.offer_opponent(kicker),
                Part::AttackSteps if kind == Kind::Cross => self.offer_steps(Moment::CrossDeclared, side)?,
                Part::DefenceSteps if kind == Kind::Cross => self.offer_steps(Moment::CrossDeclared, side.other())?,
                Part::Slide if self.is_first_time() => self.offer_slide(kicker)?,
                Part::Keeper if kind == Kind::Shot => return self.prepare_keeper(kicker),
                Part::Ready if kind == Kind::Shot => self.offer_round(kicker)?,
                Part::Declared | Part::AttackSteps | Part::DefenceSteps | Part::Slide | Part::Keeper | Part::Ready => {
                    false
                }
                _ => {
                    self.offer_aim(side);
                    true
                }
            };
            if asked {
                return Ok(());
            }
        }
    }

    /// The declared cross or shot is the first-touch action that opened this P1, and not the end of a dribble.
    fn is_first_time(&self) -> bool {
        let state = self.state();
        let fits = matches!(
            (state.kick.kind, state.turn.first_time),
            (Kind::Cross, FirstTime::Cross) | (Kind::Shot, FirstTime::Shot)
        );
        fits && !state.kick.beaten
    }

    /// The teammate whose kick reached the carrier.
    pub(super) fn passer(&self, carrier: Token) -> Option<Token> {
        let state = self.state();
        state.kick.kicker.filter(|k| state.ball.from_mate && *k != carrier && k.side() == carrier.side())
    }

    fn offer_aim(&mut self, side: Side) {
        let aim = if self.state().kick.kind == Kind::Shot { AimAt::Goal } else { AimAt::Pitch };
        self.decide(side, Stage::Aim).aim = aim;
    }

    /// The question put to `on_save` for a shot of `shooter`.
    pub(super) fn save_question(&self, shooter: Token) -> OnSave {
        let state = self.state();
        let side = shooter.side();
        let keeper = self.keeper(side.other());
        let keeper_at = match keeper.and_then(|k| state.piece(k).cell) {
            Some(cell) if self.rules.small_area(state.attacks(side)).contains(cell) => KeeperAt::GoalArea,
            Some(cell) if self.in_attacked_area(cell, side) => KeeperAt::Area,
            _ => KeeperAt::Outside,
        };
        OnSave {
            shooter: Some(shooter),
            skills: self.skills(shooter),
            keeper,
            keeper_skills: keeper.map(|k| self.skills(k)).unwrap_or_default(),
            from_area: state.piece(shooter).cell.is_some_and(|c| self.in_attacked_area(c, side)),
            keeper_at,
            header: state.kick.header,
            first_time: state.turn.first_time,
            penalty: state.kick.restart == Restart::Penalty,
            beaten: state.kick.beaten,
        }
    }

    fn prepare_keeper(&mut self, shooter: Token) -> Flow {
        let question = self.save_question(shooter);
        let keeper = question.keeper;
        let ruled = self.ask(question, &[Some(shooter), keeper])?;
        let (Some(keeper), true) = (keeper, ruled.answer.grants.iter().any(|g| !g.grant.refused)) else {
            return self.no_preparation();
        };
        // Where the rod is open it is what he is offered; the rest says what else he may do, or may not.
        let rod = ruled.answer.grants.iter().map(|g| g.grant).find(|g| g.rod && !g.refused);
        self.log_with(&ruled, rod.map(|grant| grant.ruling), |_| Event::Offered {
            side: keeper.side(),
            token: keeper,
            moment: "save".to_owned(),
            offers: vec!["keeper".to_owned()],
        });
        self.set_permits(Hook::OnSave, keeper.side(), &ruled.answer.grants)?;
        let cells = self.reach_of(keeper);
        let legal = self.decide(keeper.side(), Stage::KeeperCell);
        legal.cells = cells;
        legal.poses = u8::from(rod.is_some()) << KeeperPose::Rod as u8;
        legal.offers = 1 << Offer::Decline as u32;
        Ok(())
    }

    /// The keeper's coach has named a cell: which poses go with it?
    pub(super) fn keeper_cell(&mut self, cell: Cell) -> Flow {
        let side = self.state().to_act;
        let Some(keeper) = self.keeper(side) else { return self.no_preparation() };
        let poses = self.poses_in(keeper, cell);
        let spots = self.guard_spots(keeper, cell);
        self.state_mut().kick.token = Some(keeper);
        self.state_mut().kick.guards = None;
        let slot = self.state().slot_of(keeper);
        let legal = self.decide(side, Stage::KeeperPose);
        legal.poses = poses;
        legal.cells = CellSet::single(cell);
        slot.into_iter().for_each(|slot| legal.shifts[slot] = spots);
        Ok(())
    }

    /// The spots of a cell that the keeper may be prepared on, a bit each: none on the goal line.
    fn guard_spots(&self, keeper: Token, cell: Cell) -> u8 {
        if self.prepares_on_line(keeper) {
            return 0;
        }
        let stays = self.state().piece(keeper).cell == Some(cell);
        if stays { self.spots_left(keeper) } else { self.clear_spots(keeper, cell) }
    }

    fn prepares_on_line(&self, keeper: Token) -> bool {
        let slot = self.state().slot_of(keeper);
        self.state().permits().iter().any(|p| p.on_line() && slot.is_some_and(|s| p.is_for(s)))
    }

    /// The keeper's coach has named the spot as well: only the pose is left.
    pub(super) fn keeper_spot(&mut self, spot: Spot) -> Flow {
        self.state_mut().kick.guards = Some(spot);
        self.state_mut().legal.shifts = [0; 11];
        Ok(())
    }

    pub(super) fn keeper_pose(&mut self, pose: KeeperPose) -> Flow {
        let side = self.state().to_act;
        let Some(keeper) = self.keeper(side) else { return self.no_preparation() };
        let from = self.state().piece(keeper).cell;
        let cell = match pose {
            KeeperPose::Rod => from,
            KeeperPose::Stand | KeeperPose::Lie => self.state().legal.cells.first(),
        };
        let Some(cell) = cell else { return self.no_preparation() };
        let author = self.author_of_pose(keeper, cell, pose);
        let enters = pose != KeeperPose::Rod && from != Some(cell) && self.contested(side) == Some(cell);
        if enters && self.rules.mechanics.keeper_enters && !self.entered(keeper, cell)? {
            return Ok(());
        }
        let on_line = self.prepares_on_line(keeper);
        let spot = self.state_mut().kick.guards.take();
        match pose {
            KeeperPose::Rod => self.state_mut().kick.rod = true,
            KeeperPose::Lie => self.state_mut().piece_mut(keeper).pose = Pose::Lying,
            KeeperPose::Stand => self.state_mut().piece_mut(keeper).pose = Pose::Standing,
        }
        self.log_clause(Hook::OnSave, author, |m| Event::Keeper { token: keeper, cell: m.name(cell), pose });
        if pose != KeeperPose::Rod && !on_line {
            match spot {
                Some(spot) => {
                    self.stand(keeper, cell, spot);
                    self.log_clause(Hook::OnSave, author, |m| m.shifted(keeper));
                }
                // Without a word from his coach he stays where he is.
                None if from == Some(cell) => {}
                None => self.guard(keeper, cell),
            }
        }
        self.next_part()
    }

    pub(super) fn no_preparation(&mut self) -> Flow {
        let Some(shooter) = self.state().kick.kicker else { return Ok(()) };
        let side = shooter.side();
        self.log(|_| Event::NoKeeper { side: side.other() });
        self.next_part()
    }

    /// The poses that the permits allow the keeper in a cell, a bit each.
    pub(super) fn poses_in(&self, keeper: Token, cell: Cell) -> u8 {
        let state = self.state();
        let Some(slot) = state.slot_of(keeper) else { return 0 };
        let crowd = self.occupancy(keeper.side());
        let mut poses = 0;
        for permit in state.permits().iter().filter(|p| p.is_for(slot)) {
            if self.permitted(permit, keeper, &crowd).contains(cell) {
                poses |= match permit.pose {
                    GrantPose::Stand => 1 << KeeperPose::Stand as u8,
                    GrantPose::Lie => 1 << KeeperPose::Lie as u8,
                    GrantPose::Either => 1 << KeeperPose::Stand as u8 | 1 << KeeperPose::Lie as u8,
                };
            }
        }
        poses
    }

    /// The clause that allows a pose in a cell.
    pub(super) fn author_of_pose(&self, keeper: Token, cell: Cell, pose: KeeperPose) -> Option<Ruling> {
        let state = self.state();
        let slot = state.slot_of(keeper)?;
        let crowd = self.occupancy(keeper.side());
        let fits = |permit: &&Permit| match pose {
            KeeperPose::Rod => permit.rod(),
            KeeperPose::Stand => permit.pose != GrantPose::Lie && self.permitted(permit, keeper, &crowd).contains(cell),
            KeeperPose::Lie => permit.pose != GrantPose::Stand && self.permitted(permit, keeper, &crowd).contains(cell),
        };
        // The shortest permit says it best: one cell forward is not a dive of up to two.
        state.permits().iter().filter(|p| p.is_for(slot)).filter(fits).min_by_key(|p| p.cells).map(|p| p.ruling)
    }
}

/// Grants of `on_declare` that are about one way to strike a pass.
const STROKES: [(&str, Technique); 2] = [("hands", Technique::Head), ("lift", Technique::Lifted)];

/// What a grant of `on_declare` allows: a ball played by hand is a pass, and so is one that is lifted.
fn intent_of(named: &NamedGrant) -> Option<Intent> {
    match INTENTS.get(usize::from(named.name)) {
        Some(name) if STROKES.iter().any(|(stroke, _)| stroke == name) => Some(Intent::Pass),
        _ => Intent::ALL.get(usize::from(named.name)).copied(),
    }
}

/// The grant that is about nothing but a pass struck like this.
pub(super) fn stroke(intent: Intent, technique: Technique) -> Option<u8> {
    let (name, _) = STROKES.iter().find(|(_, struck)| intent == Intent::Pass && *struck == technique)?;
    INTENTS.iter().position(|word| word == name).map(|at| at as u8)
}
