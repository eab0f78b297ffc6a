//! A match under Python's control.

use crate::action::Action;
use crate::error;
use crate::replay::Replay;
use crate::ruleset::Ruleset;
use crate::squad::Squad;
use crate::table::Table;
use crate::{events, observe, picture};
use numpy::{PyArray1, PyArrayMethods as _};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyType};
use std::sync::Arc;
use touchline_core::Side;
use touchline_core::game::{self, Match as Game};
use touchline_core::record::{Keyframe, Replay as Log};
use touchline_core::sim::STATS;

/// One match: ask for the decision, look at the legal actions, apply one.
///
/// ``actions`` are ids to be played at once, as ``repr`` writes them.
#[pyclass(module = "touchline", name = "Match")]
pub(crate) struct Match {
    /// It is recorded.
    pub(crate) game: Game,
    pub(crate) ruleset: Ruleset,
}

impl Clone for Match {
    fn clone(&self) -> Match {
        Match { game: self.game.snapshot(), ruleset: self.ruleset.clone() }
    }
}

/// Who decides, and what.
#[pyclass(frozen, module = "touchline", name = "Decision", get_all)]
pub(crate) struct Decision {
    /// ``home`` or ``away``.
    side: &'static str,
    /// What is to be decided: ``declare``, ``aim``, ``attack``, …
    stage: &'static str,
}

#[pymethods]
impl Decision {
    fn __repr__(&self) -> String {
        format!("<Decision of {}: {}>", self.side, self.stage)
    }
}

impl Match {
    pub(crate) fn begin(py: Python<'_>, ruleset: &Ruleset, squads: [Option<&Squad>; 2], seed: u64) -> PyResult<Match> {
        crate::rule::refuse_nested()?;
        let [home, away] = squads;
        let teams = Arc::new([Squad::checked(py, home, &ruleset.rules)?, Squad::checked(py, away, &ruleset.rules)?]);
        let game = Game::recorded(&ruleset.rules, teams, seed).map_err(|e| error::game(py, &e))?;
        Ok(Match { game, ruleset: ruleset.clone() })
    }

    /// An engine action with its id here.
    pub(crate) fn wrap(&self, action: game::Action) -> Action {
        Action::known(action, self.game.id(action), &self.game.rules().board)
    }

    /// A clone whose dice are not the real ones.
    pub(crate) fn forked(&self, seed: u64) -> Match {
        Match { game: self.game.fork(seed).recording(), ruleset: self.ruleset.clone() }
    }

