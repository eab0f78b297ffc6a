//! The files a ruleset stands on: its own and those of the rulesets it extends.

use super::areas::AreaNames;
use super::naming;
use super::place::Step;
use super::ruleset::RulesetError;
use super::{
    ClauseIndex, Combination, Content, DataError, DiceSet, Die, GameKind, Kind, ParamKind, Params, Section, Source,
    Value, parse,
};
use crate::plugin::{Printed, Stack};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The parameter that names the packs in play.
pub(crate) const PACKS: &str = "packs";
/// Rulesets that one may stand on, itself included.
const MAX_FAMILY: usize = 8;

/// The file of a ruleset and of all it extends, itself first; of their packs those that are in play.
pub(super) struct Family {
    members: Vec<(RulesetFile, Source)>,
    /// The words under `packs`, those included that are not in play, each with what is wrong if no parameter knows it.
    words: Vec<(String, DataError)>,
}

impl Family {
    /// Reads the files. `set` are the parameters set from outside: one of them may say which packs are in play.
    pub(super) fn read(content: &Content, name: &str, set: &[(String, Value, String)]) -> Result<Family, RulesetError> {
        let mut members: Vec<(RulesetFile, Source)> = Vec::new();
        let mut next = Some(name.to_owned());
        let extends = [Step::key("extends")];
        while let Some(name) = next.take() {
            let source = match members.last() {
                None => content.read(Kind::Ruleset, &name)?,
                Some((_, below)) => naming::read(content, Kind::Ruleset, &name, below, &extends)?,
            };
            let file: RulesetFile = parse(&source.text, &source.file())?;
            if file.ruleset != name {
                return Err(DataError::new(&source.file(), format!("the file calls itself `{}`", file.ruleset))
                    .at_path(&source.text, &[Step::key("ruleset")])
                    .hint(format!("write `ruleset: {name}`"))
                    .into());
            }
            let circle = members.iter().any(|(f, _)| f.ruleset == file.ruleset);
            if let Some((_, above)) = members.last().filter(|_| circle || members.len() == MAX_FAMILY) {
                let names: Vec<&str> = members.iter().map(|(f, _)| f.ruleset.as_str()).chain([name.as_str()]).collect();
                let problem = if circle { "goes in a circle" } else { "goes too deep" };
                return Err(DataError::new(&above.file(), format!("`extends` {problem}: {}", names.join(" → ")))
                    .at_path(&above.text, &extends)
                    .into());
            }
            next = file.extends.clone();
            members.push((file, source));
        }
        let mut family = Family { members, words: Vec::new() };
        family.check_packs(content)?;
        family.choose_packs(set);
        Ok(family)
    }

    /// Looks for the plugins of all packs, also of those that are not in play, and remembers the words.
    fn check_packs(&mut self, content: &Content) -> Result<(), DataError> {
        for (file, source) in &self.members {
            for (plugin, path) in file.in_packs() {
                naming::read(content, Kind::Plugin, plugin, source, &path)?;
            }
            for (at, word) in file.packs.iter().enumerate().flat_map(|(at, p)| p.keys().map(move |word| (at, word))) {
                let path = [Step::key("packs"), Step::Item(at), Step::Name(word.clone())];
                let problem = DataError::new(&source.file(), format!("there is no pack `{word}`"));
                self.words.push((word.clone(), problem.at_path(&source.text, &path)));
            }
        }
        Ok(())
    }

    /// Refuses a pack whose word the parameter cannot have.
    pub(super) fn check_words(&self, params: &Params) -> Result<(), DataError> {
        let known = match params.get(PACKS).map(|param| &param.decl.kind) {
            Some(ParamKind::Words(choices)) => choices.as_slice(),
            _ => &[],
        };
        match self.words.iter().find(|(word, _)| !known.contains(word)) {
            Some((word, problem)) => Err(problem.clone().known(word, known.iter().map(String::as_str))),
            None => Ok(()),
        }
    }

