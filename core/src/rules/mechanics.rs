//! What a mechanics reads out of the parameters.

use super::{GameKind, Params, Value};
use crate::record::ClockFace;

/// Numbers and switches of the mechanics, looked up once.
#[derive(Clone, Debug, PartialEq)]
pub struct Mechanics {
    /// Ticks in one half.
    pub ticks_per_half: u8,
    /// Ticks in one leg of the referee's walk.
    pub ticks_per_leg: u8,
    /// Ticks in one half of extra time, which are the last ones of a half.
    pub extra_ticks: u8,
    /// In a shoot-out everybody takes a kick before anybody takes a second.
    pub shootout_everybody: bool,
    /// Minutes of one leg.
    pub minutes_per_leg: u16,
    /// Tick at which a half starts.
    pub start_tick: u8,
    /// Ends change at half-time.
    pub change_ends: bool,
    /// Tokens of one side that a cell holds.
    pub cell_capacity: u8,
    /// Walls that a side may build at a free kick.
    pub max_walls: u8,
    /// Tokens stay inside their cell when the ball pushes them.
    pub token_inside: bool,
    /// Gap in centimetres between the ball and everybody but the carrier.
    pub ball_gap: f64,
    /// Each token moves once a turn.
    pub one_move: bool,
    /// A move cannot be made longer afterwards.
    pub moves_final: bool,
    /// Kicking counts as moving.
    pub kick_is_move: bool,
    /// A ball on a line counts in every cell it touches.
    pub line_cells: bool,
    /// The ball is out once all of it is over a line (else once half of it is).
    pub out_when_whole: bool,
    /// The winner chooses among those cells.
    pub line_choice: bool,
    /// Cells that a change of place inside the own cell counts for.
    pub shift_counts: u8,
    /// Whoever moves chooses his place in the cell he comes to.
    pub mover_places: bool,
    /// An interceptor's run counts as movement of the new turn.
    pub intercept_run_counts: bool,
    /// Free steps count as movement.
    pub free_steps_count: bool,
    /// Getting up counts as movement for the clock.
    pub getup_counts: bool,
    /// The n-th last opponent is the reference for offside.
    pub offside_ref: u8,
    /// Offside is measured when the ball has stopped (else at the kick).
    pub offside_after: bool,
    /// Offside is measured in centimetres (else in cells).
    pub offside_centre: bool,
    /// Offside is also judged for attackers level at the ball, and for those whose cell it crossed.
    pub offside_involved: bool,
    /// Attackers in an offside position are told before the defenders move or are placed.
    pub offside_told: bool,
    /// A dribble is against one opponent only, whom the dribbler's coach names.
    pub one_blocker: bool,
    /// A keeper who is put into the shooter's cell follows the rules of entering it.
    pub keeper_enters: bool,
    /// A turn in which the attack moves nobody is called quick, and counted.
    pub quick_turns: bool,
    /// A slide into the carrier's cell follows the rules of entering it.
    pub slides_enter: bool,
    /// The last token that the ball touched has it, whatever the distances.
    pub toucher_wins: bool,
    /// Only tokens that share the smallest distance count as touchers in a tie.
    pub tie_among_level: bool,
    /// The side in possession moves in P3 as well.
    pub attack_moves_twice: bool,
    /// Longest run to a ball in cells.
    pub run_max: u8,
    /// Lying tokens get up when their side is next to move.
    pub lying_gets_up: bool,
    /// Lying tokens do not mark, press or bar the way.
    pub lying_inert: bool,
    /// Factor on every error of each coach's hand, home first.
    pub dexterity: [f64; 2],
    /// Goals of a forfeited match.
    pub forfeit_goals: u8,
    /// The shape offered first.
    pub default_formation: String,
    /// A match is given up after this many decisions.
    pub max_decisions: u32,
    /// Tries of a turn, in a game of dice.
    pub tries: u8,
}

