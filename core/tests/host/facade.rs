//! `m`: what it tells, what it does, and when it refuses.

use super::support::{Table, duel, raw_source, source, tie};
use touchline_core::game::{Script, ScriptedDie, dice};
use touchline_core::plugin::{HookError, Lasts, Referee as _};
use touchline_core::record::Event;
use touchline_core::{Side, Token};

/// Runs a test in Lua: `on_duel` asserts and answers.
fn duel_with(body: &str) -> Result<Table, HookError> {
    let mut table =
        Table::new(&[source("base", &format!("function p.on_duel(ev, m) {body}\nreturn 'won', 'BASE-01' end"))]);
    table.ask(duel()).map(|_| table)
}

#[test]
fn queries_tell_the_state() {
    for query in [
        "m:who('by') == 5 and m:who('against') == 21",
        "m:cell(1) == 0 and m:cell(17) == 1 and m:cell(16) == nil",
        "m:team(1) == 'home' and m:team(32) == 'away'",
        "m:pose(3) == 'stand'",
        "m:keeper('home') == 1 and m:keeper('defence') == 17",
        "m:skill(2, 'blue') == 2 and m:skill(1, 'yellow') == 1 and m:number(1, 'red') == nil",
        "m:keeps(1) and not m:keeps('by') and not m:keeps('against')",
        "m:skill('by', 'blue') == m:skill(5, 'blue') and m:cell('against') == m:cell(21) and m:pose('by') == 'stand'",
        "m:at(0, 'home') == 1 and m:at(0, 'away') == nil",
        "m:distance(0, 1) == 1",
        "m:used(1, 'pass') == false",
        "m:moved(1) == 0 and m:kicks(1) == 0 and m:cautions(1) == 0",
        "m:score('home') == 2 and m:score('defence') == 1",
        "m:clock('half') == 1 and m:clock('tick') == 0",
        "#m:squad('home') == 11 and m:squad('home')[2].skills[1] == 'blue'",
        "m:zone(0, 'own_penalty_area') == false",
        "m:band(0) == 'defence'",
    ] {
        if let Err(error) = duel_with(&format!("assert({query})")) {
            panic!("{query}: {error}");
        }
    }
}

#[test]
fn wrong_arguments_are_explained() {
    for (query, expected) in [
        ("m:cell(40)", "a token is a number from 1 to 32"),
        ("m:cell(nil)", "not nil"),
        ("local r = 'agianst' m:moved(r)", "did you mean `against`?"),
        ("m:score('hoem')", "one of home, away, attack, defence"),
        ("m:skill(1, 'yelow')", "did you mean `yellow`?"),
        ("m:used(1, 'pss')", "did you mean `pass`?"),
        ("m:get('x')", "there is no slot `x`"),
        ("m:zone(1, 'penalty')", "did you mean `penalty_area`?"),
        ("m:zone(500, 'penalty_area')", "a cell is a number"),
        ("m:clock('minute')", "m:clock tells tick"),
        ("m:roll('x')", "2 to 100 sides"),
        ("m:roll('x', 1)", "2 to 100 sides"),
        ("m:roll(nil, 6)", "is a text"),
        ("has(ev.by_skills, 'bleu')", "did you mean `blue`?"),
        ("has('blue', 'blue')", "expects a field such as ev.skills"),
        ("local f = m f:rol('x', 6)", "did you mean `roll`?"),
        ("local e = ev local x = e.knd", "did you mean `kind`?"),
    ] {
        let error = duel_with(query).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(expected), "{query}: {error}");
        assert!(error.contains("plugin base, on_duel") && error.contains("base.lua:2"), "{query}: {error}");
    }
}

#[test]
fn a_role_that_nobody_has_is_explained() {
    let mut table =
        Table::new(&[source("base", "function p.on_duel(ev, m) m:lay('against') return 'won', 'BASE-01' end")]);
    let asked = duel();
    let error = table.host.call(asked.hook, &asked.facts, &[Token::from_index(4), None], &mut table.play).unwrap_err();
    assert!(error.to_string().contains("nobody is `against` here"), "{error}");
}

