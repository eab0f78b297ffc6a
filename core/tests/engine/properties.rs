//! From random legal play no state ever breaks an invariant.

use crate::invariants::{follows, sound};
use crate::support::{PITCH, kick_off, pitch, play_out};
use proptest::prelude::*;
use proptest::sample::select;
use touchline_core::game::{Match, encode, state_hash};
use touchline_core::rules::{Content, Options, Ruleset};

/// A bound on decisions that no match of random bots reaches; the ruleset's guard is higher.
const MOST_DECISIONS: u32 = 6_000;

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn random_play_keeps_every_state_sound(seed in any::<u64>(), game in select(&PITCH[..])) {
        let mut m = kick_off(&pitch(game), seed);
        let mut before = *m.state();
        play_out(&mut m, ["random", "random"], |m| {
            sound(m);
            follows(&before, m.state());
            before = *m.state();
        });
        prop_assert!(m.ending().is_some());
    }

    #[test]
    fn coach_play_keeps_every_state_sound(seed in any::<u64>(), game in select(&PITCH[..])) {
        let mut m = kick_off(&pitch(game), seed);
        play_out(&mut m, ["coach", "random"], sound);
    }

    #[test]
    fn a_clone_and_its_original_evolve_alike(seed in any::<u64>(), at in 1usize..400, game in select(&PITCH[..])) {
        let mut m = kick_off(&pitch(game), seed);
        let mut bot = touchline_core::bot::by_name("random", seed).unwrap();
        for _ in 0..at {
            if m.decision().is_none() {
                break;
            }
            let action = bot.choose(&m);
            m.apply(action).unwrap();
        }
        let mut copy = m.clone();
        let mut loaded = Match::load(m.rules(), &m.save()).unwrap();
        play_out(&mut m, ["random", "random"], |_| {});
        play_out(&mut copy, ["random", "random"], |_| {});
        play_out(&mut loaded, ["random", "random"], |_| {});
        prop_assert_eq!(encode(m.state()), encode(copy.state()));
        prop_assert_eq!(state_hash(m.state()), state_hash(loaded.state()));
        prop_assert_eq!(m.tally(), copy.tally());
    }

    #[test]
    fn every_legal_action_has_an_id_of_its_own(seed in any::<u64>(), at in 0usize..300, game in select(&PITCH[..])) {
        let mut m = kick_off(&pitch(game), seed);
        let mut bot = touchline_core::bot::by_name("random", seed).unwrap();
        for _ in 0..at {
            if m.decision().is_none() {
                break;
            }
            let action = bot.choose(&m);
            m.apply(action).unwrap();
        }
        let actions = m.legal_actions();
        let mut ids: Vec<u16> = actions.iter().map(|a| m.id(*a)).collect();
        for (action, id) in actions.iter().zip(&ids) {
            prop_assert_eq!(m.action(*id), Some(*action));
            prop_assert!(m.is_legal(*action));
        }
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), actions.len());
    }
}

#[test]
fn ten_thousand_random_matches_end_long_before_the_guard() {
    // A debug build plays a tenth of them: the bound is the same.
    let matches = if cfg!(debug_assertions) { 1_000 } else { 10_000 };
    for name in PITCH {
        let batch = touchline_core::sim::Simulation {
            matches,
            bots: ["random".into(), "random".into()],
            ..touchline_core::sim::Simulation::new(pitch(name))
        };
        let mut most = 0;
        batch
            .run(&std::sync::atomic::AtomicBool::new(false), |outcome| {
                assert_ne!(outcome.ending, touchline_core::game::Ending::Abandoned, "{name}, seed {}", outcome.seed);
                most = most.max(outcome.tally.decisions.iter().sum::<u32>());
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();
        assert!(most < MOST_DECISIONS, "{name}: a match took {most} decisions");
    }
}

/// A house rule that looks, rolls, writes and notes wherever it may.
const NOSY: &str = "local p = { name = 'nosy', api = 1, requires = { 'base' }, clauses = { 'NOSY-01' },
  state = { match = { luck = { type = 'int', max = 99 } }, player = { hurt = { type = 'int', max = 3 } } } }
function p.on_match_start(ev, m, next)
  m:set('luck', m:roll('luck', 20))
  m:active('away', m:roll('form', 4))
  return next()
end
function p.on_ability(ev, m, next)
  local offers = next()
  if m:get('luck') > 9 and m:score('attack') <= m:score('defence') and offers.pass == nil then return offers end
  return offers
end
function p.on_goal(ev, m)
  m:set('luck', (m:get('luck') + ev.tick) % 100)
  if ev.scorer then
    m:set('hurt', m:roll('injury', 4) - 1, ev.scorer)
    m:limit(ev.scorer, 3 - m:get('hurt', ev.scorer))
    m:note('goal by ' .. ev.scorer .. ' for ' .. #m:squad('home'))
  end
end
function p.on_duel(ev, m, next)
  if m:roll('nerve', 6) == 1 then return 'lost', 'NOSY-01' end
  return next()
end
return p";

#[test]
fn the_memo_changes_nothing_but_time() {
    for (nosy, name) in [
        (false, "base"),
        (true, "base"),
        (false, "complete"),
        (true, "complete"),
        (false, "classic-pro"),
        (true, "classic-pro"),
    ] {
        let plugins = if nosy { vec![crate::rulings::plugin("nosy", NOSY)] } else { Vec::new() };
        let both = [true, false].map(|memo| {
            let options = Options { memo, plugins: plugins.clone(), ..Options::default() };
            Ruleset::load(&Content::embedded(), name, &options).unwrap()
        });
        for seed in 0..6 {
            let ends = both.each_ref().map(|rules| {
                let mut m = touchline_core::game::Match::logged(rules, crate::support::teams(rules), seed).unwrap();
                play_out(&mut m, ["coach", "random"], |_| {});
                (encode(m.state()), *m.tally(), m.recorder().unwrap().lines().to_vec())
            });
            assert!(ends[0] == ends[1], "{name}: seed {seed} went differently without the memo");
        }
    }
}
