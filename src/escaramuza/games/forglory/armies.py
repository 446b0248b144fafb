"""Armies as text: `3LnInf LI:V HA / 2LnInf 2LC:E`, division by division, each unit with its quality (G-A2, G-R15)."""

import re

from escaramuza.games.basics import NotationError
from escaramuza.games.forglory import tables

# Division (counted from 0), category, quality.
Unit = tuple[int, int, int]
PART = re.compile(rf"([0-9]{{0,2}})({'|'.join(tables.CATEGORIES)})(?::([{tables.QUALITIES}]))?", re.IGNORECASE)
LONGEST_TEXT = 2000
NUMBERS = {category.lower(): number for number, category in enumerate(tables.CATEGORIES)}


def read_army(text: str) -> str:
    """The army in its usual form: units of one kind together where they stand together; a sentence for what is none."""
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_TEXT:
        raise NotationError("ARMY_TEXT", text=str(text)[:40])
    divisions = [_division(part) for part in text.strip().split("/")]
    units = sum(len(units) for units in divisions)
    if units > tables.MOST_UNITS:
        raise NotationError("ARMY_SIZE", count=units, most=tables.MOST_UNITS)
    if not tables.FEWEST_DIVISIONS <= len(divisions) <= tables.MOST_DIVISIONS:
        raise NotationError(
            "ARMY_DIVISIONS", count=len(divisions), fewest=tables.FEWEST_DIVISIONS, most=tables.MOST_DIVISIONS
        )
    for number, division in enumerate(divisions, start=1):
        if len(division) < tables.FEWEST_BRIGADES:
            raise NotationError("ARMY_BRIGADES", division=number, count=len(division), fewest=tables.FEWEST_BRIGADES)
    return " / ".join(_written(division) for division in divisions)


def _division(text: str) -> list[tuple[int, int]]:
    """Category and quality of each unit of a division."""
    units: list[tuple[int, int]] = []
    for part in re.split(r"[\s,;]+", text.strip()):
        found = PART.fullmatch(part)
        if part and (found is None or found[1] in ("0", "00")):
            raise NotationError("ARMY_TEXT", text=part[:40])
        if found is not None:
            quality = tables.REGULAR if found[3] is None else tables.QUALITIES.index(found[3].upper())
            units += [(NUMBERS[found[2].lower()], quality)] * int(found[1] or 1)
    return units


def _written(division: list[tuple[int, int]]) -> str:
    parts: list[tuple[int, tuple[int, int]]] = []
    for unit in division:
        if parts and parts[-1][1] == unit:
            parts[-1] = (parts[-1][0] + 1, unit)
        else:
            parts.append((1, unit))
    return " ".join(_part_text(count, *unit) for count, unit in parts)


def _part_text(count: int, category: int, quality: int) -> str:
    drilled = "" if quality == tables.REGULAR else f":{tables.QUALITIES[quality]}"
    return f"{count if count > 1 else ''}{tables.CATEGORIES[category]}{drilled}"


def army_units(text: str) -> list[Unit]:
    """Division, category and quality of an army's units, in order."""
    return [
        (number, category, quality)
        for number, division in enumerate(text.split("/"))
        for category, quality in _division(division)
    ]


def army_points(text: str) -> int:
    """What an army costs."""
    return sum(int(tables.POINTS[category]) for _, category, _ in army_units(text))
