"""Environments for reinforcement learning.

``TouchlineAEC`` is a PettingZoo environment for both sides, ``TouchlineEnv`` a Gymnasium environment for one side against
a bot, and :class:`touchline.BatchEnv` steps many matches at once with NumPy arrays.

An observation is a vector of numbers in −1 … 1, seen from the side that looks (it attacks to the right);
:func:`touchline.observation_fields` names them. The action mask has a 1 for every legal action id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .aec import TouchlineAEC, env
    from .gym import TouchlineEnv

__all__ = ["TouchlineAEC", "TouchlineEnv", "env"]


def __getattr__(name: str) -> Any:
    if name in ("TouchlineAEC", "env"):
        from . import aec

        return getattr(aec, name)
    if name == "TouchlineEnv":
        from .gym import TouchlineEnv

        return TouchlineEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
