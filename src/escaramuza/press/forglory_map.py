"""A battlefield of For Glory on paper, at the scale that is played: what the templates draw and say of it."""

from collections.abc import Callable
from typing import Any

from escaramuza.games.field.notation import spoken
from escaramuza.games.forglory import maps, tables
from escaramuza.games.forglory.maps import Map, Piece
from escaramuza.press import map_sheets
from escaramuza.press.forglory_words import terms, text
from escaramuza.press.typesetting import Paper

# The disc that marks an objective: its radius at scale 1, in tenths of a millimetre.
DISC = 150
# So much farther numbers of pieces keep away from it.
NEAR = 60
# Marks along the edges are 10 cm apart, 20 or 50 where they would be nearer on paper than this, in millimetres.
MARKS, APART = (100, 200, 500), 7


def map_data(field: Map, scale: float, paper: Paper, lang: str, whole: bool) -> dict[str, Any]:
    """All that the templates draw of a map, in millimetres of the table that is played on."""

    def scaled(tenths: float) -> float:
        return tenths * scale / 10

    def place(x: int, y: int) -> list[float]:
        return [scaled(x), scaled(y)]

    def cm(x: int, y: int) -> str:
        return map_sheets.cm(round(x * scale), round(y * scale), terms(lang))

    def piece(number: int, piece: Piece) -> dict[str, Any]:
        return {
            "number": number,
            "kind": piece.kind,
            "solid": piece.kind in maps.IMPASSABLE,
            "dangerous": False,
            "corners": [place(*corner) for corner in piece.corners],
            "label": place(*number_place(piece, field)),
        }

    def where(number: int, piece: Piece) -> dict[str, str]:
        left, top, right, bottom = map_sheets.box_around(piece.corners)
        middle, size = cm((left + right) // 2, (top + bottom) // 2), cm(right - left, bottom - top)
        return {"name": f"{number} {terms(lang)[f'terrain:{piece.kind}']}", "place": f"{middle} · {size}"}

    width, height = scaled(field.width), scaled(field.height)
    small = map_sheets.scale_of(width, height)
    tiles = map_sheets.tiling(width, height, paper)
    marks = next((marks for marks in MARKS if marks / small >= APART), MARKS[-1])
    data = {
        "name": maps.BOOK.names_of(field)[lang],
        "width": width,
        "height": height,
        "scale": small,
        "marks": marks,
        "disc": scaled(DISC),
        "ring": scaled(float(tables.SPANS[tables.XS])),
        "road": scaled(2 * tables.ROAD_HALF),
        "how": text(
            "map-how",
            lang,
            width=spoken(round(field.width * scale), 2, terms(lang)),
            height=spoken(round(field.height * scale), 2, terms(lang)),
            scale=small,
            marks=marks // 10,
        ),
        "sides": {side: text(f"map-{side}", lang) for side in ("south", "north")},
        "objectives": [place(*objective) for objective in field.objectives],
        "places": _objectives(field, cm, lang),
        "roads": [[place(*bend) for bend in road] for road in field.roads],
        "ways": "   ".join(f"{n}: {' – '.join(cm(*bend) for bend in road)}" for n, road in enumerate(field.roads, 1)),
        "terrain": [piece(number, each) for number, each in enumerate(field.terrain, start=1)],
        "groups": _groups(field, lang),
        "pieces": [where(number, each) for number, each in enumerate(field.terrain, start=1)],
        "full": whole,
        "tiles": tiles,
    }
    return {**data, **map_sheets.full_size(tiles, lang)} if whole else data


def _objectives(field: Map, cm: Callable[[int, int], str], lang: str) -> str:
    """Where the objectives are, with what they are called on a ready map."""
    names = [f"{name[lang]}, " for name in maps.objective_names(field)] or [""] * len(field.objectives)
    places = zip(names, field.objectives, strict=True)
    return "   ".join(f"{number}: {name}{cm(*at)}" for number, (name, at) in enumerate(places, start=1))


def _groups(field: Map, lang: str) -> list[dict[str, str]]:
    """Pieces of a kind with their numbers and what they do."""
    found: dict[str, list[int]] = {}
    for number, piece in enumerate(field.terrain, start=1):
        found.setdefault(piece.kind, []).append(number)
    return [
        {
            "kind": kind,
            "name": terms(lang)[f"terrain:{kind}"],
            "roles": ", ".join(terms(lang)[f"role:{role}"] for role in maps.ROLES_OF[kind]) or text("no-effect", lang),
            "numbers": ", ".join(map(str, numbers)),
        }
        for kind, numbers in found.items()
    ]


def number_place(piece: Piece, field: Map) -> tuple[int, int]:
    """Where the number of a piece stands on the map as it was drawn."""
    others = [other.corners for other in field.terrain if _shows(other, piece)]
    return map_sheets.number_place(piece.corners, others, field.objectives, DISC + NEAR)


def _shows(other: Piece, piece: Piece) -> bool:
    """Whether a piece can be seen where another lies: bridges and fords cover the rest."""
    return other is not piece and (other.kind in maps.CROSSINGS or piece.kind not in maps.CROSSINGS)
