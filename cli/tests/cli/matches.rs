//! play and sim.

use crate::support::Desk;
use parquet::file::reader::{FileReader, SerializedFileReader};

#[test]
fn play_writes_a_replay_and_says_how_to_look_at_it() {
    let desk = Desk::new();
    let told = desk.run("play --seed 7").succeeds().out;
    assert_eq!(desk.files(), ["match-base-7.jsonl"]);
    for words in ["seed 7", "goals", "possession %", "match-base-7.jsonl", "touchline verify"] {
        assert!(told.contains(words), "{words}");
    }
    assert_eq!(desk.run("play --seed 7").succeeds().out, told);
}

#[test]
fn a_game_of_dice_ends_with_its_match_sheet_and_has_statistics_of_its_own() {
    let desk = Desk::new();
    let told = desk.run("play --ruleset tomy --seed 7").succeeds().out;
    for words in ["MATCH SHEET", "1st half", "half-time", "winner:", "combinations claimed", "warnings"] {
        assert!(told.contains(words), "{words}");
    }
    assert!(!told.contains("possession %"));
    desk.run("verify match-tomy-7.jsonl").succeeds();
    assert!(desk.run("replay why match-tomy-7.jsonl --goal 1").succeeds().out.contains("TOMY-"));
    let csv = desk.run("sim --ruleset tomy -n 2 --seed 5 --format csv").succeeds().out;
    let heading = csv.lines().next().unwrap();
    assert!(heading.contains("throws_home") && !heading.contains("offsides"), "{heading}");
}

#[test]
fn play_chooses_and_prints_a_seed() {
    let desk = Desk::new();
    let data = desk.run("play --json --home random --away random").succeeds().json();
    let again = format!("play --json --home random --away random --seed {}", data["seed"]);
    assert_eq!(desk.run(&again).succeeds().json(), data);
}

#[test]
fn play_spares_a_file_that_is_no_replay() {
    let desk = Desk::new();
    desk.write("diary.txt", "dear diary");
    desk.run("play --seed 7 --out diary.txt").fails(1, &["diary.txt", "--force"]);
    assert_eq!(desk.read("diary.txt"), "dear diary");
    desk.run("play --seed 7 --out diary.txt --force").succeeds();
    desk.run("play --seed 8 --out diary.txt").succeeds();
}

#[test]
fn a_match_of_a_batch_can_be_played_alone() {
    let desk = Desk::new();
    let csv = desk.run("sim -n 3 --seed 5 --format csv").succeeds().out;
    let row: Vec<&str> = csv.lines().nth(3).unwrap().split(',').collect();
    let data = desk.run(&format!("play --json --seed {}", row[1])).succeeds().json();
    assert_eq!((data["score"][0].to_string(), data["score"][1].to_string()), (row[2].to_owned(), row[3].to_owned()));
}

#[test]
fn results_do_not_depend_on_the_threads() {
    let desk = Desk::new();
    for format in ["csv", "json", "table"] {
        let run = |threads: u8| {
            desk.run(&format!("sim -n 40 --seed 2 --format {format} --threads {threads} --home random")).succeeds().out
        };
        assert_eq!(run(1), run(2), "{format}");
    }
}

#[test]
fn csv_has_a_heading_and_a_row_for_each_match() {
    let desk = Desk::new();
    desk.run("sim -n 12 --seed 2 --format csv --out m.csv --home random").succeeds();
    let csv = desk.read("m.csv");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 13);
    assert!(lines[0].starts_with("match,seed,score_home,score_away,"));
    assert!(lines.iter().all(|l| l.split(',').count() == lines[0].split(',').count()));
    assert_eq!(desk.files(), ["m.csv"]);
}

#[test]
fn parquet_holds_the_rows_of_the_csv() {
    let desk = Desk::new();
    desk.run("sim -n 9 --seed 2 --format parquet").fails(2, &["--out"]);
    desk.run("sim -n 9 --seed 2 --format parquet --out m.parquet").succeeds();
    let csv = desk.run("sim -n 9 --seed 2 --format csv").succeeds().out;
    let file = SerializedFileReader::new(std::fs::File::open(desk.path().join("m.parquet")).unwrap()).unwrap();
    let footer = file.metadata().file_metadata().key_value_metadata().unwrap();
    assert!(footer.iter().any(|kv| kv.key == "touchline.seed" && kv.value.as_deref() == Some("2")));
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    for (row, line) in file.get_row_iter(None).unwrap().zip(lines) {
        for ((column, value), (name, expected)) in row.unwrap().get_column_iter().zip(names.iter().zip(line.split(',')))
        {
            assert_eq!(column, name);
            let shown = value.to_string();
            let same = match (shown.as_str(), expected) {
                ("null", "") => true,
                (a, b) if a.trim_matches('"') == b => true,
                (a, b) => a.parse::<f64>().unwrap() == b.parse::<f64>().unwrap(),
            };
            assert!(same, "{name}: {shown} {expected}");
        }
    }
    assert_eq!(file.metadata().file_metadata().num_rows(), 9);
}

