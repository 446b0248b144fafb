"""A battlefield on paper: its scale on one sheet, the sheets of its full size, where the numbers of pieces stand."""

import math
from collections.abc import Sequence
from typing import Any

from escaramuza.barracks.press.cafe_words import terms, text
from escaramuza.barracks.press.typesetting import PAPERS, Paper
from escaramuza.games.cafe.maps import Map, Piece, centimetres, names_of, outline
from escaramuza.games.cafe.tables import CLOSE, PATCH
from escaramuza.kernel import plane

# Room for the whole map on one sheet, in millimetres.
ROOM = (180.0, 140.0)
# What a sheet of the full size keeps free at its sides: left and right, above, below; and the strip to glue on.
SIDE, ABOVE, BELOW = 10.0, 14.0, 14.0
STRIP = 10.0
# A piece is divided so often each way to find a place for its number.
PROBES = 14
# So far, in tenths of a millimetre, numbers of pieces keep away from an objective.
NEAR = 60


def map_data(field: Map, paper: Paper, lang: str, full_size: bool) -> dict[str, Any]:
    """All that the templates draw of a map, in millimetres of the table."""
    width, height = field.width / 10, field.height / 10
    scale = _scale(width, height)
    tiles = tiling(width, height, paper)
    data = {
        "name": names_of(field)[lang],
        "width": width,
        "height": height,
        "zone": field.zone / 10,
        "scale": scale,
        "patch": PATCH / 10,
        "ring": (PATCH + CLOSE) / 10,
        "how": text("map-how", lang, width=centimetres(field.width), height=centimetres(field.height), scale=scale),
        "zones": {side: text("map-zone", lang, side=text(side, lang)) for side in ("blue", "red")},
        "objectives": [_place(x, y) for x, y in field.objectives],
        "places": "   ".join(f"{n}: {_cm(x, y)}" for n, (x, y) in enumerate(field.objectives, start=1)),
        "terrain": [_piece(number, piece, field) for number, piece in enumerate(field.terrain, start=1)],
        "groups": _groups(field, lang),
        "pieces": [_where(number, piece, lang) for number, piece in enumerate(field.terrain, start=1)],
        "full": full_size,
        "tiles": tiles,
    }
    if full_size:
        count = tiles["columns"] * tiles["rows"]
        data["sheets"] = text("map-sheets", lang, count=count, columns=tiles["columns"], rows=tiles["rows"])
        data["tile-names"] = {name: text("tile", lang, name=name) for name in tile_names(tiles)}
    return data


def _scale(width: float, height: float) -> int:
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
    return [f"{chr(ord('A') + column)}{row + 1}" for row in range(tiles["rows"]) for column in range(tiles["columns"])]


def _place(x: int, y: int) -> list[float]:
    return [x / 10, y / 10]


def _cm(x: int, y: int) -> str:
    return f"{centimetres(x)} × {centimetres(y)}"


def _piece(number: int, piece: Piece, field: Map) -> dict[str, Any]:
    return {
        "number": number,
        "kind": piece.kind,
        "solid": "solid" in piece.roles,
        "dangerous": "dangerous" in piece.roles,
        "corners": [_place(x, y) for x, y in piece.corners],
        "label": number_place(piece, field),
    }


def _where(number: int, piece: Piece, lang: str) -> dict[str, str]:
    """A piece by the middle and the size of the box around it, to lay it out on a table."""
    left, top, right, bottom = box_around(piece.corners)
    middle, size = _cm((left + right) // 2, (top + bottom) // 2), _cm(right - left, bottom - top)
    return {"name": f"{number} {terms(lang)[f'terrain:{piece.kind}']}", "place": f"{middle} · {size}"}


def _groups(field: Map, lang: str) -> list[dict[str, str]]:
    """Pieces that are and do the same, with their numbers."""
    found: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for number, piece in enumerate(field.terrain, start=1):
        found.setdefault((piece.kind, piece.roles), []).append(number)
    return [
        {
            "kind": kind,
            "name": terms(lang)[f"terrain:{kind}"],
            "roles": ", ".join(_role(role, lang) for role in roles or ("none",)),
            "numbers": ", ".join(map(str, numbers)),
        }
        for (kind, roles), numbers in found.items()
    ]


def _role(role: str, lang: str) -> str:
    # That a bridge is a bridge says nothing; what it does is said here.
    return text(f"role-{role}", lang) if role in ("bridge", "none") else terms(lang)[f"role:{role}"]


def box_around(corners: Sequence[tuple[int, int]]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of a shape."""
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def number_place(piece: Piece, field: Map) -> list[float]:
    """Where the number of a piece stands, in millimetres: as far inside as can be, clear of objectives and other pieces
    where there is room, and of equally good places the one nearest to the middle."""
    left, top, right, bottom = box_around(piece.corners)
    middle = ((left + right) / 2, (top + bottom) / 2)
    shape = outline(piece.corners)
    probes = [
        (left + (right - left) * i // PROBES, top + (bottom - top) * k // PROBES)
        for i in range(1, PROBES)
        for k in range(1, PROBES)
    ]
    within = [at for at in probes if plane.where(*at, 1, shape, len(shape)) == plane.INSIDE]
    others = [other.corners for other in field.terrain if _shows(other, piece)]

    def good(at: tuple[int, int]) -> tuple[float, bool, int, float]:
        clear = min(PATCH + NEAR, *(math.dist(at, objective) for objective in field.objectives))
        return clear, not _lies_on(at, others), _depth(at, piece.corners), -math.dist(at, middle)

    return _place(*max(within, key=good, default=piece.corners[0]))


def _shows(other: Piece, piece: Piece) -> bool:
    """Whether a piece can be seen where another lies: bridges cover the rest."""
    return other is not piece and (other.kind == "bridge" or piece.kind != "bridge")


def _lies_on(at: tuple[int, int], others: Sequence[tuple[tuple[int, int], ...]]) -> bool:
    for corners in others:
        left, top, right, bottom = box_around(corners)
        if left <= at[0] <= right and top <= at[1] <= bottom:
            shape = outline(corners)
            if plane.where(*at, 1, shape, len(shape)) != plane.OUTSIDE:
                return True
    return False


def _depth(at: tuple[int, int], corners: Sequence[tuple[int, int]]) -> int:
    """How far a point is from the nearest edge."""
    return min(int(plane.point_segment_gap(*at, *corners[i - 1], *corners[i])) for i in range(len(corners)))
