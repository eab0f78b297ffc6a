//! House rules written in Python: objects whose methods have the names of hooks.
//!
//! Each is a layer of the stack like a Lua plugin. Its header is a small Lua file made from the object's attributes, so
//! that everything the engine checks about a plugin is checked here too; its functions are replaced by ones that call
//! the object's methods. Python never holds anything of the VM: what it is given looks into the running call.

use pyo3::exceptions::{PyAttributeError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyCFunction, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PyString, PyTuple};
use std::cell::RefCell;
use std::collections::BTreeMap;
use touchline_core::plugin::mlua::{self, Function, Lua, MultiValue, Table, Value};
use touchline_core::plugin::{AnswerKind, FactKind, Hook, METHODS, Mode, Native};

/// The Python objects of a ruleset, by the name of their layer.
#[derive(Debug)]
pub(crate) struct PyRules {
    pub(crate) objects: BTreeMap<String, Py<PyAny>>,
    pub(crate) skills: Vec<String>,
}

impl Native for PyRules {
    fn function(&self, lua: &Lua, plugin: &str, hook: Hook) -> mlua::Result<Option<Function>> {
        let Some(object) = self.objects.get(plugin) else {
            return Ok(None);
        };
        let name = hook.info().name;
        let method = Python::attach(|py| object.getattr(py, name)).map_err(mlua::Error::runtime)?;
        let skills = self.skills.clone();
        let call =
            move |lua: &Lua, (ev, m, last): (Table, Table, Value)| answer(lua, hook, &method, &skills, &ev, m, last);
        lua.create_function(call).map(Some)
    }
}

/// A call in progress.
struct Frame {
    id: u64,
    lua: Lua,
    m: Table,
    next: Option<Function>,
}

thread_local! {
    static FRAMES: RefCell<(u64, Vec<Frame>)> = const { RefCell::new((0, Vec::new())) };
    static CAUSE: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Whether a hook is being answered on this thread.
pub(crate) fn is_ruling() -> bool {
    FRAMES.with_borrow(|(_, frames)| !frames.is_empty())
}

/// Refuses to start anything that needs the referee while a Python hook is being answered.
pub(crate) fn refuse_nested() -> PyResult<()> {
    if is_ruling() {
        return Err(PyRuntimeError::new_err("a house rule cannot play matches while it is being asked"));
    }
    Ok(())
}

/// Puts the Python exception that a rule raised behind the error the engine made of it. An interrupt stays itself.
pub(crate) fn with_cause(py: Python<'_>, error: PyErr) -> PyErr {
    let Some(cause) = CAUSE.with_borrow_mut(Option::take) else {
        return error;
    };
    if !cause.is_instance_of::<pyo3::exceptions::PyException>(py) {
        return cause;
    }
    // The line that failed is the rule's own, not that of its header.
    if let Some((file, line)) = last_frame(py, &cause) {
        let _ = error.value(py).setattr("file", file);
        let _ = error.value(py).setattr("line", line);
    }
    error.set_cause(py, Some(cause));
    error
}

/// File and line of the innermost frame of an exception.
fn last_frame(py: Python<'_>, error: &PyErr) -> Option<(String, u64)> {
    let mut trace = error.traceback(py)?.into_any();
    while let Ok(next) = trace.getattr("tb_next")
        && !next.is_none()
    {
        trace = next;
    }
    let code = trace.getattr("tb_frame").ok()?.getattr("f_code").ok()?;
    let line = trace.getattr("tb_lineno").ok()?.extract().ok()?;
    Some((code.getattr("co_filename").ok()?.extract().ok()?, line))
}

fn failed(error: PyErr) -> mlua::Error {
    let text = Python::attach(|py| {
        let kind = error.get_type(py).name().map(|n| n.to_string()).unwrap_or_default();
        format!("{kind}: {}", error.value(py))
    });
    CAUSE.with_borrow_mut(|cause| *cause = Some(error));
    mlua::Error::runtime(text)
}

/// Keeps the call on the stack of calls while it runs, whatever happens.
struct Running(u64);

impl Running {
    fn begin(lua: &Lua, m: Table, next: Option<Function>) -> Running {
        FRAMES.with_borrow_mut(|(count, frames)| {
            *count += 1;
            frames.push(Frame { id: *count, lua: lua.clone(), m, next });
            Running(*count)
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        FRAMES.with_borrow_mut(|(_, frames)| frames.retain(|f| f.id != self.0));
    }
}

/// One question put to one Python object.
fn answer(
    lua: &Lua,
    hook: Hook,
    method: &Py<PyAny>,
    skills: &[String],
    ev: &Table,
    m: Table,
    last: Value,
) -> mlua::Result<MultiValue> {
    Python::attach(|py| {
        let info = hook.info();
        let next = match &last {
            Value::Function(next) => Some(next.clone()),
            _ => None,
        };
        let running = Running::begin(lua, m, next);
        let ask = || -> PyResult<MultiValue> {
            let facts = facts(py, hook, skills, ev)?;
            let table = Bound::new(py, Desk { id: running.0 })?;
            match info.mode {
                Mode::Rule => {
                    let id = running.0;
                    let next = PyCFunction::new_closure(py, Some(c"next"), None, move |args, kwargs| {
                        ask_below(args, kwargs, id)
                    })?;
                    let said = method.bind(py).call1((facts, table, next))?;
                    returned(lua, &said)
                }
                Mode::Modify => {
                    let Value::Table(value) = &last else {
                        return Err(PyRuntimeError::new_err("the hook was given no value"));
                    };
                    let before = to_py(py, &last)?;
                    let given = to_py(py, &last)?;
                    let given = match (info.answer, given.cast::<PyDict>()) {
                        (AnswerKind::Complaints, Ok(dict)) if dict.is_empty() => PyList::empty(py).into_any(),
                        _ => given,
                    };
                    let said = method.bind(py).call1((facts, table, &given))?;
                    write_back(lua, value, &before, &given)?;
                    returned(lua, &said)
                }
                Mode::Notify => {
                    method.bind(py).call1((facts, table))?;
                    Ok(MultiValue::new())
                }
            }
        };
        ask().map_err(failed)
    })
}

/// The facts of a hook as attributes; skills as a set of names.
fn facts<'py>(py: Python<'py>, hook: Hook, skills: &[String], ev: &Table) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    for fact in hook.info().facts {
        let value: Value = ev.get(fact.name).map_err(lua_error)?;
        match (fact.kind, number(&value)) {
            (FactKind::Skills, Some(mask)) => {
                let mask = mask as u64;
                let held = skills.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, name)| name);
                fields.set_item(fact.name, PyFrozenSet::new(py, held)?)?;
            }
            _ => fields.set_item(fact.name, to_py(py, &value)?)?,
        }
    }
    py.import("types")?.getattr("SimpleNamespace")?.call((), Some(&fields))
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(n) => Some(*n as f64),
        Value::Number(n) => Some(*n),
        _ => None,
    }
}

