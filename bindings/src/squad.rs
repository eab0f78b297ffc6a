//! Squads: who plays.

use crate::error;
use crate::ruleset::escape;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use touchline_core::rules::{self, Kind, Rgb, Source};

/// A team sheet: starters in slot order, then the bench.
#[pyclass(frozen, module = "touchline", name = "Squad")]
#[derive(Clone)]
pub(crate) struct Squad {
    pub(crate) squad: Arc<rules::Squad>,
}

impl Squad {
    /// Reads a squad whose skills the ruleset knows.
    pub(crate) fn parse(py: Python<'_>, text: &str, file: &str, rules: &rules::Ruleset) -> PyResult<Squad> {
        let squad = rules::Squad::parse(text, file, &rules.catalogue).map_err(|e| error::squads(py, &e))?;
        Ok(Squad { squad: Arc::new(squad) })
    }

    /// The squad, checked against a ruleset; its own where none is given.
    pub(crate) fn checked(py: Python<'_>, given: Option<&Squad>, rules: &rules::Ruleset) -> PyResult<rules::Squad> {
        let Some(given) = given else {
            return Ok(rules.squad.clone());
        };
        let checked = Squad::parse(py, &given.json(), &given.squad.name, rules)?;
        Ok((*checked.squad).clone())
    }

    fn json(&self) -> String {
        // Names and numbers: it always has a JSON form.
        serde_json::to_string(&*self.squad).unwrap_or_default()
    }
}

fn hex(colour: Rgb) -> String {
    let [r, g, b] = colour.0;
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[pymethods]
impl Squad {
    /// A squad from a dict as :meth:`to_dict` gives it.
    #[staticmethod]
    fn from_dict(py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<Squad> {
        let json = crate::json::from_py(data)?;
        let squad: rules::Squad = rules::parse(&json.to_string(), "squad").map_err(|e| error::squad(py, &e))?;
        Ok(Squad { squad: Arc::new(squad) })
    }

    /// A squad from a YAML file. Its skills are checked against the rules when it plays.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Squad> {
        let source = Source::open(Kind::Squad, &path).map_err(|e| error::content(py, &e))?;
        let squad = rules::parse(&source.text, &source.file()).map_err(|e| error::squad(py, &e))?;
        Ok(Squad { squad: Arc::new(squad) })
    }

    /// The squad as plain data.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = serde_json::to_value(&*self.squad).unwrap_or_default();
        crate::json::to_py(py, &json)
    }

    /// The team's name.
    #[getter]
    fn name(&self) -> &str {
        &self.squad.name
    }

    /// The players: number, name, position and skills.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Vec<(u8, String, String, Bound<'py, PyTuple>)>> {
        let player = |p: &rules::Player| {
            let skills = PyTuple::new(py, p.sections.iter().map(ToString::to_string))?;
            Ok((p.number, p.name.clone(), p.position.clone(), skills))
        };
        self.squad.players.iter().map(player).collect()
    }

    fn __len__(&self) -> usize {
        self.squad.players.len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Squad>().is_ok_and(|o| o.get().squad == self.squad)
    }

    fn __hash__(&self) -> u64 {
        self.squad.name.bytes().fold(0, |h, b| h.wrapping_mul(31).wrapping_add(b.into()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("touchline.Squad.from_dict({})", self.to_dict(py)?.repr()?))
    }

    fn __str__(&self) -> String {
        let mut text = format!("{}\n", self.squad.name);
        for player in &self.squad.players {
            let skills: Vec<String> = player.sections.iter().map(ToString::to_string).collect();
            let _ = writeln!(
                text,
                "{:>3} {:<20} {:<12} {}",
                player.number,
                player.name,
                player.position,
                skills.join(", ")
            );
        }
        text
    }

    fn _repr_html_(&self) -> String {
        let kit = &self.squad.uniform.home;
        let rows: String = self
            .squad
            .players
            .iter()
            .map(|p| {
                let skills: Vec<String> = p.sections.iter().map(|s| escape(&s.to_string())).collect();
                format!(
                    "<tr><td style=\"background:{};color:{};text-align:center\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                    hex(kit.primary),
                    hex(kit.secondary),
                    p.number,
                    escape(&p.name),
                    escape(&p.position),
                    skills.join(", ")
                )
            })
            .collect();
        format!("<div><b>{}</b><table>{rows}</table></div>", escape(&self.squad.name))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let make = PyType::new::<Squad>(py).getattr("from_dict")?;
        Ok((make, (self.to_dict(py)?,)))
    }
}
