//! What a modder does: new, check, test, compare.

use crate::support::Desk;

const BROKEN: &str = "local p = { name = \"broken\", api = 1, requires = { \"base\" } }

function p.on_clock(ev, m, next)
  local limit = nil
  return limit.ticks
end

return p
";

#[test]
fn a_new_plugin_is_fine_and_its_scenarios_pass() {
    let desk = Desk::new();
    desk.run("new plugin golden-goal").succeeds();
    assert_eq!(desk.files(), ["golden-goal.lua", "golden-goal.scenarios.yaml"]);
    assert!(desk.run("check golden-goal.lua").succeeds().out.starts_with("fine"));
    desk.run("test --mutate golden-goal.scenarios.yaml").succeeds();
}

#[test]
fn a_new_plugin_never_overwrites() {
    let desk = Desk::new();
    desk.write("mine.scenarios.yaml", "precious");
    desk.run("new plugin mine").fails(1, &["mine.scenarios.yaml is already there"]);
    assert_eq!((desk.files().len(), desk.read("mine.scenarios.yaml").as_str()), (1, "precious"));
    desk.run("new plugin ../mine").fails(2, &["no name for a plugin"]);
}

#[test]
fn check_reports_every_problem_with_its_line() {
    let desk = Desk::new();
    desk.write(
        "bad.lua",
        "local p = { name = \"bad\", api = 1 }\nfunction p.on_kik(ev, m, kick) end\nlocal n = 0\n\
         function p.on_goal(ev, m) n = n + 1 end\nreturn p\n",
    );
    let ran = desk.run("check bad.lua").fails(1, &[]);
    assert!(ran.out.contains("bad.lua:4:"), "{}", ran.out);
    let data = desk.run("check bad.lua --json").fails(1, &[]).json();
    assert_eq!((&data[0]["problems"][0]["line"], &data[0]["problems"][1]["line"]), (&2.into(), &4.into()));
    desk.run("check nothing.lua").fails(2, &["nothing.lua"]);
}

/// Every Lua file below a folder.
fn lua_files(folder: &std::path::Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            lua_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "lua") {
            found.push(path.to_str().unwrap().to_owned());
        }
    }
}

#[test]
fn every_shipped_plugin_and_every_one_in_the_guides_is_fine() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let desk = Desk::new();
    let mut files = Vec::new();
    lua_files(&root.join("plugins"), &mut files);
    for guide in ["docs/modding.md", "README.md"] {
        let text = std::fs::read_to_string(root.join(guide)).unwrap();
        for block in text.split("```lua\n").skip(1).filter_map(|b| b.split("```").next()) {
            if let Some(name) = block.split("name = \"").nth(1).and_then(|n| n.split('"').next()) {
                desk.write(&format!("{name}.lua"), block);
                files.push(format!("{name}.lua"));
            }
        }
    }
    assert!(files.len() > 40 && files.contains(&"golden-goal.lua".to_owned()), "{files:?}");
    let data = desk.run(&format!("check --json {}", files.join(" "))).succeeds().json();
    assert_eq!(data.as_array().unwrap().len(), files.len());
}

#[test]
fn check_says_what_the_matches_did_not_reach() {
    let desk = Desk::new();
    desk.write(
        "p.lua",
        "local p = { name = \"p\", api = 1 }\nfunction p.on_roll(ev, m, next) return next() end\nreturn p\n",
    );
    assert!(desk.run("check p.lua").succeeds().out.contains("not reached in 10 matches: on_roll"));
    assert_eq!(desk.run("check p.lua --json").succeeds().json()[0]["not_reached"][0], "on_roll");
}

#[test]
fn check_plays_what_looks_right() {
    let desk = Desk::new();
    desk.write(
        "broken.lua",
        &BROKEN
            .replace("return limit.ticks", "return limit.ticks, \"MY-01\"")
            .replace("api = 1", "api = 1, clauses = { \"MY-01\" }"),
    );
    let ran = desk.run("check broken.lua").fails(1, &[]);
    assert!(ran.out.contains("broken.lua:5: plugin broken, on_clock"), "{}", ran.out);
    assert!(ran.out.contains("touchline play --ruleset base --plugin broken.lua"), "{}", ran.out);
}

#[test]
fn a_name_that_a_shipped_plugin_or_folder_has_is_refused() {
    let desk = Desk::new();
    desk.run("new plugin base").fails(1, &["`base` is a folder of plugins"]);
    assert!(desk.files().is_empty());
}

#[test]
fn check_finds_the_ruleset_a_plugin_is_for() {
    let desk = Desk::new();
    let rule = "local p = { name = \"p\", api = 1, requires = { \"seven/ball\" } }\nreturn p\n";
    desk.write("p.lua", rule);
    assert!(desk.run("check p.lua").succeeds().out.contains("on seven"));
    let ran = desk.run("check p.lua --ruleset base").fails(1, &[]);
    assert!(ran.out.contains("requires seven/ball, which is not below it"), "{}", ran.out);
}

#[test]
fn a_plugin_that_fails_in_a_match_is_named_with_its_line_and_what_was_played_is_kept() {
    let desk = Desk::new();
    desk.write("broken.lua", BROKEN);
    desk.run("play --plugin broken.lua --seed 1 --out it.jsonl")
        .fails(1, &["broken", "on_clock", "broken.lua:5", "it.jsonl"]);
    let shown = desk.run("replay show it.jsonl").succeeds().out;
    assert!(shown.contains("stopped"), "{shown}");
    let sim = "sim -n 20 --plugin broken.lua --set short_limit=5 --away random --seed 1";
    let said = desk.run(sim).fails(1, &["match 0", "broken.lua:5"]).err;
    let alone = said.split_once("touchline ").unwrap().1.trim();
    let options = "--ruleset base --plugin broken.lua --set short_limit=5 --home coach --away random --seed ";
    assert!(alone.starts_with(&format!("play {options}")), "{said}");
    desk.run(alone).fails(1, &["broken.lua:5"]);
    desk.run("compare -n 20 --with broken.lua --seed 1").fails(1, &["broken.lua:5"]);
}

#[test]
fn compare_finds_what_a_parameter_changes_and_nothing_where_nothing_changes() {
    let desk = Desk::new();
    let changed = desk.run("compare --set short_limit=0 -n 40 --seed 1 --json").succeeds().json();
    let passes = &changed["comparison"]["differences"]["passes"]["both"];
    assert!(passes["high"].as_f64().unwrap() < 0.0, "{passes}");
    let table = desk.run("compare --set short_limit=0 -n 40 --seed 1").succeeds().out;
    let line = table.lines().find(|l| l.starts_with("passes ")).unwrap();
    assert!(line.ends_with('*'), "{line}");
    let same = desk.run("compare --set forfeit_score=2 -n 5 --seed 1").succeeds().out;
    assert!(same.contains("No figure differs"));
    desk.run("compare").fails(2, &["--with tournament/home", "--set short_limit=5"]);
}
