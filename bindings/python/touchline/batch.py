"""Many matches: simulate, stream, compare, sweep."""

from __future__ import annotations

import itertools
import operator
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Union

from . import _core
from ._core import Action, Comparison, Match, Results, Ruleset, Squad, Sweep

__all__ = ["compare", "simulate", "stream", "sweep"]

#: A bot: the name of one of the engine's, or a callable that takes a match and returns an action or its id.
BotLike = Union[str, Callable[[Match], Union[Action, int]]]
#: How work is spread: threads, or anything that maps a function over a list (or an executor, or a Dask client).
Workers = Union[int, None, Callable[..., Iterable[Any]], Any]
#: Progress: a bar if tqdm is installed, nothing, or a callable that is told how many matches have been added.
Progress = Union[bool, None, Callable[[int], object]]

#: Matches of one task for a map-like callable: the same whatever the workers, so that results are, too.
TASK = 64


def _count(n: Any, what: str = "n") -> int:
    try:
        count = operator.index(n)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {n!r}") from None
    if isinstance(n, bool):
        raise TypeError(f"{what} is a whole number, not {n!r}")
    if count <= 0:
        raise ValueError(f"{what} is {count}: at least one match must be played")
    return count


def _seed(seed: Any) -> int:
    if isinstance(seed, bool):
        raise TypeError(f"a seed is a whole number, not {seed!r}")
    try:
        value = operator.index(seed)
    except TypeError:
        raise TypeError(f"a seed is a whole number, not {seed!r}") from None
    if not 0 <= value < 2**64:
        raise ValueError(f"a seed is between 0 and 2**64 - 1, not {value}")
    return value


def _ruleset(ruleset: Ruleset | str) -> Ruleset:
    if isinstance(ruleset, Ruleset):
        return ruleset
    if isinstance(ruleset, str):
        return _core.ruleset(ruleset)
    raise TypeError(f"expected a ruleset or the name of one, not {ruleset!r}")


def _play(task: tuple[Any, ...]) -> Results:
    """One task, in whatever process it lands."""
    ruleset, n, home, away, seed, first, squads, rows = task
    return _core.simulate(ruleset, n, home, away, seed, 1, first, squads, None, rows, None)


def _mapper(workers: Any) -> Callable[..., Iterable[Any]] | None:
    """The map of an executor, a pool, a Dask client or a callable; None for threads."""
    if workers is None or isinstance(workers, int):
        return None
    if hasattr(workers, "gather") and hasattr(workers, "map"):
        return lambda function, tasks: workers.gather(workers.map(function, tasks))
    if hasattr(workers, "map"):
        return workers.map  # type: ignore[no-any-return]
    if callable(workers):
        return workers  # type: ignore[no-any-return]
    raise TypeError(f"workers is a number, an executor or a map-like callable, not {workers!r}")


