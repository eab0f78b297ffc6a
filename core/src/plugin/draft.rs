//! A draft: one plugin file read by itself, before any ruleset is known.

use super::check::{self, Checked, Named, Surroundings};
use super::error::PluginError;
use super::failure::Failure;
use super::header::{self, Header};
use super::raw;
use super::sandbox::{self, Limits, Sandbox};
use super::stack::{Brings, PluginSource, Stack, Vocabulary};
use mlua::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// A plugin file by itself: what it declares, and what is wrong with it wherever it is put.
///
/// ```
/// use touchline_core::plugin::{Draft, PluginSource};
/// let text = "local p = { name = 'mine', api = 1, requires = { 'seven' } }\nfunction p.on_kik() end\nreturn p";
/// let draft = Draft::read(&PluginSource { name: "mine".into(), file: "mine.lua".into(), text: text.into() });
/// assert_eq!(draft.requires(), ["seven"]);
/// assert!(draft.problems()[0].to_string().contains("did you mean `on_kick`?"));
/// ```
#[derive(Clone, Debug)]
pub struct Draft {
    pub(super) name: String,
    pub(super) file: String,
    text: String,
    pub(super) checked: Checked,
    /// What the file returned; nothing when it could not be run.
    pub(super) header: Option<Header>,
    problems: Vec<PluginError>,
}

thread_local! {
    /// The drafts read last. The same few files are read again and again: once for each ruleset that stands on them.
    static READ: RefCell<Vec<Rc<Draft>>> = const { RefCell::new(Vec::new()) };
}

/// Drafts that one thread keeps.
const KEPT: usize = 128;

impl Draft {
    /// Checks and runs a file in a state of its own, and reads the header it returns.
    #[must_use]
    pub fn read(source: &PluginSource) -> Rc<Draft> {
        let same = |d: &Rc<Draft>| d.name == source.name && d.file == source.file && d.text == source.text;
        if let Some(draft) = READ.with_borrow(|read| read.iter().find(|d| same(d)).cloned()) {
            return draft;
        }
        let draft = Rc::new(Draft::fresh(source));
        READ.with_borrow_mut(|read| {
            if read.len() == KEPT {
                read.remove(0);
            }
            read.push(Rc::clone(&draft));
        });
        draft
    }

    fn fresh(source: &PluginSource) -> Draft {
        let mut draft = Draft {
            name: source.name.clone(),
            file: source.file.clone(),
            text: source.text.clone(),
            checked: Checked::default(),
            header: None,
            problems: Vec::new(),
        };
        match check::check(&source.file, &source.text) {
            Ok(checked) => draft.checked = checked,
            Err(syntax) => {
                draft.problems = syntax;
                return draft;
            }
        }
        draft.problems = std::mem::take(&mut draft.checked.problems);
        match run(&source.file, &draft.checked.code, |returned| {
            header::read(&source.file, &source.name, &draft.checked, returned)
        }) {
            Ok((header, problems)) => {
                draft.header = header;
                draft.problems.extend(problems);
            }
            // What the check has found is the likely reason.
            Err(failure) if draft.problems.is_empty() => draft.problems.push(failure),
            Err(_) => {}
        }
        draft
    }

    /// What keeps it from being loaded, on any ruleset.
    #[must_use]
    pub fn problems(&self) -> &[PluginError] {
        &self.problems
    }

    /// Plugins it needs below it.
    #[must_use]
    pub fn requires(&self) -> &[String] {
        self.header.as_ref().map_or(&[], |h| &h.requires)
    }

    /// What it brings to a ruleset.
    pub(super) fn brings(&self) -> &Brings {
        static NOTHING: Brings = Brings { skills: Vec::new(), squad: None, pool: None, params: Vec::new() };
        self.header.as_ref().map_or(&NOTHING, |h| &h.brings)
    }

    /// Whether something is wrong with it wherever it is put.
    #[must_use]
    pub fn is_wrong_everywhere(&self) -> bool {
        let (below, vocabulary) = (&Stack::default(), &Vocabulary::default());
        let alone = Surroundings { draft: self, below, vocabulary };
        !self.problems.is_empty() || !self.checked.doubts.is_empty() || !alone.unknown(Named::is_own).is_empty()
    }

    /// Whether these plugins and words leave nothing to complain of; what shows only when all are loaded is not looked
    /// at.
    #[must_use]
    pub fn fits(&self, below: &Stack, vocabulary: &Vocabulary) -> bool {
        let around = Surroundings { draft: self, below, vocabulary };
        !self.is_wrong_everywhere() && !around.lacks_param() && around.unknown(|_| true).is_empty()
    }

    /// What loads and would fail in a match: everything that is spelled out and does not fit, such as a word that no
    /// hook knows, a clause that is not declared, a skill that the ruleset does not have. Whatever has to be computed is
    /// left alone.
    #[must_use]
    pub fn judge(&self, below: &Stack, vocabulary: &Vocabulary) -> Vec<PluginError> {
        let mut doubts = self.checked.doubts.clone();
        doubts.extend(Surroundings { draft: self, below, vocabulary }.unknown(|_| true));
        doubts.sort_by_key(|d| d.line);
        doubts.dedup();
        doubts
    }
}

/// Runs a file and lets `read` look at what it returns.
fn run<R>(file: &str, code: &str, read: impl FnOnce(&Value) -> R) -> Result<R, PluginError> {
    let failed = |error: &mlua::Error| {
        let failure = Failure::from_error(error);
        PluginError::new(file, failure.line_in(file), format!("the file cannot be run: {}", failure.message))
    };
    let limits = Limits::default();
    let sandbox = Sandbox::new(limits, &Vocabulary::default(), None).map_err(|e| failed(&e))?;
    raw::grant_steps(limits.steps);
    let returned: Value =
        sandbox::load(&sandbox.lua, file, code).and_then(|chunk| chunk.call(())).map_err(|e| failed(&e))?;
    Ok(read(&returned))
}
