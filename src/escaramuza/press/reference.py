"""The quick reference of a game: what players look up in the middle of it, out of the tables that the rules use."""

from collections.abc import Iterable

from typing_extensions import TypedDict

from escaramuza.games import registry
from escaramuza.games.game import Game


class Block(TypedDict):
    """A part of a quick reference: sentences, a table with its head, or both."""

    title: str
    lines: list[str]
    head: list[str]
    rows: list[list[str]]


def lines(text: str) -> Block:
    """Sentences below a title, which is the first line."""
    title, *rest = text.split("\n")
    return {"title": title, "lines": rest, "head": [], "rows": []}


def table(title: str, head: Iterable[str], rows: Iterable[Iterable[str]], notes: Iterable[str] = ()) -> Block:
    """A table below a title, with notes on it."""
    return {"title": title, "lines": list(notes), "head": list(head), "rows": [list(row) for row in rows]}


def blocks(game: Game, lang: str) -> list[Block]:
    """The quick reference of a game: a module of its own has it, here or as `reference` in the package of a game from
    elsewhere; of any other it is its rules."""
    own = registry.own_module(game.id, f"{__package__}.{game.id}_reference", "reference")
    return _usual(game, lang) if own is None else own.blocks(lang)


def _usual(game: Game, lang: str) -> list[Block]:
    words = game.locale[lang]
    found = [
        lines("\n".join([words["terms"][f"section:{section}"], *_clauses(game, section, lang)]))
        for section in game.sections
    ]
    return [block for block in found if block["lines"]]


def _clauses(game: Game, section: str, lang: str) -> list[str]:
    return [game.locale[lang]["clauses"][clause.id] for clause in game.clauses if clause.section == section]
