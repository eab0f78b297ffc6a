//! Calculation of distance: whose ball is it?

use super::{Flow, Machine};
use crate::board::{Cell, CellSet, Point};
use crate::game::state::Stage;
use crate::plugin::{
    Bar, Dribble, HalfWord, How, Kind, MaybeRole, OffsideAnswer, OffsideWhy, OnCod, OnCodTie, OnOffside, Part,
    PoolValue, Restart, Ruling, TieAnswer,
};
use crate::record::Event;
use crate::{Side, Token};

/// The bars that can be lifted, in the order they fall when nobody may go to the ball.
const LIFTED: usize = 4;

/// What an answer of `on_cod` says beside who takes part.
pub(super) const NOT_WHO: [&str; 2] = ["lift", "place"];

impl Machine<'_> {
    pub(super) fn calculate_distance(&mut self) -> Flow {
        let Some((question, kicker)) = self.cod_question() else { return Ok(()) };
        self.state_mut().kick.part = Part::Distance;
        let kick = self.state().kick;
        let ruled = self.ask(question, &[Some(kicker)])?;
        let pool: PoolValue = ruled.answer.value();
        let attack = kicker.side();
        let one_by_one = if pool.lift { 1 } else { LIFTED };
        let (mut near, mut lifted) = ([None; 2], 0);
        for bars in (0..=LIFTED).step_by(one_by_one) {
            lifted = bars;
            near = [self.nearest(Side::Home, &pool, bars), self.nearest(Side::Away, &pool, bars)];
            if near[0].is_some() || near[1].is_some() {
                break;
            }
        }
        let ours = near[attack.index()];
        let theirs = near[attack.other().index()];
        let author = match lifted {
            _ if !self.recording() => None,
            0 => ruled.author_but::<PoolValue>(&NOT_WHO),
            _ if pool.lift => ruled.author::<PoolValue>("lift"),
            _ => self.by_param("cod_fallback"),
        };
        self.log_with(&ruled, author, |_| Event::Cod {
            kind: kick.kind,
            travel: kick.travel,
            attack: ours.map(|n| n.0),
            defence: theirs.map(|n| n.0),
            lifted: lifted as u8,
        });
        if self.rules.mechanics.offside_involved
            && let Some(token) = self.involved_offside(kicker, ours, theirs)?
        {
            return if self.offer_edge(token)? { Ok(()) } else { self.foul_offside(token) };
        }
        let touched = self.last_touched(kicker).filter(|_| self.rules.mechanics.toucher_wins);
        let (distance, level) = match (ours, theirs, touched) {
            (_, _, Some(touched)) => touched,
            (Some(a), Some(d), _) if a.0 == d.0 => (a.0, self.tie(kicker, a, d)?),
            (Some(a), Some(d), _) if a.0 > d.0 => d,
            (Some(a), ..) => a,
            (None, Some(d), _) => d,
            (None, None, _) => {
                return Err(super::MatchError::Script("nobody is on the pitch to get the ball".to_owned()));
            }
        };
        let by = ruled.author::<PoolValue>("place");
        let bound = if distance == 0 { self.bound(level, &pool, lifted) } else { 0 };
        let state = self.state_mut();
        state.kick.level = level;
        state.kick.bound = bound;
        state.kick.nearest = distance;
        state.kick.how = How::Cod;
        state.kick.placed_by = by.filter(|_| pool.place).unwrap_or(Ruling::NONE);
        self.name_winner()
    }

    /// The question put to `on_cod` about the kick, and the kicker.
    pub(super) fn cod_question(&self) -> Option<(OnCod, Token)> {
        let kick = &self.state().kick;
        let kicker = kick.kicker?;
        let question = OnCod {
            kind: kick.kind,
            restart: kick.restart,
            stayed: self.state().piece(kicker).cell.is_some_and(|c| kick.cells.contains(c)),
            dribble: kick.dribble,
            headed: kick.headed,
        };
        Some((question, kicker))
    }

    /// The first attacker in an offside position whose cell the ball crossed, or who is nearest to it or level.
    fn involved_offside(
        &mut self,
        kicker: Token,
        ours: Option<(u8, u32)>,
        theirs: Option<(u8, u32)>,
    ) -> Result<Option<Token>, super::MatchError> {
        let state = self.state();
        let way = self.board().ray(state.kick.from, state.ball.cell);
        let nearest = match (ours, theirs) {
            (Some(a), Some(d)) if a.0 > d.0 => 0,
            (Some(a), _) => a.1,
            (None, _) => 0,
        };
        let mates = state.on_pitch(kicker.side()).filter(|t| *t != kicker && state.kick.beyond >> t.index() & 1 == 1);
        let why = |t: Token| {
            let crossed = state.piece(t).cell.is_some_and(|c| way.contains(&c));
            let level = nearest >> t.index() & 1 == 1;
            if crossed { Some(OffsideWhy::Crossed) } else { level.then_some(OffsideWhy::Tied) }
        };
        let involved: Vec<(Token, OffsideWhy)> = mates.filter_map(|t| why(t).map(|w| (t, w))).collect();
        for (token, why) in involved {
            if self.offside(token, why)? == OffsideAnswer::Offside {
                return Ok(Some(token));
            }
        }
        Ok(None)
    }

    /// Distance of a side's nearest candidates, and who they are, as a mask over tokens.
    fn nearest(&self, side: Side, pool: &PoolValue, lifted: usize) -> Option<(u8, u32)> {
        let state = self.state();
        let cell = state.kick.cells.first()?;
        let others = state.kick.cells - CellSet::single(cell);
        let mut steps = self.board().distances(cell);
        let mut least = [u8::MAX; Cell::LIMIT];
        if !others.is_empty() {
            for cell in state.kick.cells {
                least.iter_mut().zip(self.board().distances(cell)).for_each(|(least, d)| *least = *d.min(least));
            }
            steps = &least;
        }
        let mut away = [u8::MAX; Token::PER_SIDE];
        for (away, piece) in away.iter_mut().zip(state.squad(side)) {
            *away = piece.cell.map_or(u8::MAX, |at| steps[at.index()]);
        }
        // Only the nearest are judged; the next nearest when none of them may go.
        loop {
            let distance = away.iter().copied().fold(u8::MAX, u8::min);
            if distance == u8::MAX {
                return None;
            }
            let mut level = 0;
            for (token, away) in Token::of(side).zip(&mut away) {
                if *away == distance {
                    *away = u8::MAX;
                    level |= u32::from(self.may_go(token, distance, pool, lifted)) << token.index();
                }
            }
            if level != 0 {
                return Some((distance, level));
            }
        }
    }

    /// Whether a token so far from the ball is a candidate for it.
    fn may_go(&self, token: Token, distance: u8, pool: &PoolValue, lifted: usize) -> bool {
        let state = self.state();
        let piece = state.piece(token);
        let mut bar = Bar::In;
        let mut hold = |applies: bool, order: usize, with: Bar| {
            if applies && lifted < order {
                bar = bar.max(with);
            }
        };
        let kicked = state.kick.kicker == Some(token);
        hold(piece.spent() && !(pool.again && kicked), 1, pool.moved);
        hold(piece.limit < distance || distance > self.rules.mechanics.run_max, 1, Bar::Cell);
        hold(piece.stepped(), 2, pool.stepped);
        hold(kicked, 3, pool.kicker);
        // Lying down for a shot does not bar the keeper; lying for another reason does.
        let defends = state.kick.kicker.map(Token::side) != Some(token.side());
        let keeps = defends && self.keeps(token);
        let prepared = keeps && state.kick.kind == Kind::Shot;
        hold(piece.pose == crate::kick::Pose::Lying && !prepared, 4, pool.lying);
        hold(keeps, 4, pool.keeper);
        match bar {
            Bar::In => true,
            Bar::Cell => distance == 0,
            Bar::Out => false,
        }
    }

    /// Those of some tokens with the ball in their cell who could not run to it: on a line they stay where they are.
    fn bound(&self, level: u32, pool: &PoolValue, lifted: usize) -> u32 {
        if self.state().kick.cells.len() == 1 {
            return 0;
        }
        let mut bound = 0;
        for token in (0..Token::COUNT).filter_map(Token::from_index).filter(|t| level >> t.index() & 1 == 1) {
            bound |= u32::from(!self.may_go(token, 1, pool, lifted)) << token.index();
        }
        bound
    }

    fn distance_to_ball(&self, token: Token) -> Option<u8> {
        let at = self.state().piece(token).cell?;
        self.state().kick.cells.iter().map(|cell| self.board().distance(at, cell)).min()
    }

    /// The last token that the ball touched on its way: its distance, and its bit.
    fn last_touched(&self, kicker: Token) -> Option<(u8, u32)> {
        let token = self.state().kick.touches.iter().flatten().copied().rfind(|t| *t != kicker)?;
        Some((self.distance_to_ball(token)?, 1 << token.index()))
    }

    /// Both sides are level: the referee decides, and the mask of who may get it comes back.
    fn tie(&mut self, kicker: Token, ours: (u8, u32), theirs: (u8, u32)) -> Result<u32, super::MatchError> {
        let state = self.state();
        let kick = &state.kick;
        let level_only = self.rules.mechanics.tie_among_level;
        let is_tied = |t: Token| !level_only || (ours.1 | theirs.1) >> t.index() & 1 == 1;
        let toucher = kick.touches.iter().flatten().copied().rfind(|t| *t != kicker && is_tied(*t));
        // An opponent who was played past and not beaten matters only if he is level himself.
        let one = self.rules.mechanics.one_blocker;
        let blockers = kick.blockers.iter().flatten().filter(|_| one);
        let passed = blockers.fold(0, |mask, t| mask | 1 << t.index()) & theirs.1;
        let dribble = match kick.dribble {
            Dribble::Lost | Dribble::Undeclared if one && passed == 0 => Dribble::None,
            Dribble::Won if passed != 0 => Dribble::Undeclared,
            dribble => dribble,
        };
        let kind = match kick.kind {
            Kind::Pass | Kind::Advance if ours.1 == 1 << kicker.index() => Kind::Advance,
            Kind::Pass | Kind::Advance => Kind::Pass,
            kind => kind,
        };
        let ruled = self.ask(
            OnCodTie {
                kind,
                travel: kick.travel.into(),
                skills: self.skills(kicker),
                technique: kick.technique,
                restart: kick.restart,
                counter: kick.counter,
                shared: kick.shared.is_some(),
                band: self.band(kick.from, kicker.side()),
                dribble,
                tied_toucher: match toucher {
                    None => MaybeRole::None,
                    Some(t) if t.side() == kicker.side() => MaybeRole::Attack,
                    Some(_) => MaybeRole::Defence,
                },
                short_limit: None,
            },
            &[Some(kicker)],
        )?;
        let answer = TieAnswer::from_index(ruled.word().into()).unwrap_or(TieAnswer::Defence);
        let level = match (answer, toucher) {
            (TieAnswer::Toucher, Some(t)) => 1 << t.index(),
            (TieAnswer::Attack, _) => ours.1,
            (TieAnswer::Opponent, _) if passed != 0 => passed,
            (TieAnswer::Defence | TieAnswer::Toucher | TieAnswer::Opponent, _) => theirs.1,
        };
        self.state_mut().kick.tied = true;
        let side = if level & theirs.1 != 0 { kicker.side().other() } else { kicker.side() };
        self.log_ruled(&ruled, |_| Event::CodTie { side, distance: ours.0 });
        Ok(level)
    }

    /// Several tokens of the winning side are level: its coach names one.
    fn name_winner(&mut self) -> Flow {
        let level = self.state().kick.level;
        let Some(first) = Token::from_index(level.trailing_zeros() as usize) else { return Ok(()) };
        let side = first.side();
        if level.count_ones() == 1 {
            return self.winner(first);
        }
        let mut tokens = 0;
        for slot in 0..11 {
            let named = self.state().slot(side, slot).is_some_and(|t| level >> t.index() & 1 == 1);
            tokens |= u32::from(named) << slot;
        }
        self.decide(side, Stage::Winner).tokens = tokens;
        Ok(())
    }

    pub(super) fn winner_named(&mut self, slot: usize) -> Flow {
        match self.state().slot(self.state().to_act, slot) {
            Some(token) => self.winner(token),
            None => Ok(()),
        }
    }

    fn winner(&mut self, token: Token) -> Flow {
        let kicker = self.state().kick.kicker;
        let mate = kicker.is_some_and(|k| k.side() == token.side() && k != token);
        if mate && self.offside(token, OffsideWhy::Gets)? == OffsideAnswer::Offside {
            if self.offer_edge(token)? {
                return Ok(());
            }
            return self.foul_offside(token);
        }
        self.state_mut().kick.token = Some(token);
        let cells = self.line_choices(token);
        if cells.len() > 1 {
            self.decide(token.side(), Stage::Line).cells = cells;
            return Ok(());
        }
        let cell = cells.first().unwrap_or(self.state().ball.cell);
        self.run_to(cell)
    }

    /// The cells of a ball on a line that its winner may choose: his own if he may not run, else none that holds a
    /// teammate, if there is another.
    fn line_choices(&self, token: Token) -> CellSet {
        let state = self.state();
        let cells = state.kick.cells;
        if cells.len() == 1 {
            return cells;
        }
        if state.kick.bound >> token.index() & 1 == 1 {
            return state.piece(token).cell.into();
        }
        let mates: CellSet =
            state.on_pitch(token.side()).filter(|t| *t != token).filter_map(|t| state.piece(t).cell).collect();
        let open = cells - mates;
        let open = if open.is_empty() { cells } else { open };
        if self.rules.mechanics.line_choice {
            return open;
        }
        let nearest = state.piece(token).cell.and_then(|at| open.iter().min_by_key(|c| self.board().distance(at, *c)));
        nearest.map_or(open, CellSet::single)
    }

    /// Was this attacker offside?
    pub(super) fn offside(&mut self, token: Token, why: OffsideWhy) -> Result<OffsideAnswer, super::MatchError> {
        let side = token.side();
        let state = self.state();
        let Some(cell) = state.piece(token).cell else { return Ok(OffsideAnswer::Onside) };
        let his = self.depth(token, side);
        let kick = &state.kick;
        let was = |mask: u32| mask >> token.index() & 1 == 1;
        let noted = kick.noted && !was(kick.edged);
        let line = if noted || !self.rules.mechanics.offside_after {
            i32::from(was(kick.beyond))
        } else {
            sign(his - self.reference_depth(side))
        };
        let ball = if noted { i32::from(was(kick.past_ball)) } else { sign(his - self.ball_depth(kick.origin, side)) };
        let own_half = if noted { !was(kick.past_half) } else { !self.past_half(token, cell) };
        let question = OnOffside {
            why,
            kind: state.kick.kind,
            restart: state.kick.restart,
            line,
            ball,
            half: if own_half { HalfWord::Own } else { HalfWord::Other },
            stepped: state.piece(token).stepped(),
            header: state.kick.header,
        };
        let ruled = self.ask(question, &[Some(token)])?;
        let answer = OffsideAnswer::from_index(ruled.word().into()).unwrap_or(OffsideAnswer::Onside);
        self.log_ruled(&ruled, |_| Event::Offside { token, verdict: answer.word().to_owned() });
        Ok(answer)
    }

    /// Says which attackers stand in an offside position, before the defenders decide where to go. Nothing follows
    /// from it, so it is asked only where somebody reads it.
    pub(super) fn tell_offside(&mut self) -> Flow {
        if !self.rules.mechanics.offside_told || !self.recording() {
            return Ok(());
        }
        let state = self.state();
        let (side, restart) = (state.ball.side, state.stoppage.restart);
        let restart = if state.stoppage.step > 0 || state.stoppage.approached { restart } else { Restart::None };
        let ball = self.ball_depth(state.ball.at, side);
        let beyond = self.beyond_the_line(side);
        let far = |t: &Token| {
            beyond >> t.index() & 1 == 1
                && sign(self.depth(*t, side) - ball) > 0
                && state.piece(*t).cell.is_some_and(|c| self.past_half(*t, c))
        };
        let told: Vec<Token> = state.on_pitch(side).filter(|t| state.ball.carrier != Some(*t)).filter(far).collect();
        for token in told {
            let question = OnOffside {
                why: OffsideWhy::Asked,
                kind: Kind::Pass,
                restart,
                line: 1,
                ball: 1,
                half: HalfWord::Other,
                stepped: false,
                header: false,
            };
            let ruled = self.ask(question, &[Some(token)])?;
            let answer = OffsideAnswer::from_index(ruled.word().into()).unwrap_or(OffsideAnswer::Onside);
            if answer != OffsideAnswer::Onside {
                self.log_ruled(&ruled, |_| Event::Offside { token, verdict: answer.word().to_owned() });
            }
        }
        Ok(())
    }

    /// Whether a token stands in the half of the opponent.
    fn past_half(&self, token: Token, cell: Cell) -> bool {
        let side = token.side();
        let attacked = self.state().attacks(side);
        self.board().half(attacked).contains(cell)
            && !(self.board().half(attacked.other()).contains(cell)
                && self.depth(token, side) <= self.board().length() / 2.0)
    }

    /// Notes where a side stands, before the ball or steps change it.
    pub(super) fn note_positions(&mut self, side: Side) {
        let ball = self.ball_depth(self.state().kick.origin, side);
        let (mut past_ball, mut past_half) = (0, 0);
        for token in self.state().on_pitch(side) {
            let Some(cell) = self.state().piece(token).cell else { continue };
            past_ball |= u32::from(sign(self.depth(token, side) - ball) > 0) << token.index();
            past_half |= u32::from(self.past_half(token, cell)) << token.index();
        }
        let beyond = self.beyond_the_line(side);
        let kick = &mut self.state_mut().kick;
        (kick.beyond, kick.past_ball, kick.past_half, kick.noted) = (beyond, past_ball, past_half, true);
    }

    /// The tokens of a side that stand beyond its reference opponent, a bit each.
    pub(super) fn beyond_the_line(&self, side: Side) -> u32 {
        let reference = self.reference_depth(side);
        let beyond = self.state().on_pitch(side).filter(|t| sign(self.depth(*t, side) - reference) > 0);
        beyond.fold(0, |mask, t| mask | 1 << t.index())
    }

    /// How far a token stands towards the goal that `side` attacks, in centimetres (or in half cells).
    fn depth(&self, token: Token, side: Side) -> f64 {
        let state = self.state();
        let at = if self.rules.mechanics.offside_centre {
            state.place(self.board(), token)
        } else {
            state.piece(token).cell.map(|c| self.board().centre(c))
        };
        self.point_depth(at.unwrap_or_default(), side)
    }

    /// How far the ball lies towards that goal, measured as tokens are.
    fn ball_depth(&self, at: Point, side: Side) -> f64 {
        let cells = !self.rules.mechanics.offside_centre;
        self.point_depth(if cells { self.board().centre(self.board().cell_at(at)) } else { at }, side)
    }

    fn point_depth(&self, at: Point, side: Side) -> f64 {
        match self.state().attacks(side) {
            crate::End::Right => at.x,
            crate::End::Left => self.board().length() - at.x,
        }
    }

    /// The line of the opponent that offside refers to.
    fn reference_depth(&self, side: Side) -> f64 {
        let mut deepest = [f64::NEG_INFINITY; 2];
        for token in self.state().on_pitch(side.other()) {
            let depth = self.depth(token, side);
            if depth > deepest[0] {
                deepest = [depth, deepest[0]];
            } else if depth > deepest[1] {
                deepest[1] = depth;
            }
        }
        deepest[usize::from(self.rules.mechanics.offside_ref.clamp(1, 2)) - 1]
    }
}

/// Places are kept in hundredths of a centimetre: less is no difference.
fn sign(difference: f64) -> i32 {
    if difference > 0.005 {
        1
    } else if difference < -0.005 {
        -1
    } else {
        0
    }
}
