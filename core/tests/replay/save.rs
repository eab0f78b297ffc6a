use crate::support::{Draws, play_on, rules, started};
use proptest::prelude::*;
use touchline_core::game::{Match, SaveError, decode, encode, state_hash};

fn position(seed: u64, decisions: usize) -> Match {
    let mut played = started(seed);
    play_on(&mut played, &mut Draws::new(seed), decisions);
    played
}

#[test]
fn a_save_of_other_rules_or_of_anything_else_is_refused() {
    let saved = position(1, 30).save();
    assert!(matches!(Match::load(&rules(), b"hello"), Err(SaveError::Foreign)));
    for cut in [8, 9, 40, saved.len() - 1] {
        assert!(Match::load(&rules(), &saved[..cut]).is_err(), "{cut}");
    }
    let mut other = saved.clone();
    other[40] ^= 1;
    assert_eq!(Match::load(&rules(), &other).unwrap_err(), SaveError::Altered);
    let options = touchline_core::rules::Options {
        params: vec![("run_max".to_owned(), touchline_core::rules::Value::Int(9), "test".to_owned())],
        ..Default::default()
    };
    let changed =
        touchline_core::rules::Ruleset::load(&touchline_core::rules::Content::embedded(), "base", &options).unwrap();
    let error = Match::load(&changed, &saved).unwrap_err();
    assert!(matches!(error, SaveError::Rules { .. }), "{error}");
}

#[test]
fn the_encoding_depends_on_the_whole_state() {
    let state = *position(2, 60).state();
    let mut other = state;
    other.pieces[31].dy += 1;
    assert_ne!(encode(&state), encode(&other));
    assert_ne!(state_hash(&state), state_hash(&other));
    assert_eq!(decode(&encode(&state), &rules().board, rules().game.kind()).unwrap(), state);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_loaded_match_has_the_same_future(seed in 0u64..1000, decisions in 0usize..250) {
        let mut played = position(seed, decisions);
        let mut loaded = Match::load(&rules(), &played.save()).unwrap();
        prop_assert_eq!(loaded.state(), played.state());
        prop_assert_eq!(loaded.tally(), played.tally());
        play_on(&mut played, &mut Draws::new(seed ^ 77), 60);
        play_on(&mut loaded, &mut Draws::new(seed ^ 77), 60);
        prop_assert_eq!(encode(loaded.state()), encode(played.state()));
        prop_assert_eq!(loaded.save(), played.save());
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..4000)) {
        let _ = decode(&bytes, &rules().board, rules().game.kind());
        let _ = Match::load(&rules(), &bytes);
    }

    #[test]
    fn a_damaged_state_is_refused_or_can_be_played_on(
        seed in 0u64..50, at in any::<prop::sample::Index>(), value in any::<u8>(), steps in 1usize..40,
    ) {
        let mut bytes = encode(position(seed, 40).state());
        let at = at.index(bytes.len());
        bytes[at] = value;
        if let Ok(state) = decode(&bytes, &rules().board, rules().game.kind()) {
            // A state with its own seal: load it the way a stranger would hand it over.
            let saved = resealed(&position(seed, 40).save(), &encode(&state));
            let mut loaded = Match::load(&rules(), &saved).unwrap();
            let mut draws = Draws::new(seed);
            for _ in 0..steps {
                let actions = loaded.legal_actions();
                if actions.is_empty() { break; }
                let _ = loaded.apply(actions[draws.below(actions.len())]);
            }
        }
    }
}

/// A save whose state, the last part before the seal, is another.
fn resealed(saved: &[u8], state: &[u8]) -> Vec<u8> {
    use sha2::Digest as _;
    let original = encode(Match::load(&rules(), saved).unwrap().state()).len();
    let mut bytes = saved[..saved.len() - 32 - original].to_vec();
    bytes.extend_from_slice(state);
    let seal = sha2::Sha256::digest(&bytes);
    bytes.extend_from_slice(&seal);
    bytes
}
