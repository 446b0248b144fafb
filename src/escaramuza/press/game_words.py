"""Words on the printed pages of a game: their own, and the game's terms for units, terrain and the like."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from escaramuza.games import registry
from escaramuza.press.typesetting import tidy
from escaramuza.words import Words

OWN = Words(__file__)
# A number stays in one line with what it counts.
COUNTED = re.compile(r"(?<=\d) (?=[^\W\d])")


@cache
def words(lang: str) -> Mapping[str, str]:
    """Every text of the printed pages in a language."""
    return {key: _set(text, lang) for key, text in OWN.of(lang).items()}


@cache
def terms(game_id: str, lang: str) -> Mapping[str, str]:
    """A game's names and sentences, as `type:alpha`, `card:spy`, `terrain:wood`."""
    return {key: _set(text, lang) for key, text in registry.get(game_id).locale[lang]["terms"].items()}


def _set(words: str, lang: str) -> str:
    return COUNTED.sub("\u00a0", tidy(words, lang))


def text(key: str, lang: str, **blanks: Any) -> str:
    """One text with its blanks filled."""
    return words(lang)[key].format(**blanks)
