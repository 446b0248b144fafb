"""Actions of Tactics as text, both ways: roll, attack, defend, A@c2, ready, e2-e3, e2xe3, end."""

import re
from collections.abc import Iterator
from typing import Any

from escaramuza.games.spec import NotationError
from escaramuza.games.tactics.kinds import ATTACK, CHOOSE, DEFEND, END, MOVE, PLACE, READY, ROLL
from escaramuza.games.tactics.state import EMPTY
from escaramuza.games.tactics.tables import GUARD, LETTERS
from escaramuza.kernel.buffers import ACTION, one
from escaramuza.kernel.grid import SQUARES, on_board, square_name, square_number

WORDS = {
    "roll": (ROLL, 0),
    "attack": (CHOOSE, ATTACK),
    "defend": (CHOOSE, DEFEND),
    "ready": (READY, 0),
    "end": (END, 0),
}
WORD_OF = {numbers: word for word, numbers in WORDS.items()}
MOVE_TEXT = re.compile(r"([a-h][0-9])([-x]?)([a-h][0-9])")
PLACE_TEXT = re.compile(rf"([{LETTERS.lower()}])@([a-h][0-9])")


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
        if found[2] == "x" and on_board(to) and s.board[to] == EMPTY:
            raise NotationError("NOTHING_TO_CAPTURE", text=text, square=found[3])
        return action(MOVE, at=_square(found[1]), to=to)
    if found := PLACE_TEXT.fullmatch(word):
        return action(PLACE, unit=LETTERS.index(found[1].upper()), to=_square(found[2]))
    raise NotationError("UNREADABLE_ACTION", text=text)


def _square(name: str) -> int:
    number = square_number(name)
    assert number is not None
    return number


def format_action(s: Any, a: Any) -> str:
    """The text of an action in this position: a move onto an enemy is written as a capture."""
    return action_text(int(a.kind), int(a.unit), int(a.at), int(a.to), int(a.choice), s.board[a.to] != EMPTY)


def action_text(kind: int, unit: int, at: int, to: int, choice: int, captures: bool) -> str:
    """The text of an action given by its numbers."""
    if kind == MOVE:
        return f"{square_name(at)}{'x' if captures else '-'}{square_name(to)}"
    if kind == PLACE:
        return f"{LETTERS[unit]}@{square_name(to)}"
    return WORD_OF[kind, choice]


def every_action(s: Any) -> Iterator[Any]:
    """Every action that can be written down, legal or not, and some beyond the edges."""
    for kind, choice in WORDS.values():
        yield action(kind, choice=choice)
    for unit in range(-1, GUARD + 2):
        for to in range(-1, SQUARES + 1):
            yield action(PLACE, unit=unit, to=to)
    for at in range(-1, SQUARES + 1):
        for to in range(-1, SQUARES + 1):
            yield action(MOVE, at=at, to=to)
