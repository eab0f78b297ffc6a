//! What loads and is wrong all the same: found where it is spelled out, or in the first matches.

use super::support::raw_source;
use touchline_core::plugin::{Draft, HOOKS, Stack, Trial, Vocabulary, try_out};
use touchline_core::rules::{Content, Kind, Options, Origin, Ruleset, Source};

const HEADER: &str = "local p = { name = 'p', api = 1, requires = { 'base' }, clauses = { 'MY-01', 'MY-02' }, \
                      state = { match = { n = { type = 'int', max = 3 }, mood = { type = 'enum', words = { 'calm', 'wild' } } }, \
                      side = { s = true } } }";

fn text(body: &str) -> String {
    format!("{HEADER}\n{body}\nreturn p\n")
}

fn base() -> std::sync::Arc<Ruleset> {
    Ruleset::load(&Content::embedded(), "base", &Options::default()).unwrap()
}

/// The problems of a plugin with this body on `base`, one a line.
fn judged(rules: &Ruleset, body: &str) -> Vec<String> {
    let draft = Draft::read(&raw_source("p", &text(body)));
    assert!(draft.problems().is_empty(), "{body}: {:?}", draft.problems());
    draft.judge(&rules.stack, &rules.vocabulary).iter().map(ToString::to_string).collect()
}

fn tie(body: &str) -> String {
    format!("function p.on_cod_tie(ev, m, next)\n{body}\nend")
}

fn kick(body: &str) -> String {
    format!("function p.on_kick(ev, m, kick)\n{body}\nend")
}

fn allowance(body: &str) -> String {
    format!("function p.on_move_allowance(ev, m, may)\n{body}\nreturn 'MY-01'\nend")
}

fn goal(body: &str) -> String {
    format!("function p.on_goal(ev, m)\n{body}\nend")
}

