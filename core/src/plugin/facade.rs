//! `m`: what a plugin may ask about the match, and what it may do to it.

use super::desk::Desk;
use super::effect::Effect;
use super::error::suggestion;
use super::query::{CLOCK, Member, Query, Whom};
use super::slot::{Scope, SlotKind, SlotPlace};
use super::stack::Stack;
use super::{Hook, NIL, OFFERS};
use crate::board::{Band, Cell};
use crate::game::{Piece, Status};
use crate::rules::Die;
use crate::{Side, Token};
use mlua::{Lua, Table, Value};
use std::rc::Rc;

/// Characters that a die may be called by.
const LONGEST_LABEL: usize = 40;

/// A method of `m`, as it is documented.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// Its arguments with their LuaLS types.
    pub args: &'static [(&'static str, &'static str)],
    /// The LuaLS type of what it returns.
    pub returns: &'static str,
    /// It changes the match: act hooks only.
    pub effect: bool,
    /// What it does.
    pub doc: &'static str,
}

const fn query(
    name: &'static str,
    args: &'static [(&'static str, &'static str)],
    returns: &'static str,
    doc: &'static str,
) -> Method {
    Method { name, args, returns, effect: false, doc }
}

const fn effect(
    name: &'static str,
    args: &'static [(&'static str, &'static str)],
    returns: &'static str,
    doc: &'static str,
) -> Method {
    Method { name, args, returns, effect: true, doc }
}

/// The LuaLS type of a token that may be named by its role in the hook.
pub(super) const WHOM: &str = "integer|string";

/// The methods of `m`, queries first.
pub static METHODS: &[Method] = &[
    query("param", &[("name", "string")], "any", "The value of a parameter, its own or one of a required plugin."),
    query(
        "zone",
        &[("cell", "integer"), ("name", "string")],
        "boolean",
        "Whether a cell is in a zone, as the side in possession sees it (`own_` in front for its own end).",
    ),
    query("band", &[("cell", "integer")], "band", "The third of a cell, for the side in possession."),
    query("who", &[("role", "string")], "integer?", "The token in a role of this hook."),
    query("cell", &[("token", WHOM)], "integer?", "The cell of a token, nil off the pitch."),
    query("pose", &[("token", WHOM)], "\"stand\"|\"lie\"", "How a token is."),
    query("team", &[("token", "integer")], "\"home\"|\"away\"", "The team of a token."),
    query("keeper", &[("side", "side")], "integer?", "The keeper of a side."),
    query("keeps", &[("token", WHOM)], "boolean", "Whether a token is the keeper of its side."),
    query(
        "skill",
        &[("token", WHOM), ("skill", "string")],
        "integer",
        "How many active sections of a token have this skill; for a colour, how many have one of its skills.",
    ),
    query(
        "number",
        &[("token", WHOM), ("colour", "string")],
        "integer?",
        "The duel number that a token's sticker shows in this colour; nil where it shows none.",
    ),
    query("at", &[("cell", "integer"), ("side", "side")], "integer?", "The token of a side in a cell."),
    query("distance", &[("a", "integer"), ("b", "integer")], "integer", "Cells from one cell to another."),
    query("used", &[("token", WHOM), ("offer", "string")], "boolean", "Whether a token has taken an offer this turn."),
    query("moved", &[("token", WHOM)], "integer", "Cells a token moved this turn."),
    query("kicks", &[("token", WHOM)], "integer", "Kicks of a token in this match."),
    query("cautions", &[("token", WHOM)], "integer", "Cautions of a token in this match."),
    query(
        "get",
        &[("slot", "string"), ("who", "integer|side|nil")],
        "any",
        "The value of a slot, its own or one of a required plugin by `plugin.slot`.",
    ),
    query("score", &[("side", "side")], "integer", "Goals of a side."),
    query(
        "shootout",
        &[("side", "side")],
        "integer?, integer?",
        "Penalties that a side has scored and taken in the shoot-out; nil before it.",
    ),
    query("clock", &[("what", "\"tick\"|\"half\"|\"turn\"|\"phase\"")], "integer", "The time."),
    query(
        "squad",
        &[("side", "side")],
        "table[]",
        "The sheet of a side: token, status, skills, colours, active; whether his type is published; number and value on the team sheet.",
    ),
    query(
        "wins",
        &[("die", "string"), ("face", "string")],
        "boolean",
        "Whether a face of the ruleset's die is good for the one who throws it.",
    ),
    effect(
        "roll",
        &[("label", "string"), ("sides", "integer|nil")],
        "any",
        "Rolls a die with 2 to 100 sides, logged under its label. Without sides it is the ruleset's die of that name, and the name of its face comes back.",
    ),
    effect(
        "caution",
        &[("who", "integer|side"), ("count", "integer")],
        "nil",
        "Sets the cautions of a token, or of a side that keeps them together.",
    ),
    effect(
        "suspend",
        &[("side", "side"), ("turns", "integer")],
        "nil",
        "From now on a side has so many turns to lose (games of dice).",
    ),
    effect(
        "set",
        &[("slot", "string"), ("value", "any"), ("who", "integer|side|nil")],
        "nil",
        "Writes one of its own slots.",
    ),
    effect("lay", &[("token", WHOM)], "nil", "Lays a token down."),
    effect(
        "totals",
        &[("by", "integer"), ("against", "integer")],
        "nil",
        "Tells what both sides of a duel came to; the log shows it.",
    ),
    effect("limit", &[("token", "integer"), ("cells", "integer")], "nil", "From now on no move of a token is longer."),
    effect(
        "active",
        &[("who", "integer|side"), ("sections", "integer")],
        "nil",
        "From now on only the first sections of a token, or of a whole side, count; of the two bounds the smaller.",
    ),
    effect(
        "sections",
        &[("token", "integer"), ("skills", "string")],
        "nil",
        "Gives a token other sections, `\"purple reflexes\"`: another man in the same shirt.",
    ),
    effect(
        "note",
        &[("text", "string"), ("clause", "string?"), ("who", "integer|string|nil")],
        "nil",
        "Writes a line into the log, and with it the clause it comes from and the token it is about, if they are given.",
    ),
    effect(
        "absent",
        &[("token", "integer"), ("reason", "string"), ("stand_in", "string?")],
        "nil",
        "A player misses the match; the bench fills his place, and in place of an only keeper one with the sections `stand_in` starts. In on_squad only.",
    ),
];

