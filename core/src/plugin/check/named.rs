//! Names that only what surrounds a plugin can settle: its clauses and slots, the skills and zones of a ruleset.

use super::Checker;
use super::literal::Literal;
use crate::plugin::draft::Draft;
use crate::plugin::error::{PluginError, suggestion};
use crate::plugin::slot::{Scope, SlotDecl, SlotKind};
use crate::plugin::stack::{Stack, Vocabulary, covers};
use crate::plugin::tables::{combination_words, hand_words, zone_words};
use crate::rules::{ParamDecl, ParamKind};

/// A name that a file spells out.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::plugin) enum Named {
    /// A clause that the plugin must declare.
    Clause(String),
    /// The clause of an answer from below: one that the plugin or one below it declares.
    Below(String),
    /// A slot, and what is done with it.
    Slot(SlotUse),
    /// A skill of the ruleset.
    Skill(String),
    /// A zone of the board, perhaps with `own_` in front.
    Zone(String),
    /// A card of the ruleset.
    Card(String),
    /// A combination of the ruleset's dice, or `none`.
    Combination(String),
    /// An answer to `on_roll`: one of these words, or a combination.
    Roll(&'static [&'static str], String),
    /// Faces that lie together.
    Faces(String),
    /// A die of the ruleset.
    Die(String),
    /// A parameter that is compared with a value.
    Param(String, Literal),
}

impl Named {
    /// Whether the file alone settles it.
    pub(in crate::plugin) fn is_own(&self) -> bool {
        match self {
            Named::Clause(_) => true,
            Named::Slot(slot) => !slot.name.contains('.'),
            _ => false,
        }
    }
}

/// A slot by name, and what is done with it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::plugin) struct SlotUse {
    pub name: String,
    pub deed: Deed,
}

/// What is done with a slot; an inner `None` is a value that has to be computed.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::plugin) enum Deed {
    /// It is read; whose it is, if anything is said.
    Read(Option<Option<Literal>>),
    /// It is set to a value; whose it is, if anything is said.
    Set(Option<Literal>, Option<Option<Literal>>),
    /// What was read is compared with a value.
    Compared(Literal),
}

impl Checker<'_> {
    /// A name to be settled when the surroundings are known.
    pub(super) fn name_used(&mut self, named: Named, at: usize) {
        self.found.names.push((named, at));
    }
}

/// What a plugin is judged by: the plugins below it and the words of the ruleset.
pub(in crate::plugin) struct Surroundings<'a> {
    pub draft: &'a Draft,
    pub below: &'a Stack,
    pub vocabulary: &'a Vocabulary,
}

/// What is wrong with a name, and the advice.
type Wrong = Option<(String, String)>;

fn one_of(what: &str, name: &str, known: &[&str]) -> Wrong {
    (!known.contains(&name)).then(|| (format!("there is no {what} `{name}`"), suggestion(name, known.iter().copied())))
}

