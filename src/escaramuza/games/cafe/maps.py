"""Battlefields as people draw them: their form, what is wrong with them, and the short ways to name one."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator, model_validator

from escaramuza.games.cafe.tables import PATCH
from escaramuza.games.spec import LANGUAGES, NotationError
from escaramuza.kernel import plane

WIDTH, LEAST_WIDTH, MOST_WIDTH = 9000, 6000, 12000
HEIGHT, LEAST_HEIGHT, MOST_HEIGHT = 6000, 4000, 9000
GAP, LEAST_GAP = 5400, 3000
# A zone that is less deep would not hold the largest army.
LEAST_ZONE = 1000
# Between the edges of two patches there must be more than this.
APART = 1400
COUNTS = (3, 5, 7)
LEAST_CORNERS, MOST_CORNERS = 3, 12
MOST_PIECES = 24
LONGEST_NAME = 40
MOST_NUMBER = 2**53 - 1
# Farther out, or in longer lists, nothing is even looked at; up to there a map is a draft with something wrong.
FARTHEST = 30_000
LONGEST_LIST = 100

ROLES = ("cover", "difficult", "dangerous", "solid", "bridge")
DEFAULT_ROLES: Mapping[str, tuple[str, ...]] = {
    "wood": ("cover", "difficult"),
    "stream": ("difficult",),
    "lake": ("difficult",),
    "town": ("difficult",),
    "marsh": ("dangerous",),
    "wall": ("cover", "difficult"),
    "tower": ("cover", "difficult"),
    "building": ("solid",),
    "rock": ("solid",),
    "bridge": ("bridge",),
}
KINDS = tuple(DEFAULT_ROLES)
READY_FILE = Path(__file__).parent / "maps.json"
BY_LOT = re.compile(r"(random|symmetric):(\d{1,20})")

Kind = Literal["wood", "stream", "lake", "town", "marsh", "wall", "tower", "building", "rock", "bridge"]
Role = Literal["cover", "difficult", "dangerous", "solid", "bridge"]
Length = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST, strict=True)]
Point = tuple[Length, Length]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME)]


class Piece(BaseModel):
    """A piece of terrain: what it is, what it does in play, and its outline."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Kind
    roles: tuple[Role, ...]
    corners: Annotated[tuple[Point, ...], Field(max_length=LONGEST_LIST)]

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


