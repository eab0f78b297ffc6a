//! Actions as Python sees them: a kind and named fields.

use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use serde_json::{Map, Value, json};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use touchline_core::board::Board;
use touchline_core::game;

/// One decision, made: a kind such as ``move`` and its fields, such as ``slot`` and ``cell``.
///
/// Cells are the real ones, by name; slots are those of the deciding side.
#[pyclass(frozen, module = "touchline", name = "Action")]
#[derive(Clone)]
pub(crate) struct Action {
    form: Form,
}

#[derive(Clone)]
enum Form {
    /// An action of a match, with its id there.
    Known { action: game::Action, id: u16, board: Arc<Board> },
    /// One that Python wrote down.
    Written { kind: String, fields: Map<String, Value> },
}

/// The names of the fields of each kind, in the engine's order. A kind that is not listed has `value1`, `value2`, …
const FIELDS: &[(&str, &[&str])] = &[
    ("take", &["offer"]),
    ("declare", &["intent", "technique"]),
    ("aim", &["point", "pace"]),
    ("move", &["slot", "cell"]),
    ("shift", &["slot", "spot"]),
    ("pick_token", &["slot"]),
    ("pick_cell", &["cell"]),
    ("pose", &["pose"]),
    ("change", &["slot", "bench"]),
    ("formation", &["shape", "wall"]),
    ("send", &["way", "cell"]),
    ("steal", &["slot"]),
    ("number", &["number"]),
    ("throw", &["dice"]),
];

fn field_name(kind: &str, place: usize) -> String {
    let known = FIELDS.iter().find(|(k, _)| *k == kind).and_then(|(_, names)| names.get(place));
    known.map_or_else(|| format!("value{}", place + 1), |n| (*n).to_owned())
}

/// Kind and fields of an engine action.
fn fields_of(action: game::Action, board: &Board) -> (String, Map<String, Value>) {
    let mut fields = Map::new();
    let (kind, content) = match serde_json::to_value(action) {
        Ok(Value::Object(tagged)) => tagged.into_iter().next().unwrap_or_default(),
        // An action without content is written as its name.
        Ok(Value::String(kind)) => (kind, Value::Array(Vec::new())),
        _ => return (String::new(), fields),
    };
    let content = match content {
        Value::Array(list) => list,
        single => vec![single],
    };
    for (place, value) in content.into_iter().enumerate() {
        let name = field_name(&kind, place);
        match (name.as_str(), &value) {
            ("cell", Value::Number(index)) => {
                fields.insert(name, cell_name(board, index.as_u64()));
            }
            ("point", Value::Object(point)) => {
                if let Some(Value::Array(at)) = point.get("cell") {
                    fields.insert("cell".to_owned(), cell_name(board, at.first().and_then(Value::as_u64)));
                    fields.insert("spot".to_owned(), at.get(1).cloned().unwrap_or_default());
                } else if let Some(Value::Array(at)) = point.get("goal") {
                    fields.insert("column".to_owned(), at.first().cloned().unwrap_or_default());
                    fields.insert("row".to_owned(), at.get(1).cloned().unwrap_or_default());
                }
            }
            _ => {
                fields.insert(name, value);
            }
        }
    }
    (kind, fields)
}

fn cell_name(board: &Board, index: Option<u64>) -> Value {
    let cell = index.and_then(|i| touchline_core::board::Cell::from_index(i as usize));
    cell.filter(|c| board.all().contains(*c)).map_or(Value::Null, |c| json!(board.cell_name(c)))
}

/// The engine's action for a kind and fields, its cells looked up on a board.
fn read(kind: &str, fields: &Map<String, Value>, board: &Board) -> Result<game::Action, String> {
    let cell = |value: &Value| -> Result<Value, String> {
        match value {
            Value::String(name) => {
                let cell = board.cell(name).ok_or_else(|| {
                    let near = board.nearest_name(name).map(|n| format!(": did you mean `{n}`?")).unwrap_or_default();
                    format!("the board has no cell `{name}`{near}")
                })?;
                Ok(json!(cell.index()))
            }
            number => Ok(number.clone()),
        }
    };
    let mut left: Map<String, Value> = fields.clone();
    let mut take = |name: &str| left.remove(name).ok_or_else(|| format!("an action `{kind}` needs `{name}`"));
    let names = FIELDS.iter().find(|(k, _)| *k == kind).map(|(_, names)| *names);
    let mut content = Vec::new();
    match names {
        Some(names) => {
            for name in names {
                content.push(match *name {
                    "cell" => cell(&take("cell")?)?,
                    "point" if fields.contains_key("cell") => {
                        json!({ "cell": [cell(&take("cell")?)?, take("spot").unwrap_or(json!(0))] })
                    }
                    "point" => json!({ "goal": [take("column")?, take("row")?] }),
                    "wall" => take("wall").unwrap_or(json!(0)),
                    other => take(other)?,
                });
            }
        }
        None => {
            for place in 1..=fields.len() {
                content.push(take(&format!("value{place}"))?);
            }
        }
    }
    if let Some(extra) = left.keys().next() {
        return Err(format!("an action `{kind}` has no field `{extra}`"));
    }
    let content = match content.len() {
        0 => json!(kind),
        1 => json!({ kind: content.remove(0) }),
        _ => json!({ kind: content }),
    };
    serde_json::from_value(content).map_err(|e| format!("that is no action: {e}"))
}

