//! What a team takes from one match to the next.

use super::fixture::{Absence, Fixture, Played, TeamId};
use crate::game::{Match, State};
use crate::plugin::{Scope, SlotPlace, Stack};
use crate::record::{CarriedSlot, Event};
use crate::{Side, Token};

/// Something that a team brings to its next match.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Item {
    slot: String,
    /// The player, by his place in the squad; `None` for the whole team.
    member: Option<u8>,
    value: i64,
    /// The match it comes from.
    since: u32,
}

/// What each team brings to its next match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Baggage(Vec<Vec<Item>>);

impl Baggage {
    /// Before the first match: nothing.
    pub(super) fn new(teams: usize) -> Baggage {
        Baggage(vec![Vec::new(); teams])
    }

    /// What comes into a match.
    pub(super) fn brought_to(&self, fixture: &Fixture) -> Vec<CarriedSlot> {
        let mut carried = Vec::new();
        for side in Side::BOTH {
            let items = self.0[fixture.team(side)].iter();
            carried.extend(items.map(|item| CarriedSlot {
                slot: item.slot.clone(),
                who: item.member.map(|m| Token::new(side, m)),
                side: item.member.is_none().then_some(side),
                value: item.value,
            }));
        }
        carried
    }

    /// Takes in what came out of a match.
    pub(super) fn after(&mut self, played: &Played) {
        for side in Side::BOTH {
            let team = played.fixture.team(side);
            let before = std::mem::take(&mut self.0[team]);
            let of_side = |c: &&CarriedSlot| c.side == Some(side) || c.who.is_some_and(|t| t.side() == side);
            let kept = played.carried.iter().filter(of_side).map(|c| {
                let member = c.who.map(Token::member);
                let old = before.iter().find(|i| i.slot == c.slot && i.member == member);
                // What only runs out was brought about earlier.
                let since = old.filter(|i| c.value <= i.value).map_or(played.fixture.number, |i| i.since);
                Item { slot: c.slot.clone(), member, value: c.value, since }
            });
            self.0[team] = kept.collect();
        }
    }

    /// The match from which something of a player comes that a plugin remembers.
    fn since(&self, team: TeamId, member: u8, plugin: &str) -> Option<u32> {
        let of_plugin = |slot: &str| slot.strip_prefix(plugin).is_some_and(|rest| rest.starts_with('.'));
        let mine = self.0[team].iter().filter(|i| i.member == Some(member) && of_plugin(&i.slot));
        mine.map(|i| i.since).max()
    }

    /// Who misses a match that has begun.
    pub(super) fn absent(&self, fixture: &Fixture, game: &Match) -> Vec<Absence> {
        let mut absent = Vec::new();
        for event in absences(game) {
            let Event::Absent { token, reason, plugin, .. } = event else { continue };
            let side = token.side();
            let Some(player) = game.teams()[side.index()].players.get(usize::from(token.member())) else { continue };
            absent.push(Absence {
                side,
                number: player.number,
                name: player.name.clone(),
                reason: reason.clone(),
                since: self.since(fixture.team(side), token.member(), plugin),
            });
        }
        absent
    }
}

/// The events that name who misses a match; they come before anything else happens.
fn absences(game: &Match) -> impl Iterator<Item = &Event> {
    let events = game.recorder().into_iter().flat_map(|r| r.events()).map(|entry| &entry.event);
    events.take_while(|e| !matches!(e, Event::Toss { .. })).filter(|e| matches!(e, Event::Absent { .. }))
}

/// The tokens of those who miss a match.
pub(super) fn absentees(game: &Match) -> Vec<Token> {
    let token = |event: &Event| match event {
        Event::Absent { token, .. } => Some(*token),
        _ => None,
    };
    absences(game).filter_map(token).collect()
}

/// The end of a match in which absentees are as they were when it began. TOUR-SUB-05: the reserve keeper plays with the
/// token of the keeper he stands in for; what he does is not held against the keeper, who was not there.
pub(super) fn without_stand_ins(stack: &Stack, mut end: State, begun: &State, absent: &[Token]) -> State {
    for place in stack.slots().iter().filter(|p| p.decl.carry && p.decl.scope == Scope::Player) {
        for token in absent {
            let index = SlotPlace::of_player(*token);
            place.write(&mut end.slots, index, place.read(&begun.slots, index));
        }
    }
    end
}
