//! The hook contract: every hook declared once. The dispatcher, `docs/hooks.md`, `touchline hooks` and the editor
//! definitions are made from this table.

use super::words::*;
use super::{
    AnswerKind, Card, Combo, Faces, Fact, FactInfo, GrantNames, HookInfo, Licence, MAX_FACTS, Mode, Question, Record,
    Skills, ZoneView, record,
};
use crate::Token;
use crate::board::Band;
use crate::kick::Technique;

/// Offers of `on_ability`, in the order of their action ids.
pub const OFFERS: &[&str] = &[
    "pass", "advance", "cross", "shot", "hold", "step", "slide", "dribble", "tackle", "bonus", "foul", "double", "stop",
];

/// Intents of `on_declare`: those of the pitch in the order of their action ids, then those of other games, then the
/// keeper's pass by hand and the pass that is lifted.
pub const INTENTS: &[&str] = &[
    "pass", "advance", "dribble", "cross", "shot", "kick", "over", "chain", "steal", "lunge", "report", "throw",
    "claim", "stop", "hands", "lift",
];

impl Fact for Technique {
    const KIND: super::FactKind = super::FactKind::Word(&["low", "lifted", "head"]);
    fn pack(self) -> i64 {
        self as i64
    }
}

record! {
    /// One step of a set-up.
    StepValue {
        who: Role = 0.0, "which side acts";
        act: StepAct = 0.0, "what it does; left at none the set-up is over";
        min: i32 = 0.0, "fewest tokens to place";
        max: i32 = 11.0, "most tokens to place";
        secret: bool = 0.0, "hidden from the other side until it has placed too";
        spot: StepSpot = 0.0, "where the ball is put";
        wall: i32 = 0.0, "tokens that may share a wall cell (0 = no wall)";
        walls: i32 = 0.0, "wall cells";
        gap_cm: f64 = 0.0, from 0.0 to 100.0, "centimetres between the ball and the tokens placed in this step";
    }
}
record! {
    /// The hand that flicks.
    KickValue {
        spread: f64 = 1.0, from 0.0 to 1000.0, "factor on the direction error; 1 is what the board file says";
        length: f64 = 1.0, from 0.0 to 1000.0, "factor on the length error";
        reach: f64 = 99.0, from 0.0 to 1000.0, "longest possible kick in cells";
        knock: f64 = 0.0, from 0.0 to 1.0, "probability that an opponent in the kicker's cell is knocked over";
        tumble: f64 = 0.0, from 0.0 to 1.0, "probability that the heading token rolls beyond the next cell";
        put_back: bool = 0.0, "the kicker may be put elsewhere inside his cell afterwards, which is no move";
        dice: i32 = 0.0, from 0.0 to 99.0, "dice: dice that are thrown on top of those chosen";
        keep: bool = 0.0, "dice: those not chosen keep their face; otherwise every die is thrown";
    }
}
record! {
    /// Who takes part in a calculation of distance.
    PoolValue {
        kicker: Bar = 0.0, "the one who kicked";
        moved: Bar = 0.0, "tokens that have spent their move";
        lying: Bar = 0.0, "lying tokens";
        stepped: Bar = 0.0, "tokens that made a header step";
        keeper: Bar = 0.0, "the defending keeper";
        again: bool = 0.0, "the kicker may run although he has spent his move";
        lift: bool = 0.0, "where nobody may go to the ball the bars fall one after another, else all at once";
        place: bool = 0.0, "the winner chooses where in the ball's cell he stands";
    }
}
record! {
    /// The price of an offence.
    FoulValue {
        restart: Restart = 2.0, "how play resumes";
        spot: FoulSpot = 0.0, "whose cell it is placed in";
        card: Option<Card> = -1.0, "the card to show, one of the ruleset's";
        cautions: i32 = 0.0, "cautions to add to the offender";
        send_off: bool = 0.0, "the offender leaves the pitch";
        lose_turn: bool = 0.0, "his side loses a turn";
        void: bool = 0.0, "nothing happened after all";
        own: bool = 0.0, "the offender's side restarts";
        hurt: i32 = 0.0, "highest face that injures the victim; for layers above, which roll for it";
    }
}
record! {
    /// Changes of player that are possible now.
    SubValue {
        min: i32 = 0.0, "changes that must be made now";
        max: i32 = 0.0, "changes that may be made now";
        reserve_keeper: bool = 0.0, "a reserve keeper may come on";
        setup: bool = 0.0, "the throw-in becomes a set-up";
        refused: bool = 0.0, "at stage made: this change is not allowed";
    }
}

