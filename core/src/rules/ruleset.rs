//! A ruleset: board, vocabulary, parameters and the stack of plugins, frozen for play.

use super::areas::Areas;
use super::family::Family;
use super::place::Step;
use super::strata::Strata;
use super::{
    ClauseIndex, Content, ContentError, DataError, Formations, Game, GameKind, Kind, Mechanics, Moment, Params, Pool,
    Section, Source, Squad, SquadErrors, Value, content_hash, parse,
};
use crate::board::{Board, Cell, CellSet, ZoneId};
use crate::game::{Layout, MatchError, Piece, State};
use crate::kick::{Field, Physics};
use crate::plugin::{
    Host, HostSetup, Limits, Native, PluginError, PluginSource, Referee, Stack, Talent, Vocabulary, with_host,
};
use crate::record::note::Lexicon;
use crate::{End, Side, Token};
use serde::Deserialize;
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
    /// Those of them that the ruleset does not list: they were put on top of it.
    pub on_top: Vec<String>,
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
    Data(Box<DataError>),
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

impl From<DataError> for RulesetError {
    fn from(error: DataError) -> Self {
        RulesetError::Data(Box::new(error))
    }
}

/// Numbers for the hosts of rulesets, never used twice.
static NEXT: AtomicU64 = AtomicU64::new(1);

impl Ruleset {
    /// Loads a ruleset by name.
    ///
    /// # Errors
    /// The first file that is wrong, or every problem of its plugins.
    pub fn load(content: &Content, name: &str, options: &Options) -> Result<Arc<Ruleset>, RulesetError> {
        let family = Family::read(content, name, &options.params)?;
        let (top, top_source) = family.top();
        let kind = family.first(|file| file.mechanics).map_or(GameKind::Pitch, |(kind, _)| kind);
        let missing = |what: &str| {
            let problem = format!("ruleset {name} names no `{what}`, and neither does one it extends");
            DataError::new(&top_source.file(), problem).hint(format!("add `{what}:`"))
        };
        // The pitch cannot do without any of these; other games name what they have.
        let needed = |what: &str, there: bool| match (kind, there) {
            (GameKind::Pitch, false) => Err(missing(what)),
            _ => Ok(()),
        };
        let board_source = family.named(content, Kind::Board, "board", |f| f.board.as_ref())?;
        needed("board", board_source.is_some())?;
        let board = match &board_source {
            Some(source) => Board::from_yaml(&source.text, &source.file())?,
            None => Board::table(),
        };
        let physics = match &board_source {
            Some(source) if kind == GameKind::Pitch => physics(source)?,
            _ => Physics::default(),
        };
        let dice = match kind {
            GameKind::Pitch | GameKind::Grid => None,
            GameKind::Dice => Some(Arc::new(family.dice()?)),
        };
        let mut vocabulary = Vocabulary {
            dice: dice.clone(),
            cards: family.cards(),
            zones: board.zones().map(|z| board.zone_name(z).to_owned()).collect(),
            plugins: content.list(Kind::Plugin),
            ..Vocabulary::default()
        };
        let clauses = ClauseIndex::load(content)?;
        let mut plugin_sources = family.plugins(content)?;
        plugin_sources.extend(options.plugins.iter().cloned());
        let sources: Vec<PluginSource> = plugin_sources
            .iter()
            .map(|s| PluginSource { name: s.name.clone(), file: s.file(), text: s.text.to_string() })
            .collect();
        let ids: Vec<&str> = clauses.iter().map(|(_, clause)| clause.id.as_str()).collect();
        let mut stack = Stack::load(&sources, &vocabulary, &ids).map_err(RulesetError::Plugins)?;
        let own_plugins = sources.len() - options.plugins.len();
        let off = stack.print_as(family.printed(&clauses)?);
        family.check_printed(&clauses, &stack, own_plugins)?;
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
        family.check_words(&params)?;
        for (key, value, origin) in &options.params {
            params.set_over(key, value, origin).map_err(RulesetError::Param)?;
        }
        if let Some(muted) = &options.muted {
            mute(&mut params, muted);
        }
        // Parameters that were set from outside are the caller's; without any the files are to blame.
        let unfit = |problem: String| match options.params.is_empty() {
            true => DataError::new(&top_source.file(), problem).into(),
            false => RulesetError::Param(problem),
        };
        let mechanics = Mechanics::read(kind, &params).map_err(unfit)?;
        let formation_source = family.named(content, Kind::Formations, "formations", |f| f.formations.as_ref())?;
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
        let keeper = match family.first(|file| file.keeper.as_ref()) {
            Some((skill, source)) => Some(vocabulary.skills.iter().position(|s| s == skill).ok_or_else(|| {
                DataError::new(&source.file(), format!("the keeper's skill `{skill}` is not in the list of skills"))
                    .at_path(&source.text, &[Step::key("keeper")])
                    .known(skill, vocabulary.skills.iter().map(String::as_str))
            })? as u8),
            None => None,
        };
        needed("keeper", keeper.is_some())?;
        let areas = family.first(|file| file.areas.as_ref());
        let board_file = board_source.as_ref().map(Source::file).unwrap_or_default();
        let areas = areas.map(|(areas, source)| areas.resolve(&board, &board_file, source)).transpose()?;
        needed("areas", areas.is_some())?;
        if formation_source.is_some() && formations.get(&mechanics.default_formation).is_none() {
            let known: Vec<&str> = formations.iter().map(super::Formation::name).collect();
            let problem =
                format!("`default_formation` is {}, expected one of {}", mechanics.default_formation, known.join(", "));
            return Err(strata.blame("default_formation", &params, problem));
        }
        let on_top = plugin_sources[own_plugins..].iter().map(|source| source.name.clone()).collect();
        let mut hashed: Vec<&Source> = family.iter().map(|(_, source)| source).collect();
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
            on_top,
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
