"""Texts in all languages at once: each seat reads its own."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from escaramuza.engine.errors import EscaramuzaError
from escaramuza.engine.explain import Said, quoted
from escaramuza.games.spec import LANGUAGES

Text = dict[str, str]


def in_all_languages(text: Callable[[str], str]) -> Text:
    """{"es": …, "fr": …, "en": …}."""
    return {lang: text(lang) for lang in LANGUAGES}


@cache
def _messages() -> dict[str, dict[str, str]]:
    folder = Path(__file__).parent / "locale"
    return {lang: json.loads((folder / f"{lang}.json").read_text(encoding="utf-8")) for lang in LANGUAGES}


def message(code: str, lang: str, **words: Any) -> str:
    """A sentence of the server's."""
    return _messages()[lang][code].format(**words)


class Problem(Exception):
    """Something a client did that cannot be done: a code, a status, and a sentence in each language."""

    def __init__(self, code: str, status: int = 400, **words: Any) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.text = in_all_languages(lambda lang: message(code, lang, **words))

    def as_json(self) -> dict[str, Any]:
        """As it goes over the wire."""
        return {"code": self.code, "text": self.text}


def problem_of(error: EscaramuzaError) -> dict[str, Any]:
    """A refusal of the engine's, as it goes over the wire."""
    return {"code": error.code, "text": in_all_languages(error.sentence)}


def said(event: Said) -> dict[str, Any]:
    """An event or a reason, as it goes over the wire; with the faces of the dice and the squares that it speaks of."""
    told = {
        "code": event.code,
        "clause": event.clause,
        "section": event.section,
        "numbers": {name: quoted(value) for name, value in event.numbers.items()},
        "text": in_all_languages(event.text),
    }
    kinds = event.spec.number_kinds.get(event.kind, {}).get(event.code, {})
    faces = [event.numbers[name] for name, kind in kinds.items() if kind == "die"]
    named = [event.numbers[name] for name, kind in kinds.items() if kind == "square"]
    squares = [event.spec.number_text("square", number, {}) for number in named]
    return told | ({"dice": faces} if faces else {}) | ({"squares": squares} if squares else {})