fn refs(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

impl Surroundings<'_> {
    /// Every one of these names that is not known.
    pub(in crate::plugin) fn unknown(&self, of: impl Fn(&Named) -> bool) -> Vec<PluginError> {
        let mut problems = Vec::new();
        for (named, line) in self.draft.checked.names.iter().filter(|(named, _)| of(named)) {
            if let Some((problem, hint)) = self.wrong(named) {
                problems.push(PluginError::new(&self.draft.file, Some(*line), problem).hint(hint));
            }
        }
        problems
    }

    /// Whether a parameter that the file reads is not there.
    pub(in crate::plugin) fn lacks_param(&self) -> bool {
        let own = || self.draft.header.iter().flat_map(|h| &h.params);
        let others = || self.below.params().filter(|p| self.may_read(&p.plugin));
        let is = |p: &ParamDecl, name: &str| p.name == name || format!("{}.{}", p.plugin, p.name) == name;
        self.draft.checked.params.iter().any(|(name, _)| !own().chain(others()).any(|p| is(p, name)))
    }

    fn wrong(&self, named: &Named) -> Wrong {
        let vocabulary = self.vocabulary;
        match named {
            Named::Clause(clause) => self.clause(clause),
            Named::Below(clause) if self.below.layers.iter().any(|l| l.written.contains(clause)) => None,
            Named::Below(clause) => self.clause(clause),
            Named::Slot(slot) => self.slot(slot),
            Named::Skill(skill) => {
                let mut known = refs(&vocabulary.skills);
                known.extend(self.draft.brings().skills.iter().filter_map(|s| s.split('+').next_back()));
                one_of("skill", skill, &known)
            }
            Named::Zone(zone) => one_of("zone", zone, &refs(&zone_words(vocabulary))),
            Named::Card(card) => one_of("card", card, &refs(&vocabulary.cards)),
            Named::Combination(name) => one_of("combination", name, &combination_words(&["none"], vocabulary)),
            Named::Roll(words, answer) => {
                let known = combination_words(words, vocabulary);
                let problem = format!("the answer is `{answer}`, expected one of {}", known.join(", "));
                (!known.contains(&answer.as_str())).then(|| (problem, suggestion(answer, known.iter().copied())))
            }
            Named::Faces(faces) => one_of("throw that shows", faces, &refs(&hand_words(vocabulary))),
            Named::Die(die) => match &vocabulary.dice {
                Some(dice) => one_of("die", die, &dice.dice.iter().map(|d| d.name.as_str()).collect::<Vec<_>>()),
                None => {
                    let problem = format!("there is no die `{die}`: this ruleset lists none of its own");
                    Some((problem, "say how many sides it has, as in m:roll(\"wind\", 6)".to_owned()))
                }
            },
            Named::Param(name, value) => self.param(name, value),
        }
    }

    fn clause(&self, clause: &str) -> Wrong {
        let header = self.draft.header.as_ref()?;
        if header.doubtful("clauses") || header.clauses.iter().any(|c| c == clause) {
            return None;
        }
        let hint = if header.clauses.is_empty() {
            format!("add `clauses = {{ \"{clause}\" }}` to the header")
        } else {
            suggestion(clause, header.clauses.iter().map(String::as_str))
        };
        Some((format!("clause `{clause}` is not declared in `clauses`"), hint))
    }

    /// Whether the plugin may read what another declares.
    fn may_read(&self, plugin: &str) -> bool {
        self.draft.requires().iter().any(|r| covers(r, plugin))
    }

    /// The declaration of a slot, or the names that could be meant.
    fn find_slot(&self, name: &str) -> Result<(&SlotDecl, bool), String> {
        let own = self.draft.header.iter().flat_map(|h| &h.slots);
        if let Some(slot) = own.clone().find(|s| s.name == name || s.full_name() == name) {
            return Ok((slot, true));
        }
        let others = self.below.slots().iter().map(|s| &s.decl).filter(|s| s.plugin != self.draft.name);
        match others.clone().find(|s| s.full_name() == name) {
            Some(slot) if self.may_read(&slot.plugin) => Ok((slot, false)),
            Some(slot) => Err(format!("it belongs to {}: add that to `requires`", slot.plugin)),
            None => {
                let readable = others.filter(|s| self.may_read(&s.plugin)).map(SlotDecl::full_name);
                let known: Vec<String> = own.map(|s| s.name.clone()).chain(readable).collect();
                if known.is_empty() {
                    return Err(format!(
                        "declare it: `state = {{ match = {{ {name} = {{ type = \"int\", max = 9 }} }} }}`"
                    ));
                }
                Err(suggestion(name, known.iter().map(String::as_str)))
            }
        }
    }

    fn slot(&self, used: &SlotUse) -> Wrong {
        let header = self.draft.header.as_ref()?;
        let name = &used.name;
        if ["state", "match", "side", "player", name].iter().any(|key| header.doubtful(key)) {
            return None;
        }
        let (slot, own) = match self.find_slot(name) {
            Ok(found) => found,
            Err(hint) => return Some((format!("there is no slot `{name}`"), hint)),
        };
        let (value, whose) = match &used.deed {
            Deed::Read(whose) => (None, Some(whose)),
            Deed::Set(_, _) if !own => {
                let problem = format!("slot `{name}` belongs to {}", slot.plugin);
                return Some((problem, "a plugin writes only its own slots".to_owned()));
            }
            Deed::Set(value, whose) => (value.as_ref(), Some(whose)),
            Deed::Compared(value) => (Some(value), None),
        };
        if let Some(value) = value.filter(|value| !takes(slot, value)) {
            let problem = format!("slot `{name}` is {}, never {value}", slot.expected());
            let hint = match (&slot.kind, value) {
                (SlotKind::Enum(words), Literal::Text(text)) => suggestion(text, words.iter().map(String::as_str)),
                _ if whose.is_some() => format!("give it {}, or widen it in `state`", slot.expected()),
                _ => format!("compare it with {}", slot.expected()),
            };
            return Some((problem, hint));
        }
        match (slot.scope, whose?) {
            (Scope::Match, Some(Some(whose))) if *whose != Literal::Nil => {
                Some((format!("slot `{name}` exists once a match"), "leave out whose it is".to_owned()))
            }
            (Scope::Side, None) => Some((
                format!("slot `{name}` exists for each side"),
                "say whose it is: home, away, attack or defence".to_owned(),
            )),
            (Scope::Side, Some(Some(whose))) if !whose.text().is_some_and(|side| SIDES.contains(&side)) => {
                let hint = whose.text().map(|side| suggestion(side, SIDES.iter().copied()));
                let hint = hint.unwrap_or_else(|| "write home, away, attack or defence".to_owned());
                Some((format!("slot `{name}` exists for each side, and {whose} is none"), hint))
            }
            (Scope::Player, None | Some(Some(Literal::Nil | Literal::Text(_) | Literal::Bool(_) | Literal::Table))) => {
                Some((format!("slot `{name}` exists for each player"), "say whose it is: a token, 1 to 32".to_owned()))
            }
            _ => None,
        }
    }

    fn param(&self, name: &str, value: &Literal) -> Wrong {
        let header = self.draft.header.as_ref()?;
        if header.doubtful(name) {
            return None;
        }
        let named = |p: &&ParamDecl| p.name == name || format!("{}.{}", p.plugin, p.name) == name;
        let own = header.params.iter().find(named);
        let others = || self.below.params().filter(|p| self.may_read(&p.plugin) && p.plugin != self.draft.name);
        let decl = own.or_else(|| others().find(named))?;
        let (fits, words): (bool, &[String]) = match (&decl.kind, value) {
            (_, Literal::Nil) => return None,
            (ParamKind::Word(words), Literal::Text(text)) => (words.contains(text), words),
            (ParamKind::Int { .. } | ParamKind::Number { .. }, Literal::Number(_)) => (true, &[]),
            (ParamKind::Bool, Literal::Bool(_)) => (true, &[]),
            _ => (false, &[]),
        };
        if fits {
            return None;
        }
        let hint = match value {
            Literal::Text(text) if !words.is_empty() => suggestion(text, words.iter().map(String::as_str)),
            _ => format!("compare it with {}", decl.kind),
        };
        Some((format!("parameter `{name}` is {}, never {value}", decl.kind), hint))
    }
}

/// The sides as a plugin names them.
pub(super) const SIDES: &[&str] = &["home", "away", "attack", "defence"];

/// Whether a slot can hold a value.
fn takes(slot: &SlotDecl, value: &Literal) -> bool {
    let (min, max) = slot.bounds();
    match (&slot.kind, value) {
        (SlotKind::Bool, Literal::Bool(_)) => true,
        (SlotKind::Int { .. }, Literal::Number(n)) => n.fract() == 0.0 && (min as f64..=max as f64).contains(n),
        (SlotKind::Enum(words), Literal::Text(text)) => words.contains(text),
        _ => false,
    }
}
