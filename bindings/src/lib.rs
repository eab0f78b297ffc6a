//! The Python module of Touchline: `touchline._core`, wrapped by the package in `python/touchline`.

// Arguments come out of Python as owned values.
#![allow(clippy::needless_pass_by_value)]
// What pickles carry are tuples.
#![allow(clippy::type_complexity)]

mod action;
mod batch_env;
mod bot;
mod error;
mod events;
mod game;
mod json;
mod observe;
mod picture;
mod player;
mod replay;
mod results;
mod rule;
mod ruleset;
mod simulate;
mod spadl;
mod squad;
mod table;

use pyo3::prelude::*;

/// The numbers of an observation, in order.
#[pyfunction]
fn observation_fields(ruleset: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    Ok(observe::fields(&ruleset::Ruleset::from_any(ruleset)?.rules))
}

/// The compiled half of the package.
#[pymodule]
#[pyo3(name = "_core")]
fn core_module(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add_class::<action::Action>()?;
    m.add_class::<batch_env::BatchEnv>()?;
    m.add_class::<bot::Bot>()?;
    m.add_class::<game::Decision>()?;
    m.add_class::<game::Match>()?;
    m.add_class::<replay::Replay>()?;
    m.add_class::<results::Compared>()?;
    m.add_class::<results::Results>()?;
    m.add_class::<results::Sweep>()?;
    m.add_class::<rule::Desk>()?;
    m.add_class::<ruleset::Ruleset>()?;
    m.add_class::<squad::Squad>()?;
    m.add_class::<table::Table>()?;
    m.add_function(wrap_pyfunction!(bot::bots, m)?)?;
    m.add_function(wrap_pyfunction!(bot::make, m)?)?;
    m.add_function(wrap_pyfunction!(observation_fields, m)?)?;
    m.add_function(wrap_pyfunction!(results::compare_results, m)?)?;
    m.add_function(wrap_pyfunction!(results::statistics, m)?)?;
    m.add_function(wrap_pyfunction!(ruleset::hooks, m)?)?;
    m.add_function(wrap_pyfunction!(ruleset::ruleset, m)?)?;
    m.add_function(wrap_pyfunction!(ruleset::rulesets, m)?)?;
    m.add_function(wrap_pyfunction!(simulate::play, m)?)?;
    m.add_function(wrap_pyfunction!(simulate::simulate, m)?)?;
    Ok(())
}
