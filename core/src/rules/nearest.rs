//! "Did you mean …?"

use std::cmp::Reverse;

/// How many suggestions a message carries.
const SUGGESTIONS: usize = 3;

/// A comparison costs the product of the two lengths, and no name of ours is that long.
const LONGEST: usize = 100;

/// Letters that a beginning must have to mean anything.
const SHORTEST_PART: usize = 3;

/// Up to three of `known` that are a few typing errors away from `name`, the nearest first: one error in a name of three
/// letters, two in one of six, three in one of nine, never more. Case and the signs between words do not count. Where
/// there is none, those that begin with `name`, or with which it begins, or that it abbreviates.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = letters(name);
    let length = wanted.chars().count();
    if length > LONGEST {
        return Vec::new();
    }
    let begins_alike = |found: &str| wanted.chars().zip(found.chars()).take_while(|(a, b)| a == b).count();
    // Of two with as many errors the one that begins alike for longer.
    let mut ranked: Vec<(usize, Reverse<usize>, &str)> = known
        .into_iter()
        .filter_map(|known| {
            let found = letters(known);
            let tolerated = (length.max(found.chars().count()) / 3).min(3);
            let errors = strsim::osa_distance(&wanted, &found);
            if errors <= tolerated && errors < length {
                return Some((errors, Reverse(begins_alike(&found)), known));
            }
            let shorter = length.min(found.chars().count());
            let part = found.starts_with(&wanted) || wanted.starts_with(&found) || abbreviates(&wanted, &found);
            (part && shorter >= SHORTEST_PART).then_some((LONGEST, Reverse(0), known))
        })
        .collect();
    ranked.sort_unstable();
    ranked.dedup();
    if ranked.first().is_some_and(|(errors, ..)| *errors < LONGEST) {
        ranked.retain(|(errors, ..)| *errors < LONGEST);
    }
    ranked.into_iter().take(SUGGESTIONS).map(|(.., k)| k).collect()
}

/// Whether a name is another with some letters left out, the first not, and no more than half of them: `rnd`.
fn abbreviates(short: &str, long: &str) -> bool {
    let mut rest = long.chars();
    short.chars().next() == long.chars().next()
        && long.chars().count() <= 2 * short.chars().count()
        && short.chars().all(|letter| rest.any(|other| other == letter))
}

/// A name as it is compared.
fn letters(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | '/' | ' ')).flat_map(char::to_lowercase).collect()
}

/// "Did you mean `a` or `b`?", or `None` when nothing is alike.
pub(crate) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let names = nearest(name, known);
    if names.is_empty() { None } else { Some(format!("did you mean `{}`?", names.join("` or `"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_error_finds_the_name_meant() {
        assert_eq!(nearest("complte", ["base", "complete", "classic"]).first(), Some(&"complete"));
        assert_eq!(did_you_mean("Bsae", ["base", "seven"]).as_deref(), Some("did you mean `base`?"));
    }

    #[test]
    fn of_two_as_near_the_one_that_begins_alike_comes_first() {
        assert_eq!(nearest("on_cod_ty", ["on_cod", "on_cod_tie"]), ["on_cod_tie", "on_cod"]);
    }

    #[test]
    fn unlike_names_are_not_suggested() {
        assert!(nearest("zzz", ["base", "complete"]).is_empty());
        assert!(nearest(&"a".repeat(1_000_000), ["aaa"]).is_empty());
        assert!(nearest("foo", ["rod_from_inside", "goals"]).is_empty());
        assert!(nearest("", ["a", "ab"]).is_empty());
    }

    #[test]
    fn a_short_name_is_not_taken_for_another_that_shares_half_of_it() {
        assert!(nearest("Q4", ["A4", "B4", "Q5"]).is_empty());
        assert_eq!(nearest("I55", ["I5", "J5", "I4"]), ["I5"]);
    }

    #[test]
    fn a_name_that_was_cut_off_or_drawn_out_is_found() {
        assert_eq!(nearest("penalty", ["goal_area", "penalty_area"]), ["penalty_area"]);
        assert_eq!(nearest("integer", ["int", "number"]), ["int"]);
        assert!(nearest("in", ["integer"]).is_empty());
    }

    #[test]
    fn signs_between_words_do_not_count() {
        assert_eq!(nearest("442", ["4-3-3", "4-4-2"]), ["4-4-2"]);
        assert_eq!(nearest("shortlimit", ["short_limit", "long_limit"]), ["short_limit"]);
    }
}
