//! The host: one sandboxed state with a stack of plugins in it, answering the engine's questions.

use super::desk::Desk;
use super::error::PluginError;
use super::facade::{self, METHODS};
use super::failure::Failure;
use super::header;
use super::mailbox::{Mailbox, Said};
use super::memo::Memo;
use super::raw;
use super::sandbox::{self, Limits, Sandbox};
use super::stack::{Stack, Vocabulary};
use super::tables;
use super::{Answer, AnswerKind, Complaint, Hook, HookError, MAX_FACTS, Mode, Native, Referee};
use crate::Token;
use crate::board::{Board, ZoneId};
use crate::game::Play;
use crate::rules::Params;
use mlua::{Function, Lua, Table, Value};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// What a host is made of.
#[derive(Clone, Debug)]
pub struct HostSetup<'a> {
    /// The plugins.
    pub stack: &'a Stack,
    /// The ruleset's names.
    pub vocabulary: &'a Vocabulary,
    /// Parameters in force.
    pub params: &'a Params,
    /// The board.
    pub board: Arc<Board>,
    /// The skill that makes a keeper, by number; without one whoever fills the first slot keeps goal.
    pub keeper: Option<u8>,
    /// A clause to switch off.
    pub muted: Option<&'a str>,
    /// Remember answers with what they rest on.
    pub memo: bool,
    /// What plugins may use.
    pub limits: Limits,
    /// Functions that take the place of plugins' own.
    pub native: Option<&'a dyn Native>,
}

/// A loaded stack of plugins. It belongs to one thread and serves any number of interleaved matches.
pub struct Host {
    lua: Lua,
    mailbox: Mailbox,
    desk: Rc<Desk>,
    entries: Vec<Entry>,
    memo: Option<RefCell<Memo>>,
    zones: Vec<ZoneId>,
    limits: Limits,
    /// Hooks that a native function answers: never remembered.
    native: Vec<Hook>,
}

/// A complaint as the prelude hands it over: text, token, clause, whether it only warns, and the layer.
type Objection = (String, usize, i32, bool, usize);

/// How one hook is answered.
enum Entry {
    /// By the VM; the number is how many fields its record has.
    Ask(Function, usize),
    /// By nobody: always alike.
    Silent(Rc<Answer>),
    /// By nobody, although somebody must.
    Missing,
}

impl Host {
    /// Runs the plugins of a stack in a fresh state.
    ///
    /// # Errors
    /// If a file fails although it was loaded before; the state itself cannot be made.
    pub fn new(setup: &HostSetup<'_>) -> Result<Host, PluginError> {
        build(setup).map_err(|error| {
            let failure = Failure::from_error(&error);
            let files = setup.stack.layers.iter().map(|l| l.file.as_str());
            match failure.place(&files) {
                Some((layer, line)) => PluginError::new(&setup.stack.layers[layer].file, Some(line), failure.message),
                None => PluginError::new("plugin host", None, failure.message),
            }
        })
    }

    /// How many answers are remembered.
    #[must_use]
    pub fn remembered(&self) -> usize {
        self.memo.as_ref().map_or(0, |m| m.borrow().len())
    }

    /// Asks the VM. Apart, because it needs a large frame and is seldom needed.
    #[inline(never)]
    fn ask(
        &self,
        hook: Hook,
        entry: &Function,
        fields: usize,
        facts: &[i64; MAX_FACTS],
        who: &[Option<Token>],
        play: &mut Play,
    ) -> Result<Rc<Answer>, HookError> {
        let before = self.desk.open(hook, facts, who, play);
        let mut result = self.run(hook, entry, facts);
        if matches!(result, Err(mlua::Error::MemoryError(_))) {
            // How much garbage lies about depends on earlier calls; whether a hook fails must not.
            self.sweep();
            self.desk.again(&before);
            result = self.run(hook, entry, facts);
        }
        self.desk.close(play);
        let complaints = match result {
            Ok(complaints) => complaints,
            Err(error) => {
                if matches!(error, mlua::Error::MemoryError(_)) {
                    self.sweep();
                }
                return Err(self.failed(hook, &error));
            }
        };
        let (said, mut answer) = self.mailbox.read(fields, &self.zones);
        if said == Said::Nobody {
            return Err(HookError::Unanswered { hook: hook.info().name });
        }
        answer.complaints = complaints.into_iter().map(|c| self.complaint(c)).collect();
        let answer = Rc::new(answer);
        if let Some(memo) = self.memo.as_ref().filter(|_| !self.native.contains(&hook)) {
            memo.borrow_mut().learn(hook, &self.desk.trace(), &answer);
        }
        Ok(answer)
    }

