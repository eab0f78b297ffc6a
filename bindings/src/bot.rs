//! Bots: the engine's own, and Python callables.

use crate::action::Action;
use crate::error;
use crate::game::Match;
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use touchline_core::sim::SimError;
use touchline_core::{Side, bot, game};

/// One of the engine's bots, to be asked for actions.
///
/// Call it with a match: ``action = touchline.bot("coach")(match)``.
#[pyclass(frozen, module = "touchline", name = "Bot")]
pub(crate) struct Bot {
    bot: Mutex<Box<dyn bot::Bot>>,
    name: String,
    seed: u64,
}

/// The engine's bot of this name.
#[pyfunction]
#[pyo3(name = "bot", signature = (name = "coach", *, seed = 0), text_signature = "(name='coach', *, seed=0)")]
pub(crate) fn make(py: Python<'_>, name: &str, seed: u64) -> PyResult<Bot> {
    let bot =
        bot::by_name(name, seed).ok_or_else(|| error::batch(py, &SimError::UnknownBot { name: name.to_owned() }))?;
    Ok(Bot { bot: Mutex::new(bot), name: name.to_owned(), seed })
}

/// The names of the engine's bots.
#[pyfunction]
pub(crate) fn bots() -> Vec<&'static str> {
    bot::NAMES.to_vec()
}

impl Bot {
    /// Its choice in a match that is not over.
    pub(crate) fn pick(&self, game: &game::Match) -> game::Action {
        bot::ask(self.bot.lock().unwrap_or_else(PoisonError::into_inner).as_mut(), game)
    }
}

#[pymethods]
impl Bot {
    /// The action it chooses for the pending decision.
    fn choose(&self, py: Python<'_>, r#match: &Bound<'_, Match>) -> PyResult<Action> {
        let game = r#match.borrow();
        if game.game.decision().is_none() {
            return Err(error::plain(py, "MatchOverError", "the match is over: there is nothing to choose"));
        }
        Ok(game.wrap(self.pick(&game.game)))
    }

    fn __call__(&self, py: Python<'_>, r#match: &Bound<'_, Match>) -> PyResult<Action> {
        self.choose(py, r#match)
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The seed of its own stream of chance.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    fn __repr__(&self) -> String {
        format!("touchline.bot('{}', seed={})", self.name, self.seed)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, u64))> {
        Ok((py.import("touchline._rule")?.getattr("bot")?, (self.name.clone(), self.seed)))
    }
}

/// Who plays a side: a bot by name, or a Python callable.
pub(crate) enum Player {
    Engine(String),
    Python(Py<PyAny>),
}

impl Player {
    /// From what Python gave.
    pub(crate) fn from_any(value: &Bound<'_, PyAny>) -> PyResult<Player> {
        if let Ok(name) = value.extract::<String>() {
            if bot::by_name(&name, 0).is_none() {
                return Err(error::batch(value.py(), &SimError::UnknownBot { name }));
            }
            return Ok(Player::Engine(name));
        }
        if value.is_callable() {
            return Ok(Player::Python(value.clone().unbind()));
        }
        let kind = value.get_type().name()?;
        Err(PyTypeError::new_err(format!("a bot is a name or a callable that takes a match, not a {kind}")))
    }

    /// The name for the record.
    pub(crate) fn name(&self, py: Python<'_>) -> String {
        match self {
            Player::Engine(name) => name.clone(),
            Player::Python(callable) => {
                let callable = callable.bind(py);
                let name = callable.getattr("__name__").or_else(|_| callable.get_type().getattr("__name__"));
                name.and_then(|n| n.extract::<String>()).unwrap_or_else(|_| "python".to_owned())
            }
        }
    }

    /// The player at the table of one match.
    pub(crate) fn seat(&self, py: Python<'_>, match_seed: u64, side: Side) -> Seat {
        match self {
            Player::Engine(name) => match bot::by_name(name, bot::seed(match_seed, side)) {
                Some(bot) => Seat::Engine(bot),
                // Names were checked when the player was made.
                None => Seat::Engine(Box::new(bot::Random::new(match_seed))),
            },
            Player::Python(callable) => Seat::Python(callable.clone_ref(py)),
        }
    }
}

/// A player in a running match.
pub(crate) enum Seat {
    Engine(Box<dyn bot::Bot>),
    Python(Py<PyAny>),
}

impl Seat {
    /// Its choice. A callable is given a copy of the match whose dice are not the real ones.
    pub(crate) fn choose(&mut self, py: Python<'_>, table: &Match) -> PyResult<game::Action> {
        let callable = match self {
            Seat::Engine(engine) => return Ok(bot::ask(engine.as_mut(), &table.game)),
            Seat::Python(callable) => callable,
        };
        let side = table.game.state().to_act;
        let view = Bound::new(py, table.forked(!table.game.state().seed))?;
        let failed = |cause: PyErr, what: &str| {
            if !cause.is_instance_of::<PyException>(py) {
                return cause;
            }
            let error = error::plain(py, "BotError", format!("the {side} bot {what}: {}", cause.value(py)));
            error.set_cause(py, Some(cause));
            error
        };
        let said = callable.bind(py).call1((view,)).map_err(|e| failed(e, "failed"))?;
        let action =
            table.resolve(&said).map_err(|e| failed(e, &format!("chose {}, which is no action", shown(&said))))?;
        if !table.game.is_legal(action) {
            let refused = table.game.clone().apply(action);
            let reason = refused.err().map(|e| e.to_string()).unwrap_or_default();
            let message = format!("the {side} bot chose {}, which is not legal: {reason}", shown(&said));
            return Err(error::plain(py, "BotError", message));
        }
        Ok(action)
    }
}

fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "something".to_owned(), |r| r.to_string().chars().take(120).collect())
}
