//! Rulesets: what a match is played by, and how Python changes it.

use crate::error;
use crate::rule::PyRules;
use crate::squad::Squad;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use touchline_core::plugin::Native;
use touchline_core::rules::{self, Content, Kind, Options, Origin, ParamKind, Source, Value};

/// What a ruleset was made of, so that it can be made again here or in another process.
#[derive(Debug)]
pub(crate) struct Recipe {
    name: String,
    path: Vec<PathBuf>,
    plugins: Vec<Plugin>,
    params: Vec<(String, Value)>,
}

/// A plugin put on top.
#[derive(Debug)]
enum Plugin {
    /// A Lua file, with the words it was asked for by.
    Lua { source: Source, asked: Asked },
    /// A Python object and the header made of it.
    Python { object: Arc<Py<PyAny>>, source: Source },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Name,
    File,
    Text,
}

/// A ruleset: board, parameters and a stack of plugins, frozen.
///
/// Made by :func:`touchline.ruleset`; the ``with_…`` methods return a changed copy.
#[pyclass(frozen, module = "touchline", name = "Ruleset")]
pub(crate) struct Ruleset {
    pub(crate) rules: Arc<rules::Ruleset>,
    recipe: Arc<Recipe>,
}

impl Clone for Plugin {
    fn clone(&self) -> Plugin {
        match self {
            Plugin::Lua { source, asked } => Plugin::Lua { source: source.clone(), asked: *asked },
            Plugin::Python { object, source } => Plugin::Python { object: Arc::clone(object), source: source.clone() },
        }
    }
}

impl Clone for Ruleset {
    fn clone(&self) -> Ruleset {
        Ruleset { rules: Arc::clone(&self.rules), recipe: Arc::clone(&self.recipe) }
    }
}

impl Ruleset {
    /// A ruleset by name, or one that is loaded already.
    pub(crate) fn from_any(value: &Bound<'_, PyAny>) -> PyResult<Ruleset> {
        if let Ok(ruleset) = value.cast::<Ruleset>() {
            return Ok(ruleset.get().clone());
        }
        match value.extract::<String>() {
            Ok(name) => ruleset(value.py(), &name, None),
            Err(_) => Err(PyTypeError::new_err(format!(
                "expected a ruleset or the name of one, not a {}",
                value.get_type().name()?
            ))),
        }
    }

    /// Whether Python answers some of its hooks.
    pub(crate) fn has_python(&self) -> bool {
        self.rules.native.is_some()
    }

    fn load(py: Python<'_>, recipe: Recipe) -> PyResult<Ruleset> {
        crate::rule::refuse_nested()?;
        let content = Content::with_path(recipe.path.iter().cloned()).map_err(|e| error::content(py, &e))?;
        let mut objects = BTreeMap::new();
        let mut plugins = Vec::new();
        for plugin in &recipe.plugins {
            match plugin {
                Plugin::Lua { source, .. } => plugins.push(source.clone()),
                Plugin::Python { object, source } => {
                    objects.insert(source.name.clone(), object.clone_ref(py));
                    plugins.push(source.clone());
                }
            }
        }
        let origin = "Python".to_owned();
        let params = recipe.params.iter().map(|(k, v)| (k.clone(), v.clone(), origin.clone())).collect();
        let options = Options { plugins, params, ..Options::default() };
        let load = |options: &Options| {
            py.detach(|| rules::Ruleset::load(&content, &recipe.name, options)).map_err(|e| error::ruleset(py, &e))
        };
        let mut rules = load(&options)?;
        if !objects.is_empty() {
            let skills = rules.vocabulary.skills.clone();
            let native: Arc<dyn Native> = Arc::new(PyRules { objects, skills });
            rules = load(&Options { native: Some(native), ..options })?;
        }
        Ok(Ruleset { rules, recipe: Arc::new(recipe) })
    }

