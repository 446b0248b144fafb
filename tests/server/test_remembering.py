"""Agents are remembered from one move to the next: so many of them, and so many bytes."""

from typing import Any

import pytest

from escaramuza.agents import names
from escaramuza.agents.growth import Remembered, Tree
from escaramuza.agents.players import Agents, fresh
from escaramuza.games import registry
from escaramuza.server import work


class Weighty:
    """An agent of so many bytes."""

    def __init__(self, size: int) -> None:
        self.size = size


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(work, "_remembered", type(work._remembered)())
    monkeypatch.setattr(work, "MOST_REMEMBERED_BYTES", 100)

    def keep(*sizes: int) -> list[str]:
        for place, size in enumerate(sizes):
            work._remember((f"match {place}", 0, "greedy"), Weighty(size))  # type: ignore[arg-type]
        return [match for match, _, _ in work._remembered]

    return keep


def test_what_was_used_longest_ago_is_forgotten_for_want_of_room(kept: Any) -> None:
    assert kept(40, 40, 40) == ["match 1", "match 2"]


def test_what_is_too_large_by_itself_is_not_kept(kept: Any) -> None:
    assert kept(40, 101) == []


def test_only_so_many_are_kept_however_small(kept: Any) -> None:
    assert len(kept(*[0] * 100)) == work.MOST_REMEMBERED


def test_an_agent_knows_the_bytes_of_its_trees() -> None:
    game = registry.get("tactics")
    agents = Agents(game, {0: names.parse("search:sims=50")}, 1)
    before = agents.size
    tree = Tree(game, fresh(game, game.options(), 1), 0, 1, nodes=1000)
    tree.grow(100)
    agents.searchers[0].remembered = Remembered([tree, tree], None, b"")
    # Room that nothing was written into takes no memory yet.
    written = int(tree.head[0].used) * tree.nodes.itemsize
    assert agents.size >= before + 2 * written > before + 100 * tree.nodes.itemsize
