//! What many matches came to.

use crate::error;
use crate::events::{self, OfBatch};
use crate::replay::Replay;
use crate::ruleset::{Ruleset, escape, value_to_py};
use crate::table::{BATCH, Batches, Column, Ready, Rows, Table, batch, schema_of};
use arrow_array::RecordBatch;
use arrow_array::builder::StringBuilder;
use arrow_schema::{ArrowError, DataType, SchemaRef};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use std::fmt::Write as _;
use std::sync::Arc;
use touchline_core::rules::Value;
use touchline_core::sim::{Cell, ColumnKind, Comparison, Figure, Figures, Outcome, STATS, Simulation, Summary};

/// How a batch was played, so that its matches can be played again.
#[derive(Clone)]
pub(crate) struct Origin {
    pub(crate) simulation: Simulation,
    pub(crate) ruleset: Ruleset,
    /// Every bot is one of the engine's.
    pub(crate) repeatable: bool,
}

/// The rows of outcomes, with columns in front that are the same for a group of matches.
struct OfOutcomes {
    groups: Vec<(Vec<Value>, Arc<Vec<Outcome>>)>,
    schema: SchemaRef,
}

/// A column of the outcome table; seeds need all their bits.
fn column_kind(name: &str, kind: ColumnKind) -> DataType {
    match kind {
        ColumnKind::Count if matches!(name, "match" | "seed") => DataType::UInt64,
        ColumnKind::Count => DataType::UInt32,
        ColumnKind::Number => DataType::Float64,
        ColumnKind::Word => DataType::Utf8,
    }
}

fn empty(kind: &DataType) -> Column {
    match kind {
        DataType::UInt64 => Column::Whole(Vec::new()),
        DataType::UInt32 => Column::Count(Vec::new()),
        DataType::Float64 => Column::Number(Vec::new()),
        DataType::Boolean => Column::Flag(Vec::new()),
        _ => Column::Word(StringBuilder::new()),
    }
}

/// The type of a parameter's column: whole numbers stay exact in a float as far as parameters go.
fn param_kind(values: &[&Value]) -> DataType {
    if values.iter().all(|v| matches!(v, Value::Bool(_))) {
        DataType::Boolean
    } else if values.iter().all(|v| matches!(v, Value::Int(_) | Value::Number(_))) {
        DataType::Float64
    } else {
        DataType::Utf8
    }
}

fn push_param(column: &mut Column, value: &Value) {
    match (column, value) {
        (Column::Flag(to), Value::Bool(b)) => to.push(Some(*b)),
        (Column::Number(to), Value::Int(n)) => to.push(Some(*n as f64)),
        (Column::Number(to), Value::Number(n)) => to.push(Some(*n)),
        (Column::Word(to), value) => to.append_value(value.to_string()),
        (Column::Flag(to), _) => to.push(None),
        (Column::Number(to), _) => to.push(None),
        (Column::Whole(_) | Column::Count(_), _) => {}
    }
}

impl OfOutcomes {
    fn new(names: &[String], groups: Vec<(Vec<Value>, Arc<Vec<Outcome>>)>) -> OfOutcomes {
        let game = groups.iter().find_map(|(_, outcomes)| outcomes.first()).map(|outcome| outcome.game);
        let columns = game.map_or_else(Outcome::columns, Outcome::columns_of);
        let params = names.iter().enumerate().map(|(i, name)| {
            let values: Vec<&Value> = groups.iter().filter_map(|(v, _)| v.get(i)).collect();
            (name.as_str(), param_kind(&values))
        });
        let stats = columns.iter().map(|c| (c.name.as_str(), column_kind(&c.name, c.kind)));
        let schema = schema_of(params.chain(stats));
        OfOutcomes { groups, schema }
    }