impl Default for Mechanics {
    /// A clock of one minute a tick, and nothing that moves.
    fn default() -> Mechanics {
        Mechanics {
            ticks_per_half: 1,
            extra_ticks: 1,
            shootout_everybody: false,
            ticks_per_leg: 1,
            minutes_per_leg: 1,
            start_tick: 0,
            change_ends: false,
            cell_capacity: 0,
            max_walls: 0,
            token_inside: false,
            ball_gap: 0.0,
            one_move: false,
            moves_final: false,
            kick_is_move: false,
            line_cells: false,
            out_when_whole: true,
            line_choice: false,
            shift_counts: 0,
            mover_places: false,
            intercept_run_counts: false,
            free_steps_count: false,
            getup_counts: false,
            offside_ref: 2,
            offside_after: false,
            offside_centre: false,
            offside_involved: false,
            offside_told: false,
            one_blocker: false,
            keeper_enters: false,
            quick_turns: false,
            slides_enter: false,
            toucher_wins: false,
            tie_among_level: false,
            attack_moves_twice: false,
            run_max: 0,
            lying_gets_up: true,
            lying_inert: false,
            dexterity: [1.0; 2],
            forfeit_goals: 0,
            default_formation: String::new(),
            max_decisions: 0,
            tries: 0,
        }
    }
}

