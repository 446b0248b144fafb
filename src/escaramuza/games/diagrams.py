"""Diagrams: real positions that the rules pages draw beside a clause. A game keeps its own in `diagrams.json`, and
their captions with its words.

A file says where everybody stands and whom a diagram is about. What these can do, and what they cannot, is asked of the
rules when it is drawn, so that a diagram cannot tell something else than they do.
"""

import json
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

FILE = "diagrams.json"
# What is drawn besides, where a game knows how.
Shown = Literal["zones", "costs", "reach", "sight", "command", "fire", "attitude", "markers"]
# Left, top, width, height.
Window = tuple[float, float, float, float]


class Diagram(BaseModel):
    """A position at a clause. Lengths are squares, counted from the upper left corner, or centimetres."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    clause: str
    position: str
    # The part that is drawn; of a board by default all of it.
    window: Window
    # The options of its match, and actions that are made before it is drawn.
    options: dict[str, Any] = {}
    play: tuple[str, ...] = ()
    # Whom it is about, by square or by name, and the place where the first of them is thought to go.
    units: tuple[str, ...] = ()
    place: tuple[float, float, float] | None = None
    # The kinds of their legal actions that are marked; legal actions that are arrows; actions that the rules refuse.
    kinds: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    shows: tuple[Shown, ...] = ()


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    # Options of all its diagrams that do not say otherwise.
    options: dict[str, Any] = {}
    diagrams: list[dict[str, Any]]


def read(folder: Path, whole: Window) -> tuple[Diagram, ...]:
    """The diagrams of the game in a folder, of all its board unless they say of which part; none without a file."""
    path = folder / FILE
    if not path.exists():
        return ()
    file = _File(**json.loads(path.read_text(encoding="utf-8")))
    found = ({"window": whole, **one, "options": {**file.options, **one.get("options", {})}} for one in file.diagrams)
    return tuple(Diagram(**one) for one in found)
