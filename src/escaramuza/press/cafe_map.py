"""A battlefield of Escaramuzas de Café on paper: what the templates draw and say of it."""

from typing import Any

from escaramuza.games.cafe import tables
from escaramuza.games.cafe.maps import Map, Piece, names_of
from escaramuza.games.field.notation import spoken
from escaramuza.press import map_sheets
from escaramuza.press.cafe_words import terms, text
from escaramuza.press.typesetting import Paper

# Millimetres between the marks along the edges.
MARKS = 100
# So far, in tenths of a millimetre, numbers of pieces keep away from an objective.
NEAR = 60


def map_data(field: Map, paper: Paper, lang: str, whole: bool) -> dict[str, Any]:
    """All that the templates draw of a map, in millimetres of the table."""
    width, height = field.width / 10, field.height / 10
    scale = map_sheets.scale_of(width, height)
    tiles = map_sheets.tiling(width, height, paper)
    data = {
        "name": names_of(field)[lang],
        "width": width,
        "height": height,
        "zone": field.zone / 10,
        "scale": scale,
        "marks": MARKS,
        "patch": tables.PATCH / 10,
        "ring": (tables.PATCH + tables.CLOSE) / 10,
        "how": text(
            "map-how",
            lang,
            width=spoken(field.width, 2, terms(lang)),
            height=spoken(field.height, 2, terms(lang)),
            scale=scale,
        ),
        "zones": {side: text("map-zone", lang, side=text(side, lang)) for side in ("blue", "red")},
        "objectives": [_place(x, y) for x, y in field.objectives],
        "places": "   ".join(
            f"{n}: {map_sheets.cm(x, y, terms(lang))}" for n, (x, y) in enumerate(field.objectives, start=1)
        ),
        "terrain": [_piece(number, piece, field) for number, piece in enumerate(field.terrain, start=1)],
        "groups": _groups(field, lang),
        "pieces": [_where(number, piece, lang) for number, piece in enumerate(field.terrain, start=1)],
        "full": whole,
        "tiles": tiles,
    }
    return {**data, **map_sheets.full_size(tiles, lang)} if whole else data


def _place(x: int, y: int) -> list[float]:
    return [x / 10, y / 10]


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
    left, top, right, bottom = map_sheets.box_around(piece.corners)
    middle = map_sheets.cm((left + right) // 2, (top + bottom) // 2, terms(lang))
    size = map_sheets.cm(right - left, bottom - top, terms(lang))
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


def number_place(piece: Piece, field: Map) -> list[float]:
    """Where the number of a piece stands, in millimetres."""
    others = [other.corners for other in field.terrain if _shows(other, piece)]
    return _place(*map_sheets.number_place(piece.corners, others, field.objectives, tables.PATCH + NEAR))


def _shows(other: Piece, piece: Piece) -> bool:
    """Whether a piece can be seen where another lies: bridges cover the rest."""
    return other is not piece and (other.kind == "bridge" or piece.kind != "bridge")
