//! league, cup and series: results, resuming, and what is wrong with an input.

use crate::support::Desk;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const LEAGUE: &str = "competition: Test League\nformat: league\nseed: 4\nteams:\n  - { name: Anchor, bot: random }\n  - { name: Bell, bot: random }\n  - { name: Crane, bot: random }\n  - { name: Drum, bot: random }\n";

fn league() -> Desk {
    let desk = Desk::new();
    desk.write("season.yaml", LEAGUE);
    desk
}

/// Every file below a folder with its bytes.
fn everything(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                found.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn a_league_has_a_table_results_and_a_replay_of_each_match() {
    let desk = league();
    let told = desk.run("league season.yaml").succeeds().out;
    for words in ["Test League", "round 6", "points", "win the league", "touchline replay show"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let files = everything(&desk.path().join("season"));
    assert_eq!(files.keys().filter(|f| f.starts_with("matches/")).count(), 12);
    for file in ["competition.json", "results.json", "results.csv", "standings.json", "standings.csv"] {
        assert!(files.contains_key(file), "{file}");
    }
    let table: serde_json::Value = serde_json::from_slice(&files["standings.json"]).unwrap();
    let rows = table["standings"].as_array().unwrap();
    let sum = |key: &str| rows.iter().map(|r| r[key].as_i64().unwrap()).sum::<i64>();
    assert_eq!((rows.len(), sum("played"), sum("difference")), (4, 24, 0));
    assert_eq!(sum("goals_for"), sum("goals_against"));
    let points: Vec<i64> = rows.iter().map(|r| r["points"].as_i64().unwrap()).collect();
    assert!(points.is_sorted_by(|a, b| a >= b), "{points:?}");
    let replay = files.keys().find(|f| f.starts_with("matches/005")).unwrap();
    desk.run(&format!("verify season/{replay}")).succeeds();
    // Given again it is complete, and nothing changes.
    let again = desk.run("league season.yaml").succeeds().err;
    assert!(again.contains("this league is finished: 12 matches in season"), "{again}");
    assert_eq!(everything(&desk.path().join("season")), files);
}

#[test]
fn results_of_a_competition_do_not_depend_on_the_threads() {
    let desk = league();
    desk.run("league season.yaml --out one --threads 1").succeeds();
    desk.run("league season.yaml --out three --threads 3").succeeds();
    assert_eq!(everything(&desk.path().join("one")), everything(&desk.path().join("three")));
}

#[test]
fn a_killed_run_goes_on_and_ends_with_the_same_bytes() {
    let desk = league();
    desk.run("league season.yaml --out whole").succeeds();
    let whole = everything(&desk.path().join("whole"));
    let folder = desk.path().join("killed");
    let mut kills = 0;
    // Killed a little later each time, until a run survives.
    for patience in 0u32..400 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_touchline"))
            .current_dir(desk.path())
            .args(["league", "season.yaml", "--out", "killed", "--threads", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(u64::from(30 * patience % 700 + patience)));
        if child.try_wait().unwrap().is_some_and(|status| status.success()) {
            break;
        }
        // On Unix this is SIGKILL.
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        if folder.join("competition.json").exists() {
            let kept = std::fs::read(folder.join("competition.json")).unwrap();
            let journal: serde_json::Value = serde_json::from_slice(&kept).unwrap();
            assert!(journal["matches"].as_array().unwrap().len() <= 12);
        }
    }
    assert!(kills > 0, "no run was killed");
    desk.run("league season.yaml --out killed").succeeds();
    assert_eq!(everything(&folder), whole);
}

/// A league of which the first matches are played.
fn begun() -> Desk {
    let desk = league();
    let mut child = Command::new(env!("CARGO_BIN_EXE_touchline"))
        .current_dir(desk.path())
        .args(["league", "season.yaml", "--threads", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let journal = desk.path().join("season/competition.json");
    loop {
        let kept = std::fs::read(&journal).ok().and_then(|b| serde_json::from_slice::<serde_json::Value>(&b).ok());
        let played = kept.map_or(0, |journal| journal["matches"].as_array().unwrap().len());
        if played > 0 || child.try_wait().unwrap().is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    desk
}

#[test]
fn a_run_whose_inputs_changed_is_refused_and_nothing_is_lost() {
    let desk = begun();
    let folder = desk.path().join("season");
    let before = everything(&folder);
    for (from, to, said) in [
        ("seed: 4", "seed: 5", "the seed was 4, is 5"),
        ("name: Crane", "name: Crow", "team 3 was Crane, is Crow"),
        ("name: Bell, bot: random", "name: Bell, bot: coach", "the bot of Bell was random, is coach"),
        ("seed: 4", "seed: 4\nparams: { short_limit: 5 }", "the rules have changed"),
        ("seed: 4", "seed: 4\nleague: { points: { win: 2 } }", "  - points.win was 3, is 2\n  Put"),
        ("seed: 4", "seed: 4\nleague: { legs: 4 }", "  - legs was 2, is 4\n  Put"),
        ("  - { name: Bell, bot: random }\n", "", ":\n  - Bell is gone\n  Put"),
        ("  - { name: Bell", "  - { name: Ash }\n  - { name: Bell", ":\n  - Ash is new\n  Put"),
        ("Test League", "Other League", "the competition's name was Test League, is Other League"),
    ] {
        desk.write("season.yaml", &LEAGUE.replace(from, to));
        desk.run("league season.yaml").fails(1, &[said, "Nothing was changed"]);
        assert_eq!(everything(&folder), before, "{said}");
    }
    // A comment changes nothing.
    desk.write("season.yaml", &format!("# a remark\n{LEAGUE}"));
    desk.run("league season.yaml").succeeds();
}

#[test]
fn an_edited_squad_is_noticed() {
    let desk = league();
    let squad = include_str!("../../../rulesets/squads/base.yaml");
    desk.write("anchor.yaml", squad);
    desk.write("season.yaml", &LEAGUE.replace("name: Anchor,", "name: Anchor, squad: anchor.yaml,"));
    desk.run("league season.yaml").succeeds();
    desk.write("anchor.yaml", &squad.replace("Heath", "Heather"));
    desk.run("league season.yaml").fails(1, &["the players of Anchor have changed", "anchor.yaml"]);
}

#[test]
fn an_edited_replay_or_journal_is_noticed() {
    let desk = league();
    desk.run("league season.yaml").succeeds();
    let folder = desk.path().join("season");
    let files = everything(&folder);
    let replay = files.keys().find(|f| f.starts_with("matches/002")).unwrap().clone();
    let restore = || std::fs::write(folder.join(&replay), &files[&replay]).unwrap();
    let mut bytes = files[&replay].clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(folder.join(&replay), bytes).unwrap();
    desk.run("league season.yaml").fails(1, &["match 2 was changed", &replay]);
    std::fs::remove_file(folder.join(&replay)).unwrap();
    desk.run("league season.yaml").fails(1, &["match 2 is missing"]);
    restore();
    let journal = desk.read("season/competition.json").replacen("\"score\": [\n        ", "\"score\": [\n        1", 1);
    desk.write("season/competition.json", &journal);
    desk.run("league season.yaml").fails(1, &["competition.json", "edited"]);
    std::fs::write(folder.join("competition.json"), &files["competition.json"]).unwrap();
    desk.run("league season.yaml").succeeds();
    assert_eq!(everything(&folder), files);
}

#[test]
fn bad_files_are_refused_with_their_place_and_nothing_is_written() {
    let desk = Desk::new();
    for (from, to, said) in [
        (
            "bot: random }\n  - { name: Bell",
            "squad: bsae }\n  - { name: Bell",
            &["season.yaml:5:28", "did you mean `base`?"][..],
        ),
        ("bot: random }\n  - { name: Bell", "squad: none.yaml }\n  - { name: Bell", &["season.yaml:5:28", "none.yaml"]),
        ("name: Bell", "name: Anchor", &["season.yaml:6:13", "`Anchor` is listed twice"]),
        ("format: league", "format: leage", &["season.yaml:2:9", "did you mean `league`?"]),
        ("format: league", "format: cup", &["season.yaml:2:9", "touchline cup season.yaml"]),
        ("seed: 4", "sed: 4", &["season.yaml:3:1", "did you mean `seed`?"]),
        ("name: Bell, bot: random", "name: Bell, bot: couch", &["season.yaml:6:24", "did you mean `coach`?"]),
        ("seed: 4", "ruleset: bas", &["season.yaml:3:10", "did you mean `base`?"]),
        ("seed: 4", "params: { short_limt: 3 }", &["season.yaml:3:11", "did you mean `short_limit`?"]),
        ("seed: 4", "params: { short_limit: 300 }", &["season.yaml:3:11", "short_limit"]),
        ("seed: 4", "plugins: [house/nothing]", &["season.yaml:3:11", "house/nothing"]),
        ("seed: 4", "league: { order: [points, gaols] }", &["season.yaml:3:27", "did you mean `goals`?"]),
        ("seed: 4", "league: { legs: 9 }", &["season.yaml:3:17", "`legs` is 9"]),
    ] {
        assert!(LEAGUE.contains(from), "{from}");
        desk.write("season.yaml", &LEAGUE.replacen(from, to, 1));
        desk.run("league season.yaml").fails(1, said);
        assert_eq!(desk.files(), ["season.yaml"], "{to}");
    }
    desk.write("season.yaml", "competition: Empty\nteams: []\n");
    desk.run("league season.yaml").fails(1, &["season.yaml:2:1", "0 teams"]);
    desk.run("league missing.yaml").fails(2, &["missing.yaml"]);
    desk.write("full/diary.txt", "dear diary");
    desk.write("season.yaml", LEAGUE);
    desk.run("league season.yaml --out full").fails(1, &["full", "holds no competition"]);
    assert_eq!(desk.read("full/diary.txt"), "dear diary");
}

#[test]
fn every_match_of_a_cup_has_a_winner() {
    let desk = league();
    desk.write("cup.yaml", &format!("{}  - {{ name: Elm, bot: random }}\n", LEAGUE.replace("league", "cup")));
    let data = desk.run("cup cup.yaml --json").succeeds().json();
    let matches = data["results"]["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 4);
    assert!(matches.iter().all(|m| m["winner"].is_string()), "{matches:#?}");
    assert_eq!(matches[3]["round"], "final");
    assert_eq!(data["results"]["champion"], matches[3]["winner"]);
    assert_eq!(data["standings"]["standings"][0]["team"], matches[3]["winner"]);
}

#[test]
fn a_series_ends_when_one_has_won_twice() {
    let desk = Desk::new();
    desk.write("two.yaml", "competition: Two\nteams:\n  - { name: A, bot: random }\n  - { name: B, bot: random }\n");
    let data = desk.run("series two.yaml --json").succeeds().json();
    let matches = data["results"]["matches"].as_array().unwrap();
    let champion = &data["results"]["champion"];
    assert_eq!(matches.iter().filter(|m| m["winner"] == *champion).count(), 2);
    assert!((2..=3).contains(&matches.len()));
    assert_eq!(matches[1]["home"], "B", "the return match is at the other's");
}

/// Every foul is a red card.
const STRICT: &str = "local strict = { name = \"strict\", api = 1, clauses = { \"STRICT-01\" } }\n\nfunction strict.on_foul(ev, m, foul)\n  if ev.cause ~= \"offside\" then\n    foul.send_off = true\n    return \"STRICT-01\"\n  end\nend\n\nreturn strict\n";

#[test]
fn who_was_sent_off_or_badly_hurt_misses_the_next_match_and_is_named() {
    let desk = league();
    desk.write("strict.lua", STRICT);
    let rough = "plugins: [strict.lua, tournament/suspensions, tournament/injuries]\nparams: { injury_max: 6, serious_at: 1 }\nseed: 3";
    desk.write("season.yaml", &LEAGUE.replace("seed: 4", rough));
    let told = desk.run("league season.yaml").succeeds().out;
    assert!(told.contains("misses: ") && told.contains(", red card in match "), "{told}");
    assert!(told.contains(", serious injury in match "), "{told}");
    let data = desk.run("league season.yaml --json").succeeds().json();
    let matches = data["results"]["matches"].as_array().unwrap();
    // Each absence names an earlier match of the same team, and the next one only.
    let mut checked = 0;
    for (n, played) in matches.iter().enumerate() {
        for side in ["home", "away"] {
            for absent in played["missing"][side].as_array().unwrap() {
                let text = absent.as_str().unwrap();
                let since: usize = text.rsplit(' ').next().unwrap().parse().unwrap();
                let team = &played[side];
                let plays = |m: &serde_json::Value| m["home"] == *team || m["away"] == *team;
                assert!(plays(&matches[since - 1]), "{text}");
                assert!(!matches[since..n].iter().any(plays), "{text}: not the next match of {team}");
                checked += 1;
            }
        }
    }
    assert!(checked > 1, "{told}");
    // What came in is part of the replay.
    let missed = |m: &&serde_json::Value| ["home", "away"].iter().any(|side| m["missing"][side][0].is_string());
    let absent = matches.iter().find(missed).unwrap();
    let replay = absent["replay"].as_str().unwrap();
    desk.run(&format!("verify season/{replay} --plugin strict.lua")).succeeds();
    let shown = desk.run(&format!("replay show season/{replay}")).succeeds().out;
    assert!(shown.contains("is missing: "), "{shown}");
}

#[test]
fn a_cup_of_the_dice_game_is_kept_on_its_sheet() {
    let desk = league();
    desk.write("dice.yaml", &LEAGUE.replace("format: league", "ruleset: tomy"));
    let told = desk.run("cup dice.yaml").succeeds().out;
    for words in ["TOURNAMENT SHEET", "semi-finals", "│ won", "winner: "] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let data = desk.run("cup dice.yaml --json").succeeds().json();
    let matches = data["results"]["matches"].as_array().unwrap();
    assert!((6..=9).contains(&matches.len()), "three ties of two or three matches: {}", matches.len());
    assert!(matches.iter().all(|m| m["winner"].is_string()));
    assert!(desk.read("dice/sheet.txt").contains("TOURNAMENT SHEET"));
    // The same rules as a series of two.
    desk.write("two.yaml", "competition: Two\nruleset: tomy\nteams:\n  - { name: A }\n  - { name: B }\n");
    let data = desk.run("series two.yaml --json").succeeds().json();
    let champion = &data["results"]["champion"];
    let won = data["results"]["matches"].as_array().unwrap().iter().filter(|m| m["winner"] == *champion).count();
    assert_eq!(won, 2);
}

#[test]
fn the_examples_are_played() {
    let desk = Desk::new();
    for (kind, name, text) in [
        ("league", "league", include_str!("../../../examples/league.yaml")),
        ("league", "tournament", include_str!("../../../examples/tournament.yaml")),
        ("cup", "cup", include_str!("../../../examples/cup.yaml")),
        ("cup", "dice-cup", include_str!("../../../examples/dice-cup.yaml")),
        ("series", "series", include_str!("../../../examples/series.yaml")),
    ] {
        desk.write(&format!("{name}.yaml"), text);
        let told = desk.run(&format!("{kind} {name}.yaml")).succeeds().out;
        assert!(told.contains(&format!("win the {kind}.")), "{told}");
        // The example is there to show who misses a match.
        assert!(name != "tournament" || told.contains(" misses: "), "{told}");
    }
}

#[test]
fn every_offence_of_a_competition_file_is_listed_with_its_line() {
    let desk = Desk::new();
    let bad = include_str!("../../../rulesets/squads/balanced.yaml");
    desk.write("one.yaml", &bad.replace("[blue, grey]", "[blu, grey]"));
    desk.write("two.yaml", &bad.replace("name: Cedar", "name: Birch"));
    desk.write(
        "many.yaml",
        "competition: Many\nruleset: complete\nseed: x\nteams:\n  - { name: A, squad: none.yaml }\n  - { name: B, squad: countre, bto: coach }\n  - { name: A }\n  - { name: C, squad: one.yaml }\n  - { name: D, squad: two.yaml, bot: couch }\nparams: { budgett: 3 }\ncup: { wins: 2 }\n",
    );
    let told = [
        "many.yaml:3:7: `seed` is `x`",
        "many.yaml:5:23: none.yaml",
        "many.yaml:6:23: there is no squad `countre`",
        "did you mean `counter`?",
        "many.yaml:6:32: team B: there is no key `bto`",
        "many.yaml:7:13: the team `A` is listed twice",
        "many.yaml:8:23: the squad `one.yaml` may not play by complete",
        "many.yaml:9:38: there is no bot `couch`",
        "many.yaml:10:11: there is no parameter `budgett`",
        "many.yaml:11:1: `cup` says nothing about a league",
        "one.yaml:8:",
        "two.yaml:9:",
    ];
    let ran = desk.run("league many.yaml").fails(1, &told);
    assert!(!ran.err.contains("u64") && !ran.err.contains("expected"), "{}", ran.err);
    assert_eq!(desk.files(), ["many.yaml", "one.yaml", "two.yaml"]);
    desk.write("one.yaml", "competition: One\nleague: { legs: 1 }\nteams:\n  - { name: A }\n");
    desk.run("cup one.yaml").fails(1, &["one.yaml:2:1: `league` says nothing about a cup", "1 team is listed"]);
}

#[test]
fn a_heading_comes_once_and_byes_stand_in_their_round() {
    let desk = league();
    let five = format!("{}  - {{ name: Elm, bot: random }}\n", LEAGUE.replace("format: league\n", ""));
    desk.write("cup.yaml", &format!("{five}cup: {{ wins: 2, third_place: true }}\n"));
    let told = desk.run("cup cup.yaml").succeeds().out;
    let at = |heading: &str| {
        let lines: Vec<usize> = told.lines().enumerate().filter(|(_, l)| *l == heading).map(|(n, _)| n).collect();
        assert_eq!(lines.len(), 1, "{heading}: {told}");
        lines[0]
    };
    let headings = ["quarter-finals", "semi-finals", "final", "third place"].map(at);
    assert!(headings.is_sorted(), "{told}");
    let byes: Vec<usize> = told.lines().enumerate().filter(|(_, l)| l.contains("have a bye")).map(|(n, _)| n).collect();
    assert!(byes.len() == 3 && byes.iter().all(|n| (headings[0]..headings[1]).contains(n)), "{told}");
    desk.write("odd.yaml", &format!("{five}league: {{ legs: 1 }}\n"));
    let told = desk.run("league odd.yaml").succeeds().out;
    for name in ["Anchor", "Bell", "Crane", "Drum", "Elm"] {
        assert_eq!(told.matches(&format!("  {name} rest\n")).count(), 1, "{told}");
    }
}

#[test]
fn names_of_any_script_name_the_replays() {
    let desk = Desk::new();
    desk.write("two.yaml", "competition: Zwei\nteams:\n  - { name: Ä, bot: random }\n  - { name: Ö, bot: random }\n");
    desk.run("series two.yaml").succeeds();
    desk.run("verify two").succeeds();
    assert!(desk.path().join("two/matches/001-ä-ö.jsonl.zst").exists());
}

/// In every match both keepers, or who stands in for them, earn a ban as soon as the clock is asked.
const KEEPERS: &str = "local keepers = {\n  name = \"keepers\", api = 1, clauses = {},\n  state = { player = { banned = { type = \"int\", max = 9, doc = \"matches to miss\" } } },\n  carry = { \"banned\" },\n}\n\nfunction keepers.on_squad(ev, m)\n  local keeper = m:squad(ev.side)[1].token\n  local left = m:get(\"banned\", keeper)\n  if left > 0 then\n    m:absent(keeper, \"red card\", \"purple\")\n    m:set(\"banned\", left - 1, keeper)\n  end\nend\n\nfunction keepers.on_clock(ev, m, next)\n  for _, side in ipairs({ \"home\", \"away\" }) do m:set(\"banned\", 1, m:squad(side)[1].token) end\n  return next()\nend\n\nreturn keepers\n";

#[test]
fn what_a_stand_in_does_is_not_held_against_the_keeper() {
    let desk = league();
    desk.write("keepers.lua", KEEPERS);
    desk.write("season.yaml", &LEAGUE.replace("seed: 4", "plugins: [keepers.lua]\nseed: 4"));
    let data = desk.run("league season.yaml --json").succeeds().json();
    let matches = data["results"]["matches"].as_array().unwrap();
    for team in ["Anchor", "Bell", "Crane", "Drum"] {
        // He plays and is sent off, misses one match, plays again.
        let mut last = None;
        let of_team = matches.iter().filter(|m| m["home"] == team || m["away"] == team);
        for (n, played) in of_team.enumerate() {
            let side = if played["home"] == team { "home" } else { "away" };
            let missing = &played["missing"][side];
            if n % 2 == 0 {
                assert_eq!(*missing, serde_json::json!([]), "{team} {n}");
                last = played["match"].as_u64();
            } else {
                let text = missing[0].as_str().unwrap_or_default();
                assert!(text.ends_with(&format!("red card in match {}", last.unwrap())), "{team} {n}: {text}");
            }
        }
    }
}
