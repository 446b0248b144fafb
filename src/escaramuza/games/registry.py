"""Game id → spec, loaded when asked for."""

import importlib
from functools import cache

from escaramuza.games.spec import GameSpec

# Names as players know them; a game that is not ready yet is announced, not hidden.
GAMES = {
    "tactics": "Tactics",
    "escarmouche": "Escarmouche",
    "cafe": "Escaramuzas de Café",
    "forglory": "For Glory",
}
READY = ("tactics", "escarmouche", "cafe", "forglory")


class UnknownGame(LookupError):
    """No such game, or not ready yet."""


@cache
def get(game: str) -> GameSpec:
    """The spec of a game."""
    if game not in READY:
        raise UnknownGame(game)
    spec = importlib.import_module(f"escaramuza.games.{game}").SPEC
    assert isinstance(spec, GameSpec)
    return spec


def ready() -> list[GameSpec]:
    """The games that can be played."""
    return [get(game) for game in READY]
