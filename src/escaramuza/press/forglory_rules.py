"""The quick reference of For Glory, out of the tables that the rules use, and the sheet for the victory points."""

from collections.abc import Callable, Iterable
from typing import Any

from escaramuza.games.forglory import tables
from escaramuza.games.forglory.maps import ROLES_OF
from escaramuza.games.forglory.rules.melee import melee_row
from escaramuza.games.forglory.rules.shooting import fire_row
from escaramuza.press import forglory_words
from escaramuza.press.forglory_units import SIDES, category, quality

# Hits, lost brigades and stretches of XL count one each.
EACH = -1
COUNTED = ("hits", "markers", "lost", "distance")
GENERAL: tuple[tuple[str, int], ...] = (
    ("flank", tables.FLANK),
    ("road", tables.ON_ROAD),
    ("cover", tables.IN_COVER),
    ("disorganised", tables.DISORDER),
    ("moved", tables.MOVED),
    ("frontal", tables.HEAD_ON),
    ("hits", EACH),
    ("reaction", tables.REACTING),
)
ARTILLERY: tuple[tuple[str, int], ...] = (("close", tables.CLOSE_FIRE), ("markers", tables.EACH_MARKER))
MORALE: tuple[tuple[str, int | None], ...] = (
    ("quality", None),
    ("officer", tables.NEAR_OFFICER),
    ("hits", EACH),
    ("lost", EACH),
    ("disorganised", tables.DISORDER),
)
LEADERSHIP: tuple[tuple[str, int | None], ...] = (
    ("experience", None),
    ("staff", tables.NEAR_STAFF),
    ("distance", EACH),
    ("lost", EACH),
)
COURSE = (
    ("setup", "reinforcements", "initiative", "activations", "orders", "reactions"),
    ("moving", "sight", "charging", "shooting", "melee", "losses", "officers", "end"),
)
# No result of fire or melee is looked up beyond these.
RESULTS = range(20)


def tables_data(scale: float, lang: str) -> dict[str, Any]:
    """Every table of the rulebook."""
    return {
        "categories": [category(number, lang) for number in range(len(tables.CATEGORIES))],
        "officer": _officer(lang),
        "qualities": [quality(number, lang) for number in range(len(tables.QUALITIES))],
        "lengths": [
            {"name": name, "size": forglory_words.length(float(span) * scale, lang)}
            for name, span in zip(tables.LENGTHS, tables.SPANS, strict=True)
        ],
        "terrain": [_ground(kind, lang) for kind in tables.KINDS],
        "road": forglory_words.terms(lang)["terrain:road"],
        "general": _rows(GENERAL, lang),
        "artillery": _rows(ARTILLERY, lang),
        "results": results(lang),
        "morale": _rows(MORALE, lang),
        "leadership": _rows(LEADERSHIP, lang),
        "passes": forglory_words.text("passes", lang, fails=tables.CHECK_FAILS),
        "score": score(lang),
    }


def _officer(lang: str) -> dict[str, str]:
    move = tables.LENGTHS[tables.OFFICER_MOVE]
    blank = dict.fromkeys(("range", "fire", "melee", "points"), forglory_words.NONE)
    return {**blank, "code": "OFF", "category": forglory_words.text("officer", lang), "move": move, "difficult": move}


def _ground(kind: str, lang: str) -> dict[str, str]:
    """What a kind of terrain does to movement, to whoever is in it, and to sight."""
    roles = ROLES_OF[kind]
    passing = next((role for role in ("impassable", "difficult") if role in roles), "open")
    return {
        "kind": kind,
        "name": forglory_words.terms(lang)[f"terrain:{kind}"],
        "move": forglory_words.text(f"move-{'crossing' if 'crossing' in roles else passing}", lang),
        "cover": forglory_words.text("yes", lang) if "dense" in roles else forglory_words.NONE,
        "sight": forglory_words.text("blocks", lang) if "hides" in roles else forglory_words.NONE,
    }


def _rows(rows: Iterable[tuple[str, int | None]], lang: str) -> list[dict[str, str]]:
    return [
        {
            "text": forglory_words.text(f"each-{name}", lang)
            if name in COUNTED
            else forglory_words.capital(forglory_words.terms(lang)[f"modifier:{name}"]),
            "value": "±" if value is None else forglory_words.signed(value),
        }
        for name, value in rows
    ]


def results(lang: str) -> list[dict[str, str]]:
    """Both columns of the result table, row by row as the rules look them up."""
    fire, melee = _bounds(fire_row), _bounds(melee_row)
    lows = sorted({low for low, _ in (*fire, *melee)})
    return [
        {
            "range": _range(low, lows[i + 1] - 1 if i + 1 < len(lows) else None),
            "fire": forglory_words.terms(lang)[f"row:{tables.ROWS[_row_at(fire, low)]}"],
            "melee": forglory_words.terms(lang)[f"melee-row:{tables.MELEE_ROWS[_row_at(melee, low)]}"],
        }
        for i, low in enumerate(lows)
    ]


def _bounds(row_of: Callable[[int], int]) -> list[tuple[int, int]]:
    """The lowest result of each row, and the row."""
    found: list[tuple[int, int]] = []
    for result in RESULTS:
        row = int(row_of(result))
        if not found or found[-1][1] != row:
            found.append((result, row))
    return found


def _row_at(bounds: list[tuple[int, int]], result: int) -> int:
    return [row for low, row in bounds if low <= result][-1]


def _range(low: int, high: int | None) -> str:
    if high is None:
        return f"{low}+"
    return str(low) if low == high else f"{low} – {high}"


def course(lang: str) -> list[list[dict[str, Any]]]:
    """The course of a game in two columns."""
    return [[_section(name, lang) for name in column] for column in COURSE]


def _section(name: str, lang: str) -> dict[str, Any]:
    title, *lines = forglory_words.text(f"rules-{name}", lang, **NUMBERS).split("\n")
    return {"title": title, "lines": lines}


# What the sentences of the course need of the tables.
NUMBERS: dict[str, Any] = {
    "brigades": tables.FEWEST_BRIGADES,
    "deploys": tables.DEPLOYS_FROM,
    "detachment": tables.DETACHMENT_INITIATIVE,
    "legs": tables.MOST_LEGS,
    "shaken": tables.SHAKEN,
    "hits": tables.MOST_HITS,
    "marker": tables.MARKER_FROM,
    "lost": tables.DIVISIONS_LOST,
    "rounds": tables.ROUNDS,
    "ride": tables.LENGTHS[tables.OFFICER_MOVE],
    "extra": tables.LENGTHS[tables.EXTRA_MOVE],
}


def score(lang: str) -> list[dict[str, Any]]:
    """What is worth how many victory points."""
    return [
        {"text": forglory_words.capital(forglory_words.terms(lang)[f"column:{name}"]), "points": int(points)}
        for name, points in zip(tables.SHEET, tables.POINTS_FOR, strict=True)
    ]


def score_data(objectives: int, lang: str) -> dict[str, Any]:
    """The sheet to keep the score on."""
    return {
        "rows": score(lang),
        "rounds": tables.ROUNDS,
        "objectives": objectives,
        "sides": {side: forglory_words.terms(lang)[side] for side in SIDES},
        "objective": forglory_words.capital(forglory_words.terms(lang)["objective"]),
    }
