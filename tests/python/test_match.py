"""A match under control."""

from __future__ import annotations

import copy
import gc
import pickle
import resource

import numpy as np
import pytest

import touchline as tl


def test_a_match_can_be_played_by_hand(each: tl.Ruleset) -> None:
    match = tl.Match(each, seed=1)
    bot = tl.bot("random", seed=4)
    while (decision := match.decision) is not None:
        assert decision.side == match.to_act
        match.apply(bot.choose(match))
    assert match.over and match.ending is not None
    assert match.stage == "over"
    with pytest.raises(tl.MatchOverError):
        match.apply(0)
    with pytest.raises(tl.MatchOverError):
        bot.choose(match)


def test_ids_and_actions_are_one_to_one(each: tl.Ruleset) -> None:
    match = tl.Match(each, seed=2)
    bot = tl.bot("random", seed=2)
    for _ in range(60):
        if match.over:
            break
        actions = match.legal_actions()
        ids = match.legal_ids()
        assert sorted(a.id for a in actions if a.id is not None) == ids.tolist()
        assert np.flatnonzero(match.mask()).tolist() == ids.tolist()
        for action in actions[:: max(1, len(actions) // 7)]:
            assert match.action_id(action) == action.id
            assert match.action(match.action_id(action)) == action
            written = eval(repr(action), {"touchline": tl})
            assert written == action and match.action_id(written) == action.id
            assert match.is_legal(action) and match.is_legal({"kind": action.kind, **action.fields})
            assert pickle.loads(pickle.dumps(action)) == action
        match.apply(bot(match))


def test_the_three_ways_to_name_an_action_do_the_same(base: tl.Ruleset) -> None:
    match = tl.Match(base, seed=1)
    action = match.legal_actions()[-1]
    by_action, by_id, by_dict = match.clone(), match.clone(), match.clone()
    by_action.apply(action)
    by_id.apply(np.int64(action.id or 0))
    by_dict.apply({"kind": action.kind, **action.fields})
    assert by_action == by_id == by_dict != match
    assert action.shape == action.fields["shape"] if "shape" in action.fields else True
    with pytest.raises(AttributeError, match="it has"):
        action.nothing


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (99_999, tl.IllegalAction),
        (57, tl.IllegalAction),
        (-1, tl.IllegalAction),
        (2**70, tl.IllegalAction),
        ("pass", TypeError),
        (None, TypeError),
        (True, TypeError),
        (1.5, TypeError),
        ({"slot": 3}, ValueError),
        ({"kind": "fly"}, tl.IllegalAction),
        (tl.Action("move", slot=3, cell="Z99"), tl.IllegalAction),
        (tl.Action("move", slot=3), tl.IllegalAction),
        (tl.Action("move", slot=3, cell="F5", extra=1), tl.IllegalAction),
        (tl.Action("pose", pose="sit"), tl.IllegalAction),
    ],
)
def test_rubbish_is_refused_and_nothing_changes(base: tl.Ruleset, action: object, error: type[Exception]) -> None:
    match = tl.Match(base, seed=1)
    before = match.state_hash
    with pytest.raises(error):
        match.apply(action)  # type: ignore[arg-type]
    assert match.state_hash == before and match.actions == []


def test_every_id_that_is_not_legal_is_refused(base: tl.Ruleset) -> None:
    match = tl.Match(base, seed=1)
    legal = set(match.legal_ids().tolist())
    for action in range(0, base.action_count, 7):
        assert match.is_legal(action) == (action in legal)
        if action not in legal:
            with pytest.raises(tl.IllegalAction):
                match.apply(action)


def test_clones_copies_and_pickles_are_independent(each: tl.Ruleset) -> None:
    match = tl.Match(each, seed=5)
    match.play_on("random", "random", decisions=40)
    copies = [match.clone(), copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))]
    copies.append(tl.Match.load(match.save(), each))
    copies.append(eval(repr(match), {"touchline": tl}))
    ids = match.legal_ids()
    if len(ids):
        for twin in copies:
            assert twin == match
            twin.apply(ids[0])
            assert twin != match
        assert len({twin.state_hash for twin in copies}) == 1


