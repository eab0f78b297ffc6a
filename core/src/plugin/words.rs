//! Small vocabularies that cross the border to Lua: an enum in Rust, a word in a plugin.

/// Declares an enum whose variants are words to a plugin and small integers on the way there.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$vmeta])* #[doc = concat!("`", $word, "`")] $variant),+ }

        impl $name {
            /// Every variant, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];
            /// The words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word a plugin sees.
            #[must_use]
            pub const fn word(self) -> &'static str {
                Self::WORDS[self as usize]
            }

            /// The variant for a word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<$name> {
                Self::WORDS.iter().position(|w| *w == word).map(|i| Self::ALL[i])
            }

            /// The variant with this index.
            #[must_use]
            pub fn from_index(index: usize) -> Option<$name> {
                Self::ALL.get(index).copied()
            }
        }

        impl Default for $name {
            /// The first of them.
            fn default() -> Self {
                Self::ALL[0]
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.serialize_str(self.word())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let word = <std::borrow::Cow<'de, str>>::deserialize(d)?;
                Self::from_word(&word)
                    .ok_or_else(|| serde::de::Error::unknown_variant(&word, Self::WORDS))
            }
        }

        impl $crate::plugin::Fact for $name {
            const KIND: $crate::plugin::FactKind = $crate::plugin::FactKind::Word(Self::WORDS);
            fn pack(self) -> i64 {
                self as i64
            }
        }

        impl $crate::plugin::Datum for $name {
            const KIND: $crate::plugin::FactKind = $crate::plugin::FactKind::Word(Self::WORDS);
            fn to_number(self) -> f64 {
                f64::from(self as u8)
            }
            fn from_number(number: f64) -> Self {
                Self::ALL.get(number as usize).copied().unwrap_or(Self::ALL[0])
            }
        }
    };
}
pub(crate) use words;

words! {
    /// What a kick is, once it is known (`pass` and `advance` are told apart after the fact).
    Kind {
        Pass = "pass", Advance = "advance", Cross = "cross", Shot = "shot", Kick = "kick", Over = "over",
        Chain = "chain",
    }
}
words! {
    /// How play resumes.
    Restart {
        None = "none", KickOff = "kick_off", FreeKick = "free_kick", Penalty = "penalty", Corner = "corner",
        GoalKick = "goal_kick", ThrowIn = "throw_in", KeeperOut = "keeper_out",
    }
}
words! {
    /// Whose ball it is, seen by the side on turn.
    BallWord { Own = "own", Other = "other", Loose = "loose" }
}
words! {
    /// Where the keeper of a side is before a penalty.
    KeeperWhere { In = "in", Out = "out", Gone = "gone" }
}
words! {
    /// What the action of a turn was.
    ActWord {
        None = "none", Move = "move", Pass = "pass", Kick = "kick", Shot = "shot", Over = "over", Chain = "chain",
        Steal = "steal", Penalty = "penalty", Report = "report",
    }
}
words! {
    /// A side as seen from the team in possession when the question arises.
    Role { Attack = "attack", Defence = "defence" }
}
words! {
    /// `Role`, or nobody.
    MaybeRole { None = "none", Attack = "attack", Defence = "defence" }
}
words! {
    /// Which first-touch action opened this P1.
    FirstTime { None = "none", Pass = "pass", Advance = "advance", Cross = "cross", Shot = "shot" }
}
words! {
    /// Where the ball left the pitch.
    ExitWord { None = "none", Touch = "touch", Byline = "byline", Net = "net", OwnNet = "own_net" }
}
words! {
    /// Whom the moving ball met.
    Touched { None = "none", Mate = "mate", Opponent = "opponent", Both = "both" }
}
words! {
    /// A teammate in the attacked area whose cell the ball stopped in or crossed.
    Precise { None = "none", Stop = "stop", Through = "through" }
}
words! {
    /// Who fell over during the kick.
    Knocked { None = "none", Opponent = "opponent", Keeper = "keeper", Tumble = "tumble" }
}
words! {
    /// How a declared dribble went; `round` is past the keeper.
    Dribble { None = "none", Won = "won", Lost = "lost", Undeclared = "undeclared", Round = "round" }
}
words! {
    /// The parts of one kick that a coach may have a say in, in the order in which they are settled.
    Part {
        Declared = "declared", AttackSteps = "attack_steps", DefenceSteps = "defence_steps", Slide = "slide",
        Keeper = "keeper", Ready = "ready", Aim = "aim", Duels = "duels", LooseAttack = "loose_attack",
        LooseDefence = "loose_defence", Distance = "distance",
    }
}
words! {
    /// Why a token lies, or has just got up: beaten in a duel, or after a slide.
    Down { No = "no", Beaten = "beaten", Slid = "slid" }
}
words! {
    /// Where the keeper stands when a shot is declared.
    KeeperAt { GoalArea = "goal_area", Area = "area", Outside = "outside" }
}
words! {
    /// Why offside is asked.
    OffsideWhy { Gets = "gets", Tied = "tied", Heads = "heads", Crossed = "crossed", Asked = "asked" }
}
words! {
    /// The half a token stands in, seen from his own side.
    HalfWord { Own = "own", Other = "other" }
}
words! {
    /// The fixed moments at which an option may be offered.
    Moment {
        Reception = "reception", CrossDeclared = "cross_declared", BallStopped = "ball_stopped",
        FirstTime = "first_time", KeeperReady = "keeper_ready", OffsideDue = "offside_due",
        InBallCell = "in_ball_cell", BeforeDuel = "before_duel", AfterDuel = "after_duel", GoalMade = "goal_made",
    }
}
words! {
    /// From whom or what the ball came.
    BallSource {
        Pass = "pass", Header = "header", Own = "own", Shot = "shot", Cross = "cross", Restart = "restart",
        Tackle = "tackle",
    }
}
words! {
    /// What a contested cell is.
    CellIs { Carrier = "carrier", ThrowSpot = "throw_spot", Shooter = "shooter" }
}
words! {
    /// Where a mover starts, seen from the carrier.
    From { Front = "front", Rear = "rear", Far = "far", Inside = "inside", Through = "through" }
}
words! {
    /// What two sides settle.
    DuelKind {
        Tackle = "tackle", Dribble = "dribble", GkDribble = "gk_dribble", Entry = "entry", Steal = "steal",
        Penalty = "penalty", Stop = "stop", Double = "double",
    }
}
words! {
    /// Where a duel or an entry starts.
    Where {
        None = "none", Own = "own", Ahead = "ahead", Rear = "rear", Far = "far", Straight = "straight",
        Diagonal = "diagonal",
    }
}
words! {
    /// Who announced a bonus.
    Announced { None = "none", By = "by", Against = "against" }
}
words! {
    /// What makes an offence.
    Cause {
        Entry = "entry", Duel = "duel", Deliberate = "deliberate", Knock = "knock", Tumble = "tumble",
        Offside = "offside", Steal = "steal", Warning = "warning", Coaching = "coaching",
    }
}
words! {
    /// Whose cell an offence is placed in.
    FoulSpot { Offender = "offender", Victim = "victim", Carrier = "carrier" }
}
words! {
    /// The phase that is complete.
    PhaseWord { P1 = "p1", P2 = "p2", P3 = "p3", Turn = "turn" }
}
words! {
    /// How possession came about.
    How {
        Cod = "cod", Header = "header", Tackle = "tackle", Dribble = "dribble", Save = "save", Foul = "foul",
        Done = "done",
    }
}
words! {
    /// The two questions of the clock.
    ClockQuestion { Tick = "tick", Whistle = "whistle" }
}
words! {
    /// When the clock is asked.
    ClockAt {
        Cod = "cod", P2 = "p2", P3 = "p3", Turn = "turn", Setup = "setup", Goal = "goal", Foul = "foul", Out = "out",
        SentOff = "sent_off", Start = "start", Shootout = "shootout", Award = "award",
    }
}
words! {
    /// When a change of player is possible.
    Window {
        Setup = "setup", ThrowIn = "throw_in", HalfTime = "half_time", Before = "before", After = "after",
    }
}
words! {
    /// The two stages of a change of player.
    SubStage { May = "may", Made = "made" }
}
words! {
    /// Who acts in a step of a set-up.
    StepAct { None = "none", Place = "place", Approach = "approach", Taker = "taker" }
}
words! {
    /// Where the ball is put for a restart.
    StepSpot {
        None = "none", Exit = "exit", Centre = "centre", Penalty = "penalty", GoalArea = "goal_area",
        Offence = "offence", Corner = "corner",
    }
}
words! {
    /// Whether a token takes part in the calculation of distance.
    Bar { In = "in", Cell = "cell", Out = "out" }
}

