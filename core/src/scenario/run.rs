//! Plays one case of a scenario.

use super::expect::{self, Expectation, Expected, Unmet};
use super::node::Mark;
use super::position::{Begin, Position};
use super::snapshot;
use super::step::{Aimed, AimedAt, Refused, Step, Verb};
use crate::board::Spot;
use crate::game::{
    Action, AimAt, AimPoint, Hand, Intent, KeeperPose, Match, MatchError, Offer, Script, ScriptedEnd, Slot, Stage,
    Teams,
};
use crate::kick::{Pace, Technique};
use crate::rules::Ruleset;
use crate::{Side, Token};
use serde_json::Value as Json;
use std::sync::Arc;

/// A case, ready to be played any number of times.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) position: Position,
    pub(super) script: Script,
    pub(super) steps: Vec<Step>,
    pub(super) expect: Vec<Expected>,
    /// Where the lists of kicks and dice stand.
    pub(super) lists: [Option<Mark>; 2],
}

/// What went wrong in a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line in the file of the step or the expectation that is to blame, where one is.
    pub line: Option<u32>,
    /// Its column.
    pub column: Option<u32>,
    /// The step, or what was done when it went wrong.
    pub step: String,
    /// What was expected.
    pub expected: String,
    /// What there was instead.
    pub got: String,
    /// Every event so far, a line each.
    pub events: Vec<String>,
}

/// Why an action was not played.
enum Stop {
    /// By the rules.
    Refused { reason: String, clause: Option<String> },
    /// The scenario itself does not fit.
    Broken { expected: String, got: String },
}

impl Stop {
    fn broken(expected: impl Into<String>, got: impl Into<String>) -> Stop {
        Stop::Broken { expected: expected.into(), got: got.into() }
    }

    /// What was expected, and what there is instead.
    fn in_words(self) -> (String, String) {
        match self {
            Stop::Refused { reason, clause } => {
                let clause = clause.map(|c| format!(" [{c}]")).unwrap_or_default();
                ("it is legal".to_owned(), format!("refused: {reason}{clause}"))
            }
            Stop::Broken { expected, got } => (expected, got),
        }
    }
}

impl Plan {
    /// Whether any course of play would do.
    pub(super) fn expects_nothing(&self) -> bool {
        self.expect.is_empty() && self.steps.iter().all(|s| s.expect.is_empty() && s.refused == Refused::No)
    }

    /// Plays the case by the given rules and checks it.
    pub(super) fn run(&self, rules: &Arc<Ruleset>, teams: &Arc<Teams>) -> Result<(), Fault> {
        self.run_expecting(rules, teams, &self.expect)
    }

    /// The same with other expectations at the end.
    pub(super) fn run_expecting(
        &self,
        rules: &Arc<Ruleset>,
        teams: &Arc<Teams>,
        expect: &[Expected],
    ) -> Result<(), Fault> {
        let game = Match::at(rules, Arc::clone(teams), self.position.state, self.script.clone());
        let mut run = Run { game, aim: None, put_back: None, stands: None };
        let squad = expect.iter().find_map(|e| match &e.what {
            Expectation::SquadRefused(side, says) => Some((*side, says.as_deref(), &e.at)),
            _ => None,
        });
        match (run.begin(self.position.begin), squad) {
            (Ok(()), _) => {}
            (Err(MatchError::Squad { side, complaints }), Some((wanted, says, at))) => {
                let fits = side == wanted && says.is_none_or(|s| complaints.iter().any(|c| c.text.contains(s)));
                let expected = format!("that the {wanted} squad is refused: {}", says.unwrap_or("for any reason"));
                let texts: Vec<&str> = complaints.iter().map(|c| c.text.as_str()).collect();
                let refused = || format!("the {side} squad is refused: {}", texts.join("; "));
                return if fits { Ok(()) } else { Err(run.fault("start", Some(at), (expected, refused()))) };
            }
            (Err(error), _) => {
                return Err(run.fault("the position", None, ("a position to play from".to_owned(), error.to_string())));
            }
        }
        for (n, step) in self.steps.iter().enumerate() {
            run.step(step, self.steps.get(n + 1))?;
        }
        run.at_the_end(&self.lists)?;
        expect::check(expect, &run.events(0), &run.game).map_err(|unmet| run.unmet("the end", unmet))
    }
}

