//! Loading a stack: each file checked and run by itself, then all of them together.

use super::MAX_SKILLS;
use super::draft::Draft;
use super::error::{PluginError, nearest, suggestion};
use super::header::Header;
use super::slot::SlotPlace;
use super::stack::{Layer, PluginSource, Stack, Vocabulary, covers};
use crate::game::SLOT_BYTES;
use crate::rules::ParamDecl;
use crate::rules::nearest::did_you_mean;
use sha2::{Digest, Sha256};
use std::rc::Rc;

impl Stack {
    /// Loads plugins, bottom first, and reports every problem found.
    ///
    /// `catalogue` holds the clauses of the clause index; a clause in one of its families that it does not hold is a
    /// typing error.
    ///
    /// # Errors
    /// All problems of all files.
    pub fn load(
        sources: &[PluginSource],
        vocabulary: &Vocabulary,
        catalogue: &[&str],
    ) -> Result<Stack, Vec<PluginError>> {
        let mut problems = Vec::new();
        if vocabulary.skills.len() > MAX_SKILLS {
            let problem =
                format!("the ruleset lists {} skills; at most {MAX_SKILLS} are possible", vocabulary.skills.len());
            problems.push(PluginError::new("ruleset", None, problem));
            return Err(problems);
        }
        let mut stack = Stack::default();
        let mut drafts: Vec<Rc<Draft>> = Vec::new();
        let mut all_read = true;
        for source in sources {
            if stack.layers.iter().any(|l| l.name == source.name) {
                let problem = format!("plugin {} is in the stack twice", source.name);
                problems.push(PluginError::new(&source.file, None, problem).hint("list it once"));
                continue;
            }
            let draft = Draft::read(source);
            problems.extend_from_slice(draft.problems());
            match &draft.header {
                Some(header) => {
                    stack.add(source, header.clone(), &draft);
                    drafts.push(draft);
                }
                None => all_read = false,
            }
        }
        if sources.len() > usize::from(u8::MAX) {
            problems.push(PluginError::new("ruleset", None, "more than 255 plugins in one stack"));
        }
        if all_read {
            stack.check_together(&drafts, catalogue, &vocabulary.plugins, &mut problems);
        }
        let place = |file: &str| sources.iter().position(|s| s.file == file);
        problems.sort_by_key(|p| (place(&p.file), p.line));
        problems.dedup();
        if problems.is_empty() { Ok(stack) } else { Err(problems) }
    }

    fn add(&mut self, source: &PluginSource, header: Header, draft: &Draft) {
        for clause in &header.clauses {
            if !self.clauses.contains(clause) {
                self.clauses.push(clause.clone());
            }
        }
        let mut offset = self.slots.last().map_or(0, |s| s.offset + s.len());
        for decl in &header.slots {
            let place = SlotPlace { decl: decl.clone(), offset };
            offset += place.len();
            self.slots.push(place);
        }
        let lines = header.hooks.iter().map(|h| draft.checked.keys.get(h.info().name).copied()).collect();
        self.layers.push(Layer {
            name: source.name.clone(),
            file: source.file.clone(),
            text: source.text.clone(),
            code: draft.checked.code.clone(),
            hash: Sha256::digest(source.text.as_bytes()).iter().map(|b| format!("{b:02x}")).collect(),
            doc: header.doc,
            clauses: header.clauses.clone(),
            written: header.clauses,
            requires: header.requires,
            above: header.above,
            brings: header.brings,
            talents: header.talents,
            params: header.params,
            slots: header.slots,
            hooks: header.hooks,
            lines,
        });
    }

