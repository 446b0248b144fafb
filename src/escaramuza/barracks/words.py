"""The Barracks' own words, and what is wrong with a unit, a squad or a file as one sentence."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from escaramuza.engine import explain
from escaramuza.engine.errors import EscaramuzaError
from escaramuza.games import registry
from escaramuza.games.escarmouche.squads import is_text
from escaramuza.games.spec import LANGUAGES, NotationError

GAME = "escarmouche"
FOLDER = Path(__file__).parent


@cache
def words(lang: str) -> Mapping[str, str]:
    """Every text of the Barracks in a language."""
    loaded: dict[str, str] = json.loads((FOLDER / "locale" / f"{lang}.json").read_text(encoding="utf-8"))
    return loaded


def text(key: str, lang: str, **blanks: Any) -> str:
    """One text with its blanks filled."""
    return words(lang)[key].format(**blanks)


def texts(key: str, **blanks: Any) -> dict[str, str]:
    """One text in all languages."""
    return {lang: text(key, lang, **blanks) for lang in LANGUAGES}


def one_line(text: str, most: int) -> str:
    """The beginning of something that people wrote, to be quoted in a sentence: line breaks and controls are spaces."""
    return " ".join("".join(c if is_text(c) else " " for c in text[: 4 * most]).split())[:most]


def sentence(error: NotationError, lang: str) -> str:
    """What is wrong with a unit or a squad, in the words of the game."""
    return explain.misread(registry.get(GAME), error).text(lang)


def sentences(error: NotationError) -> dict[str, str]:
    """The same in all languages."""
    return {lang: sentence(error, lang) for lang in LANGUAGES}


class Unfit(EscaramuzaError):
    """A unit, a squad or a code that cannot be read; `place` says where it stood, if that helps."""

    def __init__(self, error: NotationError, place: str = "") -> None:
        super().__init__(error.code)
        self.code = error.code
        self.error = error
        self.place = place

    def sentence(self, lang: str = explain.FALLBACK) -> str:
        said = sentence(self.error, lang)
        return f"{self.place}: {said}" if self.place else said


class BarracksError(EscaramuzaError):
    """Something that the Barracks cannot do: a code of their own and the words that fill its sentence."""

    def __init__(self, code: str, **blanks: Any) -> None:
        super().__init__(code)
        self.code = code
        self.blanks = blanks

    def sentence(self, lang: str = explain.FALLBACK) -> str:
        return text(self.code, lang, **self.blanks)