words! {
    /// A team by name.
    TeamWord { Home = "home", Away = "away" }
}
words! {
    /// What the match belongs to.
    Competition { Friendly = "friendly", League = "league", Cup = "cup", Series = "series" }
}
use super::words::words;

macro_rules! hooks {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident = $name:literal, $mode:ident $licence:ident, who[$($who:literal)*] {
            $($fact:ident: $ty:ty, $($only:ident)? $fdoc:literal;)*
        } -> $answer:expr, example $example:literal
    )+) => {
        /// Which hook; the index into [`HOOKS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Hook { $(#[doc = $name] $variant),+ }

        impl Hook {
            /// All hooks, in the order of the contract.
            pub const ALL: &'static [Hook] = &[$(Hook::$variant),+];

            /// Its row of the contract.
            #[must_use]
            pub fn info(self) -> &'static HookInfo {
                &HOOKS[self as usize]
            }

            /// The hook with this `on_…` name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Hook> {
                Self::ALL.iter().copied().find(|h| h.info().name == name)
            }
        }

        /// The contract, one row a hook.
        pub static HOOKS: &[HookInfo] = &[$(HookInfo {
            name: $name,
            doc: concat!($($doc),+),
            mode: Mode::$mode,
            licence: Licence::$licence,
            who: &[$($who),*],
            facts: &[$(FactInfo {
                name: stringify!($fact),
                kind: <$ty as Fact>::KIND,
                doc: $fdoc,
                only: stringify!($($only)?),
            }),*],
            answer: $answer,
            example: $example,
        }),+];

        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug, Default)]
            pub struct $variant { $(#[doc = $fdoc] pub $fact: $ty),* }

            impl Question for $variant {
                const HOOK: Hook = Hook::$variant;
                fn pack(&self) -> [i64; MAX_FACTS] {
                    #[allow(unused_mut)]
                    let mut packed = [0; MAX_FACTS];
                    let facts: &[i64] = &[$(self.$fact.pack()),*];
                    packed[..facts.len()].copy_from_slice(facts);
                    packed
                }
            }
        )+
    };
}

