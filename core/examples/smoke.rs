//! Scratch profile of random play.
use std::sync::Arc;
use touchline_core::board::Cell;
use touchline_core::board::Spot;
use touchline_core::game::{Action, AimAt, AimPoint, Match};
use touchline_core::kick::Pace;
use touchline_core::rules::{Content, Options, Ruleset};
fn main() {
    let content = Content::embedded();
    let rules = match Ruleset::load(&content, "base", &Options::default()) { Ok(r) => r, Err(e) => { eprintln!("{e}"); return; } };
    println!("state {} bytes, layout {}", std::mem::size_of::<touchline_core::game::State>(), rules.layout.size());
    let teams = Arc::new([rules.squad.clone(), rules.squad.clone()]);
    let n: u64 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(1);
    let mut dec = 0u64; let mut goals = 0; let mut maxd=0;
    let mut acts: Vec<Action> = Vec::new();
    for seed in 0..n {
        let mut m = match Match::new(&rules, teams.clone(), seed) { Ok(m) => m, Err(e) => { eprintln!("{e}"); return; } };
        let mut x = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407) | 1;
        let mut r = |n: u64| { x ^= x << 13; x ^= x >> 7; x ^= x << 17; (x >> 11) % n };
        while let Some(d) = m.decision() {
            let a = match d.legal.aim {
                AimAt::Pitch => Action::Aim(AimPoint::Cell(Cell::from_index(r(103) as usize).unwrap(), Spot::MIDDLE), Pace::Exact),
                AimAt::Goal => Action::Aim(AimPoint::Goal(r(5) as u8, r(3) as u8), Pace::Exact),
                AimAt::Nothing => {
                    acts.clear();
                    let l = d.legal;
                    let moves: Vec<usize> = (0..11).filter(|s| !l.moves[*s].is_empty()).collect();
                    let k = r(3);
                    if k > 0 && !moves.is_empty() && l.formations == 0 {
                        let s = moves[r(moves.len() as u64) as usize];
                        let c = l.moves[s].iter().nth(r(l.moves[s].len() as u64) as usize).unwrap();
                        Action::Move(touchline_core::game::Slot(s as u8), c)
                    } else {
                    let mut l2 = *l; l2.moves = [touchline_core::board::CellSet::EMPTY; 11]; l2.shifts=[0;11];
                    let mut s = *m.state(); s.legal = l2;
                    s.for_each_legal(&rules.board, &mut |a| acts.push(a));
                    if acts.is_empty() { match m.legal_actions().first() { Some(a) => *a, None => { let s=m.state(); eprintln!("seed {seed} STUCK {:?} {:?} stoppage {:?}\n turn {:?}\n kick {:?}", s.stage, s.to_act, s.stoppage, s.turn, s.kick); return; } } } else { acts[r(acts.len() as u64) as usize] }
                    }
                }
            };
            if let Err(e) = m.apply(a) { eprintln!("seed {seed} {a:?}: {e}"); return; }
        }
        dec += u64::from(m.state().decisions); goals += m.state().score[0] as u32 + m.state().score[1] as u32; maxd = maxd.max(m.state().decisions);
        if seed == 0 { println!("{:?} {:?} {:?}", m.state().score, m.ending(), m.tally()); }
    }
    println!("{n} matches {dec} decisions (max {maxd}) {goals} goals");
}