    fn complaint(&self, (text, token, clause, warning, layer): Objection) -> Complaint {
        Complaint {
            text,
            token: token.checked_sub(1).and_then(Token::from_index),
            clause: u16::try_from(clause).ok().map(|id| self.desk.stack.clause(id).to_owned()),
            plugin: self.desk.stack.layers.get(layer).map(|l| l.name.clone()),
            warning,
        }
    }

    /// One run of a chain; complaints come back as a list, everything else through the mailbox.
    fn run(&self, hook: Hook, entry: &Function, facts: &[i64; MAX_FACTS]) -> mlua::Result<Vec<Objection>> {
        self.mailbox.write(facts);
        self.mailbox.clear();
        raw::grant_steps(self.limits.steps);
        match hook.info().answer {
            AnswerKind::Complaints => {
                let list = entry.call::<Vec<Table>>(())?;
                list.iter().map(|c| Ok((c.get(1)?, c.get(2)?, c.get(3)?, c.get(4)?, c.get(5)?))).collect()
            }
            _ => entry.call::<()>(()).map(|()| Vec::new()),
        }
    }

    /// Collects garbage with the limit lifted: the collector itself needs a little memory.
    fn sweep(&self) {
        let _ = self.lua.set_memory_limit(0);
        let _ = self.lua.gc_collect();
        let _ = self.lua.set_memory_limit(self.limits.memory.max(4 << 20));
    }

    fn failed(&self, hook: Hook, error: &mlua::Error) -> HookError {
        if let Some(fault) = self.desk.script_fault.borrow_mut().take() {
            return fault;
        }
        let failure = Failure::from_error(error);
        let layers = &self.desk.stack.layers;
        // A mistake in what is handed to `next` is made in a line of the function; one in what is returned shows when
        // the function is over.
        let place = match failure.layer {
            Some(blamed) => layers.get(blamed).and_then(|l| failure.line_in(&l.file)).map(|line| (blamed, line)),
            None => failure.place(&layers.iter().map(|l| l.file.as_str())),
        };
        let running = failure.layer.unwrap_or_else(|| self.mailbox.running_layer());
        let layer = &layers[place.map_or(running, |(layer, _)| layer).min(layers.len().saturating_sub(1))];
        HookError::Failed {
            plugin: layer.name.clone(),
            hook: hook.info().name,
            place: Some(place.map_or_else(|| layer.place(hook), |(_, line)| format!("{}:{line}", layer.file))),
            problem: failure.message,
        }
    }
}

impl Referee for Host {
    fn call(
        &self,
        hook: Hook,
        facts: &[i64; MAX_FACTS],
        who: &[Option<Token>],
        play: &mut Play,
    ) -> Result<Rc<Answer>, HookError> {
        match &self.entries[hook as usize] {
            Entry::Silent(answer) => Ok(Rc::clone(answer)),
            Entry::Missing => Err(HookError::Unanswered { hook: hook.info().name }),
            Entry::Ask(entry, fields) => {
                if let Some(memo) = &self.memo
                    && let Some(answer) = memo.borrow().recall(&self.desk, hook, facts, who, play)
                {
                    return Ok(answer);
                }
                self.ask(hook, entry, *fields, facts, who, play)
            }
        }
    }
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.desk.stack.layers.iter().map(|l| l.name.as_str()).collect();
        f.debug_struct("Host").field("plugins", &names).field("remembered", &self.remembered()).finish_non_exhaustive()
    }
}

