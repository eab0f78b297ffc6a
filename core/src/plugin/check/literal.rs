//! What is written out in a plugin: texts, numbers, `true`, tables, and whether they fit where they stand.

use super::Checker;
use super::named::Named;
use crate::Token;
use crate::plugin::error::suggestion;
use crate::plugin::grant_field::{GrantKind, TECHNIQUES};
use crate::plugin::{FactKind, FieldInfo};
use full_moon::ast::{BinOp, Expression, Field, FunctionArgs, TableConstructor, UnOp};
use full_moon::node::Node;
use full_moon::tokenizer::TokenType;

/// A value that the file itself spells out.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::plugin) enum Literal {
    Text(String),
    Number(f64),
    Bool(bool),
    Table,
    Function,
    Nil,
}

impl std::fmt::Display for Literal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            // It would read like a number or a flag.
            Literal::Text(text) if text.parse::<f64>().is_ok() || ["true", "false", "nil"].contains(&text.as_str()) => {
                write!(f, "the text \"{text}\"")
            }
            Literal::Text(text) => write!(f, "`{text}`"),
            Literal::Number(number) if number.abs() >= 1e15 => write!(f, "{number:e}"),
            Literal::Number(number) => write!(f, "{number}"),
            Literal::Bool(flag) => write!(f, "{flag}"),
            Literal::Table => f.write_str("a table"),
            Literal::Function => f.write_str("a function"),
            Literal::Nil => f.write_str("nil"),
        }
    }
}

impl Literal {
    /// What an expression spells out; `None` for whatever has to be computed.
    pub(super) fn of(expression: &Expression) -> Option<Literal> {
        match expression {
            Expression::Parentheses { expression, .. } => Literal::of(expression),
            Expression::String(token) => match token.token_type() {
                // What an escape stands for is left to the VM.
                TokenType::StringLiteral { literal, .. } if !literal.contains('\\') => {
                    Some(Literal::Text(literal.to_string()))
                }
                _ => None,
            },
            Expression::Number(token) => number(&token.token().to_string()).map(Literal::Number),
            Expression::UnaryOperator { unop: UnOp::Minus(_), expression } => match Literal::of(expression) {
                Some(Literal::Number(number)) => Some(Literal::Number(-number)),
                _ => None,
            },
            Expression::Symbol(token) => match token.token().to_string().as_str() {
                "true" => Some(Literal::Bool(true)),
                "false" => Some(Literal::Bool(false)),
                "nil" => Some(Literal::Nil),
                _ => None,
            },
            Expression::TableConstructor(_) => Some(Literal::Table),
            Expression::Function(_) => Some(Literal::Function),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Literal::Text(text) => Some(text),
            _ => None,
        }
    }
}

fn number(text: &str) -> Option<f64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok().map(f64::from),
        None => text.parse().ok(),
    }
}

/// The line an expression begins in.
pub(super) fn line_of(expression: &Expression) -> usize {
    expression.start_position().map_or(1, |p| p.line())
}

/// What an expression can come to: both sides of an `or`, the right side of an `and`. What the left side of those is
/// when it is false is not among them.
pub(super) fn outcomes(expression: &Expression) -> Vec<&Expression> {
    let mut found = Vec::new();
    gather(expression, true, &mut found);
    found
}

/// Collects outcomes; before an `or` what is false goes no further.
fn gather<'e>(expression: &'e Expression, last: bool, found: &mut Vec<&'e Expression>) {
    match expression {
        Expression::Parentheses { expression, .. } => gather(expression, last, found),
        Expression::BinaryOperator { lhs, binop: BinOp::Or(_), rhs } => {
            gather(lhs, false, found);
            gather(rhs, last, found);
        }
        Expression::BinaryOperator { binop: BinOp::And(_), rhs, .. } => gather(rhs, last, found),
        other if !last && matches!(Literal::of(other), Some(Literal::Nil | Literal::Bool(false))) => {}
        other => found.push(other),
    }
}

/// The named entries of a table that is written out, and whether all its entries are named and their names known.
pub(super) fn entries(table: &TableConstructor) -> (Vec<(String, usize, &Expression)>, bool) {
    let (mut named, mut all) = (Vec::new(), true);
    for field in table.fields() {
        match field {
            Field::NameKey { key, value, .. } => named.push((super::name(key), super::line(key), &**value)),
            Field::ExpressionKey { key, value, .. } => match Literal::of(key) {
                Some(Literal::Text(text)) => named.push((text, line_of(key), &**value)),
                _ => all = false,
            },
            _ => all = false,
        }
    }
    (named, all)
}

/// The arguments of a call in parentheses; `None` for `f "text"` and `f { … }`.
pub(super) fn arguments_of(args: &FunctionArgs) -> Option<Vec<&Expression>> {
    match args {
        FunctionArgs::Parentheses { arguments, .. } => Some(arguments.iter().collect()),
        _ => None,
    }
}

fn whole(min: f64, max: f64) -> impl Fn(&Literal) -> bool {
    move |literal| matches!(literal, Literal::Number(n) if n.fract() == 0.0 && (min..=max).contains(n))
}

