//! What a team takes from one match to the next.

use super::fixture::{Absence, Fixture, Played, TeamId};
use crate::game::Match;
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
        let events = game.recorder().into_iter().flat_map(|r| r.events());
        let mut absent = Vec::new();
        for entry in events {
            // They are named before anything else happens.
            let Event::Absent { token, reason, plugin, .. } = &entry.event else {
                if matches!(entry.event, Event::Toss { .. }) {
                    break;
                }
                continue;
            };
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