#[test]
fn dice_follow_from_the_seed_and_are_logged() {
    let table = duel_with("local a, b = m:roll('tackle', 6), m:roll('ball defence', 20)").unwrap();
    let events: Vec<_> = table.play.recorder.as_ref().unwrap().events().map(|e| e.event.clone()).collect();
    let die = |label: &str, sides, n| Event::Die {
        label: label.into(),
        sides,
        face: dice::die(7, n, sides),
        name: None,
        hook: "on_duel".into(),
        plugin: "base".into(),
    };
    assert_eq!(events, [die("tackle", 6, 0), die("ball defence", 20, 1)]);
    assert_eq!(table.play.state.dice, 2);
}

#[test]
fn a_script_replaces_the_dice_and_must_fit() {
    let scripted = |dice: &[(Option<&str>, u8)]| {
        let body = "function p.on_duel(ev, m) return m:roll('tackle', 6) == 6 and 'won' or 'lost', 'BASE-01' end";
        let mut table = Table::new(&[source("base", body)]);
        let dice = dice
            .iter()
            .map(|(label, face)| ScriptedDie { label: label.map(String::from), face: *face, name: None })
            .collect();
        table.play.script = Some(Box::new(Script { dice, ..Script::default() }));
        let answer = table.ask(duel());
        (answer, table)
    };
    let (answer, table) = scripted(&[(Some("tackle"), 6)]);
    assert_eq!(answer.unwrap().word, Some(0));
    assert!(table.play.script.unwrap().dice.is_empty());
    for (dice, expected) in [
        (vec![], "no die left for `tackle`"),
        (vec![(Some("entry"), 3)], "`entry 3` next, but `tackle` is rolled"),
        (vec![(None, 7)], "the face 7"),
    ] {
        let (answer, _) = scripted(&dice);
        match answer.unwrap_err() {
            HookError::Script(message) => assert!(message.contains(expected), "{message}"),
            other => panic!("{other}"),
        }
    }
}

const SLOTS: &str = "local p = { name = 'tour/weather', api = 1, clauses = { 'MY-01' },
  state = {
    match = { sky = { type = 'enum', words = { 'fine', 'bad' } }, checks = { type = 'int', max = 999, default = 3 } },
    side = { warned = { type = 'bool', lasts = 'half' } },
    player = { hurt = { type = 'int', min = -1, max = 9, lasts = 'turn' } },
  },
  carry = { 'hurt' } }
function p.on_duel(ev, m)
  assert(m:get('sky') == 'fine' and m:get('checks') == 3 and m:get('hurt', 7) == 0)
  m:set('sky', 'bad')
  m:set('checks', 700)
  m:set('warned', true, 'away')
  m:set('hurt', -1, 7)
  assert(m:get('sky') == 'bad' and m:get('checks') == 700)
  assert(m:get('warned', 'away') and not m:get('warned', 'home'))
  assert(m:get('hurt', 7) == -1 and m:get('hurt', 8) == 0)
  return 'won', 'MY-01'
end
return p";

#[test]
fn slots_live_in_the_state() {
    let mut table = Table::new(&[raw_source("tour/weather", SLOTS)]);
    table.ask(duel()).unwrap();
    let (stack, state) = (&table.stack, &mut table.play.state);
    let slot = |name: &str| stack.slot(&format!("tour/weather.{name}")).unwrap();
    assert_eq!(slot("checks").read(&state.slots, 0), 700);
    assert_eq!(slot("warned").read(&state.slots, Side::Away.index()), 1);
    assert_eq!(slot("hurt").read(&state.slots, 6), -1);
    assert!(slot("hurt").decl.carry && !slot("sky").decl.carry);
    stack.reset_slots(state, Lasts::Turn);
    assert_eq!((slot("hurt").read(&state.slots, 6), slot("warned").read(&state.slots, 1)), (0, 1));
    stack.reset_slots(state, Lasts::Half);
    assert_eq!((slot("warned").read(&state.slots, 1), slot("sky").read(&state.slots, 0)), (0, 1));
    let log = table.play.recorder.unwrap();
    assert!(log.events().any(
        |e| matches!(&e.event, Event::Slot { slot, who: Some(t), value: -1, .. } if slot == "hurt" && t.index() == 6)
    ));
}