struct Run {
    game: Match,
    /// The aim of a shot that waits for the keeper.
    aim: Option<(Side, Aimed)>,
    /// Where the kicker is put back, and where the winner of the ball stands, once they are asked.
    put_back: Option<Spot>,
    stands: Option<Spot>,
}

impl Run {
    fn begin(&mut self, begin: Begin) -> Result<(), MatchError> {
        match begin {
            Begin::Midway(resume) => self.game.resume(resume),
            Begin::Kickoff => {
                let rules = Arc::clone(self.game.rules());
                rules.with_referee(|referee| self.game.start(referee))?
            }
        }
    }

    fn events(&self, from: usize) -> Vec<Json> {
        let recorder = self.game.recorder();
        recorder.into_iter().flat_map(|r| r.events()).skip(from).map(snapshot::event).collect()
    }

    fn event_count(&self) -> usize {
        self.game.recorder().map_or(0, |r| r.events().count())
    }

    fn fault(&self, step: &str, at: Option<&Mark>, (expected, got): (String, String)) -> Fault {
        let events = self.events(0).iter().map(snapshot::line).collect();
        let (line, column) = at.and_then(Mark::place).unzip();
        Fault { line, column, step: step.to_owned(), expected, got, events }
    }

    fn unmet(&self, step: &str, unmet: Unmet<'_>) -> Fault {
        self.fault(step, Some(unmet.at), (unmet.expected, unmet.got))
    }

    fn step(&mut self, step: &Step, next: Option<&Step>) -> Result<(), Fault> {
        let fault = |run: &Run, problem: (String, String)| run.fault(&step.text, Some(&step.at), problem);
        let decision = self.game.decision().map(|d| (d.side, d.stage));
        if decision.is_none_or(|(side, _)| side != step.side) {
            let got =
                decision.map_or("the match is over".to_owned(), |(side, stage)| format!("{side} decides `{stage}`"));
            return Err(fault(self, (format!("a decision of {}", step.side), got)));
        }
        let (before, aim, mark) = (self.game.snapshot(), self.aim, self.event_count());
        let played = step.verbs.iter().enumerate().try_for_each(|(n, verb)| {
            self.play(step.side, verb)?;
            self.kick_waiting()?;
            self.stay(step.verbs.get(n + 1).or_else(|| next?.verbs.first()))
        });
        match (played, &step.refused) {
            (Ok(()), Refused::No) => {}
            (Ok(()), Refused::Yes | Refused::By(_)) => {
                let clause =
                    if let Refused::By(clause) = &step.refused { format!(" by {clause}") } else { String::new() };
                return Err(fault(self, (format!("it is refused{clause}"), "it was played".to_owned())));
            }
            (Err(Stop::Refused { reason, clause }), Refused::By(wanted)) if clause.as_ref() != Some(wanted) => {
                let got = format!("refused by {}: {reason}", clause.as_deref().unwrap_or("no clause"));
                return Err(fault(self, (format!("it is refused by {wanted}"), got)));
            }
            (Err(Stop::Refused { .. }), Refused::Yes | Refused::By(_)) => {
                self.game = before;
                self.aim = aim;
                (self.put_back, self.stands) = (None, None);
            }
            (Err(stop), _) => return Err(fault(self, stop.in_words())),
        }
        expect::check(&step.expect, &self.events(mark), &self.game).map_err(|unmet| self.unmet(&step.text, unmet))
    }

    fn act(&mut self, action: Action) -> Result<(), Stop> {
        let before = *self.game.state();
        let Err(error) = self.game.apply(action) else { return self.settle() };
        if *self.game.state() != before {
            return Err(Stop::broken("a refused action leaves the match as it was", "the state has changed"));
        }
        match error {
            MatchError::Illegal { reason, clause, .. } => Err(Stop::Refused { reason, clause }),
            other => Err(Stop::broken("play goes on", other.to_string())),
        }
    }

