"""A match as a PettingZoo environment: the agents are ``home`` and ``away``."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from .. import _core
from .._core import Match, Ruleset

__all__ = ["TouchlineAEC", "env"]

Observation = dict[str, npt.NDArray[Any]]


def env(ruleset: Ruleset | str = "base", *, reward: str = "goals") -> TouchlineAEC:
    """A new environment, as PettingZoo's own games offer it."""
    return TouchlineAEC(ruleset, reward=reward)


class TouchlineAEC(AECEnv[str, Observation, int]):
    """Both sides of a match, one decision at a time.

    ``reward="goals"`` pays the change of the goal difference when it happens, ``reward="result"`` 1, 0 or −1 at the end.
    An illegal action raises :class:`touchline.IllegalAction`: choose among ``observation["action_mask"]``.
    """

    metadata: dict[str, Any] = {"name": "touchline_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, ruleset: Ruleset | str = "base", *, reward: str = "goals", render_mode: str | None = None
    ) -> None:
        super().__init__()
        if reward not in ("goals", "result"):
            raise ValueError(f"reward is 'goals' or 'result', not {reward!r}")
        self.ruleset = _core.ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        self.reward = reward
        self.render_mode = render_mode
        self.possible_agents = ["home", "away"]
        size = len(_core.observation_fields(self.ruleset))
        actions = self.ruleset.action_count
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: self._observation_space for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._random, _ = seeding.np_random(None)
        self.match: Match | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.match = Match(self.ruleset, seed=int(self._random.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.match.to_act

    def observe(self, agent: str) -> Observation:
        match = self._match()
        if match.to_act == agent and not match.over:
            mask = match.mask()
        else:
            mask = np.zeros(self.ruleset.action_count, np.int8)
        return {"observation": match.observation(agent), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        match = self._match()
        home, away = match.score
        match.apply(action)
        self._cumulative_rewards[agent] = 0.0
        gained = (match.score[0] - home) - (match.score[1] - away) if self.reward == "goals" else 0
        if match.over:
            self.terminations = dict.fromkeys(self.agents, True)
            if self.reward == "result":
                gained = (match.score[0] > match.score[1]) - (match.score[0] < match.score[1])
        self.rewards = {"home": float(gained), "away": float(-gained)}
        self.agent_selection = match.to_act
        self._accumulate_rewards()

    def render(self) -> str:
        """The board as text."""
        return str(self._match())

    def close(self) -> None:
        self.match = None

    def _match(self) -> Match:
        if self.match is None:
            raise RuntimeError("call reset() first")
        return self.match
