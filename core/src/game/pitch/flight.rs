//! The flick, and what becomes of the ball.

use super::{Flow, Machine};
use crate::board::{Board, Cell, CellSet, Point};
use crate::game::action::{AimPoint, GOAL_COLUMNS, GOAL_ROWS};
use crate::game::dice;
use crate::game::error::MatchError;
use crate::game::kick::MAX_TOUCHES;
use crate::game::script::{ScriptedEnd, ScriptedKick};
use crate::game::state::{Stage, State};
use crate::kick::{self, Aim, Draw, Exit, Hand, Keeper, Kick, Obstacle, Pace, Technique};
use crate::plugin::{
    Cause, ExitWord, FlightAnswer, KickValue, Kind, Knocked, MaybeRole, OffsideAnswer, OffsideWhy, OnFlight, OnKick,
    Precise, Restart, Role, Skills, Touched,
};
use crate::record::{Event, PathPoint};
use crate::{Side, Token};

/// What a kick came to, from physics or from a script.
struct Outcome {
    rest: Point,
    exit: Exit,
    touches: [Option<Token>; MAX_TOUCHES],
    path: Vec<PathPoint>,
    knocked: Knocked,
}

/// The tokens of a match, in the ball's way.
struct Standing<'a> {
    state: &'a State,
    board: &'a Board,
    /// Who guards the goal that the ball is kicked at.
    goalkeeper: Option<Token>,
}

impl kick::Crowd for Standing<'_> {
    fn show(&self, way: &kick::Corridor<'_>, mut meet: impl FnMut(Obstacle)) {
        let guards = if self.state.kick.rod { Keeper::Rod } else { Keeper::Hands };
        for side in Side::BOTH {
            let squad = self.state.squad(side);
            for &member in &self.state.lineup[side.index()] {
                // Nobody has no number in the squad, and who is off the pitch no place.
                let Some(piece) = squad.get(usize::from(member)) else { continue };
                let Some(at) = piece.place(self.board) else { continue };
                if !way.passes(at) && guards != Keeper::Rod {
                    continue;
                }
                let token = Token::new(side, member);
                let keeper = if self.goalkeeper == Some(token) { guards } else { Keeper::No };
                meet(Obstacle { token, at, pose: piece.pose, keeper });
            }
        }
    }
}

