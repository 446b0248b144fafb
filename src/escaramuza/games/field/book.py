"""The maps of one game: ready-made ones, random ones, codes, and reading one from any of its forms."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from escaramuza.games import basics
from escaramuza.games.basics import Figure, NotationError
from escaramuza.games.field import FOLDER, form
from escaramuza.games.field.codes import MapCode
from escaramuza.games.field.form import LONGEST_NAME, TableMap
from escaramuza.words import LANGUAGES

MOST_NUMBER = 2**53 - 1
AT_RANDOM = re.compile(r"(random|symmetric):(\d{1,20})")
M = TypeVar("M", bound=TableMap)


@dataclass(frozen=True, eq=False)
class MapBook(Generic[M]):
    """What is common to the maps of a game; `folder` is its package, with `maps.json` and its words."""

    game_id: str
    folder: Path
    model: type[M]
    # Kind → the roles it has, or has unless others are given.
    kinds: Mapping[str, tuple[str, ...]]
    code: MapCode
    # List → the code and the limit for one that is too long even for a draft.
    most: Mapping[str, tuple[str, int]]
    problems: Callable[[M], list[NotationError]]
    random_map: Callable[[int, bool], M]
    # Whether maps that name no game are its own: it had maps when no other game did.
    unnamed: bool = False

    @cached_property
    def ready_list(self) -> list[dict[str, Any]]:
        """The ready maps with their names in all languages, the default first."""
        loaded: list[dict[str, Any]] = json.loads((self.folder / "maps.json").read_text(encoding="utf-8"))
        return loaded

    @cached_property
    def ready(self) -> dict[str, M]:
        """Id → ready map; its name is its id."""
        return {
            entry["id"]: self.model.model_validate({"name": entry["id"], **entry["map"]}) for entry in self.ready_list
        }

    def default(self) -> M:
        """The battlefield of a first game."""
        return next(iter(self.ready.values()))

    def ready_entry(self, field: M) -> dict[str, Any] | None:
        """What is known of a map besides itself; only ready maps have that."""
        if self.ready.get(field.name) != field:
            return None
        return next(entry for entry in self.ready_list if entry["id"] == field.name)

    def names_of(self, field: M) -> dict[str, str]:
        """Language → what a map is called there; only ready maps have names of their own in each."""
        entry = self.ready_entry(field)
        names: dict[str, str] = dict.fromkeys(LANGUAGES, field.name) if entry is None else entry["names"]
        return names

    @cached_property
    def _words(self) -> dict[str, dict[str, dict[str, str]]]:
        return {lang: basics.words_of((FOLDER, self.folder), lang) for lang in LANGUAGES}

    def sentence(self, error: NotationError, lang: str) -> str:
        """What is wrong with a map, in the words of the game."""
        words = self._words[lang]
        said = {n: word.said(words["terms"]) if isinstance(word, Figure) else word for n, word in error.words.items()}
        return words["notation"][error.code].format(**said)

    def term(self, key: str) -> dict[str, str]:
        """A term of the game in all languages, as `terrain:wood` or `role:cover`."""
        return {lang: self._words[lang]["terms"][key] for lang in LANGUAGES}

    def encode(self, field: M) -> str:
        """The share code of a map, a draft too."""
        return self.code.encode(field.model_dump())

    def decode(self, text: str) -> M:
        """The map of a share code."""
        return self.code.decode(text, self.checked)

    def legal(self, given: Any) -> M:
        """The map that an option names: itself, the name of a ready-made or a random one, a share code; playable."""
        field = given if isinstance(given, self.model) else self.read(given)
        # Of ready maps the tests know that they can be played on; to judge them again would load the compiler.
        if self.ready.get(field.name) == field:
            return field
        for problem in self.problems(field):
            raise problem
        return field

    def read(self, given: Any) -> M:
        """A map from any of its forms, a draft too."""
        if not isinstance(given, str):
            return self.checked(given)
        text = given.strip()
        if text in self.ready:
            return self.ready[text]
        at_random = AT_RANDOM.fullmatch(text)
        if at_random:
            return self.at_random(at_random[1] == "symmetric", int(at_random[2]))
        if self.code.looks_like_code(text):
            return self.decode(text)
        raise NotationError("UNKNOWN_MAP", text=text[:LONGEST_NAME], ready=", ".join(self.ready))

    def at_random(self, symmetric: bool, number: int) -> M:
        """The map that a number stands for."""
        if not 0 <= number <= MOST_NUMBER:
            raise NotationError("MAP_NUMBER", most=MOST_NUMBER)
        return self.random_map(number, symmetric)

    def checked(self, given: Any) -> M:
        """A map out of plain data; what is wrong with its form is said in one piece."""
        try:
            return self.model.model_validate(given)
        except ValidationError as error:
            raise self.cause_of(error.errors()[0]) from error

    def cause_of(self, first: Mapping[str, Any]) -> NotationError:
        """What is wrong with the form of a map, out of one of pydantic's findings."""
        return form.cause_of(first, tuple(self.kinds), self.code.roles, self.most)