words! {
    /// Who gets the ball in a tie.
    TieAnswer { Attack = "attack", Defence = "defence", Toucher = "toucher", Opponent = "opponent" }
}
words! {
    /// What becomes of a ball that has stopped or left.
    FlightAnswer {
        Cod = "cod", Header = "header", Precise = "precise", Claim = "claim", Goal = "goal", OwnGoal = "own_goal",
        ThrowIn = "throw_in", Corner = "corner", GoalKick = "goal_kick", Foul = "foul", Miss = "miss",
    }
}
words! {
    /// The offside verdict.
    OffsideAnswer { Onside = "onside", Offside = "offside", Passive = "passive" }
}
words! {
    /// May a token enter a contested cell?
    MoveAnswer { Free = "free", Die = "die", No = "no" }
}
words! {
    /// How a duel ends for the one who tries.
    DuelAnswer { Won = "won", Lost = "lost", Turnover = "turnover", Foul = "foul", Void = "void" }
}
words! {
    /// Where play goes on.
    PhaseAnswer {
        Offer = "offer", P1 = "p1", P2 = "p2", P3 = "p3", Turn = "turn", Counter = "counter", Again = "again",
        Skip = "skip",
    }
}
words! {
    /// What the whistle says. In a shoot-out `home` and `away` take the next attempt, and a coin ends it: the side that it
    /// falls for is one goal ahead.
    WhistleAnswer {
        Play = "play", Half = "half", Extra = "extra", Shootout = "shootout", End = "end", Home = "home",
        Away = "away", CoinHome = "coin_home", CoinAway = "coin_away",
    }
}
words! {
    /// What a skill makes a player good at, for bots that look for such a player: passing, crossing and shooting first
    /// time, marking; ties of long passes, passes that shake off a marker, crosses that need no touch, entering from behind.
    Talent {
        Passer = "passer", Crosser = "crosser", Shooter = "shooter", Marker = "marker", LongPasser = "long_passer",
        Assists = "assists", Precise = "precise", Recovers = "recovers",
    }
}
words! {
    /// Who starts.
    StartAnswer { Home = "home", Away = "away" }
}
words! {
    /// What is asked about dice that were thrown.
    RollQuestion { Warning = "warning", Combination = "combination" }
}
words! {
    /// The answers of `on_roll`: yes or no to the question `warning`; none, or a combination of the ruleset, which come
    /// after it in order.
    RollAnswer { Yes = "yes", No = "no", None = "none" }
}