/// Each is wrong in its third line.
fn wrong() -> Vec<(String, &'static str)> {
    let whistle = |body: &str| format!("function p.on_clock(ev, m, next)\n{body}\nend");
    let ability = |body: &str| format!("function p.on_ability(ev, m, next)\n{body}\nend");
    vec![
        (tie("return 'atack', 'MY-01'"), "did you mean `attack`?"),
        (tie("return ev.shared and 'atack' or 'defence', 'MY-01'"), "did you mean `attack`?"),
        (tie("return 5, 'MY-01'"), "the answer is 5"),
        (tie("return"), "nothing is returned"),
        (tie("return nil"), "nothing is returned"),
        (tie("return 'attack', 'MY-03'"), "`MY-03` is not declared"),
        (tie("return 'attack', ev.shared and 'MY-01' or 'YM-02'"), "`YM-02` is not declared"),
        (tie("return 'attack'"), "names no clause"),
        (tie("return ev.shared and 'attack' or 'defence'"), "names no clause"),
        (tie("return next({ shrt_limit = 5 }, 'MY-01')"), "did you mean `short_limit`?"),
        (tie("return next({ short_limit = 'five' }, 'MY-01')"), "expected a whole number"),
        (tie("return next({ kind = 'corss' }, 'MY-01')"), "did you mean `cross`?"),
        (tie("return next({ short_limit = 5 })"), "names no clause"),
        (tie("return next({ short_limit = 5 }, 'MY-1')"), "did you mean `MY-01`?"),
        (tie("return next('MY-01')"), "a table of changed facts"),
        (tie("if ev.kind == 'corss' then return 'attack', 'MY-01' end return next()"), "did you mean `cross`?"),
        (tie("if 'corss' ~= ev.kind then return 'attack', 'MY-01' end return next()"), "did you mean `cross`?"),
        (tie("if ev.shared == 'yes' then return 'attack', 'MY-01' end return next()"), "expected true or false"),
        (tie("if ev.travel == '3' then return 'attack', 'MY-01' end return next()"), "expected a whole number"),
        (tie("if has(ev.skills, 'yelow') then return 'attack', 'MY-01' end return next()"), "did you mean `yellow`?"),
        (tie("if has(ev.travel, 'yellow') then return 'attack', 'MY-01' end return next()"), "holds no skills"),
        (tie("if m:skill('kicker', 'yelow') > 0 then return 'attack', 'MY-01' end return next()"), "`yellow`?"),
        (tie("local x = m:get('foo') return next()"), "there is no slot `foo`"),
        (tie("local x = m:get('s') return next()"), "exists for each side"),
        (tie("local x = m:get('s', 'atack') return next()"), "did you mean `attack`?"),
        (tie("local x = m:get('n', 'home') return next()"), "once a match"),
        (tie("if m:get('mood') == 'wlid' then return 'attack', 'MY-01' end return next()"), "did you mean `wild`?"),
        (tie("if m:param('short_limit') == 'x' then return 'attack', 'MY-01' end return next()"), "a whole number"),
        (tie("local x = m:score('hme') return next()"), "did you mean `home`?"),
        (tie("local x = m:clock('tack') return next()"), "did you mean `tick`?"),
        (tie("local x = m:zone(3, 'penlty_area') return next()"), "did you mean `penalty_area`?"),
        (tie("local x = m:used('kicker', 'stpe') return next()"), "did you mean `step`?"),
        (goal("m:set('foo', 1)"), "there is no slot `foo`"),
        (goal("m:set('n', 99)"), "a whole number from 0 to 3"),
        (goal("m:set('n', 'abc')"), "a whole number from 0 to 3"),
        (goal("m:roll('x', 1)"), "2 to 100 sides"),
        (goal("m:roll('x')"), "lists none of its own"),
        ("function p.on_goal(ev, m, next)\nreturn next()\nend".to_owned(), "only looks"),
        (kick("return kick()"), "`kick` is no function"),
        (kick("kick.spread = 'big' return 'MY-01'"), "expected a number"),
        (kick("kick.spread = -1 return 'MY-01'"), "from 0 to 1000"),
        (kick("kick.knock = 2 return 'MY-01'"), "from 0 to 1"),
        (kick("kick.spread = 2"), "returns no clause"),
        (kick("kick.spread = 2 return kick"), "changed in place"),
        (kick("kick.spread = 2 return 5"), "a clause is a text"),
        (kick("kick.spread = 2 return { spred = 'MY-01' }"), "did you mean `spread`?"),
        (kick("kick.spread = 2 return { spread = 'MY-03' }"), "`MY-03` is not declared"),
        (allowance("may.x = { cells = 1, whoo = 'all' }"), "did you mean `who`?"),
        (allowance("may.x = { cells = 1, dirs = 'sideways' }"), "any, front, rear"),
        (allowance("may.x = { cells = 1, zone = 'penlty_area' }"), "did you mean `penalty_area`?"),
        (allowance("may.x = { cells = 'two' }"), "from 0 to 255"),
        (allowance("may.x = { cells = 1, skill = 'red yelow' }"), "did you mean `yellow`?"),
        (allowance("may.x = { cells = 1, clause = 'MY-03' }"), "`MY-03` is not declared"),
        (allowance("may.x = 3"), "a grant such as"),
        (ability("return { stpe = true }, 'MY-01'"), "did you mean `step`?"),
        (ability("local offer = next() offer.stpe = true return offer, 'MY-01'"), "did you mean `step`?"),
        (ability("return 'pass', 'MY-01'"), "a table of offers"),
        (whistle("return 'stop', 'MY-01'"), "play, half"),
        (whistle("return -5, 'MY-01'"), "from 0 to 255"),
        (kick("kick.spread = '2' return 'MY-01'"), "`spread` is the text \"2\", expected a number"),
        (tie("local x = ev.skills:has('yellow') return next()"), "write `has(ev.skills, \"yellow\")`"),
    ]
}

#[test]
fn what_is_spelled_out_and_cannot_be_right_is_found_in_its_line() {
    let rules = base();
    for (body, hint) in wrong() {
        let found = judged(&rules, &body);
        assert!(found.iter().any(|p| p.starts_with("p.lua:3: ") && p.contains(hint)), "{body}: {found:?}");
        assert_eq!(found.len(), 1, "{body}: {found:?}");
    }
}