fn fail<T>(message: impl Into<String>) -> mlua::Result<T> {
    Err(mlua::Error::RuntimeError(message.into()))
}

fn text(value: &Value, what: &str) -> mlua::Result<String> {
    match value {
        Value::String(s) => Ok(s.to_string_lossy()),
        other => fail(format!("{what} is a text, not {}", describe(other))),
    }
}

fn describe(value: &Value) -> String {
    match value {
        Value::Nil => "nil".to_owned(),
        Value::Integer(n) => n.to_string(),
        Value::Number(n) => n.to_string(),
        Value::String(s) => format!("`{}`", s.to_string_lossy()),
        Value::Boolean(b) => b.to_string(),
        other => format!("a {}", other.type_name()),
    }
}

fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(n) => Some(*n),
        Value::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => Some(*n as i64),
        _ => None,
    }
}

fn token(value: &Value) -> mlua::Result<Token> {
    whole(value)
        .and_then(|n| usize::try_from(n - 1).ok())
        .and_then(Token::from_index)
        .map_or_else(|| fail(format!("a token is a number from 1 to 32, not {}", describe(value))), Ok)
}

impl Desk {
    fn cell(&self, value: &Value) -> mlua::Result<Cell> {
        whole(value)
            .and_then(|n| usize::try_from(n).ok())
            .filter(|n| *n < self.board.len())
            .and_then(Cell::from_index)
            .map_or_else(
                || fail(format!("a cell is a number from 0 to {}, not {}", self.board.len() - 1, describe(value))),
                Ok,
            )
    }

    fn side(&self, value: &Value) -> mlua::Result<Side> {
        let word = match value {
            Value::String(s) => s.to_string_lossy(),
            _ => String::new(),
        };
        let attack = || if self.look(Query::Attack) == 0 { Side::Home } else { Side::Away };
        match word.as_str() {
            "home" => Ok(Side::Home),
            "away" => Ok(Side::Away),
            "attack" => Ok(attack()),
            "defence" => Ok(attack().other()),
            _ => fail(format!("a side is one of home, away, attack, defence, not {}", describe(value))),
        }
    }

    /// The place of a role of the running hook.
    fn role(&self, name: &str) -> mlua::Result<u8> {
        let info = self.hook.get().info();
        match info.who.iter().position(|role| *role == name) {
            Some(place) => Ok(place as u8),
            None => {
                fail(format!("{} knows no role `{name}`: {}", info.name, suggestion(name, info.who.iter().copied())))
            }
        }
    }

