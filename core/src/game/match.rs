//! A match: a frozen ruleset, two teams and a small plain state.

use super::action::{Action, Slot};
use super::error::MatchError;
use super::history::History;
use super::kick::{DuelState, KickState};
use super::legal::Legal;
use super::machine::{Flow, Machine, Opening, Task};
use super::occasion::Occasion;
use super::piece::{Piece, Status};
use super::play::Play;
use super::script::Script;
use super::state::{Ball, Clock, Ending, NOBODY, Own, Stage, State, Stoppage, Turn};
use super::tally::Tally;
use super::view::seen;
use crate::board::Point;
use crate::plugin::{BallSource, Competition, Complaint, Referee, Restart};
use crate::record::Recorder;
use crate::rules::{Game, Ruleset, Squad};
use crate::{End, Side, Token};
use std::sync::Arc;

/// The two squads of a match, home first.
pub type Teams = [Squad; 2];

/// One match. It never calls a player: ask [`Match::decision`], then [`Match::apply`] an action.
///
/// A clone is independent, is not recorded and keeps no log.
#[derive(Debug)]
pub struct Match {
    rules: Arc<Ruleset>,
    teams: Arc<Teams>,
    /// What the match belongs to; nothing for a friendly.
    occasion: Option<Arc<Occasion>>,
    play: Play,
    /// Its decisions, if it is recorded.
    pub(super) history: Option<Box<History>>,
}

/// What a match keeps of what happens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keeps {
    /// Its decisions.
    pub(super) history: bool,
    /// The log.
    pub(super) log: bool,
}

impl Keeps {
    pub(super) const NOTHING: Keeps = Keeps { history: false, log: false };
    pub(super) const THE_LOG: Keeps = Keeps { history: false, log: true };
}

/// Who decides what, and what is legal.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a> {
    /// Who decides.
    pub side: Side,
    /// What is decided.
    pub stage: Stage,
    /// What is legal, as sets.
    pub legal: &'a Legal,
}

impl Clone for Match {
    fn clone(&self) -> Match {
        Match {
            rules: Arc::clone(&self.rules),
            teams: Arc::clone(&self.teams),
            occasion: self.occasion.clone(),
            play: Play {
                state: self.play.state,
                tally: self.play.tally,
                recorder: None,
                script: None,
                sheets: Some(Arc::clone(&self.teams)),
            },
            history: None,
        }
    }
}

impl Match {
    /// A new match, at its first decision.
    ///
    /// # Errors
    /// When a squad is refused, or a plugin fails.
    pub fn new(rules: &Arc<Ruleset>, teams: Arc<Teams>, seed: u64) -> Result<Match, MatchError> {
        Self::begin(rules, teams, seed, None, Keeps::NOTHING)
    }

    /// A new match that keeps its decisions, so that its log can be made when somebody reads it: see [`Match::log`] and
    /// [`Replay::of`](crate::record::Replay::of).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use touchline_core::{bot, game::Match, record::Replay, rules::{Content, Options, Ruleset}};
    /// let rules = Ruleset::load(&Content::embedded(), "base", &Options::default())?;
    /// let mut m = Match::recorded(&rules, Arc::new([rules.squad.clone(), rules.squad.clone()]), 1)?;
    /// bot::play(&mut m, &mut bot::Random::new(1), &mut bot::Random::new(2))?;
    /// assert!(m.recorder().is_none());
    /// assert!(Replay::of(&m, ["random", "random"])?.events().count() > 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Match::new`].
    pub fn recorded(rules: &Arc<Ruleset>, teams: Arc<Teams>, seed: u64) -> Result<Match, MatchError> {
        Self::begin(rules, teams, seed, None, Keeps::a_record(rules))
    }

    /// A new match that keeps its log as it is played, for those who read it after each action or who will write it in
    /// any case.
    ///
    /// # Errors
    /// As [`Match::new`].
    pub fn logged(rules: &Arc<Ruleset>, teams: Arc<Teams>, seed: u64) -> Result<Match, MatchError> {
        Self::begin(rules, teams, seed, None, Keeps::THE_LOG)
    }

    /// This match from kick-off.
    pub(super) fn anew(&self, keeps: Keeps) -> Result<Match, MatchError> {
        Self::begin(&self.rules, Arc::clone(&self.teams), self.play.state.seed, self.occasion.clone(), keeps)
    }

