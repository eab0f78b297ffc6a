//! The machine that every game shares: it plays one action on a state and goes on until the next decision.
//!
//! Every ruling is asked from the [`Referee`]. What a decision means is the [`Mechanic`]'s: `pitch`, `grid` and `dice`
//! hold decisions and geometry only.

use super::action::{Action, Slot};
use super::error::MatchError;
use super::expand::Choice;
use super::legal::Legal;
use super::r#match::Resume;
use super::piece::{Piece, Status};
use super::play::Play;
use super::state::{Ending, NOBODY, Stage, State};
use crate::board::{Board, Cell};
use crate::plugin::{
    Answer, Competition, Hook, MAX_FACTS, OnGoal, OnMatchStart, OnSquad, Question, Record, Referee, Ruling,
    StartAnswer, TeamWord,
};
use crate::record::{CellName, Entry, Event, RulingNote, note};
use crate::rules::Ruleset;
use crate::{Side, Token};
use std::rc::Rc;

/// The result of a step of the machine.
pub(crate) type Flow = Result<(), MatchError>;

/// Plays actions on a state. `game` is the data of one mechanics and says which it is.
pub(crate) struct Machine<'a, G> {
    pub(crate) rules: &'a Ruleset,
    pub(crate) referee: &'a dyn Referee,
    pub(crate) play: &'a mut Play,
    #[allow(dead_code)] // read by a mechanics that has data of its own
    pub(crate) game: &'a G,
    /// What was asked last.
    pub(crate) asked: Option<Hook>,
}

