//! Many matches stepped at once, for learning: arrays in, arrays out.

use crate::error;
use crate::game::side_of;
use crate::observe;
use crate::ruleset::Ruleset;
use numpy::{PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1, PyUntypedArrayMethods as _};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use touchline_core::Side;
use touchline_core::bot::{self, Bot};
use touchline_core::game::{Action, Match as Game, MatchError, Teams};
use touchline_core::sim::{SimError, match_seed};

/// ``n`` matches stepped together with NumPy arrays.
///
/// Without an ``opponent`` the caller decides for both sides, and every row is seen by the side to act; with one the
/// caller plays ``side``. A match that ends is replaced by a new one at once.
#[pyclass(module = "touchline", name = "BatchEnv")]
pub(crate) struct BatchEnv {
    ruleset: Ruleset,
    teams: Arc<Teams>,
    rows: Mutex<Vec<Row>>,
    opponent: Option<(String, Side)>,
    seed: u64,
    begun: u64,
    width: usize,
}

/// One match and who plays against the caller in it.
struct Row {
    game: Game,
    bot: Option<Box<dyn Bot>>,
}

/// What a step gives back: observation, mask, reward, terminated.
type Step<'py> =
    (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<i8>>, Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<bool>>);

impl BatchEnv {
    fn begin(&mut self) -> Result<Row, MatchError> {
        let seed = match_seed(self.seed, self.begun);
        self.begun += 1;
        let game = Game::new(&self.ruleset.rules, Arc::clone(&self.teams), seed)?;
        let bot = self.opponent.as_ref().and_then(|(name, side)| bot::by_name(name, bot::seed(seed, side.other())));
        let mut row = Row { game, bot };
        row.reply(self.opponent.as_ref().map(|(_, side)| *side))?;
        Ok(row)
    }

    fn look<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<i8>>)> {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let actions = usize::from(self.ruleset.rules.layout.size());
        let mut seen = Vec::with_capacity(rows.len() * self.width);
        let mut masks = vec![0; rows.len() * actions];
        for (row, mask) in rows.iter().zip(masks.chunks_mut(actions)) {
            let side = self.opponent.as_ref().map_or(row.game.state().to_act, |(_, side)| *side);
            seen.extend(observe::observation(&row.game, side));
            observe::mask(&row.game, mask);
        }
        let shape = |values: usize| [rows.len(), values];
        let seen = PyArray1::from_vec(py, seen).reshape(shape(self.width))?;
        let masks = PyArray1::from_vec(py, masks).reshape(shape(actions))?;
        Ok((seen, masks))
    }
}

impl Row {
    /// Lets the opponent play until the caller is to act.
    fn reply(&mut self, caller: Option<Side>) -> Result<(), MatchError> {
        let (Some(caller), Some(bot)) = (caller, &mut self.bot) else {
            return Ok(());
        };
        while self.game.decision().is_some_and(|d| d.side != caller) {
            let action = touchline_core::bot::ask(bot.as_mut(), &self.game);
            self.game.apply(action)?;
        }
        Ok(())
    }

    /// Goals of a side less those of the other.
    fn lead(&self, side: Side) -> f32 {
        let score = self.game.state().score;
        f32::from(score[side.index()]) - f32::from(score[side.other().index()])
    }
}

#[pymethods]
impl BatchEnv {
    #[new]
    #[pyo3(signature = (ruleset, n, *, opponent = None, side = "home", seed = 0))]
    fn new(
        py: Python<'_>,
        ruleset: &Bound<'_, PyAny>,
        n: usize,
        opponent: Option<String>,
        side: &str,
        seed: u64,
    ) -> PyResult<BatchEnv> {
        if n == 0 {
            return Err(PyValueError::new_err("n is 0: at least one match must be played"));
        }
        let ruleset = Ruleset::from_any(ruleset)?;
        if let Some(name) = opponent.as_ref().filter(|name| bot::by_name(name, 0).is_none()) {
            return Err(error::batch(py, &SimError::UnknownBot { name: name.clone() }));
        }
        let side = side_of(side)?;
        let squad = &ruleset.rules.squad;
        let mut new = BatchEnv {
            teams: Arc::new([squad.clone(), squad.clone()]),
            rows: Mutex::new(Vec::new()),
            opponent: opponent.map(|name| (name, side)),
            seed,
            begun: 0,
            width: observe::fields(&ruleset.rules).len(),
            ruleset,
        };
        let mut rows = Vec::with_capacity(n);
        for _ in 0..n {
            rows.push(new.begin().map_err(|e| error::game(py, &e))?);
        }
        new.rows = Mutex::new(rows);
        Ok(new)
    }

