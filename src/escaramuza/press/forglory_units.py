"""What is cut out and written on for the armies of For Glory: labels of units and officers, markers, army sheets."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from escaramuza.games.forglory import tables
from escaramuza.games.forglory.armies import Unit, army_points, army_units
from escaramuza.games.forglory.battles import Army
from escaramuza.kernel.dice import FACES
from escaramuza.press import forglory_words
from escaramuza.press.typesetting import PAPERS, Paper

SIDES = ("south", "north")
# Square markers, by scale, in millimetres.
MARKER = {0.5: 13.0, 1: 15.0, 2: 20.0}
# How many lie ready beside the table: a share of the units in both armies.
SHARES = {"disorganised": 2, "column": 4, "hit 1": 2, "hit 2": 3}
# Artillery markers for each battery, and for armies without many.
OF_A_BATTERY, LEAST_ARTILLERY = 4, 8
# Numbers of initiative up to two dice; of each number as many as this share of the generals.
MOST_INITIATIVE = 2 * FACES
OF_GENERALS = 2
LEGEND = ("disorganised", "column", "hit", "lost", "artillery", "initiative", "reserve", "flag")
# Heights on an army sheet, in millimetres: the heading of a division, a unit, the space after a division.
TITLE, ROW, SPACE = 13.0, 5.4, 4.0
# What an army sheet keeps free above and below.
ABOVE, BELOW = 34.0, 13.0


@dataclass(frozen=True)
class Side:
    """An army with the names of its parts, if it has any."""

    id: str
    army: str
    names: Army | None

    def units(self) -> list[Unit]:
        return army_units(self.army)

    def divisions(self) -> int:
        return 1 + max(division for division, _, _ in self.units())


def category(number: int, lang: str) -> dict[str, Any]:
    """A row of the table of categories."""
    reach, difficult = int(tables.RANGE[number]), tables.LENGTHS[tables.DIFFICULT_MOVE[number]]
    return {
        "code": tables.CATEGORIES[number],
        "type": tables.TYPES[tables.TYPE_OF[number]],
        "category": forglory_words.terms(lang)[f"category:{tables.CATEGORIES[number]}"],
        "range": forglory_words.NONE if reach == tables.NONE else tables.LENGTHS[reach],
        "fire": forglory_words.NONE if reach == tables.NONE else forglory_words.signed(int(tables.FIRE[number])),
        "melee": forglory_words.signed(int(tables.MELEE[number])),
        "move": tables.LENGTHS[tables.MOVE[number]],
        "difficult": forglory_words.NONE if number == tables.FOOT_ARTILLERY else difficult,
        "points": int(tables.POINTS[number]),
    }


def quality(number: int, lang: str) -> dict[str, str]:
    """A row of the table of qualities."""
    letter = tables.QUALITIES[number]
    return {
        "letter": letter,
        "name": forglory_words.terms(lang)[f"quality:{letter}"],
        "value": forglory_words.signed(int(tables.QUALITY[number])),
    }


def units_of(side: Side, lang: str) -> list[dict[str, Any]]:
    """The units of an army in order, each with all that stands on its label."""
    return [
        {
            **category(kind, lang),
            "quality": quality(level, lang),
            "side": side.id,
            "number": number,
            "name": f"{side.id[0]}{number}",
            "division": division + 1,
            "called": side.names.units[number - 1][lang] if side.names else "",
        }
        for number, (division, kind, level) in enumerate(side.units(), start=1)
    ]


def officers_of(side: Side, lang: str) -> list[dict[str, Any]]:
    """The staff and the generals."""
    initial = side.id[0]
    staff = {
        "name": f"{initial}s",
        "division": 0,
        "called": _staff(side, lang),
        "title": forglory_words.terms(lang)["officer:staff"],
    }
    title = forglory_words.terms(lang)["officer:general"]
    generals = [
        {"name": f"{initial}g{number}", "division": number, "called": _general(side, number, lang), "title": title}
        for number in range(1, side.divisions() + 1)
    ]
    return [{**officer, "side": side.id} for officer in (staff, *generals)]


def _staff(side: Side, lang: str) -> str:
    return side.names.staff[lang] if side.names else ""


def _general(side: Side, number: int, lang: str) -> str:
    return side.names.generals[number - 1][lang] if side.names else ""


def side_name(side: Side, lang: str) -> str:
    """South or North, with what the army is called."""
    name = forglory_words.terms(lang)[side.id]
    return f"{name} · {side.names.name[lang]}" if side.names else name


def boxes_of(brigades: int) -> int:
    """How many lost brigades remove a division: as many as are left (G-R11)."""
    return math.ceil(brigades / 2)


def markers_of(sides: Sequence[Side], objectives: int, lang: str) -> list[dict[str, Any]]:
    """The markers for both armies, kind by kind."""
    units = [unit for side in sides for unit in side.units()]
    generals = sum(side.divisions() for side in sides)
    of_each = max(2, math.ceil(generals / OF_GENERALS))
    batteries = sum(tables.TYPE_OF[kind] == tables.ARTILLERY for _, kind, _ in units)
    lost = sum(
        boxes_of(sum(division == number for division, _, _ in side.units()))
        for side in sides
        for number in range(side.divisions())
    )
    counts = {name: math.ceil(len(units) / share) for name, share in SHARES.items()}
    counts |= {"lost": lost, "artillery": max(LEAST_ARTILLERY, OF_A_BATTERY * batteries)}
    counts |= {f"initiative {number}": of_each for number in range(1, MOST_INITIATIVE + 1)}
    counts |= {f"reserve {number}": of_each for number in range(1, tables.DEPLOYS_FROM)}
    counts |= {f"flag {side.id}": objectives for side in sides}
    return [_marker(name, lang) for name, count in counts.items() for _ in range(count)]


def _marker(name: str, lang: str) -> dict[str, Any]:
    symbol, _, detail = name.partition(" ")
    side = detail if detail in SIDES else ""
    label = forglory_words.terms(lang)[side] if side else forglory_words.text(f"marker-{symbol}", lang)
    return {"name": name, "symbol": symbol, "value": "" if side else detail, "side": side, "label": label}


def legend_of(lang: str) -> list[dict[str, str]]:
    """What each marker means."""
    numbers = {
        "hits": tables.MOST_HITS,
        "value": forglory_words.signed(tables.DISORDER),
        "marker": forglory_words.signed(tables.EACH_MARKER),
    }
    return [
        {
            "symbol": name,
            "label": forglory_words.text(f"marker-{name}", lang),
            "rule": forglory_words.text(f"rule-{name}", lang, **numbers),
        }
        for name in LEGEND
    ]


def sheets_of(side: Side, paper: Paper, lang: str) -> list[dict[str, Any]]:
    """The pages of an army sheet: whole divisions, as many as a page has room for."""
    units = units_of(side, lang)
    room = PAPERS[paper][1] - ABOVE - BELOW
    pages: list[list[dict[str, Any]]] = [[]]
    used = 0.0
    for number in range(1, side.divisions() + 1):
        own = [unit for unit in units if unit["division"] == number]
        high = TITLE + ROW * (1 + len(own))
        if pages[-1] and used + high > room:
            pages.append([])
            used = 0.0
        pages[-1].append(_division(side, number, own, lang))
        used += high + SPACE
    head = {
        "side": side.id,
        "title": side_name(side, lang),
        "staff": _staff(side, lang),
        "points": forglory_words.text("army-points", lang, units=len(units), points=army_points(side.army)),
    }
    return [{**head, "first": i == 0, "divisions": divisions} for i, divisions in enumerate(pages)]


def _division(side: Side, number: int, units: list[dict[str, Any]], lang: str) -> dict[str, Any]:
    return {
        "number": number,
        "name": side.names.divisions[number - 1][lang]
        if side.names
        else f"{forglory_words.terms(lang)['division']} {number}",
        "general": _general(side, number, lang),
        "points": sum(unit["points"] for unit in units),
        "lost": boxes_of(len(units)),
        "units": units,
    }
