//! From a match to a replay.

use super::event::Event;
use super::header::{
    BoardRef, FORMAT, Footer, Header, KEEPER_GETS_UP, LYING_GETS_UP, MatchResult, PluginRef, RulesetRef, SetParam,
};
use super::recorder::Line;
use super::replay::Replay;
use crate::game::{Match, MatchError, state_hash};
use crate::rules::{Param, Ruleset};
use std::borrow::Cow;
use std::collections::BTreeMap;

impl Replay {
    /// The replay of a match that is recorded (see [`Match::recorded`]) or keeps its log, over or not, and who played it,
    /// home first. A replay of a match that is and does neither has no lines.
    ///
    /// # Errors
    /// As [`Match::log`], which a recorded match is played again for.
    pub fn of(played: &Match, bots: [&str; 2]) -> Result<Replay, MatchError> {
        let lines = match played.log()? {
            Cow::Borrowed(kept) => kept.lines().to_vec(),
            Cow::Owned(made) => made.into_lines(),
        };
        let events = lines.iter().filter(|l| matches!(l, Line::Event(_))).count() as u32;
        let actions = lines.iter().filter(|l| matches!(l, Line::Action { .. })).count() as u32;
        let reason = lines.iter().rev().find_map(|l| match l {
            Line::Event(entry) => match &entry.event {
                Event::End { reason, .. } => Some(reason.clone()),
                _ => None,
            },
            _ => None,
        });
        let state = played.state();
        let footer = Footer {
            result: MatchResult::of(state),
            score: state.score,
            extra_time: state.extra_time(),
            shootout: state.shootout().shown(),
            ending: state.ending,
            reason: reason.unwrap_or_default(),
            stopped: (!state.is_over()).then(|| "the match was not played to its end".to_owned()),
            tally: *played.tally(),
            events,
            actions,
            state_hash: state_hash(state),
            chain: String::new(),
        };
        Ok(Replay { header: Header::of(played, bots), lines, footer: Some(footer) })
    }

    /// The partial replay of a match that did not come to its end, which says why it stopped.
    ///
    /// # Errors
    /// As [`Replay::of`].
    pub fn of_stopped(played: &Match, bots: [&str; 2], why: &impl std::fmt::Display) -> Result<Replay, MatchError> {
        let mut replay = Replay::of(played, bots)?;
        if let Some(footer) = &mut replay.footer {
            footer.stopped = Some(why.to_string());
        }
        Ok(replay)
    }
}

impl Header {
    /// What is played, by whom, by which rules; the bots home first.
    #[must_use]
    pub fn of(played: &Match, bots: [&str; 2]) -> Header {
        let rules = played.rules();
        let occasion = played.occasion().cloned().unwrap_or_default();
        let params: BTreeMap<_, _> = rules.params.iter().map(|p| (p.decl.name.clone(), p.value.clone())).collect();
        let changed = rules.params.iter().filter(|p| p.value != p.decl.default);
        Header {
            format: FORMAT,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            ruleset: RulesetRef {
                name: rules.name.clone(),
                title: rules.title.clone(),
                hash: rules.hash.clone(),
                muted: rules.muted.clone(),
            },
            game: rules.game.kind(),
            plugins: plugins(rules),
            changed: changed.map(|p| (p.decl.name.clone(), p.value.clone())).collect(),
            set: set_params(rules),
            params,
            clauses: unasked(rules),
            clock: rules.mechanics.face(),
            squads: (**played.teams()).clone(),
            board: BoardRef { name: rules.board.name().to_owned(), yaml: rules.board_text.clone() },
            skills: rules.vocabulary.skills.clone(),
            cards: rules.vocabulary.cards.clone(),
            dice: rules.vocabulary.dice.as_ref().map(|d| d.dice.clone()).unwrap_or_default(),
            combinations: rules.vocabulary.dice.as_ref().map(|d| d.combinations.clone()).unwrap_or_default(),
            seed: played.state().seed,
            bots: bots.map(str::to_owned),
            carried: occasion.carried,
            competition: occasion.competition,
            leg: occasion.leg,
            actions: rules.layout.size(),
            verifiable: rules.native.is_none() && played.is_whole(),
        }
    }
}

/// What was set against what the ruleset itself says.
fn set_params(rules: &Ruleset) -> BTreeMap<String, SetParam> {
    let set = |param: &Param| {
        let (ruled, decl) = (param.ruled.clone()?, &param.decl);
        let known = SetParam { ruled, plugin: decl.plugin.clone(), clauses: decl.clauses.clone() };
        Some((decl.name.clone(), known))
    };
    rules.params.iter().filter_map(set).collect()
}

/// The clauses of the parameters by which the engine acts and asks no plugin, where these are not switched off.
fn unasked(rules: &Ruleset) -> BTreeMap<String, Vec<String>> {
    let acts = |param: &&Param| {
        let decl = &param.decl;
        let named = [KEEPER_GETS_UP, LYING_GETS_UP].contains(&decl.name.as_str()) && !decl.clauses.is_empty();
        named && decl.off.as_ref() != Some(&param.value)
    };
    rules.params.iter().filter(acts).map(|p| (p.decl.name.clone(), p.decl.clauses.clone())).collect()
}

/// The plugins of a ruleset as a header lists them.
pub(super) fn plugins(rules: &Ruleset) -> Vec<PluginRef> {
    let named = |(layer, plugin): (usize, &crate::plugin::Layer)| PluginRef {
        name: plugin.name.clone(),
        hash: plugin.hash.clone(),
        layer: layer as u8,
    };
    rules.stack.layers.iter().enumerate().map(named).collect()
}
