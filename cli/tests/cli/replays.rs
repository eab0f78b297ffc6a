//! replay and verify.

use crate::support::Desk;

/// A desk with the replay of a match that has a goal.
fn played() -> Desk {
    let desk = Desk::new();
    for seed in 1.. {
        let data = desk.run(&format!("play --json --seed {seed} --out it.jsonl")).succeeds().json();
        if data["score"] != serde_json::json!([0, 0]) {
            return desk;
        }
    }
    desk
}

#[test]
fn a_replay_is_told_and_explained() {
    let desk = played();
    let told = desk.run("replay show it.jsonl").succeeds().out;
    let full = desk.run("replay show it.jsonl --full").succeeds().out;
    assert!(full.lines().count() > told.lines().count());
    let events = desk.run("replay show it.jsonl --json").succeeds().json().as_array().unwrap().clone();
    for (n, event) in events.iter().enumerate() {
        let line = full.lines().find(|line| line.starts_with(&format!("{n:>5} "))).expect("every event is listed");
        let clause = event["entry"]["clause"].as_str().unwrap_or_default();
        assert!(line.ends_with(clause), "{line} has no {clause}");
    }
    let why = desk.run("replay why it.jsonl --goal 1").succeeds().out;
    assert!(why.contains("BASE-"), "{why}");
    desk.run("replay why it.jsonl --goal 99").fails(2, &["no goal 99"]);
    desk.run("replay why it.jsonl").fails(2, &["--goal", "--event"]);
    desk.run("replay why it.jsonl --goal 1 --event 3").fails(2, &["--event"]);
    let stats = desk.run("replay stats it.jsonl").succeeds().out;
    assert!(stats.contains("possession %") && stats.contains("base/cod"));
}

#[test]
fn a_replay_is_verified_and_a_changed_one_is_not() {
    let desk = played();
    assert!(desk.run("verify it.jsonl").succeeds().out.starts_with("confirmed"));
    let text = desk.read("it.jsonl");
    let at = text.find("\"type\":\"goal\"").unwrap();
    desk.write("other.jsonl", &format!("{}{}", &text[..at], text[at..].replacen("\"own\":false", "\"own\":true", 1)));
    let ran = desk.run("verify other.jsonl").fails(1, &[]);
    assert!(ran.out.contains("different"), "{}", ran.out);
    assert_eq!(desk.run("verify other.jsonl --json").fails(1, &[]).json()["confirmed"], false);
    desk.write("foreign.jsonl", "{}\n");
    desk.run("verify foreign.jsonl").fails(1, &["no Touchline replay"]);
    desk.run("replay show foreign.jsonl").fails(1, &["no Touchline replay"]);
}

#[test]
fn a_replay_damaged_in_the_middle_is_not_said_to_be_cut_off() {
    let desk = played();
    let text = desk.read("it.jsonl");
    let middle = text[..text.len() / 2].rfind("\n{\"e\":").unwrap() + 1;
    desk.write("other.jsonl", &format!("{}!{}", &text[..middle], &text[middle..]));
    let ran = desk.run("replay show other.jsonl").succeeds();
    assert!(ran.err.contains("of the replay is wrong"), "{}", ran.err);
    assert!(ran.out.contains("the end of the match is missing") && !ran.out.contains("cut off"), "{}", ran.out);
}

#[test]
fn an_event_names_what_it_follows_from() {
    let desk = Desk::new();
    desk.run("play --seed 7 --out it.jsonl").succeeds();
    let events = desk.run("replay show it.jsonl --json").succeeds().json();
    let of = |from: usize, kind: &str| (from..).find(|n| events[*n]["entry"]["type"] == kind).unwrap();
    let tie = of(0, "cod_tie");
    let event = of(tie, "possession");
    let data = desk.run(&format!("replay why it.jsonl --event {event} --json")).succeeds().json();
    assert_eq!(data["follows"], serde_json::json!([tie, tie - 1]));
    let clause = events[tie]["entry"]["clause"].as_str().unwrap();
    assert!(data["explanation"].as_str().unwrap().contains(clause), "{data}");
}

