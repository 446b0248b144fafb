"""Actions and positions as text, both ways, for games that have no notation of their own."""

import re
import string
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from escaramuza.games.basics import NotationError
from escaramuza.games.boards import Board, Grid
from escaramuza.games.codes import Kinds
from escaramuza.kernel.buffers import ACTION, one

SQUARES = ("at", "to")
SQUARE, NUMBER = "[a-z][0-9]{1,2}", "-?[0-9]{1,8}"
# Dice are thrown, never written.
UNWRITTEN = ("dice",)
Limits = Mapping[str, tuple[int, int]]


class ActionTexts:
    """The texts of actions whose kinds say how they are written."""

    def __init__(self, kinds: type[Kinds], board: Board | None) -> None:
        self.kinds = tuple(kinds)
        self.grid = board if isinstance(board, Grid) else None
        self.fields = {kind: [name for _, name, _, _ in string.Formatter().parse(kind.form) if name] for kind in kinds}
        self.patterns = {kind: re.compile(self._pattern(kind)) for kind in kinds}

    def _pattern(self, kind: Kinds) -> str:
        parts = string.Formatter().parse(kind.form.lower())
        blanks = ((text, f"(?P<{name}>{self._sort(name)})" if name else "") for text, name, _, _ in parts)
        return "".join(re.escape(text) + blank for text, blank in blanks)

    def _sort(self, field: str) -> str:
        return SQUARE if self.is_square(field) else NUMBER

    def is_square(self, field: str) -> bool:
        """Whether a field of an action names a square."""
        return self.grid is not None and field in SQUARES

    def shown(self, action: Any) -> dict[str, str]:
        """Field → its text, for the fields that an action's kind needs."""
        kind = self.kinds[int(action.kind)]
        return {field: self._shown(field, int(action[field])) for field in self.fields[kind]}

    def _shown(self, field: str, number: int) -> str:
        return self.grid.name(number) if self.grid and field in SQUARES else str(number)

    def format(self, action: Any) -> str:
        """The text of an action."""
        return self.kinds[int(action.kind)].form.format(**self.shown(action))

    def parse(self, text: str) -> Any:
        """The action that a text names; whether it is legal is for `check`."""
        wanted = " ".join(text.lower().split())
        for kind, pattern in self.patterns.items():
            if found := pattern.fullmatch(wanted):
                numbers = {field: self._read(field, part) for field, part in found.groupdict().items()}
                if None not in numbers.values():
                    return made(kind, numbers)
        raise NotationError("NOT_AN_ACTION", text=text, forms=", ".join(self.example(kind) for kind in self.kinds))

    def _read(self, field: str, text: str) -> int | None:
        return self.grid.number(text) if self.grid and field in SQUARES else int(text)

    def example(self, kind: Kinds) -> str:
        """How an action of this kind looks."""
        return kind.form.format(**self._example(kind))

    def _example(self, kind: Kinds) -> dict[str, str]:
        return {field: self._shown(field, place) for place, field in enumerate(self.fields[kind])}

    def help(self, kind: Kinds, choices: Mapping[str, str]) -> str:
        """What an action of this kind does, in the game's words, and how it is written."""
        said = choices.get(kind.name, "").format(**self._example(kind), piece="…")
        return f"{said}: `{self.example(kind)}`" if said else f"`{self.example(kind)}`"

    def every(self, ranges: Mapping[str, range]) -> Iterator[Any]:
        """Every action that can be written down, legal or not, with fields in these ranges."""
        for kind, fields in self.fields.items():
            for numbers in product(*(ranges[field] for field in fields)):
                yield made(kind, dict(zip(fields, numbers, strict=True)))


def made(kind: int, numbers: Mapping[str, int | None]) -> Any:
    """An action record."""
    action = one(ACTION)
    action.kind = kind
    for field, number in numbers.items():
        action[field] = number
    return action


def _leaves(s: Any, prefix: str = "") -> Iterator[tuple[str, Any, str]]:
    """The fields of a position: its written name, the record that holds it, its own name."""
    for name in s.dtype.names:
        if prefix == "" and name in UNWRITTEN:
            continue
        if s.dtype[name].base.names:
            yield from _leaves(s[name], f"{name}.")
        else:
            yield prefix + name, s, name


def format_state(s: Any) -> str:
    """A position as `side=0 units.at=1,3,-1`: every field but the dice, in their order."""
    fields = ((name, held[own].ravel().tolist()) for name, held, own in _leaves(s.reshape(()) if s.ndim else s))
    return " ".join(f"{name}={','.join(map(str, numbers))}" for name, numbers in fields)


def parse_state(s: Any, text: str, limits: Limits) -> None:
    """Read such a text into a position. Every number must be within the limits of its field: compiled rules do not look
    whether a number makes sense. A game with fields that have none takes no written positions."""
    leaves = list(_leaves(s))
    if any(own not in limits for _, _, own in leaves):
        raise NotationError("NO_WRITTEN_POSITIONS")
    given = dict(part.partition("=")[::2] for part in text.split())
    expected = [name for name, _, _ in leaves]
    if list(given) != expected:
        raise NotationError("NOT_A_POSITION", fields=" ".join(f"{name}=…" for name in expected))
    for name, held, own in leaves:
        held[own] = _numbers(name, given[name], held[own], *limits[own])


def _numbers(name: str, text: str, held: Any, low: int, high: int) -> Any:
    parts = text.split(",")
    fits = len(parts) == held.size and all(re.fullmatch(NUMBER, part) and low <= int(part) <= high for part in parts)
    if not fits:
        raise NotationError("BAD_FIELD", field=name, count=held.size, low=low, high=high, text=text)
    read = [int(part) for part in parts]
    return read if held.ndim else read[0]