fn lua_error(error: mlua::Error) -> PyErr {
    // A Python exception that crossed the VM on its way here comes out as itself.
    if let Some(cause) = CAUSE.with_borrow_mut(Option::take) {
        return cause;
    }
    let text = match &error {
        mlua::Error::CallbackError { cause, .. } => cause.to_string(),
        other => other.to_string(),
    };
    let text = text.split("\nstack traceback:").next().unwrap_or_default().trim_start_matches("runtime error: ");
    // Blame that trusted code puts in front, `\1layer\1`.
    let text = text.strip_prefix('\u{1}').and_then(|t| t.split_once('\u{1}')).map_or(text, |(_, rest)| rest);
    PyRuntimeError::new_err(text.to_owned())
}

/// Looks a call up and lets go of the list before the VM is entered again.
fn frame<R>(id: u64, get: impl FnOnce(&Frame) -> R) -> PyResult<R> {
    FRAMES.with_borrow(|(_, frames)| frames.iter().find(|f| f.id == id).map(get)).ok_or_else(|| {
        PyRuntimeError::new_err("this belongs to a question that is answered: use it inside the hook only")
    })
}

/// `next()` or `next({fact: value}, clause)`: what the layers below answer, and their clause.
fn ask_below(args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>, id: u64) -> PyResult<Py<PyAny>> {
    let py = args.py();
    if kwargs.is_some_and(|k| !k.is_empty()) || args.len() > 2 {
        return Err(PyTypeError::new_err("next() or next({fact: value}, clause)"));
    }
    let (lua, next) = frame(id, |f| (f.lua.clone(), f.next.clone()))?;
    let next = next.ok_or_else(|| PyRuntimeError::new_err("this hook has no next"))?;
    let values = args.iter().map(|a| to_lua(&lua, &a)).collect::<PyResult<Vec<_>>>()?;
    let said: MultiValue = next.call(MultiValue::from_vec(values)).map_err(lua_error)?;
    let mut said = said.into_iter();
    let mut take = || said.next().map_or_else(|| Ok(py.None().into_bound(py)), |v| to_py(py, &v));
    Ok((take()?, take()?).into_pyobject(py)?.into_any().unbind())
}

/// `m` in Python: the methods of `m` in Lua, for as long as the question lasts.
#[pyclass(frozen, module = "touchline", name = "Desk")]
pub(crate) struct Desk {
    id: u64,
}

#[pymethods]
impl Desk {
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyCFunction>> {
        let Some(method) = METHODS.iter().find(|m| m.name == name) else {
            let known: Vec<&str> = METHODS.iter().map(|m| m.name).collect();
            return Err(PyAttributeError::new_err(format!("m has no method `{name}`: known are {}", known.join(", "))));
        };
        let (id, name) = (self.id, method.name);
        PyCFunction::new_closure(py, None, None, move |args, _| -> PyResult<Py<PyAny>> {
            let (lua, m) = frame(id, |f| (f.lua.clone(), f.m.clone()))?;
            let function: Function = m.get(name).map_err(lua_error)?;
            let mut values = vec![Value::Table(m)];
            for argument in args.iter() {
                values.push(to_lua(&lua, &argument)?);
            }
            let said: Value = function.call(MultiValue::from_vec(values)).map_err(lua_error)?;
            Ok(to_py(args.py(), &said)?.unbind())
        })
    }