    /// Begins ``n`` new matches and returns observations and masks.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<u64>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<i8>>)> {
        if let Some(seed) = seed {
            self.seed = seed;
            self.begun = 0;
        }
        let count = self.rows.get_mut().unwrap_or_else(PoisonError::into_inner).len();
        let mut rows = Vec::with_capacity(count);
        for _ in 0..count {
            rows.push(self.begin().map_err(|e| error::game(py, &e))?);
        }
        *self.rows.get_mut().unwrap_or_else(PoisonError::into_inner) = rows;
        self.look(py)
    }

    /// Plays one action a match and returns observations, masks, rewards and which matches ended.
    ///
    /// A reward is the change of the goal difference for the side that acted. An illegal action is refused before
    /// anything is played.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Step<'py>> {
        crate::rule::refuse_nested()?;
        let ids: PyReadonlyArray1<'_, i64> = py
            .import("numpy")?
            .call_method1("ascontiguousarray", (actions, "int64"))?
            .extract()
            .map_err(|_| PyValueError::new_err("actions is an array with one id a match"))?;
        let rows = self.rows.get_mut().unwrap_or_else(PoisonError::into_inner);
        if ids.len() != rows.len() {
            let message = format!("{} actions were given for {} matches", ids.len(), rows.len());
            return Err(PyValueError::new_err(message));
        }
        let mut chosen: Vec<Action> = Vec::with_capacity(rows.len());
        for (n, (row, id)) in rows.iter().zip(ids.as_slice()?).enumerate() {
            let action = u16::try_from(*id).ok().and_then(|id| row.game.action(id)).filter(|a| row.game.is_legal(*a));
            chosen.push(action.ok_or_else(|| {
                error::plain(py, "IllegalAction", format!("action {id} is not legal in match {n}: see its mask"))
            })?);
        }
        let caller = self.opponent.as_ref().map(|(_, side)| *side);
        let mut rewards = Vec::with_capacity(rows.len());
        let mut ended = Vec::with_capacity(rows.len());
        let played = py.detach(|| -> Result<(), MatchError> {
            for (row, action) in rows.iter_mut().zip(chosen) {
                let side = caller.unwrap_or(row.game.state().to_act);
                let before = row.lead(side);
                row.game.apply(action)?;
                row.reply(caller)?;
                rewards.push(row.lead(side) - before);
                ended.push(row.game.state().is_over());
            }
            Ok(())
        });
        played.map_err(|e| error::game(py, &e))?;
        for (n, over) in ended.iter().enumerate() {
            if *over {
                let row = self.begin().map_err(|e| error::game(py, &e))?;
                self.rows.get_mut().unwrap_or_else(PoisonError::into_inner)[n] = row;
            }
        }
        let (seen, masks) = self.look(py)?;
        Ok((seen, masks, PyArray1::from_vec(py, rewards), PyArray1::from_vec(py, ended)))
    }

    /// Which side is to act in every match: 0 home, 1 away.
    #[getter]
    fn to_act<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        PyArray1::from_vec(py, rows.iter().map(|r| r.game.state().to_act.index() as i8).collect())
    }

    /// Goals in every match, home first.
    #[getter]
    fn scores(&self) -> Vec<(u8, u8)> {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows.iter().map(|r| (r.game.state().score[0], r.game.state().score[1])).collect()
    }

    /// Numbers in one observation.
    #[getter]
    fn observation_size(&self) -> usize {
        self.width
    }

    /// Ids in one mask.
    #[getter]
    fn action_count(&self) -> u16 {
        self.ruleset.rules.layout.size()
    }

    fn __len__(&self) -> usize {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rules = Bound::new(py, self.ruleset.clone())?.repr()?;
        let opponent = match &self.opponent {
            Some((name, side)) => format!(", opponent='{name}', side='{side}'"),
            None => String::new(),
        };
        Ok(format!("touchline.BatchEnv({rules}, {}{opponent}, seed={})", self.__len__(), self.seed))
    }
}
