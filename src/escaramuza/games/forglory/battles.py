"""Ready battles: a battlefield, two armies with the names of those who lead them, and how it came to it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from escaramuza.games.forglory.armies import army_units
from escaramuza.games.forglory.maps import Map, ready_maps
from escaramuza.games.forglory.tables import CATEGORIES
from escaramuza.words import LANGUAGES

FILE = Path(__file__).parent / "battles.json"
# Language → text.
Texts = Mapping[str, str]


@dataclass(frozen=True)
class Army:
    """One side of a battle: its text as in the options, what its parts are called, and where each division stood: the
    west, north, east and south of its zone."""

    text: str
    name: Texts
    staff: Texts
    divisions: tuple[Texts, ...]
    generals: tuple[Texts, ...]
    units: tuple[Texts, ...]
    zones: tuple[tuple[int, int, int, int], ...]


@dataclass(frozen=True)
class Battle:
    """A ready battle; `armies` south first, `map` is a ready map."""

    id: str
    name: Texts
    introduction: Texts
    map: Map
    armies: tuple[Army, Army]

    @property
    def texts(self) -> tuple[str, str]:
        """Its armies as in the options."""
        south, north = self.armies
        return south.text, north.text


@cache
def ready_battles() -> dict[str, Battle]:
    """Id → ready battle, the smallest first."""
    data: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return {entry["id"]: _battle(entry, data["patterns"]) for entry in data["battles"]}


def _battle(entry: Mapping[str, Any], patterns: Mapping[str, Texts]) -> Battle:
    return Battle(
        id=entry["id"],
        name=entry["names"],
        introduction=entry["introduction"],
        map=ready_maps()[entry["map"]],
        armies=(_army(entry["south"], patterns), _army(entry["north"], patterns)),
    )


def _army(entry: Mapping[str, Any], patterns: Mapping[str, Texts]) -> Army:
    """Divisions are called after their generals, units after a person or a place, each in the pattern of its kind."""
    text: str = entry["army"]
    generals: list[str] = entry["generals"]
    units = zip(army_units(text), entry["units"], strict=True)
    return Army(
        text=text,
        name=entry["names"],
        staff=_filled(patterns["staff"], entry["staff"]),
        divisions=tuple(_filled(patterns["division"], name) for name in generals),
        generals=tuple(_filled(patterns["general"], name) for name in generals),
        units=tuple(_filled(patterns[CATEGORIES[category]], name) for (_, category, _), name in units),
        zones=tuple((west, north, east, south) for west, north, east, south in entry["zones"]),
    )


def _filled(pattern: Texts, name: str) -> dict[str, str]:
    return {lang: pattern[lang].format(name=name) for lang in LANGUAGES}


def default_battle() -> Battle:
    """The battle of a first game."""
    return next(iter(ready_battles().values()))


def named_army(battle: str, side: int, army: str) -> Army | None:
    """The names for a side of a match: those of its battle, if it fights with the battle's army."""
    ready = ready_battles().get(battle)
    return ready.armies[side] if ready is not None and ready.armies[side].text == army else None
