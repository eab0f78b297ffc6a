use std::sync::Arc;
use touchline_core::{game::Match, rules::{Content, Options, Ruleset}};
fn main() {
    let content = Content::embedded();
    let rules = match Ruleset::load(&content, "base", &Options::default()) { Ok(r) => r, Err(e) => { eprintln!("{e}"); return; } };
    println!("state {} bytes, layout {}", std::mem::size_of::<touchline_core::game::State>(), rules.layout.size());
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    let n: u64 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(1);
    let t = std::time::Instant::now();
    let mut dec = 0u64; let mut goals = 0; let mut maxd=0;
    for seed in 0..n {
        let mut m = match Match::new(&rules, teams.clone(), seed) { Ok(m) => m, Err(e) => { eprintln!("{e}"); return; } };
        let mut x = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407) | 1;
        while m.decision().is_some() {
            let acts = m.legal_actions();
            x ^= x << 13; x ^= x >> 7; x ^= x << 17;
            if acts.is_empty() { eprintln!("no legal actions at {:?}", m.state().stage); return; }
            let a = acts[(x % acts.len() as u64) as usize];
            if let Err(e) = m.apply(a) { eprintln!("seed {seed} {a:?}: {e}"); return; }
        }
        dec += u64::from(m.state().decisions); goals += m.state().score[0] as u32 + m.state().score[1] as u32; maxd = maxd.max(m.state().decisions);
        if seed == 0 { println!("{:?} {:?} {:?}", m.state().score, m.ending(), m.tally()); }
    }
    println!("{n} matches {dec} decisions (max {maxd}) {goals} goals in {:?}", t.elapsed());
}
