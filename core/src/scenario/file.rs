//! Scenario files: a list of scenarios, each with its cases.

use super::expect::{self, Expected};
use super::node::{Node, Sheet, overlay};
use super::position;
use super::run::Plan;
use super::{outcome, step};
use crate::Side;
use crate::game::Teams;
use crate::rules::place::{Step as Path, locate_all};
use crate::rules::{ClauseIndex, Content, DataError, Kind, Options, Ruleset, Source, parse, yaml_value};
use serde_yaml::Value as Yaml;
use std::collections::BTreeMap;
use std::path::Path as FilePath;
use std::rc::Rc;
use std::sync::Arc;

/// One scenario, ready to run.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its name, unique in its file.
    pub name: String,
    /// The file it stands in.
    pub file: String,
    /// Its line there.
    pub line: u32,
    /// The ruleset it is played by.
    pub ruleset: String,
    /// The clauses that it tests: without any of them it must fail.
    pub clauses: Vec<String>,
    pub(super) cases: Vec<Case>,
    pub(super) counter: Option<CounterCase>,
}

/// One variant of a scenario.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) label: Option<String>,
    pub(super) table: Table,
    pub(super) plan: Plan,
}

/// The rules and squads that a case is played with.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) rules: Arc<Ruleset>,
    pub(super) teams: Arc<Teams>,
}

/// A variant with another outcome.
#[derive(Clone, Debug)]
pub(super) struct CounterCase {
    pub(super) case: Case,
    /// What the scenario itself expects, which must not hold here.
    pub(super) usual: Vec<Expected>,
}

/// What a scenario may say.
pub(super) const KEYS: [&str; 28] = [
    "name",
    "note",
    "clauses",
    "ruleset",
    "params",
    "plugins",
    "players",
    "home",
    "away",
    "ball",
    "turn",
    "restart",
    "start",
    "score",
    "shootout",
    "changes",
    "opener",
    "slots",
    "table",
    "seed",
    "home_attacks",
    "kicks",
    "dice",
    "do",
    "expect",
    "cases",
    "counter_case",
    "also",
];

/// Rulesets, each loaded once.
#[derive(Debug)]
pub(super) struct Shelf<'c> {
    content: &'c Content,
    index: ClauseIndex,
    loaded: BTreeMap<String, Result<Arc<Ruleset>, String>>,
}

