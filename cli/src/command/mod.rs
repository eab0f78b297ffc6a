//! The sub-commands, a file each.

mod check;
mod clauses;
mod compare;
mod competition;
mod completions;
mod diff;
mod hooks;
mod new;
mod play;
mod replay;
mod report;
mod rules;
mod sim;
mod squad;
mod telling;
mod test;
mod verify;
mod watch;

use crate::args::SearchPath;
use crate::failure::Failure;
use crate::out::Out;
use clap::builder::Styles;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};
use touchline_core::rules::nearest;

const STYLES: Styles = Styles::styled()
    .header(crate::style::STRONG)
    .usage(crate::style::STRONG)
    .literal(crate::style::NAME)
    .placeholder(crate::style::DIM);

/// Football board games whose rules are plugins: play them, simulate them, change them.
#[derive(Debug, Parser)]
#[command(name = "touchline", version, styles = STYLES, max_term_width = 100, after_help = "\
Examples:
  touchline play                                 watch two bots play a match
  touchline watch                                the same in a window
  touchline sim -n 1000                          what a thousand matches come to
  touchline league examples/league.yaml          a season with its table
  touchline new plugin golden                    begin a house rule
  touchline compare --with golden.lua -n 1000    what it changes
  touchline rules show base                      every parameter with its clause

Exit codes: 0 fine, 1 the thing asked about is wrong, 2 bad usage, 130 stopped with Ctrl-C.")]
pub(crate) struct Touchline {
    #[command(flatten)]
    path: SearchPath,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Play),
    Sim(sim::Sim),
    Compare(compare::Compare),
    League(competition::League),
    Cup(competition::CupCommand),
    Series(competition::Series),
    Squad(squad::SquadCommand),
    Rules(rules::Rules),
    Hooks(hooks::Hooks),
    Clauses(clauses::Clauses),
    New(new::New),
    Check(check::Check),
    Test(test::Test),
    Replay(replay::ReplayCommand),
    Verify(verify::Verify),
    Watch(watch::Watch),
    Completions(completions::Completions),
}

impl Touchline {
    /// What was asked; what cannot be read ends the process, with the nearest command where one is mistyped.
    pub(crate) fn parse_or_suggest() -> Touchline {
        Touchline::try_parse().unwrap_or_else(|mut error| {
            let suggested = error.get(ContextKind::SuggestedSubcommand).is_some();
            if let (false, Some(ContextValue::String(given))) = (suggested, error.get(ContextKind::InvalidSubcommand)) {
                let mut command = &Touchline::command();
                for word in std::env::args().skip(1) {
                    command = command.find_subcommand(word).unwrap_or(command);
                }
                let near = nearest(given, command.get_subcommands().map(clap::Command::get_name));
                let near: Vec<String> = near.into_iter().map(str::to_owned).collect();
                if !near.is_empty() {
                    error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(near));
                }
            }
            suggest_value(&mut error);
            error.exit()
        })
    }

    /// Does what was asked.
    pub(crate) fn run(self, out: &mut Out) -> Result<(), Failure> {
        let path = &self.path;
        match self.command {
            Command::Play(command) => command.run(path, out),
            Command::Sim(command) => command.run(path, out),
            Command::Compare(command) => command.run(path, out),
            Command::League(command) => command.run(path, out),
            Command::Cup(command) => command.run(path, out),
            Command::Series(command) => command.run(path, out),
            Command::Squad(command) => command.run(path, out),
            Command::Rules(command) => command.run(path, out),
            Command::Hooks(command) => command.run(path, out),
            Command::Clauses(command) => command.run(path, out),
            Command::New(command) => command.run(path, out),
            Command::Check(command) => command.run(path, out),
            Command::Test(command) => command.run(path, out),
            Command::Replay(command) => command.run(path, out),
            Command::Verify(command) => command.run(path, out),
            Command::Watch(command) => command.run(out),
            Command::Completions(command) => command.run(out),
        }
    }
}

/// Names the word most like one that an option does not take.
fn suggest_value(error: &mut clap::Error) {
    let given = error.get(ContextKind::InvalidValue);
    let (Some(ContextValue::String(given)), Some(ContextValue::Strings(known)), None) =
        (given, error.get(ContextKind::ValidValue), error.get(ContextKind::SuggestedValue))
    else {
        return;
    };
    if let Some(near) = nearest(given, known.iter().map(String::as_str)).first().map(|near| (*near).to_owned()) {
        error.insert(ContextKind::SuggestedValue, ContextValue::String(near));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Touchline::command().debug_assert();
    }
}
