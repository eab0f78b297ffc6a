//! Strangers' code: each script ends, with plugin, hook and place, and the host works on as before.

use super::support::{Options, Table, duel, source};
use touchline_core::plugin::{HookError, Limits};

/// Scripts that load and fail when they run. Each is the body of `on_duel`; `list` is a table of the file, `loop` a
/// recursive function, `keep` a closure over a table made while the file ran.
const AT_RUN_TIME: &[(&str, &str)] = &[
    ("endless while", "while true do end"),
    ("endless repeat", "repeat until false"),
    ("endless for", "for i = 1, math.huge do end"),
    ("endless recursion", "loop(1)"),
    ("endless tail calls", "return tail(1)"),
    ("mutual closures", "local f f = function(g) return g(g) end return f(f)"),
    ("table bomb", "local t = {} for i = 1, 1e9 do t[i] = i end"),
    ("nested table bomb", "local t = {} while true do t = { t } end"),
    ("wide table bomb", "local t = {} while true do t[#t + 1] = { 1, 2, 3, 4, 5, 6, 7, 8 } end"),
    ("string doubling", "local s = 'x' while true do s = s .. s end"),
    ("string growing", "local s = '' while true do s = s .. 'xxxxxxxxxxxxxxxx' end"),
    ("rep bomb", "string.rep('x', 1e9)"),
    ("rep bomb by method", "local s = ('x'):rep(1e9)"),
    (
        "rep of rep",
        "local s = string.rep('x', 2000) local t = {} for i = 1, 1e6 do t[i] = string.rep('x', 2000 - i % 100) end",
    ),
    ("pattern bomb", "string.find(string.rep('a', 2000), string.rep('a?', 500) .. string.rep('a', 500))"),
    ("backtracking", "string.match(string.rep('a', 2000), '.-.-.-.-.-.-b')"),
    ("long subject", "string.find(string.rep('a', 2000), 'b')"),
    (
        "plain find bomb",
        "for i = 1, 1e9 do string.find(string.rep('a', 2000), string.rep('a', 2000) .. 'b', 1, true) end",
    ),
    ("gsub bomb", "local s = string.gsub(string.rep('a', 2000), 'a', string.rep('b', 5000))"),
    ("gsub callback loop", "string.gsub('a', 'a', function() while true do end end)"),
    (
        "gmatch for ever",
        "for x in string.gmatch(string.rep('a', 2000), '') do for y in string.gmatch(string.rep('a', 2000), '') do end end",
    ),
    ("insert in front", "local t = {} for i = 1, 1e9 do table.insert(t, 1, i) end"),
    ("sort bomb", "local t = {} for i = 1, 3000 do t[i] = -i end while true do table.sort(t) end"),
    (
        "sort with a wild order",
        "local t = {} for i = 1, 300 do t[i] = i end while true do table.sort(t, function(a, b) return true end) end",
    ),
    ("concat bomb", "local t = {} for i = 1, 4000 do t[i] = string.rep('x', 2000) end table.concat(t)"),
    ("format of a table", "string.format('%s', {})"),
    ("pairs over table keys", "for k in pairs({ [{}] = 1 }) do end"),
    ("pairs over function keys", "for k in pairs({ [loop] = 1 }) do end"),
    ("write a frozen table", "local t = list t.x = 1"),
    ("insert into a frozen table", "table.insert(list, 1)"),
    ("sort a frozen table", "table.sort(list)"),
    ("write a nested frozen table", "local t = list.inner t.x = 1"),
    ("a notepad in a closure", "keep(1)"),
    ("write ev through an alias", "local e = ev e.kind = 'steal'"),
    ("write a new field of ev", "local e = ev e.seen = true"),
    ("write m through an alias", "local f = m f.param = loop"),
    ("insert into ev", "table.insert(ev, 1)"),
    ("write the library", "local s = string s.rep = loop"),
    ("write the library by alias", "local t = table t.sort = nil"),
    ("error with a table", "error({ a = 1 })"),
    ("error with nil", "error()"),
    ("error with a function", "error(loop)"),
    ("error that imitates the host", "error('\\1' .. '0' .. '\\1' .. 'it was another')"),
    ("failed assert", "assert(false, 'no')"),
    ("failed assert with a table", "assert(nil, {})"),
    ("index nil", "local x = ev.foul_face.x"),
    ("call nil", "local f = list.nothing f()"),
    ("arithmetic on text", "local x = 'a' + 1"),
    ("compare unlike things", "local x = {} < {}"),
    ("wrong facade", "m.roll = nil"),
    ("facade without self", "local roll = m.roll roll()"),
    ("many arguments", "select('#', string.byte(string.rep('x', 2000), 1, -1))"),
    ("return rubbish", "return {}, {}"),
    ("return a function", "return loop, 'P-01'"),
    ("return NaN", "return 0/0, 'P-01'"),
    ("return nothing", "return"),
    ("next with rubbish", "return next(7, 'P-01')"),
    ("next for ever", "while true do next() end"),
    ("changed facts without end", "for i = 1, 1000 do next({ bonus_by = i }, 'P-01') end"),
    ("roll for ever", "while true do m:roll('x', 6) end"),
    ("note for ever", "while true do m:note('x') end"),
    ("long text as a number", "local s = ('1'):rep(2000) for i = 1, 1e9 do local x = -s end"),
    ("long text in a sum", "local s = ('1'):rep(2000) for i = 1, 1e9 do local x = s + 1 end"),
    ("long text as a bound", "local s = ('1'):rep(2000) for i = 1, 1e9 do for j = 1, s do break end end"),
    ("long text by tonumber", "local s = ('1'):rep(2000) for i = 1, 1e9 do local x = tonumber(s) end"),
    ("long text by tonumber with a base", "local s = ('1'):rep(2000) for i = 1, 1e9 do local x = tonumber(s, 7) end"),
    ("long text floored", "local s = ('1'):rep(2000) for i = 1, 1e9 do local x = math.floor(s) end"),
    ("long text in a maximum", "local s = ('1'):rep(2000) for i = 1, 1e9 do local x = math.max(s, 1) end"),
    ("long text noted", "local s = ('1'):rep(2000) for i = 1, 1e9 do m:note(s) end"),
    ("long text cut", "local s = ('1'):rep(2000) for i = 1, 1e9 do local x = s:sub(2) end"),
    (
        "long texts compared",
        "local s = ('1'):rep(2000) local a, b = s .. 'a', s .. 'b' for i = 1, 1e9 do local x = a < b end",
    ),
    ("long text quoted", "local s = ('\\n'):rep(1000) for i = 1, 1e9 do local x = string.format('%q', s) end"),
    ("long texts joined", "local s = ('1'):rep(500) for i = 1, 1e9 do local x = s .. s .. s .. s .. i end"),
    ("long text upside down", "local s = ('1'):rep(2000) for i = 1, 1e9 do local x = s:reverse():upper() end"),
    ("long text in bytes", "local s = ('1'):rep(2000) for i = 1, 1e9 do local x = s:byte(1, 200) end"),
    ("squads for ever", "while true do m:squad('home') end"),
];

