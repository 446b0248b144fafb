"""Battlefields of For Glory as people draw them: their form, what is wrong with them, short ways to name one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from escaramuza.games.basics import NotationError
from escaramuza.games.field import shapes
from escaramuza.games.field.book import MapBook
from escaramuza.games.field.codes import MapCode
from escaramuza.games.field.form import LONGEST_LIST, Length, Points, TableMap
from escaramuza.games.field.notation import place_text
from escaramuza.games.forglory import state, tables
from escaramuza.games.forglory.tables import KINDS, MOST_OBJECTIVES

WIDTH, LEAST_WIDTH, MOST_WIDTH = 12000, 9000, 24000
HEIGHT, LEAST_HEIGHT, MOST_HEIGHT = 9000, 6000, 18000
LEAST_BENDS = 2

Kind = Literal["wood", "crops", "town", "hill", "river", "lake", "mountain", "bridge", "ford", "fence"]
ROLES = ("impassable", "difficult", "dense", "hides", "crossing", "settled")
ROLES_OF = {
    kind: tuple(role for bit, role in enumerate(ROLES) if int(tables.ROLES[number]) >> bit & 1)
    for number, kind in enumerate(KINDS)
}
IMPASSABLE = tuple(kind for kind, roles in ROLES_OF.items() if "impassable" in roles)
CROSSINGS = tuple(kind for kind, roles in ROLES_OF.items() if "crossing" in roles)


class BattlePiece(BaseModel):
    """A piece of terrain: what it is and its outline; what it does in play goes with its kind."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Kind
    corners: Points


class BattleMap(TableMap):
    """A battlefield; whether it can be played on is for `problems`. A road is the middle of its band."""

    width: Length = WIDTH
    height: Length = HEIGHT
    objectives: Points = ()
    terrain: Annotated[tuple[BattlePiece, ...], Field(max_length=LONGEST_LIST)] = ()
    roads: Annotated[tuple[Points, ...], Field(max_length=LONGEST_LIST)] = ()


# In the schema of the web API they stand beside the Map and the Piece of another game.
Map = BattleMap
Piece = BattlePiece


def problems(field: Map) -> list[NotationError]:
    """Everything that keeps a map from being played on."""
    return [
        *_table_problems(field),
        *_objective_problems(field),
        *_terrain_problems(field),
        *_road_problems(field),
    ]


def _table_problems(field: Map) -> Iterator[NotationError]:
    if not LEAST_WIDTH <= field.width <= MOST_WIDTH:
        yield shapes.length_problem("MAP_WIDTH", field.width, LEAST_WIDTH, MOST_WIDTH)
    if not LEAST_HEIGHT <= field.height <= MOST_HEIGHT:
        yield shapes.length_problem("MAP_HEIGHT", field.height, LEAST_HEIGHT, MOST_HEIGHT)


def _is_on_table(field: Map, x: int, y: int) -> bool:
    return 0 <= x <= field.width and 0 <= y <= field.height


def _objective_problems(field: Map) -> Iterator[NotationError]:
    places = field.objectives
    if len(places) > MOST_OBJECTIVES:
        yield NotationError("MAP_OBJECTIVES", found=len(places), most=MOST_OBJECTIVES)
    for number, (x, y) in enumerate(places, start=1):
        if not _is_on_table(field, x, y):
            yield NotationError("MAP_OBJECTIVE_OUTSIDE", objective=number, place=place_text(x, y))
        barrier = barrier_at(field, x, y)
        if barrier is not None:
            yield NotationError("MAP_OBJECTIVE_BARRED", objective=number, place=place_text(x, y), piece=barrier + 1)
        if (x, y) in places[: number - 1]:
            first = places.index((x, y)) + 1
            yield NotationError("MAP_OBJECTIVES_SAME", first=first, second=number, place=place_text(x, y))


def barrier_at(field: Map, x: int, y: int) -> int | None:
    """The impassable piece that a point is in, unless a bridge or a ford lies over it."""
    if any(
        piece.kind in CROSSINGS and _is_shape(piece) and shapes.covers(piece.corners, x, y) for piece in field.terrain
    ):
        return None
    return next(
        (
            number
            for number, piece in enumerate(field.terrain)
            if piece.kind in IMPASSABLE and _is_shape(piece) and shapes.holds(piece.corners, x, y)
        ),
        None,
    )


def _is_shape(piece: Piece) -> bool:
    return shapes.shape_problem(piece.corners) is None


def _terrain_problems(field: Map) -> Iterator[NotationError]:
    if len(field.terrain) > state.MOST_PIECES:
        yield NotationError("MAP_PIECES", found=len(field.terrain), most=state.MOST_PIECES)
    barriers = [piece.corners for piece in field.terrain if piece.kind in IMPASSABLE and _is_shape(piece)]
    for number, piece in enumerate(field.terrain, start=1):
        for corner, (x, y) in enumerate(piece.corners, start=1):
            if not _is_on_table(field, x, y):
                yield NotationError("MAP_PIECE_OUTSIDE", piece=number, corner=corner, place=place_text(x, y))
        wrong = shapes.shape_problem(piece.corners)
        if wrong is not None:
            yield NotationError(wrong.code, piece=number, **wrong.words)
        elif piece.kind in CROSSINGS and not any(shapes.touch(piece.corners, barrier) for barrier in barriers):
            yield NotationError("MAP_CROSSING_DRY", piece=number)


def _road_problems(field: Map) -> Iterator[NotationError]:
    if len(field.roads) > state.MOST_ROADS:
        yield NotationError("MAP_ROADS", found=len(field.roads), most=state.MOST_ROADS)
    for number, road in enumerate(field.roads, start=1):
        if not LEAST_BENDS <= len(road) <= state.MOST_BENDS:
            yield NotationError("MAP_BENDS", road=number, found=len(road), low=LEAST_BENDS, high=state.MOST_BENDS)
        if len(set(road)) < len(road):
            yield NotationError("MAP_SAME_BEND", road=number, place=place_text(*shapes.twice_in(road)))
        for bend, (x, y) in enumerate(road, start=1):
            if not _is_on_table(field, x, y):
                yield NotationError("MAP_ROAD_OUTSIDE", road=number, bend=bend, place=place_text(x, y))


def _random_map(number: int, symmetric: bool) -> Map:
    from escaramuza.games.forglory.random_maps import random_map

    return random_map(number, symmetric)


BOOK = MapBook(
    game_id="forglory",
    folder=Path(__file__).parent,
    model=Map,
    kinds=ROLES_OF,
    code=MapCode("G", ("width", "height"), KINDS, roads=True),
    most={"terrain": ("MAP_PIECES", state.MOST_PIECES), "roads": ("MAP_ROADS", state.MOST_ROADS)},
    problems=problems,
    random_map=_random_map,
)
legal_map = BOOK.legal
default_map = BOOK.default


def ready_maps() -> dict[str, Map]:
    """Id → ready map; its name is its id."""
    return BOOK.ready


def objective_names(field: Map) -> list[dict[str, str]]:
    """What the objectives of a ready map are called, by language; none for a map of one's own."""
    entry: dict[str, Any] = BOOK.ready_entry(field) or {}
    names: list[dict[str, str]] = entry.get("objectives", [])
    return names
