"""What games are described with: options, codes, clauses, words. What every game offers is in `games.game`."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from escaramuza.kernel.buffers import LOG, OK
from escaramuza.words import FALLBACK

# Where somebody could stand on a table without squares: x, y, facing.
Place = tuple[int, int, int]
# Kind of words → name → text.
Words = Mapping[str, Mapping[str, str]]
# What code written for all games calls; see `escaramuza.kernel.jit.for_game`.
RULES = ("actor", "side_of", "check", "legal_actions", "propose", "apply", "outcome", "value", "observe", "determinize")


class GameOptions(BaseModel):
    """Set-up and house rules of a match: validated, with defaults that start a good game."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NotationError(ValueError):
    """A text that is not an action or a position of this game: code and the words that fill its sentence."""

    def __init__(self, code: str, **words: Any) -> None:
        super().__init__(code)
        self.code = code
        self.words = words


class Figure(str):
    """A number among those words: written with a point, said with the decimal sign of the sentence's language."""

    def said(self, terms: Mapping[str, str]) -> str:
        """As it stands in a sentence with these terms."""
        return self.replace(".", terms.get("decimal", "."))


@dataclass(frozen=True)
class Code:
    """A reason or an event: its name, the clause it comes from, and what its numbers are: (name, kind of number)."""

    name: str
    clause: str
    numbers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Clause:
    """A statement of the rulebook or a ruling on it. `function` shows where it lives, below the game's package."""

    id: str
    section: str
    function: str = ""


def numbered(*codes: tuple[str, str, str]) -> dict[int, Code]:
    """Codes counted from 1 (0 is OK), each as name, clause and its numbers as "name:kind name:kind"."""
    table = {}
    for number, (name, clause, numbers) in enumerate(codes, start=OK + 1):
        pairs = tuple((part.partition(":")[0], part.partition(":")[2]) for part in numbers.split())
        table[number] = Code(name, clause, pairs)
    return table


def words_of(folders: Sequence[Path], lang: str) -> dict[str, dict[str, str]]:
    """The words of some packages in a language, by kind: from `locale/<language>.json`, or from one `words.toml` with
    all languages. The last package has the last word; what a language lacks is said in English."""
    found: dict[str, dict[str, str]] = {}
    for folder in folders:
        for kind, words in (*_words_in(folder, FALLBACK).items(), *_words_in(folder, lang).items()):
            found[kind] = {**found.get(kind, {}), **words}
    return found


def _words_in(folder: Path, lang: str) -> Words:
    one_for_all, own = folder / "words.toml", folder / "locale" / f"{lang}.json"
    loaded: Words = {}
    if one_for_all.exists():
        loaded = tomllib.loads(one_for_all.read_text(encoding="utf-8")).get(lang, {})
    elif own.exists():
        loaded = json.loads(own.read_text(encoding="utf-8"))
    return loaded


@dataclass(frozen=True)
class SearchSettings:
    """How search treats this game: actions of a random playout before `value` judges, how eagerly it explores, and how
    soon a node looks at one more action; the root may be more open-minded than the rest."""

    playout: int = 0
    exploration: float = 0.35
    widening: float = 1.5
    root_widening: float | None = None


def log_events(log: Any) -> list[tuple[int, list[int]]]:
    """The events of a log as plain numbers."""
    assert log.dtype == LOG and log.lost == 0, "the event buffer overflowed"
    return [(int(e.code), [int(n) for n in e.numbers]) for e in log.events[: log.n]]
