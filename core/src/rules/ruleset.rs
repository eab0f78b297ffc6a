//! A ruleset: board, vocabulary, parameters and the stack of plugins, frozen for play.

use super::areas::{AreaNames, Areas};
use super::naming;
use super::place::Step;
use super::strata::Strata;
use super::{
    ClauseIndex, Combination, Content, ContentError, DataError, DiceSet, Die, Formations, Game, GameKind, Kind,
    Mechanics, Moment, Params, Pool, Section, Source, Squad, SquadErrors, Value, content_hash, parse,
};
use crate::board::{Board, Cell, CellSet, ZoneId};
use crate::game::{Layout, MatchError, Piece, State};
use crate::kick::{Field, Physics};
use crate::plugin::{
    Host, HostSetup, Limits, Native, PluginError, PluginSource, Printed, Referee, Stack, Talent, Vocabulary, with_host,
};
use crate::record::note::Lexicon;
use crate::{End, Side, Token};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Everything that does not change during a match.
#[derive(Clone, Debug)]
pub struct Ruleset {
    id: u64,
    /// Its name, `base`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The rulesets it stands on, itself first.
    pub family: Vec<String>,
    /// The mechanics it is played with.
    pub game: Game,
    /// The board; a table of one cell for a game without one.
    pub board: Arc<Board>,
    /// The board file, which replays carry so that a viewer can draw it; empty for a game without one.
    pub board_text: String,
    /// The board as the ball sees it.
    pub field: Field,
    /// How the ball behaves.
    pub physics: Physics,
    /// Words that plugins share: skills, cards, zones.
    pub vocabulary: Vocabulary,
    /// Parameters in force.
    pub params: Params,
    /// Numbers that the mechanics itself reads out of the parameters.
    pub mechanics: Mechanics,
    /// The plugins.
    pub stack: Stack,
    /// Named shapes for set-ups.
    pub formations: Formations,
    /// The sections that players may have.
    pub catalogue: Vec<Section>,
    /// The published player types, where the game has any.
    pub pool: Option<Pool>,
    /// The squad that a side without one of its own plays.
    pub squad: Squad,
    /// Action ids.
    pub layout: Layout,
    /// Hash of everything that decides results.
    pub hash: String,
    /// The clause that is switched off, when a scenario is checked.
    pub muted: Option<String>,
    /// Functions that take the place of plugins' own; matches cannot be verified then.
    pub native: Option<Arc<dyn Native>>,
    pub(crate) lexicon: Lexicon,
    memo: bool,
    keeper: Option<u8>,
    areas: Option<Areas>,
}

/// What to change when a ruleset is loaded.
#[derive(Clone, Debug)]
pub struct Options {
    /// Plugins on top of the ruleset's own, bottom first.
    pub plugins: Vec<Source>,
    /// Parameters to set, with their origin in words.
    pub params: Vec<(String, Value, String)>,
    /// A clause to switch off.
    pub muted: Option<String>,
    /// Remember answers that depend on facts alone (on by default; results are the same either way).
    pub memo: bool,
    /// Functions that take the place of plugins' own.
    pub native: Option<Arc<dyn Native>>,
}

impl Default for Options {
    fn default() -> Self {
        Options { plugins: Vec::new(), params: Vec::new(), muted: None, memo: true, native: None }
    }
}

