//! Rules of a replay that this program does not have.

use touchline_core::record::Header;
use touchline_core::rules::{Content, Kind};

/// Names them for the spectator; `None` where everything is known.
pub(crate) fn named(header: &Header) -> Option<String> {
    let content = Content::embedded();
    let known = |kind, name: &str| content.list(kind).iter().any(|n| n == name);
    let ruleset = [header.ruleset.name.as_str()].into_iter().filter(|name| !known(Kind::Ruleset, name));
    let plugins = header.plugins.iter().map(|p| p.name.as_str()).filter(|name| !known(Kind::Plugin, name));
    let names: Vec<String> =
        ruleset.map(|r| format!("the ruleset `{r}`")).chain(plugins.map(|p| format!("the plugin `{p}`"))).collect();
    (!names.is_empty()).then(|| {
        let names = names.join(", ");
        format!(
            "not known here: {names}. The match is shown as the replay tells it, without the texts of unknown clauses"
        )
    })
}
