//! What commands write, what they spare, and what they say about files that are wrong.

use crate::support::Desk;

/// Kicks well for a while, and then not at all.
const BREAKS: &str = "local p = { name = \"breaks\", api = 1, requires = { \"base/cod\" }, clauses = { \"MY-01\" } }\n\
    function p.on_cod_tie(ev, m, next)\n  local x = ev.kind.nothing.there\n  return next()\nend\nreturn p\n";

/// What a command says about a ruleset file.
fn ruleset(lines: &str) -> String {
    let desk = Desk::new();
    desk.write("c/rulesets/mine.yaml", &format!("ruleset: mine\ntitle: Mine\n{lines}\n"));
    desk.run("--path c rules show mine").fails(1, &[]).err
}

/// What a command says about a board file, the usual one with a change.
fn board(from: &str, to: &str) -> String {
    let desk = Desk::new();
    let usual = include_str!("../../../rulesets/boards/hex11x9.yaml");
    assert!(usual.contains(from), "{from}");
    desk.write("c/rulesets/boards/mine.yaml", &usual.replacen(from, to, 1));
    desk.write("c/rulesets/mine.yaml", "ruleset: mine\ntitle: Mine\nextends: base\nboard: mine\n");
    desk.run("--path c rules show mine").fails(1, &[]).err
}

#[test]
fn a_name_in_a_ruleset_file_is_wrong_where_it_stands() {
    for (lines, said) in [
        ("extends: base\nplugins: [house/longr]", "mine.yaml:4:11: there is no plugin `house/longr`"),
        ("extends: bse", "mine.yaml:3:10: there is no ruleset `bse`\n  did you mean `base`?"),
        ("extends: base\nboard: hex11x8", "mine.yaml:4:8: there is no board `hex11x8`\n  did you mean `hex11x9`?"),
        ("extends: base\nsquad: ../x", "mine.yaml:4:8: `../x` is not a squad's name"),
        ("extends: base\nformations: formatoins", "mine.yaml:4:13: there is no formation file"),
        ("extends: base\nkeeper: gren", "mine.yaml:4:9: the keeper's skill `gren`"),
        ("extends: mine", "mine.yaml:3:10: `extends` goes in a circle: mine → mine"),
        ("extends: base\nparams: { default_formation: 4-4-9 }", "mine.yaml:4:11: `default_formation`"),
        ("mechanics: pitch", "mine.yaml: ruleset mine names no `board`"),
    ] {
        let err = ruleset(lines);
        assert!(err.contains(said), "{lines}: {err}");
    }
}

#[test]
fn a_zone_that_the_board_lacks_is_shown_where_the_ruleset_names_it() {
    let err = board("goal_area:", "goal_aera:");
    assert!(err.contains("rulesets/base.yaml:13:15: the board c/rulesets/boards/mine.yaml has no zone"), "{err}");
    assert!(err.contains("its zones are defence,") && !err.contains("did you mean"), "{err}");
}

#[test]
fn numbers_of_the_ball_are_wrong_where_they_stand() {
    let place = |err: &str| err.contains("boards/mine.yaml:118:");
    let misspelt = board("  friction:", "  frictoin:");
    assert!(place(&misspelt) && misspelt.contains("did you mean `friction`?"), "{misspelt}");
    for wrong in [".inf", "-5", "1e300"] {
        let err = board("  friction: 30", &format!("  friction: {wrong} #"));
        assert!(place(&err) && err.contains("write a number from 1 to 1000"), "{err}");
        assert!(err.len() < 200, "{err}");
    }
    let word = board("  friction: 30", "  friction: fast #");
    assert!(place(&word) && word.contains("found the word `fast`, expected a number"), "{word}");
}

#[test]
fn a_key_that_is_there_twice_is_refused() {
    let err = ruleset("extends: base\nparams:\n  short_limit: 4\n  short_limit: 5");
    assert!(err.contains("mine.yaml:6:3: the key `short_limit` is here twice"), "{err}");
    assert!(board("rows: 9", "rows: 9\nrows: 9").contains("mine.yaml:5:1: the key `rows` is here twice"));
    let desk = Desk::new();
    desk.write("s.yaml", "name: A\nplayers:\n  - { number: 1, number: 2 }\n");
    let ran = desk.run("squad check s.yaml --ruleset base");
    assert!(ran.code == 1 && format!("{}{}", ran.out, ran.err).contains("the key `number` is here twice"));
    desk.write("l.yaml", "seed: 1\nseed: 2\n");
    desk.run("league l.yaml").fails(1, &["l.yaml:2:1: the key `seed` is here twice"]);
}