    fn recipe_with(&self, plugin: Option<Plugin>, params: Vec<(String, Value)>) -> Recipe {
        let old = &self.recipe;
        let mut all = old.params.clone();
        for (name, value) in params {
            all.retain(|(known, _)| *known != name);
            all.push((name, value));
        }
        Recipe {
            name: old.name.clone(),
            path: old.path.clone(),
            plugins: old.plugins.iter().cloned().chain(plugin).collect(),
            params: all,
        }
    }
}

/// Loads a ruleset by name.
///
/// ``path`` names folders, laid out like the repository, that are searched before the built-in rules; the environment
/// variable ``TOUCHLINE_PATH`` adds more.
#[pyfunction]
#[pyo3(signature = (name = "base", *, path = None), text_signature = "(name='base', *, path=None)")]
pub(crate) fn ruleset(py: Python<'_>, name: &str, path: Option<&Bound<'_, PyAny>>) -> PyResult<Ruleset> {
    let mut folders: Vec<PathBuf> = Vec::new();
    if let Some(path) = path {
        match path.extract::<PathBuf>() {
            Ok(folder) => folders.push(folder),
            Err(_) => folders.extend(path.extract::<Vec<PathBuf>>()?),
        }
    }
    let variable = std::env::var_os("TOUCHLINE_PATH").filter(|v| !v.is_empty());
    folders.extend(variable.iter().flat_map(std::env::split_paths));
    Ruleset::load(py, Recipe { name: name.to_owned(), path: folders, plugins: Vec::new(), params: Vec::new() })
}

/// The names of the rulesets that are built in.
#[pyfunction]
pub(crate) fn rulesets() -> Vec<String> {
    Content::embedded().list(Kind::Ruleset)
}

/// The hooks a house rule can answer: name, ``rule``, ``modify`` or ``notify``, and when it is asked.
#[pyfunction]
pub(crate) fn hooks() -> Vec<(&'static str, &'static str, &'static str)> {
    touchline_core::plugin::HOOKS.iter().map(|h| (h.name, h.mode.word(), h.doc)).collect()
}

/// A Python value as a parameter's.
fn value(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Value> {
    let py = given.py();
    let wrong = |what: String| error::plain(py, "ParameterError", format!("`{name}` is {what}"));
    if given.is_instance_of::<PyBool>() {
        return Ok(Value::Bool(given.extract()?));
    }
    if given.is_instance_of::<PyString>() {
        return Ok(Value::Word(given.extract()?));
    }
    if given.is_instance_of::<PyFloat>() {
        let number: f64 = given.extract()?;
        if !number.is_finite() {
            return Err(wrong(format!("{number}, expected a finite number")));
        }
        return Ok(Value::Number(number));
    }
    if given.is_instance_of::<PyInt>() {
        return given.extract().map(Value::Int).map_err(|_| wrong("too large for a whole number".to_owned()));
    }
    if let Ok(words) = given.extract::<Vec<String>>() {
        return Ok(Value::Words(words));
    }
    if let Ok(number) = given.call_method0("__index__").and_then(|n| n.extract()) {
        return Ok(Value::Int(number));
    }
    if let Ok(number) = given.extract::<f64>()
        && number.is_finite()
    {
        return Ok(Value::Number(number));
    }
    let kind = given.get_type().name()?;
    Err(wrong(format!("a {kind}, expected a bool, a number, a word or a list of words")))
}

/// A parameter's value in Python.
pub(crate) fn value_to_py<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Bool(b) => b.into_pyobject(py)?.to_owned().into_any(),
        Value::Int(n) => n.into_pyobject(py)?.into_any(),
        Value::Number(n) => n.into_pyobject(py)?.into_any(),
        Value::Word(w) => w.into_pyobject(py)?.into_any(),
        Value::Words(w) => PyList::new(py, w)?.into_any(),
    })
}

