//! `touchline new`: a plugin to begin with.

use crate::args::SearchPath;
use crate::failure::Failure;
use crate::file::NewFile;
use crate::out::Out;
use crate::style::{DIM, GOOD, NAME};
use crate::table::{Align, Cell, Table};
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::{Path, PathBuf};
use touchline_core::rules::Kind;

/// Begin something new: a plugin with its scenarios
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline new plugin golden     writes golden.lua and golden.scenarios.yaml")]
pub(super) struct New {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Plugin(Plugin),
}

/// Write a plugin that works, and scenarios that test it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline new plugin golden
  touchline new plugin golden --dir plugins/house")]
struct Plugin {
    /// Its name: small letters, digits, `_` and `-`
    name: String,
    /// The folder to write to [default: this one]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

const PLUGIN: &str = include_str!("../../templates/plugin.lua");
const SCENARIOS: &str = include_str!("../../templates/plugin.scenarios.yaml");

impl New {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let What::Plugin(plugin) = self.what;
        plugin.write(path, out)
    }
}

impl Plugin {
    fn write(&self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let name = self.name.strip_suffix(".lua").unwrap_or(&self.name);
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(fits) || name.len() > 40 {
            return Err(Failure::Usage(format!(
                "`{name}` is no name for a plugin: use small letters, digits, `_` and `-`, as in golden-goal"
            )));
        }
        let shipped = path.content()?.list(Kind::Plugin);
        if let Some(there) = shipped.iter().find(|p| p.split('/').next() == Some(name)) {
            let what = if there == name { "is a plugin" } else { "is a folder of plugins" };
            return Err(Failure::Wrong(format!("`{name}` {what} that is already there: choose another name")));
        }
        let dir = self.dir.clone().unwrap_or_default();
        let files =
            [(dir.join(format!("{name}.lua")), PLUGIN), (dir.join(format!("{name}.scenarios.yaml")), SCENARIOS)];
        if let Some((there, _)) = files.iter().find(|(path, _)| path.exists()) {
            return Err(Failure::Wrong(format!("{} is already there: choose another name", there.display())));
        }
        for (path, template) in &files {
            write(path, &filled(template, name))?;
            writeln!(out, "{GOOD}wrote{GOOD:#}  {}", path.display())?;
        }
        let (lua, scenarios) = (files[0].0.display(), files[1].0.display());
        writeln!(out, "\nNext:")?;
        let mut table = Table::new(&[Align::Left, Align::Left]).indent(2);
        for (command, what) in [
            (format!("touchline check {lua}"), "after each change"),
            (format!("touchline test {scenarios}"), "does it do what it says?"),
            (format!("touchline compare --with {lua}"), "what does it change?"),
        ] {
            table.row(vec![Cell::styled(command, NAME), Cell::styled(what, DIM)]);
        }
        Ok(table.print(out)?)
    }
}

fn filled(template: &str, name: &str) -> String {
    let family: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_uppercase();
    template.replace("PARAM", &name.replace('-', "_")).replace("NAME", name).replace("FAMILY", &family)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let mut file = NewFile::create(path)?;
    file.write_all(text.as_bytes())?;
    file.finish()?;
    Ok(())
}
