//! What a hook's function returns, hands to `next` and compares, judged by the contract of the hook.

use super::literal::{Literal, arguments_of, entries, line_of, outcomes};
use super::named::{Deed, Named, SlotUse};
use super::{Checker, Holds, name};
use crate::plugin::error::suggestion;
use crate::plugin::facade::METHODS;
use crate::plugin::{AnswerKind, FactKind, GrantNames, Hook, MOST_TICKS, Mode};
use full_moon::ast::{Call, Expression, FunctionArgs, Index, Prefix, Suffix, TableConstructor, Var};

/// A function that is being read.
#[derive(Default)]
pub(super) struct Frame {
    /// The hook that it answers.
    pub hook: Option<Hook>,
    /// How often the layers below are asked other than by `return next(…)`: what they say may be returned without a
    /// clause.
    pub asks: usize,
    /// It returns something.
    pub returns: bool,
    /// Answers without a clause: what, and the line.
    pub bare: Vec<(String, usize)>,
    /// Changes of the value that name no clause of their own: what, and the line.
    pub changes: Vec<(String, usize)>,
}

/// What a comparison reads.
enum Reading {
    Scalar(String, FactKind),
    Words(String, Vec<String>),
    Slot(String),
    Param(String),
}

impl Checker<'_> {
    /// The end of a function: what is certain only when all of it is known.
    pub(super) fn ended(&mut self, frame: &Frame) {
        let Some(info) = frame.hook.map(Hook::info) else { return };
        if info.mode == Mode::Rule && frame.asks == 0 {
            for (what, at) in &frame.bare {
                self.doubt(
                    *at,
                    format!("{what} names no clause"),
                    "every ruling does: `return answer, \"MY-RULE-01\"`",
                );
            }
        }
        if let (Mode::Modify, false, Some((what, at))) = (info.mode, frame.returns, frame.changes.first()) {
            let problem = format!("{} changes {what} and returns no clause", info.name);
            self.doubt(*at, problem, "end it with the clause that the change comes from: `return \"MY-RULE-01\"`");
        }
    }

    /// `return …` in the function of a hook.
    pub(super) fn returned(&mut self, hook: Hook, values: &[&Expression], at: usize) {
        if let [Expression::FunctionCall(call)] = values
            && self.is_next(call.prefix())
            && call.suffixes().count() == 1
            && let Some(frame) = self.frames.last_mut()
        {
            frame.asks = frame.asks.saturating_sub(1);
            return;
        }
        let info = hook.info();
        match (info.mode, info.answer) {
            (Mode::Rule, AnswerKind::Offers(names)) => self.offers(names, values, at),
            (Mode::Rule, answer) => self.ruled(answer, values, at),
            (Mode::Modify, answer) => self.modified(hook, answer, values),
            (Mode::Notify, _) => {}
        }
    }

    fn is_next(&self, prefix: &Prefix) -> bool {
        match prefix {
            Prefix::Name(token) => self.find(&name(token)).is_some_and(|l| matches!(l.holds, Holds::Value(_))),
            _ => false,
        }
    }

    fn nothing(&mut self, at: usize) {
        self.doubt(
            at,
            "nothing is returned, and a rule hook answers",
            "return an answer and its clause, or `return next()`",
        );
    }

    /// An answer without a clause, unless a call may bring it along.
    fn bare(&mut self, what: String, values: &[&Expression], at: usize) {
        let named = match values {
            [Expression::FunctionCall(_)] => true,
            [Expression::Symbol(token)] => token.token().to_string() == "...",
            [_] => false,
            [_, clause, ..] => Literal::of(clause) != Some(Literal::Nil),
            [] => true,
        };
        if let (false, Some(frame)) = (named, self.frames.last_mut()) {
            frame.bare.push((what, at));
        }
    }

    /// A word or a number, and the clause.
    fn ruled(&mut self, answer: AnswerKind, values: &[&Expression], at: usize) {
        let Some(first) = values.first() else { return self.nothing(at) };
        if Literal::of(first) == Some(Literal::Nil) {
            return self.nothing(at);
        }
        for outcome in outcomes(first) {
            let at = line_of(outcome);
            match (answer, Literal::of(outcome)) {
                (_, None) => {}
                (AnswerKind::Words(words), Some(literal)) => self.word("the answer", &literal, words, at),
                (AnswerKind::WordsOrInt(words), Some(literal)) => match literal {
                    Literal::Number(n) if n.fract() == 0.0 && (0.0..=f64::from(MOST_TICKS)).contains(&n) => {}
                    Literal::Number(_) => {
                        let expected = format!("a whole number from 0 to {MOST_TICKS}");
                        let problem = format!("the answer is {literal}, expected {expected}");
                        self.doubt(at, problem, format!("return {expected}"));
                    }
                    other => self.word("the answer", &other, words, at),
                },
                (AnswerKind::WordsOrCombination(words), Some(Literal::Text(text))) => {
                    self.name_used(Named::Roll(words, text), at);
                }
                (AnswerKind::WordsOrCombination(words), Some(other)) => self.word("the answer", &other, words, at),
                _ => {}
            }
        }
        let what =
            Literal::of(first).map_or_else(|| "the answer".to_owned(), |literal| format!("the answer {literal}"));
        self.bare(what, values, line_of(first));
        let asked = self.frames.last().is_some_and(|frame| frame.asks > 0);
        match values.get(1) {
            Some(clause) if asked => self.clause_below(clause),
            Some(clause) => self.clause(clause),
            None => {}
        }
    }

    /// A table of offers, and the clause.
    fn offers(&mut self, names: &'static [&'static str], values: &[&Expression], at: usize) {
        let Some(first) = values.first() else { return self.nothing(at) };
        for outcome in outcomes(first) {
            match (outcome, Literal::of(outcome)) {
                (Expression::TableConstructor(table), _) => {
                    let (named, _) = entries(table);
                    let mut unnamed = false;
                    for (offer, at, value) in named {
                        self.offer(names, &offer, value, at);
                        unnamed |= !self.has_clause(value);
                    }
                    if unnamed {
                        self.bare("the offer".to_owned(), values, line_of(outcome));
                    }
                }
                (_, Some(literal)) => self.doubt(
                    line_of(outcome),
                    format!("the answer is {literal}, expected a table of offers"),
                    "return a table such as { pass = true } and the clause, {} for none, or `return next()`",
                ),
                _ => {}
            }
        }
        if let Some(clause) = values.get(1) {
            self.clause(clause);
        }
    }

    /// The clause of a changed value, or a table from field to clause.
    fn modified(&mut self, hook: Hook, answer: AnswerKind, values: &[&Expression]) {
        let Some(first) = values.first() else { return };
        if let (false, Some(frame)) = (Literal::of(first) == Some(Literal::Nil), self.frames.last_mut()) {
            frame.returns = true;
        }
        let hook_name = hook.info().name;
        for outcome in outcomes(first) {
            let at = line_of(outcome);
            match (outcome, answer) {
                (Expression::TableConstructor(table), AnswerKind::Value { .. }) => {
                    self.clauses_by_field(hook, answer, table);
                }
                (Expression::TableConstructor(_), _) => {
                    self.doubt(
                        at,
                        format!("{hook_name} returns a table"),
                        "return one clause: `return \"MY-RULE-01\"`",
                    );
                }
                (Expression::Var(Var::Name(token)), _)
                    if self.find(&name(token)).is_some_and(|l| l.holds == Holds::Value(hook)) =>
                {
                    self.doubt(
                        at,
                        format!("{hook_name} returns `{}`, expected the clause", name(token)),
                        "the value is changed in place: return only the clause, `return \"MY-RULE-01\"`",
                    );
                }
                _ => self.clause(outcome),
            }
        }
    }

    fn clauses_by_field(&mut self, hook: Hook, answer: AnswerKind, table: &TableConstructor) {
        let known: Option<Vec<&str>> = match answer {
            AnswerKind::Value { record, grants: GrantNames::None } => Some(record.iter().map(|f| f.name).collect()),
            AnswerKind::Value { record, grants: GrantNames::Of(names) } => {
                Some(record.iter().map(|f| f.name).chain(names.iter().copied()).collect())
            }
            _ => None,
        };
        for (field, at, clause) in entries(table).0 {
            if let Some(known) = known.as_ref().filter(|known| !known.contains(&field.as_str())) {
                let hint = suggestion(&field, known.iter().copied());
                self.doubt(at, format!("the value of {} has no field `{field}`", hook.info().name), hint);
            }
            self.clause(clause);
        }
    }

    /// The third argument of a hook is called: `next(…)`, where there is one.
    pub(super) fn called(&mut self, hook: Hook, called: &str, args: &FunctionArgs, at: usize) {
        let info = hook.info();
        match info.mode {
            Mode::Rule => self.asked_below(hook, args, at),
            Mode::Modify => self.doubt(
                at,
                format!("`{called}` is no function in {}", info.name),
                "the layers below have spoken: change the value in place and return the clause",
            ),
            Mode::Notify => self.doubt(
                at,
                format!("`{called}` is nothing in {}, which only looks", info.name),
                format!("write `function p.{}(ev, m)` and return nothing", info.name),
            ),
        }
    }

    /// `next({ fact = value }, clause)`.
    fn asked_below(&mut self, hook: Hook, args: &FunctionArgs, at: usize) {
        let table;
        let given = match args {
            FunctionArgs::Parentheses { arguments, .. } => arguments.iter().collect(),
            FunctionArgs::TableConstructor(t) => {
                table = Expression::TableConstructor(t.clone());
                vec![&table]
            }
            _ => {
                return self.doubt(
                    at,
                    "next expects a table of changed facts",
                    "write `next({ fact = value }, clause)`",
                );
            }
        };
        let Some(first) = given.first() else { return };
        match (first, Literal::of(first)) {
            (Expression::TableConstructor(table), _) => {
                self.changed_facts(hook, table);
                if given.len() == 1 || Literal::of(given[1]) == Some(Literal::Nil) {
                    self.doubt(
                        at,
                        "next({…}) names no clause",
                        "say why the facts change: next({ … }, \"MY-RULE-01\")",
                    );
                }
            }
            (_, Some(Literal::Nil) | None) => {}
            (_, Some(other)) => self.doubt(
                at,
                format!("next expects a table of changed facts, not {other}"),
                "write `next({ fact = value }, clause)`, or `next()`",
            ),
        }
        if let Some(clause) = given.get(1) {
            self.clause(clause);
        }
    }

    fn changed_facts(&mut self, hook: Hook, table: &TableConstructor) {
        let info = hook.info();
        for (field, at, value) in entries(table).0 {
            let Some(fact) = info.facts.iter().find(|f| f.name == field) else {
                let hint = suggestion(&field, info.facts.iter().map(|f| f.name));
                self.doubt(at, format!("next changes `{field}`, which is no fact of {}", info.name), hint);
                continue;
            };
            for outcome in outcomes(value) {
                if let Some(literal) = Literal::of(outcome).filter(|l| *l != Literal::Nil) {
                    self.scalar(&format!("`{field}`"), fact.kind, &literal, line_of(outcome));
                }
            }
        }
    }

    /// `==` or `~=`: a word fact is compared with one of its words, or the comparison never changes.
    pub(super) fn compared(&mut self, one: &Expression, other: &Expression) {
        let (read, literal, at) = match (Literal::of(one), Literal::of(other)) {
            (None, Some(literal)) => (one, literal, line_of(other)),
            (Some(literal), None) => (other, literal, line_of(one)),
            _ => return,
        };
        if literal == Literal::Nil {
            return;
        }
        match self.reading(read) {
            // How often something is, where, and who it is may be compared with any number.
            Some(Reading::Scalar(_, FactKind::Int | FactKind::MaybeInt | FactKind::Token | FactKind::Skills))
                if matches!(literal, Literal::Number(_)) => {}
            Some(Reading::Scalar(what, kind)) => self.scalar(&what, kind, &literal, at),
            Some(Reading::Words(what, words)) => {
                self.word(&what, &literal, &words.iter().map(String::as_str).collect::<Vec<_>>(), at);
            }
            Some(Reading::Slot(name)) => {
                self.name_used(Named::Slot(SlotUse { name, deed: Deed::Compared(literal) }), at);
            }
            Some(Reading::Param(name)) => self.name_used(Named::Param(name, literal), at),
            None => {}
        }
    }

    /// `ev.kind`, `step.who`, `m:get("slot")`, `m:param("name")`, `m:pose("by")`.
    fn reading(&self, expression: &Expression) -> Option<Reading> {
        match expression {
            Expression::Parentheses { expression, .. } => self.reading(expression),
            Expression::Var(Var::Expression(e)) => {
                let Prefix::Name(token) = e.prefix() else { return None };
                let mut suffixes = e.suffixes();
                let (Some(Suffix::Index(index)), None) = (suffixes.next(), suffixes.next()) else { return None };
                let field = index_name(index)?;
                let base = name(token);
                let kind = self.kind_of(&base, &field)?;
                Some(Reading::Scalar(format!("`{base}.{field}`"), kind))
            }
            Expression::FunctionCall(call) => {
                let Prefix::Name(token) = call.prefix() else { return None };
                let mut suffixes = call.suffixes();
                let (Some(Suffix::Call(Call::MethodCall(m))), None) = (suffixes.next(), suffixes.next()) else {
                    return None;
                };
                let holds = self.find(&name(token))?.holds;
                let method = METHODS.iter().find(|method| method.name == name(m.name()))?;
                if !matches!(holds, Holds::Facade(_)) {
                    return None;
                }
                let first = || match Literal::of(arguments_of(m.args())?.first()?)? {
                    Literal::Text(text) => Some(text),
                    _ => None,
                };
                match method.name {
                    "get" => first().map(Reading::Slot),
                    "param" => first().map(Reading::Param),
                    "band" => {
                        Some(Reading::Scalar("`m:band`".to_owned(), <crate::board::Band as crate::plugin::Fact>::KIND))
                    }
                    other => quoted(method.returns).map(|words| Reading::Words(format!("`m:{other}`"), words)),
                }
            }
            _ => None,
        }
    }

    /// How a fact, or a field of the value, reads.
    pub(super) fn kind_of(&self, base: &str, field: &str) -> Option<FactKind> {
        match self.find(base)?.holds {
            Holds::Facts(hook) => hook.info().facts.iter().find(|f| f.name == field).map(|f| f.kind),
            Holds::Value(hook) => match hook.info().answer {
                AnswerKind::Value { record, .. } => record.iter().find(|f| f.name == field).map(|f| f.kind),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The words of a type such as `"stand"|"lie"`.
pub(super) fn quoted(kind: &str) -> Option<Vec<String>> {
    kind.split('|').map(|word| Some(word.strip_prefix('"')?.strip_suffix('"')?.to_owned())).collect()
}

/// The field that an index names, `.field` or `["field"]`.
pub(super) fn index_name(index: &Index) -> Option<String> {
    match index {
        Index::Dot { name: field, .. } => Some(name(field)),
        Index::Brackets { expression, .. } => match Literal::of(expression)? {
            Literal::Text(text) => Some(text),
            _ => None,
        },
        _ => None,
    }
}