#[test]
fn a_rule_hook_that_can_run_off_its_end_is_found() {
    let rules = base();
    for body in [
        "",
        "if ev.kind == 'pass' then return 'attack', 'MY-01' end",
        "if ev.kind == 'pass' then return 'attack', 'MY-01' elseif ev.shared then return next() end",
        "if ev.shared then return 'attack', 'MY-01' else local x = next() end",
        "for n = 1, 3 do return next() end",
        "while ev.shared do return next() end",
        "next()",
        "local function rule() return next() end",
        "if ev.technique == 'low' then return next() elseif ev.technique == 'head' then return next() end",
    ] {
        let found = judged(&rules, &tie(body));
        assert_eq!(found.len(), 1, "{body}: {found:?}");
        assert!(found[0].starts_with("p.lua:4: on_cod_tie can come to its end without an answer"), "{found:?}");
        assert!(found[0].contains("return next()"), "{found:?}");
    }
    for body in [
        "if ev.shared then return 'attack', 'MY-01' else return next() end",
        "if ev.shared then return 'attack', 'MY-01' elseif ev.counter then return next() else error('never') end",
        "do return next() end",
        "while true do if ev.shared then return next() end end",
        "repeat return next() until ev.shared",
        "if ev.technique == 'low' then return next() elseif ev.technique == 'lifted' then return next() \
         elseif ev.technique == 'head' then return next() end",
        "error('not yet')",
    ] {
        assert_eq!(judged(&rules, &tie(body)), Vec::<String>::new(), "{body}");
    }
    assert_eq!(judged(&rules, &goal("if ev.own then return end")), Vec::<String>::new(), "it only looks");
    assert_eq!(judged(&rules, &kick("if ev.shared then return end")), Vec::<String>::new(), "it need not change");
}

#[test]
fn whatever_has_to_be_computed_is_left_alone() {
    let rules = base();
    for body in [
        "local word = 'atack' return word, 'MY-01'",
        "local answer = next() if answer == 'attack' then return 'attack' end return next()",
        "local answer, clause = next() return answer, clause",
        "local function rule() return 'attack', 'MY-01' end return rule()",
        "local function other() return 5 end other() return next()",
        "local changed = { nonsense = 1 } if ev.shared then return next() end return next(nil)",
        "local slot = 'foo' if ev.shared then return 'attack', 'MY-01' end return next()",
        "local skill = 'none' for _, word in ipairs({ 'a' }) do skill = word end return next()",
        "return (ev.shared and 'attack') or 'defence', (ev.shared and 'MY-01') or 'MY-02'",
        "if ev.short_limit == nil or ev.kind ~= 'cross' then return next({ short_limit = ev.travel + 1 }, 'MY-01') end return next()",
        "if m:get('n') == 3 and m:get('mood') == 'calm' and m:get('s', 'home') then return next() end return next()",
        "return next({ kind = ev.shared and 'cross' or nil }, 'MY-01')",
    ] {
        assert_eq!(judged(&rules, &tie(body)), Vec::<String>::new(), "{body}");
    }
    let kept = "local spread = 'big' if ev.shared then kick.spread = kick.spread * 2 return { spread = 'MY-01' } end";
    assert_eq!(judged(&rules, &kick(kept)), Vec::<String>::new());
    let own = "may.x = { cells = 1, clause = 'MY-01' } may.y = { who = 'keeper', cells = m:param('short_limit') } may.y.least = 1";
    assert_eq!(judged(&rules, &allowance(own)), Vec::<String>::new());
}

#[test]
fn the_examples_of_the_contract_are_found_right() {
    let rules = Ruleset::load(&Content::embedded(), "tomy", &Options::default()).unwrap();
    for hook in HOOKS {
        let clauses: Vec<&str> = hook.example.split('"').filter(|s| s.starts_with("MY-")).collect();
        let text = format!(
            "local p = {{ name = 'p', api = 1, clauses = {{ '{}' }}, state = {{ match = {{ wind = {{ type = 'int', max = 6 }} }} }} }}\n{}\nreturn p",
            clauses.join("', '"),
            hook.example
        );
        let text = if clauses.is_empty() { text.replace("{ '' }", "{}") } else { text };
        let draft = Draft::read(&raw_source("p", &text));
        let base = base();
        let words = if hook.name == "on_roll" { &rules.vocabulary } else { &base.vocabulary };
        assert!(draft.problems().is_empty(), "{}: {:?}", hook.name, draft.problems());
        assert_eq!(draft.judge(&Stack::default(), words), [], "{}", hook.name);
    }
}