    fn make(schema: &SchemaRef, params: &[Value], outcomes: &[Outcome]) -> Result<RecordBatch, ArrowError> {
        let mut columns: Vec<Column> = schema.fields().iter().map(|f| empty(f.data_type())).collect();
        for outcome in outcomes {
            for (to, value) in columns.iter_mut().zip(params) {
                push_param(to, value);
            }
            for (to, cell) in columns[params.len()..].iter_mut().zip(outcome.row()) {
                match (to, cell) {
                    (Column::Whole(to), Cell::Count(n)) => to.push(n),
                    (Column::Count(to), Cell::Count(n)) => to.push(u32::try_from(n).ok()),
                    (Column::Number(to), Cell::Number(n)) => to.push(n),
                    (Column::Word(to), Cell::Word(w)) => to.append_value(w),
                    // Columns and cells come from one table; a mismatch leaves a short column, which Arrow refuses.
                    _ => {}
                }
            }
        }
        batch(schema, columns)
    }
}

impl Rows for OfOutcomes {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn batches(&self) -> Batches {
        let schema = Arc::clone(&self.schema);
        let groups = self.groups.clone();
        let made = groups.into_iter().flat_map(move |(params, outcomes)| {
            let schema = Arc::clone(&schema);
            (0..outcomes.len().div_ceil(BATCH)).map(move |chunk| {
                let from = chunk * BATCH;
                let to = outcomes.len().min(from + BATCH);
                Self::make(&schema, &params, &outcomes[from..to])
            })
        });
        Box::new(made)
    }

    fn count(&self) -> Option<usize> {
        Some(self.groups.iter().map(|(_, outcomes)| outcomes.len()).sum())
    }
}

/// The outcome of a batch: one row a match, with its seed and every statistic.
///
/// Any Arrow reader takes it: ``polars.DataFrame(res)``, ``pyarrow.table(res)``; ``res["goals_home"]`` is a NumPy array.
#[pyclass(frozen, extends = Table, module = "touchline", name = "Results")]
pub(crate) struct Results {
    pub(crate) outcomes: Arc<Vec<Outcome>>,
    pub(crate) origin: Option<Origin>,
    events: Option<Arc<Vec<RecordBatch>>>,
}

impl Results {
    pub(crate) fn make(
        py: Python<'_>,
        outcomes: Vec<Outcome>,
        origin: Option<Origin>,
        events: Option<Vec<RecordBatch>>,
    ) -> PyResult<Bound<'_, Results>> {
        let outcomes = Arc::new(outcomes);
        let table = Table::new(OfOutcomes::new(&[], vec![(Vec::new(), Arc::clone(&outcomes))]));
        let results = Results { outcomes, origin, events: events.map(Arc::new) };
        Bound::new(py, PyClassInitializer::from(table).add_subclass(results))
    }

    fn summarised(&self) -> Summary {
        let mut summary = Summary::default();
        self.outcomes.iter().for_each(|o| summary.add(o));
        summary
    }
}

/// A table of figures: statistic, side, and what `figure` says of each.
fn figures_table<'a>(rows: impl Iterator<Item = (&'static str, &'a Figures)>) -> PyResult<Table> {
    let mut words = [StringBuilder::new(), StringBuilder::new()];
    let mut numbers: [Vec<Option<f64>>; 4] = Default::default();
    let mut counts = Vec::new();
    for (name, figures) in rows {
        for (side, figure) in [("home", &figures.home), ("away", &figures.away), ("both", &figures.both)] {
            words[0].append_value(name);
            words[1].append_value(side);
            let interval = figure.interval();
            let values = [figure.mean(), figure.deviation(), interval.map(|i| i.0), interval.map(|i| i.1)];
            for (to, value) in numbers.iter_mut().zip(values) {
                to.push(value);
            }
            counts.push(Some(figure.count() as u32));
        }
    }
    let kinds = ["mean", "sd", "low", "high"].map(|n| (n, DataType::Float64));
    let front = [("statistic", DataType::Utf8), ("side", DataType::Utf8)];
    let schema = schema_of(front.into_iter().chain(kinds).chain([("n", DataType::UInt32)]));
    let mut columns: Vec<Column> = words.into_iter().map(Column::Word).collect();
    columns.extend(numbers.into_iter().map(Column::Number));
    columns.push(Column::Count(counts));
    Table::of(schema, columns)
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |v| format!("{v:.2}"))
}

