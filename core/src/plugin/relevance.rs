//! Which facts can matter: what no layer reads need not be part of a remembered question.

use super::{Hook, Layer};

/// Per hook, the facts that some layer can read.
#[derive(Clone, Debug)]
pub(crate) struct Relevance {
    facts: Vec<Vec<u8>>,
}

impl Relevance {
    /// Judges by the text of the layers that answer a hook: a fact whose name they never mention cannot matter.
    pub(crate) fn of(layers: &[Layer]) -> Relevance {
        let matters = |hook: &Hook, name: &str| {
            let texts = layers.iter().filter(|l| l.hooks.contains(hook)).map(|l| l.text.as_str());
            texts.into_iter().any(|t| computes_names(t) || mentions(t, name))
        };
        let facts = Hook::ALL.iter().map(|hook| {
            let infos = hook.info().facts.iter().enumerate();
            infos.filter(|(_, fact)| matters(hook, fact.name)).map(|(n, _)| n as u8).collect()
        });
        Relevance { facts: facts.collect() }
    }

    /// Whether the n-th fact of a hook matters.
    pub(crate) fn reads(&self, hook: Hook, n: usize) -> bool {
        self.facts[hook as usize].iter().any(|fact| usize::from(*fact) == n)
    }

    /// The facts that matter to a hook, by index.
    pub(super) fn facts(&self, hook: Hook) -> Vec<u8> {
        self.facts[hook as usize].clone()
    }
}

/// Whether a text can read a field of this name: `.name`, `name = …` for the layers below, or the name in quotes.
fn mentions(text: &str, name: &str) -> bool {
    let inside = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    text.match_indices(name).any(|(at, _)| {
        let bytes = text.as_bytes();
        let before = at.checked_sub(1).and_then(|i| bytes.get(i));
        let after = bytes.get(at + name.len());
        let whole = !inside(before) && !inside(after);
        let quoted = matches!((before, after), (Some(b'"' | b'\''), Some(b'"' | b'\'')));
        let written = text[at + name.len()..].trim_start().starts_with('=');
        whole && (before == Some(&b'.') || quoted || written)
    })
}

/// Whether a function looks into one of its parameters with a name it computes, `ev[key]`, or walks over it: then any
/// fact may be meant. A name that is the value of some hook and nowhere a first parameter is not the facts.
fn computes_names(text: &str) -> bool {
    let functions = parameters(text);
    let walked = |name: &str| {
        let indexed = [format!("{name}["), format!("{name} [")];
        let passed = [format!("pairs({name})"), format!("next({name}"), format!("next, {name}")];
        indexed.iter().chain(&passed).any(|pattern| text.contains(pattern.as_str()))
    };
    let is_value = |name: &str| {
        let hooks = functions.iter().filter(|(function, _)| function.contains(".on_"));
        hooks.clone().any(|(_, list)| list.get(2) == Some(&name))
            && functions.iter().all(|(_, list)| list.first() != Some(&name))
    };
    functions.iter().flat_map(|(_, list)| list).any(|name| walked(name) && !is_value(name))
}

/// The functions of a text with the names of their parameters.
fn parameters(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("function") {
        rest = &rest[at + "function".len()..];
        let Some((open, close)) = rest.find('(').zip(rest.find(')')) else { continue };
        let Some(list) = rest.get(open + 1..close) else { continue };
        found.push((rest[..open].trim(), list.split(',').map(str::trim).filter(|n| !n.is_empty()).collect()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_counts_only_as_a_whole_word() {
        assert!(mentions("if ev.tick > 3 then", "tick"));
        assert!(mentions("return next({ tick = 3 }, clause)", "tick"));
        assert!(!mentions("-- every tick counts", "tick"));
        assert!(!mentions("if ev.ticks > 3 then", "tick"));
        assert!(!mentions("local sticky = 1", "tick"));
    }

    #[test]
    fn a_computed_key_makes_every_fact_matter() {
        assert!(computes_names("local function get(e, key) return e[key] end"));
        assert!(computes_names("function p.on_x(ev, m) for k in pairs(ev) do end end"));
        assert!(!computes_names("function p.on_x(ev, m) return SPOT[ev.restart] end"));
        assert!(!computes_names("function p.on_squad(ev, m, list) list[#list + 1] = 'no' end"));
    }
}