    fn play(&mut self, side: Side, verb: &Verb) -> Result<(), Stop> {
        match *verb {
            Verb::Throw(dice) => {
                let all = self.game.state().hand().map_or(0, Hand::all);
                self.act(Action::Throw(dice.unwrap_or(all)))
            }
            Verb::Keep(ref faces) => {
                let thrown = self.all_but(faces)?;
                self.act(Action::Throw(thrown))
            }
            Verb::Declare(intent, technique, aim) => {
                let technique = technique.unwrap_or_else(|| self.usual_technique(intent));
                self.act(Action::Declare(intent, technique))?;
                self.aim = aim.map(|aim| (side, aim));
                Ok(())
            }
            Verb::Aim(aim) => self.kick(aim),
            Verb::Keeper(_, KeeperPose::Rod) => self.act(Action::Pose(KeeperPose::Rod)),
            Verb::Keeper(cell, pose) => {
                let at = self.keeper_cell(side);
                match cell.or(at) {
                    Some(cell) => self.keeper(cell, pose),
                    None => Err(Stop::broken("a keeper to prepare", format!("{side} has none"))),
                }
            }
            Verb::NoKeeper => self.act(Action::Take(Offer::Decline)),
            Verb::Take(offer) => self.act(Action::Take(offer)),
            Verb::Move(token, cell) => {
                let slot = self.slot(side, token)?;
                self.act(Action::Move(slot, cell))
            }
            Verb::Shift(token, spot) => {
                let slot = self.slot(side, token)?;
                self.act(Action::Shift(slot, spot))
            }
            Verb::PickToken(token) => {
                let slot = self.slot(side, token)?;
                self.act(Action::PickToken(slot))
            }
            Verb::PickCell(cell) => self.act(Action::PickCell(cell)),
            Verb::Pose(pose) => self.act(Action::Pose(pose)),
            Verb::Formation(shape, wall) => self.act(Action::Formation(shape, wall)),
            Verb::Change(off, on) => {
                let slot = self.slot(side, off)?;
                let first = self.game.rules().starters();
                match usize::from(on.member()).checked_sub(first) {
                    Some(place) => self.act(Action::Change(slot, place as u8)),
                    None => {
                        Err(Stop::broken(format!("a bench player, from {} on, comes on", first + 1), on.to_string()))
                    }
                }
            }
            Verb::Send(way, cell) => self.act(Action::Send(way, cell)),
            Verb::Steal(token) => {
                let slot = self.slot(side, token)?;
                self.act(Action::Steal(slot))
            }
            Verb::Number(number) => self.act(Action::Number(number)),
        }
    }

    /// The dice on the table without those that show these faces, a bit each.
    fn all_but(&self, faces: &[String]) -> Result<u8, Stop> {
        let (Some(hand), Some(dice)) = (self.game.state().hand(), &self.game.rules().vocabulary.dice) else {
            return Err(Stop::broken("dice on the table", "this game has none"));
        };
        let mut thrown = hand.all();
        for face in faces {
            let shows = |n: &usize| thrown >> n & 1 == 1 && dice.face(0, hand.faces[*n]) == face;
            match (0..hand.faces.len()).find(shows) {
                Some(n) => thrown &= !(1 << n),
                None => return Err(Stop::broken(format!("a die that shows {face}"), "there is none".to_owned())),
            }
        }
        Ok(thrown)
    }

    fn slot(&self, side: Side, token: Token) -> Result<Slot, Stop> {
        let state = self.game.state();
        match state.slot_of(token) {
            Some(slot) if token.side() == side => Ok(Slot(slot as u8)),
            Some(slot) => Ok(Slot((slot + Slot::PER_SIDE) as u8)),
            None => Err(Stop::broken(format!("{token} on the pitch"), "he is not".to_owned())),
        }
    }

    /// The only technique on offer for an intent, else low.
    fn usual_technique(&self, intent: Intent) -> Technique {
        let legal = |t: &Technique| self.game.is_legal(Action::Declare(intent, *t));
        let mut offered = Technique::ALL.into_iter().filter(legal);
        match (offered.next(), offered.next()) {
            (Some(only), None) => only,
            _ => Technique::Low,
        }
    }

    fn keeper_cell(&self, side: Side) -> Option<crate::board::Cell> {
        let state = self.game.state();
        self.game.rules().keeper_of(state, side).and_then(|k| state.piece(k).cell)
    }