class Map(BaseModel):
    """A battlefield; whether it can be played on is for `problems`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Name
    width: Length = WIDTH
    height: Length = HEIGHT
    gap: Length = GAP
    objectives: Annotated[tuple[Point, ...], Field(max_length=LONGEST_LIST)]
    terrain: Annotated[tuple[Piece, ...], Field(max_length=LONGEST_LIST)] = ()

    @field_validator("name")
    @classmethod
    def _one_line(cls, name: str) -> str:
        if not name.isprintable():
            raise NotationError("MAP_NAME", most=LONGEST_NAME)
        return name

    @property
    def zone(self) -> int:
        """How deep each deployment zone is."""
        return (self.width - self.gap) // 2


def problems(field: Map) -> list[NotationError]:
    """Everything that keeps a map from being played on."""
    return [*_table_problems(field), *_objective_problems(field), *_terrain_problems(field)]


def _table_problems(field: Map) -> Iterator[NotationError]:
    if not LEAST_WIDTH <= field.width <= MOST_WIDTH:
        yield _length("MAP_WIDTH", field.width, LEAST_WIDTH, MOST_WIDTH)
    if not LEAST_HEIGHT <= field.height <= MOST_HEIGHT:
        yield _length("MAP_HEIGHT", field.height, LEAST_HEIGHT, MOST_HEIGHT)
    widest = min(max(field.width, LEAST_WIDTH), MOST_WIDTH) - 2 * LEAST_ZONE
    if not LEAST_GAP <= field.gap <= widest:
        yield _length("MAP_GAP", field.gap, LEAST_GAP, widest)


def _length(code: str, found: int, low: int, high: int) -> NotationError:
    return NotationError(code, found=centimetres(found), low=centimetres(low), high=centimetres(high))


def _objective_problems(field: Map) -> Iterator[NotationError]:
    places = field.objectives
    if len(places) not in COUNTS:
        yield NotationError("MAP_OBJECTIVES", found=len(places))
    for number, (x, y) in enumerate(places, start=1):
        if not (PATCH <= x <= field.width - PATCH and PATCH <= y <= field.height - PATCH):
            yield NotationError("MAP_OBJECTIVE_OUTSIDE", objective=number, place=place_text(x, y))
        elif not field.zone + PATCH <= x <= field.width - field.zone - PATCH:
            yield NotationError("MAP_OBJECTIVE_ZONE", objective=number, place=place_text(x, y))
        for other, (u, v) in enumerate(places[number:], start=number + 1):
            square = (x - u) ** 2 + (y - v) ** 2
            if square <= (APART + 2 * PATCH) ** 2:
                apart = centimetres(max(0, int(plane.root_up(square, 1)) - 2 * PATCH))
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
    """C-R9, C-R14: solid pieces leave the zones and the patches free."""
    if any(not field.zone <= x <= field.width - field.zone for x, _ in piece.corners):
        yield NotationError("MAP_SOLID_ZONE", piece=number)
    for objective, (x, y) in enumerate(field.objectives, start=1):
        if reaches(x, y, PATCH, piece.corners):
            yield NotationError("MAP_SOLID_PATCH", piece=number, objective=objective)


def shape_problem(corners: tuple[Point, ...]) -> NotationError | None:
    """What keeps corners from being the outline of a simple shape."""
    count = len(corners)
    if not LEAST_CORNERS <= count <= MOST_CORNERS:
        return NotationError("MAP_CORNERS", found=count, low=LEAST_CORNERS, high=MOST_CORNERS)
    if len(set(corners)) < count:
        twice = next(corner for corner in corners if corners.count(corner) > 1)
        return NotationError("MAP_SAME_CORNER", place=place_text(*twice))
    if plane.area(outline(corners), count) == 0:
        return NotationError("MAP_FLAT")
    crossed = _crossed_edges(corners)
    return None if crossed is None else NotationError("MAP_CROSSED", first=crossed[0] + 1, second=crossed[1] + 1)


def _crossed_edges(corners: tuple[Point, ...]) -> tuple[int, int] | None:
    """Two edges (numbered by the corner they start at) that share more than the corner between neighbours."""
    count = len(corners)
    edges = [(*corners[i], *corners[(i + 1) % count]) for i in range(count)]
    for i in range(count):
        for k in range(i + 1, count):
            if k == i + 1 or (i == 0 and k == count - 1):
                before, after = (i, k) if k == i + 1 else (k, i)
                if _turns_back(edges[before], edges[after]):
                    return i, k
            elif plane.segments_meet(*edges[i], *edges[k]):
                return i, k
    return None


def _turns_back(edge: tuple[int, ...], following: tuple[int, ...]) -> bool:
    """Whether an edge runs back over the one before it."""
    ax, ay, bx, by = edge
    _, _, cx, cy = following
    return plane.cross(ax, ay, bx, by, cx, cy) == 0 and (ax - bx) * (cx - bx) + (ay - by) * (cy - by) > 0


def reaches(x: int, y: int, radius: int, corners: tuple[Point, ...]) -> bool:
    """Whether a shape comes nearer to a point than a radius; exactly at the radius it does not."""
    shape = outline(corners)
    away = int(plane.point_gap(x, y, shape, len(shape)))
    if away != radius:
        return away < radius
    # Rounded up it is the radius: only the exact squares tell.
    return any(_nearer(x, y, *corners[i - 1], *corners[i], radius) for i in range(len(corners)))


def _nearer(px: int, py: int, ax: int, ay: int, bx: int, by: int, radius: int) -> bool:
    lx, ly, x, y = bx - ax, by - ay, px - ax, py - ay
    along, length = x * lx + y * ly, lx * lx + ly * ly
    if 0 < along < length:
        return (x * ly - y * lx) ** 2 < radius * radius * length
    end_x, end_y = (ax, ay) if along <= 0 else (bx, by)
    return (px - end_x) ** 2 + (py - end_y) ** 2 < radius * radius


def outline(corners: tuple[Point, ...]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Corners as the kernel reads them."""
    return np.array(corners, np.int64).reshape(-1, 2)


