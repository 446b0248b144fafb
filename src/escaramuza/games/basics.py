"""What games are described with: options, codes, clauses, words. What every game offers is in `games.game`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from escaramuza import words
from escaramuza.kernel.buffers import LOG

# Where somebody could stand on a table without squares: x, y, facing.
Place = tuple[int, int, int]
# Kind of words → name → text.
Words = Mapping[str, Mapping[str, str]]
# Level of opponent → simulations for a decision and how much it errs, in hundredths of a game.
Levels = Mapping[str, tuple[int, float]]
# What code written for all games calls; see `escaramuza.kernel.jit.for_game`.
RULES = (
    "actor",
    "side_of",
    "check",
    "legal_actions",
    "sample",
    "propose",
    "apply",
    "outcome",
    "value",
    "judge",
    "observe",
    "determinize",
)
# What a game may offer besides: actions one at a time, by their numbers, instead of a list, and who began. With these
# it can be played on a graphics card.
MORE_RULES = ("each_action", "each_proposal", "began")


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
        """As it is in a sentence with these terms."""
        return self.replace(".", terms.get("decimal", "."))


@dataclass(frozen=True)
class Clause:
    """A statement of the rulebook or a ruling on it. `function` shows where it lives, below the game's package."""

    id: str
    section: str
    function: str = ""


def words_of(folders: Sequence[Path], lang: str) -> dict[str, dict[str, str]]:
    """The words of some packages in a language, by kind: from `locale/<language>.json`, or from one `words.toml` with
    all languages. The last package has the last word; what a language lacks is said in English."""
    found: dict[str, dict[str, str]] = {}
    for folder in folders:
        for kind, texts in (*_words_in(folder, words.FALLBACK).items(), *_words_in(folder, lang).items()):
            found[kind] = {**found.get(kind, {}), **texts}
    return found


def _words_in(folder: Path, lang: str) -> Words:
    one_for_all, own = folder / "words.toml", folder / "locale" / f"{lang}.json"
    if one_for_all.exists():
        found: Words = words.load(one_for_all).get(lang, {})
        return found
    return words.load(own) if own.exists() else {}


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