    /// A new match of a competition, with what its players bring from earlier ones; it keeps its log.
    ///
    /// # Errors
    /// As [`Match::new`], or when a carried slot is none of these rules.
    pub fn on_occasion(
        rules: &Arc<Ruleset>,
        teams: Arc<Teams>,
        seed: u64,
        occasion: Occasion,
    ) -> Result<Match, MatchError> {
        let occasion = (!occasion.is_plain()).then(|| Arc::new(occasion));
        Self::begin(rules, teams, seed, occasion, Keeps::THE_LOG)
    }

    fn begin(
        rules: &Arc<Ruleset>,
        teams: Arc<Teams>,
        seed: u64,
        occasion: Option<Arc<Occasion>>,
        keeps: Keeps,
    ) -> Result<Match, MatchError> {
        let mut state = Self::kick_off_state(rules, &teams, seed);
        if let Some(occasion) = &occasion {
            occasion.bring_in(&rules.stack, &mut state)?;
        }
        let play =
            Play { state, tally: Tally::default(), recorder: None, script: None, sheets: Some(Arc::clone(&teams)) };
        let mut new = Match { rules: Arc::clone(rules), teams, occasion, play, history: None }.keeping(keeps);
        rules.with_referee(|referee| new.start(referee))??;
        Ok(new)
    }

    /// What the plugins of a ruleset have against a squad.
    ///
    /// # Errors
    /// When a plugin fails.
    pub fn complaints(rules: &Arc<Ruleset>, squad: &Squad) -> Result<Vec<Complaint>, MatchError> {
        let teams = Arc::new([squad.clone(), squad.clone()]);
        let state = Self::kick_off_state(rules, &teams, 0);
        let play =
            Play { state, tally: Tally::default(), recorder: None, script: None, sheets: Some(Arc::clone(&teams)) };
        let mut desk = Match { rules: Arc::clone(rules), teams, occasion: None, play, history: None };
        let checked = rules.with_referee(|referee| desk.run(referee, Task::CheckSquad(Side::Home)))?;
        match checked {
            Ok(()) => Ok(Vec::new()),
            Err(MatchError::Squad { complaints, .. }) => Ok(complaints),
            Err(other) => Err(other),
        }
    }

    /// A match in a position of its own making, at no decision yet: where scenarios begin.
    #[must_use]
    pub(crate) fn at(rules: &Arc<Ruleset>, teams: Arc<Teams>, state: State, script: Script) -> Match {
        let play = Play {
            state,
            tally: Tally::default(),
            recorder: Some(Box::default()),
            script: Some(Box::new(script)),
            sheets: Some(Arc::clone(&teams)),
        };
        Match { rules: Arc::clone(rules), teams, occasion: None, play, history: None }
    }

    /// A match that was saved.
    pub(super) fn resumed(rules: &Arc<Ruleset>, teams: Arc<Teams>, state: State, tally: Tally) -> Match {
        let play = Play { state, tally, recorder: None, script: None, sheets: Some(Arc::clone(&teams)) };
        Match { rules: Arc::clone(rules), teams, occasion: None, play, history: None }
    }

    pub(crate) fn start(&mut self, referee: &dyn Referee) -> Result<(), MatchError> {
        let opening = Opening {
            competition: self.occasion.as_ref().map_or(Competition::Friendly, |o| o.competition),
            leg: self.occasion.as_ref().map_or(1, |o| o.leg),
        };
        self.run(referee, Task::Start(opening))
    }

    /// Hands a task to the machine of the ruleset's mechanics.
    fn run(&mut self, referee: &dyn Referee, task: Task) -> Flow {
        run(&self.rules, &mut self.play, referee, task)
    }

    /// Everybody in the first shape, nothing decided.
    pub(crate) fn kick_off_state(rules: &Ruleset, teams: &Teams, seed: u64) -> State {
        let board = &rules.board;
        let centre = board.centre_cell();
        let mut state = State {
            seed,
            dice: 0,
            face: 0,
            kicks: 0,
            decisions: 0,
            pieces: [Piece::ABSENT; Token::COUNT],
            lineup: [[NOBODY; Slot::PER_SIDE]; 2],
            ball: Ball {
                at: board.centre(centre),
                cell: centre,
                carrier: None,
                side: Side::Home,
                in_hand: false,
                source: BallSource::Restart,
                from_mate: true,
                gap: 0,
            },
            score: [0; 2],
            changes: [0; 2],
            home_attacks: End::Right,
            opener: Side::Home,
            clock: Clock::new(1),
            turn: Turn::new(Side::Home),
            own: Own::of(rules.game.kind()),
            stoppage: Stoppage::new(Restart::None, Side::Home, centre, Point::default()),
            kick: KickState::new(centre),
            duel: DuelState::NONE,
            to_act: Side::Home,
            stage: Stage::Over,
            legal: Legal::NOTHING,
            slots: rules.stack.slot_defaults(),
            ending: None,
        };
        for side in Side::BOTH {
            for (member, player) in teams[side.index()].players.iter().enumerate().take(Token::PER_SIDE) {
                let token = Token::new(side, member as u8);
                let starts = member < rules.starters();
                let piece = state.piece_mut(token);
                piece.status = if starts { Status::Pitch } else { Status::Bench };
                for (to, section) in piece.sections.iter_mut().zip(&player.sections) {
                    *to = rules.skill(&section.skill).unwrap_or(Piece::NO_SECTION);
                }
                if starts {
                    state.lineup[side.index()][member] = member as u8;
                    let Some(cell) = rules.first_shape(member, side == Side::Home) else { continue };
                    state.piece_mut(token).cell = Some(cell);
                    let (centre, at) = (board.centre(cell), board.spot(cell, crate::board::Spot::MIDDLE));
                    state.piece_mut(token).dx = libm::round((at.x - centre.x) * 100.0) as i16;
                }
            }
        }
        state
    }

