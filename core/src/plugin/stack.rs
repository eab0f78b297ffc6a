//! A stack of plugins: what was loaded, checked and laid out, ready for any number of hosts.

use super::slot::{Lasts, SlotDecl, SlotPlace};
use super::{Hook, Ruling, Talent};
use crate::game::{Piece, SLOT_BYTES, State};
use crate::rules::{DiceSet, ParamDecl, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A plugin before it is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PluginSource {
    /// Its name in rulesets, such as `base/cod`.
    pub name: String,
    /// The file, as errors show it.
    pub file: String,
    /// The Lua text.
    pub text: String,
}

/// The names a ruleset gives to skills, cards and zones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vocabulary {
    /// Skills; bit *n* of a mask is the *n*-th. At most 52.
    pub skills: Vec<String>,
    /// The colour of each skill: the number of its basic skill, its own for a basic one.
    pub colours: Vec<u8>,
    /// Published player types: the skills of each, by number, in ascending order.
    pub types: Vec<[u8; Piece::SECTIONS]>,
    /// Cards.
    pub cards: Vec<String>,
    /// Zones in the order of their ids.
    pub zones: Vec<String>,
    /// The dice, in a game that has them.
    pub dice: Option<Arc<DiceSet>>,
    /// The plugins there are, in play or not; empty where they are not known.
    pub plugins: Vec<String>,
}

impl Vocabulary {
    /// The combinations of the dice, in order.
    pub fn combinations(&self) -> impl Iterator<Item = &str> {
        self.dice.iter().flat_map(|dice| &dice.combinations).map(|c| c.name.as_str())
    }
}

impl Vocabulary {
    /// The colour of a skill, by the number of the colour's basic skill.
    #[must_use]
    pub fn colour(&self, skill: u8) -> Option<u8> {
        self.colours.get(usize::from(skill)).copied()
    }

    /// Whether a section has a skill, or is of the colour that has its name from that skill.
    #[must_use]
    pub fn is(&self, section: u8, skill: u8) -> bool {
        section == skill || self.colour(section) == Some(skill)
    }
}

/// What a plugin brings to the ruleset it is put on, beside its rulings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Brings {
    /// Skills that squads may have from then on, `grey` or `yellow+assist`.
    pub skills: Vec<String>,
    /// The squad that is played when none is named.
    pub squad: Option<String>,
    /// The published player types.
    pub pool: Option<String>,
    /// Parameters of the plugins below it; words are added to those already there.
    pub params: Vec<(String, Value)>,
}

/// One plugin of a stack.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Its name.
    pub name: String,
    /// Its file.
    pub file: String,
    /// Its text.
    pub text: String,
    /// The text as it is compiled.
    #[cfg_attr(not(feature = "lua"), allow(dead_code))]
    pub(super) code: String,
    /// SHA-256 of the text, in hexadecimal.
    pub hash: String,
    /// What it is for, in its own words.
    pub doc: String,
    /// Clauses it carries, as the ruleset prints them.
    pub clauses: Vec<String>,
    /// The same as the file writes them.
    pub(super) written: Vec<String>,
    /// Plugins it needs below it.
    pub requires: Vec<String>,
    /// Plugins that lie below it where they are there at all.
    pub above: Vec<String>,
    /// What it brings to a ruleset.
    pub brings: Brings,
    /// The skills it says what they are good for.
    pub talents: Vec<(Talent, String)>,
    /// Parameters it declares.
    pub params: Vec<ParamDecl>,
    /// Slots it declares.
    pub slots: Vec<SlotDecl>,
    /// Hooks it answers.
    pub hooks: Vec<Hook>,
    /// Line of each of those functions.
    pub(super) lines: Vec<Option<usize>>,
}

impl Layer {
    /// Whether this layer may read what another plugin declares.
    #[must_use]
    pub fn may_read(&self, plugin: &str) -> bool {
        self.name == plugin || self.requires.iter().any(|r| covers(r, plugin))
    }

    /// Whether it is the plugin that another requires by this name, or one of its folder.
    #[must_use]
    pub fn is_of(&self, required: &str) -> bool {
        covers(required, &self.name)
    }

    /// `file:line` of a hook's function.
    #[must_use]
    pub fn place(&self, hook: Hook) -> String {
        self.line(hook).map_or_else(|| self.file.clone(), |l| format!("{}:{l}", self.file))
    }

    /// The line of a hook's function.
    pub(super) fn line(&self, hook: Hook) -> Option<usize> {
        self.hooks.iter().position(|h| *h == hook).and_then(|i| self.lines[i])
    }
}

