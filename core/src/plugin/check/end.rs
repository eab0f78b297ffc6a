//! Whether a function can run off its end, which a rule hook must not: it answers.

use super::answer::index_name;
use super::literal::Literal;
use super::{Checker, line, name};
use crate::plugin::{FactKind, Hook, Mode};
use full_moon::ast::{BinOp, Block, Expression, FunctionBody, If, LastStmt, Prefix, Stmt, Suffix, Var};

impl Checker<'_> {
    /// The end of a rule hook's function, which must not be reached. Its parameters are still known.
    pub(super) fn reached_end(&mut self, hook: Hook, body: &FunctionBody) {
        if hook.info().mode == Mode::Rule && self.goes_on(body.block()) {
            let problem = format!("{} can come to its end without an answer", hook.info().name);
            self.doubt(line(body.end_token()), problem, "end it with `return next()`");
        }
    }

    /// Whether what stands behind a block may be reached.
    fn goes_on(&self, block: &Block) -> bool {
        match block.last_stmt() {
            Some(LastStmt::Return(_)) => false,
            _ => block.stmts().all(|statement| self.passes(statement)),
        }
    }

    /// Whether what stands behind a statement may be reached.
    fn passes(&self, statement: &Stmt) -> bool {
        match statement {
            Stmt::Do(d) => self.goes_on(d.block()),
            Stmt::If(i) => {
                let branches = i.else_if().into_iter().flatten().map(|branch| branch.block());
                let some = std::iter::once(i.block()).chain(branches).any(|block| self.goes_on(block));
                some || match i.else_block() {
                    Some(block) => self.goes_on(block),
                    None => !self.names_every_word(i),
                }
            }
            // A loop that ends by `break` alone; whether it has one is not looked for.
            Stmt::While(w) => !matches!(Literal::of(w.condition()), Some(Literal::Bool(true) | Literal::Number(_))),
            Stmt::Repeat(r) => self.goes_on(r.block()) && Literal::of(r.until()) != Some(Literal::Bool(false)),
            Stmt::FunctionCall(call) => match call.prefix() {
                Prefix::Name(token) => !(name(token) == "error" && self.find("error").is_none()),
                _ => true,
            },
            _ => true,
        }
    }

    /// `if ev.kind == "a" … elseif ev.kind == "b" …` with every word that the fact can be.
    fn names_every_word(&self, choice: &If) -> bool {
        let others = choice.else_if().into_iter().flatten().map(|branch| branch.condition());
        let asked: Option<Vec<_>> =
            std::iter::once(choice.condition()).chain(others).map(|condition| self.fact_is(condition)).collect();
        let Some(asked) = asked else { return false };
        let [(fact, words, _), ..] = asked.as_slice() else { return false };
        asked.iter().all(|(other, ..)| other == fact)
            && words.iter().all(|word| asked.iter().any(|(_, _, asked)| asked == word))
    }

    /// The fact, its words and the one it is compared with.
    fn fact_is(&self, condition: &Expression) -> Option<(String, &'static [&'static str], String)> {
        let Expression::BinaryOperator { lhs, binop: BinOp::TwoEqual(_), rhs } = condition else { return None };
        let (Expression::Var(Var::Expression(read)), Some(Literal::Text(word))) = (&**lhs, Literal::of(rhs)) else {
            return None;
        };
        let (Prefix::Name(token), Some(Suffix::Index(index)), 1) =
            (read.prefix(), read.suffixes().next(), read.suffixes().count())
        else {
            return None;
        };
        let field = index_name(index)?;
        match self.kind_of(&name(token), &field)? {
            FactKind::Word(words) => Some((field, words, word)),
            _ => None,
        }
    }
}
