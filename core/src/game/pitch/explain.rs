//! Why an action is refused, and by which clause. Only asked when one is.

use super::Machine;
use super::cod::NOT_WHO;
use super::declare::stroke;
use super::place::MOVER_PLACES;
use super::substitution::FIRST_ON_BENCH;
use crate::board::Cell;
use crate::game::action::{Action, Intent, KeeperPose, Offer, with_article};
use crate::game::error::MatchError;
use crate::game::piece::Status;
use crate::game::state::Stage;
use crate::kick::Technique;
use crate::plugin::{Grant, GrantPose, Into, Moment, PoolValue, StepValue};
use crate::{Side, Token};

type Reason = (String, Option<String>);

impl Machine<'_> {
    pub(super) fn refusal(&mut self, action: Action) -> MatchError {
        let (side, stage) = (self.state().to_act, self.state().stage);
        if stage == Stage::Over {
            return MatchError::Over;
        }
        let (reason, clause) = match (stage, action) {
            (Stage::Declare, Action::Declare(intent, technique)) => self.why_not_declare(intent, technique),
            (Stage::Attack | Stage::Defence, Action::Move(slot, cell)) => self.why_not_move(side, slot.index(), cell),
            (Stage::Attack | Stage::Defence | Stage::Tackle, Action::Shift(slot, _)) => {
                self.why_not_shift(side, slot.index())
            }
            (Stage::Attack | Stage::Defence, Action::Take(Offer::End)) => self.why_not_end(side),
            (Stage::Attack | Stage::Defence, Action::Take(Offer::Tackle)) => self.why_not_tackle(side),
            (Stage::Place, Action::Move(slot, cell)) => self.why_not_place(side, slot.index(), cell),
            (Stage::Place, Action::Shift(..)) => {
                let reason = "only the token that was placed last takes a clear spot of its cell, and once".to_owned();
                (reason, self.setup_clause())
            }
            (Stage::Place, Action::Formation(_, wall)) if wall > 0 => (
                "no wall of that size may be built here".to_owned(),
                self.permit_clause(|p| p.wall()).or_else(|| self.setup_clause()),
            ),
            (Stage::Place, Action::Formation(..)) => {
                ("the tokens of this step are named first, the taker among them".to_owned(), self.setup_clause())
            }
            (Stage::Reception, Action::Take(_)) => self.why_not_offer(),
            (Stage::Step, Action::Move(..)) => ("he may not step there".to_owned(), self.widest_clause(|_| true)),
            (Stage::Slide, Action::Move(..)) => {
                ("he may not slide there".to_owned(), self.widest_clause(|p| p.pose == GrantPose::Lie))
            }
            (Stage::SlidePose, Action::Pose(pose)) => {
                (format!("he may not `{pose}` there"), self.widest_clause(|p| p.pose == GrantPose::Lie))
            }
            (Stage::KeeperPose, Action::Pose(KeeperPose::Rod)) => self.why_not_prepare(side, action),
            (Stage::KeeperPose, Action::Pose(pose)) => self.why_not_pose(side, pose),
            (Stage::KeeperPose, Action::Shift(..)) => {
                let reason = "the keeper takes a clear spot of the cell he is prepared in, and once".to_owned();
                (reason, self.prepared_by(side))
            }
            (Stage::KeeperCell, _) => self.why_not_prepare(side, action),
            (Stage::Settle, _) => {
                let reason = "he stays where he is, or goes to a clear spot of his cell".to_owned();
                (reason, self.clause(self.state().kick.placed_by))
            }
            (Stage::Change, Action::Change(slot, place)) => self.why_not_change(side, slot.index(), place),
            (Stage::Place | Stage::Approach, Action::Change(..)) => {
                // Nobody lets the side change any more: it has made all its changes.
                let clause = self.changes_clause(side).or_else(|| self.param_clause("substitutions"));
                ("no players are changed now".to_owned(), clause)
            }
            (Stage::Spot, Action::PickCell(_)) => {
                ("the restart is not taken from there".to_owned(), self.step_clause("spot"))
            }
            (Stage::Winner, Action::PickToken(_)) => self.why_not_winner(),
            (Stage::Line, Action::PickCell(_)) => {
                ("the ball does not lie in that cell".to_owned(), self.param_clause("line_winner_chooses"))
            }
            (Stage::Push, Action::PickCell(_)) => {
                ("he makes room in an empty neighbouring cell".to_owned(), self.permit_clause(|p| p.pushes()))
            }
            (Stage::Approach, Action::PickToken(_)) => {
                ("he is too far from the spot".to_owned(), self.widest_clause(|_| true))
            }
            _ => (format!("the decision is `{stage}`; `legal_actions` lists what may be done"), None),
        };
        MatchError::Illegal { action, side, stage, reason, clause }
    }

    fn param_clause(&self, name: &str) -> Option<String> {
        self.rules.params.get(name).and_then(|p| p.decl.clauses.first().cloned())
    }

    fn permit_clause(&self, fits: impl Fn(&crate::game::permit::Permit) -> bool) -> Option<String> {
        self.state().permits().iter().filter(|p| p.slots != 0 && fits(p)).find_map(|p| self.clause(p.ruling))
    }

    /// The clause of the permit that reaches farthest, and of these for most tokens.
    fn widest_clause(&self, fits: impl Fn(&crate::game::permit::Permit) -> bool) -> Option<String> {
        let permits = self.state().permits().iter().filter(|p| p.slots != 0 && fits(p));
        let widest = permits.min_by_key(|p| std::cmp::Reverse((p.cells, p.slots.count_ones())))?;
        self.clause(widest.ruling)
    }

    fn setup_clause(&mut self) -> Option<String> {
        let question = self.setup_question();
        let ruled = self.ask(question, &[]).ok()?;
        self.clause(ruled.ruling())
    }

    /// The clause that set a field of the running step, such as how far from the ball its tokens stay.
    fn step_clause(&mut self, field: &str) -> Option<String> {
        let question = self.setup_question();
        let ruled = self.ask(question, &[]).ok()?;
        self.clause(ruled.author::<StepValue>(field).unwrap_or(ruled.ruling()))
    }

    fn why_not_winner(&mut self) -> Reason {
        let reason = "he is not among those who are nearest to the ball".to_owned();
        let asked = self.cod_question().and_then(|(question, kicker)| self.ask(question, &[Some(kicker)]).ok());
        (reason, asked.and_then(|ruled| self.clause(ruled.author_but::<PoolValue>(&NOT_WHO)?)))
    }

    fn why_not_shift(&self, side: Side, slot: usize) -> Reason {
        let Some(token) = self.state().slot(side, slot) else { return ("there is no such token".to_owned(), None) };
        match self.state().piece(token).spent() {
            true => (format!("{token} has already moved this turn"), self.param_clause("one_move_per_turn")),
            false => (format!("{token} does not change to that place now"), self.param_clause(MOVER_PLACES)),
        }
    }

    fn why_not_declare(&mut self, intent: Intent, technique: Technique) -> Reason {
        let asked = self.declaration().and_then(|(question, kicker)| self.ask(question, &[Some(kicker)]).ok());
        let Some(ruled) = asked else { return ("nobody has the ball".to_owned(), None) };
        let named = |name: Option<u8>| ruled.answer.grants.iter().find(|g| Some(g.name) == name).map(|g| g.grant);
        let reason = format!("{} may not be struck {} here", with_article(intent.word()), technique.word());
        if let Some(grant) = named(stroke(intent, technique)).filter(|grant| grant.refused) {
            return (reason, self.clause(grant.ruling));
        }
        match named(Some(intent as u8)) {
            Some(grant) if grant.refused => {
                (format!("{} may not be declared here", with_article(intent.word())), self.clause(grant.ruling))
            }
            Some(grant) => (reason, self.clause(grant.ruling)),
            None => {
                // Who offers something else here says that this is not offered.
                let offers = ruled.answer.grants.iter().map(|g| g.grant).find(|grant| !grant.refused);
                let author = offers.map_or(ruled.ruling(), |grant| grant.ruling);
                (format!("no clause offers {} here", with_article(intent.word())), self.clause(author))
            }
        }
    }

    fn why_not_pose(&self, side: Side, pose: KeeperPose) -> Reason {
        (format!("the keeper may not `{pose}` there"), self.prepared_by(side))
    }

    /// Why the keeper is not put into a cell, or not prepared in a way.
    fn why_not_prepare(&mut self, side: Side, action: Action) -> Reason {
        let reason = "the keeper may not be prepared like that".to_owned();
        let offered = self.permit_clause(|p| !p.rod());
        let Some(shooter) = self.state().kick.kicker else { return (reason, offered) };
        let (question, ball) = (self.save_question(shooter), self.state().ball.cell);
        let Ok(ruled) = self.ask(question, &[Some(shooter), question.keeper]) else { return (reason, offered) };
        let refused = |why: fn(&Grant) -> bool| {
            ruled.answer.grants.iter().map(|named| &named.grant).find(|g| g.refused && why(g)).map(|g| g.ruling)
        };
        let (rod, enters) = (|g: &Grant| g.rod, |g: &Grant| g.into == Into::Carrier);
        let any = || refused(|g| !g.rod && g.into != Into::Carrier);
        let author = match action {
            Action::Pose(KeeperPose::Rod) => refused(rod),
            Action::PickCell(at) if at == ball || self.state().at(at, side).is_some() => refused(enters).or_else(any),
            _ => any(),
        };
        (reason, author.map_or(offered, |ruling| self.clause(ruling)))
    }

    /// The clause that lets the keeper be prepared in the cell that was chosen.
    fn prepared_by(&self, side: Side) -> Option<String> {
        let chosen = self.state().legal.cells.first().zip(self.keeper(side));
        let crowd = self.occupancy(side);
        chosen.and_then(|(cell, keeper)| {
            self.permit_clause(|p| !p.rod() && self.permitted(p, keeper, &crowd).contains(cell))
        })
    }

    fn why_not_move(&mut self, side: Side, slot: usize, cell: Cell) -> Reason {
        let Some(token) = self.state().slot(side, slot).filter(|t| self.state().piece(*t).on_pitch()) else {
            return (format!("slot {slot} has no token on the pitch"), None);
        };
        if self.state().ball.carrier == Some(token) {
            let clause = self.param_clause("holder_moves").or_else(|| self.widest_clause(|_| true));
            return ("the player in possession stays".to_owned(), clause);
        }
        if self.state().piece(token).spent() {
            return (format!("{token} has already moved this turn"), self.param_clause("one_move_per_turn"));
        }
        let name = self.board().cell_name(cell).to_owned();
        if self.state().at(cell, side).is_some() {
            return (format!("a teammate stands on {name}"), self.param_clause("cell_capacity"));
        }
        if let Some(clause) = self.why_not_enter(token, cell) {
            return (format!("{token} may not enter {name}"), Some(clause));
        }
        let own = self.widest_clause(|p| p.is_for(slot) && self.option_open(p));
        (format!("{name} is out of reach for {token}"), own.or_else(|| self.widest_clause(|_| true)))
    }

    fn why_not_enter(&mut self, token: Token, cell: Cell) -> Option<String> {
        if self.contested(token.side()) != Some(cell) || !self.reach_of(token).contains(cell) {
            return None;
        }
        let question = self.entry_question(token, cell);
        let carrier = self.state().ball.carrier;
        let ruled = self.ask(question, &[Some(token), carrier]).ok()?;
        self.clause(ruled.ruling())
    }

    fn why_not_end(&self, side: Side) -> Reason {
        let crowd = self.crowd(side).iter().map(|c| self.board().cell_name(c)).collect::<Vec<_>>().join(", ");
        (format!("too many tokens stand on {crowd}: one must leave first"), self.permit_clause(|p| p.forced()))
    }

    fn why_not_tackle(&mut self, side: Side) -> Reason {
        let state = self.state();
        let inside = state.ball.carrier.and_then(|c| state.piece(c).cell).and_then(|cell| state.at(cell, side));
        let Some(token) = inside else {
            return ("nobody of yours is in the carrier's cell".to_owned(), None);
        };
        let question = self.ability(Moment::InBallCell, token);
        let carrier = self.state().ball.carrier;
        let clause = self.ask(question, &[Some(token), carrier, None]).ok().and_then(|ruled| {
            let refused = ruled.answer.grants.iter().find(|g| g.grant.refused).map(|g| g.grant.ruling);
            self.clause(refused.unwrap_or(ruled.ruling()))
        });
        let reason = match self.state().legal.tokens {
            0 => format!("{token} may not tackle now"),
            _ => "several of yours are in the carrier's cell: name the one who tackles".to_owned(),
        };
        (reason, clause)
    }

    fn why_not_offer(&mut self) -> Reason {
        let Some(token) = self.state().ball.carrier else { return ("nobody has the ball".to_owned(), None) };
        let question = self.ability(Moment::Reception, token);
        let passer = self.state().kick.kicker;
        let other = self.companion(token);
        let clause =
            self.ask(question, &[Some(token), other, passer]).ok().and_then(|ruled| self.clause(ruled.ruling()));
        (format!("{token} has no such option at this reception"), clause)
    }

    fn why_not_change(&mut self, side: Side, slot: usize, place: u8) -> Reason {
        let on = Token::new(side, FIRST_ON_BENCH + place);
        let off = self.state().slot(side, slot).filter(|t| self.state().piece(*t).on_pitch());
        if off.is_none() || self.state().piece(on).status != Status::Bench {
            if off.is_some() && self.state().piece(on).status == Status::TakenOff {
                return (format!("{on} was taken off and does not return"), self.param_clause("substitutions"));
            }
            let why =
                if off.is_none() { "he is not on the pitch".to_owned() } else { format!("{on} is not on the bench") };
            return (why, self.changes_clause(side));
        }
        let clause = off.and_then(|off| self.change_refused_by(side, off, on));
        ("that change of players is not allowed".to_owned(), clause)
    }

    fn why_not_place(&mut self, side: Side, slot: usize, cell: Cell) -> Reason {
        let name = self.board().cell_name(cell).to_owned();
        let Some(token) = self.state().slot(side, slot).filter(|t| self.state().piece(*t).on_pitch()) else {
            return (format!("slot {slot} has no token on the pitch"), None);
        };
        if self.state().piece(token).placed() {
            return (format!("{token} has been placed"), self.param_clause("moves_final"));
        }
        let state = self.state();
        let mates =
            state.on_pitch(side).filter(|t| state.piece(*t).placed() && state.piece(*t).cell == Some(cell)).count();
        if mates > 0 {
            let full = self.state().stoppage.walls.contains(cell);
            let wall = if full { self.param_clause("wall_size") } else { self.permit_clause(|p| p.wall()) };
            return (
                format!("{mates} of your tokens stand on {name} already"),
                wall.or_else(|| self.param_clause("cell_capacity")),
            );
        }
        if self.state().ball.gap > 0 && self.near_the_spot(side).0.contains(cell) {
            return (format!("{name} is too near the ball for {token}"), self.step_clause("gap_cm"));
        }
        let barred = self.permit_clause(|p| p.is_for(slot) && !p.wall() && !p.target.contains(cell));
        if barred.is_none() && self.takers_wanted(side, 1 << slot) != 0 {
            return ("the kicker stands in the ball's cell, and nobody does yet".to_owned(), self.setup_clause());
        }
        (format!("{token} may not be placed on {name} for this restart"), barred.or_else(|| self.setup_clause()))
    }
}