#[test]
fn one_problem_does_not_hide_another() {
    let text = "local p = { name = 'q', api = 1, clauses = { 'foo bar' } }\nfunction p.on_kik() end\n\
                function p.on_duel(ev, m, next)\nm:parm('x')\nm:param('nonsense')\nreturn 'won', 'MY-01'\nend\nreturn p";
    let problems = Stack::load(&[raw_source("p", text)], &Vocabulary::default(), &[]).unwrap_err();
    let lines: Vec<Option<usize>> = problems.iter().map(|p| p.line).collect();
    assert_eq!(lines, [Some(1), Some(1), Some(2), Some(4), Some(5)], "{problems:?}");
    assert!(Draft::read(&raw_source("p", text)).is_wrong_everywhere());
}

#[test]
fn a_wrong_declaration_is_told_once() {
    let text = "local p = { name = 'p', api = 1, params = { x = { type = 'itn', default = 1 } } }\n\
                function p.on_goal(ev, m)\nm:param('x')\nend\nreturn p";
    let problems = Stack::load(&[raw_source("p", text)], &Vocabulary::default(), &[]).unwrap_err();
    assert_eq!(problems.len(), 1, "{problems:?}");
}

/// The first matches with this plugin on `base`.
fn trial(body: &str) -> Trial {
    let source =
        Source { kind: Kind::Plugin, name: "p".into(), origin: Origin::File("p.lua".into()), text: text(body).into() };
    let options = Options { plugins: vec![source], ..Options::default() };
    try_out(&Ruleset::load(&Content::embedded(), "base", &options).unwrap(), "p", 3)
}

/// What they show.
fn tried(body: &str) -> Result<Vec<&'static str>, String> {
    let trial = trial(body);
    match trial.failure {
        Some(failure) => Err(failure.to_string()),
        None => Ok(trial.unasked.iter().map(|h| h.info().name).collect()),
    }
}

#[test]
fn what_only_shows_in_play_is_found_in_a_few_matches() {
    for (body, line, word) in [
        (tie("if ev.kind == 'cross' then return 'attack', 'MY-01' end"), 2, "returned nothing"),
        (tie("while true do end"), 3, "a loop that never ends"),
        (tie("local s = 'x' for i = 1, 60 do s = s .. s end return next()"), 3, "at most 2048 bytes"),
        (tie("return next({ short_limit = ev.travel * 1e10 }, 'MY-01')"), 3, "from -2147483648 to 2147483647"),
        (tie("local none = nil\nreturn next({ kind = 'x' .. 1 }, 'MY-01')"), 4, "expected"),
        (tie("table.insert(p.clauses, 'MY-03') return next()"), 3, "read-only"),
        (tie("local n = 'atack' return n, 'MY-01'"), 2, "did you mean `attack`?"),
        (kick("kick.spread = 0 / 0 return 'MY-01'"), 2, "nan"),
        (kick("kick.spread = kick.spread - 3 return 'MY-01'"), 2, "from 0 to 1000"),
        ("function p.on_clock(ev, m, next)\nif ev.question == 'tick' then return ev.tick - 1, 'MY-01' end return next()\nend".to_owned(), 2, "whole number from 0 to 255"),
    ] {
        let failure = tried(&body).expect_err(&body);
        assert!(failure.starts_with(&format!("p.lua:{line}: plugin p, on_")) && failure.contains(word), "{body}: {failure}");
    }
    let endless =
        "function p.on_clock(ev, m, next)\nif ev.question == 'tick' then return 0, 'MY-01' end return next()\nend";
    let said = tried(endless).expect_err(endless);
    assert!(said.starts_with("p.lua:2: on_clock: a match does not end within "), "{said}");
    assert!(said.contains("on_clock is answered by p (p.lua:2), "), "{said}");
    let picky = "function p.on_squad(ev, m, list)\nlist[1] = 'no squad is good enough' return 'MY-01'\nend";
    let said = trial(picky).refused.unwrap();
    assert!(said.contains("[MY-01], says plugin p"), "{said}");
}

#[test]
fn a_hook_that_no_match_reaches_is_told() {
    assert_eq!(
        tried("function p.on_roll(ev, m, next) return next() end\nfunction p.on_kick() end"),
        Ok(vec!["on_roll"])
    );
}
