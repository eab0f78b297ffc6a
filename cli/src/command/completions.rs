//! `touchline completions`: what a shell needs to complete our commands.

use crate::command::Touchline;
use crate::failure::Failure;
use crate::out::Out;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline completions bash > ~/.local/share/bash-completion/completions/touchline
  touchline completions fish > ~/.config/fish/completions/touchline.fish")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self, out: &mut Out) -> Result<(), Failure> {
        // The generator panics when it cannot write, so it writes to memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Touchline::command(), "touchline", &mut script);
        Ok(out.write_all(&script)?)
    }
}
