//! The `touchline` command: play, simulate and take apart football board games whose rules are plugins.

mod args;
mod command;
mod failure;
mod file;
mod interrupt;
mod kind;
mod out;
mod rows;
mod style;
mod table;
mod text;

use command::Touchline;
use out::Out;
use std::process::ExitCode;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|l| format!(" at {}:{}", l.file(), l.line())).unwrap_or_default();
        let said = panic.payload_as_str().unwrap_or("no message");
        failure::say(&format!(
            "touchline failed{place}: {said}\n  This is a fault of touchline, not yours: please report it."
        ));
    }));
    let command = Touchline::parse_or_suggest();
    let mut out = Out::stdout();
    let result = command.run(&mut out).and_then(|()| Ok(out.finish()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