    /// Leaves the packs that are in play, which a parameter says.
    fn choose_packs(&mut self, set: &[(String, Value, String)]) {
        let outside = set.iter().rev().find(|(name, ..)| name == PACKS).map(|(_, value, _)| value.clone());
        let inside = || self.first(|file| yaml_value(file.params.get(PACKS)?)).map(|(value, _)| value);
        let chosen = match outside.or_else(inside) {
            Some(Value::Words(words)) => words,
            Some(Value::Word(word)) => vec![word],
            _ => Vec::new(),
        };
        for pack in self.members.iter_mut().flat_map(|(file, _)| &mut file.packs) {
            pack.retain(|word, _| chosen.contains(word));
        }
    }

    /// The ruleset itself.
    pub(super) fn top(&self) -> (&RulesetFile, &Source) {
        let (file, source) = &self.members[0];
        (file, source)
    }

    /// Every file with its source, the ruleset's own first.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (&RulesetFile, &Source)> {
        self.members.iter().map(|(file, source)| (file, source))
    }

    /// What the first file that says anything says, and its source.
    pub(super) fn first<'a, T>(&'a self, get: impl Fn(&'a RulesetFile) -> Option<T>) -> Option<(T, &'a Source)> {
        self.iter().find_map(|(file, source)| Some((get(file)?, source)))
    }

    /// The source that the first file names which names any.
    pub(super) fn named(
        &self,
        content: &Content,
        what: Kind,
        key: &str,
        get: impl Fn(&RulesetFile) -> Option<&String>,
    ) -> Result<Option<Source>, DataError> {
        let named = self.first(get);
        named.map(|(name, source)| naming::read(content, what, name, source, &[Step::key(key)])).transpose()
    }

    /// The plugins of all files, bottom first.
    pub(super) fn plugins(&self, content: &Content) -> Result<Vec<Source>, DataError> {
        let mut plugins: Vec<Source> = Vec::new();
        for (file, source) in self.iter().rev() {
            if let Some(at) = (1..file.plugins.len()).find(|at| file.plugins[..*at].contains(&file.plugins[*at])) {
                return Err(DataError::new(
                    &source.file(),
                    format!("the plugin `{}` is listed twice", file.plugins[at]),
                )
                .at_path(&source.text, &[Step::key("plugins"), Step::Item(at)])
                .hint("list it once"));
            }
            for (plugin, path) in file.listed() {
                if !plugins.iter().any(|there| there.name == plugin) {
                    plugins.push(naming::read(content, Kind::Plugin, plugin, source, &path)?);
                }
            }
        }
        Ok(plugins)
    }

    /// The cards of all files, each once.
    pub(super) fn cards(&self) -> Vec<String> {
        let mut cards: Vec<String> = Vec::new();
        for card in self.iter().rev().flat_map(|(file, _)| &file.cards) {
            if !cards.contains(card) {
                cards.push(card.clone());
            }
        }
        cards
    }

    /// The dice and combinations of the first file that lists any.
    pub(super) fn dice(&self) -> Result<DiceSet, DataError> {
        let (file, source) = self.iter().find(|(f, _)| !f.dice.is_empty()).unwrap_or(self.top());
        let combinations = self.iter().map(|(f, _)| &f.combinations).find(|c| !c.is_empty());
        DiceSet::new(file.dice.clone(), combinations.cloned().unwrap_or_default())
            .map_err(|problem| DataError::new(&source.file(), problem))
    }

    /// What the clauses of plugins are called here; the ruleset itself has the last word.
    pub(super) fn printed(&self, index: &ClauseIndex) -> Result<Printed, DataError> {
        let mut printed = Printed::new();
        for (file, source) in self.iter().rev() {
            for (written, names) in &file.clauses {
                let names = match names {
                    Names::One(name) => vec![name.clone()],
                    Names::Many(names) => names.clone(),
                };
                if let Some(unknown) = std::iter::once(written).chain(&names).find(|id| index.get(id).is_none()) {
                    let error = DataError::new(&source.file(), format!("no clause file has a clause `{unknown}`"));
                    let error = error.at_words(&source.text, &["clauses", written]);
                    let known: Vec<&str> = index.iter().map(|(_, c)| c.id.as_str()).collect();
                    return Err(error.known(unknown, known));
                }
                printed.insert(written.clone(), names);
            }
        }
        Ok(printed)
    }

    /// A ruleset that prints clauses under names of its own does so for all that its plugins carry.
    pub(super) fn check_printed(
        &self,
        index: &ClauseIndex,
        stack: &Stack,
        own_plugins: usize,
    ) -> Result<(), DataError> {
        if self.iter().all(|(file, _)| file.clauses.is_empty()) {
            return Ok(());
        }
        let (top, source) = self.top();
        let own = |id: &str| self.iter().any(|(file, _)| index.of(&file.ruleset).any(|(_, clause)| clause.id == id));
        for layer in stack.layers.iter().take(own_plugins) {
            if let Some(foreign) = layer.clauses.iter().find(|id| index.get(id).is_some() && !own(id)) {
                let problem = format!("{} carries {foreign}, which is no clause of {}", layer.name, top.ruleset);
                let hint =
                    format!("say under `clauses` what it is called here, or `{foreign}: []` if it does not exist");
                return Err(DataError::new(&source.file(), problem).hint(hint));
            }
        }
        Ok(())
    }
}