class _Bar:
    """Tells a bar or a callable how far it is."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._close: Callable[[], object] | None = None
        self.update: Callable[[int], object] | None = None
        if callable(progress):
            self.update = progress
        elif progress:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            bar = tqdm(total=total, unit="match")
            self.update, self._close = bar.update, bar.close

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._close:
            self._close()


def simulate(
    ruleset: Ruleset | str = "base",
    n: int = 100,
    *,
    home: BotLike = "coach",
    away: BotLike = "coach",
    seed: int = 0,
    workers: Workers = None,
    progress: Progress = None,
    record: bool | str | os.PathLike[str] | None = None,
    home_squad: Squad | None = None,
    away_squad: Squad | None = None,
) -> Results:
    """Plays ``n`` matches and returns one row a match.

    The same ``seed`` gives the same results, whatever the workers. ``workers`` is a number of threads (all cores by
    default), an executor, a Dask client or any map-like callable: ``f(function, tasks) -> results in order``.
    ``record=True`` keeps event rows in memory, ``record="folder"`` writes a replay file a match. A bot or a house rule in
    Python plays on one thread.

    >>> import touchline as tl
    >>> tl.simulate("base", 4, home="random", away="random")["match"].tolist()
    [0, 1, 2, 3]
    """
    rules, n, seed = _ruleset(ruleset), _count(n), _seed(seed)
    squads = (home_squad, away_squad)
    rows = record is True
    folder = None if record is None or isinstance(record, bool) else Path(record)
    mapper = _mapper(workers)
    with _Bar(progress, n) as bar:
        if mapper is None:
            threads = _count(workers, "workers") if workers is not None else os.cpu_count() or 1
            return _core.simulate(rules, n, home, away, seed, threads, 0, squads, bar.update, rows, folder)
        if record is not None and record is not False:
            raise ValueError("record= needs threads: leave workers out, or call results.events() afterwards")
        starts = range(0, n, TASK)
        tasks = [(rules, min(TASK, n - first), home, away, seed, first, squads, rows) for first in starts]
        parts = []
        for part in mapper(_play, tasks):
            parts.append(part)
            if bar.update:
                bar.update(len(part))
        return Results._join(parts)


def stream(
    ruleset: Ruleset | str = "base",
    n: int = 100,
    *,
    batch: int = 10_000,
    home: BotLike = "coach",
    away: BotLike = "coach",
    seed: int = 0,
    workers: int | None = None,
    home_squad: Squad | None = None,
    away_squad: Squad | None = None,
) -> Iterator[Results]:
    """The matches of :func:`simulate` in batches, so that memory stays flat however many there are.

    >>> import touchline as tl
    >>> [len(part) for part in tl.stream("base", 5, batch=2, home="random", away="random")]
    [2, 2, 1]
    """
    rules, n, seed, batch = _ruleset(ruleset), _count(n), _seed(seed), _count(batch, "batch")
    threads = _count(workers, "workers") if workers is not None else os.cpu_count() or 1
    squads = (home_squad, away_squad)

    def parts() -> Iterator[Results]:
        for first in range(0, n, batch):
            count = min(batch, n - first)
            yield _core.simulate(rules, count, home, away, seed, threads, first, squads, None, False, None)

    return parts()


def compare(
    before: Ruleset | str | Results,
    after: Ruleset | str | Results,
    *,
    n: int = 1000,
    home: BotLike = "coach",
    away: BotLike = "coach",
    seed: int = 0,
    workers: Workers = None,
    progress: Progress = None,
) -> Comparison:
    """What ``after`` has more than ``before``, match for match, with 95 % confidence intervals.

    Both are rulesets (played here with the same seeds) or results of the same seeds.

    >>> import touchline as tl
    >>> base = tl.ruleset("base")
    >>> tl.compare(base, base, n=4, home="random", away="random")["difference"][0]
    np.float64(0.0)
    """

    def results(side: Ruleset | str | Results) -> Results:
        if isinstance(side, Results):
            return side
        return simulate(side, n, home=home, away=away, seed=seed, workers=workers, progress=progress)

    return _core.compare_results(results(before), results(after))


def sweep(
    ruleset: Ruleset | str,
    grid: Mapping[str, Sequence[Any]],
    n: int = 100,
    *,
    home: BotLike = "coach",
    away: BotLike = "coach",
    seed: int = 0,
    workers: Workers = None,
    progress: Progress = None,
) -> Sweep:
    """Plays ``n`` matches at every point of a grid of parameters and returns one tidy table.

    Every row is a match, its parameters in front; ``.summary()`` has a row for every point and statistic. All points play
    the same seeds.

    >>> import touchline as tl
    >>> grid = tl.sweep("base", {"short_limit": [3, 5]}, n=2, home="random", away="random")
    >>> grid["short_limit"].tolist()
    [3.0, 3.0, 5.0, 5.0]
    """
    rules, n = _ruleset(ruleset), _count(n)
    if not isinstance(grid, Mapping) or not grid:
        raise ValueError("a sweep needs a grid: {'short_limit': [3, 4, 5]}")
    names = list(grid)
    points = [dict(zip(names, values)) for values in itertools.product(*(list(grid[name]) for name in names))]
    if not points:
        raise ValueError("the grid is empty: give every parameter at least one value")
    with _Bar(progress, n * len(points)) as bar:
        results = [
            simulate(
                rules.with_params(**point), n, home=home, away=away, seed=seed, workers=workers, progress=bar.update
            )
            for point in points
        ]
    return Sweep(names, results)
