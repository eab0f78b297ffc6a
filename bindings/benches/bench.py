"""How fast the module is, beside the command line where that makes sense. Ratios of one run, never a timed test.

python bindings/benches/bench.py [PATH-OF-touchline]
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

import touchline as tl
from touchline.envs import TouchlineEnv


def seconds(work: Callable[[], object], repeat: int = 3) -> float:
    """The best of a few runs."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def step_loop(rules: tl.Ruleset, matches: int) -> tuple[float, int]:
    count = 0
    start = time.perf_counter()
    for seed in range(matches):
        match, bot = tl.Match(rules, seed=seed), tl.bot("random", seed=seed)
        choose, apply = bot.choose, match.apply
        while not match.over:
            apply(choose(match))
            count += 1
    return time.perf_counter() - start, count


def watch_loop(rules: tl.Ruleset, matches: int) -> tuple[float, int]:
    count = 0
    start = time.perf_counter()
    for seed in range(matches):
        match, bot = tl.Match(rules, seed=seed), tl.bot("random", seed=seed)
        while not match.over:
            match.observation()
            match.mask()
            match.apply(bot.choose(match))
            count += 1
    return time.perf_counter() - start, count


def main() -> None:
    rules = tl.ruleset("base")
    tl.simulate(rules, 8)
    for bots, n in (("coach", 400), ("random", 1500)):
        inside = seconds(lambda: tl.simulate(rules, n, home=bots, away=bots, seed=1))
        line = f"simulate {n} × {bots}: {n / inside:,.0f} matches/s"
        if len(sys.argv) > 1:
            command = [sys.argv[1], "sim", "-n", str(n), "--home", bots, "--away", bots, "--seed", "1", "--format", "json"]
            outside = seconds(lambda: subprocess.run(command, check=True, capture_output=True))
            line += f"; command line {n / outside:,.0f} ({inside / outside:.2f} × its time)"
        print(line)
    taken, count = min(step_loop(rules, 40) for _ in range(3))
    print(f"step loop: {count / taken:,.0f} decisions/s")
    taken, count = min(watch_loop(rules, 20) for _ in range(3))
    print(f"step loop with observation and mask: {count / taken:,.0f} decisions/s")
    env = TouchlineEnv(rules, opponent="random")
    env.reset(seed=1)
    env.action_space.seed(1)

    def steps() -> None:
        for _ in range(2000):
            legal = np.flatnonzero(env.mask())
            *_, over, _, _ = env.step(int(legal[0]))
            if over:
                env.reset()

    print(f"Gymnasium step: {2000 / seconds(steps):,.0f}/s")
    batch = tl.BatchEnv(rules, 64, seed=1)
    _, mask = batch.reset()

    def sweep() -> None:
        nonlocal mask
        for _ in range(100):
            _, mask, _, _ = batch.step(mask.argmax(axis=1))

    print(f"BatchEnv of 64: {6400 / seconds(sweep):,.0f} decisions/s")
    match = tl.Match(rules, seed=1)
    match.play_on("random", "random", decisions=100)

    def clones() -> None:
        for _ in range(20_000):
            match.clone()

    print(f"clone: {seconds(clones) / 20_000 * 1e6:.2f} µs")


if __name__ == "__main__":
    main()
