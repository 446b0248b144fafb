"""Measuring sticks of For Glory at exact length: those that are longer than a sheet in parts to glue together."""

from typing import Any

from escaramuza.games.forglory import tables
from escaramuza.press.forglory_words import length

# What a sheet across has room for, in millimetres; a longer stick is cut so long, with a tab to glue the next part on.
ROOM, PART, TAB = 250.0, 200.0, 20.0
# How many sets go onto one sheet, by scale.
SETS = {0.5: 4, 1: 2, 2: 1}
# The rulebook's inches go with its centimetres: 2 inches stand for 5 cm.
TENTHS_AN_INCH = 250


def ruler_data(scale: float, lang: str) -> dict[str, Any]:
    """Rows of parts, each as long as can be."""
    sticks = [part for i in range(len(tables.LENGTHS)) for part in _parts(i, scale, lang)]
    return {"room": ROOM, "tab": TAB, "rows": packed(sticks * SETS[scale])}


def _parts(number: int, scale: float, lang: str) -> list[dict[str, Any]]:
    whole = float(tables.SPANS[number]) / 10 * scale
    starts = [0.0] if whole <= ROOM else [i * PART for i in range(int(-(-whole // PART)))]
    inches = f"{int(tables.SPANS[number]) * scale / TENTHS_AN_INCH:g}"
    return [
        {
            "name": tables.LENGTHS[number],
            "size": f"{length(whole * 10, lang)} · {inches}″",
            "from": start,
            "to": min(start + PART, whole) if len(starts) > 1 else whole,
            "tab": TAB if start != starts[-1] else 0.0,
            "part": f"{i + 1}/{len(starts)}" if len(starts) > 1 else "",
        }
        for i, start in enumerate(starts)
    ]


def packed(parts: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Parts in rows, the longest first, each in the first row that has room for it; `at` is where it starts."""
    rows: list[list[dict[str, Any]]] = []
    for part in sorted(parts, key=_long, reverse=True):
        row = next((row for row in rows if sum(map(_long, row)) + _long(part) <= ROOM), None)
        if row is None:
            rows.append(row := [])
        row.append({**part, "at": sum(map(_long, row))})
    return rows


def _long(part: dict[str, Any]) -> float:
    return float(part["to"] - part["from"] + part["tab"])
