"""REST: maps of the games that are played on them. What they are made of, what is wrong with one, maps at random and by
code."""

import secrets
from collections.abc import Sequence
from typing import Annotated, Any, Generic, TypeVar

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict, Field

from escaramuza.games.basics import NotationError
from escaramuza.games.field.book import MOST_NUMBER, MapBook
from escaramuza.games.field.form import LONGEST_NAME, TableMap
from escaramuza.games.field.shapes import LEAST_CORNERS, MOST_CORNERS
from escaramuza.maps import library as maps
from escaramuza.maps.library import BadMap
from escaramuza.server.catalogue import Text
from escaramuza.server.rest import FAILS, guest_of, hub_of

M = TypeVar("M", bound=TableMap)
Code = Annotated[str, Path(min_length=1, max_length=max(each.code.envelope.most_text for each in maps.books()))]


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


class Catalogue(BaseModel, Generic[M]):
    """What a game's own catalogue of maps adds its limits to."""

    ready: list[ReadyMap[M]]
    kinds: list[NamedKind]
    roles: list[NamedRole]


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
    """A map at random or by code."""

    map: M


def unfit(path: str, finding: dict[str, Any]) -> BadMap | None:
    """What is wrong with the form of a map that was sent to a path, as a sentence; None where it is something else."""
    where = finding["loc"]
    if len(where) < 2 or where[:2] != ("body", "map"):
        return None
    game_id = next((game_id for game_id in maps.mapped() if path.startswith(f"/api/{game_id}/")), maps.first())
    return BadMap(maps.book(game_id).cause_of({**finding, "loc": where[2:] or where[1:]}), game_id=game_id)


def map_routes(router: APIRouter, own: MapBook[Any], roles: Sequence[str], made: type[Catalogue[Any]]) -> None:
    """The routes of a game's maps, for its catalogue."""
    body, given = MapBody[own.model], GivenMap[own.model]  # type: ignore[name-defined]

    @router.get("/maps")
    async def catalogue() -> made:  # type: ignore[valid-type]
        """The ready maps, limits, kinds of terrain with the roles that they have or usually have."""
        return made(
            ready=_ready(own),
            kinds=[
                NamedKind(id=kind, text=Text(**own.term(f"terrain:{kind}")), roles=list(its))
                for kind, its in own.kinds.items()
            ],
            roles=[NamedRole(id=role, text=Text(**own.term(f"role:{role}"))) for role in roles],
        )

    # Beside the event loop, and each guest's in turn: to judge a map takes its time, and the first time geometry is
    # compiled.
    @router.post("/map", responses=FAILS)
    async def judge(request: Request, body: body) -> MapVerdict:  # type: ignore[valid-type]
        """Whether a map can be played on, everything that is wrong with it, and its code."""
        field = body.map  # type: ignore[attr-defined]
        return await hub_of(request).questions.read(guest_of(request), lambda: verdict(own, field))

    @router.post("/map/random", responses=FAILS)
    async def at_random(request: Request, body: RandomMapBody) -> given:  # type: ignore[valid-type]
        """A map at random; `symmetric` looks the same from both sides."""
        seed = secrets.randbits(32) if body.seed is None else body.seed
        drawn = hub_of(request).questions.read(guest_of(request), lambda: own.random_map(seed, body.symmetric))
        return given(map=await drawn)

    @router.get("/map/code/{code}", responses=FAILS)
    async def by_code(code: Code) -> given:  # type: ignore[valid-type]
        """The map that a code stands for."""
        try:
            return given(map=own.decode(code))
        except NotationError as error:
            raise BadMap(error, game_id=own.game_id) from error


def _ready(own: MapBook[M]) -> list[ReadyMap[M]]:
    """The ready maps with their names, the default first."""
    made = ReadyMap[own.model]  # type: ignore[name-defined]
    return [
        made(
            id=entry["id"],
            text=entry["names"],
            objectives=entry.get("objectives", []),
            map=own.ready[entry["id"]],
        )
        for entry in own.ready_list
    ]


def verdict(own: MapBook[M], field: M) -> MapVerdict:
    """Whether a map can be played on, everything that is wrong with it, and its code."""
    found = own.problems(field)
    told = [_problem(problem, own.game_id) for problem in found]
    return MapVerdict(legal=not found, problems=told, code=own.encode(field))


def _problem(problem: NotationError, game_id: str) -> MapProblem:
    piece, road = problem.words.get("piece"), problem.words.get("road")
    # Of two objectives that are too near the less important one would be moved.
    objective = problem.words.get("objective") or problem.words.get("second" if piece is None else "")
    piece, objective, road = (None if number is None else number - 1 for number in (piece, objective, road))
    text = Text(**maps.sentences(problem, game_id))
    return MapProblem(code=problem.code, text=text, piece=piece, objective=objective, road=road)