def test_undo_goes_back_to_any_decision_and_event(each: tl.Ruleset) -> None:
    match = tl.Match(each, seed=6)
    hashes, marks = [match.state_hash], [len(match.events())]
    for _ in range(25):
        if match.over:
            break
        match.play_on("random", "random", decisions=1)
        hashes.append(match.state_hash)
        marks.append(len(match.events()))
    end = match.clone()
    match.undo()
    assert match.state_hash == hashes[-2]
    match.undo(len(hashes) - 2)
    assert match.state_hash == hashes[0]
    for event in range(0, marks[-1], 11):
        back = end.clone()
        back.undo_to(event)
        assert len(back.events()) <= max(event, marks[0])
        assert back.state_hash == hashes[max(i for i, n in enumerate(marks) if i == 0 or n <= event)]
    with pytest.raises(IndexError):
        match.undo(1)
    with pytest.raises(IndexError):
        end.undo_to(marks[-1])


def test_saves_of_other_rules_and_damaged_ones_are_refused(base: tl.Ruleset) -> None:
    data = tl.Match(base, seed=1).save()
    with pytest.raises(tl.SaveError, match="other|ruleset"):
        tl.Match.load(data, base.with_params(short_limit=5))
    for bad in (b"", b"nonsense", data[:-5], data[:100] + bytes([data[100] ^ 1]) + data[101:]):
        with pytest.raises(tl.SaveError):
            tl.Match.load(bad, base)


def test_a_fork_does_not_know_the_dice(base: tl.Ruleset) -> None:
    match = tl.Match(base, seed=1)
    fork = match.fork(99)
    assert fork.seed == 99 and match.seed == 1
    fork.play_on("random", "random", decisions=30)
    fork.undo(30)
    assert len(fork.actions) == 0


def test_it_shows_itself(each: tl.Ruleset) -> None:
    match = tl.Match(each, seed=1)
    match.play_on("random", "random", decisions=10)
    assert "minute" in str(match)
    assert match._repr_svg_().startswith("<svg") and match.svg().endswith("</svg>")
    state = match.state()
    assert state["score"] == list(match.score)
    assert match.statistics()["goals"] == match.score


def test_an_observation_is_named_bounded_and_turned(each: tl.Ruleset) -> None:
    names = tl.observation_fields(each)
    assert len(names) == len(set(names))
    match = tl.Match(each, seed=1)
    for _ in range(30):
        if match.over:
            break
        for side in ("home", "away"):
            seen = match.observation(side)
            assert seen.shape == (len(names),) and seen.dtype == np.float32
            assert np.isfinite(seen).all() and np.abs(seen).max() <= 1
        assert match.observation()[names.index("deciding")] == 1
        match.play_on("random", "random", decisions=1)
    with pytest.raises(ValueError):
        match.observation("north")


def test_a_learner_sees_the_dice_on_the_table() -> None:
    names = tl.observation_fields("tomy")
    dice = [i for i, name in enumerate(names) if name.startswith("die_")]
    tries = names.index("tries")
    match = tl.Match("tomy", seed=1)
    shown = set()
    while not match.over:
        match.play_on("coach", "coach", decisions=1)
        seen = match.observation()
        if seen[tries] > 0:
            assert seen[dice].sum() in (3, 4, 5)
            shown.add(tuple(seen[dice]))
    assert len(shown) > 10
    assert not any(name.startswith("die_") for name in tl.observation_fields("base"))


def test_a_hundred_thousand_matches_leak_nothing(base: tl.Ruleset) -> None:
    match = tl.Match(base, seed=1)

    def churn(count: int) -> int:
        for _ in range(count):
            twin = match.clone()
            twin.legal_ids()
        for seed in range(count // 20):
            fresh = tl.Match(base, seed=seed)
            fresh.apply(fresh.legal_ids()[0])
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = churn(10_000)
    after = churn(100_000)
    assert after - before < 20_000, f"grew by {after - before} KB"
