"""Boards in the terminal, drawn from the same scene that every client gets."""

from collections.abc import Callable
from typing import Any

from escaramuza.cli.boards.cafe import draw_cafe
from escaramuza.cli.boards.escarmouche import draw_escarmouche
from escaramuza.cli.boards.forglory import draw_forglory
from escaramuza.cli.boards.tactics import draw_tactics

BOARDS: dict[str, Callable[[Any, dict[str, Any], str], None]] = {
    "tactics": draw_tactics,
    "escarmouche": draw_escarmouche,
    "cafe": draw_cafe,
    "forglory": draw_forglory,
}


def draw(match: Any, seat: str | None, lang: str, everything: bool = False) -> None:
    """Draw the table as a seat sees it, or with all its secrets."""
    scene = match.spec.view(match.state, match.options) if everything else match.view(seat)
    BOARDS[match.game](match, scene, lang)