/// A ruleset file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesetFile {
    pub(super) ruleset: String,
    pub(super) title: String,
    #[serde(default)]
    pub(super) extends: Option<String>,
    #[serde(default)]
    pub(super) mechanics: Option<GameKind>,
    #[serde(default)]
    pub(super) board: Option<String>,
    #[serde(default)]
    pub(super) squad: Option<String>,
    #[serde(default)]
    pub(super) pool: Option<String>,
    #[serde(default)]
    pub(super) formations: Option<String>,
    #[serde(default)]
    pub(super) skills: Vec<Section>,
    #[serde(default)]
    pub(super) cards: Vec<String>,
    #[serde(default)]
    pub(super) keeper: Option<String>,
    #[serde(default)]
    pub(super) areas: Option<AreaNames>,
    #[serde(default)]
    pub(super) dice: Vec<Die>,
    #[serde(default)]
    pub(super) combinations: Vec<Combination>,
    #[serde(default)]
    pub(super) plugins: Vec<String>,
    /// Plugins above these, for each word of the parameter `packs` that is set; bottom first.
    #[serde(default)]
    pub(super) packs: Vec<BTreeMap<String, Vec<String>>>,
    #[serde(default)]
    pub(super) clauses: BTreeMap<String, Names>,
    #[serde(default)]
    pub(super) params: BTreeMap<String, serde_yaml::Value>,
}

impl RulesetFile {
    /// Its own plugins and above them those of its packs, each with where it stands.
    fn listed(&self) -> impl Iterator<Item = (&str, Vec<Step>)> {
        let own = self.plugins.iter().enumerate();
        let own = own.map(|(at, plugin)| (plugin.as_str(), vec![Step::key("plugins"), Step::Item(at)]));
        own.chain(self.in_packs())
    }

    /// The plugins of its packs, each with where it stands.
    fn in_packs(&self) -> impl Iterator<Item = (&str, Vec<Step>)> {
        let packs =
            self.packs.iter().enumerate().flat_map(|(n, pack)| pack.iter().map(move |(word, of)| (n, word, of)));
        packs.flat_map(|(n, word, of)| {
            let place = move |at| vec![Step::key("packs"), Step::Item(n), Step::Key(word.clone()), Step::Item(at)];
            of.iter().enumerate().map(move |(at, plugin)| (plugin.as_str(), place(at)))
        })
    }

    /// Whether a plugin is one of its packs.
    pub(super) fn packs_hold(&self, plugin: &str) -> bool {
        self.packs.iter().flat_map(BTreeMap::values).flatten().any(|p| p == plugin)
    }
}

/// One name, or several, or none.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Names {
    One(String),
    Many(Vec<String>),
}

/// A parameter's value as YAML writes it; `None` for anything that is no value.
pub(crate) fn yaml_value(yaml: &serde_yaml::Value) -> Option<Value> {
    use serde_yaml::Value as Yaml;
    Some(match yaml {
        Yaml::Bool(b) => Value::Bool(*b),
        Yaml::Number(n) => match n.as_i64() {
            Some(int) => Value::Int(int),
            None => Value::Number(n.as_f64()?),
        },
        Yaml::String(s) => Value::Word(s.clone()),
        Yaml::Sequence(list) => {
            Value::Words(list.iter().map(|w| w.as_str().map(str::to_owned)).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}
