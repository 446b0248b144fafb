"""Games that others bring are there while the suite looks at them."""

from collections.abc import Iterator

import pytest

from tests import example


@pytest.fixture(autouse=True)
def brought(request: pytest.FixtureRequest) -> Iterator[None]:
    """Install one for its own tests only: the others are about the games that everybody has."""
    callspec = getattr(request.node, "callspec", None)
    game_id = callspec and callspec.params.get("game_id")
    if game_id not in example.SOURCES:
        yield
        return
    with example.installed(example.folder(game_id)):
        yield