#[test]
fn values_are_told_in_plain_words() {
    for (lines, said) in [
        ("extends: base\nparams: { short_limit: 4.0 }", "`short_limit` is 4.0, expected a whole number"),
        ("extends: base\nparams: { short_limit: 1e300 }", "`short_limit` is 1e300, expected a whole number"),
        ("extends: [base]", "found a list, expected a word"),
        ("extends: base\nparams: { short_limit: 99999999999999999999 }", "expected a number of usual size"),
    ] {
        let err = ruleset(lines);
        assert!(err.contains(said), "{lines}: {err}");
    }
    let desk = Desk::new();
    desk.run("play --set short_limit=").fails(2, &["the value is missing, expected a whole number"]);
    let unknown = desk.run("play --set foo=1").fails(2, &["declares a parameter `foo`"]);
    assert!(!unknown.err.contains("did you mean"), "{}", unknown.err);
}

#[test]
fn a_replay_that_is_no_json_is_wrong_at_a_column() {
    let desk = Desk::new();
    desk.run("play --seed 7 --home random --away random").succeeds();
    let text = desk.read("match-base-7.jsonl");
    let mut lines: Vec<&str> = text.lines().collect();
    lines[1] = "{\"a\":x}";
    desk.write("x.jsonl", &format!("{}\n", lines.join("\n")));
    let ran = desk.run("verify x.jsonl").fails(1, &[]);
    assert!(format!("{}{}", ran.out, ran.err).contains("line 2, column 6, of the replay is wrong"), "{}", ran.out);
}

#[test]
fn sim_spares_a_file_that_is_no_result_of_its_own() {
    let desk = Desk::new();
    let sim = "sim -n 2 --seed 1 --home random --away random";
    for format in ["csv", "json", "table", "parquet"] {
        desk.write("notes.txt", "dear diary");
        desk.run(&format!("{sim} --format {format} --out notes.txt")).fails(1, &["notes.txt", "is no", "--force"]);
        assert_eq!(desk.read("notes.txt"), "dear diary");
        desk.run(&format!("{sim} --format {format} --out notes.txt --force")).succeeds();
        desk.run(&format!("{sim} --format {format} --out notes.txt")).succeeds();
    }
    // A table is no CSV, although both are ours.
    desk.run(&format!("{sim} --format csv --out notes.txt")).fails(1, &["CSV table"]);
    assert_eq!(desk.files(), ["notes.txt"]);
}

#[test]
fn a_missing_folder_is_found_out_before_anything_is_played() {
    let desk = Desk::new();
    let play = desk
        .run("play --seed 7 --out nodir/x.jsonl")
        .fails(1, &["nodir/x.jsonl cannot be written: there is no folder nodir"]);
    assert!(!play.out.contains("seed 7"), "{}", play.out);
    desk.run("sim -n 2 --format csv --out nodir/x.csv")
        .fails(1, &["nodir/x.csv cannot be written: there is no folder nodir"]);
    desk.run("play --out .").fails(1, &["is a folder"]);
}

#[test]
fn a_dash_is_the_screen_or_refused_and_never_a_file() {
    let desk = Desk::new();
    let sim = "sim -n 2 --seed 1 --home random --away random --format csv";
    assert_eq!(desk.run(&format!("{sim} --out -")).succeeds().out, desk.run(sim).succeeds().out);
    desk.run("sim -n 2 --format parquet --out -").fails(2, &["--out"]);
    desk.run("play --out -").fails(2, &["--out -"]);
    assert!(desk.run("squad build --style counter --seed 7 --out -").succeeds().out.contains("players:"));
    assert!(desk.files().is_empty());
}

#[test]
fn a_match_that_stops_never_replaces_a_whole_replay() {
    let desk = Desk::new();
    desk.write("breaks.lua", BREAKS);
    desk.run("play --seed 7").succeeds();
    let whole = desk.read("match-base-7.jsonl");
    // Other rules have a name of their own.
    desk.run("play --seed 7 --plugin breaks.lua").fails(1, &["match-base-7-"]);
    assert_eq!(desk.read("match-base-7.jsonl"), whole);
    assert_eq!(desk.files().len(), 3);
    // Under the name of a whole one it goes beside it, again and again.
    for _ in 0..2 {
        desk.run("play --seed 7 --plugin breaks.lua --out match-base-7.jsonl")
            .fails(1, &["match-base-7-stopped.jsonl"]);
    }
    assert_eq!(desk.read("match-base-7.jsonl"), whole);
    assert_eq!(desk.files().len(), 4);
    // A part gives way to a part, and to a whole one.
    desk.run("play --seed 7 --plugin breaks.lua --out match-base-7-stopped.jsonl")
        .fails(1, &["in match-base-7-stopped.jsonl"]);
    desk.run("play --seed 8 --out match-base-7-stopped.jsonl").succeeds();
    assert_eq!(desk.files().len(), 4);
}

