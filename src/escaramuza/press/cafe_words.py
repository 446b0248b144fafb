"""Words on the printed pages of Escaramuzas de Café: their own, and the game's terms for units and cards."""

from collections.abc import Mapping
from typing import Any

from escaramuza.press import game_words
from escaramuza.press.game_words import words

__all__ = ["terms", "text", "words"]


def terms(lang: str) -> Mapping[str, str]:
    """The game's names and sentences, as `type:alpha`, `card:spy`, `card-when:spy`, `terrain:wood`."""
    return game_words.terms("cafe", lang)


def text(key: str, lang: str, **blanks: Any) -> str:
    """One text with its blanks filled."""
    return game_words.text(f"cafe:{key}", lang, **blanks)
