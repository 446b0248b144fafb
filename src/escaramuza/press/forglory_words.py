"""Words and numbers on the printed pages of For Glory."""

from collections.abc import Mapping
from typing import Any

from escaramuza.press import game_words
from escaramuza.press.game_words import words

__all__ = ["NONE", "capital", "length", "signed", "terms", "text", "words"]
# What stands where a unit has no such thing.
NONE = "–"


def terms(lang: str) -> Mapping[str, str]:
    """The game's names, as `category:LI`, `quality:V`, `terrain:wood`."""
    return game_words.terms("forglory", lang)


def text(key: str, lang: str, **blanks: Any) -> str:
    """One text with its blanks filled."""
    return game_words.text(f"forglory:{key}", lang, **blanks)


def capital(words: str) -> str:
    """A term at the beginning of a line."""
    return words[0].upper() + words[1:]


def signed(number: int) -> str:
    """A modifier: +2, 0, −1."""
    return f"{number:+}".replace("-", "−") if number else "0"


def length(tenths: float, lang: str) -> str:
    """Tenths of a millimetre as centimetres, in the figures of a language."""
    return f"{tenths / 100:g}\u00a0cm".replace(".", "." if lang == "en" else ",")
