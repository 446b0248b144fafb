"""REST: maps and ready battles of For Glory."""

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from escaramuza.games.forglory import maps, state, tables
from escaramuza.games.forglory.armies import army_points, army_units
from escaramuza.games.forglory.battles import Army, Battle, ready_battles
from escaramuza.games.forglory.maps import BattleMap
from escaramuza.server.catalogue import Text
from escaramuza.server.maps import (
    Code,
    GivenMap,
    Limits,
    MapBody,
    MapVerdict,
    NamedKind,
    NamedRole,
    RandomMapBody,
    ReadyMap,
    decoded,
    drawn,
    kinds,
    ready_maps,
    roles,
    verdict,
)
from escaramuza.server.rest import FAILS

router = APIRouter(prefix="/api/forglory")


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


class BattleMapCatalogue(BaseModel):
    """All that an editor of maps needs to know; the first ready map is the default."""

    ready: list[ReadyMap[BattleMap]]
    limits: BattleLimits
    kinds: list[NamedKind]
    roles: list[NamedRole]


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


@router.get("/maps")
async def catalogue() -> BattleMapCatalogue:
    """The ready maps, limits, kinds of terrain with their roles."""
    ready = [ReadyMap[BattleMap](**entry) for entry in ready_maps(maps.BOOK)]
    return BattleMapCatalogue(
        ready=ready, limits=BattleLimits(), kinds=kinds(maps.BOOK), roles=roles(maps.BOOK, maps.ROLES)
    )


# Not `async`: the first time geometry is compiled, which must not hold up the others.
@router.post("/map", responses=FAILS)
def judge(body: MapBody[BattleMap]) -> MapVerdict:
    """Whether a map can be played on, everything that is wrong with it, and its code."""
    return verdict(maps.BOOK, body.map)


@router.post("/map/random", responses=FAILS)
def by_lot(body: RandomMapBody) -> GivenMap[BattleMap]:
    """A map by lot; `symmetric` looks the same from both sides."""
    return GivenMap[BattleMap](map=drawn(maps.BOOK, body))


@router.get("/map/code/{code}", responses=FAILS)
async def by_code(code: Code) -> GivenMap[BattleMap]:
    """The map that a code stands for."""
    return GivenMap[BattleMap](map=decoded(maps.BOOK, code))


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
