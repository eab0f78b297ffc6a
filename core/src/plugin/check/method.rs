//! The arguments of the methods of `m`, and of `has`.

use super::answer::{index_name, quoted};
use super::literal::{Literal, arguments_of, line_of, outcomes};
use super::named::{Deed, Named, SIDES, SlotUse};
use super::{Checker, line, name};
use crate::plugin::error::suggestion;
use crate::plugin::facade::{METHODS, WHOM};
use crate::plugin::{FactKind, Hook, Licence, OFFERS};
use full_moon::ast::{Expression, FunctionArgs, Index, MethodCall, Prefix, Suffix, Var};
use full_moon::tokenizer::{TokenReference, TokenType};

impl Checker<'_> {
    /// `m:word(…)` in the function of a hook.
    pub(super) fn method(&mut self, hook: Hook, token: &TokenReference, args: &FunctionArgs) {
        let (word, at) = (name(token), line(token));
        let Some(method) = METHODS.iter().find(|m| m.name == word) else {
            let hint = suggestion(&word, METHODS.iter().map(|m| m.name));
            self.refuse(at, format!("`m:{word}` does not exist"), hint);
            return;
        };
        if method.effect && hook.info().licence == Licence::Ask {
            self.refuse(
                at,
                format!("`m:{word}` changes the match, and {} only asks", hook.info().name),
                "roll and write in a hook that acts, such as on_duel or on_phase_end",
            );
        }
        let literal = match args {
            FunctionArgs::Parentheses { arguments, .. } => arguments.iter().next().and_then(super::string_literal),
            FunctionArgs::String(token) => match token.token_type() {
                TokenType::StringLiteral { literal, .. } => Some((literal.to_string(), line(token))),
                _ => None,
            },
            _ => None,
        };
        if let Some((text, at)) = literal {
            let takes_role = method.name == "who" || method.args.first().is_some_and(|(_, kind)| *kind == WHOM);
            if method.name == "param" {
                self.found.params.push((text, at));
            } else if takes_role && !hook.info().who.contains(&text.as_str()) {
                let hint = suggestion(&text, hook.info().who.iter().copied());
                self.refuse(at, format!("{} knows no role `{text}`", hook.info().name), hint);
            }
        }
        let Some(given) = arguments_of(args) else { return };
        if matches!(method.name, "get" | "set") {
            return self.slot_used(method.name == "set", &given);
        }
        for ((label, kind), value) in method.args.iter().zip(&given) {
            for outcome in outcomes(value) {
                if let Some(literal) = Literal::of(outcome) {
                    self.argument(method.name, label, kind, &literal, line_of(outcome));
                }
            }
        }
        if let ("roll", [label]) = (method.name, given.as_slice())
            && let Some(Literal::Text(die)) = Literal::of(label)
        {
            self.name_used(Named::Die(die), line_of(label));
        }
    }

    /// One argument of a method; roles have been looked at.
    fn argument(&mut self, method: &str, label: &str, kind: &str, literal: &Literal, at: usize) {
        let what = format!("`{label}` of m:{method}");
        match (method, label, literal) {
            ("skill", "skill", Literal::Text(skill)) | ("number", "colour", Literal::Text(skill)) => {
                return self.name_used(Named::Skill(skill.clone()), at);
            }
            ("sections", "skills", Literal::Text(skills)) | ("absent", "stand_in", Literal::Text(skills)) => {
                let names = skills.split_whitespace();
                return names.for_each(|skill| self.name_used(Named::Skill(skill.to_owned()), at));
            }
            ("zone", "name", Literal::Text(zone)) => return self.name_used(Named::Zone(zone.clone()), at),
            ("wins", "die", Literal::Text(die)) => return self.name_used(Named::Die(die.clone()), at),
            ("note", "clause", Literal::Text(clause)) => return self.name_used(Named::Clause(clause.clone()), at),
            ("used", "offer", _) => return self.word(&what, literal, OFFERS, at),
            ("roll", "sides", Literal::Number(n)) if n.fract() != 0.0 || !(2.0..=100.0).contains(n) => {
                return self.doubt(at, format!("{what} is {n}"), "a die has 2 to 100 sides");
            }
            _ => {}
        }
        if let Some(words) = quoted(kind) {
            return self.word(&what, literal, &words.iter().map(String::as_str).collect::<Vec<_>>(), at);
        }
        match (kind, literal) {
            ("side", _) | ("integer|side", Literal::Text(_)) => self.word(&what, literal, SIDES, at),
            ("integer", Literal::Number(_)) | ("string", Literal::Text(_)) => {}
            ("integer", _) => self.doubt(at, format!("{what} is {literal}, expected a number"), "give it a number"),
            ("string", _) => self.doubt(at, format!("{what} is {literal}, expected a text"), "write a text"),
            _ => {}
        }
    }

    /// `m:get(slot, who)` and `m:set(slot, value, who)`.
    fn slot_used(&mut self, set: bool, given: &[&Expression]) {
        let Some(first) = given.first() else { return };
        let at = line_of(first);
        let slot = match Literal::of(first) {
            Some(Literal::Text(slot)) => slot,
            Some(other) => return self.doubt(at, format!("a slot's name is a text, not {other}"), "write its name"),
            None => return,
        };
        // A call at the end may bring more arguments along.
        let open = matches!(given.last(), Some(Expression::FunctionCall(_)));
        let whose = given.get(if set { 2 } else { 1 }).map(|who| Literal::of(who));
        let whose = if whose.is_none() && open { Some(None) } else { whose };
        let deed = if set { Deed::Set(given.get(1).and_then(|v| Literal::of(v)), whose) } else { Deed::Read(whose) };
        self.name_used(Named::Slot(SlotUse { name: slot, deed }), at);
    }

    /// `ev.skills:has("yellow")`: skills are a number, which has no methods.
    pub(super) fn asked_itself(&mut self, token: &TokenReference, index: &Index, call: &MethodCall) {
        let (base, method) = (name(token), name(call.name()));
        let Some(field) = index_name(index).filter(|f| self.kind_of(&base, f) == Some(FactKind::Skills)) else {
            return;
        };
        let given = arguments_of(call.args()).and_then(|given| Literal::of(given.first()?)?.text().map(str::to_owned));
        let skill = given.unwrap_or_else(|| "yellow".to_owned());
        let problem = format!("`{base}.{field}` has no method `{method}`");
        self.doubt(line(call.name()), problem, format!("write `has({base}.{field}, \"{skill}\")`"));
    }

    /// `has(ev.skills, "yellow")`.
    pub(super) fn has(&mut self, args: &FunctionArgs) {
        let Some(given) = arguments_of(args) else { return };
        if let Some(Expression::Var(Var::Expression(e))) = given.first()
            && let (Prefix::Name(token), Some(Suffix::Index(index)), 1) =
                (e.prefix(), e.suffixes().next(), e.suffixes().count())
            && let Some(field) = index_name(index)
            && self.kind_of(&name(token), &field).is_some_and(|kind| kind != FactKind::Skills)
        {
            let problem = format!("`{}.{field}` holds no skills", name(token));
            self.doubt(line(token), problem, "has(skills, name) reads facts such as ev.skills");
        }
        for outcome in given.get(1).into_iter().flat_map(|skill| outcomes(skill)) {
            match Literal::of(outcome) {
                Some(Literal::Text(skill)) => self.name_used(Named::Skill(skill), line_of(outcome)),
                Some(other) => {
                    self.doubt(line_of(outcome), format!("a skill is a text, not {other}"), "write its name");
                }
                None => {}
            }
        }
    }
}
