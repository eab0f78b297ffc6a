use crate::support::Desk;

const COMMANDS: &[&str] = &[
    "",
    "play",
    "sim",
    "compare",
    "rules",
    "rules show",
    "hooks",
    "clauses",
    "new",
    "new plugin",
    "check",
    "test",
    "replay",
    "replay show",
    "replay why",
    "replay stats",
    "verify",
    "completions",
];

#[test]
fn every_help_has_examples() {
    let desk = Desk::new();
    for command in COMMANDS {
        let help = desk.run(&format!("{command} --help")).succeeds().out;
        assert!(help.contains("Examples:\n  touchline"), "{command}");
    }
}

#[test]
fn a_mistyped_name_gets_the_nearest_valid_one_and_exit_code_2() {
    let desk = Desk::new();
    for (args, near) in [
        ("play --ruleset bsae", "did you mean `base`?"),
        ("sim --home coch", "did you mean `coach`?"),
        ("play --set short_limt=5", "did you mean `short_limit`?"),
        ("hooks on_kik", "did you mean `on_kick`?"),
        ("clauses BASE-COD-0", "did you mean `BASE-COD-0"),
        ("rules show bas", "did you mean `base`?"),
        ("play --plugin base/cdo", "did you mean `base/cod`?"),
        ("plai", "play"),
        ("replay wy", "'why'"),
        ("help plya", "'play'"),
        ("help replay wy", "'why'"),
        ("play --away rnd", "did you mean `random`?"),
    ] {
        desk.run(args).fails(2, &[near]);
    }
    assert!(desk.files().is_empty());
}

#[test]
fn a_bad_value_is_refused_with_what_was_expected() {
    let desk = Desk::new();
    desk.run("play --set short_limit=99").fails(2, &["`short_limit` is 99", "from 0 to 20"]);
    desk.run("play --set short_limit=far").fails(2, &["a whole number"]);
    desk.run("play --set short_limit").fails(2, &["NAME=VALUE"]);
    desk.run("play --set =5").fails(2, &["--set =5: the name is missing"]);
    desk.run("sim -n none").fails(2, &["10k"]);
    for command in ["play", "sim", "compare --set short_limit=5", "squad build --style wall"] {
        desk.run(&format!("{command} --seed abc")).fails(2, &["expected a whole number from 0 "]);
    }
    desk.run("--path /no/such/folder rules").fails(2, &["is not a folder"]);
    desk.run("test nothing.yaml").fails(2, &["no such file"]);
    desk.run("verify nothing.jsonl").fails(2, &["nothing.jsonl"]);
}

#[test]
fn a_pipe_gets_no_colours_unless_they_are_forced_and_no_color_wins() {
    let desk = Desk::new();
    assert!(!desk.run("hooks").succeeds().out.contains('\u{1b}'));
    let forced = [("CLICOLOR_FORCE", "1")];
    assert!(desk.run_with("hooks", &forced).succeeds().out.contains('\u{1b}'));
    let refused = [("NO_COLOR", "1"), ("TERM", "xterm")];
    assert!(!desk.run_with("hooks", &refused).succeeds().out.contains('\u{1b}'));
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_touchline"))
        .args("sim -n 1M --seed 1 --home random --away random --format csv".split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 64];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut first).unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn completions_name_the_commands() {
    let script = Desk::new().run("completions bash").succeeds().out;
    assert!(script.contains("compare") && script.contains("verify"));
}
