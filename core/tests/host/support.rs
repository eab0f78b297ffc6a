//! A small pitch, a few plugins, and one question.

use std::rc::Rc;
use std::sync::{Arc, OnceLock};
use touchline_core::board::{Board, Cell, Point};
use touchline_core::game::{
    Ball, Clock, KickState, Legal, MAX_PERMITS, NOBODY, Own, Permit, Piece, Play, Shootout, Stage, State, Status,
    Stoppage, Tally, Turn,
};
use touchline_core::plugin::{
    Answer, BallSource, FactKind, Hook, HookError, Host, HostSetup, Limits, MAX_FACTS, NIL, PluginError, PluginSource,
    Referee, Restart, Stack, Vocabulary,
};
use touchline_core::rules::Params;
use touchline_core::{End, Side, Token, plugin};

pub fn board() -> Arc<Board> {
    static BOARD: OnceLock<Arc<Board>> = OnceLock::new();
    let load = || {
        let text = include_str!("../../../rulesets/boards/hex11x9.yaml");
        Arc::new(Board::from_yaml(text, "hex11x9.yaml").unwrap())
    };
    Arc::clone(BOARD.get_or_init(load))
}

pub fn vocabulary() -> Vocabulary {
    let board = board();
    Vocabulary {
        skills: ["yellow", "blue", "red", "purple", "assist"].map(String::from).to_vec(),
        colours: vec![0, 1, 2, 3, 0],
        types: Vec::new(),
        cards: ["caution", "expulsion"].map(String::from).to_vec(),
        zones: board.zones().map(|z| board.zone_name(z).to_owned()).collect(),
        dice: None,
        plugins: Vec::new(),
    }
}

/// A plugin named after its place, with a header that declares what the tests use.
pub fn source(name: &str, body: &str) -> PluginSource {
    let text = format!(
        "local p = {{ name = \"{name}\", api = 1, clauses = {{ \"{0}-01\", \"{0}-02\" }} }}\n{body}\nreturn p\n",
        name.to_uppercase()
    );
    PluginSource { name: name.to_owned(), file: format!("{name}.lua"), text }
}

pub fn raw_source(name: &str, text: &str) -> PluginSource {
    PluginSource { name: name.to_owned(), file: format!("{name}.lua"), text: text.to_owned() }
}

pub fn load(sources: &[PluginSource]) -> Result<Stack, Vec<PluginError>> {
    Stack::load(sources, &vocabulary(), &[])
}

/// Every problem of a file that must not load, as one text.
pub fn problems(sources: &[PluginSource]) -> String {
    let errors = load(sources).expect_err("the plugin loaded");
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

pub struct Table {
    pub host: Host,
    pub stack: Stack,
    pub play: Play,
}

#[derive(Clone, Copy)]
pub struct Options<'a> {
    pub muted: Option<&'a str>,
    pub memo: bool,
    pub limits: Limits,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { muted: None, memo: true, limits: Limits::default() }
    }
}

impl Table {
    pub fn new(sources: &[PluginSource]) -> Table {
        Table::with(sources, Options::default())
    }

    pub fn with(sources: &[PluginSource], options: Options<'_>) -> Table {
        let stack =
            load(sources).unwrap_or_else(|e| panic!("{}", e.iter().map(|e| format!("{e}\n")).collect::<String>()));
        let params = Params::declared(stack.params().cloned());
        let vocabulary = vocabulary();
        let host = Host::new(&HostSetup {
            stack: &stack,
            vocabulary: &vocabulary,
            params: &params,
            board: board(),
            keeper: None,
            muted: options.muted,
            memo: options.memo,
            limits: options.limits,
            native: None,
        })
        .unwrap();
        let play = play(&stack);
        Table { host, stack, play }
    }

    pub fn ask(&mut self, Asked { hook, facts }: Asked) -> Result<Rc<Answer>, HookError> {
        self.host.call(hook, &facts, &[Token::from_index(4), Token::from_index(20)], &mut self.play)
    }

    /// The word answered to the tie, its clause and its layer.
    pub fn tie(&mut self, travel: i32) -> Result<(&'static str, String, u8), HookError> {
        let answer = self.ask(tie(travel))?;
        let word = plugin::TieAnswer::WORDS[usize::from(answer.word.unwrap())];
        Ok((word, self.stack.clause(answer.ruling.clause).to_owned(), answer.ruling.layer))
    }

    pub fn clause(&self, answer: &Answer) -> String {
        self.stack.clause(answer.ruling.clause).to_owned()
    }
}

/// A question with some of its facts by name; the others are 0, `false`, the first word, or nil.
#[derive(Clone, Copy)]
pub struct Asked {
    pub hook: Hook,
    pub facts: [i64; MAX_FACTS],
}

pub fn asked(hook: Hook, given: &[(&str, i64)]) -> Asked {
    let mut facts = [0; MAX_FACTS];
    for (to, info) in facts.iter_mut().zip(hook.info().facts) {
        if matches!(info.kind, FactKind::MaybeInt | FactKind::Token) {
            *to = NIL;
        }
    }
    for (name, value) in given {
        let place = hook.info().facts.iter().position(|f| f.name == *name).unwrap_or_else(|| panic!("{name}"));
        facts[place] = *value;
    }
    Asked { hook, facts }
}

pub fn tie(travel: i32) -> Asked {
    asked(Hook::OnCodTie, &[("travel", travel.into()), ("skills", 0b1), ("band", 1)])
}

pub fn duel() -> Asked {
    asked(Hook::OnDuel, &[("side", 1), ("by", 21), ("against", 5), ("by_skills", 0b10), ("band", 1)])
}

pub fn play(stack: &Stack) -> Play {
    let board = board();
    let centre = board.centre_cell();
    let mut state = State {
        seed: 7,
        dice: 0,
        face: 0,
        kicks: 0,
        decisions: 0,
        pieces: [Piece::ABSENT; Token::COUNT],
        lineup: [[NOBODY; 11]; 2],
        ball: Ball {
            at: board.centre(centre),
            cell: centre,
            carrier: None,
            side: Side::Home,
            in_hand: false,
            source: BallSource::Restart,
            from_mate: true,
            gap: 0,
        },
        score: [2, 1],
        changes: [0; 2],
        home_attacks: End::Right,
        opener: Side::Home,
        clock: Clock::new(1),
        turn: Turn::new(Side::Home),
        stoppage: Stoppage::new(Restart::None, Side::Home, centre, Point::default()),
        kick: KickState::new(centre),
        duel: touchline_core::game::DuelState::NONE,
        to_act: Side::Home,
        stage: Stage::Over,
        legal: Legal::NOTHING,
        slots: stack.slot_defaults(),
        ending: None,
        own: Own::Pitch([Permit::NONE; MAX_PERMITS], Shootout::NONE),
    };
    for side in Side::BOTH {
        for member in 0..11 {
            let piece = &mut state.pieces[Token::new(side, member).index()];
            piece.status = Status::Pitch;
            piece.cell = Cell::from_index(usize::from(member) * 5 + side.index());
            piece.sections[..2].copy_from_slice(&[member % 4, 1]);
            state.lineup[side.index()][usize::from(member)] = member;
        }
    }
    Play { state, tally: Tally::default(), recorder: Some(Box::default()), script: None, sheets: None }
}