fn build(setup: &HostSetup<'_>) -> mlua::Result<Host> {
    let prelude = format!("{}{}", tables::fill_source(), include_str!("prelude.lua"));
    let sandbox = Sandbox::new(setup.limits, setup.vocabulary, Some(&prelude))?;
    let lua = &sandbox.lua;
    let stack = Rc::new(setup.stack.clone());
    let mailbox = Mailbox::new(lua)?;
    let board = Arc::clone(&setup.board);
    let vocabulary = setup.vocabulary.clone();
    let desk = Rc::new(Desk::new(Rc::clone(&stack), vocabulary, board, setup.keeper, mailbox.clone()));

    let host = tables::host_table(lua, setup, &mailbox)?;
    host.set("behind", &sandbox.behind)?;
    host.set("methods", METHODS.iter().map(|m| m.name).collect::<Vec<_>>())?;
    let mut functions: Vec<(usize, Hook, Function)> = Vec::new();
    let mut native = Vec::new();
    let layers = lua.create_table()?;
    for (n, layer) in stack.layers.iter().enumerate() {
        raw::grant_steps(setup.limits.steps);
        let returned: Value = sandbox::load(lua, &layer.file, &layer.code)?.call(())?;
        sandbox.freeze(returned.clone())?;
        if let Value::Table(table) = &returned {
            for (hook, own) in header::functions(table, &layer.hooks)? {
                let foreign = setup.native.map(|native| native.function(lua, &layer.name, hook)).transpose()?.flatten();
                native.extend(foreign.is_some().then_some(hook));
                functions.push((n, hook, foreign.unwrap_or(own)));
            }
        }
        layers.push(layer_table(lua, setup, &desk, n)?)?;
    }
    host.set("layers", layers)?;
    host.set("hooks", tables::hook_tables(lua, setup.vocabulary, &functions)?)?;
    raw::trust();
    let entries: Table = match &sandbox.trusted {
        Some(trusted) => trusted.call(host)?,
        None => lua.create_table()?,
    };
    let entries = Hook::ALL
        .iter()
        .map(|hook| {
            let info = hook.info();
            let fields = match info.answer {
                AnswerKind::Value { record, .. } => record,
                _ => &[],
            };
            Ok(match (entries.get::<Option<Function>>(info.name)?, info.mode, info.answer) {
                (Some(entry), ..) => Entry::Ask(entry, fields.len()),
                (None, Mode::Rule, answer) if !matches!(answer, AnswerKind::Offers(_)) => Entry::Missing,
                (None, ..) => {
                    let mut answer = Answer::default();
                    for (to, field) in answer.record.iter_mut().zip(fields) {
                        *to = field.default;
                    }
                    Entry::Silent(Rc::new(answer))
                }
            })
        })
        .collect::<mlua::Result<Vec<Entry>>>()?;
    let memo = setup.memo.then(|| RefCell::new(Memo::new()));
    Ok(Host {
        lua: lua.clone(),
        mailbox,
        desk,
        entries,
        memo,
        zones: setup.board.zones().collect(),
        limits: setup.limits,
        native,
    })
}

/// What the trusted code knows about one layer.
fn layer_table(lua: &Lua, setup: &HostSetup<'_>, desk: &Rc<Desk>, layer: usize) -> mlua::Result<Table> {
    let stack = &desk.stack;
    let table = lua.create_table()?;
    let clauses = lua.create_table()?;
    for written in &stack.layers[layer].written {
        clauses.set(written.as_str(), stack.printed_id(written, setup.muted))?;
    }
    table.set("clauses", clauses)?;
    table.set("clause_list", stack.layers[layer].written.clone())?;
    table.set("methods", facade::methods(lua, desk, layer as u8)?)?;
    let params = lua.create_table()?;
    for decl in stack.params() {
        if !stack.layers[layer].may_read(&decl.plugin) {
            continue;
        }
        let muted = setup.muted.is_some_and(|clause| decl.clauses.iter().any(|c| c == clause));
        let value = match (&decl.off, setup.params.get(&decl.name)) {
            (Some(off), _) if muted => off,
            (_, Some(param)) => &param.value,
            (_, None) => &decl.default,
        };
        let value = tables::param_value(lua, value)?;
        params.set(decl.name.as_str(), value.clone())?;
        params.set(format!("{}.{}", decl.plugin, decl.name), value)?;
    }
    table.set("params", params)?;
    let stack = Rc::clone(stack);
    table.set(
        "no_param",
        lua.create_function(move |_, name: String| Ok(stack.find_param(layer, &name).err().unwrap_or_default()))?,
    )?;
    Ok(table)
}

thread_local! {
    static HOSTS: RefCell<Vec<(u64, Rc<Host>)>> = const { RefCell::new(Vec::new()) };
}

/// Hosts that one thread keeps.
const KEPT_HOSTS: usize = 8;

/// Runs `f` with this thread's host for the ruleset `key`, which is made by `make` when the thread has none; the host
/// not used for longest is dropped beyond eight.
///
/// # Errors
/// When the host cannot be made.
pub fn with_host<R>(
    key: u64,
    make: impl FnOnce() -> Result<Host, PluginError>,
    f: impl FnOnce(&Host) -> R,
) -> Result<R, PluginError> {
    let kept = HOSTS.with_borrow_mut(|hosts| {
        let index = hosts.iter().position(|(k, _)| *k == key)?;
        if index > 0 {
            hosts[..=index].rotate_right(1);
        }
        Some(Rc::clone(&hosts[0].1))
    });
    let host = match kept {
        Some(host) => host,
        None => {
            let host = Rc::new(make()?);
            HOSTS.with_borrow_mut(|hosts| {
                hosts.truncate(KEPT_HOSTS - 1);
                hosts.insert(0, (key, Rc::clone(&host)));
            });
            host
        }
    };
    Ok(f(&host))
}
