"""Print and play for Escaramuzas de Café: the order, and the data that the templates draw."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from escaramuza.games import registry
from escaramuza.games.basics import NotationError
from escaramuza.games.cafe import tables
from escaramuza.games.cafe.armies import PUBLISHED, army_types, read_army
from escaramuza.games.cafe.maps import Map, default_map, legal_map
from escaramuza.maps.library import BadMap
from escaramuza.press import cafe_map, typesetting
from escaramuza.press.cafe_words import terms, text
from escaramuza.press.cafe_words import words as own_words
from escaramuza.press.typesetting import Paper
from escaramuza.squads import icons

Part = Literal["units", "tokens", "cards", "markers", "ruler", "map", "summary", "score"]
PARTS: tuple[Part, ...] = ("units", "tokens", "cards", "markers", "ruler", "map", "summary", "score")
# What is asked for besides, each as a word.
OPTIONS = ("map", "full_size_map", "blue", "red")
TEMPLATE = "cafe.typ"
SIDES = ("blue", "red")
# What the foot and the backs of the pages need.
SHARED = ("print:scale", "print:duplex", "print:single", "print:fronts", "print:backs")
# How many lie ready beside the table: of wounds a share of the units, of states what the deck can bring about.
WOUND_SHARES = {1: 2, 2: 4}
COLOUR_SHARE = 0.3
STATES = ("camouflage", "poison", "tourniquet")
OF_EACH_STATE = 4
# Two sides with twelve action points each.
ACTED = 24
LEGEND = ("flag", "acted", *STATES)
TURNS = {"knife": "any", "false-orders": "any", "tourniquet": "any", "trap": "once"}
SUMMARY = (
    ("setup", "round", "activation", "attack", "ones", "after"),
    ("terrain", "objectives", "cards", "heal", "ranks", "end"),
)
FIGURES = ("health", "resistance", "shooting", "fighting", "move")
# What a row of the score sheet is worth, and whether it is scored once or every round.
EVERY_ROUND = {"objectives": "1", "zone": "1 / 3", "range_kills": "1 / 2", "close_kills": "1 / 2", "all": "6"}
ONCE = {"six_close": "5", "six_range": "5", "first": "3"}


@dataclass(frozen=True)
class CafeOrder:
    """What to print: armies as numbers of types, the map, paper, parts and language."""

    blue: tuple[int, ...]
    red: tuple[int, ...]
    map: Map
    paper: Paper
    parts: tuple[Part, ...]
    lang: str
    full_size_map: bool


def order(
    parts: Sequence[str] = PARTS,
    paper: str = "a4",
    lang: str = "en",
    map: Map | str | None = None,
    blue: str = PUBLISHED,
    red: str = PUBLISHED,
    full_size_map: bool = False,
) -> CafeOrder:
    """An order out of words; a sentence for what does not exist and for a map that cannot be played on."""
    known_paper, known_parts = typesetting.paper_named(paper), typesetting.parts_named(parts, PARTS)
    try:
        first, second = (tuple(army_types(read_army(army))) for army in (blue, red))
        field = default_map() if map is None else legal_map(map)
    except NotationError as error:
        raise BadMap(error, game_id="cafe") from error
    return CafeOrder(first, second, field, known_paper, known_parts, lang, full_size_map)


def print_cafe(order: CafeOrder) -> bytes:
    """The PDF of an order."""
    return typesetting.pdf(TEMPLATE, page_data(order))


def pdf(**wishes: Any) -> bytes:
    """The same for an order in words."""
    return print_cafe(order(**wishes))


def measured(order: CafeOrder, label: str) -> list[dict[str, Any]]:
    """What the templates noted: `fit`, `sheet`, `card`, `patch`, `mark`, `map`, `tile`."""
    return typesetting.measured(TEMPLATE, page_data(order), label)


def page_data(order: CafeOrder) -> dict[str, Any]:
    """Everything that the templates draw."""
    width, height = typesetting.PAPERS[order.paper]
    lang = order.lang
    shared = {key: own_words(lang)[key] for key in SHARED}
    return {
        "title": registry.get("cafe").name,
        "lang": lang,
        "paper": {"width": width, "height": height},
        "parts": list(order.parts),
        "texts": {**own_words(lang), **shared},
        "symbols": dict(icons.of("cafe")),
        "figures": [{"id": name, "label": text(name, lang)} for name in FIGURES],
        "types": [type_figures(number, lang) for number in range(len(tables.TYPES))],
        "units": {side: _army(side, army, lang) for side, army in zip(SIDES, (order.blue, order.red), strict=True)},
        "tokens": _tokens(order),
        "cards": _deck(lang),
        "markers": _markers(order),
        "legend": [_entry(name, lang) for name in LEGEND],
        "patches": len(order.map.objectives),
        "marks": _marks(lang),
        "halves": _halves(),
        "map": cafe_map.map_data(order.map, order.paper, lang, order.full_size_map),
        "summary": [[_section(name, lang) for name in column] for column in SUMMARY],
        "score": _score(lang),
    }


def type_figures(number: int, lang: str) -> dict[str, Any]:
    """The figures of a type of unit, and its name."""
    id = tables.TYPES[number]
    return {
        "id": id,
        "letter": tables.LETTERS[number],
        "name": terms(lang)[f"type:{id}"],
        "health": int(tables.HEALTH[number]),
        "resistance": int(tables.RESISTANCE[number]),
        "shooting": int(tables.SHOOTING[number]),
        "fighting": int(tables.FIGHTING[number]),
        "move": int(tables.MOVE[number]) // 100,
        "promotes": int(tables.PROMOTES_AT[number]),
    }


def _army(side: str, army: Sequence[int], lang: str) -> list[dict[str, Any]]:
    return [{**type_figures(type, lang), "side": side, "number": number} for number, type in enumerate(army, start=1)]


def _tokens(order: CafeOrder) -> list[dict[str, Any]]:
    """Numbers for whatever health a unit can have, a counter for each that has more than one, wounds, red and black."""
    army = [*order.blue, *order.red]
    health = [int(tables.HEALTH[type]) for type in army]
    found: list[dict[str, Any]] = []
    for number in range(1, max(health) + 1):
        found += [{"kind": "health", "value": number}] * sum(number <= most for most in health)
    counters = sorted((most, tables.LETTERS[type]) for type, most in zip(army, health, strict=True) if most > 1)
    found += [{"kind": "counter", "value": most, "letter": letter} for most, letter in reversed(counters)]
    for points, share in WOUND_SHARES.items():
        found += [{"kind": "wound", "value": points}] * math.ceil(len(army) / share)
    for colour in ("red", "black"):
        found += [{"kind": colour, "value": 0}] * math.ceil(len(army) * COLOUR_SHARE)
    return [{**token, "name": f"{token['kind']} {token['value']}"} for token in found]


def _deck(lang: str) -> list[dict[str, Any]]:
    """The whole deck, card by card (C-F2)."""
    words = terms(lang)
    deck = []
    for id, copies in zip(tables.CARDS, tables.COPIES.tolist(), strict=True):
        turn = TURNS.get(id, "own")
        card = {
            "id": id,
            "name": words[f"card:{id}"],
            "when": words[f"card-when:{id}"],
            "effect": words[f"card-effect:{id}"],
            "copies": text("copies", lang, copies=copies),
            "turn": turn,
            "turn-text": text(f"turn-{turn}", lang),
        }
        deck += [card] * copies
    return deck


def _markers(order: CafeOrder) -> list[dict[str, str]]:
    objectives = len(order.map.objectives)
    lang = order.lang
    flags = [
        {"symbol": "flag", "side": side, "label": text(side, lang), "name": f"flag {side}"}
        for side in (*SIDES, "neutral")
        for _ in range(objectives)
    ]
    others = [*((name, OF_EACH_STATE) for name in STATES), ("acted", ACTED)]
    return flags + [
        {"symbol": name, "side": "", "label": _label(name, lang), "name": name}
        for name, copies in others
        for _ in range(copies)
    ]


def _label(name: str, lang: str) -> str:
    if name not in STATES:
        return text(f"marker-{name}", lang)
    state = terms(lang)[f"status:{name}"]
    return state[0].upper() + state[1:]


def _entry(name: str, lang: str) -> dict[str, str]:
    rule = terms(lang)[f"status-rule:{name}"] if name in STATES else text(f"rule-{name}", lang)
    return {"symbol": name, "label": _label(name, lang), "rule": rule}


def _marks(lang: str) -> list[dict[str, Any]]:
    """The lengths that the game measures, with what they are for and whose move they are."""
    card = terms(lang)
    uses = {
        tables.CLOSE: text("mark-close", lang),
        tables.FALSE_ORDERS_MOVE: card["card:false-orders"],
        tables.INSTINCT_REACH: card["card:instinct"],
        tables.RANGE: text("mark-range", lang),
        tables.RANGE + tables.SNIPER_RANGE: card["card:sniper"],
    }
    moves = {int(move) for move in tables.MOVE}
    return [
        {
            "at": length // 100,
            "text": uses.get(length, ""),
            "letters": [tables.LETTERS[i] for i, move in enumerate(tables.MOVE) if move == length],
        }
        for length in sorted({*uses, *moves})
    ]


def _halves() -> list[dict[str, Any]]:
    """Half the moves, in millimetres, with whose they are."""
    moves = tables.MOVE.tolist()
    return [
        {"at": move / 20, "letters": "".join(tables.LETTERS[i] for i, other in enumerate(moves) if other == move)}
        for move in sorted(set(moves))
    ]


def _section(name: str, lang: str) -> dict[str, Any]:
    title, *lines = text(f"rules-{name}", lang).split("\n")
    return {"title": title, "lines": lines}


def _score(lang: str) -> dict[str, Any]:
    def rows(worth: dict[str, str]) -> list[dict[str, str]]:
        return [{"text": text(f"score-{name}", lang), "points": points} for name, points in worth.items()]

    return {"rounds": tables.ROUNDS, "every": rows(EVERY_ROUND), "once": rows(ONCE), "units": tables.MOST_UNITS}