    /// The pending decision, or `None` when the match is over. A read: no plugin is asked.
    #[must_use]
    pub fn decision(&self) -> Option<Decision<'_>> {
        let state = &self.play.state;
        (!state.is_over()).then_some(Decision { side: state.to_act, stage: state.stage, legal: &state.legal })
    }

    /// Plays an action and everything that follows from it up to the next decision.
    ///
    /// # Errors
    /// When it is illegal, or a plugin fails; the match is then as it was.
    pub fn apply(&mut self, action: Action) -> Result<(), MatchError> {
        // The rules are borrowed: to count one more owner at every action would make threads wait for each other.
        self.keep(action, |rules, play| rules.with_referee(|referee| played(rules, play, referee, action))?)
    }

    /// [`Match::apply`] with a referee of the caller's choice.
    ///
    /// # Errors
    /// As [`Match::apply`].
    pub fn apply_with(&mut self, referee: &dyn Referee, action: Action) -> Result<(), MatchError> {
        self.keep(action, |rules, play| played(rules, play, referee, action))
    }

    /// [`Match::apply_with`] for a match that nobody goes on with when it fails: nothing is kept to come back to.
    ///
    /// # Errors
    /// As [`Match::apply`], but the match is then good for nothing.
    pub fn advance(&mut self, referee: &dyn Referee, action: Action) -> Result<(), MatchError> {
        self.keep(action, |rules, play| advanced(rules, play, referee, action))
    }

    /// Plays an action and keeps it if the match is recorded.
    fn keep(&mut self, action: Action, play: impl FnOnce(&Ruleset, &mut Play) -> Flow) -> Flow {
        let id = self.history.is_some().then(|| self.id(action));
        play(&self.rules, &mut self.play)?;
        if let (Some(history), Some(id)) = (&mut self.history, id) {
            history.actions.push(id);
        }
        Ok(())
    }

    /// Puts the running position before the referee anew: used once a scenario has set one up.
    pub(crate) fn resume(&mut self, how: Resume) -> Result<(), MatchError> {
        let rules = Arc::clone(&self.rules);
        rules.with_referee(|referee| self.run(referee, Task::Resume(how)))?
    }

    /// The id of an action, seen from the deciding side.
    #[must_use]
    pub fn id(&self, action: Action) -> u16 {
        self.rules.layout.id(seen(&self.rules.board, &self.play.state, action))
    }

    /// The action with an id, its cells real cells; `None` for an id beyond the layout.
    #[must_use]
    pub fn action(&self, id: u16) -> Option<Action> {
        let action = self.rules.layout.action(id)?;
        Some(seen(&self.rules.board, &self.play.state, action))
    }

    /// Whether an action is legal now.
    #[must_use]
    pub fn is_legal(&self, action: Action) -> bool {
        self.play.state.is_legal(&self.rules.board, action)
    }

    /// Every legal action.
    #[must_use]
    pub fn legal_actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.play.state.for_each_legal(&self.rules.board, &mut |a| actions.push(a));
        actions
    }

    /// Whether something is hidden from the side that is to decide: a sealed pick, or the other side's formation.
    #[must_use]
    pub fn has_secret(&self) -> bool {
        matches!(&self.play.state.own, Own::Grid(grid) if grid.sealed != 0 || grid.hidden != 0)
    }

    /// The match as a side sees it: what the other side has chosen or placed in secret is not in it.
    #[must_use]
    pub fn view(&self, side: Side) -> Match {
        let mut view = self.clone();
        let picked_first = self.play.state.stoppage.side;
        let Own::Grid(grid) = &mut view.play.state.own else { return view };
        if picked_first != side {
            // Whoever picks second knows that a pick is made and not which.
            grid.sealed = grid.sealed.min(1);
        }
        let other = side.other();
        if grid.hidden >> other.index() & 1 == 1 {
            grid.keepers[other.index()] = NOBODY;
            for slot in 0..Slot::PER_SIDE {
                let Some(token) = view.play.state.slot(other, slot) else { continue };
                let right = view.play.state.attacks(other) == End::Right;
                let cell = self.rules.first_shape(slot, right);
                if let (Some(cell), true) = (cell, view.play.state.piece(token).on_pitch()) {
                    view.play.state.piece_mut(token).cell = Some(cell);
                }
            }
        }
        view
    }

    /// What the deciding side sees, with dice and kicks that are not the real ones: for search.
    #[must_use]
    pub fn fork(&self, seed: u64) -> Match {
        let mut fork = self.view(self.play.state.to_act);
        fork.play.state.seed = seed;
        fork
    }

    /// The state.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.play.state
    }

    /// The ruleset.
    #[must_use]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The squads.
    #[must_use]
    pub fn teams(&self) -> &Arc<Teams> {
        &self.teams
    }

    /// What the match belongs to, if it is no friendly.
    #[must_use]
    pub fn occasion(&self) -> Option<&Occasion> {
        self.occasion.as_deref()
    }

    /// Statistics so far.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.play.tally
    }

    /// The log, if it is kept while the match is played; [`Match::log`] is that of a recorded match too.
    #[must_use]
    pub fn recorder(&self) -> Option<&Recorder> {
        self.play.recorder.as_deref()
    }

    /// The same match, keeping this from here on.
    pub(super) fn keeping(mut self, keeps: Keeps) -> Match {
        self.history = keeps.history.then(Box::default);
        self.play.recorder = keeps.log.then(Box::default);
        keyframe(&self.rules, &mut self.play);
        self
    }

    /// The log that was kept, for itself.
    pub(super) fn into_log(self) -> Recorder {
        self.play.recorder.map(|r| *r).unwrap_or_default()
    }

    /// A copy with its record, its log and its script, to come back to.
    #[must_use]
    pub fn snapshot(&self) -> Match {
        Match {
            rules: Arc::clone(&self.rules),
            teams: Arc::clone(&self.teams),
            occasion: self.occasion.clone(),
            play: self.play.clone(),
            history: self.history.clone(),
        }
    }

    /// The scenario script that is left.
    #[must_use]
    pub(crate) fn script(&self) -> Option<&Script> {
        self.play.script.as_deref()
    }

    /// How it ended, once it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.play.state.ending
    }
}

