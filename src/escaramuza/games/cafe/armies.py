"""Armies as text: `A1 B2 E3 M1 T4 D4`, so many of each type (C-F1)."""

import re

from escaramuza.games.basics import NotationError
from escaramuza.games.cafe import tables

PUBLISHED = "A1 B2 E3 M1 T4 D4"
# Armies to start from, the smallest first.
READY = (
    "A1 E1 M1 T1 D1",
    "A1 B1 E1 M1 T2 D2",
    "A1 B1 E2 M1 T2 D3",
    PUBLISHED,
    "A1 B3 E4 M2 T5 D5",
    "A2 B4 E6 M2 T8 D8",
)
PART = re.compile(rf"([{tables.LETTERS}])(\d{{1,2}})")


def read_army(text: str) -> str:
    """The army in its usual form; a sentence for what is none."""
    counts = dict.fromkeys(tables.LETTERS, 0)
    if not isinstance(text, str) or not text.strip():
        raise NotationError("ARMY_TEXT", text=str(text)[:40])
    for part in re.split(r"[\s,;]+", text.strip().upper()):
        found = PART.fullmatch(part)
        if found is None:
            raise NotationError("ARMY_TEXT", text=part[:40])
        counts[found[1]] += int(found[2])
    size = sum(counts.values())
    if not tables.FEWEST_UNITS <= size <= tables.MOST_UNITS:
        raise NotationError("ARMY_SIZE", count=size, fewest=tables.FEWEST_UNITS, most=tables.MOST_UNITS)
    return " ".join(f"{letter}{count}" for letter, count in counts.items() if count)


def army_counts(text: str) -> dict[str, int]:
    """Letter → how many units of that type an army in its usual form has."""
    return {part[0]: int(part[1:]) for part in text.split()}


def army_types(text: str) -> list[int]:
    """The types of an army's units, in order."""
    return [tables.LETTERS.index(letter) for letter, count in army_counts(text).items() for _ in range(count)]
