//! "Did you mean …?"

/// How many suggestions a message carries.
const SUGGESTIONS: usize = 3;

/// Up to three of `known` that are a few typing errors away from `name`, the nearest first.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let errors = match name.chars().count() {
        0..=2 => 1,
        3..=6 => 2,
        length @ 7..=100 => length / 3,
        // A comparison costs the product of the two lengths, and no name of ours is that long.
        _ => return Vec::new(),
    };
    let wanted = name.to_lowercase();
    let mut ranked: Vec<(usize, &str)> = known
        .into_iter()
        .map(|k| (strsim::osa_distance(&wanted, &k.to_lowercase()), k))
        .filter(|(distance, _)| *distance <= errors)
        .collect();
    ranked.sort_unstable();
    ranked.dedup();
    ranked.into_iter().take(SUGGESTIONS).map(|(_, k)| k).collect()
}

/// "Did you mean `a` or `b`?", or `None` when nothing is alike.
pub(super) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
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
    fn unlike_names_are_not_suggested() {
        assert!(nearest("zzz", ["base", "complete"]).is_empty());
        assert!(nearest(&"a".repeat(1_000_000), ["aaa"]).is_empty());
    }
}
