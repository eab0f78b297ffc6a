//! Event rows: what happened in one match or in many.

use crate::table::{Batches, Column, Rows, Table, batch, schema_of};
use arrow_array::RecordBatch;
use arrow_array::builder::StringBuilder;
use arrow_schema::{ArrowError, DataType, SchemaRef};
use pyo3::prelude::*;
use serde_json::{Map, Value};
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use touchline_core::record::{Entry, Replay};
use touchline_core::sim::{Outcome, Simulation};

/// Columns in front of those read out of the event.
const FRONT: &[(&str, DataType)] = &[
    ("match", DataType::UInt64),
    ("seed", DataType::UInt64),
    ("event", DataType::UInt32),
    ("half", DataType::UInt32),
    ("tick", DataType::UInt32),
    ("minute", DataType::UInt32),
    ("turn", DataType::UInt32),
    ("phase", DataType::UInt32),
];

/// Words of an event, each with the keys it is read from: the first that the event has.
const WORDS: &[(&str, &[&str])] = &[
    ("type", &["type"]),
    ("side", &["side"]),
    ("token", &["token", "by", "offender", "scorer", "off"]),
    ("other", &["against", "victim", "on"]),
    ("kind", &["kind", "intent", "cause"]),
    ("technique", &["technique"]),
    ("restart", &["restart"]),
    ("outcome", &["outcome", "verdict", "how", "next", "ending"]),
    ("cell", &["cell", "spot"]),
    ("from", &["from"]),
    ("to", &["to"]),
    ("clause", &["clause"]),
    ("plugin", &["plugin"]),
    ("hook", &["hook"]),
];

/// Places of an event: the columns for x and y, and the keys they are read from.
const PLACES: &[(&str, &str, &[&str])] = &[("x", "y", &["origin", "at"]), ("end_x", "end_y", &["rest"])];

pub(crate) fn schema() -> SchemaRef {
    let words = WORDS.iter().map(|(name, _)| (*name, DataType::Utf8));
    let places = PLACES.iter().flat_map(|(x, y, _)| [(*x, DataType::Float64), (*y, DataType::Float64)]);
    schema_of(FRONT.iter().cloned().chain(words).chain(places).chain([("data", DataType::Utf8)]))
}

/// Rows being collected into a batch.
struct Collector {
    schema: SchemaRef,
    front: [Vec<u64>; 2],
    counts: [Vec<Option<u32>>; 6],
    words: Vec<StringBuilder>,
    places: Vec<[Vec<Option<f64>>; 2]>,
    data: StringBuilder,
}

impl Collector {
    fn new() -> Collector {
        Collector {
            schema: schema(),
            front: Default::default(),
            counts: Default::default(),
            words: WORDS.iter().map(|_| StringBuilder::new()).collect(),
            places: PLACES.iter().map(|_| Default::default()).collect(),
            data: StringBuilder::new(),
        }
    }

    fn add(&mut self, index: u64, seed: u64, n: usize, minute: u16, entry: &Entry) {
        // An entry is a struct with text for keys: it always has a JSON form.
        let Ok(Value::Object(fields)) = serde_json::to_value(entry) else {
            return;
        };
        self.front[0].push(index);
        self.front[1].push(seed);
        let counts =
            [n as u32, entry.half.into(), entry.tick.into(), minute.into(), entry.turn.into(), entry.phase.into()];
        for (to, count) in self.counts.iter_mut().zip(counts) {
            to.push(Some(count));
        }
        let first = |keys: &[&str]| keys.iter().find_map(|k| fields.get(*k).filter(|v| !v.is_null()));
        for (to, (_, keys)) in self.words.iter_mut().zip(WORDS) {
            to.append_option(first(keys).and_then(Value::as_str));
        }
        for (to, (_, _, keys)) in self.places.iter_mut().zip(PLACES) {
            let at = first(keys);
            for (axis, name) in to.iter_mut().zip(["x", "y"]) {
                axis.push(at.and_then(|p| coordinate(p, name)));
            }
        }
        self.data.append_value(rest(&fields));
    }

    fn finish(self) -> Result<RecordBatch, ArrowError> {
        let mut columns: Vec<Column> = self.front.into_iter().map(Column::Whole).collect();
        columns.extend(self.counts.into_iter().map(Column::Count));
        columns.extend(self.words.into_iter().map(Column::Word));
        columns.extend(self.places.into_iter().flatten().map(Column::Number));
        columns.push(Column::Word(self.data));
        batch(&self.schema, columns)
    }
}

/// The rows of one match of a batch.
pub(crate) fn rows_of(index: u64, replay: &Replay) -> Result<RecordBatch, ArrowError> {
    let mut collector = Collector::new();
    for (n, entry) in replay.events().enumerate() {
        collector.add(index, replay.header.seed, n, replay.minute(entry), entry);
    }
    collector.finish()
}

/// A coordinate of a point, written as `{x, y}` or `[x, y]`.
fn coordinate(point: &Value, name: &str) -> Option<f64> {
    match point {
        Value::Object(map) => map.get(name)?.as_f64(),
        Value::Array(list) => list.get(usize::from(name == "y"))?.as_f64(),
        _ => None,
    }
}

/// The event as JSON, without what every row has a column for.
fn rest(fields: &Map<String, Value>) -> String {
    let mut text = String::from("{");
    for (key, value) in fields {
        if !matches!(key.as_str(), "half" | "tick" | "turn" | "phase") {
            let comma = if text.len() > 1 { "," } else { "" };
            let _ = write!(text, "{comma}{}:{value}", Value::String(key.clone()));
        }
    }
    text.push('}');
    text
}

/// The events of one replay.
struct OfReplay(Arc<Replay>);

impl Rows for OfReplay {
    fn schema(&self) -> SchemaRef {
        schema()
    }

    fn batches(&self) -> Batches {
        Box::new(std::iter::once(rows_of(0, &self.0)))
    }

    fn count(&self) -> Option<usize> {
        Some(self.0.events().count())
    }
}

pub(crate) fn of_replay(py: Python<'_>, replay: Arc<Replay>) -> PyResult<Bound<'_, Table>> {
    Bound::new(py, Table::new(OfReplay(replay)))
}

/// The events of a batch of matches, which are played again while the rows are read: memory stays flat.
pub(crate) struct OfBatch(pub(crate) Simulation);

impl Rows for OfBatch {
    fn schema(&self) -> SchemaRef {
        schema()
    }

    fn batches(&self) -> Batches {
        let simulation = self.0.clone();
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = sync_channel(64);
        let halt = Arc::clone(&stop);
        std::thread::spawn(move || {
            let keep = |outcome: &Outcome, replay: Replay| rows_of(outcome.index, &replay);
            let played = simulation.replays(&halt, keep, |_, rows| {
                if sender.send(rows).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            if let Err(error) = played {
                // Nobody may be reading any more: nothing to do then.
                let _ = sender.send(Err(ArrowError::ComputeError(error.to_string())));
            }
        });
        Box::new(Playing { receiver, stop })
    }

    fn count(&self) -> Option<usize> {
        None
    }
}

struct Playing {
    receiver: Receiver<Result<RecordBatch, ArrowError>>,
    stop: Arc<AtomicBool>,
}

impl Iterator for Playing {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.receiver.recv().ok()
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
