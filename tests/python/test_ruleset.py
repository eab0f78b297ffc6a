"""Rulesets: loading, changing, showing, pickling."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import touchline as tl

LONGER = """
-- A pass of five cells still counts as short.
local rule = { name = "longer", api = 1, requires = { "base/cod" }, clauses = { "LONGER-01" } }
function rule.on_cod_tie(ev, m, next) return next({ short_limit = 5 }, "LONGER-01") end
return rule
"""


def test_every_ruleset_plays_a_match(each: tl.Ruleset) -> None:
    result = tl.simulate(each, 2, home="random", away="random", seed=3)
    assert len(result) == 2
    assert set(result["ending"]) <= {"played", "forfeit", "abandoned"}


def test_repr_rebuilds(each: tl.Ruleset, base: tl.Ruleset) -> None:
    assert eval(repr(each), {"touchline": tl}) == each
    changed = base.with_params(short_limit=5).with_plugin(source=LONGER)
    assert eval(repr(changed), {"touchline": tl}) == changed
    assert changed != base


def test_a_plugin_comes_from_a_file_a_name_or_text(base: tl.Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "longer.lua"
    file.write_text(LONGER)
    by_path, by_str, by_text = base.with_plugin(file), base.with_plugin(str(file)), base.with_plugin(source=LONGER)
    assert by_path == by_str == by_text
    assert by_path.plugins[-1] == "longer"
    assert "LONGER-01" in by_path.clauses


def test_params_are_typed_and_bounded(base: tl.Ruleset) -> None:
    assert base.with_params(short_limit=5).params["short_limit"] == 5
    assert base.with_params(short_limit=5.0).params["short_limit"] == 5
    with pytest.raises(tl.ParameterError, match="did you mean `short_limit`"):
        base.with_params(short_limt=5)
    with pytest.raises(tl.ParameterError, match="expected a whole number"):
        base.with_params(short_limit="many")
    with pytest.raises(tl.ParameterError, match="finite"):
        base.with_params(short_limit=float("nan"))
    with pytest.raises(tl.ParameterError):
        base.with_params(short_limit=object())


def test_an_unknown_ruleset_names_the_nearest() -> None:
    with pytest.raises(tl.RulesetError, match="did you mean `base`") as caught:
        tl.ruleset("bse")
    assert isinstance(caught.value, ValueError)
    with pytest.raises(TypeError):
        tl.simulate(7, 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        tl.Match(7)  # type: ignore[arg-type]


def test_a_wrong_plugin_is_blamed_with_file_and_line(base: tl.Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "broken.lua"
    file.write_text('local rule = { name = "broken", api = 1 }\nfunction rule.on_duell(ev, m) end\nreturn rule\n')
    with pytest.raises(tl.PluginError, match="on_duel") as caught:
        base.with_plugin(file)
    assert caught.value.file == str(file)
    assert caught.value.line == 2
    with pytest.raises(tl.PluginError, match="no such file"):
        base.with_plugin(tmp_path / "none.lua")
    with pytest.raises(tl.PluginError):
        base.with_plugin("house/none")
    with pytest.raises(tl.PluginError, match="no plugin"):
        base.with_plugin(3)
    with pytest.raises(TypeError):
        base.with_plugin()


def test_a_folder_of_rules_is_searched_first(tmp_path: Path) -> None:
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "mine.yaml").write_text(
        "ruleset: mine\ntitle: Mine\nextends: base\nparams: { short_limit: 3 }\n"
    )
    mine = tl.ruleset("mine", path=tmp_path)
    assert mine.params["short_limit"] == 3
    assert mine.family == ["mine", "base"]
    again = pickle.loads(pickle.dumps(mine))
    assert again == mine
    with pytest.raises(tl.RulesetError):
        tl.ruleset("mine", path=tmp_path / "none")


def test_pickle_keeps_plugins_and_params(base: tl.Ruleset) -> None:
    changed = base.with_plugin(source=LONGER).with_params(short_limit=3)
    again = pickle.loads(pickle.dumps(changed))
    assert again == changed
    assert again.params["short_limit"] == 3
    assert hash(again) == hash(changed)


def test_it_shows_itself(each: tl.Ruleset) -> None:
    assert each.title in str(each)
    assert "<table>" in each._repr_html_()
    assert each.action_count > 0


def test_squads_show_rebuild_and_are_checked(base: tl.Ruleset, tmp_path: Path) -> None:
    squad = base.squad
    assert eval(repr(squad), {"touchline": tl}) == squad
    assert pickle.loads(pickle.dumps(squad)) == squad
    assert "<table>" in squad._repr_html_()
    assert squad.players[0][1] in str(squad)
    data = squad.to_dict()
    data["players"] = data["players"][:5]
    few = tl.Squad.from_dict(data)
    assert len(few) == 5
    with pytest.raises(tl.SquadError):
        tl.Match(base, home=few)
    data["players"][0]["sections"] = ["turquoise"]
    with pytest.raises(tl.SquadError, match="turquoise"):
        tl.Match(base, home=tl.Squad.from_dict(data))
    with pytest.raises(tl.SquadError):
        tl.Squad.from_dict({"name": "x"})
    file = tmp_path / "squad.yaml"
    file.write_text("name: [")
    with pytest.raises(tl.SquadError) as caught:
        base.read_squad(file)
    assert caught.value.file == str(file)