impl<'c> Shelf<'c> {
    pub(super) fn new(content: &'c Content) -> Result<Shelf<'c>, crate::rules::ClauseError> {
        Ok(Shelf { content, index: ClauseIndex::load(content)?, loaded: BTreeMap::new() })
    }

    pub(super) fn index(&self) -> &ClauseIndex {
        &self.index
    }

    fn rules(&mut self, scenario: &Node<'_>, file: &str) -> Option<Arc<Ruleset>> {
        let name = scenario.get("ruleset").and_then(|n| n.text()).unwrap_or_else(|| "base".to_owned());
        let params = scenario.get("params");
        let plugins = scenario.get("plugins");
        let shown = |n: &Option<Node<'_>>| n.as_ref().map(|n| serde_json::to_string(n.yaml()).unwrap_or_default());
        let folder = FilePath::new(file).parent().unwrap_or(FilePath::new(""));
        let key = format!("{name}\n{:?}\n{:?}\n{}", shown(&params), shown(&plugins), folder.display());
        if !self.loaded.contains_key(&key) {
            let mut options = Options::default();
            for (param, node) in params.iter().flat_map(Node::entries) {
                match yaml_value(node.yaml()) {
                    Some(value) => options.params.push((param, value, "the scenario".to_owned())),
                    None => node.wrong("a parameter is true, false, a number, a word or a list of words"),
                }
            }
            for node in plugins.iter().flat_map(Node::items) {
                options.plugins.extend(self.plugin(&node, folder));
            }
            let loaded = Ruleset::load(self.content, &name, &options).map_err(|e| e.to_string());
            self.loaded.insert(key.clone(), loaded);
        }
        match self.loaded.get(&key)? {
            Ok(rules) => Some(Arc::clone(rules)),
            Err(problem) => {
                // Where the scenario names what is wrong: a parameter, or a plugin.
                let named = |name: &str| problem.contains(&format!("`{name}`"));
                let mentioned = |node: &Node<'_>| node.text().is_some_and(|name| problem.contains(&name));
                let param = params.iter().flat_map(Node::entries).map(|(key, _)| key).find(|key| named(key));
                let plugin = plugins.iter().flat_map(Node::items).find(mentioned);
                match (params.as_ref().zip(param), plugin) {
                    (Some((params, key)), _) => params.wrong_key(&key, problem),
                    (None, Some(plugin)) => plugin.wrong(problem),
                    (None, None) => {
                        let whole = params.clone().or_else(|| scenario.get("ruleset"));
                        whole.unwrap_or_else(|| scenario.clone()).wrong(problem);
                    }
                }
                None
            }
        }
    }

    /// `my.lua` is a file beside the scenario, `house/offside` a plugin of the search path.
    fn plugin(&self, node: &Node<'_>, folder: &FilePath) -> Option<Source> {
        let name = node.text()?;
        let found = if name.ends_with(".lua") {
            Source::open(Kind::Plugin, &folder.join(&name))
        } else {
            self.content.read(Kind::Plugin, &name)
        };
        found.map_err(|problem| node.wrong(problem)).ok()
    }

    fn check_clauses(&self, scenario: &Node<'_>, rules: &Ruleset) -> Vec<String> {
        let (cited, mut clauses) = (rules.stack.clauses(), Vec::new());
        for node in scenario.get("clauses").iter().flat_map(Node::items) {
            let Some(clause) = node.text() else { continue };
            if self.index.get(&clause).is_none() && !cited.contains(&clause) {
                let near = node.near(&clause, self.index.iter().map(|(_, c)| c.id.as_str()));
                node.wrong(format!("no clause file and no plugin has a clause `{clause}`{near}"));
            }
            clauses.push(clause);
        }
        clauses
    }
}

/// Reads the scenarios of a file.
pub(super) fn read(text: &str, file: &str, shelf: &mut Shelf<'_>) -> Result<Vec<Scenario>, Vec<DataError>> {
    let yaml: Yaml = parse(text, file).map_err(|e| vec![e])?;
    let sheet = Sheet::new(file, text);
    let mut scenarios: Vec<Scenario> = Vec::new();
    let top = Node::new(&sheet, &yaml, Rc::new([Vec::new()]));
    if !yaml.is_sequence() {
        let problem = if yaml.is_null() { "the file is empty" } else { "this is no list of scenarios" };
        let hint = "a scenario file is a list; a scenario begins with `- name: …` and has `do` and `expect`";
        return Err(vec![DataError::new(file, problem).hint(hint)]);
    }
    let items = top.items();
    for ((index, node), line) in items.iter().enumerate().zip(lines(text, items.len())) {
        let Some(first) = scenario(&sheet, node, index, line, shelf) else { continue };
        let mut found = vec![first];
        for (ruleset, clauses) in node.get("also").iter().flat_map(Node::entries) {
            let Some(yaml) = elsewhere(node, &ruleset, &clauses, shelf, &sheet) else { continue };
            let again = Node::new(&sheet, &yaml, Rc::new([vec![Path::Item(index)]]));
            found.extend(scenario(&sheet, &again, index, line, shelf));
        }
        for scenario in found {
            if scenarios.iter().any(|s| s.name == scenario.name) {
                node.wrong(format!("there are two scenarios `{}`: give one another name", scenario.name));
            }
            scenarios.push(scenario);
        }
    }
    let problems = sheet.problems();
    if problems.is_empty() { Ok(scenarios) } else { Err(problems) }
}

/// The line of each item of a list.
fn lines(text: &str, items: usize) -> Vec<u32> {
    let paths: Vec<Path> = (0..items).map(Path::Item).collect();
    let paths: Vec<&[Path]> = paths.iter().map(std::slice::from_ref).collect();
    locate_all(text, &paths).into_iter().map(|place| place.map_or(1, |(line, _)| line)).collect()
}

/// A scenario as it is played by another ruleset: with the clauses it tests there, and every clause and the keeper's
/// mark by the name they have there.
fn elsewhere(
    node: &Node<'_>,
    ruleset: &str,
    clauses: &Node<'_>,
    shelf: &mut Shelf<'_>,
    sheet: &Sheet<'_>,
) -> Option<Yaml> {
    let here = shelf.rules(node, sheet.file)?;
    let mut yaml = node.yaml().clone();
    let table = yaml.as_mapping_mut()?;
    table.remove("also");
    table.insert("ruleset".into(), ruleset.into());
    let there = shelf.rules(&Node::new(sheet, &yaml, Rc::new([Vec::new()])), sheet.file)?;
    rename(&mut yaml, &|word| match (here.keeper_skill(), there.keeper_skill()) {
        (Some(here), Some(there)) if word == here => Some(there.to_owned()),
        _ => there.stack.printed(word).filter(|name| *name != word).map(str::to_owned),
    });
    let table = yaml.as_mapping_mut()?;
    table.insert("clauses".into(), clauses.yaml().clone());
    let name = format!("{} ({ruleset})", node.get("name").and_then(|n| n.text())?);
    table.insert("name".into(), name.into());
    Some(yaml)
}

/// Replaces texts of a value by those that `other` has for them.
fn rename(yaml: &mut Yaml, other: &dyn Fn(&str) -> Option<String>) {
    match yaml {
        Yaml::String(text) => {
            if let Some(name) = other(text) {
                *text = name;
            }
        }
        Yaml::Sequence(items) => items.iter_mut().for_each(|item| rename(item, other)),
        Yaml::Mapping(table) => table.iter_mut().for_each(|(_, value)| rename(value, other)),
        _ => {}
    }
}

fn scenario(sheet: &Sheet<'_>, node: &Node<'_>, index: usize, line: u32, shelf: &mut Shelf<'_>) -> Option<Scenario> {
    if !node.is_table() {
        node.wrong("a scenario is a table with `name`, `do` and `expect`");
        return None;
    }
    node.fields(&KEYS);
    let Some(name) = node.get("name").and_then(|n| n.text()) else {
        node.wrong("a scenario needs a `name`");
        return None;
    };
    let rules = shelf.rules(node, sheet.file)?;
    let clauses = shelf.check_clauses(node, &rules);
    let root = vec![Path::Item(index)];
    let mut cases = Vec::new();
    let listed = node.get("cases");
    let variants = listed.as_ref().map(Node::items).unwrap_or_default();
    if let Some(empty) = listed.filter(|n| n.yaml().as_sequence().is_some_and(Vec::is_empty)) {
        empty.wrong("the list of cases is empty: write `- case: …` below it, or take `cases` out");
    }
    for (n, variant) in variants.iter().enumerate() {
        let label = variant.get("case").and_then(|n| n.text()).unwrap_or_else(|| format!("case {}", n + 1));
        let place = [root.clone(), vec![Path::Key("cases".to_owned()), Path::Item(n)]].concat();
        cases.extend(variation(sheet, node, variant, &root, place, Some(label), shelf));
    }
    if variants.is_empty() {
        cases.extend(case(sheet, node.yaml(), vec![root.clone()], None, shelf));
    }
    for idle in cases.iter().filter(|c| c.plan.expects_nothing()) {
        let label = idle.label.as_ref().map(|l| format!(" in `{l}`")).unwrap_or_default();
        node.wrong(format!("the scenario expects nothing{label}: add an `expect`"));
    }
    let counter = node.get("counter_case").and_then(|variant| {
        let place = [root.clone(), vec![Path::Key("counter_case".to_owned())]].concat();
        let label = Some("counter_case".to_owned());
        let mut case = variation(sheet, node, &variant, &root, place, label, shelf)?;
        if variant.get("expect").is_none() {
            case.plan.expect.clear();
        }
        let usual = node.get("expect").map(|n| expect::expectations(&n, &rules)).unwrap_or_default();
        if usual.is_empty() {
            variant.wrong("a counter_case needs an `expect` of the scenario itself that does not hold in it");
        }
        Some(CounterCase { case, usual })
    });
    Some(Scenario { name, file: sheet.file.to_owned(), line, ruleset: rules.name.clone(), clauses, cases, counter })
}

fn variation(
    sheet: &Sheet<'_>,
    scenario: &Node<'_>,
    variant: &Node<'_>,
    root: &[Path],
    place: Vec<Path>,
    label: Option<String>,
    shelf: &mut Shelf<'_>,
) -> Option<Case> {
    let own: Vec<&str> =
        KEYS.iter().copied().filter(|k| !["name", "clauses", "cases", "counter_case", "also"].contains(k)).collect();
    let known: Vec<&str> = std::iter::once("case").chain(own).collect();
    for (key, _) in variant.entries() {
        if !known.contains(&key.as_str()) {
            variant.unknown_key(&key, &known);
        }
    }
    let merged = overlay(scenario.yaml(), variant.yaml());
    case(sheet, &merged, vec![place, root.to_vec()], label, shelf)
}

fn case(
    sheet: &Sheet<'_>,
    yaml: &Yaml,
    roots: Vec<Vec<Path>>,
    label: Option<String>,
    shelf: &mut Shelf<'_>,
) -> Option<Case> {
    let node = Node::new(sheet, yaml, roots.into());
    let rules = shelf.rules(&node, sheet.file)?;
    let teams = Arc::new(squads(&node, &rules));
    let plan = Plan {
        position: position::build(&node, &rules, &teams),
        script: outcome::script(&node, &rules),
        steps: step::steps(&node, &rules),
        expect: node.get("expect").map(|n| expect::expectations(&n, &rules)).unwrap_or_default(),
        lists: ["kicks", "dice"].map(|list| node.get(list).map(|n| n.mark(None))),
    };
    Some(Case { label, table: Table { rules, teams }, plan })
}

/// The team sheets: those of the ruleset, with what the scenario writes on them.
fn squads(node: &Node<'_>, rules: &Ruleset) -> Teams {
    Side::BOTH.map(|side| {
        let mut squad = rules.squad.clone();
        for (key, token) in node.get(side.word()).iter().flat_map(Node::entries) {
            let place = key.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            let Some(player) = place.and_then(|n| squad.players.get_mut(n)).filter(|_| token.is_table()) else {
                continue;
            };
            let skills = token.get("skills").map(|list| list.one_or_more().len());
            let value = token.get("value").and_then(|n| n.byte());
            for (colour, number) in token.get("numbers").iter().flat_map(Node::entries) {
                player.numbers.extend(number.byte().map(|n| (colour, n)));
            }
            player.value = value.or(skills.and_then(|n| u8::try_from(n).ok())).unwrap_or(player.value);
        }
        squad
    })
}
