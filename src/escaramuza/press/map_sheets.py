"""A table on paper: its scale on one sheet, the sheets of its full size, where the numbers of its pieces stand."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from escaramuza.games.field.notation import spoken
from escaramuza.games.field.shapes import Corners, Place, outline
from escaramuza.kernel import plane
from escaramuza.press.game_words import text
from escaramuza.press.typesetting import PAPERS, Paper

# Room for the whole map on one sheet, in millimetres.
ROOM = (180.0, 140.0)
# What a sheet of the full size keeps free at its sides: left and right, above, below; and the strip to glue on.
SIDE, ABOVE, BELOW = 10.0, 14.0, 14.0
STRIP = 10.0
# A piece is divided so often each way to find a place for its number.
PROBES = 14


def full_size(tiles: dict[str, Any], lang: str) -> dict[str, Any]:
    """What is said of a map that is printed in full size too."""
    count = tiles["columns"] * tiles["rows"]
    return {
        "sheets": text("map:sheets", lang, count=count, columns=tiles["columns"], rows=tiles["rows"]),
        "tile-names": {name: text("map:tile", lang, name=name) for name in tile_names(tiles)},
    }


def scale_of(width: float, height: float) -> int:
    """The largest whole scale at which the map goes onto one sheet."""
    return math.ceil(max(width / ROOM[0], height / ROOM[1]))


def tiling(width: float, height: float, paper: Paper) -> dict[str, Any]:
    """How a map at full size is cut into sheets of equal parts, upright or across, whichever takes fewer."""
    short, long = PAPERS[paper]
    ways = [_sheets(width, height, *sides) for sides in ((short, long), (long, short))]
    fewest = min(ways, key=lambda way: way["columns"] * way["rows"])
    return {**fewest, "across": fewest is ways[1], "strip": STRIP, "side": SIDE, "above": ABOVE}


def _sheets(width: float, height: float, page_width: float, page_height: float) -> dict[str, Any]:
    columns = math.ceil(width / (page_width - 2 * SIDE - STRIP))
    rows = math.ceil(height / (page_height - ABOVE - BELOW - STRIP))
    return {"columns": columns, "rows": rows, "step": [width / columns, height / rows]}


def tile_names(tiles: dict[str, Any]) -> list[str]:
    """A1, B1 … in reading order."""
    return [f"{_letters(column)}{row + 1}" for row in range(tiles["rows"]) for column in range(tiles["columns"])]


def _letters(column: int) -> str:
    """A to Z, then AA, AB …"""
    before, letter = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + letter)


def cm(x: int, y: int, terms: Mapping[str, str]) -> str:
    """A place or a size in centimetres, in the figures of a language."""
    return f"{spoken(x, 2, terms)} × {spoken(y, 2, terms)}"


def box_around(corners: Corners) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of a shape."""
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def number_place(corners: Corners, others: Sequence[Corners], objectives: Corners, clear: int) -> Place:
    """Where the number of a piece stands: as far inside as can be, so `clear` of objectives and off the other pieces
    where there is room, and of equally good places the one nearest to the middle."""
    left, top, right, bottom = box_around(corners)
    middle = ((left + right) / 2, (top + bottom) / 2)
    shape = outline(corners)
    probes = [
        (left + (right - left) * i // PROBES, top + (bottom - top) * k // PROBES)
        for i in range(1, PROBES)
        for k in range(1, PROBES)
    ]
    best = [at for at in probes if plane.where(*at, 1, shape, len(shape)) == plane.INSIDE]
    if not best:
        return corners[0]
    covers = [outline(other) for other in others if _boxes_meet(box_around(other), (left, top, right, bottom))]
    best = _foremost(best, lambda at: min([clear, *(math.dist(at, objective) for objective in objectives)]))
    best = _foremost(best, lambda at: not any(_lies_on(at, cover) for cover in covers))
    best = _foremost(best, lambda at: _depth(at, corners))
    return _foremost(best, lambda at: -math.dist(at, middle))[0]


def _foremost(places: list[Place], good: Callable[[Place], float]) -> list[Place]:
    """The best by one measure, in their order; the next measure need only look at these."""
    measured = [good(at) for at in places]
    most = max(measured)
    return [at for at, measure in zip(places, measured, strict=True) if measure == most]


def _boxes_meet(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _lies_on(at: Place, shape: Any) -> bool:
    return bool(plane.where(*at, 1, shape, len(shape)) != plane.OUTSIDE)


def _depth(at: Place, corners: Corners) -> int:
    """How far a point is from the nearest edge."""
    return min(int(plane.point_segment_gap(*at, *corners[i - 1], *corners[i])) for i in range(len(corners)))
