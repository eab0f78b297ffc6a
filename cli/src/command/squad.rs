//! `touchline squad`: look at squads, check them, compose them.

use crate::args::{self, Rules, SearchPath, squad_source};
use crate::failure::Failure;
use crate::file::NewFile;
use crate::out::Out;
use crate::style::{BAD, DIM, GOOD, NAME, PLAIN, STRONG, WARN};
use crate::table::{Align, Cell, Table};
use crate::text::counted;
use clap::{Args, Subcommand};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use touchline_core::rules::{Content, DataError, Kind, Pool, Ruleset, Squad, SquadErrors, Style, Terms, Value};

/// List, show, check and compose squads
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline squad list                               the built-in squads
  touchline squad show high-press                    one of them, player by player
  touchline squad check my.yaml                      everything that is wrong with it, line by line
  touchline squad build --style counter --seed 7     a legal squad from the pool
  touchline squad build --style wall --out wall.yaml")]
pub(super) struct SquadCommand {
    #[command(subcommand)]
    command: What,
}

#[derive(Debug, Subcommand)]
enum What {
    List(List),
    Show(Show),
    Check(Check),
    Build(Build),
}

/// List the squads that may play by a ruleset
#[derive(Args, Debug)]
struct List {
    /// The ruleset
    #[arg(short, long, value_name = "NAME", default_value = "complete")]
    ruleset: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Show a squad, player by player
#[derive(Args, Debug)]
struct Show {
    /// A file, or the name of a built-in squad
    #[arg(value_name = "SQUAD")]
    squad: String,
    /// The ruleset
    #[arg(short, long, value_name = "NAME", default_value = "complete")]
    ruleset: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Check squads against a ruleset and report every offence with its line
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline squad check my.yaml
  touchline squad check --ruleset complete --set player_pool=published rulesets/squads/*.yaml")]
struct Check {
    /// Files, or names of built-in squads
    #[arg(required = true, value_name = "SQUAD")]
    squads: Vec<String>,
    /// The ruleset
    #[arg(short, long, value_name = "NAME", default_value = "complete")]
    ruleset: String,
    /// Change a parameter (repeatable)
    #[arg(short = 's', long = "set", value_name = "NAME=VALUE")]
    params: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Compose a legal squad from the pool of player types
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  touchline squad build --style high-press
  touchline squad build --style counter --seed 7 --out counter.yaml
  touchline play --ruleset complete --home-squad counter.yaml")]
struct Build {
    /// What to look for in a player; `--style list` lists the styles
    #[arg(long, value_name = "STYLE")]
    style: String,
    /// The seed; the same seed gives the same squad [default: a new one, which is written into the file]
    #[arg(long, value_name = "N", value_parser = args::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// The ruleset
    #[arg(short, long, value_name = "NAME", default_value = "complete")]
    ruleset: String,
    /// Change a parameter, such as budget=40 (repeatable)
    #[arg(short = 's', long = "set", value_name = "NAME=VALUE")]
    params: Vec<String>,
    /// Write to this file, which must be new, instead of the screen (`-`: to the screen)
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long, conflicts_with = "out")]
    json: bool,
}

impl SquadCommand {
    pub(super) fn run(self, path: &SearchPath, out: &mut Out) -> Result<(), Failure> {
        let content = path.content()?;
        match self.command {
            What::List(list) => list.run(&content, out),
            What::Show(show) => show.run(&content, out),
            What::Check(check) => check.run(&content, out),
            What::Build(build) => build.run(&content, out),
        }
    }
}

impl List {
    fn run(&self, content: &Content, out: &mut Out) -> Result<(), Failure> {
        let rules = Rules::named(&self.ruleset).load(content)?;
        let mut squads = Vec::new();
        for name in content.list(Kind::Squad) {
            // Squads of other games are no squads here, and not wrong for that.
            if let Ok(squad) = rules.admit(&content.read(Kind::Squad, &name)?) {
                squads.push((name, squad));
            }
        }
        if self.json {
            let list: Vec<Json> = squads.iter().map(|(name, squad)| as_json(name, squad)).collect();
            return Ok(out.json(&list)?);
        }
        let mut table = Table::new(&[Align::Left, Align::Left, Align::Right, Align::Left, Align::Left])
            .heading(&["squad", "team", "value", "shape", "sections"]);
        for (name, squad) in &squads {
            let shape = squad.formations.first().map_or("", String::as_str);
            table.row(vec![
                Cell::styled(name, NAME),
                squad.name.as_str().into(),
                value(squad).to_string().into(),
                shape.into(),
                Cell::styled(colours(squad), DIM),
            ]);
        }
        table.print(out)?;
        Ok(writeln!(
            out,
            "\n{DIM}{} may play by {}{DIM:#}",
            counted(squads.len() as u64, "squad", "squads"),
            rules.name
        )?)
    }
}

impl Show {
    fn run(&self, content: &Content, out: &mut Out) -> Result<(), Failure> {
        let rules = Rules::named(&self.ruleset).load(content)?;
        let source = squad_source(content, &self.squad)?;
        let squad = Squad::parse(&source.text, &source.file(), &rules.catalogue).map_err(|e| wrong(&e))?;
        if self.json {
            return Ok(out.json(&as_json(&self.squad, &squad))?);
        }
        writeln!(out, "{STRONG}{}{STRONG:#}  {DIM}{}{DIM:#}", squad.name, source.file())?;
        let remark = source.text.lines().take_while(|l| l.starts_with('#'));
        for line in remark {
            writeln!(out, "{DIM}{}{DIM:#}", line.trim_start_matches('#').trim())?;
        }
        writeln!(out)?;
        let printed = squad.players.iter().any(|p| !p.numbers.is_empty());
        let mut heading = vec!["", "player", "position", "value", "sections, the last to tire first"];
        heading.extend(printed.then_some("duel numbers"));
        let sides = [Align::Right, Align::Left, Align::Left, Align::Right, Align::Left, Align::Left];
        let mut table = Table::new(&sides[..heading.len()]).heading(&heading);
        for (place, player) in squad.players.iter().enumerate() {
            let sections: Vec<String> = player.sections.iter().map(ToString::to_string).collect();
            let style = if place < 11 { PLAIN } else { DIM };
            let mut row = vec![
                Cell::styled(player.number.to_string(), NAME),
                Cell::styled(&player.name, style),
                Cell::styled(&player.position, style),
                Cell::styled(player.value.to_string(), style),
                Cell::styled(sections.join(", "), style),
            ];
            let numbers: Vec<String> = player.numbers.iter().map(|(colour, n)| format!("{colour} {n}")).collect();
            row.extend(printed.then(|| Cell::styled(numbers.join(", "), style)));
            table.row(row);
        }
        table.print(out)?;
        writeln!(out, "\nvalue {STRONG}{}{STRONG:#}  {DIM}{}{DIM:#}", value(&squad), colours(&squad))?;
        match rules.admit(&source) {
            Ok(_) => Ok(writeln!(out, "{GOOD}may play{GOOD:#} by {}", rules.name)?),
            Err(errors) => {
                let found = counted(errors.count() as u64, "offence", "offences");
                Ok(writeln!(out, "{WARN}may not play{WARN:#} by {}: {found}, see touchline squad check", rules.name)?)
            }
        }
    }
}

impl Check {
    fn run(&self, content: &Content, out: &mut Out) -> Result<(), Failure> {
        let rules = Rules::named(&self.ruleset).with(&[], &self.params).load(content)?;
        let (mut found, mut offences) = (Vec::new(), 0);
        for name in &self.squads {
            let checked = rules.admit_warned(&squad_source(content, name)?);
            match &checked {
                Ok((squad, warnings)) if !self.json => {
                    let (team, value, colours) = (&squad.name, value(squad), colours(squad));
                    writeln!(
                        out,
                        "{GOOD}fine{GOOD:#}  {STRONG}{name}{STRONG:#}  {DIM}{team} · value {value} · {colours}{DIM:#}"
                    )?;
                    for warning in warnings {
                        writeln!(out, "  {WARN}warning:{WARN:#} {}", warning.problem)?;
                    }
                }
                Err(errors) if !self.json => print_problems(errors, out)?,
                _ => {}
            }
            offences += checked.as_ref().err().map_or(0, SquadErrors::count);
            found.push(checked_json(name, &checked));
        }
        if self.json {
            out.json(&found)?;
        } else if offences > 0 {
            writeln!(out, "\n{BAD}{}{BAD:#}", counted(offences as u64, "offence", "offences"))?;
        }
        if offences > 0 { Err(Failure::Reported) } else { Ok(()) }
    }
}

impl Build {
    fn run(&self, content: &Content, out: &mut Out) -> Result<(), Failure> {
        let rules = Rules::named(&self.ruleset).with(&[], &self.params).load(content)?;
        if self.style == "list" {
            return list_styles(content, &rules, out);
        }
        let file = self.out.as_deref().filter(|path| *path != Path::new("-"));
        if let Some(there) = file.filter(|p| p.exists()) {
            return Err(Failure::Wrong(format!("{} is already there: choose another name", there.display())));
        }
        let Some(pool) = &rules.pool else {
            return Err(Failure::Usage(format!("ruleset {} has no pool of player types to build from", rules.name)));
        };
        let source = content.read(Kind::Style, &self.style)?;
        let style = Style::parse(&source.text, &source.file(), &rules.catalogue).map_err(|e| {
            let styles: Vec<String> = styles(content, &rules).into_iter().map(|(name, _)| name).collect();
            Failure::Wrong(format!("{e}\n  styles of {}: {}", rules.name, styles.join(", ")))
        })?;
        let seed = self.seed.unwrap_or_else(args::any_seed);
        let squad = compose(&style, pool, &rules, seed)?;
        let text = squad.to_yaml(&format!(
            "{}: {}\ntouchline squad build --ruleset {} --style {} --seed {seed}",
            style.title, style.doc, rules.name, self.style
        ));
        // What was built is checked like any other squad, as it will be read.
        let mut written = source;
        (written.kind, written.name, written.text) = (Kind::Squad, self.style.clone(), text.clone().into());
        rules.admit(&written).map_err(|errors| {
            Failure::Wrong(format!("no squad of this style may play by {}:\n{errors}", rules.name))
        })?;
        match file {
            None if self.json => Ok(out.json(&as_json(&self.style, &squad))?),
            None => Ok(out.write_all(text.as_bytes())?),
            Some(file) => {
                write(file, &text)?;
                let shown = file.display();
                writeln!(out, "{GOOD}wrote{GOOD:#}  {STRONG}{shown}{STRONG:#}  {DIM}seed {seed}{DIM:#}")?;
                let mut table = Table::new(&[Align::Left, Align::Left]).indent(2);
                for (command, what) in [
                    (format!("touchline squad show {shown}"), "player by player"),
                    (format!("touchline play --ruleset {} --home-squad {shown}", rules.name), "let it play"),
                ] {
                    table.row(vec![Cell::styled(command, NAME), Cell::styled(what, DIM)]);
                }
                Ok(table.print(out)?)
            }
        }
    }
}

/// Composes a squad within the size and the budget that the ruleset's parameters set.
fn compose(style: &Style, pool: &Pool, rules: &Arc<Ruleset>, seed: u64) -> Result<Squad, Failure> {
    let number = |name: &str| match rules.params.get(name).map(|p| &p.value) {
        Some(Value::Int(n)) => usize::try_from(*n).ok(),
        _ => None,
    };
    let (Some(size), Some(budget)) = (number("squad_size"), number("budget")) else {
        let problem = format!("ruleset {} has no `squad_size` and `budget` to build within", rules.name);
        return Err(Failure::Usage(problem));
    };
    let terms = Terms { keeper: rules.keeper_skill(), size, budget };
    style.compose(pool, terms, seed).ok_or_else(|| {
        let places = style.positions.len();
        Failure::Wrong(format!(
            "the style {} ({places} places) cannot fill a squad of {size} for {budget} points from this pool",
            style.title
        ))
    })
}

fn list_styles(content: &Content, rules: &Ruleset, out: &mut Out) -> Result<(), Failure> {
    let mut table = Table::new(&[Align::Left, Align::Left]).heading(&["style", "what it is about"]);
    for (name, style) in styles(content, rules) {
        table.row(vec![Cell::styled(name, NAME), style.doc.as_str().into()]);
    }
    Ok(table.print(out)?)
}

/// The styles of a ruleset: one that asks for skills which this game does not have is for another one.
fn styles(content: &Content, rules: &Ruleset) -> Vec<(String, Style)> {
    let parsed = |name: String| {
        let source = content.read(Kind::Style, &name).ok()?;
        Style::parse(&source.text, &source.file(), &rules.catalogue).ok().map(|style| (name, style))
    };
    content.list(Kind::Style).into_iter().filter_map(parsed).collect()
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let mut file = NewFile::create(path)?;
    file.write_all(text.as_bytes())?;
    file.finish()?;
    Ok(())
}

fn wrong(errors: &SquadErrors) -> Failure {
    Failure::Wrong(errors.to_string())
}

fn print_problems(errors: &SquadErrors, out: &mut Out) -> std::io::Result<()> {
    for DataError { file, line, column, problem, hint, .. } in &errors.0 {
        let place: String = [line, column].iter().map_while(|n| n.map(|n| format!(":{n}"))).collect();
        let place = format!("{file}{place}");
        writeln!(out, "{STRONG}{place}{STRONG:#}: {problem}")?;
        if let Some(hint) = hint {
            writeln!(out, "  {WARN}hint:{WARN:#} {hint}")?;
        }
    }
    Ok(())
}

fn value(squad: &Squad) -> u32 {
    squad.players.iter().map(|p| u32::from(p.value)).sum()
}

/// How many sections of each colour a squad has, in words.
fn colours(squad: &Squad) -> String {
    let mut count: Vec<(&str, u32)> = Vec::new();
    for section in squad.players.iter().flat_map(|p| &p.sections) {
        match count.iter_mut().find(|(colour, _)| *colour == section.colour) {
            Some((_, n)) => *n += 1,
            None => count.push((&section.colour, 1)),
        }
    }
    count.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    count.iter().map(|(colour, n)| format!("{n} {colour}")).collect::<Vec<_>>().join(", ")
}

fn as_json(name: &str, squad: &Squad) -> Json {
    json!({ "squad": name, "value": value(squad), "sheet": squad })
}

fn checked_json(name: &str, checked: &Result<(Squad, Vec<DataError>), SquadErrors>) -> Json {
    let (problems, warnings) = match checked {
        Ok((_, warnings)) => (&[][..], warnings.as_slice()),
        Err(errors) => (errors.0.as_slice(), &[][..]),
    };
    let list = |found: &[DataError]| -> Vec<Json> {
        let one = |e: &DataError| json!({ "file": e.file, "line": e.line, "column": e.column, "problem": e.problem, "hint": e.hint });
        found.iter().map(one).collect()
    };
    json!({ "squad": name, "fine": problems.is_empty(), "problems": list(problems), "warnings": list(warnings) })
}