#[test]
fn slots_belong_to_their_plugin() {
    let reader = |requires: &str, body: &str| {
        let text = format!(
            "local p = {{ name = 'house', api = 1, {requires} clauses = {{ 'H-01' }} }}
function p.on_duel(ev, m, next) {body} return next() end
return p"
        );
        let mut table = Table::new(&[raw_source("tour/weather", SLOTS), raw_source("house", &text)]);
        table.ask(duel()).map(|_| ()).map_err(|e| e.to_string())
    };
    let requires = "requires = { 'tour' },";
    reader(requires, "assert(m:get('tour/weather.sky') == 'fine')").unwrap();
    assert!(reader("", "m:get('tour/weather.sky')").unwrap_err().contains("add that to `requires`"));
    assert!(reader(requires, "m:set('tour/weather.sky', 'bad')").unwrap_err().contains("only its own"));
    assert!(reader(requires, "m:get('tour/weather.skye')").unwrap_err().contains("did you mean `tour/weather.sky`?"));
}

#[test]
fn a_slot_takes_only_what_it_declares() {
    for (call, expected) in [
        ("m:set('checks', 1000)", "a whole number from 0 to 999"),
        ("m:set('checks', 1.5)", "a whole number"),
        ("m:set('sky', 'grey')", "one of fine, bad"),
        ("m:set('warned', 1, 'home')", "true or false"),
        ("m:set('hurt', 1)", "a token is a number"),
        ("m:set('sky', 'bad', 3)", "exists once a match"),
    ] {
        let text = SLOTS.replace("function p.on_duel(ev, m)", &format!("function p.on_duel(ev, m) {call}"));
        let error = Table::new(&[raw_source("tour/weather", &text)]).ask(duel()).unwrap_err().to_string();
        assert!(error.contains(expected), "{call}: {error}");
    }
}

#[test]
fn effects_change_the_match() {
    let table = duel_with("m:lay(3) m:limit(4, 2) m:active(5, 1) m:active('away', 0) m:note('hello')").unwrap();
    let state = &table.play.state;
    let piece = |n: usize| state.piece(Token::from_index(n - 1).unwrap());
    assert_eq!(piece(3).pose, touchline_core::kick::Pose::Lying);
    assert_eq!(piece(4).limit, 2);
    assert_eq!((piece(5).active(), piece(20).active(), piece(6).active()), (1, 0, 5));
    let events: Vec<_> = table.play.recorder.as_ref().unwrap().events().map(|e| e.event.clone()).collect();
    assert_eq!(events[0], Event::LaidDown { token: Token::from_index(2).unwrap() });
    assert_eq!(events[1], Event::Note { plugin: "base".into(), text: "hello".into(), who: None });
}

#[test]
fn a_note_names_its_clause_and_its_player() {
    let table = duel_with("m:note('down', 'BASE-01', 3) m:note('out', nil, 'against')").unwrap();
    let entries: Vec<_> = table.play.recorder.as_ref().unwrap().events().collect();
    let note = |text: &str, who| Event::Note { plugin: "base".into(), text: text.into(), who };
    assert_eq!(entries[0].event, note("down", Token::from_index(2)));
    let ruling = entries[0].ruling.as_ref().unwrap();
    assert_eq!((ruling.clause.as_str(), ruling.plugin.as_str(), ruling.hook.as_str()), ("BASE-01", "base", "on_duel"));
    assert!(entries[1].ruling.is_none());
    let error = duel_with("m:note('down', 'BASE-99')").err().unwrap().to_string();
    assert!(error.contains("BASE-99"), "{error}");
}

#[test]
fn one_question_brings_a_bounded_number_of_dice_and_notes() {
    duel_with("for i = 1, 32 do m:roll('die', 6) m:note('so') end").unwrap();
    let said = |code: &str| duel_with(code).err().unwrap().to_string();
    let error = said("for i = 1, 32 do m:roll('die', 6) m:note('so') end m:note('and')");
    assert!(error.contains("at most 64 dice and notes"), "{error}");
    let error = said("m:roll(string.rep('x', 41), 6)");
    assert!(error.contains("at most 40 characters"), "{error}");
}

#[test]
fn an_ask_hook_has_no_effects() {
    let helper = "local function sneak(facade) facade:roll('x', 6) end
function p.on_cod_tie(ev, m) sneak(m) return 'attack', 'BASE-01' end";
    let mut table = Table::new(&[source("base", helper)]);
    let before = table.play.state;
    let error = table.ask(tie(1)).unwrap_err().to_string();
    assert!(error.contains("on_cod_tie only asks") && error.contains("base.lua:2"), "{error}");
    assert_eq!(table.play.state, before);
}