fn with_margin(figure: &Figure) -> String {
    match (figure.mean(), figure.margin()) {
        (Some(mean), Some(margin)) => format!("{mean:.2} ± {margin:.2}"),
        (mean, _) => number(mean),
    }
}

#[pymethods]
impl Results {
    /// Mean, standard deviation and 95 % interval of every statistic, home, away and both.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Table>> {
        let summary = self.summarised();
        Bound::new(py, figures_table(summary.iter().map(|(stat, figures)| (stat.name, figures)))?)
    }

    /// Event rows of every match.
    ///
    /// Without ``record=`` the matches are played again while the rows are read, so that memory stays flat.
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Table>> {
        if let Some(batches) = &self.events {
            let ready = Ready { schema: events::schema(), batches: Arc::clone(batches) };
            return Bound::new(py, Table::new(ready));
        }
        match &self.origin {
            Some(origin) if origin.repeatable => Bound::new(py, Table::new(OfBatch(origin.simulation.clone()))),
            _ => Err(PyValueError::new_err(
                "these matches cannot be played again (a bot or house rule in Python): simulate with record=True",
            )),
        }
    }

    /// The replay of match ``index`` of the table, played again.
    fn replay(&self, py: Python<'_>, index: usize) -> PyResult<Replay> {
        let outcome = self.outcomes.get(index).ok_or_else(|| {
            PyIndexError::new_err(format!("there is no match {index}: the table has {}", self.outcomes.len()))
        })?;
        let Some(origin) = self.origin.as_ref().filter(|o| o.repeatable) else {
            return Err(PyValueError::new_err("these matches cannot be played again: a bot or house rule is Python"));
        };
        let one = Simulation { first: outcome.index, matches: 1, threads: 1, ..origin.simulation.clone() };
        let mut found = None;
        py.detach(|| {
            one.replays(
                &std::sync::atomic::AtomicBool::new(false),
                |_, replay| replay,
                |_, replay| {
                    found = Some(replay);
                    std::ops::ControlFlow::Continue(())
                },
            )
        })
        .map_err(|e| error::batch(py, &e))?;
        found.map(Replay::new).ok_or_else(|| PyValueError::new_err("the match was not played"))
    }

    /// How the matches ended: ``home``, ``draw`` and ``away`` wins, of them ``forfeited``, and beside them ``abandoned``.
    #[getter]
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let r = self.summarised().results();
        let dict = pyo3::types::PyDict::new(py);
        for (name, count) in [
            ("home", r.home_wins),
            ("draw", r.draws),
            ("away", r.away_wins),
            ("forfeited", r.forfeited),
            ("abandoned", r.abandoned),
        ] {
            dict.set_item(name, count)?;
        }
        Ok(dict)
    }

    /// The ruleset that was played, where it is known.
    #[getter]
    fn ruleset(&self) -> Option<Ruleset> {
        self.origin.as_ref().map(|o| o.ruleset.clone())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Results>().is_ok_and(|o| o.get().outcomes == self.outcomes)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Some(origin) = &self.origin else {
            return Ok(format!("<Results of {} matches>", self.outcomes.len()));
        };
        let rules = Bound::new(py, origin.ruleset.clone())?.repr()?;
        let simulation = &origin.simulation;
        let [home, away] = &simulation.bots;
        Ok(format!(
            "touchline.simulate({rules}, {}, home='{home}', away='{away}', seed={})",
            simulation.matches, simulation.seed
        ))
    }

    fn __str__(&self) -> String {
        let summary = self.summarised();
        let r = summary.results();
        let mut text = format!(
            "{} matches: {} home wins, {} draws, {} away wins\n",
            self.outcomes.len(),
            r.home_wins,
            r.draws,
            r.away_wins
        );
        for (stat, figures) in summary.iter() {
            let _ = writeln!(
                text,
                "{:<22} {:>16} {:>16} {:>16}",
                stat.title,
                with_margin(&figures.home),
                with_margin(&figures.away),
                with_margin(&figures.both)
            );
        }
        text
    }

    fn _repr_html_(&self) -> String {
        let summary = self.summarised();
        let r = summary.results();
        let mut rows = String::new();
        for (stat, figures) in summary.iter() {
            let cells = [&figures.home, &figures.away, &figures.both].map(|f| format!("<td>{}</td>", with_margin(f)));
            let _ = write!(rows, "<tr><td>{}</td>{}</tr>", escape(stat.title), cells.concat());
        }
        format!(
            "<div><b>{} matches</b>: {} home wins, {} draws, {} away wins<table><tr><th>statistic</th><th>home</th>\
             <th>away</th><th>both</th></tr>{rows}</table><small>mean ± half the 95 % interval</small></div>",
            self.outcomes.len(),
            r.home_wins,
            r.draws,
            r.away_wins
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let bytes = serde_json::to_vec(&*self.outcomes).map_err(|e| PyValueError::new_err(e.to_string()))?;
        let make = PyType::new::<Results>(py).getattr("_rebuild")?;
        let origin = self.origin.as_ref().filter(|o| o.repeatable).map(|o| {
            let s = &o.simulation;
            (o.ruleset.clone(), s.bots.clone(), s.seed, s.first, s.matches)
        });
        Ok((make, (PyBytes::new(py, &bytes), origin).into_pyobject(py)?.into_any()))
    }

    #[staticmethod]
    #[pyo3(signature = (data, origin))]
    fn _rebuild<'py>(
        py: Python<'py>,
        data: &[u8],
        origin: Option<(Bound<'py, Ruleset>, [String; 2], u64, u64, u64)>,
    ) -> PyResult<Bound<'py, Results>> {
        let outcomes: Vec<Outcome> = serde_json::from_slice(data).map_err(|e| PyValueError::new_err(e.to_string()))?;
        let origin = origin.map(|(ruleset, bots, seed, first, matches)| {
            let ruleset = ruleset.get().clone();
            let new = Simulation::new(Arc::clone(&ruleset.rules));
            Origin { simulation: Simulation { bots, seed, first, matches, ..new }, ruleset, repeatable: true }
        });
        Results::make(py, outcomes, origin, None)
    }

    /// Parts of one batch, in order, as a whole.
    #[staticmethod]
    fn _join<'py>(py: Python<'py>, parts: Vec<Bound<'py, Results>>) -> PyResult<Bound<'py, Results>> {
        let mut outcomes = Vec::new();
        let mut events: Option<Vec<RecordBatch>> = None;
        for part in &parts {
            let part = part.get();
            outcomes.extend_from_slice(&part.outcomes);
            if let Some(batches) = &part.events {
                events.get_or_insert_default().extend(batches.iter().cloned());
            }
        }
        let origin = parts.first().and_then(|p| p.get().origin.clone()).map(|mut origin| {
            origin.simulation.matches = outcomes.len() as u64;
            origin
        });
        Results::make(py, outcomes, origin, events)
    }
}

