"""Words on the printed pages of Escaramuzas de Café: their own, and the game's terms for units and cards."""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from escaramuza.barracks.press.typesetting import tidy
from escaramuza.games import cafe

OWN = Path(__file__).parent / "locale"
GAMES = Path(cafe.__file__).parent / "locale"
# A number stays in one line with what it counts.
COUNTED = re.compile(r"(?<=\d) (?=[^\W\d])")


@cache
def words(lang: str) -> Mapping[str, str]:
    """Every text of these pages in a language."""
    loaded: dict[str, str] = json.loads((OWN / f"{lang}.json").read_text(encoding="utf-8"))
    return {key: _set(text, lang) for key, text in loaded.items()}


@cache
def terms(lang: str) -> Mapping[str, str]:
    """The game's names and sentences, as `type:alpha`, `card:spy`, `card-when:spy`, `terrain:wood`."""
    loaded: dict[str, Any] = json.loads((GAMES / f"{lang}.json").read_text(encoding="utf-8"))
    return {key: _set(text, lang) for key, text in loaded["terms"].items()}


def _set(words: str, lang: str) -> str:
    return COUNTED.sub("\u00a0", tidy(words, lang))


def text(key: str, lang: str, **blanks: Any) -> str:
    """One text with its blanks filled."""
    return words(lang)[f"cafe:{key}"].format(**blanks)
