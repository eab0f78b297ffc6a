//! Parameters: numbers and words of a ruleset, declared by plugins, set by YAML.

use super::nearest::did_you_mean;
use serde::{Deserialize, Serialize};

/// A parameter's value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number.
    Number(f64),
    /// A word.
    Word(String),
    /// Several words.
    Words(Vec<String>),
}

impl Value {
    /// The value as a file would write it, for messages: `4.0` is no whole number, and `1e300` has no 300 digits.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Value::Number(n) => format!("{n:?}"),
            other => other.to_string(),
        }
    }
}

// Part of a ruleset's hash: it must stay as it is.
impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(i) => write!(f, "{i}"),
            Value::Number(n) => write!(f, "{n}"),
            Value::Word(w) => f.write_str(w),
            Value::Words(w) => write!(f, "[{}]", w.join(", ")),
        }
    }
}

/// What values a parameter may have.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamKind {
    /// `true` or `false`.
    Bool,
    /// A whole number in bounds.
    Int {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// A finite number in bounds.
    Number {
        /// Smallest.
        min: f64,
        /// Largest.
        max: f64,
    },
    /// One of these words.
    Word(Vec<String>),
    /// Any of these words, each once.
    Words(Vec<String>),
}

impl ParamKind {
    /// The value if it fits, or what would.
    ///
    /// # Errors
    /// A sentence that says what is expected.
    pub fn check(&self, value: &Value) -> Result<Value, String> {
        let near = |word: &str, choices: &[String]| {
            let near = did_you_mean(word, choices.iter().map(String::as_str));
            near.map(|hint| format!("; {hint}")).unwrap_or_default()
        };
        match (self, value) {
            (ParamKind::Bool, Value::Bool(_)) => Ok(value.clone()),
            (ParamKind::Int { min, max }, Value::Int(n)) if (min..=max).contains(&n) => Ok(value.clone()),
            (ParamKind::Number { min, max }, Value::Number(n)) if (min..=max).contains(&n) => Ok(value.clone()),
            (ParamKind::Number { min, max }, Value::Int(n)) if (*min..=*max).contains(&(*n as f64)) => {
                Ok(Value::Number(*n as f64))
            }
            (ParamKind::Word(choices), Value::Word(w)) if choices.contains(w) => Ok(value.clone()),
            (ParamKind::Word(choices), Value::Word(w)) => {
                Err(format!("one of {}{}", choices.join(", "), near(w, choices)))
            }
            (ParamKind::Words(choices), Value::Words(words)) => {
                match words.iter().enumerate().find(|(i, w)| !choices.contains(w) || words[..*i].contains(w)) {
                    None => Ok(value.clone()),
                    Some((_, w)) => {
                        Err(format!("a list of different words out of {}{}", choices.join(", "), near(w, choices)))
                    }
                }
            }
            _ => Err(self.to_string()),
        }
    }
}

impl std::fmt::Display for ParamKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ParamKind::Bool => f.write_str("true or false"),
            ParamKind::Int { min, max } => write!(f, "a whole number from {min} to {max}"),
            ParamKind::Number { min, max } => write!(f, "a number from {min} to {max}"),
            ParamKind::Word(choices) => write!(f, "one of {}", choices.join(", ")),
            ParamKind::Words(choices) => write!(f, "a list out of {}", choices.join(", ")),
        }
    }
}

/// A parameter as a plugin declares it.
#[derive(Clone, Debug, PartialEq)]
pub struct ParamDecl {
    /// Its name.
    pub name: String,
    /// What values it may have.
    pub kind: ParamKind,
    /// Its value where no ruleset sets one.
    pub default: Value,
    /// What it means.
    pub doc: String,
    /// The clauses it carries.
    pub clauses: Vec<String>,
    /// The value that switches those clauses off, for the test that a scenario notices.
    pub off: Option<Value>,
    /// The plugin that declares it.
    pub plugin: String,
}

/// A parameter in force.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its declaration.
    pub decl: ParamDecl,
    /// Its value.
    pub value: Value,
    /// Where the value comes from, in words.
    pub origin: String,
    /// What the ruleset itself says, where it was set to something else for a match.
    pub ruled: Option<Value>,
}

/// The parameters of a ruleset, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Params {
    list: Vec<Param>,
}

impl Params {
    /// All declared parameters with their defaults.
    #[must_use]
    pub fn declared(decls: impl IntoIterator<Item = ParamDecl>) -> Params {
        let mut list: Vec<Param> = decls
            .into_iter()
            .map(|decl| Param {
                value: decl.default.clone(),
                origin: format!("default of {}", decl.plugin),
                ruled: None,
                decl,
            })
            .collect();
        list.sort_by(|a, b| a.decl.name.cmp(&b.decl.name));
        Params { list }
    }

    /// One parameter.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Param> {
        self.list.binary_search_by(|p| p.decl.name.as_str().cmp(name)).ok().map(|i| &self.list[i])
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Param> {
        self.list.iter()
    }

    /// Sets a value for a match, and remembers what the ruleset itself says.
    ///
    /// # Errors
    /// As [`Params::set`].
    #[cfg(feature = "lua")]
    pub(crate) fn set_over(&mut self, name: &str, value: &Value, origin: &str) -> Result<(), String> {
        let ruled = self.get(name).map(|p| p.ruled.clone().unwrap_or_else(|| p.value.clone()));
        self.set(name, value, origin)?;
        if let Ok(i) = self.list.binary_search_by(|p| p.decl.name.as_str().cmp(name)) {
            let param = &mut self.list[i];
            param.ruled = ruled.filter(|ruled| *ruled != param.value);
        }
        Ok(())
    }

    /// Sets a value.
    ///
    /// # Errors
    /// A sentence naming the nearest parameter, or what was expected.
    pub fn set(&mut self, name: &str, value: &Value, origin: &str) -> Result<(), String> {
        match self.list.binary_search_by(|p| p.decl.name.as_str().cmp(name)) {
            Ok(i) => {
                let param = &mut self.list[i];
                param.value = param
                    .decl
                    .kind
                    .check(value)
                    .map_err(|expected| format!("`{name}` is {}, expected {expected}", value.shown()))?;
                param.origin = origin.to_owned();
                Ok(())
            }
            Err(_) => {
                let near = did_you_mean(name, self.list.iter().map(|p| p.decl.name.as_str()));
                let hint = near.map(|hint| format!(": {hint}")).unwrap_or_default();
                Err(format!("no plugin of this ruleset declares a parameter `{name}`{hint}"))
            }
        }
    }
}
