"""Games are found by themselves; one that cannot be loaded says so and leaves the others alone."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from escaramuza import Match
from escaramuza.engine.errors import Refused
from escaramuza.games import registry
from tests import example

BROKEN = {
    "missing": ("no_such_module_anywhere:Game", "ModuleNotFoundError"),
    "raises": ("brought_games:Raises", "has no state, modules"),
    "another": ("brought_games:NotAGame", "is not a subclass"),
    "misnamed": ("escaramuza_duel:Duel", "its id is 'duel'"),
}
SOURCE = """
from escaramuza.games.game import Game

class Raises(Game):
    id, name = "raises", "Raises"
    reasons = events = {}
    clauses = ()

class NotAGame:
    pass
"""


@pytest.fixture
def brought(tmp_path: Path) -> Iterator[None]:
    """Four games that cannot be loaded, one whose id is taken, and the example among them."""
    metadata = tmp_path / "brought_games-1.0.dist-info"
    metadata.mkdir()
    entries = [f"{game_id} = {value}" for game_id, (value, _) in BROKEN.items()]
    text = "\n".join(["[escaramuza.games]", *entries, "tactics = brought_games:NotAGame"])
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: brought-games\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(text, encoding="utf-8")
    (tmp_path / "brought_games.py").write_text(SOURCE, encoding="utf-8")
    with example.installed(str(tmp_path), example.folder()):
        yield


def test_ours_come_first_and_the_lightest_first() -> None:
    ours = [type(game).__module__.startswith("escaramuza.games.") for game in registry.ready()]
    weights = [game.weight for game in registry.ready()][: sum(ours)]
    assert ours == sorted(ours, reverse=True)
    assert weights == sorted(weights)
    assert "field" not in registry.ids(), "what games share is not a game"


@pytest.mark.usefixtures("brought")
def test_a_broken_game_says_so_once_and_leaves_the_others_alone(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert {"tactics", example.GAME} <= set(registry.ids())
        assert set(registry.broken()) == set(BROKEN)
        for game_id, (_, why) in BROKEN.items():
            assert why in registry.broken()[game_id]
            with pytest.raises(Refused) as refused:
                Match(game_id)
            assert refused.value.code == "GAME_BROKEN"
            assert why in refused.value.sentence("es")
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == len(set(said)) == len(BROKEN) + 1
    assert registry.get("tactics").name == "Tactics", "an id that is taken stays whose it is"


def test_an_installed_game_comes_and_goes() -> None:
    with example.installed():
        assert registry.ids()[-1] == example.GAME
        assert Match(example.GAME, seed=1).legal()
    assert example.GAME not in registry.ids()
