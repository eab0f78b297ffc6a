//! Tables: rows that leave Rust through the Arrow C data interface, batch by batch.

use crate::ruleset::escape;
use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, RecordBatch, RecordBatchIterator, UInt32Array, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use numpy::PyArray1;
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};
use std::sync::Arc;

/// Rows in one batch.
pub(crate) const BATCH: usize = 8192;
/// Rows that `repr` shows.
const SHOWN: usize = 10;

/// Batches one after another; a failure ends them.
pub(crate) type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

/// Where rows come from.
pub(crate) trait Rows: Send + Sync {
    fn schema(&self) -> SchemaRef;
    fn batches(&self) -> Batches;
    /// How many rows, if that is known without making them.
    fn count(&self) -> Option<usize>;
}

/// A column while it is filled.
pub(crate) enum Column {
    Whole(Vec<u64>),
    Count(Vec<Option<u32>>),
    Number(Vec<Option<f64>>),
    Word(StringBuilder),
    Flag(Vec<Option<bool>>),
}

impl Column {
    pub(crate) fn kind(&self) -> DataType {
        match self {
            Column::Whole(_) => DataType::UInt64,
            Column::Count(_) => DataType::UInt32,
            Column::Number(_) => DataType::Float64,
            Column::Word(_) => DataType::Utf8,
            Column::Flag(_) => DataType::Boolean,
        }
    }

    fn array(self) -> ArrayRef {
        match self {
            Column::Whole(values) => Arc::new(UInt64Array::from(values)),
            Column::Count(values) => Arc::new(UInt32Array::from(values)),
            Column::Number(values) => Arc::new(Float64Array::from(values)),
            Column::Word(mut values) => Arc::new(values.finish()),
            Column::Flag(values) => Arc::new(BooleanArray::from(values)),
        }
    }
}

/// The schema of named columns.
pub(crate) fn schema_of<'a>(columns: impl IntoIterator<Item = (&'a str, DataType)>) -> SchemaRef {
    let field = |(name, kind): (&str, DataType)| {
        let nullable = kind != DataType::UInt64;
        Field::new(name, kind, nullable)
    };
    Arc::new(Schema::new(columns.into_iter().map(field).collect::<Vec<_>>()))
}

/// A batch of filled columns.
pub(crate) fn batch(schema: &SchemaRef, columns: Vec<Column>) -> Result<RecordBatch, ArrowError> {
    RecordBatch::try_new(Arc::clone(schema), columns.into_iter().map(Column::array).collect())
}

/// Batches that are there already.
pub(crate) struct Ready {
    pub(crate) schema: SchemaRef,
    pub(crate) batches: Arc<Vec<RecordBatch>>,
}

impl Rows for Ready {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn batches(&self) -> Batches {
        let batches = Arc::clone(&self.batches);
        Box::new((0..batches.len()).map(move |i| Ok(batches[i].clone())))
    }

    fn count(&self) -> Option<usize> {
        Some(self.batches.iter().map(RecordBatch::num_rows).sum())
    }
}

/// A table of rows, read by anything that speaks Arrow: ``polars.DataFrame(t)``, ``pyarrow.table(t)``.
///
/// ``t["column"]`` is a NumPy array (a list for words).
#[pyclass(subclass, frozen, module = "touchline", name = "Table")]
pub(crate) struct Table {
    pub(crate) rows: Arc<dyn Rows>,
}

impl Table {
    pub(crate) fn new(rows: impl Rows + 'static) -> Table {
        Table { rows: Arc::new(rows) }
    }

    /// A table of one batch.
    pub(crate) fn of(schema: SchemaRef, columns: Vec<Column>) -> PyResult<Table> {
        let only = batch(&schema, columns).map_err(arrow_error)?;
        Ok(Table::new(Ready { schema, batches: Arc::new(vec![only]) }))
    }

    fn gather(&self, py: Python<'_>) -> PyResult<Vec<RecordBatch>> {
        py.detach(|| self.rows.batches().collect::<Result<Vec<_>, _>>()).map_err(arrow_error)
    }

    fn head(&self) -> PyResult<Vec<RecordBatch>> {
        let mut seen = 0;
        let mut head = Vec::new();
        for batch in self.rows.batches() {
            let batch = batch.map_err(arrow_error)?;
            seen += batch.num_rows();
            head.push(batch);
            if seen >= SHOWN {
                break;
            }
        }
        Ok(head)
    }
}

pub(crate) fn arrow_error(error: ArrowError) -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(error.to_string())
}

/// A value as text.
fn shown(array: &ArrayRef, row: usize) -> String {
    if array.is_null(row) {
        return String::new();
    }
    match array.data_type() {
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).to_string(),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).to_string(),
        DataType::Float64 => {
            let value = array.as_primitive::<Float64Type>().value(row);
            let text = format!("{value:.3}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        DataType::Boolean => array.as_boolean().value(row).to_string(),
        DataType::Utf8 => array.as_string::<i32>().value(row).to_owned(),
        _ => "?".to_owned(),
    }
}

