"""What every game offers. Engine, agents and interfaces know a game only through its GameSpec."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict

from escaramuza.games.film import Film
from escaramuza.kernel.buffers import ACTION, LOG, OK, WHY, one, silent_log
from escaramuza.kernel.jit import foundation, plain

LANGUAGES = ("es", "fr", "en")
FEW = 20
# Where somebody could stand on a free table: x, y, facing.
Place = tuple[int, int, int]
# What code written for all games calls; see `escaramuza.kernel.jit.for_game`.
RULES = (
    "actor", "side_of", "check", "legal_actions", "propose", "apply", "outcome", "value", "observe", "determinize",
)  # fmt: skip


class GameOptions(BaseModel):
    """Set-up and house rules of a match: validated, with defaults that start a good game."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NotationError(ValueError):
    """A text that is no action or position of this game: code and the words that fill its sentence."""

    def __init__(self, code: str, **words: Any) -> None:
        super().__init__(code)
        self.code = code
        self.words = words


class Figure(str):
    """A number among those words: written with a point, said with the decimal sign of the sentence's language."""

    def said(self, terms: Mapping[str, str]) -> str:
        """As it stands in a sentence with these terms."""
        return self.replace(".", terms.get("decimal", "."))


@dataclass(frozen=True)
class Code:
    """A reason or an event: its name, the clause it comes from, and what its numbers are: (name, kind of number)."""

    name: str
    clause: str
    numbers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Clause:
    """A statement of the rulebook or a ruling on it. `function` shows where it lives, below the game's package."""

    id: str
    section: str
    function: str


def numbered(*codes: tuple[str, str, str]) -> dict[int, Code]:
    """Codes counted from 1 (0 is OK), each as name, clause and its numbers as "name:kind name:kind"."""
    table = {}
    for number, (name, clause, numbers) in enumerate(codes, start=OK + 1):
        pairs = tuple((part.partition(":")[0], part.partition(":")[2]) for part in numbers.split())
        table[number] = Code(name, clause, pairs)
    return table


def words_of(folders: Sequence[Path], lang: str) -> dict[str, dict[str, str]]:
    """The words of some packages in a language, by kind; the last package has the last word."""
    found: dict[str, dict[str, str]] = {}
    for folder in folders:
        loaded = json.loads((folder / "locale" / f"{lang}.json").read_text(encoding="utf-8"))
        for kind, words in loaded.items():
            found[kind] = {**found.get(kind, {}), **words}
    return found


def rules_of(*modules: ModuleType) -> dict[str, Any]:
    """The functions named in RULES, each from the first module that has it."""
    found = {name: next(getattr(module, name) for module in modules if hasattr(module, name)) for name in RULES}
    return {name: foundation(rule) for name, rule in found.items()}


@dataclass(frozen=True)
class SearchSettings:
    """How search treats this game: actions of a random playout before `value` judges, how eagerly it explores, and how
    soon a node looks at one more action; the root may be more open-minded than the rest."""

    playout: int = 0
    exploration: float = 0.35
    widening: float = 1.5
    root_widening: float | None = None


