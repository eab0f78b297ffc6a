"""What the tests share."""

from __future__ import annotations

import pytest

import touchline as tl

#: Rulesets whose matches can be played, each once a session.
NAMES = tl.rulesets()


@pytest.fixture(scope="session")
def base() -> tl.Ruleset:
    return tl.ruleset("base")


@pytest.fixture(scope="session", params=NAMES)
def each(request: pytest.FixtureRequest) -> tl.Ruleset:
    """Every ruleset that is built in."""
    return tl.ruleset(request.param)
