//! A Lua state for strangers' code: a whitelisted library, a memory limit, a step budget, no hidden state.

use super::error::suggestion;
use super::raw;
use super::stack::Vocabulary;
use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Function, Lua, LuaOptions, LuaString, StdLib, Table, Value};
use std::collections::HashSet;

/// What one host may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory (at least 4 MB: the collector is not run when the limit is met).
    pub memory: usize,
    /// Steps of one call: loop edges, calls, returns.
    pub steps: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { memory: 16 << 20, steps: 50_000 }
    }
}

/// Bytes of the longest text a plugin can hold.
pub(super) const LONGEST_TEXT: usize = 2048;

/// The name under which compiled plugins call the library in place of `..`.
pub(super) const JOIN: &str = "__join";

/// Global names a plugin may use.
pub(super) const GLOBALS: &[&str] =
    &["assert", "error", "has", "ipairs", "math", "pairs", "select", "string", "table", "tonumber", "tostring", "type"];

/// The fields of the libraries among them.
pub(super) const LIBRARIES: &[(&str, &[&str])] = &[
    (
        "math",
        &[
            "abs", "acos", "asin", "atan", "atan2", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log",
            "log10", "max", "min", "modf", "pi", "pow", "rad", "sin", "sqrt", "tan",
        ],
    ),
    (
        "string",
        &[
            "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "sub",
            "upper",
        ],
    ),
    ("table", &["concat", "insert", "remove", "sort"]),
];

/// A sandboxed state and what the host needs from its making.
pub(super) struct Sandbox {
    /// The state.
    pub lua: Lua,
    /// Maps what plugins may iterate to the table behind it.
    pub behind: Table,
    /// Trusted code of the host, run before Luau's own library was taken away.
    pub trusted: Option<Function>,
}

/// How plugin files are compiled. Luau replaces calls of its own library by built-in instructions; where the sandbox
/// has its own function these must not be used.
fn compiler() -> Compiler {
    let mut own: Vec<String> = ["assert", "error", "pairs", "ipairs", "tostring"].map(String::from).to_vec();
    for (library, names) in LIBRARIES {
        let kept = ["abs", "ceil", "floor", "fmod", "max", "min", "modf", "sqrt", "char", "len", "sub"];
        own.extend(names.iter().filter(|n| !kept.contains(n)).map(|n| format!("{library}.{n}")));
    }
    Compiler::new().set_optimization_level(1).set_debug_level(1).set_disabled_builtins(own)
}

/// Compiles a checked plugin file in its state.
pub(super) fn load(lua: &Lua, file: &str, code: &str) -> mlua::Result<Function> {
    lua.load(code).set_name(format!("={file}")).set_mode(ChunkMode::Text).set_compiler(compiler()).into_function()
}

/// Compiles trusted code, with Luau's library in reach.
fn trusted(lua: &Lua, name: &str, text: &str) -> mlua::Result<Function> {
    lua.load(text)
        .set_name(format!("=[{name}]"))
        .set_mode(ChunkMode::Text)
        .set_compiler(Compiler::new().set_optimization_level(2).set_debug_level(1))
        .into_function()
}

impl Sandbox {
    /// A fresh state in which only [`GLOBALS`] exist. `prelude` is trusted code; it is run now and may return a
    /// function to be called later.
    pub(super) fn new(limits: Limits, vocabulary: &Vocabulary, prelude: Option<&str>) -> mlua::Result<Sandbox> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::BUFFER;
        let lua = Lua::new_with(libraries, LuaOptions::default())?;
        let library: Table = trusted(&lua, "library", include_str!("library.lua"))?.call(native(&lua, vocabulary)?)?;
        let behind: Table = library.get("behind")?;
        let trusted = match prelude {
            Some(text) => Some(trusted(&lua, "host", text)?.call::<Function>(())?),
            None => None,
        };
        let allowed: Table = library.get("globals")?;
        let globals = lua.globals();
        let names: Vec<Value> =
            globals.pairs::<Value, Value>().map(|p| p.map(|(k, _)| k)).collect::<mlua::Result<_>>()?;
        for name in names {
            globals.raw_set(name, Value::Nil)?;
        }
        for pair in allowed.pairs::<Value, Value>() {
            let (name, value) = pair?;
            globals.raw_set(name, value)?;
        }
        if let Some(methods) = lua.type_metatable::<LuaString>() {
            methods.raw_set("__index", allowed.get::<Table>("string")?)?;
        }
        lua.sandbox(true)?;
        raw::install_step_budget(&lua)?;
        lua.set_memory_limit(limits.memory.max(4 << 20))?;
        Ok(Sandbox { lua, behind, trusted })
    }

    /// Freezes every table that can be reached from a value through tables, metatables and closures, so that nothing
    /// a plugin remembers between two calls can change.
    pub(super) fn freeze(&self, value: Value) -> mlua::Result<()> {
        let mut seen = HashSet::new();
        let mut waiting = vec![value];
        while let Some(value) = waiting.pop() {
            match value {
                Value::Table(table) if seen.insert(table.to_pointer()) => {
                    if let Some(meta) = table.metatable() {
                        waiting.push(Value::Table(meta));
                    }
                    for pair in table.pairs::<Value, Value>() {
                        let (key, value) = pair?;
                        waiting.extend([key, value]);
                    }
                    table.set_readonly(true);
                }
                Value::Function(function) if seen.insert(function.to_pointer()) && !function.info().what.eq("C") => {
                    waiting.extend(raw::upvalues(&self.lua, &function)?);
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// What the library is given from Rust: its mathematics (the platform's differs from machine to machine), the step
/// budget, the skill names.
fn native(lua: &Lua, vocabulary: &Vocabulary) -> mlua::Result<Table> {
    let math = lua.create_table()?;
    type Unary = fn(f64) -> f64;
    let unary: [(&str, Unary); 9] = [
        ("sin", libm::sin),
        ("cos", libm::cos),
        ("tan", libm::tan),
        ("asin", libm::asin),
        ("acos", libm::acos),
        ("atan", libm::atan),
        ("exp", libm::exp),
        ("log", libm::log),
        ("log10", libm::log10),
    ];
    for (name, f) in unary {
        math.set(name, lua.create_function(move |_, x: f64| Ok(f(x)))?)?;
    }
    math.set("pow", lua.create_function(|_, (x, y): (f64, f64)| Ok(libm::pow(x, y)))?)?;
    math.set("atan2", lua.create_function(|_, (y, x): (f64, f64)| Ok(libm::atan2(y, x)))?)?;

    let native = lua.create_table()?;
    native.set("math", math)?;
    native.set("longest_text", LONGEST_TEXT)?;
    native.set("suggest", suggest(lua)?)?;
    native.set(
        "spend",
        lua.create_function(|_, steps: f64| raw::spend(steps.max(0.0) as u32).map_err(mlua::Error::runtime))?,
    )?;
    let skills = lua.create_table()?;
    for (bit, name) in vocabulary.skills.iter().enumerate() {
        skills.set(name.as_str(), (1u64 << bit) as f64)?;
    }
    native.set("skills", skills)?;
    native.set("skill_names", vocabulary.skills.clone())?;
    Ok(native)
}

/// `suggest(word, list)`: the nearest of the known words, in a sentence.
pub(super) fn suggest(lua: &Lua) -> mlua::Result<Function> {
    lua.create_function(|_, (word, known): (String, Vec<String>)| {
        Ok(suggestion(&word, known.iter().map(String::as_str)))
    })
}
