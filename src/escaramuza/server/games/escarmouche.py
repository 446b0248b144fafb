"""REST for Escarmouche: the Barracks. Rate units, check squads, draw them at random, share and print them."""

import secrets
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from escaramuza import press
from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche import sharing, squads, tables
from escaramuza.games.escarmouche.squads import Squad, Unit
from escaramuza.press import PAPERS, PARTS
from escaramuza.server import pdfs
from escaramuza.server.catalogue import Text
from escaramuza.server.rest import FAILS
from escaramuza.server.words import Problem
from escaramuza.squads import GAME, generate, icons, portraits, rating
from escaramuza.squads import address as addresses
from escaramuza.squads.words import Unfit, sentences, texts

router = APIRouter(prefix="/api/barracks")

STATUSES = ("stance", "retreated", "suppressed-next", "suppressed", "drained-next", "drained", "guards", "guarded")
Lang = Literal["es", "fr", "en"]
Rank = Literal["trooper", "veteran", "elite", "champion", "paragon"]
Archetype = Literal["brawler", "marksman", "scout", "guardian", "caster"]
StyleName = Literal["balanced", "elite", "swarm", "ranged", "assault"]
Paper = Literal["a4", "letter"]
Part = Literal["cards", "tokens", "markers", "board"]
Seed = Annotated[int, Field(ge=0, le=2**53 - 1)]
Code = Annotated[str, Path(min_length=1, max_length=sharing.CODE.most_text)]
# An address of a web app: what a QR code leads to starts with it.
Address = Annotated[str, Field(max_length=addresses.LONGEST, pattern=addresses.PATTERN)]


class Body(BaseModel):
    """What is sent; nothing else may be in it."""

    model_config = ConfigDict(extra="forbid")


class Limits(BaseModel):
    """What a unit and a squad may have at most."""

    units: int = tables.MOST_UNITS
    points: int = tables.MOST_POINTS
    cost: int = tables.MOST_COST
    low: int = tables.LOWEST
    high: int = tables.HIGHEST
    abilities: int = tables.MOST_ABILITIES
    name: int = squads.LONGEST_NAME
    quote: int = squads.LONGEST_QUOTE


class Named(BaseModel):
    """Something to choose from."""

    id: str
    text: Text


class RankInfo(Named):
    """A rank and its points."""

    points: int


class AbilityInfo(Named):
    """An ability: its name, what it does and costs, and whether it counts as an attack."""

    cost: int
    attacking: bool
    rule: Text


class StatusInfo(Named):
    """A state that a unit can be in, and what it means."""

    rule: Text


class ReadySquad(Named):
    """A ready-made squad and one line about it."""

    world: str
    squad: Squad
    points: int


class Catalogue(BaseModel):
    """All that an editor of units and squads needs to know."""

    limits: Limits
    ranks: list[RankInfo]
    abilities: list[AbilityInfo]
    statuses: list[StatusInfo]
    icons: dict[str, str]
    credit: str
    archetypes: list[Named]
    styles: list[Named]
    worlds: list[Named]
    ready: list[ReadySquad]
    papers: list[Paper]
    parts: list[Part]


class UnitBody(Body):
    """A unit to look at."""

    unit: Unit


class SquadBody(Body):
    """A squad to look at; `lang` is the language its code speaks."""

    squad: Squad
    lang: Lang = "en"


class ShareBody(Body):
    """A unit or a squad to share."""

    unit: Unit | None = None
    squad: Squad | None = None
    lang: Lang = "en"


class RandomUnitBody(Body):
    """What kind of unit is wanted."""

    rank: Rank
    archetype: Archetype
    lang: Lang = "en"
    seed: Seed | None = None


class RandomSquadBody(Body):
    """What kind of squad is wanted."""

    style: StyleName
    points: Annotated[int, Field(ge=1, le=tables.MOST_POINTS)] = tables.MOST_POINTS
    lang: Lang = "en"
    seed: Seed | None = None


class PrintBody(Body):
    """What to print, on which paper, in which language, and where its QR codes lead; with the pictures of its units
    in their order, null for those that have none."""

    squad: Squad
    portraits: Annotated[list[str | None], Field(max_length=squads.LONGEST_LIST)] = []
    paper: Paper = "a4"
    parts: Annotated[list[Part], Field(min_length=1, max_length=len(PARTS))] = ["cards"]
    lang: Lang = "en"
    address: Address = addresses.LOCAL


class Worth(BaseModel):
    """Cost, rank and rank points."""

    cost: int
    rank: Rank
    points: int


class Parts(BaseModel):
    """Where a cost comes from, before it is rounded up."""

    health: float
    range: float
    move: float
    power: float
    together: float
    abilities: float


class Steps(BaseModel):
    """The worth with that characteristic one higher; none where it is highest already."""

    health: Worth | None
    range: Worth | None
    move: Worth | None
    power: Worth | None


class UnitRating(Worth):
    """A unit in figures."""

    parts: Parts
    steps: Steps
    abilities: dict[str, Worth]
    problems: list[Text]


class SquadProblem(BaseModel):
    """What is wrong, with which unit or with the whole."""

    unit: int | None
    text: Text


class SquadReport(BaseModel):
    """A squad in figures."""

    points: int
    units: list[Worth]
    legal: bool
    problems: list[SquadProblem]
    code: str