/// Why a ruleset cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum RulesetError {
    /// A file was not found or not readable.
    #[error(transparent)]
    Content(#[from] ContentError),
    /// A data file is wrong.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The default squad is wrong; every problem is listed.
    #[error(transparent)]
    Squad(#[from] SquadErrors),
    /// The board is wrong.
    #[error(transparent)]
    Board(#[from] crate::board::BoardError),
    /// The clause index is wrong.
    #[error(transparent)]
    Clauses(#[from] super::ClauseError),
    /// Plugins are wrong; every problem is listed.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Plugins(Vec<PluginError>),
    /// A parameter is wrong.
    #[error("{0}")]
    Param(String),
}

/// A ruleset file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesetFile {
    pub(super) ruleset: String,
    pub(super) title: String,
    #[serde(default)]
    pub(super) extends: Option<String>,
    #[serde(default)]
    pub(super) mechanics: Option<GameKind>,
    #[serde(default)]
    pub(super) board: Option<String>,
    #[serde(default)]
    pub(super) squad: Option<String>,
    #[serde(default)]
    pub(super) pool: Option<String>,
    #[serde(default)]
    pub(super) formations: Option<String>,
    #[serde(default)]
    pub(super) skills: Vec<Section>,
    #[serde(default)]
    pub(super) cards: Vec<String>,
    #[serde(default)]
    pub(super) keeper: Option<String>,
    #[serde(default)]
    pub(super) areas: Option<AreaNames>,
    #[serde(default)]
    pub(super) dice: Vec<Die>,
    #[serde(default)]
    pub(super) combinations: Vec<Combination>,
    #[serde(default)]
    pub(super) plugins: Vec<String>,
    /// Plugins above these, for each word of the parameter `packs` that is set; bottom first.
    #[serde(default)]
    pub(super) packs: Vec<BTreeMap<String, Vec<String>>>,
    #[serde(default)]
    pub(super) clauses: BTreeMap<String, Names>,
    #[serde(default)]
    pub(super) params: BTreeMap<String, serde_yaml::Value>,
}

impl RulesetFile {
    /// Its own plugins and above them those of its packs, each with where it stands.
    fn listed(&self) -> impl Iterator<Item = (&str, Vec<Step>)> {
        let own = self.plugins.iter().enumerate();
        let own = own.map(|(at, plugin)| (plugin.as_str(), vec![Step::key("plugins"), Step::Item(at)]));
        let packs =
            self.packs.iter().enumerate().flat_map(|(n, pack)| pack.iter().map(move |(word, of)| (n, word, of)));
        own.chain(packs.flat_map(|(n, word, of)| {
            let place = move |at| vec![Step::key("packs"), Step::Item(n), Step::Name(word.clone()), Step::Item(at)];
            of.iter().enumerate().map(move |(at, plugin)| (plugin.as_str(), place(at)))
        }))
    }

    /// Whether a plugin is one of its packs.
    pub(super) fn packs_hold(&self, plugin: &str) -> bool {
        self.packs.iter().flat_map(BTreeMap::values).flatten().any(|p| p == plugin)
    }
}

/// One name, or several, or none.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Names {
    One(String),
    Many(Vec<String>),
}

/// Numbers for the hosts of rulesets, never used twice.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// The parameter that names the packs in play.
pub(crate) const PACKS: &str = "packs";
/// Rulesets that one may stand on, itself included.
const MAX_FAMILY: usize = 8;

impl Ruleset {
    /// Loads a ruleset by name.
    ///
    /// # Errors
    /// The first file that is wrong, or every problem of its plugins.
    pub fn load(content: &Content, name: &str, options: &Options) -> Result<Arc<Ruleset>, RulesetError> {
        let mut family = family(content, name)?;
        choose_packs(&mut family, &options.params);
        let (top, _) = &family[0];
        let kind = family.iter().find_map(|(file, _)| file.mechanics).unwrap_or(GameKind::Pitch);
        let read = |what: Kind, key: &str, get: &dyn Fn(&RulesetFile) -> Option<String>| {
            let named = family.iter().find_map(|(file, source)| Some((get(file)?, source)));
            named.map(|(name, source)| naming::read(content, what, &name, source, &[Step::key(key)])).transpose()
        };
        let missing = |what: &str| {
            let problem = format!("ruleset {name} names no `{what}`, and neither does one it extends");
            DataError::new(&family[0].1.file(), problem).hint(format!("add `{what}:`"))
        };
        // The pitch cannot do without any of these; other games name what they have.
        let needed = |what: &str, there: bool| match (kind, there) {
            (GameKind::Pitch, false) => Err(missing(what)),
            _ => Ok(()),
        };
        let board_source = read(Kind::Board, "board", &|f| f.board.clone())?;
        needed("board", board_source.is_some())?;
        let board = match &board_source {
            Some(source) => Board::from_yaml(&source.text, &source.file())?,
            None => Board::table(),
        };
        let physics = match &board_source {
            Some(source) if kind == GameKind::Pitch => physics(source)?,
            _ => Physics::default(),
        };
        let listed = |get: &dyn Fn(&RulesetFile) -> &Vec<String>| {
            let mut words: Vec<String> = Vec::new();
            for word in family.iter().rev().flat_map(|(file, _)| get(file)) {
                if !words.contains(word) {
                    words.push(word.clone());
                }
            }
            words
        };
        let dice = match kind {
            GameKind::Pitch | GameKind::Grid => None,
            GameKind::Dice => Some(Arc::new(dice(&family)?)),
        };
        let mut vocabulary = Vocabulary {
            dice: dice.clone(),
            cards: listed(&|f| &f.cards),
            zones: board.zones().map(|z| board.zone_name(z).to_owned()).collect(),
            ..Vocabulary::default()
        };
        let clauses = ClauseIndex::load(content)?;
        let mut plugin_sources: Vec<Source> = Vec::new();
        for (file, source) in family.iter().rev() {
            for (plugin, path) in file.listed() {
                if !plugin_sources.iter().any(|there| there.name == plugin) {
                    plugin_sources.push(naming::read(content, Kind::Plugin, plugin, source, &path)?);
                }
            }
        }
        plugin_sources.extend(options.plugins.iter().cloned());
        let sources: Vec<PluginSource> = plugin_sources
            .iter()
            .map(|s| PluginSource { name: s.name.clone(), file: s.file(), text: s.text.to_string() })
            .collect();
        let ids: Vec<&str> = clauses.iter().map(|(_, clause)| clause.id.as_str()).collect();
        let mut stack = Stack::load(&sources, &vocabulary, &ids).map_err(RulesetError::Plugins)?;
        let own_plugins = sources.len() - options.plugins.len();
        let off = stack.print_as(printed(&family, &clauses)?);
        check_printed(&family, &clauses, &stack, own_plugins)?;
        let strata = Strata::of(&family, &stack);
        let catalogue;
        (catalogue, vocabulary.colours) = strata.skills()?;
        vocabulary.skills = catalogue.iter().map(|s: &Section| s.skill.clone()).collect();
        stack.check_talents(&vocabulary.skills).map_err(RulesetError::Plugins)?;
        let pool_source = strata.pool().map(|named| named.read(content, Kind::Pool, "pool")).transpose()?;
        let pool = match &pool_source {
            Some(source) => Some(Pool::parse(&source.text, &source.file(), &catalogue)?),
            None => None,
        };
        vocabulary.types = types(pool.as_ref(), &vocabulary.skills);
        let mut params = strata.params(&off)?;
        for (key, value, origin) in &options.params {
            params.set_over(key, value, origin).map_err(RulesetError::Param)?;
        }
        if let Some(muted) = &options.muted {
            mute(&mut params, muted);
        }
        // Parameters that were set from outside are the caller's; without any the files are to blame.
        let unfit = |problem: String| match options.params.is_empty() {
            true => DataError::new(&family[0].1.file(), problem).into(),
            false => RulesetError::Param(problem),
        };
        let mechanics = Mechanics::read(kind, &params).map_err(unfit)?;
        let formation_source = read(Kind::Formations, "formations", &|f| f.formations.clone())?;
        needed("formations", formation_source.is_some())?;
        let cell_of = |name: &str| board.cell(name);
        let game = match dice {
            Some(dice) => Game::Dice(dice),
            None => Game::read(kind, &params).map_err(unfit)?,
        };
        let slots = game.starters();
        let formations = match &formation_source {
            Some(source) => Formations::parse(&source.text, &source.file(), slots, &cell_of)?,
            None => Formations::default(),
        };
        let squad_source = strata.squad().ok_or_else(|| missing("squad"))?.read(content, Kind::Squad, "squad")?;
        let squad = Squad::parse(&squad_source.text, &squad_source.file(), &catalogue)?;
        let keeper = match family.iter().find_map(|(file, source)| Some((file.keeper.as_ref()?, source))) {
            Some((skill, source)) => Some(vocabulary.skills.iter().position(|s| s == skill).ok_or_else(|| {
                DataError::new(&source.file(), format!("the keeper's skill `{skill}` is not in the list of skills"))
                    .at_path(&source.text, &[Step::key("keeper")])
                    .known(skill, vocabulary.skills.iter().map(String::as_str))
            })? as u8),
            None => None,
        };
        needed("keeper", keeper.is_some())?;
        let areas = family.iter().find_map(|(file, source)| Some((file.areas.as_ref()?, source)));
        let board_file = board_source.as_ref().map(Source::file).unwrap_or_default();
        let areas = areas.map(|(areas, source)| areas.resolve(&board, &board_file, source)).transpose()?;
        needed("areas", areas.is_some())?;
        if formation_source.is_some() && formations.get(&mechanics.default_formation).is_none() {
            let known: Vec<&str> = formations.iter().map(super::Formation::name).collect();
            let problem =
                format!("`default_formation` is {}, expected one of {}", mechanics.default_formation, known.join(", "));
            return Err(strata.blame("default_formation", &params, problem));
        }
        let mut hashed: Vec<&Source> = family.iter().map(|(_, s)| s).collect();
        hashed.extend(board_source.iter().chain(&formation_source));
        hashed.extend(&pool_source);
        hashed.extend(&plugin_sources);
        let hash = full_hash(&hashed, &params, options.muted.as_deref());
        Ok(Arc::new(Ruleset {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            name: top.ruleset.clone(),
            title: top.title.clone(),
            family: family.iter().map(|(f, _)| f.ruleset.clone()).collect(),
            field: field(&board, mechanics.out_when_whole),
            lexicon: Lexicon::of(&stack, &vocabulary),
            physics,
            vocabulary,
            params,
            mechanics,
            stack,
            formations,
            catalogue,
            pool,
            squad,
            layout: Layout::new(kind, &board),
            game,
            hash,
            board_text: board_source.map(|s| s.text.to_string()).unwrap_or_default(),
            muted: options.muted.clone(),
            native: options.native.clone(),
            memo: options.memo,
            keeper,
            areas,
            board: Arc::new(board),
        }))
    }

    /// The same ruleset with a clause switched off.
    ///
    /// # Errors
    /// When the mechanics cannot do without the parameter that the clause sets.
    pub fn muting(&self, clause: &str) -> Result<Arc<Ruleset>, RulesetError> {
        let mut muted = self.clone();
        mute(&mut muted.params, clause);
        muted.id = NEXT.fetch_add(1, Ordering::Relaxed);
        muted.mechanics = Mechanics::read(self.game.kind(), &muted.params).map_err(RulesetError::Param)?;
        muted.game = Game::read(self.game.kind(), &muted.params).map_err(RulesetError::Param)?;
        muted.hash = format!("{} without {clause}", self.hash);
        muted.muted = Some(clause.to_owned());
        Ok(Arc::new(muted))
    }

    /// Runs something with this thread's host for the ruleset.
    ///
    /// # Errors
    /// When the host cannot be built.
    pub fn with_referee<R>(&self, f: impl FnOnce(&dyn Referee) -> R) -> Result<R, MatchError> {
        let make = || {
            Host::new(&HostSetup {
                stack: &self.stack,
                vocabulary: &self.vocabulary,
                params: &self.params,
                board: Arc::clone(&self.board),
                keeper: self.keeper,
                muted: self.muted.as_deref(),
                memo: self.memo,
                limits: Limits::default(),
                native: self.native.as_deref(),
            })
        };
        with_host(self.id, make, |host| f(host)).map_err(|e| MatchError::Host(e.to_string()))
    }

    /// The number of a skill.
    #[must_use]
    pub fn skill(&self, name: &str) -> Option<u8> {
        self.vocabulary.skills.iter().position(|s| s == name).map(|i| i as u8)
    }

    /// The skill that makes a keeper, where the game has one.
    #[must_use]
    pub fn keeper_skill(&self) -> Option<&str> {
        self.keeper.and_then(|k| self.vocabulary.skills.get(usize::from(k))).map(String::as_str)
    }

    /// Whether a piece keeps goal: it has the keeper's skill, and it is active.
    #[must_use]
    pub fn is_keeper(&self, piece: &Piece) -> bool {
        self.keeper.is_some_and(|skill| piece.has_section(skill))
    }

    /// Pawns or players of a side that start on the pitch.
    #[must_use]
    pub fn starters(&self) -> usize {
        self.game.starters()
    }

    /// The keeper of a side, if it has one on the pitch.
    #[must_use]
    pub fn keeper_of(&self, state: &State, side: Side) -> Option<Token> {
        if let crate::game::Own::Grid(grid) = &state.own {
            let member = grid.keepers[side.index()];
            let keeper = (member != crate::game::NOBODY).then(|| Token::new(side, member));
            return keeper.filter(|t| state.piece(*t).on_pitch());
        }
        state.on_pitch(side).find(|t| self.is_keeper(state.piece(*t)))
    }

    /// The skill that makes a player good at something; the topmost plugin that names one decides.
    #[must_use]
    pub fn talent(&self, talent: Talent) -> Option<u8> {
        let named = self.stack.layers.iter().rev().flat_map(|l| &l.talents).find(|(t, _)| *t == talent);
        named.and_then(|(_, skill)| self.skill(skill))
    }

    /// The penalty area at an end.
    #[must_use]
    pub fn area(&self, end: End) -> CellSet {
        self.cells(|areas| areas.area, end)
    }

    /// The small area at an end.
    #[must_use]
    pub fn small_area(&self, end: End) -> CellSet {
        self.cells(|areas| areas.small_area, end)
    }

    /// The crossing zone at an end.
    #[must_use]
    pub fn crossing(&self, end: End) -> CellSet {
        self.cells(|areas| areas.crossing, end)
    }

    fn cells(&self, of: impl Fn(&Areas) -> ZoneId, end: End) -> CellSet {
        self.areas.as_ref().map_or(CellSet::EMPTY, |areas| self.board.zone_cells(of(areas), end))
    }

    /// Where a starter stands before the first set-up; `None` where there are no shapes.
    pub(crate) fn first_shape(&self, slot: usize, attacks_right: bool) -> Option<Cell> {
        let shape = self.formations.get(&self.mechanics.default_formation)?;
        let cell = shape.cells(Moment::KickOff)[slot];
        Some(if attacks_right { cell } else { self.board.rotate(cell) })
    }
}

/// The file of a ruleset and of all it extends, itself first.
fn family(content: &Content, name: &str) -> Result<Vec<(RulesetFile, Source)>, RulesetError> {
    let mut family: Vec<(RulesetFile, Source)> = Vec::new();
    let mut next = Some(name.to_owned());
    let extends = [Step::key("extends")];
    while let Some(name) = next.take() {
        let source = match family.last() {
            None => content.read(Kind::Ruleset, &name)?,
            Some((_, below)) => naming::read(content, Kind::Ruleset, &name, below, &extends)?,
        };
        let file: RulesetFile = parse(&source.text, &source.file())?;
        if file.ruleset != name {
            return Err(DataError::new(&source.file(), format!("the file calls itself `{}`", file.ruleset))
                .at_path(&source.text, &[Step::key("ruleset")])
                .hint(format!("write `ruleset: {name}`"))
                .into());
        }
        let circle = family.iter().any(|(f, _)| f.ruleset == file.ruleset);
        if let Some((_, above)) = family.last().filter(|_| circle || family.len() == MAX_FAMILY) {
            let names: Vec<&str> = family.iter().map(|(f, _)| f.ruleset.as_str()).chain([name.as_str()]).collect();
            let problem = if circle { "goes in a circle" } else { "goes too deep" };
            return Err(DataError::new(&above.file(), format!("`extends` {problem}: {}", names.join(" → ")))
                .at_path(&above.text, &extends)
                .into());
        }
        next = file.extends.clone();
        family.push((file, source));
    }
    Ok(family)
}

/// What the clauses of plugins are called in a family; the ruleset itself has the last word.
fn printed(family: &[(RulesetFile, Source)], index: &ClauseIndex) -> Result<Printed, RulesetError> {
    let mut printed = Printed::new();
    for (file, source) in family.iter().rev() {
        for (written, names) in &file.clauses {
            let names = match names {
                Names::One(name) => vec![name.clone()],
                Names::Many(names) => names.clone(),
            };
            if let Some(unknown) = std::iter::once(written).chain(&names).find(|id| index.get(id).is_none()) {
                let error = DataError::new(&source.file(), format!("no clause file has a clause `{unknown}`"));
                let error = error.at_words(&source.text, &["clauses", written]);
                let known: Vec<&str> = index.iter().map(|(_, c)| c.id.as_str()).collect();
                return Err(error.known(unknown, known).into());
            }
            printed.insert(written.clone(), names);
        }
    }
    Ok(printed)
}

/// A ruleset that prints clauses under names of its own does so for all that its plugins carry.
fn check_printed(
    family: &[(RulesetFile, Source)],
    index: &ClauseIndex,
    stack: &Stack,
    own_plugins: usize,
) -> Result<(), RulesetError> {
    if family.iter().all(|(file, _)| file.clauses.is_empty()) {
        return Ok(());
    }
    let (top, source) = &family[0];
    let own = |id: &str| family.iter().any(|(file, _)| index.of(&file.ruleset).any(|(_, clause)| clause.id == id));
    for layer in stack.layers.iter().take(own_plugins) {
        if let Some(foreign) = layer.clauses.iter().find(|id| index.get(id).is_some() && !own(id)) {
            let problem = format!("{} carries {foreign}, which is no clause of {}", layer.name, top.ruleset);
            let hint = format!("say under `clauses` what it is called here, or `{foreign}: []` if it does not exist");
            return Err(DataError::new(&source.file(), problem).hint(hint).into());
        }
    }
    Ok(())
}

/// The types of a pool by the numbers of their skills.
fn types(pool: Option<&Pool>, skills: &[String]) -> Vec<[u8; Piece::SECTIONS]> {
    let number =
        |section: &Section| skills.iter().position(|s| *s == section.skill).map_or(Piece::NO_SECTION, |n| n as u8);
    let sorted = |sections: &Vec<Section>| {
        let mut numbers = [Piece::NO_SECTION; Piece::SECTIONS];
        for (to, section) in numbers.iter_mut().zip(sections) {
            *to = number(section);
        }
        numbers.sort_unstable();
        numbers
    };
    pool.iter().flat_map(|p| p.types()).map(sorted).collect()
}

/// The dice and combinations of the first file of a family that lists any.
fn dice(family: &[(RulesetFile, Source)]) -> Result<DiceSet, RulesetError> {
    let (file, source) = family.iter().find(|(f, _)| !f.dice.is_empty()).unwrap_or(&family[0]);
    let combinations = family.iter().map(|(f, _)| &f.combinations).find(|c| !c.is_empty()).cloned().unwrap_or_default();
    Ok(DiceSet::new(file.dice.clone(), combinations).map_err(|problem| DataError::new(&source.file(), problem))?)
}

/// A parameter's value as YAML writes it; `None` for anything that is no value.
pub(crate) fn yaml_value(yaml: &serde_yaml::Value) -> Option<Value> {
    use serde_yaml::Value as Yaml;
    Some(match yaml {
        Yaml::Bool(b) => Value::Bool(*b),
        Yaml::Number(n) => match n.as_i64() {
            Some(int) => Value::Int(int),
            None => Value::Number(n.as_f64()?),
        },
        Yaml::String(s) => Value::Word(s.clone()),
        Yaml::Sequence(list) => {
            Value::Words(list.iter().map(|w| w.as_str().map(str::to_owned)).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

/// Leaves the packs that are in play, which a parameter says.
fn choose_packs(family: &mut [(RulesetFile, Source)], set: &[(String, Value, String)]) {
    let outside = set.iter().rev().find(|(name, ..)| name == PACKS).map(|(_, value, _)| value.clone());
    let inside = || family.iter().find_map(|(file, _)| yaml_value(file.params.get(PACKS)?));
    let chosen = match outside.or_else(inside) {
        Some(Value::Words(words)) => words,
        Some(Value::Word(word)) => vec![word],
        _ => Vec::new(),
    };
    for pack in family.iter_mut().flat_map(|(file, _)| &mut file.packs) {
        pack.retain(|word, _| chosen.contains(word));
    }
}

/// Parameters that carry a muted clause take the value that switches it off.
fn mute(params: &mut Params, clause: &str) {
    let off: Vec<(String, Value)> = params
        .iter()
        .filter(|p| p.decl.clauses.iter().any(|c| c == clause))
        .filter_map(|p| Some((p.decl.name.clone(), p.decl.off.clone()?)))
        .collect();
    for (name, value) in off {
        // The declaration was checked when the plugin was loaded.
        let _ = params.set(&name, &value, &format!("{clause} is muted"));
    }
}

/// The section `physics` of a board file.
fn physics(source: &Source) -> Result<Physics, DataError> {
    #[derive(Deserialize)]
    struct Section {
        #[serde(default)]
        physics: Physics,
    }
    let Section { physics } = parse(&source.text, &source.file())?;
    physics.checked().map_err(|error| {
        let path: Vec<Step> = std::iter::once("physics").chain(error.name.split('.')).map(Step::key).collect();
        DataError::new(&source.file(), &error).at_path(&source.text, &path)
    })
}

fn field(board: &Board, whole: bool) -> Field {
    let goal = board.goal();
    let ball_radius = board.ball_diameter() / 2.0;
    Field {
        length: board.length(),
        width: board.width(),
        goal_low: goal.y_low,
        goal_high: goal.y_high,
        goal_height: goal.height,
        token_radius: board.token_diameter() / 2.0,
        token_height: board.token_height(),
        ball_radius,
        over: if whole { ball_radius } else { 0.0 },
    }
}

fn full_hash(sources: &[&Source], params: &Params, muted: Option<&str>) -> String {
    use sha2::{Digest, Sha256};
    let mut hasher = Sha256::new();
    hasher.update(content_hash(sources));
    for param in params.iter() {
        hasher.update(format!("\n{}={}", param.decl.name, param.value));
    }
    hasher.update(format!("\nmuted={}", muted.unwrap_or("-")));
    hasher.finalize().iter().map(|b| format!("{b:02x}")).collect()
}