/// What one mechanics adds to the shared machine.
pub(crate) trait Mechanic: Sized {
    /// Whether the coin is tossed later, by the mechanics itself.
    fn toss_waits(_: &Machine<'_, Self>) -> bool {
        false
    }
    /// The first half begins; squads are checked and the coin is tossed.
    fn begin(machine: &mut Machine<'_, Self>) -> Flow;
    /// Goes on from a position that a scenario has set up.
    fn resume(machine: &mut Machine<'_, Self>, how: Resume) -> Flow;
    /// Carries out an action that is legal.
    fn perform(machine: &mut Machine<'_, Self>, action: Action) -> Flow;
    /// Why an action is not legal.
    fn refusal(machine: &mut Machine<'_, Self>, action: Action) -> MatchError;
}

/// What the first whistle needs to know that no state holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    pub(crate) competition: Competition,
    pub(crate) leg: u8,
}

impl Opening {
    /// A match that belongs to nothing.
    pub(crate) const FRIENDLY: Opening = Opening { competition: Competition::Friendly, leg: 1 };
}

/// What the machine is to do.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Task {
    Start(Opening),
    /// Only look at one squad.
    CheckSquad(Side),
    Resume(Resume),
    Apply(Action),
}

/// A question that was put and answered.
pub(crate) struct Ruled {
    pub(crate) hook: Hook,
    /// What was asked, for the log; nothing when none is kept.
    facts: Option<Box<[i64; MAX_FACTS]>>,
    pub(crate) answer: Rc<Answer>,
}

impl Ruled {
    pub(crate) fn ruling(&self) -> Ruling {
        self.answer.ruling
    }

    /// Who set a field of the value last.
    pub(crate) fn author<R: Record>(&self, field: &str) -> Option<Ruling> {
        self.last_author::<R>(|name| name == field)
    }

    /// Who set any field but these last.
    pub(crate) fn author_but<R: Record>(&self, fields: &[&str]) -> Option<Ruling> {
        self.last_author::<R>(|name| !fields.contains(&name))
    }

    fn last_author<R: Record>(&self, of: impl Fn(&str) -> bool) -> Option<Ruling> {
        let fits = |field: u8| R::FIELDS.get(usize::from(field)).is_some_and(|f| of(f.name));
        self.answer.changes.iter().rev().find(|c| fits(c.field)).map(|c| c.ruling)
    }

    /// The word of the answer; a rule that answered has one.
    pub(crate) fn word(&self) -> u8 {
        self.answer.word.unwrap_or_default()
    }
}

impl<G: Mechanic> Machine<'_, G> {
    /// Does it, then makes every decision that has only one answer.
    pub(crate) fn run(&mut self, task: Task) -> Flow {
        match task {
            Task::Start(opening) => self.start(opening)?,
            Task::CheckSquad(side) => {
                let complaints = self.judge_squad(side, Competition::Friendly)?.answer.complaints.clone();
                return if complaints.is_empty() { Ok(()) } else { Err(MatchError::Squad { side, complaints }) };
            }
            Task::Resume(how) => G::resume(self, how)?,
            Task::Apply(action) => {
                if !self.state().is_legal(self.board(), action) {
                    return Err(G::refusal(self, action));
                }
                self.perform(action)?;
            }
        }
        self.settle()
    }

    /// Squads are checked, the coin is tossed, the first half begins.
    fn start(&mut self, opening: Opening) -> Flow {
        for side in Side::BOTH {
            self.check_squad(side, opening.competition)?;
            self.fill_gaps(side);
        }
        if !G::toss_waits(self) {
            self.toss(opening)?;
        }
        G::begin(self)
    }

    /// Opening dice, and who starts.
    pub(crate) fn toss(&mut self, opening: Opening) -> Flow {
        let ruled = self.ask(OnMatchStart { competition: opening.competition, leg: opening.leg.into() }, &[])?;
        let opener = match StartAnswer::from_index(ruled.word().into()) {
            Some(StartAnswer::Away) => Side::Away,
            _ => Side::Home,
        };
        self.state_mut().opener = opener;
        self.log_ruled(&ruled, |_| Event::Toss { side: opener });
        Ok(())
    }

    /// Makes forced decisions until a real one is due.
    fn settle(&mut self) -> Flow {
        while !self.state().is_over() {
            if self.state().decisions >= self.rules.mechanics.max_decisions {
                self.finish(Ending::Abandoned, "too many decisions");
                break;
            }
            // A scenario names every decision, so that it can also check what is refused where only one thing is legal.
            if self.play.script.is_some() {
                break;
            }
            let action = match self.state().choice(self.board()) {
                Choice::Several => break,
                Choice::Only(action) => action,
                Choice::Nothing => {
                    let stack = &self.rules.stack;
                    let asked = self.asked.map(|hook| {
                        format!("{} was asked last; it is answered by {}", hook.info().name, stack.answering(hook))
                    });
                    return Err(MatchError::Stuck { side: self.state().to_act, stage: self.state().stage, asked });
                }
            };
            self.log(|m| Event::Auto {
                side: m.state().to_act,
                stage: m.state().stage,
                id: m.rules.layout.id(super::view::seen(m.board(), m.state(), action)),
            });
            self.perform(action)?;
        }
        Ok(())
    }

    fn perform(&mut self, action: Action) -> Flow {
        let side = self.state().to_act;
        self.state_mut().decisions += 1;
        self.play.tally.decisions[side.index()] += 1;
        G::perform(self, action)
    }
}

impl<G> Machine<'_, G> {
    pub(crate) fn state(&self) -> &State {
        &self.play.state
    }

    pub(crate) fn state_mut(&mut self) -> &mut State {
        &mut self.play.state
    }

    pub(crate) fn board(&self) -> &Board {
        &self.rules.board
    }

    pub(crate) fn minute(&self) -> u16 {
        let clock = self.state().clock;
        self.rules.mechanics.minute(clock.half, clock.tick)
    }

    pub(crate) fn ask<Q: Question>(&mut self, question: Q, who: &[Option<Token>]) -> Result<Ruled, MatchError> {
        self.asked = Some(Q::HOOK);
        let facts = question.pack();
        let answer = self.referee.call(Q::HOOK, &facts, who, self.play)?;
        Ok(Ruled { hook: Q::HOOK, facts: self.recording().then(|| Box::new(facts)), answer })
    }