    /// A token by its number, or by its role in the running hook.
    fn whom(&self, value: &Value) -> mlua::Result<Whom> {
        match value {
            Value::String(name) => self.role(&name.to_string_lossy()).map(Whom::Role),
            other => token(other).map(Whom::Token),
        }
    }

    /// Looks at a token; one that is not there has nothing to show.
    fn look_at(&self, value: &Value, query: impl FnOnce(Whom) -> Query) -> mlua::Result<i64> {
        match self.look(query(self.whom(value)?)) {
            NIL => fail(format!("nobody is {} here: ask m:who first", describe(value))),
            seen => Ok(seen),
        }
    }

    /// The place of a clause that a layer declares; nothing where the ruleset does not have it.
    fn clause(&self, layer: u8, name: &str) -> mlua::Result<Option<u16>> {
        let declared = &self.stack.layers[usize::from(layer)].written;
        if !declared.iter().any(|clause| clause == name) {
            let hint = suggestion(name, declared.iter().map(String::as_str));
            return fail(format!("the clause `{name}` is not declared in `clauses`: {hint}"));
        }
        Ok(self.stack.printed_id(name, None).filter(|id| *id != Stack::UNPRINTED))
    }

    fn skill(&self, value: &Value) -> mlua::Result<u8> {
        self.skill_named(&text(value, "a skill")?)
    }

    fn skill_named(&self, name: &str) -> mlua::Result<u8> {
        match self.vocabulary.skills.iter().position(|s| *s == name) {
            Some(index) => Ok(index as u8),
            None => fail(format!(
                "no skill is called `{name}`: {}",
                suggestion(name, self.vocabulary.skills.iter().map(String::as_str))
            )),
        }
    }

    /// A slot by name, with its place in the stack and the index of the value meant.
    fn slot(&self, layer: u8, name: &Value, who: &Value) -> mlua::Result<(&SlotPlace, u16, u8)> {
        let name = text(name, "a slot's name")?;
        let place = match self.stack.find_slot(layer.into(), &name) {
            Ok(place) => place,
            Err(hint) => return fail(format!("there is no slot `{name}`: {hint}")),
        };
        let slot = &self.stack.slots()[place];
        let index = match (slot.decl.scope, who) {
            (Scope::Match, Value::Nil) => 0,
            (Scope::Match, _) => return fail(format!("slot `{name}` exists once a match: leave out whose it is")),
            (Scope::Side, who) => SlotPlace::of_side(self.side(who)?),
            (Scope::Player, who) => SlotPlace::of_player(token(who)?),
        };
        Ok((slot, place as u16, index as u8))
    }

    /// Rolls a die of so many sides, or, without sides, the ruleset's die of that name.
    fn roll(&self, lua: &Lua, layer: u8, label: &Value, sides: &Value) -> mlua::Result<Value> {
        let label = text(label, "the label of a die")?;
        if label.chars().count() > LONGEST_LABEL {
            return fail(format!("the label of a die has at most {LONGEST_LABEL} characters"));
        }
        if matches!(sides, Value::Nil) {
            let (die, kind) = self.named_die(&label)?;
            let sides = kind.faces.len() as u8;
            let face = self.act(Effect::Roll { layer, label: label.into(), sides, die: Some(die as u8) })?;
            let name = usize::try_from(face - 1).ok().and_then(|n| kind.faces.get(n)).map_or("", String::as_str);
            return Ok(Value::String(lua.create_string(name)?));
        }
        let sides = match whole(sides) {
            Some(n @ 2..=100) => n as u8,
            _ => return fail(format!("m:roll(label, sides) expects 2 to 100 sides, not {}", describe(sides))),
        };
        let face = self.act(Effect::Roll { layer, label: label.into(), sides, die: None })?;
        Ok(Value::Number(face as f64))
    }

    /// A die that the ruleset lists, and its place there.
    fn named_die(&self, name: &str) -> mlua::Result<(usize, &Die)> {
        let dice = self.vocabulary.dice.as_ref().map(|d| d.dice.as_slice()).unwrap_or_default();
        match dice.iter().enumerate().find(|(_, d)| d.name == name) {
            Some(found) => Ok(found),
            None if dice.is_empty() => {
                fail("m:roll(label, sides) expects 2 to 100 sides, not nil: this ruleset lists no dice of its own")
            }
            None => {
                let hint = suggestion(name, dice.iter().map(|d| d.name.as_str()));
                fail(format!("the ruleset has no die `{name}`: {hint}"))
            }
        }
    }

