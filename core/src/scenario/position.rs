//! The position a scenario starts from.

use super::file::KEYS;
use super::name::{cell, pair, point, side_of, token};
use super::node::{Node, key_text};
use crate::board::{Cell, Point, Spot};
use crate::game::{
    Clock, Hand, Match, NOBODY, Own, Piece, Resume, Shootout, Slot, State, Status, Stoppage, Teams, Turn, WALLS,
};
use crate::kick::Pose;
use crate::plugin::{BallSource, Down, FirstTime, Restart, Scope, SlotPlace};
use crate::rules::{DiceSet, Game, GameKind, Ruleset};
use crate::{End, Side, Token};

/// Where play goes on from a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Begin {
    /// With the check of the squads and the toss.
    Kickoff,
    /// In the middle of a match.
    Midway(Resume),
}

/// A position and how to go on from it.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) state: State,
    pub(super) begin: Begin,
}

const POSES: [&str; 2] = ["stand", "lie"];
const STATUSES: [(&str, Status); 4] =
    [("bench", Status::Bench), ("off", Status::TakenOff), ("sent_off", Status::SentOff), ("absent", Status::Absent)];

/// Builds the position that a scenario describes; problems are noted at its nodes.
pub(super) fn build(scenario: &Node<'_>, rules: &Ruleset, teams: &Teams) -> Position {
    let seed = scenario.get("seed").and_then(|n| n.int(0, i64::MAX)).unwrap_or(1) as u64;
    let mut state = Match::kick_off_state(rules, teams, seed);
    let kickoff = scenario.get("start").and_then(|n| n.flag()).unwrap_or(false);
    let dice = rules.game.kind() == GameKind::Dice;
    let full =
        dice || scenario.get("players").is_some_and(|n| n.word("crowd of players", &["full", "listed"]) == Some(0));
    if let Some(node) = scenario.get("home_attacks") {
        state.home_attacks = if node.word("end", &["right", "left"]) == Some(1) { End::Left } else { End::Right };
    }
    if !full && !kickoff {
        for side in Side::BOTH {
            for token in Token::of(side).take(rules.starters()) {
                state.piece_mut(token).status = Status::TakenOff;
                state.piece_mut(token).cell = None;
            }
        }
    }
    let mut builder = Builder { rules, state, spotted: Vec::new() };
    for side in Side::BOTH {
        if let Some(team) = scenario.get(side.word()) {
            builder.team(side, &team);
        }
    }
    for side in Side::BOTH {
        builder.line_up(side, scenario);
    }
    let carrier = builder.ball(scenario);
    builder.refuse_crowds(scenario);
    builder.settle(carrier);
    let mut begin = builder.phase(scenario, carrier);
    if let Game::Dice(dice) = &rules.game {
        begin = Begin::Midway(builder.table(scenario, dice));
    }
    builder.rest(scenario);
    Position { state: builder.state, begin: if kickoff { Begin::Kickoff } else { begin } }
}

struct Builder<'r> {
    rules: &'r Ruleset,
    state: State,
    /// Tokens whose exact place was given.
    spotted: Vec<Token>,
}

