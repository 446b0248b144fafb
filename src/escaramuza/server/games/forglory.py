"""REST for For Glory: its maps, its ready battles, and print and play."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from escaramuza.games.forglory import maps, state, tables
from escaramuza.games.forglory.armies import LONGEST_TEXT, army_points, army_units
from escaramuza.games.forglory.battles import Army, Battle, ready_battles
from escaramuza.games.forglory.maps import BattleMap
from escaramuza.press import forglory as press
from escaramuza.server.catalogue import Text
from escaramuza.server.maps import Catalogue, Limits, map_routes
from escaramuza.server.pdfs import PDF, as_sent, pdf_response

GAME = "forglory"
router = APIRouter(prefix=f"/api/{GAME}")

Part = Literal["units", "markers", "ruler", "map", "summary", "armies", "score"]
ArmyText = Annotated[str, Field(max_length=LONGEST_TEXT)]


class BattleLimits(Limits):
    """The limits of For Glory: how many roads, of how many points, how wide."""

    least_width: int = maps.LEAST_WIDTH
    most_width: int = maps.MOST_WIDTH
    least_height: int = maps.LEAST_HEIGHT
    most_height: int = maps.MOST_HEIGHT
    pieces: int = state.MOST_PIECES
    objectives: list[int] = Field(default=[*range(tables.MOST_OBJECTIVES + 1)])
    roads: int = state.MOST_ROADS
    least_points: int = maps.LEAST_BENDS
    points: int = state.MOST_BENDS
    road_width: int = 2 * tables.ROAD_HALF


class BattleMapCatalogue(Catalogue[BattleMap]):
    """All that an editor of maps needs to know; the first ready map is the default."""

    limits: BattleLimits = BattleLimits()


class NamedUnit(BaseModel):
    """A unit of a ready battle."""

    category: Literal["LnInf", "LI", "HC", "LC", "FA", "HA"]
    quality: Literal["M", "I", "R", "V", "E"]
    text: Text


class NamedDivision(BaseModel):
    """A division of a ready battle, as it is proposed."""

    text: Text
    general: Text
    units: list[NamedUnit]


class NamedArmy(BaseModel):
    """One side of a ready battle; `army` is the text that the option takes."""

    army: str
    points: int
    text: Text
    staff: Text
    divisions: list[NamedDivision]


class ReadyBattle(BaseModel):
    """A ready battle: how it came to it, on which ready map, for what, and who fights."""

    id: str
    text: Text
    introduction: Text
    map: str
    objectives: list[Text]
    south: NamedArmy
    north: NamedArmy


map_routes(router, maps.BOOK, maps.ROLES, BattleMapCatalogue)


@router.get("/battles")
async def battles() -> list[ReadyBattle]:
    """The ready battles, the smallest first; the first is the default."""
    return [_battle(battle) for battle in ready_battles().values()]


def _battle(battle: Battle) -> ReadyBattle:
    south, north = (_army(army) for army in battle.armies)
    return ReadyBattle(
        id=battle.id,
        text=Text(**battle.name),
        introduction=Text(**battle.introduction),
        map=battle.map.name,
        objectives=[Text(**name) for name in maps.objective_names(battle.map)],
        south=south,
        north=north,
    )


def _army(army: Army) -> NamedArmy:
    units: list[list[NamedUnit]] = [[] for _ in army.divisions]
    for (division, category, quality), name in zip(army_units(army.text), army.units, strict=True):
        unit = {"category": tables.CATEGORIES[category], "quality": tables.QUALITIES[quality], "text": name}
        units[division].append(NamedUnit.model_validate(unit))
    divisions = [
        NamedDivision(text=Text(**name), general=Text(**general), units=own)
        for name, general, own in zip(army.divisions, army.generals, units, strict=True)
    ]
    return NamedArmy(
        army=army.text,
        points=army_points(army.text),
        text=Text(**army.name),
        staff=Text(**army.staff),
        divisions=divisions,
    )


def _given(map: Any) -> Any:
    return as_sent(map, maps.BOOK)


class ForGloryPrintBody(BaseModel):
    """What to print, for which battle or armies and map, at which scale, on which paper and in which language."""

    model_config = ConfigDict(extra="forbid")

    what: Annotated[list[Part], Field(min_length=1, max_length=len(press.PARTS))]
    battle: Annotated[str, Field(max_length=40)] | None = None
    map: Annotated[str | BattleMap | None, BeforeValidator(_given)] = None
    south_army: ArmyText | None = None
    north_army: ArmyText | None = None
    scale: Literal["half", "one", "double"] = "one"
    paper: Literal["a4", "letter"] = "a4"
    lang: Literal["es", "fr", "en"] = "en"
    full_size_map: bool = False


@router.post("/print", response_class=Response, responses=PDF)
async def print_pdf(request: Request, body: ForGloryPrintBody) -> Response:
    """Labels of units and officers, markers, measuring sticks, map, tables, army and score sheets as a PDF."""
    return await pdf_response(request, GAME, body, "for-glory")


def printed(given: dict[str, Any]) -> bytes:
    """The PDF."""
    body = ForGloryPrintBody(**given)
    wanted = press.order(
        body.what,
        body.paper,
        body.lang,
        body.battle,
        body.map,
        body.south_army,
        body.north_army,
        body.scale,
        body.full_size_map,
    )
    return press.print_forglory(wanted)