#[pymethods]
impl Ruleset {
    /// A copy with one more plugin on top.
    ///
    /// ``plugin`` is a path to a Lua file, the name of a built-in plugin, or a Python object (or class) whose methods have
    /// the names of hooks; ``source`` is Lua text. Errors name file, line and what was expected.
    #[pyo3(signature = (plugin = None, *, source = None), text_signature = "($self, plugin=None, *, source=None)")]
    fn with_plugin(
        &self,
        py: Python<'_>,
        plugin: Option<&Bound<'_, PyAny>>,
        source: Option<String>,
    ) -> PyResult<Ruleset> {
        let plugin = match (plugin, source) {
            (Some(_), Some(_)) | (None, None) => {
                return Err(PyTypeError::new_err("with_plugin takes either a plugin or source=, the text of one"));
            }
            (None, Some(text)) => from_text(py, text)?,
            (Some(plugin), None) => self.plugin(py, plugin)?,
        };
        Self::load(py, self.recipe_with(Some(plugin), Vec::new()))
    }

    /// A copy with other parameters: ``rs.with_params(short_limit=5)``.
    #[pyo3(signature = (**params), text_signature = "($self, **params)")]
    fn with_params(&self, py: Python<'_>, params: Option<&Bound<'_, PyDict>>) -> PyResult<Ruleset> {
        let mut values = Vec::new();
        for (name, given) in params.into_iter().flat_map(|p| p.iter()) {
            let name: String = name.extract()?;
            let mut value = value(&name, &given)?;
            // 3.0 for a whole number is meant as 3.
            if let (Some(param), Value::Number(n)) = (self.rules.params.get(&name), &value)
                && matches!(param.decl.kind, ParamKind::Int { .. })
                && n.fract() == 0.0
                && n.abs() < 9e15
            {
                value = Value::Int(*n as i64);
            }
            values.push((name, value));
        }
        Self::load(py, self.recipe_with(None, values))
    }

    /// Reads a squad file (YAML) for this ruleset.
    fn read_squad(&self, py: Python<'_>, path: PathBuf) -> PyResult<Squad> {
        let source = Source::open(Kind::Squad, &path).map_err(|e| error::content(py, &e))?;
        Squad::parse(py, &source.text, &source.file(), &self.rules)
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.rules.name
    }

    /// Its title.
    #[getter]
    fn title(&self) -> &str {
        &self.rules.title
    }

    /// The rulesets it stands on, itself first.
    #[getter]
    fn family(&self) -> Vec<String> {
        self.rules.family.clone()
    }

    /// Hash of everything that decides results.
    #[getter]
    fn hash(&self) -> &str {
        &self.rules.hash
    }

    /// The names of its plugins, bottom first.
    #[getter]
    fn plugins(&self) -> Vec<String> {
        self.rules.stack.layers.iter().map(|l| l.name.clone()).collect()
    }

    /// The clauses its plugins declare.
    #[getter]
    fn clauses(&self) -> Vec<String> {
        self.rules.stack.clauses().to_vec()
    }

