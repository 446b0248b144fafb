"""Armies as text: `A1 B2 E3 M1 T4 D4`, so many of each type (C-F1)."""

import re

from escaramuza.games.cafe import tables
from escaramuza.games.spec import NotationError

PUBLISHED = "A1 B2 E3 M1 T4 D4"
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


def army_types(text: str) -> list[int]:
    """The types of an army's units, in order."""
    return [tables.LETTERS.index(part[0]) for part in text.split() for _ in range(int(part[1:]))]
