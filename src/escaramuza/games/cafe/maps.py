"""Battlefields as people draw them: their form, what is wrong with them, and the short ways to name one."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from escaramuza.games.basics import NotationError
from escaramuza.games.cafe import berths, tables
from escaramuza.games.cafe.berths import Zone
from escaramuza.games.field.book import MapBook
from escaramuza.games.field.codes import MapCode
from escaramuza.games.field.form import LONGEST_LIST, Length, Points, TableMap
from escaramuza.games.field.notation import centimetres, place_text
from escaramuza.games.field.shapes import length_problem, reaches, shape_problem
from escaramuza.kernel import plane

WIDTH, LEAST_WIDTH, MOST_WIDTH = 9000, 6000, 12000
HEIGHT, LEAST_HEIGHT, MOST_HEIGHT = 6000, 4000, 9000
GAP, LEAST_GAP = 5400, 3000
# A zone that is less deep would not hold the largest army.
LEAST_ZONE = 1000
# Between the edges of two patches there must be more than this.
APART = 1400
COUNTS = (3, 5, 7)
MOST_PIECES = 24

ROLES = ("cover", "difficult", "dangerous", "solid", "bridge")
DEFAULT_ROLES: Mapping[str, tuple[str, ...]] = {
    "wood": ("cover", "difficult"),
    "stream": ("difficult",),
    "lake": ("difficult",),
    "town": ("difficult",),
    "marsh": ("dangerous",),
    "wall": ("cover",),
    "tower": ("cover",),
    "building": ("solid",),
    "rock": ("solid",),
    "bridge": ("bridge",),
}
KINDS = tuple(DEFAULT_ROLES)
Kind = Literal["wood", "stream", "lake", "town", "marsh", "wall", "tower", "building", "rock", "bridge"]
Role = Literal["cover", "difficult", "dangerous", "solid", "bridge"]


class Piece(BaseModel):
    """A piece of terrain: what it is, what it does in play, and its outline."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Kind
    roles: tuple[Role, ...]
    corners: Points

    @model_validator(mode="before")
    @classmethod
    def _usual_roles(cls, given: Any) -> Any:
        """A kind that says nothing of its roles has its usual ones."""
        if isinstance(given, dict) and given.get("roles") is None and given.get("kind") in KINDS:
            return {**given, "roles": DEFAULT_ROLES[given["kind"]]}
        return given

    @field_validator("roles")
    @classmethod
    def _in_order(cls, roles: tuple[Role, ...]) -> tuple[Role, ...]:
        return tuple(sorted(set(roles), key=ROLES.index))


class Map(TableMap):
    """A battlefield; whether it can be played on is for `problems`."""

    width: Length = WIDTH
    height: Length = HEIGHT
    gap: Length = GAP
    objectives: Points
    terrain: Annotated[tuple[Piece, ...], Field(max_length=LONGEST_LIST)] = ()

    @property
    def zone(self) -> int:
        """How deep each deployment zone is."""
        return (self.width - self.gap) // 2


def problems(field: Map) -> list[NotationError]:
    """Everything that keeps a map from being played on."""
    found = [*_table_problems(field), *_objective_problems(field), *_terrain_problems(field)]
    return found or [*_room_problems(field, tables.FEWEST_UNITS)]


def _table_problems(field: Map) -> Iterator[NotationError]:
    if not LEAST_WIDTH <= field.width <= MOST_WIDTH:
        yield length_problem("MAP_WIDTH", field.width, LEAST_WIDTH, MOST_WIDTH)
    if not LEAST_HEIGHT <= field.height <= MOST_HEIGHT:
        yield length_problem("MAP_HEIGHT", field.height, LEAST_HEIGHT, MOST_HEIGHT)
    widest = min(max(field.width, LEAST_WIDTH), MOST_WIDTH) - 2 * LEAST_ZONE
    if not LEAST_GAP <= field.gap <= widest:
        yield length_problem("MAP_GAP", field.gap, LEAST_GAP, widest)