/// Bodies of `on_duel` that would make a text longer than any can be.
const TOO_LONG: &[&str] = &[
    "local s = ('x'):rep(2049)",
    "local s = ('x'):rep(2048) .. 1",
    "local s = 'x' for i = 1, 12 do s = s .. s end",
    "local s = ('x'):rep(1500) s = ('%s%s'):format(s, s)",
    "local s = ('\\n'):rep(1500) s = ('%q'):format(s)",
    "local s = ('x'):rep(1500):gsub('x', 'yy')",
    "local s = ('x'):rep(1500) s = table.concat({ s, s })",
];

/// Scripts that are refused before they run.
const AT_LOAD: &[(&str, &str)] = &[
    ("getfenv", "getfenv(1).x = 1"),
    ("setfenv", "setfenv(1, {})"),
    ("coroutine", "coroutine.wrap(function() end)()"),
    ("pcall", "pcall(loop)"),
    ("xpcall", "xpcall(loop, loop)"),
    ("loadstring", "loadstring('return 1')()"),
    ("load", "load('return 1')()"),
    ("require", "require('os')"),
    ("io", "io.open('/etc/passwd')"),
    ("os", "os.execute('true')"),
    ("debug", "debug.getinfo(1)"),
    ("metatable of text", "getmetatable('').__index = {}"),
    ("setmetatable", "setmetatable({}, { __index = loop })"),
    ("rawset", "rawset(list, 1, 1)"),
    ("newproxy", "newproxy(true)"),
    ("global table", "_G.x = 1"),
    ("collectgarbage", "collectgarbage('count')"),
    ("dump", "string.dump(loop)"),
    ("random", "math.random()"),
    ("unpack", "unpack(list)"),
    ("buffer", "buffer.create(1e9)"),
    ("iterate without pairs", "for k, v in list do end"),
    ("own iterator", "for k in loop do end"),
    ("shadowed pairs", "local pairs = function() return list end for k in pairs() do end"),
    ("global", "x = 1"),
    ("upvalue", "count = count + 1"),
    ("power", "local x = 2 ^ 0.5"),
];