#[test]
fn rules_that_differ_give_replays_of_different_names() {
    let desk = Desk::new();
    let play = "play --seed 7 --home random --away random";
    for change in ["", " --set short_limit=5", " --set short_limit=6"] {
        desk.run(&format!("{play}{change}")).succeeds();
    }
    let files = desk.files();
    assert_eq!(files.len(), 3);
    assert!(files.iter().all(|f| f.starts_with("match-base-7")) && files.contains(&"match-base-7.jsonl".to_owned()));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_what_it_leads_to_is_written() {
    let desk = Desk::new();
    desk.write("real/m.csv", "");
    std::os::unix::fs::symlink("real/m.csv", desk.path().join("m.csv")).unwrap();
    std::os::unix::fs::symlink("real/new.jsonl", desk.path().join("new.jsonl")).unwrap();
    desk.run("sim -n 2 --seed 1 --home random --away random --format csv --out m.csv").succeeds();
    desk.run("play --seed 1 --home random --away random --out new.jsonl").succeeds();
    for (link, file) in [("m.csv", "real/m.csv"), ("new.jsonl", "real/new.jsonl")] {
        assert!(std::fs::symlink_metadata(desk.path().join(link)).unwrap().is_symlink());
        assert!(!desk.read(file).is_empty());
    }
}

/// Runs a batch into `m.csv` and sends it a signal when rows have been written.
#[cfg(unix)]
fn signalled(desk: &Desk, signal: &str) -> String {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_touchline"))
        .args("sim -n 1M --seed 1 --home random --away random --format csv --out m.csv".split(' '))
        .current_dir(desk.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let draft = desk.path().join(format!(".m.csv.{}", child.id()));
    while !std::fs::metadata(&draft).is_ok_and(|m| m.len() > 10_000) {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    String::from_utf8(output.stderr).unwrap()
}

#[cfg(unix)]
#[test]
fn a_batch_that_is_stopped_never_replaces_a_whole_one() {
    let desk = Desk::new();
    desk.run("sim -n 2 --seed 1 --home random --away random --format csv --out m.csv").succeeds();
    let whole = desk.read("m.csv");
    let said = signalled(&desk, "-INT");
    assert!(said.contains("in m-stopped.csv") && said.contains("stopped after"), "{said}");
    assert_eq!(desk.read("m.csv"), whole);
    assert_eq!(desk.files(), ["m-stopped.csv", "m.csv"]);
}

#[cfg(unix)]
#[test]
fn a_request_to_end_leaves_no_draft_behind() {
    let desk = Desk::new();
    let said = signalled(&desk, "-TERM");
    assert!(said.contains("stopped after"), "{said}");
    assert_eq!(desk.files(), ["m.csv"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_that_is_interrupted_is_kept_as_far_as_it_went() {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};
    let desk = Desk::new();
    // A pipe that is full keeps the match from ending before the signal comes.
    let (mut told, mut screen) = std::io::pipe().unwrap();
    screen.write_all(&[b' '; 1 << 16]).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_touchline"))
        .args("play --seed 3 --full --out it.jsonl".split(' '))
        .current_dir(desk.path())
        .stdout(screen)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while desk.files().is_empty() {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    std::thread::sleep(std::time::Duration::from_millis(100));
    told.read_to_end(&mut Vec::new()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert_eq!(said, "stopped, the match up to there is in it.jsonl: touchline replay show it.jsonl\n");
    assert_eq!(desk.files(), ["it.jsonl"]);
    let shown = desk.run("replay show it.jsonl").succeeds().out;
    assert!(shown.contains("stopped: interrupted with Ctrl-C"), "{shown}");
    desk.run("verify it.jsonl").succeeds();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_with_the_name_of_the_file() {
    let desk = Desk::new();
    let sim = "sim -n 2000 --seed 1 --home random --away random --format csv --out m.csv";
    let script = format!("trap '' XFSZ; ulimit -f 8; exec {} {sim}", env!("CARGO_BIN_EXE_touchline"));
    let output = std::process::Command::new("bash").args(["-c", &script]).current_dir(desk.path()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && said.contains("m.csv cannot be written"), "{said}");
    assert!(desk.files().is_empty());
}

#[cfg(unix)]
#[test]
fn what_has_no_end_is_not_read() {
    let desk = Desk::new();
    for command in ["verify", "replay show", "league", "cup", "series", "squad check"] {
        let ran = desk.run(&format!("{command} /dev/zero"));
        assert!(ran.code == 2 && ran.err.contains("/dev/zero: is not a file"), "{command}: {}", ran.err);
    }
    desk.run("test /dev/zero").fails(2, &["/dev/zero: is neither a file nor a folder"]);
}

#[cfg(unix)]
#[test]
fn a_file_beyond_its_limit_is_not_read_whole() {
    let desk = Desk::new();
    // It takes no room on the disk, and would take all memory.
    let huge = std::fs::File::create(desk.path().join("huge.yaml")).unwrap();
    huge.set_len(1 << 40).unwrap();
    desk.run("league huge.yaml").fails(1, &["huge.yaml: is larger than 4 MB"]);
    assert!(desk.run("test huge.yaml").fails(1, &[]).out.contains("huge.yaml: is larger than 4 MB"));
    desk.run("verify huge.yaml").fails(1, &["huge.yaml: the replay is larger than 256 MB"]);
}

#[test]
fn a_plugin_with_a_byte_order_mark_is_read() {
    let desk = Desk::new();
    desk.run("new plugin mine").succeeds();
    desk.write("mine.lua", &format!("\u{feff}{}", desk.read("mine.lua")));
    desk.run("check mine.lua").succeeds();
    desk.run("play --plugin mine.lua --seed 1 --out it.jsonl").succeeds();
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_to_itself_is_told_apart_from_a_missing_file() {
    let desk = Desk::new();
    std::os::unix::fs::symlink("loop.yaml", desk.path().join("loop.yaml")).unwrap();
    let ran = desk.run("test loop.yaml").fails(1, &[]);
    assert!(ran.out.contains("loop.yaml: cannot be read: ") && !ran.out.contains("no such"), "{}", ran.out);
    desk.run("test none.yaml").fails(2, &["there is no such file"]);
}

#[test]
fn of_many_mistakes_in_a_file_the_first_hundred_are_told_and_the_rest_counted() {
    let desk = Desk::new();
    let keys: String = (0..20_000).map(|n| format!("k{n}: 1\n")).collect();
    desk.write("keys.yaml", &keys);
    let events = "    - event: { typ: x1 }\n".repeat(9_000);
    desk.write("events.yaml", &format!("- name: x\n  do: []\n  expect:\n{events}"));
    let clauses: Vec<String> = (0..50_000).map(|n| format!("BASE-X-{n}")).collect();
    desk.write("clauses.yaml", &format!("- name: x\n  clauses: [{}]\n", clauses.join(", ")));
    let teams = "  - { name: a, bot: b, squad: c }\n".repeat(9_000);
    desk.write("teams.yaml", &format!("competition: c\nteams:\n{teams}"));
    let squad = desk.run("squad build --style balanced --seed 1").succeeds().out;
    let more: String = (0..9_000).map(|n| format!("  - {{ number: 7, name: a{n}, sections: [rad] }}\n")).collect();
    desk.write("players.yaml", &squad.replace("formations:", &format!("{more}formations:")));
    for (command, file) in [
        ("squad check", "keys.yaml"),
        ("league", "keys.yaml"),
        ("play --home-squad", "keys.yaml"),
        ("test", "events.yaml"),
        ("test", "clauses.yaml"),
        ("league", "teams.yaml"),
        ("squad check", "players.yaml"),
    ] {
        let done = desk.run(&format!("{command} {file}")).fails(1, &[]);
        let told = format!("{}{}", done.out, done.err);
        let listed = told.matches(&format!("{file}:")).count();
        assert!(told.contains(&format!("{file}: and ")) && told.contains(" more problems"), "{command} {file}: {told}");
        assert_eq!(listed, 101, "{command} {file}");
    }
    assert!(desk.run("squad check keys.yaml").fails(1, &[]).out.contains("20,003 offences"));
}

#[test]
fn hints_are_true() {
    let desk = Desk::new();
    desk.write("rq.lua", "local p = { name = 'rq', api = 1, requires = { 'base/cdo', 'complete/skils' } }\nreturn p\n");
    for (name, near) in [("base/cdo", "base/cod"), ("complete/skils", "complete/skills")] {
        let hint = format!("there is no plugin {name}; did you mean `{near}`?");
        assert!(desk.run("check rq.lua").fails(1, &[]).out.contains(&hint));
        desk.run("play --plugin rq.lua").fails(1, &[&hint]);
    }
    let body = "function p.on_cod_tie(ev, m, next)\n  local x = 1\n  x += 1\n  return next()\nend\nreturn p\n";
    desk.write("cx.lua", &format!("local p = {{ name = 'cx', api = 1, requires = {{ 'base/cod' }} }}\n{body}"));
    let said = desk.run("check cx.lua").fails(1, &[]).out;
    assert!(said.starts_with("cx.lua:4: ") && said.contains("1 problem"), "{said}");
    desk.write("nr.lua", "local p = { name = 'nr', api = 1 }\n\n");
    assert!(desk.run("check nr.lua").fails(1, &[]).out.starts_with("nr.lua:2: the file returns nothing"));
    desk.write("st.lua", "local p = { name = 'st', api = 1, state = { qq = {} } }\nreturn p\n");
    assert!(desk.run("check st.lua").fails(1, &[]).out.contains("known are: match, side, player. Write `state"));
    desk.run("play --plugin nrr.lua").fails(2, &["there is no such file; did you mean `nr.lua`"]);
    desk.run("verify nt.lua").fails(2, &["there is no such file; did you mean"]);
    desk.run("sim -f cvs").fails(2, &["a similar value exists: 'csv'"]);
    desk.run("play --seed -1").fails(2, &["expected a whole number from 0 to 18446744073709551615"]);
    desk.run("sim -n 99999999999999999999").fails(2, &["expected a whole number from 1 to 18446744073709551615"]);
}

#[test]
fn a_packed_replay_is_packed_with_zstd() {
    let desk = Desk::new();
    desk.run("play --out m.jsonl.gz").fails(2, &["a replay is named .jsonl, or .jsonl.zst"]);
    assert!(desk.files().is_empty());
}

#[test]
fn a_value_that_cannot_be_read_is_one_mistake() {
    let desk = Desk::new();
    let sheet = desk.run("squad build --style balanced --seed 1").succeeds().out;
    let wrong = sheet.replacen("- { number: 1,", "- { value: 1e400, number: 1,", 1);
    assert_ne!(wrong, sheet);
    desk.write("wrong.yaml", &wrong);
    let found = desk.run("squad check wrong.yaml").fails(1, &[]).out;
    assert!(found.contains("`value` is") && found.contains("1 offence"), "{found}");
}

#[test]
fn a_ruleset_is_wrong_also_where_it_is_not_in_play() {
    let desk = Desk::new();
    let head = |name: &str| format!("ruleset: {name}\ntitle: T\nextends: base\n");
    for (name, rest, said) in [
        ("a", "packs:\n  - custom_squad: [complete/squad, base/nope]\n", "a.yaml:5:36: there is no plugin `base/nope`"),
        ("b", "packs:\n  - custom_sqad: [complete/squad]\n", "b.yaml:5:5: there is no pack `custom_sqad`"),
        ("c", "plugins: [house/longer, house/longer]\n", "c.yaml:4:25: the plugin `house/longer` is listed twice"),
        ("d", "qqqq: 1\n", "d.yaml:4:1: unknown field `qqqq`\n  known: "),
    ] {
        desk.write(&format!("rulesets/{name}.yaml"), &(head(name) + rest));
        desk.run(&format!("--path . rules show {name}")).fails(1, &[said]);
    }
    let skills: Vec<String> = (1..60).map(|n| format!("s{n}")).collect();
    desk.write("rulesets/e.yaml", &format!("{}skills: [{}]\n", head("e"), skills.join(", ")));
    desk.run("--path . rules show e").fails(1, &["is one too many: a ruleset has at most "]);
    desk.write("far.yaml", "- name: x\n  restart: { kind: corner, exit: [1e308, 0] }\n  do: []\n");
    let said = desk.run("test far.yaml").fails(1, &[]).out;
    assert!(said.contains("far.yaml:2:35: a number of centimetres between -10000 and 10000"), "{said}");
    desk.write("cases.yaml", "- name: x\n  ball: home 8\n  do: []\n  cases: []\n");
    let said = desk.run("test cases.yaml").fails(1, &[]).out;
    assert!(said.contains("cases.yaml:4:10: the list of cases is empty"), "{said}");
}
