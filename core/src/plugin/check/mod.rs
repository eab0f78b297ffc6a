//! The static check of a plugin file: Lua 5.1 syntax, no hidden state, no unknown name, nothing spelled out that does
//! not fit.

mod answer;
mod end;
mod grant;
mod join;
mod literal;
mod meaning;
mod method;
mod named;
mod syntax;

pub(super) use named::{Named, Surroundings};

use super::error::PluginError;
use super::sandbox::GLOBALS;
use super::{AnswerKind, Hook};
use answer::Frame;
use full_moon::ast::{
    Ast, BinOp, Block, Call, Expression, Field, FunctionArgs, FunctionBody, FunctionCall, FunctionDeclaration, Index,
    LastStmt, Parameter, Prefix, Stmt, Suffix, TableConstructor, Var, VarExpression,
};
use full_moon::node::Node;
use full_moon::tokenizer::{TokenReference, TokenType};
use std::collections::BTreeMap;

/// What the check found out about a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Checked {
    /// What is compiled: the text, with calls of the library in place of `..`.
    pub code: String,
    /// Line of the first table key or function field of each name, to point at from header errors.
    pub keys: BTreeMap<String, usize>,
    /// The leading comment.
    pub comment: String,
    /// Parameters read by name: the name and the line.
    pub params: Vec<(String, usize)>,
    /// Other names that are spelled out, and their lines.
    pub names: Vec<(Named, usize)>,
    /// What keeps the file from being loaded.
    pub problems: Vec<PluginError>,
    /// What would fail in a match, where it is reached.
    pub doubts: Vec<PluginError>,
}

/// Stack of the thread that parses: the VM's own compiler has refused what is nested deeper than this can hold.
const PARSER_STACK: usize = 256 << 20;

/// Bytes that a file may have. The longest stretch without a loop or a call, in which nothing is counted, is no longer.
const LONGEST_FILE: usize = 64 << 10;

/// Checks a file; the error is that it is not Lua.
pub(super) fn check(file: &str, text: &str) -> Result<Checked, Vec<PluginError>> {
    if text.len() > LONGEST_FILE {
        let problem = format!("the file has {} bytes, and a plugin has at most {LONGEST_FILE}", text.len());
        return Err(vec![PluginError::new(file, None, problem).hint("make several plugins of it")]);
    }
    if let Some(at) = text.bytes().position(|b| b < b' ' && !b.is_ascii_whitespace()) {
        let line = 1 + text[..at].matches('\n').count();
        let problem = format!("this is not a text: it holds the byte {}", text.as_bytes()[at]);
        let hint = "a plugin is a Lua text, not what a compiler makes of it";
        return Err(vec![PluginError::new(file, Some(line), problem).hint(hint)]);
    }
    syntax::compile(file, text)?;
    let thread = std::thread::Builder::new().stack_size(PARSER_STACK);
    let checked = std::thread::scope(|scope| {
        thread.spawn_scoped(scope, || parsed(file, text)).ok().and_then(|checking| checking.join().ok())
    });
    checked.unwrap_or_else(|| Err(vec![PluginError::new(file, None, "this is not Lua 5.1")]))
}

fn parsed(file: &str, text: &str) -> Result<Checked, Vec<PluginError>> {
    let ast = full_moon::parse(text).map_err(|errors| syntax::errors(file, text, &errors))?;
    let mut checker = Checker { file, found: Checked::default(), scopes: Vec::new(), frames: Vec::new(), depth: 0 };
    checker.found.comment = leading_comment(&ast);
    checker.block(ast.nodes());
    let (code, too_long) = join::joined(file, text, &ast);
    checker.found.code = code;
    checker.found.problems.extend(too_long);
    Ok(checker.found)
}

/// The comment lines before the first statement, without their dashes.
fn leading_comment(ast: &Ast) -> String {
    let first = ast.nodes().tokens().next().unwrap_or(ast.eof());
    let lines: Vec<String> = first
        .leading_trivia()
        .filter_map(|t| match t.token_type() {
            TokenType::SingleLineComment { comment } => Some(comment.trim_start_matches('-').trim().to_owned()),
            TokenType::MultiLineComment { comment, .. } => Some(comment.trim().to_owned()),
            _ => None,
        })
        .collect();
    lines.join(" ").trim().to_owned()
}

