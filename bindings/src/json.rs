//! Plain values between Rust and Python.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// A JSON value as the Python object a reader expects.
pub(crate) fn to_py<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(b) => b.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(n) => match (n.as_i64(), n.as_u64()) {
            (Some(n), _) => n.into_pyobject(py)?.into_any(),
            (None, Some(n)) => n.into_pyobject(py)?.into_any(),
            (None, None) => n.as_f64().unwrap_or(f64::NAN).into_pyobject(py)?.into_any(),
        },
        Value::String(s) => s.into_pyobject(py)?.into_any(),
        Value::Array(list) => {
            let items = list.iter().map(|v| to_py(py, v)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(map) => {
            let dict = PyDict::new(py);
            for (key, value) in map {
                dict.set_item(key, to_py(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// A Python object made of None, bool, int, float, str, list, tuple and dict as a JSON value.
pub(crate) fn from_py(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        Ok(Value::Null)
    } else if value.is_instance_of::<PyBool>() {
        Ok(Value::Bool(value.extract()?))
    } else if value.is_instance_of::<PyInt>() {
        Ok(match value.extract::<i64>() {
            Ok(n) => n.into(),
            Err(_) => value.extract::<u64>()?.into(),
        })
    } else if value.is_instance_of::<PyFloat>() {
        let number: f64 = value.extract()?;
        Number::from_f64(number)
            .map(Value::Number)
            .ok_or_else(|| pyo3::exceptions::PyValueError::new_err(format!("{number} is not a finite number")))
    } else if value.is_instance_of::<PyString>() {
        Ok(Value::String(value.extract()?))
    } else if let Ok(dict) = value.cast::<PyDict>() {
        let mut map = Map::new();
        for (key, value) in dict {
            map.insert(key.extract()?, from_py(&value)?);
        }
        Ok(Value::Object(map))
    } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter()?.map(|item| from_py(&item?)).collect::<PyResult<_>>()?;
        Ok(Value::Array(items))
    } else if let Ok(number) = value.call_method0("__index__").and_then(|n| n.extract::<i64>()) {
        // NumPy's integers.
        Ok(number.into())
    } else {
        let kind = value.get_type().name()?;
        Err(PyTypeError::new_err(format!("a {kind} cannot be used here: write a number, a text, a list or a dict")))
    }
}
