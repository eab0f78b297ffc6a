"""Environments pass the tests of the projects they are made for."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import touchline as tl
from touchline.envs import TouchlineAEC, TouchlineEnv, env


def test_pettingzoo_accepts_the_environment(each: tl.Ruleset) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(TouchlineAEC(each), num_cycles=200, verbose_progress=False)
        seed_test(lambda: env(each), num_cycles=100)


def test_an_aec_match_is_played_to_its_end(base: tl.Ruleset) -> None:
    game = TouchlineAEC(base)
    game.reset(seed=4)
    rng = np.random.default_rng(0)
    total = {"home": 0.0, "away": 0.0}
    final = None
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, _ = game.last()
        total[agent] += reward
        if terminated or truncated:
            final = final or game.match.score  # type: ignore[union-attr]
            game.step(None)
            continue
        assert observation is not None
        legal = np.flatnonzero(observation["action_mask"])
        game.step(int(rng.choice(legal)))
    assert final is not None and total["home"] == final[0] - final[1] == -total["away"]
    with pytest.raises(ValueError):
        TouchlineAEC(base, reward="fame")


def test_an_illegal_action_is_refused(base: tl.Ruleset) -> None:
    game = TouchlineAEC(base)
    game.reset(seed=1)
    with pytest.raises(tl.IllegalAction):
        game.step(base.action_count - 1)


def test_gymnasium_accepts_the_environment(each: tl.Ruleset) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(TouchlineEnv(each, opponent="random"), skip_render_check=True)


def test_a_gymnasium_match_is_played_to_its_end(base: tl.Ruleset) -> None:
    game = TouchlineEnv(base, opponent="random", side="away")
    observation, info = game.reset(seed=3)
    game.action_space.seed(3)
    total, over = 0.0, False
    while not over:
        action = game.action_space.sample(game.mask())
        observation, reward, over, truncated, info = game.step(action)
        total += reward
        assert not info["illegal"] and not truncated
    home, away = info["score"]
    assert total == away - home
    assert observation["action_mask"].sum() == 0
    _, reward, _, _, info = game.step(0)
    assert info["illegal"] and reward < 0


def test_a_batch_plays_what_single_matches_play(each: tl.Ruleset) -> None:
    batch = tl.BatchEnv(each, 3, seed=5)
    assert len(batch) == 3 and batch.observation_size == len(tl.observation_fields(each))
    seen, mask = batch.reset(seed=5)
    seeds = tl.simulate(each, 3, seed=5, home="random", away="random")["seed"]
    alone = [tl.Match(each, seed=int(seed)) for seed in seeds]
    rng = np.random.default_rng(1)
    for _ in range(60):
        for row, match in enumerate(alone):
            assert np.array_equal(mask[row], match.mask())
            assert np.array_equal(seen[row], match.observation())
        actions = [rng.choice(np.flatnonzero(m)) for m in mask]
        before = [m.score for m in alone]
        acting = [m.to_act for m in alone]
        for match, action in zip(alone, actions):
            match.apply(action)
        seen, mask, reward, ended = batch.step(np.array(actions))
        assert ended.tolist() == [m.over for m in alone]
        for row, match in enumerate(alone):
            change = (match.score[0] - before[row][0]) - (match.score[1] - before[row][1])
            assert reward[row] == (change if acting[row] == "home" else -change)
        if ended.any():
            break


def test_a_batch_against_a_bot_ends_and_begins_again(base: tl.Ruleset) -> None:
    batch = tl.BatchEnv(base, 4, opponent="random", side="away", seed=2)
    _, mask = batch.reset()
    rng = np.random.default_rng(1)
    finished = 0
    for _ in range(4000):
        assert batch.to_act.tolist() == [1, 1, 1, 1]
        actions = [rng.choice(np.flatnonzero(m)) for m in mask]
        _, mask, _, ended = batch.step(actions)
        finished += int(ended.sum())
        if finished >= 4:
            break
    assert finished >= 4


def test_wrong_batches_are_refused(base: tl.Ruleset) -> None:
    with pytest.raises(ValueError):
        tl.BatchEnv(base, 0)
    with pytest.raises(tl.UnknownBotError):
        tl.BatchEnv(base, 2, opponent="nobody")
    with pytest.raises(ValueError):
        tl.BatchEnv(base, 2, side="north")
    batch = tl.BatchEnv(base, 2)
    with pytest.raises(ValueError):
        batch.step([1])
    with pytest.raises(tl.IllegalAction):
        batch.step([base.action_count - 1, base.action_count - 1])
    with pytest.raises((ValueError, TypeError)):
        batch.step("ab")
