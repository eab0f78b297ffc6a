//! What a plugin file may not say, and how it is told.

use super::support::{load, problems, raw_source, source};

/// The problems of a plugin with this body in a hook.
fn refused(body: &str) -> String {
    problems(&[source(
        "p",
        &format!("local count, list = 0, {{}}\nfunction p.on_duel(ev, m, next)\n{body}\nreturn next()\nend"),
    )])
}

#[test]
fn hidden_state_is_refused_with_its_line() {
    for body in [
        "count = count + 1",
        "list.x = 1",
        "list[1] = 1",
        "local f = function() count = 2 end",
        "function list.f() end",
        "p.seen = true",
        "total = 1",
        "function total() end",
        "local n = 0 local f = function() n = n + 1 end",
    ] {
        let text = refused(body);
        assert!(text.contains("p.lua:4: ") && text.contains("hint: "), "{body}: {text}");
    }
}

#[test]
fn every_problem_of_a_file_is_reported() {
    let text = refused("count = 1\nlocal x = 2 ^ 3\nlocal y = os.time()\nlocal z = ev.knd");
    for line in ["p.lua:4:", "p.lua:5:", "p.lua:6:", "p.lua:7:"] {
        assert!(text.contains(line), "{line} {text}");
    }
    assert!(text.contains("math.pow") && text.contains("did you mean `kind`?"));
}

#[test]
fn what_is_not_lua_5_1_is_refused_with_a_hint() {
    for (body, hint) in [
        ("count += 1", "x = x + 1"),
        ("for i = 1, 2 do continue end", "no `continue`"),
        ("goto done", "no `goto`"),
        ("local s = `x`", "backticks"),
        ("local n: number = 1", "Lua 5.1"),
        ("if ev.kind != 'tackle' then end", "`~=`"),
        ("local n = 7 // 2", "math.floor"),
    ] {
        let text = refused(body);
        assert!(text.contains("p.lua:4: ") && text.contains(hint), "{body}: {text}");
    }
}

#[test]
fn unknown_names_come_with_the_nearest() {
    for (body, hint) in [
        ("local n = mth.floor(1)", "did you mean `math`?"),
        ("local n = math.flor(1)", "did you mean `floor`?"),
        ("local n = math.random(6)", "m:roll(label, sides)"),
        ("print('x')", "m:note(text)"),
        ("m:rol('x', 6)", "did you mean `roll`?"),
        ("m:who('kicker')", "known are: by, against"),
        ("m:skill('agianst', 'red')", "did you mean `against`?"),
        ("m:param('shrt')", "none is declared"),
        ("m.roll('x', 6)", "write `m:roll(…)`"),
        ("ev.kind = 'steal'", "next({ field = value }, clause)"),
        ("for k in list do end", "pairs(t)"),
        ("setmetatable(list, {})", "plain tables"),
    ] {
        let text = refused(body);
        assert!(text.contains("p.lua:4: ") && text.contains(hint), "{body}: {text}");
    }
}

#[test]
fn effects_in_an_ask_hook_are_found_at_load() {
    let text = problems(&[source("p", "function p.on_cod_tie(ev, m, next)\nm:roll('x', 6)\nreturn next()\nend")]);
    assert!(text.contains("p.lua:3: ") && text.contains("on_cod_tie only asks"), "{text}");
}

