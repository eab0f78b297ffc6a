//! The kinds of content and their folders.

const FORMATIONS: &str = "formations";

/// What a piece of content is, which decides its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `rulesets/NAME.yaml`
    Ruleset,
    /// `rulesets/boards/NAME.yaml`
    Board,
    /// `rulesets/squads/NAME.yaml`
    Squad,
    /// `rulesets/pools/NAME.yaml`
    Pool,
    /// `rulesets/styles/NAME.yaml`
    Style,
    /// `rulesets/clauses/NAME.yaml`
    Clauses,
    /// `rulesets/formations.yaml`, or `formations-….yaml` beside it.
    Formations,
    /// `plugins/NAME.lua`
    Plugin,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 8] = [
        Kind::Ruleset,
        Kind::Board,
        Kind::Squad,
        Kind::Pool,
        Kind::Style,
        Kind::Clauses,
        Kind::Formations,
        Kind::Plugin,
    ];

    /// The word for it in messages.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Ruleset => "ruleset",
            Kind::Board => "board",
            Kind::Squad => "squad",
            Kind::Pool => "pool",
            Kind::Style => "style",
            Kind::Clauses => "clause file",
            Kind::Formations => "formation file",
            Kind::Plugin => "plugin",
        }
    }

    /// The folder it lives in, seen from the root of a search folder.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Kind::Ruleset | Kind::Formations => "rulesets",
            Kind::Board => "rulesets/boards",
            Kind::Squad => "rulesets/squads",
            Kind::Pool => "rulesets/pools",
            Kind::Style => "rulesets/styles",
            Kind::Clauses => "rulesets/clauses",
            Kind::Plugin => "plugins",
        }
    }

    /// The ending of its files, with the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        if matches!(self, Kind::Plugin) { ".lua" } else { ".yaml" }
    }

    /// The path of the file with this name, seen from the root.
    pub(super) fn relative(self, name: &str) -> String {
        format!("{}/{name}{}", self.folder(), self.extension())
    }

    /// The name of the file at a path relative to the root, if it is of this kind.
    pub(super) fn name_of(self, relative: &str) -> Option<&str> {
        let name = relative.strip_prefix(self.folder())?.strip_prefix('/')?.strip_suffix(self.extension())?;
        self.admits(name).then_some(name)
    }

    /// Whether a file of this kind can have this name: `rulesets` itself holds the rulesets and formation files, its
    /// folders hold the other kinds.
    pub(super) fn admits(self, name: &str) -> bool {
        match self {
            Kind::Ruleset => !Kind::Formations.admits(name) && !name.contains('/'),
            Kind::Formations => {
                name.strip_prefix(FORMATIONS).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            }
            Kind::Board | Kind::Squad | Kind::Pool | Kind::Style | Kind::Clauses | Kind::Plugin => true,
        }
    }
}