def _objective_problems(field: Map) -> Iterator[NotationError]:
    places = field.objectives
    if len(places) not in COUNTS:
        yield NotationError("MAP_OBJECTIVES", found=len(places))
    for number, (x, y) in enumerate(places, start=1):
        if not (tables.PATCH <= x <= field.width - tables.PATCH and tables.PATCH <= y <= field.height - tables.PATCH):
            yield NotationError("MAP_OBJECTIVE_OUTSIDE", objective=number, place=place_text(x, y))
        elif not field.zone + tables.PATCH <= x <= field.width - field.zone - tables.PATCH:
            yield NotationError("MAP_OBJECTIVE_ZONE", objective=number, place=place_text(x, y))
        for other, (u, v) in enumerate(places[number:], start=number + 1):
            square = (x - u) ** 2 + (y - v) ** 2
            if square <= (APART + 2 * tables.PATCH) ** 2:
                apart = centimetres(max(0, int(plane.root_up(square, 1)) - 2 * tables.PATCH))
                yield NotationError(
                    "MAP_OBJECTIVES_NEAR", first=number, second=other, found=apart, least=centimetres(APART)
                )


def _terrain_problems(field: Map) -> Iterator[NotationError]:
    if len(field.terrain) > MOST_PIECES:
        yield NotationError("MAP_PIECES", found=len(field.terrain), most=MOST_PIECES)
    for number, piece in enumerate(field.terrain, start=1):
        roles = set(piece.roles)
        if ("bridge" in roles and len(roles) > 1) or ("solid" in roles and roles - {"solid", "cover"}):
            yield NotationError("MAP_ROLES", piece=number)
        for corner, (x, y) in enumerate(piece.corners, start=1):
            if not (0 <= x <= field.width and 0 <= y <= field.height):
                yield NotationError("MAP_PIECE_OUTSIDE", piece=number, corner=corner, place=place_text(x, y))
        wrong = shape_problem(piece.corners)
        if wrong is not None:
            yield NotationError(wrong.code, piece=number, **wrong.words)
        elif "solid" in roles:
            yield from _solid_problems(field, number, piece)


def _solid_problems(field: Map, number: int, piece: Piece) -> Iterator[NotationError]:
    """C-R9: solid pieces leave the patches free."""
    for objective, (x, y) in enumerate(field.objectives, start=1):
        if reaches(x, y, tables.PATCH, piece.corners):
            yield NotationError("MAP_SOLID_PATCH", piece=number, objective=objective)


def _room_problems(field: Map, units: int) -> Iterator[NotationError]:
    """C-R31: solid pieces may stand in a deployment zone as long as an army has room there."""
    found = room(field, units)
    if found < units:
        yield NotationError("MAP_ROOM", found=found, wanted=units)


def zone_at(field: Map, left: bool) -> Zone:
    """The deployment zone at an end of the table."""
    solid = tuple(piece.corners for piece in field.terrain if "solid" in piece.roles)
    return Zone(field.width, field.height, field.zone, left, solid)


def room(field: Map, units: int) -> int:
    """For how many of so many units both zones have room."""
    return min(berths.room(zone_at(field, left), units) for left in (True, False))


def _random_map(number: int, symmetric: bool) -> Map:
    from escaramuza.games.cafe.random_maps import random_map

    return random_map(number, symmetric)


BOOK = MapBook(
    game_id="cafe",
    folder=Path(__file__).parent,
    model=Map,
    kinds=DEFAULT_ROLES,
    code=MapCode("M", ("width", "height", "gap"), KINDS, ROLES),
    most={"terrain": ("MAP_PIECES", MOST_PIECES)},
    problems=problems,
    random_map=_random_map,
    unnamed=True,
)
legal_map, read_map, checked, cause_of = BOOK.legal, BOOK.read, BOOK.checked, BOOK.cause_of
default_map, names_of = BOOK.default, BOOK.names_of


def ready_list() -> list[dict[str, Any]]:
    """The ready maps with their names in all languages, the default first."""
    return BOOK.ready_list


def ready_maps() -> dict[str, Map]:
    """Id → ready map; its name is its id."""
    return BOOK.ready
