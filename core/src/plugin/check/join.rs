//! `a .. b` made a call of the library, so that no plugin can hold a text longer than the library makes.
//!
//! The VM joins texts without a counted point in between, and texts that double are soon so long that a single step,
//! such as `-text`, takes milliseconds. Lines stay where they are.

use crate::plugin::error::PluginError;
use crate::plugin::sandbox::{JOIN, LONGEST_TEXT};
use full_moon::ast::{Ast, BinOp, Expression};
use full_moon::node::Node;
use full_moon::tokenizer::{TokenReference, TokenType};
use full_moon::visitors::Visitor;
use std::collections::HashSet;

/// The text of a file as it is compiled, and what keeps it from that.
pub(super) fn joined(file: &str, text: &str, ast: &Ast) -> (String, Vec<PluginError>) {
    let mut joins = Joins::default();
    joins.visit_ast(ast);
    // What begins at a place ends up behind what ends there.
    joins.edits.sort_by_key(|edit| edit.from);
    let mut code = String::with_capacity(text.len() + 16 * joins.edits.len());
    let mut at = 0;
    for edit in &joins.edits {
        code.push_str(&text[at..edit.from]);
        code.push_str(&edit.with);
        at = edit.to;
    }
    code.push_str(&text[at..]);
    let problem = format!("a text is longer than {LONGEST_TEXT} bytes");
    let refuse = |line| PluginError::new(file, Some(line), problem.clone()).hint("write comments for what is long");
    (code, joins.too_long.into_iter().map(refuse).collect())
}

/// Bytes of the file to be replaced.
struct Edit {
    from: usize,
    to: usize,
    with: String,
}

#[derive(Default)]
struct Joins {
    edits: Vec<Edit>,
    /// Operators that belong to a chain which is done: `b .. c` in `a .. b .. c`.
    done: HashSet<usize>,
    /// Lines of texts that are too long.
    too_long: Vec<usize>,
}

impl Joins {
    fn insert(&mut self, at: usize, with: &str) {
        self.edits.push(Edit { from: at, to: at, with: with.to_owned() });
    }
}

fn begins(token: &TokenReference) -> usize {
    token.token().start_position().bytes()
}

fn ends(token: &TokenReference) -> usize {
    token.token().end_position().bytes()
}

impl Visitor for Joins {
    fn visit_expression(&mut self, expression: &Expression) {
        let Expression::BinaryOperator { binop: BinOp::TwoDots(first), .. } = expression else { return };
        if self.done.contains(&begins(first)) {
            return;
        }
        // The parser does not give the tokens of brackets in order.
        let begin = expression.tokens().map(begins).min();
        let end = expression.tokens().map(ends).max();
        self.insert(begin.unwrap_or_default(), &format!("{JOIN}(("));
        let mut chain = expression;
        while let Expression::BinaryOperator { binop: BinOp::TwoDots(operator), rhs, .. } = chain {
            self.done.insert(begins(operator));
            self.edits.push(Edit { from: begins(operator), to: ends(operator), with: "), (".to_owned() });
            chain = rhs;
        }
        self.insert(end.unwrap_or_default(), "))");
    }

    fn visit_string_literal(&mut self, token: &full_moon::tokenizer::Token) {
        if let TokenType::StringLiteral { literal, .. } = token.token_type()
            && literal.len() > LONGEST_TEXT
        {
            self.too_long.push(token.start_position().line());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::joined;

    fn code(text: &str) -> String {
        joined("p.lua", text, &full_moon::parse(text).expect("it is Lua")).0
    }

    #[test]
    fn joins_become_calls_and_stay_in_their_lines() {
        for (text, expected) in [
            ("return a", "return a"),
            ("return a .. b", "return __join((a ), ( b))"),
            ("return a .. 1 + 2 .. f() -- end", "return __join((a ), ( 1 + 2 ), ( f())) -- end"),
            ("return (a .. b) .. c", "return __join(((__join((a ), ( b))) ), ( c))"),
            ("return a .. (b .. c)", "return __join((a ), ( (__join((b ), ( c)))))"),
            ("f(a -- one\n..b, { x = c..d })", "f(__join((a -- one\n), (b)), { x = __join((c), (d)) })"),
            ("return a .. b == c .. d", "return __join((a ), ( b)) == __join((c ), ( d))"),
            ("return t[1] .. t[2]", "return __join((t[1] ), ( t[2]))"),
            ("return 'a..b'", "return 'a..b'"),
            ("return -- a .. b\n1", "return -- a .. b\n1"),
        ] {
            assert_eq!(code(text), expected);
        }
    }
}
