//! Does it look like football? Plays many matches of two bots on all cores and prints what happened in them.
//!
//! `cargo run --release --example realism -- [-n MATCHES] [--seed N] [--home BOT] [--away BOT] [--ruleset R]`
//! `cargo run --release --example realism -- --watch SEED` prints one match as text.
#![allow(clippy::disallowed_methods)] // the speed of the run is printed, nothing depends on it

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use touchline_core::bot::{self, by_name};
use touchline_core::game::{Match, Tally, Teams};
use touchline_core::record::Event;
use touchline_core::rules::{Content, Options, Ruleset};
use touchline_core::{Side, Token};

type Failure = Box<dyn Error + Send + Sync>;

struct Wanted {
    matches: u64,
    seed: u64,
    bots: [String; 2],
    ruleset: String,
    watch: Option<u64>,
}

fn main() -> Result<(), Failure> {
    let wanted = arguments()?;
    let rules = Ruleset::load(&Content::embedded(), &wanted.ruleset, &Options::default())?;
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    if let Some(seed) = wanted.watch {
        return watch(&rules, &teams, &wanted, seed);
    }
    let start = std::time::Instant::now();
    let tallies = many(&rules, &teams, &wanted)?;
    let seconds = start.elapsed().as_secs_f64();
    table(&tallies);
    let decisions: u32 = tallies.iter().map(|t| t.decisions[0] + t.decisions[1]).sum();
    println!(
        "\n{} matches of {} v {}, seed {}: {:.0} matches/s, {:.0} decisions/s",
        tallies.len(),
        wanted.bots[0],
        wanted.bots[1],
        wanted.seed,
        tallies.len() as f64 / seconds,
        f64::from(decisions) / seconds,
    );
    Ok(())
}

fn arguments() -> Result<Wanted, Failure> {
    let mut wanted = Wanted {
        matches: 1000,
        seed: 1,
        bots: ["coach".to_owned(), "coach".to_owned()],
        ruleset: "base".to_owned(),
        watch: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "-n" => wanted.matches = value.parse()?,
            "--seed" => wanted.seed = value.parse()?,
            "--home" => wanted.bots[0] = value,
            "--away" => wanted.bots[1] = value,
            "--ruleset" => wanted.ruleset = value,
            "--watch" => wanted.watch = Some(value.parse()?),
            _ => return Err(format!("unknown argument {name}").into()),
        }
    }
    Ok(wanted)
}

fn play(mut m: Match, wanted: &Wanted, seed: u64) -> Result<Match, Failure> {
    let bot = |side: Side| {
        let name = &wanted.bots[side.index()];
        by_name(name, bot::seed(seed, side)).ok_or_else(|| format!("no bot {name}; try {}", bot::NAMES.join(" or ")))
    };
    let (mut home, mut away) = (bot(Side::Home)?, bot(Side::Away)?);
    bot::play(&mut m, home.as_mut(), away.as_mut())?;
    Ok(m)
}

fn many(rules: &Arc<Ruleset>, teams: &Arc<Teams>, wanted: &Wanted) -> Result<Vec<Tally>, Failure> {
    let next = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let worker = || -> Result<Vec<Tally>, Failure> {
        let mut tallies = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= wanted.matches {
                return Ok(tallies);
            }
            let seed = wanted.seed.wrapping_mul(1_000_003).wrapping_add(number);
            let m = play(Match::new(rules, Arc::clone(teams), seed)?, wanted, seed)?;
            // The score of a forfeit is not what was played.
            tallies.push(*m.tally());
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let mut all = Vec::new();
        for worker in workers {
            all.extend(worker.join().map_err(|_| "a worker panicked")??);
        }
        Ok(all)
    })
}

