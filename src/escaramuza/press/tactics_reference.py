"""The quick reference of Tactics: the course of the game, who takes whom, what a move costs."""

from typing import Any

import numpy as np

from escaramuza.games.tactics import tables
from escaramuza.press import game_words, reference
from escaramuza.press.reference import Block

COURSE = ("setup", "turn", "charge", "capture", "end")
# What the sentences need of the tables.
NUMBERS: dict[str, Any] = {
    "pieces": tables.PIECES,
    "rows": tables.ROWS,
    "thrones": tables.GUARD_SQUARES,
    "limit": tables.DEFAULT_TURN_LIMIT,
}
COSTS = {
    "straight": tables.COST_ORTHOGONAL,
    "diagonal": tables.COST_DIAGONAL,
    "charge-straight": tables.CHARGE_LENGTH * tables.COST_ORTHOGONAL,
    "charge-diagonal": tables.CHARGE_LENGTH * tables.COST_DIAGONAL,
}


def blocks(lang: str) -> list[Block]:
    """Tables first: they are what is looked up."""
    head = ("head-piece", "head-takes", "head-falls")
    captures = [
        [_capital(name(kind, lang)), _list(takes(kind), lang), _list(falls_to(kind), lang)]
        for kind in range(len(tables.CLASSES))
    ]
    costs = [[text(f"cost-{move}", lang), str(points)] for move, points in COSTS.items()]
    return [
        reference.table(text("head-captures", lang), [text(one, lang) for one in head], captures),
        reference.table(text("head-costs", lang), [text("head-move", lang), text("head-points", lang)], costs),
        *(reference.lines(text(f"rules-{part}", lang, **NUMBERS)) for part in COURSE),
    ]


def takes(kind: int) -> list[int]:
    """The classes that a class captures."""
    return [int(other) for other in np.flatnonzero(tables.TAKES[kind])]


def falls_to(kind: int) -> list[int]:
    """The classes that capture it."""
    return [int(other) for other in np.flatnonzero(tables.TAKES[:, kind])]


def name(kind: int, lang: str) -> str:
    """A class in words."""
    return game_words.terms("tactics", lang)[tables.CLASSES[kind]]


def text(key: str, lang: str, **blanks: Any) -> str:
    """One text with its blanks filled."""
    return game_words.text(f"tactics:{key}", lang, **blanks)


def _list(kinds: list[int], lang: str) -> str:
    if len(kinds) == len(tables.CLASSES):
        return text("all", lang)
    return ", ".join(name(kind, lang) for kind in kinds)


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
