"""Texts in all languages at once: each seat reads its own."""

from collections.abc import Callable
from typing import Any, NotRequired

from typing_extensions import TypedDict

from escaramuza.engine.errors import EscaramuzaError
from escaramuza.engine.explain import Said, quoted
from escaramuza.games.scene import Text
from escaramuza.words import FALLBACK, Words


class Fault(TypedDict):
    """What went wrong; where a game is not prepared yet, which one."""

    code: str
    text: Text
    game: NotRequired[str]


class GameEvent(TypedDict):
    """Something that happened, by the rules; with the dice that were thrown, and in a few words where its sentence is
    long."""

    code: str
    clause: str
    section: str
    numbers: dict[str, int | str]
    dice: list[int]
    text: Text
    brief: NotRequired[Text]


def in_all_languages(text: Callable[[str], str]) -> Text:
    """{"es": …, "fr": …, "en": …}."""
    return {"es": text("es"), "fr": text("fr"), "en": text("en")}


message = Words(__file__).text


class Problem(Exception):
    """Something a client did that cannot be done: a code, a status, and a sentence in each language."""

    def __init__(self, code: str, status: int = 400, **words: Any) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.text = in_all_languages(lambda lang: message(code, lang, **words))

    def as_json(self) -> Fault:
        """As it goes over the wire."""
        return {"code": self.code, "text": self.text}


def problem_of(error: EscaramuzaError) -> Fault:
    """A refusal of the engine's, as it goes over the wire."""
    return {"code": error.code, "text": in_all_languages(error.sentence)}


def said(event: Said) -> GameEvent:
    """An event or a reason, as it goes over the wire."""
    told: GameEvent = {
        "code": event.code,
        "clause": event.clause,
        "section": event.section,
        "numbers": {name: quoted(value) for name, value in event.numbers.items()},
        "dice": _dice(event),
        "text": in_all_languages(event.text),
    }
    if event.brief(FALLBACK) is not None:
        told["brief"] = in_all_languages(lambda lang: event.brief(lang) or "")
    return told


def _dice(event: Said) -> list[int]:
    """The faces that an event shows."""
    show = event.game.film.get(event.code) if event.kind == "events" else None
    return [] if show is None else [int(event.numbers[name]) for name in show.dice]


def squares_of(reason: Said) -> list[str]:
    """The squares that a reason speaks of."""
    kinds = reason.game.number_kinds.get(reason.kind, {}).get(reason.code, {})
    named = [reason.numbers[name] for name, kind in kinds.items() if kind == "square"]
    return [reason.game.number_text("square", number, {}) for number in named]
