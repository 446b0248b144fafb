"""The quick reference of Escarmouche: the course of the game, abilities, states, ranks."""

from typing import Any

from escaramuza.games.escarmouche import tables
from escaramuza.press import game_words, reference, typesetting
from escaramuza.press.reference import Block
from escaramuza.squads import words

COURSE = ("turn", "move", "attack", "setup", "end")
STATUSES = ("stance", "retreated", "suppressed-next", "drained-next", "guards", "guarded")


def blocks(lang: str) -> list[Block]:
    """The course first: it is short, and the abilities go on from it."""
    abilities = [[_word(f"ability:{id}", lang), _word(f"rule:{id}", lang)] for id in tables.ABILITIES]
    statuses = [[_word(f"status:{id}", lang), _word(f"status-rule:{id}", lang)] for id in STATUSES]
    ranks = [
        [words.text(f"rank:{rank}", lang).capitalize(), str(points)]
        for rank, points in zip(tables.RANKS, tables.RANK_POINTS, strict=True)
    ]
    bounds = {"units": tables.MOST_UNITS, "points": tables.MOST_POINTS}
    return [
        *(reference.lines(_text(f"rules-{part}", lang, markers=tables.MARKERS_TO_WIN)) for part in COURSE),
        _table("abilities", ("ability", "rule"), abilities, lang),
        _table("statuses", ("status", "rule"), statuses, lang),
        _table("ranks", ("rank", "points"), ranks, lang, **bounds),
    ]


def _table(title: str, head: tuple[str, ...], rows: list[list[str]], lang: str, **blanks: Any) -> Block:
    return reference.table(_text(f"head-{title}", lang, **blanks), [_text(f"head-{one}", lang) for one in head], rows)


def _text(key: str, lang: str, **blanks: Any) -> str:
    return game_words.text(f"escarmouche:{key}", lang, **blanks)


def _word(key: str, lang: str) -> str:
    return typesetting.tidy(words.text(key, lang), lang)