    fn wins(&self, die: &Value, face: &Value) -> mlua::Result<bool> {
        let (_, die) = self.named_die(&text(die, "a die")?)?;
        let face = text(face, "a face")?;
        if !die.faces.contains(&face) {
            let hint = suggestion(&face, die.faces.iter().map(String::as_str));
            return fail(format!("the die `{}` has no face `{face}`: {hint}", die.name));
        }
        Ok(die.wins.contains(&face))
    }

    fn set(&self, layer: u8, name: &Value, value: &Value, who: &Value) -> mlua::Result<()> {
        let (slot, place, index) = self.slot(layer, name, who)?;
        if slot.decl.plugin != self.stack.layers[usize::from(layer)].name {
            return fail(format!(
                "slot `{}` belongs to {}: a plugin writes only its own",
                slot.decl.full_name(),
                slot.decl.plugin
            ));
        }
        let (min, max) = slot.decl.bounds();
        let number = match (&slot.decl.kind, value) {
            (SlotKind::Bool, Value::Boolean(b)) => Some(i64::from(*b)),
            (SlotKind::Int { .. }, number) => whole(number).filter(|n| (min..=max).contains(n)),
            (SlotKind::Enum(words), Value::String(s)) => {
                let word = s.to_string_lossy();
                words.iter().position(|w| *w == word).map(|i| i as i64)
            }
            _ => None,
        };
        let Some(value) = number else {
            return fail(format!("slot `{}` takes {}, not {}", slot.decl.name, slot.decl.expected(), describe(value)));
        };
        self.act(Effect::Set { slot: place, index, value }).map(|_| ())
    }

    fn get(&self, lua: &Lua, layer: u8, name: &Value, who: &Value) -> mlua::Result<Value> {
        let (slot, place, index) = self.slot(layer, name, who)?;
        let value = self.look(Query::Slot(place, index));
        Ok(match &slot.decl.kind {
            SlotKind::Bool => Value::Boolean(value != 0),
            SlotKind::Int { .. } => Value::Number(value as f64),
            SlotKind::Enum(_) => Value::String(lua.create_string(slot.decl.show(value))?),
        })
    }

    fn zone(&self, cell: &Value, name: &Value) -> mlua::Result<bool> {
        let (cell, name) = (self.cell(cell)?, text(name, "a zone")?);
        let (plain, own) = match name.strip_prefix("own_") {
            Some(plain) if self.board.zone(&name).is_none() => (plain, true),
            _ => (name.as_str(), false),
        };
        let Some(zone) = self.board.zone(plain) else {
            return fail(format!(
                "the board has no zone `{plain}`: {}",
                suggestion(plain, self.vocabulary.zones.iter().map(String::as_str))
            ));
        };
        Ok(self.look(Query::Zone(cell, zone, own)) != 0)
    }

    /// The sections in a list of skills.
    fn sections(&self, skills: &Value) -> mlua::Result<[u8; Piece::SECTIONS]> {
        let skills = text(skills, "a list of skills")?;
        let mut sections = [Piece::NO_SECTION; Piece::SECTIONS];
        let names: Vec<&str> = skills.split_whitespace().collect();
        if names.len() > sections.len() {
            return fail(format!("a token has at most {} sections, not {}", sections.len(), names.len()));
        }
        for (section, name) in sections.iter_mut().zip(names) {
            *section = self.skill_named(name)?;
        }
        Ok(sections)
    }

    fn squad(&self, lua: &Lua, side: Side) -> mlua::Result<Table> {
        let members = self.sheet(self.look(Query::Squad(side)));
        let sheet = lua.create_table()?;
        for (token, Member { status, active, mut sections, listed }) in Token::of(side).zip(members) {
            if status == Status::Absent {
                continue;
            }
            let player = lua.create_table()?;
            player.set("token", token.index() + 1)?;
            player.set(
                "status",
                match status {
                    Status::Absent => "absent",
                    Status::Bench => "bench",
                    Status::Pitch => "pitch",
                    Status::TakenOff => "taken_off",
                    Status::SentOff => "sent_off",
                },
            )?;
            player.set("active", usize::from(active).min(Piece::SECTIONS))?;
            let skills =
                sections.iter().filter_map(|s| self.vocabulary.skills.get(usize::from(*s)).map(String::as_str));
            player.set("skills", lua.create_sequence_from(skills)?)?;
            let colour = |skill: &u8| self.vocabulary.skills.get(usize::from(self.vocabulary.colour(*skill)?));
            let colours = sections.iter().filter_map(colour).map(String::as_str);
            player.set("colours", lua.create_sequence_from(colours)?)?;
            if let Some((number, value)) = listed {
                player.set("number", number)?;
                player.set("value", value)?;
            }
            sections.sort_unstable();
            player.set("published", self.vocabulary.types.contains(&sections))?;
            sheet.push(player)?;
        }
        Ok(sheet)
    }
}

