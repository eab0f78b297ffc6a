//! The mechanics of a square board. It has its place in the machine and no decision yet: a match ends before it begins.

use super::action::Action;
use super::error::MatchError;
use super::machine::{self, Flow, Mechanic};
use super::r#match::Resume;
use crate::rules::Grid;

type Machine<'a> = machine::Machine<'a, Grid>;

impl Mechanic for Grid {
    fn begin(_: &mut Machine<'_>) -> Flow {
        Err(missing())
    }

    fn resume(_: &mut Machine<'_>, _: Resume) -> Flow {
        Err(missing())
    }

    fn perform(_: &mut Machine<'_>, _: Action) -> Flow {
        Err(missing())
    }

    fn refusal(_: &mut Machine<'_>, _: Action) -> MatchError {
        missing()
    }
}

fn missing() -> MatchError {
    MatchError::Host("the mechanics `grid` cannot be played yet".to_owned())
}
