//! squad, and squads that play.

use crate::support::Desk;

#[test]
fn the_squads_are_listed_and_shown() {
    let desk = Desk::new();
    let list = desk.run("squad list").succeeds().out;
    for name in ["high-press", "counter", "wide-crosses", "wall"] {
        assert!(list.contains(name), "{list}");
    }
    let data = desk.run("squad list --json").succeeds().json();
    assert!(data.as_array().unwrap().iter().all(|s| s["value"] == 34));
    let shown = desk.run("squad show wall").succeeds().out;
    assert!(shown.contains("Stonegate") && shown.contains("may play by complete"), "{shown}");
    desk.run("squad show wal").fails(2, &["there is no squad `wal`", "did you mean `wall`"]);
}

#[test]
fn a_squad_is_built_checked_and_plays() {
    let desk = Desk::new();
    let built = desk.run("squad build --style counter --seed 7").succeeds().out;
    desk.run("squad build --style counter --seed 7 --out mine.yaml").succeeds();
    assert_eq!(desk.read("mine.yaml"), built);
    assert!(desk.run("squad check mine.yaml wall").succeeds().out.contains("fine"));
    desk.run("squad build --style wall --out mine.yaml").fails(1, &["mine.yaml is already there"]);
    assert_eq!(desk.read("mine.yaml"), built);
    let play = "play --ruleset complete --home random --away random --seed 3 --home-squad mine.yaml --away-squad high-press --json";
    let data = desk.run(play).succeeds().json();
    assert_eq!(data["squads"], serde_json::json!(["Counter", "Ironside"]));
    let replay = data["replay"].as_str().unwrap();
    assert!(desk.read(replay).lines().next().unwrap().contains("Ironside"));
    desk.run(&format!("verify {replay}")).succeeds();
}

#[test]
fn an_unknown_style_or_squad_is_answered_with_the_nearest_name() {
    let desk = Desk::new();
    desk.run("squad build --style countr --out x.yaml")
        .fails(2, &["there is no style `countr`", "did you mean `counter`"]);
    desk.run("squad build --style wall --ruleset base").fails(2, &["no pool"]);
    desk.run("sim -n 1 --ruleset complete --home-squad hi-press").fails(2, &["did you mean `high-press`"]);
    desk.run("play --ruleset complete --away-squad none.yaml").fails(2, &["none.yaml"]);
    assert!(desk.files().is_empty());
}

#[test]
fn every_offence_of_an_illegal_squad_is_listed_and_nothing_is_written() {
    let desk = Desk::new();
    let sheet = desk.run("squad build --style balanced --seed 1").succeeds().out;
    let wrong =
        sheet.replacen("sections: [purple", "sections: [bleu, purple", 1).replacen("number: 16", "number: 2", 1);
    desk.write("wrong.yaml", &wrong);
    let found = desk.run("squad check wrong.yaml").fails(1, &[]).out;
    for words in [
        "wrong.yaml:8",
        "there is no skill `bleu`",
        "did you mean `blue`",
        "the number 2 is given twice",
        "COMP-SQUAD-03",
    ] {
        assert!(found.contains(words), "{words}: {found}");
    }
    let play = "play --ruleset complete --home-squad wrong.yaml";
    desk.run(play).fails(1, &["wrong.yaml:8", "`bleu`", "given twice", "COMP-SQUAD-03"]);
    assert_eq!(desk.files(), ["wrong.yaml"]);
    desk.run("play --ruleset complete --home-squad base").fails(1, &["may not play", "COMP-SQUAD-04", "COMP-SQUAD-03"]);
}

#[test]
fn sim_and_compare_name_the_squads() {
    let desk = Desk::new();
    let rest = "--ruleset complete --home random --away random -n 1 --seed 1 --home-squad wall --json";
    for command in ["sim", "compare --set short_limit=5"] {
        let data = desk.run(&format!("{command} {rest}")).succeeds().json();
        assert_eq!(data["squads"], serde_json::json!(["Stonegate", "Millbrook"]), "{command}");
    }
}

#[test]
fn a_missing_key_or_a_wrong_type_hides_no_other_offence() {
    let desk = Desk::new();
    let sheet = desk.run("squad build --style balanced --seed 1").succeeds().out;
    let start = sheet.find("uniform:").unwrap();
    let end = sheet.find("players:").unwrap();
    let wrong = format!("{}{}", &sheet[..start], &sheet[end..])
        .replacen("number: 5", "number: five", 1)
        .replace("formations: [", "formations: [9-9-9, ");
    desk.write("wrong.yaml", &wrong);
    let found = desk.run("squad check wrong.yaml").fails(1, &[]).out;
    for words in ["`uniform` is missing", "`number` is `five`", "there is no formation `9-9-9`", "3 offences"] {
        assert!(found.contains(words), "{words}: {found}");
    }
    assert!(!found.contains("expected u8") && !found.contains("players["), "{found}");
    let places = |text: &str| text.matches("wrong.yaml:").count();
    let lines = found.lines().filter(|l| l.starts_with("wrong.yaml:"));
    for line in lines.clone() {
        let place: Vec<&str> = line.split(": ").next().unwrap().split(':').collect();
        assert!(place.len() == 3 && place[1..].iter().all(|n| n.parse::<u32>().is_ok()), "{line}");
    }
    assert_eq!((lines.count(), places(&found)), (3, 3), "{found}");
}