/// The methods of `m` for one layer, without `param`, which the VM answers itself.
pub(super) fn methods(lua: &Lua, desk: &Rc<Desk>, layer: u8) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    /// Adds a method: its arguments are plain values, the first the `m` before the colon. It reads the match with
    /// `desk.look` and changes it with `desk.act` alone, or an answer could not be remembered.
    macro_rules! method {
        ($name:literal, |$lua:ident, $desk:ident $(, $arg:ident)*| $body:expr) => {{
            let desk = Rc::clone(desk);
            table.set($name, lua.create_function(move |$lua, (_m, $($arg),*): (Value, $(method!(@value $arg)),*)| {
                let $desk = &*desk;
                $body
            })?)?;
        }};
        (@value $arg:ident) => { Value };
    }
    /// Adds a method that changes the match.
    macro_rules! effect {
        ($name:literal, |$desk:ident $(, $arg:ident)*| $body:expr) => {
            method!($name, |_lua, $desk $(, $arg)*| {
                $desk.acting($name)?;
                $body
            })
        };
    }
    let some = |seen: i64| (seen != NIL).then_some(seen);
    method!("who", |_lua, desk, role| Ok(some(desk.look(Query::Who(desk.role(&text(&role, "a role")?)?)))));
    method!("zone", |_lua, desk, cell, name| desk.zone(&cell, &name));
    method!("band", |_lua, desk, cell| {
        let band = desk.look(Query::Band(desk.cell(&cell)?));
        Ok(Band::ALL[band as usize].word())
    });
    method!("cell", |_lua, desk, t| Ok(some(desk.look(Query::Cell(desk.whom(&t)?)))));
    method!("pose", |_lua, desk, t| Ok(if desk.look_at(&t, Query::Pose)? == 1 { "lie" } else { "stand" }));
    method!("team", |_lua, _desk, t| Ok(token(&t)?.side().word()));
    method!("keeper", |_lua, desk, side| Ok(some(desk.look(Query::Keeper(desk.side(&side)?)))));
    method!("keeps", |_lua, desk, t| Ok(desk.look_at(&t, Query::Keeps)? == 1));
    method!("skill", |_lua, desk, t, skill| {
        let skill = desk.skill(&skill)?;
        desk.look_at(&t, |whom| Query::Skill(whom, skill))
    });
    method!("number", |_lua, desk, t, skill| Ok(some(desk.look(Query::Number(desk.whom(&t)?, desk.skill(&skill)?)))));
    method!("at", |_lua, desk, cell, side| Ok(some(desk.look(Query::At(desk.cell(&cell)?, desk.side(&side)?)))));
    method!("distance", |_lua, desk, a, b| Ok(desk.board.distance(desk.cell(&a)?, desk.cell(&b)?)));
    method!("used", |_lua, desk, t, offer| {
        let offer = text(&offer, "an offer")?;
        match OFFERS.iter().position(|o| *o == offer) {
            Some(index) => Ok(desk.look_at(&t, |whom| Query::Used(whom, index as u8))? == 1),
            None => fail(format!("no offer is called `{offer}`: {}", suggestion(&offer, OFFERS.iter().copied()))),
        }
    });
    method!("moved", |_lua, desk, t| desk.look_at(&t, Query::Moved));
    method!("kicks", |_lua, desk, t| desk.look_at(&t, Query::Kicks));
    method!("cautions", |_lua, desk, t| desk.look_at(&t, Query::Cautions));
    method!("get", |lua, desk, name, who| desk.get(lua, layer, &name, &who));
    method!("score", |_lua, desk, side| Ok(desk.look(Query::Score(desk.side(&side)?))));
    method!("clock", |_lua, desk, what| {
        let what = text(&what, "what m:clock tells")?;
        match CLOCK.iter().position(|w| *w == what) {
            Some(index) => Ok(desk.look(Query::Clock(index as u8))),
            None => fail(format!("m:clock tells tick, half, turn or phase, not `{what}`")),
        }
    });
    method!("shootout", |_lua, desk, side| {
        let side = desk.side(&side)?;
        Ok((some(desk.look(Query::Scored(side))), some(desk.look(Query::Taken(side)))))
    });
    method!("squad", |lua, desk, side| desk.squad(lua, desk.side(&side)?));
    method!("wins", |_lua, desk, die, face| desk.wins(&die, &face));
    method!("roll", |lua, desk, label, sides| {
        desk.acting("roll")?;
        desk.roll(lua, layer, &label, &sides)
    });
    effect!("caution", |desk, who, count| {
        let token = match &who {
            Value::String(_) => Token::new(desk.side(&who)?, 0),
            other => token(other)?,
        };
        match whole(&count).filter(|n| (0..=9).contains(n)) {
            Some(count) => desk.act(Effect::Caution(token, count as u8)).map(|_| ()),
            None => fail(format!("m:caution(who, count) expects 0 to 9 cautions, not {}", describe(&count))),
        }
    });
    effect!("suspend", |desk, side, turns| {
        let side = desk.side(&side)?;
        if desk.vocabulary.dice.is_none() {
            return fail("m:suspend is for games of dice, where a side can lose a turn");
        }
        match whole(&turns).filter(|n| (0..=9).contains(n)) {
            Some(turns) => desk.act(Effect::Suspend(side, turns as u8)).map(|_| ()),
            None => fail(format!("m:suspend(side, turns) expects 0 to 9 turns, not {}", describe(&turns))),
        }
    });
    effect!("set", |desk, name, value, who| desk.set(layer, &name, &value, &who));
    effect!("lay", |desk, t| {
        desk.look_at(&t, Query::Pose)?;
        desk.act(Effect::Lay(desk.whom(&t)?)).map(|_| ())
    });
    effect!("totals", |desk, by, against| {
        let total = |value: &Value| match whole(value).and_then(|n| u8::try_from(n).ok()) {
            Some(total) => Ok(total),
            None => fail(format!("m:totals(by, against) expects two numbers from 0 to 255, not {}", describe(value))),
        };
        desk.act(Effect::Totals(total(&by)?, total(&against)?)).map(|_| ())
    });
    effect!("limit", |desk, t, cells| {
        let token = token(&t)?;
        match whole(&cells).and_then(|n| u8::try_from(n).ok()) {
            Some(cells) => desk.act(Effect::Limit(token, cells)).map(|_| ()),
            None => fail(format!("m:limit(token, cells) expects 0 to 255 cells, not {}", describe(&cells))),
        }
    });
    effect!("active", |desk, who, sections| {
        let most = Piece::SECTIONS;
        let Some(sections) = whole(&sections).filter(|n| (0..=most as i64).contains(n)) else {
            return fail(format!("m:active(who, sections) expects 0 to {most} sections, not {}", describe(&sections)));
        };
        let effect = match &who {
            Value::String(_) => Effect::TeamActive(desk.side(&who)?, sections as u8),
            other => Effect::Active(token(other)?, sections as u8),
        };
        desk.act(effect).map(|_| ())
    });
    effect!("sections", |desk, t, skills| {
        let (token, sections) = (token(&t)?, desk.sections(&skills)?);
        desk.act(Effect::Sections(token, sections)).map(|_| ())
    });
    effect!("note", |desk, line, clause, who| {
        let mut line = text(&line, "a note")?;
        if line.chars().count() > 200 {
            line = line.chars().take(200).collect();
        }
        let clause = if clause.is_nil() { None } else { desk.clause(layer, &text(&clause, "the clause of a note")?)? };
        let about = if who.is_nil() { None } else { Some(desk.whom(&who)?) };
        desk.act(Effect::Note { layer, text: line.into(), clause, about }).map(|_| ())
    });
    effect!("absent", |desk, t, reason, stand_in| {
        if desk.hook.get() != Hook::OnSquad {
            return fail("m:absent leaves a player out before the match: call it in on_squad");
        }
        let (token, reason) = (token(&t)?, text(&reason, "why he is absent")?);
        let reason = reason.chars().take(80).collect::<String>().into();
        let stand_in = if stand_in.is_nil() { None } else { Some(desk.sections(&stand_in)?) };
        desk.act(Effect::Absent { layer, token, reason, stand_in }).map(|_| ())
    });
    Ok(table)
}
