"""House rules and bots written in Python."""

from __future__ import annotations

import pickle
from typing import Any

import polars as pl
import pytest

import touchline as tl

RANDOM: dict[str, Any] = {"home": "random", "away": "random"}


class GoldenGoal:
    """One goal decides the match."""

    clauses = ["HOUSE-GOLDEN-01"]

    def on_clock(self, ev: Any, m: tl.Desk, next: Any) -> Any:
        if ev.question == "whistle" and ev.at == "goal":
            return "end", "HOUSE-GOLDEN-01"
        return next()


class Longer:
    """A pass of five cells still counts as short."""

    name = "longer"
    requires = ["base/cod"]
    clauses = ["LONGER-01"]

    def on_cod_tie(self, ev: Any, m: tl.Desk, next: Any) -> Any:
        return next({"short_limit": 5}, "LONGER-01")


LONGER = """
local rule = { name = "longer", api = 1, requires = { "base/cod" }, clauses = { "LONGER-01" } }
function rule.on_cod_tie(ev, m, next) return next({ short_limit = 5 }, "LONGER-01") end
return rule
"""


class Wind:
    """A kick is twice as wild in the first half; kicks are counted in a slot."""

    name = "wind"
    clauses = ["WIND-01"]
    params = {"wind": {"type": "number", "default": 2.0, "min": 1.0, "max": 9.0, "doc": "factor", "clause": "WIND-01"}}
    state = {"match": {"goals": {"type": "int", "max": 99}}}

    def on_kick(self, ev: Any, m: tl.Desk, kick: dict[str, Any]) -> Any:
        if ev.half == 1:
            kick["spread"] *= m.param("wind")
            return "WIND-01"
        return None

    def on_goal(self, ev: Any, m: tl.Desk) -> None:
        m.set("goals", m.get("goals") + 1)


def test_a_rule_in_python_rules_like_one_in_lua(base: tl.Ruleset) -> None:
    in_python, in_lua = base.with_plugin(Longer), base.with_plugin(source=LONGER)
    assert tl.simulate(in_python, 10, seed=3, **RANDOM) == tl.simulate(in_lua, 10, seed=3, **RANDOM)
    assert tl.simulate(in_python, 10, seed=3, **RANDOM) != tl.simulate(base, 10, seed=3, **RANDOM)


def test_a_golden_goal_ends_every_match_and_is_cited(base: tl.Ruleset) -> None:
    rules = base.with_plugin(GoldenGoal())
    assert rules.plugins[-1] == "golden-goal" and not rules.verifiable
    res = tl.simulate(rules, 15, seed=1, record=True, **RANDOM)
    goals = res["score_home"].astype(int) + res["score_away"]
    assert goals.max() == 1
    assert "HOUSE-GOLDEN-01" in pl.DataFrame(res.events())["clause"].to_list()
    replay = tl.play(rules, seed=2)
    assert not replay.verifiable
    with pytest.raises(tl.ReplayError):
        replay.verify()
    with pytest.raises(ValueError, match="record=True"):
        tl.simulate(rules, 2, **RANDOM).events()


def test_values_slots_and_parameters_work(base: tl.Ruleset) -> None:
    rules = base.with_plugin(Wind)
    plain, windy = tl.simulate(base, 20, seed=4), tl.simulate(rules, 20, seed=4)
    assert windy != plain
    calm = tl.simulate(rules.with_params(wind=1.0), 20, seed=4)
    assert calm["kicks_home"].tolist() == plain["kicks_home"].tolist()
    match = tl.Match(rules, seed=4)
    match.play_on()
    slots = [e for e in pl.DataFrame(match.events()).iter_rows(named=True) if e["type"] == "slot"]
    assert len(slots) == sum(match.score)


def test_layers_stack_in_order(base: tl.Ruleset) -> None:
    asked: list[str] = []

    class Below:
        name = "below"
        clauses = ["BELOW-01"]

        def on_clock(self, ev: Any, m: tl.Desk, next: Any) -> Any:
            asked.append("below")
            return next()

    class Above:
        name = "above"
        clauses = ["ABOVE-01"]

        def on_clock(self, ev: Any, m: tl.Desk, next: Any) -> Any:
            asked.append("above")
            answer, clause = next()
            assert isinstance(answer, (str, int)) and isinstance(clause, str)
            return answer, clause

    rules = base.with_plugin(Below()).with_plugin(Above())
    tl.Match(rules, seed=1).play_on("random", "random", decisions=20)
    assert asked[:2] == ["above", "below"]


def test_what_a_rule_is_given_is_dead_afterwards(base: tl.Ruleset) -> None:
    kept: list[Any] = []

    class Keeper:
        clauses = ["KEEP-01"]

        def on_clock(self, ev: Any, m: tl.Desk, next: Any) -> Any:
            kept.extend([m, next])
            return next()

    tl.Match(base.with_plugin(Keeper()), seed=1).play_on("random", "random", decisions=10)
    with pytest.raises(RuntimeError, match="inside the hook"):
        kept[0].score("home")
    with pytest.raises(RuntimeError, match="inside the hook"):
        kept[1]()
    assert "roll" in dir(kept[0])