@dataclass(frozen=True)
class GameSpec:
    """One game. `rules` holds the functions named in RULES; see docs/add-a-game.md for what each must do. `seats` are
    all that a match can have; those of one match are `seats_for` its options."""

    id: str
    name: str
    version: int
    folder: Path
    sections: tuple[str, ...]
    seats: tuple[str, ...]
    sides: tuple[str, ...]
    state: np.dtype[Any]
    max_actions: int
    rules: Mapping[str, Any]
    options: type[GameOptions]
    new: Callable[[Any, Any, int], None]
    parse_action: Callable[[Any, str], Any]
    format_action: Callable[[Any, Any], str]
    parse_position: Callable[[Any, str], None]
    format_position: Callable[[Any], str]
    reasons: Mapping[int, Code]
    events: Mapping[int, Code]
    headlines: frozenset[str]
    clauses: Sequence[Clause]
    number_text: Callable[[str, int, Mapping[str, str]], str]
    every_action: Callable[[Any], Any]
    shortcuts: Callable[[Any, int, int], Mapping[str, list[str]]]
    view: Callable[[Any, Any], Mapping[str, Any]]
    secret_events: frozenset[str]
    secret_now: Callable[[Any], bool]
    conceals: Callable[[Any, int], Callable[[str, Mapping[str, Any]], bool] | None]
    describe: Callable[[Any, Any], Sequence[Mapping[str, Any]]]
    threats: Callable[[Any], Sequence[Mapping[str, Any]]]
    setup_phases: frozenset[str]
    search: SearchSettings = field(default_factory=SearchSettings)
    # Names that belong to a match, as those of its units: language → term → text.
    names: Callable[[Any], Mapping[str, Mapping[str, str]]] = lambda options: {}
    # Options for one game of a series, by lot: figures must not rest on a single set-up.
    mixed: Callable[[int], Any] | None = None
    # The options of a rematch with the sides changed.
    swapped: Callable[[Any], Any] = lambda options: options
    # What a unit could do from where it stands, or as if it stood elsewhere, for a client to draw.
    look: Callable[[Any, int, Place | None], Mapping[str, Any]] | None = None
    # The seats of a match with these options, a beginning of `seats`; one option with few values decides it.
    seats_of: Callable[[Any], tuple[str, ...]] | None = None
    # The number of the seat that alone may read an event; None where all may.
    private: Callable[[str, Mapping[str, Any]], int | None] | None = None
    # Events that bring something to light: the step cannot be taken back.
    final_events: frozenset[str] = frozenset()
    # Whether a step, from before to after, told others something hidden by its mere course: it is final as well.
    exposes: Callable[[Any, Any], bool] = lambda before, after: False
    # The side that began, from a finished position; -1 where nobody did.
    opener: Callable[[Any], int] | None = None
    # What its events show besides what its scenes tell.
    film: Film = field(default_factory=dict)
    # Packages with words that it shares with other games.
    shared: tuple[Path, ...] = ()

    def seats_for(self, options: Any) -> tuple[str, ...]:
        """The seats of a match with these options."""
        return self.seats if self.seats_of is None else self.seats_of(options)

    def sides_for(self, options: Any) -> dict[str, str]:
        """Seat → the side it plays for in a match with these options, whatever the position."""
        s, side_of = one(self.state), plain(self.rules["side_of"])
        return {seat: self.sides[int(side_of(s, number))] for number, seat in enumerate(self.seats_for(options))}

    @cached_property
    def option_fields(self) -> Mapping[str, Mapping[str, Any]]:
        """Option → what it takes, as its JSON schema says it."""
        fields: dict[str, dict[str, Any]] = self.options.model_json_schema()["properties"]
        return fields

    @cached_property
    def seats_option(self) -> str | None:
        """The option that decides how many seats there are, if any."""
        if self.seats_of is None:
            return None
        return next(name for name in self.option_fields if len(set(self._seats_with(name).values())) > 1)

    @cached_property
    def seats_by_choice(self) -> Mapping[str, tuple[str, ...]]:
        """The value of that option, as text → the seats."""
        return {} if self.seats_option is None else self._seats_with(self.seats_option)

    def _seats_with(self, option: str) -> dict[str, tuple[str, ...]]:
        """The seats for each value of an option that has only few, all else as by default."""
        field = self.option_fields[option]
        low, high = field.get("minimum", 0), field.get("maximum", -1)
        values = field.get("enum", range(low, high + 1) if high - low < FEW else ())
        return {str(value): self.seats_for(self.options.model_construct(**{option: value})) for value in values}

    @cached_property
    def locale(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        """The game's words, by language."""
        return {lang: words_of((*self.shared, self.folder), lang) for lang in LANGUAGES}

    @cached_property
    def section_of(self) -> Mapping[str, str]:
        """Clause → the rulebook's heading that it stands under."""
        return {clause.id: clause.section for clause in self.clauses}

    @cached_property
    def number_kinds(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        """Kind of message → code → what its numbers are."""
        tables = {"reasons": self.reasons, "events": self.events}
        return {kind: {c.name: dict(c.numbers) for c in table.values()} for kind, table in tables.items()}

    def compiled(self, template: str) -> ModuleType:
        """A template module (playouts, search) over this game's rules."""
        from escaramuza.kernel.jit import for_game

        return for_game(template, self.id, self.rules)

    def examples(self) -> dict[str, tuple[Any, ...]]:
        """The rules that a match calls, with example arguments."""
        s, a, why, log = one(self.state), one(ACTION), one(WHY), silent_log()
        actions = np.zeros(self.max_actions, ACTION)
        results = np.zeros(len(self.sides), np.int64)
        return {
            "actor": (s,),
            "side_of": (s, 0),
            "check": (s, a, why),
            "legal_actions": (s, actions),
            "propose": (s, actions),
            "apply": (s, a, log),
            "outcome": (s, results),
            "value": (s, 0),
            "observe": (s, 0, s),
            "determinize": (s, 0, 0),
        }

    def tasks(self) -> list[tuple[Any, tuple[Any, ...]]]:
        """The same, to be compiled before the first move."""
        return [(self.rules[name], examples) for name, examples in self.examples().items()]


def log_events(log: Any) -> list[tuple[int, list[int]]]:
    """The events of a log as plain numbers."""
    assert log.dtype == LOG and log.lost == 0, "the event buffer overflowed"
    return [(int(e.code), [int(n) for n in e.numbers]) for e in log.events[: log.n]]
