//! Which facts can matter: what no layer reads need not be part of a remembered question.

use super::{Hook, Layer, MAX_FACTS};

/// Per hook, the facts that some layer can read.
pub(super) struct Relevance {
    masks: Vec<[i64; MAX_FACTS]>,
}

impl Relevance {
    /// Judges by the text of the layers that answer a hook: a fact whose name they never mention cannot matter.
    pub(super) fn of(layers: &[Layer]) -> Relevance {
        let masks = Hook::ALL
            .iter()
            .map(|hook| {
                let texts: Vec<&str> = layers.iter().filter(|l| l.hooks.contains(hook)).map(|l| l.text.as_str()).collect();
                let mut mask = [0; MAX_FACTS];
                for (bits, fact) in mask.iter_mut().zip(hook.info().facts) {
                    let matters = texts.iter().any(|t| computes_names(t) || mentions(t, fact.name));
                    *bits = if matters { -1 } else { 0 };
                }
                mask
            })
            .collect();
        Relevance { masks }
    }

    /// The facts that matter; the rest is 0.
    #[inline]
    pub(super) fn key(&self, hook: Hook, facts: &[i64; MAX_FACTS]) -> [i64; MAX_FACTS] {
        let mut key = *facts;
        for (fact, mask) in key.iter_mut().zip(&self.masks[hook as usize]) {
            *fact &= mask;
        }
        key
    }
}

/// Whether a text contains a name as a whole word.
fn mentions(text: &str, name: &str) -> bool {
    let inside = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    text.match_indices(name).any(|(at, _)| {
        let bytes = text.as_bytes();
        !inside(at.checked_sub(1).and_then(|i| bytes.get(i))) && !inside(bytes.get(at + name.len()))
    })
}

/// Whether a function looks into one of its parameters with a name it computes, `ev[key]`, or walks over it: then any
/// fact may be meant.
fn computes_names(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find("function") {
        rest = &rest[at + "function".len()..];
        let Some((open, close)) = rest.find('(').zip(rest.find(')')) else { continue };
        let Some(list) = rest.get(open + 1..close) else { continue };
        let walked = |name: &str| {
            let indexed = [format!("{name}["), format!("{name} [")];
            let passed = [format!("pairs({name})"), format!("next({name}"), format!("next, {name}")];
            indexed.iter().chain(&passed).any(|pattern| text.contains(pattern.as_str()))
        };
        if list.split(',').map(str::trim).any(|name| !name.is_empty() && walked(name)) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_counts_only_as_a_whole_word() {
        assert!(mentions("if ev.tick > 3 then", "tick"));
        assert!(!mentions("if ev.ticks > 3 then", "tick"));
        assert!(!mentions("local sticky = 1", "tick"));
    }

    #[test]
    fn a_computed_key_makes_every_fact_matter() {
        assert!(computes_names("local function get(e, key) return e[key] end"));
        assert!(computes_names("function p.on_x(ev, m) for k in pairs(ev) do end end"));
        assert!(!computes_names("function p.on_x(ev, m) return SPOT[ev.restart] end"));
    }
}