#[test]
fn the_header_is_checked_field_by_field() {
    for (header, expected) in [
        ("name = 'q', api = 1", "the file is p"),
        ("api = 1", "no `name`"),
        ("name = 'p'", "add `api = 1`"),
        ("name = 'p', api = 2", "`api = 1`"),
        ("name = 'p', api = 1, claues = {}", "did you mean `clauses`?"),
        ("name = 'p', api = 1, clauses = 'A-01'", "a list of texts"),
        ("name = 'p', api = 1, clauses = { 'A-01', 'A-01' }", "listed twice"),
        ("name = 'p', api = 1, on_cod_ties = function() end", "did you mean `on_cod_tie`?"),
        ("name = 'p', api = 1, on_duel = 7", "expected a function"),
        ("name = 'p', api = 1, helper = function() end", "local function helper"),
        ("name = 'p', api = 1, requires = { 'base' }", "not below it"),
        ("name = 'p', api = 1, params = { x = { type = 'int' } }", "`default` of parameter `x` is nothing"),
        ("name = 'p', api = 1, params = { x = { type = 'int', default = 9, max = 5 } }", "expected a whole number"),
        ("name = 'p', api = 1, params = { x = { type = 'integer', default = 9 } }", "did you mean `int`?"),
        ("name = 'p', api = 1, params = { x = { type = 'word', default = 'a' } }", "lists no `choices`"),
        ("name = 'p', api = 1, params = { x = { type = 'int', defalt = 1, default = 1 } }", "did you mean `default`?"),
        (
            "name = 'p', api = 1, params = { x = { type = 'int', default = 1, clause = 'A-01' } }",
            "`clauses` does not list",
        ),
        ("name = 'p', api = 1, state = { team = {} }", "no scope `team`"),
        ("name = 'p', api = 1, state = { match = { x = { type = 'int' } } }", "`max`"),
        ("name = 'p', api = 1, state = { match = { x = { type = 'enum' } } }", "words"),
        ("name = 'p', api = 1, state = { match = { x = { type = 'bool', lasts = 'day' } } }", "turn, half, match"),
        ("name = 'p', api = 1, carry = { 'x' }", "no slot"),
    ] {
        let text = problems(&[raw_source("p", &format!("local p = {{ {header} }}\nreturn p"))]);
        assert!(text.contains("p.lua") && text.contains(expected), "{header}: {text}");
    }
    assert!(problems(&[raw_source("p", "return 7")]).contains("expected its header table"));
    assert!(problems(&[raw_source("p", "error('no')")]).contains("p.lua:1: the file cannot be run: no"));
}

#[test]
fn plugins_are_checked_together() {
    let param = |name: &str| {
        raw_source(
            name,
            &format!("return {{ name = '{name}', api = 1, params = {{ x = {{ type = 'int', default = 1 }} }} }}"),
        )
    };
    assert!(problems(&[param("a"), param("b")]).contains("already declared by a"));
    assert!(problems(&[param("a"), param("a")]).contains("twice"));
    let late = raw_source("a", "return { name = 'a', api = 1, requires = { 'b' } }");
    assert!(problems(&[late, param("b")]).contains("list b before a"));
    let big = "return { name = 'a', api = 1, state = { player = { x = { type = 'int', max = 70000 }, y = { type = 'int', max = 999999 }, z = { type = 'int', max = 99999 }, w = { type = 'int', max = 99999 }, v = true } } }";
    assert!(problems(&[raw_source("a", big)]).contains("544 bytes"));
    let user = raw_source(
        "b",
        "local p = { name = 'b', api = 1, clauses = { 'B-01' } }\nfunction p.on_duel(ev, m)\nm:param('x')\nreturn 'won', 'B-01' end return p",
    );
    assert!(
        problems(&[param("a"), user])
            .contains("b.lua:3: `x` is no parameter that b can read\n  hint: it belongs to a: add that to `requires`")
    );
}

#[test]
fn a_layer_tells_what_it_is() {
    let text = "-- Short passes only.\n-- Two lines.\nlocal p = { name = 'x/y', api = 1, clauses = { 'A-01' } }\nfunction p.on_duel(ev, m, next) return next() end\nreturn p";
    let stack = load(&[raw_source("x/y", text)]).unwrap();
    let layer = &stack.layers[0];
    assert_eq!(layer.doc, "Short passes only. Two lines.");
    assert_eq!(layer.hash.len(), 64);
    assert!(
        stack.answers(touchline_core::plugin::Hook::OnDuel) && !stack.answers(touchline_core::plugin::Hook::OnKick)
    );
    assert_eq!(stack.clause_id("A-01").map(|id| stack.clause(id)), Some("A-01"));
}

#[test]
fn a_mistyped_clause_of_the_catalogue_is_found() {
    let stack = |clause: &str| {
        let text = format!("return {{ name = 'a', api = 1, clauses = {{ '{clause}' }} }}");
        touchline_core::plugin::Stack::load(&[raw_source("a", &text)], &super::support::vocabulary(), &["BASE-COD-04"])
    };
    assert!(stack("BASE-COD-04").is_ok() && stack("HOUSE-GOLDEN-01").is_ok());
    assert!(stack("BASE-COD-4").unwrap_err()[0].to_string().contains("did you mean `BASE-COD-04`?"));
}