    fn keeper(&mut self, cell: crate::board::Cell, pose: KeeperPose) -> Result<(), Stop> {
        self.act(Action::PickCell(cell))?;
        self.act(Action::Pose(pose))
    }

    /// Plays the aim of a declaration as soon as it is asked for.
    fn kick_waiting(&mut self) -> Result<(), Stop> {
        let state = self.game.state();
        match self.aim {
            Some((side, aim)) if state.stage == Stage::Aim && state.to_act == side => {
                self.aim = None;
                self.kick(aim)
            }
            _ => Ok(()),
        }
    }

    fn kick(&mut self, aim: Aimed) -> Result<(), Stop> {
        let state = self.game.state();
        let at = match (aim.at, state.legal.aim) {
            (Some(AimedAt::Cell(cell, spot)), _) => AimPoint::Cell(cell, spot),
            (Some(AimedAt::Goal(column, row)), _) => AimPoint::Goal(column, row),
            (None, AimAt::Goal) => AimPoint::Goal(2, 0),
            (None, AimAt::Pitch | AimAt::Nothing) => AimPoint::Cell(self.next_rest(), Spot::MIDDLE),
        };
        (self.put_back, self.stands) = (aim.put_back, aim.stands);
        self.act(Action::Aim(at, aim.pace.unwrap_or(Pace::Exact)))?;
        match self.put_back.take() {
            Some(_) => Err(Stop::broken("the kicker may be put back", "no rule offers it here")),
            None => Ok(()),
        }
    }

    /// Whoever made room or went to a throw-in stays where he is, unless the next step places him.
    fn stay(&mut self, next: Option<&Verb>) -> Result<(), Stop> {
        match (self.game.state().stage, next) {
            (Stage::Settle, Some(Verb::Shift(token, _))) if self.game.state().kick.token == Some(*token) => Ok(()),
            (Stage::Settle, _) => self.act(Action::Take(Offer::Decline)),
            _ => Ok(()),
        }
    }

    /// Whoever kicked or ran to the ball stands where the kick said, or stays where he is.
    fn settle(&mut self) -> Result<(), Stop> {
        let state = self.game.state();
        if state.turn.phase != 1 || state.stoppage.approached {
            return Ok(());
        }
        let Some(token) = state.kick.token.filter(|_| state.stage == Stage::Settle) else { return Ok(()) };
        let slot = self.slot(state.to_act, token)?;
        let spot = if state.ball.carrier == Some(token) { self.stands.take() } else { self.put_back.take() };
        self.act(spot.map_or(Action::Take(Offer::Decline), |spot| Action::Shift(slot, spot)))
    }

    /// The cell in which the next scripted kick comes to rest, else the ball's.
    fn next_rest(&self) -> crate::board::Cell {
        match self.game.script().and_then(|s| s.kicks.front()).map(|k| k.end) {
            Some(ScriptedEnd::Rest(at)) => self.game.rules().board.cell_at(at),
            _ => self.game.state().ball.cell,
        }
    }

    /// Nothing that the scenario prepared may be left over.
    fn at_the_end(&self, [kicks, dice]: &[Option<Mark>; 2]) -> Result<(), Fault> {
        let left = |what: &str, count: usize, list: &Option<Mark>| {
            let got = format!("{count} more in the list than happened");
            self.fault("the end", list.as_ref(), (format!("every one of `{what}` is used"), got))
        };
        let script = self.game.script().cloned().unwrap_or_default();
        if !script.kicks.is_empty() {
            return Err(left("kicks", script.kicks.len(), kicks));
        }
        if !script.dice.is_empty() {
            return Err(left("dice", script.dice.len(), dice));
        }
        if self.stands.is_some() {
            let got = "nobody chose a place".to_owned();
            return Err(self.fault(
                "the end",
                None,
                ("the winner of the ball chooses where he stands".to_owned(), got),
            ));
        }
        if let Some((side, _)) = self.aim {
            let state = self.game.state();
            let got = format!("{} still decides `{}`: add the step `keeper:`", state.to_act, state.stage);
            return Err(self.fault("the end", None, (format!("{side}'s declared kick is taken"), got)));
        }
        Ok(())
    }
}