/// Hands a task to the machine of the ruleset's mechanics.
fn run(rules: &Ruleset, play: &mut Play, referee: &dyn Referee, task: Task) -> Flow {
    match &rules.game {
        Game::Pitch(game) => Machine { rules, referee, play, game, asked: None }.run(task),
        Game::Grid(game) => Machine { rules, referee, play, game, asked: None }.run(task),
        Game::Dice(game) => Machine { rules, referee, play, game: &**game, asked: None }.run(task),
    }
}

/// Plays an action, or leaves everything as it was.
fn played(rules: &Ruleset, play: &mut Play, referee: &dyn Referee, action: Action) -> Flow {
    let (state, tally) = (play.state, play.tally);
    let mark = play.recorder.as_ref().map(|r| r.mark());
    let script = play.script.clone();
    let result = advanced(rules, play, referee, action);
    if result.is_err() {
        play.state = state;
        play.tally = tally;
        play.script = script;
        if let (Some(recorder), Some(mark)) = (&mut play.recorder, mark) {
            recorder.rewind(mark);
        }
    }
    result
}

/// Plays an action; a failure leaves it half done.
fn advanced(rules: &Ruleset, play: &mut Play, referee: &dyn Referee, action: Action) -> Flow {
    if let Some(recorder) = &mut play.recorder {
        recorder.action(play.state.to_act, rules.layout.id(seen(&rules.board, &play.state, action)));
    }
    run(rules, play, referee, Task::Apply(action))?;
    keyframe(rules, play);
    Ok(())
}

/// Logs the position if a keyframe is due.
fn keyframe(rules: &Ruleset, play: &mut Play) {
    if let Some(recorder) = &mut play.recorder {
        recorder.keyframe(&play.state, &rules.board);
    }
}

/// Where a scenario's position goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resume {
    /// The carrier is to declare.
    Declare,
    /// The attack is to move.
    Attack,
    /// The defence is to move.
    Defence,
    /// A restart is to be set up.
    Restart(Restart, Side),
}
