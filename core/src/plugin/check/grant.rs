//! What is assigned to a hook's value: its fields, its grants, its complaints.

use super::answer::index_name;
use super::literal::{Literal, entries, line_of, outcomes};
use super::{Checker, Holds, name};
use crate::plugin::error::suggestion;
use crate::plugin::grant_field::GRANT_FIELDS;
use crate::plugin::{AnswerKind, GrantNames, Hook, Mode};
use full_moon::ast::{Expression, Prefix, Suffix, TableConstructor, VarExpression};

const COMPLAINT: &[&str] = &["text", "token", "clause", "warning"];

impl Checker<'_> {
    /// A value is put into a field of something: `kick.spread = 2`, `may.run = { … }`, `may.run.cells = 3`.
    pub(super) fn put(&mut self, target: &VarExpression, value: Option<&Expression>) {
        let Prefix::Name(token) = target.prefix() else { return };
        let Some(holds) = self.find(&name(token)).map(|l| l.holds) else { return };
        let suffixes: Vec<&Suffix> = target.suffixes().collect();
        let fields: Option<Vec<String>> = suffixes
            .iter()
            .map(|suffix| match suffix {
                Suffix::Index(index) => index_name(index),
                _ => None,
            })
            .collect();
        match (holds, fields.as_deref()) {
            (Holds::Value(hook), Some([field])) if hook.info().mode == Mode::Modify => self.changed(hook, field, value),
            (Holds::Value(hook), Some([grant, field]))
                if hook.info().mode == Mode::Modify && self.kind_of(&name(token), grant).is_none() =>
            {
                self.grant_field(grant, field, value);
            }
            (Holds::Value(hook), None)
                if matches!(hook.info().answer, AnswerKind::Complaints) && suffixes.len() == 1 =>
            {
                if let Some(value) = value {
                    self.complaint(value);
                }
            }
            (Holds::Offers(hook), Some([offer])) => {
                if let (AnswerKind::Offers(names), Some(value)) = (hook.info().answer, value) {
                    self.offer(names, offer, value, super::line(token));
                }
            }
            (Holds::Offers(_), Some([offer, field])) => self.grant_field(offer, field, value),
            _ => {}
        }
    }

    /// A field of a value changes.
    fn changed(&mut self, hook: Hook, field: &str, value: Option<&Expression>) {
        let AnswerKind::Value { record, grants } = hook.info().answer else { return };
        let Some(value) = value else { return };
        if let Some(info) = record.iter().find(|f| f.name == field) {
            for outcome in outcomes(value) {
                if let Some(literal) = Literal::of(outcome) {
                    self.field(info, &literal, line_of(outcome));
                }
            }
        } else {
            if matches!(grants, GrantNames::None) {
                return;
            }
            self.granted(field, value);
            if self.has_clause(value) {
                return;
            }
        }
        if let Some(frame) = self.frames.last_mut().filter(|frame| frame.hook == Some(hook)) {
            frame.changes.push((format!("`{field}`"), line_of(value)));
        }
    }

    /// An offer by its name, which may have a variant: `step_front`.
    pub(super) fn offer(&mut self, names: &[&str], offer: &str, value: &Expression, at: usize) {
        let plain = offer.split_once('_').map_or(offer, |(plain, _)| plain);
        if !names.contains(&offer) && !names.contains(&plain) {
            self.doubt(at, format!("there is no offer `{offer}`"), suggestion(offer, names.iter().copied()));
        }
        self.granted(offer, value);
    }

    /// A grant: `true` or a table.
    fn granted(&mut self, grant: &str, value: &Expression) {
        for outcome in outcomes(value) {
            match (outcome, Literal::of(outcome)) {
                (Expression::TableConstructor(table), _) => self.grant(grant, table),
                (_, None | Some(Literal::Bool(true) | Literal::Nil)) => {}
                (_, Some(other)) => self.doubt(
                    line_of(outcome),
                    format!("the grant `{grant}` is {other}"),
                    "write a grant such as { cells = 3 }, or true",
                ),
            }
        }
    }

    fn grant(&mut self, grant: &str, table: &TableConstructor) {
        for (field, at, value) in entries(table).0 {
            self.granted_field(grant, &field, value, at);
        }
    }

    /// `may.run.cells = 3`.
    fn grant_field(&mut self, grant: &str, field: &str, value: Option<&Expression>) {
        if let Some(value) = value {
            self.granted_field(grant, field, value, line_of(value));
        }
    }

    fn granted_field(&mut self, grant: &str, field: &str, value: &Expression, at: usize) {
        if field == "clause" {
            return self.clause(value);
        }
        let Some(info) = GRANT_FIELDS.iter().find(|f| f.name == field) else {
            let hint = suggestion(field, GRANT_FIELDS.iter().map(|f| f.name).chain(["clause"]).collect::<Vec<_>>());
            return self.doubt(at, format!("the grant `{grant}` has a field `{field}`, which no grant has"), hint);
        };
        for outcome in outcomes(value) {
            if let Some(literal) = Literal::of(outcome) {
                self.grant_scalar(&format!("`{field}` of the grant `{grant}`"), info.kind, &literal, line_of(outcome));
            }
        }
    }

    /// Whether a grant may name its clause itself: it is no plain `true`, nor a table without one.
    pub(super) fn has_clause(&self, value: &Expression) -> bool {
        outcomes(value).into_iter().all(|outcome| match (outcome, Literal::of(outcome)) {
            (Expression::TableConstructor(table), _) => {
                let (named, all) = entries(table);
                !all || named.iter().any(|(field, ..)| field == "clause")
            }
            (_, literal) => literal.is_none(),
        })
    }

    /// An entry of the list of complaints.
    fn complaint(&mut self, value: &Expression) {
        for outcome in outcomes(value) {
            match (outcome, Literal::of(outcome)) {
                (Expression::TableConstructor(table), _) => {
                    for (field, at, value) in entries(table).0 {
                        if field == "clause" {
                            self.clause(value);
                        } else if !COMPLAINT.contains(&field.as_str()) {
                            let hint = suggestion(&field, COMPLAINT.iter().copied());
                            self.doubt(at, format!("a complaint has no field `{field}`"), hint);
                        }
                    }
                }
                (_, None | Some(Literal::Text(_) | Literal::Nil)) => {}
                (_, Some(other)) => self.doubt(
                    line_of(outcome),
                    format!("a complaint is {other}"),
                    "write a text, or a table { text, token, clause, warning }",
                ),
            }
        }
    }
}