    /// Its parameters in force.
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let params = PyDict::new(py);
        for param in self.rules.params.iter() {
            params.set_item(&param.decl.name, value_to_py(py, &param.value)?)?;
        }
        Ok(params)
    }

    /// The squad a side plays that brings none of its own.
    #[getter]
    fn squad(&self) -> Squad {
        Squad { squad: Arc::new(self.rules.squad.clone()) }
    }

    /// How many action ids there are.
    #[getter]
    fn action_count(&self) -> u16 {
        self.rules.layout.size()
    }

    /// Whether seed and actions alone give a match again: not with a house rule in Python.
    #[getter]
    fn verifiable(&self) -> bool {
        !self.has_python()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Ruleset>().is_ok_and(|o| o.get().rules.hash == self.rules.hash)
    }

    fn __hash__(&self) -> u64 {
        self.rules.hash.bytes().take(16).fold(0, |h, b| h.wrapping_mul(31).wrapping_add(b.into()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let quoted = |text: &str| -> PyResult<String> { Ok(text.into_pyobject(py)?.repr()?.to_string()) };
        let mut text = format!("touchline.ruleset({}", quoted(&self.recipe.name)?);
        if !self.recipe.path.is_empty() {
            let folders =
                self.recipe.path.iter().map(|p| quoted(&p.display().to_string())).collect::<PyResult<Vec<_>>>()?;
            let _ = write!(text, ", path=[{}]", folders.join(", "));
        }
        text.push(')');
        for plugin in &self.recipe.plugins {
            let _ = match plugin {
                Plugin::Lua { source, asked: Asked::Text } => {
                    write!(text, ".with_plugin(source={})", quoted(&source.text)?)
                }
                Plugin::Lua { source, asked: Asked::Name } => write!(text, ".with_plugin({})", quoted(&source.name)?),
                Plugin::Lua { source, asked: Asked::File } => {
                    write!(text, ".with_plugin({})", quoted(&source.file())?)
                }
                Plugin::Python { object, .. } => write!(text, ".with_plugin({})", object.bind(py).repr()?),
            };
        }
        if !self.recipe.params.is_empty() {
            let set = |(name, value): &(String, Value)| -> PyResult<String> {
                Ok(format!("{name}={}", value_to_py(py, value)?.repr()?))
            };
            let params = self.recipe.params.iter().map(set).collect::<PyResult<Vec<_>>>()?;
            let _ = write!(text, ".with_params({})", params.join(", "));
        }
        Ok(text)
    }

    fn __str__(&self) -> String {
        let mut text = format!("{} ({})\n", self.rules.title, self.rules.name);
        let _ = writeln!(text, "plugins: {}", self.plugins().join(", "));
        for param in self.rules.params.iter() {
            let mark = if param.value == param.decl.default { ' ' } else { '*' };
            let _ = writeln!(text, "{mark} {} = {}  {}", param.decl.name, param.value, param.decl.doc);
        }
        text
    }

    fn _repr_html_(&self) -> String {
        let row = |p: &rules::Param| {
            let value = p.value.to_string();
            let value = if p.value == p.decl.default { escape(&value) } else { format!("<b>{}</b>", escape(&value)) };
            format!(
                "<tr><td><code>{}</code></td><td>{value}</td><td>{}</td></tr>",
                escape(&p.decl.name),
                escape(&p.decl.doc)
            )
        };
        let rows: String = self.rules.params.iter().map(row).collect();
        let plugins: Vec<String> = self.plugins().iter().map(|p| format!("<code>{}</code>", escape(p))).collect();
        format!(
            "<div><b>{}</b> (<code>{}</code>)<br>{}<details><summary>{} parameters</summary><table><tr><th>parameter</th>\
             <th>value</th><th>meaning</th></tr>{rows}</table></details></div>",
            escape(&self.rules.title),
            escape(&self.rules.name),
            plugins.join(" → "),
            self.rules.params.iter().count(),
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let plugins = PyList::empty(py);
        for plugin in &self.recipe.plugins {
            let entry = match plugin {
                Plugin::Lua { source, asked } => {
                    let file = match (&source.origin, asked) {
                        (Origin::File(path), _) => Some(path.display().to_string()),
                        (Origin::Embedded, _) => None,
                    };
                    (*asked as u8, &source.name, file, source.text.as_ref()).into_pyobject(py)?.into_any()
                }
                Plugin::Python { object, .. } => object.clone_ref(py).into_bound(py),
            };
            plugins.append(entry)?;
        }
        let params = PyDict::new(py);
        for (name, value) in &self.recipe.params {
            params.set_item(name, value_to_py(py, value)?)?;
        }
        let path: Vec<String> = self.recipe.path.iter().map(|p| p.display().to_string()).collect();
        let make = PyType::new::<Ruleset>(py).getattr("_rebuild")?;
        let arguments = (&self.recipe.name, path, plugins, params, &self.rules.hash).into_pyobject(py)?;
        Ok((make, arguments))
    }

    /// Makes an unpickled ruleset; its rules must have the same hash here.
    #[staticmethod]
    fn _rebuild(
        py: Python<'_>,
        name: String,
        path: Vec<PathBuf>,
        plugins: &Bound<'_, PyList>,
        params: &Bound<'_, PyDict>,
        hash: &str,
    ) -> PyResult<Ruleset> {
        let mut stack = Vec::new();
        for plugin in plugins.iter() {
            stack.push(match plugin.cast::<PyTuple>() {
                Ok(entry) => {
                    let (asked, name, file, text): (u8, String, Option<PathBuf>, String) = entry.extract()?;
                    let asked = [Asked::Name, Asked::File, Asked::Text][usize::from(asked).min(2)];
                    let origin = file.map_or(Origin::Embedded, Origin::File);
                    Plugin::Lua { source: Source { kind: Kind::Plugin, name, origin, text: text.into() }, asked }
                }
                Err(_) => from_object(py, &plugin)?,
            });
        }
        let mut values = Vec::new();
        for (name, given) in params.iter() {
            let name: String = name.extract()?;
            let value = value(&name, &given)?;
            values.push((name, value));
        }
        let loaded = Self::load(py, Recipe { name, path, plugins: stack, params: values })?;
        if loaded.rules.hash != hash {
            let message = "the ruleset was made with other rules than those installed here: install the same version, or \
                           make its path reachable";
            return Err(error::plain(py, "RulesetError", message));
        }
        Ok(loaded)
    }
}

impl Ruleset {
    fn plugin(&self, py: Python<'_>, plugin: &Bound<'_, PyAny>) -> PyResult<Plugin> {
        let is_text = plugin.is_instance_of::<PyString>();
        let path = plugin.extract::<PathBuf>().ok();
        let Some(path) = path else {
            return from_object(py, plugin);
        };
        let is_file = !is_text || path.extension().is_some_and(|e| e == "lua");
        if is_file {
            // By its full path, so that another process finds its name again.
            let path = std::path::absolute(&path).map_err(|e| PyValueError::new_err(e.to_string()))?;
            let source = Source::open(Kind::Plugin, &path).map_err(|e| {
                let raised = error::content(py, &e);
                let message = raised.value(py).to_string();
                error::raise(
                    py,
                    "PluginError",
                    message,
                    &error::Blame { file: Some(path.display().to_string()), ..error::Blame::default() },
                )
            })?;
            return Ok(Plugin::Lua { source, asked: Asked::File });
        }
        let content = Content::with_path(self.recipe.path.iter().cloned()).map_err(|e| error::content(py, &e))?;
        let source = content.read(Kind::Plugin, &plugin.extract::<String>()?).map_err(|e| error::content(py, &e))?;
        Ok(Plugin::Lua { source, asked: Asked::Name })
    }
}

/// A plugin from its text; its name is the one its header gives.
fn from_text(py: Python<'_>, text: String) -> PyResult<Plugin> {
    let name = name_in(&text).ok_or_else(|| {
        error::plain(
            py,
            "PluginError",
            "the Lua text has no header: begin with local rule = { name = \"my-rule\", api = 1, … }",
        )
    })?;
    let origin = Origin::File(PathBuf::from(format!("<{name}>")));
    Ok(Plugin::Lua { source: Source { kind: Kind::Plugin, name, origin, text: text.into() }, asked: Asked::Text })
}

/// The text of the first `name = "…"`.
fn name_in(text: &str) -> Option<String> {
    let mut rest = text;
    while let Some(at) = rest.find("name") {
        let after = rest[at + 4..].trim_start();
        if let Some(value) = after.strip_prefix('=') {
            let value = value.trim_start();
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            return value[1..].split(quote).next().map(str::to_owned);
        }
        rest = &rest[at + 4..];
    }
    None
}

/// A plugin from a Python object, or a class, which is called without arguments.
fn from_object(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Plugin> {
    let made = py.import("touchline._rule")?.getattr("header")?.call1((given,))?;
    let (object, name, file, text): (Py<PyAny>, String, PathBuf, String) = made.extract()?;
    let source = Source { kind: Kind::Plugin, name, origin: Origin::File(file), text: text.into() };
    Ok(Plugin::Python { object: Arc::new(object), source })
}

/// Text in HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