impl Builder<'_> {
    fn team(&mut self, side: Side, team: &Node<'_>) {
        for (key, node) in team.entries() {
            match key.parse::<u8>() {
                Ok(place @ 1..=16) => self.token(Token::new(side, place - 1), &node),
                _ => team.wrong_key(&key, format!("`{key}` is no place in the squad: write a number from 1 to 16")),
            }
        }
    }

    fn token(&mut self, token: Token, node: &Node<'_>) {
        if !node.is_table() {
            // `8: E5`, `12: bench`
            let Some(text) = node.text() else { return };
            if let Some((_, status)) = STATUSES.iter().find(|(word, _)| *word == text) {
                self.remove(token, *status);
            } else if let Some(cell) = cell(node, self.rules) {
                self.put(token, cell);
            }
            return;
        }
        // `value` and `numbers` are for the team sheet.
        const KEYS: [&str; 15] = [
            "at", "spot", "dx", "dy", "skills", "pose", "cautions", "moved", "status", "limit", "active", "used",
            "down", "value", "numbers",
        ];
        let fields = node.fields(&KEYS);
        let field = |name: &str| fields.iter().find(|(i, _)| KEYS[*i] == name).map(|(_, n)| n);
        if let Some(cell) = field("at").and_then(|n| cell(n, self.rules)) {
            self.put(token, cell);
        }
        self.place(token, field("spot"), field("dx"), field("dy"));
        let piece = self.state.piece_mut(token);
        if let Some(n) = field("cautions").and_then(Node::byte) {
            piece.cautions = n;
        }
        if let Some(n) = field("limit").and_then(Node::byte) {
            piece.limit = n;
        }
        if let Some(n) = field("active").and_then(Node::byte) {
            piece.active = n;
        }
        if let Some(spent) = field("moved").and_then(Node::flag) {
            piece.set_spent(spent);
        }
        if let Some(pose) = field("pose").and_then(|n| n.word("pose", &POSES)) {
            piece.pose = if pose == 1 { Pose::Lying } else { Pose::Standing };
        }
        if let Some(why) = field("down").and_then(|n| n.word("reason to lie", &Down::WORDS[1..])) {
            piece.lay(Down::ALL[why + 1]);
        }
        if let Some(list) = field("used") {
            for node in list.one_or_more() {
                if let Some(offer) = node.word("offer", crate::game::Offer::WORDS) {
                    piece.used |= 1 << offer;
                }
            }
        }
        if let Some(list) = field("skills") {
            self.skills(token, list);
        }
        if let Some(node) = field("status") {
            let words: Vec<&str> = STATUSES.iter().map(|(word, _)| *word).collect();
            if let Some(i) = node.word("place off the pitch", &words) {
                self.remove(token, STATUSES[i].1);
            }
        }
    }

    fn put(&mut self, token: Token, cell: Cell) {
        let piece = self.state.piece_mut(token);
        piece.status = Status::Pitch;
        piece.cell = Some(cell);
    }

    fn remove(&mut self, token: Token, status: Status) {
        let piece = self.state.piece_mut(token);
        piece.status = status;
        piece.cell = None;
    }

    /// The exact place inside the cell, where one is given.
    fn place(&mut self, token: Token, spot: Option<&Node<'_>>, dx: Option<&Node<'_>>, dy: Option<&Node<'_>>) {
        if spot.is_none() && dx.is_none() && dy.is_none() {
            return;
        }
        let Some(cell) = self.state.piece(token).cell else { return };
        let spot = spot.and_then(|n| n.int(0, 6)).and_then(|n| Spot::from_index(n as usize)).unwrap_or_default();
        let at = self.rules.board.spot(cell, spot);
        let by = |node: Option<&Node<'_>>| node.and_then(Node::number).unwrap_or_default();
        let to = Point::new(at.x + by(dx), at.y + by(dy));
        if let Some(node) = dx.or(dy).filter(|_| !self.is_in(cell, to)) {
            let name = self.rules.board.cell_name(cell);
            return node.wrong(format!("{token} would stand outside his cell {name}: `dx` and `dy` are centimetres"));
        }
        self.stand(token, to);
        self.spotted.push(token);
    }

    /// Whether a point is in a cell, its edges included.
    fn is_in(&self, cell: Cell, at: Point) -> bool {
        let board = &self.rules.board;
        let on_pitch = (0.0..=board.length()).contains(&at.x) && (0.0..=board.width()).contains(&at.y);
        let nearest = board.centre(board.cell_at(at)).distance(at);
        on_pitch && board.centre(cell).distance(at) <= nearest + 1e-6
    }

    fn stand(&mut self, token: Token, at: Point) {
        let Some(cell) = self.state.piece(token).cell else { return };
        let centre = self.rules.board.centre(cell);
        let piece = self.state.piece_mut(token);
        piece.dx = libm::round((at.x - centre.x) * 100.0) as i16;
        piece.dy = libm::round((at.y - centre.y) * 100.0) as i16;
    }

    fn skills(&mut self, token: Token, list: &Node<'_>) {
        let known: Vec<&str> = self.rules.vocabulary.skills.iter().map(String::as_str).collect();
        let names = list.one_or_more();
        let mut sections = [Piece::NO_SECTION; Piece::SECTIONS];
        if names.len() > sections.len() {
            list.wrong("a token has at most 4 skills");
        }
        for (section, node) in sections.iter_mut().zip(&names) {
            if let Some(skill) = node.word("skill of this ruleset", &known) {
                *section = skill as u8;
            }
        }
        self.state.piece_mut(token).sections = sections;
    }

    /// Slots follow the squad; a bench player on the pitch takes the first slot whose starter is not.
    fn line_up(&mut self, side: Side, scenario: &Node<'_>) {
        let on: Vec<Token> = Token::of(side).filter(|t| self.state.piece(*t).on_pitch()).collect();
        let mut lineup = [NOBODY; Slot::PER_SIDE];
        let starters = self.rules.starters();
        // A pawn that was sent off keeps its slot.
        let grid = self.rules.game.kind() == GameKind::Grid;
        let gone = Token::of(side).filter(|t| grid && self.state.piece(*t).status == Status::SentOff);
        for token in gone.chain(on.iter().copied()).filter(|t| usize::from(t.member()) < starters) {
            lineup[usize::from(token.member())] = token.member();
        }
        for token in on.iter().filter(|t| usize::from(t.member()) >= starters) {
            match lineup.iter_mut().find(|m| **m == NOBODY) {
                Some(slot) => *slot = token.member(),
                None => scenario.wrong_key(side.word(), format!("{side} has more than 11 tokens on the pitch")),
            }
        }
        self.state.lineup[side.index()] = lineup;
    }

    /// Refuses more tokens of a side in a cell than it holds. The only crowd that the rules know is a wall of the side
    /// without the ball, until that side next moves.
    fn refuse_crowds(&mut self, scenario: &Node<'_>) {
        let capacity = match self.rules.game.kind() {
            GameKind::Pitch => usize::from(self.rules.mechanics.cell_capacity),
            GameKind::Grid => 1,
            GameKind::Dice => return,
        };
        for side in Side::BOTH {
            let may_build = self.rules.game.kind() == GameKind::Pitch && side != self.state.ball.side;
            let mut walls = if may_build { self.rules.mechanics.max_walls } else { 0 };
            for cell in self.rules.board.all() {
                let there: Vec<Token> = Token::of(side)
                    .filter(|t| self.state.piece(*t).on_pitch() && self.state.piece(*t).cell == Some(cell))
                    .collect();
                if there.len() <= capacity {
                    continue;
                }
                if walls > 0 && there.len() < usize::from(WALLS) {
                    walls -= 1;
                    self.state.stoppage.walls.insert(cell);
                    continue;
                }
                let names: Vec<String> = there.iter().map(Token::to_string).collect();
                let name = self.rules.board.cell_name(cell);
                let problem = format!("{} share {name}, which holds {capacity} of a side", names.join(" and "));
                let last = there.iter().rev().map(|t| (t.member() + 1).to_string());
                let team = scenario.get(side.word());
                let named = team.as_ref().and_then(|team| last.clone().find_map(|n| team.get(&n)));
                named.or(team).unwrap_or_else(|| scenario.clone()).wrong(problem);
            }
        }
    }

    /// The ball: with a token, or in a cell.
    fn ball(&mut self, scenario: &Node<'_>) -> Option<Token> {
        let node = scenario.get("ball")?;
        let mut at = node.clone();
        if node.is_table() {
            const KEYS: [&str; 4] = ["with", "source", "from_mate", "in_hand"];
            for (index, field) in node.fields(&KEYS) {
                match index {
                    0 => at = field,
                    1 => {
                        if let Some(i) = field.word("source of the ball", BallSource::WORDS) {
                            self.state.ball.source = BallSource::ALL[i];
                        }
                    }
                    2 => self.state.ball.from_mate = field.flag().unwrap_or(true),
                    _ => self.state.ball.in_hand = field.flag().unwrap_or(false),
                }
            }
        } else {
            self.state.ball.source = BallSource::Pass;
        }
        let text = at.text()?;
        if let Ok(token) = text.parse::<Token>() {
            let Some(cell) = self.state.piece(token).cell else {
                if !misplaced(scenario, token) {
                    at.wrong(format!("{token} has the ball but stands nowhere: give him a cell"));
                }
                return None;
            };
            self.state.ball.carrier = Some(token);
            self.state.ball.side = token.side();
            self.state.ball.cell = cell;
            return Some(token);
        }
        if text.contains(' ') && self.rules.board.cell(&text).is_none() {
            return token(&at);
        }
        if text.parse::<u8>().is_ok() {
            at.wrong(format!("`{text}` does not say whose: write `home {text}` or `away {text}`"));
            return None;
        }
        if let Some(cell) = cell(&at, self.rules) {
            self.state.ball.cell = cell;
            self.state.ball.at = self.rules.board.spot(cell, Spot::MIDDLE);
        }
        None
    }

    /// Everybody whose place was not given stands where it is clear of the others, the carrier first.
    fn settle(&mut self, carrier: Option<Token>) {
        let board = &self.rules.board;
        let mut settled: Vec<Token> = self.spotted.clone();
        let all: Vec<Token> = Token::all().filter(|t| self.state.piece(*t).on_pitch()).collect();
        for token in carrier.into_iter().chain(all.into_iter().filter(|t| Some(*t) != carrier)) {
            let Some(cell) = self.state.piece(token).cell else { continue };
            if !settled.contains(&token) {
                let gap = |other: Token| {
                    let with_ball = Some(other) == carrier;
                    let clear = self.rules.mechanics.ball_gap + board.ball_diameter() / 2.0;
                    board.token_diameter() + if with_ball { clear } else { 0.0 }
                };
                let clear = |spot: &Spot| {
                    let at = board.spot(cell, *spot);
                    let others = settled.iter().filter(|t| self.state.piece(**t).cell == Some(cell));
                    others
                        .filter_map(|t| Some((self.state.place(board, *t)?, gap(*t))))
                        .all(|(p, g)| at.distance(p) >= g)
                };
                let spot = Spot::all().find(clear).unwrap_or_default();
                self.stand(token, board.spot(cell, spot));
                settled.push(token);
            }
            if Some(token) == carrier {
                self.state.ball.at = self.state.place(board, token).unwrap_or_default();
            }
        }
    }

    fn phase(&mut self, scenario: &Node<'_>, carrier: Option<Token>) -> Begin {
        const KEYS: [&str; 23] = [
            "robbed",
            "attack",
            "phase",
            "counterattack",
            "tick",
            "half",
            "kicks",
            "shots",
            "crosses",
            "extra",
            "idle",
            "first_time",
            "longest",
            "movers",
            "total",
            "run",
            "nearest",
            "restart",
            "header",
            "ticked",
            "goals",
            "changes",
            "number",
        ];
        let side = self.state.ball.side;
        let mut turn = Turn { number: 1, ..Turn::new(side) };
        let mut clock = Clock::new(1);
        let mut robbed = None;
        if let Some(node) = scenario.get("turn") {
            for (index, field) in node.fields(&KEYS) {
                let byte = || field.byte().unwrap_or_default();
                match KEYS[index] {
                    "robbed" => robbed = token(&field),
                    "attack" => turn.attack = side_of(&field).unwrap_or(side),
                    "phase" => turn.phase = field.int(1, 3).unwrap_or(1) as u8,
                    "counterattack" => turn.counter = field.flag().unwrap_or_default(),
                    "tick" => clock.tick = byte(),
                    "half" => clock.half = field.int(1, 4).unwrap_or(1) as u8,
                    "kicks" => turn.kicks = byte(),
                    "shots" => turn.shots = byte(),
                    "crosses" => turn.crosses = byte(),
                    "extra" => clock.extra = byte(),
                    "idle" => clock.idle = byte(),
                    "ticked" => clock.ticked = field.flag().unwrap_or_default(),
                    "goals" => clock.goals = byte(),
                    "changes" => clock.changes = byte(),
                    "longest" => turn.longest = byte(),
                    "movers" => turn.movers = byte(),
                    "total" => turn.total = byte(),
                    "run" => turn.run = byte(),
                    "nearest" => turn.nearest = byte(),
                    "number" => turn.number = byte().into(),
                    "header" => self.state.kick.header = field.flag().unwrap_or_default(),
                    "first_time" => {
                        let word = field.word("first-touch action", FirstTime::WORDS);
                        turn.first_time = word.map_or(FirstTime::None, |i| FirstTime::ALL[i]);
                    }
                    _ => {
                        let restart = field.word("restart", Restart::WORDS).map_or(Restart::None, |i| Restart::ALL[i]);
                        self.taking(restart);
                    }
                }
            }
        }
        self.state.kick.headed = self.state.kick.header;
        self.state.turn = turn;
        self.state.clock = clock;
        if let Some(node) = scenario.get("restart") {
            return Begin::Midway(self.restart(&node));
        }
        if self.rules.game.kind() == GameKind::Grid {
            let side = turn.attack;
            if let Own::Grid(grid) = &mut self.state.own {
                grid.robbed = robbed;
            }
            self.state.turn.attack = side;
            return Begin::Midway(Resume::Declare);
        }
        let has_ball = self.rules.game.kind() != GameKind::Dice;
        // What is no cell has been complained of, and so has a key that is misspelt.
        let ball = scenario.get("ball").filter(|at| !at.is_table());
        let mistyped =
            ball.is_some_and(|at| self.rules.board.cell(&key_text(at.yaml())).is_none()) || misspelt(scenario);
        if has_ball && carrier.is_none() && !mistyped && scenario.get("start").is_none() {
            scenario.wrong("nobody has the ball: write `ball: home 8`, or a `restart`");
        }
        Begin::Midway(match turn.phase {
            2 => Resume::Attack,
            3 => Resume::Defence,
            _ => Resume::Declare,
        })
    }

    /// The dice on the table; without any the turn is about to begin.
    fn table(&mut self, scenario: &Node<'_>, dice: &DiceSet) -> Resume {
        const KEYS: [&str; 6] = ["faces", "tries", "lost", "out", "shootout", "all_dice"];
        let side = self.state.turn.attack;
        self.state.ball.side = side;
        let mut hand = Hand { dice: dice.dice[0].count, ..Hand::EMPTY };
        let mut running = false;
        if let Some(node) = scenario.get("table") {
            for (index, field) in node.fields(&KEYS) {
                match index {
                    0 => {
                        running = true;
                        let names: Vec<&str> = dice.dice[0].faces.iter().map(String::as_str).collect();
                        for (face, node) in hand.faces.iter_mut().zip(field.items()) {
                            *face = node.word("face of the die", &names).map_or(0, |n| n as u8 + 1);
                        }
                        hand.combo = dice.shown(dice.hand(hand.faces)).0;
                        hand.tries = hand.tries.max(1);
                    }
                    1 => hand.tries = field.byte().unwrap_or_default(),
                    2 => hand.lost = pair(&field).unwrap_or_default(),
                    3 => hand.out = pair(&field).unwrap_or_default().map(|n| n > 0),
                    4 => hand.shootout.goals = pair(&field).unwrap_or_default(),
                    _ => hand.all_dice = field.flag().unwrap_or_default(),
                }
            }
        }
        self.state.clock.tick = self.state.clock.tick.max(1);
        hand.shootout.on = self.state.clock.half >= Hand::SHOOTOUT;
        self.state.own = Own::Dice(hand);
        if running {
            return Resume::Declare;
        }
        // The turn counts itself when it begins.
        self.state.turn.number = self.state.turn.number.saturating_sub(1);
        Resume::Restart(Restart::None, side)
    }

    /// The kick to come takes a restart whose set-up is over.
    fn taking(&mut self, restart: Restart) {
        let (side, cell) = (self.state.ball.side, self.state.ball.cell);
        self.state.kick.restart = restart;
        self.state.ball.source = BallSource::Restart;
        self.state.stoppage = Stoppage::new(restart, side, cell, self.rules.board.centre(cell));
    }

    /// A restart that is to be set up.
    fn restart(&mut self, node: &Node<'_>) -> Resume {
        const KEYS: [&str; 3] = ["kind", "side", "exit"];
        let (mut kind, mut side, mut named) = (Restart::None, Side::Home, false);
        for (index, field) in node.fields(&KEYS) {
            match index {
                0 => {
                    let word = field.word("restart", Restart::WORDS);
                    // What is no restart has been complained of.
                    named = word.is_none();
                    kind = word.map_or(Restart::None, |i| Restart::ALL[i]);
                }
                1 => side = side_of(&field).unwrap_or(Side::Home),
                _ => {
                    if let Some(at) = point(&field, self.rules) {
                        self.state.stoppage.exit = at;
                        self.state.ball.cell = self.rules.board.cell_at(at);
                    }
                }
            }
        }
        if kind == Restart::None && !named {
            node.wrong("say which restart it is, such as `kind: corner`");
        }
        self.state.ball.side = side;
        self.state.turn.attack = side;
        Resume::Restart(kind, side)
    }

    fn rest(&mut self, scenario: &Node<'_>) {
        if let Some(pair) = scenario.get("score").and_then(|n| pair(&n)) {
            self.state.score = pair;
        }
        if let Some(pair) = scenario.get("changes").and_then(|n| pair(&n)) {
            self.state.changes = pair;
        }
        if let Some(node) = scenario.get("shootout") {
            let mut shootout = Shootout { on: true, ..Shootout::NONE };
            for (index, field) in node.fields(&["kicks", "goals"]) {
                let counts = pair(&field).unwrap_or_default();
                if index == 0 { shootout.kicks = counts } else { shootout.goals = counts }
            }
            match self.state.shootout_mut() {
                Some(own) => *own = shootout,
                None => {
                    node.wrong("only a game on the pitch has a shoot-out here; with dice it is part of the `table`")
                }
            }
        }
        if let Some(node) = scenario.get("opener") {
            self.state.opener = side_of(&node).unwrap_or(Side::Home);
        }
        let Some(slots) = scenario.get("slots") else { return };
        for (name, node) in slots.entries() {
            let Some(place) = self.rules.stack.slot(&name) else {
                let known: Vec<String> = self.rules.stack.slots().iter().map(|s| s.decl.full_name()).collect();
                let hint = node.near(&name, known.iter().map(String::as_str));
                slots.wrong_key(&name, format!("no plugin of this ruleset has a slot `{name}`{hint}"));
                continue;
            };
            write_slot(&mut self.state, place, &node);
        }
    }
}

