//! The ball is sent: passes, kicks, long passes, chains and shots.

use super::Machine;
use super::turn::intent;
use crate::board::{Cell, CellSet};
use crate::game::action::Way;
use crate::game::error::MatchError;
use crate::game::machine::Flow;
use crate::plugin::{
    ActWord, BallSource, ExitWord, FlightAnswer, Grant, Hook, How, Into, KickValue, Kind, NamedGrant, OnFlight, OnKick,
    Through, ZoneView,
};
use crate::record::Event;
use crate::{Side, Token};

impl Machine<'_> {
    /// Where the carrier may send the ball, one set a way.
    pub(super) fn offer_sends(&mut self, carrier: Token, zone: Option<ZoneView>, grants: &[NamedGrant]) -> Flow {
        for way in Way::ALL.iter().copied() {
            let Some(named) = intent(grants, way.word()).filter(|g| !g.grant.refused) else { continue };
            let reach = self.reach(carrier, way, zone)?;
            let cells = self.targets(&named.grant, carrier, reach);
            self.grid_mut().sends[way as usize] = cells;
        }
        Ok(())
    }

    /// How far a ball may be sent.
    fn reach(&mut self, carrier: Token, way: Way, zone: Option<ZoneView>) -> Result<u8, MatchError> {
        let question = OnKick { kind: kind(way), zone, half: 1, ..OnKick::default() };
        let ruled = self.ask(question, &[Some(carrier)])?;
        let value: KickValue = ruled.answer.value();
        Ok(value.reach.clamp(0.0, 99.0) as u8)
    }

    /// The spaces a grant lets the ball go to.
    pub(super) fn targets(&self, grant: &Grant, carrier: Token, reach: u8) -> CellSet {
        let Some(from) = self.state().piece(carrier).cell else { return CellSet::EMPTY };
        let cells = self.receivers(grant, carrier, from);
        if grant.hops {
            return self.chained(grant, carrier, from, reach, cells);
        }
        let cells = cells & self.board().within(from, reach);
        let lines = grant.through != Through::Any || grant.avoid.is_some();
        if lines { cells.iter().filter(|to| self.clear(grant, carrier.side(), from, *to)).collect() } else { cells }
    }

    /// The spaces that hold what a grant asks for.
    fn receivers(&self, grant: &Grant, carrier: Token, from: Cell) -> CellSet {
        let (board, side, state) = (self.board(), carrier.side(), self.state());
        let attacked = state.attacks(side);
        let mates = state.occupied(side) - CellSet::single(from);
        let opponents = state.occupied(side.other());
        let empty = board.field() - mates - opponents - CellSet::single(from);
        let mut cells = match grant.into {
            Into::Teammate => mates,
            Into::Pawn => mates | opponents,
            Into::Goal => board.goal_cells(attacked),
            Into::Goals => board.goal_cells(attacked) | board.goal_cells(attacked.other()),
            Into::Unopposed => mates | empty,
            Into::Anything => mates | empty | (board.all() - board.field()),
            Into::Carrier | Into::Own => CellSet::EMPTY,
            Into::Free | Into::Empty => empty,
        };
        if let Some(view) = grant.zone {
            cells &= self.zone_cells(side, view);
        }
        if let Some(view) = grant.not_zone {
            cells -= self.zone_cells(side, view) | self.zone_cells(side, ZoneView { own: !view.own, ..view });
        }
        cells
    }

    /// Whether the line of a ball is free of what a grant forbids.
    fn clear(&self, grant: &Grant, side: Side, from: Cell, to: Cell) -> bool {
        let board = self.board();
        let crossed = board.between(from, to);
        if let Some(view) = grant.avoid {
            let forbidden = self.zone_cells(side, view) | self.zone_cells(side, ZoneView { own: !view.own, ..view });
            // A line that leaves the board is as bad as one over a forbidden space.
            if crossed.is_none_or(|cells| !(cells & forbidden).is_empty()) {
                return false;
            }
        }
        let crossed = crossed.unwrap_or(CellSet::EMPTY);
        let looked_at = match grant.through {
            Through::Any => CellSet::EMPTY,
            Through::Empty => crossed,
            // Only lines that run through the middles of the spaces between.
            Through::Aligned if board.aligned(from, to) => crossed,
            Through::Aligned => CellSet::EMPTY,
        };
        (looked_at & self.taken()).is_empty()
    }

    /// The ends of chains of two hops or more over pawns that each have the ball once.
    fn chained(&self, grant: &Grant, carrier: Token, from: Cell, reach: u8, ends: CellSet) -> CellSet {
        let board = self.board();
        let mates = self.receivers(&Grant { into: Into::Teammate, ..*grant }, carrier, from);
        let ends = if grant.again { ends | CellSet::single(from) } else { ends };
        let first = mates & board.within(from, reach);
        ends.iter()
            .filter(|end| {
                // The stations before the end: everybody that can be reached without it.
                let stations = mates - CellSet::single(*end);
                let mut reached = first & stations;
                let mut rim = reached;
                while !rim.is_empty() {
                    let next = rim.iter().fold(CellSet::EMPTY, |all, c| all | board.within(c, reach));
                    rim = (next & stations) - reached;
                    reached |= rim;
                }
                !(reached & board.within(*end, reach)).is_empty()
            })
            .collect()
    }

    /// The stations of the shortest chain to an end, for the log.
    fn stations(&self, grant: &Grant, carrier: Token, reach: u8, end: Cell) -> Vec<Token> {
        let Some(from) = self.state().piece(carrier).cell else { return Vec::new() };
        let board = self.board();
        let mates = self.receivers(&Grant { into: Into::Teammate, ..*grant }, carrier, from) - CellSet::single(end);
        let mut ways: Vec<Vec<Cell>> = (mates & board.within(from, reach)).iter().map(|cell| vec![cell]).collect();
        let mut seen = mates & board.within(from, reach);
        while !ways.is_empty() {
            let done = ways.iter().find(|way| way.last().is_some_and(|c| board.distance(*c, end) <= reach));
            if let Some(way) = done {
                return way.iter().filter_map(|cell| self.pawn_at(*cell)).collect();
            }
            let mut longer = Vec::new();
            for way in &ways {
                let Some(last) = way.last() else { continue };
                for next in ((mates & board.within(*last, reach)) - seen).iter() {
                    seen.insert(next);
                    longer.push(way.iter().copied().chain([next]).collect());
                }
            }
            ways = longer;
        }
        Vec::new()
    }

    /// The carrier sends the ball.
    pub(super) fn send(&mut self, way: Way, to: Cell) -> Flow {
        let Some(carrier) = self.state().ball.carrier else { return Ok(()) };
        let (side, from) = (carrier.side(), self.state().ball.cell);
        self.count_send(way, side);
        self.state_mut().kicks += 1;
        let piece = self.state_mut().piece_mut(carrier);
        piece.kicks = piece.kicks.saturating_add(1);
        if self.recording() {
            self.log_send(carrier, way, from, to)?;
        }
        if !self.board().field().contains(to) {
            return self.carried_in(carrier, kind(way), from, to);
        }
        let answer = self.flight(carrier, kind(way), ExitWord::None)?;
        match answer {
            FlightAnswer::Precise | FlightAnswer::Claim | FlightAnswer::Miss => {
                self.state_mut().ball.source = BallSource::Pass;
                match self.pawn_at(to).filter(|_| answer != FlightAnswer::Miss) {
                    Some(receiver) => {
                        self.give(receiver);
                        if receiver.side() == side {
                            self.play.tally.completed[side.index()] += 1;
                        }
                        self.log(|m| m.possession(receiver, How::Done));
                    }
                    None => self.leave(to),
                }
                self.acted(act(way))
            }
            other => Err(self.cannot_fly(other)),
        }
    }

    fn count_send(&mut self, way: Way, side: Side) {
        let tally = &mut self.play.tally;
        tally.kicks[side.index()] += 1;
        match way {
            Way::Shot => {
                tally.shots[side.index()] += 1;
                tally.on_target[side.index()] += 1;
            }
            Way::Kick => tally.advances[side.index()] += 1,
            Way::Pass | Way::Over | Way::Chain => tally.passes[side.index()] += 1,
        }
    }

    fn log_send(&mut self, carrier: Token, way: Way, from: Cell, to: Cell) -> Flow {
        let (question, who) = self.declaration(carrier.side());
        let ruled = self.ask(question, &[who])?;
        let Some(named) = intent(&ruled.answer.grants, way.word()).copied() else { return Ok(()) };
        let reach = self.reach(carrier, way, question.zone)?;
        let via = if named.grant.hops { self.stations(&named.grant, carrier, reach, to) } else { Vec::new() };
        let receiver = self.pawn_at(to);
        self.log_clause(Hook::OnDeclare, Some(named.grant.ruling), |m| Event::Sent {
            token: carrier,
            way,
            from: m.name(from),
            to: m.name(to),
            via,
            receiver,
            at: m.board().centre(to),
        });
        Ok(())
    }

    /// Asks what becomes of a ball on its way.
    fn flight(&mut self, token: Token, kind: Kind, exit: ExitWord) -> Result<FlightAnswer, MatchError> {
        let question =
            OnFlight { kind, declared: kind == Kind::Shot, exit, last: self.role(token.side()), ..OnFlight::default() };
        let ruled = self.ask(question, &[Some(token), None])?;
        let answer = FlightAnswer::from_index(ruled.word().into()).unwrap_or(FlightAnswer::Miss);
        self.log_ruled(&ruled, |_| Event::Flight { outcome: answer.word().to_owned() });
        Ok(answer)
    }

    /// The ball is carried or kicked into a goal.
    pub(super) fn carried_in(&mut self, token: Token, kind: Kind, from: Cell, to: Cell) -> Flow {
        let side = token.side();
        let own = !self.board().goal_cells(self.state().attacks(side)).contains(to);
        match self.flight(token, kind, if own { ExitWord::OwnNet } else { ExitWord::Net })? {
            FlightAnswer::Goal => self.goal(side, Some(token), false),
            FlightAnswer::OwnGoal => self.goal(side.other(), Some(token), true),
            FlightAnswer::Claim => {
                let keeper = self.keeper(side.other());
                match keeper {
                    Some(keeper) => self.give(keeper),
                    None => self.leave(from),
                }
                self.acted(ActWord::Shot)
            }
            FlightAnswer::Miss => {
                self.leave(from);
                self.acted(ActWord::Shot)
            }
            other => Err(self.cannot_fly(other)),
        }
    }

    fn cannot_fly(&self, answer: FlightAnswer) -> MatchError {
        let plugin = self.rules.stack.answering(Hook::OnFlight);
        let clause = "it names".to_owned();
        MatchError::Answer { hook: "on_flight", answer: answer.word(), clause, plugin, place: None }
    }
}

fn kind(way: Way) -> Kind {
    match way {
        Way::Pass => Kind::Pass,
        Way::Kick => Kind::Kick,
        Way::Shot => Kind::Shot,
        Way::Over => Kind::Over,
        Way::Chain => Kind::Chain,
    }
}

fn act(way: Way) -> ActWord {
    match way {
        Way::Pass => ActWord::Pass,
        Way::Kick => ActWord::Kick,
        Way::Shot => ActWord::Shot,
        Way::Over => ActWord::Over,
        Way::Chain => ActWord::Chain,
    }
}