#[pymethods]
impl Table {
    /// The Arrow PyCapsule stream: how other libraries read the rows without copying them through Python.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may always answer with its own schema.
        let _ = requested_schema;
        let reader = RecordBatchIterator::new(self.rows.batches(), self.rows.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.rows.schema().fields().iter().map(|f| f.name().clone()).collect()
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        match self.rows.count() {
            Some(count) => Ok(count),
            None => Ok(self.gather(py)?.iter().map(RecordBatch::num_rows).sum()),
        }
    }

    fn __getitem__<'py>(&self, py: Python<'py>, column: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let Ok(name) = column.extract::<String>() else {
            return Err(PyTypeError::new_err("a column is asked for by its name"));
        };
        let schema = self.rows.schema();
        let Ok(index) = schema.index_of(&name) else {
            let near = touchline_core::rules::nearest(&name, schema.fields().iter().map(|f| f.name().as_str()));
            let hint = near.first().map(|n| format!(": did you mean `{n}`?")).unwrap_or_default();
            return Err(PyKeyError::new_err(format!("there is no column `{name}`{hint}")));
        };
        let batches = self.gather(py)?;
        let arrays = batches.iter().map(|b| b.column(index));
        match schema.field(index).data_type() {
            DataType::UInt64 => {
                let values = arrays.flat_map(|a| a.as_primitive::<UInt64Type>().values().iter().copied()).collect();
                Ok(PyArray1::from_vec(py, values).into_any())
            }
            DataType::UInt32 if batches.iter().all(|b| b.column(index).null_count() == 0) => {
                let values = arrays.flat_map(|a| a.as_primitive::<UInt32Type>().values().iter().copied()).collect();
                Ok(PyArray1::from_vec(py, values).into_any())
            }
            DataType::UInt32 => {
                let values = arrays.flat_map(|a| a.as_primitive::<UInt32Type>().iter());
                Ok(PyArray1::from_vec(py, values.map(|v| v.map_or(f64::NAN, f64::from)).collect()).into_any())
            }
            DataType::Float64 => {
                let values = arrays.flat_map(|a| a.as_primitive::<Float64Type>().iter());
                Ok(PyArray1::from_vec(py, values.map(|v| v.unwrap_or(f64::NAN)).collect()).into_any())
            }
            DataType::Boolean => {
                let values = arrays.flat_map(|a| a.as_boolean().iter());
                Ok(PyArray1::from_vec(py, values.map(|v| v.unwrap_or_default()).collect::<Vec<bool>>()).into_any())
            }
            _ => {
                let list = PyList::empty(py);
                for array in arrays {
                    for value in array.as_string::<i32>() {
                        list.append(value)?;
                    }
                }
                Ok(list.into_any())
            }
        }
    }

    /// The rows as a pyarrow table.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))
    }

    /// The rows as a pandas data frame (needs pyarrow).
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_arrow(slf)?.call_method0("to_pandas")
    }

    /// The rows as a polars data frame.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("polars")?.call_method1("DataFrame", (slf,))
    }

    fn __repr__(&self) -> String {
        let columns = self.columns().len();
        match self.rows.count() {
            Some(rows) => format!("<Table of {rows} rows, {columns} columns>"),
            None => format!("<Table of {columns} columns>"),
        }
    }

    fn __str__(&self) -> PyResult<String> {
        let names = self.columns();
        let mut lines = vec![names.join("\t")];
        for batch in self.head()? {
            for row in 0..batch.num_rows().min(SHOWN + 1 - lines.len().min(SHOWN + 1)) {
                let cells: Vec<String> = batch.columns().iter().map(|c| shown(c, row)).collect();
                lines.push(cells.join("\t"));
            }
        }
        Ok(lines.join("\n"))
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let head: String = self.columns().iter().map(|c| format!("<th>{}</th>", escape(c))).collect();
        let mut rows = String::new();
        let mut count = 0;
        for batch in self.head()? {
            for row in 0..batch.num_rows() {
                if count < SHOWN {
                    let cells: String =
                        batch.columns().iter().map(|c| format!("<td>{}</td>", escape(&shown(c, row)))).collect();
                    rows.push_str(&format!("<tr>{cells}</tr>"));
                    count += 1;
                }
            }
        }
        let more = match self.rows.count() {
            Some(all) if all > count => format!("<div>{count} of {all} rows</div>"),
            _ => String::new(),
        };
        Ok(format!("<div style=\"overflow-x:auto\"><table><tr>{head}</tr>{rows}</table>{more}</div>"))
    }
}