    fn __dir__(&self) -> Vec<&'static str> {
        METHODS.iter().map(|m| m.name).collect()
    }

    fn __repr__(&self) -> &'static str {
        "<what a house rule may ask about the match>"
    }
}

/// What a method returned: an answer, or an answer and its clause.
fn returned(lua: &Lua, said: &Bound<'_, PyAny>) -> PyResult<MultiValue> {
    let values = match said.cast::<PyTuple>() {
        Ok(pair) if pair.len() <= 2 => pair.iter().map(|v| to_lua(lua, &v)).collect::<PyResult<Vec<_>>>()?,
        Ok(_) => return Err(PyTypeError::new_err("a hook returns an answer, or an answer and its clause")),
        Err(_) => vec![to_lua(lua, said)?],
    };
    Ok(MultiValue::from_vec(values))
}

/// Changes the Lua table where Python changed its copy.
fn write_back(lua: &Lua, table: &Table, before: &Bound<'_, PyAny>, after: &Bound<'_, PyAny>) -> PyResult<()> {
    if let Ok(list) = after.cast::<PyList>() {
        for (i, item) in list.iter().enumerate() {
            table.raw_set(i + 1, to_lua(lua, &item)?).map_err(lua_error)?;
        }
        for i in list.len()..before.len()? {
            table.raw_set(i + 1, Value::Nil).map_err(lua_error)?;
        }
        return Ok(());
    }
    let (Ok(before), Ok(after)) = (before.cast::<PyDict>(), after.cast::<PyDict>()) else {
        return Ok(());
    };
    for (key, value) in after.iter() {
        if before.get_item(&key)?.is_none_or(|old| !old.eq(&value).unwrap_or(false)) {
            table.raw_set(to_lua(lua, &key)?, to_lua(lua, &value)?).map_err(lua_error)?;
        }
    }
    for (key, _) in before.iter() {
        if !after.contains(&key)? {
            table.raw_set(to_lua(lua, &key)?, Value::Nil).map_err(lua_error)?;
        }
    }
    Ok(())
}

/// A Lua value as Python reads it: whole numbers are ints, lists are lists, other tables dicts.
fn to_py<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Nil => py.None().into_bound(py),
        Value::Boolean(b) => b.into_pyobject(py)?.to_owned().into_any(),
        Value::Integer(n) => n.into_pyobject(py)?.into_any(),
        Value::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => (*n as i64).into_pyobject(py)?.into_any(),
        Value::Number(n) => n.into_pyobject(py)?.into_any(),
        Value::String(s) => s.to_string_lossy().into_pyobject(py)?.into_any(),
        Value::Table(table) => {
            let length = table.raw_len();
            if length > 0 {
                let list = PyList::empty(py);
                for i in 1..=length {
                    list.append(to_py(py, &table.raw_get(i).map_err(lua_error)?)?)?;
                }
                return Ok(list.into_any());
            }
            let dict = PyDict::new(py);
            for pair in table.pairs::<Value, Value>() {
                let (key, value) = pair.map_err(lua_error)?;
                dict.set_item(to_py(py, &key)?, to_py(py, &value)?)?;
            }
            dict.into_any()
        }
        other => return Err(PyTypeError::new_err(format!("a {} cannot be seen from Python", other.type_name()))),
    })
}

/// A Python value as the VM reads it.
fn to_lua(lua: &Lua, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        Ok(Value::Nil)
    } else if value.is_instance_of::<PyBool>() {
        Ok(Value::Boolean(value.extract()?))
    } else if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() {
        Ok(Value::Number(value.extract()?))
    } else if value.is_instance_of::<PyString>() {
        let text: String = value.extract()?;
        Ok(Value::String(lua.create_string(text).map_err(lua_error)?))
    } else if let Ok(dict) = value.cast::<PyDict>() {
        let table = lua.create_table().map_err(lua_error)?;
        for (key, value) in dict.iter() {
            table.raw_set(to_lua(lua, &key)?, to_lua(lua, &value)?).map_err(lua_error)?;
        }
        Ok(Value::Table(table))
    } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let table = lua.create_table().map_err(lua_error)?;
        for (i, item) in value.try_iter()?.enumerate() {
            table.raw_set(i + 1, to_lua(lua, &item?)?).map_err(lua_error)?;
        }
        Ok(Value::Table(table))
    } else if let Ok(number) = value.extract::<f64>() {
        // NumPy's numbers.
        Ok(Value::Number(number))
    } else {
        let kind = value.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "a house rule answered with a {kind}: use a text, number, bool, dict or list"
        )))
    }
}
