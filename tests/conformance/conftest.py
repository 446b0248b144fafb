"""The game of the examples is there while the suite looks at it."""

from collections.abc import Iterator

import pytest

from tests import example


@pytest.fixture(autouse=True)
def the_example(request: pytest.FixtureRequest) -> Iterator[None]:
    """Install it for its own tests only: the others are about the games that everybody has."""
    callspec = getattr(request.node, "callspec", None)
    if callspec is None or callspec.params.get("game") != example.GAME:
        yield
        return
    with example.installed():
        yield