/// Mean and half of the 95 % interval.
fn mean(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count().max(1) as f64;
    let mean = values.clone().sum::<f64>() / count;
    let variance = values.map(|v| (v - mean) * (v - mean)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

fn table(tallies: &[Tally]) {
    type Count = fn(&Tally) -> [u32; 2];
    let rows: [(&str, Count); 24] = [
        ("goals", |t| t.goals),
        ("shots", |t| t.shots),
        ("shots on target", |t| t.on_target),
        ("passes", |t| t.passes),
        ("passes completed", |t| t.completed),
        ("advances", |t| t.advances),
        ("crosses", |t| t.crosses),
        ("headers", |t| t.headers),
        ("first touches", |t| t.first_touches),
        ("interceptions", |t| t.interceptions),
        ("tackles", |t| t.tackles),
        ("tackles won", |t| t.tackles_won),
        ("fouls", |t| t.fouls),
        ("cards", |t| t.cards),
        ("sent off", |t| t.sent_off),
        ("offsides", |t| t.offsides),
        ("corners", |t| t.corners),
        ("throw-ins", |t| t.throw_ins),
        ("free kicks", |t| t.free_kicks),
        ("penalties", |t| t.penalties),
        ("goal kicks", |t| t.goal_kicks),
        ("changes", |t| t.changes),
        ("turns", |t| t.turns),
        ("decisions", |t| t.decisions),
    ];
    println!("| per match | both sides | 95 % | home | away |\n|---|---|---|---|---|");
    let line = |name: &str, both: (f64, f64), home: f64, away: f64| {
        println!("| {name} | {:.2} | ± {:.2} | {home:.2} | {away:.2} |", both.0, both.1);
    };
    for (name, count) in rows {
        let both = mean(tallies.iter().map(|t| f64::from(count(t)[0] + count(t)[1])));
        let [home, away] = [0, 1].map(|s| mean(tallies.iter().map(|t| f64::from(count(t)[s]))).0);
        line(name, both, home, away);
    }
    let share = |name: &str, of: fn(&Tally, usize) -> (u32, u32)| {
        let side = |s: usize| {
            let (part, all) = tallies.iter().map(|t| of(t, s)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
            100.0 * f64::from(part) / f64::from(all.max(1))
        };
        let each = tallies.iter().map(|t| {
            let (a, b) = (of(t, 0), of(t, 1));
            100.0 * f64::from(a.0 + b.0) / f64::from((a.1 + b.1).max(1))
        });
        line(name, mean(each), side(0), side(1));
    };
    share("pass completion, %", |t, s| (t.completed[s], t.passes[s]));
    share("shots that score, %", |t, s| (t.goals[s], t.shots[s]));
    let kicks =
        mean(tallies.iter().map(|t| f64::from(t.kicks[0] + t.kicks[1]) / f64::from((t.turns[0] + t.turns[1]).max(1))));
    println!("| kicks per turn | {:.2} | ± {:.2} | | |", kicks.0, kicks.1);
    let possession = mean(tallies.iter().map(|t| 100.0 * t.possession(Side::Home)));
    println!("| possession of home, % | {:.1} | ± {:.1} | | |", possession.0, possession.1);
    let even = tallies.iter().filter(|t| (0.4..=0.6).contains(&t.possession(Side::Home))).count();
    println!("| matches with 40–60 % possession, % | {:.1} | | | |", 100.0 * even as f64 / tallies.len().max(1) as f64);
    let results = |f: fn(u32, u32) -> bool| {
        100.0 * tallies.iter().filter(|t| f(t.goals[0], t.goals[1])).count() as f64 / tallies.len().max(1) as f64
    };
    println!(
        "| home wins, draws, away wins, % | {:.1} / {:.1} / {:.1} | | | |",
        results(|h, a| h > a),
        results(|h, a| h == a),
        results(|h, a| h < a)
    );
}

/// One match as text: kicks, runs, duels and the score.
fn watch(rules: &Arc<Ruleset>, teams: &Arc<Teams>, wanted: &Wanted, seed: u64) -> Result<(), Failure> {
    let m = play(Match::recorded(rules, Arc::clone(teams), seed)?, wanted, seed)?;
    let name = |token: Token| {
        let player = &teams[token.side().index()].players[usize::from(token.member())];
        format!("{} {} ({})", token.side(), player.number, player.sections.first().map_or("-", |s| s.colour.as_str()))
    };
    let list = |tokens: &[Token]| tokens.iter().map(|t| name(*t)).collect::<Vec<_>>().join(", ");
    for entry in m.recorder().into_iter().flat_map(|r| r.events()) {
        let text = match &entry.event {
            Event::Half { number, kicks_off } => format!("=== half {number}, {kicks_off} kicks off"),
            Event::Turn { number, side, counter } => {
                format!("--- turn {number}: {side}{}", if *counter { " counterattacks" } else { "" })
            }
            Event::Restart { restart, side, spot } => format!("** {restart} for {side} at {spot}"),
            Event::Setup { side, shape, wall, tokens } => {
                let places: Vec<String> =
                    tokens.iter().map(|p| format!("{}:{}", p.token.member() + 1, p.cell)).collect();
                format!("   {side} sets up {shape} wall {wall}: {}", places.join(" "))
            }
            Event::Declared { token, intent, technique } => {
                format!("{} declares {intent} {}", name(*token), technique.word())
            }
            Event::Keeper { cell, pose, .. } => format!("   keeper {pose} at {cell}"),
            Event::Kick { from, aim, touched, cells, .. } => {
                let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
                let aim = rules.board.cell_name(rules.board.cell_at(*aim));
                format!("   kick {from} → {aim}, rests {} touched [{}]", cells.join("/"), list(touched))
            }
            Event::Flight { outcome } if outcome != "cod" => format!("   {outcome}"),
            Event::Cod { attack, defence, travel, .. } => {
                format!("   distance attack {attack:?} defence {defence:?} travel {travel}")
            }
            Event::Possession { token, cell, .. } => format!("   {} has it at {cell}", name(*token)),
            Event::Offside { verdict, token } if verdict == "offside" => format!("   {} is offside", name(*token)),
            Event::Move { token, from, to, .. } => format!("      {} {from} → {to}", name(*token)),
            Event::Ability { token, offer } => format!("   {} takes {offer}", name(*token)),
            Event::Duel { kind, by, outcome, .. } => format!("   {kind} by {}: {outcome}", name(*by)),
            Event::Foul { offender, card, .. } => {
                format!("   foul by {}, card {card:?}", offender.map_or(String::new(), name))
            }
            Event::Goal { side, score, own, .. } => {
                format!("##### GOAL for {side}: {score:?}{}", if *own { " (own)" } else { "" })
            }
            Event::Substitution { off, on, .. } => format!("   {} off, {} on", name(*off), name(*on)),
            Event::End { score, reason, .. } => format!("=== {score:?} {reason}"),
            _ => continue,
        };
        println!("{:>2}'{} {text}", rules.mechanics.minute(entry.half, entry.tick), entry.phase);
    }
    println!("{:?}", m.tally());
    Ok(())
}
