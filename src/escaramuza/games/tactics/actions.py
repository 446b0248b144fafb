"""Actions of Tactics as text, both ways: roll, attack, defend, A@c2, ready, e2-e3, e2xe3, end."""

import re
from collections.abc import Iterator
from typing import Any

from escaramuza.games.basics import NotationError
from escaramuza.games.tactics import kinds, tables
from escaramuza.games.tactics.state import EMPTY
from escaramuza.kernel import grid
from escaramuza.kernel.buffers import ACTION, one

WORDS = {
    "roll": (kinds.ROLL, 0),
    "attack": (kinds.CHOOSE, kinds.ATTACK),
    "defend": (kinds.CHOOSE, kinds.DEFEND),
    "ready": (kinds.READY, 0),
    "end": (kinds.END, 0),
}
WORD_OF = {numbers: word for word, numbers in WORDS.items()}
MOVE_TEXT = re.compile(r"([a-h][0-9])([-x]?)([a-h][0-9])")
PLACE_TEXT = re.compile(rf"([{tables.LETTERS.lower()}])@([a-h][0-9])")


def action(kind: int, unit: int = 0, at: int = 0, to: int = 0, choice: int = 0) -> Any:
    """An action record."""
    a = one(ACTION)
    a.kind, a.unit, a.at, a.to, a.choice = kind, unit, at, to, choice
    return a


def parse_action(s: Any, text: str) -> Any:
    """The action that a text names; whether it is legal is for `check`."""
    word = text.strip().lower()
    if word in WORDS:
        kind, choice = WORDS[word]
        return action(kind, choice=choice)
    if found := MOVE_TEXT.fullmatch(word):
        to = _square(found[3])
        if found[2] == "x" and grid.on_board(to) and s.board[to] == EMPTY:
            raise NotationError("NOTHING_TO_CAPTURE", text=text, square=found[3])
        return action(kinds.MOVE, at=_square(found[1]), to=to)
    if found := PLACE_TEXT.fullmatch(word):
        return action(kinds.PLACE, unit=tables.LETTERS.index(found[1].upper()), to=_square(found[2]))
    raise NotationError("UNREADABLE_ACTION", text=text)


def _square(name: str) -> int:
    number = grid.square_number(name)
    assert number is not None
    return number


def format_action(s: Any, a: Any) -> str:
    """The text of an action in this position: a move onto an enemy is written as a capture."""
    return action_text(int(a.kind), int(a.unit), int(a.at), int(a.to), int(a.choice), s.board[a.to] != EMPTY)


def action_text(kind: int, unit: int, at: int, to: int, choice: int, captures: bool) -> str:
    """The text of an action given by its numbers."""
    if kind == kinds.MOVE:
        return f"{grid.square_name(at)}{'x' if captures else '-'}{grid.square_name(to)}"
    if kind == kinds.PLACE:
        return f"{tables.LETTERS[unit]}@{grid.square_name(to)}"
    return WORD_OF[kind, choice]


def every_action(s: Any) -> Iterator[Any]:
    """Every action that can be written down, legal or not, and some beyond the edges."""
    for kind, choice in WORDS.values():
        yield action(kind, choice=choice)
    for unit in range(-1, tables.GUARD + 2):
        for to in range(-1, grid.SQUARES + 1):
            yield action(kinds.PLACE, unit=unit, to=to)
    for at in range(-1, grid.SQUARES + 1):
        for to in range(-1, grid.SQUARES + 1):
            yield action(kinds.MOVE, at=at, to=to)