impl Machine<'_> {
    /// The ball is struck.
    pub(super) fn kick(&mut self, aim: AimPoint, pace: Pace) -> Flow {
        let Some(kicker) = self.state().kick.kicker else { return Ok(()) };
        let Some(from) = self.state().piece(kicker).cell else { return Ok(()) };
        let side = kicker.side();
        let target = self.aim_at(aim, side);
        let aimed = match aim {
            AimPoint::Cell(cell, _) => cell,
            AimPoint::Goal(..) => self.board().cell_at(target.point()),
        };
        let companion = self.companion(kicker);
        let state = self.state();
        let ruled = self.ask(
            OnKick {
                skills: self.skills(kicker),
                kind: state.kick.kind,
                technique: state.kick.technique,
                cells: self.board().distance(from, aimed).into(),
                shared: companion.is_some(),
                restart: state.kick.restart,
                half: state.clock.half.into(),
                ..OnKick::default()
            },
            &[Some(kicker)],
        )?;
        let hand: KickValue = ruled.answer.value();
        self.prepare_record(kicker, companion);
        self.note_passed(kicker, target.point());
        let outcome = match &mut self.play.script {
            Some(script) => {
                let scripted = script.kicks.pop_front().ok_or_else(|| {
                    MatchError::Script(format!(
                        "{kicker} kicks, but the scenario's `kicks` list has no outcome left for it"
                    ))
                })?;
                self.scripted(kicker, scripted)
            }
            None => self.physical(kicker, target, pace, hand),
        };
        if !self.in_shootout() {
            let shoots = self.state().kick.kind == Kind::Shot;
            let tally = &mut self.play.tally;
            tally.kicks[side.index()] += 1;
            tally.shots[side.index()] += u32::from(shoots);
        }
        let state = self.state_mut();
        state.kicks += 1;
        state.turn.kicks = state.turn.kicks.saturating_add(1);
        state.piece_mut(kicker).kicks += 1;
        state.kick.touches = outcome.touches;
        state.kick.rest = outcome.rest;
        state.kick.exit = outcome.exit;
        state.kick.knocked = outcome.knocked;
        state.ball.at = outcome.rest;
        state.ball.carrier = None;
        state.ball.in_hand = false;
        if self.rules.mechanics.kick_is_move {
            self.state_mut().piece_mut(kicker).set_spent(true);
        }
        let (near, cells) = self.cells_of_ball(outcome.rest);
        let travel = cells.iter().map(|c| self.board().distance(from, c)).min().unwrap_or_default();
        let state = self.state_mut();
        state.kick.cells = cells;
        state.kick.travel = travel;
        state.ball.cell = near;
        let event = |m: &Self| {
            let kick = &m.state().kick;
            Event::Kick {
                token: kicker,
                kind: kick.kind,
                technique: kick.technique,
                restart: kick.restart,
                header: kick.header,
                from: m.name(from),
                origin: kick.origin,
                aim: target.point(),
                pace,
                path: outcome.path,
                touched: kick.touches.iter().flatten().copied().collect(),
                rest: kick.rest,
                cells: kick.cells.iter().map(|c| m.name(c)).collect(),
            }
        };
        if self.recording() {
            // Where the kicker stands afterwards is no ruling on the kick.
            match ruled.author_but::<KickValue>(&["put_back"]) {
                Some(author) => self.log_with(&ruled, Some(author), event),
                None => self.log(event),
            }
        }
        // After a ball in the net everybody is placed anew.
        let netted = matches!(self.state().kick.exit, Exit::Net(..));
        if hand.put_back && !netted && !self.in_shootout() {
            let by = ruled.author::<KickValue>("put_back");
            return self.offer_settle(kicker, by);
        }
        self.flight_over()
    }

    /// The cell the ball lies in, and the cells it counts in: that one, or two or three when it lies on a line.
    fn cells_of_ball(&self, at: Point) -> (Cell, CellSet) {
        if self.rules.mechanics.line_cells {
            let under = self.board().cells_under(at);
            (under[0], under.set())
        } else {
            let cell = self.board().cell_at(at);
            (cell, CellSet::single(cell))
        }
    }

    fn prepare_record(&mut self, kicker: Token, companion: Option<Token>) {
        let origin = self.state().place(self.board(), kicker).unwrap_or_default();
        let Some(from) = self.state().piece(kicker).cell else { return };
        let counter = self.state().turn.counter && self.state().turn.kicks == 0;
        let state = self.state_mut();
        state.kick.beyond = 0;
        state.kick.from = from;
        state.kick.origin = origin;
        state.kick.shared = companion;
        // The shot that followed the dribble is on its way.
        state.kick.beaten = false;
        state.kick.counter = counter;
        state.kick.level = 0;
        state.kick.token = None;
        if !self.rules.mechanics.offside_after {
            self.note_positions(kicker.side());
        }
    }

    /// The point on the table, or in the goal, that an aim means for a side.
    pub(super) fn aim_at(&self, aim: AimPoint, side: Side) -> Aim {
        match aim {
            AimPoint::Cell(cell, spot) => Aim::Spot(self.board().spot(cell, spot)),
            AimPoint::Goal(column, row) => {
                let field = &self.rules.field;
                let end = self.state().attacks(side);
                let share = (f64::from(column) + 0.5) / f64::from(GOAL_COLUMNS);
                // Left of a side that attacks to the right is row 1, where y is small.
                let share = if end == crate::End::Right { share } else { 1.0 - share };
                let y = field.goal_low + (field.goal_high - field.goal_low) * share;
                let room = field.goal_height - 2.0 * field.ball_radius;
                let height = room * f64::from(row) / f64::from(GOAL_ROWS - 1);
                Aim::Goal { at: Point::new(field.goal_line(end), y), height }
            }
        }
    }

    fn physical(&mut self, kicker: Token, aim: Aim, pace: Pace, hand: KickValue) -> Outcome {
        let state = self.state();
        let side = kicker.side();
        let mut draws = dice::kick_stream(state.seed, state.kicks);
        let dexterity = self.rules.mechanics.dexterity[side.index()];
        let kick = Kick {
            from: state.kick.origin,
            kicker,
            technique: state.kick.technique,
            aim,
            pace,
            hand: Hand {
                spread: hand.spread * dexterity,
                length: hand.length * dexterity,
                reach: hand.reach * self.board().cell_width(),
            },
        };
        let goalkeeper = (state.kick.kind == Kind::Shot).then(|| self.keeper(side.other())).flatten();
        let crowd = Standing { state, board: self.board(), goalkeeper };
        let mut path = self.recording().then(|| kick::Path::empty(kick::PathPoint::default()));
        let flight = kick::fly(&self.rules.field, &self.rules.physics, &kick, &crowd, &mut draws, path.as_mut());
        let knocked = self.knocked(&hand, draws.unit());
        let mut touches = [None; MAX_TOUCHES];
        for (to, from) in touches.iter_mut().zip(flight.touches.iter()) {
            *to = Some(*from);
        }
        for moved in flight.moved.iter() {
            if self.is_met(kicker, &touches, moved.token) {
                self.pushed(moved.token, moved.dx, moved.dy);
            }
        }
        let path = path.iter().flat_map(|p| p.iter()).map(|p| [p.x as f32, p.y as f32, p.h as f32]).collect();
        Outcome { rest: flight.rest, exit: flight.exit, touches, path, knocked }
    }

    /// Whether the flick itself went wrong: one draw decides.
    fn knocked(&self, hand: &KickValue, draw: f64) -> Knocked {
        let kick = &self.state().kick;
        if kick.shared.is_some() && draw < hand.knock {
            let keeper = kick.shared == kick.kicker.and_then(|k| self.keeper(k.side().other()));
            return if keeper { Knocked::Keeper } else { Knocked::Opponent };
        }
        if kick.technique == Technique::Head && kick.header && 1.0 - draw < hand.tumble {
            return Knocked::Tumble;
        }
        Knocked::None
    }

    fn scripted(&mut self, kicker: Token, kick: ScriptedKick) -> Outcome {
        let mut touches = [None; MAX_TOUCHES];
        for (to, from) in touches.iter_mut().zip(kick.touched) {
            *to = Some(from);
        }
        for (token, dx, dy) in kick.pushed {
            if self.is_met(kicker, &touches, token) {
                self.pushed(token, dx, dy);
            }
        }
        let shared = self.state().kick.shared;
        let knocked = match (kick.knocked, kick.tumbled) {
            (true, _) if shared.is_some() && shared == self.keeper(kicker.side().other()) => Knocked::Keeper,
            (true, _) => Knocked::Opponent,
            (_, true) => Knocked::Tumble,
            _ => Knocked::None,
        };
        let (rest, exit) = self.scripted_end(kicker.side(), kick.end);
        let from = self.state().kick.origin;
        let path = vec![[from.x as f32, from.y as f32, 0.0], [rest.x as f32, rest.y as f32, 0.0]];
        Outcome { rest, exit, touches, path, knocked }
    }

    fn scripted_end(&self, side: Side, end: ScriptedEnd) -> (Point, Exit) {
        let goal = |end: crate::End| {
            let at = Point::new(self.rules.field.goal_line(end), self.board().width() / 2.0);
            (at, Exit::Net(at, end))
        };
        match end {
            ScriptedEnd::Rest(at) => (at, Exit::None),
            ScriptedEnd::Touch(at) => (at, Exit::Touch(at)),
            ScriptedEnd::Byline(at) => (at, Exit::Byline(at)),
            ScriptedEnd::Net => goal(self.state().attacks(side)),
            ScriptedEnd::OwnNet => goal(self.state().attacks(side).other()),
        }
    }

    /// Whether the ball comes as far as a token that was in its way: a cross ends with the first touch in the area.
    fn is_met(&self, kicker: Token, touches: &[Option<Token>; MAX_TOUCHES], token: Token) -> bool {
        let state = self.state();
        let in_area = |t: Token| state.piece(t).cell.is_some_and(|c| self.in_attacked_area(c, kicker.side()));
        let mut met = touches.iter().flatten();
        state.kick.kind != Kind::Cross || met.find(|t| **t == token || in_area(**t)).is_none_or(|t| *t == token)
    }

    fn pushed(&mut self, token: Token, dx: f64, dy: f64) {
        self.nudge(token, dx, dy);
        self.log(|m| Event::Pushed { token, at: m.state().place(m.board(), token).unwrap_or_default() });
    }

    /// The ball has stopped or left: the referee says what becomes of it.
    pub(super) fn flight_over(&mut self) -> Flow {
        let Some(kicker) = self.state().kick.kicker else { return Ok(()) };
        let side = kicker.side();
        let state = self.state();
        let touches = || state.kick.touches.iter().flatten().copied();
        let first = touches().find(|t| state.piece(*t).cell.is_some_and(|c| self.in_attacked_area(c, side)));
        let mate = touches().any(|t| t.side() == side && t != kicker);
        let opponent = touches().any(|t| t.side() != side);
        let last = touches().last().map_or(side, Token::side);
        let role = |s: Side| if s == side { Role::Attack } else { Role::Defence };
        let own_end = state.attacks(side).other();
        let question = OnFlight {
            kind: state.kick.kind,
            declared: state.kick.kind == Kind::Shot,
            technique: state.kick.technique,
            exit: match state.kick.exit {
                Exit::None => ExitWord::None,
                Exit::Touch(_) => ExitWord::Touch,
                Exit::Byline(_) => ExitWord::Byline,
                Exit::Net(_, end) if end == own_end => ExitWord::OwnNet,
                Exit::Net(..) => ExitWord::Net,
            },
            last: role(last),
            first: match first {
                None => MaybeRole::None,
                Some(t) if t.side() == side => MaybeRole::Attack,
                Some(_) => MaybeRole::Defence,
            },
            first_is_keeper: first.is_some_and(|t| self.keeps(t)),
            touched: match (mate, opponent) {
                (false, false) => Touched::None,
                (true, false) => Touched::Mate,
                (false, true) => Touched::Opponent,
                (true, true) => Touched::Both,
            },
            precise: self.precise(kicker).map_or(Precise::None, |(_, how)| how),
            knocked: state.kick.knocked,
            skills: self.skills(kicker),
            restart: state.kick.restart,
            header: state.kick.header,
            own_end: self.attacker_at(self.exit_point()) != side,
            ..OnFlight::default()
        };
        let ruled = self.ask(question, &[Some(kicker), first])?;
        let answer = FlightAnswer::from_index(ruled.word().into()).unwrap_or(FlightAnswer::Cod);
        self.count_kick(answer, kicker);
        self.log_ruled(&ruled, |_| Event::Flight { outcome: answer.word().to_owned() });
        if self.in_shootout() {
            return self.shootout_kick(kicker, answer == FlightAnswer::Goal);
        }
        let exit = self.exit_point();
        match answer {
            FlightAnswer::Cod => self.ball_stopped(),
            FlightAnswer::Header => match first {
                Some(header) => self.header(header),
                None => self.ball_stopped(),
            },
            FlightAnswer::Precise => match self.precise(kicker) {
                Some((header, _)) => self.header(header),
                None => self.ball_stopped(),
            },
            FlightAnswer::Claim => match first {
                Some(keeper) => self.claim(keeper),
                None => self.ball_stopped(),
            },
            FlightAnswer::Goal => self.goal(side, Some(kicker), false),
            FlightAnswer::OwnGoal => self.goal(side.other(), Some(kicker), true),
            FlightAnswer::ThrowIn => self.out_of_play(Restart::ThrowIn, last.other(), exit),
            FlightAnswer::Corner => self.out_of_play(Restart::Corner, self.attacker_at(exit), exit),
            FlightAnswer::GoalKick => self.out_of_play(Restart::GoalKick, self.attacker_at(exit).other(), exit),
            FlightAnswer::Foul => {
                let cause = if self.state().kick.knocked == Knocked::Tumble { Cause::Tumble } else { Cause::Knock };
                self.foul_by_kicker(kicker, cause)
            }
            FlightAnswer::Miss => Err(self.cannot(&ruled, answer.word())),
        }
    }

    /// The teammate in the attacked area in whose cell the ball stopped, or else the first whose cell it crossed.
    fn precise(&self, kicker: Token) -> Option<(Token, Precise)> {
        let state = self.state();
        if state.kick.kind != Kind::Cross || state.kick.exit != Exit::None {
            return None;
        }
        let side = kicker.side();
        let mates = || {
            let waiting = state.on_pitch(side).filter(|t| *t != kicker && state.piece(*t).standing());
            waiting.filter_map(|t| state.piece(t).cell.map(|c| (t, c))).filter(|(_, c)| self.in_attacked_area(*c, side))
        };
        if let Some((mate, _)) = mates().find(|(_, c)| state.kick.cells.contains(*c)) {
            return Some((mate, Precise::Stop));
        }
        let way = self.board().ray(state.kick.from, state.ball.cell);
        let crossed = way.iter().find_map(|cell| mates().find(|(_, c)| *c == *cell));
        crossed.map(|(mate, _)| (mate, Precise::Through))
    }

    fn exit_point(&self) -> Point {
        match self.state().kick.exit {
            Exit::None => self.state().kick.rest,
            Exit::Touch(at) | Exit::Byline(at) | Exit::Net(at, _) => at,
        }
    }

    /// The side that attacks the goal line nearest to a point.
    fn attacker_at(&self, at: Point) -> Side {
        let end = if at.x < self.board().length() / 2.0 { crate::End::Left } else { crate::End::Right };
        if self.state().attacks(Side::Home) == end { Side::Home } else { Side::Away }
    }

    fn count_kick(&mut self, answer: FlightAnswer, kicker: Token) {
        if self.in_shootout() {
            return;
        }
        let side = kicker.side().index();
        let kick = self.state().kick;
        let keeper = self.keeper(kicker.side().other());
        let saved = keeper.is_some() && kick.touches.contains(&keeper);
        let tally = &mut self.play.tally;
        match kick.kind {
            Kind::Shot => tally.on_target[side] += u32::from(answer == FlightAnswer::Goal || saved),
            Kind::Cross => tally.crosses[side] += 1,
            // Whether a kick that stays in play was a pass is known only when somebody has the ball.
            _ => {
                let lost = !matches!(answer, FlightAnswer::Cod | FlightAnswer::Header | FlightAnswer::Claim);
                tally.passes[side] += u32::from(lost);
            }
        }
        tally.headers[side] += u32::from(kick.header);
    }

    /// A token met a cross in the area and is to head it.
    fn header(&mut self, token: Token) -> Flow {
        let kicker_side = self.state().kick.kicker.map(Token::side);
        if kicker_side == Some(token.side()) && self.offside(token, OffsideWhy::Heads)? == OffsideAnswer::Offside {
            return self.foul_offside(token);
        }
        let counter = kicker_side != Some(token.side());
        self.log(|_| Event::Header { token });
        self.ball_with(token);
        let state = self.state_mut();
        state.ball.from_mate = !counter;
        state.ball.source = crate::plugin::BallSource::Cross;
        if counter {
            self.possession_lost(crate::plugin::How::Header)?;
            if self.state().stage == Stage::Over || self.state().stoppage.step > 0 {
                return Ok(());
            }
        }
        let state = self.state_mut();
        state.kick.header = true;
        state.kick.headed = true;
        state.kick.restart = Restart::None;
        state.turn.first_time = crate::plugin::FirstTime::None;
        self.offer_declaration()
    }

    /// The keeper keeps a ball that touched him in his area.
    fn claim(&mut self, keeper: Token) -> Flow {
        let mate = self.state().kick.kicker.map(Token::side) == Some(keeper.side());
        self.ball_with(keeper);
        let state = self.state_mut();
        state.ball.from_mate = mate;
        state.ball.source = crate::plugin::BallSource::Cross;
        state.ball.in_hand = true;
        state.kick.marked_before = Skills::default();
        state.kick.how = crate::plugin::How::Save;
        self.possession_settled()
    }
}
