//! What a question to the plugin host costs. Run with `cargo bench -p touchline-core --bench host`.
#![allow(missing_docs, dead_code, unreachable_pub, clippy::unwrap_used)]

#[path = "../tests/host/support.rs"]
mod support;

use support::{Asked, Options, Table, duel, source, tie};
use touchline_core::plugin::Referee;

fn main() {
    divan::main();
}

const TIE: &str = "function p.on_cod_tie(ev, m)
  if ev.tied_toucher ~= 'none' then return 'toucher', 'BASE-01' end
  if ev.kind == 'cross' or ev.kind == 'shot' then return 'defence', 'BASE-01' end
  if ev.counter then return 'defence', 'BASE-02' end
  if ev.travel > (ev.short_limit or 4) then return 'defence', 'BASE-01' end
  return 'attack', 'BASE-02'
end";
const DEFER: &str = "function p.on_cod_tie(ev, m, next)
  if ev.shared and ev.band == 'midfield' then return 'defence', 'TOP-01' end
  return next()
end";
const DUEL: &str = "function p.on_duel(ev, m)
  local bonus = has(ev.by_skills, 'blue') and 2 or 0
  return m:roll('tackle', 6) + bonus > m:roll('ball', 6) and 'won' or 'lost', 'BASE-01'
end";

fn bench(bencher: divan::Bencher<'_, '_>, sources: &[(&str, &str)], memo: bool, question: Asked) {
    let sources: Vec<_> = sources.iter().map(|(name, body)| source(name, body)).collect();
    let mut table = Table::with(&sources, Options { memo, ..Options::default() });
    table.play.recorder = None;
    let Table { host, play, .. } = &mut table;
    bencher.bench_local(|| host.call(question.hook, divan::black_box(&question.facts), &[], play).unwrap());
}

#[divan::bench(sample_size = 2000)]
fn remembered(bencher: divan::Bencher<'_, '_>) {
    bench(bencher, &[("base", TIE)], true, tie(3));
}

#[divan::bench(sample_size = 2000)]
fn one_layer(bencher: divan::Bencher<'_, '_>) {
    bench(bencher, &[("base", TIE)], false, tie(3));
}

#[divan::bench(sample_size = 2000)]
fn three_layers(bencher: divan::Bencher<'_, '_>) {
    bench(
        bencher,
        &[("base", TIE), ("top", DEFER), ("topmost", &DEFER.replace("TOP-01", "TOPMOST-01"))],
        false,
        tie(3),
    );
}

#[divan::bench(sample_size = 2000)]
fn two_dice(bencher: divan::Bencher<'_, '_>) {
    bench(bencher, &[("base", DUEL)], true, duel());
}

#[divan::bench]
fn new_host(bencher: divan::Bencher<'_, '_>) {
    bencher.bench_local(|| Table::new(&[source("base", TIE)]));
}