/// What a second batch has more than a first, match for match.
#[pyclass(frozen, extends = Table, module = "touchline", name = "Comparison")]
pub(crate) struct Compared {
    comparison: Comparison,
}

/// The differences of two batches of the same seeds.
#[pyfunction]
pub(crate) fn compare_results<'py>(
    py: Python<'py>,
    before: &Bound<'py, Results>,
    after: &Bound<'py, Results>,
) -> PyResult<Bound<'py, Compared>> {
    let (before, after) = (&before.get().outcomes, &after.get().outcomes);
    let paired = before.len() == after.len() && before.iter().zip(after.iter()).all(|(a, b)| a.seed == b.seed);
    if !paired {
        return Err(PyValueError::new_err(
            "the two batches differ in their seeds: simulate both with the same n and seed, so that matches can be paired",
        ));
    }
    let mut comparison = Comparison::default();
    before.iter().zip(after.iter()).for_each(|(a, b)| comparison.add(a, b));
    let table = comparison_table(&comparison)?;
    Bound::new(py, PyClassInitializer::from(table).add_subclass(Compared { comparison }))
}

fn comparison_table(comparison: &Comparison) -> PyResult<Table> {
    let mut words = [StringBuilder::new(), StringBuilder::new()];
    let mut numbers: [Vec<Option<f64>>; 5] = Default::default();
    let (mut counts, mut flags) = (Vec::new(), Vec::new());
    for (stat, difference) in comparison.differences() {
        let (Some(before), Some(after)) = (comparison.before.get(stat.name), comparison.after.get(stat.name)) else {
            continue;
        };
        for (side, from, to, figure) in [
            ("home", &before.home, &after.home, &difference.home),
            ("away", &before.away, &after.away, &difference.away),
            ("both", &before.both, &after.both, &difference.both),
        ] {
            words[0].append_value(stat.name);
            words[1].append_value(side);
            let interval = figure.interval();
            let values = [from.mean(), to.mean(), figure.mean(), interval.map(|i| i.0), interval.map(|i| i.1)];
            for (to, value) in numbers.iter_mut().zip(values) {
                to.push(value);
            }
            flags.push(Some(figure.excludes_zero()));
            counts.push(Some(figure.count() as u32));
        }
    }
    let front = [("statistic", DataType::Utf8), ("side", DataType::Utf8)];
    let kinds = ["before", "after", "difference", "low", "high"].map(|n| (n, DataType::Float64));
    let back = [("significant", DataType::Boolean), ("n", DataType::UInt32)];
    let schema = schema_of(front.into_iter().chain(kinds).chain(back));
    let mut columns: Vec<Column> = words.into_iter().map(Column::Word).collect();
    columns.extend(numbers.into_iter().map(Column::Number));
    columns.push(Column::Flag(flags));
    columns.push(Column::Count(counts));
    Table::of(schema, columns)
}

