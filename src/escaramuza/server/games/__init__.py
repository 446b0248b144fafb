"""REST for one game alone: what its set-up, its shelf and its printing need.

A module here under the game's id, or `routes` in the package of a game from elsewhere, has a `router` and, if it needs
them, `printed` (see `escaramuza.server.pdfs`) and `unfit`, which says what is wrong with something that was sent.
"""

from types import ModuleType

from escaramuza.games import registry


def of(game_id: str) -> ModuleType | None:
    """What the server has for a game alone."""
    return registry.own_module(game_id, f"{__name__}.{game_id}", "routes")


def modules() -> list[ModuleType]:
    """What it has for each of them."""
    return [found for game_id in registry.ids() if (found := of(game_id)) is not None]
