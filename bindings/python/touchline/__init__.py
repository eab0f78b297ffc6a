"""Touchline: football board games whose rules are plugins.

>>> import touchline as tl
>>> rs = tl.ruleset("base").with_params(short_limit=5)
>>> res = tl.simulate(rs, n=20, home="random", away="random", seed=7)
>>> len(res)
20
"""

from __future__ import annotations

from ._core import (
    Action,
    BatchEnv,
    Bot,
    Comparison,
    Decision,
    Desk,
    Match,
    Replay,
    Results,
    Ruleset,
    Squad,
    Sweep,
    Table,
    __version__,
    bot,
    bots,
    hooks,
    observation_fields,
    play,
    ruleset,
    rulesets,
    statistics,
)
from .batch import compare, simulate, stream, sweep
from .errors import (
    BotError,
    HookError,
    IllegalAction,
    MatchError,
    MatchOverError,
    ParameterError,
    PluginError,
    ReplayError,
    RulesetError,
    SaveError,
    SquadError,
    TouchlineError,
    UnknownBotError,
)

__all__ = [
    "Action",
    "BatchEnv",
    "Bot",
    "BotError",
    "Comparison",
    "Decision",
    "Desk",
    "HookError",
    "IllegalAction",
    "Match",
    "MatchError",
    "MatchOverError",
    "ParameterError",
    "PluginError",
    "Replay",
    "ReplayError",
    "Results",
    "Ruleset",
    "RulesetError",
    "SaveError",
    "Squad",
    "SquadError",
    "Sweep",
    "Table",
    "TouchlineError",
    "UnknownBotError",
    "__version__",
    "bot",
    "bots",
    "compare",
    "hooks",
    "observation_fields",
    "play",
    "ruleset",
    "rulesets",
    "simulate",
    "statistics",
    "stream",
    "sweep",
]