#[pymethods]
impl Compared {
    fn __repr__(&self) -> String {
        format!("<Comparison of {} pairs of matches>", self.comparison.before.matches())
    }

    fn __str__(&self) -> String {
        let mut text = format!("{} pairs of matches\n", self.comparison.before.matches());
        for (stat, figures) in self.comparison.differences() {
            let figure = if figures.both.count() > 0 { &figures.both } else { &figures.home };
            let mark = if figure.excludes_zero() { "*" } else { " " };
            let _ = writeln!(text, "{:<22} {:>18} {mark}", stat.title, with_margin(figure));
        }
        text
    }

    fn _repr_html_(&self) -> String {
        let mut rows = String::new();
        for (stat, figures) in self.comparison.differences() {
            let (Some(before), Some(after)) =
                (self.comparison.before.get(stat.name), self.comparison.after.get(stat.name))
            else {
                continue;
            };
            let whole = figures.both.count() > 0;
            let pick = |f: &Figures| if whole { f.both } else { f.home };
            let difference = pick(&figures);
            let style = if difference.excludes_zero() { " style=\"font-weight:bold\"" } else { "" };
            let _ = write!(
                rows,
                "<tr{style}><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(stat.title),
                number(pick(before).mean()),
                number(pick(after).mean()),
                with_margin(&difference)
            );
        }
        format!(
            "<div><b>{} pairs of matches</b><table><tr><th>statistic</th><th>before</th><th>after</th>\
             <th>difference</th></tr>{rows}</table><small>bold: the 95 % interval leaves out 0</small></div>",
            self.comparison.before.matches()
        )
    }
}