#[test]
fn json_carries_what_is_needed_to_run_it_again() {
    let desk = Desk::new();
    let data = desk.run("sim -n 6 --json --away random").succeeds().json();
    assert_eq!((&data["matches"], &data["complete"], &data["away"]), (&6.into(), &true.into(), &"random".into()));
    assert_eq!(data["hash"].as_str().unwrap().len(), 64);
    let goals = &data["stats"]["goals"]["home"];
    assert!(goals["low"].as_f64() <= goals["mean"].as_f64());
    let again = desk.run(&format!("sim -n 6 --json --away random --seed {}", data["seed"])).succeeds().json();
    assert_eq!(again, data);
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_there_is_and_leaves_no_draft_behind() {
    use std::process::{Command, Stdio};
    let desk = Desk::new();
    let mut child = Command::new(env!("CARGO_BIN_EXE_touchline"))
        .args("sim -n 1M --seed 1 --home random --away random --format csv --out m.csv".split(' '))
        .current_dir(desk.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The draft appears once the handler is about to be set; rows follow when the matches run.
    while !desk.files().iter().any(|f| std::fs::metadata(desk.path().join(f)).is_ok_and(|m| m.len() > 10_000)) {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::yield_now();
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("stopped after"));
    assert_eq!(desk.files(), ["m.csv"]);
    let csv = desk.read("m.csv");
    assert!(csv.ends_with('\n') && csv.lines().count() > 1);
}

#[test]
fn a_match_that_a_plugin_keeps_from_ending_is_no_result() {
    let desk = Desk::new();
    desk.write(
        "still.lua",
        "local p = { name = \"still\", api = 1, clauses = { \"MY-01\" } }\n\
         function p.on_clock(ev, m, next)\n\
           if ev.question == \"tick\" then return 0, \"MY-01\" end\n\
           return next()\n\
         end\n\
         return p\n",
    );
    let play = desk.run("play --ruleset base --home random --away random --seed 1 --plugin still.lua");
    assert_eq!(play.code, 1, "{}", play.out);
    assert!(
        play.err.contains("decisions and was given up") && play.err.contains("answered by still ("),
        "{}",
        play.err
    );
    let sim = desk.run("sim --matches 2 --ruleset base --home random --away random --seed 1 --plugin still.lua");
    let sim = sim.fails(1, &["of 2 matches none ended within 20,000 decisions", "answered by still ("]);
    assert!(!sim.out.contains("home wins"), "{}", sim.out);
    let json =
        desk.run("sim --json --matches 2 --ruleset base --home random --away random --seed 1 --plugin still.lua");
    let value: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(value["results"]["abandoned"], 2);
    assert_eq!(value["results"]["draws"], 0);
}

#[test]
fn a_match_without_an_end_is_put_down_to_who_says_when_a_phase_is_over() {
    let desk = Desk::new();
    let header = "api = 1, requires = { 'base/cod' }, clauses = { 'LONGER-01' } }";
    for (name, next) in [("forever", "p1"), ("third", "p3")] {
        let hook = format!("function rule.on_phase_end(ev, m, next) return '{next}', 'LONGER-01' end");
        desk.write(
            &format!("{name}.lua"),
            &format!("local rule = {{ name = '{name}', {header}\n{hook}\nreturn rule\n"),
        );
        let said = desk.run(&format!("check {name}.lua")).fails(1, &[]).out;
        assert!(said.starts_with(&format!("{name}.lua:2: on_phase_end: a match does not end within ")), "{said}");
    }
    let blamed = [
        "on_clock is answered by base/time",
        "on_phase_end is answered by forever (forever.lua:2), base/turn",
        "beside the plugins that base lists: forever",
    ];
    desk.run("play --plugin forever.lua --seed 1").fails(1, &blamed);
    let batch = "-n 2 --seed 1";
    let none = "of 2 matches none ended within 20,000 decisions";
    let sim = desk.run(&format!("sim {batch} --plugin forever.lua")).fails(1, &blamed).fails(1, &[none]);
    assert!(!sim.out.contains("home wins"), "{}", sim.out);
    let compared = desk.run(&format!("compare {batch} --with forever.lua")).fails(1, &blamed).fails(1, &[none]);
    assert!(!compared.out.contains("No figure differs"), "{}", compared.out);
}
