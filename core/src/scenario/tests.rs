#![allow(clippy::unwrap_used)]

use super::*;

/// A pass that home wins, with lines to replace.
const GOOD: &str = "\
- name: a pass
  clauses: [BASE-COD-04]
  home: { 8: D5, 9: I5 }
  away: { 1: K5, 4: J9, 5: I4 }
  ball: home 8
  kicks: [{ rests: H5 }]
  do:
    - home: pass
  expect:
    - state: { carrier: home 9 }
";

fn report(text: &str, mutate: Mutate) -> Report {
    run_text(text, "x.yaml", &Content::embedded(), mutate)
}

fn with(old: &str, new: &str) -> String {
    assert!(GOOD.contains(old), "{old}");
    GOOD.replace(old, new)
}

/// Expected and got of the only failure.
fn fault(text: &str) -> (String, String) {
    let report = report(text, Mutate::No);
    assert_eq!(report.results.len(), 1, "{report}");
    assert_eq!(report.results[0].faults.len(), 1, "{report}");
    let fault = &report.results[0].faults[0].1;
    (fault.expected.clone(), fault.got.clone())
}

fn problems(text: &str) -> Vec<String> {
    report(text, Mutate::No).problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_scenario_that_holds_passes_and_notices_its_clause() {
    let report = report(GOOD, Mutate::Yes);
    assert!(report.passed(), "{report}");
    assert_eq!(report.results[0].clauses, [("BASE-COD-04".to_owned(), Noticed::Fails)]);
}

#[test]
fn a_clause_that_is_not_tested_is_a_failure() {
    let report = report(&with("BASE-COD-04", "BASE-COD-09"), Mutate::Yes);
    assert_eq!(report.results[0].clauses, [("BASE-COD-09".to_owned(), Noticed::No)]);
    assert!(!report.passed());
    assert!(report.to_string().contains("x.yaml:1: a pass\n  it passes without BASE-COD-09"), "{report}");
}

#[test]
fn an_expectation_that_does_not_hold_says_what_there_was() {
    let (expected, got) = fault(&with("carrier: home 9", "carrier: away 5"));
    assert_eq!((expected.as_str(), got.as_str()), ("carrier: \"away 5\"", "carrier: \"home 9\""));
    let (expected, got) = fault(&with("state: { carrier: home 9 }", "event: { type: cod_tie, side: away }"));
    assert!(expected.contains("cod_tie") && got.contains("side=home"), "{expected} {got}");
}

#[test]
fn a_failure_shows_case_step_and_events() {
    let text = with("    - home: pass\n", "    - home: { pass: { to: H5, technique: lifted } }\n");
    let shown = report(&text, Mutate::No).to_string();
    assert!(shown.starts_with("x.yaml:8:7: a pass\n  at        home: {pass:"), "{shown}");
    assert!(
        shown.contains("expected  it is legal") && shown.contains("refused: a pass may not be struck lifted"),
        "{shown}"
    );
}

#[test]
fn kicks_and_dice_must_be_used_up_and_suffice() {
    assert_eq!(fault(&with("{ rests: H5 }", "{ rests: H5 }, { rests: H5 }")).0, "every one of `kicks` is used");
    assert_eq!(fault(&with("  do:", "  dice: [3]\n  do:")).0, "every one of `dice` is used");
    assert!(fault(&with("{ rests: H5 }", "")).1.contains("no outcome left"));
}

#[test]
fn a_step_of_the_wrong_side_fails() {
    let (expected, got) = fault(&with("- home: pass", "- away: pass"));
    assert_eq!((expected.as_str(), got.as_str()), ("a decision of away", "home decides `declare`"));
}

#[test]
fn what_must_be_refused_may_not_be_played() {
    let (expected, got) = fault(&with("- home: pass", "- home: pass\n      refused: true"));
    assert_eq!((expected.as_str(), got.as_str()), ("it is refused", "it was played"));
}

#[test]
fn a_refusal_must_name_the_clause_and_leaves_everything_as_it_was() {
    let refuse = |clause: &str| {
        with(
            "    - home: pass\n",
            &format!("    - home: {{ declare: shot }}\n      refused: {clause}\n    - home: pass\n"),
        )
    };
    assert!(report(&refuse("true"), Mutate::No).passed());
    let (expected, got) = fault(&refuse("BASE-SHOT-02"));
    assert!(expected.ends_with("refused by BASE-SHOT-02") && got.starts_with("refused by "), "{expected} {got}");
}

#[test]
fn a_case_lies_over_the_scenario() {
    let text = format!(
        "{GOOD}  cases:\n    - case: short\n    - case: long\n      home: {{ 8: C5 }}\n      expect: [{{ state: {{ carrier: away 5 }} }}]\n"
    );
    let report = report(&text, Mutate::Yes);
    assert!(report.passed(), "{report}");
    assert_eq!(report.results[0].cases, 2);
}

#[test]
fn a_counter_case_must_have_another_outcome() {
    let counter = |home: &str| format!("{GOOD}  counter_case: {{ home: {{ 8: {home} }} }}\n");
    assert!(report(&counter("C5"), Mutate::No).passed());
    assert_eq!(fault(&counter("E5")).1, "the same");
}

#[test]
fn every_problem_of_a_file_is_listed_where_it_stands() {
    let text = GOOD
        .replace("BASE-COD-04", "BASE-COD-44")
        .replace("9: I5", "9: I55")
        .replace("ball:", "bal:")
        .replace("- home: pass", "- home: { pas: { to: H5 } }");
    assert_eq!(
        problems(&text),
        [
            "x.yaml:2:13: no clause file and no plugin has a clause `BASE-COD-44`: did you mean `BASE-COD-04`?",
            "x.yaml:3:21: the board has no cell `I55`: did you mean `I5`?",
            "x.yaml:5:3: `bal` means nothing here\n  did you mean `ball`?",
            "x.yaml:8:15: `pas` means nothing here\n  did you mean `pass`?",
        ]
    );
}

#[test]
fn a_mistyped_token_that_has_the_ball_is_taken_for_one() {
    let found = problems(&with("ball: home 8", "ball: hoem 8"));
    assert_eq!(found, ["x.yaml:5:9: `hoem 8` is not a token: did you mean `home 8`?"]);
    let far = problems(&with("ball: home 8", "ball: the one over there"));
    assert!(far.iter().any(|p| p.contains("such as `home 8`")), "{far:?}");
}

#[test]
fn a_file_without_scenarios_is_told_what_belongs_into_it() {
    for (text, problem) in [("", "the file is empty"), ("# later\n", "the file is empty"), ("name: x\n", "no list")] {
        let [found] = problems(text).try_into().expect("one problem");
        assert!(found.contains(problem) && found.contains("`- name: …`"), "{found}");
    }
}

#[test]
fn one_mistake_is_one_message_at_its_place() {
    for (old, new, said) in [
        ("ball: home 8", "bal: home 8", "x.yaml:5:3: `bal` means nothing here"),
        ("  home: { 8", "  hom: { 8", "x.yaml:3:3: `hom` means nothing here"),
        ("8: D5", "8: Z9", "x.yaml:3:14: the board has no cell `Z9`"),
        ("8: D5", "8: { at: D5, dx: 500 }", "x.yaml:3:28: home 8 would stand outside his cell D5"),
        ("8: D5", "8: { at: D5, dy: -6 }", "x.yaml:3:28: home 8 would stand outside his cell D5"),
        ("ball: home 8", "ball: 8", "x.yaml:5:9: `8` does not say whose: write `home 8` or `away 8`"),
        ("ball: home 8", "restart: { kind: cornr, side: home }", "did you mean `corner`?"),
        ("  ball: home 8", "  params: { shrt_limit: 5 }\n  ball: home 8", "x.yaml:5:13: "),
        ("  ball: home 8", "  params: { cod_fallback: 5 }\n  ball: home 8", "x.yaml:5:13: "),
    ] {
        let found = problems(&with(old, new));
        assert!(found.len() == 1 && found[0].contains(said), "{new}: {found:?}");
    }
    let found = problems(&with("8: D5", "8: { at: D5, dx: 0.5, dy: -0.5 }"));
    assert!(found.is_empty(), "{found:?}");
    let two = with("ball: home 8", "bal: home 8") + "  cases: [{ case: a }, { case: b }]\n";
    assert_eq!(problems(&two).len(), 1);
}

#[test]
fn what_is_left_over_is_shown_where_its_list_stands() {
    let place = |text: &str| {
        let report = report(text, Mutate::No);
        let fault = &report.results[0].faults[0].1;
        assert!(fault.expected.contains("is used"), "{report}");
        (fault.line, fault.column)
    };
    assert_eq!(place(&with("[{ rests: H5 }]", "[{ rests: H5 }, { rests: H5 }]")), (Some(6), Some(10)));
    assert_eq!(place(&with("  kicks:", "  dice: [4]\n  kicks:")), (Some(6), Some(9)));
}

#[test]
fn a_broken_plugin_is_shown_where_the_scenario_names_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.lua"), "return {").unwrap();
    let file = folder.path().join("x.yaml");
    let text = with("  ball: home 8", "  plugins: [mine.lua]\n  ball: home 8");
    let report = run_text(&text, file.to_str().unwrap(), &Content::embedded(), Mutate::No);
    let [found] = report.problems.try_into().expect("one problem");
    assert_eq!((found.line, found.column), (Some(5), Some(13)), "{found}");
    assert!(found.problem.contains("mine"), "{found}");
}

#[test]
fn a_problem_in_a_case_is_shown_in_the_case() {
    let text = format!("{GOOD}  cases:\n    - case: a\n      kicks: [{{ rests: Z9 }}]\n");
    assert_eq!(
        problems(&text),
        ["x.yaml:13:24: the board has no cell `Z9`: its cells are A1 to K9, in rows 2, 4, 6 and 8 also L"]
    );
}

#[test]
fn a_scenario_that_expects_nothing_is_refused() {
    assert!(problems(&with("  expect:\n    - state: { carrier: home 9 }\n", ""))[0].contains("expects nothing"));
}

#[test]
fn an_unknown_type_of_event_or_fact_of_the_state_is_refused() {
    let event = problems(&with("state: { carrier: home 9 }", "event: { type: cod_tei }"));
    assert_eq!(event, ["x.yaml:10:22: `cod_tei` is no type of event\n  did you mean `cod_tie`?"]);
    let state = problems(&with("state: { carrier", "state: { carier"));
    assert_eq!(state, ["x.yaml:10:16: `carier` means nothing here\n  did you mean `carrier`?"]);
}

#[test]
fn a_field_that_such_an_event_cannot_have_is_refused() {
    let event = |fields: &str| problems(&with("state: { carrier: home 9 }", &format!("no_event: {{ {fields} }}")));
    assert_eq!(
        event("type: cod_tie, sidee: away, clause: BASE-COD-77"),
        [
            "x.yaml:10:34: `sidee` means nothing here\n  did you mean `side`?",
            "x.yaml:10:55: no plugin of this ruleset cites a clause `BASE-COD-77`: did you mean `BASE-COD-07`?",
        ]
    );
    for (fields, said) in [
        ("type: cod_tie, side: hoem", "`hoem` is no value of `side`\n  did you mean `home`?"),
        ("type: cod_tie, distance: far", "`distance` is a number"),
        ("type: run, token: home 99", "home 99"),
        ("type: run, to: I55", "the board has no cell `I55`: did you mean `I5`?"),
        ("type: flight, outcome: gaol", "`gaol` is no value of `outcome`\n  did you mean `goal`?"),
        ("type: offered, offers: [pss]", "`pss` is no offer\n  did you mean `pass`?"),
        ("type: kick, touched: [home 99]", "home 99"),
        ("type: kick, header: maybe", "`true` or `false`"),
        ("type: cod, hook: on_cdo", "`on_cdo` is no hook"),
        ("type: cod, plugin: base/cdo", "did you mean `base/cod`?"),
        ("type: cod_tie, facts: { travl: 4 }", "did you mean `travel`?"),
        ("type: cod_tie, facts: { kind: pas }", "did you mean `pass`?"),
        ("type: cod_tie, changed: { travel: BASE-COD-777 }", "BASE-COD-777"),
        ("type: note, text: 4", "put it in quotes"),
        ("type: allowance, of_phse: 2", "did you mean `of_phase`?"),
    ] {
        let found = event(fields);
        assert!(found.len() == 1 && found[0].contains(said), "{fields}: {found:?}");
    }
    assert!(event("type: end, extra_time: true, shootout: null").is_empty());
}

#[test]
fn a_value_that_the_state_cannot_have_is_refused() {
    let state = |facts: &str| problems(&with("state: { carrier: home 9 }", &format!("state: {{ {facts} }}")));
    for (facts, said) in [
        ("carrier: home 99", "home 99"),
        ("possession: hoem", "`hoem` is no side"),
        ("ball: Q4", "its cells are A1 to K9"),
        ("stage: declar", "did you mean `declare`?"),
        ("restart: croner", "did you mean `corner`?"),
        ("to_act: nobody", "`nobody` is no value of `to_act`"),
        ("phase: two", "`phase` is a number"),
        ("player: { home 9: { status: pich } }", "did you mean `pitch`?"),
        ("player: { home 9: { cell: Q4 } }", "no cell `Q4`"),
    ] {
        let found = state(facts);
        assert!(found.len() == 1 && found[0].contains(said), "{facts}: {found:?}");
    }
    let counts = problems(&with("state: { carrier: home 9 }", "counts: { mvoe: 4 }"));
    assert!(counts[0].contains("did you mean `move`?"), "{counts:?}");
}

/// Events and states of matches: whatever comes about may also be expected.
#[test]
fn every_event_and_state_of_a_match_may_be_expected() {
    for name in ["base", "complete", "classic-pro", "tomy", "seven"] {
        let rules = Ruleset::load(&Content::embedded(), name, &crate::rules::Options::default()).unwrap();
        let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
        let mut game = crate::game::Match::logged(&rules, teams, 3).unwrap();
        let mut bots = [0, 1].map(|n| crate::bot::by_name("random", n).unwrap());
        let mut states = Vec::new();
        while let Some(decision) = game.decision() {
            let action = crate::bot::ask(bots[decision.side.index()].as_mut(), &game);
            game.apply(action).unwrap();
            if states.len() < 200 {
                states.push(snapshot::state(&game));
            }
        }
        let events = game.recorder().unwrap().events().take(2000).map(snapshot::event);
        let expected: Vec<serde_json::Value> = events
            .map(|e| serde_json::json!({ "event": e }))
            .chain(states.into_iter().map(|s| serde_json::json!({ "state": s })))
            .collect();
        let yaml: serde_yaml::Value = serde_yaml::to_value(&expected).unwrap();
        // A small text: places do not matter here.
        let sheet = node::Sheet::new("x.yaml", "[]");
        let node = node::Node::new(&sheet, &yaml, std::rc::Rc::new([Vec::new()]));
        assert_eq!(expect::expectations(&node, &rules).len(), expected.len());
        assert_eq!(sheet.problems(), [], "{name}");
    }
}

#[test]
fn the_fields_of_a_line_of_the_log_are_those_that_may_be_expected() {
    use crate::record::{Entry, Event, RulingNote};
    let ruling = serde_json::json!({
        "hook": "on_cod", "answer": "a", "clause": "c", "plugin": "p", "layer": 0, "facts": { "travel": 1 }, "changed": { "travel": "c" },
        "set": { "travel": 1 }, "set_by": { "travel": "q" },
    });
    let ruling: RulingNote = serde_json::from_value(ruling).unwrap();
    let event = Event::CodTie { side: crate::Side::Home, distance: 1 };
    let entry = Entry { half: 1, tick: 1, turn: 1, phase: 1, event, ruling: Some(ruling) };
    let logged = snapshot::event(&entry);
    let mut logged: Vec<&str> = logged.as_object().unwrap().keys().map(String::as_str).collect();
    let own = ["type", "side", "distance"];
    let mut known: Vec<&str> = own.into_iter().chain(event::WHEN).chain(event::RULING).collect();
    logged.sort_unstable();
    known.sort_unstable();
    assert_eq!(logged, known);
    assert_eq!(snapshot::event_types().len(), Event::FIELDS.len());
}

#[test]
fn a_failed_expectation_is_shown_where_it_stands() {
    let shown = report(&with("carrier: home 9", "carrier: away 5"), Mutate::No).to_string();
    assert!(shown.starts_with("x.yaml:10:7: a pass\n"), "{shown}");
    let step = with("- home: pass\n", "- home: pass\n      expect:\n        - state: { carrier: away 5 }\n");
    let shown = report(&step, Mutate::No).to_string();
    assert!(shown.starts_with("x.yaml:10:11: a pass\n  at        home: pass"), "{shown}");
    let case = format!("{GOOD}  cases:\n    - case: a\n      expect: [{{ state: {{ carrier: away 5 }} }}]\n");
    let shown = report(&case, Mutate::No).to_string();
    assert!(shown.starts_with("x.yaml:13:18: a pass (a)\n"), "{shown}");
}

#[test]
fn a_cell_holds_no_more_of_a_side_than_by_the_rules() {
    let crowd =
        |home: &str, away: &str| problems(&with("{ 8: D5, 9: I5 }", home).replace("{ 1: K5, 4: J9, 5: I4 }", away));
    let usual = "{ 1: K5, 4: J9, 5: I4 }";
    assert_eq!(
        crowd("{ 8: D5, 9: I5, 10: D5 }", usual),
        ["x.yaml:3:29: home 8 and home 10 share D5, which holds 1 of a side"]
    );
    // A wall is a crowd that the rules know; four in a cell, or two walls, are not.
    assert!(crowd("{ 8: D5, 9: I5 }", "{ 1: K5, 4: J9, 5: J9, 6: J9 }").is_empty());
    assert_eq!(crowd("{ 8: D5, 9: I5 }", "{ 1: K5, 4: J9, 5: J9, 6: J9, 7: J9 }").len(), 1);
    assert_eq!(crowd("{ 8: D5, 9: I5 }", "{ 1: K5, 4: J9, 5: J9, 6: K9, 7: K9 }").len(), 1);
    let two = with("  home: { 8: D5", "  params: { cell_capacity: 2 }\n  home: { 10: D5, 8: D5");
    assert!(problems(&two).is_empty());
}

#[test]
fn a_bad_parameter_or_plugin_is_a_problem_of_the_file() {
    assert!(problems(&with("  home:", "  params: { short_limt: 5 }\n  home:"))[0].contains("short_limit"));
    assert!(problems(&with("  home:", "  plugins: [nowhere.lua]\n  home:"))[0].starts_with("x.yaml:3:13: nowhere.lua"));
}

#[test]
fn parameters_and_plugins_of_a_scenario_are_in_force() {
    let text = with("8: D5", "8: C5").replace("  home:", "  params: { short_limit: 5 }\n  home:");
    assert!(report(&text, Mutate::No).passed());
    let folder = tempfile::tempdir().unwrap();
    let plugin = "local p = { name = \"p\", api = 1, clauses = { \"HOUSE-TIE-01\" } }\n\
                  function p.on_cod_tie(ev, m, next) return \"defence\", \"HOUSE-TIE-01\" end\nreturn p\n";
    std::fs::write(folder.path().join("p.lua"), plugin).unwrap();
    let text = GOOD
        .replace("BASE-COD-04", "HOUSE-TIE-01")
        .replace("  home:", "  plugins: [p.lua]\n  home:")
        .replace("carrier: home 9", "carrier: away 5");
    let file = folder.path().join("x.yaml");
    std::fs::write(&file, text).unwrap();
    let report = run(&[folder.path().to_path_buf()], &Content::embedded(), Mutate::Yes);
    assert!(report.passed(), "{report}");
    assert_eq!(report.results.len(), 1);
}

#[test]
fn a_file_that_cannot_be_read_is_a_problem() {
    let report = run(&[PathBuf::from("no/such/file.yaml")], &Content::embedded(), Mutate::No);
    assert!(!report.passed() && report.problems.len() == 1);
}

#[test]
fn coverage_names_what_is_missing() {
    let report = report(GOOD, Mutate::Yes);
    let covered = coverage_of("base", &Content::embedded(), &report).unwrap();
    let find = |id: &str| covered.iter().find(|c| c.clause == id).unwrap();
    assert_eq!(find("BASE-COD-04").tested_by, ["a pass"]);
    assert_eq!(find("BASE-COD-04").problem, None);
    assert!(find("BASE-COD-04").implemented_in.iter().any(|i| i.starts_with("base/cod")));
    assert_eq!(find("BASE-COD-09").problem.as_deref(), Some("no scenario tests it"));
}
