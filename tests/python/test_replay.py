"""Replays: reading, asking, drawing, SPADL."""

from __future__ import annotations

import base64
import gzip
import json
import pickle
import re
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pyarrow as pa
import pytest

import touchline as tl


@pytest.fixture(scope="module")
def replay() -> tl.Replay:
    return tl.play("base", seed=7)


def test_a_replay_is_written_read_and_verified(replay: tl.Replay, tmp_path: Path) -> None:
    for name in ("match.jsonl", "match.jsonl.zst"):
        replay.write(tmp_path / name)
        again = tl.Replay.read(tmp_path / name)
        assert again == replay and len(again) == len(replay)
    assert tl.Replay.from_bytes(replay.to_bytes()) == replay == pickle.loads(pickle.dumps(replay))
    assert "confirmed" in replay.verify()
    assert eval(repr(replay), {"touchline": tl}) == replay
    assert str(replay).splitlines()[0].endswith("Base (away)")


def test_damaged_replays_are_refused(replay: tl.Replay, tmp_path: Path) -> None:
    data = replay.to_bytes()
    for bad in (b"", b"{}", data[:1000], data.replace(b'"seed":7', b'"seed":8', 1)):
        with pytest.raises(tl.ReplayError):
            tl.Replay.from_bytes(bad)
    with pytest.raises(tl.ReplayError) as caught:
        tl.Replay.read(tmp_path / "none.jsonl")
    assert caught.value.file == str(tmp_path / "none.jsonl")
    with pytest.raises(tl.ReplayError):
        replay.write(tmp_path / "none" / "match.jsonl")


def test_events_are_arrow_rows(replay: tl.Replay) -> None:
    events = pa.table(replay.events)
    assert events.num_rows == len(replay)
    kicks = pl.DataFrame(replay.events).filter(pl.col("type") == "kick")
    assert len(kicks) > 10 and kicks["x"].null_count() == 0 and kicks["end_x"].null_count() == 0


def test_it_says_why(replay: tl.Replay) -> None:
    event = replay.goal(1)
    assert "GOAL" in "\n".join(replay.commentary(detail="highlights"))
    assert "BASE-" in replay.why(event)
    assert len(replay.commentary()) > len(replay.commentary(detail="highlights"))
    with pytest.raises(tl.ReplayError):
        replay.goal(99)
    with pytest.raises(IndexError):
        replay.why(10**6)
    with pytest.raises(ValueError):
        replay.commentary(detail="loud")


def test_any_moment_is_a_picture(each: tl.Ruleset) -> None:
    replay = tl.play(each, home="random", away="random", seed=1)
    for event in (0, len(replay) // 3, len(replay) // 2, -1, None):
        picture = ElementTree.fromstring(replay.svg(event))
        assert picture.tag.endswith("svg")
    with pytest.raises(IndexError):
        replay.svg(len(replay))


def test_a_picture_between_keyframes_is_the_match_itself(base: tl.Ruleset) -> None:
    match = tl.Match(base, seed=3)
    match.play_on(decisions=150)
    replay = match.replay()

    def places(svg: str) -> list[tuple[float, float]]:
        texts = [line.split(")")[0].split() for line in svg.split("translate(")[1:]]
        return [(float(x), float(y)) for x, y in texts]

    drawn, real = places(replay.svg()), places(match.svg())
    apart = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in zip(drawn, real, strict=True)]
    # A run and a keeper are logged with their cell, not with their place in it.
    assert sum(distance < 0.01 for distance in apart) >= 18 and max(apart) < 6


def test_spadl_is_in_metres_and_scores_the_goals(each: tl.Ruleset) -> None:
    replay = tl.play(each, seed=4)
    actions = pl.DataFrame(replay.to_spadl())
    for column, limit in (("start_x", 105), ("end_x", 105), ("start_y", 68), ("end_y", 68)):
        if len(actions):
            assert 0 <= actions[column].min() and actions[column].max() <= limit  # type: ignore[operator]
    shots = actions.filter(pl.col("type_name").str.starts_with("shot"))
    if each.name == "base":
        own = len(actions.filter(pl.col("result_name") == "owngoal"))
        assert len(shots.filter(pl.col("result_name") == "success")) + own == sum(replay.score)
        # Home attacks to the right, away to the left.
        for team, right in ((0, True), (1, False)):
            mine = shots.filter(pl.col("team_id") == team)["start_x"].to_list()
            assert all((x > 52.5) == right for x in mine)


def test_a_page_needs_no_network(replay: tl.Replay, tmp_path: Path) -> None:
    page = replay.to_html(tmp_path / "match.html")
    assert (tmp_path / "match.html").read_text() == page
    for word in ('src="http', "src='http", 'href="http'):
        assert word not in page
    assert replay._repr_html_().startswith("<iframe")
    with pytest.raises(tl.ReplayError):
        replay.to_html(tmp_path / "none" / "match.html")


def test_a_page_carries_the_match_and_the_texts_of_its_clauses(replay: tl.Replay) -> None:
    packed = re.search(r'id="replay">([^<]+)<', replay.to_html())
    assert packed
    head, _, lines = gzip.decompress(base64.b64decode(packed[1])).partition(b"\n")
    assert lines == replay.to_bytes()
    cited = set(pl.DataFrame(replay.events)["clause"].drop_nulls())
    assert len(cited) > 20 and cited <= json.loads(head)["clauses"].keys()


def test_a_replay_of_a_match_in_progress_says_so(base: tl.Ruleset) -> None:
    match = tl.Match(base, seed=3)
    match.play_on(decisions=40)
    assert len(match.replay()) == len(match.events())
    assert not tl.Match.load(match.save(), base).replay().verifiable
