"""Boards in the terminal, drawn from the same scene that every client gets.

A game may have a module of its own: here under its id, or `terminal` in the package of a game from elsewhere. Any other
is drawn by `generic`.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from escaramuza.cli.boards.generic import draw_generic
from escaramuza.games import registry

Draw = Callable[[Any, dict[str, Any], str], None]


@cache
def board_of(game_id: str) -> Draw:
    """What draws a game."""
    own = registry.own_module(game_id, f"{__name__}.{game_id}", "terminal")
    return draw_generic if own is None else own.draw


def draw(match: Any, seat: str | None, lang: str, everything: bool = False) -> None:
    """Draw the table as a seat sees it, or with all its secrets."""
    scene = match.game.view(match.state, match.options) if everything else match.view(seat)
    board_of(match.game.id)(match, scene, lang)