def rule(body: Any) -> Any:
    class Rule:
        name = "bad"
        clauses = ["BAD-01"]

        def on_clock(self, ev: Any, m: tl.Desk, next: Any) -> Any:
            return body(ev, m, next)

    return Rule()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (lambda ev, m, next: 1 / 0, "division by zero"),
        (lambda ev, m, next: "sideways", "sideways"),
        (lambda ev, m, next: ("end", "NOT-MINE-01"), "NOT-MINE-01"),
        (lambda ev, m, next: "end", "names no clause"),
        (lambda ev, m, next: None, "returned nothing"),
        (lambda ev, m, next: object(), "object"),
        (lambda ev, m, next: ev.nothing, "nothing"),
        (lambda ev, m, next: m.nothing(), "no method `nothing`"),
        (lambda ev, m, next: m.param("nothing"), "no parameter `nothing`"),
        (lambda ev, m, next: next({"nothing": 1}, "BAD-01"), "nothing"),
        (lambda ev, m, next: next(1, 2, 3), "next"),
        (lambda ev, m, next: (1, 2, 3), "an answer"),
        (lambda ev, m, next: tl.Match("base"), "while it is being asked"),
    ],
)
def test_a_rule_that_fails_is_blamed(base: tl.Ruleset, body: Any, message: str) -> None:
    rules = base.with_plugin(rule(body))
    with pytest.raises(tl.HookError, match=message) as caught:
        tl.Match(rules, seed=1).play_on("random", "random")
    assert caught.value.plugin == "bad" and caught.value.hook == "on_clock"
    assert isinstance(caught.value, RuntimeError)


def test_the_exception_of_a_rule_is_the_cause_and_its_line_is_named(base: tl.Ruleset) -> None:
    with pytest.raises(tl.HookError) as caught:
        tl.simulate(base.with_plugin(rule(lambda ev, m, next: 1 / 0)), 2, **RANDOM)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert caught.value.file == __file__ and caught.value.line is not None


def test_headers_are_checked(base: tl.Ruleset) -> None:
    class Typing:
        clauses = ["X-01"]

        def on_clok(self, ev: Any, m: tl.Desk, next: Any) -> Any:
            return next()

    with pytest.raises(tl.PluginError, match="on_clock"):
        base.with_plugin(Typing)

    class Odd:
        clauses = [object()]

        def on_clock(self, ev: Any, m: tl.Desk, next: Any) -> Any:
            return next()

    with pytest.raises(tl.PluginError, match="clauses"):
        base.with_plugin(Odd)


def test_a_ruleset_with_a_python_rule_is_pickled_by_reference(base: tl.Ruleset) -> None:
    rules = base.with_plugin(GoldenGoal())
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    match = tl.Match(rules, seed=1)
    match.play_on("random", "random", decisions=30)
    assert pickle.loads(pickle.dumps(match)) == match


# Bots


def first(match: tl.Match) -> int:
    return int(match.legal_ids()[0])


def test_a_callable_can_be_a_bot(each: tl.Ruleset) -> None:
    coach = tl.bot("random", seed=1)
    res = tl.simulate(each, 2, home=coach, away=lambda m: m.legal_actions()[-1] if m.minute > 5 else coach(m))
    assert len(res) == 2
    replay = tl.play(each, home=coach, away="random", seed=3)
    assert replay.header["bots"][0] == "Bot"


def test_bots_see_a_match_whose_dice_are_not_the_real_ones(base: tl.Ruleset) -> None:
    seen: set[int] = set()

    def spy(match: tl.Match) -> int:
        seen.add(match.seed)
        choice = first(match)
        match.apply(choice)  # a copy: the real match is not touched
        return choice

    res = tl.simulate(base, 1, home=spy, away=spy, seed=8)
    assert int(res["seed"][0]) not in seen


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (lambda m: 1 / 0, "division by zero"),
        (lambda m: "rubbish", "rubbish"),
        (lambda m: None, "None"),
        (lambda m: 10**9, "no action"),
        (lambda m: m.ruleset.action_count - 1, "not legal"),
        (lambda m: tl.Action("move", slot=1), "needs `cell`"),
        (lambda: 1, "argument"),
    ],
)
def test_a_bot_that_fails_is_blamed(base: tl.Ruleset, bot: Any, message: str) -> None:
    with pytest.raises(tl.BotError, match=message) as caught:
        tl.simulate(base, 2, home=bot, away="random")
    assert isinstance(caught.value, RuntimeError)
    with pytest.raises(tl.BotError):
        tl.play(base, away=bot)
    with pytest.raises(tl.BotError):
        tl.Match(base, seed=1).play_on(bot, bot)


def test_an_interrupt_inside_a_bot_stays_one(base: tl.Ruleset) -> None:
    def stop(match: tl.Match) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tl.simulate(base, 2, home=stop)

    class Stop:
        clauses = ["STOP-01"]

        def on_clock(self, ev: Any, m: tl.Desk, next: Any) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tl.simulate(base.with_plugin(Stop), 2)


def test_engine_bots_are_pickled_and_named() -> None:
    assert tl.bots()[0] in repr(tl.bot(tl.bots()[0]))
    again = pickle.loads(pickle.dumps(tl.bot("coach", seed=5)))
    assert (again.name, again.seed) == ("coach", 5)
    with pytest.raises(tl.UnknownBotError):
        tl.bot("nobody")