/// `complete` covers the plugin `complete` and every `complete/…`.
pub(super) fn covers(required: &str, plugin: &str) -> bool {
    plugin.strip_prefix(required).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Loaded plugins, bottom first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stack {
    /// The plugins.
    pub layers: Vec<Layer>,
    pub(super) clauses: Vec<String>,
    pub(super) slots: Vec<SlotPlace>,
    printed: Printed,
}

/// What the clauses of plugins are called in a ruleset, where that is not what the plugins call them: the first of the
/// list is cited, none means that the ruleset does not have the clause.
pub type Printed = BTreeMap<String, Vec<String>>;

impl Stack {
    /// The id of every clause that the ruleset does not have; it is always muted.
    #[cfg(feature = "lua")]
    pub(crate) const UNPRINTED: u16 = Ruling::NO_CLAUSE - 1;

    /// The plugins that answer a hook and where, the one that is asked first in front: `my (my.lua:4), base/clock (…)`.
    #[must_use]
    pub fn answering(&self, hook: Hook) -> String {
        let answering: Vec<String> = (self.layers.iter().rev().filter(|l| l.hooks.contains(&hook)))
            .map(|l| format!("{} ({})", l.name, l.place(hook)))
            .collect();
        if answering.is_empty() { "no plugin".to_owned() } else { answering.join(", ") }
    }

    /// Renames the clauses of the plugins; parameters whose clauses all go are left without any, and come back with
    /// the value that switches them off.
    pub fn print_as(&mut self, printed: Printed) -> Vec<(String, Value)> {
        let names = |written: &[String]| {
            let mut names: Vec<String> = Vec::new();
            for clause in written {
                let own = std::slice::from_ref(clause);
                for name in printed.get(clause).map_or(own, Vec::as_slice) {
                    if !names.contains(name) {
                        names.push(name.clone());
                    }
                }
            }
            names
        };
        let mut off = Vec::new();
        for layer in &mut self.layers {
            layer.clauses = names(&layer.written);
            for param in &mut layer.params {
                let carried = !param.clauses.is_empty();
                param.clauses = names(&param.clauses);
                if carried && param.clauses.is_empty() {
                    off.extend(param.off.clone().map(|value| (param.name.clone(), value)));
                }
            }
        }
        self.clauses = names(&self.clauses);
        self.printed = printed;
        off
    }

    /// What a clause of a plugin is called in the ruleset; itself unless the ruleset says otherwise, `None` where the
    /// ruleset does not have it.
    #[must_use]
    pub fn printed<'a>(&'a self, written: &'a str) -> Option<&'a str> {
        match self.printed.get(written) {
            Some(names) => names.first().map(String::as_str),
            None => Some(written),
        }
    }

    /// The id under which a plugin's clause is cited. A clause printed as several counts as the muted one of them.
    #[cfg(feature = "lua")]
    pub(super) fn printed_id(&self, written: &str, muted: Option<&str>) -> Option<u16> {
        let also = self.printed.get(written).into_iter().flatten().find(|name| Some(name.as_str()) == muted);
        match also.map(String::as_str).or_else(|| self.printed(written)) {
            Some(name) => self.clause_id(name),
            None => Some(Self::UNPRINTED),
        }
    }

    /// The name of a clause, by the id in a [`Ruling`]; empty for [`Ruling::NO_CLAUSE`].
    #[must_use]
    pub fn clause(&self, id: u16) -> &str {
        self.clauses.get(usize::from(id)).map_or("", String::as_str)
    }

    /// The id of a clause that some layer declares.
    #[must_use]
    pub fn clause_id(&self, name: &str) -> Option<u16> {
        self.clauses
            .iter()
            .position(|c| c == name)
            .and_then(|i| u16::try_from(i).ok())
            .filter(|i| *i != Ruling::NO_CLAUSE)
    }

    /// The layer of a plugin, from the bottom.
    #[must_use]
    pub fn layer_of(&self, plugin: &str) -> Option<u8> {
        self.layers.iter().position(|layer| layer.name == plugin).and_then(|at| u8::try_from(at).ok())
    }

    /// All declared clauses, in the order of their ids.
    #[must_use]
    pub fn clauses(&self) -> &[String] {
        &self.clauses
    }

    /// Whether any layer defines a hook.
    #[must_use]
    pub fn answers(&self, hook: Hook) -> bool {
        self.layers.iter().any(|l| l.hooks.contains(&hook))
    }

    /// Every declared parameter.
    pub fn params(&self) -> impl Iterator<Item = &ParamDecl> {
        self.layers.iter().flat_map(|l| l.params.iter())
    }

    /// Every slot and its place.
    #[must_use]
    pub fn slots(&self) -> &[SlotPlace] {
        &self.slots
    }

    /// A slot by its full name, `plugin.slot`.
    #[must_use]
    pub fn slot(&self, full_name: &str) -> Option<&SlotPlace> {
        self.slots.iter().find(|s| s.decl.full_name() == full_name)
    }

    /// The slots as they are before a match.
    #[must_use]
    pub fn slot_defaults(&self) -> [u8; SLOT_BYTES] {
        let mut bytes = [0; SLOT_BYTES];
        for slot in &self.slots {
            slot.reset(&mut bytes);
        }
        bytes
    }

    /// Puts back the slots that last as long as what has just ended; the end of a half ends its turn too.
    pub fn reset_slots(&self, state: &mut State, ended: Lasts) {
        for slot in &self.slots {
            let over = match ended {
                Lasts::Turn => slot.decl.lasts == Lasts::Turn,
                Lasts::Half => slot.decl.lasts != Lasts::Match,
                Lasts::Match => !slot.decl.carry,
            };
            if over {
                slot.reset(&mut state.slots);
            }
        }
    }
}
