"""Print and play for Tactics: the order, and the data that the templates draw."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from escaramuza.games import registry
from escaramuza.games.tactics import tables
from escaramuza.press import game_words, tactics_reference, typesetting
from escaramuza.press.tactics_reference import falls_to, name, takes
from escaramuza.press.typesetting import Paper
from escaramuza.squads import icons

Part = Literal["board", "tokens", "summary"]
PARTS: tuple[Part, ...] = ("board", "tokens", "summary")
# Nothing is asked for besides: there are no armies to choose and no maps.
OPTIONS: tuple[str, ...] = ()
TEMPLATE = "tactics.typ"
SIDES = ("white", "black")
SHARED = ("print:scale", "print:single")


@dataclass(frozen=True)
class TacticsOrder:
    """What to print: paper, parts and language."""

    paper: Paper
    parts: tuple[Part, ...]
    lang: str


def order(parts: Sequence[str] = PARTS, paper: str = "a4", lang: str = "en") -> TacticsOrder:
    """An order out of words; a sentence for what does not exist."""
    return TacticsOrder(typesetting.paper_named(paper), typesetting.parts_named(parts, PARTS), lang)


def print_tactics(order: TacticsOrder) -> bytes:
    """The PDF of an order."""
    return typesetting.pdf(TEMPLATE, page_data(order))


def pdf(**wishes: Any) -> bytes:
    """The same for an order in words."""
    return print_tactics(order(**wishes))


def measured(order: TacticsOrder, label: str) -> list[dict[str, Any]]:
    """What the templates noted: `fit`, `sheet`, `board`, `tokens`."""
    return typesetting.measured(TEMPLATE, page_data(order), label)


def page_data(order: TacticsOrder) -> dict[str, Any]:
    """Everything that the templates draw."""
    width, height = typesetting.PAPERS[order.paper]
    lang = order.lang
    own = {key: text for key, text in game_words.words(lang).items() if key.startswith("tactics:")}
    _, costs, *course = tactics_reference.blocks(lang)
    return {
        "title": registry.get("tactics").name,
        "lang": lang,
        "paper": {"width": width, "height": height},
        "parts": list(order.parts),
        "texts": {**own, **{key: game_words.words(lang)[key] for key in SHARED}},
        "symbols": dict(icons.of("tactics")),
        "classes": [_class(kind, lang) for kind in range(len(tables.CLASSES))],
        "tokens": {side: [tables.CLASSES[kind] for kind in tables.UNIT_CLASS] for side in SIDES},
        "rows": tables.ROWS,
        "thrones": [[square % 8, square // 8] for square in _thrones()],
        "costs": costs,
        "course": course,
    }


def _class(kind: int, lang: str) -> dict[str, Any]:
    return {
        "id": tables.CLASSES[kind],
        "letter": tables.LETTERS[kind],
        "name": name(kind, lang),
        "takes": _others(kind, takes(kind)),
        "falls": _others(kind, falls_to(kind)),
    }


def _others(kind: int, others: list[int]) -> list[str]:
    """The classes that a table lists; none for the guard, which is said to take and fall to all of them."""
    return [] if kind == tables.GUARD else [tables.CLASSES[other] for other in others if other != tables.GUARD]


def _thrones() -> list[int]:
    """The squares on which either side's guard may start."""
    return [square for square in range(64) if tables.GUARD_SQUARE[:, square].any()]
