//! The BASE rulings that open play asks for, made in Rust: a yardstick for what the Lua hooks cost, not a rule book.

use std::rc::Rc;
use touchline_core::Token;
use touchline_core::game::Play;
use touchline_core::plugin::*;
use touchline_core::rules::Ruleset;

/// Answers made once; a call only chooses among them.
pub(crate) struct Native {
    half_ticks: i64,
    words: Vec<Rc<Answer>>,
    numbers: [Rc<Answer>; 2],
    value: Rc<Answer>,
    declare: Rc<Answer>,
    keeper: Rc<Answer>,
    free: [Rc<Answer>; 4],
    restricted: Rc<Answer>,
    steps: [Rc<Answer>; 3],
    tackle: Rc<Answer>,
    nothing: Rc<Answer>,
}

fn record<R: Record>(changes: &[(usize, f64)]) -> Answer {
    let mut answer = Answer::default();
    for (to, field) in answer.record.iter_mut().zip(R::FIELDS) {
        *to = field.default;
    }
    for (field, value) in changes {
        answer.record[*field] = *value;
    }
    answer
}

fn granting(grants: &[(u8, Grant)]) -> Answer {
    let grants = grants.iter().map(|(name, grant)| NamedGrant { name: *name, grant: *grant }).collect();
    Answer { grants, ..Answer::default() }
}

impl Native {
    pub(crate) fn new(rules: &Ruleset) -> Native {
        let word = |n: u8| Rc::new(Answer { word: Some(n), ..Answer::default() });
        let number = |n: i32| Rc::new(Answer { number: Some(n), ..Answer::default() });
        let moves = |cells: u8| {
            let all = Grant { cells, ..Grant::default() };
            Rc::new(granting(&[(0, all), (0, Grant { shift: true, ..Grant::default() })]))
        };
        let one = Grant { who: GrantWho::Others, count: 1, cells: 1, shift: true, ..Grant::default() };
        let place = |who: Role| {
            let act = StepAct::Place as u8;
            let mut step = record::<StepValue>(&[(0, f64::from(who as u8)), (1, f64::from(act))]);
            step.grants = granting(&[(0, Grant::default())]).grants;
            Rc::new(step)
        };
        let stay = Grant { who: GrantWho::Keeper, pose: GrantPose::Either, ..Grant::default() };
        Native {
            half_ticks: i64::from(rules.mechanics.ticks_per_half),
            words: (0..12).map(word).collect(),
            numbers: [number(0), number(1)],
            value: Rc::new(record::<KickValue>(&[])),
            declare: Rc::new(granting(&[
                (0, Grant { techniques: 1, ..Grant::default() }),
                (4, Grant { techniques: 3, ..Grant::default() }),
            ])),
            keeper: Rc::new(granting(&[(0, stay)])),
            free: [moves(1), moves(2), moves(3), moves(6)],
            restricted: Rc::new(granting(&[
                (0, Grant { who: GrantWho::Keeper, cells: 1, ..Grant::default() }),
                (0, one),
            ])),
            steps: [place(Role::Attack), place(Role::Defence), Rc::new(record::<StepValue>(&[]))],
            tackle: Rc::new(granting(&[(8, Grant::default())])),
            nothing: Rc::new(Answer::default()),
        }
    }

    fn word(&self, word: u8) -> Rc<Answer> {
        Rc::clone(&self.words[usize::from(word)])
    }

    fn clock(&self, facts: &[i64; MAX_FACTS]) -> Rc<Answer> {
        let (tick, over) = (facts[0] == 0, facts[5] >= self.half_ticks);
        if tick {
            let moved = facts[2] == 1 || facts[14] >= 6;
            return Rc::clone(&self.numbers[usize::from(moved && !over)]);
        }
        let answer = match (over, facts[6]) {
            (false, _) => WhistleAnswer::Play,
            (true, 1) => WhistleAnswer::Half,
            (true, _) => WhistleAnswer::End,
        };
        self.word(answer as u8)
    }

    fn phase(&self, facts: &[i64; MAX_FACTS]) -> Rc<Answer> {
        let (phase, kept, asked) = (facts[0], facts[1] == 1, facts[3] == 1);
        let next = match (phase, kept, asked) {
            (_, false, _) => PhaseAnswer::Counter,
            (0, _, false) => PhaseAnswer::Offer,
            (0, _, true) => PhaseAnswer::P2,
            (1, ..) => PhaseAnswer::P3,
            _ => PhaseAnswer::Turn,
        };
        self.word(next as u8)
    }

    fn flight(&self, facts: &[i64; MAX_FACTS]) -> Rc<Answer> {
        let answer = match facts[3] {
            0 => FlightAnswer::Cod,
            1 => FlightAnswer::ThrowIn,
            2 => FlightAnswer::GoalKick,
            3 => FlightAnswer::Goal,
            _ => FlightAnswer::OwnGoal,
        };
        self.word(answer as u8)
    }
}

impl Referee for Native {
    fn call(
        &self,
        hook: Hook,
        facts: &[i64; MAX_FACTS],
        _who: &[Option<Token>],
        play: &mut Play,
    ) -> Result<Rc<Answer>, HookError> {
        Ok(match hook {
            Hook::OnDeclare => Rc::clone(&self.declare),
            Hook::OnKick => Rc::clone(&self.value),
            Hook::OnFlight => self.flight(facts),
            Hook::OnSave => Rc::clone(&self.keeper),
            Hook::OnCodTie => self.word(u8::from(facts[1] > 4)),
            Hook::OnOffside => self.word(0),
            Hook::OnAbility if facts[0] == Moment::InBallCell as i64 && facts[13] == 1 => Rc::clone(&self.tackle),
            Hook::OnMoveAllowance => match (facts[0], facts[5], facts[3]) {
                (2, ..) => Rc::clone(&self.free[2]),
                (_, 0, _) => Rc::clone(&self.restricted),
                (_, _, longest) => Rc::clone(&self.free[(longest.clamp(1, 3) - 1) as usize]),
            },
            Hook::OnMove => self.word(if facts[3] == 1 { MoveAnswer::Free } else { MoveAnswer::No } as u8),
            Hook::OnDuel => {
                let face = touchline_core::game::dice::die(play.state.seed, play.state.dice, 6);
                play.state.dice += 1;
                self.word(u8::from(face < 5))
            }
            Hook::OnPhaseEnd => self.phase(facts),
            Hook::OnClock => self.clock(facts),
            Hook::OnSetup => Rc::clone(&self.steps[(facts[1].clamp(1, 3) - 1) as usize]),
            Hook::OnCod
            | Hook::OnAbility
            | Hook::OnSubstitution
            | Hook::OnSquad
            | Hook::OnMatchStart
            | Hook::OnFoul
            | Hook::OnRoll
            | Hook::OnGoal => Rc::clone(&self.nothing),
        })
    }
}
