//! The mailbox: a buffer of numbers through which facts go into the VM and answers come out, without a call for each.

use super::grant_field::GRANT_FIELDS;
use super::{Answer, Change, Grant, MAX_FACTS, MAX_FIELDS, NIL, NamedGrant, Ruling};
use crate::board::ZoneId;
use mlua::{Buffer, Lua, Table};

const NUMBER: usize = 8;
/// Facts come first, at 0.
const KIND: usize = MAX_FACTS * NUMBER;
const VALUE: usize = KIND + NUMBER;
const CLAUSE: usize = VALUE + NUMBER;
const AUTHOR: usize = CLAUSE + NUMBER;
const CHANGE_COUNT: usize = AUTHOR + NUMBER;
const GRANT_COUNT: usize = CHANGE_COUNT + NUMBER;
const LAYER: usize = GRANT_COUNT + NUMBER;
const RECORD: usize = LAYER + NUMBER;
const CHANGES: usize = RECORD + MAX_FIELDS * NUMBER;
const MAX_CHANGES: usize = 128;
/// Field, clause, layer, value.
const CHANGE_SIZE: usize = 4 * NUMBER;
const GRANTS: usize = CHANGES + MAX_CHANGES * CHANGE_SIZE;
const MAX_GRANTS: usize = 48;
/// Name, clause, layer, number of fields; then a pair a field.
const GRANT_SIZE: usize = (4 + 2 * GRANT_FIELDS_MAX) * NUMBER;
const GRANT_FIELDS_MAX: usize = 40;
/// The facts that were read, in order.
const READ_COUNT: usize = GRANTS + MAX_GRANTS * GRANT_SIZE;
const READS: usize = READ_COUNT + NUMBER;
const SIZE: usize = READS + MAX_FACTS * NUMBER;

/// What the VM said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// Every layer deferred.
    Nobody,
    /// A word or a number, a value, or nothing was asked for: it is in the answer.
    Answered,
}

#[derive(Clone)]
pub(super) struct Mailbox {
    buffer: Buffer,
}

impl Mailbox {
    pub(super) fn new(lua: &Lua) -> mlua::Result<Mailbox> {
        Ok(Mailbox { buffer: lua.create_buffer_with_capacity(SIZE)? })
    }

    pub(super) fn buffer(&self) -> Buffer {
        self.buffer.clone()
    }

    /// Where everything lies, for the trusted code in the VM.
    pub(super) fn offsets(&self, lua: &Lua) -> mlua::Result<Table> {
        let at = lua.create_table()?;
        for (name, offset) in [
            ("kind", KIND),
            ("value", VALUE),
            ("clause", CLAUSE),
            ("author", AUTHOR),
            ("change_count", CHANGE_COUNT),
            ("grant_count", GRANT_COUNT),
            ("layer", LAYER),
            ("record", RECORD),
            ("changes", CHANGES),
            ("change_size", CHANGE_SIZE),
            ("max_changes", MAX_CHANGES),
            ("grants", GRANTS),
            ("max_grants", MAX_GRANTS),
            ("read_count", READ_COUNT),
            ("reads", READS),
        ] {
            at.set(name, offset)?;
        }
        Ok(at)
    }

    /// Puts the facts in.
    pub(super) fn write(&self, facts: &[i64; MAX_FACTS]) {
        let mut bytes = [0; KIND];
        for (to, fact) in bytes.chunks_exact_mut(NUMBER).zip(facts) {
            to.copy_from_slice(&(*fact as f64).to_le_bytes());
        }
        self.buffer.write_bytes(0, &bytes);
    }

    fn number(&self, offset: usize) -> f64 {
        f64::from_le_bytes(self.buffer.read_bytes(offset))
    }

    /// The layer that was running last.
    pub(super) fn running_layer(&self) -> usize {
        self.number(LAYER) as usize
    }

    /// How many facts the running call has read.
    pub(super) fn reads(&self) -> usize {
        self.number(READ_COUNT) as usize
    }

    /// The `n`-th fact it read, by index.
    pub(super) fn fact_read(&self, n: usize) -> u8 {
        self.number(READS + n * NUMBER) as u8
    }

    /// Forgets which layer was running and what was read.
    pub(super) fn clear(&self) {
        self.buffer.write_bytes(READ_COUNT, &0f64.to_le_bytes());
        self.buffer.write_bytes(LAYER, &0f64.to_le_bytes());
        self.buffer.write_bytes(GRANT_COUNT, &0f64.to_le_bytes());
    }

    /// Takes the answer out; `fields` is how many fields the hook's record has.
    pub(super) fn read(&self, fields: usize, zones: &[ZoneId]) -> (Said, Answer) {
        const HEAD: usize = LAYER - KIND;
        let head: [u8; HEAD] = self.buffer.read_bytes(KIND);
        let head = |offset: usize| number_at(&head, offset - KIND);
        let mut answer = Answer { ruling: ruling(head(CLAUSE), head(AUTHOR)), ..Answer::default() };
        match head(KIND) as u8 {
            0 => return (Said::Nobody, answer),
            1 => answer.word = Some(head(VALUE) as u8),
            2 => answer.number = Some(head(VALUE) as i32),
            3 => {
                if fields > 0 {
                    let record: [u8; MAX_FIELDS * NUMBER] = self.buffer.read_bytes(RECORD);
                    for (n, field) in answer.record.iter_mut().take(fields).enumerate() {
                        *field = number_at(&record, n * NUMBER);
                    }
                }
                self.read_grants(head(GRANT_COUNT) as usize, zones, &mut answer.grants);
            }
            _ => {}
        }
        for n in 0..head(CHANGE_COUNT) as usize {
            let change: [u8; CHANGE_SIZE] = self.buffer.read_bytes(CHANGES + n * CHANGE_SIZE);
            answer.changes.push(Change {
                field: number_at(&change, 0) as u8,
                value: number_at(&change, 3 * NUMBER),
                ruling: ruling(number_at(&change, NUMBER), number_at(&change, 2 * NUMBER)),
            });
        }
        (Said::Answered, answer)
    }

    fn read_grants(&self, count: usize, zones: &[ZoneId], grants: &mut Vec<NamedGrant>) {
        grants.reserve_exact(count);
        let mut offset = GRANTS;
        for _ in 0..count {
            let head: [u8; 4 * NUMBER] = self.buffer.read_bytes(offset);
            offset += 4 * NUMBER;
            let mut grant =
                Grant { ruling: ruling(number_at(&head, NUMBER), number_at(&head, 2 * NUMBER)), ..Grant::default() };
            for _ in 0..number_at(&head, 3 * NUMBER) as usize {
                let pair: [u8; 2 * NUMBER] = self.buffer.read_bytes(offset);
                offset += 2 * NUMBER;
                if let Some(field) = GRANT_FIELDS.get(number_at(&pair, 0) as usize) {
                    (field.set)(&mut grant, number_at(&pair, NUMBER), zones);
                }
            }
            grants.push(NamedGrant { name: number_at(&head, 0) as u8, grant });
        }
    }
}

fn number_at(bytes: &[u8], offset: usize) -> f64 {
    let mut number = [0; NUMBER];
    number.copy_from_slice(&bytes[offset..offset + NUMBER]);
    f64::from_le_bytes(number)
}

fn ruling(clause: f64, layer: f64) -> Ruling {
    if clause < 0.0 {
        Ruling { layer: layer as u8, ..Ruling::NONE }
    } else {
        Ruling { clause: clause as u16, layer: layer as u8 }
    }
}

/// How the VM sees a fact that is nil.
pub(super) fn nil_number() -> f64 {
    NIL as f64
}
