//! Replays: a match as it was played, to look at, ask and analyse.

use crate::error;
use crate::table::Table;
use crate::{events, picture, spadl};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use touchline_core::record::{self, Detail, Names, commentary};
use touchline_core::rules::{ClauseIndex, Content};

/// A recorded match: events, pictures, reasons, and an interactive player in a notebook.
#[pyclass(frozen, module = "touchline", name = "Replay")]
pub(crate) struct Replay {
    pub(crate) replay: Arc<record::Replay>,
}

impl Replay {
    pub(crate) fn new(replay: record::Replay) -> Replay {
        Replay { replay: Arc::new(replay) }
    }

    fn title(&self) -> String {
        let names = Names::of(&self.replay.header);
        let (home, away) = self.score();
        format!("{} {home} : {away} {}", names.team(touchline_core::Side::Home), names.team(touchline_core::Side::Away))
    }

    fn event_index(&self, event: Option<i64>) -> PyResult<usize> {
        let count = self.replay.events().count();
        let event = event.unwrap_or(count as i64 - 1);
        let index = if event < 0 { event + count as i64 } else { event };
        usize::try_from(index)
            .ok()
            .filter(|i| *i < count.max(1))
            .ok_or_else(|| PyIndexError::new_err(format!("there is no event {event}: the replay has {count}")))
    }
}

#[pymethods]
impl Replay {
    /// Reads a replay file (``.jsonl`` or ``.jsonl.zst``).
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Replay> {
        py.detach(|| record::Replay::read(&path)).map(Replay::new).map_err(|e| error::replay(py, &e))
    }

    /// A replay from the bytes of a file.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Replay> {
        record::Replay::parse(data).map(Replay::new).map_err(|e| error::replay(py, &e))
    }

    /// Writes a replay file; packed if its name ends in ``.zst``.
    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| self.replay.write_to(&path)).map_err(|e| error::replay(py, &e))
    }

    /// The bytes of the file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.replay.to_bytes())
    }

    /// What was played: ruleset, plugins, parameters, squads, seed, bots.
    #[getter]
    fn header<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::json::to_py(py, &serde_json::to_value(&self.replay.header).unwrap_or_default())
    }

    /// Goals, home first.
    #[getter]
    fn score(&self) -> (u8, u8) {
        self.replay.footer.as_ref().map_or((0, 0), |f| (f.score[0], f.score[1]))
    }

    /// The seed of dice and kicks.
    #[getter]
    fn seed(&self) -> u64 {
        self.replay.header.seed
    }

    /// Whether seed and actions alone give the match again.
    #[getter]
    fn verifiable(&self) -> bool {
        self.replay.header.verifiable
    }

    /// Every event, one row each.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Table>> {
        events::of_replay(py, Arc::clone(&self.replay))
    }

    /// The actions in the SPADL schema, in metres on a pitch of 105 × 68; home attacks to the right.
    fn to_spadl<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Table>> {
        Bound::new(py, spadl::table(&self.replay)?)
    }

    /// The match in words.
    #[pyo3(signature = (*, detail = "full"))]
    fn commentary(&self, detail: &str) -> PyResult<Vec<String>> {
        let detail = match detail {
            "full" => Detail::Full,
            "highlights" => Detail::Highlights,
            other => return Err(PyValueError::new_err(format!("detail is 'full' or 'highlights', not {other:?}"))),
        };
        let names = Names::of(&self.replay.header);
        Ok(self.replay.events().filter_map(|entry| commentary(entry, &names, detail)).collect())
    }

    /// Why an event came out as it did: clause, plugin, facts and dice.
    fn why(&self, py: Python<'_>, event: i64) -> PyResult<String> {
        let index = self.event_index(Some(event))?;
        let clauses = ClauseIndex::load(&Content::embedded()).map_err(|e| PyValueError::new_err(e.to_string()))?;
        record::explain(&self.replay, &clauses, index).map_err(|e| error::plain(py, "ReplayError", e.to_string()))
    }

    /// The number of the event of the n-th goal, from 1.
    fn goal(&self, py: Python<'_>, n: usize) -> PyResult<usize> {
        self.replay.goal(n).map_err(|e| error::plain(py, "ReplayError", e.to_string()))
    }

    /// Plays the match again from its seed and compares it, event by event; returns what was found.
    fn verify(&self, py: Python<'_>) -> PyResult<String> {
        let verdict = py.detach(|| record::verify(&self.replay, &Content::embedded(), &[]));
        let verdict = verdict.map_err(|e| error::plain(py, "ReplayError", e.to_string()))?;
        if verdict.is_confirmed() {
            return Ok(verdict.to_string());
        }
        Err(error::plain(py, "ReplayError", verdict.to_string()))
    }

    /// A picture of the moment after an event (the last one by default; negative numbers count from the end).
    #[pyo3(signature = (event = None))]
    fn svg(&self, event: Option<i64>) -> PyResult<String> {
        let index = self.event_index(event)?;
        picture::of_replay(&self.replay, index).map_err(PyValueError::new_err)
    }

    /// The interactive player with this match inside, as one HTML page that needs no network; written to ``path`` if given.
    #[pyo3(signature = (path = None))]
    fn to_html(&self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<String> {
        let page = crate::player::page(&self.replay)?;
        if let Some(path) = path {
            record::write_whole(&path, page.as_bytes()).map_err(|e| {
                let blame = error::Blame { file: Some(path.display().to_string()), ..error::Blame::default() };
                error::raise(py, "ReplayError", format!("{}: {e}", path.display()), &blame)
            })?;
        }
        Ok(page)
    }

    fn _repr_html_(&self) -> PyResult<String> {
        crate::player::frame(&self.replay)
    }

    fn __len__(&self) -> usize {
        self.replay.events().count()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        // The file's bytes: the check sum of the last line is made when it is written.
        other.cast::<Replay>().is_ok_and(|o| o.get().replay.to_bytes() == self.replay.to_bytes())
    }

    fn __repr__(&self) -> String {
        let header = &self.replay.header;
        let plain = header.verifiable && header.changed.is_empty() && header.bots.iter().all(|b| b != "?");
        if plain {
            let [home, away] = &header.bots;
            return format!(
                "touchline.play('{}', home='{home}', away='{away}', seed={})",
                header.ruleset.name, header.seed
            );
        }
        format!("<Replay {} ({} events)>", self.title(), self.__len__())
    }

    fn __str__(&self) -> String {
        let mut text = format!("{}\n", self.title());
        for line in self.commentary("highlights").unwrap_or_default() {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((PyType::new::<Replay>(py).getattr("from_bytes")?, (self.to_bytes(py),)))
    }
}