    /// An answer that this mechanics cannot carry out.
    pub(crate) fn cannot(&self, ruled: &Ruled, answer: &'static str) -> MatchError {
        let stack = &self.rules.stack;
        let clause = stack.clause(ruled.ruling().clause).to_owned();
        let layer = stack.layers.get(usize::from(ruled.ruling().layer));
        let plugin = layer.map(|l| l.name.clone()).unwrap_or_default();
        let place = layer.map(|l| l.place(ruled.hook));
        MatchError::Answer { hook: ruled.hook.info().name, answer, clause, plugin, place }
    }

    /// The name of the clause behind a ruling.
    pub(crate) fn clause(&self, ruling: Ruling) -> Option<String> {
        (ruling != Ruling::NONE).then(|| self.rules.stack.clause(ruling.clause).to_owned())
    }

    /// The ruling of a parameter by which the engine acts and asks no plugin.
    pub(crate) fn by_param(&self, name: &str) -> Option<Ruling> {
        let decl = &self.rules.params.get(name)?.decl;
        let clause = self.rules.stack.clause_id(decl.clauses.first()?)?;
        Some(Ruling { clause, layer: self.rules.stack.layer_of(&decl.plugin)? })
    }

    pub(crate) fn recording(&self) -> bool {
        self.play.recorder.is_some()
    }

    pub(crate) fn name(&self, cell: Cell) -> CellName {
        CellName::new(self.rules.board.cell_name(cell))
    }

    /// What the log says of a token that has moved.
    pub(crate) fn moved(&self, token: Token, from: Cell, to: Cell, forced: bool) -> Event {
        Event::Move {
            token,
            from: self.name(from),
            to: self.name(to),
            cells: self.board().distance(from, to),
            forced,
            at: self.state().place(self.board(), token).unwrap_or_default(),
        }
    }

    /// Logs an event; the closure runs only if a log is kept.
    pub(crate) fn log(&mut self, event: impl FnOnce(&Self) -> Event) {
        if self.recording() {
            let event = event(self);
            self.push(event, None);
        }
    }

    /// Logs an event with the ruling behind it.
    pub(crate) fn log_ruled(&mut self, ruled: &Ruled, event: impl FnOnce(&Self) -> Event) {
        self.log_with(ruled, None, event);
    }

    /// Logs an event with the question behind it, ruled by the author of one part of the answer.
    pub(crate) fn log_with(&mut self, ruled: &Ruled, author: Option<Ruling>, event: impl FnOnce(&Self) -> Event) {
        if let Some(facts) = &ruled.facts {
            let event = event(self);
            let ruling = author.unwrap_or(ruled.ruling());
            let note = note::of(self.rules, ruled.hook, facts, &ruled.answer, ruling);
            self.push(event, note);
        }
    }

    /// Logs an event that a clause allowed earlier.
    pub(crate) fn log_clause(&mut self, hook: Hook, author: Option<Ruling>, event: impl FnOnce(&Self) -> Event) {
        if self.recording() {
            let event = event(self);
            let note = author.and_then(|ruling| note::clause(self.rules, hook, ruling));
            self.push(event, note);
        }
    }

    fn push(&mut self, event: Event, ruling: Option<RulingNote>) {
        let state = &self.play.state;
        let entry = Entry {
            half: state.clock.half,
            tick: state.clock.tick,
            turn: state.turn.number,
            phase: state.turn.phase,
            event,
            ruling,
        };
        if let Some(recorder) = &mut self.play.recorder {
            recorder.event(entry);
        }
    }

    /// What the plugins say of a squad: complaints and warnings.
    fn judge_squad(&mut self, side: Side, competition: Competition) -> Result<Ruled, MatchError> {
        let size = Token::of(side).filter(|t| self.state().piece(*t).status != Status::Absent).count();
        let bright = self.play.sheets.as_ref().map(|teams| teams[side.index()].uniform.brightness());
        let [bright_home, bright_away] = bright.unwrap_or_default().map(i32::from);
        let question = OnSquad { side: team(side), size: size as i32, competition, bright_home, bright_away };
        self.ask(question, &[])
    }