/// A grid of batches: one row a match, the parameters in front.
#[pyclass(frozen, extends = Table, module = "touchline", name = "Sweep")]
pub(crate) struct Sweep {
    names: Vec<String>,
    points: Vec<(Vec<Value>, Arc<Vec<Outcome>>)>,
}

#[pymethods]
impl Sweep {
    #[new]
    fn new(names: Vec<String>, results: Vec<Bound<'_, Results>>) -> PyResult<PyClassInitializer<Sweep>> {
        let mut points = Vec::new();
        for result in &results {
            let result = result.get();
            let rules = result.origin.as_ref().map(|o| &o.ruleset.rules);
            let rules = rules.ok_or_else(|| PyTypeError::new_err("a sweep is made of batches with a ruleset"))?;
            let value = |name: &String| {
                rules.params.get(name).map(|p| p.value.clone()).ok_or_else(|| PyValueError::new_err(name.clone()))
            };
            points.push((names.iter().map(value).collect::<PyResult<Vec<_>>>()?, Arc::clone(&result.outcomes)));
        }
        let table = Table::new(OfOutcomes::new(&names, points.clone()));
        Ok(PyClassInitializer::from(table).add_subclass(Sweep { names, points }))
    }

    /// Mean and 95 % interval of every statistic at every point of the grid, one row each.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Table>> {
        let mut params: Vec<Column> = (0..self.names.len())
            .map(|i| empty(&param_kind(&self.points.iter().filter_map(|(v, _)| v.get(i)).collect::<Vec<_>>())))
            .collect();
        let mut words = [StringBuilder::new(), StringBuilder::new()];
        let mut numbers: [Vec<Option<f64>>; 3] = Default::default();
        for (values, outcomes) in &self.points {
            let mut summary = Summary::default();
            outcomes.iter().for_each(|o| summary.add(o));
            for (stat, figures) in summary.iter() {
                for (side, figure) in [("home", &figures.home), ("away", &figures.away), ("both", &figures.both)] {
                    params.iter_mut().zip(values).for_each(|(to, value)| push_param(to, value));
                    words[0].append_value(stat.name);
                    words[1].append_value(side);
                    let interval = figure.interval();
                    let row = [figure.mean(), interval.map(|i| i.0), interval.map(|i| i.1)];
                    numbers.iter_mut().zip(row).for_each(|(to, value)| to.push(value));
                }
            }
        }
        let kinds: Vec<DataType> = params.iter().map(Column::kind).collect();
        let front = self.names.iter().map(String::as_str).zip(kinds);
        let middle = [("statistic", DataType::Utf8), ("side", DataType::Utf8)];
        let back = ["mean", "low", "high"].map(|n| (n, DataType::Float64));
        let schema = schema_of(front.chain(middle).chain(back));
        let columns = params
            .into_iter()
            .chain(words.into_iter().map(Column::Word))
            .chain(numbers.into_iter().map(Column::Number));
        Bound::new(py, Table::of(schema, columns.collect())?)
    }

    /// The points of the grid: the parameters' values, in order.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, pyo3::types::PyDict>>> {
        let point = |(values, _): &(Vec<Value>, Arc<Vec<Outcome>>)| {
            let dict = pyo3::types::PyDict::new(py);
            for (name, value) in self.names.iter().zip(values) {
                dict.set_item(name, value_to_py(py, value)?)?;
            }
            Ok(dict)
        };
        self.points.iter().map(point).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Sweep of {} over {} points>", self.names.join(" × "), self.points.len())
    }
}

/// The statistics: name and title of each.
#[pyfunction]
pub(crate) fn statistics() -> Vec<(&'static str, &'static str)> {
    STATS.iter().map(|s| (s.name, s.title)).collect()
}