impl Action {
    pub(crate) fn known(action: game::Action, id: u16, board: &Arc<Board>) -> Action {
        Action { form: Form::Known { action, id, board: Arc::clone(board) } }
    }

    /// The engine's action on a board.
    pub(crate) fn engine(&self, board: &Board) -> Result<game::Action, String> {
        match &self.form {
            Form::Known { action, board: own, .. } if std::ptr::eq(&raw const **own, board) => Ok(*action),
            _ => {
                let (kind, fields) = self.parts();
                read(&kind, &fields, board)
            }
        }
    }

    /// An action from a dict with a `kind`.
    pub(crate) fn from_dict(dict: &Bound<'_, PyDict>) -> PyResult<Action> {
        let Value::Object(mut fields) = crate::json::from_py(dict)? else {
            return Err(PyTypeError::new_err("an action is a dict with a `kind`"));
        };
        match fields.remove("kind") {
            Some(Value::String(kind)) => Ok(Action { form: Form::Written { kind, fields } }),
            _ => Err(PyValueError::new_err(
                "the dict has no `kind`: {\"kind\": \"move\", \"slot\": 3, \"cell\": \"F5\"}",
            )),
        }
    }

    fn parts(&self) -> (String, Map<String, Value>) {
        match &self.form {
            Form::Known { action, board, .. } => fields_of(*action, board),
            Form::Written { kind, fields } => (kind.clone(), fields.clone()),
        }
    }
}

#[pymethods]
impl Action {
    #[new]
    #[pyo3(signature = (kind, **fields))]
    fn new(kind: String, fields: Option<&Bound<'_, PyDict>>) -> PyResult<Action> {
        let fields = match fields.map(|f| crate::json::from_py(f)).transpose()? {
            Some(Value::Object(map)) => map,
            _ => Map::new(),
        };
        Ok(Action { form: Form::Written { kind, fields } })
    }

    /// What kind of action it is: ``take``, ``declare``, ``aim``, ``move``, …
    #[getter]
    fn kind(&self) -> String {
        self.parts().0
    }

    /// Its fields as a dict.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::json::to_py(py, &Value::Object(self.parts().1))
    }

    /// Its id at the decision it was legal for, or None if it was written by hand.
    #[getter]
    fn id(&self) -> Option<u16> {
        match self.form {
            Form::Known { id, .. } => Some(id),
            Form::Written { .. } => None,
        }
    }

    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let (kind, fields) = self.parts();
        match fields.get(name) {
            Some(value) => crate::json::to_py(py, value),
            None => {
                let known: Vec<&str> = fields.keys().map(String::as_str).collect();
                let message = format!("an action `{kind}` has no `{name}`: it has {}", known.join(", "));
                Err(PyAttributeError::new_err(message))
            }
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Action>().is_ok_and(|o| o.get().parts() == self.parts())
    }

    fn __hash__(&self) -> u64 {
        let (kind, fields) = self.parts();
        let mut hasher = DefaultHasher::new();
        (kind, Value::Object(fields).to_string()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (kind, fields) = self.parts();
        let mut text = format!("touchline.Action({}", kind.into_pyobject(py)?.repr()?);
        for (name, value) in &fields {
            text.push_str(&format!(", {name}={}", crate::json::to_py(py, value)?.repr()?));
        }
        text.push(')');
        Ok(text)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let (kind, mut fields) = self.parts();
        fields.insert("kind".to_owned(), Value::String(kind));
        let make = PyType::new::<Action>(py).getattr("_rebuild")?;
        Ok((make, (crate::json::to_py(py, &Value::Object(fields))?,)))
    }

    #[staticmethod]
    fn _rebuild(fields: &Bound<'_, PyDict>) -> PyResult<Action> {
        Action::from_dict(fields)
    }

    #[classattr]
    fn __match_args__(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, ["kind"])
    }
}