hooks! {
    /// Once per squad, before a match: what is wrong with it?
    OnSquad = "on_squad", Modify Act, who[] {
        side: TeamWord, "whose squad";
        size: i32, "players on the sheet";
        competition: Competition, "what the match belongs to";
        bright_home: i32, "how bright its home kit is, 0–255";
        bright_away: i32, "how bright its away kit is, 0–255";
    } -> AnswerKind::Complaints,
    example "function p.on_squad(ev, m, complaints)\n  if ev.size ~= 16 then complaints[#complaints + 1] = \"16 players are needed\" end\n  return \"MY-SQUAD-01\"\nend"

    /// Once, before the first kick-off: opening dice, and who starts.
    OnMatchStart = "on_match_start", Rule Act, who[] {
        competition: Competition, "what the match belongs to";
        leg: i32, "which match of a tie, from 1";
    } -> AnswerKind::Words(StartAnswer::WORDS),
    example "function p.on_match_start(ev, m, next)\n  m:set(\"wind\", m:roll(\"wind\", 6))\n  return next()\nend"

    /// Before each step of a restart: who places which tokens where?
    OnSetup = "on_setup", Modify Ask, who[] {
        restart: Restart, "how play resumes";
        step: i32, "from 1";
        side: TeamWord, "the team that restarts";
        band: Band, "third of the spot, for the side that restarts";
        in_small_area: bool, "the spot is in the goal area of the other side";
        nearest: i32, "cells from the spot to the nearest token of the side that restarts, when play stopped";
        sent_off: i32, "tokens sent off so far in this stoppage";
        sub_called: bool, "a change of player was asked for at this throw-in";
        keeper: KeeperWhere, grid "where the keeper of the other team is";
    } -> AnswerKind::Value { record: StepValue::FIELDS, grants: GrantNames::Free },
    example "function p.on_setup(ev, m, step)\n  if ev.restart == \"corner\" and step.who == \"defence\" then\n    step.gap_rule = { who = \"all\", gap = 3 }\n    return \"MY-CORNER-01\"\n  end\nend"

    /// A side is to act with the ball: which intents and techniques may it declare?
    OnDeclare = "on_declare", Modify Ask, who["kicker"] {
        skills: Skills, "active skills of the kicker";
        band: Band, "third of his cell";
        zone: Option<ZoneView>, "most special zone of his cell";
        near_crossing: bool, "a neighbour of his cell is in the crossing zone";
        restart: Restart, "the restart being taken";
        first_time: FirstTime, "the first-touch action that opened this P1";
        shots: i32, "shots declared this turn";
        crosses: i32, "crosses declared this turn";
        keeper_out: bool, "the opposing keeper is outside his area";
        header: bool, "the ball is to be headed";
        keeper: bool, "the kicker is his side's keeper";
        source: BallSource, "how the ball came to him";
        from_mate: bool, "from a teammate, or from himself";
        kicks: i32, "kicks made in this P1";
        shared: bool, "a standing opponent is in his cell";
        guarded: bool, "a standing opponent is in a neighbouring cell";
        beaten: bool, "he has just gone round the keeper";
        in_hand: bool, "the keeper holds the ball";
        ball: BallWord, grid "whose ball it is";
        robbed: Option<Token>, grid "the pawn that lost the ball in the turn before";
        tries: i32, dice "tries made in this turn";
        combo: Combo, dice "the combination on the table";
        all_dice: bool, dice "the turn goes on after a claim that came to nothing";
        lost: bool, dice "his side has a turn to lose";
    } -> AnswerKind::Value { record: &[], grants: GrantNames::Of(INTENTS) },
    example "function p.on_declare(ev, m, may)\n  if ev.band == \"attack\" and ev.shots == 0 then\n    may.shot = { technique = \"low lifted\" }\n    return \"MY-LONGSHOT-01\"\n  end\nend"

    /// The aim is chosen and the ball not yet moving, or dice are about to be thrown: how steady is the hand?
    OnKick = "on_kick", Modify Ask, who["kicker"] {
        skills: Skills, "active skills of the kicker";
        kind: Kind, "what was declared";
        technique: Technique, "how it is struck";
        cells: i32, "cells to the aim";
        shared: bool, "a standing opponent is in his cell";
        restart: Restart, "the restart being taken";
        half: i32, "1 or 2";
        zone: Option<ZoneView>, grid "most special zone of his cell";
        tries: i32, dice "tries made in this turn";
        chosen: i32, dice "dice that were chosen";
    } -> AnswerKind::Value { record: KickValue::FIELDS, grants: GrantNames::None },
    example "function p.on_kick(ev, m, kick)\n  if ev.technique == \"lifted\" then\n    kick.spread = kick.spread * 1.5\n    return \"MY-WIND-01\"\n  end\nend"

    /// The ball has stopped or left the pitch, or a combination was claimed: what becomes of it?
    OnFlight = "on_flight", Rule Act, who["kicker" "first"] {
        kind: Kind, "what was declared";
        declared: bool, "a shot was declared";
        technique: Technique, "how it was struck";
        exit: ExitWord, "where it left";
        last: Role, "side of the last touch (a kick counts)";
        first: MaybeRole, "side of the first token touched in the attacked area";
        first_is_keeper: bool, "that token is the keeper";
        touched: Touched, "whom it met";
        precise: Precise, "mate in the attacked area whose cell it stopped in or crossed";
        knocked: Knocked, "who fell over";
        skills: Skills, "active skills of the kicker";
        restart: Restart, "the restart being taken";
        header: bool, "it was a header";
        own_end: bool, "it left, if it did, at the kicker's own end";
        combo: Combo, dice "the combination that was claimed";
        shootout: bool, dice "it is an attempt of the shoot-out";
    } -> AnswerKind::Words(FlightAnswer::WORDS),
    example "function p.on_flight(ev, m, next)\n  if ev.exit == \"net\" and ev.kind == \"cross\" then return \"goal\", \"MY-FLUKE-01\" end\n  return next()\nend"

    /// A shot is declared: how may the keeper be prepared?
    OnSave = "on_save", Modify Act, who["kicker" "keeper"] {
        shooter: Option<Token>, "who shoots";
        skills: Skills, "his active skills";
        keeper: Option<Token>, "the keeper";
        keeper_skills: Skills, "his active skills";
        from_area: bool, "the shooter is in the attacked penalty area";
        keeper_at: KeeperAt, "where the keeper stands";
        header: bool, "it is a header";
        first_time: FirstTime, "the first-touch action that opened this P1";
        penalty: bool, "it is a penalty";
        beaten: bool, "the keeper was dribbled past";
    } -> AnswerKind::Value { record: &[], grants: GrantNames::Free },
    example "function p.on_save(ev, m, may)\n  if not ev.from_area then may.rod = { rod = true, clause = \"MY-ROD-01\" } end\nend"

    /// Before distances are compared: who takes part?
    OnCod = "on_cod", Modify Ask, who["kicker"] {
        kind: Kind, "what was declared";
        restart: Restart, "the restart that was taken";
        stayed: bool, "the ball is in the kicker's cell";
        dribble: Dribble, "how a dribble went";
        headed: bool, "a cross was headed in this P1";
    } -> AnswerKind::Value { record: PoolValue::FIELDS, grants: GrantNames::None },
    example "function p.on_cod(ev, m, pool)\n  if ev.kind == \"shot\" then pool.kicker = \"in\" return \"MY-REBOUND-01\" end\nend"

    /// The nearest tokens of both sides are level: whose ball is it?
    OnCodTie = "on_cod_tie", Rule Ask, who["kicker"] {
        kind: Kind, "pass, or advance when the attack's contender is the kicker";
        travel: i32, "cells the ball travelled";
        skills: Skills, "active skills of the kicker";
        technique: Technique, "how it was struck";
        restart: Restart, "the restart that was taken";
        counter: bool, "first kick of a counterattack";
        shared: bool, "a standing opponent was in the kicker's cell at the kick";
        band: Band, "third of the kick";
        dribble: Dribble, "how a dribble went; where it is against one opponent: none unless one who was not beaten is level";
        tied_toucher: MaybeRole, "side of the last tied token the ball touched";
        short_limit: Option<i32>, "set by a layer above, or nil";
    } -> AnswerKind::Words(TieAnswer::WORDS),
    example "function p.on_cod_tie(ev, m, next)\n  if has(ev.skills, \"yellow\") then return next({ short_limit = 5 }, \"MY-PASSER-01\") end\n  return next()\nend"

    /// An attacker gets the ball or is to head it: was he offside?
    OnOffside = "on_offside", Rule Ask, who["token"] {
        why: OffsideWhy, "why it is asked";
        kind: Kind, "what was declared";
        restart: Restart, "the restart that was taken";
        line: i32, "-1 behind, 0 level with, 1 beyond the reference opponent";
        ball: i32, "-1 behind, 0 level with, 1 beyond the place of the kick";
        half: HalfWord, "which half he stands in";
        stepped: bool, "he made a header step";
        header: bool, "the kick was a header";
    } -> AnswerKind::Words(OffsideAnswer::WORDS),
    example "function p.on_offside(ev, m, next)\n  return \"onside\", \"MY-NO-OFFSIDE-01\"\nend"

    /// A fixed moment at which something optional may be offered.
    OnAbility = "on_ability", Rule Ask, who["token" "other" "passer"] {
        moment: Moment, "which moment";
        side: Role, "whom it would be offered to";
        home: bool, "that is the home team";
        skills: Skills, "active skills of the token";
        other_skills: Skills, "of the standing opponents in his cell";
        other_before: Skills, "the same at the kick";
        zone: Option<ZoneView>, "most special zone of his cell";
        band: Band, "third of his cell";
        run: i32, "cells he ran to the ball";
        touched: bool, "the ball had touched him";
        source: BallSource, "how the ball came";
        deflected: bool, "an opponent had touched it on its way";
        free: bool, "no opponent in or next to his cell; ball_stopped: nobody at all in or next to the ball's";
        first: bool, "he would be the first his side uses in this phase; offside_due: his first step for this kick";
        crosses: i32, "crosses declared this turn";
        shots: i32, "shots declared this turn";
        kicks: i32, "kicks made in this P1";
        passer_skills: Skills, "active skills of the teammate whose kick reached him";
        near_crossing: bool, "a neighbour of his cell is in the crossing zone";
        first_time: FirstTime, "the first-touch action that opened this P1";
        keeper_near: bool, "the opposing keeper stands in or next to his cell";
        combo: Combo, dice "the combination that was claimed";
        absent: bool, dice "that side loses its turn of this round";
        shootout: bool, dice "it is an attempt of the shoot-out";
    } -> AnswerKind::Offers(OFFERS),
    example "function p.on_ability(ev, m, next)\n  local offer = next()\n  if ev.moment == \"reception\" and ev.free then offer.pass = true end\n  return offer, \"MY-FREE-01\"\nend"

    /// A side is to move: who may go how far?
    OnMoveAllowance = "on_move_allowance", Modify Ask, who["carrier"] {
        phase: i32, "2 or 3";
        side: Role, "who is to move";
        restart: Restart, "a throw-in waiting to be taken";
        longest: i32, "longest move of the attack this turn, in cells";
        total: i32, "cells the attack moved this turn";
        movers: i32, "tokens the attack moved this turn";
        run: i32, "cells of the longest run to a ball this turn";
        nearest: i32, "cells of the nearest candidate at that ball";
        tackled: bool, "a tackle was tried and lost in this phase";
        wall: i32, "tokens over the limit of their cell that stand in a wall";
        crowd: i32, "other tokens over the limit of their cell";
        in_hand: bool, "the keeper holds the ball";
    } -> AnswerKind::Value { record: &[], grants: GrantNames::Free },
    example "function p.on_move_allowance(ev, m, may)\n  if ev.phase == 2 then may.keeper = { who = \"keeper\", cells = 1, clause = \"MY-KEEPER-01\" } end\nend"

    /// May this token go into a contested cell?
    OnMove = "on_move", Rule Ask, who["token" "carrier"] {
        skills: Skills, "active skills of the token";
        cell_is: CellIs, "what makes the cell contested";
        from: From, "where he starts, seen from the carrier; through: from afar by one of his front cells (a keeper before a shot)";
        first: bool, "he would be the first mover of the phase";
        in_hand: bool, "the keeper holds the ball";
        keeper: bool, "he is his side's keeper";
        carrier: bool, "he is the one in possession";
        restart: Restart, "a throw-in waiting to be taken";
        into: Option<ZoneView>, grid "the contested zone";
        start: Option<ZoneView>, grid "most special zone of the cell he comes from";
        mates: i32, grid "teammates in that zone";
        swap: bool, grid "a steal would put him there";
    } -> AnswerKind::Words(MoveAnswer::WORDS),
    example "function p.on_move(ev, m, next)\n  if ev.from == \"rear\" then return \"no\", \"MY-NO-REAR-01\" end\n  return next()\nend"

    /// Two sides settle something: roll, compare, decide.
    OnDuel = "on_duel", Rule Act, who["by" "against"] {
        kind: DuelKind, "what is settled";
        side: Role, "who tries";
        by: Option<Token>, "the token that tries";
        against: Option<Token>, "the other one";
        by_skills: Skills, "his active skills";
        against_skills: Skills, "the other's";
        band: Band, "third of the cell, for the attack";
        announced: Announced, "who announced a bonus";
        place: Where, "where it starts";
        outer: bool, "the ball passed on the outer side of the keeper";
        bonus_by: i32, "set by a layer above";
        bonus_against: i32, "set by a layer above";
        foul_face: Option<i32>, "set by a layer above, or nil";
        pick_by: i32, grid "the number chosen for him";
        pick_against: i32, grid "the number chosen for the other";
        goals: i32, dice "goals at stake";
        shootout: bool, dice "it is an attempt of the shoot-out";
    } -> AnswerKind::Words(DuelAnswer::WORDS),
    example "function p.on_duel(ev, m, next)\n  if ev.kind == \"tackle\" then\n    return m:roll(\"tackle\", 6) >= 4 and \"won\" or \"lost\", \"MY-TACKLE-01\"\n  end\n  return next()\nend"

    /// An offence: what does it cost?
    OnFoul = "on_foul", Modify Act, who["offender" "victim"] {
        cause: Cause, "what was done";
        technique: Technique, "how the last kick was struck";
        kind: DuelKind, "the duel it came from";
        place: Where, "where that started";
        face: i32, "the first die of the duel, that of whoever tries (0 = none)";
        side: Role, "the offender's side";
        offender: Option<Token>, "who did it";
        victim: Option<Token>, "to whom";
        in_area: bool, "the spot is in the offender's own penalty area";
        stands_in_area: bool, "the offender himself stands in it";
        cautions: i32, "cautions the offender has";
    } -> AnswerKind::Value { record: FoulValue::FIELDS, grants: GrantNames::None },
    example "function p.on_foul(ev, m, foul)\n  if ev.cause == \"entry\" then foul.send_off = true return \"MY-STRICT-01\" end\nend"

    /// A phase is complete or possession changed: where does play go on?
    OnPhaseEnd = "on_phase_end", Rule Act, who["carrier"] {
        phase: PhaseWord, "what is complete";
        kept: bool, "the side that began the turn still has the ball";
        how: How, "how the carrier came to the ball";
        asked: bool, "the reception was offered";
        replay: bool, "and an offer was taken";
        restart: Restart, "a throw-in waiting for its P2 and P3";
        in_hand: bool, "the keeper holds the ball";
        kind: Kind, "of the last kick";
        tied: bool, "its ball was awarded in a tie";
        shared: bool, "a standing opponent was in the kicker's cell at the kick";
        band: Band, "third of the kick, for the kicker's side";
        act: ActWord, grid "what the turn was used for";
        side: TeamWord, grid "the team whose turn it was";
        tries: i32, dice "tries made in this turn";
        combo: Combo, dice "the combination claimed last";
        goals: i32, dice "goals it made";
        doubled: bool, dice "a double was tried for it";
        lost: bool, dice "the turn has not begun, and the side has one to lose";
        half: i32, dice "1 or 2, 3 in extra time, 4 in a shoot-out";
        tick: i32, dice "round of the half, from 1";
    } -> AnswerKind::Words(PhaseAnswer::WORDS),
    example "function p.on_phase_end(ev, m, next)\n  if ev.phase == \"p2\" then return \"turn\", \"MY-NO-P3-01\" end\n  return next()\nend"

    /// Does the clock tick, and does the whistle blow?
    OnClock = "on_clock", Rule Act, who[] {
        question: ClockQuestion, "tick, or whistle";
        at: ClockAt, "when it is asked";
        moved: bool, "that side moved this phase (P2 counts P1)";
        cut: bool, "the phase was cut short by a tackle or a foul";
        lost: bool, "the side that began the turn has lost the ball";
        quick: bool, "the attack moved nobody this turn";
        tick: i32, "ticks of this half";
        half: i32, "1 or 2";
        ball_zone: Band, "third of the ball, for the side in possession";
        side: TeamWord, "that side, or the one that restarts";
        restart: Restart, "the restart that is due";
        goals: i32, "goals this half";
        subs: i32, "changes of player this half";
        lead: i32, "goals home is ahead";
        players: i32, "players of the smaller side";
        short_home: bool, "home is the smaller side";
        idle: i32, "turns over without a tick since the last one";
        extra: i32, "turns begun after time was up";
        last: bool, dice "both sides have had their turn of this round";
        shootout: i32, dice "goals home is ahead in the shoot-out";
    } -> AnswerKind::WordsOrInt(WhistleAnswer::WORDS),
    example "function p.on_clock(ev, m, next)\n  if ev.question == \"whistle\" and ev.at == \"goal\" then return \"end\", \"MY-GOLDEN-01\" end\n  return next()\nend"

    /// May players be changed now (`may`), and what follows from a change (`made`)?
    OnSubstitution = "on_substitution", Modify Act, who["off" "on"] {
        stage: SubStage, "may, or made";
        side: Role, "who would change";
        window: Window, "the occasion";
        used: i32, "changes made so far";
        minute: i32, "of the match";
        keeper_off: bool, "the keeper was sent off and nobody keeps goal";
        keepers: i32, "made: keepers on the pitch after the change";
        reserve: bool, "made: the reserve keeper has come on, in the shirt of the one sent off";
    } -> AnswerKind::Value { record: SubValue::FIELDS, grants: GrantNames::None },
    example "function p.on_substitution(ev, m, sub)\n  if ev.stage == \"may\" and ev.minute >= 75 then sub.max = 3 return \"MY-LATE-01\" end\nend"

    /// Dice were thrown: is it a warning, and which combination do they show?
    OnRoll = "on_roll", Rule Ask, who["kicker"] {
        question: RollQuestion, "warning, then combination";
        faces: Faces, "all dice on the table";
        thrown: Faces, "those of this try";
        tries: i32, "tries made in this turn, this one included";
        shows: Combo, "the first combination of the ruleset's list that the dice on the table fit";
        matches: i32, "how many of the list they fit";
    } -> AnswerKind::WordsOrCombination(RollAnswer::WORDS),
    example "function p.on_roll(ev, m, next)\n  if ev.question == \"combination\" and ev.faces == \"BALL BALL BALL\" then return \"lob\", \"MY-HAT-TRICK-01\" end\n  return next()\nend"

    /// A goal was scored.
    OnGoal = "on_goal", Notify Act, who["scorer"] {
        side: TeamWord, "who scored";
        scorer: Option<Token>, "who kicked";
        own: bool, "into his own goal";
        tick: i32, "of the half";
    } -> AnswerKind::Nothing,
    example "function p.on_goal(ev, m)\n  m:note(\"what a goal\")\nend"
}