#[test]
fn a_replay_by_rules_that_have_changed_is_confirmed_and_says_so() {
    let desk = Desk::new();
    desk.run("new plugin mine").succeeds();
    let told = desk.run("play --seed 3 --plugin mine.lua --out it.jsonl").succeeds().out;
    let hint = told.lines().find(|l| l.contains("touchline verify")).unwrap();
    assert!(hint.contains("touchline verify it.jsonl --plugin mine.lua "), "{hint}");
    desk.write("mine.lua", &format!("{}-- a remark\n", desk.read("mine.lua")));
    let told = desk.run("verify it.jsonl --plugin mine.lua").succeeds().out;
    assert!(told.starts_with("confirmed") && told.contains("other rules") && told.contains("mine"), "{told}");
    let data = desk.run("verify it.jsonl --plugin mine.lua --json").succeeds().json();
    assert_eq!((&data["confirmed"], &data["same_rules"]), (&true.into(), &false.into()));
}

#[test]
fn the_hint_to_verify_names_the_folder_of_the_rules() {
    let desk = Desk::new();
    let told = desk.run("play --seed 3 --out it.jsonl --path .").succeeds().out;
    assert!(told.contains("touchline verify it.jsonl --path . "), "{told}");
}

#[test]
fn the_commentary_tells_corners_free_kicks_throw_ins_and_goal_kicks() {
    let desk = Desk::new();
    let words = ["Corner for", "free kick at", "Throw-in for", "Goal kick for", "put up a wall of", ": penalty"];
    let mut told = String::new();
    for seed in 1..=20 {
        told += &desk.run(&format!("play --ruleset complete --seed {seed} --out it.jsonl")).succeeds().out;
        if words.iter().all(|words| told.contains(words)) {
            break;
        }
    }
    for words in words {
        assert!(told.contains(words), "no `{words}` in\n{told}");
    }
    assert!(!told.contains("Penalty for"), "a penalty is told once\n{told}");
}

#[test]
fn a_packed_replay_reads_like_a_plain_one() {
    let desk = Desk::new();
    desk.run("play --seed 3 --out it.jsonl.zst").succeeds();
    desk.run("play --seed 3 --out it.jsonl").succeeds();
    assert_eq!(desk.run("replay show it.jsonl.zst").succeeds().out, desk.run("replay show it.jsonl").succeeds().out);
    desk.run("verify it.jsonl.zst").succeeds();
}

#[test]
fn a_match_with_a_house_rule_is_verified_with_its_file() {
    let desk = Desk::new();
    desk.run("new plugin mine").succeeds();
    desk.run("play --seed 3 --plugin mine.lua --out it.jsonl").succeeds();
    desk.run("verify it.jsonl").fails(2, &["mine", "--plugin"]);
    desk.run("verify it.jsonl --plugin mine.lua").succeeds();
}

#[test]
fn several_replays_and_folders_are_verified_a_line_each() {
    let desk = played();
    std::fs::create_dir_all(desk.path().join("cup/matches")).unwrap();
    desk.run("play --home random --away random --seed 3 --out cup/matches/1.jsonl.zst").succeeds();
    let good = desk.run("verify it.jsonl cup").succeeds().out;
    assert!(good.contains("confirmed  it.jsonl\n") && good.contains("1.jsonl.zst\n"), "{good}");
    assert!(good.ends_with("2 replays: 2 confirmed\n"), "{good}");
    let text = desk.read("it.jsonl");
    let at = text.find("\"type\":\"goal\"").unwrap();
    desk.write("cup/other.jsonl", &text[..at]);
    desk.write("cup/foreign.jsonl", "{}\n");
    // One that differs does not keep the others from being looked at.
    let bad = desk.run("verify cup/other.jsonl cup/foreign.jsonl cup/matches none.jsonl").fails(1, &[]).out;
    for words in ["cup/other.jsonl: ", "not read   cup/foreign.jsonl: ", "confirmed  cup/matches/1", "none.jsonl: "] {
        assert!(bad.contains(words), "{words}: {bad}");
    }
    assert!(bad.ends_with("4 replays: 1 confirmed, 3 not\n"), "{bad}");
    let rows = desk.run("verify cup --json").fails(1, &[]).json();
    assert_eq!(rows.as_array().unwrap().iter().filter(|r| r["confirmed"] == true).count(), 1);
    std::fs::create_dir(desk.path().join("empty")).unwrap();
    desk.run("verify empty").fails(2, &["there is no replay"]);
}
