"""One side of a match as a Gymnasium environment; a bot plays the other."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from .. import _core
from .._core import Match, Ruleset
from ..batch import BotLike

__all__ = ["TouchlineEnv"]

Observation = dict[str, npt.NDArray[Any]]


class TouchlineEnv(gymnasium.Env[Observation, Any]):
    """A match against a bot.

    ``reward="goals"`` pays the change of the goal difference, ``reward="result"`` 1, 0 or −1 at the end. An illegal action
    plays nothing, costs ``penalty`` and is noted in ``info["illegal"]``; sample with ``env.action_space.sample(env.mask())``.
    After ``max_steps`` the match is truncated.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        ruleset: Ruleset | str = "base",
        *,
        side: str = "home",
        opponent: BotLike = "coach",
        reward: str = "goals",
        penalty: float = 0.01,
        max_steps: int = 5000,
        render_mode: str | None = None,
    ) -> None:
        if reward not in ("goals", "result"):
            raise ValueError(f"reward is 'goals' or 'result', not {reward!r}")
        if side not in ("home", "away"):
            raise ValueError(f"side is 'home' or 'away', not {side!r}")
        self.ruleset = _core.ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        self.side = side
        self.opponent = opponent
        self.reward = reward
        self.penalty = penalty
        self.max_steps = max_steps
        self.render_mode = render_mode
        size = len(_core.observation_fields(self.ruleset))
        actions = self.ruleset.action_count
        self.observation_space: spaces.Space[Any] = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                "action_mask": spaces.MultiBinary(actions),
            }
        )
        self.action_space = spaces.Discrete(actions)
        self.match: Match | None = None
        self._bot: Any = opponent
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.match = Match(self.ruleset, seed=int(self.np_random.integers(2**63)))
        bot_seed = int(self.np_random.integers(2**63))
        self._bot = _core.bot(self.opponent, seed=bot_seed) if isinstance(self.opponent, str) else self.opponent
        self._steps = 0
        self.match.play_until(self.side, self._bot)
        return self._look(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        match = self._match()
        self._steps += 1
        truncated = self._steps >= self.max_steps
        if not match.is_legal(action):
            return self._look(), -self.penalty, match.over, truncated, {**self._info(), "illegal": True}
        before = self._lead()
        match.apply(action)
        match.play_until(self.side, self._bot)
        gained = float(self._lead() - before)
        if self.reward == "result":
            gained = float(np.sign(self._lead())) if match.over else 0.0
        return self._look(), gained, match.over, truncated, self._info()

    def mask(self) -> npt.NDArray[np.int8]:
        """A 1 for every legal action."""
        return self._match().mask()

    def render(self) -> Any:
        """The board as text."""
        return str(self._match())

    def _look(self) -> Observation:
        match = self._match()
        mask = np.zeros(self.ruleset.action_count, np.int8) if match.over else match.mask()
        return {"observation": match.observation(self.side), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        match = self._match()
        return {"score": match.score, "minute": match.minute, "stage": match.stage, "illegal": False}

    def _lead(self) -> int:
        home, away = self._match().score
        return home - away if self.side == "home" else away - home

    def _match(self) -> Match:
        if self.match is None:
            raise RuntimeError("call reset() first")
        return self.match
