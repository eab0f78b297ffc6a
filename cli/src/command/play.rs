//! `touchline play`: one match, told as it happens.

use crate::args::{self, Players, Rules, SearchPath};
use crate::command::report;
use crate::failure::Failure;
use crate::interrupt;
use crate::out::Out;
use clap::Args;
use std::io::Write;
use std::sync::Arc;
use touchline_core::game::Match;
use touchline_core::sim::{Simulation};

/// Play one match between two bots, tell it, and keep a replay
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline play                                 two coaches, the base rules
  touchline play --seed 7 --away random
  touchline play --plugin golden.lua --set short_limit=5
  touchline play --out final.jsonl.zst           a compressed replay")]
pub(super) struct Play {
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    players: Players,
    /// The seed; the same seed gives the same match [default: a new one, which is printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Play {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let bots = self.players.names()?;
        let rules = self.rules.load(&path.content()?)?;
        let seed = self.seed.unwrap_or_else(args::any_seed);
        let simulation = Simulation { bots, ..Simulation::new(rules) };
        let stop = interrupt::watch();
        report::title(&simulation.rules, &simulation.bots, &format!("seed {seed}"), out)?;
        let mut bots = simulation.bots(seed)?;
        let mut game = Match::recorded(&simulation.rules, Arc::clone(&simulation.teams), seed).map_err(|e| Failure::Wrong(e.to_string()))?;
        while let Some(decision) = game.decision() {
            let action = bots[decision.side.index()].choose(&game);
            game.apply(action).map_err(|e| Failure::Wrong(e.to_string()))?;
            if stop.load(std::sync::atomic::Ordering::Relaxed) { break; }
        }
        report::statistics(game.tally(), out)?;
        writeln!(out)?;
        Ok(())
    }
}
