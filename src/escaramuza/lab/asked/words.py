"""What the app's lab says, in all languages, with numbers as each language writes them."""

from collections.abc import Callable
from typing import Any

from escaramuza.games.scene import Text
from escaramuza.lab import answers
from escaramuza.words import LANGUAGES, Words

words = Words(__file__)
Worded = Callable[[str], Any]


def in_all(text: Callable[[str], str]) -> Text:
    """{"es": …, "fr": …, "en": …}."""
    return {"es": text("es"), "fr": text("fr"), "en": text("en")}


def plain(text: str) -> Text:
    """The same in all languages, such as a name that somebody gave."""
    return in_all(lambda _: text)


def say(key: str, **blanks: Any) -> Text:
    """A text in all languages; a blank may be a text of its own, or a function of the language."""
    return in_all(lambda lang: words.text(key, lang, **{name: _in(value, lang) for name, value in blanks.items()}))


def _in(value: Any, lang: str) -> Any:
    if callable(value):
        return value(lang)
    return value[lang] if isinstance(value, dict) and value.keys() >= set(LANGUAGES) else value


def share(value: float) -> Worded:
    """45.3%, 45,3 %."""
    return lambda lang: answers.percent(value, lang)


def number(value: float) -> Worded:
    """12,345 or 12 345: whole numbers with their thousands apart."""
    return lambda lang: answers.whole(value, lang)
