"""REST: maps of the games that are played on them. What they are made of, what is wrong with one, maps by lot and by
code; and Escaramuzas de Café's own."""

import secrets
from typing import Annotated, Any, Generic, TypeVar

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field

from escaramuza.games.cafe import maps as cafe
from escaramuza.games.cafe.maps import ROLES, Map
from escaramuza.games.cafe.tables import PATCH
from escaramuza.games.field.book import MOST_NUMBER, MapBook
from escaramuza.games.field.form import LONGEST_NAME, TableMap
from escaramuza.games.field.shapes import LEAST_CORNERS, MOST_CORNERS
from escaramuza.games.spec import NotationError
from escaramuza.maps import library as maps
from escaramuza.maps.library import BadMap
from escaramuza.server.catalogue import Text
from escaramuza.server.rest import FAILS

M = TypeVar("M", bound=TableMap)
Code = Annotated[str, Path(min_length=1, max_length=max(each.code.envelope.most_text for each in maps.books()))]
router = APIRouter(prefix="/api/cafe")


class Limits(BaseModel):
    """What a map may have; lengths in tenths of a millimetre."""

    name: int = LONGEST_NAME
    least_width: int
    most_width: int
    least_height: int
    most_height: int
    pieces: int
    least_corners: int = LEAST_CORNERS
    corners: int = MOST_CORNERS
    objectives: list[int]


class NamedRole(BaseModel):
    """A role of terrain."""

    id: str
    text: Text


class NamedKind(BaseModel):
    """A kind of terrain and the roles it has, or has unless others are given."""

    id: str
    text: Text
    roles: list[str]


class ReadyMap(BaseModel, Generic[M]):
    """A ready map, its name, and those of its objectives if they have any."""

    id: str
    text: Text
    objectives: list[Text]
    map: M


class MapBody(BaseModel, Generic[M]):
    """A map to look at."""

    model_config = ConfigDict(extra="forbid")

    map: M


class RandomMapBody(BaseModel):
    """What kind of map is wanted; the same seed gives the same map."""

    model_config = ConfigDict(extra="forbid")

    symmetric: bool = False
    seed: Annotated[int, Field(ge=0, le=MOST_NUMBER)] | None = None


class MapProblem(BaseModel):
    """What is wrong, and with which piece, objective or road (counted from 0)."""

    code: str
    text: Text
    piece: int | None
    objective: int | None
    road: int | None


class MapVerdict(BaseModel):
    """Whether a map can be played on, what is wrong, and its share code."""

    legal: bool
    problems: list[MapProblem]
    code: str


class GivenMap(BaseModel, Generic[M]):
    """A map by lot or by code."""

    map: M


def unfit(path: str, finding: dict[str, Any]) -> BadMap | None:
    """What is wrong with the form of a map that was sent to a path, as a sentence; None where it is something else."""
    where = finding["loc"]
    if len(where) < 2 or where[:2] != ("body", "map"):
        return None
    game = next((game for game in maps.mapped() if path.startswith(f"/api/{game}/")), maps.UNNAMED)
    return BadMap(maps.book(game).cause_of({**finding, "loc": where[2:] or where[1:]}), game=game)


def ready_maps(own: MapBook[M]) -> list[dict[str, Any]]:
    """The ready maps with their names, the default first."""
    return [
        {
            "id": entry["id"],
            "text": entry["names"],
            "objectives": entry.get("objectives", []),
            "map": own.ready[entry["id"]],
        }
        for entry in own.ready_list
    ]


def kinds(own: MapBook[M]) -> list[NamedKind]:
    """The kinds of terrain."""
    return [
        NamedKind(id=kind, text=Text(**own.term(f"terrain:{kind}")), roles=list(roles))
        for kind, roles in own.kinds.items()
    ]


def roles(own: MapBook[M], ids: tuple[str, ...]) -> list[NamedRole]:
    """The roles of terrain."""
    return [NamedRole(id=role, text=Text(**own.term(f"role:{role}"))) for role in ids]


def verdict(own: MapBook[M], field: M) -> MapVerdict:
    """Whether a map can be played on, everything that is wrong with it, and its code."""
    found = own.problems(field)
    told = [_problem(problem, own.game) for problem in found]
    return MapVerdict(legal=not found, problems=told, code=own.encode(field))


def _problem(problem: NotationError, game: str) -> MapProblem:
    piece, road = problem.words.get("piece"), problem.words.get("road")
    # Of two objectives that are too near the less important one would be moved.
    objective = problem.words.get("objective") or problem.words.get("second" if piece is None else "")
    piece, objective, road = (None if number is None else number - 1 for number in (piece, objective, road))
    text = Text(**maps.sentences(problem, game))
    return MapProblem(code=problem.code, text=text, piece=piece, objective=objective, road=road)


def drawn(own: MapBook[M], body: RandomMapBody) -> M:
    """A map by lot."""
    return own.random_map(secrets.randbits(32) if body.seed is None else body.seed, body.symmetric)


def decoded(own: MapBook[M], code: str) -> M:
    """The map of a code."""
    try:
        return own.decode(code)
    except NotationError as error:
        raise BadMap(error, game=own.game) from error


class CafeLimits(Limits):
    """The limits of Escaramuzas de Café: how far apart and how deep zones are, how large objectives, how far apart."""

    least_width: int = cafe.LEAST_WIDTH
    most_width: int = cafe.MOST_WIDTH
    least_height: int = cafe.LEAST_HEIGHT
    most_height: int = cafe.MOST_HEIGHT
    pieces: int = cafe.MOST_PIECES
    objectives: list[int] = list(cafe.COUNTS)
    least_gap: int = cafe.LEAST_GAP
    least_zone: int = cafe.LEAST_ZONE
    patch: int = PATCH
    apart: int = cafe.APART


class MapCatalogue(BaseModel):
    """All that an editor of maps needs to know; the first ready map is the default."""

    ready: list[ReadyMap[Map]]
    limits: CafeLimits
    kinds: list[NamedKind]
    roles: list[NamedRole]


@router.get("/maps")
async def catalogue() -> MapCatalogue:
    """The ready maps, limits, kinds of terrain with their usual roles."""
    ready = [ReadyMap[Map](**entry) for entry in ready_maps(cafe.BOOK)]
    return MapCatalogue(ready=ready, limits=CafeLimits(), kinds=kinds(cafe.BOOK), roles=roles(cafe.BOOK, ROLES))


# Not `async`: the first time geometry is compiled, which must not hold up the others.
@router.post("/map", responses=FAILS)
def judge(body: MapBody[Map]) -> MapVerdict:
    """Whether a map can be played on, everything that is wrong with it, and its code."""
    return verdict(cafe.BOOK, body.map)


@router.post("/map/random", responses=FAILS)
def by_lot(body: RandomMapBody) -> GivenMap[Map]:
    """A map by lot; `symmetric` looks the same from both sides."""
    return GivenMap[Map](map=drawn(cafe.BOOK, body))


@router.get("/map/code/{code}", responses=FAILS)
async def by_code(code: Code) -> GivenMap[Map]:
    """The map that a code stands for."""
    return GivenMap[Map](map=decoded(cafe.BOOK, code))