impl Checker<'_> {
    /// A text that must be one of these words.
    pub(super) fn word(&mut self, what: &str, literal: &Literal, words: &[&str], at: usize) {
        if literal.text().is_some_and(|text| words.contains(&text)) {
            return;
        }
        let hint = match literal {
            Literal::Text(text) => suggestion(text, words.iter().copied()),
            _ => format!("write one of {}", words.join(", ")),
        };
        self.doubt(at, format!("{what} is {literal}, expected one of {}", words.join(", ")), hint);
    }

    fn fits(&mut self, what: &str, literal: &Literal, expected: &str, at: usize, fits: impl Fn(&Literal) -> bool) {
        if !fits(literal) {
            self.doubt(at, format!("{what} is {literal}, expected {expected}"), format!("give it {expected}"));
        }
    }

    /// A text that the ruleset must know.
    fn known(&mut self, what: &str, literal: &Literal, expected: &str, at: usize, named: fn(String) -> Named) {
        match literal {
            Literal::Text(text) => self.name_used(named(text.clone()), at),
            _ => self.fits(what, literal, expected, at, |_| false),
        }
    }

    /// A value for a fact or a field of this kind.
    pub(super) fn scalar(&mut self, what: &str, kind: FactKind, literal: &Literal, at: usize) {
        let integer = whole(f64::from(i32::MIN), f64::from(i32::MAX));
        match kind {
            FactKind::Int | FactKind::MaybeInt => self.fits(what, literal, "a whole number", at, integer),
            FactKind::Number => self.fits(what, literal, "a number", at, |l| matches!(l, Literal::Number(_))),
            FactKind::Bool => self.fits(what, literal, "true or false", at, |l| matches!(l, Literal::Bool(_))),
            FactKind::Word(words) => self.word(what, literal, words, at),
            FactKind::Skills => self.fits(what, literal, "skills such as ev.skills", at, whole(0.0, 9e15)),
            FactKind::Token => {
                self.fits(what, literal, "a token, 1 to 32", at, whole(1.0, Token::COUNT as f64));
            }
            FactKind::Zone => self.known(what, literal, "a zone of the board", at, Named::Zone),
            FactKind::Card if *literal == Literal::Nil => {}
            FactKind::Card => self.known(what, literal, "a card of the ruleset", at, Named::Card),
            FactKind::Combination => self.known(what, literal, "a combination", at, Named::Combination),
            FactKind::Faces => self.known(what, literal, "faces of the dice", at, Named::Faces),
            FactKind::Text => {}
        }
    }

    /// A value for a field of a hook's value.
    pub(super) fn field(&mut self, field: &FieldInfo, literal: &Literal, at: usize) {
        let what = format!("`{}`", field.name);
        match (field.bounds, literal) {
            (Some((min, max)), Literal::Number(n)) if !(min..=max).contains(n) => {
                let expected = format!("a number from {min} to {max}");
                self.fits(&what, literal, &expected, at, |_| false);
            }
            _ => self.scalar(&what, field.kind, literal, at),
        }
    }

    /// A value for a field of a grant.
    pub(super) fn grant_scalar(&mut self, what: &str, kind: GrantKind, literal: &Literal, at: usize) {
        match (kind, literal) {
            // A field that is nil is not there.
            (_, Literal::Nil) => {}
            (GrantKind::Word(words), _) => self.word(what, literal, words, at),
            (GrantKind::Bool, _) => self.scalar(what, FactKind::Bool, literal, at),
            (GrantKind::Count, _) => {
                self.fits(what, literal, "a whole number from 0 to 255", at, whole(0.0, 255.0));
            }
            (GrantKind::Token, _) => self.scalar(what, FactKind::Token, literal, at),
            (GrantKind::Zone, _) => self.scalar(what, FactKind::Zone, literal, at),
            (GrantKind::Skills, Literal::Text(names)) => {
                names.split_whitespace().for_each(|skill| self.name_used(Named::Skill(skill.to_owned()), at));
            }
            (GrantKind::Techniques, Literal::Text(names)) => {
                for name in names.split_whitespace() {
                    self.word(what, &Literal::Text(name.to_owned()), TECHNIQUES, at);
                }
            }
            (GrantKind::Skills, _) => self.fits(what, literal, "names of skills", at, |_| false),
            (GrantKind::Techniques, _) => self.fits(what, literal, "names of techniques", at, |_| false),
        }
    }

    /// A literal that names a clause of the plugin.
    pub(super) fn clause(&mut self, expression: &Expression) {
        self.clause_named(expression, Named::Clause);
    }

    /// A literal that names a clause of the plugin, or of one below whose answer is handed on.
    pub(super) fn clause_below(&mut self, expression: &Expression) {
        self.clause_named(expression, Named::Below);
    }

    fn clause_named(&mut self, expression: &Expression, named: fn(String) -> Named) {
        for outcome in outcomes(expression) {
            let at = line_of(outcome);
            match Literal::of(outcome) {
                Some(Literal::Text(clause)) => self.name_used(named(clause), at),
                Some(Literal::Nil) | None => {}
                Some(other) => {
                    let problem = format!("a clause is a text, not {other}");
                    self.doubt(at, problem, "write the clause that the ruling comes from, such as \"MY-RULE-01\"");
                }
            }
        }
    }
}