def centimetres(length: int) -> str:
    """A length in words: 1235 → 12.35."""
    whole, rest = divmod(abs(length), 100)
    return f"{'-' if length < 0 else ''}{whole}" + (f".{rest:02}".rstrip("0") if rest else "")


def place_text(x: int, y: int) -> str:
    """A place as actions write it."""
    return f"{centimetres(x)},{centimetres(y)}"


def legal_map(given: Any) -> Map:
    """The map that an option names: itself, a ready one's name, one by lot, or a share code. It must be playable."""
    field = given if isinstance(given, Map) else read_map(given)
    for problem in problems(field):
        raise problem
    return field


def read_map(given: Any) -> Map:
    """A map from any of its forms, a draft too."""
    if not isinstance(given, str):
        return checked(given)
    text = given.strip()
    if text in ready_maps():
        return ready_maps()[text]
    by_lot = BY_LOT.fullmatch(text)
    if by_lot:
        return map_by_lot(by_lot[1] == "symmetric", int(by_lot[2]))
    from escaramuza.games.cafe import map_codes

    if map_codes.looks_like_code(text):
        return map_codes.decode(text)
    raise NotationError("UNKNOWN_MAP", text=text[:LONGEST_NAME], ready=", ".join(ready_maps()))


def map_by_lot(symmetric: bool, number: int) -> Map:
    """The map that a number stands for."""
    from escaramuza.games.cafe.random_maps import random_map

    if not 0 <= number <= MOST_NUMBER:
        raise NotationError("MAP_NUMBER", most=MOST_NUMBER)
    return random_map(number, symmetric)


def checked(given: Any) -> Map:
    """A map out of plain data; what is wrong with its form is said in one piece."""
    try:
        return Map.model_validate(given)
    except ValidationError as error:
        raise cause_of(error.errors()[0]) from error


def cause_of(first: Mapping[str, Any]) -> NotationError:
    """What is wrong with the form of a map, out of one of pydantic's findings."""
    inner = first.get("ctx", {}).get("error")
    if isinstance(inner, NotationError):
        return inner
    where = _place_of(first["loc"])
    what = where.rpartition(".")[2]
    if first["type"] in ("missing", "extra_forbidden"):
        return NotationError("MAP_FIELD_MISSING" if first["type"] == "missing" else "MAP_FIELD_UNKNOWN", where=where)
    if what == "kind":
        return NotationError("MAP_KIND", where=where, kinds=", ".join(KINDS))
    if what.startswith("roles"):
        return NotationError("MAP_ROLE", where=where, roles=", ".join(ROLES))
    if what == "name":
        return NotationError("MAP_NAME", most=LONGEST_NAME)
    if what == "terrain" and first["type"] == "too_long":
        return NotationError("MAP_PIECES", found=first["ctx"]["actual_length"], most=MOST_PIECES)
    return NotationError("MAP_FORM", where=where)


def _place_of(path: tuple[int | str, ...]) -> str:
    """Where in a map something stands, as `terrain[2].corners[3]`, counted from 1."""
    place = ""
    for part in path:
        if isinstance(part, int):
            place += f"[{part + 1}]"
        else:
            place += f".{part[:LONGEST_NAME]}" if place else part[:LONGEST_NAME]
    return place or "map"


@cache
def ready_list() -> list[dict[str, Any]]:
    """The ready maps with their names in all languages, the default first."""
    loaded: list[dict[str, Any]] = json.loads(READY_FILE.read_text(encoding="utf-8"))
    return loaded


@cache
def ready_maps() -> dict[str, Map]:
    """Id → ready map; its name is its id."""
    return {entry["id"]: Map.model_validate({"name": entry["id"], **entry["map"]}) for entry in ready_list()}


def default_map() -> Map:
    """The battlefield of a first game."""
    return next(iter(ready_maps().values()))


def names_of(field: Map) -> dict[str, str]:
    """Language → what a map is called there; only ready maps have names of their own in each."""
    if ready_maps().get(field.name) == field:
        names: dict[str, str] = next(entry["names"] for entry in ready_list() if entry["id"] == field.name)
        return names
    return dict.fromkeys(LANGUAGES, field.name)
