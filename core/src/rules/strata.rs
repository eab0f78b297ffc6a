//! What a ruleset is made of, bottom first: the files of its family and what their plugins bring along.

use super::family::{Family, RulesetFile, yaml_value};
use super::naming;
use super::place::Step;
use super::ruleset::RulesetError;
use super::{Content, DataError, Kind, Params, Section, Source, Value};
use crate::plugin::{Layer, MAX_SKILLS, Stack};

/// One layer of data.
enum Stratum<'a> {
    /// A ruleset file.
    File(&'a RulesetFile, &'a Source),
    /// A plugin that it lists, or that was put on top of it all.
    Plugin(&'a Layer),
}

/// All layers of data, bottom first; what lies higher wins. A file wins over what its own plugins bring.
pub(super) struct Strata<'a> {
    layers: Vec<Stratum<'a>>,
    stack: &'a Stack,
    /// The family prints clauses under names of its own: it names its skills itself, and its plugins bring none.
    edition: bool,
}

impl<'a> Strata<'a> {
    /// The layers of a family, itself first, and of the plugins it was loaded with.
    pub(super) fn of(family: &'a Family, stack: &'a Stack) -> Strata<'a> {
        let mut layers = Vec::new();
        let mut plugins = stack.layers.iter().peekable();
        for (file, source) in family.iter().rev() {
            while let Some(plugin) = plugins.next_if(|p| file.plugins.contains(&p.name)) {
                layers.push(Stratum::Plugin(plugin));
            }
            layers.push(Stratum::File(file, source));
            while let Some(plugin) = plugins.next_if(|p| file.packs_hold(&p.name)) {
                layers.push(Stratum::Plugin(plugin));
            }
        }
        layers.extend(plugins.map(Stratum::Plugin));
        Strata { layers, stack, edition: family.iter().any(|(file, _)| !file.clauses.is_empty()) }
    }

    /// The squad that is played when none is named.
    pub(super) fn squad(&self) -> Option<Named<'a>> {
        self.top(|file| file.squad.as_deref(), |plugin| plugin.brings.squad.as_deref())
    }

    /// The published player types.
    pub(super) fn pool(&self) -> Option<Named<'a>> {
        self.top(|file| file.pool.as_deref(), |plugin| plugin.brings.pool.as_deref())
    }

    fn top(
        &self,
        file: impl Fn(&'a RulesetFile) -> Option<&'a str>,
        plugin: impl Fn(&'a Layer) -> Option<&'a str>,
    ) -> Option<Named<'a>> {
        self.layers.iter().rev().find_map(|layer| match *layer {
            Stratum::File(said, source) => Some(Named::InFile(file(said)?, source)),
            Stratum::Plugin(layer) => Some(Named::ByPlugin(plugin(layer)?, layer)),
        })
    }

    /// A problem with the value of a parameter, shown in the file that sets it; one that was set from outside is the
    /// caller's.
    pub(super) fn blame(&self, param: &str, params: &Params, problem: String) -> RulesetError {
        let origin = params.get(param).map(|p| p.origin.as_str()).unwrap_or_default();
        let file = self.layers.iter().find_map(|layer| match *layer {
            Stratum::File(file, source) if origin == origin_in(file) => Some(source),
            _ => None,
        });
        match file {
            Some(source) => {
                let path = [Step::key("params"), Step::key(param)];
                DataError::new(&source.file(), problem).at_path(&source.text, &path).into()
            }
            None => RulesetError::Param(problem),
        }
    }

    /// The sections in the order of their skills' bits, and the colour of each skill. A plugin may bring what is there,
    /// and a file may list what a plugin brings.
    pub(super) fn skills(&self) -> Result<(Vec<Section>, Vec<u8>), RulesetError> {
        let (mut skills, mut colours): (Vec<Section>, Vec<u8>) = Default::default();
        for layer in &self.layers {
            match layer {
                Stratum::File(file, source) => {
                    for section in file.skills.iter().filter(|s| !self.brought(s)) {
                        let place = |e: DataError| e.at_words(&source.text, &["skills", &section.skill]);
                        add(section, &mut skills, &mut colours, &source.file()).map_err(place)?;
                    }
                }
                Stratum::Plugin(_) if self.edition => {}
                Stratum::Plugin(plugin) => {
                    for text in &plugin.brings.skills {
                        let section = section(text);
                        if !skills.contains(&section) {
                            add(&section, &mut skills, &mut colours, &plugin.file)?;
                        }
                    }
                }
            }
        }
        Ok((skills, colours))
    }

    fn brought(&self, section: &Section) -> bool {
        let brought = self.stack.layers.iter().flat_map(|l| &l.brings.skills);
        !self.edition && brought.into_iter().any(|text| self::section(text) == *section)
    }

    /// The parameters as all layers leave them; those of clauses that the ruleset does not have begin switched off.
    pub(super) fn params(&self, off: &[(String, Value)]) -> Result<Params, RulesetError> {
        let mut params = Params::declared(self.stack.params().cloned());
        for (param, value) in off {
            params.set(param, value, "its clause is not in this edition").map_err(RulesetError::Param)?;
        }
        for layer in &self.layers {
            match layer {
                Stratum::File(file, source) => set(&mut params, file, source)?,
                Stratum::Plugin(plugin) => {
                    for (key, value) in &plugin.brings.params {
                        let value = added(params.get(key).map(|p| &p.value), value);
                        let origin = format!("brought by {}", plugin.name);
                        let wrong = |problem| DataError::new(&plugin.file, format!("`brings`: {problem}"));
                        params.set(key, &value, &origin).map_err(wrong)?;
                    }
                }
            }
        }
        Ok(params)
    }
}