    /// Talents name skills, which the ruleset knows only when it has all plugins.
    pub(crate) fn check_talents(&self, skills: &[String]) -> Result<(), Vec<PluginError>> {
        let unknown = |layer: &Layer, skill: &String| {
            let line = layer.text.lines().position(|l| l.contains("talents")).map(|n| n + 1);
            let hint = suggestion(skill, skills.iter().map(String::as_str));
            PluginError::new(&layer.file, line, format!("`talents` names `{skill}`, which is no skill here")).hint(hint)
        };
        let named = self.layers.iter().flat_map(|layer| layer.talents.iter().map(move |(_, skill)| (layer, skill)));
        let problems: Vec<_> = named.filter(|(_, s)| !skills.contains(s)).map(|(l, s)| unknown(l, s)).collect();
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    /// What only shows when all plugins are known.
    fn check_together(
        &self,
        drafts: &[Rc<Draft>],
        catalogue: &[&str],
        known: &[String],
        problems: &mut Vec<PluginError>,
    ) {
        for (n, (layer, draft)) in self.layers.iter().zip(drafts).enumerate() {
            let line = |key: &str| draft.checked.keys.get(key).copied();
            for required in &layer.requires {
                if !self.layers[..n].iter().any(|l| covers(required, &l.name)) {
                    let above = self.layers[n..].iter().any(|l| l.name != layer.name && covers(required, &l.name));
                    let hint = if above {
                        format!("list {required} before {} in the ruleset", layer.name)
                    } else if known.is_empty() || known.iter().any(|plugin| covers(required, plugin)) {
                        format!("add {required} to the ruleset, below {}", layer.name)
                    } else {
                        let near = did_you_mean(required, known.iter().map(String::as_str));
                        let near = near.map(|near| format!("; {near}")).unwrap_or_default();
                        format!("there is no plugin {required}{near}")
                    };
                    let problem = format!("{} requires {required}, which is not below it", layer.name);
                    problems.push(PluginError::new(&layer.file, line("requires"), problem).hint(hint));
                }
            }
            for lower in &layer.above {
                if let Some(higher) = self.layers[n + 1..].iter().find(|l| covers(lower, &l.name)) {
                    let problem = format!("{} must lie above {}, which comes after it", layer.name, higher.name);
                    let hint = format!("list {} before {}", higher.name, layer.name);
                    problems.push(PluginError::new(&layer.file, line("above"), problem).hint(hint));
                }
            }
            for param in &layer.params {
                let earlier = self.layers[..n].iter().find(|l| l.params.iter().any(|p| p.name == param.name));
                if let Some(earlier) = earlier {
                    let problem = format!("parameter `{}` is already declared by {}", param.name, earlier.name);
                    let hint = "read it with m:param and list that plugin in `requires`, or choose another name";
                    problems.push(PluginError::new(&layer.file, line(&param.name), problem).hint(hint));
                }
            }
            let doubtful = |name: &str| draft.header.as_ref().is_some_and(|h| h.doubtful(name));
            for (name, at) in draft.checked.params.iter().filter(|(name, _)| !doubtful(name)) {
                if let Err(hint) = self.find_param(n, name) {
                    let problem = format!("`{name}` is no parameter that {} can read", layer.name);
                    problems.push(PluginError::new(&layer.file, Some(*at), problem).hint(hint));
                }
            }
            for clause in &layer.written {
                if !catalogue.contains(&clause.as_str())
                    && let Some(near) = nearest(clause, family_of(clause, catalogue))
                {
                    let problem = format!("clause {clause} is in no catalogue");
                    let hint = format!("did you mean `{near}`? A rule of your own starts with letters of your own");
                    problems.push(PluginError::new(&layer.file, line("clauses"), problem).hint(hint));
                }
            }
        }
        let bytes: usize = self.slots.iter().map(SlotPlace::len).sum();
        if bytes > SLOT_BYTES {
            let mut users: Vec<String> = Vec::new();
            for layer in &self.layers {
                let own: usize = self.slots.iter().filter(|s| s.decl.plugin == layer.name).map(SlotPlace::len).sum();
                if own > 0 {
                    users.push(format!("{} {own}", layer.name));
                }
            }
            let file = self.layers.last().map_or("ruleset", |l| l.file.as_str());
            let problem = format!(
                "the slots of all plugins take {bytes} bytes; {SLOT_BYTES} are possible ({})",
                users.join(", ")
            );
            problems.push(
                PluginError::new(file, None, problem).hint("a slot for each player takes 32 bytes, or 64 above 255"),
            );
        }
    }

    /// The parameter a layer means by a name, or what to do about it.
    pub(super) fn find_param(&self, layer: usize, name: &str) -> Result<&ParamDecl, String> {
        let reader = &self.layers[layer];
        let named = |p: &&ParamDecl| {
            p.name == name || name.strip_suffix(&p.name).and_then(|r| r.strip_suffix('.')) == Some(&p.plugin)
        };
        match self.params().find(named) {
            Some(param) if reader.may_read(&param.plugin) => Ok(param),
            Some(param) => Err(format!("it belongs to {}: add that to `requires`", param.plugin)),
            None => Err(suggestion(name, self.params().map(|p| p.name.as_str()).collect::<Vec<_>>())),
        }
    }

    /// The slot a layer means by a name, or what to do about it.
    pub(super) fn find_slot(&self, layer: usize, name: &str) -> Result<usize, String> {
        let reader = &self.layers[layer];
        let own = self.slots.iter().position(|s| s.decl.plugin == reader.name && s.decl.name == name);
        if let Some(index) = own {
            return Ok(index);
        }
        match self.slots.iter().position(|s| s.decl.full_name() == name) {
            Some(index) if reader.may_read(&self.slots[index].decl.plugin) => Ok(index),
            Some(index) => Err(format!("it belongs to {}: add that to `requires`", self.slots[index].decl.plugin)),
            None => {
                let readable: Vec<String> = self
                    .slots
                    .iter()
                    .filter(|s| reader.may_read(&s.decl.plugin))
                    .map(|s| if s.decl.plugin == reader.name { s.decl.name.clone() } else { s.decl.full_name() })
                    .collect();
                Err(suggestion(name, readable.iter().map(String::as_str)))
            }
        }
    }
}

/// The clauses of the catalogue that begin as this one does (`BASE-…`): none for a family of the plugin's own.
fn family_of<'a>(clause: &'a str, catalogue: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    let prefix = |id: &'a str| id.split('-').next();
    catalogue.iter().copied().filter(move |id| prefix(id) == prefix(clause))
}