impl Mechanics {
    /// Reads them.
    ///
    /// # Errors
    /// The name of a parameter that no plugin of the ruleset declares, or that has the wrong type.
    pub fn read(game: GameKind, params: &Params) -> Result<Mechanics, String> {
        let find = |name: &str| {
            params.get(name).map(|p| &p.value).ok_or_else(|| {
                format!("the {game} mechanics needs a parameter `{name}`: no plugin of this ruleset declares it")
            })
        };
        let wrong = |name: &str, expected: &str| format!("the {game} mechanics needs `{name}` to be {expected}");
        let flag = |name: &str| match find(name)? {
            Value::Bool(b) => Ok(*b),
            _ => Err(wrong(name, "true or false")),
        };
        let int = |name: &str| match find(name)? {
            Value::Int(n) => u32::try_from(*n).map_err(|_| wrong(name, "a positive whole number")),
            _ => Err(wrong(name, "a whole number")),
        };
        let byte = |name: &str| u8::try_from(int(name)?).map_err(|_| wrong(name, "at most 255"));
        let number = |name: &str| match find(name)? {
            Value::Number(n) => Ok(*n),
            _ => Err(wrong(name, "a number")),
        };
        let word = |name: &str| match find(name)? {
            Value::Word(w) => Ok(w.clone()),
            _ => Err(wrong(name, "a word")),
        };
        // House rules of some rulesets only: without the parameter the usual thing happens.
        let one_of = |name: &str, choice: &str| {
            params.get(name).is_some_and(|p| matches!(&p.value, Value::Word(w) if w == choice))
        };
        let set = |name: &str| params.get(name).is_some_and(|p| matches!(p.value, Value::Bool(true)));
        if game != GameKind::Pitch {
            // What the shared machine needs; the rest is the pitch's and stands still.
            return Ok(Mechanics {
                ticks_per_half: byte(if game == GameKind::Dice { "rounds_per_half" } else { "ticks_per_half" })?,
                extra_ticks: byte(if game == GameKind::Dice { "rounds_per_half" } else { "ticks_per_half" })?,
                max_decisions: int("max_decisions")?,
                forfeit_goals: if params.get("forfeit_score").is_some() { byte("forfeit_score")? } else { 0 },
                default_formation: params
                    .get("default_formation")
                    .map(|_| word("default_formation"))
                    .transpose()?
                    .unwrap_or_default(),
                tries: if game == GameKind::Dice { byte("tries_per_turn")? } else { 0 },
                ..Mechanics::default()
            });
        }
        let ticks_per_leg = byte("ticks_per_leg")?;
        let ticks_per_half = ticks_per_leg
            .checked_mul(byte("legs_per_half")?)
            .ok_or_else(|| wrong("legs_per_half", "so small that a half has at most 255 ticks"))?;
        // Extra time and shoot-outs exist only where a plugin brings them.
        let extra_legs = if params.get("extra_legs").is_some() { byte("extra_legs")? } else { byte("legs_per_half")? };
        let extra_ticks = ticks_per_leg
            .checked_mul(extra_legs)
            .filter(|ticks| *ticks <= ticks_per_half)
            .ok_or_else(|| wrong("extra_legs", "at most `legs_per_half`"))?;
        let shootout_everybody = params.get("shootout_everybody").is_some() && flag("shootout_everybody")?;
        Ok(Mechanics {
            ticks_per_half,
            extra_ticks,
            shootout_everybody,
            ticks_per_leg,
            minutes_per_leg: byte("minutes_per_leg")?.into(),
            start_tick: byte("start_tick")?,
            change_ends: flag("change_ends")?,
            cell_capacity: byte("cell_capacity")?,
            max_walls: if params.get("max_walls").is_some() { byte("max_walls")? } else { 0 },
            token_inside: flag("token_inside")?,
            ball_gap: number("ball_gap_cm")?,
            one_move: flag("one_move_per_turn")?,
            moves_final: flag("moves_final")?,
            kick_is_move: flag("kick_is_move")?,
            line_cells: flag("line_is_large_cell")?,
            out_when_whole: !one_of("out_when", "half_ball"),
            line_choice: flag("line_winner_chooses")?,
            shift_counts: u8::from(word("in_cell_shift")? == "counts_as_1"),
            mover_places: flag("mover_places")?,
            intercept_run_counts: flag("intercept_run_counts")?,
            free_steps_count: flag("free_steps_count")?,
            getup_counts: flag("getup_counts")?,
            offside_ref: if word("offside_ref")? == "last" { 1 } else { 2 },
            offside_after: word("offside_moment")? == "ball_stopped",
            offside_centre: word("offside_measure")? == "centre",
            offside_involved: one_of("offside_scope", "involved"),
            offside_told: set("offside_told"),
            one_blocker: one_of("dribble_opponents", "one"),
            keeper_enters: set("gk_enters_from_front"),
            quick_turns: params.get("quick_reply").is_some(),
            slides_enter: one_of("slide_entry", "as_a_move"),
            toucher_wins: one_of("cod_winner", "toucher"),
            tie_among_level: !one_of("tie_touchers", "all"),
            attack_moves_twice: one_of("p3_side", "attack"),
            run_max: byte("run_max")?,
            lying_gets_up: !one_of("lying_gets_up", "never"),
            lying_inert: flag("lying_is_inert")?,
            dexterity: [number("dexterity_home")?, number("dexterity_away")?],
            forfeit_goals: byte("forfeit_score")?,
            default_formation: word("default_formation")?,
            max_decisions: int("max_decisions")?,
            tries: 0,
        })
    }

    /// The tick at which a half starts, by its number: the halves of extra time start late.
    #[must_use]
    pub fn first_tick(&self, half: u8) -> u8 {
        if half > 2 { self.start_tick.max(self.ticks_per_half - self.extra_ticks) } else { self.start_tick }
    }

    /// How ticks become minutes.
    #[must_use]
    pub fn face(&self) -> ClockFace {
        ClockFace {
            ticks_per_half: self.ticks_per_half,
            ticks_per_leg: self.ticks_per_leg,
            minutes_per_leg: self.minutes_per_leg,
            extra_ticks: (self.extra_ticks != self.ticks_per_half).then_some(self.extra_ticks),
        }
    }

    /// The minute of the match that a tick shows.
    #[must_use]
    pub fn minute(&self, half: u8, tick: u8) -> u16 {
        self.face().minute(half, tick)
    }
}