/// A file's name, and who gives it.
pub(super) enum Named<'a> {
    InFile(&'a str, &'a Source),
    ByPlugin(&'a str, &'a Layer),
}

impl Named<'_> {
    /// The file of that name, which stands under this key.
    pub(super) fn read(&self, content: &Content, kind: Kind, key: &str) -> Result<Source, RulesetError> {
        match self {
            Named::InFile(name, source) => Ok(naming::read(content, kind, name, source, &[Step::key(key)])?),
            Named::ByPlugin(name, plugin) => Ok(content
                .read(kind, name)
                .map_err(|error| DataError::new(&plugin.file, format!("`brings`: {error}")))?),
        }
    }
}

/// Where a value of a file comes from, in words.
fn origin_in(file: &RulesetFile) -> String {
    format!("ruleset {}", file.ruleset)
}

/// `grey` or `yellow+assist`.
fn section(text: &str) -> Section {
    let (colour, skill) = text.split_once('+').map_or((text, None), |(colour, skill)| (colour, Some(skill)));
    Section::new(colour, skill)
}

/// A value that a plugin brings: words come on top of those already there.
fn added(there: Option<&Value>, value: &Value) -> Value {
    match (there, value) {
        (Some(Value::Words(there)), Value::Words(new)) => {
            let mut words = there.clone();
            words.extend(new.iter().filter(|w| !there.contains(w)).cloned());
            Value::Words(words)
        }
        _ => value.clone(),
    }
}

fn add(section: &Section, skills: &mut Vec<Section>, colours: &mut Vec<u8>, file: &str) -> Result<(), DataError> {
    let bit = skills.len();
    if bit == MAX_SKILLS || skills.iter().any(|s| s.skill == section.skill) {
        let problem = match bit == MAX_SKILLS {
            true => format!("is one too many: a ruleset has at most {MAX_SKILLS}"),
            false => "is listed twice".to_owned(),
        };
        return Err(DataError::new(file, format!("the skill `{}` {problem}", section.skill)));
    }
    skills.push(section.clone());
    match skills.iter().position(|s| s.skill == section.colour) {
        Some(colour) => colours.push(colour as u8),
        None => {
            let error = DataError::new(file, format!("`{section}` comes before its colour `{}`", section.colour));
            return Err(error.known(&section.colour, skills.iter().map(|s| s.skill.as_str())));
        }
    }
    Ok(())
}

fn set(params: &mut Params, file: &RulesetFile, source: &Source) -> Result<(), RulesetError> {
    for (key, yaml) in &file.params {
        let path = [Step::key("params"), Step::Name(key.clone())];
        let wrong = |problem: String| DataError::new(&source.file(), problem).at_path(&source.text, &path);
        let value = yaml_value(yaml)
            .ok_or_else(|| wrong(format!("`{key}` must be true, false, a number, a word or a list of words")))?;
        params.set(key, &value, &origin_in(file)).map_err(wrong)?;
    }
    Ok(())
}