const FILE: &str = "local count = 0
local list = { inner = {} }
local function loop(n) return 1 + loop(n + 1) end
local function tail(n) return tail(n) end
local function notepad() local memory = {} return function(x) memory[#memory + 1] = x return #memory end end
local keep = notepad()
";

fn plugin(body: &str) -> touchline_core::plugin::PluginSource {
    let used = "local _ = { count, list, loop, tail, keep }";
    source(
        "p",
        &format!(
            "{FILE}function p.on_duel(ev, m, next)\n{body}\nend\nfunction p.on_cod_tie(ev, m) {used} return 'attack', 'P-01' end"
        ),
    )
}

#[test]
fn there_are_enough_of_them() {
    assert!(AT_RUN_TIME.len() + AT_LOAD.len() >= 80);
}

#[test]
fn every_script_ends_with_an_error_that_names_its_place() {
    let below = source("below", "function p.on_duel(ev, m) return 'lost', 'BELOW-01' end");
    for (name, body) in AT_RUN_TIME {
        let sources = [below.clone(), plugin(&format!("do {body} end return 7"))];
        if touchline_core::plugin::Stack::load(&sources, &super::support::vocabulary(), &[]).is_err() {
            continue; // found even earlier
        }
        let mut table = Table::with(&sources, Options::default());
        table.play.recorder = None;
        let before = table.play.state;
        match table.ask(duel()) {
            Err(HookError::Failed { plugin, hook, place, problem }) => {
                assert_eq!((plugin.as_str(), hook), ("p", "on_duel"), "{name}: {problem}");
                let place = place.unwrap_or_default();
                let line: usize = place
                    .strip_prefix("p.lua:")
                    .and_then(|l| l.parse().ok())
                    .unwrap_or_else(|| panic!("{name}: {place}"));
                assert!((4..=9).contains(&line), "{name}: {place} {problem}");
                assert!(
                    !problem.is_empty() && !problem.contains("[host]") && !problem.contains('\u{1}'),
                    "{name}: {problem}"
                );
                assert!(!problem.contains("0x") && !problem.contains("stack traceback"), "{name}: {problem}");
            }
            other => panic!("{name}: {other:?}"),
        }
        table.play.state = before;
        assert_eq!(table.tie(1).unwrap().0, "attack", "{name}: the host is broken");
    }
}

#[test]
fn no_text_is_longer_than_two_thousand_bytes() {
    for body in TOO_LONG {
        let failed = Table::new(&[plugin(body)]).ask(duel()).unwrap_err();
        assert!(failed.to_string().contains("at most 2048 bytes"), "{body}: {failed}");
    }
    let text = super::support::problems(&[plugin(&format!("local s = '{}'", "x".repeat(2049)))]);
    assert!(text.contains("p.lua:9: a text is longer than 2048 bytes"), "{text}");
    // The longest that can be.
    Table::new(&[plugin("assert(#(('x'):rep(2047) .. 1) == 2048) return 'won', 'P-01'")]).ask(duel()).unwrap();
}

#[test]
fn long_steps_meet_the_limit_of_time() {
    let body = format!("local s = ('1'):rep(2000)\nwhile true do {} end", "local x = -s ".repeat(180));
    let failed = Table::new(&[plugin(&body)]).ask(duel()).unwrap_err().to_string();
    assert!(failed.contains("takes too long") && failed.contains("p.lua:10"), "{failed}");
}

#[test]
fn joined_texts_are_those_of_the_language() {
    let body = "local n, t = 1, { 'a', 'b' }
  local function two() return 'x', 'y' end
  assert(1 .. 2 == '12' and 0.1 .. '' == '0.1' and -n .. 'a' == '-1a' and 'a' .. -n .. n == 'a-11')
  assert('a' .. two() .. two() == 'axx' and select('#', 'a' .. two()) == 1)
  assert(('a' .. 'b') .. 'c' == 'a' .. ('b' .. 'c') and #t .. '' == '2' and not ('a' .. 'b' == 'a'))
  assert('a' .. n + 1 == 'a2' and n + 1 .. '' == '2' and 'a' .. (n == 1 and 'b' or 'c') .. 'd' == 'abd')
  assert(('a' .. [[b]]):upper() == 'AB' and ({ ['a' .. 'b'] = 1 }).ab == 1 and t[1] .. t[2] == 'ab')
  assert('b' .. 'a' < 'b' .. 'b' and #('a' .. 'b') == 2 and two'' .. two{} == 'xx')
  return 'won', 'P-01'";
    Table::new(&[plugin(body)]).ask(duel()).unwrap();
    for (body, expected) in [
        ("local x\nlocal y = 'a' .. x", "attempt to concatenate string with nil"),
        ("local x\nlocal y = x .. 'a' .. 'b'", "attempt to concatenate nil with string"),
        ("\nlocal y = 'a' .. 1 .. {}", "attempt to concatenate number with table"),
    ] {
        let failed = Table::new(&[plugin(body)]).ask(duel()).unwrap_err().to_string();
        assert!(failed.contains(expected) && failed.contains("p.lua:10"), "{failed}");
    }
}

#[test]
fn a_file_is_not_endless_either() {
    let text = super::support::problems(&[plugin(&"local x = 1\n".repeat(6000))]);
    assert!(text.contains("and a plugin has at most 65536"), "{text}");
}

#[test]
fn forbidden_names_are_refused_at_load() {
    for (name, body) in AT_LOAD {
        let text = super::support::problems(&[plugin(body)]);
        assert!(text.contains("p.lua:9: "), "{name}: {text}");
    }
}

#[test]
fn a_file_that_does_not_end_is_refused() {
    for body in [
        "while true do end",
        "local s = 'x' while true do s = s .. s end",
        "local function f() return 1 + f() end f()",
        "local s = ('1'):rep(2000) while true do local x = -s end",
    ] {
        let text = super::support::problems(&[source("p", body)]);
        assert!(text.contains("p.lua") && text.contains("cannot be run"), "{body}: {text}");
    }
}

#[test]
fn a_file_nested_without_end_is_refused() {
    let negations = format!("local x = {}1", "not ".repeat(16_000));
    for bomb in ["(".repeat(65_000), "{".repeat(65_000), "do ".repeat(20_000), negations] {
        let text = super::support::problems(&[super::support::raw_source("p", &bomb)]);
        assert!(text.contains("p.lua:1: this is not Lua 5.1"), "{text}");
    }
    let deep = format!("local x = {}1{}\n{}", "(".repeat(150), ")".repeat(150), "return { name = 'p', api = 1 }");
    assert!(super::support::load(&[super::support::raw_source("p", &deep)]).is_ok());
}

#[test]
fn bytecode_is_refused() {
    let text = super::support::problems(&[super::support::raw_source("p", "\u{1b}Lua\u{6}\u{3}")]);
    assert!(text.contains("p.lua:1: this is not a text: it holds the byte 27"), "{text}");
}

#[test]
fn the_memory_limit_does_not_depend_on_earlier_calls() {
    // Each call leaves about a megabyte of garbage; none of them may fail.
    let body = "function p.on_duel(ev, m)
  local t = {}
  for i = 1, 500 do t[i] = string.rep('x', 2000) .. i end
  return 'won', 'P-01'
end";
    let limits = Limits { memory: 4 << 20, ..Limits::default() };
    let mut table = Table::with(&[source("p", body)], Options { limits, memo: false, ..Options::default() });
    for _ in 0..300 {
        table.ask(duel()).unwrap();
    }
}

#[test]
fn plugins_see_the_same_order_and_the_same_numbers() {
    let body = "function p.on_duel(ev, m)
  local t, keys = { b = 1, a = 2, [10] = 3, [2] = 4, [1.5] = 5 }, {}
  for k in pairs(t) do keys[#keys + 1] = tostring(k) end
  assert(table.concat(keys, ' ') == '1.5 2 10 a b', table.concat(keys, ' '))
  local n = 0
  for k, v in pairs(ev) do n = n + 1 end
  assert(n == FACTS, n)
  assert(tostring({}) == 'table' and tostring(pairs) == 'function')
  assert(math.sin(1e22) == SINE and math.log(10) == LOGARITHM)
  assert(math.pow(2, 0.5) == math.sqrt(2) and math.exp(0) == 1)
  return 'won', 'P-01'
end";
    // Every fact of the duel but one is there: `foul_face` is nil.
    let facts = touchline_core::plugin::Hook::OnDuel.info().facts.len() - 1;
    let body = body
        .replace("FACTS", &facts.to_string())
        .replace("SINE", &format!("{:?}", libm::sin(1e22)))
        .replace("LOGARITHM", &format!("{:?}", libm::log(10.0)));
    Table::new(&[source("p", &body)]).ask(duel()).unwrap();
}
