"""Many matches: results, workers, comparison, sweep."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import touchline as tl

RANDOM: dict[str, Any] = {"home": "random", "away": "random"}


def ipc(results: tl.Table) -> bytes:
    """The bytes of a table as Arrow writes them."""
    table = pa.table(results)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue().to_pybytes())


def test_every_library_reads_the_same(each: tl.Ruleset) -> None:
    res = tl.simulate(each, 20, seed=7, **RANDOM)
    frame, table, pandas = pl.DataFrame(res), pa.table(res), res.to_pandas()
    assert frame.shape == (20, len(res.columns)) == table.shape == pandas.shape
    assert isinstance(pandas, pd.DataFrame) and isinstance(res.to_polars(), pl.DataFrame)
    assert frame["seed"].to_list() == table["seed"].to_pylist() == res["seed"].tolist()
    names = {name for name, _ in tl.statistics()}
    shown = {n for n in names if f"{n}_home" in res.columns}
    assert "goals" in shown and all(f"{n}_away" in res.columns for n in shown)
    # A level score may still have a winner: a game of dice has a shoot-out.
    played = zip(frame["score_home"], frame["score_away"], res["winner"], strict=True)
    assert all(w == ("home" if h > a else "away") for h, a, w in played if h != a)
    assert sum(res.record[k] for k in ("home", "draw", "away")) == 20


def test_the_seed_decides_everything(base: tl.Ruleset) -> None:
    one = tl.simulate(base, 24, seed=5, workers=1, **RANDOM)
    assert tl.simulate(base, 24, seed=5, workers=3, **RANDOM) == one
    assert tl.simulate(base, 24, seed=6, **RANDOM) != one
    assert pickle.loads(pickle.dumps(one)) == one
    assert eval(repr(one), {"touchline": tl}) == one
    match = tl.Match(base, seed=int(one["seed"][3]))
    assert match.seed == one["seed"][3]


def test_a_batch_in_parts_is_the_batch(base: tl.Ruleset) -> None:
    whole = tl.simulate(base, 50, seed=5, **RANDOM)
    parts = list(tl.stream(base, 50, batch=16, seed=5, **RANDOM))
    assert [len(p) for p in parts] == [16, 16, 16, 2]
    assert tl.Results._join(parts) == whole


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors_give_the_same_bytes(base: tl.Ruleset, pool: type) -> None:
    rules = base.with_params(short_limit=5)
    alone = tl.simulate(rules, 150, seed=9, workers=1, **RANDOM)
    kwargs = {}
    if pool is ProcessPoolExecutor:
        import multiprocessing

        kwargs["mp_context"] = multiprocessing.get_context("spawn")
    with pool(2, **kwargs) as executor:
        mapped = tl.simulate(rules, 150, seed=9, workers=executor.map, **RANDOM)
    assert ipc(mapped) == ipc(alone)


def test_a_dask_cluster_of_processes_gives_the_same_bytes(base: tl.Ruleset) -> None:
    distributed = pytest.importorskip("distributed")
    alone = tl.simulate(base, 150, seed=11, workers=1, **RANDOM)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        by_client = tl.simulate(base, 150, seed=11, workers=client, **RANDOM)
        by_call = tl.simulate(
            base, 150, seed=11, workers=lambda f, tasks: client.gather(client.map(f, tasks)), **RANDOM
        )
        assert client.submit(os.getpid).result() != os.getpid()
    assert ipc(by_client) == ipc(by_call) == ipc(alone)


def test_events_are_rows_with_their_clause(each: tl.Ruleset) -> None:
    res = tl.simulate(each, 3, seed=2, **RANDOM)
    events = pl.DataFrame(res.events())
    assert events["match"].unique().sort().to_list() == [0, 1, 2]
    assert events["type"].null_count() == 0
    ruled = events.filter(pl.col("clause").is_not_null())
    assert len(ruled) > 0 and ruled["plugin"].null_count() == 0
    kept = tl.simulate(each, 3, seed=2, record=True, **RANDOM)
    assert ipc(kept.events()) == ipc(res.events())
    replay = res.replay(1)
    assert len(replay) == len(events.filter(pl.col("match") == 1))
    with pytest.raises(IndexError):
        res.replay(3)


def test_replays_are_written_to_a_folder(base: tl.Ruleset, tmp_path: Path) -> None:
    res = tl.simulate(base, 4, seed=2, record=tmp_path / "new", **RANDOM)
    files = sorted((tmp_path / "new").iterdir())
    assert len(files) == 4
    replay = tl.Replay.read(files[2])
    assert replay.seed == res["seed"][2]
    assert "confirmed" in replay.verify()


def test_compare_pairs_matches(base: tl.Ruleset) -> None:
    same = tl.compare(base, base, n=10, **RANDOM).to_pandas()
    assert (same["difference"].dropna() == 0).all()
    half = tl.compare(base, base.with_params(legs_per_half=2), n=30, **RANDOM)
    rows = half.to_pandas().set_index(["statistic", "side"])
    turns = rows.loc[("turns", "both")]
    assert turns["low"] < turns["difference"] < turns["high"] < 0 and turns["significant"]
    assert abs(turns["after"] - turns["before"] - turns["difference"]) < 1e-9
    assert "<table>" in half._repr_html_() and "pairs" in str(half)
    one, two = tl.simulate(base, 5, seed=1, **RANDOM), tl.simulate(base, 5, seed=2, **RANDOM)
    with pytest.raises(ValueError, match="seeds"):
        tl.compare(one, two)


def test_a_sweep_is_tidy(base: tl.Ruleset) -> None:
    grid = tl.sweep(base, {"short_limit": [3, 4], "legs_per_half": [1, 2]}, n=5, **RANDOM)
    frame = pl.DataFrame(grid)
    assert len(frame) == 20
    assert frame.columns[:2] == ["short_limit", "legs_per_half"]
    assert grid.points[-1] == {"short_limit": 4, "legs_per_half": 2}
    alone = tl.simulate(base.with_params(short_limit=4, legs_per_half=2), 5, **RANDOM)
    assert frame[-5:]["decisions_home"].to_list() == alone["decisions_home"].tolist()
    summary = pl.DataFrame(grid.summary())
    shown = [name for name, _ in tl.statistics() if f"{name}_home" in frame.columns]
    assert len(summary) == 4 * len(shown) * 3
    with pytest.raises(tl.ParameterError):
        tl.sweep(base, {"short_limt": [3]}, n=2)
    empty: list[dict[str, list[int]]] = [{}, {"short_limit": []}]
    for wrong in empty:
        with pytest.raises(ValueError):
            tl.sweep(base, wrong, n=2)


def test_the_summary_is_the_textbook_one(base: tl.Ruleset) -> None:
    res = tl.simulate(base, 40, seed=1, **RANDOM)
    rows = res.summary().to_pandas().set_index(["statistic", "side"])
    turns = res["turns_home"].astype(float)
    assert rows.loc[("turns", "home"), "mean"] == pytest.approx(turns.mean())
    assert rows.loc[("turns", "home"), "sd"] == pytest.approx(turns.std(ddof=1))
    half = 2.0227 * turns.std(ddof=1) / np.sqrt(40)
    assert rows.loc[("turns", "home"), "high"] == pytest.approx(turns.mean() + half, rel=1e-3)
    assert "40 matches" in str(res) and "<table>" in res._repr_html_()


@pytest.mark.parametrize("n", [0, -1, 1.5, "3", None, True])
def test_a_wrong_n_is_refused(base: tl.Ruleset, n: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        tl.simulate(base, n)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", None])
def test_a_wrong_seed_is_refused(base: tl.Ruleset, seed: object) -> None:
    with pytest.raises((ValueError, TypeError, OverflowError)):
        tl.simulate(base, 2, seed=seed)  # type: ignore[arg-type]
    with pytest.raises((ValueError, TypeError, OverflowError)):
        tl.Match(base, seed=seed)  # type: ignore[arg-type]


def test_wrong_bots_workers_and_columns_are_refused(base: tl.Ruleset) -> None:
    with pytest.raises(tl.UnknownBotError, match="did you mean `coach`"):
        tl.simulate(base, 2, home="coch")
    with pytest.raises(TypeError):
        tl.simulate(base, 2, home=7)  # type: ignore[arg-type]
    with pytest.raises((TypeError, ValueError)):
        tl.simulate(base, 2, workers=0)
    with pytest.raises(TypeError):
        tl.simulate(base, 2, workers="all")
    with pytest.raises(KeyError, match="did you mean"):
        tl.simulate(base, 2, **RANDOM)["gools_home"]


def test_progress_is_told(base: tl.Ruleset) -> None:
    told: list[int] = []
    tl.simulate(base, 30, progress=told.append, **RANDOM)
    assert sum(told) == 30
    with pytest.raises(ZeroDivisionError):
        tl.simulate(base, 30, progress=lambda n: 1 // 0, **RANDOM)


def test_other_threads_run_while_matches_are_played(base: tl.Ruleset) -> None:
    ticks = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    tl.simulate(base, 200, seed=1)
    stop.set()
    thread.join()
    assert ticks > 20


INTERRUPTED = """
import sys, time, touchline as tl
print("ready", flush=True)
start = time.monotonic()
try:
    tl.simulate("base", 10_000_000, {bots})
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("bots", ["home='coach'", "home=lambda m: m.legal_ids()[0]"])
def test_ctrl_c_ends_a_simulation_at_once(bots: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED.format(bots=bots)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    time.sleep(1.5)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert "interrupted" in out and process.returncode == 0
    assert time.monotonic() - start < 5