/// Whether a key of a scenario is none, which has been complained of: what it should have said is missing.
fn misspelt(scenario: &Node<'_>) -> bool {
    let keys = scenario.yaml().as_mapping().into_iter().flat_map(|map| map.keys().map(key_text));
    keys.into_iter().any(|key| key != "case" && !KEYS.contains(&key.as_str()))
}

/// Whether the place of a token was given in a way that has been complained of.
fn misplaced(scenario: &Node<'_>, token: Token) -> bool {
    let place = (token.member() + 1).to_string();
    let written = scenario.get(token.side().word()).and_then(|team| team.get(&place));
    let in_vain = |node: Node<'_>| {
        let at = if node.is_table() { node.get("at") } else { Some(node) };
        at.is_some_and(|at| !STATUSES.iter().any(|(word, _)| at.yaml().as_str() == Some(word)))
    };
    misspelt(scenario) || written.is_some_and(in_vain)
}

/// A slot's value, or one for each side or player.
fn write_slot(state: &mut State, place: &SlotPlace, node: &Node<'_>) {
    let mut write = |index: usize, node: &Node<'_>| {
        let Some(text) = node.text() else { return };
        match place.decl.parse(&text) {
            Ok(value) => place.write(&mut state.slots, index, value),
            Err(problem) => node.wrong(problem),
        }
    };
    if place.decl.scope == Scope::Match {
        return write(0, node);
    }
    for (who, value) in node.entries() {
        let index = match place.decl.scope {
            Scope::Player => who.parse::<Token>().ok().map(SlotPlace::of_player),
            _ => Side::BOTH.into_iter().find(|s| s.word() == who).map(SlotPlace::of_side),
        };
        match index {
            Some(index) => write(index, &value),
            None => node.wrong_key(&who, format!("`{who}` is no {} of this slot", place.decl.scope.word())),
        }
    }
}
