//! No ruling is made in Rust: without plugins nothing is ruled, with other plugins something else is.

use crate::support::{kick_off, load, play_out, teams};
use std::borrow::Cow;
use touchline_core::game::{Action, Match, MatchError};
use touchline_core::plugin::HookError;
use touchline_core::rules::{Content, Kind, Options, Origin, Ruleset, Source, Value};

/// A house rule from text.
pub(crate) fn plugin(name: &str, text: &str) -> Source {
    Source { kind: Kind::Plugin, name: name.to_owned(), origin: Origin::Embedded, text: Cow::Owned(text.to_owned()) }
}

fn with_plugin(name: &str, text: &str) -> Options {
    Options { plugins: vec![plugin(name, text)], ..Options::default() }
}

#[test]
fn core_refuses_to_play_without_plugins() {
    let folder = tempfile::tempdir().unwrap();
    let rulesets = folder.path().join("rulesets");
    std::fs::create_dir(&rulesets).unwrap();
    // The mechanics reads its numbers from parameters, so they are declared; nothing is ruled.
    let base = Content::embedded().read(Kind::Ruleset, "base").unwrap().text.replace("ruleset: base", "ruleset: bare");
    let (head, _) = base.split_once("plugins:").unwrap();
    std::fs::write(rulesets.join("bare.yaml"), format!("{head}plugins: [numbers]\n")).unwrap();
    let plugins = folder.path().join("plugins");
    std::fs::create_dir(&plugins).unwrap();
    std::fs::write(plugins.join("numbers.lua"), numbers_only()).unwrap();
    let content = Content::with_path([folder.path().to_owned()]).unwrap();
    let rules = Ruleset::load(&content, "bare", &Options::default()).unwrap();
    match Match::new(&rules, teams(&rules), 1) {
        Err(MatchError::Hook(HookError::Unanswered { hook })) => assert_eq!(hook, "on_match_start"),
        other => panic!("played without a plugin: {:?}", other.map(|m| m.state().stage)),
    }
}

/// A plugin with every parameter of BASE and not one hook.
fn numbers_only() -> String {
    use touchline_core::rules::ParamKind;
    let rules = crate::support::base();
    let mut text = String::from("return { name = \"numbers\", api = 1, params = {\n");
    for param in rules.params.iter() {
        let list = |words: &[String]| words.iter().map(|w| format!("\"{w}\"")).collect::<Vec<_>>().join(", ");
        let (kind, default) = match (&param.decl.kind, &param.decl.default) {
            (ParamKind::Bool, value) => ("type = \"bool\"".to_owned(), value.to_string()),
            (ParamKind::Int { min, max }, value) => {
                (format!("type = \"int\", min = {min}, max = {max}"), value.to_string())
            }
            (ParamKind::Number { min, max }, value) => {
                (format!("type = \"number\", min = {min}, max = {max}"), value.to_string())
            }
            (ParamKind::Word(choices), value) => {
                (format!("type = \"word\", choices = {{ {} }}", list(choices)), format!("\"{value}\""))
            }
            (ParamKind::Words(choices), Value::Words(words)) => {
                (format!("type = \"words\", choices = {{ {} }}", list(choices)), format!("{{ {} }}", list(words)))
            }
            (ParamKind::Words(_), _) => unreachable!("a list of words has a list as its default"),
        };
        text.push_str(&format!("  {} = {{ {kind}, default = {default}, doc = \"a number\" }},\n", param.decl.name));
    }
    text.push_str("} }\n");
    text
}

#[test]
fn swapping_a_plugin_changes_the_ruling() {
    let usual = load(&Options::default());
    let swapped = load(&with_plugin(
        "tails",
        "local p = { name = \"tails\", api = 1, clauses = { \"TAILS-01\" } }\n\
         function p.on_match_start(ev, m) return \"away\", \"TAILS-01\" end\n\
         return p\n",
    ));
    let openers = |rules| (0..40).map(|seed| kick_off(rules, seed).state().opener).collect::<Vec<_>>();
    assert!(openers(&usual).contains(&touchline_core::Side::Home));
    assert!(openers(&swapped).iter().all(|side| *side == touchline_core::Side::Away));
}

