//! Rust errors as the exceptions of `touchline.errors`: one map for all of them.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use touchline_core::game::{MatchError, SaveError};
use touchline_core::plugin::HookError;
use touchline_core::record::ReplayError;
use touchline_core::rules::{ContentError, DataError, Kind, RulesetError, SquadErrors};
use touchline_core::sim::SimError;

/// What an exception says about where the fault lies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blame {
    pub(crate) file: Option<String>,
    pub(crate) line: Option<u64>,
    pub(crate) column: Option<u64>,
    pub(crate) clause: Option<String>,
    pub(crate) plugin: Option<String>,
    pub(crate) hook: Option<String>,
}

impl Blame {
    /// `file:line` as it stands in messages.
    fn at(place: &str) -> Blame {
        let (file, line) = match place.rsplit_once(':') {
            Some((file, line)) if line.parse::<u64>().is_ok() => (file, line.parse().ok()),
            _ => (place, None),
        };
        Blame { file: Some(file.to_owned()), line, ..Blame::default() }
    }

    fn data(error: &DataError) -> Blame {
        Blame {
            file: Some(error.file.clone()),
            line: error.line.map(u64::from),
            column: error.column.map(u64::from),
            ..Blame::default()
        }
    }
}

/// The exception of this class in `touchline.errors`.
pub(crate) fn raise(py: Python<'_>, class: &str, message: impl Into<String>, blame: &Blame) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let class = py.import("touchline.errors")?.getattr(class)?;
        let fields = PyDict::new(py);
        fields.set_item("file", &blame.file)?;
        fields.set_item("line", blame.line)?;
        fields.set_item("column", blame.column)?;
        fields.set_item("clause", &blame.clause)?;
        fields.set_item("plugin", &blame.plugin)?;
        fields.set_item("hook", &blame.hook)?;
        Ok(PyErr::from_value(class.call((message.into(),), Some(&fields))?))
    };
    made().unwrap_or_else(|e| e)
}

/// An exception without a place.
pub(crate) fn plain(py: Python<'_>, class: &str, message: impl Into<String>) -> PyErr {
    raise(py, class, message, &Blame::default())
}

/// A ruleset that cannot be loaded.
pub(crate) fn ruleset(py: Python<'_>, error: &RulesetError) -> PyErr {
    let text = error.to_string();
    match error {
        RulesetError::Content(error) => content(py, error),
        RulesetError::Data(data) => raise(py, "RulesetError", text, &Blame::data(data)),
        RulesetError::Plugins(problems) => {
            let first = problems.first();
            let blame = Blame {
                file: first.map(|p| p.file.clone()),
                line: first.and_then(|p| p.line).map(|l| l as u64),
                plugin: first.map(|p| plugin_of(&p.file)),
                ..Blame::default()
            };
            raise(py, "PluginError", text, &blame)
        }
        RulesetError::Param(_) => plain(py, "ParameterError", text),
        _ => plain(py, "RulesetError", text),
    }
}

/// `plugins/base/cod.lua` is the plugin `base/cod`.
fn plugin_of(file: &str) -> String {
    let name = file.strip_prefix("plugins/").unwrap_or_else(|| file.rsplit(['/', '\\']).next().unwrap_or(file));
    name.strip_suffix(".lua").unwrap_or(name).to_owned()
}

/// Content that cannot be had.
pub(crate) fn content(py: Python<'_>, error: &ContentError) -> PyErr {
    let class = match error {
        ContentError::Unknown { kind: Kind::Plugin, .. } | ContentError::BadName { kind: Kind::Plugin, .. } => {
            "PluginError"
        }
        ContentError::Unknown { kind: Kind::Squad, .. } | ContentError::BadName { kind: Kind::Squad, .. } => {
            "SquadError"
        }
        _ => "RulesetError",
    };
    let file = match error {
        ContentError::NoFolder { path } | ContentError::Unreadable { path, .. } => Some(path.display().to_string()),
        _ => None,
    };
    raise(py, class, error.to_string(), &Blame { file, ..Blame::default() })
}

/// A squad file that is wrong.
pub(crate) fn squad(py: Python<'_>, error: &DataError) -> PyErr {
    raise(py, "SquadError", error.to_string(), &Blame::data(error))
}

/// Everything that is wrong with a squad, at the place of the first.
pub(crate) fn squads(py: Python<'_>, errors: &SquadErrors) -> PyErr {
    raise(py, "SquadError", errors.to_string(), &errors.0.first().map(Blame::data).unwrap_or_default())
}

/// A match that refuses an action or cannot go on.
pub(crate) fn game(py: Python<'_>, error: &MatchError) -> PyErr {
    let text = error.to_string();
    let raised = match error {
        MatchError::Illegal { clause, .. } => {
            raise(py, "IllegalAction", text, &Blame { clause: clause.clone(), ..Blame::default() })
        }
        MatchError::Hook(HookError::Failed { plugin, hook, place, .. }) => {
            let place = place.as_deref().map(Blame::at).unwrap_or_default();
            let blame = Blame { plugin: Some(plugin.clone()), hook: Some((*hook).to_owned()), ..place };
            raise(py, "HookError", text, &blame)
        }
        MatchError::Hook(HookError::Unanswered { hook }) => {
            raise(py, "HookError", text, &Blame { hook: Some((*hook).to_owned()), ..Blame::default() })
        }
        MatchError::Squad { .. } => plain(py, "SquadError", text),
        MatchError::Over => plain(py, "MatchOverError", text),
        MatchError::Answer { hook, clause, .. } => {
            let blame = Blame { hook: Some((*hook).to_owned()), clause: Some(clause.clone()), ..Blame::default() };
            raise(py, "HookError", text, &blame)
        }
        _ => plain(py, "MatchError", text),
    };
    crate::rule::with_cause(py, raised)
}

/// A batch that did not run to its end.
pub(crate) fn batch(py: Python<'_>, error: &SimError) -> PyErr {
    match error {
        SimError::UnknownBot { .. } => plain(py, "UnknownBotError", error.to_string()),
        SimError::Match { index, seed, error } => {
            let raised = game(py, error);
            // Says which match it was, so that it can be played again.
            let note = format!("match {index} of the batch, seed {seed}");
            let _ = raised.value(py).call_method1("add_note", (note,));
            raised
        }
        _ => plain(py, "MatchError", error.to_string()),
    }
}

/// Bytes that are no match.
pub(crate) fn save(py: Python<'_>, error: &SaveError) -> PyErr {
    plain(py, "SaveError", error.to_string())
}

/// A replay that cannot be read or written.
pub(crate) fn replay(py: Python<'_>, error: &ReplayError) -> PyErr {
    let file = match error {
        ReplayError::File { path, .. } => Some(path.display().to_string()),
        _ => None,
    };
    raise(py, "ReplayError", error.to_string(), &Blame { file, ..Blame::default() })
}