/// What a local variable is known to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Anything,
    Facts(Hook),
    Facade(Hook),
    /// The third argument: the value, or `next`.
    Value(Hook),
    /// What `next` brought, in a hook that offers.
    Offers(Hook),
}

struct Local {
    name: String,
    /// How many functions its declaration is nested in; 0 is the file.
    depth: usize,
    holds: Holds,
}

struct Checker<'a> {
    file: &'a str,
    found: Checked,
    scopes: Vec<Vec<Local>>,
    /// The functions around the place that is read, the file itself left out.
    frames: Vec<Frame>,
    depth: usize,
}

fn line(token: &TokenReference) -> usize {
    token.token().start_position().line()
}

fn name(token: &TokenReference) -> String {
    token.token().to_string()
}

fn string_literal(expression: &Expression) -> Option<(String, usize)> {
    match expression {
        Expression::String(token) => match token.token_type() {
            TokenType::StringLiteral { literal, .. } => Some((literal.to_string(), line(token))),
            _ => None,
        },
        _ => None,
    }
}

impl Checker<'_> {
    fn refuse(&mut self, line: usize, problem: impl Into<String>, hint: impl Into<String>) {
        self.found.problems.push(PluginError::new(self.file, Some(line), problem).hint(hint));
    }

    /// Something that fails when it is reached.
    fn doubt(&mut self, line: usize, problem: impl Into<String>, hint: impl Into<String>) {
        self.found.doubts.push(PluginError::new(self.file, Some(line), problem).hint(hint));
    }

    fn declare(&mut self, name: String, holds: Holds) {
        let depth = self.depth;
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(Local { name, depth, holds });
        }
    }

    fn find(&self, name: &str) -> Option<&Local> {
        self.scopes.iter().rev().flat_map(|s| s.iter().rev()).find(|l| l.name == name)
    }

    fn key(&mut self, name: String, line: usize) {
        self.found.keys.entry(name).or_insert(line);
    }

    fn block(&mut self, block: &Block) {
        self.scopes.push(Vec::new());
        self.statements(block);
        self.scopes.pop();
    }

    fn statements(&mut self, block: &Block) {
        for statement in block.stmts() {
            self.statement(statement);
        }
        if let Some(LastStmt::Return(last)) = block.last_stmt() {
            self.expressions(last.returns());
            if let Some(hook) = self.frames.last().and_then(|frame| frame.hook) {
                let values: Vec<&Expression> = last.returns().iter().collect();
                self.returned(hook, &values, line(last.token()));
            }
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Assignment(a) => {
                for (variable, value) in
                    a.variables().iter().zip(a.expressions().iter().map(Some).chain(std::iter::repeat(None)))
                {
                    self.assigned(variable);
                    if let Var::Expression(target) = variable {
                        self.put(target, value);
                    }
                    match (hook_of(variable), value) {
                        (Some((hook, at)), Some(Expression::Function(f))) => {
                            self.key(hook.info().name.to_owned(), at);
                            self.function(f.body(), Some(hook));
                        }
                        (_, Some(value)) => self.expression(value),
                        (_, None) => {}
                    }
                }
                for value in a.expressions().iter().skip(a.variables().len()) {
                    self.expression(value);
                }
            }
            Stmt::Do(d) => self.block(d.block()),
            Stmt::FunctionCall(c) => self.call(c),
            Stmt::FunctionDeclaration(f) => self.function_declaration(f),
            Stmt::GenericFor(f) => {
                self.iterator(f.expressions().iter().next(), line(f.in_token()));
                self.expressions(f.expressions());
                self.scopes.push(Vec::new());
                for variable in f.names() {
                    self.declare(name(variable), Holds::Anything);
                }
                self.statements(f.block());
                self.scopes.pop();
            }
            Stmt::If(i) => {
                self.expression(i.condition());
                self.block(i.block());
                for branch in i.else_if().into_iter().flatten() {
                    self.expression(branch.condition());
                    self.block(branch.block());
                }
                if let Some(block) = i.else_block() {
                    self.block(block);
                }
            }
            Stmt::LocalAssignment(l) => {
                self.expressions(l.expressions());
                let brought = l.expressions().iter().next().and_then(|first| self.offers_below(first));
                for (place, variable) in l.names().iter().enumerate() {
                    let offers = brought.filter(|_| place == 0).map(Holds::Offers);
                    self.declare(name(variable), offers.unwrap_or(Holds::Anything));
                }
            }
            Stmt::LocalFunction(f) => {
                self.declare(name(f.name()), Holds::Anything);
                self.function(f.body(), None);
            }
            Stmt::NumericFor(f) => {
                self.expression(f.start());
                self.expression(f.end());
                if let Some(step) = f.step() {
                    self.expression(step);
                }
                self.scopes.push(Vec::new());
                self.declare(name(f.index_variable()), Holds::Anything);
                self.statements(f.block());
                self.scopes.pop();
            }
            Stmt::Repeat(r) => {
                self.scopes.push(Vec::new());
                self.statements(r.block());
                self.expression(r.until());
                self.scopes.pop();
            }
            Stmt::While(w) => {
                self.expression(w.condition());
                self.block(w.block());
            }
            _ => {}
        }
    }

    /// An iterator that is not one of ours could walk a table in an order that differs between runs.
    fn iterator(&mut self, expression: Option<&Expression>, at: usize) {
        let known = match expression {
            Some(Expression::FunctionCall(call)) => match (call.prefix(), call.suffixes().last()) {
                (_, Some(Suffix::Call(Call::MethodCall(m)))) => name(m.name()) == "gmatch",
                (Prefix::Name(n), Some(Suffix::Call(Call::AnonymousCall(_)))) => {
                    let called = name(n);
                    let plain = call.suffixes().count() == 1;
                    self.find(&called).is_none()
                        && (plain && (called == "pairs" || called == "ipairs") || !plain && called == "string")
                }
                _ => false,
            },
            _ => false,
        };
        if !known {
            self.refuse(
                at,
                "a `for … in` loop walks `pairs(…)`, `ipairs(…)` or `string.gmatch(…)` only",
                "write `for key, value in pairs(t) do`: pairs always goes in the same order",
            );
        }
    }

    /// The target of an assignment.
    fn assigned(&mut self, variable: &Var) {
        match variable {
            Var::Name(token) => {
                let (name, at) = (name(token), line(token));
                match self.find(&name).map(|l| (l.depth, self.depth)) {
                    None => self.global_assigned(&name, at),
                    Some((declared, here)) if declared < here => self.refuse(
                        at,
                        format!("`{name}` is declared outside this function: changing it would be hidden state"),
                        "make it a local of the function, or declare a slot in `state` and use m:get and m:set",
                    ),
                    Some(_) => self.forget(&name),
                }
            }
            Var::Expression(e) => {
                if let Prefix::Name(token) = e.prefix() {
                    self.field_assigned(&name(token), line(token));
                }
                if let (Some((hook, at)), Prefix::Name(token)) = (hook_of(variable), e.prefix())
                    && self.find(&name(token)).is_some_and(|l| l.depth == 0)
                {
                    self.key(hook.info().name.to_owned(), at);
                }
                if let Some(Suffix::Index(Index::Dot { name: field, .. })) = e.suffixes().last() {
                    self.key(name(field), line(field));
                }
                self.chain(e.prefix(), e.suffixes());
            }
            _ => {}
        }
    }

    /// A variable gets another value: what it held is not known any more.
    fn forget(&mut self, name: &str) {
        let local = self.scopes.iter_mut().rev().flat_map(|s| s.iter_mut().rev()).find(|l| l.name == name);
        if let Some(local) = local {
            local.holds = Holds::Anything;
        }
    }

    /// The hook whose offers `next(…)` brings.
    fn offers_below(&self, expression: &Expression) -> Option<Hook> {
        let Expression::FunctionCall(call) = expression else { return None };
        let Prefix::Name(token) = call.prefix() else { return None };
        match self.find(&name(token))?.holds {
            Holds::Value(hook) if matches!(hook.info().answer, AnswerKind::Offers(_)) => Some(hook),
            _ => None,
        }
    }

    fn global_assigned(&mut self, name: &str, at: usize) {
        self.refuse(
            at,
            format!("`{name}` is a global: plugins have none"),
            format!("write `local {name}` in front, or declare a slot in `state` for what must be remembered"),
        );
    }

    /// A field of something named is assigned.
    fn field_assigned(&mut self, name: &str, at: usize) {
        match self.find(name).map(|l| (l.depth, l.holds)) {
            None if GLOBALS.contains(&name) => self.refuse(
                at,
                format!("`{name}` belongs to the library and cannot be changed"),
                "give your function a name of its own: `local function …`",
            ),
            None => {}
            Some((_, Holds::Facts(_))) => self.refuse(
                at,
                format!("`{name}` is read-only"),
                "a rule hook changes facts for the layers below with `next({ field = value }, clause)`",
            ),
            Some((_, Holds::Facade(_))) => {
                self.refuse(at, format!("`{name}` is read-only"), "use m:set to remember something in a slot");
            }
            Some((0, _)) if self.depth > 0 => self.refuse(
                at,
                format!("`{name}` is a table of the file: changing it inside a function would be hidden state"),
                "make a local table, or declare a slot in `state` and use m:get and m:set",
            ),
            Some(_) => {}
        }
    }

    fn function_declaration(&mut self, f: &FunctionDeclaration) {
        let names: Vec<&TokenReference> = f.name().names().iter().collect();
        let Some(first) = names.first() else { return };
        let (base, at) = (name(first), line(first));
        let last = f.name().method_name().or(names.last().copied()).map(name).unwrap_or_default();
        if names.len() == 1 && f.name().method_name().is_none() {
            match self.find(&base).map(|l| l.depth) {
                None => self.refuse(
                    at,
                    format!("`{base}` would be a global function"),
                    format!("write `local function {base}`"),
                ),
                Some(declared) if declared < self.depth => self.refuse(
                    at,
                    format!("`{base}` is declared outside this function: changing it would be hidden state"),
                    format!("write `local function {base}`"),
                ),
                Some(_) => {}
            }
            self.function(f.body(), None);
            return;
        }
        if self.find(&base).is_none() && !GLOBALS.contains(&base.as_str()) {
            self.used(first);
        }
        self.field_assigned(&base, at);
        self.key(last.clone(), at);
        let hook = Hook::from_name(&last).filter(|_| names.len() == 2 || f.name().method_name().is_some());
        if let (Some(hook), Some(_)) = (hook, f.name().method_name()) {
            self.refuse(
                at,
                format!("`{base}:{last}` is written with a colon, which puts another argument in front"),
                format!("write `function {base}.{last}({})`", arguments(hook)),
            );
        }
        self.function(f.body(), hook.filter(|_| f.name().method_name().is_none()));
    }

    fn function(&mut self, body: &FunctionBody, hook: Option<Hook>) {
        self.depth += 1;
        self.frames.push(Frame { hook, ..Frame::default() });
        self.scopes.push(Vec::new());
        for (place, parameter) in body.parameters().iter().enumerate() {
            if let Parameter::Name(token) = parameter {
                let holds = match (hook, place) {
                    (Some(hook), 0) => Holds::Facts(hook),
                    (Some(hook), 1) => Holds::Facade(hook),
                    (Some(hook), 2) => Holds::Value(hook),
                    _ => Holds::Anything,
                };
                self.declare(name(token), holds);
            }
        }
        self.statements(body.block());
        if let Some(hook) = hook {
            self.reached_end(hook, body);
        }
        self.scopes.pop();
        if let Some(frame) = self.frames.pop() {
            self.ended(&frame);
        }
        self.depth -= 1;
    }

    fn expressions<'e>(&mut self, expressions: impl IntoIterator<Item = &'e Expression>) {
        for expression in expressions {
            self.expression(expression);
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match expression {
            Expression::BinaryOperator { lhs, binop, rhs } => {
                if let BinOp::Caret(token) = binop {
                    self.refuse(
                        line(token),
                        "`^` is computed differently from machine to machine",
                        "write `math.pow(x, y)`, or `x * x` for a square",
                    );
                }
                if matches!(binop, BinOp::TwoEqual(_) | BinOp::TildeEqual(_)) {
                    self.compared(lhs, rhs);
                }
                self.expression(lhs);
                self.expression(rhs);
            }
            Expression::Parentheses { expression, .. } | Expression::UnaryOperator { expression, .. } => {
                self.expression(expression);
            }
            Expression::Function(f) => self.function(f.body(), None),
            Expression::FunctionCall(c) => self.call(c),
            Expression::TableConstructor(t) => self.table(t),
            Expression::Var(Var::Name(token)) => self.used(token),
            Expression::Var(Var::Expression(e)) => self.variable(e),
            _ => {}
        }
    }

    fn variable(&mut self, e: &VarExpression) {
        self.chain(e.prefix(), e.suffixes());
    }

    fn call(&mut self, call: &FunctionCall) {
        self.chain(call.prefix(), call.suffixes());
    }

    fn table(&mut self, table: &TableConstructor) {
        for field in table.fields() {
            match field {
                Field::ExpressionKey { key, value, .. } => {
                    if let Some((text, at)) = string_literal(key) {
                        self.key(text, at);
                    }
                    self.expression(key);
                    self.expression(value);
                }
                Field::NameKey { key, value, .. } => {
                    self.key(name(key), line(key));
                    match (&**value, Hook::from_name(&name(key))) {
                        (Expression::Function(f), Some(hook)) if self.depth == 0 => self.function(f.body(), Some(hook)),
                        (value, _) => self.expression(value),
                    }
                }
                Field::NoKey(value) => self.expression(value),
                _ => {}
            }
        }
    }

    /// A name, then fields and calls: `ev.kind`, `m:param("x")`, `math.floor(n)`.
    fn chain<'e>(&mut self, prefix: &Prefix, suffixes: impl Iterator<Item = &'e Suffix>) {
        let suffixes: Vec<&Suffix> = suffixes.collect();
        match prefix {
            Prefix::Name(token) => {
                self.used(token);
                if let Some(first) = suffixes.first() {
                    self.member(token, first);
                }
                if let [Suffix::Index(index), Suffix::Call(Call::MethodCall(call)), ..] = suffixes[..] {
                    self.asked_itself(token, index, call);
                }
            }
            Prefix::Expression(e) => self.expression(e),
            _ => {}
        }
        for suffix in suffixes {
            match suffix {
                Suffix::Call(Call::AnonymousCall(args)) => self.arguments(args),
                Suffix::Call(Call::MethodCall(m)) => self.arguments(m.args()),
                Suffix::Index(Index::Brackets { expression, .. }) => self.expression(expression),
                _ => {}
            }
        }
    }

    fn arguments(&mut self, args: &FunctionArgs) {
        match args {
            FunctionArgs::Parentheses { arguments, .. } => self.expressions(arguments),
            FunctionArgs::TableConstructor(t) => self.table(t),
            _ => {}
        }
    }
}

/// The hook that `p.on_x = …` defines, and the line.
fn hook_of(variable: &Var) -> Option<(Hook, usize)> {
    let Var::Expression(e) = variable else { return None };
    let mut suffixes = e.suffixes();
    match (suffixes.next(), suffixes.next()) {
        (Some(Suffix::Index(Index::Dot { name: field, .. })), None) => {
            Hook::from_name(&name(field)).map(|h| (h, line(field)))
        }
        _ => None,
    }
}

/// The arguments of a hook's function.
pub(super) fn arguments(hook: Hook) -> &'static str {
    use super::Mode;
    match hook.info().mode {
        Mode::Rule => "ev, m, next",
        Mode::Modify => "ev, m, value",
        Mode::Notify => "ev, m",
    }
}