class ShareCode(BaseModel):
    """The text that stands for a unit or a squad."""

    code: str


class Shared(BaseModel):
    """What a code stands for."""

    kind: Literal["unit", "squad"]
    unit: Unit | None = None
    squad: Squad | None = None


def unfit(path: str, finding: dict[str, Any]) -> Unfit | None:
    """What is wrong with a unit or a squad that was sent, as a sentence; None where it is something else."""
    where = finding["loc"]
    if len(where) < 2 or where[0] != "body" or where[1] not in ("unit", "squad"):
        return None
    # Where the whole is missing or no unit at all, its own name says which.
    return Unfit(squads.cause_of_first({**finding, "loc": where[2:] or where[1:]}))


def _named(kind: str, ids: Any) -> list[Named]:
    return [Named(id=id, text=Text(**texts(f"{kind}:{id}"))) for id in ids]


@router.get("")
async def catalogue() -> Catalogue:
    """Limits, ranks, abilities, drawings, ready squads: what an editor needs."""
    ready = squads.ready_list()
    return Catalogue(
        limits=Limits(),
        ranks=[
            RankInfo(id=id, points=points, text=Text(**texts(f"rank:{id}")))
            for id, points in zip(tables.RANKS, tables.RANK_POINTS, strict=True)
        ],
        abilities=[_ability(number, id) for number, id in enumerate(tables.ABILITIES)],
        statuses=[
            StatusInfo(id=id, text=Text(**texts(f"status:{id}")), rule=Text(**texts(f"status-rule:{id}")))
            for id in STATUSES
        ],
        icons=dict(icons.unit_icons()),
        credit=icons.credit(),
        archetypes=_named("archetype", generate.ARCHETYPES),
        styles=_named("style", generate.STYLES),
        worlds=_named("world", dict.fromkeys(entry["world"] for entry in ready)),
        ready=[_ready(entry) for entry in ready],
        papers=list(PAPERS),
        parts=list(PARTS),
    )


def _ability(number: int, id: str) -> AbilityInfo:
    name, rule = Text(**texts(f"ability:{id}")), Text(**texts(f"rule:{id}"))
    return AbilityInfo(
        id=id, text=name, rule=rule, cost=tables.ABILITY_COST[id], attacking=bool(tables.ATTACKING[number])
    )


def _ready(entry: dict[str, Any]) -> ReadySquad:
    squad = squads.ready_squads()[entry["id"]]
    line = Text(**texts(f"squad:{entry['id']}"))
    return ReadySquad(id=entry["id"], world=entry["world"], squad=squad, points=squad.points, text=line)


@router.post("/unit", responses=FAILS)
async def unit(body: UnitBody) -> UnitRating:
    """What a unit costs, why, and what one step more would make of it."""
    rated = rating.rate(body.unit)
    found = [Text(**sentences(problem)) for problem in rated.problems]
    return UnitRating(**rated.as_json(), problems=found)


@router.post("/squad", responses=FAILS)
async def squad(body: SquadBody) -> SquadReport:
    """What a squad is worth, whether it may play, and its code."""
    found = squads.problems(body.squad)
    return SquadReport(
        points=body.squad.points,
        units=[Worth(**asdict(rating.worth(unit))) for unit in body.squad.units],
        legal=not found,
        problems=[SquadProblem(unit=number, text=Text(**sentences(problem))) for number, problem in found],
        code=sharing.encode(body.squad, body.lang),
    )


@router.post("/random/unit", responses=FAILS)
async def random_unit(body: RandomUnitBody) -> Unit:
    """A unit at random; the same seed gives the same unit."""
    return generate.random_unit(body.rank, body.archetype, body.lang, _seed(body.seed))


@router.post("/random/squad", responses=FAILS)
async def random_squad(body: RandomSquadBody) -> Squad:
    """A legal squad at random; the same seed gives the same squad."""
    return generate.random_squad(body.style, body.points, body.lang, _seed(body.seed))


def _seed(given: int | None) -> int:
    return secrets.randbits(53) if given is None else given


@router.post("/code", responses=FAILS)
async def share(body: ShareBody) -> ShareCode:
    """The code of a unit or a squad."""
    given = [what for what in (body.unit, body.squad) if what is not None]
    if len(given) != 1:
        raise Problem("UNIT_OR_SQUAD", 422)
    return ShareCode(code=sharing.encode(given[0], body.lang))


@router.get("/code/{code}", response_model_exclude_none=True, responses=FAILS)
async def shared(code: Code) -> Shared:
    """What a code stands for."""
    try:
        found = sharing.decode(code)
    except NotationError as error:
        raise Unfit(error) from error
    return Shared(kind="squad", squad=found) if isinstance(found, Squad) else Shared(kind="unit", unit=found)


@router.post("/print", response_class=Response, responses=pdfs.PDF)
async def print_pdf(request: Request, body: PrintBody) -> Response:
    """Cards, tokens, markers and board as a PDF."""
    # What is no picture is refused here, before anything waits for it.
    portraits.jpegs_of(body.portraits, [unit.name for unit in body.squad.units])
    return await pdfs.pdf_response(request, GAME, body, GAME)


def printed(body: dict[str, Any]) -> bytes:
    """The PDF."""
    given = PrintBody(**body)
    return press.print_squad(
        press.order(given.squad, given.paper, given.parts, given.lang, given.address, given.portraits)
    )
