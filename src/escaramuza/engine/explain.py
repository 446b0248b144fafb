"""Codes and numbers → sentences in Spanish, French and English, with the rulebook's section."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from escaramuza.games.basics import Figure, NotationError
from escaramuza.games.codes import Codes
from escaramuza.games.game import Game
from escaramuza.words import FALLBACK, Words

WORDS = Words(__file__)
# Language → term → text: what belongs to one match, as the names of its units.
Names = Mapping[str, Mapping[str, str]]
NO_NAMES: Names = {}
# What cannot be in a line that is printed or sent: controls, line breaks, halves of characters.
UNSAYABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def quoted(word: Any) -> Any:
    """What somebody wrote, as it can be repeated in a sentence."""
    return UNSAYABLE.sub("\N{REPLACEMENT CHARACTER}", word) if isinstance(word, str) else word


def say(code: str, lang: str, **numbers: Any) -> str:
    """A message of the engine's."""
    return WORDS.text(code, lang, **{name: quoted(value) for name, value in numbers.items()})


@dataclass(frozen=True)
class Said:
    """Something the rules say: its code, the rulebook's section and clause, and its numbers by name."""

    game: Game
    kind: str
    code: str
    clause: str
    numbers: Mapping[str, Any]
    lang: str = FALLBACK
    names: Names = field(default_factory=dict)

    @property
    def section(self) -> str:
        """The heading of the rulebook that the clause stands under."""
        return self.game.section_of.get(self.clause, "")

    @property
    def sentence(self) -> str:
        """The sentence in the language of the match."""
        return self.text(self.lang)

    def text(self, lang: str) -> str:
        """The sentence in a language."""
        return self._filled(self.game.locale[lang][self.kind][self.code], lang)

    def brief(self, lang: str) -> str | None:
        """The same in a few words, for a line that tells of a whole turn; None where the sentence is as short."""
        words = self.game.locale[lang].get("brief", {}).get(self.code) if self.kind == "events" else None
        return None if words is None else self._filled(words, lang)

    def _filled(self, words: str, lang: str) -> str:
        terms = {**self.game.locale[lang]["terms"], **self.names.get(lang, {})}
        return words.format(**shown(self.game, self, terms))

    def as_json(self, lang: str | None = None) -> dict[str, Any]:
        """For programs: the numbers as they are."""
        return {
            "code": self.code,
            "section": self.section,
            "clause": self.clause,
            "numbers": dict(self.numbers),
            "sentence": self.text(lang or self.lang),
        }

    def __str__(self) -> str:
        return self.cited(self.lang)

    def cited(self, lang: str) -> str:
        """The sentence with section and clause, as `… (Movement, T-M8)`; a ruling stands for itself."""
        if not self.clause:
            return self.text(lang)
        heading = self.game.locale[lang]["terms"].get(f"section:{self.section}", self.section)
        where = self.clause if self.section == "Rulings" else f"{heading}, {self.clause}"
        return f"{self.text(lang)} ({where})"


class Spoken(Said):
    """Something a player says about ending the match, or that is said of it: a sentence of the engine's."""

    def text(self, lang: str) -> str:
        """The sentence in a language, with the seat as the game calls it."""
        terms = self.game.locale[lang]["terms"]
        return say(self.code, lang, **{name: terms.get(value, value) for name, value in self.numbers.items()})


def shown(game: Game, said: Said, terms: Mapping[str, str]) -> dict[str, str]:
    """A reason's or an event's numbers as words."""
    if said.kind == "notation":
        return {name: _word(value, terms) for name, value in said.numbers.items()}
    kinds = game.number_kinds[said.kind][said.code]
    return {name: game.number_text(kind, said.numbers[name], terms) for name, kind in kinds.items()}


def _word(value: Any, terms: Mapping[str, str]) -> str:
    return value.said(terms) if isinstance(value, Figure) else str(quoted(str(value)))


def _said(game: Game, kind: str, code: Codes, numbers: list[int], lang: str, names: Names) -> Said:
    named = {name: numbers[i] for i, (name, _) in enumerate(code.numbers)}
    return Said(game, kind, code.name, game.clause_of(code, named), named, lang, names)


def reason(game: Game, why: Any, lang: str = FALLBACK, names: Names = NO_NAMES) -> Said:
    """The refusal that a check left in its buffer."""
    return _said(game, "reasons", game.reasons.of(int(why.code)), [int(n) for n in why.numbers], lang, names)


def event(game: Game, code: int, numbers: list[int], lang: str = FALLBACK, names: Names = NO_NAMES) -> Said:
    """One event of a step."""
    return _said(game, "events", game.events.of(code), numbers, lang, names)


def misread(game: Game, error: NotationError, lang: str = FALLBACK) -> Said:
    """A text that is not an action or a position."""
    return Said(game, "notation", error.code, "", error.words, lang)
