"""The one-line text of a position: `<ranks 8 to 1> <w|b> <points left> <c|-> <squares that moved, or ->`."""

import re
from typing import Any

from escaramuza.games.spec import NotationError
from escaramuza.games.tactics.state import EMPTY, NOBODY, OFF, TURN
from escaramuza.games.tactics.tables import (
    BLACK,
    EACH,
    GUARD,
    LETTERS,
    PIECES,
    UNIT_CLASS,
    UNITS,
    WHITE,
)  # fmt: skip
from escaramuza.kernel.grid import SIZE, SQUARES, square_name, square_number

FIELDS = 5
MOST_POINTS = 24


def clear(s: Any) -> None:
    """All pieces in hand, nothing decided."""
    s.winner = NOBODY
    s.attacker = NOBODY
    s.board[:] = EMPTY
    for i in range(UNITS):
        unit = s.units[i]
        unit.side = i // PIECES
        unit.kind = UNIT_CLASS[i % PIECES]
        unit.at = OFF
        unit.moved = 0


def parse_position(s: Any, text: str) -> None:
    """Put a game into the middle of a turn: both sides have had their first one (T-E3). Options and dice stay."""
    fields = text.split()
    if len(fields) != FIELDS:
        raise NotationError("POSITION_FIELDS", expected=FIELDS, found=len(fields))
    ranks, side, points, charge, moved = fields
    clear(s)
    _read_ranks(s, ranks)
    if side not in ("w", "b"):
        raise NotationError("POSITION_SIDE", text=side)
    if not re.fullmatch("[0-9]{1,2}", points) or int(points) > MOST_POINTS:
        raise NotationError("POSITION_POINTS", text=points, most=MOST_POINTS)
    if charge not in ("c", "-"):
        raise NotationError("POSITION_CHARGE", text=charge)
    s.phase = TURN
    s.side = WHITE if side == "w" else BLACK
    s.attacker = s.side
    s.points = int(points)
    s.charge = int(charge == "c")
    s.ready[:] = 1
    s.had_turn[:] = 1
    for name in [] if moved == "-" else moved.split(","):
        square = square_number(name)
        if square is None or not 0 <= square < SQUARES:
            raise NotationError("POSITION_MOVED", text=name)
        if s.board[square] == EMPTY or s.units[s.board[square]].side != s.side:
            raise NotationError("POSITION_MOVED", text=name)
        s.units[s.board[square]].moved = 1


def _read_ranks(s: Any, text: str) -> None:
    ranks = text.split("/")
    if len(ranks) != SIZE:
        raise NotationError("POSITION_RANKS", expected=SIZE, found=len(ranks))
    for y, rank in zip(range(SIZE - 1, -1, -1), ranks, strict=True):
        x = 0
        for letter in rank:
            if letter in "12345678":
                x += int(letter)
                continue
            if letter.upper() not in LETTERS:
                raise NotationError("POSITION_LETTER", text=letter, letters=LETTERS)
            if x < SIZE:
                _put(s, WHITE if letter.isupper() else BLACK, LETTERS.index(letter.upper()), y * SIZE + x)
            x += 1
        if x != SIZE:
            raise NotationError("POSITION_RANK", rank=y + 1, expected=SIZE, found=x)
    for side in (WHITE, BLACK):
        if s.units[side * PIECES + PIECES - 1].at == OFF:
            raise NotationError("POSITION_NO_GUARD", letter="K" if side == WHITE else "k")


def _put(s: Any, side: int, kind: int, square: int) -> None:
    first = side * PIECES + kind * EACH
    for i in range(first, first + (1 if kind == GUARD else EACH)):
        if s.units[i].at == OFF:
            s.units[i].at = square
            s.board[square] = i
            return
    letter = LETTERS[kind] if side == WHITE else LETTERS[kind].lower()
    raise NotationError("POSITION_TOO_MANY", letter=letter, most=1 if kind == GUARD else EACH)


def format_position(s: Any) -> str:
    """The text of a position; squares that moved in alphabetical order. Hidden pieces stand on no square."""
    board, units = s.board.tolist(), s.units.tolist()
    ranks = []
    for y in range(SIZE - 1, -1, -1):
        rank, empty = "", 0
        for there in board[y * SIZE : (y + 1) * SIZE]:
            if there == EMPTY:
                empty += 1
                continue
            side, kind, _, _ = units[there]
            letter = LETTERS[kind]
            rank += (str(empty) if empty else "") + (letter if side == WHITE else letter.lower())
            empty = 0
        ranks.append(rank + (str(empty) if empty else ""))
    mover = int(s.side)
    moved = sorted(square_name(at) for side, _, at, has_moved in units if side == mover and has_moved and at >= 0)
    fields = ["/".join(ranks), "wb"[mover], str(s.points), "c" if s.charge else "-", ",".join(moved) or "-"]
    return " ".join(fields)
