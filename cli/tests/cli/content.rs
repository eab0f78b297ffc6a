use crate::support::Desk;

#[test]
fn rules_are_listed_and_shown_with_their_parameters() {
    let desk = Desk::new();
    assert!(desk.run("rules").succeeds().out.contains("base"));
    let shown = desk.run("rules show base -s short_limit=5").succeeds().out;
    for words in ["short_limit", "BASE-COD-04", "--set; default 4", "base/cod", "103 cells"] {
        assert!(shown.contains(words), "{words}");
    }
    let data = desk.run("rules show base -s short_limit=5 --json").succeeds().json();
    let param = data["params"].as_array().unwrap().iter().find(|p| p["name"] == "short_limit").unwrap();
    assert_eq!((&param["value"], &param["default"], &param["origin"]), (&5.into(), &4.into(), &"--set".into()));
}

#[test]
fn two_rulesets_are_compared_by_parameter_layer_and_clause() {
    let desk = Desk::new();
    assert!(desk.run("rules diff base base").succeeds().out.contains("the same"));
    desk.run("new plugin longer").succeeds();
    let diff = desk.run("rules diff base base -s short_limit=5 -p longer.lua --json").succeeds().json();
    assert_eq!(diff["params"][0], serde_json::json!({ "name": "short_limit", "from": 4, "to": 5 }));
    assert_eq!(diff["layers"], serde_json::json!({ "from": [], "to": ["longer"] }));
    assert_eq!(diff["clauses"], serde_json::json!({ "from": [], "to": ["HOUSE-LONGER-01"] }));
    desk.run("rules diff base bas").fails(2, &["base"]);
}

#[test]
fn lines_of_tables_end_without_spaces() {
    let desk = Desk::new();
    for args in [
        "rules",
        "rules show base",
        "rules diff base base -s short_limit=5",
        "hooks",
        "clauses",
        "clauses BASE-COD-03",
        "sim -n 2 --seed 1",
        "compare -s short_limit=1 -n 2",
    ] {
        for line in desk.run(args).succeeds().out.lines() {
            assert_eq!(line.trim_end(), line, "{args}");
        }
    }
}

#[test]
fn hooks_are_explained_with_and_without_their_prefix() {
    let desk = Desk::new();
    let hook = desk.run("hooks on_cod_tie").succeeds().out;
    assert!(hook.contains("tied_toucher") && hook.contains("Example"));
    assert_eq!(desk.run("hooks cod_tie").succeeds().out, hook);
    assert!(desk.run("hooks --lua").succeeds().out.contains("---@meta"));
    assert!(desk.run("hooks --markdown").succeeds().out.contains("on_cod_tie"));
    assert!(desk.run("hooks --json").succeeds().json().as_array().unwrap().len() > 15);
}

#[test]
fn a_clause_is_traced_to_the_plugin_that_carries_it() {
    let desk = Desk::new();
    let clause = desk.run("clauses BASE-COD-03").succeeds().out;
    assert!(clause.contains("base/cod") && clause.contains("toucher_first"));
    assert_eq!(desk.run("clauses base-cod-03").succeeds().out, clause);
    let listed = desk.run("clauses --json").succeeds().json();
    assert!(listed.as_array().unwrap().iter().all(|c| c["carrier"] != "hook" || c["plugins"] != serde_json::json!([])));
}

#[test]
fn a_clause_without_a_scenario_is_missing() {
    let desk = Desk::new();
    desk.write("one.yaml", "[]");
    let ran = desk.run("clauses --missing --scenarios one.yaml").fails(1, &[]);
    assert!(ran.out.contains("no scenario tests it"));
}

#[test]
fn a_folder_of_the_search_path_is_searched_by_option_and_variable() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path().join("mine/rulesets")).unwrap();
    desk.write("mine/rulesets/mine.yaml", "ruleset: mine\ntitle: My game\nextends: base\nparams: { short_limit: 6 }\n");
    desk.run("rules show mine").fails(2, &["no ruleset `mine`"]);
    assert!(desk.run("rules show mine --path mine").succeeds().out.contains("My game"));
    let shown = desk.run_with("rules show mine", &[("TOUCHLINE_PATH", "mine")]).succeeds().out;
    assert!(shown.contains("ruleset mine; default 4"));
}
