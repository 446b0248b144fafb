"""Boards in the terminal, drawn from the same scene that every client gets: a module of a game's own, by its id, or the
one that draws any game."""

import importlib
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

from escaramuza.cli.boards.generic import draw_generic

Draw = Callable[[Any, dict[str, Any], str], None]


@cache
def board_of(game: str) -> Draw:
    """What draws a game."""
    name = f"{__name__}.{game}"
    own = getattr(importlib.import_module(name), "draw", None) if game.isidentifier() and find_spec(name) else None
    return own or draw_generic


def draw(match: Any, seat: str | None, lang: str, everything: bool = False) -> None:
    """Draw the table as a seat sees it, or with all its secrets."""
    scene = match.spec.view(match.state, match.options) if everything else match.view(seat)
    board_of(match.game)(match, scene, lang)
