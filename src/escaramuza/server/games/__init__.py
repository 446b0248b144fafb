"""REST for one game alone: what its set-up, its shelf and its printing need.

A module here under the game's id, or `routes` in the package of a game from elsewhere, has a `router` and, if it needs
them, `printed` (see `escaramuza.server.pdfs`) and `unfit`, which says what is wrong with something that was sent.
"""

from types import ModuleType

from escaramuza.games import registry


def of(game: str) -> ModuleType | None:
    """What the server has for a game alone."""
    return registry.own_module(game, f"{__name__}.{game}", "routes")


def modules() -> list[ModuleType]:
    """What it has for each of them."""
    return [found for game in registry.ids() if (found := of(game)) is not None]
