"""What the web app must know before it has asked the server, out of the rules: `make docs` writes it as TypeScript."""

import json
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from escaramuza.agents import levels
from escaramuza.games import registry
from escaramuza.games.field.book import MapBook
from escaramuza.games.forglory import tables as glory
from escaramuza.games.forglory.armies import LONGEST_TEXT
from escaramuza.games.forglory.options import MOST_POINTS
from escaramuza.games.tactics import tables as tactics
from escaramuza.lab.asked.question import MOST_SQUADS
from escaramuza.maps import library
from escaramuza.press import forglory, map_sheets, typesetting

HEAD = "// Written by `make docs` out of the rules.\n"


def page() -> str:
    """The file."""
    return HEAD + "".join(
        f"\nexport const {name} = {_written(value)} as const;\n" for name, value in constants().items()
    )


def _written(value: Any) -> str:
    """A value, with a line for each part of a table."""
    if not isinstance(value, dict):
        return json.dumps(value)
    parts = (f"  {json.dumps(key)}: {json.dumps(part, ensure_ascii=False)},\n" for key, part in value.items())
    return "{\n" + "".join(parts) + "}"


def constants() -> dict[str, Any]:
    """Name → value; lengths on a table are in tenths of a millimetre, those on paper in millimetres."""
    return {
        "LEVELS": levels.IDS,
        "MAPS": {book.game_id: _map(book) for book in library.books() if registry.is_ours(book.game_id)},
        "GLORY_ARMIES": {
            "points": {category: int(glory.POINTS[i]) for i, category in enumerate(glory.CATEGORIES)},
            "qualities": [*glory.QUALITIES],
            "usual": glory.QUALITIES[glory.REGULAR],
            "fewestDivisions": glory.FEWEST_DIVISIONS,
            "mostDivisions": glory.MOST_DIVISIONS,
            "fewestUnits": glory.FEWEST_BRIGADES,
            "mostUnits": glory.MOST_UNITS,
            "mostPoints": MOST_POINTS,
            "longestText": LONGEST_TEXT,
        },
        "TACTICS_LETTERS": dict(zip(tactics.CLASSES, tactics.LETTERS, strict=True)),
        "MOST_SQUADS": MOST_SQUADS,
        "PAPERS": typesetting.PAPERS,
        "MAP_SHEET": {
            "sides": 2 * map_sheets.SIDE,
            "ends": map_sheets.ABOVE + map_sheets.BELOW,
            "strip": map_sheets.STRIP,
        },
        "PRINTED": {game_id: pages.PARTS for game_id, pages in _presses() if hasattr(pages, "PARTS")},
        "SCALES": forglory.SCALES,
    }


def _presses() -> Iterator[tuple[str, ModuleType]]:
    """What our games that are printed have their pages from."""
    for game_id in filter(registry.is_ours, registry.ids()):
        pages = registry.own_module(game_id, f"escaramuza.press.{game_id}", "press")
        if pages is not None:
            yield game_id, pages


def _map(book: MapBook[Any]) -> dict[str, Any]:
    """What an empty map of a game is like, and what of a map is free in it."""
    fields = book.model.model_fields
    size = {name: fields[name].default for name in ("width", "height", "gap") if name in fields}
    return {
        "name": registry.get(book.game_id).name,
        "letter": book.code.letter,
        "gap": 0,
        **size,
        "freeRoles": bool(book.code.roles),
        "roads": book.code.roads,
        "unnamed": book.unnamed,
    }
