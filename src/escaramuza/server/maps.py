"""REST: maps of Escaramuzas de Café. What they are made of, what is wrong with one, maps by lot and by code."""

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field

from escaramuza.barracks.maps import BadMap, sentences, term
from escaramuza.games.cafe import map_codes, maps
from escaramuza.games.cafe.maps import (
    APART,
    COUNTS,
    DEFAULT_ROLES,
    LEAST_CORNERS,
    LEAST_GAP,
    LEAST_HEIGHT,
    LEAST_WIDTH,
    LEAST_ZONE,
    LONGEST_NAME,
    MOST_CORNERS,
    MOST_HEIGHT,
    MOST_NUMBER,
    MOST_PIECES,
    MOST_WIDTH,
    ROLES,
    Map,
)  # fmt: skip
from escaramuza.games.cafe.random_maps import random_map
from escaramuza.games.cafe.tables import PATCH
from escaramuza.games.spec import NotationError
from escaramuza.server.catalogue import Text
from escaramuza.server.rest import FAILS

router = APIRouter(prefix="/api/cafe")
Code = Annotated[str, Path(min_length=1, max_length=map_codes.MOST_TEXT)]


class Limits(BaseModel):
    """What a map may have; lengths in tenths of a millimetre."""

    name: int = LONGEST_NAME
    least_width: int = LEAST_WIDTH
    most_width: int = MOST_WIDTH
    least_height: int = LEAST_HEIGHT
    most_height: int = MOST_HEIGHT
    least_gap: int = LEAST_GAP
    least_zone: int = LEAST_ZONE
    pieces: int = MOST_PIECES
    least_corners: int = LEAST_CORNERS
    corners: int = MOST_CORNERS
    objectives: list[int] = list(COUNTS)
    patch: int = PATCH
    apart: int = APART


class NamedRole(BaseModel):
    """A role of terrain."""

    id: str
    text: Text


class NamedKind(BaseModel):
    """A kind of terrain and its usual roles."""

    id: str
    text: Text
    roles: list[str]


class ReadyMap(BaseModel):
    """A ready map and its name."""

    id: str
    text: Text
    map: Map


class MapCatalogue(BaseModel):
    """All that an editor of maps needs to know; the first ready map is the default."""

    ready: list[ReadyMap]
    limits: Limits
    kinds: list[NamedKind]
    roles: list[NamedRole]


class MapBody(BaseModel):
    """A map to look at."""

    model_config = ConfigDict(extra="forbid")

    map: Map


class RandomMapBody(BaseModel):
    """What kind of map is wanted; the same seed gives the same map."""

    model_config = ConfigDict(extra="forbid")

    symmetric: bool = False
    seed: Annotated[int, Field(ge=0, le=MOST_NUMBER)] | None = None


class MapProblem(BaseModel):
    """What is wrong, and with which piece or objective (counted from 0)."""

    code: str
    text: Text
    piece: int | None
    objective: int | None


class MapVerdict(BaseModel):
    """Whether a map can be played on, what is wrong, and its share code."""

    legal: bool
    problems: list[MapProblem]
    code: str


class GivenMap(BaseModel):
    """A map by lot or by code."""

    map: Map


def unfit(finding: dict[str, Any]) -> BadMap | None:
    """What is wrong with the form of a map that was sent, as a sentence; None where it is something else."""
    where = finding["loc"]
    if len(where) < 2 or where[:2] != ("body", "map"):
        return None
    return BadMap(maps.cause_of({**finding, "loc": where[2:] or where[1:]}))


@router.get("/maps")
async def catalogue() -> MapCatalogue:
    """The ready maps, limits, kinds of terrain with their usual roles."""
    ready = maps.ready_maps()
    return MapCatalogue(
        ready=[
            ReadyMap(id=entry["id"], text=Text(**entry["names"]), map=ready[entry["id"]]) for entry in maps.ready_list()
        ],
        limits=Limits(),
        kinds=[
            NamedKind(id=kind, text=Text(**term(f"terrain:{kind}")), roles=list(roles))
            for kind, roles in DEFAULT_ROLES.items()
        ],
        roles=[NamedRole(id=role, text=Text(**term(f"role:{role}"))) for role in ROLES],
    )


# Not `async`: the first time geometry is compiled, which must not hold up the others.
@router.post("/map", responses=FAILS)
def judge(body: MapBody) -> MapVerdict:
    """Whether a map can be played on, everything that is wrong with it, and its code."""
    found = maps.problems(body.map)
    return MapVerdict(legal=not found, problems=[_problem(each) for each in found], code=map_codes.encode(body.map))


def _problem(problem: NotationError) -> MapProblem:
    piece = problem.words.get("piece")
    # Of two objectives that are too near the less important one would be moved.
    objective = problem.words.get("objective") or problem.words.get("second" if piece is None else "")
    return MapProblem(
        code=problem.code, text=Text(**sentences(problem)), piece=None if piece is None else piece - 1,
        objective=None if objective is None else objective - 1,
    )  # fmt: skip


@router.post("/map/random", responses=FAILS)
def by_lot(body: RandomMapBody) -> GivenMap:
    """A map by lot; `symmetric` looks the same from both sides."""
    seed = secrets.randbits(32) if body.seed is None else body.seed
    return GivenMap(map=random_map(seed, body.symmetric))


@router.get("/map/code/{code}", responses=FAILS)
async def by_code(code: Code) -> GivenMap:
    """The map that a code stands for."""
    try:
        return GivenMap(map=map_codes.decode(code))
    except NotationError as error:
        raise BadMap(error) from error