    /// Refuses a squad with complaints, and notes what it is warned of.
    fn check_squad(&mut self, side: Side, competition: Competition) -> Flow {
        let ruled = self.judge_squad(side, competition)?;
        if ruled.answer.complaints.is_empty() {
            return Ok(());
        }
        let (warnings, complaints): (Vec<_>, Vec<_>) = ruled.answer.complaints.iter().cloned().partition(|c| c.warning);
        if !complaints.is_empty() {
            return Err(MatchError::Squad { side, complaints });
        }
        let layer = usize::from(ruled.ruling().layer);
        for warning in warnings {
            self.log_ruled(&ruled, |m| Event::Note {
                plugin: m.rules.stack.layers[layer].name.clone(),
                text: format!("The {side} squad: {}.", warning.text),
                who: None,
            });
        }
        Ok(())
    }

    /// Starters who miss the match leave their place to the bench: a keeper to a keeper, others in squad order.
    fn fill_gaps(&mut self, side: Side) {
        for slot in 0..Slot::PER_SIDE {
            let Some(missing) = self.state().slot(side, slot) else { continue };
            let gap = *self.state().piece(missing);
            if gap.status != Status::Absent {
                continue;
            }
            let keeps = |t: Token| self.rules.is_keeper(self.state().piece(t));
            let next = self.state().bench(side).find(|t| keeps(*t) == keeps(missing));
            let state = self.state_mut();
            state.piece_mut(missing).cell = None;
            state.lineup[side.index()][slot] = next.map_or(NOBODY, Token::member);
            if let Some(next) = next {
                let (cell, dx, dy, spot) = (gap.cell, gap.dx, gap.dy, gap.spot);
                *state.piece_mut(next) = Piece { status: Status::Pitch, cell, dx, dy, spot, ..*state.piece(next) };
            }
        }
    }

    /// Sets the pending decision; nothing is legal until the caller says so.
    pub(crate) fn decide(&mut self, side: Side, stage: Stage) -> &mut Legal {
        let state = self.state_mut();
        state.to_act = side;
        state.stage = stage;
        state.legal = Legal::NOTHING;
        &mut state.legal
    }

    /// Counts a goal for a side and tells the plugins.
    pub(crate) fn score(&mut self, side: Side, scorer: Option<Token>, own: bool) -> Flow {
        self.play.tally.goals[side.index()] += 1;
        let state = self.state_mut();
        state.score[side.index()] = state.score[side.index()].saturating_add(1);
        state.clock.goals = state.clock.goals.saturating_add(1);
        let tick = state.clock.tick.into();
        self.log(|m| Event::Goal { side, scorer, own, score: m.state().score });
        self.ask(OnGoal { side: team(side), scorer, own, tick }, &[scorer])?;
        Ok(())
    }

    /// The match is awarded to a side.
    pub(crate) fn forfeit(&mut self, winner: Side) {
        let goals = self.rules.mechanics.forfeit_goals;
        let score = self.state().score;
        let margin = i16::from(score[winner.index()]) - i16::from(score[winner.other().index()]);
        if margin <= i16::from(goals) {
            self.state_mut().score[winner.index()] = goals;
            self.state_mut().score[winner.other().index()] = 0;
        }
        self.finish(Ending::Forfeit, "the other side has too few players");
    }

    /// The match is over, and its result stands.
    pub(crate) fn full_time(&mut self) {
        let state = self.state();
        let reason = match (state.shootout().on, state.extra_time()) {
            (true, _) => "penalties",
            (false, true) => "extra time",
            (false, false) => "full time",
        };
        self.finish(Ending::Played, reason);
    }

    pub(crate) fn finish(&mut self, ending: Ending, reason: &str) {
        if let Some(recorder) = &mut self.play.recorder {
            recorder.unseal();
        }
        self.decide(Side::Home, Stage::Over);
        self.state_mut().ending = Some(ending);
        self.log(|m| {
            let state = m.state();
            let (score, extra_time, shootout) = (state.score, state.extra_time(), state.shootout().shown());
            Event::End { score, ending, reason: reason.to_owned(), extra_time, shootout }
        });
    }
}

/// A side as plugins call it.
pub(crate) fn team(side: Side) -> TeamWord {
    match side {
        Side::Home => TeamWord::Home,
        Side::Away => TeamWord::Away,
    }
}