#[test]
fn rules_that_refuse_everything_are_to_blame_and_not_the_player() {
    let rules = load(&with_plugin(
        "idle",
        "local p = { name = \"idle\", api = 1, clauses = { \"IDLE-01\" } }\n\
         function p.on_declare(ev, m, may)\n\
           for name in pairs(may) do may[name] = { refused = true, clause = \"IDLE-01\" } end\n\
         end\n\
         return p\n",
    ));
    let mut game = Match::new(&rules, teams(&rules), 1).unwrap();
    let stuck = loop {
        let action = game.legal_actions()[0];
        let before = *game.state();
        if let Err(error) = game.apply(action) {
            assert_eq!(*game.state(), before);
            break error;
        }
    };
    assert!(matches!(stuck, MatchError::Stuck { stage: touchline_core::game::Stage::Declare, .. }), "{stuck}");
    assert!(stuck.to_string().contains("on_declare was asked last; it is answered by idle ("), "{stuck}");
}

#[test]
fn a_tie_break_is_five_lines_of_lua() {
    let generous = load(&with_plugin(
        "generous",
        "local p = { name = \"generous\", api = 1, clauses = { \"GENEROUS-01\" } }\n\
         function p.on_cod_tie(ev, m, next) return \"attack\", \"GENEROUS-01\" end\n\
         return p\n",
    ));
    let completed = |rules| {
        let mut passes = [0u32; 2];
        for seed in 0..20 {
            let mut m = kick_off(rules, seed);
            play_out(&mut m, ["random", "random"], |_| {});
            let tally = m.tally();
            passes[0] += tally.completed.iter().sum::<u32>();
            passes[1] += tally.passes.iter().sum::<u32>();
        }
        f64::from(passes[0]) / f64::from(passes[1])
    };
    assert!(completed(&generous) > completed(&load(&Options::default())) + 0.02);
}

#[test]
fn an_illegal_action_names_its_clause_and_changes_nothing() {
    let rules = load(&Options::default());
    let mut m = kick_off(&rules, 5);
    let mut refused = 0;
    let mut bot = touchline_core::bot::by_name("random", 9).unwrap();
    while m.decision().is_some() && refused < 50 {
        let stage = m.state().stage;
        if stage == touchline_core::game::Stage::Attack {
            let carrier_slot = m.state().ball.carrier.and_then(|t| m.state().slot_of(t)).unwrap();
            let cell = m.state().ball.cell;
            let before = *m.state();
            let action = Action::Move(touchline_core::game::Slot(carrier_slot as u8), cell);
            match m.apply(action) {
                Err(MatchError::Illegal { clause: Some(clause), .. }) => {
                    assert!(clause.starts_with("BASE-"), "{clause}")
                }
                other => panic!("the carrier moved in P2: {other:?}"),
            }
            assert!(*m.state() == before, "a refused action changed the state");
            refused += 1;
        }
        let action = bot.choose(&m);
        m.apply(action).unwrap();
    }
    assert!(refused > 0, "no P2 was seen");
}

#[test]
fn a_failing_plugin_leaves_the_match_as_it_was() {
    let rules = load(&with_plugin(
        "broken",
        "local p = { name = \"broken\", api = 1, clauses = {} }\n\
         function p.on_goal(ev, m) while true do end end\n\
         return p\n",
    ));
    for seed in 0..200 {
        let mut m = kick_off(&rules, seed);
        let mut bots = [1, 2].map(|s| touchline_core::bot::by_name("random", s).unwrap());
        while let Some(decision) = m.decision() {
            let side = decision.side.index();
            let action = bots[side].choose(&m);
            let before = *m.state();
            if let Err(error) = m.apply(action) {
                let text = error.to_string();
                assert!(text.contains("broken") && text.contains("on_goal") && text.contains("broken.lua:2"), "{text}");
                assert!(*m.state() == before);
                return;
            }
        }
    }
    panic!("200 random matches without a goal");
}