    /// The engine action that Python means: an id, an Action or a dict.
    pub(crate) fn resolve(&self, given: &Bound<'_, PyAny>) -> PyResult<game::Action> {
        let py = given.py();
        let written = if let Ok(action) = given.cast::<Action>() {
            action.get().engine(&self.game.rules().board)
        } else if given.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err("an action is an id, an Action or a dict, not a bool"));
        } else if given.is_instance_of::<PyInt>() || given.hasattr("__index__")? {
            let size = self.game.rules().layout.size();
            let id: Option<u16> = given.call_method0("__index__")?.extract().ok();
            id.and_then(|id| self.game.action(id))
                .ok_or_else(|| format!("no action has the id {given}: ids lie in 0 … {}", size.saturating_sub(1)))
        } else if let Ok(dict) = given.cast::<PyDict>() {
            Action::from_dict(dict)?.engine(&self.game.rules().board)
        } else {
            let kind = given.get_type().name()?;
            return Err(PyTypeError::new_err(format!("an action is an id, an Action or a dict, not a {kind}")));
        };
        written.map_err(|problem| error::plain(py, "IllegalAction", problem))
    }

    /// Plays an engine action.
    pub(crate) fn play(&mut self, py: Python<'_>, action: game::Action) -> PyResult<()> {
        crate::rule::refuse_nested()?;
        self.game.apply(action).map_err(|e| error::game(py, &e))
    }

    /// The log of the match so far.
    pub(crate) fn log(&self, py: Python<'_>) -> PyResult<Log> {
        self.log_of(py, ["?", "?"])
    }

    /// The log of the match so far, and who played it.
    pub(crate) fn log_of(&self, py: Python<'_>, bots: [&str; 2]) -> PyResult<Log> {
        crate::rule::refuse_nested()?;
        Log::of(&self.game, bots).map_err(|e| error::game(py, &e))
    }

    fn keyframe(&self) -> Keyframe {
        Keyframe::of(self.game.state(), &self.game.rules().board, 0, self.game.actions().len())
    }
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (ruleset = None, *, seed = 0, home = None, away = None, actions = None))]
    fn new(
        py: Python<'_>,
        ruleset: Option<&Bound<'_, PyAny>>,
        seed: u64,
        home: Option<&Bound<'_, Squad>>,
        away: Option<&Bound<'_, Squad>>,
        actions: Option<Vec<u16>>,
    ) -> PyResult<Match> {
        let ruleset = match ruleset {
            Some(given) => Ruleset::from_any(given)?,
            None => crate::ruleset::ruleset(py, "base", None)?,
        };
        let squads = [home.map(Bound::get), away.map(Bound::get)];
        let mut new = Match::begin(py, &ruleset, squads, seed)?;
        for id in actions.unwrap_or_default() {
            let action = new
                .game
                .action(id)
                .ok_or_else(|| error::plain(py, "IllegalAction", format!("there is no action {id}")))?;
            new.play(py, action)?;
        }
        Ok(new)
    }

    /// The pending decision, or None when the match is over.
    #[getter]
    fn decision(&self) -> Option<Decision> {
        self.game.decision().map(|d| Decision { side: d.side.word(), stage: d.stage.word() })
    }

    /// Who decides: ``home`` or ``away``.
    #[getter]
    fn to_act(&self) -> &'static str {
        self.game.state().to_act.word()
    }

    /// What is to be decided; ``over`` at the end.
    #[getter]
    fn stage(&self) -> &'static str {
        self.game.state().stage.word()
    }

    /// Whether the match is over.
    #[getter]
    fn over(&self) -> bool {
        self.game.state().is_over()
    }

    /// Goals, home first.
    #[getter]
    fn score(&self) -> (u8, u8) {
        let [home, away] = self.game.state().score;
        (home, away)
    }

    /// How it ended: ``played``, ``forfeit`` or ``abandoned``; None before the end.
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        self.game.ending().map(game::Ending::word)
    }

    /// The minute of the match.
    #[getter]
    fn minute(&self) -> u16 {
        let clock = &self.game.state().clock;
        self.game.rules().mechanics.minute(clock.half, clock.tick)
    }

    /// The seed of its dice and kicks.
    #[getter]
    fn seed(&self) -> u64 {
        self.game.state().seed
    }

    /// The ruleset.
    #[getter]
    fn ruleset(&self) -> Ruleset {
        self.ruleset.clone()
    }

    /// The squads, home first.
    #[getter]
    fn squads(&self) -> (Squad, Squad) {
        let [home, away] = &**self.game.teams();
        (Squad { squad: Arc::new(home.clone()) }, Squad { squad: Arc::new(away.clone()) })
    }

    /// The ids of the actions played so far.
    #[getter]
    fn actions(&self) -> Vec<u16> {
        self.game.actions().to_vec()
    }

    /// Hash of the state in a form that is the same on every machine.
    #[getter]
    fn state_hash(&self) -> String {
        game::state_hash(self.game.state())
    }

    /// Everything on the table as plain data: clock, ball and every player.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::json::to_py(py, &serde_json::to_value(self.keyframe()).unwrap_or_default())
    }

    /// The statistics so far: name → (home, away); None where there is no figure.
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for stat in STATS {
            let [home, away] = Side::BOTH.map(|side| stat.of(self.game.tally(), side));
            if stat.is_count() {
                dict.set_item(stat.name, (home.map(|n| n as u64), away.map(|n| n as u64)))?;
            } else {
                dict.set_item(stat.name, (home, away))?;
            }
        }
        Ok(dict)
    }

    /// Every legal action.
    fn legal_actions(&self) -> Vec<Action> {
        self.game.legal_actions().into_iter().map(|a| self.wrap(a)).collect()
    }

    /// The ids of the legal actions, as an array in ascending order.
    fn legal_ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        let mut ids = Vec::new();
        self.game.state().for_each_legal(&self.game.rules().board, &mut |a| ids.push(self.game.id(a)));
        ids.sort_unstable();
        PyArray1::from_vec(py, ids)
    }

    /// An array with a 1 for every legal id and a 0 for every other.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mask = PyArray1::zeros(py, usize::from(self.game.rules().layout.size()), false);
        if let Ok(mut mask) = mask.try_readwrite()
            && let Ok(mask) = mask.as_slice_mut()
        {
            observe::mask(&self.game, mask);
        }
        mask
    }

    /// What a side sees as an array of numbers; see ``touchline.observation_fields``.
    #[pyo3(signature = (side = None))]
    fn observation<'py>(&self, py: Python<'py>, side: Option<&str>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let side = match side {
            None => self.game.state().to_act,
            Some(word) => side_of(word)?,
        };
        Ok(PyArray1::from_vec(py, observe::observation(&self.game, side)))
    }

    /// The action with an id at this decision.
    fn action(&self, py: Python<'_>, id: u16) -> PyResult<Action> {
        let action = self
            .game
            .action(id)
            .ok_or_else(|| error::plain(py, "IllegalAction", format!("there is no action {id}")))?;
        Ok(self.wrap(action))
    }

    /// The id of an action at this decision.
    fn action_id(&self, action: &Bound<'_, PyAny>) -> PyResult<u16> {
        Ok(self.game.id(self.resolve(action)?))
    }

    /// Whether an action is legal now.
    fn is_legal(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        if self.game.decision().is_none() {
            return Ok(false);
        }
        match self.resolve(action) {
            Ok(action) => Ok(self.game.is_legal(action)),
            // What is no action at all is not legal; a wrong type is a mistake of the caller.
            Err(e) if e.is_instance_of::<pyo3::exceptions::PyValueError>(action.py()) => Ok(false),
            Err(e) => Err(e),
        }
    }

    /// Plays an action (an id, an Action or a dict) and everything that follows from it up to the next decision.
    fn apply(&mut self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = self.resolve(action)?;
        self.play(py, action)
    }

    /// Lets bots play on: to the end, or for so many decisions.
    #[pyo3(signature = (home = None, away = None, *, decisions = None))]
    fn play_on(
        &mut self,
        py: Python<'_>,
        home: Option<&Bound<'_, PyAny>>,
        away: Option<&Bound<'_, PyAny>>,
        decisions: Option<u64>,
    ) -> PyResult<()> {
        let player = |given: Option<&Bound<'_, PyAny>>| {
            given.map_or_else(|| Ok(crate::bot::Player::Engine("coach".to_owned())), crate::bot::Player::from_any)
        };
        let seed = self.game.state().seed;
        let mut seats = [player(home)?.seat(py, seed, Side::Home), player(away)?.seat(py, seed, Side::Away)];
        let mut left = decisions.unwrap_or(u64::MAX);
        while left > 0 && self.game.decision().is_some() {
            let side = self.game.state().to_act;
            let action = seats[side.index()].choose(py, self)?;
            self.play(py, action)?;
            left -= 1;
            if left.is_multiple_of(64) {
                py.check_signals()?;
            }
        }
        Ok(())
    }

    /// Lets a bot play the other side until ``side`` is to act or the match is over.
    #[pyo3(signature = (side, bot))]
    fn play_until(&mut self, py: Python<'_>, side: &str, bot: &Bound<'_, PyAny>) -> PyResult<()> {
        let side = side_of(side)?;
        if let Ok(engine) = bot.cast::<crate::bot::Bot>() {
            while self.game.decision().is_some_and(|d| d.side != side) {
                let action = engine.get().pick(&self.game);
                self.play(py, action)?;
            }
            return Ok(());
        }
        let player = crate::bot::Player::from_any(bot)?;
        let mut seat = player.seat(py, self.game.state().seed, side.other());
        while self.game.decision().is_some_and(|d| d.side != side) {
            let action = seat.choose(py, self)?;
            self.play(py, action)?;
        }
        Ok(())
    }

    /// An independent copy.
    #[pyo3(name = "clone")]
    fn py_clone(&self) -> Match {
        self.clone()
    }

    /// A copy whose dice and kicks are not the real ones: for search.
    fn fork(&self, seed: u64) -> Match {
        self.forked(seed)
    }

    /// Takes back so many decisions.
    #[pyo3(signature = (decisions = 1))]
    fn undo(&mut self, py: Python<'_>, decisions: usize) -> PyResult<()> {
        let made = self.game.actions().len();
        let Some(keep) = made.checked_sub(decisions) else {
            let message = format!("{decisions} decisions cannot be taken back: there were {made}");
            return Err(PyIndexError::new_err(message));
        };
        self.rewind(py, keep)
    }

    /// Goes back to the last decision before an event (its number in :meth:`events`).
    fn undo_to(&mut self, py: Python<'_>, event: usize) -> PyResult<()> {
        crate::rule::refuse_nested()?;
        let log = self.game.log().map_err(|e| error::game(py, &e))?;
        let Some(made) = log.actions_before(event) else {
            let count = log.event_count();
            return Err(PyIndexError::new_err(format!("there is no event {event}: the match has had {count}")));
        };
        self.rewind(py, made.saturating_sub(1))
    }

    /// The match as bytes: rules by hash, squads, statistics and state.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.game.save())
    }

    /// A saved match, to be played on by the same rules.
    #[staticmethod]
    #[pyo3(signature = (data, ruleset = None))]
    fn load(py: Python<'_>, data: &[u8], ruleset: Option<&Bound<'_, PyAny>>) -> PyResult<Match> {
        let ruleset = match ruleset {
            Some(given) => Ruleset::from_any(given)?,
            None => crate::ruleset::ruleset(py, "base", None)?,
        };
        let game = Game::load(&ruleset.rules, data).map_err(|e| error::save(py, &e))?;
        Ok(Match { game: game.recording(), ruleset })
    }

    /// Everything that happened so far, one row an event.
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Table>> {
        events::of_replay(py, Arc::new(self.log(py)?))
    }

    /// The match so far as a replay.
    fn replay(&self, py: Python<'_>) -> PyResult<Replay> {
        Ok(Replay::new(self.log(py)?))
    }

    /// A picture of the table.
    fn svg(&self) -> String {
        picture::of_match(&self.game)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rules = Bound::new(py, self.ruleset.clone())?.repr()?.to_string();
        if !self.game.is_whole() {
            return Ok(format!("touchline.Match.load({}, {rules})", self.save(py).repr()?));
        }
        let own = &self.game.rules().squad;
        let mut text = format!("touchline.Match({rules}, seed={}", self.game.state().seed);
        for (side, squad) in Side::BOTH.iter().zip(self.game.teams().iter()).filter(|(_, s)| *s != own) {
            let squad = Bound::new(py, Squad { squad: Arc::new(squad.clone()) })?;
            text.push_str(&format!(", {side}={}", squad.repr()?));
        }
        if !self.game.actions().is_empty() {
            text.push_str(&format!(", actions={:?}", self.game.actions()));
        }
        Ok(text + ")")
    }

    fn __str__(&self) -> String {
        picture::as_text(&self.game)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Match>().is_ok_and(|o| {
            let other = o.borrow();
            other.ruleset.rules.hash == self.ruleset.rules.hash && other.game.state() == self.game.state()
        })
    }

    fn __copy__(&self) -> Match {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Match {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let make = PyType::new::<Match>(py).getattr("_rebuild")?;
        let (first, actions) = if self.game.is_whole() && !self.ruleset.has_python() {
            (None, Some((self.seed(), self.squads(), self.actions())))
        } else {
            (Some(self.save(py)), None)
        };
        let arguments = (self.ruleset.clone(), first, actions).into_pyobject(py)?;
        Ok((make, arguments.into_any()))
    }

    #[staticmethod]
    #[pyo3(signature = (ruleset, saved, played))]
    fn _rebuild(
        py: Python<'_>,
        ruleset: &Bound<'_, Ruleset>,
        saved: Option<&[u8]>,
        played: Option<(u64, (Bound<'_, Squad>, Bound<'_, Squad>), Vec<u16>)>,
    ) -> PyResult<Match> {
        match (saved, played) {
            (Some(saved), _) => Match::load(py, saved, Some(ruleset.as_any())),
            (None, Some((seed, (home, away), actions))) => {
                Match::new(py, Some(ruleset.as_any()), seed, Some(&home), Some(&away), Some(actions))
            }
            (None, None) => Err(PyValueError::new_err("nothing to make a match of")),
        }
    }
}

impl Match {
    fn rewind(&mut self, py: Python<'_>, decisions: usize) -> PyResult<()> {
        crate::rule::refuse_nested()?;
        self.game = self.game.back_to(decisions).map_err(|e| error::game(py, &e))?;
        Ok(())
    }
}

/// `home` or `away`.
pub(crate) fn side_of(word: &str) -> PyResult<Side> {
    match word {
        "home" => Ok(Side::Home),
        "away" => Ok(Side::Away),
        _ => Err(PyValueError::new_err(format!("a side is 'home' or 'away', not {word:?}"))),
    }
}
